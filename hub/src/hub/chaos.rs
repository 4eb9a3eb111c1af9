//! Whatever is said to the hub, in whatever order: it does not panic, it keeps
//! its invariants, and the same said again gives the same bytes.

use super::known::{Board, Known};
use super::{Hub, HubConfig};
use crate::boundary::{Address, ConnectionId, Input, Output};
use crate::room::Room;
use crate::timers::Timer;
use crate::{Answer, Query, QueryId};
use chuhe_protocol::{
    ChallengeId, ChatRoom, Claim, ClientMessage, ColorChoice, Cursor, DeclineReason, Event, GameId, Password,
    PlayerId, Refusal, Request, ServerMessage, TakebackPolicy, Terms, Token, WatchFrom, limits, wire,
};
use chuhe_rules::clock::{TimeControl, Timestamp};
use chuhe_rules::luzhanqi::Seen;
use chuhe_rules::offers::OfferKind;
use chuhe_rules::{Color, Game, GameMove, Viewer};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Debug;

#[path = "../../tests/hub/kept.rs"]
mod kept;
mod luzhanqi;
#[path = "../../tests/hub/oracle.rs"]
mod oracle;

/// A step of chaos: what is done and three numbers to do it with.
type Step = (u8, u8, u8, u16);

/// Few, so that they meet.
const PEERS: usize = 6;

/// What a client has seen, and so may speak of.
#[derive(Default)]
struct Peer {
    connection: Option<ConnectionId>,
    token: Option<Token>,
    challenges: Vec<ChallengeId>,
}

struct Chaos {
    hub: Hub,
    kept: kept::Kept,
    runs: u8,
    now: u64,
    next_connection: u64,
    peers: Vec<Peer>,
    players: Vec<PlayerId>,
    games: Vec<GameId>,
    events: BTreeMap<(ConnectionId, GameId), u32>,
    bytes: Vec<u8>,
    pending_queries: VecDeque<(QueryId, Query)>,
    /// Which events and refusals there were.
    kinds: BTreeSet<String>,
}

impl Chaos {
    fn new() -> Self {
        Self {
            hub: Hub::new(HubConfig::seeded([3; 32])),
            kept: kept::Kept::default(),
            runs: 3,
            now: 0,
            next_connection: 0,
            peers: (0..PEERS).map(|_| Peer::default()).collect(),
            players: vec![PlayerId(0)],
            games: vec![GameId(0)],
            events: BTreeMap::new(),
            bytes: Vec::new(),
            pending_queries: VecDeque::new(),
            kinds: BTreeSet::new(),
        }
    }

