//! The tournaments of a server: what is asked of it, and what it says.

use super::Session;
use chuhe_model::evening::News;
use chuhe_model::notices::denied::Denied;
use chuhe_model::notices::evening_notice::EveningNotice;
use chuhe_model::notices::notice::Notice;
use chuhe_protocol::{EveningMessage, EveningRequest};
use chuhe_rules::clock::Timestamp;

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
}
