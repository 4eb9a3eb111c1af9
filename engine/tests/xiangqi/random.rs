//! Searches of random positions with tiny limits.

use super::{answer, nodes, search};
use chuhe_engine::xiangqi::{Limits, Options, Searcher};
use chuhe_rules::Color;
use chuhe_rules::xiangqi::{Board, Game, Piece, PieceKind, Position, RuleSet, Rules, Square};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

struct Random(ChaCha8Rng);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        (self.0.next_u64() % bound as u64) as usize
    }

    /// A legal position with random pieces and counters.
    fn position(&mut self) -> Position {
        loop {
            let mut board = Board::empty();
            for color in Color::ALL {
                for kind in PieceKind::ALL {
                    let most = kind.count_in_set() as usize;
                    let count = if kind == PieceKind::King { 1 } else { self.below(most + 1) };
                    for _ in 0..count {
                        let square = Square::from_index(self.below(Square::COUNT)).expect("it is below 90");
                        board.set(square, Some(Piece::new(color, kind)));
                    }
                }
            }
            // misplaced pieces are moved to where they may stand, or removed
            for square in Square::all() {
                let Some(piece) = board.piece_at(square) else { continue };
                let rank = if piece.color == Color::Red { square.rank() } else { 9 - square.rank() };
                let file = square.file();
                let fits = match piece.kind {
                    PieceKind::King => (3..=5).contains(&file) && rank <= 2,
                    PieceKind::Advisor => [(3, 0), (5, 0), (4, 1), (3, 2), (5, 2)].contains(&(file, rank)),
                    PieceKind::Elephant => {
                        [(2, 0), (6, 0), (0, 2), (4, 2), (8, 2), (2, 4), (6, 4)].contains(&(file, rank))
                    }
                    PieceKind::Pawn => rank > 4 || rank > 2 && file.is_multiple_of(2),
                    PieceKind::Horse | PieceKind::Rook | PieceKind::Cannon => true,
                };
                if !fits {
                    board.set(square, None);
                }
            }
            for color in Color::ALL {
                if board.pieces(color, PieceKind::King).is_empty() {
                    let rank = if color == Color::Red { self.below(3) } else { 7 + self.below(3) };
                    let square =
                        Square::new(3 + self.below(3) as u8, rank as u8).expect("it is in the palace");
                    board.set(square, Some(Piece::new(color, PieceKind::King)));
                }
            }
            let (clock, number) = (self.below(125) as u16, 1 + self.below(300) as u16);
            if let Ok(position) = Position::from_board(board, Color::ALL[self.below(2)], clock, number) {
                return position;
            }
        }
    }
}

#[test]
fn any_position_has_a_legal_best_move_unless_the_game_is_over() {
    let mut random = Random(ChaCha8Rng::seed_from_u64(1));
    let mut searcher = Searcher::new(Options { hash_mib: 1, ..Options::default() });
    let mut over = 0;
    for index in 0..10_000 {
        let rules = Rules::current(RuleSet::ALL[index % 3]);
        let game = Game::new(random.position(), rules);
        let limits = nodes(1 + random.below(120) as u64);
        let (answer, reports) = search(&mut searcher, &game, &limits);
        over += usize::from(game.outcome().is_some());
        assert_eq!(answer.best.is_none(), game.outcome().is_some(), "{:?}", game.position());
        assert!(answer.best.is_none_or(|mv| game.position().validate(mv).is_ok()), "{:?}", game.position());
        for report in reports {
            let mut position = game.position().clone();
            assert!(report.line.iter().all(|&mv| position.play(mv).is_ok()), "{:?}", game.position());
        }
    }
    assert!((10..5_000).contains(&over), "{over} games are over");
}

#[test]
fn games_of_tiny_searches_end_by_the_rules() {
    for (seed, set) in RuleSet::ALL.into_iter().cycle().take(12).enumerate() {
        let mut searcher = Searcher::new(Options { hash_mib: 1, ..Options::default() });
        let mut random = Random(ChaCha8Rng::seed_from_u64(seed as u64));
        let mut game = Game::new(Position::start(), Rules::current(set));
        while game.outcome().is_none() {
            let limits = Limits { nodes: Some(1 + random.below(200) as u64), ..Limits::default() };
            let (answer, _) = search(&mut searcher, &game, &limits);
            let mv = answer.best.expect("the game goes on");
            game.play(game.position().side_to_move(), mv).expect("the best move is legal");
        }
        assert_eq!(answer(&game, &nodes(100)).best, None);
    }
}