    fn step(&mut self, (what, who, how, number): Step) {
        let who = usize::from(who) % PEERS;
        if number.is_multiple_of(3)
            && let Some((id, ask)) = self.pending_queries.pop_front()
        {
            let answer = if how < 20 { Answer::Failed } else { oracle::answer(&self.kept, &ask) };
            self.tell(Input::Answered(id, answer));
        }
        match what % 24 {
            0 if self.peers[who].connection.is_none() || how < 8 => self.connect(who, how),
            1 => {
                let slow = if how < 4 { 40 } else { 1 };
                self.now += if how < 40 { u64::from(number) * slow } else { u64::from(number % 1_000) };
                let inputs = [Input::Tick, Input::StoreRecovered];
                self.tell(inputs[usize::from(how) % 2].clone());
            }
            2 if how < 20 => {
                if let Some(connection) = self.peers[who].connection.take() {
                    let ends = [
                        Input::Disconnected(connection),
                        Input::Broken(connection),
                        Input::Stalled(connection),
                    ];
                    self.tell(ends[usize::from(how) % 3].clone());
                }
            }
            3 if how == 0 && number < 6_000 => {
                self.tell(Input::Shutdown { grace_ms: u64::from(number) });
            }
            3 if how < 6 => self.tell(Input::StoreStalled),
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
                    self.tell(Input::Received(connection, Request { number: u32::from(number), message }));
                }
            }
        }
    }

    fn connect(&mut self, who: usize, how: u8) {
        let connection = ConnectionId(self.next_connection);
        self.next_connection += 1;
        let now = Timestamp::from_ms(self.now);
        self.tell(Input::Connected(connection, Address::default(), now));
        let message = match self.peers[who].token {
            Some(token) if how < 200 => {
                let game = self.games[usize::from(how) % self.games.len()];
                let seen = (how.is_multiple_of(2)).then_some(Cursor { game, next: u32::from(how) / 16 });
                ClientMessage::Resume { token, seen }
            }
            _ if how.is_multiple_of(2) => {
                let whose = if how.is_multiple_of(16) { usize::from(how) / 16 % PEERS } else { who };
                ClientMessage::Login { name: format!("p{whose}"), password: password(how) }
            }
            _ => ClientMessage::Join { name: format!("P{}", usize::from(how) % PEERS) },
        };
        self.peers[who].connection = Some(connection);
        self.tell(Input::Received(connection, Request { number: 0, message }));
        if self.peers[who].token.is_none() {
            let message = ClientMessage::Join { name: format!("P{who}") };
            self.tell(Input::Received(connection, Request { number: 0, message }));
        }
    }

    fn message(&self, who: usize, what: u8, how: u8, number: u16) -> ClientMessage {
        let pick = usize::from(number);
        let player = self.players[self.players.len() - 1 - pick % self.players.len().min(PEERS)];
        // mostly the game one sits at
        let own = self.own_game(who).filter(|_| how > 10);
        let game = own.unwrap_or_else(|| self.games[pick % self.games.len()]);
        let challenges = &self.peers[who].challenges;
        let challenge = challenges.get(pick % challenges.len().max(1)).copied().unwrap_or(ChallengeId(9));
        let kind = OfferKind::ALL[pick % 3];
        match what % 24 {
            3 | 4 => ClientMessage::Challenge { opponent: player, terms: terms(how) },
            5 => ClientMessage::AcceptChallenge { challenge },
            6 if how < 80 => ClientMessage::CancelChallenge { challenge },
            6 if how < 160 => ClientMessage::DeclineChallenge { challenge, reason: DeclineReason::Later },
            6 => ClientMessage::Ping { nonce: 1, round_trip_ms: (how > 200).then_some(number) },
            7..=9 | 17.. => match self.offered_to(who).filter(|_| how.is_multiple_of(4)) {
                Some(kind) => ClientMessage::AnswerOffer { game, kind, accept: how > 80 },
                None => self.play(game, how, number),
            },
            16 => {
                let game = self.games[pick % self.games.len()];
                let from = match how {
                    0..80 => WatchFrom::Start,
                    80..120 => WatchFrom::Current,
                    120..240 => WatchFrom::Event(u32::from(how - 120)),
                    240.. => return ClientMessage::Unwatch { game },
                };
                ClientMessage::Watch { game, from }
            }
            10 => ClientMessage::Offer { game, kind },
            11 => ClientMessage::AnswerOffer { game, kind, accept: how > 80 },
            12 if how < 128 => ClientMessage::WithdrawOffer { game, kind },
            12 => ClientMessage::LeaveTable { game },
            13 if how < 20 => ClientMessage::Resign { game },
            13 if how < 40 => ClientMessage::Abort { game },
            13 => {
                let claim = if how < 200 { Claim::Win } else { Claim::Draw };
                ClientMessage::ClaimAbsence { game, claim }
            }
            14 => self.say_who(who, game, how),
            _ => {
                let room = match how {
                    0..60 => ChatRoom::Lobby,
                    60..180 => ChatRoom::Spectators(self.games[pick % self.games.len()]),
                    180.. => ChatRoom::Table(game),
                };
                ClientMessage::Chat { room, text: "喂".repeat(usize::from(how)) }
            }
        }
    }

    /// What concerns oneself and what one has played.
    fn say_who(&self, who: usize, game: GameId, how: u8) -> ClientMessage {
        match how {
            0..6 => ClientMessage::Quit,
            6..50 => ClientMessage::Register { password: password(how) },
            50..60 => ClientMessage::ChangePassword { old: password(how), new: password(how + 1) },
            60..80 => ClientMessage::SignOutEverywhere,
            80..110 => ClientMessage::ListGames { before: how.is_multiple_of(2).then_some(game) },
            110..140 => ClientMessage::FetchGame { game, from: u32::from(how - 110) },
            140..160 => {
                ClientMessage::Resume { token: self.peers[who].token.unwrap_or(Token([0; 16])), seen: None }
            }
            160.. => ClientMessage::Join { name: format!("P{how}") },
        }
    }

    fn own_game(&self, who: usize) -> Option<GameId> {
        let player = self.hub.connections.player(self.peers[who].connection?)?;
        self.hub.presence.table(player)
    }

    /// What one's opponent has offered.
    fn offered_to(&self, who: usize) -> Option<OfferKind> {
        let room = self.hub.rooms.get(self.own_game(who)?)?;
        let player = self.hub.connections.player(self.peers[who].connection?)?;
        let color = room.color_of(player)?;
        let known = Known::by(Viewer::Player(color), &room.seen_by(Viewer::Player(color), 0, self.hub.now));
        OfferKind::ALL.into_iter().find(|&kind| known.offers.stands(color.opponent(), kind))
    }

    /// A legal move as a rule, and now and then any.
    fn play(&self, game: GameId, how: u8, number: u16) -> ClientMessage {
        let any =
            |square: u16| char::from(b'a' + (square % 9) as u8).to_string() + &(square % 10).to_string();
        let wild = (any(number) + &any(number / 100)).parse().expect("two squares are a move");
        let room = self.hub.rooms.get(game);
        if let Some(message) = room.and_then(|room| luzhanqi::message(room, how, number)) {
            return message;
        }
        let legal = room.and_then(|room| match room.game() {
            Game::Xiangqi(game) => {
                let moves = game.position().legal_moves();
                moves.get(usize::from(number) % moves.len().max(1)).copied()
            }
            Game::Luzhanqi(_) => None,
        });
        let mv = GameMove::Xiangqi(legal.filter(|_| how > 20).unwrap_or(wild));
        let ply = room.map_or(0, |room| room.ply()).saturating_sub(u16::from(how.is_multiple_of(16)));
        ClientMessage::Play { game, ply, mv }
    }

    fn tell(&mut self, input: Input) {
        let now = Timestamp::from_ms(self.now);
        self.hub.handle(now, input);
        self.perform(usize::MAX);
        assert!(self.hub.poll_timeout().is_none_or(|at| at > now), "nothing that is due is left");
        self.hub.check_replays();
        self.check_spectators();
    }

    /// The server goes down after so many outputs that follow from an input, and
    /// is made again of what was kept.
    fn crash_in(&mut self, input: Input, outputs: usize, down_ms: u64) {
        self.hub.handle(Timestamp::from_ms(self.now), input);
        self.perform(outputs);
        let restored = self.kept.restored(Timestamp::from_ms(self.now));
        self.now += down_ms;
        self.pending_queries.clear();
        // the next run draws other tokens
        self.runs += 1;
        let settings = HubConfig::seeded([self.runs; 32]);
        let (hub, set_aside) = Hub::restore(settings, Timestamp::from_ms(self.now), restored);
        assert_eq!(set_aside, [], "everything stored can be used");
        self.hub = hub;
        for peer in &mut self.peers {
            peer.connection = None;
            peer.challenges.clear();
        }
        self.perform(usize::MAX);
        self.hub.check_replays();
    }

    /// Does the next outputs, at most so many.
    fn perform(&mut self, most: usize) {
        let mut last_is_save = false;
        for n in 0.. {
            let Some(output) = self.hub.poll_output() else { break };
            // records that follow each other directly are kept together
            let is_save = matches!(output, Output::Save(_));
            if n >= most && !(is_save && last_is_save) {
                break;
            }
            last_is_save = is_save;
            match output {
                Output::Save(record) => {
                    self.bytes.extend(format!("{record:?}").bytes());
                    self.kept.keep(record);
                }
                Output::Query(id, ask) => self.pending_queries.push_back((id, ask)),
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

    /// Who watches knows all that he may, and no more.
    fn check_spectators(&self) {
        for connection in self.hub.connections.joined() {
            let Some(game) = self.hub.watching.game(connection) else { continue };
            let room = self.hub.rooms.get(game).expect("a watched room is open");
            let known = visible_to_spectators(room, Timestamp::from_ms(self.now));
            // who asked from the very horizon on was told no event yet
            let next = self.events.get(&(connection, game)).copied().unwrap_or(known);
            assert_eq!(next, known);
            let player = self.hub.connections.player(connection).expect("he has joined");
            assert!(!self.hub.plays(player), "who plays does not watch");
            assert_ne!(self.hub.presence.table(player), Some(game), "nor one his own board");
        }
    }

    fn read(&mut self, to: &[ConnectionId], message: &ServerMessage) {
        self.bytes.extend(format!("{to:?}").bytes());
        self.bytes.extend(wire::encode(message).expect("it fits into a frame"));
        for &to in to {
            self.read_at(to, message);
        }
    }

    fn read_at(&mut self, to: ConnectionId, message: &ServerMessage) {
        assert!(
            self.hub.connections.address(to).is_some()
                || self.hub.lifecycle.is_stopped()
                || is_last_word(message)
        );
        self.kinds.insert(kind(message));
        if let ServerMessage::Watching { game, .. } = message {
            self.events.remove(&(to, *game)); // it is told from wherever it asked for
        }
        if let ServerMessage::Snapshot { game, next, .. } = message {
            self.events.insert((to, *game), *next);
        }
        if let ServerMessage::Events { game, first, events } = message {
            let next = self.events.entry((to, *game)).or_insert(*first);
            assert_eq!(next, first, "events have no gaps");
            // one who is gone by now was somebody when it was said
            if let Some(player) = self.hub.connections.player(to) {
                self.kept.check_told(player, *game, *first, events);
            }
            for event in events {
                self.kinds.insert(kind(event));
                if let Event::Luzhanqi { seen, .. } = event {
                    self.kinds.insert(format!("Seen{}", kind(seen)));
                }
            }
            *next += u32::try_from(events.len()).expect("few");
            if !self.games.contains(game) {
                self.games.push(*game);
            }
        }
        if let ServerMessage::Snapshot { game, next, .. } = message {
            self.events.insert((to, *game), *next);
            self.kinds.insert(kind(message));
        }
        if let ServerMessage::Refused { reason, .. } = message {
            self.kinds.insert(kind(reason));
        }
        let Some(peer) = self.peers.iter_mut().find(|peer| peer.connection == Some(to)) else { return };
        if let ServerMessage::Joined { player, token, .. } = message {
            peer.token = Some(*token);
            self.players.push(*player);
        } else if let ServerMessage::SignedOutEverywhere { token } = message {
            // there are those who lose it
            peer.token = (token.0[0] % 2 == 0).then_some(*token);
        } else if let ServerMessage::Refused { reason: Refusal::UnknownToken, .. } = message {
            peer.token = None;
        } else if let ServerMessage::ChallengeOpened(challenge) = message {
            peer.challenges.push(challenge.id);
        } else if let ServerMessage::ChallengeClosed { challenge, .. } = message {
            assert!(peer.challenges.contains(challenge), "what is closed was told to be open");
            peer.challenges.retain(|id| id != challenge);
        }
    }
}

/// How many events the spectators of a game may know: from the whole journal.
fn visible_to_spectators(room: &Room, now: Timestamp) -> u32 {
    let events = room.seen_by(Viewer::Player(Color::Red), 0, now);
    let delay = usize::from(room.watch_delay_plies());
    let is_ply = |event: &Event| {
        let is_ply = |seen: &Seen| matches!(seen, Seen::Moved { .. } | Seen::Passed { .. });
        matches!(event, Event::Played { .. }) || matches!(event, Event::Luzhanqi { seen, .. } if is_ply(seen))
    };
    let moves: Vec<u32> = (1..).zip(&events).filter(|(_, event)| is_ply(event)).map(|(n, _)| n).collect();
    match moves.iter().rev().nth(delay) {
        _ if delay == 0 || room.is_over() => u32::try_from(events.len()).expect("few"),
        Some(&after) => after,
        None => 1,
    }
}

/// Now and then another.
fn password(how: u8) -> Password {
    Password(format!("long enough {}", how.is_multiple_of(8)))
}

/// The name of a variant.
fn kind(of: &impl Debug) -> String {
    format!("{of:?}").chars().take_while(|c| c.is_alphanumeric()).collect()
}

/// What may be said in the step in which the connection is closed.
fn is_last_word(message: &ServerMessage) -> bool {
    !matches!(message, ServerMessage::Joined { .. } | ServerMessage::Pong { .. })
}

fn terms(how: u8) -> Terms {
    let luzhanqi = how % 8 >= 5;
    let time = TimeControl {
        game_ms: if how.is_multiple_of(2) { 20_000 } else { 0 },
        move_ms: match how % 3 {
            _ if luzhanqi => 1_500,
            0 => 9_000,
            _ => 0,
        },
        increment_ms: if how.is_multiple_of(5) { 2_000 } else { 0 },
        read_ms: if how.is_multiple_of(7) { 3_000 } else { 0 },
    };
    let color = [ColorChoice::Red, ColorChoice::Black, ColorChoice::Random][usize::from(how) % 3];
    let game = if luzhanqi { luzhanqi::terms(how) } else { Terms::default().game };
    let off = how.is_multiple_of(4) || luzhanqi && how != 5;
    let takeback = if off { TakebackPolicy::Off } else { TakebackPolicy::Ask };
    let opponent_time = if how < 40 { TimeControl::UNTIMED } else { time };
    let watch_delay_plies = [0, 0, 1, 3][usize::from(how) % 4];
    Terms { game, color, challenger_time: time, opponent_time, takeback, watch_delay_plies }
}

impl Hub {
    /// Checks the invariants, and that every journal replays to the game as it stands.
    fn check_replays(&self) {
        self.check_invariants();
        for room in self.rooms.all() {
            assert!(room.seen_by(Viewer::Player(Color::Red), 0, self.now).len() <= limits::GAME_EVENTS);
            replay(room, self.now);
        }
    }
}

/// A journal told from its beginning gives the game as it stands, and so does
/// what is told of it in short.
fn replay(room: &Room, now: Timestamp) {
    let by_all = |viewer: Viewer| Known::by(viewer, &room.seen_by(viewer, 0, now));
    for viewer in [Viewer::Player(Color::Red), Viewer::Player(Color::Black), Viewer::Spectator] {
        let known = by_all(viewer);
        assert_eq!(Known::by(viewer, &room.snapshot(viewer, now)), known, "in short it is the same");
        if viewer != Viewer::Spectator || room.watch_delay_plies() == 0 {
            assert_eq!(known.game, Board::of(room.game(), viewer));
        }
    }
    let known = by_all(Viewer::Player(Color::Red));
    assert_eq!(known.outcome, room.ended().map(|(outcome, _)| outcome));
    assert!(Color::ALL.into_iter().all(|color| known.is_present(color) == room.is_present(color)));
}

fn play(steps: &[Step]) -> Chaos {
    let mut chaos = Chaos::new();
    for &step in steps {
        chaos.step(step);
    }
    chaos
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_said_the_invariants_hold_and_the_same_again_gives_the_same_bytes(
        steps in proptest::collection::vec(any::<Step>(), 1..400)
    ) {
        let first = play(&steps);
        let second = play(&steps);
        prop_assert_eq!(first.bytes, second.bytes);
    }
}

#[test]
fn chaos_gets_somewhere() {
    use rand_chacha::rand_core::{Rng, SeedableRng};
    let mut random = rand_chacha::ChaCha20Rng::from_seed([9; 32]);
    let mut kinds = BTreeSet::new();
    for _ in 0..40 {
        let mut chaos = Chaos::new();
        for _ in 0..600 {
            let bits = random.next_u64().to_le_bytes();
            chaos.step((bits[0], bits[1], bits[2], u16::from_le_bytes([bits[3], bits[4]])));
        }
        kinds.extend(chaos.kinds);
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
        "SeenWithheld",
        "SeenPlaced",
        "SeenConfirmed",
        "SeenWithdrew",
        "SeenMoved",
        "SeenPassed",
        "SeenRevealed",
        "Formation",
        "Setup",
        "Terms",
        "Paused",
        "ChallengerAway",
        "Snapshot",
        "Watching",
        "WatchEnded",
        "Spectators",
        "CannotWatch",
        "Registered",
        "SignedOutEverywhere",
        "NameRegistered",
        "WrongPassword",
        "StillBusy",
        "Games",
        "Record",
    ] {
        assert!(kinds.contains(kind), "no {kind} in {kinds:?}");
    }
    assert!(kinds.len() > 25, "{kinds:?}");
}

#[test]
fn a_timer_for_what_is_no_more_does_nothing() {
    let mut hub = Hub::new(HubConfig::seeded([1; 32]));
    hub.effects.set_timer(Timer::Room(GameId(1)), Some(Timestamp::from_ms(5)));
    hub.effects.set_timer(Timer::Challenge(ChallengeId(1)), Some(Timestamp::from_ms(5)));
    hub.effects.set_timer(Timer::Connection(ConnectionId(1)), Some(Timestamp::from_ms(5)));
    hub.effects.set_timer(Timer::Spectators(GameId(1)), Some(Timestamp::from_ms(5)));
    hub.effects.set_timer(Timer::Release(PlayerId(1)), Some(Timestamp::from_ms(5)));
    hub.handle(Timestamp::from_ms(5), Input::Tick);
    assert_eq!(hub.poll_output(), None);
}

#[test]
fn games_whose_players_are_both_away_are_kept_up_to_a_number() {
    let mut hub = Hub::new(HubConfig::seeded([1; 32]));
    let now = Timestamp::from_ms(0);
    let ask = |hub: &mut Hub, connection: u64, message| {
        let request = Request { number: 0, message };
        hub.handle(now, Input::Received(ConnectionId(connection), request));
    };
    for (connection, name) in [(0, "Bo"), (1, "An")] {
        hub.handle(now, Input::Connected(ConnectionId(connection), Address::default(), now));
        ask(&mut hub, connection, ClientMessage::Join { name: name.into() });
    }
    let players: Vec<PlayerId> = hub.presence.ids().collect();
    for (connection, opponent) in [(0, players[1]), (1, players[0])] {
        ask(&mut hub, connection, ClientMessage::Challenge { opponent, terms: Terms::default() });
    }
    let is_over = |hub: &Hub| hub.rooms.all().next().expect("a game began").is_over();
    // stand-ins for games from which the players went later
    for n in 0..limits::ABANDONED_GAMES {
        let id = u64::try_from(n).expect("it fits");
        hub.rooms.abandon(GameId(1_000_000 + id), Timestamp::from_ms(u64::MAX));
    }
    hub.handle(now, Input::Disconnected(ConnectionId(0)));
    assert!(!is_over(&hub));
    hub.handle(now, Input::Disconnected(ConnectionId(1)));
    assert!(is_over(&hub));
    assert_eq!(hub.rooms.abandoned_count(), limits::ABANDONED_GAMES);
}
