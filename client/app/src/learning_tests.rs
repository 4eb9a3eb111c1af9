//! Lessons from their first step to their last.

use super::testing::World;
use super::{App, Screen};
use chuhe_model::actions::learn_action::LearnAction;
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::choices::local_choice::StartEntry;
use chuhe_model::drawing::scene::{Place, Pointer};
use chuhe_model::exchange::environment::{Environment, PageServer, Surface};
use chuhe_model::exchange::event::Event;
use chuhe_model::learning::{Learning, Reply};
use chuhe_model::lessons::{Attempt, Game, Goal, Outcome, Remark, course, solve};
use chuhe_rules::GameMove;
use chuhe_rules::game::IllegalPlay;
use chuhe_rules::xiangqi::IllegalMove;

fn learning(world: &World) -> &Learning {
    world.app.study().exercises.learning().expect("a lesson is on the screen")
}

fn press(world: &mut World, place: Place) {
    let at = world.app.shown_board().unwrap().point(place).unwrap();
    for pointer in [Pointer::Moved(at), Pointer::Pressed(at), Pointer::Released(at)] {
        world.update(Event::Pointer(pointer));
    }
}

fn square(name: &str) -> Place {
    Place::Square(name.parse().unwrap())
}

/// The presses that bring the step nearer to its end.
fn presses(attempt: &Attempt) -> Vec<Place> {
    let board = attempt.board();
    let ends = |mv: GameMove| match mv {
        GameMove::Xiangqi(mv) => vec![Place::Square(mv.from), Place::Square(mv.to)],
        GameMove::Luzhanqi(mv) => vec![Place::Station(mv.from), Place::Station(mv.to)],
    };
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other goals are reached by moves")]
    match &attempt.step().goal {
        Goal::Place(_) => {
            let places = board.places().into_iter();
            places.filter(|&at| attempt.clone().put(at) == Outcome::Done).take(1).collect()
        }
        Goal::Swap(one, other) => {
            let arm = chuhe_rules::luzhanqi::Arm::of(attempt.side());
            vec![Place::Station(one.on(arm)), Place::Station(other.on(arm))]
        }
        _ => {
            let solved = solve(attempt.lesson()).unwrap();
            let at = solved.iter().position(|it| {
                (it.board(), it.step_index()) == (board, attempt.step_index())
                    && it.stars() == attempt.stars()
            });
            let next = &solved[at.expect("the lesson goes as it is solved") + 1];
            let moves = board.legal_moves().into_iter();
            let mut moves = moves.filter(|&mv| {
                let [from, to] = ends(mv)[..] else { return false };
                let mut tried = attempt.clone();
                !matches!(tried.try_move(from, to), Outcome::Wrong(_))
                    && (tried.is_done(), tried.board(), tried.stars())
                        == (next.is_done(), next.board(), next.stars())
            });
            moves.next().map_or_else(Vec::new, ends)
        }
    }
}

/// Does all lessons of a game by pressing on the board, from the first to the last.
fn do_all(game: Game) -> World {
    let mut world = World::new();
    world.act(LearnAction::List(game).into());
    world.act(LearnAction::Begin(game, 0).into());
    for lesson in course(game) {
        assert_eq!((world.app.screen(), learning(&world).attempt().lesson()), (Screen::Lesson, lesson));
        while !learning(&world).attempt().is_over() {
            let attempt = learning(&world).attempt().clone();
            if attempt.is_done() {
                world.act(LearnAction::Next.into());
            } else if let Goal::Mark { right, .. } = &attempt.step().goal {
                world.act(LearnAction::Mark(right[0]).into());
            } else {
                let places = presses(&attempt);
                assert!(!places.is_empty(), "{}, step {}", lesson.id, attempt.step_index());
                places.into_iter().for_each(|place| press(&mut world, place));
            }
        }
        assert_eq!(learning(&world).reply(), Some(&Reply::Right), "{}", lesson.id);
        assert!(world.app.desk().settings.experience.has_done(lesson), "{}", lesson.id);
        world.act(LearnAction::Next.into());
    }
    world
}

#[test]
fn the_lessons_of_both_games_are_done_on_the_board_and_kept() {
    for game in Game::ALL {
        let world = do_all(game);
        assert_eq!(world.app.screen(), Screen::Join, "the list is after the last one");
        let kept = &world.app.desk().settings.experience.lessons;
        assert_eq!(kept.len(), course(game).len());
    }
}

/// The program, started again with the settings that it kept, in a page or a window.
fn started_again(world: &World, is_page: bool) -> World {
    let surface = if is_page { Surface::Page { server: PageServer::None } } else { Surface::Desktop };
    let settings = serde_json::to_string(&world.app.desk.settings).unwrap();
    let environment = Environment { surface, ..Environment::default() };
    World { app: App::new(environment, serde_json::from_str(&settings).unwrap()), ..World::new() }
}

