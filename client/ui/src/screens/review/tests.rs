//! Tests of the review screen: keys, the move list, and random input.

use super::{Column, Needs, panel};
use crate::screens::move_list;
use crate::screens::tests::{SIZES, click, click_widget, shown, trace};
use crate::widgets;
use crate::widgets::theme;
use crate::widgets::ui_trace::{self, UiTrace, Widget, WidgetKind};
use chuhe_app::App;
use chuhe_app::testing::analysis::{
    analysed, analysed_after, practising, with_lines, with_lines_of_a_beginner, with_lines_of_a_fault,
};
use chuhe_app::testing::file::{with_games, with_notes};
use chuhe_app::testing::review::{reviewing, reviewing_fault, reviewing_large};
use chuhe_app::testing::{GAME, World, played, reading};
use chuhe_model::actions::action::{Action, Field, LibraryAction, RecordField, SettingsAction};
use chuhe_model::actions::review_action::{ReviewAction, Step, VariationEdit};
use chuhe_model::analysis::{AnalysisAction, AnalysisOptions, AnalysisRequest};
use chuhe_model::choices::lang::Lang;
use chuhe_model::choices::sound::Sound;
use chuhe_model::drawing::insets::Insets;
use chuhe_model::drawing::scene::{self, Pointer};
use chuhe_model::exchange::effect::{Effect, EngineEffect};
use chuhe_model::exchange::environment::{Environment, PageServer, Surface};
use chuhe_model::exchange::event::Event;
use chuhe_model::exchange::files::FilesEvent;
use chuhe_model::exchange::settings::Settings;
use chuhe_model::layout::table_layout::TableLayout;
use chuhe_protocol::{Event as GameEvent, TableRequest};
use chuhe_records::Glyph;
use chuhe_rules::offers::OfferKind;
use chuhe_rules::{Color, Outcome, WinReason};
use chuhe_texts::Text;
use chuhe_view::Model;
use chuhe_view::review::ReviewView;
use chuhe_view::status::StatusView;
use egui::{Key, Modifiers, Pos2, Rect, Vec2, pos2, vec2};
use egui_kittest::Harness;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use std::cell::RefCell;

/// The size of a small phone.
const PHONE: egui::Vec2 = vec2(360.0, 640.0);

fn ply(world: &RefCell<World>) -> usize {
    let world = world.borrow();
    let review = &world.app.study().reviewing().unwrap().review;
    review.record.tree().ply(review.shown.node())
}

/// A client that reviews the game which its user has just lost.
fn reviewing_a_finished_game() -> World {
    let mut world = World::at_board(Color::Red);
    for (color, mv) in [(Color::Red, "h2e2"), (Color::Black, "h9g7")] {
        world.receive_event(played(color, mv));
    }
    let outcome = Outcome::won(Color::Black, WinReason::Resignation);
    world.receive_event(GameEvent::Ended { outcome, clocks: reading(None) });
    world.review(ReviewAction::Table);
    world
}

fn press(harness: &mut Harness<'_>, key: Key) {
    harness.press_key(key);
    harness.run_steps(3);
}

#[test]
fn no_tab_of_a_small_phone_covers_the_steps() {
    for (lang, tab) in
        Lang::ALL.into_iter().flat_map(|lang| ["analysis", "notes", "more"].map(|tab| (lang, tab)))
    {
        let (world, size) = (RefCell::new(analysed()), vec2(360.0, 640.0));
        world.borrow_mut().update(Event::Resized(size));
        world.borrow_mut().update(Event::Insets(Insets { top: 47.0, bottom: 34.0, ..Insets::default() }));
        let mut harness = shown(&world, lang, size);
        click_widget(&mut harness, &format!("review.tab.{tab}"));
        harness.run_steps(2);
        let widgets = trace(&harness).widgets;
        let first = widgets.iter().find(|widget| widget.id == "review.first").expect("the steps are shown");
        for other in widgets.iter().filter(|other| other.id != first.id) {
            assert!(!other.rect.shrink(0.5).intersects(first.rect), "{lang:?} {tab}: {other:?}");
        }
    }
}

