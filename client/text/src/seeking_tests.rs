//! Tests of looking for an opponent on several terms, and of the commands beside it.

use super::tests::Console;
use chuhe_app::testing::{World, name};
use chuhe_model::actions::action::{Action, SettingsAction};
use chuhe_model::choices::lang::Lang;
use chuhe_model::choices::preset::Preset;
use chuhe_model::testing::seeker;
use chuhe_protocol::{
    AccountMessage, BlockedPlayer, ChallengePolicy, LobbyMessage, PlayerId, PresenceChange, Terms,
};
use chuhe_rules::clock::TimeControl;

const BO: PlayerId = PlayerId(3);

/// A user in a lobby who has heard of it.
fn in_lobby() -> Console {
    let mut console = Console::new(World::in_lobby());
    console.hear();
    console
}

/// The terms with this time for both.
fn timed(time: TimeControl) -> Terms {
    Terms { challenger_time: time, opponent_time: time, ..Terms::default() }
}

/// Bo begins to look for an opponent on these terms; returns what the user hears.
fn bo_seeks(console: &mut Console, terms: Vec<Terms>) -> Vec<String> {
    let mut bo = seeker(BO, "Bo", Terms::default(), 5);
    bo.seeking.as_mut().unwrap().terms = terms;
    console.world.receive(LobbyMessage::Presence(vec![PresenceChange::Here(bo)]));
    console.hear()
}

#[test]
fn terms_and_players_are_listed_with_the_semicolon_of_the_language() {
    for (lang, semicolon) in [(Lang::En, "; "), (Lang::Vi, "; "), (Lang::Zh, "；"), (Lang::ZhHant, "；")] {
        let mut console = in_lobby();
        console.world.act(Action::Settings(SettingsAction::Language(Some(lang))));
        let times = [Preset::Standard, Preset::Quick].map(|preset| timed(preset.control()));
        let lines = bo_seeks(&mut console, times.into());
        assert_eq!(lines.concat().matches(semicolon).count(), 1, "{lines:?}");
        let players = console.say("players").concat();
        assert_eq!(players.matches(semicolon).count(), 2, "{players}");
    }
}

#[test]
fn blocked_players_are_not_said_to_look_for_an_opponent() {
    let mut console = in_lobby();
    let blocked = vec![BlockedPlayer { player: BO, name: name("Bo") }];
    console.world.receive(AccountMessage::Preferences { policy: ChallengePolicy::Everyone, blocked });
    console.hear();
    assert_eq!(bo_seeks(&mut console, vec![Terms::default()]), [""; 0]);
    assert_eq!(console.say("challenges"), ["No open challenges."]);
    let players = console.say("players").concat();
    assert!(players.contains("Bo (Blocked)"), "{players}");
}
