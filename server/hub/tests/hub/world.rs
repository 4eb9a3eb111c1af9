//! A hub with clients, connections without latency, and a clock that the test advances.

use crate::long_game::long_game;
use crate::oracle;
use crate::outputs;
use crate::stored::Stored;
use chuhe_hub::{
    Address, Answer, ConnectionId, Hub, HubConfig, Input, InvalidEvent, JournalEntry, Limits, Output, Query,
    QueryId, Restored, SecurityEvent, SetAside, StoredValue, Unusable,
};
use chuhe_protocol::{
    ChallengeId, ClientMessage, CloseReason, ColorChoice, DoorMessage, DoorRequest, Event, GameId, GameTerms,
    LobbyMessage, LobbyRequest, Player, PlayerId, PresenceChange, Refusal, Request, Seq, ServerMessage,
    SessionToken, TableMessage, TableRequest, Terms, Tick,
};
use chuhe_rules::clock::{ClockReading, TimeControl, Timestamp};
use chuhe_rules::xiangqi::RuleSet;
use chuhe_rules::{Color, GameMove, Outcome, PerColor};
use std::collections::{BTreeMap, VecDeque};

/// Five plies that mate black.
pub(crate) const MATE: [&str; 5] = ["b2c2", "f9e8", "c2c6", "b7c7", "c6c9"];

/// Fifteen minutes a side.
pub(crate) const QUARTER: TimeControl = TimeControl { game_ms: 15 * 60_000, ..TimeControl::UNTIMED };

/// A client that has joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Client {
    pub(crate) connection: ConnectionId,
    pub(crate) player: PlayerId,
    pub(crate) token: SessionToken,
}

/// The messages to a connection that the test has not read yet.
#[derive(Debug, Default)]
struct Inbox {
    /// The player, once the connection has joined.
    player: Option<PlayerId>,
    messages: VecDeque<ServerMessage>,
    presence: Vec<PresenceChange>,
    /// The players, as far as the connection knows.
    here: BTreeMap<PlayerId, Player>,
    /// The players on the page of the list that the connection receives.
    page: BTreeMap<PlayerId, Player>,
    /// The numbers of the list, which a crowded lobby receives: online, away, games.
    totals: Option<[u32; 3]>,
    ticks: Vec<(u64, ClockReading, PerColor<Option<u16>>)>,
    /// The time left to set up in each tick.
    setup_left: Vec<Option<u32>>,
    last_tick: Option<Tick>,
    events: BTreeMap<GameId, Vec<Event>>,
    /// The lists of spectators, with the time of each.
    spectators: Vec<(u64, Vec<String>, u32)>,
    closed: Option<CloseReason>,
}

pub(crate) struct World {
    pub(crate) hub: Hub,
    now: u64,
    /// How often the server was started, and its configuration.
    runs: u16,
    settings: HubConfig,
    connections: u64,
    requests: u32,
    inboxes: BTreeMap<ConnectionId, Inbox>,
    pub(crate) stopped: bool,
    pub(crate) stored: Stored,
    /// The number of messages sent so far.
    pub(crate) sent: usize,
    /// Every frame, with its time and receiver.
    pub(crate) frames: Vec<(u64, ConnectionId, Vec<u8>)>,
    /// The receivers of events, in order.
    pub(crate) receivers: Vec<ConnectionId>,
    /// The number of records so far.
    pub(crate) saves: usize,
    /// The queries that are not answered yet.
    pub(crate) pending_queries: VecDeque<(QueryId, Query)>,
    /// The security events that the hub reported.
    pub(crate) reports: Vec<(ConnectionId, SecurityEvent)>,
    /// Whether queries are answered only when the test says so.
    pub(crate) answers_wait: bool,
}

impl World {
    pub(crate) fn new() -> Self {
        Self::with(HubConfig::seeded([1; 32]))
    }

    /// A world with these limits.
    pub(crate) fn limited(limits: Limits) -> Self {
        Self::with(HubConfig { limits, ..HubConfig::seeded([1; 32]) })
    }

    pub(crate) fn with(settings: HubConfig) -> Self {
        Self {
            hub: Hub::new(settings.clone()),
            now: 1_000,
            runs: 1,
            settings,
            connections: 0,
            requests: 0,
            inboxes: BTreeMap::new(),
            stopped: false,
            stored: Stored::default(),
            sent: 0,
            frames: Vec::new(),
            receivers: Vec::new(),
            saves: 0,
            pending_queries: VecDeque::new(),
            reports: Vec::new(),
            answers_wait: false,
        }
    }

