//! The games of a tournament whose boards are shown side by side.

use crate::desk::Desk;
use crate::screen::Screen;
use crate::sessions::Sessions;
use chuhe_model::evening::{Place, leading};
use chuhe_protocol::GameId;

/// The games whose boards are on the screen.
#[inline(never)]
pub(crate) fn shown(sessions: &Sessions, desk: &Desk, screen: Screen) -> Vec<GameId> {
    let evenings = &sessions.server.evenings;
    let is_shown = screen == Screen::Evenings && evenings.place() == Place::Evening;
    let evening = evenings.evening().filter(|evening| is_shown && evening.is_complete());
    evening.map_or_else(Vec::new, |evening| leading::games(evening, &desk.area(desk.size)))
}
