//! Moves that the user types instead of pointing at the board.

use super::model::Table;
use super::play::Play;
use crate::core::move_reader;
use crate::core::notice::Notice;
use chuhe_rules::GameMove;

impl Table {
    /// Reads a move of the side to move, in any notation.
    ///
    /// # Errors
    /// The notice that says why the text is not a legal move of the user now.
    pub(crate) fn read_move(&self, text: &str) -> Result<GameMove, Notice> {
        if !self.is_my_turn() {
            let play = self.game.play();
            return Err(Notice::Illegal(if self.game.is_over() {
                play.game_over()
            } else {
                play.not_your_turn()
            }));
        }
        match self.game.play() {
            Play::Xiangqi(play) => move_reader::xiangqi(play.game().position(), text).map(GameMove::Xiangqi),
            Play::Luzhanqi(play) => match play.history().view().position() {
                Some(view) => move_reader::luzhanqi(view, text).map(GameMove::Luzhanqi),
                None => Err(Notice::Illegal(self.game.play().not_your_turn())),
            },
        }
    }

    /// The legal moves of the side to move that begin like `text`; none where it is not the user's.
    pub(crate) fn moves_beginning_with(&self, text: &str) -> Vec<GameMove> {
        if !self.is_my_turn() {
            return Vec::new();
        }
        match self.game.play() {
            Play::Xiangqi(play) => {
                let moves = move_reader::xiangqi_beginning_with(play.game().position(), text);
                moves.into_iter().map(GameMove::Xiangqi).collect()
            }
            Play::Luzhanqi(play) => {
                let view = play.history().view().position();
                let moves = view.map(|view| move_reader::luzhanqi_beginning_with(view, text));
                moves.unwrap_or_default().into_iter().map(GameMove::Luzhanqi).collect()
            }
        }
    }
}
