//! Bytes read as what happens to a server: some peers connect, ask, and go, in any
//! order and at any time. What must hold of all that the hub does then is told in
//! `wires` (who may be told what), `books` (what is told of a game) and `store`
//! (what is kept).
//!
//! Five bytes are a [`Step`]. Peers mostly speak of what they were told, so that
//! they get into games; [`Act::Raw`] is any message at all.

mod books;
mod setting_up;
mod store;
mod wires;

use books::Books;
use chuhe_protocol::{ChallengeId, ChatRoom, Claim, ClientMessage, ColorChoice, Cursor, DeclineReason, Event, GameId, GameTerms, Password, PlayerId, Refusal, Request, ServerMessage, TakebackPolicy, Terms, SessionToken, WatchFrom, wire};
use chuhe_rules::clock::{TimeControl, Timestamp};
use chuhe_rules::offers::OfferKind;
use chuhe_rules::xiangqi::{Move, RuleSet, Square};
use chuhe_rules::{Game, GameMove};
use chuhe_hub::{Address, ConnectionId, Hub, Input, Output, HubConfig};
use std::collections::BTreeMap;
use store::Store;
use wires::Wires;

/// What a step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names of requests and inputs")]
pub enum Act {
    Connect,
    Wait,
    Lose,
    Raw,
    Shutdown,
    Join,
    Ping,
    Chat,
    Challenge,
    Accept,
    Decline,
    Cancel,
    Play,
    Offer,
    Answer,
    Withdraw,
    Resign,
    Abort,
    Claim,
    Leave,
    Quit,
    Login,
    Register,
    SignOut,
    ListGames,
    FetchGame,
    Watch,
    Unwatch,
    Reply,
    StoreStalls,
    StoreRecovers,
    ChangePassword,
}

impl Act {
    const ALL: [Self; 32] = [
        Self::Connect,
        Self::Wait,
        Self::Lose,
        Self::Raw,
        Self::Shutdown,
        Self::Join,
        Self::Ping,
        Self::Chat,
        Self::Challenge,
        Self::Accept,
        Self::Decline,
        Self::Cancel,
        Self::Play,
        Self::Offer,
        Self::Answer,
        Self::Withdraw,
        Self::Resign,
        Self::Abort,
        Self::Claim,
        Self::Leave,
        Self::Quit,
        Self::Login,
        Self::Register,
        Self::SignOut,
        Self::ListGames,
        Self::FetchGame,
        Self::Watch,
        Self::Unwatch,
        Self::Reply,
        Self::StoreStalls,
        Self::StoreRecovers,
        Self::ChangePassword,
    ];
}

/// What is done, by whom, and two numbers to do it with.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// What.
    pub act: Act,
    /// By which peer, modulo their number.
    pub who: u8,
    /// In which way.
    pub how: u8,
    /// With which.
    pub number: u16,
}

impl Step {
    const BYTES: usize = 5;

    /// The bytes that are read as this step.
    #[must_use]
    pub const fn to_bytes(self) -> [u8; Self::BYTES] {
        let [low, high] = self.number.to_le_bytes();
        [self.act as u8, self.who, self.how, low, high]
    }

    fn from_bytes([act, who, how, low, high]: [u8; Self::BYTES]) -> Self {
        let act = Act::ALL[usize::from(act) % Act::ALL.len()];
        Self { act, who, how, number: u16::from_le_bytes([low, high]) }
    }
}

/// The names they ask for; two are one by the rules for look-alikes.
const NAMES: [&str; 4] = ["Bo", "云中鹤", "B\u{43e}", "An-1"];
/// How much time passes with each step, in milliseconds: a peer that asks with
/// each is just no flood.
const STEP_MS: u64 = 51;

/// What a peer knows.
#[derive(Debug, Default)]
struct Peer {
    connection: Option<ConnectionId>,
    /// Whose seat the token gives that he shows.
    resuming: Option<PlayerId>,
    /// Whether he has shown a password on this connection: whose seat it gives is
    /// for the hub to say.
    logs_in: bool,
    tokens: Vec<SessionToken>,
    challenges: Vec<ChallengeId>,
    /// The game last told of, and the number of the event that comes next.
    cursor: Option<Cursor>,
}

/// The hub and its peers.
#[derive(Debug)]
struct World {
    hub: Hub,
    now: Timestamp,
    peers: [Peer; NAMES.len()],
    players: Vec<PlayerId>,
    /// Whose each token is that was ever given out.
    owners: BTreeMap<[u8; 16], PlayerId>,
    wires: Wires,
    books: Books,
    store: Store,
}

