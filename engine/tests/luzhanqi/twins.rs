//! The engine has no way to the truth: games that differ only in hidden pieces give the same moves.

use crate::match_play::{Dice, Match, Player};
use chuhe_engine::luzhanqi::{Budget, choose, set_up};
use chuhe_rules::luzhanqi::{BoardKind, Formation, Slot};
use chuhe_rules::{Color, PerColor};

const BUDGET: Budget = Budget { nodes: 3_000, depth: 2, noise: 5 };

/// Plays the same moves of black in two games, whose black pieces differ, as long as red sees the
/// same; returns the number of plies.
fn play_twins(board: BoardKind, own: Formation, theirs: [Formation; 2], seed: u64) -> usize {
    let mut games = theirs.map(|theirs| Match::new(board, PerColor::new(own, theirs)));
    let mut dice = Dice::new(seed);
    let mut plies = 0;
    loop {
        let [one, other] = &games;
        if one.knowledge.red != other.knowledge.red || one.game.is_over() || other.game.is_over() {
            return plies;
        }
        let mv = if one.game.turn() == Some(Color::Red) {
            let choices =
                [one, other].map(|game| choose(&game.knowledge.red, seed + plies as u64, BUDGET, &|| false));
            assert_eq!(choices[0], choices[1], "after {plies} plies of seed {seed}");
            choices[0].expect("red has a move").mv
        } else {
            let mv = Player::Random.choose(&one.knowledge.black, &mut dice).expect("black has a move");
            // the twin's piece may be one that does not move
            if other.game.validate(Color::Black, mv).is_err() {
                continue;
            }
            mv
        };
        for game in &mut games {
            game.play(mv);
        }
        plies += 1;
    }
}

/// Exchanges two pieces of a formation, drawn until it is legal and changes something.
fn exchanged(formation: Formation, dice: &mut Dice) -> Formation {
    let slots: Vec<Slot> = Slot::all().collect();
    loop {
        let mut draw = || slots[dice.below(25) as usize];
        let (a, b) = (draw(), draw());
        let mut changed = formation;
        if changed.swap(a, b).is_ok() && changed != formation {
            return changed;
        }
    }
}

#[test]
fn games_that_differ_in_hidden_pieces_give_the_same_moves() {
    let mut plies = 0;
    for (seed, board) in (0..40).zip(BoardKind::ALL.into_iter().cycle()) {
        let mut dice = Dice::new(seed);
        let theirs = Formation::random(|n| dice.below(n));
        let twin = exchanged(theirs, &mut dice);
        plies += play_twins(board, set_up(seed), [theirs, twin], seed);
    }
    assert!(plies > 400, "only {plies} plies were the same to red");
}

#[test]
fn the_same_seed_gives_the_same_choice() {
    let formations = PerColor::new(set_up(1), set_up(2));
    let game = Match::new(BoardKind::Classic, formations);
    let first = choose(&game.knowledge.red, 3, BUDGET, &|| false);
    assert!(first.is_some());
    assert_eq!(choose(&game.knowledge.red, 3, BUDGET, &|| false), first);
    assert_eq!(choose(&game.knowledge.black, 3, BUDGET, &|| false), None, "it is red's turn");
}
