//! Presence updates, for everyone who does not sit at a table.

use crate::accounts::{SECRET, password};
use crate::watching::{spectator, watch};
use crate::world::{MATE, World, untimed};
use chuhe_protocol::{
    AccountRequest, DoorRequest, LobbyMessage, PlayerName, PresenceChange, ServerMessage, TableMessage,
    TableRequest, Terms, WatchFrom, limits,
};
use chuhe_rules::offers::OfferKind;

#[test]
fn players_at_a_table_receive_no_presence_updates() {
    let mut world = World::new();
    let cy = world.join("Cy");
    let mut table = world.table(untimed());
    world.discard_received();
    let di = world.join("Di");
    world.lose(cy);
    world.play(&mut table, &MATE);
    for client in [table.red(), table.black()] {
        world.expect(client, &[]);
        assert_eq!(world.presence(client), []);
    }
    world.knows_all(di);
    // a rematch is a table too
    for client in [table.red(), table.black()] {
        world.send(client, TableRequest::Offer { kind: OfferKind::Rematch }.at(table.game));
    }
    table.game = world.game_of(table.red());
    world.lose(table.black());
    world.received(table.red());
    let (black, _) = world.resume(table.black(), None);
    world.send(black, TableRequest::Abort.at(table.game));
    world.send(di, DoorRequest::Quit);
    assert_eq!(world.presence(table.red()), []);
    world.send(black, TableRequest::Leave.at(table.game));
    world.knows_all(black);
    assert_eq!(world.presence(table.red()), []);
    // from then on the player receives updates again
    let ed = world.join("Ed");
    world.knows_all(black);
    world.knows_all(ed);
    world.send(table.red(), TableRequest::Leave.at(table.game));
    for client in [table.red(), black, ed] {
        world.knows_all(client);
    }
    world.received(table.red());
    world.challenge(table.red(), ed, Terms::default());
}

#[test]
fn a_table_that_closes_during_an_absence_is_gone_on_return() {
    let mut world = World::new();
    let mut table = world.table(untimed());
    world.play(&mut table, &MATE);
    world.lose(table.red());
    world.advance_with(&[table.black()], limits::GUEST_NAME_MS / 2);
    world.send(table.black(), TableRequest::Leave.at(table.game));
    world.knows_all(table.black());
    world.received(table.black());
    let (red, received) = world.resume(table.red(), None);
    assert!(
        received.iter().any(|message| matches!(
            message,
            ServerMessage::Table { message: TableMessage::Events { .. }, .. }
        )),
        "{received:?}"
    );
    world.send(red, TableRequest::Leave.at(table.game));
    world.knows_all(red);
    world.knows_all(table.black());
}

#[test]
fn a_long_player_list_is_sent_in_several_frames() {
    let mut world = World::new();
    for n in 0..limits::PLAYERS_PER_FRAME {
        world.join(&format!("P{n}"));
    }
    let connection = world.open();
    world.ask(connection, DoorRequest::Join { name: "Last".into(), hall: None });
    let received = world.received_at(connection);
    let chunks: Vec<(usize, bool)> = received
        .iter()
        .filter_map(|message| match message {
            ServerMessage::Lobby(LobbyMessage::Players { players, first }) => Some((players.len(), *first)),
            _ => None,
        })
        .collect();
    assert_eq!(chunks, [(256, true), (1, false)]);
}

#[test]
fn each_step_sends_at_most_one_presence_message() {
    let mut world = World::new();
    let (bo, an) = (world.join("Bo"), world.join("An"));
    let changes = world.presence(bo);
    assert_eq!(changes.len(), 1, "the player's own state is in the list: {changes:?}");
    let PresenceChange::Here(player) = &changes[0] else { panic!("{changes:?}") };
    assert_eq!((player.id, &player.name), (an.player, &PlayerName::parse("An").unwrap()));
    assert!(player.connected);
    assert_eq!(world.presence(an), []);
}

#[test]
fn repeated_joins_and_quits_do_not_flood_the_lobby() {
    let mut world = World::new();
    let bo = world.join("Bo");
    let sent = world.sent;
    for _ in 0..500 {
        let guest = world.join("Guest");
        world.send(guest, DoorRequest::Quit);
        world.advance(1);
    }
    // of these, each guest received the own join and close
    let to_others = world.sent - sent - 3 * 500;
    assert!(to_others <= 2 * limits::PRESENCE_BURST, "{to_others} messages");
    // delayed updates arrive in the end
    let guest = world.join("Guest");
    world.advance(limits::PRESENCE_WINDOW_MS);
    let last = world.presence(bo).pop();
    assert!(matches!(&last, Some(PresenceChange::Here(player)) if player.id == guest.player), "{last:?}");
}

#[test]
fn the_list_says_who_is_registered_and_who_watches_which_game() {
    let mut world = World::new();
    let looker = world.join("Looker");
    let mut table = world.table(untimed());
    let cy = spectator(&mut world, "Cy", table.game);
    let listed = |world: &mut World| {
        world.advance(limits::PRESENCE_WINDOW_MS);
        let changes = world.presence(looker);
        let here = |change: &PresenceChange| match change {
            PresenceChange::Here(player) if player.id == cy.player => {
                Some((player.registered, player.watching))
            }
            PresenceChange::Here(_) | PresenceChange::Gone(_) => None,
        };
        changes.iter().rev().find_map(here)
    };
    assert_eq!(listed(&mut world), Some((false, Some(table.game))));
    world.send(cy, TableRequest::Unwatch.at(table.game));
    assert_eq!(listed(&mut world), Some((false, None)));
    world.send(cy, AccountRequest::Register { password: password(SECRET) });
    assert_eq!(listed(&mut world), Some((true, None)));
    watch(&mut world, cy, table.game, WatchFrom::Start);
    world.play(&mut table, &MATE);
    assert_eq!(listed(&mut world), Some((true, Some(table.game))));
    for player in [table.red(), table.black()] {
        world.send(player, TableRequest::Leave.at(table.game));
    }
    assert_eq!(listed(&mut world), Some((true, None)), "the broadcast has ended");
}
