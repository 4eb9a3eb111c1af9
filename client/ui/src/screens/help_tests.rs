//! Tests of the help dialog: it opens and closes on every screen and fits at every size.

use super::tests::{SIZES, click, crowded_lobby, in_play, shown, trace, widget};
use chuhe_app::testing::World;
use chuhe_model::actions::action::{Action, HelpAction, SettingsAction};
use chuhe_model::choices::lang::Lang;
use chuhe_model::choices::settings_page::SettingsPage;
use chuhe_model::help::Page;
use chuhe_rules::Color;
use chuhe_texts::Text;
use egui::{Key, Pos2, Rect, vec2};
use egui_kittest::Harness;
use std::cell::RefCell;

fn every_screen() -> [World; 3] {
    [World::new(), crowded_lobby(), in_play(Color::Red)]
}

fn is_open(harness: &Harness<'_>) -> bool {
    trace(harness).widgets.iter().any(|widget| widget.id == "help.close")
}

fn reading(page: Page, lang: Lang, size: egui::Vec2, check: impl FnOnce(&mut Harness<'_>)) {
    let world = RefCell::new(World::new());
    world.borrow_mut().act(Action::Help(HelpAction::Toggle));
    world.borrow_mut().act(Action::Help(HelpAction::Show(page)));
    check(&mut shown(&world, lang, size));
}

#[test]
fn help_opens_and_closes_by_clicking_on_every_screen() {
    for lang in Lang::ALL {
        let text = Text::of(lang);
        for world in every_screen() {
            let world = RefCell::new(world);
            let mut harness = shown(&world, lang, SIZES[0]);
            assert!(!is_open(&harness));
            click(&mut harness, text.help.rules);
            assert!(is_open(&harness));
            click(&mut harness, text.help.page(Page::Luzhanqi));
            assert_eq!(world.borrow().app.dialogs().help.page, Page::Luzhanqi);
            assert_eq!(
                widget(&harness, "help.section.2").label,
                text.help.heading(Page::Luzhanqi.sections()[2].heading)
            );
            click(&mut harness, text.close);
            assert!(!is_open(&harness));
        }
    }
}

#[test]
fn help_opens_and_closes_by_key_on_every_screen() {
    for world in every_screen() {
        let world = RefCell::new(world);
        let mut harness = shown(&world, Lang::Zh, SIZES[0]);
        for (key, open) in [(Key::F1, true), (Key::F1, false), (Key::F1, true), (Key::Escape, false)] {
            harness.press_key(key);
            harness.run_steps(3);
            assert_eq!(is_open(&harness), open, "{key:?}");
        }
        world.borrow_mut().act(Action::Settings(SettingsAction::Toggle));
        harness.run_steps(3);
        harness.press_key(Key::F1);
        harness.run_steps(3);
        assert!(is_open(&harness) && !world.borrow().app.dialogs().settings_open);
    }
}

#[test]
fn open_help_takes_the_scroll_keys() {
    let world = RefCell::new(in_play(Color::Red));
    world.borrow_mut().act(Action::Help(HelpAction::Toggle));
    let mut harness = shown(&world, Lang::Zh, SIZES[0]);
    let heading = |harness: &Harness<'_>| {
        trace(harness)
            .widgets
            .into_iter()
            .find(|widget| widget.id == "help.heading.0")
            .map(|it| it.rect.top())
    };
    let before = heading(&harness);
    assert!(before.is_some());
    harness.press_key(Key::Home);
    harness.press_key(Key::ArrowLeft);
    harness.run_steps(3);
    assert_eq!(world.borrow().table().interaction.review(), None);
    for (key, at_top) in [(Key::PageDown, false), (Key::Home, true), (Key::End, false), (Key::Home, true)] {
        harness.press_key(key);
        harness.run_steps(30);
        assert_eq!(heading(&harness) == before, at_top, "{key:?}");
    }
}

