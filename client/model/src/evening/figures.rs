//! What follows from the journal of an evening, computed once a change.

use crate::notices::evening_notice::Ruling;
use chuhe_protocol::text;
use chuhe_tournaments::{
    Entry, Event, Match, NoPairing, Pairing, Phase, Player, PlayerId, Presence, Refusal, Row, Score, Sheet,
    System, Team, Tournament, bracket, namesakes, next_pairing, sheet_of, sheets, standings, team_points,
    teams,
};
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// The most characters of a name or a title that are shown.
const SHOWN_CHARS: usize = 80;
/// How many of the last events are checked for whether they can be undone, so that a page of the journal takes no more
/// folds of it.
const UNDO_CHECKED: usize = 20;

/// What follows from the journal of an evening.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// The standings, with every tie-break and its parts.
    pub standings: Vec<Row>,
    /// The sheets of all players, in the order of their ids.
    pub sheets: Vec<Sheet>,
    /// Whether each event of the journal counts.
    pub counts: Vec<bool>,
    /// Whether each of the last can be undone: found out once somebody asks, because each takes a fold of the journal.
    undoable: Vec<OnceLock<Result<(), Refusal>>>,
    /// The teams of a team match with their points.
    pub teams: Vec<(Team, u32)>,
    /// The names of all players as they are shown, in the order of their ids.
    pub names: Vec<String>,
    /// What tells each of them from others of the same name.
    pub distinctions: Vec<Distinction>,
    /// The stages of a knock-out.
    pub bracket: Vec<Vec<Match>>,
    /// What can be done.
    pub permits: Permits,
    /// How many games a place needs: none, but in an arena.
    least_games: u64,
    /// The last result of the user that an organiser replaced, and the number of that event.
    ruling: Option<(usize, Ruling)>,
}

/// What tells a player from others of the same name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Distinction {
    /// Nobody else has the name.
    Needless,
    /// That they have no club.
    NoClub,
    /// The club as it is shown.
    Club(String),
}

/// What can be done in an evening now, as far as its journal decides it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Permits {
    /// Whether the user can enter.
    pub enter: bool,
    /// Whether the user can check in.
    pub check_in: bool,
    /// Whether the user can leave.
    pub withdraw: bool,
    /// Whether the user can play again.
    pub come_back: bool,
    /// Why an organiser cannot begin the evening; `None` if they can.
    pub begin: Option<Refusal>,
    /// Whether an organiser can end it.
    pub end: bool,
    /// Whether it runs, and no round is left to be paired.
    pub is_played_out: bool,
}

impl Figures {
    /// Computes them for a user who plays as `me`, or not at all.
    #[must_use]
    pub fn of(tournament: &Tournament, me: Option<PlayerId>) -> Self {
        let (regulations, state) = (tournament.regulations(), tournament.state());
        let teams = if regulations.system.is_of_teams() {
            teams(state).into_iter().zip(team_points(regulations, state)).collect()
        } else {
            Vec::new()
        };
        let bracket = if let System::KnockOut(rules) = regulations.system {
            bracket(rules, regulations.points, state)
        } else {
            Vec::new()
        };
        let names: Vec<String> = state.players.iter().map(|player| shown_name(&player.entry.name)).collect();
        let counts = tournament.counts();
        Self {
            standings: standings(regulations, state),
            sheets: sheets(regulations, state),
            undoable: vec![OnceLock::new(); tournament.records().len()],
            distinctions: distinctions(regulations.system, &state.players, &names),
            names,
            teams,
            bracket,
            permits: Permits::of(tournament, me),
            least_games: if let System::Arena(rules) = regulations.system {
                rules.min_games.into()
            } else {
                0
            },
            ruling: me.and_then(|me| ruling(tournament, &counts, me)),
            counts,
        }
    }

    /// The line of a player in the standings.
    #[must_use]
    pub fn row(&self, player: PlayerId) -> Option<&Row> {
        self.standings.iter().find(|row| row.player == player)
    }

    /// The line above that of a player in the standings.
    #[must_use]
    pub fn row_above(&self, player: PlayerId) -> Option<&Row> {
        let at = self.standings.iter().position(|row| row.player == player)?;
        self.standings.get(at.checked_sub(1)?)
    }

    /// Whether an event of this tournament can be undone, and why not; `None` if it does not count. Of one before the last
    /// [`UNDO_CHECKED`] it is not known: the organiser may ask, and the server says why not.
    pub(super) fn check_undo(&self, tournament: &Tournament, number: u32) -> Option<Result<(), Refusal>> {
        let at = usize::try_from(number).ok()?;
        let known = self.undoable.get(at).filter(|_| self.counts.get(at).is_some_and(|counts| *counts))?;
        let is_late = self.undoable.len().saturating_sub(at) <= UNDO_CHECKED;
        Some(if is_late { *known.get_or_init(|| tournament.check_undo(number)) } else { Ok(()) })
    }

    /// The last result of the user that an organiser replaced, as the event of this number or a later one.
    #[must_use]
    pub fn ruling_since(&self, number: usize) -> Option<&Ruling> {
        self.ruling.as_ref().filter(|(at, _)| *at >= number).map(|(_, ruling)| ruling)
    }

