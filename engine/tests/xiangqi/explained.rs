//! Why moves were bad, and what the opponent threatens: textbook positions, with the searches of the engine.

use super::{game, nodes};
use chuhe_engine::xiangqi::{
    Bound, Control, Fault, Means, Options, Outlook, Reason, Score, Searcher, Threat, explain, passed, threat,
};
use chuhe_rules::xiangqi::{Game, Move, PieceKind, Position, Rules};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The score and the line that a search of a fixed size finds.
fn searched(game: &Game) -> (Score, Vec<Move>) {
    let stop = AtomicBool::new(false);
    let control = Control { stop: &stop, elapsed: &|| Duration::ZERO, ponder: None };
    let mut line = Vec::new();
    let answer = Searcher::new(Options::default()).search(game, &nodes(60_000), &control, &mut |report| {
        if report.bound == Bound::Exact {
            line.clone_from(&report.line);
        }
    });
    (answer.score, line)
}

/// Why a move was bad, as two searches see it.
fn reason(fen: &str, played: &str) -> Option<Reason> {
    let game = game(fen);
    let played: Move = played.parse().expect("the text is a move");
    let mut after = game.clone();
    after.play(game.position().side_to_move(), played).expect("the move is legal");
    let ((expected, best), (answer, reply)) = (searched(&game), searched(&after));
    let (expected, answer) =
        (Outlook { score: expected, line: &best }, Outlook { score: answer, line: &reply });
    explain(game.position(), played, expected, answer)
}

fn fault(fen: &str, played: &str) -> Option<Fault> {
    reason(fen, played).map(|reason| reason.fault)
}

fn threatened(fen: &str) -> Threat {
    let position = passed(game(fen).position()).expect("nobody is in check");
    let (score, line) = searched(&Game::new(position.clone(), Rules::default()));
    threat(&position, Outlook { score, line: &line })
}

#[test]
fn a_piece_moved_to_where_it_is_taken_hangs() {
    let found = reason("3ak4/9/4b4/9/9/2n6/9/R8/9/3K1A3 w", "a2b2").expect("the rook is lost");
    assert!(matches!(found.fault, Fault::Hangs(rook) if rook.kind == PieceKind::Rook), "{found:?}");
    assert_eq!((found.shown, found.shows_reply()), ("c4b2".parse().unwrap(), true));
}

#[test]
fn a_capture_of_a_protected_piece_loses_the_exchange() {
    let found = reason("5k3/9/9/9/9/3pp4/9/9/9/3KR4 w", "e0e4").expect("the rook is lost for a pawn");
    assert!(matches!(found.fault, Fault::LosesExchange(rook) if rook.kind == PieceKind::Rook), "{found:?}");
    assert_eq!(found.shown, "d4e4".parse().unwrap());
}

#[test]
fn a_check_that_attacks_a_piece_wins_it() {
    let found = reason("5k3/9/9/9/9/2n6/8R/9/9/4K4 w", "i3b3").expect("the rook is lost");
    assert!(
        matches!(found.fault, Fault::Loses(rook, Means::Check) if rook.kind == PieceKind::Rook),
        "{found:?}"
    );
    assert_eq!(found.shown, "c4d2".parse().unwrap());
}

#[test]
fn a_move_that_leaves_the_back_rank_allows_mate() {
    let found = reason("3k5/4a4/9/9/r8/9/9/9/1r7/2R1K4 w", "c0c4").expect("mate follows");
    assert!(matches!(found.fault, Fault::AllowsMate { moves: 1 | 2 }), "{found:?}");
    assert!(found.shows_reply());
}

#[test]
fn a_mate_that_was_not_seen_is_missed() {
    let position = "3k5/1R7/9/9/8p/9/9/7r1/R8/5K3 w";
    let (best, reply) = (["a1a9".parse().unwrap()], ["h2h8".parse().unwrap()]);
    let expected = Outlook { score: Score::Mate(1), line: &best };
    let answer = Outlook { score: Score::Cp(-700), line: &reply };
    let found = explain(game(position).position(), "b8b6".parse().unwrap(), expected, answer);
    assert_eq!(found, Some(Reason { fault: Fault::MissesMate { moves: 1 }, shown: best[0] }));
    assert!(found.is_some_and(|found| !found.shows_reply()));
    let late = Outlook { score: Score::Mate(-3), ..answer };
    let found = explain(game(position).position(), "b8b6".parse().unwrap(), expected, late);
    assert_eq!(found.map(|found| found.fault), Some(Fault::MissesCheck), "a later mate wins, too");
}