/// Holds it of `data`; returns every event that was told, by game.
pub fn read(data: &[u8]) -> BTreeMap<GameId, Vec<Event>> {
    let mut world = World {
        hub: Hub::new(HubConfig::seeded([3; 32])),
        now: Timestamp::from_ms(0),
        peers: Default::default(),
        players: vec![PlayerId(0)],
        owners: BTreeMap::new(),
        wires: Wires::default(),
        books: Books::default(),
        store: Store::default(),
    };
    let mut rest = data;
    while let Some((step, more)) = rest.split_first_chunk() {
        rest = more;
        let step = Step::from_bytes(*step);
        let length = if step.act == Act::Raw { usize::from(step.number).min(rest.len()) } else { 0 };
        let raw;
        (raw, rest) = rest.split_at(length);
        world.step(step, raw);
    }
    world.books.into_told()
}

impl World {
    fn step(&mut self, step: Step, raw: &[u8]) {
        let Step { act, who, how, number } = step;
        let who = usize::from(who) % NAMES.len();
        self.now = self.now.plus_ms(STEP_MS);
        match act {
            Act::Connect => self.connect(who, how),
            Act::Wait => {
                self.now = self.now.plus_ms(u64::from(number) * u64::from(1 + how % 40));
                self.tell(Input::Tick);
            }
            Act::Lose => {
                // what was due, and is still told to it, comes first
                self.tell(Input::Tick);
                if let Some(connection) = self.peers[who].connection.take() {
                    self.tell(match how % 3 {
                        0 => Input::Disconnected(connection),
                        1 => Input::Broken(connection),
                        _ => Input::Stalled(connection),
                    });
                }
            }
            Act::Shutdown => self.tell(Input::Shutdown { grace_ms: u64::from(number) * u64::from(how) }),
            Act::Reply => {
                if let Some((id, answer)) = self.store.answer(usize::from(number), how < 200) {
                    self.tell(Input::Answered(id, answer));
                }
            }
            Act::StoreStalls => self.tell(Input::StoreStalled),
            Act::StoreRecovers => self.tell(Input::StoreRecovered),
            Act::Raw => {
                let Some(connection) = self.peers[who].connection else { return };
                match wire::decode::<Request>(raw) {
                    Ok(request) => self.ask(who, request.number, request.message),
                    Err(_) => self.tell(Input::Broken(connection)),
                }
            }
            _ => {
                let message = self.message(step, who);
                self.ask(who, u32::from(number), message);
            }
        }
    }

    /// A new connection of the peer, which joins, resumes, or says nothing.
    fn connect(&mut self, who: usize, how: u8) {
        let connection = self.wires.open();
        self.tell(Input::Connected(connection, Address(u128::from(how % 2)), self.now));
        let peer = &mut self.peers[who];
        peer.connection = Some(connection);
        let message = match how {
            250.. => return,
            200.. => ClientMessage::Join { name: NAMES[who].to_owned() },
            _ => match peer.tokens.len() {
                0 => ClientMessage::Join { name: NAMES[who].to_owned() },
                // the last, or one that was shown already
                count => {
                    let back = if how < 160 { 0 } else { usize::from(how) };
                    let token = peer.tokens[count - 1 - back % count];
                    ClientMessage::Resume { token, seen: peer.cursor_to_show(how) }
                }
            },
        };
        self.ask(who, u32::from(how), message);
    }

    fn ask(&mut self, who: usize, number: u32, message: ClientMessage) {
        if let Some(connection) = self.peers[who].connection {
            if let ClientMessage::Resume { token, .. } = &message {
                self.peers[who].resuming = self.owners.get(&token.0).copied();
            } else if let ClientMessage::Login { .. } = &message {
                self.peers[who].logs_in = true;
            }
            self.tell(Input::Received(connection, Request { number, message }));
        }
    }

