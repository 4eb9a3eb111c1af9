//! Guessing the moves of a record, without an engine: what is searched, and what guesses are worth.

use super::Screen;
use super::testing;
use super::testing::World;
use super::testing::analysis::{analysed, end};
use super::testing::guessing::MOVES;
use super::testing::keeping::started_with;
use super::testing::review::reviewing;
use chuhe_model::actions::action::{Action, Field};
use chuhe_model::actions::guess_action::GuessAction;
use chuhe_model::actions::review_action::{ReviewAction, Step};
use chuhe_model::analysis::{AnalysisAction, AnalysisRequest, Finding};
use chuhe_model::choices::guessed_sides::GuessedSides;
use chuhe_model::drawing::scene::{Place, Pointer, Shape};
use chuhe_model::engines::EngineFailure;
use chuhe_model::exchange::event::Event;
use chuhe_model::exercise::Exercise as _;
use chuhe_model::guessing::{Grade, Guess, GuessStep, Guessing, Summary};
use chuhe_model::notices::notice::Notice;
use chuhe_rules::Color;
use chuhe_rules::xiangqi::Position;

fn guessing(world: &World) -> &Guessing {
    let reviewing = world.app.study().reviewing().expect("a record is open");
    reviewing.guessing.as_deref().expect("its moves are guessed")
}

fn last(world: &World) -> &Guess {
    guessing(world).shown().expect("a guess is answered")
}

/// Moves a piece on the board by two presses.
fn play(world: &mut World, mv: &str) {
    for square in [&mv[..2], &mv[2..]] {
        let place = Place::Square(square.parse().unwrap());
        let at = world.app.shown_board().unwrap().point(place).unwrap();
        for pointer in [Pointer::Moved(at), Pointer::Pressed(at), Pointer::Released(at)] {
            world.update(Event::Pointer(pointer));
        }
    }
}

#[test]
fn a_guess_is_compared_with_the_game_and_the_engine() {
    let mut world = testing::guessing::guessing();
    assert_eq!((world.app.screen(), guessing(&world).step()), (Screen::Guess, &GuessStep::Asked));
    // while the user thinks, the engine measures the position and the move of the game
    world.measure(0, 40, "c3c4 b9c7");
    world.measure(1, 30, "h9g7");
    assert_eq!(world.requests(), []);
    play(&mut world, "b0a2");
    assert!(matches!(guessing(&world).step(), GuessStep::Judging(..)));
    world.measure(1, -120, "h9g7");
    let guess = last(&world);
    let moves = [guess.guess.unwrap(), guess.played, guess.best.unwrap()].map(|mv| mv.to_string());
    assert_eq!((moves, guess.grade), (["b0a2", "h2e2", "c3c4"].map(str::to_owned), Grade::Inaccuracy));
    assert_eq!(
        guessing(&world).position().piece_at("e2".parse().unwrap()).map(|it| it.color),
        Some(Color::Red)
    );
    assert!(!world.app.study().reviewing().unwrap().review.record.unsaved);
}

#[test]
fn the_move_of_the_game_counts_at_once_and_the_choice_of_the_engine_as_much() {
    let mut world = testing::guessing::guessing();
    world.effects.clear();
    play(&mut world, "h2e2");
    assert_eq!((last(&world).grade, last(&world).loss), (Grade::Hit, None), "it needs no engine");
    world.effects.clear();
    world.act(GuessAction::Next.into());
    world.wait(5_000);
    // the reply of the other side is on the board
    assert_eq!(
        guessing(&world).position().piece_at("g7".parse().unwrap()).map(|it| it.color),
        Some(Color::Black)
    );
    world.act(GuessAction::For(GuessedSides::Both).into());
    let search = world.searched();
    world.found(search.number, end(20, "b0c2"));
    world.measure(3, 20, "i9h9");
    play(&mut world, "b0c2");
    assert_eq!(last(&world).grade, Grade::Best);
    world.act(GuessAction::Next.into());
    assert_eq!(guessing(&world).position().side_to_move(), Color::Black, "both sides are guessed now");
    let two = Summary { guesses: 2, hits: 1, points: 20, most: 20 };
    assert_eq!((guessing(&world).summary(), guessing(&world).progress()), (two, (2, 5)));
}

#[test]
fn a_guess_that_is_not_worse_than_the_game_is_as_good_as_that() {
    let mut world = testing::guessing::guessing();
    world.measure(0, 300, "c3c4");
    // the game gives away a lot
    world.measure(1, -100, "h9g7");
    play(&mut world, "b0a2");
    world.measure(1, -100, "h9g7");
    assert_eq!(last(&world).grade, Grade::AsGame);
    assert!(last(&world).loss.is_some_and(|loss| loss > 0.3));
}

