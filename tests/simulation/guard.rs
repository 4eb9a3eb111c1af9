//! What must hold of what the hub says: nothing to a connection that is closed,
//! one connection a seat, a token that was given out brings its player back, and
//! one that a sign-out made void brings nobody.

use chuhe_hub::{ConnectionId, Input, Output, Record};
use chuhe_protocol::{ClientMessage, PlayerId, Refusal, Request, ServerMessage, SessionToken, limits};
use std::collections::BTreeMap;

/// A connection as the hub knows it.
#[derive(Default)]
struct Peer {
    player: Option<PlayerId>,
    /// The token that was shown last.
    shown: Option<SessionToken>,
    /// The token that is void as soon as the client says more.
    replaced: Option<SessionToken>,
    /// The token that was given out last.
    token: Option<SessionToken>,
    /// The token that is void as soon as the client shows that one.
    until_shown: Option<SessionToken>,
    /// Whether the player has a password, and so no need of an old token.
    registered: bool,
}

#[derive(Clone, Copy)]
struct Issued {
    player: PlayerId,
    /// In the place of which.
    replaces: Option<SessionToken>,
}

#[derive(Default)]
pub(super) struct Guard {
    peers: BTreeMap<ConnectionId, Peer>,
    /// The tokens that must bring their player back.
    good: BTreeMap<[u8; 16], Issued>,
    /// In the place of which every token was issued, good or not: a crash may
    /// have made one good again.
    replaces: BTreeMap<[u8; 16], Option<SessionToken>>,
    /// Whose every token was.
    owners: BTreeMap<[u8; 16], PlayerId>,
    /// What is void for ever as soon as a token is told, for then that is kept.
    voids: BTreeMap<[u8; 16], Vec<SessionToken>>,
    /// The tokens that are void for ever.
    pub(super) void: Vec<SessionToken>,
}

impl Guard {
    /// The server is gone, and every connection with it.
    pub(super) fn crashed(&mut self) {
        self.peers.clear();
    }

    /// The hub is about to be told this.
    pub(super) fn told(&mut self, input: &Input) {
        match input {
            Input::Connected(id, ..) => {
                let before = self.peers.insert(*id, Peer::default());
                assert!(before.is_none(), "a connection is used twice");
            }
            Input::Received(id, Request { message, .. }) => {
                let Some(peer) = self.peers.get_mut(id) else { return };
                if let ClientMessage::Resume { token, .. } = message {
                    peer.shown = Some(*token);
                    if peer.token == Some(*token)
                        && let Some(replaced) = peer.until_shown.take()
                    {
                        self.good.remove(&replaced.0);
                    }
                } else if let Some(replaced) = peer.replaced.take() {
                    self.good.remove(&replaced.0);
                }
            }
            Input::Disconnected(id) => {
                self.peers.remove(id);
            }
            Input::Broken(_)
            | Input::Stalled(_)
            | Input::Tick
            | Input::Answered(..)
            | Input::StoreStalled
            | Input::StoreRecovered
            | Input::Shutdown { .. } => {}
        }
    }

    /// The hub asks for this.
    pub(super) fn asked(&mut self, output: &Output) {
        match output {
            Output::Send(to, message) | Output::Notice(to, message) => self.said(*to, message),
            Output::SendAlso { to, also, message } => {
                [to, also].into_iter().for_each(|&to| self.said(to, message))
            }
            Output::Broadcast(to, message) => to.iter().for_each(|&to| self.said(to, message)),
            Output::Close(id, _) => {
                assert!(self.peers.remove(id).is_some(), "a connection is closed that is none");
            }
            Output::Save(Record::Player { player, row: None, .. }) => {
                self.good.retain(|_, issued| issued.player != *player);
            }
            Output::Save(_) | Output::Query(..) | Output::Stop => {}
        }
    }

    /// This leaves for a client, so that it is kept.
    pub(super) fn left(&mut self, message: &ServerMessage) {
        if let ServerMessage::SignedOutEverywhere { token } = message {
            self.void.extend(self.voids.remove(&token.0).into_iter().flatten());
        }
    }

    fn said(&mut self, to: ConnectionId, message: &ServerMessage) {
        let Some(peer) = self.peers.get_mut(&to) else {
            panic!("said to connection {to}, which is closed: {message:?}")
        };
        if let ServerMessage::Refused { reason: Refusal::UnknownToken, .. } = message {
            let shown = peer.shown.take().expect("a token was shown");
            assert!(!self.good.contains_key(&shown.0), "a token that is good is not known");
        }
        if let ServerMessage::SignedOutEverywhere { token } = message {
            let player = peer.player.expect("he has joined");
            let last = peer.token.replace(*token).filter(|_| !peer.registered);
            peer.until_shown = last;
            let is_last = |bytes: &[u8; 16]| last.is_some_and(|last| last.0 == *bytes);
            self.good.retain(|bytes, issued| issued.player != player || is_last(bytes));
            let his = self.owners.iter().filter(|&(bytes, &owner)| owner == player && !is_last(bytes));
            self.voids.insert(token.0, his.map(|(&bytes, _)| SessionToken(bytes)).collect());
            self.owners.insert(token.0, player);
            self.good.insert(token.0, Issued { player, replaces: last });
            self.replaces.insert(token.0, last);
        }
        peer.registered |= *message == ServerMessage::Registered;
        let ServerMessage::Joined { player, token, resumed, registered, .. } = message else { return };
        peer.registered = *registered;
        self.owners.insert(token.0, *player);
        let shown = if *resumed { peer.shown } else { None };
        assert!(shown.is_none_or(|shown| !self.void.contains(&shown)), "a token that is void lets in");
        (peer.player, peer.replaced, peer.token) = (Some(*player), shown, Some(*token));
        let seated = self.peers.values().filter(|peer| peer.player == Some(*player)).count();
        assert_eq!(seated, 1, "two connections hold the seat of player {player}");
        if let Some(shown) = shown {
            // what it took the place of is void, and what took its place before
            let void = self.replaces.get(&shown.0).copied().flatten();
            self.good.retain(|bytes, issued| {
                issued.replaces != Some(shown) && void.is_none_or(|void| void.0 != *bytes)
            });
        }
        // of too many the first is void; which that is does not matter here
        if self.good.values().filter(|issued| issued.player == *player).count() >= limits::PLAYER_TOKENS {
            self.good.retain(|_, issued| issued.player != *player);
        }
        self.good.insert(token.0, Issued { player: *player, replaces: shown });
        self.replaces.insert(token.0, shown);
    }
}
