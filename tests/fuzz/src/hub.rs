//! Runs a hub on inputs from the fuzzer: peers connect, send requests and leave at any time.
//!
//! `connections` checks what each connection may receive, `event_logs` checks the events of each
//! game, and `store` checks what the hub stores.
//!
//! Each [`Step`] takes five bytes. Peers mostly refer to what they have received, so that games
//! come about. [`Action::Raw`] sends an arbitrary message.

#![expect(clippy::wildcard_enum_match_arm, reason = "a step and a check concern a few of the many messages")]

mod connections;
mod event_logs;
mod luzhanqi_requests;
mod store;

use chuhe_hub::{Address, ConnectionId, Hub, HubConfig, Input, Output};
use chuhe_protocol::{
    AccountRequest, ArchiveMessage, ArchiveRequest, ChallengeId, ChallengePolicy, ChatRoom, Claim,
    ClientMessage, ColorChoice, Cursor, DeclineReason, DoorMessage, DoorRequest, Event, GameFilter, GameId,
    GameTerms, InvitationCode, LobbyMessage, LobbyRequest, PageRequest, Password, PlayerId, Reach, Refusal,
    Request, ServerMessage, SessionToken, TableMessage, TableRequest, TakebackPolicy, Terms, WatchFrom, wire,
};
use chuhe_rules::clock::{TimeControl, Timestamp};
use chuhe_rules::offers::OfferKind;
use chuhe_rules::xiangqi::{Move, Position, RuleSet, Square};
use chuhe_rules::{Game, GameMove};
use connections::Connections;
use event_logs::EventLogs;
use std::collections::BTreeMap;
use store::Store;

/// The action of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants are named after requests and inputs")]
pub enum Action {
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
    Preference,
}

impl Action {
    const ALL: [Self; 33] = [
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
        Self::Preference,
    ];
}

/// One step of the input: an action, the peer, and two parameters.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The action.
    pub action: Action,
    /// The index of the peer, modulo the number of peers.
    pub who: u8,
    /// Selects a variant of the action.
    pub how: u8,
    /// Selects the object of the action.
    pub number: u16,
}

impl Step {
    const BYTES: usize = 5;

    /// Encodes the step.
    #[must_use]
    pub const fn to_bytes(self) -> [u8; Self::BYTES] {
        let [low, high] = self.number.to_le_bytes();
        [self.action as u8, self.who, self.how, low, high]
    }

    fn from_bytes([action, who, how, low, high]: [u8; Self::BYTES]) -> Self {
        let action = Action::ALL[usize::from(action) % Action::ALL.len()];
        Self { action, who, how, number: u16::from_le_bytes([low, high]) }
    }
}

/// The names of the peers. Two of them look alike, so they count as one name.
const NAMES: [&str; 4] = ["Bo", "云中鹤", "B\u{43e}", "An-1"];
/// The time per step in milliseconds: a peer with a request in each stays just below the rate limit.
const STEP_MS: u64 = 51;

/// A peer and what it has received.
#[derive(Debug, Default)]
struct Peer {
    connection: Option<ConnectionId>,
    /// The player that the presented token resumes.
    resuming: Option<PlayerId>,
    /// Whether the peer has logged in by password; the hub then chooses the player.
    logs_in: bool,
    tokens: Vec<SessionToken>,
    challenges: Vec<ChallengeId>,
    /// The code of the peer's last invitation.
    invitation: Option<InvitationCode>,
    /// The last game that the peer received, and the number of its next event.
    cursor: Option<Cursor>,
}

/// The hub and its peers.
#[derive(Debug)]
struct World {
    hub: Hub,
    now: Timestamp,
    peers: [Peer; NAMES.len()],
    players: Vec<PlayerId>,
    /// The player of every token ever issued.
    owners: BTreeMap<[u8; 16], PlayerId>,
    connections: Connections,
    event_logs: EventLogs,
    store: Store,
}

/// Runs the steps in `data` against a hub, and returns all sent events by game.
pub fn run(data: &[u8]) -> BTreeMap<GameId, Vec<Event>> {
    let mut world = World {
        hub: Hub::new(HubConfig::seeded([3; 32])),
        now: Timestamp::from_ms(0),
        peers: Default::default(),
        players: vec![PlayerId(0)],
        owners: BTreeMap::new(),
        connections: Connections::default(),
        event_logs: EventLogs::default(),
        store: Store::default(),
    };
    let mut rest = data;
    while let Some((step, more)) = rest.split_first_chunk() {
        rest = more;
        let step = Step::from_bytes(*step);
        let length = if step.action == Action::Raw { usize::from(step.number).min(rest.len()) } else { 0 };
        let raw;
        (raw, rest) = rest.split_at(length);
        world.step(step, raw);
    }
    world.event_logs.into_events()
}

