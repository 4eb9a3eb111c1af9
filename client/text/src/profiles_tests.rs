//! Tests of the commands for profiles and leaderboards.

use super::tests::Console;
use chuhe_app::testing::past_games::back_in_lobby;
use chuhe_app::testing::profiles::{STARTED_AT_MS, leaderboard, profile, with_clock};
use chuhe_app::testing::{ME, OTHER};
use chuhe_model::actions::action::{Action, SettingsAction};
use chuhe_model::choices::lang::Lang;
use chuhe_model::choices::notation_choice::NotationChoice;
use chuhe_protocol::{
    DoorMessage, GameKind, Leaderboard, LobbyMessage, PlayedOpening, PlayerId, PresenceChange, Profile,
    ProfileMessage, ProfileRequest, RatingClass, Tally,
};
use chuhe_rules::Color;
use chuhe_rules::clock::Speed;
use chuhe_rules::openings::FirstMoves;
use chuhe_rules::xiangqi::Move;
use chuhe_view::Model;
use chuhe_view::profile::ProfileView;

fn in_lobby() -> Console {
    let mut console = Console::new(back_in_lobby(Vec::new()));
    console.hear();
    console.sent();
    console
}

#[test]
fn a_profile_is_read_when_it_arrives() {
    let mut console = in_lobby();
    console.say("profile 云中鹤");
    assert_eq!(console.sent(), [ProfileRequest::Show { name: "云中鹤".into() }.into()]);
    console.world.receive(ProfileMessage::Profile(Box::new(profile(OTHER, "云中鹤"))));
    let lines = console.hear();
    for said in [
        "Games together: 3 won · 1 drawn · 2 lost",
        "Xiangqi · fast: 1633",
        "Rated games: 31 won · 4 drawn · 23 lost",
        "MinhAnh · 1655 · 2026-09-05",
        "Xiangqi: 40 won · 6 drawn · 31 lost",
        "Most played openings as Red",
        "Central Cannon: 15 won · 2 drawn · 9 lost",
        "R9+1: 1 won · 0 drawn · 0 lost",
        "Most played openings as Black",
        "Central Cannon vs Screen Horses: 12 won · 2 drawn · 11 lost",
        "Same Direction Cannons: 5 won · 0 drawn · 6 lost",
        "C2.5 R1+1: 0 won · 1 drawn · 3 lost",
    ] {
        assert!(lines.iter().any(|line| line == said), "{said}: {lines:#?}");
    }
    let curve = lines.iter().find(|line| line.starts_with("Rating after each of the last 58 games"));
    assert!(curve.is_some_and(|line| line.ends_with(" 1633")), "a list of values: {lines:#?}");
    assert_eq!(console.hear(), [""; 0], "it is read once");
    console.say("profile");
    assert_eq!(console.sent(), [ProfileRequest::Show { name: "楚河客".into() }.into()], "one's own");
    assert_eq!(console.say("profile !"), ["Nobody has registered this name here."]);
}

#[test]
fn a_profile_is_not_read_again_when_only_its_age_changes() {
    let mut console = Console::new(with_clock(back_in_lobby(Vec::new())));
    console.say("profile Zoe");
    console.world.receive(ProfileMessage::Profile(Box::new(profile(PlayerId(70), "Zoe"))));
    let lines = console.hear();
    assert!(lines.iter().any(|line| line == "Last here 5 min ago"), "{lines:#?}");
    for _ in 0..10 {
        console.world.now = console.world.now.plus_ms(60_000);
        // the connection lives
        console.world.receive(DoorMessage::Pong { nonce: 1 });
        assert_eq!(console.hear(), [""; 0]);
    }
    console.say("profile Zoe");
    console.world.receive(ProfileMessage::Profile(Box::new(profile(PlayerId(70), "Zoe"))));
    let lines = console.hear();
    assert!(lines.iter().any(|line| line == "Last here 15 min ago"), "the user asks again: {lines:#?}");
}

