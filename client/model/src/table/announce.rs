//! The notices that events of every game give to a player.

use super::model::Table;
use crate::notices::notice::{Notice, OpponentChange};
use crate::notices::outbox::Outbox;
use chuhe_protocol::{Event, OfferEnd};
use chuhe_rules::Color;

impl Table {
    /// Notifies the player of an event. The board adds notices of its own.
    pub(super) fn announce(&self, event: &Event, out: &mut Outbox) {
        let Some(me) = self.seat() else { return };
        let by_opponent = |color: Color| color == me.opponent();
        match event {
            Event::OfferClosed { by, kind, how: OfferEnd::Declined } if !by_opponent(*by) => {
                out.notice(Notice::OfferDeclined(*kind));
            }
            Event::OfferClosed { by, kind, how: OfferEnd::Withdrawn } if by_opponent(*by) => {
                out.notice(Notice::OfferWithdrawn(*kind));
            }
            Event::TakenBack { .. } => out.notice(Notice::TakenBack),
            Event::WentAway { color, .. } if by_opponent(*color) => {
                out.notice(Notice::Opponent(OpponentChange::Away))
            }
            Event::FellAsleep { color, .. } if by_opponent(*color) => {
                out.notice(Notice::Opponent(OpponentChange::Asleep))
            }
            Event::CameBack { color } if by_opponent(*color) => {
                out.notice(Notice::Opponent(OpponentChange::Back))
            }
            Event::Left { color } if by_opponent(*color) => {
                out.notice(Notice::Opponent(OpponentChange::Left))
            }
            Event::Started(_)
            | Event::Played { .. }
            | Event::Offered { .. }
            | Event::OfferClosed { .. }
            | Event::WentAway { .. }
            | Event::FellAsleep { .. }
            | Event::CameBack { .. }
            | Event::Ended { .. }
            | Event::Left { .. }
            | Event::Interrupted { .. }
            | Event::LagMeasured { .. }
            | Event::RepetitionJudged { .. }
            | Event::Luzhanqi { .. } => {}
        }
    }
}
