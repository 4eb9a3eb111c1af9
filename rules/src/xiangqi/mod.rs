//! Xiangqi (象棋): pieces, positions, legal moves, FEN and games.
//!
//! A [`Position`] is always legal and generates its legal moves. A [`Game`] records the moves
//! played from a start position, and ends by the rules of its [`RuleSet`]; [`arbiter`] rules on
//! repetitions.

pub mod arbiter;
pub mod attacks;
mod bitboard;
mod board;
mod checks;
mod fen;
mod game;
mod illegal;
mod movegen;
mod moves;
pub mod openings;
mod perft;
mod piece;
mod position;
mod repetition;
mod rule_set;
mod square;
mod validate;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use board::Board;
pub use checks::Checks;
pub use fen::FenError;
pub use game::{Game, Played};
pub use illegal::IllegalMove;
pub use movegen::MoveList;
pub use moves::Move;
pub use perft::perft;
pub use piece::{Piece, PieceKind};
pub use position::{Position, Undo};
pub use repetition::History;
pub use rule_set::{ParseRuleSetError, RuleSet, Rules};
pub use square::{ParseSquareError, Square};
