//! Tests of what may happen to a user at the board of a finished game.

use super::testing::finished_board::*;
use super::testing::{GAME, ME, OTHER, World, name, player, started};
use chuhe_model::actions::action::{Action, LobbyAction};
use chuhe_protocol::{
    Activity, ChallengeId, ChatMessage, ChatRoom, ClientMessage, GameId, GameKind, LobbyMessage,
    LobbyRequest, PresenceChange, TableMessage,
};

#[test]
fn a_challenge_is_shown_and_answered_at_a_finished_board() {
    let mut world = challenged_after_the_game();
    assert!(world.app.title().contains("Cy"), "{}", world.app.title());
    let open = world.app.sessions.challenge_at_board().expect("the challenge is shown");
    assert_eq!((open.name.as_str(), open.challenge.id), ("Cy", ChallengeId(5)));
    world.act(Action::Lobby(LobbyAction::Accept(ChallengeId(5))));
    assert_eq!(
        world.take_sent(),
        [ClientMessage::Lobby(LobbyRequest::AcceptChallenge { challenge: ChallengeId(5) })]
    );
}

#[test]
fn the_chat_of_a_finished_game_does_not_go_on_with_another_opponent() {
    let mut world = challenged_after_the_game();
    world.receive(ChatMessage::Line {
        room: ChatRoom::Table(GAME),
        from: OTHER,
        name: name("云中鹤"),
        text: "thanks".into(),
        at_ms: 1,
    });
    assert_eq!(world.table().tabs.chat.lines().len(), 1);
    let next = GameId(GAME.0 + 1);
    world.receive(TableMessage::Events { first: 0, events: vec![started(ME, CY)] }.at(next));
    assert_eq!((world.table().game().id(), world.table().tabs.chat.lines().len()), (next, 0));
}

#[test]
fn a_player_at_a_finished_board_is_no_running_game_and_can_be_challenged() {
    let mut world = World::in_lobby();
    let activity = Activity::AtBoard { game: GAME, opponent: CY, kind: GameKind::Xiangqi };
    let here = chuhe_protocol::Player { activity, ..player(OTHER, "云中鹤") };
    world.receive(LobbyMessage::Presence(vec![PresenceChange::Here(here)]));
    let visit = world.app.sessions.visit().expect("the client has joined");
    assert_eq!((visit.lobby.games(), visit.lobby.running().len()), (0, 0));
    let listed = visit.lobby.player(OTHER).expect("they are listed");
    assert_eq!(world.app.sessions.shown().may_challenge(visit, listed, world.now), Ok(()));
}
