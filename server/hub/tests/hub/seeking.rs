//! Seeking an opponent.

use crate::world::{Client, QUARTER, World, from_position, timed, untimed};
use chuhe_protocol::{
    AccountRequest, ChallengeEnd, ChallengePolicy, ColorChoice, DoorRequest, Event, LobbyMessage,
    LobbyRequest, PlayerId, PresenceChange, Reach, Refusal, Seek, SeekRefusal, ServerMessage, TableMessage,
    Terms, limits, wire,
};
use chuhe_rules::clock::TimeControl;

fn seek(terms: impl Into<Vec<Terms>>) -> LobbyRequest {
    LobbyRequest::Seek { terms: terms.into(), reach: Reach::Anyone, lasting: false }
}

pub(crate) fn colored(color: ColorChoice) -> Terms {
    Terms { color, ..timed(QUARTER) }
}

/// The seek of `of` in the changes of the list that a client has received since it was asked last.
fn listed(world: &mut World, by: Client, of: Client) -> Option<Option<Seek>> {
    let changes = world.presence(by).into_iter().rev();
    let mut here = changes.filter_map(|change| match change {
        PresenceChange::Here(player) => Some(player),
        PresenceChange::Gone(_) => None,
    });
    here.find(|player| player.id == of.player).map(|player| player.seeking.map(|seek| *seek))
}

/// Red and black of the game that has just begun for a client.
pub(crate) fn seats(world: &mut World, of: Client) -> [PlayerId; 2] {
    let received = world.received(of);
    let begun = received.iter().find_map(|message| match message {
        ServerMessage::Table { message: TableMessage::Events { first: 0, events }, .. } => events.first(),
        _ => None,
    });
    let Some(Event::Started(start)) = begun else { panic!("{received:?}") };
    [start.seats.red.player, start.seats.black.player]
}

#[test]
fn a_seek_is_listed_with_its_terms_until_it_ends() {
    let mut world = World::new();
    let (bo, an) = (world.join("Bo"), world.join("An"));
    world.send(bo, seek([colored(ColorChoice::Red), untimed()]));
    let terms = vec![colored(ColorChoice::Red), untimed()];
    let wanted = Seek { terms, since_ago_s: 0, reach: Reach::Anyone, live: true };
    assert_eq!(listed(&mut world, an, bo), Some(Some(wanted.clone())));
    world.advance_with(&[bo, an], 40_000);
    // the same again goes on
    world.send(bo, seek([colored(ColorChoice::Red), untimed()]));
    let connection = world.open();
    world.ask(connection, DoorRequest::Join { name: "Cy".into(), hall: None });
    let list = world.received_at(connection).into_iter().find_map(|message| match message {
        ServerMessage::Lobby(LobbyMessage::Players { players, .. }) => Some(players),
        _ => None,
    });
    let of_bo = list.into_iter().flatten().find(|player| player.id == bo.player).and_then(|it| it.seeking);
    assert_eq!(of_bo.map(|seek| *seek), Some(Seek { since_ago_s: 40, ..wanted }));
    world.presence(an);
    world.send(bo, LobbyRequest::EndSeek);
    assert_eq!(listed(&mut world, an, bo), Some(None));
    world.send(bo, LobbyRequest::EndSeek);
    assert_eq!(listed(&mut world, an, bo), None);
}

#[test]
fn two_who_seek_the_same_play_at_once_on_the_terms_of_the_one_who_waited() {
    let mut world = World::new();
    let (bo, an, cy) = (world.join("Bo"), world.join("An"), world.join("Cy"));
    let black = colored(ColorChoice::Black);
    world.send(bo, seek([black.clone(), untimed()]));
    world.send(cy, seek([untimed(), Terms { color: ColorChoice::Random, ..black }]));
    assert_eq!(seats(&mut world, bo), [cy.player, bo.player], "the first terms of Bo");
    assert_eq!(listed(&mut world, an, bo), Some(None), "nobody who plays seeks");
    // the other colour fits, and so does none
    let dy = world.join("Dy");
    world.send(an, seek([colored(ColorChoice::Black)]));
    world.send(dy, seek([colored(ColorChoice::Random)]));
    assert_eq!(seats(&mut world, dy), [dy.player, an.player]);
}

