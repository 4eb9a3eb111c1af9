//! Joining, resuming and challenges.

use crate::script::{BO, BOT, GAME, Script, challenge, joined, listed, luzhanqi_terms, untimed};
use chuhe_bot::{Bot, Config, Output};
use chuhe_protocol::{
    ChallengeEnd, ChallengeId, ClientMessage, Cursor, DeclineReason, DoorMessage, DoorRequest, GameKind,
    LobbyMessage, LobbyRequest, PlayerId, PresenceChange, Refusal, ServerMessage, SessionToken, limits,
};
use chuhe_rules::clock::Timestamp;

fn accept(id: u64) -> ClientMessage {
    ClientMessage::Lobby(LobbyRequest::AcceptChallenge { challenge: ChallengeId(id) })
}

#[test]
fn a_bot_tries_other_names_while_its_name_is_taken() {
    let mut bot = Bot::new(Config::new("sixteen-letters-"));
    bot.connected(Timestamp::default());
    let mut names = Vec::new();
    for _ in 0..3 {
        let Some(Output::Send(request)) = bot.poll() else { panic!("the bot joins") };
        let ClientMessage::Door(DoorRequest::Join { name, hall: None }) = request.message else {
            panic!("the bot joins")
        };
        names.push(name);
        let refusal = ServerMessage::Refused { request: request.number, reason: Refusal::NameTaken };
        bot.receive(Timestamp::default(), &refusal);
    }
    assert_eq!(names, ["sixteen-letters-", "sixteen-letter-2", "sixteen-letter-3"]);
}

#[test]
fn a_bot_waits_before_it_enters_again_after_too_many_attempts() {
    let mut bot = Bot::new(Config::new("computer"));
    bot.connected(Timestamp::default());
    let Some(Output::Send(request)) = bot.poll() else { panic!("the bot joins") };
    let reason = Refusal::TooManyAttempts { wait_ms: 3_000 };
    bot.receive(Timestamp::default(), &ServerMessage::Refused { request: request.number, reason });
    assert_eq!(bot.poll(), None);
    assert_eq!(bot.poll_timeout(), Some(Timestamp::from_ms(3_000)));
    bot.handle_timeout(Timestamp::from_ms(3_000));
    assert!(matches!(bot.poll(), Some(Output::Send(_))));
}

#[test]
fn a_bot_keeps_its_connection_alive() {
    let mut script = Script::joined(Config::new("computer"));
    script.wait(limits::HEARTBEAT_MS);
    let pings = script.outputs();
    let [Output::Send(request)] = &pings[..] else { panic!("one ping, not {pings:?}") };
    assert!(matches!(request.message, ClientMessage::Door(DoorRequest::Ping { .. })));
}

#[test]
fn a_bot_resumes_its_game_after_a_lost_connection() {
    let mut script = Script::playing_red();
    script.outputs();
    script.bot.disconnected();
    assert!(matches!(script.outputs()[..], [Output::Cancel(_)]));
    script.bot.connected(script.now);
    let seen = vec![Cursor { game: GAME, next: 1 }];
    assert_eq!(
        script.sent(),
        [ClientMessage::Door(DoorRequest::Resume { token: SessionToken([3; 16]), seen, hall: None })]
    );
    let ServerMessage::Door(DoorMessage::Joined { player, name, token, registered, .. }) = joined() else {
        panic!()
    };
    script.receive(ServerMessage::Door(DoorMessage::Joined {
        player,
        name,
        token,
        registered,
        resumed: true,
        hall: None,
    }));
    assert!(script.task().is_some(), "it thinks again");
}

#[test]
fn a_bot_joins_anew_when_its_session_is_over() {
    let mut script = Script::playing_red();
    script.bot.disconnected();
    script.bot.connected(script.now);
    let request = script.requests().pop().expect("a request to resume");
    script.receive(ServerMessage::Refused { request: request.number, reason: Refusal::UnknownToken });
    assert_eq!(
        script.sent(),
        [ClientMessage::Door(DoorRequest::Join { name: "computer".into(), hall: None })]
    );
}

#[test]
fn a_bot_accepts_one_challenge_at_a_time() {
    let mut script = Script::joined(Config::new("computer"));
    script.receive(challenge(5, luzhanqi_terms()));
    script.receive(challenge(6, untimed()));
    assert_eq!(script.sent(), [accept(5)]);
    script.receive(ServerMessage::Lobby(LobbyMessage::ChallengeClosed {
        challenge: ChallengeId(5),
        how: ChallengeEnd::Cancelled,
    }));
    assert_eq!(script.sent(), [accept(6)]);
}

