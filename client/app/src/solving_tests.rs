//! Puzzles from their first move to their last.

use super::exercises::{OnBoard, PuzzleList};
use super::testing::World;
use super::testing::mistakes::mending;
use super::{App, Screen};
use chuhe_model::actions::action::{Action, Field, RecordField};
use chuhe_model::actions::puzzle_action::PuzzleAction;
use chuhe_model::actions::review_action::ReviewAction;
use chuhe_model::actions::set_up_action::SetUpAction;
use chuhe_model::actions::start_action::StartAction;
use chuhe_model::choices::local_choice::StartEntry;
use chuhe_model::drawing::scene::{Place, Pointer};
use chuhe_model::exchange::effect::{Effect, StorageEffect};
use chuhe_model::exchange::environment::{Environment, PageServer, Surface};
use chuhe_model::exchange::event::Event;
use chuhe_model::exchange::route::InvalidLink;
use chuhe_model::exercise::Exercise as _;
use chuhe_model::notices::notice::Notice;
use chuhe_model::puzzles::{Attempt, Hint, Puzzle, Verdict, collection, daily};
use chuhe_model::review::reviewing::RecordDialog;
use chuhe_model::solving::{Help, Reply, Solving};
use chuhe_model::table::typed_move::MoveTyping as _;
use chuhe_rules::Color;
use chuhe_rules::xiangqi::Move;

/// A day at noon, in milliseconds since 1970.
const NOON_MS: u64 = 20_000 * DAY_MS + DAY_MS / 2;
const DAY_MS: u64 = 24 * 3_600_000;
/// The most frames in which a move is judged here.
const MOST_FRAMES: usize = 2_000;

fn world() -> World {
    let mut world = World::new();
    world.app.desk.environment.started_at_ms = Some(NOON_MS);
    world
}

fn solving(world: &World) -> &Solving {
    world.app.study().exercises.solving().expect("a puzzle is on the screen")
}

/// Draws frames until the move is judged.
fn think(world: &mut World) {
    for _ in 0..MOST_FRAMES {
        if !solving(world).is_thinking() {
            return;
        }
        assert_eq!(world.app.next_wakeup(world.now), Some(world.now), "the next frame goes on");
        world.wait(10);
    }
    panic!("the move is not judged");
}

/// Moves a piece on the board by two presses.
fn play(world: &mut World, mv: Move) {
    for square in [mv.from, mv.to] {
        let at = world.app.shown_board().unwrap().point(Place::Square(square)).unwrap();
        for pointer in [Pointer::Moved(at), Pointer::Pressed(at), Pointer::Released(at)] {
            world.update(Event::Pointer(pointer));
        }
    }
    think(world);
}

/// The page of this world, loaded again at its address.
fn loaded_again(before: &World) -> World {
    let route = before.app.route().expect("the puzzle has an address").to_string();
    let settings = before.app.desk.settings.clone();
    let environment = Environment {
        surface: Surface::Page { server: PageServer::Answers },
        started_at_ms: Some(NOON_MS),
        ..Environment::default()
    };
    let mut again = World { app: App::new(environment, settings), ..World::new() };
    again.act(Action::FollowAgain(route));
    assert!(!again.connects(), "a puzzle needs no server");
    again
}

#[test]
fn a_page_that_is_loaded_again_opens_the_puzzle_that_was_on_the_board() {
    let begun = |action: PuzzleAction| {
        let mut world = world();
        world.act(action.into());
        world
    };
    for (before, address) in [
        (begun(PuzzleAction::Daily), "#/puzzle/today"),
        (begun(PuzzleAction::Next), "#/puzzle/p"),
        (begun(PuzzleAction::Endgame(7)), "#/endgame/"),
        (begun(PuzzleAction::Flag(7)), "#/flag/"),
        (mending(), "#/puzzle/own"),
    ] {
        let route = before.app.route().unwrap().to_string();
        assert!(route.starts_with(address), "{route}");
        let mut again = loaded_again(&before);
        assert_eq!(again.app.screen(), Screen::Puzzle, "{route}");
        assert_eq!(
            again.app.study().exercises.puzzle_board(),
            before.app.study().exercises.puzzle_board(),
            "{route}"
        );
        assert_eq!(again.app.route(), before.app.route());
        again.act(PuzzleAction::Leave.into());
        assert_eq!((again.app.screen(), again.app.desk().start_entry()), (Screen::Join, StartEntry::Puzzles));
        assert_eq!(again.app.route(), None);
    }
}

