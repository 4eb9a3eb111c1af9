//! Tests that the task of a lesson or a puzzle is read without scrolling on a phone, in every language.

use super::tests::{shown, trace};
use chuhe_app::testing::World;
use chuhe_app::testing::endgames::playing;
use chuhe_app::testing::flags::hunting;
use chuhe_app::testing::learning::at_step;
use chuhe_app::testing::mistakes::mending;
use chuhe_model::actions::action::{Action, SettingsAction};
use chuhe_model::choices::lang::Lang;
use chuhe_model::lessons::{Game, course};
use chuhe_model::puzzles::{endgames, flag_puzzles};
use chuhe_view::endgames::EndgameView;
use chuhe_view::flags::FlagView;
use chuhe_view::learn::LessonView;
use chuhe_view::mistakes::MistakeView;
use chuhe_view::{Fact, Model};
use egui::{Vec2, vec2};
use std::cell::RefCell;

/// Upright phones; the first is the smallest.
const PHONES: [Vec2; 3] = [vec2(360.0, 640.0), vec2(390.0, 844.0), vec2(412.0, 915.0)];

/// A screen, and its name for messages.
type Named = (String, Box<dyn Fn() -> World>);

/// The texts of a screen that must be read.
type Texts = fn(&Model<'_>) -> Option<Vec<Fact>>;

/// Which of these worlds, in which language, do not show all of these texts.
fn cut(worlds: &[Named], sizes: &[Vec2], texts: Texts) -> Vec<String> {
    let mut found = Vec::new();
    for (lang, &size) in Lang::ALL.into_iter().flat_map(|lang| sizes.iter().map(move |size| (lang, size))) {
        let world = RefCell::new(World::new().touched(size));
        let mut harness = shown(&world, lang, size);
        for (name, make) in worlds {
            let mut next = make().touched(size);
            next.act(Action::Settings(SettingsAction::Language(Some(lang))));
            world.replace(next);
            harness.run_steps(3);
            let widgets = trace(&harness).widgets;
            let world = world.borrow();
            let texts = texts(&Model::of(&world.app, world.now)).expect("the screen is shown");
            for text in texts.iter().filter(|text| !text.label.is_empty()) {
                // what is below the end of what scrolls is no widget
                let shown = widgets.iter().find(|it| it.id == text.id && it.label == text.label);
                if shown.is_none_or(|it| !it.whole) {
                    let rect = shown.map(|it| it.rect);
                    found.push(format!("{name} {lang:?} {size}: {} in {rect:?}", text.label));
                }
            }
        }
    }
    found
}

fn lessons() -> Vec<Named> {
    let of = |game: Game| {
        course(game).iter().enumerate().flat_map(move |(at, lesson)| {
            (0..lesson.steps.len()).map(move |step| -> Named {
                (format!("{} {}", lesson.id, step + 1), Box::new(move || at_step(game, at, step)))
            })
        })
    };
    Game::ALL.into_iter().flat_map(of).collect()
}

#[test]
fn the_task_of_every_step_of_a_lesson_is_read_without_scrolling_on_a_phone() {
    let found = cut(&lessons(), &PHONES, |model| LessonView::of(model).map(|it| vec![it.task]));
    assert!(found.is_empty(), "{} tasks:\n{}", found.len(), found.join("\n"));
}

#[test]
fn what_a_puzzle_asks_and_says_is_read_without_scrolling_on_a_phone() {
    let flags: Vec<Named> = (0..flag_puzzles().len())
        .map(|at| -> Named { (format!("flag {}", at + 1), Box::new(move || hunting(at))) })
        .collect();
    let mut found = cut(&flags, &PHONES[1..], |model| {
        FlagView::of(model).map(|it| [vec![it.task, it.about], it.known].concat())
    });
    let endgames: Vec<Named> = (0..endgames().len())
        .map(|at| -> Named { (format!("endgame {}", at + 1), Box::new(move || playing(at))) })
        .collect();
    found.extend(cut(&endgames, &PHONES, |model| EndgameView::of(model).map(|it| vec![it.task])));
    let mistake: Named = ("own mistake".to_owned(), Box::new(mending));
    found.extend(cut(&[mistake], &PHONES, |model| MistakeView::of(model).map(|it| vec![it.task])));
    assert!(found.is_empty(), "{} tasks:\n{}", found.len(), found.join("\n"));
}

#[test]
fn the_pieces_are_chosen_without_scrolling_in_the_first_lesson_on_a_phone() {
    for (lang, size) in [Lang::En, Lang::Vi].into_iter().flat_map(|lang| PHONES.map(|size| (lang, size))) {
        let world = RefCell::new(at_step(Game::Xiangqi, 0, 0).touched(size));
        let widgets = trace(&shown(&world, lang, size)).widgets;
        let sets: Vec<_> = widgets.iter().filter(|it| it.id.starts_with("lesson.pieces.")).collect();
        assert!(
            sets.len() == 2 && sets[0].rect.y_range() == sets[1].rect.y_range(),
            "{lang:?} {size}: {sets:?}"
        );
        // the smallest phone lacks some points
        let is_smallest = size == PHONES[0];
        assert!(is_smallest || sets.iter().all(|it| it.whole), "{lang:?} {size}: {sets:?}");
    }
}

#[test]
fn no_line_ends_between_a_character_and_its_name() {
    let sizes = [PHONES[0], PHONES[1], PHONES[2], vec2(900.0, 640.0)];
    for (lang, size) in [Lang::En, Lang::Vi].into_iter().flat_map(|lang| sizes.map(|size| (lang, size))) {
        let world = RefCell::new(at_step(Game::Xiangqi, 0, 0).touched(size));
        let harness = shown(&world, lang, size);
        let legend = trace(&harness).widgets.into_iter().find(|it| it.id == "lesson.legend");
        let label = legend.expect("somebody who reads no Chinese needs it").label;
        for line in label.lines() {
            let is_named = |piece: &str| {
                piece.split_once(' ').is_some_and(|(on, _)| (1..=2).contains(&on.chars().count()))
            };
            assert!(line.split(" · ").all(is_named), "{lang:?} {size}: {label}");
        }
        let shapes = harness.output().shapes.iter();
        let texts =
            shapes.filter_map(|it| if let egui::Shape::Text(it) = &it.shape { Some(it) } else { None });
        let rows = texts.filter(|it| it.galley.text() == label).map(|it| it.galley.rows.len());
        assert_eq!(rows.collect::<Vec<_>>(), [label.lines().count()], "{lang:?} {size}: {label}");
    }
}
