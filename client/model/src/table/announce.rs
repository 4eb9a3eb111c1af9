//! The notices that events of every game give to a player.

use super::contract::Change;
use crate::notices::notice::{Notice, OpponentChange};
use chuhe_protocol::{Event, OfferEnd};
use chuhe_rules::Color;
use chuhe_rules::offers::Lapsed;

/// The notice that an event gives to the player of this side. The board adds notices of its own.
pub(super) fn notice_of(event: &Event, change: &Change, me: Color) -> Option<Notice> {
    // no event follows for an offer that a move closes
    let lapsed = |lapsed: &Lapsed| match (lapsed.by == me, change.moved == Some(me)) {
        (true, true) => None,
        (true, false) => Some(Notice::OfferDeclined(lapsed.kind)),
        (false, true) => Some(Notice::OfferDeclinedByMove(lapsed.kind)),
        (false, false) => Some(Notice::OfferWithdrawn(lapsed.kind)),
    };
    change.lapsed.iter().find_map(lapsed).or_else(|| notice_of_event(event, me))
}

fn notice_of_event(event: &Event, me: Color) -> Option<Notice> {
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
