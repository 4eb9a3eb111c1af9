//! Who may be told what: nothing goes to a connection that is closed or was never
//! opened, the first word is the answer to a join, a request is refused or met
//! once, and events come in order and without gaps.

use chuhe_protocol::{ClientMessage, Cursor, GameId, PlayerId, Seq, ServerMessage, WatchFrom};
use chuhe_hub::{ConnectionId, Input};
use std::collections::BTreeMap;

/// A connection that stands.
#[derive(Debug, Default)]
struct Wire {
    joined: bool,
    /// For whom it speaks.
    player: Option<PlayerId>,
    /// The numbers of the requests that were not refused.
    asked: Vec<u32>,
    /// The pings that were not answered.
    pinged: Vec<u32>,
    /// What a resume said that the client knows.
    shown: Option<Cursor>,
    /// From where the client wishes to watch a game, if from an event.
    wish: Option<Cursor>,
    /// The number of the event that comes next, of each game told of.
    next: BTreeMap<GameId, Seq>,
}

/// All connections.
#[derive(Debug, Default)]
pub(super) struct Wires {
    opened: u64,
    open: BTreeMap<ConnectionId, Wire>,
    stopped: bool,
}

impl Wires {
    /// Another connection.
    pub(super) fn open(&mut self) -> ConnectionId {
        let id = ConnectionId(self.opened);
        self.opened += 1;
        self.open.insert(id, Wire::default());
        id
    }

    /// For whom a connection that has joined speaks.
    pub(super) fn player(&self, connection: ConnectionId) -> PlayerId {
        self.open.get(&connection).and_then(|wire| wire.player).expect("it has joined")
    }

    /// The hub is about to be told this.
    pub(super) fn told(&mut self, input: &Input) {
        match input {
            Input::Received(from, request) => {
                let Some(wire) = self.open.get_mut(from) else { return };
                wire.asked.push(request.number);
                match &request.message {
                    ClientMessage::Resume { seen, .. } => wire.shown = *seen,
                    ClientMessage::Watch { game, from } => {
                        let WatchFrom::Event(next) = *from else { return };
                        wire.wish = Some(Cursor { game: *game, next });
                    }
                    ClientMessage::Ping { nonce, .. } => wire.pinged.push(*nonce),
                    _ => {}
                }
            }
            Input::Disconnected(id) => {
                self.open.remove(id);
            }
            Input::Connected(..)
            | Input::Broken(_)
            | Input::Stalled(_)
            | Input::Tick
            | Input::Answered(..)
            | Input::StoreStalled
            | Input::StoreRecovered
            | Input::Shutdown { .. } => {}
        }
    }

    /// The hub tells a connection this.
    pub(super) fn hear(&mut self, to: ConnectionId, message: &ServerMessage) {
        assert!(!self.stopped, "nothing is said after the stop");
        let wire = self.open.get_mut(&to).expect("only who is connected is told anything");
        match message {
            ServerMessage::Joined { player, .. } => {
                wire.player = Some(*player);
                assert!(!wire.joined, "one joins once");
                wire.joined = true;
            }
            ServerMessage::Refused { request, .. } => {
                let asked = wire.asked.iter().position(|number| number == request);
                wire.asked.swap_remove(asked.expect("what is refused was asked, and is refused once"));
            }
            ServerMessage::Pong { nonce } => {
                let pinged = wire.pinged.iter().position(|pinged| pinged == nonce);
                wire.pinged.swap_remove(pinged.expect("a ping is answered once"));
            }
            ServerMessage::Events { game, first, events } => {
                assert!(wire.joined && !events.is_empty());
                let shown = [wire.shown, wire.wish].into_iter().flatten().filter(|shown| shown.game == *game);
                let shown = shown.map(|shown| shown.next).max().unwrap_or(0);
                match wire.next.get(game) {
                    Some(next) => assert_eq!(next, first, "events have no gaps"),
                    // one who says that he knows more than there is knows all of it
                    None => assert!(*first <= shown, "events {first} instead of {shown}"),
                }
                wire.next.insert(*game, *first + u32::try_from(events.len()).expect("few"));
            }
            ServerMessage::Snapshot { game, next, .. } => {
                assert!(wire.joined);
                wire.next.insert(*game, *next);
            }
            ServerMessage::Watching { game, .. } | ServerMessage::WatchEnded { game, .. } => {
                assert!(wire.joined);
                wire.next.remove(game);
            }
            ServerMessage::Closing { .. } => panic!("the shell says that, not the hub"),
            ServerMessage::Players { .. }
            | ServerMessage::Presence(_)
            | ServerMessage::ChallengeOpened(_)
            | ServerMessage::ChallengeClosed { .. }
            | ServerMessage::Tick { .. }
            | ServerMessage::Chat { .. }
            | ServerMessage::Registered
            | ServerMessage::SignedOutEverywhere { .. }
            | ServerMessage::Games { .. }
            | ServerMessage::FinishedGame { .. }
            | ServerMessage::Spectators { .. }
            | ServerMessage::Paused
            | ServerMessage::Unpaused
            | ServerMessage::GameSetAside { .. }
            | ServerMessage::ShuttingDown => assert!(wire.joined, "who has not joined is told nothing"),
        }
    }

    /// The hub closes a connection.
    pub(super) fn close(&mut self, id: ConnectionId) {
        assert!(self.open.remove(&id).is_some(), "what is closed was open");
    }

    /// The hub has stopped.
    pub(super) fn stop(&mut self) {
        assert!(self.open.is_empty(), "every connection is closed before the stop");
        assert!(!self.stopped, "it stops once");
        self.stopped = true;
    }
}