#[test]
fn a_link_to_a_puzzle_leaves_the_lobby_and_no_game_and_not_for_a_puzzle_that_is_unknown() {
    let link = || Action::Follow("#/endgame/rook-advisor".to_owned());
    let mut world = World::at_board(Color::Red);
    world.act(link());
    assert_eq!((world.app.screen(), world.notice()), (Screen::Table, Some(&Notice::LinkDuringGame)));
    let mut world = World::in_lobby();
    world.act(Action::Follow("#/puzzle/p0".to_owned()));
    assert_eq!(world.notice(), Some(&Notice::Link(InvalidLink::Place)));
    assert_eq!(world.app.screen(), Screen::Lobby);
    world.act(link());
    assert_eq!(world.app.screen(), Screen::Puzzle);
    assert_eq!(world.app.study().exercises.endgame().map(|it| &*it.endgame().id), Some("rook-advisor"));
}

#[test]
fn a_link_to_a_puzzle_waits_for_what_becomes_of_an_unsaved_record() {
    let mut world = World::in_lobby();
    world.opens("h2e2");
    world.act(Action::Edit(Field::Record(RecordField::Comment), "好棋".into()));
    let link = || Action::Follow("#/endgame/rook-advisor".to_owned());
    let asks = |world: &World| {
        let dialog = world.app.study().reviewing().and_then(|it| it.dialog.as_ref());
        matches!(dialog, Some(RecordDialog::Discard(_)))
    };
    world.act(link());
    assert!(asks(&world) && world.app.sessions.link().is_joined());
    assert!(world.app.study().exercises.puzzle_board().is_none(), "nothing is hidden below the review");
    world.act(ReviewAction::CloseDialog.into());
    assert_eq!(world.app.screen(), Screen::Review);
    assert!(world.app.sessions.link().is_joined(), "who keeps the record stays on the server");
    world.act(link());
    world.act(ReviewAction::Discard.into());
    assert_eq!(world.app.screen(), Screen::Puzzle);
    assert!(!world.app.sessions.link().is_joined() && world.app.study().reviewing().is_none());
}

#[test]
fn a_link_to_a_puzzle_ends_the_set_up_of_a_position() {
    let mut world = world();
    world.opens("h2e2");
    world.act(SetUpAction::OpenForReview.into());
    assert_eq!(world.app.screen(), Screen::SetUp);
    world.act(Action::Follow("#/endgame/rook-advisor".to_owned()));
    assert_eq!(world.app.screen(), Screen::Puzzle);
}

#[test]
fn a_link_to_an_unknown_puzzle_leaves_the_one_on_the_board() {
    let mut world = world();
    world.act(PuzzleAction::Next.into());
    let before = world.app.route();
    for unknown in ["#/puzzle/p0", "#/endgame/none"] {
        world.act(Action::Follow(unknown.to_owned()));
        assert_eq!(world.notice(), Some(&Notice::Link(InvalidLink::Place)), "{unknown}");
        assert_eq!((world.app.screen(), world.app.route()), (Screen::Puzzle, before.clone()), "{unknown}");
    }
}

#[test]
fn a_link_to_what_has_no_puzzle_now_opens_the_list() {
    // neither a mistake nor a date is known
    for link in ["#/puzzle/own", "#/puzzle/today"] {
        for before in [World::new(), World::in_lobby()] {
            let mut world = before;
            world.app.study.exercises.puzzle_list = PuzzleList::Endgames;
            world.act(Action::Follow(link.to_owned()));
            assert_eq!((world.app.screen(), world.notice()), (Screen::Join, None), "{link}");
            assert_eq!(world.app.desk().start_entry(), StartEntry::Puzzles, "{link}");
            assert!(
                world.app.study().exercises.puzzle_list == PuzzleList::Puzzles,
                "{link}: the endgames are another list"
            );
        }
    }
}

#[test]
fn a_link_to_a_puzzle_takes_the_place_of_one_that_waits_for_the_server() {
    let mut world = World::new();
    world.act(Action::Follow("#/challenge/Bo".to_owned()));
    assert!(world.app.entrance.pending.is_some());
    world.act(Action::Follow("#/endgame/rook-advisor".to_owned()));
    assert_eq!((world.app.screen(), &world.app.entrance.pending), (Screen::Puzzle, &None));
}

fn right_move(attempt: &Attempt) -> Move {
    let mut attempt = attempt.clone();
    loop {
        match attempt.hint(1_000_000) {
            Hint::Move(mv) => return mv,
            Hint::Searching => {}
            Hint::Unknown => panic!("there is a right move"),
        }
    }
}

/// A move with such a verdict in the first position.
fn move_with(puzzle: &Puzzle, is_it: fn(&Verdict) -> bool) -> Option<Move> {
    let moves = puzzle.position.legal_moves().into_iter();
    let mut moves = moves.filter(|&mv| is_it(&Attempt::new(puzzle).try_move(mv)));
    moves.next()
}

