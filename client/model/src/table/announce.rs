//! The notices that events of every game give to a player.

use crate::notices::notice::{Notice, OpponentChange};
use chuhe_protocol::{Event, OfferEnd};
use chuhe_rules::Color;

/// The notice that an event gives to the player of this side. The board adds notices of its own.
pub(super) fn notice_of(event: &Event, me: Color) -> Option<Notice> {
    let by_opponent = |color: &Color| *color == me.opponent();
    let of_opponent = |color: &Color, change| by_opponent(color).then_some(Notice::Opponent(change));
    if let Event::OfferClosed { by, kind, how } = event {
        match how {
            OfferEnd::Declined => (!by_opponent(by)).then_some(Notice::OfferDeclined(*kind)),
            OfferEnd::Withdrawn => by_opponent(by).then_some(Notice::OfferWithdrawn(*kind)),
        }
    } else if let Event::WentAway { color, .. } = event {
        of_opponent(color, OpponentChange::Away)
    } else if let Event::FellAsleep { color, .. } = event {
        of_opponent(color, OpponentChange::Asleep)
    } else if let Event::CameBack { color } = event {
        of_opponent(color, OpponentChange::Back)
    } else if let Event::Left { color } = event {
        of_opponent(color, OpponentChange::Left)
    } else {
        matches!(event, Event::TakenBack { .. }).then_some(Notice::TakenBack)
    }
}