#[test]
fn of_several_the_one_who_has_sought_longest_plays() {
    // the numbers of players are random, so each is first once
    for [first, second] in [[0, 1], [1, 0]] {
        let mut world = World::new();
        let seekers = [world.join("Bo"), world.join("An")];
        let cy = world.join("Cy");
        world.send(seekers[first], seek([colored(ColorChoice::Red)]));
        world.send(seekers[second], seek([colored(ColorChoice::Red)]));
        world.send(cy, seek([colored(ColorChoice::Black)]));
        assert_eq!(seats(&mut world, cy), [seekers[first].player, cy.player]);
    }
}

#[test]
fn terms_that_differ_wait_for_each_other() {
    let mut world = World::new();
    let (bo, an) = (world.join("Bo"), world.join("An"));
    world.send(bo, seek([colored(ColorChoice::Red)]));
    world.send(an, seek([colored(ColorChoice::Red)]));
    world.send(an, seek([untimed()]));
    assert!(world.events(an).is_empty() && world.events(bo).is_empty());
    assert_eq!(
        listed(&mut world, bo, an).flatten().map(|seek| seek.terms),
        Some(vec![untimed()]),
        "the second replaces the first"
    );
}

#[test]
fn a_listed_seek_is_taken_by_one_press() {
    let mut world = World::new();
    let (bo, an) = (world.join("Bo"), world.join("An"));
    let terms = colored(ColorChoice::Red);
    world.send(bo, seek([terms.clone()]));
    let take = |terms: Terms| LobbyRequest::TakeSeek { player: bo.player, terms };
    let gone = Refusal::Seek(SeekRefusal::Gone);
    assert_eq!(world.refused(an, take(untimed())), gone);
    assert_eq!(world.refused(bo, take(terms.clone())), Refusal::ChallengeSelf);
    world.discard_received();
    world.send(an, take(terms.clone()));
    assert_eq!(seats(&mut world, an), [bo.player, an.player]);
    let cy = world.join("Cy");
    assert_eq!(world.refused(cy, take(terms)), gone);
    assert_eq!(world.refused(bo, seek([untimed()])), Refusal::YouAreBusy);
}

#[test]
fn a_seek_ends_when_its_program_sleeps_and_with_its_connection() {
    let mut world = World::new();
    let (bo, an) = (world.join("Bo"), world.join("An"));
    let take = LobbyRequest::TakeSeek { player: bo.player, terms: untimed() };
    let gone = Refusal::Seek(SeekRefusal::Gone);
    world.send(bo, seek([untimed()]));
    world.send(bo, DoorRequest::Sleep { asleep: true });
    assert_eq!(world.refused(an, take.clone()), gone);
    // a request that was on its way
    assert_eq!(world.refused(bo, seek([untimed()])), Refusal::Seek(SeekRefusal::Asleep));
    world.send(bo, DoorRequest::Sleep { asleep: false });
    assert_eq!(world.refused(an, take.clone()), gone);
    world.send(bo, seek([untimed()]));
    let (bo, _) = world.resume(bo, None);
    assert_eq!(world.refused(an, take.clone()), gone, "another connection has taken its place");
    world.send(bo, seek([untimed()]));
    world.lose(bo);
    assert_eq!(world.refused(an, take), gone);
    world.send(an, seek([untimed()]));
    assert!(world.events(an).is_empty());
}

