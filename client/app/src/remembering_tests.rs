//! Tests of what is remembered of tables.

use super::luzhanqi_tests::at;
use super::testing::luzhanqi::FullGame;
use super::testing::*;
use super::*;
use chuhe_model::actions::action::{Action, JoinAction, TableAction};
use chuhe_model::exchange::effect::StorageEffect;
use chuhe_model::exchange::event::NetworkEvent;
use chuhe_model::luzhanqi::BoardPart;
use chuhe_protocol::{TableMessage, TableRequest};
use chuhe_rules::Color;
use chuhe_rules::luzhanqi::{BoardKind, Strength};

impl World {
    /// The settings as they are stored when the program ends without a warning.
    fn stored_settings(&mut self) -> Settings {
        self.wait(1_000);
        let stored = |effect: &Effect| {
            let Effect::Storage(StorageEffect::SaveSettings(settings)) = effect else { return None };
            Some(serde_json::to_string(settings).unwrap())
        };
        let text = self.effects.iter().rev().find_map(stored).expect("they are stored");
        serde_json::from_str(&text).unwrap()
    }

    /// The next run of the program, whose session goes on.
    fn next_run(&mut self) -> Self {
        let settings = self.stored_settings();
        let mut again = Self { app: App::new(Environment::default(), settings), ..Self::new() };
        again.act(Action::Join(JoinAction::Recent(0)));
        again.network(NetworkEvent::Connected);
        again.joined(true);
        again
    }
}

#[test]
fn a_reload_keeps_the_formation_under_way_and_sends_it() {
    let mut full = FullGame::setting_up(Color::Black, BoardKind::Classic);
    full.world.press(TableAction::Shuffle);
    full.world.click("n11");
    full.world.click("n12");
    let draft = *full.world.table().game().play().draft().unwrap();
    let mut again = full.world.next_run();
    again.effects.clear();
    again.receive_event(FullGame::started(Color::Black, BoardKind::Classic));
    assert_eq!(again.table().game().play().draft().map(|it| it.text()), Some(draft.text()));
    let set_up = TableRequest::SetUp { strengths: draft.into() }.at(GAME);
    assert!(again.take_sent().contains(&set_up));
    // a formation is of one game and one seat
    let mut other = full.world.next_run();
    other.receive_event(FullGame::started(Color::Red, BoardKind::Classic));
    assert_ne!(other.table().game().play().draft().map(|it| it.text()), Some(draft.text()));
}

#[test]
fn a_page_that_is_left_keeps_the_last_exchange_of_two_pieces() {
    let mut full = FullGame::setting_up(Color::Red, BoardKind::Classic);
    full.world.wait(1_000);
    full.world.press(TableAction::Shuffle);
    full.world.effects.clear();
    full.world.update(Event::Leaving);
    let draft = full.world.table().game().play().draft().unwrap().text();
    let kept = |effect: &Effect| {
        let Effect::Storage(StorageEffect::SaveSettings(settings)) = effect else { return false };
        settings.servers.tables.iter().any(|it| it.table.draft.as_ref() == Some(&draft))
    };
    assert!(full.world.effects.iter().any(kept));
}

#[test]
fn a_reload_does_not_turn_a_turned_board_back() {
    let mut world = World::at_board(Color::Red);
    world.press(TableAction::Flip);
    let mut again = world.next_run();
    again.receive_event(started(ME, OTHER));
    assert_eq!(again.table().bottom(), Color::Black);
    again.press(TableAction::Flip);
    let mut third = again.next_run();
    third.receive_event(started(ME, OTHER));
    assert_eq!(third.table().bottom(), Color::Red);
}

#[test]
fn a_reload_keeps_the_guesses_at_pieces_that_move_meanwhile() {
    let mut full = FullGame::begun(Color::Red, BoardKind::Cross);
    for (station, mark) in [("n12", Strength::General), ("n15", Strength::Brigadier)] {
        full.right_click(station);
        full.world.press(TableAction::Mark(Some(mark)));
    }
    full.world.press(TableAction::Zoom);
    let marks = |world: &World| {
        world.table().to_remember(Color::Red, Color::Red).map(|it| it.marks).unwrap_or_default()
    };
    let before = marks(&full.world);
    assert_eq!(before.len(), 2);
    for moves in [&[][..], &["s11n15", "n12n22"]] {
        let mut again = full.world.next_run();
        for event in full.events_so_far(moves) {
            again.receive_event(event);
        }
        assert_eq!(again.table().part, BoardPart::OwnHalf);
        let after = if moves.is_empty() { before.clone() } else { vec![(at("n22"), Strength::General)] };
        assert_eq!(marks(&again), after);
    }
    let mut again = full.world.next_run();
    let events = full.events_so_far(&["s11n15", "n12n22"]);
    let next = u32::try_from(events.len()).unwrap();
    again.receive(TableMessage::Snapshot { next, events, first: true, last: true }.at(GAME));
    assert_eq!(marks(&again), [(at("n22"), Strength::General)]);
}
