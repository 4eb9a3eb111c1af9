//! A server's hub and several clients' apps, joined by wires of bytes that delay,
//! break and heal as told, under one virtual clock. Nothing here waits.

use chuhe_client::core::action::{Action, FormAction, LobbyAction, TableAction};
use chuhe_client::core::app::{App, Screen};
use chuhe_client::core::effect::Effect;
use chuhe_client::core::environment::Environment;
use chuhe_client::core::event::{Closed, ConnectFailure, Event, NetworkEvent};
use chuhe_client::core::scene::{Place, Pointer, Size};
use chuhe_client::core::settings::Settings;
use chuhe_client::core::table::Table;
use chuhe_hub::{Address, ConnectionId, Hub, HubConfig, Input, Output};
use chuhe_protocol::{CloseReason, PlayerId, Request, ServerMessage, wire};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::xiangqi::Move;
use chuhe_rules::{Color, Outcome};
use std::collections::BTreeMap;

/// A client of a [`World`], by its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Client(usize);

/// What travels on a wire.
#[derive(Debug)]
enum Travelling {
    Opened { from: usize, connection: ConnectionId },
    Up { connection: ConnectionId, bytes: Vec<u8> },
    Hangup { connection: ConnectionId },
    Welcomed { to: usize, connection: ConnectionId },
    Unreachable { to: usize },
    Down { to: usize, connection: ConnectionId, bytes: Vec<u8> },
    Closed { to: usize, connection: ConnectionId },
}

struct Seat {
    app: App,
    connection: Option<ConnectionId>,
    reachable: bool,
}

/// The whole system.
pub(crate) struct World {
    now: Timestamp,
    hub: Hub,
    seats: Vec<Seat>,
    /// By when it arrives and, for equal times, in the order it was sent.
    travelling: BTreeMap<(Timestamp, u64), Travelling>,
    sent: u64,
    connections: u64,
    latency_ms: u64,
    stopped: bool,
}

const SIZE: Size = Size::new(1280.0, 820.0);
/// More steps than any script here needs: a loop that makes no progress fails.
const STEPS: u32 = 2_000_000;

impl World {
    pub(crate) fn new(seed: u8) -> Self {
        Self {
            now: Timestamp::from_ms(1_000),
            hub: Hub::new(HubConfig::seeded([seed; 32])),
            seats: Vec::new(),
            travelling: BTreeMap::new(),
            sent: 0,
            connections: 0,
            latency_ms: 20,
            stopped: false,
        }
    }

    /// A world in which these have joined and see each other.
    pub(crate) fn with_players<const N: usize>(seed: u8, names: [&str; N]) -> (Self, [Client; N]) {
        let mut world = Self::new(seed);
        let clients = names.map(|name| world.join(name));
        for client in clients {
            world.until("everyone is here", |world| {
                world.app(client).visit().is_some_and(|visit| visit.lobby().count() == N)
            });
        }
        (world, clients)
    }

    /// A new client that joins under this name.
    pub(crate) fn join(&mut self, name: &str) -> Client {
        let mut app = App::new(Environment::default(), Settings::default());
        // the window tells its size first
        app.update(Event::Resized(SIZE), self.now);
        self.seats.push(Seat { app, connection: None, reachable: true });
        let client = Client(self.seats.len() - 1);
        let join = chuhe_client::core::action::JoinAction::To {
            host: "server".into(),
            port: 9899,
            name: Some(name.to_owned()),
            tls: false,
        };
        self.act(client, Action::Join(join));
        client
    }

    pub(crate) fn app(&self, client: Client) -> &App {
        &self.seats[client.0].app
    }

    pub(crate) fn table(&self, client: Client) -> &Table {
        self.app(client).table().expect("the client is at a board")
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.now
    }

    pub(crate) fn set_latency(&mut self, ms: u64) {
        self.latency_ms = ms;
    }

    pub(crate) fn id(&self, client: Client) -> PlayerId {
        self.app(client).visit().expect("the client has joined").me()
    }

    /// A widget was used.
    pub(crate) fn act(&mut self, client: Client, action: Action) {
        self.tell(client.0, Event::Action(action));
    }

    pub(crate) fn at_table(&mut self, client: Client, action: TableAction) {
        self.act(client, Action::Table(action));
    }

    /// Presses and releases the button on a point of the board.
    pub(crate) fn click(&mut self, client: Client, place: impl Into<Place>) {
        let place = place.into();
        let scene = self.app(client).view(SIZE, self.now);
        let target = scene.targets.iter().find(|target| target.place == place);
        let at = target.expect("every point of the board is a target").area.center();
        for pointer in [Pointer::Moved(at), Pointer::Pressed(at), Pointer::Released(at)] {
            self.tell(client.0, Event::Pointer(pointer));
        }
    }

