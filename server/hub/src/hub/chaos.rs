//! Random inputs to the hub: it never panics, its invariants hold, and the same inputs give the
//! same bytes.

use super::{Hub, HubConfig};
use crate::address::Address;
use crate::boundary::{Input, Output};
use crate::connection_id::ConnectionId;
use crate::timers::Timer;
use crate::{AccountChange, Answer, PasswordHash, Query, QueryId, Removal};
use checks::{check_replays, visible_to_spectators};
use chuhe_protocol::any as messages;
use chuhe_protocol::{
    AccountMessage, ChallengeId, ChallengePolicy, ClientMessage, Cursor, DoorMessage, DoorRequest,
    EveningCode, EveningMessage, Event, GameId, InvitationCode, LobbyMessage, LobbyRequest, PlayerId,
    Refusal, Request, ServerMessage, SessionToken, TableMessage, Terms, limits, wire,
};
use chuhe_rules::clock::Timestamp;
use proptest::prelude::*;
use requests::password;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Debug;

mod checks;
mod evenings;
mod known;
mod luzhanqi;
#[path = "../../tests/hub/oracle.rs"]
mod oracle;
#[path = "../../tests/hub/outputs.rs"]
mod outputs;
mod requests;
#[path = "../../tests/hub/shared_table.rs"]
mod shared_table;
#[path = "../../tests/hub/stored.rs"]
mod stored;

/// A random step: an action, its peer, and two numbers to vary it.
type Step = (u8, u8, u8, u16);

/// The number of clients. Few, so that they play each other.
const PEERS: usize = 6;

/// A client, with the data that it has received and can refer to.
#[derive(Default)]
struct Peer {
    connection: Option<ConnectionId>,
    token: Option<SessionToken>,
    challenges: Vec<ChallengeId>,
}

struct Chaos {
    hub: Hub,
    stored: stored::Stored,
    /// The accounts that hubs share; `None` for a hub on its own.
    shared: Option<shared_table::SharedTable>,
    runs: u8,
    now: u64,
    next_connection: u64,
    peers: Vec<Peer>,
    players: Vec<PlayerId>,
    games: Vec<GameId>,
    /// The codes of all invitations so far.
    invitations: Vec<InvitationCode>,
    /// The codes of all evenings that were listed, followed or planned.
    evenings: Vec<EveningCode>,
    events: BTreeMap<(ConnectionId, GameId), u32>,
    bytes: Vec<u8>,
    pending_queries: VecDeque<(QueryId, Query)>,
    /// Which messages, events and refusals occurred.
    kinds: BTreeSet<String>,
    /// Whether many requests are random ones of any kind, which seldom lead to a game.
    sends_any: bool,
    /// The areas and names of what was sent.
    requests: BTreeSet<(String, &'static str)>,
}

impl Chaos {
    /// Returns a hub without connections. If it shares accounts, others change them too.
    fn new(shares_accounts: bool) -> Self {
        Self {
            hub: Hub::new(HubConfig { shares_accounts, ..HubConfig::seeded([3; 32]) }),
            stored: stored::Stored::default(),
            shared: shares_accounts.then(shared_table::SharedTable::default),
            runs: 3,
            now: 0,
            next_connection: 0,
            peers: (0..PEERS).map(|_| Peer::default()).collect(),
            players: vec![PlayerId(0)],
            games: vec![GameId(0)],
            invitations: Vec::new(),
            evenings: Vec::new(),
            events: BTreeMap::new(),
            bytes: Vec::new(),
            pending_queries: VecDeque::new(),
            kinds: BTreeSet::new(),
            sends_any: false,
            requests: BTreeSet::new(),
        }
    }

