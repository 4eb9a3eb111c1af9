//! Checks what each connection receives.
//!
//! Nothing goes to a connection that is not open, the first message answers a join, each request
//! is answered once, and events arrive in order without gaps.

use chuhe_hub::{ConnectionId, Input};
use chuhe_protocol::{
    ClientMessage, Cursor, DoorMessage, DoorRequest, GameId, PlayerId, Seq, ServerMessage, TableMessage,
    TableRequest, WatchFrom,
};
use std::collections::BTreeMap;

/// An open connection.
#[derive(Debug, Default)]
struct Connection {
    joined: bool,
    /// Its player, once joined.
    player: Option<PlayerId>,
    /// The numbers of the requests that were not refused.
    pending: Vec<u32>,
    /// The nonces of unanswered pings.
    pings: Vec<u32>,
    /// The cursors that the client claimed in its resume request.
    claimed: Vec<Cursor>,
    /// The event from which the client asked to watch a game.
    watch_from: Option<Cursor>,
    /// The number of the next event of each game.
    next: BTreeMap<GameId, Seq>,
}

/// All connections.
#[derive(Debug, Default)]
pub(super) struct Connections {
    opened: u64,
    open: BTreeMap<ConnectionId, Connection>,
    stopped: bool,
}

impl Connections {
    /// Opens another connection.
    pub(super) fn open(&mut self) -> ConnectionId {
        let id = ConnectionId(self.opened);
        self.opened += 1;
        self.open.insert(id, Connection::default());
        id
    }

    /// The player of a joined connection.
    pub(super) fn player(&self, connection: ConnectionId) -> PlayerId {
        self.open
            .get(&connection)
            .and_then(|connection| connection.player)
            .expect("the connection has joined")
    }

    /// Records an input before the hub handles it.
    pub(super) fn record_input(&mut self, input: &Input) {
        match input {
            Input::Received(from, request) => {
                let Some(connection) = self.open.get_mut(from) else { return };
                connection.pending.push(request.number);
                match &request.message {
                    ClientMessage::Door(DoorRequest::Resume { seen, .. }) => {
                        connection.claimed.clone_from(seen)
                    }
                    ClientMessage::Table { game, request: TableRequest::Watch { from } } => {
                        let WatchFrom::Event(next) = *from else { return };
                        connection.watch_from = Some(Cursor { game: *game, next });
                    }
                    ClientMessage::Door(DoorRequest::Ping { nonce, .. }) => connection.pings.push(*nonce),
                    _ => {}
                }
            }
            Input::Disconnected(id) => {
                self.open.remove(id);
            }
            Input::Connected(..)
            | Input::ComputerConnected { .. }
            | Input::Broken(_)
            | Input::Stalled(_)
            | Input::Tick
            | Input::StoodStill(_)
            | Input::Answered(..)
            | Input::StoreStalled(_)
            | Input::StoreRecovered
            | Input::Shutdown { .. }
            | Input::SetLimits(_)
            | Input::AccountChanged(_)
            | Input::AccountRemoved(..)
            | Input::Operate(_) => {}
        }
    }

    /// Checks a message that the hub sends to a connection.
    pub(super) fn receive(&mut self, to: ConnectionId, message: &ServerMessage) {
        assert!(!self.stopped, "nothing is sent after the stop");
        let connection = self.open.get_mut(&to).expect("messages go to open connections only");
        match message {
            ServerMessage::Door(DoorMessage::Joined { player, .. }) => {
                connection.player = Some(*player);
                assert!(!connection.joined, "a connection joins once");
                connection.joined = true;
            }
            ServerMessage::Refused { request, .. } => {
                let index = connection.pending.iter().position(|number| number == request);
                connection.pending.swap_remove(index.expect("a refused request was pending"));
            }
            ServerMessage::Door(DoorMessage::Pong { nonce }) => {
                let ping = connection.pings.iter().position(|ping| ping == nonce);
                connection.pings.swap_remove(ping.expect("a ping is answered once"));
            }
            ServerMessage::Table { game, message: TableMessage::Events { first, events } } => {
                assert!(connection.joined && !events.is_empty());
                let claimed = connection.claimed.iter().chain(&connection.watch_from);
                let claimed = claimed.filter(|claimed| claimed.game == *game);
                let claimed = claimed.map(|claimed| claimed.next).max().unwrap_or(0);
                match connection.next.get(game) {
                    Some(next) => assert_eq!(next, first, "events have no gaps"),
                    // a client that claims more events than exist counts as up to date
                    None => assert!(*first <= claimed, "events {first} instead of {claimed}"),
                }
                connection.next.insert(
                    *game,
                    *first + u32::try_from(events.len()).expect("the number of events fits into 32 bits"),
                );
            }
            ServerMessage::Table { game, message: TableMessage::Snapshot { next, .. } } => {
                assert!(connection.joined);
                connection.next.insert(*game, *next);
            }
            ServerMessage::Table {
                game,
                message: TableMessage::Watching { .. } | TableMessage::WatchEnded { .. },
            } => {
                assert!(connection.joined);
                connection.next.remove(game);
            }
            ServerMessage::Door(DoorMessage::Closing { .. }) => panic!("only the shell sends this message"),
            _ => {
                assert!(connection.joined, "only joined connections receive this")
            }
        }
    }

    /// Records that the hub closes a connection.
    pub(super) fn close(&mut self, id: ConnectionId) {
        assert!(self.open.remove(&id).is_some(), "a closed connection was open");
    }

    /// Records that the hub has stopped.
    pub(super) fn stop(&mut self) {
        assert!(self.open.is_empty(), "every connection is closed before the stop");
        assert!(!self.stopped, "the hub stops once");
        self.stopped = true;
    }
}
