//! Names and identity.

use crate::accounts::{enter, login};
use crate::world::World;
use chuhe_hub::{Address, PasswordHash, PlayerRow};
use chuhe_protocol::{
    ClientMessage, DoorMessage, DoorRequest, LobbyMessage, NameError, Password, PlayerId, PlayerName,
    Refusal, ServerMessage, TableRequest, limits,
};

fn join(name: &str) -> ClientMessage {
    ClientMessage::Door(DoorRequest::Join { name: name.into(), hall: None })
}

#[test]
fn a_player_joins_with_the_normalised_name() {
    let mut world = World::new();
    let connection = world.open();
    world.ask(connection, join("e\u{301}ric"));
    let received = world.received_at(connection);
    let [
        ServerMessage::Door(DoorMessage::Joined { player, name, resumed: false, .. }),
        ServerMessage::Lobby(LobbyMessage::Players { players, first: true }),
    ] = &received[..]
    else {
        panic!("{received:?}");
    };
    assert_eq!(name.as_str(), "éric");
    assert_eq!(players.len(), 1, "the player list includes the player");
    assert_eq!(players[0].id, *player);
}

#[test]
fn an_invalid_name_is_refused_and_another_may_be_tried() {
    let mut world = World::new();
    let connection = world.open();
    let mut refused = |name: &str| world.refused_at(connection, join(name));
    assert_eq!(refused(""), Refusal::Name(NameError::Empty));
    assert_eq!(refused("a b"), Refusal::Name(NameError::Character(' ')));
    assert_eq!(refused(&"x".repeat(17)), Refusal::Name(NameError::TooLong));
    world.ask(connection, join("Bo"));
    assert!(matches!(world.received_at(connection)[0], ServerMessage::Door(DoorMessage::Joined { .. })));
}

#[test]
fn an_invalid_name_is_refused_alike_on_join_and_login() {
    let long = "x".repeat(100_000);
    let hostile = [
        ("", NameError::Empty),
        (" ", NameError::Character(' ')),
        ("B\u{0}o", NameError::Character('\u{0}')),
        ("B\no", NameError::Character('\n')),
        ("\u{202e}oB", NameError::Character('\u{202e}')), // right to left
        ("B\u{2066}o", NameError::Character('\u{2066}')),
        ("B\u{200b}o", NameError::Character('\u{200b}')), // zero width
        ("B\u{200d}o", NameError::Character('\u{200d}')),
        ("B\u{feff}o", NameError::Character('\u{feff}')),
        ("\u{3164}", NameError::Character('\u{3164}')), // a letter that is not seen
        ("\u{115f}", NameError::Character('\u{115f}')),
        ("B\u{ad}o", NameError::Character('\u{ad}')),
        (long.as_str(), NameError::TooLong),
        ("云云云云云云云云云云云云云云云云云", NameError::TooLong),
    ];
    for (name, error) in hostile {
        let mut world = World::new();
        let connection = world.open();
        assert_eq!(world.refused_at(connection, join(name)), Refusal::Name(error), "{name:?}");
        let password = Password("long enough".into());
        let login = ClientMessage::Door(DoorRequest::Login { name: name.into(), password, hall: None });
        assert_eq!(world.refused_at(connection, login), Refusal::Name(error), "{name:?}");
        assert!(world.stored.players.is_empty());
    }
}

#[test]
fn names_that_differ_in_case_or_look_alike_are_the_same() {
    let mut world = World::new();
    world.join("Bo");
    let connection = world.open();
    for name in ["Bo", "BO", "bo", "В\u{43e}", "Ｂｏ"] {
        assert_eq!(world.refused_at(connection, join(name)), Refusal::NameTaken, "{name}");
    }
    world.ask(connection, join("Bob"));
    assert!(matches!(world.received_at(connection)[0], ServerMessage::Door(DoorMessage::Joined { .. })));
}

#[test]
fn the_name_of_an_absent_guest_is_held_for_five_minutes() {
    let mut world = World::new();
    let bo = world.join("Bo");
    world.lose(bo);
    world.advance(limits::GUEST_NAME_MS - 1);
    let other = world.open();
    assert_eq!(world.refused_at(other, join("bo")), Refusal::NameTaken);
    world.advance(1);
    world.ask(other, join("bo"));
    assert!(matches!(world.received_at(other)[0], ServerMessage::Door(DoorMessage::Joined { .. })));
}

#[test]
fn a_returning_guest_keeps_their_name() {
    let mut world = World::new();
    let bo = world.join("Bo");
    world.lose(bo);
    world.advance(limits::GUEST_NAME_MS - 1);
    let (bo, _) = world.resume(bo, None);
    world.advance_with(&[bo], 2 * limits::GUEST_NAME_MS);
    let other = world.open();
    assert_eq!(world.refused_at(other, join("Bo")), Refusal::NameTaken);
    world.resume(bo, None);
}