    fn step(&mut self, (what, who, how, number): Step) {
        let who = usize::from(who) % PEERS;
        if number.is_multiple_of(3)
            && let Some((id, query)) = self.pending_queries.pop_front()
        {
            let answer = match &mut self.shared {
                _ if how < 20 => Answer::Failed,
                Some(shared) => shared.answer(&self.stored, &query),
                None => oracle::answer(&self.stored, &query),
            };
            self.handle(Input::Answered(id, answer.clone()));
            if how < 30 {
                self.handle(Input::Answered(id, answer));
            }
        }
        if who == 0 && how < 40 {
            self.change_account(how, number);
        }
        match what % 24 {
            0 if self.peers[who].connection.is_none() || how < 8 => self.connect(who, how),
            1 => {
                let slow = if how < 4 { 40 } else { 1 };
                self.now += if how < 40 { u64::from(number) * slow } else { u64::from(number % 1_000) };
                let inputs = [Input::Tick, Input::StoreRecovered];
                self.handle(inputs[usize::from(how) % 2].clone());
            }
            2 if how < 20 => {
                if let Some(connection) = self.peers[who].connection.take() {
                    let ends = [
                        Input::Disconnected(connection),
                        Input::Broken(connection),
                        Input::Stalled(connection),
                    ];
                    self.handle(ends[usize::from(how) % 3].clone());
                }
            }
            3 if how == 0 && number < 6_000 => {
                self.handle(Input::Shutdown { grace_ms: u64::from(number) });
            }
            3 if how < 6 => {
                let since = self.now.saturating_sub(u64::from(how) * 300);
                self.handle(Input::StoreStalled(Timestamp::from_ms(since)));
            }
            15 if how < 16 => {
                let message = self.message(who, number as u8, how.wrapping_mul(7), number);
                if let Some(connection) = self.peers[who].connection {
                    let input = Input::Received(connection, Request { number: 1, message });
                    self.crash_in(input, usize::from(number % 6), u64::from(how) * 100);
                }
            }
            _ => {
                if self.peers[who].connection.is_none() && how.is_multiple_of(2) {
                    self.connect(who, how);
                }
                let message = self.message(who, what, how, number);
                self.now += u64::from(how) / 4;
                if let Some(connection) = self.peers[who].connection {
                    self.requests.insert((messages::area(&message), message.name()));
                    self.handle(Input::Received(connection, Request { number: u32::from(number), message }));
                }
            }
        }
    }

    /// Changes a shared account as another hub does, and sends the hub an account, old or new.
    fn change_account(&mut self, how: u8, number: u16) {
        let now = self.now;
        let Some(shared) = &mut self.shared else { return };
        let count = shared.0.len().max(1);
        let Some(account) = shared.0.values_mut().nth(usize::from(number) % count) else { return };
        let before = account.clone();
        if how.is_multiple_of(16) {
            shared.0.remove(&before.player);
            let why = if how.is_multiple_of(32) { Removal::Erased } else { Removal::Lapsed };
            return self.handle(Input::AccountRemoved(before.player, why));
        }
        let change = match how % 6 {
            0 => AccountChange::SignOut,
            1 => AccountChange::Block(PlayerId(u64::from(number)), before.row.name.clone()),
            2 => AccountChange::Policy(ChallengePolicy::Registered),
            3 => AccountChange::Played,
            4 => AccountChange::Visit(Timestamp::from_ms(now)),
            _ => {
                let to = PasswordHash(format!("00${}", password(how).0));
                AccountChange::Password { from: before.row.password.clone(), to }
            }
        };
        account.row.apply(&change).expect("nobody else changes it at once");
        account.revision += 1;
        let account = if how < 10 { before } else { account.clone() };
        self.handle(Input::AccountChanged(Box::new(account)));
    }

    fn connect(&mut self, who: usize, how: u8) {
        let connection = ConnectionId(self.next_connection);
        self.next_connection += 1;
        let now = Timestamp::from_ms(self.now);
        if how.is_multiple_of(8) {
            self.handle(Input::ComputerConnected { connection, level: how % 10 + 1, at: now });
        } else {
            self.handle(Input::Connected(connection, Address::default(), now));
        }
        let message = match self.peers[who].token {
            Some(token) if how < 200 => {
                let game = self.games[usize::from(how) % self.games.len()];
                let cursor = Cursor { game, next: u32::from(how) / 16 };
                let seen = how.is_multiple_of(2).then_some(cursor).into_iter().collect();
                ClientMessage::Door(DoorRequest::Resume { token, seen, hall: None })
            }
            _ if how.is_multiple_of(2) => {
                let whose = if how.is_multiple_of(16) { usize::from(how) / 16 % PEERS } else { who };
                ClientMessage::Door(DoorRequest::Login {
                    name: format!("p{whose}"),
                    password: password(how),
                    hall: None,
                })
            }
            _ => ClientMessage::Door(DoorRequest::Join {
                name: format!("P{}", usize::from(how) % PEERS),
                hall: None,
            }),
        };
        self.peers[who].connection = Some(connection);
        self.handle(Input::Received(connection, Request { number: 0, message }));
        if self.peers[who].token.is_none() {
            let message = ClientMessage::Door(DoorRequest::Join { name: format!("P{who}"), hall: None });
            self.handle(Input::Received(connection, Request { number: 0, message }));
        }
    }

