//! Endgames against the engine: moves and replies, and what is kept of them.

use super::Screen;
use super::exercises::PuzzleList;
use super::testing::World;
use super::testing::analysis::end;
use super::testing::endgames::{endgame, good_move, playing, type_move};
use chuhe_model::actions::puzzle_action::PuzzleAction;
use chuhe_model::analysis::Finding;
use chuhe_model::endgame::{Ending, Practice, Trouble};
use chuhe_model::engines::EngineFailure;
use chuhe_model::exchange::effect::{Effect, StorageEffect};
use chuhe_model::puzzles::{Goal, MOVES_TO_HOLD, endgames};
use chuhe_rules::xiangqi::{Game, Move};

fn shown(world: &World) -> &Practice {
    world.app.study().exercises.endgame().expect("an endgame is on the screen")
}

fn has_kept(world: &World, index: usize) -> bool {
    world.app.desk.settings.puzzles.endgames.has_kept(&endgames()[index])
}

/// A move of the side to move that ends nothing.
fn quiet_move(game: &Game) -> Move {
    let side = game.position().side_to_move();
    let is_quiet = |mv: &Move| {
        let mut after = game.clone();
        after.play(side, *mv).is_ok_and(|played| played.outcome.is_none())
    };
    game.position().legal_moves().into_iter().find(is_quiet).expect("there is a quiet move")
}

/// Plays a move of the user and, unless it ends the game, one of the engine, which it thinks is worth this.
fn exchange(world: &mut World, own: Move, score: i32) {
    type_move(world, own);
    if shown(world).ending().is_none() {
        let search = world.searched();
        let reply = search.game.position().legal_moves().into_iter().next().expect("the game is not over");
        world.found(search.number, end(score, &reply.to_string()));
    }
}

#[test]
fn the_engine_replies_to_each_move() {
    let mut world = playing(endgame(Goal::Win));
    assert_eq!((world.app.screen(), shown(&world).game().ply()), (Screen::Puzzle, 0));
    world.effects.clear();
    let mv = quiet_move(shown(&world).game());
    type_move(&mut world, mv);
    assert!(shown(&world).is_thinking());
    let search = world.searched();
    assert_eq!((search.game.moves(), search.nodes.is_some()), (&[mv][..], true));
    let reply = quiet_move(&search.game);
    type_move(&mut world, mv);
    assert_eq!(shown(&world).game().ply(), 1, "it is the engine's turn");
    world.found(search.number, end(-500, &reply.to_string()));
    assert_eq!(shown(&world).game().moves(), [mv, reply]);
    assert!(!shown(&world).is_thinking());
    world.act(PuzzleAction::Again.into());
    assert_eq!(shown(&world).game().ply(), 0);
    world.act(PuzzleAction::Leave.into());
    assert_eq!(world.app.screen(), Screen::Join);
    assert!(
        world.app.study().exercises.puzzle_list == PuzzleList::Endgames,
        "the list is on the first screen"
    );
    world.act(PuzzleAction::ListEndgames(false).into());
    assert!(world.app.study().exercises.puzzle_list == PuzzleList::Puzzles);
}

#[test]
fn a_won_endgame_counts_once_it_is_won() {
    let index = endgame(Goal::Win);
    let mut world = playing(index);
    world.effects.clear();
    let saves = |effect: &Effect| matches!(effect, Effect::Storage(StorageEffect::SaveSettings(_)));
    while shown(&world).ending().is_none() {
        assert!(shown(&world).moves() < 60 && !has_kept(&world, index));
        let own = good_move(shown(&world).game());
        exchange(&mut world, own, -900);
    }
    let Some(Ending::Kept(outcome)) = shown(&world).ending() else { panic!("{:?}", shown(&world).ending()) };
    assert_eq!(outcome.winner(), Some(endgames()[index].user()));
    assert!(has_kept(&world, index));
    assert!(world.effects.iter().any(saves));
    world.act(PuzzleAction::Again.into());
    assert_eq!(shown(&world).ending(), None);
    assert!(has_kept(&world, index), "it stays");
    world.act(PuzzleAction::Endgame(index + 1).into());
    assert_eq!((shown(&world).index(), has_kept(&world, index + 1)), (index + 1, false));
}

#[test]
fn a_won_endgame_that_ends_in_a_draw_is_lost() {
    let index = endgame(Goal::Win);
    let mut world = playing(index);
    world.effects.clear();
    // to and fro
    while shown(&world).ending().is_none() {
        let game = shown(&world).game();
        assert!(game.ply() < 200);
        let back = |mv: Move| Move { from: mv.to, to: mv.from };
        let of_two_before = game.ply().checked_sub(2).map(|at| back(game.moves()[at]));
        let own = of_two_before.unwrap_or_else(|| quiet_move(game));
        type_move(&mut world, own);
        if shown(&world).ending().is_some() {
            break;
        }
        let search = world.searched();
        let of_two_before = search.game.ply().checked_sub(2).map(|at| back(search.game.moves()[at]));
        let reply = of_two_before.unwrap_or_else(|| quiet_move(&search.game));
        world.found(search.number, end(-900, &reply.to_string()));
    }
    assert!(matches!(shown(&world).ending(), Some(Ending::Lost(outcome)) if outcome.winner().is_none()));
    assert!(!has_kept(&world, index));
}

#[test]
fn a_draw_is_held_once_enough_moves_are_played_and_the_engine_sees_no_mate() {
    let index = endgame(Goal::Hold);
    let mut world = playing(index);
    world.effects.clear();
    while shown(&world).ending().is_none() {
        let moves = shown(&world).moves();
        assert!(moves <= MOVES_TO_HOLD);
        let own = good_move(shown(&world).game());
        exchange(&mut world, own, 900);
    }
    let is_held = match shown(&world).ending() {
        Some(Ending::Held) => shown(&world).moves() == MOVES_TO_HOLD,
        Some(Ending::Kept(_)) => shown(&world).moves() <= MOVES_TO_HOLD,
        Some(Ending::Lost(_)) | None => false,
    };
    assert!(is_held, "{:?}", shown(&world).ending());
    assert!(has_kept(&world, index));
}

#[test]
fn a_move_against_the_rules_is_refused_and_a_failed_engine_costs_nothing() {
    let mut world = playing(endgame(Goal::Win));
    world.effects.clear();
    type_move(&mut world, "a9a8".parse().unwrap());
    assert!(matches!(shown(&world).trouble(), Some(Trouble::Refused(_))));
    let mv = quiet_move(shown(&world).game());
    type_move(&mut world, mv);
    let search = world.searched();
    world.found(search.number, Finding::Failed(EngineFailure::Own));
    assert_eq!(shown(&world).trouble(), Some(&Trouble::NoReply));
    assert_eq!(shown(&world).game().ply(), 0, "the move is taken back");
    world.effects.clear();
    type_move(&mut world, mv);
    assert_eq!(world.searched().game.moves(), [mv]);
    assert_eq!(shown(&world).trouble(), None);
}
