//! The journal of an evening, as it is read: what happened, who said so, and whether it counts.

use super::one::Evening;
use chuhe_protocol::{PlayerId as Account, PlayerName};
use chuhe_tournaments::{Event, PlayerId, Record, Refusal};

/// Who said that something happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Author<'a> {
    /// The server.
    Server,
    /// A player of the evening.
    Player(PlayerId),
    /// The organiser of this name.
    Organiser(&'a PlayerName),
    /// One of several organisers, by their account: the evening says the names, and not whose each is.
    SomeOrganiser(Account),
}

/// An event of the journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogLine<'a> {
    /// Its number, from 0, by which it can be undone.
    pub number: u32,
    /// The event, and when it happened.
    pub record: &'a Record,
    /// Who said so.
    pub author: Author<'a>,
    /// Whether it counts, and was not undone.
    pub counts: bool,
}

impl LogLine<'_> {
    /// Whether the event is one that a player does, and this is the player: who entered has the account of the author.
    #[must_use]
    pub fn is_about(&self, player: PlayerId) -> bool {
        let event = &self.record.event;
        if let Some(entry) = event.entry() {
            return entry.account == Some(self.record.by);
        }
        let does = [Event::CheckedIn(player), Event::Withdrew(player), Event::Returned(player)];
        does.contains(event)
    }
}

impl Evening {
    /// The journal, the latest event first.
    pub fn log(&self) -> impl DoubleEndedIterator<Item = LogLine<'_>> + ExactSizeIterator {
        let records = self.tournament().records().iter().enumerate().rev();
        records.map(|(at, record)| self.line(at, record))
    }

    /// An event of the journal by its number.
    #[must_use]
    pub fn log_line(&self, number: u32) -> Option<LogLine<'_>> {
        let at = usize::try_from(number).ok()?;
        self.tournament().records().get(at).map(|record| self.line(at, record))
    }

    fn line<'a>(&'a self, at: usize, record: &'a Record) -> LogLine<'a> {
        LogLine {
            number: u32::try_from(at).unwrap_or(u32::MAX),
            record,
            author: self.author(record),
            counts: self.figures().counts.get(at).copied().unwrap_or(true),
        }
    }

    /// Who said that something happened.
    fn author(&self, record: &Record) -> Author<'_> {
        if record.by == 0 {
            return Author::Server;
        }
        let state = self.tournament().state();
        let has_account =
            |id: &PlayerId| state.player(*id).is_some_and(|player| player.entry.account == Some(record.by));
        match (state.ids().find(has_account), self.organisers()) {
            (Some(player), _) => Author::Player(player),
            (None, [organiser]) => Author::Organiser(organiser),
            (None, _) => Author::SomeOrganiser(Account(record.by)),
        }
    }

    /// Whether the user may undo an event, and why not: something later needs it, which is checked of the latest events
    /// only. `None` if they do not organise the evening, or it does not count.
    #[must_use]
    pub fn undo_permit(&self, number: u32) -> Option<Result<(), Refusal>> {
        self.part().organises.then(|| self.figures().check_undo(self.tournament(), number))?
    }
}
