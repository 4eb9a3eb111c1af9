//! Tests of xiangqi through the public interface, one module a subject.

mod fen;
mod game;
mod legality;
mod notation;
mod perft;
mod random;
mod refusals;
mod slow;
