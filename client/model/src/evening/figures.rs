//! What follows from the journal of an evening, computed once a change.

use chuhe_protocol::text;
use chuhe_rules::clock::Timestamp;
use chuhe_tournaments::{
    Entry, Event, Match, NoPairing, Pairing, Phase, Player, PlayerId, Record, Refusal, Row, Sheet, System,
    Team, Tournament, bracket, namesakes, next_pairing, sheet_of, sheets, standings, team_points, teams,
};
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
    /// Whether an organiser can begin the evening; the error says why not.
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
        let teams = if matches!(regulations.system, System::TeamMatch(_)) {
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
        Self {
            standings: standings(regulations, state),
            sheets: sheets(regulations, state),
            undoable: vec![OnceLock::new(); tournament.records().len()],
            counts: tournament.counts(),
            distinctions: distinctions(&state.players, &names),
            names,
            teams,
            bracket,
            permits: Permits::of(tournament, me),
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

    /// The rounds of a player.
    #[must_use]
    pub fn sheet(&self, player: PlayerId) -> Option<&Sheet> {
        sheet_of(&self.sheets, player)
    }
}

impl Permits {
    fn of(tournament: &Tournament, me: Option<PlayerId>) -> Self {
        let regulations = tournament.regulations();
        let refused = |event: Event| trial(tournament, event).err();
        let may = |event: Event| refused(event).is_none();
        let of_me = |event: fn(PlayerId) -> Event| me.is_some_and(|me| may(event(me)));
        // a name that nobody has
        let newcomer = Entry { name: "\u{1}".to_owned(), ..Entry::default() };
        let enters =
            me.is_none() && (may(Event::Entered(newcomer.clone())) || may(Event::EnteredLate(newcomer)));
        // who is out for absences needs the organiser
        let is_out = me.is_some_and(|me| tournament.state().is_out(regulations, me));
        Self {
            enter: enters,
            check_in: regulations.check_in && of_me(Event::CheckedIn),
            withdraw: of_me(Event::Withdrew),
            come_back: !is_out && of_me(Event::Returned),
            begin: refused(Event::Started { seed: 0 }),
            end: may(Event::Ended),
            is_played_out: tournament.state().phase == Phase::Running && is_played_out(tournament),
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
            matches!(trial(tournament, Event::Paired(none)), Err(Refusal::NoRoundLeft(_)))
        }
    }
}

/// What tells players from others of the same name, as their names are shown.
fn distinctions(players: &[Player], names: &[String]) -> Vec<Distinction> {
    let shared = namesakes(names.iter().map(String::as_str));
    let distinction = |(player, is_shared): (&Player, bool)| match player.entry.club.as_deref() {
        Some(club) if is_shared => Distinction::Club(shown_name(club)),
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

/// Whether the tournament takes an event; the error says why not.
pub(super) fn trial(tournament: &Tournament, event: Event) -> Result<(), Refusal> {
    let at = Timestamp::from_ms(0);
    tournament.clone().record(Record { at, by: 0, event })
}
