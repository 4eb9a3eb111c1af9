//! Long games of xiangqi that no rule ends.

use chuhe_rules::xiangqi::{Game, Move, Position, Rules};

/// Plies without a capture after which a capture is played as soon as there is one.
///
/// The natural limit is 120.
const CAPTURE_AFTER: u16 = 90;

/// Generates `plies` legal plies after `opening`, as text. No position stands twice.
pub(crate) fn long_game(opening: &[&str], plies: usize) -> Vec<String> {
    let mut game = Game::new(Position::start(), Rules::default());
    for mv in opening {
        let by = game.position().side_to_move();
        game.play(by, mv.parse().expect("a move")).expect("a legal opening");
    }
    let mut random = 1_u64;
    for ply in 0..plies {
        let position = game.position();
        let captures_now = position.halfmove_clock() >= CAPTURE_AFTER;
        let mut moves: Vec<Move> = position.legal_moves().to_vec();
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let start = (random >> 33) as usize % moves.len();
        moves.rotate_left(start);
        moves.sort_by_key(|mv| position.piece_at(mv.to).is_some() != captures_now);
        let mut games = moves.into_iter().map(|mv| {
            let mut after = game.clone();
            after.play(game.position().side_to_move(), mv).expect("a legal move");
            after
        });
        let next = games.find(|after| after.outcome().is_none() && after.warning().is_none());
        game = next.unwrap_or_else(|| panic!("a move goes on after ply {ply}"));
    }
    game.moves()[opening.len()..].iter().map(Move::to_string).collect()
}
