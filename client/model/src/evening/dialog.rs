//! The questions that an evening asks before something that is hard to take back, and the reasons that players may read.

use super::entries::EntriesForm;
use super::pairing_form::PairingForm;
pub use super::sending::Sending;
use super::sending::within;
use chuhe_protocol::{EveningCode, EveningCommand, EveningRequest, PlayerId as Account, PlayerName, limits};
use chuhe_rules::Color;
use chuhe_tournaments::{BoardId, Concession, Event, MAX_TEXT, Outcome, PlayerId, Record};

/// A question or form over an evening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EveningDialog {
    /// Whether to do something, and perhaps why.
    Question(Question),
    /// The lines of players at wooden boards.
    Entries(EntriesForm),
    /// The players of a round.
    Pairing(PairingForm),
}

/// Whether to do something, and perhaps why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// What.
    pub about: About,
    /// The reason, or the objection.
    pub words: String,
    /// What became of it.
    pub sending: Sending,
}

/// What is asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum About {
    /// Whether the user, who plays as this one, leaves for good.
    Leave(PlayerId),
    /// Whether a player leaves for good.
    Withdraw(PlayerId),
    /// The objection to a result.
    Object(BoardId),
    /// Whether a game that the server runs ends with a result.
    Decide(BoardId, Outcome),
    /// Whether a player has committed a foul.
    Foul(BoardId, Color),
    /// Whether a player becomes an organiser too.
    Appoint(Account, PlayerName),
    /// Why a result is replaced.
    Correct(BoardId, Outcome),
    /// Why an event is undone.
    Undo(u32),
    /// Why the last round counts for nothing.
    Annul(u16),
    /// Why a rule is given up.
    Concede(Concession),
    /// Whether the evening ends.
    End,
    /// Whether the evening is cancelled before its start.
    Cancel,
}

impl EveningDialog {
    /// Whether these records do what was asked for.
    pub(super) fn is_done_by(&self, records: &[Record]) -> bool {
        match self {
            Self::Question(question) => question.is_done_by(records),
            // it drops the lines of those who are entered, see `Evening::fold`
            Self::Entries(_) => false,
            Self::Pairing(form) => form.is_done_by(records),
        }
    }
}

impl About {
    /// Whether it needs words: a reason, or an objection.
    #[must_use]
    pub const fn needs_words(&self) -> bool {
        matches!(
            self,
            Self::Object(_) | Self::Correct(..) | Self::Undo(_) | Self::Annul(_) | Self::Concede(_)
        )
    }
}

/// The event that ends a board which has no result.
#[must_use]
pub const fn ending(board: BoardId, outcome: Outcome) -> Event {
    match outcome {
        Outcome::Won(winner) => Event::Finished { board, winner: Some(winner) },
        Outcome::Drawn => Event::Finished { board, winner: None },
        Outcome::Forfeited(absent) => Event::Forfeited { board, absent },
    }
}

impl Question {
    /// A question.
    #[must_use]
    pub const fn new(about: About) -> Self {
        Self { about, words: String::new(), sending: Sending::Writing }
    }

    /// Changes the words, as far as there may be so many.
    pub fn edit(&mut self, text: &str) {
        self.words = if matches!(self.about, About::Object(_)) {
            text.chars().take(limits::OBJECTION_CHARS).collect()
        } else {
            within(text, MAX_TEXT).to_owned()
        };
        self.sending = Sending::Writing;
    }

    /// Whether it can be done: nothing is missing, and it was not asked for yet.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        (!self.about.needs_words() || !self.words.trim().is_empty()) && !self.sending.is_asked()
    }

    /// The request that does it.
    #[must_use]
    pub fn request(&self, code: EveningCode) -> EveningRequest {
        if let About::Object(board) = self.about {
            return EveningRequest::Object { code, board, words: self.words.trim().to_owned() };
        }
        let command = if let About::Appoint(player, _) = self.about {
            Some(EveningCommand::Appoint { player })
        } else if self.about == About::Cancel {
            Some(EveningCommand::Cancel)
        } else {
            self.event().map(EveningCommand::Record)
        };
        match command {
            Some(command) => EveningRequest::Organise { code, command },
            None => EveningRequest::Withdraw { code },
        }
    }

    /// The event that an organiser records.
    fn event(&self) -> Option<Event> {
        let why = self.words.trim().to_owned();
        Some(match self.about {
            About::Leave(_) => return None,
            About::Object(_) => return None,
            About::Cancel => return None,
            About::Appoint(..) => return None,
            About::Withdraw(player) => Event::Withdrew(player),
            About::Decide(board, outcome) => ending(board, outcome),
            About::Foul(board, side) => Event::Fouled { board, side },
            About::Correct(board, outcome) => Event::Corrected { board, outcome, why },
            About::Undo(event) => Event::Undone { event, why },
            About::Annul(round) => Event::Annulled { round, why },
            About::Concede(rule) => Event::Conceded { rule, why },
            About::End => Event::Ended,
        })
    }

    /// The board to whose result the user objects.
    #[must_use]
    pub const fn objected(&self) -> Option<BoardId> {
        if let About::Object(board) = self.about { Some(board) } else { None }
    }

    /// Whether it asks to make somebody an organiser who is one of these.
    pub(super) fn is_appointed(&self, organisers: &[PlayerName]) -> bool {
        matches!(&self.about, About::Appoint(_, name) if organisers.contains(name))
    }

    /// Whether these records do what was asked for.
    pub(super) fn is_done_by(&self, records: &[Record]) -> bool {
        let wanted =
            if let About::Leave(player) = self.about { Some(Event::Withdrew(player)) } else { self.event() };
        wanted.is_some_and(|wanted| records.iter().any(|record| record.event == wanted))
    }
}
