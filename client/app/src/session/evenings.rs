//! The tournaments of a server: what is asked of it, and what it says.

use super::Session;
use chuhe_model::evening::computers::Came;
use chuhe_model::evening::{Evenings, News};
use chuhe_model::notices::denied::Denied;
use chuhe_model::notices::evening_notice::EveningNotice;
use chuhe_model::notices::notice::Notice;
use chuhe_protocol::{EveningMessage, EveningRefusal, EveningRequest, PlayerId, Refusal};
use chuhe_rules::clock::Timestamp;
use chuhe_tournaments::Record;

impl Session {
    /// Asks the server; returns the number of the request, and nothing without a connection, which the user is told.
    pub(crate) fn ask_evening(&mut self, request: EveningRequest) -> Option<u32> {
        if !self.link.is_joined() {
            self.out.notice(Notice::Denied(Denied::Offline));
            return None;
        }
        let follows = matches!(request, EveningRequest::Follow { .. });
        let number = self.out.send(request);
        if follows {
            self.evenings.follows(number);
        }
        Some(number)
    }

    /// Follows the tournament again on a new connection.
    pub(super) fn follow_evening_again(&mut self) {
        if let Some(request) = self.evenings.reconnected() {
            let number = self.out.send(request);
            self.evenings.follows(number);
        }
    }

    /// Takes a message about tournaments.
    #[inline(never)]
    pub(super) fn received_evening(&mut self, message: EveningMessage, now: Timestamp) {
        if let EveningMessage::Games { code, games, more } = message {
            return self.with_visit(|visit, _| visit.games.evening.listed(code, games, more));
        }
        let me = self.visit.as_ref().map(|visit| visit.me);
        let players = entered_computers(&self.evenings, me, &message);
        if players > 0 {
            let came = self.evenings.evening_mut().and_then(|it| it.computers.entered(players));
            self.said_computers(came);
        }
        match self.evenings.received(message, now) {
            Some(News::Follow(code)) => {
                let number = self.out.send(EveningRequest::Follow { code });
                self.evenings.follows(number);
            }
            Some(News::Called(call)) => {
                // what happened before the connection was there is on the screen
                let is_news = !self.link.is_catching_up() || call.game.is_none();
                self.out.notices(is_news.then(|| Notice::Evening(call.notice())));
            }
            Some(News::Ruled(ruling)) => self.out.notice(Notice::Evening(EveningNotice::Ruled(ruling))),
            Some(News::Closed(title)) => {
                self.out.notice(Notice::Evening(EveningNotice::Closed { title }));
            }
            Some(News::EnterMore(request)) => {
                let number = self.out.send(*request);
                self.evenings.enters(number);
            }
            None => {}
        }
    }

    /// Takes the refusal of a request for computer players, after which those of others may be all that come.
    pub(super) fn computers_refused(&mut self, request: u32, reason: Refusal) {
        let none_is_free = reason == Refusal::Evening(EveningRefusal::NoComputers);
        let evening = self.evenings.evening_mut();
        let came = evening.and_then(|it| it.computers.refused(request, none_is_free));
        self.said_computers(came);
    }

    fn said_computers(&mut self, came: Option<Came>) {
        let said =
            came.map(|Came { players, is_short }| EveningNotice::ComputersEntered { players, is_short });
        self.out.notices(said.map(Notice::Evening));
    }
}

/// How many computer players these new records enter for whom the user asked: their accounts are not the user's.
fn entered_computers(evenings: &Evenings, me: Option<PlayerId>, message: &EveningMessage) -> usize {
    let EveningMessage::Records { code, first, records } = message else { return 0 };
    let evening = evenings.evening().filter(|it| it.code() == *code && it.is_complete());
    let here = evening.map(|it| it.tournament().records().len());
    // what comes again is no news
    if here.is_none() || here != usize::try_from(*first).ok() {
        return 0;
    }
    let is_asked_for = |record: &&Record| {
        let account = record.event.entry().and_then(|entry| entry.account);
        me.is_some_and(|me| me.0 == record.by) && account.is_some_and(|account| account != record.by)
    };
    records.iter().filter(is_asked_for).count()
}