#[test]
fn nothing_of_the_analysis_is_cut_on_a_phone_or_in_a_narrow_window() {
    type Case<'a> = (&'a str, &'a dyn Fn() -> World, &'a [Step]);
    let worlds: [Case<'_>; 4] = [
        ("analysed", &analysed, &[Step::Last]),
        ("inaccurate", &|| analysed_after(-120), &[Step::Last, Step::Back]),
        ("with lines", &with_lines, &[Step::Last]),
        ("practising", &practising, &[Step::Last]),
    ];
    let mut faults = Vec::new();
    let sizes = [vec2(640.0, 360.0), vec2(360.0, 640.0), vec2(844.0, 390.0), vec2(720.0, 1280.0)];
    for (lang, size) in Lang::ALL.into_iter().flat_map(|lang| sizes.map(|size| (lang, size))) {
        for (name, make, steps) in worlds {
            let world = RefCell::new(make());
            for step in steps {
                world.borrow_mut().review(ReviewAction::Step(*step));
            }
            world.borrow_mut().update(Event::Resized(size));
            let notched = Insets { left: 44.0, right: 44.0, ..Insets::default() };
            world.borrow_mut().update(Event::Insets(if size.x == 640.0 {
                notched
            } else {
                Insets::default()
            }));
            let mut harness = shown(&world, lang, size);
            if trace(&harness).widgets.iter().any(|widget| widget.id == "review.tab.analysis") {
                harness.run_steps(1);
                click_widget(&mut harness, "review.tab.analysis");
            }
            harness.run_steps(1);
            faults.extend(
                trace(&harness).cut.into_iter().map(|text| format!("{name} {lang:?} {size}: {text}")),
            );
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_line_of_the_engine_is_in_sight_on_a_small_phone() {
    for (lang, size) in
        Lang::ALL.into_iter().flat_map(|lang| [PHONE, vec2(400.0, 640.0)].map(|size| (lang, size)))
    {
        let world = RefCell::new(with_lines());
        world.borrow_mut().update(Event::Resized(size));
        let mut harness = shown(&world, lang, size);
        harness.run_steps(1);
        click_widget(&mut harness, "review.tab.analysis");
        harness.run_steps(2);
        let widgets = trace(&harness).widgets;
        let top = |id: &str| widgets.iter().find(|it| it.id == id).map(|it| it.rect);
        let line = top("analysis.line.0").unwrap_or_else(|| panic!("{lang:?} {size}"));
        assert!(line.height() >= theme::TOUCH - 1.0, "{lang:?} {size}: {line}");
    }
}

#[test]
fn the_lines_of_the_engine_are_numbered_as_the_moves_are() {
    for (moves, line, numbered) in [
        (&["h2e2", "h9g7"][..], "h0g2 i9h9 i0h0", ["2. H2+3", "R9.8", "3. R1.2"]),
        (&["h2e2"], "h9g7 h0g2 i9h9", ["1… H8+7", "2. H2+3", "R9.8"]),
    ] {
        let mut world = reviewing(moves);
        world.act(Action::Settings(SettingsAction::Language(Some(Lang::En))));
        world.effects.clear();
        world.review(ReviewAction::Analysis(AnalysisAction::Toggle));
        let number = world.effects.iter().find_map(|effect| {
            let Effect::Engine(EngineEffect::Analyse(AnalysisRequest::Search(search))) = effect else {
                return None;
            };
            Some(search.number)
        });
        world.found(number.expect("it searches"), chuhe_app::testing::analysis::line(30, 1, line));
        let view = ReviewView::of(&Model::of(&world.app, world.now)).expect("a record is open");
        let lines = view.analysis.and_then(|it| it.position).expect("it is analysed").lines;
        assert_eq!(lines[0].moves, numbered);
        assert!(lines[0].play.label.ends_with(&numbered.join(" ")), "{}", lines[0].play.label);
    }
}

#[test]
fn moves_are_in_sight_beside_all_that_an_analysis_shows() {
    let worlds: [(&str, &dyn Fn() -> World); 4] = [
        ("with lines", &with_lines),
        ("of a fault", &with_lines_of_a_fault),
        ("of a beginner", &with_lines_of_a_beginner),
        ("practising", &practising),
    ];
    for (lang, size) in Lang::ALL.into_iter().flat_map(|lang| SIZES.map(|size| (lang, size))) {
        for (name, make) in worlds {
            let mut world = make();
            let options = AnalysisOptions { lines: AnalysisOptions::MAX_LINES, ..AnalysisOptions::default() };
            world.review(ReviewAction::Analysis(AnalysisAction::Options(options)));
            let world = RefCell::new(world);
            let mut harness = shown(&world, lang, size);
            harness.run_steps(3);
            let UiTrace { widgets, cut, .. } = trace(&harness);
            let find = |id: &str| widgets.iter().find(|it| it.id == id).map(|it| it.rect);
            for mv in ["move.0.0", "move.1.0"] {
                let mv = find(mv).unwrap_or_else(|| panic!("{name} {lang:?} {size}: {mv}"));
                assert!(mv.height() >= 25.0, "{name} {lang:?} {size}: {mv}");
            }
            assert!(cut.iter().all(|text| !text.contains("a0a9")), "{name} {lang:?} {size}: {cut:?}");
            let mv = find("move.0.0").expect(name);
            for other in ["review.glyph.1", "analysis.graph"].into_iter().filter_map(find) {
                assert!(!other.shrink(1.0).intersects(mv), "{name} {lang:?} {size}: {other} {mv}");
            }
        }
    }
}

#[test]
fn no_button_of_the_analysis_takes_the_place_of_another() {
    let worlds: [&dyn Fn() -> World; 4] = [
        &|| reviewing(&["h2e2", "h9g7", "i0i2", "b9c7"]),
        &|| {
            let mut world = reviewing(&["h2e2", "h9g7", "i0i2", "b9c7"]);
            world.act(Action::Review(ReviewAction::Analysis(AnalysisAction::WholeGame)));
            world
        },
        &analysed,
        &practising,
    ];
    for (lang, size) in
        Lang::ALL.into_iter().flat_map(|lang| [SIZES[1], vec2(1100.0, 657.0), PHONE].map(|size| (lang, size)))
    {
        let mut before: Vec<(String, Rect)> = Vec::new();
        for make in worlds {
            let world = RefCell::new(make());
            let mut harness = shown(&world, lang, size);
            if size == PHONE {
                click_widget(&mut harness, "review.tab.analysis");
            }
            harness.run_steps(2);
            let ids = ["analysis.", "practice."];
            let trace = trace(&harness);
            let buttons = trace.widgets.iter().filter(|it| ids.iter().any(|id| it.id.starts_with(id)));
            let buttons = buttons.filter(|it| it.kind != WidgetKind::Text && it.id != "analysis.graph");
            let now: Vec<(String, Rect)> = buttons.map(|it| (it.id.clone(), it.rect)).collect();
            assert!(now.len() >= 4, "{now:?}");
            for ((old, old_place), (new, place)) in
                before.iter().flat_map(|old| now.iter().map(move |new| (old, new)))
            {
                // a second press of what began the practice meets no other button
                let is_pressed = ["analysis.practise", "analysis.whole"].contains(&old.as_str());
                let is_other = old != new && is_pressed;
                assert!(
                    !(is_other && place.shrink(1.0).intersects(old_place.shrink(1.0))),
                    "{lang:?} {size}: {new} at {place} where {old} was"
                );
                assert!(old != new || old_place == place, "{lang:?} {size}: {new} moves");
            }
            before.extend(now);
        }
    }
}

#[test]
fn the_answers_of_a_practice_are_in_sight_on_a_small_phone() {
    for lang in Lang::ALL {
        let world = RefCell::new(practising());
        let mut harness = shown(&world, lang, PHONE);
        click_widget(&mut harness, "review.tab.analysis");
        harness.run_steps(2);
        let widgets = trace(&harness).widgets;
        let find = |id: &str| widgets.iter().find(|it| it.id == id).unwrap_or_else(|| panic!("{id}")).rect;
        for id in ["practice.again", "practice.solve", "practice.next", "practice.end"] {
            assert!(find(id).bottom() <= find("review.tab.analysis").top(), "{lang:?}: {id} {}", find(id));
        }
    }
}

#[test]
fn who_has_finished_few_games_has_three_things_and_a_way_to_the_rest() {
    let rest = ["analysis.on", "review.glyph.1", "review.comment", "review.save", "review.tab.notes"];
    for (lang, size) in Lang::ALL.into_iter().flat_map(|lang| {
        [SIZES[1], vec2(1100.0, 657.0), vec2(720.0, 1280.0), PHONE, vec2(640.0, 360.0)]
            .map(|size| (lang, size))
    }) {
        let world = RefCell::new(reviewing_a_finished_game());
        let mut harness = shown(&world, lang, size);
        harness.run_steps(2);
        let seen = trace(&harness);
        assert!(seen.cut.is_empty(), "{lang:?} {size}: {:?}", seen.cut);
        let has = |seen: &UiTrace, id: &str| seen.widgets.iter().any(|it| it.id == id);
        for id in ["review.mistakes", "review.replay", "review.again", "review.tools"] {
            let place = seen.widgets.iter().find(|it| it.id == id).map(|it| it.rect.size());
            let is_large = place.is_some_and(|it| it.x >= 140.0 && it.y >= theme::HEIGHT_BUTTON);
            assert!(is_large, "{lang:?} {size}: {id} {place:?}");
        }
        assert!(rest.iter().all(|id| !has(&seen, id)), "{lang:?} {size}");
        harness.run_steps(1);
        click_widget(&mut harness, "review.tools");
        harness.run_steps(2);
        let seen = trace(&harness);
        assert!(!has(&seen, "review.mistakes") && rest.iter().any(|id| has(&seen, id)), "{lang:?} {size}");
        assert!(
            world.borrow().app.desk().settings.experience.more_tools && seen.cut.is_empty(),
            "{lang:?} {size} {:?}",
            seen.cut
        );
        harness.run_steps(1);
        click_widget(&mut harness, "review.tools");
        harness.run_steps(2);
        assert!(has(&trace(&harness), "review.mistakes"), "{lang:?} {size}: the few come back");
        world.borrow_mut().review(ReviewAction::AskSave);
        let saved = FilesEvent::GameSaved { path: "/games/a.pgn".into(), file: "a.pgn".into() };
        world.borrow_mut().update(Event::Files(saved));
        harness.run_steps(2);
        assert!(has(&trace(&harness), "review.mistakes"), "{lang:?} {size}: the few stay after it is saved");
    }
}

/// What a message with answers covers on a phone: the board, and what can be pressed.
fn below_the_line(harness: &Harness<'_>, seen: Vec<Widget>, world: &World, size: Vec2) -> Vec<String> {
    let line = harness.ctx.memory(|memory| memory.area_rect(egui::Id::new("line"))).expect("it is shown");
    let review = &world.app.study().reviewing().unwrap().review;
    let area = world.app.desk().area(size);
    let layout = TableLayout::of(area, review.record.board_of(), review.board.bottom);
    let board = layout.board.panel().intersects(line.shrink(1.0)).then(|| "the board".to_owned());
    let is_other = |id: &str| !id.starts_with("offer.");
    let widgets = seen.into_iter().filter(|it| it.focusable && is_other(&it.id));
    let under = widgets.filter(|it| it.rect.shrink(1.0).intersects(line));
    board.into_iter().chain(under.map(|it| it.id)).collect()
}

#[test]
fn an_offer_of_a_rematch_is_shown_and_accepted_in_the_review_of_the_game() {
    for (lang, size) in Lang::ALL
        .into_iter()
        .flat_map(|lang| [SIZES[1], vec2(720.0, 1280.0), PHONE, vec2(640.0, 360.0)].map(|size| (lang, size)))
    {
        let mut world = reviewing_a_finished_game();
        world.wait(10_000);
        (world.calls, world.sounds) = (Vec::new(), Vec::new());
        world.receive_event(GameEvent::Offered { by: Color::Black, kind: OfferKind::Rematch });
        let text = Text::of(lang);
        let said = text.offered_by(OfferKind::Rematch, "云中鹤");
        assert_eq!((world.calls.len(), &world.sounds[..]), (1, &[Sound::Challenge][..]));
        assert!(world.app.title().starts_with("● "), "{}", world.app.title());
        let status = StatusView::of(&Model { app: &world.app, text, now: world.now });
        assert_eq!(status.map(|status| status.messages), Some(vec![said]), "{lang:?} {size}");
        let world = RefCell::new(world);
        let mut harness = shown(&world, lang, size);
        harness.run_steps(60);
        let seen = trace(&harness);
        assert!(seen.cut.is_empty(), "{lang:?} {size}: {:?}", seen.cut);
        if world.borrow().app.desk().area(size).form.is_phone() {
            assert_eq!(
                below_the_line(&harness, seen.widgets, &world.borrow(), size),
                [""; 0],
                "{lang:?} {size}"
            );
        }
        world.borrow_mut().take_sent();
        harness.run_steps(1);
        click_widget(&mut harness, "offer.accept");
        let accept = TableRequest::AnswerOffer { kind: OfferKind::Rematch, accept: true }.at(GAME);
        assert_eq!(world.borrow_mut().take_sent(), [accept], "{lang:?} {size}");
    }
}

#[test]
fn a_long_notice_on_a_phone_leaves_room_for_what_a_file_needs_to_say() {
    for lang in Lang::ALL {
        let mut world = reviewing_fault();
        let path = "很长的一句话 ".repeat(20);
        world.update(Event::Files(FilesEvent::GameSaved { path, file: "a.pgn".into() }));
        let world = RefCell::new(world);
        for size in [vec2(312.0, 675.0), vec2(390.0, 844.0)] {
            let seen = trace(&shown(&world, lang, size));
            let fault = seen.widgets.iter().find(|it| it.id.starts_with("review.note."));
            let fault = fault.unwrap_or_else(|| panic!("{lang:?} {size}"));
            assert!(!seen.cut.contains(&fault.label), "{lang:?} {size}");
        }
    }
}

#[test]
fn a_note_numbers_its_move_as_the_list_of_moves_does() {
    let after = "[FEN \"3k5/9/9/9/9/9/9/9/9/R3K4 b - - 0 7\"]\n\n";
    for (bytes, wanted) in [
        ("1. h2e2 h9g7 2. h0f1 *", "move 2 (Red), h0f1"),
        ("1. h2e2 h9g7 2. h0g2 h9h8 *", "move 2 (Black), h9h8"),
        ("1. h2e2 h9g7 (1... h9f8) 2. h0g2 *", "move 1 (Black, in a variation), h9f8"),
        (&*format!("{after}7... d9d8 8. a0b1 *"), "move 8 (Red), a0b1"),
    ] {
        let mut world = World::new();
        let (path, file) = ("/a.pgn".into(), "a.pgn".into());
        world.update(Event::Files(FilesEvent::Game { path, file, bytes: bytes.into() }));
        let world = RefCell::new(world);
        let seen = trace(&shown(&world, Lang::En, vec2(1280.0, 820.0))).widgets;
        let fault = seen.iter().find(|it| it.id == "review.note.0").expect("a fault");
        assert!(fault.label.contains(wanted), "{}", fault.label);
    }
}

#[test]
fn a_phone_shows_the_players_and_the_result_of_a_review() {
    for (lang, size) in
        Lang::ALL.into_iter().flat_map(|lang| [vec2(360.0, 640.0), vec2(390.0, 844.0)].map(|it| (lang, it)))
    {
        let mut world = World::new().touched(size);
        let bytes = "[Red \"Bo\"]\n[Black \"Ann\"]\n[Result \"1-0\"]\n\n1. h2e2 1-0\n".into();
        let (path, file) = ("/a.pgn".into(), "a.pgn".into());
        world.update(Event::Files(FilesEvent::Game { path, file, bytes }));
        let world = RefCell::new(world);
        let harness = shown(&world, lang, size);
        let is_painted =
            |wanted: &str| {
                harness.output().shapes.iter().any(
                    |it| matches!(&it.shape, egui::Shape::Text(text) if text.galley.text().contains(wanted)),
                )
            };
        let text = Text::of(lang);
        assert!(is_painted("Bo") && is_painted("Ann") && is_painted(text.records.red_won), "{lang:?} {size}");
    }
}

#[test]
fn a_long_name_of_a_file_is_not_cut_unexplained() {
    let mut world = World::new();
    let file = format!("{}.pgn", "p1p1p1p1p_9_".repeat(5));
    let bytes = "[Red \"Bo\"]\n\n1. h2e2 *\n".into();
    world.update(Event::Files(FilesEvent::Game {
        path: format!("/games/{file}"),
        file: file.clone(),
        bytes,
    }));
    assert_eq!(world.app.study().reviewing().unwrap().review.file.name, file);
    let world = RefCell::new(world);
    let mut harness = shown(&world, Lang::En, vec2(680.0, 1040.0));
    harness.run_steps(2);
    // the screen says that it explains what it has cut
    let cut = ui_trace::take(&harness.ctx).unwrap().cut;
    assert!(!cut.contains(&file), "{cut:?}");
}

#[test]
fn a_long_name_of_one_player_leaves_the_other_whole() {
    let mut world = World::new();
    let game = |red: &str, black: &str| format!("[Red \"{red}\"]\n[Black \"{black}\"]\n\n1. h2e2 *\n\n");
    let long = "許銀川 Grandmaster ".repeat(9);
    world.opens_bytes("all.pgn", (game(&long, "吕钦") + &game("吕钦", &long)).as_bytes());
    let world = RefCell::new(world);
    let versus = Text::of(Lang::En).versus;
    let whole = [format!("…{versus}吕钦"), format!("吕钦{versus}許銀川")];
    let has = |harness: &Harness<'_>, whole: &str| {
        harness.output().shapes.iter().any(|clipped| {
            let egui::Shape::Text(text) = &clipped.shape else { return false };
            !text.galley.elided && text.galley.text().contains(whole)
        })
    };
    let harness = shown(&world, Lang::En, SIZES[0]);
    assert!(whole.iter().all(|whole| has(&harness, whole)), "in the list of the games");
    drop(harness);
    world.borrow_mut().review(ReviewAction::CloseDialog);
    assert!(has(&shown(&world, Lang::En, SIZES[0]), &whole[0]), "over the moves");
}

#[test]
fn keys_and_buttons_step_through_the_record() {
    let world = RefCell::new(reviewing(&["h2e2", "h9g7", "h0g2"]));
    let mut harness = shown(&world, Lang::Zh, SIZES[1]);
    for (key, wanted) in [
        (Key::ArrowLeft, 2),
        (Key::Home, 0),
        (Key::ArrowRight, 1),
        (Key::End, 3),
        (Key::ArrowUp, 3),
        (Key::Delete, 2),
    ] {
        press(&mut harness, key);
        assert_eq!(ply(&world), wanted, "{key:?}");
    }
    press(&mut harness, Key::Home);
    press(&mut harness, Key::Space);
    assert!(world.borrow().app.study().reviewing().unwrap().review.shown.is_playing());
    click(&mut harness, Text::of(Lang::Zh).records.pause);
    click(&mut harness, "马８进７");
    assert_eq!(ply(&world), 2);
    let widgets = trace(&harness).widgets;
    let enabled = |id: &str| widgets.iter().any(|widget| widget.id == id && widget.enabled);
    assert_eq!((enabled("review.back"), enabled("review.forward")), (true, false));
}

#[test]
fn a_large_record_lays_out_only_the_visible_rows() {
    for size in SIZES {
        let world = RefCell::new(reviewing_large());
        let mut harness = shown(&world, Lang::En, size);
        let rows = |harness: &Harness<'_>| {
            let widgets = trace(harness).widgets;
            widgets.iter().filter(|widget| widget.id.starts_with("move.")).count()
        };
        let most = 2 * (size.y / 33.0) as usize;
        assert!((1..most).contains(&rows(&harness)), "{size}: {}", rows(&harness));
        press(&mut harness, Key::Home);
        press(&mut harness, Key::ArrowRight);
        assert!((1..most).contains(&rows(&harness)), "{size}: {}", rows(&harness));
    }
}