#[test]
fn a_guess_that_gives_away_next_to_nothing_is_as_good_as_the_best() {
    let mut world = testing::guessing::guessing();
    world.measure(0, 60, "c3c4");
    world.measure(1, 60, "h9g7");
    play(&mut world, "b0a2");
    world.measure(1, 30, "h9g7");
    let guess = last(&world);
    assert_eq!(guess.grade, Grade::Good);
    assert!(guess.loss.is_some_and(|loss| loss > 0.02) && !guess.grade.has_loss(), "nothing is said of it");
}

#[test]
fn mirror_images_in_a_symmetrical_position_are_worth_the_same() {
    // that of the move of the game
    let mut world = testing::guessing::guessing();
    world.measure(0, 60, "c3c4");
    world.measure(1, -200, "h9g7");
    play(&mut world, "b2e2");
    assert_eq!((last(&world).grade, last(&world).grade.points()), (Grade::Mirrored, 10));
    // that of the first choice
    let mut world = testing::guessing::guessing();
    world.measure(0, 60, "b0c2");
    world.measure(1, 30, "h9g7");
    play(&mut world, "h0g2");
    let guess = last(&world);
    assert_eq!((guess.grade, guess.best, guess.loss), (Grade::Best, guess.guess, Some(0.0)));
    // the move of the game is that of the first choice
    let mut world = testing::guessing::guessing();
    world.measure(0, 60, "b2e2");
    play(&mut world, "h2e2");
    assert_eq!((last(&world).grade, last(&world).best), (Grade::Hit, Some(last(&world).played)));
}

#[test]
fn an_arrow_on_the_way_of_a_longer_one_is_drawn_over_it() {
    let mut world = testing::guessing::guessing();
    world.measure(0, 600, "a0a2");
    world.measure(1, 30, "h9g7");
    play(&mut world, "a0a1");
    world.measure(1, 30, "h9g7");
    world.act(GuessAction::For(GuessedSides::Both).into());
    while guessing(&world).step() != &GuessStep::Done {
        world.act(GuessAction::Show.into());
        world.act(GuessAction::Next.into());
    }
    world.act(GuessAction::Look(0).into());
    let placed = world.app.shown_board().unwrap();
    let scene = guessing(&world).scene(&placed, &world.app.desk().theme(), world.now);
    let height = |shape: &Shape| {
        let Shape::Area { points, .. } = shape else { return None };
        let highest = points.iter().map(|at| at.y).fold(f32::INFINITY, f32::min);
        Some(points.iter().map(|at| at.y).fold(0.0, f32::max) - highest)
    };
    let heights: Vec<f32> = scene.shapes.iter().filter_map(height).collect();
    let [.., best, guess] = heights[..] else { panic!("{heights:?}") };
    assert!(best > guess && guess > 0.0, "the guess is over the first choice: {heights:?}");
}

#[test]
fn the_worst_guesses_are_shown_at_the_end() {
    let mut world = testing::guessing::guessing();
    for (number, (wrong, score)) in [("b0a2", -100), ("a0a1", -900), ("i0i1", 20)].into_iter().enumerate() {
        let ply = 2 * number;
        world.measure(ply, 30, "b0c2");
        world.measure(ply + 1, 30, "h9g7");
        play(&mut world, wrong);
        world.measure(ply + 1, score, "h9g7");
        world.act(GuessAction::Next.into());
    }
    assert_eq!(guessing(&world).step(), &GuessStep::Done);
    let end: Position = guessing(&world).position();
    let places: Vec<usize> = guessing(&world).worst().map(|(place, _)| place).collect();
    assert_eq!(places, [1, 0], "a good guess is not among them");
    assert_eq!(guessing(&world).summary(), Summary { guesses: 3, hits: 0, points: 10, most: 30 });
    world.act(GuessAction::Look(1).into());
    assert_eq!(last(&world).guess.map(|mv| mv.to_string()).as_deref(), Some("a0a1"));
    let looked = guessing(&world).position();
    assert_ne!(looked, end, "the position before the guess is on the board");
    assert_eq!(looked.fullmove_number(), 2);
    world.act(GuessAction::Again.into());
    assert_eq!((guessing(&world).step(), guessing(&world).progress()), (&GuessStep::Asked, (0, 3)));
}

#[test]
fn a_move_that_is_shown_earns_nothing_and_one_against_the_rules_is_refused() {
    let mut world = testing::guessing::guessing();
    play(&mut world, "a0b1");
    assert!(matches!(guessing(&world).refused(), Some(Notice::Illegal(_))));
    assert_eq!(guessing(&world).step(), &GuessStep::Asked);
    world.act(Action::Edit(Field::Move, "nothing".into()));
    world.act(GuessAction::PlayTyped.into());
    assert!(matches!(guessing(&world).refused(), Some(Notice::Notation(_))));
    world.act(GuessAction::Show.into());
    assert_eq!((last(&world).grade, guessing(&world).refused()), (Grade::Shown, None));
    assert_eq!(guessing(&world).summary(), Summary { guesses: 1, hits: 0, points: 0, most: 10 });
    world.act(GuessAction::Show.into());
    assert_eq!(guessing(&world).progress().0, 1, "it is shown once");
}