impl World {
    fn step(&mut self, step: Step, raw: &[u8]) {
        let Step { action, who, how, number } = step;
        let who = usize::from(who) % NAMES.len();
        self.now = self.now.plus_ms(STEP_MS);
        match action {
            Action::Connect => self.connect(who, how),
            Action::Wait => {
                self.now = self.now.plus_ms(u64::from(number) * u64::from(1 + how % 40));
                self.handle(Input::Tick);
            }
            Action::Lose => {
                // the hub first sends what was due before the connection was lost
                self.handle(Input::Tick);
                if let Some(connection) = self.peers[who].connection.take() {
                    self.handle(match how % 3 {
                        0 => Input::Disconnected(connection),
                        1 => Input::Broken(connection),
                        _ => Input::Stalled(connection),
                    });
                }
            }
            Action::Shutdown => self.handle(Input::Shutdown { grace_ms: u64::from(number) * u64::from(how) }),
            Action::Reply => {
                if let Some((id, answer)) = self.store.answer(usize::from(number), how < 200) {
                    self.handle(Input::Answered(id, answer));
                }
            }
            Action::StoreStalls => self.handle(Input::StoreStalled(self.hub.now())),
            Action::StoreRecovers => self.handle(Input::StoreRecovered),
            Action::Raw => {
                let Some(connection) = self.peers[who].connection else { return };
                match wire::decode::<Request>(raw) {
                    Ok(request) => self.request(who, request.number, request.message),
                    Err(_) => self.handle(Input::Broken(connection)),
                }
            }
            _ => {
                let message = self.message(step, who);
                self.request(who, u32::from(number), message);
            }
        }
    }

    /// Opens a connection of the peer, which joins, resumes, or sends nothing.
    fn connect(&mut self, who: usize, how: u8) {
        let connection = self.connections.open();
        self.handle(Input::Connected(connection, Address(u128::from(how % 2)), self.now));
        let peer = &mut self.peers[who];
        peer.connection = Some(connection);
        let message = match how {
            250.. => return,
            200.. => ClientMessage::Door(DoorRequest::Join { name: NAMES[who].to_owned(), hall: None }),
            _ => match peer.tokens.len() {
                0 => ClientMessage::Door(DoorRequest::Join { name: NAMES[who].to_owned(), hall: None }),
                // the newest token, or one that was used before
                count => {
                    let back = if how < 160 { 0 } else { usize::from(how) };
                    let token = peer.tokens[count - 1 - back % count];
                    ClientMessage::Door(DoorRequest::Resume {
                        token,
                        seen: peer.claimed_cursor(how).into_iter().collect(),
                        hall: None,
                    })
                }
            },
        };
        self.request(who, u32::from(how), message);
    }

    fn request(&mut self, who: usize, number: u32, message: impl Into<ClientMessage>) {
        let message = message.into();
        if let Some(connection) = self.peers[who].connection {
            if let ClientMessage::Door(DoorRequest::Resume { token, .. }) = &message {
                self.peers[who].resuming = self.owners.get(&token.0).copied();
            } else if let ClientMessage::Door(DoorRequest::Login { .. }) = &message {
                self.peers[who].logs_in = true;
            }
            self.handle(Input::Received(connection, Request { number, message }));
        }
    }

