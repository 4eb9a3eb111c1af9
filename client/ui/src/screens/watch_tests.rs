//! Tests of watching and replaying games on the screens.

use super::tests::{SIZES, challenge, click, click_widget, shown, trace, widget};
use crate::widgets::ui_trace::Widget;
use chuhe_app::Screen;
use chuhe_app::testing::games::in_list;
use chuhe_app::testing::local::two_at_luzhanqi_moved;
use chuhe_app::testing::luzhanqi::FullGame;
use chuhe_app::testing::watch::watching;
use chuhe_app::testing::{GAME, ME, OTHER, World, player, reading};
use chuhe_model::actions::action::{
    AccountAction, Action, HelpAction, LobbyAction, LobbyTab, SettingsAction, Tab, TableAction,
};
use chuhe_model::actions::set_up_action::SetUpAction;
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::choices::lang::Lang;
use chuhe_model::testing::summary;
use chuhe_protocol::{
    Activity, ArchiveMessage, ArchiveRequest, ClientMessage, Event as GameEvent, GameId, GameKind,
    LobbyMessage, PlayerId, PresenceChange, Refusal, ServerMessage, TableMessage, TableRequest, WatchEnd,
    WatchFrom,
};
use chuhe_rules::luzhanqi::BoardKind;
use chuhe_rules::{Color, Outcome, WinReason};
use chuhe_texts::Text;
use chuhe_view::Model;
use chuhe_view::table::TableView;
use egui::{Key, vec2};
use std::cell::RefCell;

#[test]
fn running_game_is_one_row_and_is_watched_by_clicking() {
    for lang in Lang::ALL {
        let mut world = World::in_lobby();
        for (id, opponent) in [(OTHER, PlayerId(3)), (PlayerId(3), OTHER)] {
            let mut busy = player(id, if id == OTHER { "云中鹤" } else { "Bo" });
            let kind = GameKind::Luzhanqi(BoardKind::Cross);
            busy.activity = Activity::Playing { game: GAME, opponent, kind };
            world.receive(LobbyMessage::Presence(vec![PresenceChange::Here(busy)]));
        }
        let world = RefCell::new(world);
        let mut harness = shown(&world, lang, SIZES[0]);
        let widgets = trace(&harness).widgets;
        assert_eq!(widgets.iter().filter(|it| it.id.starts_with("lobby.watch.")).count(), 1);
        let label = widgets.iter().find(|it| it.id.starts_with("lobby.game.")).map(|it| it.label.as_str());
        assert_eq!(label, Some(Text::of(lang).game_choice(GameChoice::LuzhanqiCross)));
        click(&mut harness, Text::of(lang).watch);
        let watch = TableRequest::Watch { from: WatchFrom::Current }.at(GAME);
        assert_eq!(world.borrow_mut().take_sent(), [watch]);
    }
}

#[test]
fn spectators_step_through_the_game_by_buttons_and_keys() {
    let world = RefCell::new(watching(0));
    let mut harness = shown(&world, Lang::En, SIZES[1]);
    let review = || world.borrow().table().interaction.review();
    assert!(!widget(&harness, "step.last").enabled);
    harness.step();
    click(&mut harness, "Go to the start");
    assert_eq!(review(), Some(0));
    click(&mut harness, "Next move");
    assert_eq!(review(), Some(1));
    harness.press_key(Key::ArrowRight);
    harness.run_steps(2);
    assert_eq!(review(), Some(2));
    click(&mut harness, "Previous move");
    assert_eq!(review(), Some(1));
    click(&mut harness, "Go to the end");
    assert_eq!(review(), None);
}

#[test]
fn challenged_spectator_is_led_to_the_lobby() {
    for lang in Lang::ALL {
        let mut world = watching(0);
        world.wait(5_000);
        world.receive(challenge(5, OTHER, ME));
        let world = RefCell::new(world);
        let mut harness = shown(&world, lang, SIZES[0]);
        click(&mut harness, Text::of(lang).to_lobby);
        assert_eq!(world.borrow().app.screen(), Screen::Lobby);
    }
}

