//! What of a game's events is told in passing.

use super::Table;
use crate::core::notice::Notice;
use crate::core::outbox::Outbox;
use chuhe_protocol::{Event, OfferEnd};
use chuhe_rules::Color;
use chuhe_rules::luzhanqi::Seen;

impl Table {
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
            Event::Played { by, .. } if by_opponent(*by) && self.in_check() => out.notice(Notice::InCheck),
            Event::WentAway { color, .. } if by_opponent(*color) => out.notice(Notice::OpponentAway),
            Event::CameBack { color } if by_opponent(*color) => out.notice(Notice::OpponentBack),
            Event::Left { color } if by_opponent(*color) => out.notice(Notice::OpponentLeft),
            Event::Started(_)
            | Event::Played { .. }
            | Event::Offered { .. }
            | Event::OfferClosed { .. }
            | Event::WentAway { .. }
            | Event::CameBack { .. }
            | Event::Ended { .. }
            | Event::Left { .. }
            | Event::Interrupted { .. }
            | Event::Luzhanqi { .. } => {}
        }
    }

    fn in_check(&self) -> bool {
        self.game.xiangqi().is_some_and(|game| game.position().in_check() && game.outcome().is_none())
    }

    pub(super) fn is_draw_near(&self) -> bool {
        self.game.luzhanqi().is_some_and(|history| history.view().is_draw_near())
    }

    /// Tells in passing what was seen of a game of luzhanqi; `near` is whether a draw was near before.
    pub(super) fn announce_seen(&self, seen: &Seen, near: bool, out: &mut Outbox) {
        let Some(history) = self.game.luzhanqi() else { return };
        let view = history.view();
        match seen {
            Seen::Confirmed { by } if Some(by.opponent()) == self.seat() && !history.has_begun() => {
                out.notice(Notice::OpponentReady);
            }
            Seen::Confirmed { .. } if history.has_begun() => out.notice(Notice::PlayBegins),
            Seen::Withdrew { by } if Some(by.opponent()) == self.seat() => {
                out.notice(Notice::OpponentWithdrew);
            }
            Seen::Passed { by } => out.notice(Notice::TurnPassed {
                mine: self.seat() == Some(*by),
                by: *by,
                passes: view.passes(*by),
                of: view.options().passes_to_lose,
            }),
            Seen::Moved { flags_shown, .. } => {
                let shown = |color: &Color| flags_shown[*color].is_some();
                match Color::ALL.into_iter().filter(shown).collect::<Vec<_>>()[..] {
                    [] if !near && self.is_draw_near() => {
                        out.notice(Notice::DrawNear { steps: view.steps_to_draw() });
                    }
                    [] => {}
                    [color] => out.notice(Notice::FlagShown { mine: self.seat() == Some(color), of: color }),
                    [..] => out.notice(Notice::FlagsShown),
                }
            }
            Seen::Withheld
            | Seen::Placed { .. }
            | Seen::Confirmed { .. }
            | Seen::Withdrew { .. }
            | Seen::Revealed(_) => {}
        }
    }
}