#[test]
fn a_piece_that_was_not_taken_is_missed() {
    let found = reason("5k3/9/9/9/4n4/9/9/9/9/3KR4 w", "d0d1").expect("the horse was there to take");
    assert!(matches!(found.fault, Fault::MissesPiece(horse) if horse.kind == PieceKind::Horse), "{found:?}");
    assert_eq!(found.shown, "e0e5".parse().unwrap());
}

#[test]
fn an_even_trade_is_no_lost_piece() {
    // rook takes rook, and horse takes rook
    let start = "2bk5/9/9/9/9/9/r8/2n6/9/R3K4 w";
    let (best, reply) = (line("e0f0 a3a0"), line("c2a3 e0e1"));
    let expected = Outlook { score: Score::Cp(0), line: &best };
    let answer = Outlook { score: Score::Cp(300), line: &reply };
    let found = explain(game(start).position(), "a0a3".parse().unwrap(), expected, answer);
    assert_eq!(found.map(|found| found.fault), Some(Fault::Better));
}

/// The moves of a line.
fn line(text: &str) -> Vec<Move> {
    text.split(' ').map(|mv| mv.parse().expect("the text is a move")).collect()
}

#[test]
fn a_pawn_that_is_taken_first_is_not_the_rook_that_is_lost() {
    let start = "3k5/9/9/8R/9/r1P6/9/9/9/5K3 w";
    let (best, reply) = (line("f0f1 d9d8"), line("a4c4 e0e1 c4c6 e1e0 c6i6"));
    let expected = Outlook { score: Score::Cp(0), line: &best };
    let answer = Outlook { score: Score::Cp(1_000), line: &reply };
    let found = explain(game(start).position(), line("f0e0")[0], expected, answer).expect("the rook is lost");
    assert!(
        matches!(found.fault, Fault::Loses(rook, Means::Moves(3)) if rook.kind == PieceKind::Rook),
        "{found:?}"
    );
}

/// What was wrong with red's first move of `played`, by the line after it and the line that was better, without mates.
fn named(fen: &str, played: &str, best: &str) -> Reason {
    let (played, best) = (line(played), line(best));
    let expected = Outlook { score: Score::Cp(0), line: &best };
    let answer = Outlook { score: Score::Cp(300), line: &played[1..] };
    explain(game(fen).position(), played[0], expected, answer).expect("the moves are legal")
}