    fn message(&self, step: Step, who: usize) -> ClientMessage {
        let Step { action, who: _, how, number } = step;
        let peer = &self.peers[who];
        let pick = usize::from(number);
        let challenge = peer.challenges.get(pick % peer.challenges.len().max(1)).copied();
        let challenge = challenge.unwrap_or(ChallengeId(u64::from(how)));
        let own = peer.cursor.filter(|_| how < 240).map(|cursor| cursor.game);
        let game = own.unwrap_or_else(|| self.event_logs.any_game(pick));
        let kind = OfferKind::ALL[pick % OfferKind::ALL.len()];
        let name = NAMES[usize::from(how) % NAMES.len()].to_owned();
        match action {
            Action::Ping if number.is_multiple_of(5) => {
                ClientMessage::Door(DoorRequest::Sleep { asleep: how < 128 })
            }
            Action::Ping if number.is_multiple_of(2) => {
                ClientMessage::Door(DoorRequest::Echo { nonce: u32::from(how) })
            }
            Action::Ping => {
                ClientMessage::Door(DoorRequest::Ping { nonce: u32::from(how), round_trip_ms: Some(number) })
            }
            Action::Chat => {
                let room = [ChatRoom::Lobby, ChatRoom::Table(game), ChatRoom::Spectators(game)]
                    [usize::from(how) % 3];
                ClientMessage::Chat { room, text: "\u{202e}喂 ".repeat(pick % 128) }
            }
            Action::Challenge => {
                let opponent = self.players[pick % self.players.len()];
                let terms = terms(how);
                ClientMessage::Lobby(match number % 8 {
                    5 => LobbyRequest::Seek {
                        terms: vec![terms; pick % 6],
                        reach: Reach::ALL[pick % 4],
                        lasting: how.is_multiple_of(2),
                    },
                    6 => LobbyRequest::TakeSeek { player: opponent, terms },
                    7 if how < 128 => LobbyRequest::DropSeekAnswer { player: opponent },
                    7 if how < 240 => LobbyRequest::EndSeek,
                    7 if how < 245 => LobbyRequest::FollowPlayers { players: vec![opponent; pick % 100] },
                    7 => LobbyRequest::ListPlayers(PageRequest {
                        games: how.is_multiple_of(2),
                        find: "n".repeat(pick % 20),
                        page: u32::from(how) << (pick % 24),
                    }),
                    _ => LobbyRequest::Challenge { opponent, terms },
                })
            }
            Action::Accept => ClientMessage::Lobby(LobbyRequest::AcceptChallenge { challenge }),
            Action::Decline => ClientMessage::Lobby(LobbyRequest::DeclineChallenge {
                challenge,
                reason: DeclineReason::Later,
            }),
            Action::Cancel => ClientMessage::Lobby(LobbyRequest::CancelChallenge { challenge }),
            Action::Play => self.play(game, how, number),
            Action::Offer => TableRequest::Offer { kind }.at(game),
            Action::Answer => TableRequest::AnswerOffer { kind, accept: how < 128 }.at(game),
            Action::Withdraw => TableRequest::WithdrawOffer { kind }.at(game),
            Action::Resign => TableRequest::Resign.at(game),
            Action::Abort => TableRequest::Abort.at(game),
            Action::Claim => {
                let claim = if how < 128 { Claim::Win } else { Claim::Draw };
                TableRequest::ClaimAbsence { claim }.at(game)
            }
            Action::Leave => TableRequest::Leave.at(game),
            Action::Quit => ClientMessage::Door(DoorRequest::Quit),
            Action::Login => {
                ClientMessage::Door(DoorRequest::Login { name, password: password(number), hall: None })
            }
            Action::Register => {
                ClientMessage::Account(AccountRequest::Register { password: password(number) })
            }
            Action::ChangePassword => ClientMessage::Account(AccountRequest::ChangePassword {
                old: password(number),
                new: password(u16::from(how)),
            }),
            Action::Preference => {
                use ChallengePolicy as P;
                let player = self.players[pick % self.players.len()];
                match how % 4 {
                    0 => ClientMessage::Account(AccountRequest::Block { player }),
                    1 => ClientMessage::Account(AccountRequest::Unblock { player }),
                    _ => {
                        let policy = [P::Everyone, P::Registered, P::Nobody][usize::from(how) % 3];
                        ClientMessage::Account(AccountRequest::SetChallengePolicy { policy })
                    }
                }
            }
            Action::SignOut => ClientMessage::Account(AccountRequest::SignOutEverywhere),
            Action::ListGames if number % 4 == 0 => {
                let position = (how < 200).then(|| Position::start().fen());
                let filter = GameFilter { position, ..GameFilter::default() };
                ClientMessage::Archive(ArchiveRequest::FindGames {
                    filter,
                    before: (how < 128).then_some(game),
                })
            }
            Action::ListGames => {
                ClientMessage::Archive(ArchiveRequest::ListGames { before: (how < 128).then_some(game) })
            }
            Action::FetchGame => {
                ClientMessage::Archive(ArchiveRequest::FetchGame { game, from: u32::from(number) })
            }
            Action::Watch => {
                let from = [WatchFrom::Start, WatchFrom::Current, WatchFrom::Event(u32::from(number % 300))];
                TableRequest::Watch { from: from[usize::from(how) % 3] }.at(self.event_logs.any_game(pick))
            }
            Action::Unwatch if number % 4 == 0 => ClientMessage::Lobby(LobbyRequest::ListVisitors),
            Action::Unwatch if number % 4 == 1 => {
                let game = |n: usize| self.event_logs.any_game(pick + n);
                ClientMessage::Lobby(LobbyRequest::PreviewGames {
                    games: (0..usize::from(how) % 9).map(game).collect(),
                })
            }
            Action::Unwatch if number % 4 == 2 => self.invitation_request(how),
            Action::Unwatch => TableRequest::Unwatch.at(self.event_logs.any_game(pick)),
            Action::Join
            | Action::Connect
            | Action::Wait
            | Action::Lose
            | Action::Raw
            | Action::Shutdown
            | Action::Reply
            | Action::StoreStalls
            | Action::StoreRecovers => ClientMessage::Door(DoorRequest::Join { name, hall: None }),
        }
    }