    fn handle(&mut self, input: Input) {
        let now = Timestamp::from_ms(self.now);
        self.hub.handle(now, input);
        self.perform(usize::MAX);
        assert!(self.hub.poll_timeout().is_none_or(|at| at > now), "every due timer has fired");
        check_replays(&self.hub);
        self.check_spectators();
    }

    /// Crashes the server after some of the outputs of an input, and restores it from its records.
    fn crash_in(&mut self, input: Input, outputs: usize, down_ms: u64) {
        self.hub.handle(Timestamp::from_ms(self.now), input);
        self.perform(outputs);
        let restored = self.stored.restored(Timestamp::from_ms(self.now));
        self.now += down_ms;
        self.pending_queries.clear();
        // the next run generates other tokens
        self.runs += 1;
        let shares_accounts = self.shared.is_some();
        let settings = HubConfig { shares_accounts, ..HubConfig::seeded([self.runs; 32]) };
        let (hub, set_aside) = Hub::restore(settings, Timestamp::from_ms(self.now), restored);
        assert_eq!(set_aside, [], "everything stored can be used");
        self.hub = hub;
        for peer in &mut self.peers {
            peer.connection = None;
            peer.challenges.clear();
        }
        self.perform(usize::MAX);
        check_replays(&self.hub);
    }

    /// Performs the next outputs, at most `limit` and the rest of the last commit.
    fn perform(&mut self, limit: usize) {
        for output in outputs::take(&mut self.hub, limit) {
            match output {
                Output::Save(record) => {
                    self.bytes.extend(format!("{record:?}").bytes());
                    self.stored.store(record);
                }
                Output::Query(id, query) => self.pending_queries.push_back((id, query)),
                Output::Report(id, event) => self.bytes.extend(format!("{id} {event:?}").bytes()),
                Output::Send(to, message) | Output::Notice(to, message) => self.read(&[to], &message),
                Output::SendAlso { to, also, message } => self.read(&[to, also], &message),
                Output::Broadcast(to, message) => self.read(&to, &message),
                Output::Close(id, reason) => {
                    self.bytes.extend(format!("{id} {reason:?}").bytes());
                    for peer in self.peers.iter_mut().filter(|peer| peer.connection == Some(id)) {
                        peer.connection = None;
                    }
                }
                Output::Stop => self.bytes.push(0),
            }
        }
    }

    /// Checks that every spectator has received all events visible to them, and no others.
    fn check_spectators(&self) {
        for connection in self.hub.door.connections.joined() {
            let Some(game) = self.hub.floor.spectators.game(connection) else { continue };
            let room = self.hub.floor.rooms.get(game).expect("a watched room is open");
            let known = visible_to_spectators(room, Timestamp::from_ms(self.now));
            // a spectator who requested only later events has received none yet
            let next = self.events.get(&(connection, game)).copied().unwrap_or(known);
            assert_eq!(next, known);
            let player = self.hub.door.connections.player(connection).expect("the connection has joined");
            assert!(!self.hub.lobby.plays(player), "a player in a running game does not watch");
            assert_ne!(self.hub.lobby.presence.table(player), Some(game), "nobody watches their own table");
        }
    }

    fn read(&mut self, to: &[ConnectionId], message: &ServerMessage) {
        self.bytes.extend(format!("{to:?}").bytes());
        self.bytes.extend(wire::encode(message).expect("the message fits into a frame"));
        for &to in to {
            self.read_at(to, message);
        }
    }