#[test]
fn help_fits_at_every_size_in_every_language() {
    for (lang, page) in Lang::ALL.into_iter().flat_map(|lang| Page::ALL.map(|page| (lang, page))) {
        for size in SIZES {
            reading(page, lang, size, |harness| {
                let window = Rect::from_min_size(Pos2::ZERO, size);
                let mut widgets = trace(harness).widgets;
                widgets.retain(|widget| widget.id.starts_with("help."));
                assert_eq!(
                    widgets.iter().filter(|it| it.id.starts_with("help.section.")).count(),
                    page.sections().len()
                );
                for widget in &widgets {
                    assert!(window.contains_rect(widget.rect), "{lang:?} {size}: {widget:?}");
                }
                for (n, widget) in widgets.iter().enumerate() {
                    let rect = widget.rect.shrink(1.5);
                    let apart = widgets[n + 1..].iter().all(|other| !rect.intersects(other.rect.shrink(1.5)));
                    assert!(apart, "{lang:?} {size}: {widget:?}");
                }
            });
        }
    }
}

#[test]
fn clicking_a_section_scrolls_to_it() {
    for page in Page::ALL {
        for n in 0..page.sections().len() {
            reading(page, Lang::En, vec2(900.0, 640.0), |harness| {
                let row = widget(harness, &format!("help.section.{n}")).rect;
                let pos = row.center();
                for pressed in [true, false] {
                    let button = egui::PointerButton::Primary;
                    let modifiers = egui::Modifiers::NONE;
                    let events = &mut harness.input_mut().events;
                    events.push(egui::Event::PointerMoved(pos));
                    events.push(egui::Event::PointerButton { pos, button, pressed, modifiers });
                    harness.run_steps(2);
                }
                harness.run_steps(60);
                assert!(widget(harness, &format!("help.heading.{n}")).rect.height() > 20.0, "{page:?} {n}");
            });
        }
    }
}

#[test]
fn no_text_of_a_whole_page_is_cut_in_any_language() {
    for (lang, page) in Lang::ALL.into_iter().flat_map(|lang| Page::ALL.map(|page| (lang, page))) {
        for size in [vec2(820.0, 6_000.0), vec2(1280.0, 6_000.0), vec2(390.0, 9_000.0)] {
            reading(page, lang, size, |harness| {
                assert_eq!(trace(harness).cut, [""; 0], "{lang:?} {size} {page:?}");
            });
        }
    }
}

#[test]
fn the_tabs_of_settings_and_rules_stay_in_place_when_another_page_is_chosen() {
    let settings = SettingsPage::ALL.map(|page| (page.name(), Action::Settings(SettingsAction::Page(page))));
    let rules = Page::ALL.map(|page| (page.name(), Action::Help(HelpAction::Show(page))));
    let dialogs = [
        (Action::Settings(SettingsAction::Toggle), &settings[..], "settings.close"),
        (Action::Help(HelpAction::Toggle), &rules[..], "help.close"),
    ];
    let phones = [vec2(360.0, 640.0), vec2(390.0, 844.0), vec2(640.0, 360.0)];
    for size in SIZES.into_iter().chain(phones) {
        for (lang, (opens, pages, close)) in
            Lang::ALL.into_iter().flat_map(|lang| dialogs.clone().map(|it| (lang, it)))
        {
            let mut world = World::in_lobby();
            if phones.contains(&size) {
                world = world.touched(size);
            }
            world.act(opens);
            let world = RefCell::new(world);
            let mut harness = shown(&world, lang, size);
            let places = pages.iter().map(|(_, show)| {
                world.borrow_mut().act(show.clone());
                harness.run_steps(4);
                let widgets = trace(&harness).widgets;
                let place = |id| widgets.iter().find(|it| it.id == id).map(|it| it.rect);
                pages.iter().map(|(id, _)| *id).chain([close]).map(|id| (id, place(id))).collect::<Vec<_>>()
            });
            let places: Vec<_> = places.collect();
            for other in &places[1..] {
                assert_eq!(*other, places[0], "{lang:?} {size}");
            }
        }
    }
}
