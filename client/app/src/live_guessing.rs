//! Guessing the moves of a game while it is watched.

use crate::screen::Screen;
use crate::sessions::Sessions;
use crate::visit::Visit;
use chuhe_model::analysis::AsksEngine;
use chuhe_model::guessing::LiveGuessing;
use chuhe_model::table::{Table, Viewpoint};

/// Whether the user may guess the moves of the game at this table: of xiangqi that they watch, with a next move. In luzhanqi
/// pieces are hidden.
#[must_use]
pub fn may_guess(visit: &Visit, table: &Table) -> bool {
    let game = table.game();
    let is_watched = visit.watch.game.is_some_and(|watch| watch.game == game.id());
    is_watched && game.viewpoint() == Viewpoint::Spectator && game.xiangqi().is_some() && !game.is_over()
}

/// The guesses of the moves of the game on the screen.
#[must_use]
pub fn guesses<'a>(visit: &'a Visit, table: &Table) -> Option<&'a LiveGuessing> {
    visit.watch.guessing.as_deref().filter(|it| it.id() == table.game().id())
}

/// The table on the screen with the guesses of its moves, while it shows the position whose next move is guessed.
pub(crate) fn shown(sessions: &Sessions, screen: Screen) -> Option<(&Table, &LiveGuessing)> {
    let visit = sessions.visit().filter(|_| screen == Screen::Table)?;
    let table = visit.table().filter(|table| table.interaction.review().is_none())?;
    Some((table, guesses(visit, table)?))
}

/// The same guesses, to change them.
pub(crate) fn shown_mut(sessions: &mut Sessions, screen: Screen) -> Option<&mut LiveGuessing> {
    shown(sessions, screen)?;
    sessions.server.visit.as_mut()?.watch.guessing.as_deref_mut()
}

/// Begins to guess, or guesses no more.
#[inline(never)]
pub(crate) fn toggle(sessions: &mut Sessions) {
    let Some(visit) = sessions.server.visit.as_mut() else { return };
    if visit.watch.guessing.take().is_some() {
        return;
    }
    let table = visit.table().filter(|table| may_guess(visit, table));
    let begun = table.and_then(|table| Some(LiveGuessing::new(table.game().id(), table.game().xiangqi()?)));
    visit.watch.guessing = begun.map(Box::new);
}

/// Follows the watched game; ends the guesses with its table.
#[inline(never)]
pub(crate) fn follow(sessions: &mut Sessions) {
    let Some(visit) = sessions.server.visit.as_mut() else { return };
    let Some(mut guessing) = visit.watch.guessing.take() else { return };
    let table = visit.tables.at(guessing.id()).filter(|it| it.game().viewpoint() == Viewpoint::Spectator);
    visit.watch.guessing = table.and_then(|table| {
        guessing.follow(table.game().xiangqi()?, table.game().is_over());
        Some(guessing)
    });
}

/// The guesses, which ask the engine what they are worth.
pub(crate) fn asking(sessions: &mut Sessions) -> Option<&mut dyn AsksEngine> {
    let guessing = sessions.server.visit.as_mut()?.watch.guessing.as_deref_mut()?;
    Some(guessing)
}