    fn read_at(&mut self, to: ConnectionId, message: &ServerMessage) {
        assert!(
            self.hub.door.connections.address(to).is_some()
                || self.hub.step.lifecycle.is_stopped()
                || is_last_word(message)
        );
        self.kinds.insert(message.name().to_owned());
        if let ServerMessage::Table { game, message: TableMessage::Watching { .. } } = message {
            self.events.remove(&(to, *game)); // events follow from wherever the request asked
        }
        if let ServerMessage::Table { game, message: TableMessage::Snapshot { next, .. } } = message {
            self.events.insert((to, *game), *next);
        }
        if let ServerMessage::Table { game, message: TableMessage::Events { first, events } } = message {
            let next = self.events.entry((to, *game)).or_insert(*first);
            assert_eq!(next, first, "events have no gaps");
            // a connection closed by now had a player when the message was sent
            if let Some(player) = self.hub.door.connections.player(to) {
                self.stored.check_sent(player, *game, *first, events);
            }
            for event in events {
                self.kinds.insert(kind(event));
                if let Event::Luzhanqi { seen, .. } = event {
                    self.kinds.insert(format!("EventView{}", kind(seen)));
                }
            }
            *next += u32::try_from(events.len()).expect("few");
            if !self.games.contains(game) {
                self.games.push(*game);
            }
        }
        if let ServerMessage::Table { game, message: TableMessage::Snapshot { next, .. } } = message {
            self.events.insert((to, *game), *next);
        }
        if let ServerMessage::Refused { reason, .. } = message {
            self.kinds.insert(kind(reason));
        }
        let Some(peer) = self.peers.iter_mut().find(|peer| peer.connection == Some(to)) else { return };
        if let ServerMessage::Door(DoorMessage::Joined { player, token, .. }) = message {
            peer.token = Some(*token);
            self.players.push(*player);
        } else if let ServerMessage::Account(AccountMessage::SignedOutEverywhere { token }) = message {
            // half of the clients lose the new token
            peer.token = (token.0[0] % 2 == 0).then_some(*token);
        } else if let ServerMessage::Refused { reason: Refusal::UnknownToken, .. } = message {
            peer.token = None;
        } else if let ServerMessage::Lobby(LobbyMessage::ChallengeOpened(challenge)) = message {
            peer.challenges.push(challenge.id);
        } else if let ServerMessage::Lobby(LobbyMessage::InvitationOpened(invitation)) = message {
            self.invitations.push(invitation.code);
        } else if let ServerMessage::Evening(EveningMessage::Planned { code }) = message {
            self.evenings.push(*code);
        } else if let ServerMessage::Lobby(LobbyMessage::ChallengeClosed { challenge, .. }) = message {
            assert!(peer.challenges.contains(challenge), "a closed challenge was announced as open");
            peer.challenges.retain(|id| id != challenge);
        }
    }
}

/// Returns the name of a variant.
fn kind(of: &impl Debug) -> String {
    format!("{of:?}").chars().take_while(|c| c.is_alphanumeric()).collect()
}

/// Returns whether a message may be sent in the step that closes its connection.
fn is_last_word(message: &ServerMessage) -> bool {
    !matches!(message, ServerMessage::Door(DoorMessage::Joined { .. } | DoorMessage::Pong { .. }))
}

fn play(steps: &[Step], shares_accounts: bool, sends_any: bool) -> Chaos {
    let mut chaos = Chaos { sends_any, ..Chaos::new(shares_accounts) };
    for &step in steps {
        chaos.step(step);
    }
    chaos
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, ..ProptestConfig::default() })]

    #[test]
    fn random_inputs_keep_the_invariants_and_are_deterministic(
        steps in proptest::collection::vec(any::<Step>(), 1..400),
        shares_accounts in any::<bool>(),
        sends_any in any::<bool>(),
    ) {
        let first = play(&steps, shares_accounts, sends_any);
        let second = play(&steps, shares_accounts, sends_any);
        prop_assert_eq!(first.bytes, second.bytes);
    }
}