fn at_the_second_step(horse: usize) -> World {
    let mut world = World::new();
    world.act(LearnAction::Begin(Game::Xiangqi, horse).into());
    for place in ["b0", "c2", "c2", "d4"] {
        press(&mut world, square(place));
    }
    world.act(LearnAction::Next.into());
    assert_eq!(learning(&world).attempt().step_index(), 1);
    world
}

#[test]
fn a_lesson_goes_on_at_its_step_after_a_reload_and_from_the_list() {
    let horse = course(Game::Xiangqi).iter().position(|lesson| lesson.id == "horse").unwrap();
    let mut world = at_the_second_step(horse);
    let page = started_again(&world, true);
    assert_eq!((page.app.screen(), learning(&page).attempt().step_index()), (Screen::Lesson, 1));
    assert_eq!(learning(&page).attempt().lesson().id, "horse");
    let mut window = started_again(&world, false);
    assert_eq!(window.app.screen(), Screen::Join, "another window has the lesson");
    window.act(LearnAction::Begin(Game::Xiangqi, horse).into());
    assert_eq!(learning(&window).attempt().step_index(), 1);
    world.act(LearnAction::Leave.into());
    let mut page = started_again(&world, true);
    assert_eq!(page.app.screen(), Screen::Join, "the user left it");
    page.act(LearnAction::Begin(Game::Xiangqi, horse).into());
    assert_eq!(learning(&page).attempt().step_index(), 1);
    page.act(LearnAction::Leave.into());
    page.act(LearnAction::Begin(Game::Xiangqi, horse + 1).into());
    assert_eq!(learning(&page).attempt().step_index(), 0, "that is another lesson");
}

#[test]
fn every_lesson_goes_on_at_a_step_whose_position_is_known() {
    for lesson in Game::ALL.into_iter().flat_map(course) {
        for (step, it) in lesson.steps.iter().enumerate() {
            let attempt = Attempt::at_step(lesson, step).unwrap();
            let went_back = step - attempt.step_index();
            let inherits = lesson.steps[attempt.step_index() + 1..=step].iter().all(|it| it.board.is_none());
            assert!(
                inherits && (went_back == 0) == (it.board.is_some() || step == 0),
                "{} {step}",
                lesson.id
            );
        }
    }
}

#[test]
fn a_link_leaves_the_lesson() {
    let horse = course(Game::Xiangqi).iter().position(|lesson| lesson.id == "horse").unwrap();
    let mut world = at_the_second_step(horse);
    world.act(chuhe_model::actions::action::Action::Follow("#/watch/1".into()));
    assert!(world.app.study().exercises.learning().is_none());
}

#[test]
fn a_mistake_is_answered_by_the_rule_and_changes_nothing() {
    let mut world = World::new();
    let horse = course(Game::Xiangqi).iter().position(|lesson| lesson.id == "horse").unwrap();
    world.act(LearnAction::Begin(Game::Xiangqi, horse).into());
    for place in ["b0", "c2", "c2", "d4"] {
        press(&mut world, square(place));
    }
    assert!(learning(&world).attempt().is_done());
    world.act(LearnAction::Next.into());
    let before = learning(&world).attempt().board().clone();
    press(&mut world, square("b0"));
    press(&mut world, square("c2"));
    let blocked = Remark::Illegal(IllegalPlay::Xiangqi(IllegalMove::HorseLegBlocked));
    assert_eq!(learning(&world).reply(), Some(&Reply::Wrong(blocked)));
    assert_eq!(learning(&world).attempt().board(), &before);
    world.act(LearnAction::Next.into());
    assert_eq!(learning(&world).attempt().step_index(), 1, "the step is not done");
    world.act(LearnAction::Again.into());
    assert_eq!(learning(&world).reply(), None);
    world.act(chuhe_model::actions::action::Action::Back);
    assert_eq!(world.app.screen(), Screen::Join);
}

#[test]
fn a_game_against_the_weakest_computer_follows_the_lessons() {
    let mut world = World::new();
    world.act(LearnAction::Begin(Game::Luzhanqi, 0).into());
    world.act(LearnAction::PlayComputer.into());
    assert_eq!(world.app.screen(), Screen::Table);
    let computer = world.app.desk().settings.start.computer;
    assert_eq!((computer.game, computer.level), (GameChoice::LuzhanqiClassic, 1));
    assert!(world.app.study().exercises.learning().is_none());
}

#[test]
fn the_entries_of_the_first_screen_stay_where_they_are() {
    let mut world = World::new();
    let entries = |world: &World| world.app.desk().start_entries().collect::<Vec<_>>();
    let before = entries(&world);
    world.app.desk.settings.experience.finished_games = 1;
    assert_eq!(entries(&world), before);
    assert!(before.contains(&StartEntry::Learn));
}
