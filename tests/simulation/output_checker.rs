//! Checks every output of the hub.
//!
//! The hub sends nothing to a closed connection, each player has one connection at most, an
//! issued token resumes its player, and a token revoked by a sign-out resumes nobody.

use chuhe_hub::{ConnectionId, Input, Output, PasswordHash, Record};
use chuhe_protocol::{
    AccountMessage, ClientMessage, DoorMessage, DoorRequest, PlayerId, Refusal, Request, ServerMessage,
    SessionToken, limits,
};
use std::collections::BTreeMap;

/// An open connection, as the hub sees it.
#[derive(Default)]
struct Peer {
    player: Option<PlayerId>,
    /// The token that the client presented last.
    presented: Option<SessionToken>,
    /// The token that the client's next message revokes.
    replaced: Option<SessionToken>,
    /// The token that was issued last.
    token: Option<SessionToken>,
    /// The token that is revoked as soon as the client presents `token`.
    until_presented: Option<SessionToken>,
    /// Whether the player has a password, and so needs no old token.
    registered: bool,
}

/// An issued token.
#[derive(Clone, Copy)]
struct Issued {
    player: PlayerId,
    /// The token it replaces.
    replaces: Option<SessionToken>,
}

/// Checks the outputs of the hub against its inputs.
#[derive(Default)]
pub(crate) struct OutputChecker {
    peers: BTreeMap<ConnectionId, Peer>,
    /// The tokens that must resume their player.
    valid: BTreeMap<[u8; 16], Issued>,
    /// The token that each token replaces, valid or not: a crash may have restored an older one.
    replaces: BTreeMap<[u8; 16], Option<SessionToken>>,
    /// The owner of each token.
    owners: BTreeMap<[u8; 16], PlayerId>,
    /// The tokens that are revoked once this token is sent, because it is stored by then.
    revoked_with: BTreeMap<[u8; 16], Vec<SessionToken>>,
    /// The hash of each password that was stored.
    passwords: BTreeMap<PlayerId, PasswordHash>,
    /// The tokens that are revoked for ever.
    pub(crate) revoked: Vec<SessionToken>,
}

impl OutputChecker {
    /// Forgets all connections, because the server has ended.
    pub(crate) fn reset(&mut self) {
        self.peers.clear();
    }

    /// Records an input that the hub is about to handle.
    pub(crate) fn record_input(&mut self, input: &Input) {
        match input {
            Input::Connected(id, ..) | Input::ComputerConnected { connection: id, .. } => {
                let before = self.peers.insert(*id, Peer::default());
                assert!(before.is_none(), "a connection id is used twice");
            }
            Input::Received(id, Request { message, .. }) => {
                let Some(peer) = self.peers.get_mut(id) else { return };
                if let ClientMessage::Door(DoorRequest::Resume { token, .. }) = message {
                    peer.presented = Some(*token);
                    if peer.token == Some(*token)
                        && let Some(replaced) = peer.until_presented.take()
                    {
                        self.valid.remove(&replaced.0);
                    }
                } else if let Some(replaced) = peer.replaced.take() {
                    self.valid.remove(&replaced.0);
                }
            }
            Input::Disconnected(id) => {
                self.peers.remove(id);
            }
            Input::Broken(_)
            | Input::Stalled(_)
            | Input::Tick
            | Input::Answered(..)
            | Input::StoreStalled(_)
            | Input::StoreRecovered
            | Input::Shutdown { .. }
            | Input::StoodStill(_)
            | Input::SetLimits(_)
            | Input::Operate(_)
            | Input::AccountChanged(_)
            | Input::AccountRemoved(..) => {}
        }
    }

