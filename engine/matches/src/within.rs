//! One game between players within the program.

use chuhe_rules::Color;
use chuhe_rules::xiangqi::{Game, Move};

/// A move, with what the side to move expects of it in centipawns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// The score of the side that moves.
    pub score: i32,
}

/// Plays a game to its end and returns the winner.
///
/// `choose` makes the move of a side; without one the game is drawn, as it is after so many plies.
/// `judge` gets each score from red's view before the move is played, and may end the game with a
/// winner or a draw.
pub fn play(
    mut game: Game,
    max_plies: usize,
    mut choose: impl FnMut(Color, &Game) -> Option<Choice>,
    mut judge: impl FnMut(i32) -> Option<Option<Color>>,
) -> Option<Color> {
    loop {
        if let Some(outcome) = game.outcome() {
            return outcome.winner();
        }
        if game.ply() >= max_plies {
            return None;
        }
        let side = game.turn()?;
        let Choice { mv, score } = choose(side, &game)?;
        if let Some(winner) = judge(if side == Color::Red { score } else { -score }) {
            return winner;
        }
        game.play(side, mv).ok()?;
    }
}