    pub(crate) fn now(&self) -> Timestamp {
        Timestamp::from_ms(self.now)
    }

    /// Opens a connection from an address of its own that has not joined.
    pub(crate) fn open(&mut self) -> ConnectionId {
        let own = Address(u128::from(u64::MAX) + u128::from(self.connections));
        self.open_from(own)
    }

    pub(crate) fn open_from(&mut self, address: Address) -> ConnectionId {
        let id = ConnectionId(self.connections);
        self.connections += 1;
        self.inboxes.insert(id, Inbox::default());
        self.handle(Input::Connected(id, address, self.now()));
        id
    }

    /// Joins with a name and reads the welcome.
    pub(crate) fn join(&mut self, name: &str) -> Client {
        let connection = self.open();
        self.ask(connection, DoorRequest::Join { name: name.into(), hall: None });
        let received = self.received_at(connection);
        let Some(ServerMessage::Door(DoorMessage::Joined { player, token, resumed: false, .. })) =
            received.first().cloned()
        else {
            panic!("{name} could not join: {received:?}");
        };
        Client { connection, player, token }
    }

    /// Resumes on a new connection; returns the client and everything it receives.
    pub(crate) fn resume(
        &mut self,
        client: Client,
        seen: impl IntoIterator<Item = chuhe_protocol::Cursor>,
    ) -> (Client, Vec<ServerMessage>) {
        let connection = self.open();
        let seen = seen.into_iter().collect();
        self.ask(connection, DoorRequest::Resume { token: client.token, seen, hall: None });
        let received = self.received_at(connection);
        let Some(ServerMessage::Door(DoorMessage::Joined { player, token, resumed: true, .. })) =
            received.first().cloned()
        else {
            panic!("could not resume: {received:?}");
        };
        assert_eq!(player, client.player);
        (Client { connection, player, token }, received)
    }

    pub(crate) fn ask(&mut self, connection: ConnectionId, message: impl Into<ClientMessage>) -> u32 {
        let message = message.into();
        self.requests += 1;
        self.handle(Input::Received(connection, Request { number: self.requests, message }));
        self.requests
    }

    pub(crate) fn send(&mut self, client: Client, message: impl Into<ClientMessage>) {
        let message = message.into();
        self.ask(client.connection, message);
    }

    /// Sends a request that is refused, and checks that only the sender receives anything.
    pub(crate) fn refused(&mut self, client: Client, message: impl Into<ClientMessage>) -> Refusal {
        let message = message.into();
        self.refused_at(client.connection, message)
    }

    pub(crate) fn refused_at(
        &mut self,
        connection: ConnectionId,
        message: impl Into<ClientMessage>,
    ) -> Refusal {
        let message = message.into();
        self.received_at(connection);
        self.advance(0);
        let before = self.sent;
        let number = self.ask(connection, message.clone());
        let received = self.received_at(connection);
        let [ServerMessage::Refused { request, reason }] = received[..] else {
            panic!("{message:?} was not refused: {received:?}");
        };
        assert_eq!((request, self.sent), (number, before + 1), "only the requester receives a refusal");
        reason
    }

    pub(crate) fn lose(&mut self, client: Client) {
        self.handle(Input::Disconnected(client.connection));
    }

    /// Advances the time and wakes the hub at each of its timeouts.
    pub(crate) fn advance(&mut self, ms: u64) {
        let end = self.now + ms;
        while let Some(at) = self.hub.poll_timeout().filter(|at| at.as_ms() <= end) {
            self.now = self.now.max(at.as_ms());
            self.handle(Input::Tick);
        }
        self.now = end;
    }

    /// Advances the time without waking the hub, as on a busy server.
    pub(crate) const fn oversleep(&mut self, ms: u64) {
        self.now += ms;
    }

    /// Advances the time while these clients send heartbeats.
    pub(crate) fn advance_with(&mut self, clients: &[Client], mut ms: u64) {
        while ms > 0 {
            let step = ms.min(5_000);
            self.advance(step);
            for &client in clients {
                self.send(client, DoorRequest::Ping { nonce: 0, round_trip_ms: None });
                let inbox = self.inboxes.get_mut(&client.connection).expect("the connection is known");
                inbox
                    .messages
                    .retain(|message| !matches!(message, ServerMessage::Door(DoorMessage::Pong { .. })));
            }
            ms -= step;
        }
    }