#[test]
fn clicking_opens_and_extends_the_list_of_games() {
    for lang in Lang::ALL {
        let world = RefCell::new(World::in_lobby());
        let mut harness = shown(&world, lang, SIZES[1]);
        click(&mut harness, Text::of(lang).my_games);
        assert_eq!(
            world.borrow_mut().take_sent(),
            [ClientMessage::Archive(ArchiveRequest::ListGames { before: None })]
        );
        let games = vec![summary(GAME.0)];
        world.borrow_mut().receive(ArchiveMessage::Games { games, more: true });
        harness.run_steps(3);
        click(&mut harness, Text::of(lang).more_games);
        assert_eq!(
            world.borrow_mut().take_sent(),
            [ClientMessage::Archive(ArchiveRequest::ListGames { before: Some(GAME) })]
        );
        click(&mut harness, Text::of(lang).open_game);
        assert_eq!(
            world.borrow_mut().take_sent(),
            [ClientMessage::Archive(ArchiveRequest::FetchGame { game: GAME, from: 0 })]
        );
    }
    let mut world = in_list(Vec::new(), false);
    world.act(Action::Lobby(LobbyAction::Tab(LobbyTab::Players)));
    let harness = RefCell::new(world);
    assert!(widget(&shown(&harness, Lang::Zh, SIZES[1]), "lobby.filter").enabled);
}

#[test]
fn a_challenge_is_shown_over_a_record_and_a_set_up_and_leads_to_the_lobby() {
    for set_up in [false, true] {
        let mut world = World::in_lobby();
        world.opens("h2e2");
        if set_up {
            world.act(Action::SetUp(SetUpAction::OpenForReview));
        }
        world.wait(5_000);
        world.receive(challenge(5, OTHER, ME));
        let world = RefCell::new(world);
        let mut harness = shown(&world, Lang::Zh, SIZES[0]);
        click(&mut harness, Text::of(Lang::Zh).to_lobby);
        assert_eq!(world.borrow().app.screen(), Screen::Lobby);
    }
}

#[test]
fn a_phone_says_how_a_watched_game_has_ended() {
    let mut world = watching(0);
    let outcome = Outcome::won(Color::Red, WinReason::Resignation);
    world.receive_event(GameEvent::Ended { outcome, clocks: reading(None) });
    let world = RefCell::new(world);
    for size in [vec2(390.0, 844.0), vec2(844.0, 390.0)] {
        let said = widget(&shown(&world, Lang::En, size), "watch.state").label;
        assert!(said.starts_with(Text::of(Lang::En).outcome(outcome, None)), "{said}");
    }
}

#[test]
fn a_tab_over_the_board_says_how_a_watched_game_has_ended() {
    let mut world = watching(0);
    world.press(TableAction::Tab(Tab::Chat));
    let outcome = Outcome::won(Color::Red, WinReason::Resignation);
    world.receive_event(GameEvent::Ended { outcome, clocks: reading(None) });
    let again = GameId(8);
    world.receive(TableMessage::WatchEnded { why: WatchEnd::Rematch(again) }.at(GAME));
    let world = RefCell::new(world);
    for size in [SIZES[0], vec2(390.0, 844.0), vec2(844.0, 390.0), vec2(640.0, 360.0), vec2(360.0, 640.0)] {
        let mut harness = shown(&world, Lang::En, size);
        let ended = |it: &Widget| it.label.starts_with("Red won: Black resigned") && it.rect.is_positive();
        assert!(trace(&harness).widgets.iter().any(ended), "{size}");
        harness.run_steps(1);
        click_widget(&mut harness, "watch.rematch");
        let watch = TableRequest::Watch { from: WatchFrom::Current }.at(again);
        assert!(world.borrow_mut().take_sent().contains(&watch), "{size}");
    }
}