    /// Clicks a move on the board; it need not be legal.
    pub(crate) fn click_move(&mut self, client: Client, mv: &str) {
        let mv: Move = mv.parse().expect("a move in coordinates");
        self.click(client, mv.from);
        self.click(client, mv.to);
    }

    /// `by` plays a legal move by clicks, and `other` comes to see it.
    pub(crate) fn play(&mut self, by: Client, other: Client, mv: &str) {
        let ply = self.table(by).game().ply() + 1;
        self.click_move(by, mv);
        self.until(&format!("{mv} is played"), |world| {
            [by, other].iter().all(|&client| world.table(client).game().ply() == ply)
        });
    }

    /// One challenges the other with the form as `fill` leaves it, and is accepted.
    pub(crate) fn begin_game(
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
        let challenge = self.incoming(opponent).expect("it has arrived");
        self.act(opponent, Action::Lobby(LobbyAction::Accept(challenge)));
        self.until("the game has begun", |world| {
            [challenger, opponent].iter().all(|&client| world.app(client).screen() == Screen::Table)
        });
    }

    pub(crate) fn incoming(&self, client: Client) -> Option<chuhe_protocol::ChallengeId> {
        let visit = self.app(client).visit()?;
        visit.lobby().incoming(visit.me()).next().map(|open| open.challenge.id)
    }

    /// The two clients, red first.
    pub(crate) fn by_color(&self, one: Client, other: Client) -> (Client, Client) {
        match self.table(one).me() {
            Color::Red => (one, other),
            Color::Black => (other, one),
        }
    }

    pub(crate) fn outcome(&self, client: Client) -> Option<Outcome> {
        self.table(client).game().outcome()
    }

    /// Runs until both see the end of their game; what it was.
    pub(crate) fn end_of(&mut self, one: Client, other: Client) -> Outcome {
        self.until("the game is over", |world| {
            world.outcome(one).is_some() && world.outcome(one) == world.outcome(other)
        });
        self.outcome(one).expect("it is over")
    }

    /// Cuts the client's wire: what is on it is lost. Where `reachable` is false, the
    /// server cannot be reached either until [`World::heal`].
    pub(crate) fn cut(&mut self, client: Client, reachable: bool) {
        let seat = &mut self.seats[client.0];
        seat.reachable = reachable;
        let Some(connection) = seat.connection.take() else { return };
        self.travelling.retain(|_, it| match it {
            Travelling::Opened { connection: on, .. }
            | Travelling::Up { connection: on, .. }
            | Travelling::Hangup { connection: on }
            | Travelling::Welcomed { connection: on, .. }
            | Travelling::Down { connection: on, .. }
            | Travelling::Closed { connection: on, .. } => *on != connection,
            Travelling::Unreachable { .. } => true,
        });
        self.tell_hub(Input::Disconnected(connection));
        let failed = Closed::Failed("the wire was cut".into());
        self.tell(client.0, Event::Network(NetworkEvent::Closed(failed)));
    }

    pub(crate) fn heal(&mut self, client: Client) {
        self.seats[client.0].reachable = true;
    }

    /// Lets so much time pass.
    pub(crate) fn advance(&mut self, ms: u64) {
        let end = self.now.plus_ms(ms);
        self.run(end, |_| false);
        self.now = end;
    }

    /// Runs until `done`.
    pub(crate) fn until(&mut self, what: &str, done: impl Fn(&Self) -> bool) {
        let end = self.now.plus_ms(3_600_000);
        assert!(self.run(end, done), "within an hour it never came about that {what}");
    }

    fn run(&mut self, end: Timestamp, done: impl Fn(&Self) -> bool) -> bool {
        for _ in 0..STEPS {
            if done(self) {
                return true;
            }
            let Some(next) = self.next_moment().filter(|&next| next <= end) else { return false };
            self.now = self.now.max(next);
            self.step();
        }
        panic!("no progress within {STEPS} steps");
    }

    fn next_moment(&self) -> Option<Timestamp> {
        let arrival = self.travelling.first_key_value().map(|((at, _), _)| *at);
        let apps = self.seats.iter().filter_map(|seat| seat.app.next_wakeup(self.now));
        // an app is asked again a little later, as the frames of a window are
        let apps = apps.map(|at| at.max(self.now.plus_ms(1)));
        let hub = self.hub.poll_timeout().filter(|_| !self.stopped);
        apps.chain(arrival).chain(hub).min()
    }