    pub(crate) fn handle(&mut self, input: Input) {
        self.hub.handle(self.now(), input);
        self.perform(usize::MAX);
        while !self.answers_wait && self.answer_next(oracle::answer) {}
    }

    /// The number of the hub's queries that wait for an answer.
    pub(crate) fn pending(&self) -> usize {
        self.pending_queries.len()
    }

    /// Answers the hub's oldest query, if there is one.
    pub(crate) fn answer_next(&mut self, answer: impl FnOnce(&Stored, &Query) -> Answer) -> bool {
        let Some((id, ask)) = self.pending_queries.pop_front() else { return false };
        let answer = answer(&self.stored, &ask);
        self.hub.handle(self.now(), Input::Answered(id, answer));
        self.perform(usize::MAX);
        true
    }

    /// Performs the hub's next outputs, at most `limit` and the rest of the last commit.
    fn perform(&mut self, limit: usize) {
        for output in outputs::take(&mut self.hub, limit) {
            match output {
                Output::Save(record) => {
                    self.saves += 1;
                    self.stored.store(record);
                }
                Output::Query(id, ask) => self.pending_queries.push_back((id, ask)),
                Output::Report(connection, event) => self.reports.push((connection, event)),
                Output::Notice(to, message) => {
                    assert!(need_not_wait(&message), "a notice depends on unsaved records: {message:?}");
                    self.deliver(to, message);
                }
                Output::Send(to, message) => self.deliver(to, message),
                Output::SendAlso { to, also, message } => {
                    self.deliver(to, message.clone());
                    self.deliver(also, message);
                }
                Output::Broadcast(to, message) => {
                    for to in to {
                        self.deliver(to, message.clone());
                    }
                }
                Output::Close(id, reason) => {
                    self.sent += 1;
                    let inbox = self.inboxes.get_mut(&id).expect("only open connections are closed");
                    assert_eq!(inbox.closed.replace(reason), None, "closed twice");
                }
                Output::Stop => self.stopped = true,
            }
        }
    }

    /// Kills the server and starts it again at once from what was stored.
    pub(crate) fn restart(&mut self) {
        self.crash(0);
    }

    /// Kills the server and starts it again `down_ms` later.
    pub(crate) fn crash(&mut self, down_ms: u64) {
        self.crash_in(Input::Tick, 0, down_ms);
    }

    /// Crashes like [`World::crash`], after the first `outputs` outputs of an input.
    pub(crate) fn crash_in(&mut self, input: Input, outputs: usize, down_ms: u64) {
        self.hub.handle(self.now(), input);
        self.perform(outputs);
        assert_eq!(self.restore(down_ms, |_| {}), [], "everything stored can be used");
    }

    /// Kills the server and starts it again with stored values that `damage` has changed; returns
    /// what it sets aside.
    pub(crate) fn restore(&mut self, down_ms: u64, damage: impl FnOnce(&mut Restored)) -> Vec<SetAside> {
        let mut restored = self.stored.restored(self.now());
        damage(&mut restored);
        self.now += down_ms;
        self.runs += 1;
        let mut seed = [0; 32];
        seed[..2].copy_from_slice(&self.runs.to_le_bytes());
        let settings = HubConfig { seed, ..self.settings.clone() };
        let (hub, set_aside) = Hub::restore(settings, self.now(), restored);
        self.hub = hub;
        self.stopped = false;
        self.pending_queries.clear();
        self.perform(usize::MAX);
        set_aside
    }

    /// Starts another server from what was stored, and returns what it sets aside.
    pub(crate) fn replayed(&self) -> (Hub, Vec<SetAside>) {
        Hub::restore(HubConfig::seeded([2; 32]), self.now(), self.stored.restored(self.now()))
    }

    /// Returns why a stored game, which could be replayed, is set aside after `change`.
    pub(crate) fn reason_set_aside(
        &mut self,
        game: GameId,
        change: impl FnOnce(&mut Vec<JournalEntry>),
    ) -> InvalidEvent {
        assert_eq!(self.replayed().1, []);
        change(self.stored.games.get_mut(&game).expect("the game is stored"));
        match &self.replayed().1[..] {
            [SetAside { value, why: Unusable::Journal(invalid) }] => {
                assert_eq!(*value, StoredValue::Game(game));
                invalid.why
            }
            other => panic!("{other:?}"),
        }
    }

