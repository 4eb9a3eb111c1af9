//! Who plays as one: the teams of a match, and the matches of a knock-out.

use super::words::Words;
use crate::{Fact, Model, Tone};
use chuhe_model::evening::Evening;
use chuhe_model::evening::figures::shown_name;
use chuhe_tournaments::{Advance, PlayerId, Presence, Team};

/// The most teams that are named: a match has two, and mistyped ones.
const MOST_TEAMS: usize = 6;
/// The most matches of a knock-out that are named.
const MOST_MATCHES: usize = 32;

/// The teams of a match before it begins, in the order in which their first players entered, and how many play in each.
pub(super) fn gathered(evening: &Evening) -> Vec<(String, usize)> {
    let mut teams: Vec<(String, usize)> = Vec::new();
    let players = evening.tournament().state().players.iter();
    for player in players.filter(|player| player.presence == Presence::Here) {
        let name = player.entry.club.as_deref().map(shown_name).unwrap_or_default();
        if let Some((_, count)) = teams.iter_mut().find(|(known, _)| *known == name) {
            *count += 1;
        } else if teams.len() < MOST_TEAMS {
            teams.push((name, 1));
        }
    }
    teams
}

/// The name of a team; of those who gave none, that there is none.
pub(super) fn shown(model: &Model<'_>, name: String) -> String {
    if name.is_empty() { model.text.evening().no_club.to_owned() } else { name }
}

/// How a match of two teams stands.
pub(super) fn score(model: &Model<'_>, evening: &Evening) -> Option<String> {
    let [(home, home_points), (guests, guest_points)] = evening.figures().teams.as_slice() else {
        return None;
    };
    let [home, guests] = [home, guests].map(|team| shown(model, shown_name(&team.name)));
    Some(format!("{home} {home_points} – {guest_points} {guests}"))
}

/// The teams of a team match with their points, the better first; or the matches of a knock-out, the latest stage first.
pub(super) fn facts(model: &Model<'_>, evening: &Evening) -> Vec<Fact> {
    let (text, words) = (model.text.evening(), Words::of(model, evening));
    let stages: Vec<_> = (1_u64..).zip(&evening.figures().bracket).collect();
    let matches =
        stages.into_iter().rev().flat_map(|(stage, matches)| matches.iter().map(move |it| (stage, it)));
    let matches = matches.take(MOST_MATCHES).enumerate().map(|(at, (stage, it))| {
        let name = |player: Option<PlayerId>| player.map_or_else(|| text.bye.to_owned(), |id| words.name(id));
        let pair = it.players.map(name).join(" – ");
        let advances = match it.winner {
            Advance::Player(winner) => Some(text.advances(&words.name(winner))),
            Advance::Open | Advance::Nobody => None,
        };
        let said = [text.knock_out_stage(stage), pair].into_iter().chain(advances).collect::<Vec<_>>();
        Fact::new(format!("evening.match.{at}"), said.join(" · ")).tone(Tone::Remark)
    });
    let mut teams: Vec<&(Team, u32)> = evening.figures().teams.iter().collect();
    teams.sort_by_key(|(_, points)| std::cmp::Reverse(*points));
    let team = |(at, (team, points)): (usize, &(Team, u32))| {
        let points = format!("{} {points}", text.points_short);
        Fact::new(
            format!("evening.team.{at}"),
            format!("{} · {points}", shown(model, shown_name(&team.name))),
        )
    };
    teams.into_iter().enumerate().map(team).chain(matches).collect()
}
