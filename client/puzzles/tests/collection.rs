//! The puzzles of the program, their format, and replies to moves.

use chuhe_engine::xiangqi::{MateMoves, MateProof, MateSolver};
use chuhe_puzzles::{Attempt, Fault, Hint, Puzzle, Verdict, collection, prove, read};
use chuhe_rules::Color;
use chuhe_rules::xiangqi::{IllegalMove, Move, Position};
use std::collections::BTreeSet;

const TEXT: &str = include_str!("../../assets/puzzles/xiangqi.txt");
/// The positions within which each puzzle of the file is proved.
const NODES: u64 = 1_000_000;
/// The least puzzles in the box.
const LEAST: usize = 600;

/// Two rooks that mate in two moves.
const ROOKS: &str = "3k5/9/9/9/9/9/9/9/1R7/R4K3 w";

fn mv(text: &str) -> Move {
    text.parse().expect("a move")
}

fn puzzle(fen: &str) -> Puzzle {
    let position = Position::from_fen(fen).expect("the position is legal");
    prove(Some("here".to_owned()), None, &position, NODES).expect("there is a mate")
}

fn hint(attempt: &mut Attempt) -> Option<Move> {
    match attempt.hint(NODES) {
        Hint::Move(mv) => Some(mv),
        Hint::Searching | Hint::Unknown => None,
    }
}

/// Solves a puzzle by hints. Returns the number of the user's moves.
fn solve(puzzle: &Puzzle) -> u8 {
    let mut attempt = Attempt::new(puzzle);
    for moves in 1.. {
        let hint = hint(&mut attempt).unwrap_or_else(|| panic!("{}: no hint", puzzle.id));
        let verdict = attempt.try_move(hint);
        if !matches!(verdict, Verdict::Right { .. }) {
            assert_eq!(verdict, Verdict::Solved, "{}", puzzle.id);
            assert!(attempt.is_solved() && !attempt.position().has_legal_move());
            return moves;
        }
    }
    unreachable!("the loop ends with the puzzle")
}

#[test]
fn all_puzzles_are_read_and_differ() {
    let puzzles = read(TEXT).unwrap_or_else(|error| panic!("{error}"));
    assert!(puzzles.len() >= LEAST, "{} puzzles", puzzles.len());
    assert_eq!(collection(), puzzles);
    let different: BTreeSet<u64> = puzzles.iter().map(Puzzle::identity).collect();
    assert_eq!(different.len(), puzzles.len(), "a puzzle is another one or its mirror image");
    assert!(puzzles.is_sorted_by_key(|puzzle| puzzle.difficulty), "the easiest first");
    assert!(puzzles.iter().all(|puzzle| puzzle.first.is_sorted()));
}

#[test]
fn a_sample_of_the_puzzles_is_proved_and_solved() {
    for puzzle in collection().iter().step_by(29) {
        puzzle.verify(NODES).unwrap_or_else(|refuted| panic!("{}: {refuted}", puzzle.id));
        assert_eq!(solve(puzzle), puzzle.moves(), "{}", puzzle.id);
    }
}

#[test]
#[ignore = "for changes of the solver, of the features, or of the file"]
fn all_puzzles_are_proved_and_solved() {
    for puzzle in collection() {
        puzzle.verify(NODES).unwrap_or_else(|refuted| panic!("{}: {refuted}", puzzle.id));
        assert_eq!(solve(puzzle), puzzle.moves(), "{}", puzzle.id);
    }
}

#[test]
fn any_move_of_the_shortest_length_is_right() {
    let puzzle = puzzle(ROOKS);
    assert_eq!((puzzle.plies, puzzle.class), (3, MateMoves::All));
    assert!(puzzle.first.len() > 1 && puzzle.first.contains(&mv("a0a8")), "{:?}", puzzle.first);
    for first in puzzle.first.clone() {
        let mut attempt = Attempt::new(&puzzle);
        let Verdict::Right { reply } = attempt.try_move(first) else { panic!("{first} is right") };
        assert_eq!((attempt.left(), attempt.played()), (1, &[first, reply][..]));
        assert_eq!(attempt.position().side_to_move(), Color::Red);
        attempt.again();
        assert_eq!((attempt.left(), attempt.position()), (3, &puzzle.position));
    }
    assert_eq!(solve(&puzzle), 2);
}

#[test]
fn a_longer_mate_also_wins() {
    let puzzle = puzzle(ROOKS);
    let mut attempt = Attempt::new(&puzzle);
    assert_eq!(attempt.try_move(mv("f0f1")), Verdict::Longer { plies: 5 });
    assert_eq!(attempt.position(), &puzzle.position, "the move was not played");
    assert_eq!(attempt.try_move(mv("f0e1")), Verdict::Illegal(IllegalMove::NotItsMove));
}