#[test]
fn the_shown_move_stays_in_sight() {
    let world = RefCell::new(reviewing_large());
    let mut harness = shown(&world, Lang::En, SIZES[0]);
    let in_sight = |harness: &Harness<'_>| {
        let widgets = trace(harness).widgets;
        let list = widgets.iter().find(|widget| widget.id == "review.undo").unwrap().rect.top();
        let shown = world.borrow();
        let review = &shown.app.study().reviewing().unwrap().review;
        let label = review
            .record
            .labels()
            .get(review.shown.node())
            .map(|label| shown.app.desk().move_text(label))
            .unwrap();
        widgets.iter().any(|it| it.id.starts_with("move.") && it.label == label && it.rect.bottom() < list)
    };
    assert!(in_sight(&harness));
    for key in [Key::Home, Key::ArrowRight, Key::End, Key::ArrowLeft, Key::ArrowDown, Key::ArrowUp] {
        press(&mut harness, key);
        assert!(ply(&world) == 0 || in_sight(&harness), "{key:?}");
    }
}

#[test]
fn a_comment_is_typed_without_moving_through_the_record() {
    let world = RefCell::new(reviewing(&["h2e2", "h9g7"]));
    let mut harness = shown(&world, Lang::En, SIZES[1]);
    click_widget(&mut harness, "review.comment");
    harness.input_mut().events.push(egui::Event::Text("good move".into()));
    harness.run_steps(2);
    press(&mut harness, Key::ArrowLeft);
    press(&mut harness, Key::Home);
    assert_eq!(ply(&world), 2);
    let world = world.borrow();
    let review = &world.app.study().reviewing().unwrap().review;
    assert_eq!(review.record.tree().annotation(review.shown.node()).comment, "good move");
}

