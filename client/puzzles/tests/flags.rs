//! The puzzles of luzhanqi, their format, proofs, and replies to moves.

use chuhe_puzzles::{
    FLAG_PLAYS, FlagAttempt, FlagFault, FlagProver, FlagPuzzle, FlagVerdict, FlagWhy, flag_puzzles,
    read_flags,
};
use chuhe_rules::Color;
use chuhe_rules::luzhanqi::{IllegalMove, Move, Strength};
use std::collections::BTreeSet;

const TEXT: &str = include_str!("../../assets/puzzles/luzhanqi.txt");
/// The least puzzles in the box.
const LEAST: usize = 50;

/// The piece in one headquarters has moved there, so the flag is in the other.
const MOVED: &str = "puzzle sure
board classic red 0 0 Es11 Ts12 Fs62 Xn52 Xn54
hidden n15 moved
hidden n62 moved
hidden n64
left M C F
moves 1
first n54n64
";

fn mv(text: &str) -> Move {
    text.parse().expect("a move")
}

fn leaked(text: &str) -> &'static FlagPuzzle {
    let puzzles: &'static [FlagPuzzle] = read_flags(text).unwrap_or_else(|error| panic!("{error}")).leak();
    puzzles.first().expect("a puzzle")
}

fn fault(from: &str, to: &str) -> FlagFault {
    assert!(MOVED.contains(from), "{from}");
    read_flags(&MOVED.replace(from, to)).expect_err("it is wrong").fault
}

/// Solves a puzzle by hints. Returns the number of the user's moves.
fn solve(puzzle: &'static FlagPuzzle) -> u8 {
    let mut attempt = FlagAttempt::new(puzzle).expect("its pieces fit");
    for moves in 1.. {
        let from = attempt.hint().unwrap_or_else(|| panic!("{}: no hint", puzzle.id));
        let legal = attempt.position().legal_moves().into_iter().filter(|mv| mv.from == from);
        let verdicts = legal.map(|mv| attempt.try_move(mv));
        let right =
            |verdict: &FlagVerdict| matches!(verdict, FlagVerdict::Right { .. } | FlagVerdict::Solved);
        let verdict = verdicts.into_iter().find(right).unwrap_or_else(|| panic!("{}", puzzle.id));
        if verdict == FlagVerdict::Solved {
            assert!(attempt.is_solved() && attempt.hint().is_none());
            return moves;
        }
        assert!(attempt.left() > 0, "{}", puzzle.id);
    }
    unreachable!("the loop ends with the puzzle")
}

#[test]
fn all_are_read_and_differ() {
    let puzzles = read_flags(TEXT).unwrap_or_else(|error| panic!("{error}"));
    assert!(puzzles.len() >= LEAST, "{} puzzles", puzzles.len());
    assert_eq!(flag_puzzles(), puzzles);
    let different: BTreeSet<u64> = puzzles.iter().map(FlagPuzzle::identity).collect();
    assert_eq!(different.len(), puzzles.len(), "a puzzle is another one or its mirror image");
    assert!(puzzles.is_sorted_by_key(|puzzle| (puzzle.moves, puzzle.worlds().len())), "the easiest first");
    let written: String = puzzles.iter().map(FlagPuzzle::to_string).collect();
    assert_eq!(read_flags(&written).expect("it is read back"), puzzles);
}

#[test]
fn all_are_proved_and_solved() {
    for puzzle in flag_puzzles() {
        puzzle.verify(FLAG_PLAYS).unwrap_or_else(|refuted| panic!("{}: {refuted}", puzzle.id));
        assert!(solve(puzzle) <= puzzle.moves, "{}", puzzle.id);
    }
}

#[test]
fn each_wrong_first_move_has_a_counterexample_that_agrees_with_what_is_known() {
    for puzzle in flag_puzzles() {
        let worlds = puzzle.worlds();
        let mut attempt = FlagAttempt::new(puzzle).expect("its pieces fit");
        for wrong in worlds[0].legal_moves().into_iter().filter(|mv| *mv != puzzle.first) {
            let FlagVerdict::Wrong(counter) = attempt.try_move(wrong) else {
                panic!("{}: {wrong}", puzzle.id)
            };
            assert!(worlds.contains(&counter.world), "{}: {wrong}", puzzle.id);
            let is_known = |prover: &mut FlagProver| {
                prover
                    .takes(std::slice::from_ref(&counter.world), wrong, puzzle.moves)
                    .expect("within the limit")
            };
            let takes = is_known(&mut FlagProver::new(FLAG_PLAYS));
            assert_eq!(takes, counter.why == FlagWhy::Unsure, "{}: {wrong}", puzzle.id);
        }
        assert!(attempt.played().is_empty(), "a wrong move is not played");
    }
}

