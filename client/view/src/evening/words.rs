//! The words for players, results and times of an evening.

use crate::Model;
use chuhe_model::choices::date;
use chuhe_model::evening::Evening;
use chuhe_model::evening::figures::Figures;
use chuhe_protocol::ComputerName;
use chuhe_rules::clock::Timestamp;
use chuhe_texts::{EveningText, Text, minutes_and_seconds};
use chuhe_tournaments::{Breakdown, Outcome, PlayerId, State, System, TieBreak, Tournament};

/// The most names in one sentence.
const MOST_NAMES: usize = 8;

/// What names the players of a tournament, in the user's language.
#[derive(Clone, Copy)]
pub(super) struct Words<'a> {
    pub(super) text: &'static Text,
    pub(super) evening: &'static EveningText,
    pub(super) tournament: &'a Tournament,
    pub(super) figures: &'a Figures,
}

impl<'a> Words<'a> {
    pub(super) fn of(model: &Model<'_>, evening: &'a Evening) -> Self {
        let (tournament, figures) = (evening.tournament(), evening.figures());
        Self { text: model.text, evening: model.text.evening(), tournament, figures }
    }

    pub(super) fn state(&self) -> &'a State {
        self.tournament.state()
    }

    /// The name of a player; of one who shares it with another, with the club.
    pub(super) fn name(&self, id: PlayerId) -> String {
        let (name, at) = (self.name_alone(id), usize::from(id.0).wrapping_sub(1));
        match self.figures.distinct_clubs.get(at).and_then(Option::as_deref) {
            Some(club) => self.text.aside(&name, club),
            None => name,
        }
    }

    /// The name of a player without the club; that of a computer player is in words, as in the lobby.
    pub(super) fn name_alone(&self, id: PlayerId) -> String {
        let at = usize::from(id.0).wrapping_sub(1);
        let Some(name) = self.figures.names.get(at) else { return format!("#{}", id.0) };
        if is_computer(self.state(), id) { self.text.called(name).into_owned() } else { name.clone() }
    }

    /// The names of several players.
    pub(super) fn names(&self, ids: impl IntoIterator<Item = PlayerId>) -> String {
        ids.into_iter().map(|id| self.name(id)).collect::<Vec<_>>().join(self.text.list_comma)
    }

    /// The names of the first of several players, and how many others there are.
    pub(super) fn some_names(&self, ids: &[PlayerId]) -> String {
        let names = self.names(ids.iter().copied().take(MOST_NAMES));
        let others = ids.len().saturating_sub(MOST_NAMES) as u64;
        if others == 0 { names } else { [names, self.text.and_more(others)].join(self.text.list_comma) }
    }

    /// How a board ended.
    pub(super) fn result(&self, outcome: Outcome) -> String {
        self.evening.result(outcome, self.tournament.regulations().points)
    }
}

/// Whether a player is a computer player of the server.
pub(super) fn is_computer(state: &State, id: PlayerId) -> bool {
    let entry = state.player(id).map(|player| &player.entry);
    entry.is_some_and(|entry| entry.account.is_some() && ComputerName::parse(&entry.name).is_some())
}

/// The name of a system.
pub(super) const fn system(text: &EveningText, system: System) -> &'static str {
    match system {
        System::RoundRobin(_) => text.system_round_robin,
        System::Swiss(_) => text.system_swiss,
        System::KnockOut(_) => text.system_knock_out,
        System::Arena(_) => text.system_arena,
        System::TeamMatch(_) => text.system_team_match,
    }
}

/// The time of day of a moment, in milliseconds since 1970, where the user is.
pub(super) fn clock(model: &Model<'_>, ms: u64) -> String {
    let minute = date::minute(ms, &model.app.desk().environment.time_zone).unwrap_or_default();
    minute.split(' ').nth(1).unwrap_or_default().to_owned()
}

/// How long it is until a time, in minutes and seconds.
pub(super) fn until(model: &Model<'_>, at: Timestamp) -> String {
    minutes_and_seconds(model.seconds_until(at))
}

/// The value of a tie-break as it stands in a column: fouls are not negative there, and halves are fractions.
pub(super) fn value(model: &Model<'_>, it: &Breakdown) -> String {
    let Some(value) = it.value else { return "–".to_owned() };
    match it.tie_break {
        TieBreak::EarlierFinish => clock(model, value.unsigned_abs()),
        TieBreak::Fouls => value.unsigned_abs().to_string(),
        TieBreak::OpponentsScore
        | TieBreak::Cumulative
        | TieBreak::Wins
        | TieBreak::WinsAsSecond
        | TieBreak::GamesAsSecond
        | TieBreak::DirectEncounter
        | TieBreak::SonnebornBerger
        | TieBreak::DropRounds => scaled(value, it.scale),
    }
}

/// A value of which `scale` make one.
pub(super) fn scaled(value: i64, scale: u8) -> String {
    let scale = i64::from(scale.max(1));
    let (whole, rest) = (value.div_euclid(scale), value.rem_euclid(scale));
    match (whole, rest) {
        (whole, 0) => whole.to_string(),
        (0, _) if scale == 2 => "½".to_owned(),
        (whole, _) if scale == 2 => format!("{whole}½"),
        (whole, rest) => format!("{whole} {rest}/{scale}"),
    }
}

impl Words<'_> {
    /// A board with its players.
    pub(super) fn seated(&self, id: chuhe_tournaments::BoardId) -> String {
        let Some(board) = self.state().board(id) else { return self.evening.board_number(id.board) };
        let [red, black] = [board.seats.red, board.seats.black].map(|id| self.name(id));
        self.evening.enter_result(id.board, &red, &black)
    }
}