#[test]
fn a_record_does_not_play_on_while_a_comment_is_typed() {
    let world = RefCell::new(reviewing(&["h2e2", "h9g7"]));
    let mut harness = shown(&world, Lang::En, SIZES[1]);
    let plays =
        |world: &RefCell<World>| world.borrow().app.study().reviewing().unwrap().review.shown.is_playing();
    world.borrow_mut().act(Action::Review(ReviewAction::Play));
    harness.run_steps(2);
    assert!(plays(&world));
    click_widget(&mut harness, "review.comment");
    harness.run_steps(2);
    assert!(!plays(&world), "the next move would take the keyboard away");
}

#[test]
fn a_comment_before_a_move_and_the_details_of_the_game_are_edited() {
    let world = RefCell::new(reviewing(&["h2e2", "h9g7"]));
    let mut harness = shown(&world, Lang::En, SIZES[1]);
    let type_text = |harness: &mut Harness<'_>, text: &str| {
        harness.input_mut().events.push(egui::Event::Text(text.into()));
        harness.run_steps(3);
    };
    click_widget(&mut harness, "comment.before");
    click_widget(&mut harness, "review.comment");
    type_text(&mut harness, "now");
    click_widget(&mut harness, "comment.after");
    click_widget(&mut harness, "review.comment");
    type_text(&mut harness, "good");
    click_widget(&mut harness, "review.tags");
    harness.run_steps(3);
    click_widget(&mut harness, "tag.Red");
    type_text(&mut harness, "Hu");
    click_widget(&mut harness, "tag.result.1");
    click_widget(&mut harness, "tags.close");
    let with_record = |check: &dyn Fn(&chuhe_model::review::Review)| {
        check(&world.borrow().app.study().reviewing().unwrap().review);
    };
    with_record(&|review| {
        let annotation = review.record.tree().annotation(review.shown.node());
        assert_eq!((annotation.before.as_str(), annotation.comment.as_str()), ("now", "good"));
        assert_eq!(review.record.player(chuhe_rules::Color::Red), "Hu");
        assert_eq!(review.record.tree().result().score(), "0-1");
    });
    for _ in 0..2 {
        world.borrow_mut().review(ReviewAction::Undo);
    }
    with_record(&|review| {
        assert_eq!(
            (review.record.player(chuhe_rules::Color::Red), review.record.tree().result().score()),
            ("", "*")
        );
        assert_eq!(
            review.record.tree().annotation(review.shown.node()).comment,
            "good",
            "a name is one edit"
        );
    });
}