    fn message(&self, step: Step, who: usize) -> ClientMessage {
        let Step { act, who: _, how, number } = step;
        let peer = &self.peers[who];
        let pick = usize::from(number);
        let challenge = peer.challenges.get(pick % peer.challenges.len().max(1)).copied();
        let challenge = challenge.unwrap_or(ChallengeId(u64::from(how)));
        let own = peer.cursor.filter(|_| how < 240).map(|cursor| cursor.game);
        let game = own.unwrap_or_else(|| self.books.any_game(pick));
        let kind = OfferKind::ALL[pick % OfferKind::ALL.len()];
        let name = NAMES[usize::from(how) % NAMES.len()].to_owned();
        match act {
            Act::Ping => ClientMessage::Ping { nonce: u32::from(how), round_trip_ms: Some(number) },
            Act::Chat => {
                let room =
                    [ChatRoom::Lobby, ChatRoom::Table(game), ChatRoom::Spectators(game)][usize::from(how) % 3];
                ClientMessage::Chat { room, text: "\u{202e}喂 ".repeat(pick % 128) }
            }
            Act::Challenge => {
                let opponent = self.players[pick % self.players.len()];
                ClientMessage::Challenge { opponent, terms: terms(how) }
            }
            Act::Accept => ClientMessage::AcceptChallenge { challenge },
            Act::Decline => ClientMessage::DeclineChallenge { challenge, reason: DeclineReason::Later },
            Act::Cancel => ClientMessage::CancelChallenge { challenge },
            Act::Play => self.play(game, how, number),
            Act::Offer => ClientMessage::Offer { game, kind },
            Act::Answer => ClientMessage::AnswerOffer { game, kind, accept: how < 128 },
            Act::Withdraw => ClientMessage::WithdrawOffer { game, kind },
            Act::Resign => ClientMessage::Resign { game },
            Act::Abort => ClientMessage::Abort { game },
            Act::Claim => {
                let claim = if how < 128 { Claim::Win } else { Claim::Draw };
                ClientMessage::ClaimAbsence { game, claim }
            }
            Act::Leave => ClientMessage::LeaveTable { game },
            Act::Quit => ClientMessage::Quit,
            Act::Login => ClientMessage::Login { name, password: password(number) },
            Act::Register => ClientMessage::Register { password: password(number) },
            Act::ChangePassword => {
                ClientMessage::ChangePassword { old: password(number), new: password(u16::from(how)) }
            }
            Act::SignOut => ClientMessage::SignOutEverywhere,
            Act::ListGames => ClientMessage::ListGames { before: (how < 128).then_some(game) },
            Act::FetchGame => ClientMessage::FetchGame { game, from: u32::from(number) },
            Act::Watch => {
                let from = [WatchFrom::Start, WatchFrom::Current, WatchFrom::Event(u32::from(number % 300))];
                ClientMessage::Watch { game: self.books.any_game(pick), from: from[usize::from(how) % 3] }
            }
            Act::Unwatch => ClientMessage::Unwatch { game: self.books.any_game(pick) },
            Act::Join
            | Act::Connect
            | Act::Wait
            | Act::Lose
            | Act::Raw
            | Act::Shutdown
            | Act::Reply
            | Act::StoreStalls
            | Act::StoreRecovers => ClientMessage::Join { name },
        }
    }

    /// A legal move as a rule, the last ply once more, or any move at all.
    fn play(&self, game: GameId, how: u8, number: u16) -> ClientMessage {
        if let Some(luzhanqi) = self.store.luzhanqi(game) {
            return setting_up::message(luzhanqi, game, how, number);
        }
        let square =
            |n: u16| Square::from_index(usize::from(n) % Square::COUNT).expect("it is below the count");
        let wild = Move::new(square(number), square(number / 90));
        let (ply, legal) = match self.books.game(game) {
            Some(Game::Xiangqi(game)) => {
                let moves = game.position().legal_moves();
                (game.ply(), moves.get(usize::from(number) % moves.len().max(1)).copied())
            }
            Some(Game::Luzhanqi(_)) | None => (0, None),
        };
        let ply = u16::try_from(ply).expect("a game has a limit");
        match how {
            0..200 => ClientMessage::Play { game, ply, mv: GameMove::Xiangqi(legal.unwrap_or(wild)) },
            200..220 => ClientMessage::Play { game, ply: ply.saturating_sub(1), mv: GameMove::Xiangqi(wild) },
            _ => ClientMessage::Play { game, ply, mv: GameMove::Xiangqi(wild) },
        }
    }

    /// Tells the hub, and does what it asks for.
    fn tell(&mut self, input: Input) {
        self.wires.told(&input);
        self.hub.handle(self.now, input);
        while let Some(output) = self.hub.poll_output() {
            self.perform(output);
        }
        assert!(self.hub.poll_timeout().is_none_or(|at| at > self.now), "nothing that is due is left");
    }