#[test]
fn quitting_outside_a_game_frees_the_name_at_once() {
    let mut world = World::new();
    let bo = world.join("Bo");
    world.send(bo, DoorRequest::Quit);
    world.join("Bo");
}

#[test]
fn a_name_is_held_while_its_game_runs_and_five_minutes_longer() {
    let mut world = World::new();
    let mut table = world.table(crate::world::untimed());
    world.play(&mut table, &["h2e2", "h9g7"]);
    world.lose(table.black());
    world.advance_with(&[table.red()], 2 * limits::GUEST_NAME_MS);
    let other = world.open();
    assert_eq!(world.refused_at(other, join("An")), Refusal::NameTaken);
    world.send(table.red(), TableRequest::Resign.at(table.game));
    world.advance_with(&[table.red()], limits::GUEST_NAME_MS - 5_000);
    let other = world.open();
    assert_eq!(world.refused_at(other, join("An")), Refusal::NameTaken);
    world.advance_with(&[table.red()], 5_000);
    world.ask(other, join("An"));
    assert!(matches!(world.received_at(other)[0], ServerMessage::Door(DoorMessage::Joined { .. })));
}

#[test]
fn requests_need_a_joined_player_who_cannot_join_again() {
    let mut world = World::new();
    let connection = world.open();
    let game = chuhe_protocol::GameId(1);
    for message in [
        ClientMessage::Table { game, request: TableRequest::Resign },
        ClientMessage::Table { game, request: TableRequest::Leave },
        ClientMessage::Chat { room: chuhe_protocol::ChatRoom::Lobby, text: "hello".into() },
    ] {
        assert_eq!(world.refused_at(connection, message), Refusal::NotJoined);
    }
    let bo = world.join("Bo");
    assert_eq!(world.refused(bo, join("Bob")), Refusal::AlreadyJoined);
    let resume = ClientMessage::Door(DoorRequest::Resume { token: bo.token, seen: Vec::new(), hall: None });
    assert_eq!(world.refused(bo, resume), Refusal::AlreadyJoined);
}

#[test]
fn another_form_of_a_name_is_taken() {
    for (name, other) in
        [("云中鹤", "雲中鶴"), ("雲中鶴", "云中鹤"), ("modern", "мodern"), ("Мodern", "modern")]
    {
        let mut world = World::new();
        world.join(name);
        let connection = world.open();
        assert_eq!(world.refused_at(connection, join(other)), Refusal::NameTaken, "{name} {other}");
    }
}

#[test]
fn players_who_registered_two_forms_of_a_name_keep_them_and_nobody_gets_a_third() {
    for [one, other, third] in
        [["云中鹤", "雲中鶴", "雲中鹤"], ["Modern", "мodern", "МODERN"], ["мой", "moй", "мoй"]]
    {
        let mut world = World::new();
        // a version that told the two apart has stored them
        for (id, name) in [(1_001, one), (1_002, other)] {
            let row = PlayerRow {
                name: PlayerName::parse(name).expect("a name"),
                joined_at: world.now(),
                password: Some(PasswordHash(format!("00$secret of {name}"))),
                has_played: true,
                preferences: Default::default(),
                computer_level: None,
                shared: None,
            };
            world.stored.players.insert(PlayerId(id), (1, row));
        }
        world.restart();
        let mut log_in = |name: &str, whose: &str| {
            let entered = enter(&mut world, Address(5), login(name, &format!("secret of {whose}")));
            entered.map(|(client, _)| client.player)
        };
        assert_eq!(log_in(one, one), Ok(PlayerId(1_001)));
        assert_eq!(log_in(other, other), Ok(PlayerId(1_002)));
        assert_eq!(log_in(other, one), Err(Refusal::WrongPassword));
        for (id, name) in [(1_001, one), (1_002, other)] {
            let name = PlayerName::parse(name).expect("a name");
            assert_eq!(world.hub.operators().player_named(&name), Some(PlayerId(id)), "{name}");
        }
        let connection = world.open();
        for name in [one, other, third] {
            assert_eq!(world.refused_at(connection, join(name)), Refusal::NameRegistered, "{name}");
        }
    }
}

#[test]
fn a_name_with_two_owners_is_free_once_both_have_left() {
    let mut world = World::new();
    for (id, name) in [(1_001, "云中鹤"), (1_002, "雲中鶴")] {
        let name = PlayerName::parse(name).expect("a name");
        let row = PlayerRow {
            name,
            joined_at: world.now(),
            password: None,
            has_played: false,
            preferences: Default::default(),
            computer_level: None,
            shared: None,
        };
        world.stored.players.insert(PlayerId(id), (1, row));
    }
    world.restart();
    let connection = world.open();
    assert_eq!(world.refused_at(connection, join("雲中鹤")), Refusal::NameTaken);
    world.advance(limits::GUEST_NAME_MS);
    world.join("雲中鹤");
}