    fn deliver(&mut self, to: ConnectionId, message: ServerMessage) {
        self.sent += 1;
        let now = self.now;
        let frame = chuhe_protocol::wire::encode(&message).expect("a message fits into a frame");
        self.frames.push((now, to, frame));
        let inbox = self.inboxes.get_mut(&to).expect("messages go to open connections");
        assert_eq!(inbox.closed, None, "nothing is sent to a closed connection: {message:?}");
        match message {
            ServerMessage::Lobby(LobbyMessage::Presence(changes)) => {
                for change in &changes {
                    match change {
                        PresenceChange::Here(player) => drop(inbox.here.insert(player.id, player.clone())),
                        PresenceChange::Gone(id) => drop(inbox.here.remove(id)),
                    }
                }
                inbox.presence.extend(changes);
            }
            ServerMessage::Lobby(LobbyMessage::PageChanges(changes)) => {
                for change in changes {
                    match change {
                        PresenceChange::Here(player) => drop(inbox.page.insert(player.id, player)),
                        PresenceChange::Gone(id) => drop(inbox.page.remove(&id)),
                    }
                }
            }
            ServerMessage::Lobby(LobbyMessage::Totals { online, away, games }) => {
                inbox.totals = Some([online, away, games]);
            }
            ServerMessage::Table { message: TableMessage::Tick(tick), .. } => {
                inbox.ticks.push((now, tick.clocks, tick.round_trip_ms));
                inbox.setup_left.push(tick.setup_left_ms);
                inbox.last_tick = Some(*tick);
            }
            ServerMessage::Table { message: TableMessage::Spectators { names, count, .. }, .. } => {
                let names = names.iter().map(|name| name.as_str().to_owned()).collect();
                inbox.spectators.push((now, names, count));
            }
            message => {
                if let ServerMessage::Door(DoorMessage::Joined { player, .. }) = &message {
                    inbox.player = Some(*player);
                }
                if let ServerMessage::Table { game, message: TableMessage::Watching { .. } } = &message {
                    inbox.events.remove(game);
                }
                if let ServerMessage::Lobby(LobbyMessage::Players { players, first }) = &message {
                    if *first {
                        inbox.here.clear();
                        inbox.page.clear();
                    }
                    inbox.page.extend(players.iter().map(|player| (player.id, player.clone())));
                    inbox.here.extend(players.iter().map(|player| (player.id, player.clone())));
                }
                if let ServerMessage::Table { game, message: TableMessage::Snapshot { next, .. } } = &message
                {
                    let known = inbox.events.entry(*game).or_default();
                    known.resize(*next as usize, Event::CameBack { color: Color::Red });
                }
                if let ServerMessage::Table { game, message: TableMessage::Events { first, events } } =
                    &message
                {
                    let known = inbox.events.entry(*game).or_default();
                    if known.is_empty() && *first > 0 {
                        // a resumed connection knows the events before its cursor
                        known.resize(*first as usize, Event::CameBack { color: Color::Red });
                    }
                    assert_eq!(*first as usize, known.len(), "events have no gaps");
                    self.receivers.push(to);
                    known.extend(events.iter().cloned());
                    let player = inbox.player.expect("only joined connections receive messages of games");
                    self.stored.check_sent(player, *game, *first, events);
                }
                if let ServerMessage::Table { game, message: TableMessage::Snapshot { next, .. } } = &message
                {
                    let known = inbox.events.entry(*game).or_default();
                    known.resize(*next as usize, Event::CameBack { color: Color::Red });
                }
                inbox.messages.push_back(message);
            }
        }
    }

    /// Plays `plies` plies of a [`long_game`] after `opening`, with `pause_ms` after every fourth.
    pub(crate) fn play_long(&mut self, table: &mut Table, opening: &[&str], plies: usize, pause_ms: u64) {
        let moves = long_game(opening, plies);
        for four in moves.chunks(4) {
            let four: Vec<&str> = four.iter().map(String::as_str).collect();
            self.play(table, &four);
            self.advance_with(&[table.red(), table.black()], pause_ms);
        }
    }

    /// Returns what the client has received since the last call, except presence and ticks.
    pub(crate) fn received(&mut self, client: Client) -> Vec<ServerMessage> {
        self.received_at(client.connection)
    }

    pub(crate) fn received_at(&mut self, connection: ConnectionId) -> Vec<ServerMessage> {
        let inbox = self.inboxes.get_mut(&connection).expect("the connection is known");
        inbox.messages.drain(..).collect()
    }

