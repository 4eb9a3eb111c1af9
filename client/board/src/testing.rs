//! Games for tests of this crate and of those above it.

#![allow(clippy::unwrap_used, reason = "what fails here is a test")]

use chuhe_rules::luzhanqi::{BoardKind, EventView, Formation, Game, Options};
use chuhe_rules::{Color, Viewer};

/// The formation of red.
const RED: &str = "luzhanqi layout 1\nMGDDB\nB.R.R\nTT.CC\nC.P.P\nPLXLX\nEFLEE\n";
/// The formation of black.
const BLACK: &str = "luzhanqi layout 1\nCGPDB\nB.R.R\nTT.CM\nC.D.P\nELXLX\nPFLEE\n";

/// What this viewer sees of a game of luzhanqi with these moves, on the classic board; `close` shows what was
/// hidden.
pub fn seen_by(moves: &[&str], viewer: Viewer, close: bool) -> Vec<EventView> {
    let mut game = Game::new(BoardKind::Classic, Options::default());
    let mut seen = Vec::new();
    for (color, text) in [(Color::Red, RED), (Color::Black, BLACK)] {
        seen.push(game.place(color, Formation::from_text(text).unwrap()).unwrap().seen_by(viewer));
        seen.push(game.confirm(color).unwrap().seen_by(viewer));
    }
    for mv in moves {
        let by = game.turn().unwrap();
        seen.push(game.play(by, mv.parse().unwrap()).unwrap().event.seen_by(viewer));
    }
    if close {
        seen.extend(game.close().map(|event| event.seen_by(viewer)));
    }
    seen
}
