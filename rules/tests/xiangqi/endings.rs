//! Endings by the arbiter: repetitions, the natural limit and the lack of attackers.

use chuhe_rules::xiangqi::arbiter::{COUNTED_CHECKS, NATURAL_LIMIT_PLIES, Nature, Offence, Verdict};
use chuhe_rules::xiangqi::{Game, Position, RuleSet, Rules};
use chuhe_rules::{Color, DrawReason, Outcome, RulesVersion, WinReason};

fn game(fen: &str) -> Game {
    Game::new(Position::from_fen(fen).unwrap(), Rules::default())
}

/// Plays the moves with the sides taking turns; returns the game's outcome.
fn play(game: &mut Game, moves: &str) -> Option<Outcome> {
    for text in moves.split(' ') {
        let by = game.turn().expect("the game goes on");
        game.play(by, text.parse().unwrap()).unwrap();
    }
    game.outcome()
}

/// A rook that checks along the ranks and a general that steps aside.
const CHECKING: &str = "5k3/8R/9/9/9/9/9/9/4p4/3K5 w";
const CHECKS: &str = "i8i9 f9f8 i9i8 f8f9";

#[test]
fn the_second_occurrence_warns_and_the_third_ends_the_game() {
    let mut game = game(CHECKING);
    assert_eq!(play(&mut game, CHECKS), None);
    let warning = game.warning().expect("the position stands for the second time");
    assert_eq!(warning.loser(), Some(Color::Red));
    assert!(game.ruling().is_none());
    let outcome = Some(Outcome::won(Color::Black, WinReason::PerpetualCheck));
    assert_eq!(play(&mut game, CHECKS), outcome);
    assert!(game.warning().is_none());
    let ruling = game.ruling().expect("the position stands for the third time");
    assert_eq!(ruling.verdict, Verdict::Loss { loser: Color::Red, offence: Offence::Check });
    assert_eq!((ruling.from_ply, ruling.to_ply), (0, 8));
    let natures: Vec<Nature> = game.judged_moves(ruling).iter().map(|judged| judged.nature).collect();
    assert_eq!(natures, [Nature::Check, Nature::Idle].repeat(4));
}

#[test]
fn a_takeback_renews_or_withdraws_the_warning() {
    let mut game = game(CHECKING);
    play(&mut game, CHECKS);
    let warned = game.clone();
    play(&mut game, CHECKS);
    game.take_back_to(4);
    assert_eq!(game, warned);
    game.take_back_to(3);
    assert!(game.warning().is_none());
    assert_eq!((game.turn(), game.outcome()), (Some(Color::Black), None));
}

#[test]
fn a_repetition_by_both_sides_is_a_draw() {
    let mut game = Game::new(Position::start(), Rules::default());
    let idle = "a0a1 a9a8 a1a0 a8a9";
    assert_eq!(play(&mut game, idle), None);
    assert_eq!(game.warning().map(|warning| warning.loser()), Some(None));
    assert_eq!(play(&mut game, idle), Some(Outcome::Drawn(DrawReason::Repetition)));
}

#[test]
fn the_first_version_of_the_rules_ends_nothing() {
    let rules = Rules { version: RulesVersion::V1, ..Rules::default() };
    let mut game = Game::new(Position::from_fen(CHECKING).unwrap(), rules);
    for _ in 0..50 {
        assert_eq!(play(&mut game, CHECKS), None);
    }
    assert!(game.warning().is_none());
    let ruling = game.rule_on_repetition().expect("the position is repeated");
    assert_eq!(ruling.verdict.loser(), Some(Color::Red));
}

#[test]
fn the_side_left_without_attackers_only_draws_if_both_are() {
    let mut lone = game("3k5/9/9/9/9/9/9/9/4p4/4K4 w");
    assert_eq!(play(&mut lone, "e0e1"), Some(Outcome::Drawn(DrawReason::NoAttackers)));
    let mut armed = game("3k5/9/9/p8/9/9/9/9/4p4/4K4 w");
    assert_eq!(play(&mut armed, "e0e1"), None);
    let over = game("3k5/9/9/9/9/9/9/9/9/4K4 w");
    assert_eq!(over.outcome(), Some(Outcome::Drawn(DrawReason::NoAttackers)));
}

