//! A hub and several apps under one virtual clock, joined by simulated connections.
//!
//! A test sets the latency of the connections, cuts them and heals them. Nothing sleeps.

use chuhe_app::{App, Screen};
use chuhe_hub::{Address, ConnectionId, Hub, HubConfig, Input, Output};
use chuhe_model::actions::action::{Action, FormAction, LobbyAction, TableAction};
use chuhe_model::drawing::scene::{Place, Pointer, Size};
use chuhe_model::exchange::effect::{ConnectionEffect, Effect, MachineEffect};
use chuhe_model::exchange::environment::Environment;
use chuhe_model::exchange::event::{Closed, ConnectFailure, Event, NetworkEvent};
use chuhe_model::exchange::settings::Settings;
use chuhe_model::table::Table;
use chuhe_protocol::{CloseReason, DoorMessage, PlayerId, Request, ServerMessage, wire};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::xiangqi::Move;
use chuhe_rules::{Color, Outcome};
use std::collections::BTreeMap;

/// A client of a [`World`], by its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Client(usize);

/// A message in flight.
#[derive(Debug)]
enum InFlight {
    Opened { from: usize, connection: ConnectionId },
    Up { connection: ConnectionId, bytes: Vec<u8> },
    Hangup { connection: ConnectionId },
    Welcomed { to: usize, connection: ConnectionId },
    Unreachable { to: usize },
    Down { to: usize, connection: ConnectionId, bytes: Vec<u8> },
    Closed { to: usize, connection: ConnectionId },
}

/// An app with its connection.
struct Peer {
    app: App,
    connection: Option<ConnectionId>,
    reachable: bool,
    /// The effects that the world does not perform.
    unperformed: Vec<Effect>,
}

/// A server and its clients.
pub(crate) struct World {
    now: Timestamp,
    hub: Hub,
    peers: Vec<Peer>,
    /// The messages in flight, by arrival time and then in the order sent.
    in_flight: BTreeMap<(Timestamp, u64), InFlight>,
    sent: u64,
    connections: u64,
    latency_ms: u64,
    stopped: bool,
}

const SIZE: Size = Size::new(1280.0, 820.0);
/// More steps than any test needs, so that an endless loop fails.
const STEPS: u32 = 2_000_000;

impl World {
    pub(crate) fn new(seed: u8) -> Self {
        Self {
            now: Timestamp::from_ms(1_000),
            hub: Hub::new(HubConfig::seeded([seed; 32])),
            peers: Vec::new(),
            in_flight: BTreeMap::new(),
            sent: 0,
            connections: 0,
            latency_ms: 20,
            stopped: false,
        }
    }

    /// A world in which these players have joined and see each other.
    pub(crate) fn with_players<const N: usize>(seed: u8, names: [&str; N]) -> (Self, [Client; N]) {
        let mut world = Self::new(seed);
        let clients = names.map(|name| world.join(name));
        for client in clients {
            world.until("all players see each other", |world| {
                world.app(client).sessions().visit().is_some_and(|visit| visit.lobby.players().count() == N)
            });
        }
        (world, clients)
    }

    /// Adds a client that has not joined.
    pub(crate) fn open(&mut self, environment: Environment) -> Client {
        let mut app = App::new(environment, Settings::default());
        // as in a real window, the size comes first
        app.update(Event::Resized(SIZE), self.now);
        self.peers.push(Peer { app, connection: None, reachable: true, unperformed: Vec::new() });
        Client(self.peers.len() - 1)
    }

    /// Adds a client that joins under this name.
    pub(crate) fn join(&mut self, name: &str) -> Client {
        let client = self.open(Environment::default());
        let join = chuhe_model::actions::action::JoinAction::To {
            host: "server".into(),
            port: 9899,
            name: Some(name.to_owned()),
            tls: false,
            hall: None,
        };
        self.act(client, Action::Join(join));
        client
    }

    pub(crate) fn app(&self, client: Client) -> &App {
        &self.peers[client.0].app
    }

    pub(crate) fn table(&self, client: Client) -> &Table {
        self.app(client).sessions().table().expect("the client is at a table")
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.now
    }

