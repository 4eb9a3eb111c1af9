//! A board after its game.

use crate::testing::{ME, World, player, reading};
use chuhe_protocol::{
    Challenge, ChallengeId, Event as GameEvent, LobbyMessage, PlayerId, PresenceChange, Terms,
};
use chuhe_rules::{Color, Outcome, WinReason};

pub(crate) const CY: PlayerId = PlayerId(77);

/// A user whose game is over, and whom Cy challenges.
pub fn challenged_after_the_game() -> World {
    let mut world = World::at_board(Color::Red);
    let outcome = Outcome::won(Color::Black, WinReason::Resignation);
    world.receive_event(GameEvent::Ended { outcome, clocks: reading(None) });
    world.receive(LobbyMessage::Presence(vec![PresenceChange::Here(player(CY, "Cy"))]));
    let challenge =
        Challenge { id: ChallengeId(5), from: CY, to: ME, terms: Terms::default(), expires_in_ms: 60_000 };
    world.calls.clear();
    world.receive(LobbyMessage::ChallengeOpened(Box::new(challenge)));
    world.effects.clear();
    world
}
