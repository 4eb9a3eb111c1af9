//! Tests of the widgets for blocks, the challenge policy, and challenges that would be refused.

use super::tests::{challenged, click, crowded_lobby, shown, trace, widget};
use chuhe_app::testing::{OTHER, World, name, player};
use chuhe_model::actions::action::{Action, SettingsAction};
use chuhe_model::choices::lang::Lang;
use chuhe_model::choices::settings_page::SettingsPage;
use chuhe_protocol::{
    AccountMessage, AccountRequest, BlockedPlayer, ChallengeEnd, ChallengeId, ChallengePolicy, ClientMessage,
    LobbyMessage, Player, PlayerId, PresenceChange, ProfileChoice,
};
use chuhe_texts::Text;
use egui::vec2;
use std::cell::RefCell;

const SIZE: egui::Vec2 = vec2(1280.0, 820.0);

fn blocking(world: World, blocked: &[(PlayerId, &str)]) -> World {
    let mut world = world;
    let named = |&(player, text): &(PlayerId, &str)| BlockedPlayer { player, name: name(text) };
    let blocked = blocked.iter().map(named).collect();
    world.receive(AccountMessage::Preferences {
        policy: ChallengePolicy::Everyone,
        blocked,
        profile: ProfileChoice::default(),
    });
    world.take_sent();
    world
}

fn with_policy(policy: ChallengePolicy) -> World {
    let mut world = World::in_lobby();
    let strict = Player { policy, ..player(PlayerId(60), "Strict") };
    world.receive(LobbyMessage::Presence(vec![PresenceChange::Here(strict)]));
    world
}

#[test]
fn the_card_of_a_player_blocks_them() {
    for lang in Lang::ALL {
        let mut world = World::in_lobby();
        world.receive(LobbyMessage::Presence(vec![PresenceChange::Here(player(PlayerId(60), "Di"))]));
        world.take_sent();
        let world = RefCell::new(world);
        let mut harness = shown(&world, lang, SIZE);
        click(&mut harness, "Di");
        click(&mut harness, Text::of(lang).block);
        let sent = world.borrow_mut().take_sent();
        assert_eq!(
            sent.last(),
            Some(&ClientMessage::Account(AccountRequest::Block { player: PlayerId(60) }))
        );
    }
}

#[test]
fn a_challenge_that_the_server_would_refuse_is_disabled() {
    for (policy, enabled) in [
        (ChallengePolicy::Everyone, true),
        (ChallengePolicy::Registered, false),
        (ChallengePolicy::Nobody, false),
    ] {
        let world = RefCell::new(with_policy(policy));
        let harness = shown(&world, Lang::En, SIZE);
        assert_eq!(widget(&harness, "lobby.challenge.Strict").enabled, enabled, "{policy:?}");
    }
    let blocked = blocking(with_policy(ChallengePolicy::Everyone), &[(PlayerId(60), "Strict")]);
    let world = RefCell::new(blocked);
    let harness = shown(&world, Lang::En, SIZE);
    assert!(!widget(&harness, "lobby.challenge.Strict").enabled, "the user blocks this player");
}

#[test]
fn the_settings_lift_blocks_and_set_who_may_challenge() {
    for lang in Lang::ALL {
        let world = blocking(crowded_lobby(), &[(OTHER, "云中鹤")]);
        let world = RefCell::new(world);
        for action in [SettingsAction::Toggle, SettingsAction::Page(SettingsPage::Server)] {
            world.borrow_mut().act(Action::Settings(action));
        }
        let mut harness = shown(&world, lang, SIZE);
        let text = Text::of(lang);
        click(&mut harness, text.unblock);
        click(&mut harness, text.policy(ChallengePolicy::Nobody));
        let sent = [
            ClientMessage::Account(AccountRequest::Unblock { player: OTHER }),
            ClientMessage::Account(AccountRequest::SetChallengePolicy { policy: ChallengePolicy::Nobody }),
        ];
        assert_eq!(world.borrow_mut().take_sent(), sent);
    }
}

#[test]
fn no_text_of_the_settings_is_cut_in_any_language() {
    for lang in Lang::ALL {
        for page in SettingsPage::ALL {
            let world = RefCell::new(blocking(crowded_lobby(), &[(OTHER, "云中鹤")]));
            for action in [SettingsAction::Toggle, SettingsAction::Page(page)] {
                world.borrow_mut().act(Action::Settings(action));
            }
            for size in [SIZE, vec2(900.0, 640.0), vec2(1080.0, 1920.0)] {
                let harness = shown(&world, lang, size);
                assert_eq!(trace(&harness).cut, [""; 0], "{page:?} {lang:?} {size}");
            }
        }
    }
}

#[test]
fn a_challenge_that_moves_up_cannot_be_answered_at_once() {
    let world = RefCell::new(challenged(2));
    let mut harness = shown(&world, Lang::En, SIZE);
    assert!(widget(&harness, "challenge.accept").enabled);
    let how = ChallengeEnd::Cancelled;
    world.borrow_mut().receive(LobbyMessage::ChallengeClosed { challenge: ChallengeId(0), how });
    harness.run_steps(1);
    assert!(!widget(&harness, "challenge.accept").enabled, "another challenge is there now");
    harness.run_steps(3);
    assert!(widget(&harness, "challenge.accept").enabled);
}