    fn step(&mut self) {
        while let Some(entry) = self.travelling.first_entry().filter(|entry| entry.key().0 <= self.now) {
            let arrived = entry.remove();
            self.arrive(arrived);
        }
        if self.hub.poll_timeout().is_some_and(|at| at <= self.now) {
            self.tell_hub(Input::Tick);
        }
        for seat in 0..self.seats.len() {
            if self.seats[seat].app.next_wakeup(self.now).is_some_and(|at| at <= self.now.plus_ms(1)) {
                self.tell(seat, Event::Tick);
            }
        }
    }

    fn arrive(&mut self, arrived: Travelling) {
        match arrived {
            Travelling::Opened { from, connection } => {
                self.tell_hub(Input::Connected(connection, Address::default(), self.now));
                self.send(Travelling::Welcomed { to: from, connection });
            }
            Travelling::Up { connection, bytes } => {
                let request: Request = wire::decode(&bytes).expect("an app sends what can be read");
                self.tell_hub(Input::Received(connection, request));
            }
            Travelling::Hangup { connection } => self.tell_hub(Input::Disconnected(connection)),
            Travelling::Welcomed { to, connection } => {
                if self.seats[to].connection == Some(connection) {
                    self.tell(to, Event::Network(NetworkEvent::Connected));
                }
            }
            Travelling::Unreachable { to } => {
                let failed = NetworkEvent::ConnectFailed(ConnectFailure::Unreachable);
                self.tell(to, Event::Network(failed));
            }
            Travelling::Down { to, connection, bytes } => {
                if self.seats[to].connection == Some(connection) {
                    let message: ServerMessage = wire::decode(&bytes).expect("a hub sends what can be read");
                    self.tell(to, Event::Network(NetworkEvent::Received(Box::new(message))));
                }
            }
            Travelling::Closed { to, connection } => {
                if self.seats[to].connection == Some(connection) {
                    self.seats[to].connection = None;
                    self.tell(to, Event::Network(NetworkEvent::Closed(Closed::ByServer)));
                }
            }
        }
    }

    fn tell(&mut self, seat: usize, event: Event) {
        let effects = self.seats[seat].app.update(event, self.now);
        for effect in effects {
            self.perform(seat, effect);
        }
    }

    fn perform(&mut self, seat: usize, effect: Effect) {
        match effect {
            Effect::Connect { .. } => {
                self.hang_up(seat);
                if self.seats[seat].reachable {
                    self.connections += 1;
                    let connection = ConnectionId(self.connections);
                    self.seats[seat].connection = Some(connection);
                    self.send(Travelling::Opened { from: seat, connection });
                } else {
                    self.send(Travelling::Unreachable { to: seat });
                }
            }
            Effect::Disconnect => self.hang_up(seat),
            Effect::Send(request) => {
                let bytes = wire::encode(&request).expect("an app keeps the limits");
                if let Some(connection) = self.seats[seat].connection {
                    self.send(Travelling::Up { connection, bytes });
                }
            }
            Effect::SaveSettings(_) | Effect::Files(_) | Effect::CopyText(_) | Effect::Quit => {}
            Effect::Host { .. } | Effect::StopHost => panic!("nobody hosts a server in this world"),
        }
    }

    fn hang_up(&mut self, seat: usize) {
        if let Some(connection) = self.seats[seat].connection.take() {
            self.send(Travelling::Hangup { connection });
        }
    }

    fn tell_hub(&mut self, input: Input) {
        self.hub.handle(self.now, input);
        while let Some(output) = self.hub.poll_output() {
            match output {
                Output::Save(_) | Output::Query(..) => {}
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
        self.send_down(connection, &ServerMessage::Closing { reason });
        if let Some(to) = self.seat_of(connection) {
            self.send(Travelling::Closed { to, connection });
        }
        self.send(Travelling::Hangup { connection });
    }

    fn send_down(&mut self, connection: ConnectionId, message: &ServerMessage) {
        let bytes = wire::encode(message).expect("a hub keeps the limits");
        if let Some(to) = self.seat_of(connection) {
            self.send(Travelling::Down { to, connection, bytes });
        }
    }

    fn seat_of(&self, connection: ConnectionId) -> Option<usize> {
        self.seats.iter().position(|seat| seat.connection == Some(connection))
    }

    fn send(&mut self, what: Travelling) {
        self.sent += 1;
        self.travelling.insert((self.now.plus_ms(self.latency_ms), self.sent), what);
    }
}
