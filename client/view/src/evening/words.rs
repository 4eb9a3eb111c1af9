//! The words for players, results and times of an evening.

use crate::Model;
use chuhe_model::choices::date;
use chuhe_model::evening::Evening;
use chuhe_model::evening::figures::Figures;
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;
use chuhe_texts::evening_names::{player_name, player_name_alone};
use chuhe_texts::{EveningText, Text, minutes_and_seconds};
use chuhe_tournaments::{
    Absent, BoardId, Breakdown, Outcome, PlayerId, Refusal, State, System, TieBreak, Tournament,
};

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
        player_name(self.text, self.state(), self.figures, id)
    }

    /// The name of a player without the club.
    pub(super) fn name_alone(&self, id: PlayerId) -> String {
        player_name_alone(self.text, self.state(), self.figures, id)
    }

    /// Why the tournament does not allow something; what an undo would need to be undone first is said.
    pub(super) fn refusal(&self, why: Refusal) -> String {
        let Refusal::StillNeeded { event } = why else { return self.evening.event_refusal(why) };
        let later = usize::try_from(event).unwrap_or(usize::MAX);
        self.evening.undo_needed_by(&self.happened(later, &self.figures.counts))
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

    /// The same for the player of this side, who would read a score as their own: whether they have won comes first.
    pub(super) fn own_result(&self, outcome: Outcome, side: Color) -> String {
        let winner = match outcome {
            Outcome::Won(winner) => Some(winner),
            Outcome::Forfeited(Absent::One(absent)) => Some(absent.opponent()),
            Outcome::Drawn | Outcome::Forfeited(Absent::Both) => None,
        };
        let result = self.result(outcome);
        let Some(winner) = winner else { return result };
        let said = if winner == side { self.text.outcome_you_won } else { self.text.outcome_you_lost };
        self.text.aside(said, &result)
    }
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
    /// The number of a board.
    pub(super) fn number(&self, id: BoardId) -> String {
        self.evening.label(self.tournament.regulations().system, id)
    }

    /// A round, or a pairing of an arena.
    pub(super) fn turn(&self, round: u16) -> String {
        self.evening.turn(self.tournament.regulations().system, round)
    }

    /// A board with its round.
    pub(super) fn place(&self, id: BoardId) -> String {
        self.evening.place(self.tournament.regulations().system, id)
    }

    /// A board by its number.
    pub(super) fn board(&self, id: BoardId) -> String {
        self.evening.board_number(&self.number(id))
    }

    /// A board with its players.
    pub(super) fn seated(&self, id: BoardId) -> String {
        let Some(board) = self.state().board(id) else { return self.board(id) };
        let [red, black] = [board.seats.red, board.seats.black].map(|id| self.name(id));
        self.evening.enter_result(&self.number(id), &red, &black)
    }
}
