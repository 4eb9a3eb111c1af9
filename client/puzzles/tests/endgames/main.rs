//! The endgames of the program: their format, their verdicts, and the engine that keeps their results.

mod exact;
mod play;

use chuhe_engine::xiangqi::{Limits, TimeLimit};
use chuhe_puzzles::{Endgame, EndgameFault, Evidence, Goal, Material, endgames, read_endgames};
use chuhe_rules::xiangqi::PieceKind;
use chuhe_rules::xiangqi::arbiter::NATURAL_LIMIT_PLIES;
use exact::Exact;
use std::collections::BTreeSet;
use std::time::Duration;

const TEXT: &str = include_str!("../../../assets/endgames/xiangqi.txt");
const WON: usize = 40;
const DRAWN: usize = 20;
/// The most positions of an endgame that is computed with the other tests.
const FEW: usize = 60_000;
/// The most positions of one that is computed otherwise: all that are said to be exact have fewer.
const MANY: usize = 40_000_000;
/// The positions that the engine visits for a move in the games that are played with the other tests.
const NODES: u64 = 40_000;
/// The endgames of those games.
const SOME: [&str; 5] =
    ["rook-advisors-1", "horse-advisor-1", "pawns-elephant", "rook-full-hold-1", "horse-elephant-hold-2"];
/// The endgames that the engine does not keep at a second a move, each with the reason.
const MISSED: [(&str, &str); 0] = [];

fn of_goal(goal: Goal) -> impl Iterator<Item = &'static Endgame> {
    endgames().iter().filter(move |it| it.goal == goal)
}

fn fault(text: &str) -> EndgameFault {
    read_endgames(text).expect_err("there is a mistake").fault
}

/// Whether the result is what the endgame says.
fn is_as_said(endgame: &Endgame, found: &Exact) -> bool {
    match (found, endgame.evidence) {
        (Exact::Won(plies), Evidence::Exact(said)) => endgame.goal == Goal::Win && said == Some(*plies),
        (Exact::Drawn { losing, moves }, Evidence::Exact(None)) => {
            endgame.goal == Goal::Hold && losing < moves
        }
        _ => false,
    }
}

#[test]
fn the_file_has_40_wins_and_20_draws_in_this_order() {
    let read = read_endgames(TEXT).expect("the file is right");
    assert_eq!(read, endgames());
    assert_eq!((of_goal(Goal::Win).count(), of_goal(Goal::Hold).count()), (WON, DRAWN));
    assert!(endgames().is_sorted_by_key(|it| it.goal == Goal::Hold));
    let lines = TEXT.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    for (line, endgame) in lines.zip(endgames()) {
        assert_eq!(line, endgame.to_string(), "as it is written");
        assert_eq!((endgame.position.halfmove_clock(), endgame.position.fullmove_number()), (0, 1));
    }
    let positions: BTreeSet<u64> = endgames().iter().map(|it| it.position.key()).collect();
    assert_eq!(positions.len(), WON + DRAWN, "each position stands once");
}

#[test]
fn endgames_with_the_same_pieces_are_numbered() {
    for endgame in endgames() {
        let pieces = |it: &Endgame| (it.goal == Goal::Win, it.material());
        let same: Vec<&Endgame> = endgames().iter().filter(|it| pieces(it) == pieces(endgame)).collect();
        let place = same.iter().position(|it| it.id == endgame.id).map(|at| at as u8 + 1);
        assert_eq!(endgame.number, place.filter(|_| same.len() > 1), "{}", endgame.id);
    }
}

#[test]
fn no_draw_is_held_by_taking_a_piece_at_once() {
    for endgame in of_goal(Goal::Hold) {
        let taken = endgame.position.legal_moves().into_iter().find(|mv| {
            let taken = endgame.position.piece_at(mv.to).map(|piece| piece.kind);
            matches!(taken, Some(PieceKind::Rook | PieceKind::Horse | PieceKind::Cannon))
        });
        assert_eq!(taken, None, "{}", endgame.id);
    }
}

#[test]
fn the_attackers_pieces_are_named_first() {
    let line = |goal: &str| format!("it | {goal} | 3k5/4a4/9/9/9/9/9/9/R8/4K4 w - - 0 1 | book | words");
    let rook: Material = vec![(PieceKind::Rook, 1)];
    let advisor: Material = vec![(PieceKind::Advisor, 1)];
    let material = |goal| read_endgames(&line(goal)).expect("it is right")[0].material();
    assert_eq!(material("win"), [rook.clone(), advisor.clone()]);
    assert_eq!(material("hold"), [advisor, rook]);
}