#[test]
fn any_key_click_and_action_at_any_moment_is_handled() {
    let steps = [Step::First, Step::Back, Step::Forward, Step::Last, Step::NextVariation];
    let edits =
        [VariationEdit::Promote, VariationEdit::Demote, VariationEdit::MakeMain, VariationEdit::Delete];
    let texts = ["h2e2 h9g7 h0g2", "rubbish", "1. a0a9", "4k4/9/9/9/9/9/9/9/4A4/4K4 w - - 0 1", ""];
    let analyses = [
        AnalysisAction::Toggle,
        AnalysisAction::WholeGame,
        AnalysisAction::PlayLine(0),
        AnalysisAction::AddBetter,
        AnalysisAction::Annotate,
        AnalysisAction::Practise,
        AnalysisAction::TryAgain,
        AnalysisAction::Solve,
        AnalysisAction::NextMistake,
        AnalysisAction::AskOptions,
    ];
    let mut played = 0;
    for seed in 0..12 {
        let mut dice = ChaCha8Rng::seed_from_u64(seed);
        let mut below = |bound: usize| dice.next_u32() as usize % bound;
        let world = RefCell::new(reviewing(&["h2e2", "h9g7", "h0g2", "i9h9"]));
        let mut harness = shown(&world, Lang::ALL[below(Lang::ALL.len())], SIZES[below(2)]);
        for _ in 0..250 {
            let at = pos2(below(640) as f32, below(740) as f32);
            let action = match below(13) {
                0 => ReviewAction::Step(steps[below(steps.len())]),
                1 => ReviewAction::Variation(edits[below(edits.len())]),
                2 => ReviewAction::Glyph(Glyph(below(7) as u8)),
                3 => [ReviewAction::Undo, ReviewAction::Redo][below(2)].clone(),
                4 => [
                    ReviewAction::AskOpen,
                    ReviewAction::AskSave,
                    ReviewAction::AskGames,
                    ReviewAction::AskTags,
                    ReviewAction::CommentPlace(true),
                ][below(5)]
                .clone(),
                5 => [ReviewAction::CloseDialog, ReviewAction::Discard, ReviewAction::Play][below(3)].clone(),
                6 => ReviewAction::Paste(texts[below(texts.len())].to_owned()),
                7 => {
                    [ReviewAction::CopyMoves, ReviewAction::SavePicture, ReviewAction::Flip][below(3)].clone()
                }
                8 => [ReviewAction::Save { replace: true }, ReviewAction::Game(3)][below(2)].clone(),
                9 => ReviewAction::Analysis(analyses[below(analyses.len())]),
                _ => {
                    let held = [scene::Modifiers::NONE, scene::Modifiers::SHIFT, scene::Modifiers::ALT];
                    let modifiers = held[below(3)];
                    let pointers = [
                        Pointer::Pressed(at),
                        Pointer::Moved(at),
                        Pointer::Released(at),
                        Pointer::Secondary(at),
                        Pointer::SecondaryReleased { at, modifiers },
                        Pointer::Cancelled,
                    ];
                    world.borrow_mut().update(Event::Pointer(pointers[below(pointers.len())]));
                    let keys = [Key::ArrowUp, Key::ArrowDown, Key::Escape, Key::Tab, Key::Enter, Key::Z];
                    harness.press_key(keys[below(keys.len())]);
                    continue;
                }
            };
            world.borrow_mut().act(Action::Review(action));
            world.borrow_mut().wait([1, 200, 1_500][below(3)]);
            if below(3) == 0 {
                harness.run_steps(1);
            }
            let world = world.borrow();
            let _ = world.app.view(SIZES[0], world.now);
            if let Some(reviewing) = world.app.study().reviewing() {
                let review = &reviewing.review;
                assert!(review.record.tree().contains(review.shown.node()));
                played = played.max(review.record.tree().ply_count());
            }
        }
    }
    assert!(played >= 4, "{played}");
}

