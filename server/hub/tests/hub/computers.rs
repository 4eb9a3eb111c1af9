//! Computer players that the hub's owner seats.

use crate::world::{Client, World, mv, untimed};
use chuhe_hub::{ConnectionId, Input, Limits, Rate};
use chuhe_protocol::{
    ChatRoom, ClientMessage, DoorMessage, DoorRequest, Event, PresenceChange, Refusal, ServerMessage,
    TableMessage, TableRequest,
};

/// Opens the connection of a computer player that has not joined.
fn open(world: &mut World, level: u8) -> ConnectionId {
    let connection = world.open();
    world.handle(Input::Disconnected(connection));
    let at = world.now();
    world.handle(Input::ComputerConnected { connection, level, at });
    connection
}

/// Joins as a computer player; returns what it receives.
pub(crate) fn join(world: &mut World, name: &str, level: u8) -> (Client, Vec<ServerMessage>) {
    let connection = open(world, level);
    world.ask(connection, DoorRequest::Join { name: name.into(), hall: None });
    let received = world.received_at(connection);
    let Some(&ServerMessage::Door(DoorMessage::Joined { player, token, .. })) = received.first() else {
        panic!("{name} could not join: {received:?}");
    };
    (Client { connection, player, token }, received)
}

#[test]
fn computer_players_are_listed_with_their_level() {
    let mut world = World::new();
    let bo = world.join("Bo");
    let (computer, _) = join(&mut world, "computer-7", 7);
    let presence = world.presence(bo);
    let [PresenceChange::Here(player)] = &presence[..] else { panic!("{presence:?}") };
    assert_eq!((player.id, player.computer_level), (computer.player, Some(7)));
    let an = world.join("An");
    assert!(world.presence(bo).iter().all(|change| match change {
        PresenceChange::Here(player) => player.id == an.player && player.computer_level.is_none(),
        PresenceChange::Gone(_) => false,
    }));
}

#[test]
fn a_computer_player_receives_no_earlier_chat() {
    let mut world = World::new();
    let bo = world.join("Bo");
    world.send(bo, ClientMessage::Chat { room: ChatRoom::Lobby, text: "good evening".into() });
    let is_chat = |message: &ServerMessage| matches!(message, ServerMessage::Chat(_));
    let person = world.open();
    world.ask(person, DoorRequest::Join { name: "An".into(), hall: None });
    assert!(world.received_at(person).iter().any(is_chat));
    for _ in 0..2 {
        let (computer, received) = join(&mut world, "computer-7", 7);
        assert!(!received.iter().any(is_chat), "{received:?}");
        world.lose(computer);
    }
}

#[test]
fn a_person_cannot_take_the_name_of_a_computer_player_that_is_not_there() {
    let mut world = World::new();
    for name in ["computer-3", "Computer-3", "電腦-3"] {
        let person = world.open();
        let refused = world.refused_at(person, DoorRequest::Join { name: name.into(), hall: None });
        assert_eq!(refused, Refusal::NameReserved, "{name}");
    }
    join(&mut world, "computer-3", 3);
}

#[test]
fn limits_of_an_address_do_not_apply_to_computer_players() {
    let limits = Limits { address_entries: Rate::new(1, 1_000), ..Limits::default() };
    let mut world = World::limited(limits);
    for n in 0..20 {
        join(&mut world, &format!("computer-{n}"), 1);
    }
}

#[test]
fn a_computer_player_goes_on_with_its_game_after_a_restart() {
    let mut world = World::new();
    let (computer, _) = join(&mut world, "computer-7", 7);
    let bo = world.join("Bo");
    world.discard_received();
    let mut table = world.begin(bo, computer, untimed());
    world.play(&mut table, &["h2e2"]);
    world.restart();
    let (back, received) = join(&mut world, "computer-7", 7);
    assert_eq!(back.player, computer.player);
    let is_game = |message: &ServerMessage| matches!(message, ServerMessage::Table { game, message: TableMessage::Events { .. } } if *game == table.game);
    let events = received.iter().find(|message| is_game(message)).expect("the whole game");
    assert!(matches!(events, ServerMessage::Table { message: TableMessage::Events { first: 0, events }, .. }
        if events.iter().any(|event| matches!(event, Event::Played { .. }))));
    world.send(back, TableRequest::Play { ply: 1, mv: mv("h9g7"), premove: false }.at(table.game));
    assert!(world.events(back).iter().any(|event| matches!(event, Event::Played { .. })));
}

#[test]
fn only_an_absent_computer_player_of_the_same_level_is_continued() {
    let mut world = World::new();
    let (first, _) = join(&mut world, "computer-7", 7);
    let refused = |world: &mut World, connection| {
        world.refused_at(connection, DoorRequest::Join { name: "computer-7".into(), hall: None })
    };
    let second = open(&mut world, 7);
    assert_eq!(refused(&mut world, second), Refusal::NameTaken, "it is connected");
    world.lose(first);
    let person = world.open();
    assert_eq!(refused(&mut world, person), Refusal::NameReserved, "a person is no computer player");
    let other = open(&mut world, 8);
    assert_eq!(refused(&mut world, other), Refusal::NameTaken, "the level differs");
    let (back, _) = join(&mut world, "computer-7", 7);
    assert_eq!(back.player, first.player);
}