#[test]
fn mistakes_are_found_with_their_lines() {
    let fen = "3k5/4a4/9/9/9/9/9/9/R8/4K4 w - - 0 1";
    let right = format!("it | win | {fen} | exact 9 | words");
    assert_eq!(read_endgames(&format!("# a remark\n\n{right}\n")).map(|it| it.len()), Ok(1));
    let twice = read_endgames(&format!("{right}\n{right}")).expect_err("it stands twice");
    assert_eq!((twice.line, twice.fault), (2, EndgameFault::Id));
    assert_eq!(fault("it | win"), EndgameFault::Columns);
    assert_eq!(fault(&format!("It | win | {fen} | book | words")), EndgameFault::Id);
    assert_eq!(fault(&format!("it | lose | {fen} | book | words")), EndgameFault::Goal);
    assert!(matches!(fault("it | win | 9 w | book | words"), EndgameFault::Position(_)));
    let mated = "3k5/R8/9/9/9/9/9/9/3R5/4K4 b - - 0 1";
    assert_eq!(fault(&format!("it | hold | {mated} | book | words")), EndgameFault::Over);
    assert_eq!(fault(&format!("it | win | {fen} | exact | words")), EndgameFault::Evidence);
    assert_eq!(fault(&format!("it | hold | {fen} | exact 9 | words")), EndgameFault::Evidence);
    assert_eq!(fault(&format!("it | hold | {fen} | perhaps | words")), EndgameFault::Evidence);
    assert_eq!(fault(&format!("it | hold | {fen} | book | ")), EndgameFault::Verdict);
}

#[test]
fn every_win_comes_before_the_natural_limit() {
    for endgame in of_goal(Goal::Win) {
        if let Evidence::Exact(plies) = endgame.evidence {
            assert!(plies.is_some_and(|plies| plies < NATURAL_LIMIT_PLIES), "{}", endgame.id);
        }
    }
}

#[test]
fn small_endgames_are_what_they_say() {
    let mut computed = 0;
    let pieces = |it: &Endgame| it.position.board().iter().count();
    for endgame in endgames().iter().filter(|it| pieces(it) <= 4 && it.evidence != Evidence::Book) {
        let found = exact::result(endgame, FEW);
        if !matches!(found, Exact::TooMany) {
            assert!(is_as_said(endgame, &found), "{}: {found:?}", endgame.id);
            computed += 1;
        }
    }
    assert!(computed >= 10, "{computed}");
}

#[test]
#[ignore = "takes some minutes and some gigabytes: for whoever changes the file"]
fn all_exact_verdicts_are_right() {
    let mut wrong = Vec::new();
    for endgame in endgames().iter().filter(|it| it.evidence != Evidence::Book) {
        let found = exact::result(endgame, MANY);
        eprintln!("{}: {found:?}", endgame.id);
        if !is_as_said(endgame, &found) {
            wrong.push(&endgame.id);
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn the_engine_keeps_the_results_of_some_endgames() {
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    for id in SOME {
        let endgame = endgames().iter().find(|it| it.id == id).expect("there is such an endgame");
        let kept = play::play(endgame, &limits);
        assert!(kept.is_kept, "{id}: {:?} after {} plies", kept.outcome, kept.plies);
    }
}

/// Plays every endgame at `ENDGAME_MS` milliseconds a move, a second by default; `ENDGAMES` names those to play instead.
#[test]
#[ignore = "takes an hour: for whoever changes the endgames or the engine"]
fn the_engine_wins_the_won_and_holds_the_drawn() {
    let move_ms = std::env::var("ENDGAME_MS").map_or(1_000, |ms| ms.parse().expect("milliseconds"));
    let only = std::env::var("ENDGAMES").unwrap_or_default();
    let limits =
        Limits { time: Some(TimeLimit::PerMove(Duration::from_millis(move_ms))), ..Limits::default() };
    let mut missed = Vec::new();
    for endgame in endgames() {
        if !only.is_empty() && !only.split(',').any(|id| id == endgame.id) {
            continue;
        }
        let kept = play::play(endgame, &limits);
        let verdict = if kept.is_kept { "kept" } else { "MISSED" };
        eprintln!("{verdict} {}: {:?} after {} plies", endgame.id, kept.outcome, kept.plies);
        if !kept.is_kept && MISSED.iter().all(|(id, _)| *id != endgame.id) {
            missed.push(&endgame.id);
        }
    }
    assert!(missed.is_empty(), "{missed:?}");
}
