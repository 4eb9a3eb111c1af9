//! Challenges.

use crate::world::{Client, QUARTER, World, timed};
use chuhe_protocol::{
    Activity, ChallengeEnd, ChallengeId, ClientMessage, ColorChoice, DeclineReason, DoorRequest, Event,
    GameStart, InvalidTerms, LobbyMessage, LobbyRequest, PresenceChange, Refusal, ServerMessage,
    TableMessage, TableRequest, Terms, limits,
};
use chuhe_rules::clock::{InvalidTimeControl, TimeControl};
use chuhe_rules::{Color, RulesVersion};

fn challenge(to: Client) -> ClientMessage {
    ClientMessage::Lobby(LobbyRequest::Challenge { opponent: to.player, terms: Terms::default() })
}

fn closed(challenge: ChallengeId, how: ChallengeEnd) -> ServerMessage {
    ServerMessage::Lobby(LobbyMessage::ChallengeClosed { challenge, how })
}

/// How a challenge ended, as a client received it.
fn end_of(received: &[ServerMessage], id: ChallengeId) -> Option<ChallengeEnd> {
    received.iter().find_map(|message| match message {
        ServerMessage::Lobby(LobbyMessage::ChallengeClosed { challenge, how }) if *challenge == id => {
            Some(*how)
        }
        _ => None,
    })
}

#[test]
fn any_idle_player_may_be_challenged_and_both_see_the_terms() {
    let mut world = World::new();
    let (bo, an, cy) = (world.join("Bo"), world.join("An"), world.join("Cy"));
    let terms = Terms { color: ColorChoice::Black, ..timed(QUARTER) };
    world.send(bo, LobbyRequest::Challenge { opponent: an.player, terms: terms.clone() });
    for client in [bo, an] {
        let received = world.received(client);
        let [ServerMessage::Lobby(LobbyMessage::ChallengeOpened(sent))] = &received[..] else {
            panic!("{received:?}")
        };
        assert_eq!((sent.from, sent.to, &sent.terms), (bo.player, an.player, &terms));
        assert_eq!(u64::from(sent.expires_in_ms), limits::CHALLENGE_MS);
    }
    world.expect(cy, &[]);
}

#[test]
fn an_accepted_challenge_becomes_a_game_with_the_colours_of_the_terms() {
    let mut world = World::new();
    let (bo, an, cy) = (world.join("Bo"), world.join("An"), world.join("Cy"));
    let odds = TimeControl { game_ms: 60_000, ..TimeControl::UNTIMED };
    let terms = Terms { color: ColorChoice::Black, opponent_time: odds, ..timed(QUARTER) };
    let id = world.challenge(bo, an, terms.clone());
    world.presence(cy);
    world.send(an, LobbyRequest::AcceptChallenge { challenge: id });
    for client in [bo, an] {
        let received = world.received(client);
        let [
            ServerMessage::Lobby(LobbyMessage::ChallengeClosed {
                challenge,
                how: ChallengeEnd::Accepted(accepted),
            }),
            ServerMessage::Table { game, message: TableMessage::Events { first: 0, events } },
        ] = &received[..]
        else {
            panic!("{received:?}");
        };
        assert_eq!((challenge, accepted), (&id, game));
        let [Event::Started(beginning)] = &events[..] else { panic!("{events:?}") };
        let GameStart { seats, terms: sent, times, rematch_of, first_move_ms, setup_ms, rules } =
            &**beginning;
        assert_eq!(*rules, RulesVersion::CURRENT);
        assert_eq!(*rematch_of, None);
        assert_eq!((seats.red.player, seats.black.player), (an.player, bo.player));
        assert_eq!((sent, times.red, times.black), (&terms, odds, QUARTER));
        assert_eq!(u64::from(*first_move_ms), limits::FIRST_MOVE_MS);
        assert_eq!(*setup_ms, 0, "xiangqi has no set-up phase");
    }
    let changes = world.presence(cy);
    assert_eq!(changes.len(), 2, "both are playing now: {changes:?}");
    for change in changes {
        let PresenceChange::Here(player) = change else { panic!("{change:?}") };
        assert!(matches!(player.activity, Activity::Playing { .. }));
    }
}

#[test]
fn random_colours_give_both_colours() {
    let mut world = World::new();
    let (bo, an) = (world.join("Bo"), world.join("An"));
    let mut reds = 0;
    for _ in 0..40 {
        let id = world.challenge(bo, an, Terms::default());
        world.send(an, LobbyRequest::AcceptChallenge { challenge: id });
        let received = world.received(bo);
        let Some(ServerMessage::Table { game, message: TableMessage::Events { events, .. } }) =
            received.get(1)
        else {
            panic!("{received:?}")
        };
        let Event::Started(beginning) = &events[0] else { panic!("{events:?}") };
        reds += usize::from(beginning.seats[Color::Red].player == bo.player);
        world.send(bo, TableRequest::Abort.at(*game));
        for client in [bo, an] {
            world.send(client, TableRequest::Leave.at(*game));
        }
        world.discard_received();
        world.advance_with(&[bo, an], 5_000);
    }
    assert!((5..=35).contains(&reds), "{reds}");
}