    pub(crate) fn set_latency(&mut self, ms: u64) {
        self.latency_ms = ms;
    }

    pub(crate) fn id(&self, client: Client) -> PlayerId {
        self.app(client).sessions().visit().expect("the client has joined").me
    }

    /// Performs the action of a widget.
    pub(crate) fn act(&mut self, client: Client, action: Action) {
        self.update(client.0, Event::Action(action));
    }

    /// Passes an event to a client.
    pub(crate) fn pass(&mut self, client: Client, event: Event) {
        self.update(client.0, event);
    }

    /// Takes the effects of a client that the world does not perform.
    pub(crate) fn take_unperformed(&mut self, client: Client) -> Vec<Effect> {
        std::mem::take(&mut self.peers[client.0].unperformed)
    }

    /// Gives a client the review that an earlier run of its program kept.
    pub(crate) fn restore_review(&mut self, client: Client, kept: &str) {
        let restored = self.peers[client.0].app.restore_review(kept, false, self.now);
        let effects = restored.expect("a kept review can be read");
        self.peers[client.0].unperformed.extend(effects);
    }

    pub(crate) fn at_table(&mut self, client: Client, action: TableAction) {
        self.act(client, Action::Table(action));
    }

    /// Clicks a point of the board.
    pub(crate) fn click(&mut self, client: Client, place: impl Into<Place>) {
        let place = place.into();
        let scene = self.app(client).view(SIZE, self.now);
        let target = scene.targets.iter().find(|target| target.place == place);
        let at = target.expect("every point of the board is a target").area.center();
        for pointer in [Pointer::Moved(at), Pointer::Pressed(at), Pointer::Released(at)] {
            self.update(client.0, Event::Pointer(pointer));
        }
    }

    /// Clicks a move on the board; it need not be legal.
    pub(crate) fn click_move(&mut self, client: Client, mv: &str) {
        let mv: Move = mv.parse().expect("the test gives a move in coordinates");
        self.click(client, mv.from);
        self.click(client, mv.to);
    }

    /// Plays a legal move by clicks, and runs until both clients show it.
    pub(crate) fn play(&mut self, by: Client, other: Client, mv: &str) {
        let ply = self.table(by).game().ply() + 1;
        self.click_move(by, mv);
        self.until(&format!("{mv} is played"), |world| {
            [by, other].iter().all(|&client| world.table(client).game().ply() == ply)
        });
    }

    /// Starts a game: sends a challenge from the form that `fill` completes, and accepts it.
    pub(crate) fn start_game(
        &mut self,
        challenger: Client,
        opponent: Client,
        fill: impl IntoIterator<Item = Action>,
    ) {
        let challenged = self.id(opponent);
        self.act(challenger, Action::Lobby(LobbyAction::Challenge(challenged)));
        for action in fill {
            self.act(challenger, action);
        }
        self.act(challenger, Action::Form(FormAction::Send));
        self.until("the challenge has arrived", |world| world.incoming(opponent).is_some());
        let challenge = self.incoming(opponent).expect("the challenge has arrived");
        self.act(opponent, Action::Lobby(LobbyAction::Accept(challenge)));
        self.until("the game has started", |world| {
            [challenger, opponent].iter().all(|&client| world.app(client).screen() == Screen::Table)
        });
    }

    pub(crate) fn incoming(&self, client: Client) -> Option<chuhe_protocol::ChallengeId> {
        let visit = self.app(client).sessions().visit()?;
        visit.lobby.incoming(visit.me).next().map(|open| open.challenge.id)
    }

    /// Returns the two clients, red first.
    pub(crate) fn by_color(&self, one: Client, other: Client) -> (Client, Client) {
        match self.table(one).game().me() {
            Color::Red => (one, other),
            Color::Black => (other, one),
        }
    }

    pub(crate) fn outcome(&self, client: Client) -> Option<Outcome> {
        self.table(client).game().outcome()
    }