    /// Checks an output of the hub.
    pub(crate) fn check_output(&mut self, output: &Output) {
        match output {
            Output::Send(to, message) | Output::Notice(to, message) => self.check_message(*to, message),
            Output::SendAlso { to, also, message } => {
                [to, also].into_iter().for_each(|&to| self.check_message(to, message))
            }
            Output::Broadcast(to, message) => to.iter().for_each(|&to| self.check_message(to, message)),
            Output::Close(id, _) => {
                assert!(self.peers.remove(id).is_some(), "the hub closes a connection that is not open");
            }
            Output::Save(Record::Player { player, row: None, .. }) => {
                self.valid.retain(|_, issued| issued.player != *player);
            }
            Output::Save(Record::Player { player, row: Some(row), .. }) => {
                let Some(hash) = &row.password else { return };
                let before = self.passwords.insert(*player, hash.clone());
                // a change of password signs out everywhere, also if nobody is connected to be sent a new token
                if before.is_some_and(|before| before != *hash) {
                    self.valid.retain(|_, issued| issued.player != *player);
                }
            }
            Output::Save(_) | Output::Query(..) | Output::Report(..) | Output::Stop => {}
        }
    }

    /// Records a message that is sent to a client, so everything before it is stored.
    pub(crate) fn record_sent(&mut self, message: &ServerMessage) {
        if let ServerMessage::Account(AccountMessage::SignedOutEverywhere { token }) = message {
            self.revoked.extend(self.revoked_with.remove(&token.0).into_iter().flatten());
        }
    }

    fn check_message(&mut self, to: ConnectionId, message: &ServerMessage) {
        let Some(peer) = self.peers.get_mut(&to) else {
            panic!("the hub sends to connection {to}, which is closed: {message:?}")
        };
        if let ServerMessage::Refused { reason: Refusal::UnknownToken, .. } = message {
            let presented = peer.presented.take().expect("the client has presented a token");
            assert!(!self.valid.contains_key(&presented.0), "the hub refuses a valid token");
        }
        if let ServerMessage::Account(AccountMessage::SignedOutEverywhere { token }) = message {
            let player = peer.player.expect("the client has joined");
            let last = peer.token.replace(*token).filter(|_| !peer.registered);
            peer.until_presented = last;
            let is_last = |bytes: &[u8; 16]| last.is_some_and(|last| last.0 == *bytes);
            self.valid.retain(|bytes, issued| issued.player != player || is_last(bytes));
            let revoked = self.owners.iter().filter(|&(bytes, &owner)| owner == player && !is_last(bytes));
            self.revoked_with.insert(token.0, revoked.map(|(&bytes, _)| SessionToken(bytes)).collect());
            self.owners.insert(token.0, player);
            self.valid.insert(token.0, Issued { player, replaces: last });
            self.replaces.insert(token.0, last);
        }
        peer.registered |= *message == ServerMessage::Account(AccountMessage::Registered);
        let ServerMessage::Door(DoorMessage::Joined { player, token, resumed, registered, .. }) = message
        else {
            return;
        };
        peer.registered = *registered;
        self.owners.insert(token.0, *player);
        let presented = if *resumed { peer.presented } else { None };
        assert!(
            presented.is_none_or(|presented| !self.revoked.contains(&presented)),
            "a revoked token resumes a player"
        );
        (peer.player, peer.replaced, peer.token) = (Some(*player), presented, Some(*token));
        let seated = self.peers.values().filter(|peer| peer.player == Some(*player)).count();
        assert_eq!(seated, 1, "player {player} has two connections");
        if let Some(presented) = presented {
            // the token it replaced is revoked, and so is one that replaced it before
            let replaced = self.replaces.get(&presented.0).copied().flatten();
            self.valid.retain(|bytes, issued| {
                issued.replaces != Some(presented) && replaced.is_none_or(|replaced| replaced.0 != *bytes)
            });
        }
        // the hub revokes the oldest token above the limit; which one that is does not matter here
        if self.valid.values().filter(|issued| issued.player == *player).count() >= limits::PLAYER_TOKENS {
            self.valid.retain(|_, issued| issued.player != *player);
        }
        self.valid.insert(token.0, Issued { player: *player, replaces: presented });
        self.replaces.insert(token.0, presented);
    }
}