    /// How many games of a player count, with one that runs.
    #[must_use]
    pub fn games(&self, player: PlayerId) -> u64 {
        let lines = self.sheet(player).map_or(&[][..], |sheet| &sheet.lines);
        lines.iter().filter(|line| line.score != Score::Void).count() as u64
    }

    /// How many games a player needs for a place in an arena, if they have played fewer.
    #[must_use]
    pub fn needed(&self, player: PlayerId) -> Option<u64> {
        Some(self.least_games).filter(|least| self.games(player) < *least)
    }

    /// The place of a row of the standings, unless its player has too few games for one.
    #[must_use]
    pub fn place(&self, row: &Row) -> Option<u16> {
        self.needed(row.player).is_none().then_some(row.place)
    }

    /// The rounds of a player.
    #[must_use]
    pub fn sheet(&self, player: PlayerId) -> Option<&Sheet> {
        sheet_of(&self.sheets, player)
    }
}

/// The last replaced result of a player, which counts, and its number. A round that was annulled since had other boards.
fn ruling(tournament: &Tournament, counts: &[bool], me: PlayerId) -> Option<(usize, Ruling)> {
    let (regulations, state) = (tournament.regulations(), tournament.state());
    let (points, system) = (regulations.points, regulations.system);
    let counting = tournament.records().iter().zip(counts).enumerate().rev().filter(|(_, (_, it))| **it);
    let mut annulled = BTreeSet::new();
    counting.map(|(number, (record, _))| (number, &record.event)).find_map(|(number, event)| {
        if let Event::Annulled { round, .. } = event {
            annulled.insert(*round);
        }
        let Event::Corrected { board, outcome, why } = event else { return None };
        let is_own = state.board(*board).is_some_and(|it| it.side_of(me).is_some());
        let ruling = || Ruling { system, board: *board, outcome: *outcome, points, why: why.clone() };
        (is_own && !annulled.contains(&board.round)).then(|| (number, ruling()))
    })
}

impl Permits {
    fn of(tournament: &Tournament, me: Option<PlayerId>) -> Self {
        let (regulations, state) = (tournament.regulations(), tournament.state());
        let is_entry = state.phase == Phase::Entry;
        let refused = |event: Event| tournament.check(event).err();
        let may = |event: Event| refused(event).is_none();
        let of_me = |event: fn(PlayerId) -> Event| me.is_some_and(|me| may(event(me)));
        // a name that nobody has
        let newcomer = Entry { name: "\u{1}".to_owned(), ..Entry::default() };
        let enter = if is_entry { Event::Entered } else { Event::EnteredLate };
        let is_open = may(enter(newcomer));
        let needs_organiser = me.is_some_and(|me| tournament.needs_organiser(me));
        let presence = me.and_then(|me| state.player(me)).map(|player| player.presence);
        // with another club, if the first was wrong
        let enters_again = is_entry && presence == Some(Presence::Withdrawn) && !needs_organiser;
        Self {
            enter: is_open && (me.is_none() || enters_again),
            check_in: regulations.check_in && of_me(Event::CheckedIn),
            withdraw: of_me(Event::Withdrew),
            come_back: !needs_organiser && of_me(Event::Returned),
            begin: refused(Event::Started { seed: 0 }),
            end: may(Event::Ended),
            is_played_out: state.phase == Phase::Running && is_played_out(tournament),
        }
    }
}

/// Whether a running evening has no round left to be paired once its games are over.
fn is_played_out(tournament: &Tournament) -> bool {
    match tournament.regulations().system {
        System::KnockOut(_) | System::TeamMatch(_) => matches!(
            next_pairing(tournament),
            Err(NoPairing::Decided | NoPairing::NotNow(Refusal::NoRoundLeft(_)))
        ),
        // these have a number of rounds, which is known without a pairing
        System::Swiss(_) | System::RoundRobin(_) | System::Arena(_) => {
            let none = Pairing { boards: Vec::new(), bye: None };
            matches!(tournament.check(Event::Paired(none)), Err(Refusal::NoRoundLeft(_)))
        }
    }
}

/// What tells players from others of the same name, as their names are shown. In a match of teams everyone has the team.
fn distinctions(system: System, players: &[Player], names: &[String]) -> Vec<Distinction> {
    let (shared, is_match) = (namesakes(names.iter().map(String::as_str)), system.is_of_teams());
    let distinction = |(player, is_shared): (&Player, bool)| match player.entry.club.as_deref() {
        Some(club) if is_shared || is_match => Distinction::Club(shown_name(club)),
        None if is_shared => Distinction::NoClub,
        Some(_) | None => Distinction::Needless,
    };
    players.iter().zip(shared).map(distinction).collect()
}

/// A reason or an objection as it is shown: nothing in it turns or hides what stands beside it.
#[must_use]
pub fn shown_words(words: &str) -> String {
    text::visible(words)
}

/// A name, a club or a title as it is shown, see [`shown_words`]; not longer than a line.
#[must_use]
pub fn shown_name(text: &str) -> String {
    text::visible(text).chars().take(SHOWN_CHARS).collect()
}