    /// Runs until both clients show the same outcome, and returns it.
    pub(crate) fn run_to_end(&mut self, one: Client, other: Client) -> Outcome {
        self.until("the game is over", |world| {
            world.outcome(one).is_some() && world.outcome(one) == world.outcome(other)
        });
        self.outcome(one).expect("the game is over")
    }

    /// Cuts the client's connection and drops all messages in flight.
    ///
    /// If `reachable` is false, the client cannot reconnect until [`World::heal`].
    pub(crate) fn cut(&mut self, client: Client, reachable: bool) {
        let peer = &mut self.peers[client.0];
        peer.reachable = reachable;
        let Some(connection) = peer.connection.take() else { return };
        self.in_flight.retain(|_, message| match message {
            InFlight::Opened { connection: on, .. }
            | InFlight::Up { connection: on, .. }
            | InFlight::Hangup { connection: on }
            | InFlight::Welcomed { connection: on, .. }
            | InFlight::Down { connection: on, .. }
            | InFlight::Closed { connection: on, .. } => *on != connection,
            InFlight::Unreachable { .. } => true,
        });
        self.handle_input(Input::Disconnected(connection));
        let failed = Closed::Failed("the connection was cut".into());
        self.update(client.0, Event::Network(NetworkEvent::Closed(failed)));
    }

    /// Lets the client reach the server again.
    pub(crate) fn heal(&mut self, client: Client) {
        self.peers[client.0].reachable = true;
    }

    /// Advances the clock.
    pub(crate) fn advance(&mut self, ms: u64) {
        let end = self.now.plus_ms(ms);
        self.run(end, |_| false);
        self.now = end;
    }

    /// Runs until `done`; panics after an hour of virtual time.
    pub(crate) fn until(&mut self, what: &str, done: impl Fn(&Self) -> bool) {
        let end = self.now.plus_ms(3_600_000);
        assert!(self.run(end, done), "timeout after one hour: {what}");
    }

    fn run(&mut self, end: Timestamp, done: impl Fn(&Self) -> bool) -> bool {
        for _ in 0..STEPS {
            if done(self) {
                return true;
            }
            let Some(next) = self.next_event_at().filter(|&next| next <= end) else { return false };
            self.now = self.now.max(next);
            self.step();
        }
        panic!("no progress within {STEPS} steps");
    }

    fn next_event_at(&self) -> Option<Timestamp> {
        let arrival = self.in_flight.first_key_value().map(|((at, _), _)| *at);
        let apps = self.peers.iter().filter_map(|peer| peer.app.next_wakeup(self.now));
        // an app gets its next tick at least a millisecond later, as between two frames of a window
        let apps = apps.map(|at| at.max(self.now.plus_ms(1)));
        let hub = self.hub.poll_timeout().filter(|_| !self.stopped);
        apps.chain(arrival).chain(hub).min()
    }

    fn step(&mut self) {
        while let Some(entry) = self.in_flight.first_entry().filter(|entry| entry.key().0 <= self.now) {
            let arrived = entry.remove();
            self.arrive(arrived);
        }
        if self.hub.poll_timeout().is_some_and(|at| at <= self.now) {
            self.handle_input(Input::Tick);
        }
        for peer in 0..self.peers.len() {
            if self.peers[peer].app.next_wakeup(self.now).is_some_and(|at| at <= self.now.plus_ms(1)) {
                self.update(peer, Event::Tick);
            }
        }
    }

