//! Tests of the widgets for the card of a player, the recent opponents, and narrow rows of players.

use super::rows::ROW;
use super::tests::{SIZES, click, click_widget, crowded_lobby, find, shown, trace, widget};
use chuhe_app::testing::past_games::{back_in_lobby, with_card};
use chuhe_app::testing::{OTHER, World, player};
use chuhe_model::actions::action::{Action, LobbyAction};
use chuhe_model::choices::lang::Lang;
use chuhe_model::testing::summary;
use chuhe_protocol::{
    Activity, ArchiveRequest, ClientMessage, GameId, GameKind, LobbyMessage, Player, PlayerId, PresenceChange,
};
use chuhe_texts::Text;
use chuhe_view::Model;
use chuhe_view::lobby::{PlayersRow, PlayersView};
use egui::Key;
use std::cell::RefCell;

#[test]
fn a_click_on_a_name_opens_the_card_and_escape_closes_it() {
    for size in SIZES {
        let world = RefCell::new(World::in_lobby());
        let mut harness = shown(&world, Lang::En, size);
        click(&mut harness, "云中鹤");
        assert!(world.borrow().app.sessions().visit().unwrap().games.past.card().is_some());
        assert!(widget(&harness, "player.challenge").enabled);
        harness.press_key(Key::Escape);
        harness.run_steps(3);
        assert!(world.borrow().app.sessions().visit().unwrap().games.past.card().is_none(), "{size}");
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
            assert_eq!(
                sent,
                [ClientMessage::Archive(ArchiveRequest::FetchGame { game: GameId(1), from: 0 })]
            );
        }
    }
}

#[test]
fn a_recent_opponent_who_is_online_has_a_button_for_a_rematch() {
    for lang in Lang::ALL {
        for size in SIZES {
            let world = RefCell::new(back_in_lobby(vec![summary(9)]));
            let mut harness = shown(&world, lang, size);
            click_widget(&mut harness, &format!("lobby.rematch.{}", OTHER.0));
            let sent = world.borrow_mut().take_sent();
            assert_eq!(
                sent,
                [ClientMessage::Archive(ArchiveRequest::FetchGame { game: GameId(9), from: 0 })],
                "{lang:?} {size}"
            );
        }
    }
}

#[test]
fn nobody_is_listed_twice_and_who_is_away_cannot_be_challenged() {
    let mut world = back_in_lobby(vec![summary(9)]);
    let away = Player { connected: false, ..player(PlayerId(70), "Ann") };
    let computer = Player { computer_level: Some(2), ..player(PlayerId(71), "computer-2") };
    let here = [away, computer, player(PlayerId(72), "马儿")].map(PresenceChange::Here);
    world.receive(LobbyMessage::Presence(here.into()));
    let world = RefCell::new(world);
    let harness = shown(&world, Lang::En, egui::vec2(1280.0, 900.0));
    let seen = trace(&harness);
    let ids: Vec<&str> = seen.widgets.iter().map(|it| &*it.id).collect();
    assert!(ids.contains(&&*format!("lobby.recent.{}", OTHER.0)), "{ids:?}");
    // in the order of the list
    let listed: Vec<&str> = ids.iter().filter_map(|id| id.strip_prefix("lobby.player.")).collect();
    assert_eq!(listed, ["马儿", "computer-2", "Ann"]);
    assert!(find(&seen, "lobby.challenge.computer-2").enabled);
    assert!(!find(&seen, "lobby.challenge.Ann").enabled);
    // an opponent who is away has the row of the list alone
    let gone = Player { connected: false, ..player(OTHER, "云中鹤") };
    world.borrow_mut().receive(LobbyMessage::Presence(vec![PresenceChange::Here(gone)]));
    let harness = shown(&world, Lang::En, egui::vec2(1280.0, 900.0));
    let widgets = trace(&harness).widgets;
    let named = widgets.iter().filter(|it| it.label == "云中鹤" && it.id.starts_with("lobby.")).count();
    assert_eq!(named, 1);
}

#[test]
fn recent_opponents_of_one_name_open_their_own_cards() {
    let against = |game, id| {
        let mut summary = summary(game);
        summary.seats.black.player = PlayerId(id);
        summary
    };
    for lang in Lang::ALL {
        let world = RefCell::new(back_in_lobby(vec![against(9, 60), against(8, 61)]));
        let mut harness = shown(&world, lang, SIZES[1]);
        for id in [60, 61] {
            click_widget(&mut harness, &format!("lobby.recent.{id}"));
            let card = world.borrow().app.sessions().visit().unwrap().games.past.card().unwrap().player();
            assert_eq!(card, PlayerId(id), "{lang:?}");
            world.borrow_mut().act(Action::Lobby(LobbyAction::CloseCard));
            harness.run_steps(2);
        }
    }
}