#[test]
fn keys_do_not_reach_a_record_below_the_library() {
    let world = RefCell::new(reviewing(&["h2e2", "h9g7"]));
    world.borrow_mut().act(Action::Library(LibraryAction::Open));
    let mut harness = shown(&world, Lang::En, SIZES[1]);
    press(&mut harness, Key::ArrowLeft);
    assert_eq!(ply(&world), 2);
}

#[test]
fn a_comment_has_room_for_three_lines_which_stay_in_its_frame() {
    for size in [vec2(1100.0, 657.0), vec2(900.0, 700.0), vec2(1280.0, 820.0), PHONE] {
        let world = RefCell::new(analysed());
        world.borrow_mut().review(ReviewAction::Step(Step::Last));
        world
            .borrow_mut()
            .act(Action::Edit(Field::Record(RecordField::Comment), "line 0\nline 1\nline 2".into()));
        let mut harness = shown(&world, Lang::En, size);
        if size == PHONE {
            click_widget(&mut harness, "review.tab.notes");
        }
        widgets::focus(&harness.ctx, "review.comment");
        harness.run_steps(4);
        let seen = harness.output().shapes.iter().find_map(|clipped| {
            let egui::Shape::Text(text) = &clipped.shape else { return None };
            let is_it = text.galley.text().starts_with("line 0\n");
            let whole = Rect::from_min_size(text.pos, text.galley.size());
            is_it.then(|| (whole.height(), whole.intersect(clipped.clip_rect).height()))
        });
        let (whole, seen) = seen.unwrap_or_else(|| panic!("the comment is shown at {size}"));
        assert!(seen > whole - 1.0, "{size}: {seen} of {whole}");
    }
}

#[test]
fn undo_in_the_comment_field_does_not_bring_the_comment_of_another_move() {
    let world = RefCell::new(reviewing(&["h2e2", "h9g7"]));
    let mut harness = shown(&world, Lang::En, SIZES[1]);
    let comment = || {
        let world = world.borrow();
        let review = &world.app.study().reviewing().unwrap().review;
        review.record.tree().annotation(review.shown.node()).comment.clone()
    };
    click_widget(&mut harness, "review.comment");
    harness.input_mut().events.push(egui::Event::Text("first".into()));
    harness.run_steps(3);
    assert_eq!(comment(), "first");
    world.borrow_mut().review(ReviewAction::Step(Step::Back));
    harness.run_steps(3);
    click_widget(&mut harness, "review.comment");
    harness.press_key_modifiers(Modifiers::COMMAND, Key::Z);
    harness.run_steps(3);
    assert_eq!(comment(), "");
}

#[test]
fn a_review_in_a_page_offers_its_own_engine_only() {
    for (surface, offers) in
        [(Surface::Desktop, true), (Surface::Page { server: PageServer::Answers }, false)]
    {
        let mut world = World::new();
        world.app =
            App::new(Environment { surface, cores: 1, ..Environment::default() }, Settings::default());
        world.opens("h2e2");
        for action in [AnalysisAction::Toggle, AnalysisAction::AskOptions] {
            world.act(Action::Review(ReviewAction::Analysis(action)));
        }
        let world = RefCell::new(world);
        for lang in Lang::ALL {
            let widgets = trace(&shown(&world, lang, SIZES[1])).widgets;
            let find = |id: &str| widgets.iter().find(|widget| widget.id == id);
            assert_eq!(find("options.engines").is_some(), offers, "{lang:?}");
            assert!(
                find("memory.64").is_some() && find("analysis.on").is_some(),
                "the own one has its options"
            );
            let label = &find("analysis.options").expect("the button").label;
            assert_eq!(label == Text::of(lang).analysis().engine, offers, "{lang:?}: {label}");
            let of_screen = widgets.iter().filter(|it| it.layer.order == egui::Order::Background);
            let buttons = of_screen.filter(|it| it.kind != WidgetKind::Text && it.kind != WidgetKind::Field);
            let mut labels: Vec<&str> =
                buttons.map(|it| it.label.as_str()).filter(|it| !it.is_empty()).collect();
            let count = labels.len();
            labels.sort_unstable();
            labels.dedup();
            assert_eq!(labels.len(), count, "two buttons have one name, {lang:?}: {labels:?}");
        }
    }
}