#[test]
fn a_challenge_is_declined_with_a_reason() {
    let mut world = World::new();
    let (bo, an) = (world.join("Bo"), world.join("An"));
    let id = world.challenge(bo, an, Terms::default());
    let reason = DeclineReason::TooFast;
    world.send(an, LobbyRequest::DeclineChallenge { challenge: id, reason });
    for client in [bo, an] {
        world.expect(client, &[closed(id, ChallengeEnd::Declined(reason))]);
    }
}

#[test]
fn a_challenge_is_cancelled_by_the_challenger() {
    let mut world = World::new();
    let (bo, an) = (world.join("Bo"), world.join("An"));
    let id = world.challenge(bo, an, Terms::default());
    world.send(bo, LobbyRequest::CancelChallenge { challenge: id });
    for client in [bo, an] {
        world.expect(client, &[closed(id, ChallengeEnd::Cancelled)]);
    }
    let accept = ClientMessage::Lobby(LobbyRequest::AcceptChallenge { challenge: id });
    assert_eq!(world.refused(an, accept), Refusal::NoSuchChallenge);
}

#[test]
fn only_the_challenged_answers_and_only_the_challenger_cancels() {
    let mut world = World::new();
    let (bo, an, cy) = (world.join("Bo"), world.join("An"), world.join("Cy"));
    let challenge = world.challenge(bo, an, Terms::default());
    let accept = ClientMessage::Lobby(LobbyRequest::AcceptChallenge { challenge });
    let decline = ClientMessage::Lobby(LobbyRequest::DeclineChallenge {
        challenge,
        reason: DeclineReason::Unspecified,
    });
    for client in [bo, cy] {
        assert_eq!(world.refused(client, accept.clone()), Refusal::NotYourChallenge);
        assert_eq!(world.refused(client, decline.clone()), Refusal::NotYourChallenge);
    }
    let cancel = ClientMessage::Lobby(LobbyRequest::CancelChallenge { challenge });
    assert_eq!(world.refused(an, cancel), Refusal::NotYourChallenge);
}

#[test]
fn a_challenge_expires_after_a_minute() {
    let mut world = World::new();
    let (bo, an) = (world.join("Bo"), world.join("An"));
    let id = world.challenge(bo, an, Terms::default());
    world.advance_with(&[bo, an], limits::CHALLENGE_MS - 5_000);
    world.advance(4_999);
    world.expect(an, &[]);
    world.advance(1);
    for client in [bo, an] {
        world.expect(client, &[closed(id, ChallengeEnd::Expired)]);
    }
}

#[test]
fn a_challenge_to_a_busy_player_is_refused_at_once() {
    let mut world = World::new();
    let table = world.table(Terms::default());
    let cy = world.join("Cy");
    assert_eq!(world.refused(cy, challenge(table.red())), Refusal::OpponentBusy);
    assert_eq!(world.refused(table.red(), challenge(cy)), Refusal::YouAreBusy);
}

#[test]
fn a_player_cannot_challenge_themselves_or_an_absent_player() {
    let mut world = World::new();
    let (bo, an) = (world.join("Bo"), world.join("An"));
    assert_eq!(world.refused(bo, challenge(bo)), Refusal::ChallengeSelf);
    world.lose(an);
    assert_eq!(world.refused(bo, challenge(an)), Refusal::NoSuchPlayer);
}

#[test]
fn invalid_terms_are_refused() {
    let mut world = World::new();
    let (bo, an) = (world.join("Bo"), world.join("An"));
    let terms = timed(TimeControl { increment_ms: 5_000, ..TimeControl::UNTIMED });
    let bad = Refusal::Terms(InvalidTerms::Time(InvalidTimeControl::IncrementWithoutGameTime));
    assert_eq!(world.refused(bo, LobbyRequest::Challenge { opponent: an.player, terms }), bad);
}

#[test]
fn crossing_challenges_with_the_same_terms_start_a_game() {
    let mut world = World::new();
    let (bo, an) = (world.join("Bo"), world.join("An"));
    let odds = TimeControl { move_ms: 30_000, ..TimeControl::UNTIMED };
    let terms = Terms { color: ColorChoice::Black, opponent_time: odds, ..timed(QUARTER) };
    let id = world.challenge(bo, an, terms.clone());
    world.send(an, LobbyRequest::Challenge { opponent: bo.player, terms: terms.mirrored() });
    for client in [bo, an] {
        let received = world.received(client);
        assert!(matches!(end_of(&received, id), Some(ChallengeEnd::Accepted(_))), "{received:?}");
        let Some(ServerMessage::Table { message: TableMessage::Events { events, .. }, .. }) = received.last()
        else {
            panic!("{received:?}")
        };
        let Event::Started(beginning) = &events[0] else { panic!("{events:?}") };
        let GameStart { seats, times, .. } = &**beginning;
        assert_eq!((seats.red.player, times.red, times.black), (an.player, odds, QUARTER));
    }
}