#[test]
fn a_wrong_move_is_answered_with_a_reply_that_prevents_the_mate() {
    let puzzle = puzzle("4kab2/9/9/9/9/9/9/r8/1R7/R4K3 w");
    let mut wrong = 0;
    for mv in puzzle.position.legal_moves() {
        let mut attempt = Attempt::new(&puzzle);
        let verdict = attempt.try_move(mv);
        let keeps = matches!(verdict, Verdict::Right { .. } | Verdict::Solved);
        assert_eq!(keeps, puzzle.first.contains(&mv), "{mv}: {verdict:?}");
        if let Verdict::Wrong { reply } = verdict {
            wrong += 1;
            let mut position = puzzle.position.clone();
            position.make(mv);
            position.play(reply.expect("a reply prevents it")).expect("the reply is legal");
            let left = puzzle.plies - 2;
            let proof = MateSolver::new(MateMoves::All).attack(&position, left, NODES);
            assert_eq!(proof, MateProof::NoMateWithin(left), "{mv}");
        }
    }
    assert!(wrong > 0, "every move wins");
}

#[test]
fn a_move_is_judged_in_small_steps_as_it_is_at_once() {
    const SLICE: u64 = 2_000;
    let mut most = 0;
    for puzzle in collection().iter().step_by(23) {
        let moves = puzzle.position.legal_moves();
        let few = moves.iter().copied().step_by(5).chain(puzzle.first.clone());
        for mv in few {
            let mut attempt = Attempt::new(puzzle);
            let at_once = attempt.clone().try_move(mv);
            let mut steps = 0;
            let mut verdict = attempt.begin(mv);
            while verdict.is_none() {
                assert_eq!(attempt.judged().map(|(judged, _)| judged), Some(mv));
                verdict = attempt.judge(SLICE);
                steps += 1;
                assert!(steps < 2_000, "{} {mv}: no end", puzzle.id);
            }
            assert_eq!(verdict, Some(at_once), "{} {mv}", puzzle.id);
            assert_eq!(attempt.judged(), None);
            most = most.max(steps);
        }
    }
    assert!(most > 5, "the steps are large: {most}");
}

#[test]
fn a_puzzle_of_checks_refuses_other_moves() {
    let text = "puzzle a\nboard 3k5/9/9/9/9/9/9/9/1R7/R4K3 w\nmate 5 checks\nfirst b1d1\ndifficulty 1000\n";
    let puzzles = read(text).expect("it is a puzzle");
    let mut attempt = Attempt::new(&puzzles[0]);
    assert_eq!(attempt.try_move(mv("a0a8")), Verdict::NotCheck);
}

#[test]
fn a_solved_puzzle_takes_no_more_moves() {
    let puzzle = puzzle(ROOKS);
    let mut attempt = Attempt::new(&puzzle);
    while let Some(hint) = hint(&mut attempt) {
        attempt.try_move(hint);
    }
    assert!(attempt.is_solved());
    assert_eq!(attempt.try_move(mv("f0f1")), Verdict::Over);
}

#[test]
fn puzzles_are_written_as_they_are_read() {
    for puzzle in collection().iter().step_by(7) {
        assert_eq!(read(&puzzle.to_string()), Ok(vec![puzzle.clone()]));
    }
}

#[test]
fn a_mistake_is_named_with_its_line() {
    let board = "board 3k5/9/9/9/9/9/9/9/1R7/R4K3 w";
    let whole = format!("puzzle a\n{board}\nmate 3 all\nfirst a0a8\ndifficulty 900\n");
    assert!(read(&whole).is_ok());
    for (text, line, fault) in [
        ("mate 3 all".to_owned(), 1, Fault::Misplaced),
        ("puzzle A".to_owned(), 1, Fault::Id),
        (format!("{whole}\npuzzle a"), 7, Fault::Id),
        ("puzzle a\nboat".to_owned(), 2, Fault::UnknownWord("boat".to_owned())),
        ("puzzle a\nmate 4 all".to_owned(), 2, Fault::Mate),
        ("puzzle a\nmate 1 all".to_owned(), 2, Fault::Mate),
        ("puzzle a\nmate 3 some".to_owned(), 2, Fault::Mate),
        ("puzzle a\ntitle".to_owned(), 2, Fault::Title),
        ("puzzle a\nfirst a0a8".to_owned(), 2, Fault::Misplaced),
        (format!("puzzle a\n{board}\nfirst a0b1"), 3, Fault::Move("a0b1".to_owned())),
        ("puzzle a\nthemes chess".to_owned(), 2, Fault::Theme("chess".to_owned())),
        ("puzzle a\ndifficulty -1".to_owned(), 2, Fault::Difficulty("-1".to_owned())),
        ("puzzle a\nmate 3 all\nmate 3 all".to_owned(), 3, Fault::Twice),
        (format!("puzzle a\n{board}\nmate 3 all\nfirst a0a8"), 4, Fault::Unfinished),
    ] {
        let error = read(&text).expect_err("the text has a mistake");
        assert_eq!((error.line, error.fault), (line, fault), "{text}");
    }
    let error = read("puzzle a\nboard 9 w").expect_err("the position is none");
    assert!(matches!(error.fault, Fault::Position(_)), "{error}");
}