#[test]
fn a_spectator_of_a_rematch_is_offered_to_watch_it() {
    let mut world = watching(0);
    let again = GameId(8);
    world.receive(TableMessage::WatchEnded { why: WatchEnd::Rematch(again) }.at(GAME));
    let world = RefCell::new(world);
    let sizes =
        [SIZES[0], SIZES[1], vec2(390.0, 844.0), vec2(844.0, 390.0), vec2(360.0, 640.0), vec2(640.0, 360.0)];
    for (lang, size) in Lang::ALL.into_iter().flat_map(|lang| sizes.map(|size| (lang, size))) {
        assert_eq!(trace(&shown(&world, lang, size)).cut, [""; 0], "{lang:?} {size}");
    }
    for size in sizes {
        let mut harness = shown(&world, Lang::En, size);
        assert_eq!(widget(&harness, "watch.state").label, Text::of(Lang::En).watch_ended_rematch);
        world.borrow_mut().take_sent();
        harness.run_steps(1);
        click_widget(&mut harness, "watch.rematch");
        let sent = world.borrow_mut().take_sent();
        assert_eq!(
            sent,
            [ClientMessage::Table { game: again, request: TableRequest::Watch { from: WatchFrom::Current } }]
        );
    }
}

#[test]
fn a_tab_over_the_board_has_room_for_the_buttons_of_a_watched_game() {
    // the square board leaves the least room beside it
    let mut world = FullGame::watched(BoardKind::Cross).ended().world;
    world.press(TableAction::Tab(Tab::Chat));
    let world = RefCell::new(world);
    for lang in Lang::ALL {
        for size in [SIZES[0], vec2(390.0, 844.0), vec2(844.0, 390.0), vec2(640.0, 360.0), vec2(360.0, 640.0)]
        {
            assert_eq!(trace(&shown(&world, lang, size)).cut, [""; 0], "{lang:?} {size}");
        }
    }
}

#[test]
fn a_dialog_stays_where_it_is_when_a_notice_comes_or_goes() {
    let dialogs: [(&str, Action); 4] = [
        ("account.close", Action::Account(AccountAction::Open)),
        ("settings.close", Action::Settings(SettingsAction::Toggle)),
        ("help.close", Action::Help(HelpAction::Toggle)),
        ("form.close", Action::Lobby(LobbyAction::Challenge(OTHER))),
    ];
    let sizes = [vec2(1280.0, 820.0), SIZES[0], vec2(390.0, 844.0), vec2(360.0, 640.0), vec2(640.0, 360.0)];
    for (size, (close, opens)) in sizes.iter().flat_map(|size| dialogs.iter().map(move |it| (*size, it))) {
        let mut world = World::in_lobby();
        if size.x < 600.0 || size.y < 480.0 {
            world = world.touched(size);
        }
        world.act(opens.clone());
        let world = RefCell::new(world);
        let mut harness = shown(&world, Lang::En, size);
        let before = widget(&harness, close).rect;
        world.borrow_mut().receive(ServerMessage::Refused { request: 0, reason: Refusal::TooManyBlocks });
        harness.run_steps(3);
        let widgets = trace(&harness).widgets;
        let place = |id| widgets.iter().find(|widget| widget.id == id).map(|widget| widget.rect);
        let notice = place("notice").expect("the notice is shown");
        assert!(!notice.intersects(before), "{close} {size}: {notice}");
        assert_eq!(place(close), Some(before), "{size}");
        world.borrow_mut().wait(60_000);
        harness.run_steps(3);
        let widgets = trace(&harness).widgets;
        let place = |id| widgets.iter().find(|widget| widget.id == id).map(|widget| widget.rect);
        assert_eq!((place("notice"), place(close)), (None, Some(before)), "{size}");
    }
}

#[test]
fn before_the_screen_is_handed_over_the_buttons_ask_for_that() {
    let world = two_at_luzhanqi_moved();
    let described = TableView::of(&Model::of(&world.app, world.now)).expect("there is a table");
    let draw = described.buttons.iter().find(|button| button.id == "table.draw").expect("it is there");
    let why = draw.permit.clone().expect_err("the game waits");
    assert_eq!(Some(&why), described.questions.first().map(|question| &question.message));
}
