//! Every lesson is whole, can be solved, and replies to every mistake.

use chuhe_board::drawing::scene::Place;
use chuhe_board::lang::Lang;
use chuhe_lessons::{Attempt, Fault, Game, Goal, Lesson, Outcome, Remark, Words, course, read, solve};
use chuhe_rules::game::IllegalPlay;
use chuhe_rules::luzhanqi::Strength;

const XIANGQI: &str = include_str!("../../assets/lessons/xiangqi.txt");
const LUZHANQI: &str = include_str!("../../assets/lessons/luzhanqi.txt");

fn lessons() -> impl Iterator<Item = &'static Lesson> {
    Game::ALL.into_iter().flat_map(course)
}

fn lesson(text: &str) -> &'static Lesson {
    let lessons = read(Game::Xiangqi, text).expect("the text is a lesson");
    Box::leak(Box::new(lessons.into_iter().next().expect("the text has a lesson")))
}

#[test]
fn the_lessons_of_both_games_are_read() {
    for (game, text, least) in [(Game::Xiangqi, XIANGQI, 20), (Game::Luzhanqi, LUZHANQI, 10)] {
        if let Err(error) = read(game, text) {
            panic!("{game:?}: {error}");
        }
        assert!(course(game).len() >= least, "{game:?} has {} lessons", course(game).len());
    }
}

#[test]
fn every_lesson_can_be_solved() {
    for lesson in lessons() {
        let states = solve(lesson).unwrap_or_else(|error| panic!("{}: {error}", lesson.id));
        assert!(states.last().is_some_and(Attempt::is_over), "{}", lesson.id);
    }
}

#[test]
fn every_word_of_a_lesson_is_in_every_language() {
    let whole = |words: &Words| words.is_empty() || Lang::ALL.iter().all(|&lang| words.of(lang).is_some());
    for lesson in lessons() {
        assert!(whole(&lesson.title), "the title of {}", lesson.id);
        for (number, step) in (1..).zip(&lesson.steps) {
            let wrong = step.wrong.iter().all(|(_, words)| whole(words));
            assert!(whole(&step.say) && whole(&step.right) && wrong, "{}, step {number}", lesson.id);
        }
    }
}

/// Whether the remark says something about the move that the pupil tried.
fn is_a_reply(attempt: &Attempt, from: Place, remark: &Remark) -> bool {
    match remark {
        Remark::Illegal(IllegalPlay::OtherGame) => false,
        Remark::Illegal(_) | Remark::Formation(_) | Remark::NotASlot => true,
        Remark::Words(words) => !words.is_empty(),
        // the others are about moves that the rules allow
        Remark::NotTheStars
        | Remark::Other
        | Remark::NoCheck
        | Remark::NoMate(_)
        | Remark::CanMove(_)
        | Remark::Repeats
        | Remark::NoBattle
        | Remark::Falls(_)
        | Remark::OtherMark => attempt.board().color_at(from) == Some(attempt.side()),
    }
}

#[test]
fn every_move_of_the_pupil_gets_an_answer_and_a_wrong_one_changes_nothing() {
    for lesson in lessons() {
        for state in solve(lesson).unwrap().iter().filter(|state| !state.is_done()) {
            let places = state.board().places();
            for (from, to) in places.iter().flat_map(|&from| places.iter().map(move |&to| (from, to))) {
                let mut attempt = state.clone();
                let outcome = if let Goal::Place(_) = state.step().goal {
                    attempt.put(from)
                } else {
                    attempt.try_move(from, to)
                };
                let at = format!("{}, step {}, {from} {to}", lesson.id, state.step_index() + 1);
                match outcome {
                    Outcome::Wrong(remark) => {
                        assert!(is_a_reply(state, from, &remark), "{at}: {remark:?}");
                        assert_eq!(attempt.board(), state.board(), "{at}");
                    }
                    Outcome::Done => assert!(attempt.is_done(), "{at}"),
                    Outcome::Progress => assert!(matches!(state.step().goal, Goal::Stars(_)), "{at}"),
                }
            }
        }
    }
}

#[test]
fn every_wrong_mark_gets_an_answer() {
    for lesson in lessons() {
        for state in solve(lesson).unwrap().iter().filter(|state| !state.is_done()) {
            let Goal::Mark { choices, right, .. } = &state.step().goal else { continue };
            for &choice in choices {
                let outcome = state.clone().choose(choice);
                let expected =
                    if right.contains(&choice) { Outcome::Done } else { Outcome::Wrong(Remark::OtherMark) };
                assert_eq!(outcome, expected, "{}", lesson.id);
            }
        }
    }
}