/// Plays quiet moves, which no position stands three times after, and returns the outcome.
fn walk(game: &mut Game, plies: usize) -> Option<Outcome> {
    for _ in 0..plies {
        let goes_on = [None, Some(Outcome::Drawn(DrawReason::NaturalLimit))];
        let is_quiet = |after: &Game| !after.position().in_check() && goes_on.contains(&after.outcome());
        *game = successors(game).into_iter().find(is_quiet).expect("there is a quiet move");
        if game.outcome().is_some() {
            return game.outcome();
        }
    }
    None
}

/// The games after each move without a capture, those that repeat a position last.
fn successors(game: &Game) -> Vec<Game> {
    let position = game.position();
    let mut successors: Vec<Game> = Vec::new();
    for mv in position.legal_moves() {
        if position.piece_at(mv.to).is_none() {
            let mut after = game.clone();
            after.play(position.side_to_move(), mv).unwrap();
            successors.push(after);
        }
    }
    successors.sort_by_key(|after| after.history().occurrences());
    successors
}

const ROOKS: &str = "3k5/9/r8/9/9/9/9/8R/9/5K3 w - -";

#[test]
fn sixty_rounds_without_a_capture_are_a_draw() {
    let mut game = game(&format!("{ROOKS} 0 1"));
    assert_eq!(walk(&mut game, usize::from(NATURAL_LIMIT_PLIES) - 1), None);
    assert_eq!(walk(&mut game, 1), Some(Outcome::Drawn(DrawReason::NaturalLimit)));
}

#[test]
fn the_natural_limit_counts_the_plies_before_the_start_position() {
    let mut game = game(&format!("{ROOKS} 118 60"));
    assert_eq!(walk(&mut game, 1), None);
    assert_eq!(walk(&mut game, 1), Some(Outcome::Drawn(DrawReason::NaturalLimit)));
}

#[test]
fn only_ten_checks_of_a_side_count_towards_the_natural_limit() {
    let mut game = game("5k3/8R/r8/9/9/9/9/9/9/3K5 w");
    let mut checks = 0;
    let files = ["i", "h", "g", "c", "b", "c", "g"];
    for (round, (file, next)) in files.iter().zip(&files[1..]).enumerate() {
        let aside = format!("{file}8{next}8 a{}a{}", 7 - round, 6 - round);
        let moves = format!("{file}8{file}9 f9f8 {file}9{file}8 f8f9 {aside}");
        assert_eq!(play(&mut game, &moves), None);
        checks += 2;
    }
    let uncounted = checks - usize::from(COUNTED_CHECKS);
    let left = usize::from(NATURAL_LIMIT_PLIES) + uncounted - game.ply();
    assert_eq!(walk(&mut game, left - 1), None);
    assert_eq!(walk(&mut game, 1), Some(Outcome::Drawn(DrawReason::NaturalLimit)));
}

#[test]
fn the_check_of_a_capture_is_none_of_the_plies_without_one() {
    // the rook captures on i8 with check and goes on to check ten times, all of which count
    let mut game = game("9/5k2n/r8/9/9/9/9/9/8R/3K5 w");
    assert_eq!(play(&mut game, "i1i8 f8f9"), None);
    let files = ["i", "h", "g", "c", "b", "c"];
    for (round, (file, next)) in files.iter().zip(&files[1..]).enumerate() {
        let aside = format!("{file}8{next}8 a{}a{}", 7 - round, 6 - round);
        let moves = format!("{file}8{file}9 f9f8 {file}9{file}8 f8f9 {aside}");
        assert_eq!(play(&mut game, &moves), None);
    }
    let left = usize::from(NATURAL_LIMIT_PLIES) - usize::from(game.position().halfmove_clock());
    assert_eq!(walk(&mut game, left - 1), None);
    assert_eq!(walk(&mut game, 1), Some(Outcome::Drawn(DrawReason::NaturalLimit)));
}

#[test]
fn simple_rules_forbid_only_perpetual_check() {
    let simple = Rules::current(RuleSet::Simple);
    let mut checking = Game::new(Position::from_fen(CHECKING).unwrap(), simple);
    play(&mut checking, CHECKS);
    let outcome = play(&mut checking, CHECKS);
    assert_eq!(outcome, Some(Outcome::won(Color::Black, WinReason::PerpetualCheck)));
}