    pub(crate) fn expect(&mut self, client: Client, expected: &[ServerMessage]) {
        assert_eq!(self.received(client), expected);
    }

    /// The events that the client has received since the last call; checks that there was nothing else.
    pub(crate) fn events(&mut self, client: Client) -> Vec<Event> {
        let events = |message| match message {
            ServerMessage::Table { message: TableMessage::Events { events, .. }, .. } => events,
            other => panic!("not an event: {other:?}"),
        };
        self.received(client).into_iter().flat_map(events).collect()
    }

    /// All events of a game that a client has.
    pub(crate) fn journal(&self, client: Client, game: GameId) -> Vec<Event> {
        self.inboxes[&client.connection].events[&game].clone()
    }

    /// The number of the first event of a game that a client does not have.
    pub(crate) fn known(&self, client: Client, game: GameId) -> Seq {
        let known = self.inboxes[&client.connection].events.get(&game).map_or(0, Vec::len);
        u32::try_from(known).expect("the count is small")
    }

    pub(crate) fn presence(&mut self, client: Client) -> Vec<PresenceChange> {
        self.presence_at(client.connection)
    }

    pub(crate) fn presence_at(&mut self, connection: ConnectionId) -> Vec<PresenceChange> {
        std::mem::take(&mut self.inboxes.get_mut(&connection).expect("a connection").presence)
    }

    /// A player as the hub lists them; `None` if it does not.
    pub(crate) fn list_entry(&self, client: Client) -> Option<Player> {
        self.hub.operators().players().find(|player| player.id == client.player)
    }

    /// Checks that a client knows all players and what they are doing.
    pub(crate) fn knows_all(&self, client: Client) {
        self.knows_all_at(client.connection);
    }

    pub(crate) fn knows_all_at(&self, connection: ConnectionId) {
        let seen = |player: &Player| {
            let state = (player.activity, player.connected, player.registered, player.watching);
            (player.id, player.name.clone(), state)
        };
        let known: Vec<_> = self.inboxes[&connection].here.values().map(seen).collect();
        let here: Vec<_> = self.hub.operators().players().map(|player| seen(&player)).collect();
        assert_eq!(known, here);
    }

    /// The players on a client's page of the list.
    pub(crate) fn page(&self, client: Client) -> Vec<Player> {
        self.inboxes[&client.connection].page.values().cloned().collect()
    }

    /// The player with this number, as far as a client knows from the first list and from presence beside its page.
    pub(crate) fn listed(&self, client: Client, player: PlayerId) -> Option<&Player> {
        self.inboxes[&client.connection].here.get(&player)
    }

    /// The numbers of players online and away, and of games, that a client in a crowded lobby received last.
    pub(crate) fn totals(&self, client: Client) -> Option<[u32; 3]> {
        self.inboxes[&client.connection].totals
    }

    pub(crate) fn ticks(&mut self, client: Client) -> Vec<(u64, ClockReading, PerColor<Option<u16>>)> {
        std::mem::take(&mut self.inboxes.get_mut(&client.connection).expect("a connection").ticks)
    }

    /// The last tick that a client received.
    pub(crate) fn last_tick(&self, client: Client) -> Tick {
        self.inboxes[&client.connection].last_tick.expect("the client received a tick")
    }

    /// The time left to set up in each tick since the last call.
    pub(crate) fn setup_left(&mut self, client: Client) -> Vec<Option<u32>> {
        std::mem::take(&mut self.inboxes.get_mut(&client.connection).expect("a connection").setup_left)
    }

    /// The lists of spectators since the last call, with the time of each.
    pub(crate) fn spectators(&mut self, client: Client) -> Vec<(u64, Vec<String>, u32)> {
        std::mem::take(&mut self.inboxes.get_mut(&client.connection).expect("a connection").spectators)
    }

    /// Whether the hub still knows the connection of a client as theirs.
    pub(crate) fn is_here(&self, client: Client) -> bool {
        self.hub.operators().known_players().any(|it| it.connection == Some(client.connection))
    }

    pub(crate) fn closed(&self, connection: ConnectionId) -> Option<CloseReason> {
        self.inboxes[&connection].closed
    }

    pub(crate) fn discard_received(&mut self) {
        for inbox in self.inboxes.values_mut() {
            inbox.messages.clear();
            inbox.presence.clear();
            inbox.ticks.clear();
            inbox.setup_left.clear();
            inbox.spectators.clear();
        }
    }