#[test]
fn what_has_moved_is_not_the_flag() {
    let puzzle = leaked(MOVED);
    assert_eq!(puzzle.verify(FLAG_PLAYS), Ok(()));
    assert_eq!(puzzle.worlds().len(), 2);
    let mut attempt = FlagAttempt::new(puzzle).expect("it fits");
    assert_eq!(attempt.try_move(mv("n62n52")), FlagVerdict::Illegal(IllegalMove::NotYourPiece));
    let FlagVerdict::Wrong(counter) = attempt.try_move(mv("n52n62")) else { panic!("it is no flag") };
    assert_eq!(counter.why, FlagWhy::Stands(Strength::Captain));
    let FlagVerdict::Wrong(counter) = attempt.try_move(mv("s12s22")) else { panic!("it takes nothing") };
    assert_eq!(counter.why, FlagWhy::Late);
    assert_eq!(attempt.hint(), Some(mv("n54n64").from));
    assert_eq!(attempt.try_move(mv("n54n64")), FlagVerdict::Solved);
    assert_eq!(attempt.try_move(mv("s12s22")), FlagVerdict::Over);
}

#[test]
fn facts_narrow_what_a_piece_may_be() {
    let text = MOVED.replace("hidden n62 moved", "hidden n61 held C\nhidden n62 moved took B");
    let text = text.replace("left M C F", "left M C F L");
    let puzzle = leaked(&text);
    let may_be = |at: &str| {
        let piece = puzzle.hidden.iter().find(|it| it.station.to_string() == at).expect("it is hidden");
        piece.may_be(Color::Black)
    };
    let above = [Strength::Marshal, Strength::General, Strength::MajorGeneral];
    assert_eq!(may_be("n62").iter().collect::<Vec<_>>(), above);
    assert!(may_be("n61").contains(Strength::Mine) && !may_be("n61").contains(Strength::Engineer));
    assert!(!may_be("n61").contains(Strength::Flag), "it is no headquarters");
    assert!(may_be("n64").contains(Strength::Flag));
}

#[test]
fn without_certainty_neither_headquarters_is_right() {
    let open = MOVED.replace(" moved\n", "\n");
    let puzzle = read_flags(&open).expect("it is read").remove(0);
    assert_eq!(puzzle.worlds().len(), 4);
    let within = |moves| FlagProver::new(FLAG_PLAYS).solutions(&puzzle.worlds(), moves).expect("it is told");
    assert_eq!(within(1), []);
    let [one, other] = [mv("n52n62"), mv("n54n64")];
    assert!(
        within(2).contains(&one) && within(2).contains(&other),
        "one bomb tells, the other takes the flag"
    );
}

#[test]
fn a_text_that_says_what_cannot_be_is_refused() {
    assert_eq!(fault("left M C F", "left M C"), FlagFault::Count);
    assert_eq!(fault("left M C F", "left M C L"), FlagFault::Impossible);
    assert_eq!(fault("hidden n64\n", "hidden n64 moved\n"), FlagFault::Impossible);
    assert_eq!(
        fault("hidden n62 moved\nhidden n64\nleft M C F", "hidden n62\nhidden n64\nleft G C F"),
        FlagFault::HiddenFlag
    );
    assert_eq!(fault("hidden n62 moved", "hidden n62 took X held X"), FlagFault::Set);
    assert_eq!(fault("hidden n62 moved", "hidden n65"), FlagFault::Hidden("n64".into()));
    assert_eq!(fault("hidden n62 moved", "hidden n62 flew"), FlagFault::Hidden("n62 flew".into()));
    assert_eq!(fault("left M C F", "left MCF"), FlagFault::Left("MCF".into()));
    assert_eq!(fault("moves 1", "moves 4"), FlagFault::Moves);
    assert_eq!(fault("first n54n64", "first n52n64"), FlagFault::Move("n52n64".into()));
    assert_eq!(fault("Es11", "ms11"), FlagFault::Sides);
    assert_eq!(fault("moves 1", "moves 1\nmoves 1"), FlagFault::Twice);
    assert_eq!(fault("moves 1\n", ""), FlagFault::Unfinished);
    assert_eq!(fault("puzzle sure\n", ""), FlagFault::Misplaced);
    assert_eq!(fault("puzzle sure", "puzzle Sure"), FlagFault::Id);
    assert_eq!(fault("moves 1", "plies 1"), FlagFault::UnknownWord("plies".into()));
}