fn solve(world: &mut World) {
    while !solving(world).is_over() {
        let mv = right_move(solving(world).attempt());
        play(world, mv);
        assert!(matches!(solving(world).reply(), Some(Reply::Right | Reply::Solved)), "{mv}");
    }
    assert_eq!(solving(world).reply(), Some(&Reply::Solved));
}

fn is_saved(world: &mut World) -> bool {
    let saves = |effect: &Effect| matches!(effect, Effect::Storage(StorageEffect::SaveSettings(_)));
    std::mem::take(&mut world.effects).iter().any(saves)
}

#[test]
fn the_puzzle_of_today_is_solved_on_the_board_and_counts() {
    let mut world = world();
    world.act(StartAction::Show(StartEntry::Puzzles).into());
    world.act(PuzzleAction::Daily.into());
    assert_eq!(world.app.screen(), Screen::Puzzle);
    let expected = &collection()[daily(20_000, collection()).unwrap()];
    assert_eq!((solving(&world).puzzle(), solving(&world).daily()), (expected, Some(20_000)));
    is_saved(&mut world);
    solve(&mut world);
    assert!(is_saved(&mut world));
    let progress = &world.app.desk().settings.puzzles;
    assert_eq!((progress.streak(20_000), progress.solved(collection())), (1, 1));
    assert_eq!(solving(&world).rated, Some([1_000, progress.rating()]));
    assert!(progress.rating() > 1_000);
    // the next day
    world.wait(DAY_MS);
    world.act(PuzzleAction::Daily.into());
    assert_ne!(solving(&world).puzzle(), expected);
    solve(&mut world);
    assert_eq!(world.app.desk().settings.puzzles.streak(20_001), 2);
    world.act(PuzzleAction::Leave.into());
    assert_eq!(world.app.screen(), Screen::Join);
}

#[test]
fn the_local_date_decides_which_puzzle_is_today() {
    let mut world = world();
    world.app.desk.environment.time_zone =
        chuhe_model::choices::zone::Zone::of_offsets(&[(0, 13 * 3_600)]).unwrap();
    world.act(PuzzleAction::Daily.into());
    assert_eq!(solving(&world).daily(), Some(20_001));
    world.act(PuzzleAction::Leave.into());
    world.app.desk.environment.started_at_ms = None;
    world.act(PuzzleAction::Daily.into());
    assert_eq!(world.app.screen(), Screen::Join, "without a date no day has a puzzle");
    world.act(PuzzleAction::Next.into());
    solve(&mut world);
    assert_eq!(world.app.desk().settings.puzzles.solved(collection()), 1);
}

#[test]
fn a_wrong_move_is_refuted_and_the_puzzle_comes_back() {
    let mut world = world();
    world.act(PuzzleAction::Next.into());
    let puzzle = solving(&world).puzzle();
    let wrong = move_with(puzzle, |verdict| matches!(verdict, Verdict::Wrong { reply: Some(_) })).unwrap();
    play(&mut world, wrong);
    let Some(&Reply::Wrong { mv, reply: Some(reply) }) = solving(&world).reply() else {
        panic!("{:?}", solving(&world).reply())
    };
    assert_eq!(mv, wrong);
    let mut after = puzzle.position.clone();
    after.play(mv).unwrap();
    after.play(reply).unwrap();
    assert_eq!(solving(&world).position(), &puzzle.position, "the move is taken back");
    assert!(is_saved(&mut world), "leaving now changes nothing");
    let rating = world.app.desk().settings.puzzles.rating();
    assert!(rating < 1_000);
    solve(&mut world);
    let progress = &world.app.desk().settings.puzzles;
    assert_eq!((progress.rating(), progress.solved(collection())), (rating, 0));
    world.act(PuzzleAction::Next.into());
    assert_ne!(solving(&world).puzzle(), puzzle);
    // a computer sleeps for a day, in which the clock of the program stands still
    world.update(Event::ClockSet(NOON_MS + DAY_MS));
    assert_eq!(world.app.desk().settings.puzzles.due(collection(), Some(20_001)), 1);
    world.act(PuzzleAction::Next.into());
    assert_eq!(solving(&world).puzzle(), puzzle);
    // a record that is opened over it has the typed moves
    world.act(Action::Follow("#/review".to_owned()));
    world.act(Action::Edit(Field::Move, "C2=5".to_owned()));
    assert_eq!(solving(&world).typed(), "");
}

