//! Random formations and games from a seeded generator, identical in every run.

pub(crate) use crate::generator::Random;
use chuhe_rules::luzhanqi::{BoardKind, Formation, Game, Move, Options, PIECES, Position, Strength};
use chuhe_rules::{Color, PerColor};

impl Random {
    pub(crate) fn formation(&mut self) -> Formation {
        Formation::random(|n| self.below(n as usize) as u32)
    }

    pub(crate) fn formations(&mut self) -> PerColor<Formation> {
        PerColor::from_fn(|_| self.formation())
    }

    /// 25 random strengths, which usually are not a full set.
    pub(crate) fn heap(&mut self) -> [Strength; PIECES] {
        std::array::from_fn(|_| Strength::ALL[self.below(12)])
    }

    /// A legal move, half of the time one with a battle if there is any.
    pub(crate) fn choose_move(&mut self, position: &Position) -> Move {
        let mut moves = position.legal_moves();
        if self.below(2) == 0 {
            let battles = moves.iter().copied().filter(|mv| position.piece_at(mv.to).is_some());
            let battles: Vec<Move> = battles.collect();
            if !battles.is_empty() {
                moves = battles;
            }
        }
        moves[self.below(moves.len())]
    }

    /// A position reached by random play.
    pub(crate) fn position(&mut self, board: BoardKind) -> Position {
        let mut position = Position::start(board, &self.formations());
        for _ in 0..self.below(250) {
            let mut after = position.clone();
            let mv = self.choose_move(&after);
            after.play(mv, Options::default().mine).unwrap();
            if after.ending(&Options::default()).is_some() {
                break;
            }
            position = after;
        }
        position
    }
}

/// A game in which both players have confirmed these formations.
pub(crate) fn begun(board: BoardKind, options: Options, formations: &PerColor<Formation>) -> Game {
    let mut game = Game::new(board, options);
    for color in Color::ALL {
        game.place(color, formations[color]).unwrap();
        game.confirm(color).unwrap();
    }
    game
}