#[test]
fn random_inputs_reach_every_kind_of_event() {
    use rand_chacha::rand_core::{Rng, SeedableRng};
    let mut random = rand_chacha::ChaCha20Rng::from_seed([9; 32]);
    let (mut kinds, mut requests) = (BTreeSet::new(), BTreeSet::new());
    for run in 0..60 {
        let mut chaos = Chaos { sends_any: run >= 50, ..Chaos::new(run >= 40) };
        for _ in 0..600 {
            let bits = random.next_u64().to_le_bytes();
            chaos.step((bits[0], bits[1], bits[2], u16::from_le_bytes([bits[3], bits[4]])));
        }
        kinds.extend(chaos.kinds);
        requests.extend(chaos.requests);
    }
    for kind in messages::kinds::<ClientMessage>() {
        let is_sent = requests.iter().any(|(area, name)| kind.has(area, name));
        assert!(is_sent, "no {kind:?} in {requests:?}");
    }
    for kind in [
        "Started",
        "Played",
        "Offered",
        "OfferClosed",
        "TakenBack",
        "WentAway",
        "CameBack",
        "Ended",
        "Left",
        "Interrupted",
        "RepetitionJudged",
        "EventViewWithheld",
        "EventViewPlaced",
        "EventViewConfirmed",
        "EventViewWithdrew",
        "EventViewMoved",
        "EventViewPassed",
        "EventViewRevealed",
        "Formation",
        "Setup",
        "Terms",
        "Paused",
        "OpponentAway",
        "Snapshot",
        "Watching",
        "WatchEnded",
        "Spectators",
        "CannotWatch",
        "Registered",
        "SignedOutEverywhere",
        "NameRegistered",
        "WrongPassword",
        "RequestPending",
        "Games",
        "FinishedGame",
        "FoundGames",
        "Preferences",
        "ChallengeTooSoon",
        "NoChallenges",
        "InvitationOpened",
        "InvitationClosed",
        "InvitationFound",
        "InvitationAccepted",
        "Invitation",
        "Visitors",
        "Preview",
        "Planned",
        "List",
        "Opened",
        "Records",
        "Round",
        "Called",
    ] {
        assert!(kinds.contains(kind), "no {kind} in {kinds:?}");
    }
    assert!(kinds.len() > 25, "{kinds:?}");
}

#[test]
fn timers_of_removed_objects_have_no_effect() {
    let mut hub = Hub::new(HubConfig::seeded([1; 32]));
    hub.step.effects.set_timer(Timer::Room(GameId(1)), Some(Timestamp::from_ms(5)));
    hub.step.effects.set_timer(Timer::Challenge(ChallengeId(1)), Some(Timestamp::from_ms(5)));
    hub.step.effects.set_timer(Timer::Connection(ConnectionId(1)), Some(Timestamp::from_ms(5)));
    hub.step.effects.set_timer(Timer::Spectators(GameId(1)), Some(Timestamp::from_ms(5)));
    hub.step.effects.set_timer(Timer::Release(PlayerId(1)), Some(Timestamp::from_ms(5)));
    hub.handle(Timestamp::from_ms(5), Input::Tick);
    assert_eq!(hub.poll_output(), None);
}

#[test]
fn too_many_abandoned_games_are_closed_oldest_first() {
    let mut hub = Hub::new(HubConfig::seeded([1; 32]));
    let now = Timestamp::from_ms(0);
    let request = |hub: &mut Hub, connection: u64, message| {
        let request = Request { number: 0, message };
        hub.handle(now, Input::Received(ConnectionId(connection), request));
    };
    for (connection, name) in [(0, "Bo"), (1, "An")] {
        hub.handle(now, Input::Connected(ConnectionId(connection), Address::default(), now));
        request(&mut hub, connection, DoorRequest::Join { name: name.into(), hall: None }.into());
    }
    let players: Vec<PlayerId> = hub.lobby.presence.ids().collect();
    for (connection, opponent) in [(0, players[1]), (1, players[0])] {
        request(&mut hub, connection, LobbyRequest::Challenge { opponent, terms: Terms::default() }.into());
    }
    let is_over = |hub: &Hub| hub.floor.rooms.all().next().expect("a game began").is_over();
    // stand-ins for games that were abandoned later
    for n in 0..limits::ABANDONED_GAMES {
        let id = u64::try_from(n).expect("it fits");
        hub.floor.rooms.abandon(GameId(1_000_000 + id), Timestamp::from_ms(u64::MAX));
    }
    hub.handle(now, Input::Disconnected(ConnectionId(0)));
    assert!(!is_over(&hub));
    hub.handle(now, Input::Disconnected(ConnectionId(1)));
    assert!(is_over(&hub));
    assert_eq!(hub.floor.rooms.abandoned_count(), limits::ABANDONED_GAMES);
}