/// The visible part of a long comment, and of the frame around it.
fn comment_places(harness: &Harness<'_>) -> Vec<Rect> {
    let shapes = || harness.output().shapes.iter();
    let texts = shapes().filter_map(|clipped| {
        let egui::Shape::Text(text) = &clipped.shape else { return None };
        let is_it = text.galley.text().starts_with("line 0\n");
        is_it.then(|| Rect::from_min_size(text.pos, text.galley.size()).intersect(clipped.clip_rect))
    });
    let texts: Vec<Rect> = texts.collect();
    let Some(text) = texts.first().copied() else { return texts };
    let frames = shapes().filter_map(|clipped| {
        let egui::Shape::Rect(frame) = &clipped.shape else { return None };
        let shown = frame.rect.intersect(clipped.clip_rect);
        (frame.rect.height() > 400.0 && frame.rect.width() < 700.0 && frame.rect.contains(text.center()))
            .then_some(shown)
    });
    texts.iter().copied().chain(frames).collect()
}

#[test]
fn a_long_comment_stays_between_what_is_above_and_below_it() {
    let sizes = [vec2(900.0, 640.0), vec2(1024.0, 656.0), vec2(1280.0, 820.0), vec2(720.0, 1280.0)];
    let comment: String = (0..40).map(|line| format!("line {line}\n")).collect();
    let mut shown_comments = 0;
    for (lang, size) in Lang::ALL.into_iter().flat_map(|lang| sizes.map(|size| (lang, size))) {
        for make in [(|| reviewing(&["h2e2", "h9g7"])) as fn() -> World, analysed, practising] {
            let world = RefCell::new(make());
            world.borrow_mut().act(Action::Edit(Field::Record(RecordField::Comment), comment.clone()));
            let mut harness = shown(&world, lang, size);
            for is_typing in [false, true] {
                if is_typing {
                    widgets::focus(&harness.ctx, "review.comment");
                }
                harness.run_steps(4);
                let places = comment_places(&harness);
                let widgets = trace(&harness).widgets;
                let others = widgets.iter().filter(|it| it.id != "review.comment" && it.id != "review.marks");
                shown_comments += places.len();
                for (place, other) in others.flat_map(|it| places.iter().map(move |place| (place, it))) {
                    let overlap = place.intersect(other.rect);
                    let is_over = overlap.width() > 1.0 && overlap.height() > 1.0;
                    assert!(!is_over, "{lang:?} {size} {is_typing}: {place} {other:?}");
                }
            }
        }
    }
    assert!(shown_comments > 20, "{shown_comments}");
}

#[test]
fn the_dialogs_of_files_are_whole_at_every_size_in_every_language() {
    let with = |make: fn() -> World, action: ReviewAction| {
        let mut world = make();
        world.review(action);
        world
    };
    let searched = || {
        let mut world = with_games(300);
        world.act(Action::Edit(Field::Record(RecordField::Games), "cup 2".into()));
        world
    };
    let worlds: [(&str, &dyn Fn() -> World); 5] = [
        ("games.close", &|| with_games(300)),
        ("games.search", &searched),
        ("notes.close", &|| with(with_notes, ReviewAction::AskNotes)),
        ("open.close", &|| with(with_notes, ReviewAction::AskOpen)),
        ("save.close", &|| with(with_notes, ReviewAction::AskSave)),
    ];
    let sizes = [vec2(1280.0, 800.0), vec2(390.0, 844.0), vec2(360.0, 640.0), vec2(640.0, 360.0)];
    for (lang, size) in Lang::ALL.into_iter().flat_map(|lang| sizes.map(|size| (lang, size))) {
        for (name, make) in worlds {
            let world = RefCell::new(make());
            let mut harness = shown(&world, lang, size);
            harness.run_steps(2);
            let trace = trace(&harness);
            let found = trace.widgets.iter().find(|widget| widget.id == name);
            let widget = found.unwrap_or_else(|| panic!("{name} at {size} in {lang:?}"));
            let window = Rect::from_min_size(egui::Pos2::ZERO, size);
            assert!(window.contains_rect(widget.rect), "{name} at {size} in {lang:?}: {:?}", widget.rect);
            assert!(trace.cut.is_empty(), "{name} at {size} in {lang:?}: {:?}", trace.cut);
            let games = trace.widgets.iter().filter(|widget| widget.id.starts_with("game.")).count();
            assert!(games < 20, "only the rows in sight are shown: {games}");
        }
    }
}

#[test]
fn enter_saves_without_a_field_that_has_the_keyboard() {
    let world = RefCell::new(reviewing(&["h2e2"]));
    world.borrow_mut().review(ReviewAction::AskSave);
    world.borrow_mut().act(Action::Edit(Field::Record(RecordField::Path), "game.pgn".into()));
    let mut harness = shown(&world, Lang::En, vec2(1280.0, 820.0));
    assert_eq!(trace(&harness).focus, "");
    world.borrow_mut().effects.clear();
    press(&mut harness, Key::Enter);
    let writes = |effect: &chuhe_model::exchange::effect::Effect| format!("{effect:?}").contains("game.pgn");
    assert!(world.borrow().effects.iter().any(writes), "{:?}", world.borrow().effects);
}