#[test]
fn crossing_challenges_with_other_terms_both_stay_open() {
    let mut world = World::new();
    let (bo, an) = (world.join("Bo"), world.join("An"));
    let terms = Terms { color: ColorChoice::Red, ..Terms::default() };
    let first = world.challenge(bo, an, terms.clone());
    let second = world.challenge(an, bo, terms);
    // each can still be answered by the one who was challenged
    world.send(bo, LobbyRequest::DeclineChallenge { challenge: second, reason: DeclineReason::Later });
    for client in [bo, an] {
        world.expect(client, &[closed(second, ChallengeEnd::Declined(DeclineReason::Later))]);
    }
    world.send(an, LobbyRequest::AcceptChallenge { challenge: first });
    for client in [bo, an] {
        let received = world.received(client);
        assert!(matches!(end_of(&received, first), Some(ChallengeEnd::Accepted(_))), "{received:?}");
    }
}

#[test]
fn a_new_game_closes_all_other_challenges_of_its_players() {
    let mut world = World::new();
    let [bo, an, cy, di, ed] = ["Bo", "An", "Cy", "Di", "Ed"].map(|name| world.join(name));
    let wanted = world.challenge(bo, an, Terms::default());
    let out = world.challenge(bo, cy, Terms::default());
    let into = world.challenge(di, an, Terms::default());
    let other = world.challenge(cy, ed, Terms::default());
    world.send(an, LobbyRequest::AcceptChallenge { challenge: wanted });
    for (client, id) in [(bo, out), (cy, out), (di, into), (an, into)] {
        let received = world.received(client);
        assert_eq!(end_of(&received, id), Some(ChallengeEnd::Busy), "{received:?}");
    }
    world.send(ed, LobbyRequest::AcceptChallenge { challenge: other });
    assert!(matches!(end_of(&world.received(ed), other), Some(ChallengeEnd::Accepted(_))));
}

#[test]
fn two_acceptors_cannot_both_win() {
    let mut world = World::new();
    let [bo, an, cy] = ["Bo", "An", "Cy"].map(|name| world.join(name));
    let first = world.challenge(bo, an, Terms::default());
    let second = world.challenge(bo, cy, Terms::default());
    world.send(an, LobbyRequest::AcceptChallenge { challenge: first });
    let late = ClientMessage::Lobby(LobbyRequest::AcceptChallenge { challenge: second });
    assert_eq!(world.refused(cy, late), Refusal::NoSuchChallenge);
}

#[test]
fn quitting_closes_the_challenges_of_a_player() {
    let mut world = World::new();
    let (bo, an) = (world.join("Bo"), world.join("An"));
    let id = world.challenge(bo, an, Terms::default());
    world.send(bo, DoorRequest::Quit);
    world.expect(an, &[closed(id, ChallengeEnd::Gone)]);
}

#[test]
fn an_expired_name_closes_the_challenges_of_its_player() {
    let mut world = World::new();
    let [bo, an, cy] = ["Bo", "An", "Cy"].map(|name| world.join(name));
    world.challenge(an, bo, Terms::default());
    world.lose(bo);
    // the player is listed and can be challenged while such a challenge is open
    for from in [cy, an].into_iter().cycle().take(9) {
        world.advance_with(&[an, cy], 30_000);
        world.discard_received();
        world.challenge(from, bo, Terms::default());
    }
    world.advance_with(&[an, cy], 30_000);
    let received = world.received(cy);
    let [ServerMessage::Lobby(LobbyMessage::ChallengeClosed { how: ChallengeEnd::Gone, .. })] = received[..]
    else {
        panic!("{received:?}");
    };
    assert_eq!(world.refused(an, challenge(bo)), Refusal::NoSuchPlayer);
}

#[test]
fn a_player_has_at_most_five_outgoing_challenges_and_one_to_each() {
    let mut world = World::new();
    let bo = world.join("Bo");
    let others: Vec<Client> = (0..6).map(|n| world.join(&format!("P{n}"))).collect();
    for &other in &others[..limits::CHALLENGES_OUT] {
        world.challenge(bo, other, Terms::default());
        assert_eq!(world.refused(bo, challenge(other)), Refusal::AlreadyChallenged);
    }
    assert_eq!(world.refused(bo, challenge(others[5])), Refusal::TooManyChallengesOut);
}

#[test]
fn a_player_has_at_most_twenty_incoming_challenges() {
    let mut world = World::new();
    let bo = world.join("Bo");
    let others: Vec<Client> = (0..=limits::CHALLENGES_IN).map(|n| world.join(&format!("P{n}"))).collect();
    for &other in &others[..limits::CHALLENGES_IN] {
        world.challenge(other, bo, Terms::default());
    }
    let last = others[limits::CHALLENGES_IN];
    assert_eq!(world.refused(last, challenge(bo)), Refusal::TooManyChallengesIn);
}