#[test]
fn a_longer_mate_and_an_illegal_move_cost_nothing() {
    let mut world = world();
    let with_longer = |puzzle: &&Puzzle| {
        puzzle.plies <= 5 && move_with(puzzle, |verdict| matches!(verdict, Verdict::Longer { .. })).is_some()
    };
    let puzzle = collection().iter().find(with_longer).expect("a puzzle has a longer mate");
    world.app.study.exercises.on_board = Some(OnBoard::Puzzle(Box::new(Solving::new(puzzle, None))));
    let longer = move_with(puzzle, |verdict| matches!(verdict, Verdict::Longer { .. })).unwrap();
    play(&mut world, longer);
    assert!(matches!(solving(&world).reply(), Some(Reply::Longer(_))));
    world.act(Action::Edit(Field::Move, "a0a0".to_owned()));
    world.act(PuzzleAction::PlayTyped.into());
    assert!(matches!(solving(&world).reply(), Some(Reply::Illegal(_) | Reply::Unread(_))));
    assert!(world.app.desk().settings.puzzles.is_new());
    solve(&mut world);
    assert_eq!(world.app.desk().settings.puzzles.solved(collection()), 1);
}

#[test]
fn help_goes_from_the_theme_to_the_piece_to_the_moves() {
    let mut world = world();
    let puzzle = collection().iter().find(|puzzle| !puzzle.themes.is_empty() && puzzle.plies >= 5).unwrap();
    world.app.study.exercises.on_board = Some(OnBoard::Puzzle(Box::new(Solving::new(puzzle, Some(20_000)))));
    world.act(PuzzleAction::Hint.into());
    assert_eq!((solving(&world).help(), solving(&world).hinted()), (Help::Theme, None));
    assert!(world.app.desk().settings.puzzles.is_new(), "the theme costs nothing");
    world.act(PuzzleAction::Hint.into());
    think(&mut world);
    assert_eq!(solving(&world).hinted(), Some(puzzle.first[0].from));
    assert!(world.app.desk().settings.puzzles.has_tried(puzzle));
    world.act(PuzzleAction::Show.into());
    think(&mut world);
    assert_eq!(solving(&world).reply(), Some(&Reply::ShownMove), "the user is not praised for it");
    let own = right_move(solving(&world).attempt());
    play(&mut world, own);
    assert!(matches!(solving(&world).reply(), Some(Reply::Right | Reply::Shown)));
    world.act(PuzzleAction::Again.into());
    let mut moves = 0;
    while !solving(&world).is_over() {
        world.act(PuzzleAction::Show.into());
        think(&mut world);
        moves += 1;
        assert!(moves <= puzzle.moves());
    }
    assert_eq!(solving(&world).reply(), Some(&Reply::Shown));
    let progress = &world.app.desk().settings.puzzles;
    assert_eq!((progress.solved(collection()), progress.streak(20_000)), (0, 0));
    world.act(PuzzleAction::Again.into());
    assert_eq!((solving(&world).position(), solving(&world).reply()), (&puzzle.position, None));
}

#[test]
fn the_piece_glides_while_its_move_is_judged_and_the_reply_follows() {
    let mut world = world();
    world.act(PuzzleAction::Next.into());
    let first = right_move(solving(&world).attempt());
    world.act(Action::Edit(Field::Move, first.to_string()));
    world.act(PuzzleAction::PlayTyped.into());
    assert!(world.app.animating(world.now));
    assert_eq!(solving(&world).bottom(), solving(&world).puzzle().position.side_to_move());
    think(&mut world);
    assert_eq!(solving(&world).attempt().played().len(), 2);
    world.wait(10_000);
    assert!(!world.app.animating(world.now));
    assert_eq!(world.app.next_wakeup(world.now), None, "nothing is to be done");
}

#[test]
fn a_step_back_leaves_the_puzzle_and_a_game_ends_it() {
    let mut world = world();
    world.act(PuzzleAction::Next.into());
    world.act(Action::Back);
    assert_eq!(world.app.screen(), Screen::Join);
    world.act(PuzzleAction::Next.into());
    world.act(StartAction::Show(StartEntry::Computer).into());
    world.act(StartAction::Play.into());
    assert_eq!(world.app.screen(), Screen::Table);
    assert!(world.app.study().exercises.solving().is_none());
    world.act(PuzzleAction::Next.into());
    assert_eq!(world.app.screen(), Screen::Table, "a game is not covered");
    assert!(world.app.study().exercises.solving().is_none());
}

#[test]
fn the_user_hears_once_that_nothing_is_kept() {
    let mut world = world();
    world.update(Event::SettingsNotKept);
    assert_eq!(world.notice(), Some(&Notice::NotKept));
    world.wait(60_000);
    world.update(Event::SettingsNotKept);
    assert_eq!(world.notice(), None);
}
