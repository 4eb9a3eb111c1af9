//! Tests of the library in the text mode.

use super::tests::{Console, choose};
use chuhe_app::testing::library::commented;
use chuhe_model::exchange::effect::{Effect, StorageEffect};
use chuhe_model::exchange::event::Event;
use chuhe_model::library::{LibraryEvent, LibraryRequest};

#[test]
fn a_changed_game_is_saved_to_the_library_from_the_menu() {
    let mut console = Console::new(commented());
    console.hear();
    choose(&mut console, "More tools");
    choose(&mut console, "Save");
    choose(&mut console, "Save to the library");
    let copy = |effect: &Effect| {
        let Effect::Storage(StorageEffect::Library(LibraryRequest::Save(game))) = effect else { return None };
        Some(game.copy)
    };
    let copy = console.world.effects.iter().find_map(copy).expect("it is to be saved");
    console.world.update(Event::Library(LibraryEvent::Saved { copy, is_new: false }));
    assert_eq!(console.hear(), ["Saved to the library"]);
    console.say("leave");
    assert!(console.world.app.study().reviewing().is_none(), "nothing is unsaved");
}