#[test]
fn a_bot_turns_to_the_next_challenge_when_one_cannot_be_accepted() {
    let mut script = Script::joined(Config::new("computer"));
    script.receive(challenge(5, untimed()));
    script.receive(challenge(6, untimed()));
    let request = script.requests().pop().expect("it accepts one");
    script.receive(ServerMessage::Refused { request: request.number, reason: Refusal::OpponentAway });
    assert_eq!(script.sent(), [accept(6)]);
}

/// A bot that has accepted a challenge of an absent challenger and was refused.
fn awaiting_challenger() -> Script {
    let mut script = Script::joined(Config::new("computer"));
    script.receive(challenge(5, untimed()));
    refuse_absent(&mut script);
    script
}

fn refuse_absent(script: &mut Script) {
    let request = script.requests().pop().expect("it accepts");
    assert_eq!(request.message, accept(5));
    script.receive(ServerMessage::Refused { request: request.number, reason: Refusal::OpponentAway });
}

fn presence(player: PlayerId, connected: bool) -> ServerMessage {
    ServerMessage::Lobby(LobbyMessage::Presence(vec![PresenceChange::Here(listed(player, connected))]))
}

#[test]
fn a_bot_accepts_again_when_its_challenger_is_back() {
    let back = [
        presence(BO, true),
        ServerMessage::Lobby(LobbyMessage::Players {
            players: vec![listed(BOT, true), listed(BO, true)],
            first: true,
        }),
    ];
    for back in back {
        let mut script = awaiting_challenger();
        script.wait(10_000);
        assert_eq!(script.sent(), [], "the challenger is away");
        script.receive(back);
        assert_eq!(script.sent(), [accept(5)]);
    }
}

#[test]
fn a_bot_waits_for_its_challenger_only() {
    let mut script = awaiting_challenger();
    script.receive(presence(PlayerId(9), true));
    script.receive(presence(BO, false));
    script.receive(ServerMessage::Lobby(LobbyMessage::Presence(vec![PresenceChange::Gone(BO)])));
    assert_eq!(script.sent(), []);
}

#[test]
fn a_bot_waits_again_when_its_challenger_leaves_again() {
    let mut script = awaiting_challenger();
    script.receive(presence(BO, true));
    refuse_absent(&mut script);
    assert_eq!(script.sent(), [], "one request for each return of the challenger");
    script.receive(presence(BO, true));
    assert_eq!(script.sent(), [accept(5)]);
}

#[test]
fn a_bot_forgets_a_challenge_that_closes_while_its_challenger_is_away() {
    let mut script = awaiting_challenger();
    script.receive(ServerMessage::Lobby(LobbyMessage::ChallengeClosed {
        challenge: ChallengeId(5),
        how: ChallengeEnd::Expired,
    }));
    script.receive(presence(BO, true));
    assert_eq!(script.sent(), []);
}

#[test]
fn a_bot_declines_what_it_does_not_play() {
    let config = Config { kinds: vec![GameKind::Xiangqi], plays_untimed: false, ..Config::new("computer") };
    let mut script = Script::joined(config);
    let decline = |id, reason| {
        ClientMessage::Lobby(LobbyRequest::DeclineChallenge { challenge: ChallengeId(id), reason })
    };
    script.receive(challenge(5, luzhanqi_terms()));
    assert_eq!(script.sent(), [decline(5, DeclineReason::OtherTerms)]);
    script.receive(challenge(6, untimed()));
    assert_eq!(script.sent(), [decline(6, DeclineReason::TooSlow)]);
}

#[test]
fn a_bot_ignores_the_challenges_it_has_not_received() {
    let mut script = Script::joined(Config::new("computer"));
    let ServerMessage::Lobby(LobbyMessage::ChallengeOpened(mut other)) = challenge(5, untimed()) else {
        panic!()
    };
    (other.from, other.to) = (BOT, other.from);
    script.receive(ServerMessage::Lobby(LobbyMessage::ChallengeOpened(other)));
    assert_eq!(script.sent(), []);
}

#[test]
fn a_bot_accepts_after_a_pause_what_was_refused_in_it() {
    let mut script = Script::joined(Config::new("computer"));
    script.receive(challenge(5, untimed()));
    let request = script.requests().pop().expect("it accepts");
    script.receive(ServerMessage::Door(DoorMessage::Paused));
    script.receive(ServerMessage::Refused { request: request.number, reason: Refusal::Paused });
    assert_eq!(script.sent(), []);
    script.receive(ServerMessage::Door(DoorMessage::Unpaused));
    assert_eq!(script.sent(), [accept(5)]);
}
