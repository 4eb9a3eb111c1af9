//! Presence updates, for everyone who does not sit at a table.

use crate::accounts::{SECRET, password};
use crate::watching::{spectator, watch};
use crate::world::{MATE, World, untimed};
use chuhe_hub::Input;
use chuhe_protocol::{
    AccountRequest, DoorMessage, DoorRequest, LobbyMessage, PlayerName, PresenceChange, ServerMessage,
    TableMessage, TableRequest, Terms, WatchFrom, limits,
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

/// How many frames of the player list a connection received, and how many of them begin a list.
fn lists(received: &[ServerMessage]) -> (usize, usize) {
    let first = received.iter().filter_map(|message| match message {
        ServerMessage::Lobby(LobbyMessage::Players { first, .. }) => Some(usize::from(*first)),
        _ => None,
    });
    (first.clone().count(), first.sum())
}

#[test]
fn joiners_of_a_crowded_lobby_share_one_delayed_list() {
    let mut world = World::new();
    let crowd: Vec<_> = (0..=limits::CROWD).map(|n| world.join(&format!("P{n}"))).collect();
    world.advance(1_000);
    world.discard_received();
    let ask = |world: &mut World, name: &str| {
        let connection = world.open();
        world.ask(connection, DoorRequest::Join { name: name.into(), hall: None });
        connection
    };
    // the first joiner receives it at once: the last list was long ago
    let first = ask(&mut world, "First");
    assert_eq!(lists(&world.received_at(first)), (2, 1));
    // the others wait together, and first receive only themselves
    let others: Vec<_> = (0..100).map(|n| ask(&mut world, &format!("O{n}"))).collect();
    for &other in &others {
        assert!(matches!(world.received_at(other)[..], [ServerMessage::Door(DoorMessage::Joined { .. })]));
        assert_eq!(world.presence_at(other).len(), 1);
    }
    // one of them starts a game before the list comes, one disconnects
    let [one, two] = [world.join("One"), world.join("Two")];
    world.begin(one, two, untimed());
    world.handle(Input::Disconnected(others[7]));
    world.advance(limits::CROWD_LIST_MS);
    for (n, &other) in others.iter().enumerate() {
        assert_eq!(lists(&world.received_at(other)), if n == 7 { (0, 0) } else { (3, 1) });
    }
    for client in [one, two] {
        assert_eq!(lists(&world.received(client)), (0, 0));
    }
    world.advance(1_000);
    let gone = others[7];
    for connection in others.into_iter().chain([first, crowd[0].connection]).filter(|&it| it != gone) {
        world.knows_all_at(connection);
    }
    // a player who resumes with an open challenge first receives its other side
    let [here, away] = [crowd[1], crowd[2]];
    world.challenge(here, away, Terms::default());
    world.join("Another");
    let (away, _) = world.resume(away, None);
    let sent: Vec<_> = world.presence(away).into_iter().collect();
    assert_eq!(sent.len(), 2, "{sent:?}");
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
fn a_crowded_lobby_receives_presence_a_few_times_a_second() {
    let mut world = World::new();
    let first = world.join("First");
    let crowd: Vec<_> = (0..1_000).map(|n| world.join(&format!("P{n}"))).collect();
    let sent = world.sent;
    world.advance(250);
    world.lose(crowd[7]);
    world.advance(250);
    let changes = world.presence(first);
    let here = |change: &&PresenceChange| matches!(change, PresenceChange::Here(_));
    assert_eq!(changes.iter().filter(here).count(), crowd.len(), "every player is listed");
    assert_eq!(changes.last(), Some(&PresenceChange::Gone(crowd[7].player)));
    assert!(world.sent - sent <= 4 * (crowd.len() + 1), "{} messages", world.sent - sent);
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
fn a_delayed_list_omits_a_player_who_has_gone() {
    let mut world = World::new();
    let crowd: Vec<_> = (0..=limits::CROWD).map(|n| world.join(&format!("P{n}"))).collect();
    world.advance(1_000);
    let waits = [world.join("First"), world.join("Second")];
    // the list and the changes are due by then, and nothing was sent before
    world.oversleep(limits::CROWD_LIST_MS);
    world.lose(crowd[7]);
    world.advance(1_000);
    for client in waits.into_iter().chain([crowd[0]]) {
        world.knows_all(client);
    }
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