#[test]
fn the_remarks_say_what_the_goal_lacks() {
    let at = |name: &str| Place::Square(name.parse().unwrap());
    for (goal, from, to, expected) in [
        ("mate", "a8", "a9", None),
        ("mate", "b0", "b1", Some(Remark::NoCheck)),
        ("check", "b0", "b1", Some(Remark::NoCheck)),
        ("moves b0b9", "b0", "b1", Some(Remark::Other)),
    ] {
        let text = format!("lesson a\nabout mate\nstep\nboard 4k4/R8/9/9/9/9/9/9/9/1R1K5 w\n{goal}");
        let mut attempt = Attempt::new(lesson(&text)).unwrap();
        let Outcome::Wrong(remark) = attempt.try_move(at(from), at(to)) else { panic!("{goal} {from}{to}") };
        match expected {
            Some(expected) => assert_eq!(remark, expected),
            None => assert!(matches!(remark, Remark::NoMate(_)), "{remark:?}"),
        }
        if goal != "moves b0b9" {
            assert_eq!(attempt.try_move(at("b0"), at("b9")), Outcome::Done);
        }
    }
}

#[test]
fn a_step_goes_on_where_the_one_before_ended_and_can_be_begun_again() {
    let opening = course(Game::Xiangqi).iter().find(|lesson| lesson.id == "opening").unwrap();
    let at = |name: &str| Place::Square(name.parse().unwrap());
    let mut attempt = Attempt::new(opening).unwrap();
    assert!(!attempt.advance(), "the step is not done");
    assert_eq!(attempt.try_move(at("h2"), at("e2")), Outcome::Done);
    assert!(attempt.answer().is_some());
    assert_eq!(attempt.answer(), None, "it is played once");
    assert!(attempt.advance());
    let begin = attempt.board().clone();
    assert_eq!(attempt.try_move(at("h0"), at("g2")), Outcome::Done);
    attempt.again();
    assert_eq!((attempt.board(), attempt.is_done()), (&begin, false));
}

#[test]
fn mistakes_of_the_format_are_found_by_line() {
    let head = "lesson a\ntitle en A\nstep\n";
    let board = "board 4k4/R8/9/9/9/9/9/9/9/1R1K5 w\n";
    for (text, line, fault) in [
        ("step".to_owned(), 1, Fault::Misplaced),
        ("lesson A".to_owned(), 1, Fault::Id),
        ("lesson a\nabout nothing".to_owned(), 2, Fault::Topic("nothing".into())),
        ("lesson a\ntitle xx A".to_owned(), 2, Fault::Language("xx".into())),
        ("lesson a\ntitle en A\ntitle en B".to_owned(), 3, Fault::Twice),
        (format!("{head}jump"), 4, Fault::UnknownWord("jump".into())),
        (format!("{head}mate"), 4, Fault::Unfinished),
        (format!("{head}{board}"), 4, Fault::Unfinished),
        (format!("{head}{board}stars z9"), 5, Fault::Place("z9".into())),
        (format!("{head}{board}stars"), 5, Fault::Missing),
        (format!("{head}{board}moves e2"), 5, Fault::Move("e2".into())),
        (format!("{head}{board}place king"), 5, Fault::Piece("king".into())),
        (format!("{head}{board}mate\nlesson a"), 6, Fault::Id),
    ] {
        let error = read(Game::Xiangqi, &text).unwrap_err();
        assert_eq!((error.line, &error.fault), (line, &fault), "{text}");
        assert!(!error.to_string().is_empty());
    }
    let wrong = read(Game::Xiangqi, &format!("{head}board 9 w")).unwrap_err();
    assert!(matches!(wrong.fault, Fault::Position(_)), "{wrong}");
}

#[test]
fn a_step_can_have_replies_of_its_own() {
    let text =
        "lesson a\ntitle en A\nstep\nboard 4k4/R8/9/9/9/9/9/9/9/1R1K5 w\nmate\nwrong a8a9 en Not that\n";
    let mut attempt = Attempt::new(lesson(text)).unwrap();
    let at = |name: &str| Place::Square(name.parse().unwrap());
    let Outcome::Wrong(Remark::Words(words)) = attempt.try_move(at("a8"), at("a9")) else { panic!() };
    assert_eq!(words.best(Lang::Vi), Some("Not that"), "the first language stands in");
    assert_eq!(words.of(Lang::Vi), None);
    assert_eq!(attempt.choose(Strength::Mine), Outcome::Wrong(Remark::Other));
}
