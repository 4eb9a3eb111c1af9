//! Tests of the widgets for profiles and leaderboards.

use super::tests::{SIZES, click_widget, find, shown, trace, widget};
use chuhe_app::testing::past_games::back_in_lobby;
use chuhe_app::testing::profiles::{leaderboard, profile, unfair, with_leaderboard, with_profile};
use chuhe_app::testing::{ME, OTHER, World, player};
use chuhe_model::actions::action::LobbyAction;
use chuhe_model::actions::profile_action::ProfileAction;
use chuhe_model::choices::lang::Lang;
use chuhe_protocol::{Leaderboard, LobbyMessage, Place, Player, PresenceChange, ProfileRequest};
use chuhe_view::Model;
use chuhe_view::leaderboard::LeaderboardView;
use chuhe_view::profile::ProfileView;
use egui::{Key, vec2};
use std::cell::RefCell;

fn names(world: &RefCell<World>) -> [Option<String>; 2] {
    let world = world.borrow();
    let profiles = &world.app.sessions().visit().unwrap().games.profiles;
    let board = profiles.board().map(|board| board.page.to_string());
    [profiles.profile().map(|profile| profile.name.to_string()), board]
}

#[test]
fn a_click_on_a_row_of_the_leaderboard_opens_the_profile_and_escape_leads_back() {
    for lang in Lang::ALL {
        for size in SIZES {
            let board = leaderboard(ME, "楚河客");
            let world = RefCell::new(with_leaderboard(back_in_lobby(Vec::new()), board));
            let mut harness = shown(&world, lang, size);
            let close = widget(&harness, "board.close").rect;
            assert!(close.bottom() < size.y - 8.0, "{lang:?} {size}");
            harness.run_steps(1);
            click_widget(&mut harness, "board.player.云中鹤");
            assert_eq!(names(&world), [Some("云中鹤".to_owned()), None], "{lang:?} {size}");
            harness.press_key(Key::Escape);
            harness.run_steps(3);
            assert_eq!(names(&world), [None, Some("0".to_owned())]);
            harness.press_key(Key::Escape);
            harness.run_steps(3);
            assert_eq!(names(&world), [None, None]);
        }
    }
}

#[test]
fn what_a_player_still_needs_for_the_leaderboard_is_whole_in_the_largest_letters_of_a_phone() {
    for lang in Lang::ALL {
        // a phone with 390 points, at 150 %
        let (mut board, size) = (leaderboard(ME, "楚河客"), vec2(260.0, 562.0));
        board.rows.retain(|row| row.player == ME);
        board.rows[0].place = Place::Missing { games: 10, opponents: 1 };
        board.own = None;
        let world = RefCell::new(with_leaderboard(back_in_lobby(Vec::new()), board));
        let trace = trace(&shown(&world, lang, size));
        let [row, games] = ["", ".games"].map(|part| find(&trace, &format!("board.player.楚河客{part}")));
        assert!(!trace.cut.contains(&games.label), "{lang:?}: {:?}", trace.cut);
        assert!(row.rect.contains_rect(games.rect), "{lang:?}: {} {}", row.rect, games.rect);
    }
}

#[test]
fn the_profile_shows_the_curve_and_another_rating_is_chosen() {
    for lang in Lang::ALL {
        for size in SIZES {
            let world = RefCell::new(with_profile(back_in_lobby(Vec::new()), profile(OTHER, "云中鹤")));
            let mut harness = shown(&world, lang, size);
            assert_eq!(widget(&harness, "profile.rating").label, "1633");
            harness.run_steps(1);
            assert!(widget(&harness, "profile.curve").rect.width() > 200.0, "{lang:?} {size}");
            harness.run_steps(1);
            click_widget(&mut harness, "profile.class.xiangqi.normal");
            assert!(widget(&harness, "profile.rating").label.ends_with('?'), "{lang:?} {size}");
            harness.run_steps(1);
            let widgets = trace(&harness).widgets;
            assert!(widgets.iter().any(|it| it.id == "profile.close"), "{lang:?} {size}");
        }
    }
}

