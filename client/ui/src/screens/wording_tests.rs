//! Tests that the hints are in the words of who reads them: nobody clicks with a finger.

use super::tests::{SIZES, flat_worlds, shown, trace};
use chuhe_app::testing::World;
use chuhe_app::testing::review::reviewing;
use chuhe_model::actions::action::{Action, HelpAction};
use chuhe_model::choices::lang::Lang;
use chuhe_model::help::Page;
use chuhe_texts::Text;
use egui::{Vec2, vec2};
use std::cell::RefCell;

const PHONE: Vec2 = vec2(390.0, 844.0);

fn helping(page: Page) -> World {
    let mut world = World::new();
    for action in [HelpAction::Toggle, HelpAction::Show(page)] {
        world.act(Action::Help(action));
    }
    world
}

#[test]
fn no_screen_for_fingers_speaks_of_clicks_and_buttons_of_a_mouse() {
    let mut found = Vec::new();
    for lang in [Lang::En, Lang::Vi] {
        let mut worlds = flat_worlds();
        worlds.extend(Page::ALL.map(|page| ("help", helping(page))));
        worlds.push(("review", reviewing(&["h2e2"])));
        for (kind, world) in worlds {
            let world = RefCell::new(world.touched(PHONE));
            let mut harness = shown(&world, lang, PHONE);
            harness.run_steps(3);
            let texts = trace(&harness).widgets.into_iter().map(|it| it.label);
            let mouse = |text: &String| {
                let text = text.to_lowercase();
                ["click", "right button", "bấm", "nút phải"].iter().any(|word| text.contains(word))
            };
            found.extend(texts.filter(mouse).map(|text| format!("{lang:?} {kind}: {text}")));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn a_mouse_and_a_finger_have_words_of_their_own() {
    for lang in Lang::ALL {
        let (mouse, fingers) = (Text::of(lang), Text::for_fingers(lang));
        assert_ne!(mouse.records.set_up_hint, fingers.records.set_up_hint, "{lang:?}");
        assert_ne!(mouse.click_twice, fingers.click_twice, "{lang:?}");
        assert_eq!(mouse.nothing, fingers.nothing, "{lang:?}");
    }
    let world = RefCell::new(World::at_board(chuhe_rules::Color::Red));
    let harness = shown(&world, Lang::En, SIZES[1]);
    drop(harness);
    assert_eq!(world.borrow().app.desk().text().click_twice, Text::of(Lang::En).click_twice);
    let touched = world.into_inner().touched(PHONE);
    assert_eq!(touched.app.desk().text().click_twice, Text::for_fingers(Lang::En).click_twice);
}
