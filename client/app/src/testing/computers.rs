//! A computer player of a server, wherever its name is shown.

use crate::testing::games::in_list;
use crate::testing::*;
use chuhe_model::actions::action::{Action, LobbyAction, TableAction};
use chuhe_model::actions::review_action::ReviewAction;
use chuhe_model::testing::summary;
use chuhe_protocol::{
    Activity, Challenge, ChallengeEnd, ChallengeId, DeclineReason, Event as GameEvent, GameId, GameKind,
    LobbyMessage, Player, PlayerId, PlayerName, PresenceChange, Terms,
};
use chuhe_rules::offers::OfferKind;
use chuhe_rules::{Color, Outcome, WinReason};

/// The computer player of level 3 as the server lists it.
pub fn computer() -> Player {
    Player { name: PlayerName::of_computer(3), computer_level: Some(3), ..player(OTHER, "云中鹤") }
}

/// Returns a client in the lobby with a computer player.
pub fn with_a_computer() -> World {
    let mut world = World::in_lobby();
    world.receive(LobbyMessage::Presence(vec![PresenceChange::Here(computer())]));
    world
}

fn challenging() -> World {
    let mut world = with_a_computer();
    let challenge =
        Challenge { id: ChallengeId(1), from: ME, to: OTHER, terms: Terms::default(), expires_in_ms: 48_000 };
    world.receive(LobbyMessage::ChallengeOpened(Box::new(challenge)));
    world
}

fn playing() -> World {
    let mut world = with_a_computer();
    let mut event = started(ME, OTHER);
    if let GameEvent::Started(start) = &mut event {
        start.seats.black.name = PlayerName::of_computer(3);
    }
    world.receive_event(event);
    for (by, mv) in [(Color::Red, "h2e2"), (Color::Black, "h9g7")] {
        world.receive_event(played(by, mv));
    }
    world
}

fn over() -> World {
    let mut world = playing();
    let outcome = Outcome::won(Color::Red, WinReason::Resignation);
    world.receive_event(GameEvent::Ended { outcome, clocks: reading(None) });
    world
}

/// Everything in which the client shows a computer player, with a name.
pub fn computer_worlds() -> Vec<(&'static str, World)> {
    let after = |mut world: World, action: Action| {
        world.act(action);
        world
    };
    let received = |mut world: World, message: LobbyMessage| {
        world.receive(message);
        world
    };
    let event = |mut world: World, event: GameEvent| {
        world.receive_event(event);
        world
    };
    let at_play = |name: &str, opponent| Player {
        activity: Activity::Playing { game: GameId(9), opponent, kind: GameKind::Xiangqi },
        ..player(PlayerId(60), name)
    };
    let busy = |id| Player { id: OTHER, ..Player { name: PlayerName::of_computer(3), ..at_play("Bo", id) } };
    let busy = vec![PresenceChange::Here(at_play("Bo", OTHER)), PresenceChange::Here(busy(PlayerId(60)))];
    let declined = ChallengeEnd::Declined(DeclineReason::Unspecified);
    let mut finished = summary(GAME.0);
    finished.seats.black.name = PlayerName::of_computer(3);
    vec![
        ("lobby", with_a_computer()),
        ("card", after(with_a_computer(), LobbyAction::OpenCard(OTHER).into())),
        ("form", after(with_a_computer(), LobbyAction::Challenge(OTHER).into())),
        ("watchable", received(with_a_computer(), LobbyMessage::Presence(busy))),
        ("challenging", challenging()),
        (
            "declined",
            received(
                challenging(),
                LobbyMessage::ChallengeClosed { challenge: ChallengeId(1), how: declined },
            ),
        ),
        ("playing", playing()),
        ("away", event(playing(), GameEvent::WentAway { color: Color::Black, claimable_in_ms: 30_000 })),
        ("offer", event(playing(), GameEvent::Offered { by: Color::Black, kind: OfferKind::Draw })),
        ("asked", after(playing(), TableAction::AskDraw.into())),
        ("over", over()),
        ("review", after(over(), ReviewAction::Table.into())),
        ("games", in_list(vec![finished], false)),
    ]
}
