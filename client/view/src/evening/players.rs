//! The players of an evening.

use super::table::{Heading, RowView, TableView};
use super::words::Words;
use crate::{Button, Fact, Model, Rows, Tone};
use chuhe_model::actions::evening_action::EveningAction;
use chuhe_model::evening::Evening;
use chuhe_model::evening::figures::shown_name;
use chuhe_texts::evening_names::club_heading;
use chuhe_tournaments::{Phase, Player, PlayerId, Presence};

/// How many play: those who left before the start never did.
pub(super) fn count(evening: &Evening) -> u64 {
    let players = evening.tournament().state().players.iter();
    let plays = |player: &&Player| player.number > 0 || player.presence == Presence::Here;
    players.filter(plays).count() as u64
}

/// Everyone who has entered, in the order of the starting numbers.
pub(super) fn table<'a>(model: &Model<'a>, evening: &'a Evening) -> TableView<'a> {
    let (text, state) = (model.text.evening(), evening.tournament().state());
    let mut ids: Vec<PlayerId> = state.ids().collect();
    ids.sort_by_key(|id| state.player(*id).map(|player| (player.number == 0, player.number)));
    let states = [
        text.player_here,
        text.player_away,
        text.player_checked_in,
        text.player_not_checked_in,
        text.player_missing,
        text.player_withdrawn,
        text.player_out,
        text.player_wooden,
    ];
    let widest = states.into_iter().max_by_key(|state| state.chars().count()).unwrap_or_default();
    let has_ratings = state.players.iter().any(|player| player.entry.rating.is_some());
    let rating = has_ratings.then(|| Heading::new(text.rating, "0000"));
    let model = *model;
    TableView {
        id: "evening.players",
        heading: text.players_count(count(evening)),
        number: Heading::new("", ids.len().to_string()),
        names: vec![text.name],
        details: club_heading(text, evening).unwrap_or_default(),
        values: rating.into_iter().chain([Heading::new("", widest)]).collect(),
        button: None,
        has_presence: true,
        empty: Fact::new("evening.players.empty", text.no_players).tone(Tone::Remark),
        rows: Rows { count: ids.len(), row: Box::new(move |at| row(&model, evening, ids[at], has_ratings)) },
    }
}

fn row(model: &Model<'_>, evening: &Evening, id: PlayerId, has_ratings: bool) -> RowView {
    // the club has a line of its own
    let name = Words::of(model, evening).name_alone(id);
    let player = evening.tournament().state().player(id);
    let entry = player.map(|player| &player.entry);
    let rating = entry.and_then(|entry| entry.rating).map_or_else(String::new, |it| it.to_string());
    let open =
        Button::new(format!("evening.players.{}", id.0), name.as_str(), EveningAction::Player(Some(id)));
    let number = player.map_or(0, |player| player.number);
    RowView {
        id: id.0.to_string(),
        number: if number == 0 { String::new() } else { number.to_string() },
        names: vec![name],
        details: entry.and_then(|entry| entry.club.as_deref()).map(shown_name).into_iter().collect(),
        tone: Tone::Remark,
        values: has_ratings
            .then_some(rating)
            .into_iter()
            .chain([state(model, evening, id).0.to_owned()])
            .collect(),
        is_here: entry.and_then(|entry| entry.account).map(|_| evening.live().here.contains(&id)),
        is_own: evening.part().player == Some(id),
        open: Some(open),
        ..RowView::default()
    }
}

/// What a player does, and how good that is.
pub(super) fn state(model: &Model<'_>, evening: &Evening, id: PlayerId) -> (&'static str, Tone) {
    let (text, tournament) = (model.text.evening(), evening.tournament());
    let (regulations, state) = (tournament.regulations(), tournament.state());
    let Some(player) = state.player(id) else { return ("", Tone::Plain) };
    let checks_in = regulations.check_in && state.phase == Phase::Entry;
    match player.presence {
        Presence::Withdrawn => (text.player_withdrawn, Tone::Remark),
        Presence::Missing => (text.player_missing, Tone::Warning),
        Presence::Here if state.is_out(regulations, id) => (text.player_out, Tone::Warning),
        Presence::Here if checks_in && player.checked_in => (text.player_checked_in, Tone::Good),
        Presence::Here if checks_in => (text.player_not_checked_in, Tone::Warning),
        Presence::Here if player.entry.account.is_none() => (text.player_wooden, Tone::Plain),
        Presence::Here if evening.live().here.contains(&id) => (text.player_here, Tone::Good),
        Presence::Here => (text.player_away, Tone::Warning),
    }
}