    /// Returns a request about the last invitation of a peer.
    fn invitation_request(&self, how: u8) -> ClientMessage {
        let code = self.peers[usize::from(how) % self.peers.len()].invitation;
        let code = code.unwrap_or(InvitationCode::from_random(u64::from(how)));
        match how {
            0..80 => ClientMessage::Lobby(LobbyRequest::Invite { terms: terms(how) }),
            80..100 => ClientMessage::Lobby(LobbyRequest::WithdrawInvitation { code }),
            100..120 => ClientMessage::Lobby(LobbyRequest::FindInvitation { code, hall: None }),
            120..140 => ClientMessage::Lobby(LobbyRequest::LeaveInvitation { code }),
            140.. => ClientMessage::Lobby(LobbyRequest::AcceptInvitation { code }),
        }
    }

    /// Plays a legal move in most cases; otherwise repeats the last ply or plays an arbitrary move.
    fn play(&self, game: GameId, how: u8, number: u16) -> ClientMessage {
        if let Some(luzhanqi) = self.store.luzhanqi(game) {
            return luzhanqi_requests::message(luzhanqi, game, how, number);
        }
        let square = |n: u16| {
            Square::from_index(usize::from(n) % Square::COUNT).expect("the remainder is below the count")
        };
        let arbitrary = Move::new(square(number), square(number / 90));
        let (ply, legal) = match self.event_logs.game(game) {
            Some(Game::Xiangqi(game)) => {
                let moves = game.position().legal_moves();
                (game.ply(), moves.get(usize::from(number) % moves.len().max(1)).copied())
            }
            Some(Game::Luzhanqi(_)) | None => (0, None),
        };
        let ply = u16::try_from(ply).expect("the length of a game fits into 16 bits");
        match how {
            0..200 => TableRequest::Play {
                ply,
                mv: GameMove::Xiangqi(legal.unwrap_or(arbitrary)),
                premove: how.is_multiple_of(2),
            }
            .at(game),
            200..220 => TableRequest::Play {
                ply: ply.saturating_sub(1),
                mv: GameMove::Xiangqi(arbitrary),
                premove: how.is_multiple_of(2),
            }
            .at(game),
            _ => TableRequest::Play { ply, mv: GameMove::Xiangqi(arbitrary), premove: how.is_multiple_of(2) }
                .at(game),
        }
    }

    /// Passes an input to the hub and performs all outputs.
    fn handle(&mut self, input: Input) {
        self.connections.record_input(&input);
        self.hub.handle(self.now, input);
        while let Some(output) = self.hub.poll_output() {
            self.perform(output);
        }
        assert!(
            self.hub.poll_timeout().is_none_or(|at| at > self.now),
            "the hub has run everything that is due"
        );
    }

    fn perform(&mut self, output: Output) {
        match output {
            Output::Save(record) => self.store.save(record),
            Output::Query(id, query) => self.store.query(id, query),
            Output::Report(..) => {}
            Output::Send(to, message) | Output::Notice(to, message) => self.deliver(&[to], &message),
            Output::SendAlso { to, also, message } => self.deliver(&[to, also], &message),
            Output::Broadcast(to, message) => self.deliver(&to, &message),
            Output::Close(id, _) => {
                self.connections.close(id);
                for peer in self.peers.iter_mut().filter(|peer| peer.connection == Some(id)) {
                    peer.connection = None;
                }
            }
            Output::Stop => self.connections.stop(),
        }
    }

