//! Tests of the widgets for the card of a player, the recent opponents, and narrow rows of players.

use super::tests::{SIZES, click, click_widget, shown, trace, widget};
use crate::core::actions::action::{Action, LobbyAction};
use crate::core::app::past_games_tests::{back_in_lobby, with_card};
use crate::core::app::tests::{OTHER, World};
use crate::core::choices::lang::Lang;
use crate::core::lobby::games::tests::summary;
use crate::core::text::Text;
use chuhe_protocol::{ClientMessage, GameId};
use egui::Key;
use std::cell::RefCell;

#[test]
fn a_click_on_a_name_opens_the_card_and_escape_closes_it() {
    for size in SIZES {
        let world = RefCell::new(World::in_lobby());
        let mut harness = shown(&world, Lang::En, size);
        click(&mut harness, "云中鹤");
        assert!(world.borrow().app.visit().unwrap().past().card().is_some());
        assert!(widget(&harness, "player.challenge").enabled);
        harness.press_key(Key::Escape);
        harness.run_steps(3);
        assert!(world.borrow().app.visit().unwrap().past().card().is_none(), "{size}");
    }
}

#[test]
fn the_card_shows_the_score_and_opens_a_game() {
    for lang in Lang::ALL {
        for size in SIZES {
            let world = RefCell::new(with_card(World::in_lobby(), (1..9).map(summary).collect()));
            let mut harness = shown(&world, lang, size);
            let widgets = trace(&harness).widgets;
            let find = |id: &str| widgets.iter().find(|widget| widget.id == id).unwrap();
            assert_eq!(find("player.score").label, Text::of(lang).score(8, 0, 0));
            let games = widgets.iter().filter(|widget| widget.id.starts_with("player.game.")).count();
            assert_eq!(games, 5, "{size}");
            assert!(find("player.close").rect.bottom() < size.y - 8.0, "{lang:?} {size}");
            world.borrow_mut().take_sent();
            harness.run_steps(1);
            click_widget(&mut harness, "player.game.1");
            let sent = world.borrow_mut().take_sent();
            assert_eq!(sent, [ClientMessage::FetchGame { game: GameId(1), from: 0 }]);
        }
    }
}

#[test]
fn a_recent_opponent_who_is_online_has_a_button_for_a_rematch() {
    for lang in Lang::ALL {
        for size in SIZES {
            let world = RefCell::new(back_in_lobby(vec![summary(9)]));
            let mut harness = shown(&world, lang, size);
            click_widget(&mut harness, "lobby.rematch.云中鹤");
            let sent = world.borrow_mut().take_sent();
            assert_eq!(sent, [ClientMessage::FetchGame { game: GameId(9), from: 0 }], "{lang:?} {size}");
        }
    }
}

#[test]
fn the_card_of_an_absent_opponent_has_no_challenge() {
    let mut world = back_in_lobby(vec![summary(9)]);
    let gone = chuhe_protocol::PresenceChange::Gone(OTHER);
    world.receive(chuhe_protocol::ServerMessage::Presence(vec![gone]));
    world.act(Action::Lobby(LobbyAction::OpenCard(OTHER)));
    let world = RefCell::new(world);
    let harness = shown(&world, Lang::En, SIZES[0]);
    let widgets = trace(&harness).widgets;
    assert!(widgets.iter().all(|widget| widget.id != "player.challenge"));
    assert!(widgets.iter().any(|widget| widget.id == "player.block" && widget.enabled));
}