    fn arrive(&mut self, arrived: InFlight) {
        match arrived {
            InFlight::Opened { from, connection } => {
                self.handle_input(Input::Connected(connection, Address::default(), self.now));
                self.send(InFlight::Welcomed { to: from, connection });
            }
            InFlight::Up { connection, bytes } => {
                let request: Request = wire::decode(&bytes).expect("an app sends valid requests");
                self.handle_input(Input::Received(connection, request));
            }
            InFlight::Hangup { connection } => self.handle_input(Input::Disconnected(connection)),
            InFlight::Welcomed { to, connection } => {
                if self.peers[to].connection == Some(connection) {
                    self.update(to, Event::Network(NetworkEvent::Connected));
                }
            }
            InFlight::Unreachable { to } => {
                let failed = NetworkEvent::ConnectFailed(ConnectFailure::Unreachable);
                self.update(to, Event::Network(failed));
            }
            InFlight::Down { to, connection, bytes } => {
                if self.peers[to].connection == Some(connection) {
                    let message: ServerMessage = wire::decode(&bytes).expect("the hub sends valid messages");
                    self.update(to, Event::Network(NetworkEvent::Received(Box::new(message))));
                }
            }
            InFlight::Closed { to, connection } => {
                if self.peers[to].connection == Some(connection) {
                    self.peers[to].connection = None;
                    self.update(to, Event::Network(NetworkEvent::Closed(Closed::ByServer)));
                }
            }
        }
    }

    /// Updates an app, and performs its effects.
    fn update(&mut self, peer: usize, event: Event) {
        let effects = self.peers[peer].app.update(event, self.now);
        for effect in effects {
            self.perform(peer, effect);
        }
    }

    fn perform(&mut self, peer: usize, effect: Effect) {
        match effect {
            Effect::Connection(ConnectionEffect::Connect { .. }) => {
                self.hang_up(peer);
                if self.peers[peer].reachable {
                    self.connections += 1;
                    let connection = ConnectionId(self.connections);
                    self.peers[peer].connection = Some(connection);
                    self.send(InFlight::Opened { from: peer, connection });
                } else {
                    self.send(InFlight::Unreachable { to: peer });
                }
            }
            Effect::Connection(ConnectionEffect::Disconnect) => self.hang_up(peer),
            Effect::Connection(ConnectionEffect::Send(request)) => {
                let bytes = wire::encode(&request).expect("an app respects the limits of the protocol");
                if let Some(connection) = self.peers[peer].connection {
                    self.send(InFlight::Up { connection, bytes });
                }
            }
            Effect::Machine(MachineEffect::Host { .. }) => panic!("no test hosts a server here"),
            Effect::Window(_) | Effect::Storage(_) | Effect::Engine(_) | Effect::Machine(_) => {
                self.peers[peer].unperformed.push(effect);
            }
        }
    }

    fn hang_up(&mut self, peer: usize) {
        if let Some(connection) = self.peers[peer].connection.take() {
            self.send(InFlight::Hangup { connection });
        }
    }

    /// Passes an input to the hub, and sends its outputs.
    fn handle_input(&mut self, input: Input) {
        self.hub.handle(self.now, input);
        while let Some(output) = self.hub.poll_output() {
            match output {
                Output::Save(_) | Output::Query(..) | Output::Report(..) => {}
                Output::Send(connection, message) | Output::Notice(connection, message) => {
                    self.send_down(connection, &message);
                }
                Output::SendAlso { to, also, message } => {
                    self.send_down(to, &message);
                    self.send_down(also, &message);
                }
                Output::Broadcast(connections, message) => {
                    for connection in connections {
                        self.send_down(connection, &message);
                    }
                }
                Output::Close(connection, reason) => self.close(connection, reason),
                Output::Stop => self.stopped = true,
            }
        }
    }

    fn close(&mut self, connection: ConnectionId, reason: CloseReason) {
        self.send_down(connection, &ServerMessage::Door(DoorMessage::Closing { reason }));
        if let Some(to) = self.peer_of(connection) {
            self.send(InFlight::Closed { to, connection });
        }
        self.send(InFlight::Hangup { connection });
    }

    fn send_down(&mut self, connection: ConnectionId, message: &ServerMessage) {
        let bytes = wire::encode(message).expect("the hub respects the limits of the protocol");
        if let Some(to) = self.peer_of(connection) {
            self.send(InFlight::Down { to, connection, bytes });
        }
    }

    fn peer_of(&self, connection: ConnectionId) -> Option<usize> {
        self.peers.iter().position(|peer| peer.connection == Some(connection))
    }

    fn send(&mut self, what: InFlight) {
        self.sent += 1;
        self.in_flight.insert((self.now.plus_ms(self.latency_ms), self.sent), what);
    }
}