#[test]
fn without_the_engine_only_the_moves_of_the_game_count() {
    let mut world = testing::guessing::guessing();
    let number = world.searched().number;
    world.found(number, Finding::Failed(EngineFailure::Ended));
    play(&mut world, "b0a2");
    assert_eq!(last(&world).grade, Grade::Unjudged);
    world.act(GuessAction::Next.into());
    play(&mut world, "h0g2");
    assert_eq!(guessing(&world).summary(), Summary { guesses: 1, hits: 1, points: 10, most: 10 });
    world.act(GuessAction::Next.into());
    assert!(
        !world.requests().iter().any(|it| matches!(it, AnalysisRequest::Search(_))),
        "it is not asked again"
    );
}

#[test]
fn guessing_begins_at_the_shown_position_and_leaves_the_record_as_it_was() {
    let mut world = analysed();
    world.review(ReviewAction::Step(Step::First));
    world.review(ReviewAction::Step(Step::Forward));
    world.review(ReviewAction::Flip);
    world.act(GuessAction::Begin.into());
    assert_eq!((guessing(&world).bottom(), guessing(&world).progress()), (Color::Black, (0, 2)));
    play(&mut world, "h9g7");
    world.act(Action::Back);
    assert_eq!(world.app.screen(), Screen::Review);
    let review = &world.app.study().reviewing().unwrap().review;
    let tree = review.record.tree();
    assert_eq!((tree.ply(review.shown.node()), tree.ply_count(), review.record.unsaved), (1, 4, false));
    // from the end it begins with the first move
    world.review(ReviewAction::Step(Step::Last));
    world.act(GuessAction::Begin.into());
    assert_eq!(guessing(&world).progress(), (0, 2));
    assert_eq!(guessing(&world).position(), after_the_first_move());
}

fn after_the_first_move() -> Position {
    let mut position = Position::start();
    position.make("h2e2".parse().unwrap());
    position
}

#[test]
fn the_analysis_waits_while_moves_are_guessed() {
    let mut world = reviewing(&MOVES);
    world.review(ReviewAction::Step(Step::First));
    world.analyse(AnalysisAction::Toggle);
    assert_eq!(world.searched().nodes, None);
    world.act(GuessAction::Begin.into());
    assert!(world.searched().nodes.is_some(), "the engine measures what is guessed");
    world.act(GuessAction::Leave.into());
    assert_eq!(world.searched().nodes, None);
}

#[test]
fn guesses_come_back_with_the_review() {
    let kept = |world: &mut World| world.kept_review(true).expect("it is kept");
    let mut world = testing::guessing::guessed();
    world.act(GuessAction::Next.into());
    let asked = started_with(&kept(&mut world), true);
    assert_eq!((asked.app.screen(), guessing(&asked).step()), (Screen::Guess, &GuessStep::Asked));
    assert_eq!(guessing(&asked).position(), guessing(&world).position());
    assert_eq!(guessing(&asked).progress(), (1, 3));
    assert_eq!(guessing(&asked).summary(), guessing(&world).summary());
    // a guess that the engine has not judged yet is judged again
    play(&mut world, "b0a2");
    let mut judging = started_with(&kept(&mut world), true);
    assert!(matches!(guessing(&judging).step(), GuessStep::Judging(..)));
    judging.update(Event::Tick);
    for (ply, score, best) in [(2, 30, "a0a1"), (3, 30, "i9h9"), (3, -600, "i9h9")] {
        judging.measure(ply, score, best);
    }
    assert_eq!((guessing(&judging).step(), last(&judging).grade), (&GuessStep::Answered, Grade::Mistake));
    // but not at another move, which other sides ask about
    world.act(GuessAction::For(GuessedSides::One(Color::Black)).into());
    let other = started_with(&kept(&mut world), true);
    assert_eq!((guessing(&other).step(), other.notice()), (&GuessStep::Asked, None));
    let mut done = testing::guessing::guessed_all();
    let again = started_with(&kept(&mut done), true);
    assert_eq!((last(&again), guessing(&again).worst().count()), (last(&done), 3));
    let answered = started_with(&kept(&mut testing::guessing::guessed()), true);
    assert_eq!((guessing(&answered).step(), last(&answered).grade), (&GuessStep::Answered, Grade::Mistake));
    // what is left is not kept
    world.act(GuessAction::Leave.into());
    assert_eq!(started_with(&kept(&mut world), true).app.screen(), Screen::Review);
}

#[test]
fn another_record_ends_the_guessing() {
    let mut world = testing::guessing::guessing();
    world.opens("b2e2 b9c7");
    assert_eq!(world.app.screen(), Screen::Review);
    let mut world = testing::guessing::guessing();
    world.act(GuessAction::Leave.into());
    world.act(Action::Edit(Field::Record(chuhe_model::actions::action::RecordField::Comment), "好".into()));
    world.act(GuessAction::Begin.into());
    world.opens("b2e2 b9c7");
    assert_eq!(world.app.screen(), Screen::Review, "the question about the changes is asked in the review");
}
