//! Tests of what the view says of fair play: the search, the result, and the user's own profile.

use super::tests::Console;
use chuhe_app::testing::past_games::back_in_lobby;
use chuhe_app::testing::profiles::{profile, unfair, with_clock};
use chuhe_app::testing::{ME, OTHER, World, reading};
use chuhe_protocol::{Event, ProfileMessage};
use chuhe_rules::{Color, Outcome, WinReason};
use chuhe_view::Model;
use chuhe_view::seek::Ways;
use chuhe_view::table::outcome;

const WAIT: &str = "You did not finish 4 of 5 games from searches and tournaments: search again in 20 min";

fn seek_permit(world: &World) -> Result<(), String> {
    let model = Model::of(&world.app, world.now);
    Ways::of(&model, world.app.sessions().visit().unwrap()).seek.permit
}

#[test]
fn the_search_says_why_and_how_long_the_user_waits() {
    let mut console = Console::new(back_in_lobby(Vec::new()));
    console.hear();
    console.world.receive(unfair());
    assert!(console.hear().contains(&WAIT.to_owned()), "the user is told at once");
    assert_eq!(seek_permit(&console.world), Err(WAIT.to_owned()));
    assert_eq!(console.say("seek"), [WAIT]);
    assert_eq!(console.sent(), []);
    console.world.now = console.world.now.plus_ms(20 * 60_000);
    assert_eq!(seek_permit(&console.world), Ok(()));
}

#[test]
fn ones_own_profile_has_what_counts_against_the_user_and_that_of_others_the_completion_alone() {
    let mut console = Console::new(with_clock(back_in_lobby(Vec::new())));
    console.world.receive(unfair());
    console.hear();
    for (player, called, is_own) in [(ME, "楚河客", true), (OTHER, "云中鹤", false)] {
        console.say(&format!("profile {called}"));
        console.world.receive(ProfileMessage::Profile(Box::new(profile(player, called))));
        let lines = console.hear();
        let says = |said: &str| lines.iter().any(|line| line.starts_with(said));
        assert!(says("Games finished: 28 of the last 30"), "{lines:#?}");
        for said in [
            WAIT,
            "You can look for an opponent again at 2026-09-21 ",
            "Unfinished games that count against you",
            "2026-09-21 14:13 UTC: Abandoned",
            "2026-09-21 13:13 UTC: Not begun",
        ] {
            assert_eq!(says(said), is_own, "{said}: {lines:#?}");
        }
    }
}

#[test]
fn the_result_says_that_the_game_counts_and_for_how_long_there_is_no_search() {
    let mut console = Console::new(World::at_board(Color::Red));
    let ended = Outcome::won(Color::Black, WinReason::Abandonment);
    console.world.receive_event(Event::Ended { outcome: ended, clocks: reading(None) });
    let detail = |world: &World| outcome(&Model::of(&world.app, world.now), world.table()).unwrap().detail;
    let before = detail(&console.world);
    assert!(!before.contains("counts"), "{before}");
    console.world.receive(unfair());
    let said = format!("{before} · counts as abandoned · no search for 20 min");
    assert_eq!(detail(&console.world), said);
    console.world.receive(ProfileMessage::FairPlay(Box::default()));
    assert_eq!(detail(&console.world), before);
}