#[test]
fn the_lobby_leads_to_the_leaderboard_and_a_card_to_the_profile() {
    let size = SIZES[1];
    let mut world = back_in_lobby(Vec::new());
    let registered = Player { registered: true, ..player(OTHER, "云中鹤") };
    world.receive(LobbyMessage::Presence(vec![PresenceChange::Here(registered)]));
    world.take_sent();
    let world = RefCell::new(world);
    let mut harness = shown(&world, Lang::En, size);
    click_widget(&mut harness, "lobby.leaderboard");
    let sent = world.borrow_mut().take_sent();
    assert!(matches!(
        &sent[..],
        [chuhe_protocol::ClientMessage::Profile(ProfileRequest::Leaderboard { .. })]
    ));
    drop(harness);
    world.borrow_mut().act(ProfileAction::Close.into());
    let mut harness = shown(&world, Lang::En, size);
    click_widget(&mut harness, "lobby.player.云中鹤");
    harness.run_steps(8);
    click_widget(&mut harness, "player.profile");
    assert_eq!(names(&world)[0].as_deref(), Some("云中鹤"));
}

#[test]
fn a_guest_learns_that_registered_players_may_see_the_profile() {
    use chuhe_protocol::{AccountMessage, ProfileRefusal, Refusal, ServerMessage};
    for registered in [false, true] {
        let mut world = back_in_lobby(Vec::new());
        if registered {
            world.receive(AccountMessage::Registered);
        }
        world.act(ProfileAction::Show(chuhe_app::testing::name("云中鹤")).into());
        let request = world.last_request();
        let reason = Refusal::Profile(ProfileRefusal::Private);
        world.receive(ServerMessage::Refused { request, reason });
        let model = Model::of(&world.app, world.now);
        let refused = ProfileView::of(&model).unwrap().missing.unwrap().label;
        assert_eq!(refused.contains(model.text.profile().register), !registered, "{refused}");
    }
}

#[test]
fn the_leaderboard_names_its_speeds_as_headings() {
    let board = leaderboard(ME, "楚河客");
    let world = with_leaderboard(back_in_lobby(Vec::new()), board).speaks(Lang::En);
    let view = LeaderboardView::of(&Model::of(&world.app, world.now)).unwrap();
    let [_, speeds] = view.class;
    for speed in speeds.options {
        assert!(speed.label.starts_with(char::is_uppercase), "{}", speed.label);
    }
}

#[test]
fn the_last_page_of_the_leaderboard_ends_with_the_levels_of_the_computer() {
    let lines = |pages| {
        let board = Leaderboard { pages, ..leaderboard(ME, "楚河客") };
        let world = with_leaderboard(back_in_lobby(Vec::new()), board).speaks(Lang::En);
        let view = LeaderboardView::of(&Model::of(&world.app, world.now)).unwrap();
        view.computers.into_iter().map(|fact| fact.label).collect::<Vec<_>>()
    };
    assert!(lines(2).is_empty());
    let lines = lines(1);
    assert_eq!((lines.len(), lines[0].as_str()), (12, "The computer, by level"));
    assert_eq!((lines[1].as_str(), lines[10].as_str()), ("Computer 10 · ~2500", "Computer 1 · ~1025"));
}

#[test]
fn a_computer_player_has_an_estimated_rating_in_the_list_and_on_its_card() {
    for size in SIZES {
        let mut world = back_in_lobby(Vec::new()).speaks(Lang::En);
        let computer = Player { computer_level: Some(4), ..player(OTHER, "computer-4") };
        world.receive(LobbyMessage::Presence(vec![PresenceChange::Here(computer)]));
        world.act(LobbyAction::OpenCard(OTHER).into());
        let model = Model::of(&world.app, world.now);
        let card = chuhe_view::player::PlayerView::of(&model).unwrap();
        assert!(card.state.contains("Rating about 1475: an estimate"), "{}", card.state);
        let world = RefCell::new(world);
        let _laid_out = shown(&world, Lang::En, size);
    }
}

#[test]
fn ones_own_profile_shows_what_counts_against_the_user_and_the_lobby_why_there_is_no_search() {
    for lang in Lang::ALL {
        for size in SIZES {
            let mut world = back_in_lobby(Vec::new());
            world.receive(unfair());
            let world = RefCell::new(world);
            let harness = shown(&world, lang, size);
            let seek = widget(&harness, "lobby.seek");
            assert!(!seek.enabled && seek.why.contains("20"), "{lang:?} {size}: {}", seek.why);
            drop(harness);
            let world = RefCell::new(with_profile(world.into_inner(), profile(ME, "楚河客")));
            let harness = shown(&world, lang, size);
            let widgets = trace(&harness).widgets;
            for (id, said) in
                [("profile.completion", "28"), ("profile.wait", "20"), ("profile.against.1", "2026-09-21")]
            {
                let shown = widgets.iter().find(|it| it.id == id);
                assert!(shown.is_some_and(|it| it.label.contains(said)), "{lang:?} {size} {id}: {shown:?}");
            }
        }
    }
}