    fn deliver(&mut self, to: &[ConnectionId], message: &ServerMessage) {
        let bytes = wire::encode(message).expect("a message fits into a frame");
        assert_eq!(wire::decode::<ServerMessage>(&bytes).as_ref(), Ok(message));
        if let ServerMessage::Table { game, message: TableMessage::Events { first, events } } = message {
            self.event_logs.record(*game, *first, events);
        }
        let sent = match message {
            ServerMessage::Table { game, message: TableMessage::Events { first, events } }
            | ServerMessage::Archive(ArchiveMessage::FinishedGame { game, first, events, .. }) => {
                Some((*game, *first, events))
            }
            _ => None,
        };
        if let ServerMessage::Archive(ArchiveMessage::FinishedGame { game, first, events, .. }) = message {
            self.event_logs.record(*game, *first, events);
        }
        for &connection in to {
            self.connections.receive(connection, message);
            if let Some((game, first, events)) = sent {
                self.store.check_sent(self.connections.player(connection), game, first, events);
            }
            if let Some(peer) = self.peers.iter_mut().find(|peer| peer.connection == Some(connection)) {
                peer.receive(message);
            }
        }
        if let ServerMessage::Door(DoorMessage::Joined { player, token, .. }) = message {
            assert_eq!(self.owners.insert(token.0, *player), None, "no token is issued twice");
            if !self.players.contains(player) {
                self.players.push(*player);
            }
        }
    }
}

impl Peer {
    /// The cursor that the peer claims, which may be wrong.
    fn claimed_cursor(&self, how: u8) -> Option<Cursor> {
        let cursor = self.cursor?;
        match how % 4 {
            0 => None,
            1 => Some(Cursor { next: u32::from(how), ..cursor }),
            2 => Some(Cursor { game: GameId(u64::from(how)), ..cursor }),
            _ => Some(cursor),
        }
    }

    fn receive(&mut self, message: &ServerMessage) {
        match message {
            ServerMessage::Door(DoorMessage::Joined { player, token, resumed, .. }) => {
                if *resumed {
                    assert!(self.logs_in || self.resuming == Some(*player), "a token resumes its own player");
                } else {
                    self.cursor = None;
                }
                self.tokens.push(*token);
                self.challenges.clear();
            }
            ServerMessage::Lobby(LobbyMessage::InvitationOpened(invitation)) => {
                self.invitation = Some(invitation.code);
            }
            ServerMessage::Refused { reason: Refusal::UnknownToken, .. } => self.tokens.clear(),
            ServerMessage::Lobby(LobbyMessage::ChallengeOpened(challenge)) => {
                self.challenges.push(challenge.id)
            }
            ServerMessage::Lobby(LobbyMessage::ChallengeClosed { challenge, .. }) => {
                assert!(self.challenges.contains(challenge), "a closed challenge was open");
                self.challenges.retain(|id| id != challenge);
            }
            ServerMessage::Table { game, message: TableMessage::Events { first, events } } => {
                let next =
                    *first + u32::try_from(events.len()).expect("the number of events fits into 32 bits");
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
        // a mate in one, and an invalid position
        230.. => Some("3k5/9/9/9/9/9/9/9/1R7/R3K4 w - - 0 1".to_owned()),
        225.. => Some("9/9".to_owned()),
        _ => None,
    };
    let luzhanqi = (200..225).contains(&how);
    let xiangqi = GameTerms::Xiangqi { rules: RuleSet::Asian, start };
    let no_takebacks = how.is_multiple_of(4) || luzhanqi && how != 201;
    Terms {
        game: if luzhanqi { luzhanqi_requests::terms(how) } else { xiangqi },
        color: [ColorChoice::Red, ColorChoice::Black, ColorChoice::Random][usize::from(how) % 3],
        challenger_time: time,
        opponent_time: if how < 40 { TimeControl::UNTIMED } else { time },
        takeback: if no_takebacks { TakebackPolicy::Off } else { TakebackPolicy::Ask },
        watch_delay_plies: how % 8,
        rated: how % 12 == 6,
    }
}