/// How black wins which piece after this move.
fn lost(fen: &str, played: &str, best: &str) -> (PieceKind, Means) {
    match named(fen, played, best) {
        Reason { fault: Fault::Loses(piece, means), shown } => {
            assert_eq!(shown, line(played)[1], "the reply shows it");
            (piece.kind, means)
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_piece_that_leaves_another_takes_its_protection_away() {
    let fen = "3k5/9/9/9/9/2N5r/9/9/9/2R2K3 w";
    assert_eq!(lost(fen, "c0b0 i4c4", "f0f1"), (PieceKind::Horse, Means::Unprotected));
}

#[test]
fn a_piece_that_stood_between_opens_the_line() {
    let fen = "3k5/9/9/9/9/2N1P3r/9/9/9/5K3 w";
    assert_eq!(lost(fen, "e4e5 i4c4", "f0f1"), (PieceKind::Horse, Means::Opened));
}

#[test]
fn a_fork_is_a_double_attack() {
    let fen = "3k5/9/9/9/2n6/1C7/9/5R3/9/5K3 w";
    assert_eq!(lost(fen, "f0f1 c5d3 f2c2 d3b4", "f2f3"), (PieceKind::Cannon, Means::Fork));
}

#[test]
fn a_pinned_piece_cannot_leave_its_general() {
    let fen = "3k5/9/9/9/8r/9/P3N4/9/9/4K4 w";
    assert_eq!(lost(fen, "a3a4 i5e5 e0f0 e5e3", "e3f5"), (PieceKind::Horse, Means::Pin));
}

#[test]
fn a_piece_without_a_safe_point_is_trapped() {
    let fen = "N2k5/8r/9/9/9/9/P8/9/9/5K3 w";
    assert_eq!(lost(fen, "a3a4 i8a8 f0f1 a8a9", "a9b7"), (PieceKind::Horse, Means::Trap));
}

#[test]
fn what_stood_before_is_not_what_the_reply_brings() {
    // another rook pins the horse already
    let pinned = "3k5/9/9/9/4r4/8r/P3N4/9/9/4K4 w";
    assert_ne!(lost(pinned, "a3a4 i4i3 e0f0 i3e3", "e0f0").1, Means::Pin);
    // a rook attacks the cannon already
    let attacked = "1r1k5/9/9/9/2n6/1C7/9/5R3/9/5K3 w";
    assert_eq!(lost(attacked, "f0f1 c5d3 f2c2 d3b4", "f2f3"), (PieceKind::Cannon, Means::Moves(2)));
}

#[test]
fn a_piece_that_cannot_answer_a_check_is_not_trapped() {
    let fen = "N2k5/8r/r8/9/9/9/P8/9/9/5K3 w";
    let played = "a3a4 i8f8 f0e0 f8f7 a4a5 a7a9";
    assert_eq!(lost(fen, played, "f0e0"), (PieceKind::Horse, Means::Moves(3)));
}

#[test]
fn an_answer_to_a_check_brings_no_piece_into_play() {
    let found = named("3k5/9/9/9/4r4/6n2/9/9/R8/4K4 w", "e0f0 d9d8", "a1e1");
    assert_eq!(found.fault, Fault::Better);
}

#[test]
fn a_pawn_is_named_too() {
    let fen = "3k5/9/9/9/9/8r/P8/9/9/5K3 w";
    let found = named(fen, "a3a4 i4a4", "f0f1");
    assert!(matches!(found.fault, Fault::Hangs(pawn) if pawn.kind == PieceKind::Pawn), "{found:?}");
}

#[test]
fn checks_in_a_row_expose_the_general() {
    let found = named("3k5/9/9/9/8P/9/9/9/r8/4K4 w", "i5i6 a1a0 e0e1 a0a1 e1e0", "e0f0");
    assert_eq!(found, Reason { fault: Fault::ExposesGeneral, shown: line("a1a0")[0] });
    let apart = named("3k5/9/9/9/8P/9/9/9/r8/4K4 w", "i5i6 a1a0 e0e1 a0b0 i6h6 b0b1 e1e0", "e0f0");
    assert_ne!(apart.fault, Fault::ExposesGeneral, "these are apart");
}

#[test]
fn a_reply_that_attacks_a_piece_gains_a_move() {
    let found = named("3k5/9/9/9/8r/9/N8/9/9/5K3 w", "f0f1 i5a5 a3b5", "a3b5");
    assert!(matches!(found.fault, Fault::LosesTempo(horse) if horse.kind == PieceKind::Horse), "{found:?}");
    assert_eq!(found.shown, line("i5a5")[0]);
}

/// What red missed by moving the general.
fn missed(fen: &str, best: &str) -> Fault {
    let found = named(fen, "f0f1 d9e9", best);
    assert_eq!((found.shown, found.shows_reply()), (line(best)[0], false), "the better move shows it");
    found.fault
}

#[test]
fn what_the_better_move_does_is_said() {
    assert_eq!(missed("3k5/9/9/9/9/9/9/R8/9/5K3 w", "a2d2"), Fault::MissesCheck);
    let attack = missed("3k5/9/9/9/8n/9/9/R8/9/5K3 w", "a2a5");
    assert!(matches!(attack, Fault::MissesAttack(horse) if horse.kind == PieceKind::Horse), "{attack:?}");
    let exchange = missed("3k5/9/9/6n2/R7r/9/9/9/9/5K3 w", "a5i5 g6i5");
    assert!(matches!(exchange, Fault::MissesExchange(rook) if rook.kind == PieceKind::Rook), "{exchange:?}");
    let activity = missed("3k5/9/9/9/9/9/9/9/9/1N3K3 w", "b0c2");
    assert!(
        matches!(activity, Fault::MissesActivity(horse) if horse.kind == PieceKind::Horse),
        "{activity:?}"
    );
}

#[test]
fn a_piece_in_the_way_of_another_blocks_it() {
    let found = named("3k5/9/9/9/9/9/9/R8/9/2N2K3 w", "c0b2 d9e9", "f0f1");
    assert!(matches!(found.fault, Fault::Blocks(rook) if rook.kind == PieceKind::Rook), "{found:?}");
}

/// The piece that black threatens to win by this line.
fn won(start: &str, moves: &str) -> Option<PieceKind> {
    let moves = line(moves);
    match threat(game(start).position(), Outlook { score: Score::Cp(400), line: &moves }) {
        Threat::Wins { piece, .. } => Some(piece.kind),
        Threat::Nothing | Threat::Mate { .. } => None,
    }
}

#[test]
fn what_is_won_is_not_what_was_traded() {
    // rook for rook, and then a horse
    let traded = won("3k5/9/9/9/r3R4/9/1N1N4r/9/9/4K4 b", "a5e5 d3e5 i3b3");
    assert_eq!(traded, Some(PieceKind::Horse));
    // a horse for a rook
    assert_eq!(won("3k5/9/9/9/9/2n6/9/1R7/3N5/4K4 b", "c4b2 d1b2"), Some(PieceKind::Rook));
}

#[test]
fn a_move_that_costs_no_piece_had_merely_a_better_one() {
    let start = Position::start();
    let (best, reply) = (["h2e2".parse().unwrap()], ["h9g7".parse().unwrap()]);
    let expected = Outlook { score: Score::Cp(40), line: &best };
    let answer = Outlook { score: Score::Cp(120), line: &reply };
    let found = explain(&start, "e0e1".parse().unwrap(), expected, answer);
    assert_eq!(found, Some(Reason { fault: Fault::Better, shown: best[0] }));
    assert_eq!(explain(&start, best[0], expected, answer), None, "the best move has no fault");
    assert_eq!(explain(&start, "e0e5".parse().unwrap(), expected, answer), None, "no legal move");
    let nothing = Outlook { score: Score::Cp(120), line: &[] };
    assert_eq!(explain(&start, "e0e1".parse().unwrap(), expected, nothing), None);
}

#[test]
fn who_is_mated_anyway_allows_nothing() {
    let position = "3k5/1R7/9/9/8p/9/9/9/R8/5K3 b";
    let (best, reply) = (["d9e9".parse().unwrap()], ["a1a9".parse().unwrap()]);
    let expected = Outlook { score: Score::Mate(-1), line: &best };
    let answer = Outlook { score: Score::Mate(1), line: &reply };
    let found = explain(game(position).position(), "i5i4".parse().unwrap(), expected, answer);
    assert_eq!(found.map(|found| found.fault), Some(Fault::Better));
}

#[test]
fn the_start_position_threatens_nothing() {
    assert_eq!(threatened(&Position::start().fen()), Threat::Nothing);
}

#[test]
fn an_attack_on_an_unprotected_piece_is_a_threat() {
    let found = threatened("3ak4/9/9/9/r3N4/9/9/9/9/2BAKAB2 w");
    assert!(
        matches!(found, Threat::Wins { piece, by }
            if piece.kind == PieceKind::Horse && by == "a5e5".parse().unwrap()),
        "{found:?}"
    );
}

#[test]
fn a_mate_that_is_prepared_is_a_threat() {
    let found = threatened("3k5/9/9/9/r8/9/9/9/1r7/4K4 w");
    assert_eq!(found, Threat::Mate { moves: 1, by: "a5a0".parse().unwrap() });
}

#[test]
fn in_check_there_is_no_pass() {
    assert_eq!(passed(game("3k5/9/9/9/4r4/9/9/9/9/4K4 w").position()), None);
    assert_eq!(fault("3k5/1R7/9/9/8p/9/9/9/R8/5K3 w", "a1a9"), None);
}