    /// Sends a challenge; returns its number.
    pub(crate) fn challenge(&mut self, from: Client, to: Client, terms: Terms) -> ChallengeId {
        self.send(from, LobbyRequest::Challenge { opponent: to.player, terms });
        let received = self.received(from);
        self.received(to);
        let Some(ServerMessage::Lobby(LobbyMessage::ChallengeOpened(challenge))) = received.first() else {
            panic!("not challenged: {received:?}");
        };
        challenge.id
    }

    /// Starts a game of two players; both have read its beginning.
    pub(crate) fn begin(&mut self, red: Client, black: Client, terms: Terms) -> Table {
        let challenge = self.challenge(red, black, Terms { color: ColorChoice::Red, ..terms });
        self.send(black, LobbyRequest::AcceptChallenge { challenge });
        let game = self.game_of(black);
        self.received(red);
        Table { game, seats: PerColor::new(red, black), ply: 0 }
    }

    /// The game whose beginning the client has just received.
    pub(crate) fn game_of(&mut self, client: Client) -> GameId {
        let game = |message| match message {
            ServerMessage::Table { game, message: TableMessage::Events { first: 0, .. } } => Some(game),
            _ => None,
        };
        self.received(client).into_iter().find_map(game).expect("a game has begun")
    }

    /// A game of Bo (red) and An (black).
    pub(crate) fn table(&mut self, terms: Terms) -> Table {
        let (bo, an) = (self.join("Bo"), self.join("An"));
        self.begin(bo, an, terms)
    }

    /// Plays the moves in turn, red first, and checks that both players receive each.
    pub(crate) fn play(&mut self, table: &mut Table, moves: &[&str]) {
        for text in moves {
            let mover = table.seats[if table.ply.is_multiple_of(2) { Color::Red } else { Color::Black }];
            self.send(
                mover,
                TableRequest::Play { ply: table.ply, mv: mv(text), premove: false }.at(table.game),
            );
            table.ply += 1;
            for color in Color::ALL {
                let events = self.events(table.seats[color]);
                assert!(matches!(events.first(), Some(Event::Played { .. })), "{text}: {events:?}");
            }
        }
    }
}

/// A game and its two clients.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Table {
    pub(crate) game: GameId,
    pub(crate) seats: PerColor<Client>,
    pub(crate) ply: u16,
}

impl Table {
    pub(crate) const fn red(&self) -> Client {
        self.seats.red
    }

    pub(crate) const fn black(&self) -> Client {
        self.seats.black
    }
}

/// Whether a message may be sent before the records ahead of it are stored.
fn need_not_wait(message: &ServerMessage) -> bool {
    matches!(
        message,
        ServerMessage::Door(
            DoorMessage::Paused
                | DoorMessage::Unpaused
                | DoorMessage::ShuttingDown
                | DoorMessage::Pong { .. }
                | DoorMessage::Announcement { .. }
        ) | ServerMessage::Refused { .. }
    )
}

pub(crate) fn mv(text: &str) -> GameMove {
    GameMove::Xiangqi(text.parse().expect("a move"))
}

pub(crate) fn timed(time: TimeControl) -> Terms {
    Terms { challenger_time: time, opponent_time: time, ..Terms::default() }
}

pub(crate) fn untimed() -> Terms {
    timed(TimeControl::UNTIMED)
}

pub(crate) fn from_position(fen: &str) -> Terms {
    let game = GameTerms::Xiangqi { rules: RuleSet::Asian, start: Some(fen.into()) };
    Terms { game, ..untimed() }
}

/// The outcome in these events.
pub(crate) fn outcome(events: &[Event]) -> Outcome {
    let ended = |event: &Event| match event {
        Event::Ended { outcome, .. } => Some(*outcome),
        _ => None,
    };
    events.iter().find_map(ended).expect("the game is over")
}

/// The clocks at the end of the game.
pub(crate) fn end_clocks(events: &[Event]) -> ClockReading {
    let ended = |event: &Event| match event {
        Event::Ended { clocks, .. } => Some(*clocks),
        _ => None,
    };
    events.iter().find_map(ended).expect("the game is over")
}

pub(crate) fn cursor(game: GameId, next: Seq) -> Option<chuhe_protocol::Cursor> {
    Some(chuhe_protocol::Cursor { game, next })
}