#[test]
fn an_open_profile_of_a_player_who_is_here_says_so_until_they_leave() {
    let seen = |console: &Console| {
        let (app, now) = (&console.world.app, console.world.now);
        ProfileView::of(&Model::of(app, now)).unwrap().shown.unwrap().seen.unwrap().label
    };
    for (player, name) in [(OTHER, "云中鹤"), (ME, "楚河客")] {
        let mut console = Console::new(with_clock(back_in_lobby(Vec::new())));
        console.say(&format!("profile {name}"));
        let last_seen_ms = Some(STARTED_AT_MS);
        let profile = Profile { last_seen_ms, ..profile(player, name) };
        console.world.receive(ProfileMessage::Profile(Box::new(profile)));
        for _ in 0..3 {
            assert_eq!(seen(&console), "Here now", "{name}");
            console.world.wait(60_000);
        }
        console.world.receive(LobbyMessage::Presence(vec![PresenceChange::Gone(player)]));
        assert_eq!(seen(&console), if player == ME { "Here now" } else { "Last here 3 min ago" });
    }
}

#[test]
fn an_opening_without_a_name_is_its_moves_and_impossible_moves_are_left_out() {
    let mut console = in_lobby();
    let opening = |color, moves: &[&str]| {
        let moves: Vec<Move> = moves.iter().map(|mv| mv.parse().unwrap()).collect();
        let games = Tally { won: 1, ..Tally::default() };
        PlayedOpening { color, first_moves: FirstMoves::try_from(moves).unwrap(), games }
    };
    let openings = vec![
        opening(Color::Black, &["g3g4", "h7g7", "h2e2"]),
        opening(Color::Black, &["i0i1", "i9i8", "h2e2"]),
        opening(Color::Red, &["a0a9"]),
        opening(Color::Red, &[]),
        opening(Color::Black, &["h2e2"]),
    ];
    console.say("profile 云中鹤");
    let profile = Profile { openings, ..profile(OTHER, "云中鹤") };
    console.world.receive(ProfileMessage::Profile(Box::new(profile)));
    let said = |console: &Console| -> Vec<String> {
        let (app, now) = (&console.world.app, console.world.now);
        let openings = ProfileView::of(&Model::of(app, now)).unwrap().shown.unwrap().openings;
        openings.into_iter().flat_map(|side| side.openings).map(|opening| opening.label).collect()
    };
    assert_eq!(said(&console), ["Pawn Opening vs Cannon behind the Pawn", "R1+1 R9+1"]);
    for (lang, expected) in [
        (Lang::Zh, ["仙人指路对卒底炮", "车一进一 车９进１"]),
        (Lang::ZhHant, ["仙人指路對卒底炮", "車一進一 車９進１"]),
        (Lang::Vi, ["Tiên nhân chỉ lộ đối Tốt để pháo", "X1.1 X9.1"]),
    ] {
        console.world.act(Action::Settings(SettingsAction::Language(Some(lang))));
        assert_eq!(said(&console), expected);
    }
    console.world.act(Action::Settings(SettingsAction::Notation(Some(NotationChoice::Iccs))));
    assert_eq!(said(&console)[1], "I0-I1 I9-I8", "in the user's notation");
}

#[test]
fn the_leaderboard_of_a_game_and_a_speed_is_read() {
    let mut console = in_lobby();
    console.say("leaderboard xiangqi fast");
    let class = RatingClass { kind: GameKind::Xiangqi, speed: Speed::Fast };
    assert_eq!(console.sent(), [ProfileRequest::Leaderboard { class, page: 0 }.into()]);
    let board = Leaderboard { class, ..leaderboard(ME, "楚河客") };
    console.world.receive(ProfileMessage::Leaderboard(Box::new(board)));
    let lines = console.hear();
    for said in [
        "Xiangqi · Fast",
        "1. 云中鹤 · 1842 · 61 games",
        "3. river_lin · 1655 · 18 games",
        "楚河客 · 1548? · at least 6 more games · vs 2 new ones",
        "1 of 2",
    ] {
        assert!(lines.iter().any(|line| line == said), "{said}: {lines:#?}");
    }
    console.say("leaderboard slow");
    let class = RatingClass { speed: Speed::Slow, ..class };
    assert_eq!(console.sent(), [ProfileRequest::Leaderboard { class, page: 0 }.into()]);
    assert!(console.say("leaderboard tomorrow")[0].contains("tomorrow"));
}
