//! Puzzles of luzhanqi: moves and replies, and what is kept of them.

use super::Screen;
use super::exercises::PuzzleList;
use super::testing::World;
use super::testing::flags::{flag_of, hunting, type_flag_move};
use chuhe_model::actions::action::{Action, Field};
use chuhe_model::actions::puzzle_action::PuzzleAction;
use chuhe_model::actions::start_action::StartAction;
use chuhe_model::choices::local_choice::StartEntry;
use chuhe_model::drawing::scene::{TileFace, TileRange};
use chuhe_model::exchange::effect::{Effect, StorageEffect};
use chuhe_model::hunting::{FlagReply, Hunting};
use chuhe_model::puzzles::{FlagFact, flag_puzzles};

fn shown(world: &World) -> &Hunting {
    world.app.study().exercises.hunting().expect("a puzzle of luzhanqi is on the screen")
}

/// How many of the opponent's pieces are open.
fn open(world: &World) -> usize {
    let hunting = shown(world);
    let theirs = hunting.attempt().puzzle().hidden.iter().filter_map(|it| hunting.face(it.station));
    theirs.filter(|face| matches!(face, TileFace::Up(_))).count()
}

#[test]
fn a_solved_puzzle_is_kept_and_the_next_one_follows() {
    let index = flag_of(2);
    let mut world = hunting(index);
    assert_eq!((world.app.screen(), open(&world)), (Screen::Puzzle, 0));
    world.effects.clear();
    while !shown(&world).attempt().is_solved() {
        assert!(!world.app.desk.settings.puzzles.has_taken(&flag_puzzles()[index]));
        let moves = shown(&world).attempt().played().len();
        type_flag_move(&mut world, true);
        assert!(shown(&world).attempt().played().len() > moves);
    }
    assert_eq!(shown(&world).reply(), Some(&FlagReply::Solved));
    assert!(world.app.desk.settings.puzzles.has_taken(&flag_puzzles()[index]));
    let saves = |effect: &Effect| matches!(effect, Effect::Storage(StorageEffect::SaveSettings(_)));
    assert!(world.effects.iter().any(saves));
    world.act(PuzzleAction::Flag(index + 1).into());
    assert_eq!(shown(&world).index(), index + 1);
    world.act(PuzzleAction::Leave.into());
    assert!(
        world.app.screen() == Screen::Join && world.app.study().exercises.puzzle_list == PuzzleList::Flags
    );
    world.act(StartAction::Show(StartEntry::Learn).into());
    assert!(!world.app.can_go_back(), "another entry is shown");
    world.act(StartAction::Show(StartEntry::Puzzles).into());
    assert!(world.app.can_go_back(), "the list leads back to the puzzles");
    world.act(Action::Back);
    assert!(world.app.study().exercises.puzzle_list == PuzzleList::Puzzles && !world.app.can_go_back());
}

#[test]
fn a_wrong_move_is_not_played_and_lays_an_arrangement_open_until_the_user_goes_on() {
    let mut world = hunting(flag_of(1));
    let theirs = shown(&world).attempt().puzzle().hidden.len();
    type_flag_move(&mut world, false);
    assert!(matches!(shown(&world).reply(), Some(FlagReply::Wrong(..))));
    assert!(shown(&world).attempt().played().is_empty());
    assert_eq!(open(&world), theirs);
    world.act(PuzzleAction::Hint.into());
    assert!(shown(&world).reply().is_none() && open(&world) == 0, "what was hidden is hidden again");
    assert_eq!(shown(&world).hinted(), Some(shown(&world).attempt().puzzle().first.from));
    type_flag_move(&mut world, false);
    world.act(PuzzleAction::Again.into());
    assert_eq!((shown(&world).reply(), shown(&world).hinted(), open(&world)), (None, None, 0));
    world.act(Action::Edit(Field::Move, "a1".into()));
    world.act(PuzzleAction::PlayTyped.into());
    assert!(matches!(shown(&world).reply(), Some(FlagReply::Refused(_))));
}

#[test]
fn only_a_piece_that_has_moved_has_the_sign_of_it() {
    let mut signs = 0;
    for index in 0..flag_puzzles().len() {
        let hunting = Hunting::new(flag_puzzles(), index).expect("there is one");
        for piece in &hunting.attempt().puzzle().hidden {
            let has_moved =
                piece.facts.iter().any(|fact| matches!(fact, FlagFact::Moved | FlagFact::Took(_)));
            let face = hunting.face(piece.station);
            let is_signed = matches!(face, Some(TileFace::Ranged { range: TileRange::Movable, .. }));
            assert!(!is_signed || has_moved, "{index}: {}", piece.station);
            signs += usize::from(is_signed);
        }
    }
    assert!(signs > 0);
}

#[test]
fn a_puzzle_does_not_begin_while_another_screen_has_the_board() {
    let mut world = World::in_lobby();
    world.act(PuzzleAction::Flag(0).into());
    assert!(world.app.study().exercises.hunting().is_none());
    let mut world = hunting(usize::MAX);
    assert_eq!(world.app.screen(), Screen::Join, "there is no such puzzle");
    world.act(PuzzleAction::Flag(0).into());
    assert!(world.app.route().expect("it has an address").to_string().starts_with("#/flag/f"));
}