#[test]
fn two_of_whom_one_blocks_the_other_meet_once_that_ends() {
    let mut world = World::new();
    let (bo, an) = (world.join("Bo"), world.join("An"));
    world.send(bo, AccountRequest::Block { player: an.player });
    world.send(bo, seek([untimed()]));
    world.send(an, seek([untimed()]));
    let take = LobbyRequest::TakeSeek { player: bo.player, terms: untimed() };
    assert_eq!(world.refused(an, take), Refusal::Seek(SeekRefusal::Gone));
    world.discard_received();
    world.send(bo, AccountRequest::Unblock { player: an.player });
    assert!(seats(&mut world, bo).contains(&an.player));
}

#[test]
fn who_plays_registered_players_only_meets_no_guest() {
    let mut world = World::new();
    let (bo, an) = (world.join("Bo"), world.join("An"));
    world.send(bo, AccountRequest::SetChallengePolicy { policy: ChallengePolicy::Registered });
    world.send(bo, seek([untimed()]));
    world.send(an, seek([untimed()]));
    assert!(world.events(an).is_empty());
    let take = LobbyRequest::TakeSeek { player: bo.player, terms: untimed() };
    assert_eq!(world.refused(an, take), Refusal::RegisteredChallengersOnly);
    world.discard_received();
    world.send(bo, AccountRequest::SetChallengePolicy { policy: ChallengePolicy::Nobody });
    world.send(bo, seek([colored(ColorChoice::Red), untimed()]));
    assert!(seats(&mut world, bo).contains(&an.player), "whoever seeks wants to be asked");
}

#[test]
fn the_challenge_of_one_to_the_other_is_accepted_by_it() {
    let mut world = World::new();
    let (bo, an) = (world.join("Bo"), world.join("An"));
    let challenge = world.challenge(bo, an, timed(QUARTER));
    world.send(an, seek([untimed()]));
    world.send(bo, seek([untimed()]));
    let closed = world.received(bo).into_iter().find_map(|message| match message {
        ServerMessage::Lobby(LobbyMessage::ChallengeClosed { challenge, how }) => Some((challenge, how)),
        _ => None,
    });
    assert!(matches!(closed, Some((id, ChallengeEnd::Accepted(_))) if id == challenge), "{closed:?}");
}

#[test]
fn a_list_of_many_who_seek_fits_into_frames() {
    let mut world = World::new();
    let long = TimeControl { game_ms: 6 * 3_600_000, move_ms: 3_600_000, ..TimeControl::UNTIMED };
    let terms = vec![Terms { color: ColorChoice::Red, ..timed(long) }; limits::SEEK_TERMS];
    for n in 0..120 {
        let client = world.join(&format!("十六字以内的长名字{n}"));
        world.send(client, seek(terms.clone()));
    }
    let connection = world.open();
    world.ask(connection, DoorRequest::Join { name: "Last".into(), hall: None });
    world.advance(limits::CROWD_LIST_MS);
    let received = world.received_at(connection);
    let lists: Vec<&ServerMessage> = received
        .iter()
        .filter(|message| matches!(message, ServerMessage::Lobby(LobbyMessage::Players { .. })))
        .collect();
    assert!(lists.len() > 1);
    for list in lists {
        let bytes = wire::encode(list).expect("a message");
        assert!(bytes.len() <= limits::SERVER_FRAME_BYTES / 2, "{} bytes", bytes.len());
    }
}

#[test]
fn a_seek_has_few_terms_without_start_position_or_odds() {
    let mut world = World::new();
    let bo = world.join("Bo");
    let count = Refusal::Seek(SeekRefusal::Count);
    assert_eq!(world.refused(bo, seek([])), count);
    assert_eq!(world.refused(bo, seek(vec![untimed(); limits::SEEK_TERMS + 1])), count);
    let start = from_position("3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1");
    assert_eq!(world.refused(bo, seek([start])), Refusal::Seek(SeekRefusal::StartPosition));
    let odds = Terms { opponent_time: TimeControl::UNTIMED, ..timed(QUARTER) };
    assert_eq!(world.refused(bo, seek([odds])), Refusal::Seek(SeekRefusal::Odds));
    world.knows_all(bo);
}
