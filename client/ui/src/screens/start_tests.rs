//! Tests of the first screen.

use super::tests::{SIZES, shown};
use chuhe_app::testing::World;
use chuhe_app::testing::nearby::announced;
use chuhe_model::actions::action::Action;
use chuhe_model::actions::start_action::StartAction;
use chuhe_model::choices::lang::Lang;
use chuhe_model::choices::local_choice::StartEntry;
use chuhe_texts::Text;
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