#[test]
fn the_list_of_players_cuts_no_row_at_its_end() {
    let with_recent = {
        let mut world = back_in_lobby(vec![summary(9)]);
        let here = |n| PresenceChange::Here(player(PlayerId(n), &format!("player-{n}")));
        world.receive(LobbyMessage::Presence((60..90).map(here).collect()));
        world
    };
    for world in [crowded_lobby(), with_recent] {
        let world = RefCell::new(world);
        for size in SIZES {
            let harness = shown(&world, Lang::Vi, size);
            let widgets = trace(&harness).widgets;
            let below = widgets.iter().find(|it| it.id == "lobby.computer").unwrap().rect.top();
            let buttons: Vec<_> = widgets.iter().filter(|it| it.id.starts_with("lobby.challenge.")).collect();
            assert!(!buttons.is_empty(), "{size}");
            for button in buttons {
                let half = ROW / 2.0 - 0.5;
                assert!(button.rect.center().y + half <= below, "{size} {}: {}", button.id, button.rect);
                assert_eq!(button.rect.height(), 38.0, "{size} {} is cut", button.id);
            }
        }
    }
}

#[test]
fn the_card_of_an_absent_opponent_has_no_challenge() {
    let mut world = back_in_lobby(vec![summary(9)]);
    let gone = chuhe_protocol::PresenceChange::Gone(OTHER);
    world.receive(chuhe_protocol::LobbyMessage::Presence(vec![gone]));
    world.act(Action::Lobby(LobbyAction::OpenCard(OTHER)));
    let world = RefCell::new(world);
    let harness = shown(&world, Lang::En, SIZES[0]);
    let widgets = trace(&harness).widgets;
    assert!(widgets.iter().all(|widget| widget.id != "player.challenge"));
    assert!(widgets.iter().any(|widget| widget.id == "player.block" && widget.enabled));
}

#[test]
fn the_card_and_the_list_say_who_is_registered_and_who_watches() {
    for lang in Lang::ALL {
        let text = Text::of(lang);
        let mut world = World::in_lobby();
        let [one, other] = [PlayerId(60), PlayerId(61)];
        let playing = |id, opponent, name: &str| {
            let activity = Activity::Playing { game: GameId(7), opponent, kind: GameKind::Xiangqi };
            PresenceChange::Here(Player { activity, ..player(id, name) })
        };
        let watcher =
            Player { registered: true, watching: Some(GameId(7)), ..player(PlayerId(62), "Watcher") };
        let changes = vec![
            playing(one, other, "An"),
            playing(other, one, "Bo"),
            PresenceChange::Here(watcher),
            PresenceChange::Here(player(PlayerId(63), "Guest63")),
        ];
        world.receive(LobbyMessage::Presence(changes));
        let world = RefCell::new(world);
        let state = |id| {
            world.borrow_mut().act(Action::Lobby(LobbyAction::OpenCard(id)));
            let harness = shown(&world, lang, SIZES[1]);
            let widgets = trace(&harness).widgets;
            let label = |id: &str| widgets.iter().find(|it| it.id == id).map(|it| it.label.clone());
            assert_eq!(label("lobby.registered.Watcher").as_deref(), Some(text.registered));
            assert_eq!(label("lobby.registered.Guest63"), None);
            label("player.state").unwrap()
        };
        let watching = format!("{} · {} · An{}Bo", text.registered, text.watches, text.versus);
        assert!(state(PlayerId(62)).starts_with(&watching), "{lang:?}");
        assert!(state(PlayerId(63)).starts_with(&format!("{} · {}", text.guest, text.idle)), "{lang:?}");
    }
}

#[test]
fn a_player_at_a_finished_board_is_not_called_idle_and_can_be_challenged() {
    for lang in Lang::ALL {
        let text = Text::of(lang);
        let mut world = World::in_lobby();
        let activity = Activity::AtBoard { game: GameId(7), opponent: PlayerId(60), kind: GameKind::Xiangqi };
        let here = PresenceChange::Here(Player { activity, ..player(OTHER, "云中鹤") });
        world.receive(LobbyMessage::Presence(vec![here]));
        let model = Model { app: &world.app, text, now: world.now };
        let players = PlayersView::of(&model, world.app.sessions().visit().unwrap());
        let PlayersRow::Player(row) = (players.rows.unwrap().row)(0) else { panic!("a player is listed") };
        assert_eq!((row.doing, row.challenge.permit), (text.at_board, Ok(())), "{lang:?}");
        assert!(players.states.contains(&row.doing));
    }
}

#[test]
fn the_level_of_a_computer_player_is_said_once() {
    for lang in Lang::ALL {
        let text = Text::of(lang);
        for (name, is_beside) in [("computer-3", false), ("棋机", true)] {
            let mut world = World::in_lobby();
            let computer = Player { computer_level: Some(3), ..player(OTHER, name) };
            world.receive(LobbyMessage::Presence(vec![PresenceChange::Here(computer)]));
            world.act(LobbyAction::OpenCard(OTHER).into());
            let model = Model { app: &world.app, text, now: world.now };
            let players = PlayersView::of(&model, world.app.sessions().visit().unwrap());
            let PlayersRow::Player(row) = (players.rows.unwrap().row)(0) else {
                panic!("a player is listed")
            };
            let level = if is_beside { text.computer_of_level(3) } else { String::new() };
            assert_eq!((row.is_computer, row.detail), (true, level), "{name} {lang:?}");
            let card = chuhe_view::player::PlayerView::of(&model).unwrap();
            let says_level = card.state.contains(&text.computer_of_level(3));
            assert_eq!(says_level, is_beside, "{name} {lang:?}: {}", card.state);
        }
    }
}