    fn perform(&mut self, output: Output) {
        match output {
            Output::Save(record) => self.store.save(record),
            Output::Query(id, ask) => self.store.ask(id, ask),
            Output::Send(to, message) | Output::Notice(to, message) => self.hear(&[to], &message),
            Output::SendAlso { to, also, message } => self.hear(&[to, also], &message),
            Output::Broadcast(to, message) => self.hear(&to, &message),
            Output::Close(id, _) => {
                self.wires.close(id);
                for peer in self.peers.iter_mut().filter(|peer| peer.connection == Some(id)) {
                    peer.connection = None;
                }
            }
            Output::Stop => self.wires.stop(),
        }
    }

    fn hear(&mut self, to: &[ConnectionId], message: &ServerMessage) {
        let bytes = wire::encode(message).expect("a message fits into a frame");
        assert_eq!(wire::decode::<ServerMessage>(&bytes).as_ref(), Ok(message));
        if let ServerMessage::Events { game, first, events } = message {
            self.books.tell(*game, *first, events);
        }
        let told = match message {
            ServerMessage::Events { game, first, events }
            | ServerMessage::FinishedGame { game, first, events, .. } => Some((*game, *first, events)),
            _ => None,
        };
        if let ServerMessage::FinishedGame { game, first, events, .. } = message {
            self.books.tell(*game, *first, events);
        }
        for &connection in to {
            self.wires.hear(connection, message);
            if let Some((game, first, events)) = told {
                self.store.check_told(self.wires.player(connection), game, first, events);
            }
            if let Some(peer) = self.peers.iter_mut().find(|peer| peer.connection == Some(connection)) {
                peer.hear(message);
            }
        }
        if let ServerMessage::Joined { player, token, .. } = message {
            assert_eq!(self.owners.insert(token.0, *player), None, "no token is given twice");
            if !self.players.contains(player) {
                self.players.push(*player);
            }
        }
    }
}

impl Peer {
    /// Where the peer says that it is in its game: rightly, or not.
    fn cursor_to_show(&self, how: u8) -> Option<Cursor> {
        let cursor = self.cursor?;
        match how % 4 {
            0 => None,
            1 => Some(Cursor { next: u32::from(how), ..cursor }),
            2 => Some(Cursor { game: GameId(u64::from(how)), ..cursor }),
            _ => Some(cursor),
        }
    }

    fn hear(&mut self, message: &ServerMessage) {
        match message {
            ServerMessage::Joined { player, token, resumed, .. } => {
                if *resumed {
                    assert!(self.logs_in || self.resuming == Some(*player), "a token gives its own seat");
                } else {
                    self.cursor = None;
                }
                self.tokens.push(*token);
                self.challenges.clear();
            }
            ServerMessage::Refused { reason: Refusal::UnknownToken, .. } => self.tokens.clear(),
            ServerMessage::ChallengeOpened(challenge) => self.challenges.push(challenge.id),
            ServerMessage::ChallengeClosed { challenge, .. } => {
                assert!(self.challenges.contains(challenge), "what is closed was told to be open");
                self.challenges.retain(|id| id != challenge);
            }
            ServerMessage::Events { game, first, events } => {
                let next = *first + u32::try_from(events.len()).expect("few");
                self.cursor = Some(Cursor { game: *game, next });
            }
            _ => {}
        }
    }
}

/// One of a few passwords; some are too short.
fn password(number: u16) -> Password {
    Password("秘密".repeat(usize::from(number % 8)))
}

fn terms(how: u8) -> Terms {
    let time = TimeControl {
        game_ms: if how.is_multiple_of(2) { 20_000 } else { 0 },
        move_ms: if how.is_multiple_of(3) { 9_000 } else { 0 },
        increment_ms: if how.is_multiple_of(5) { 2_000 } else { 0 },
        read_ms: if how.is_multiple_of(7) { 3_000 } else { 0 },
    };
    let start = match how {
        // a mate in one, and what is no position
        230.. => Some("3k5/9/9/9/9/9/9/9/1R7/R3K4 w - - 0 1".to_owned()),
        225.. => Some("9/9".to_owned()),
        _ => None,
    };
    let luzhanqi = (200..225).contains(&how);
    let xiangqi = GameTerms::Xiangqi { rules: RuleSet::Asian, start };
    let off = how.is_multiple_of(4) || luzhanqi && how != 201;
    Terms {
        game: if luzhanqi { setting_up::terms(how) } else { xiangqi },
        color: [ColorChoice::Red, ColorChoice::Black, ColorChoice::Random][usize::from(how) % 3],
        challenger_time: time,
        opponent_time: if how < 40 { TimeControl::UNTIMED } else { time },
        takeback: if off { TakebackPolicy::Off } else { TakebackPolicy::Ask },
        watch_delay_plies: how % 8,
    }
}
