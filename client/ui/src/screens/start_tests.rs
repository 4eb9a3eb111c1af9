//! Tests of the first screen.

use super::tests::{SIZES, on_start, shown, trace};
use chuhe_app::testing::World;
use chuhe_app::testing::nearby::announced;
use chuhe_model::actions::action::{Action, Field, JoinAction};
use chuhe_model::actions::start_action::StartAction;
use chuhe_model::choices::lang::Lang;
use chuhe_model::choices::local_choice::StartEntry;
use chuhe_texts::Text;
use egui::vec2;
use std::cell::RefCell;

#[test]
fn the_first_screen_says_how_many_servers_were_found() {
    for lang in Lang::ALL {
        for size in SIZES {
            let mut world = World::new();
            world.act(Action::Start(StartAction::Show(StartEntry::Computer)));
            world.update(announced("Bo", "192.168.1.7", false));
            world.update(announced("An", "192.168.1.8", false));
            let world = RefCell::new(world);
            let harness = shown(&world, lang, size);
            let found = Text::of(lang).local.servers_found(2);
            let is_shown = harness.output().shapes.iter().any(|clipped| {
                let egui::Shape::Text(text) = &clipped.shape else { return false };
                text.galley.text() == found && !text.galley.elided
            });
            assert!(is_shown, "{lang:?} {size}");
        }
    }
}

#[test]
fn what_is_wrong_with_a_name_is_shown_whole_in_a_narrow_window() {
    for (lang, name) in Lang::ALL.into_iter().flat_map(|lang| ["a，b", "a b", ""].map(|name| (lang, name))) {
        let mut world = on_start(World::new(), StartEntry::Join);
        world.act(Action::Edit(Field::Host, "192.168.1.7".into()));
        world.act(Action::Edit(Field::Name, name.into()));
        world.act(Action::Join(JoinAction::Submit));
        let world = RefCell::new(world);
        let mut harness = shown(&world, lang, vec2(600.0, 640.0));
        harness.run_steps(1);
        let (app, now) = (&world.borrow().app, world.borrow().now);
        let message = Text::of(lang).notice(app.notice(now).expect("the name is refused"));
        let cut = trace(&harness).cut;
        assert!(!cut.iter().any(|cut| message.contains(cut.as_str())), "{lang:?}: {cut:?}");
    }
}