#[test]
fn the_format_of_a_file_is_chosen_also_in_a_page() {
    for is_page in [false, true] {
        let mut world = reviewing(&["h2e2"]);
        if is_page {
            let environment = Environment {
                surface: Surface::Page { server: PageServer::Answers },
                ..Environment::default()
            };
            let mut page = World { app: App::new(environment, Settings::default()), ..World::new() };
            page.opens_bytes("game.pgn", b"1. h2e2 *");
            world = page;
        }
        world.review(ReviewAction::AskSave);
        world.act(Action::Edit(Field::Record(RecordField::Path), "my.first.game".into()));
        let world = RefCell::new(world);
        let mut harness = shown(&world, Lang::En, vec2(1280.0, 820.0));
        harness.run_steps(2);
        let chosen = |harness: &Harness<'_>| -> Vec<String> {
            let widgets = trace(harness).widgets;
            let chosen = widgets.into_iter().filter(|it| it.id.starts_with("save.format.") && it.chosen);
            chosen.map(|it| it.label).collect()
        };
        assert_eq!(chosen(&harness), [""; 0]);
        for (format, file, name) in
            [("xqf", "my.first.game.xqf", "XQF"), ("ubb", "my.first.game.ubb", "DhtmlXQ")]
        {
            harness.run_steps(1);
            click_widget(&mut harness, &format!("save.format.{format}"));
            harness.run_steps(1);
            assert_eq!(chosen(&harness), [name]);
            world.borrow_mut().effects.clear();
            world.borrow_mut().review(ReviewAction::Save { replace: false });
            let effects = format!("{:?}", world.borrow().effects);
            assert!(effects.contains(file), "{is_page}: {effects}");
        }
    }
}

#[test]
fn the_smallest_window_has_a_comment_beside_an_analysis() {
    for lang in Lang::ALL {
        let world = RefCell::new(analysed());
        let harness = shown(&world, lang, vec2(900.0, 640.0));
        assert!(trace(&harness).widgets.iter().any(|it| it.id == "review.comment"), "{lang:?}");
    }
}

#[test]
fn the_comment_stays_where_the_file_has_notes_and_a_scrolled_analysis_ends_with_a_whole_part() {
    let side = Rect::from_min_size(Pos2::ZERO, vec2(325.0, 582.0));
    let needs = |analysis: f32, said: f32| Needs {
        header: 82.0,
        analysis,
        stops: vec![30.0, 79.0, 102.0, 125.0, 179.0],
        said,
        edits: true,
        edits_width: 190.0,
    };
    for said in [0.0, 28.0] {
        for analysis in [125.0, 179.0] {
            let column = Column::of(side, None, &needs(analysis, said));
            assert!(column.comment.is_some(), "{said} {analysis}");
            assert!(needs(analysis, said).stops.contains(&column.analysis.height()), "{}", column.analysis);
            assert!(column.list.height() >= said + 2.0 * move_list::ROW, "{}", column.list);
        }
    }
}

#[test]
fn the_links_above_a_comment_fit_beside_the_moves() {
    for lang in Lang::ALL {
        let world = RefCell::new(reviewing(&["h2e2", "h9g7"]));
        let harness = shown(&world, lang, vec2(1280.0, 780.0));
        let widgets = trace(&harness).widgets;
        let right = |id: &str| widgets.iter().find(|it| it.id == id).map(|it| it.rect.right());
        let [place, comment] = ["comment.before", "review.comment"].map(right);
        assert!(
            place.zip(comment).is_some_and(|(place, comment)| place <= comment + 0.5),
            "{lang:?}: {place:?} {comment:?}"
        );
    }
}

#[test]
fn a_low_window_has_four_rows_of_moves_beside_an_analysis() {
    let side = Rect::from_min_size(Pos2::ZERO, vec2(300.0, 560.0));
    for edits in [false, true] {
        let column = Column::of(
            side,
            None,
            &Needs {
                header: 90.0,
                analysis: 400.0,
                stops: vec![30.0, 79.0, 102.0, 125.0, 400.0],
                said: 0.0,
                edits,
                edits_width: 190.0,
            },
        );
        let rows = (column.list.height() - 2.0 * panel::LIST_MARGIN.y) / move_list::ROW;
        assert!(rows >= 3.99, "{rows}");
        assert!(column.analysis.height() >= 100.0, "{}", column.analysis);
    }
}

#[test]
fn a_review_in_a_usual_window_has_seven_rows_of_moves_beside_an_analysis() {
    let moves = "i0i1 i9i8 i1i2 i8i7 a0a1 a9a8 a1a2 a8a7 g3g4 g6g5 c3c4 c6c5 e3e4 e6e5 a3a4 a6a5 i3i4 i6i5 d0e1 d9e8 \
                 c0e2 c9e7";
    for (lang, height) in Lang::ALL.into_iter().flat_map(|lang| [780.0, 820.0].map(|height| (lang, height))) {
        let size = vec2(1280.0, height);
        for (analyses, wanted) in [(false, 11), (true, 7)] {
            let mut world = World::new();
            world.opens(moves);
            if analyses {
                world.review(ReviewAction::Analysis(AnalysisAction::Toggle));
            }
            let world = RefCell::new(world);
            let mut harness = shown(&world, lang, size);
            harness.run_steps(2);
            let UiTrace { widgets, cut, .. } = trace(&harness);
            let is_row = |it: &&Widget| it.id.starts_with("move.") && it.id.ends_with(".0") && it.whole;
            let rows = widgets.iter().filter(is_row).count();
            assert!(rows >= wanted, "{lang:?} {size}: {rows} rows, analysis: {analyses}");
            assert_eq!(cut, [""; 0], "{lang:?} {size}");
            for part in ["review.comment", "review.glyph.1", "review.undo", "review.delete", "review.unmark"]
            {
                assert!(widgets.iter().any(|it| it.id == part && it.whole), "{lang:?} {size}: {part}");
            }
        }
    }
}

#[test]
fn two_buttons_of_a_beginner_are_side_by_side_so_that_moves_have_the_height() {
    let world = RefCell::new(reviewing_a_finished_game());
    let harness = shown(&world, Lang::En, vec2(1280.0, 780.0));
    let widgets = trace(&harness).widgets;
    let place = |label: &str| widgets.iter().find(|it| it.label == label).map(|it| it.rect.y_range());
    let rows = ["Find my mistakes", "Replay the game"].map(place);
    assert!(rows[0].is_some() && rows[0] == rows[1], "{rows:?}");
}
