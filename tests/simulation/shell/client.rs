//! A simulated client machine: a user and their app, connected over the simulated network.

use super::disk::{Disk, now};
use super::server::{HOST, PORT};
use crate::simulation::clients::{SETTLE_ACTION_INTERVAL, SIZE, encode_request};
use crate::simulation::conditions::MsRange;
use crate::simulation::leavers::Habit;
use crate::simulation::random::Random;
use crate::simulation::user::{User, UserAction};
use chuhe_model::actions::action::Action;
use chuhe_model::exchange::effect::{ConnectionEffect, Effect, StorageEffect, WindowEffect};
use chuhe_model::exchange::event::{Closed, ConnectFailure, Event, NetworkEvent};
use chuhe_protocol::greeting::{Answer, Hello};
use chuhe_protocol::{ClientMessage, DoorMessage, DoorRequest, ServerMessage, SessionToken, frame, wire};
use chuhe_rules::clock::Timestamp;
use futures_util::{SinkExt, StreamExt};
use std::cell::{Cell, RefCell};
use std::io;
use std::pin::pin;
use std::rc::Rc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::task::AbortHandle;
use tokio::time::{sleep, timeout};
use tokio_util::bytes::Bytes;
use tokio_util::codec::{FramedRead, FramedWrite, LengthDelimitedCodec};
use turmoil::net::TcpStream;
use turmoil::net::tcp::{OwnedReadHalf, OwnedWriteHalf};

/// The same timeouts as in the real client.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// A network event, with the generation of its connection.
type Incoming = (u64, NetworkEvent);

/// A user, their app, and its connection to the server.
pub(super) struct SimulatedClient {
    pub(super) user: User,
    disk: Disk,
    random: Random,
    action_interval: MsRange,
    users: u64,
    next_action_at: Timestamp,
    /// Whether the user only joins again and does nothing else.
    pub(super) settling: bool,
    events: mpsc::UnboundedSender<Incoming>,
    connection: Option<Connection>,
    /// Counts connections; events of earlier ones are ignored.
    generation: u64,
    /// The token that the app has presented on this connection.
    presented: Option<SessionToken>,
}

/// The app's side of a connection.
struct Connection {
    outgoing: mpsc::UnboundedSender<Vec<u8>>,
    task: AbortHandle,
    /// When the client reads again.
    paused_until: Rc<Cell<Timestamp>>,
}

impl SimulatedClient {
    pub(super) fn new(number: usize, disk: Disk, seed: u64, action_interval: MsRange, users: usize) -> Self {
        Self {
            user: User::new(number, Habit::Anything),
            disk,
            random: Random::new(seed),
            action_interval,
            users: users as u64,
            next_action_at: Timestamp::default(),
            settling: false,
            // replaced when the machine starts
            events: mpsc::unbounded_channel().0,
            connection: None,
            generation: 0,
            presented: None,
        }
    }

    /// Breaks the connection; the app notices at once.
    pub(super) fn cut(&mut self) {
        if let Some(connection) = self.connection.take() {
            connection.task.abort();
            // the machine may be stopped
            let _ = self.events.send((self.generation, NetworkEvent::Closed(Closed::Failed("cut".into()))));
        }
    }

    /// Stops reading from the connection for a while.
    pub(super) fn pause_reading(&self, until: Timestamp) {
        if let Some(connection) = &self.connection {
            connection.paused_until.set(until);
        }
    }

    /// Sends a malformed message.
    pub(super) fn send_malformed(&self) {
        if let Some(connection) = &self.connection {
            let _ = connection.outgoing.send(vec![0xff; 9]);
        }
    }

    /// Returns when the client acts next.
    fn next_wakeup(&self) -> Timestamp {
        self.user.tick_at.map_or(self.next_action_at, |tick_at| tick_at.min(self.next_action_at))
    }

    /// Runs the actions that are due.
    fn handle_wakeup(&mut self) {
        let now = now();
        if self.user.tick_at.is_some_and(|at| at <= now) {
            self.update(Event::Tick);
        }
        if self.next_action_at <= now {
            let span = if self.settling { SETTLE_ACTION_INTERVAL } else { self.action_interval };
            self.next_action_at = now.plus_ms(span.sample(&mut self.random).max(1));
            let action = self.user.next_action(&mut self.random, now, self.users, self.settling);
            self.perform_action(action);
        }
    }

    fn perform_action(&mut self, action: Option<UserAction>) {
        match action {
            // the settings of other users are on other machines
            None | Some(UserAction::StartAs(_)) => {}
            Some(UserAction::Use(actions)) => {
                // the server hashes passwords in a thread, which would not be deterministic
                if actions.iter().any(|action| matches!(action, Action::EditSecret(..))) {
                    return;
                }
                for action in actions {
                    self.update(Event::Action(action));
                }
            }
            Some(UserAction::Close) => {
                self.update(Event::CloseRequested);
                self.update(Event::CloseRequested);
            }
            Some(UserAction::Crash) => self.end_app(),
            Some(UserAction::Start) => {
                self.user.start();
                self.update(Event::Resized(SIZE));
            }
        }
    }

    fn end_app(&mut self) {
        (self.user.app, self.user.tick_at) = (None, None);
        if let Some(connection) = self.connection.take() {
            connection.task.abort();
        }
    }

    fn handle_event(&mut self, generation: u64, event: NetworkEvent) {
        if generation != self.generation || self.user.app.is_none() {
            return;
        }
        if let NetworkEvent::Received(message) = &event {
            self.check_token(message);
        }
        self.update(Event::Network(event));
    }

    /// Checks the answer to a token that the app has presented.
    fn check_token(&mut self, message: &ServerMessage) {
        let answers = matches!(
            message,
            ServerMessage::Door(DoorMessage::Joined { .. }) | ServerMessage::Refused { .. }
        );
        if answers && let Some(presented) = self.presented.take() {
            self.disk.with(|shared| shared.check_token(presented, message));
        }
    }

    /// Updates the app, performs its effects, and checks its game.
    fn update(&mut self, event: Event) {
        let (effects, moves) = self.user.update(event, now());
        self.disk.with(|shared| moves.into_iter().for_each(|mv| shared.model.record_intended(mv)));
        for effect in effects {
            self.perform(effect);
        }
        self.disk.with(|shared| shared.check(|shared| self.user.check(&shared.model)));
    }

    fn perform(&mut self, effect: Effect) {
        match effect {
            Effect::Connection(ConnectionEffect::Connect { .. }) => self.connect(),
            Effect::Connection(ConnectionEffect::Disconnect) => self.hang_up(),
            Effect::Connection(ConnectionEffect::Send(request)) => {
                if let ClientMessage::Door(DoorRequest::Resume { token, .. }) = request.message {
                    self.presented = Some(token);
                }
                let Some(connection) = &self.connection else { return };
                for bytes in encode_request(&request, &mut self.random) {
                    // the connection may have ended, although the app does not know it yet
                    let _ = connection.outgoing.send(bytes);
                }
            }
            Effect::Storage(StorageEffect::SaveSettings(settings)) => self.user.settings = *settings,
            Effect::Window(WindowEffect::Quit) => {
                self.hang_up();
                self.end_app();
            }
            Effect::Window(_) | Effect::Storage(_) | Effect::Engine(_) | Effect::Machine(_) => {}
        }
    }

    /// Closes the connection after sending what is queued.
    fn hang_up(&mut self) {
        (self.connection, self.presented) = (None, None);
        self.generation += 1;
    }

    fn connect(&mut self) {
        self.hang_up();
        let (outgoing, queued) = mpsc::unbounded_channel();
        let paused_until = Rc::new(Cell::new(Timestamp::default()));
        let (generation, events) = (self.generation, self.events.clone());
        let carried = carry(queued, Rc::clone(&paused_until), move |event| {
            // the machine may have ended
            let _ = events.send((generation, event));
        });
        let task = tokio::task::spawn_local(carried).abort_handle();
        self.connection = Some(Connection { outgoing, task, paused_until });
    }
}

/// Runs a client on its machine.
pub(super) async fn run(client: Rc<RefCell<SimulatedClient>>) -> turmoil::Result {
    let (events, mut incoming) = mpsc::unbounded_channel();
    client.borrow_mut().events = events;
    loop {
        let wait = client.borrow().next_wakeup().since(now());
        tokio::select! {
            biased;
            Some((generation, event)) = incoming.recv() => client.borrow_mut().handle_event(generation, event),
            () = sleep(Duration::from_millis(wait)) => client.borrow_mut().handle_wakeup(),
        }
    }
}

type Reader = FramedRead<OwnedReadHalf, LengthDelimitedCodec>;
type Writer = FramedWrite<OwnedWriteHalf, LengthDelimitedCodec>;

/// Connects, and carries messages between the app and the server until the connection ends.
async fn carry(
    queued: mpsc::UnboundedReceiver<Vec<u8>>,
    paused_until: Rc<Cell<Timestamp>>,
    events: impl Fn(NetworkEvent),
) {
    match timeout(CONNECT_TIMEOUT, open()).await.unwrap_or(Err(ConnectFailure::TimedOut)) {
        Ok((reader, writer)) => {
            events(NetworkEvent::Connected);
            let closed = converse(reader, writer, queued, &paused_until, &events).await;
            events(NetworkEvent::Closed(closed));
        }
        Err(failure) => events(NetworkEvent::ConnectFailed(failure)),
    }
}

async fn open() -> Result<(Reader, Writer), ConnectFailure> {
    let stream = TcpStream::connect((HOST, PORT)).await.map_err(|_| ConnectFailure::Refused)?;
    let (reader, writer) = stream.into_split();
    let mut reader = FramedRead::new(reader, frame::server_frames());
    let mut writer = FramedWrite::new(writer, frame::client_frames());
    let hello = Bytes::copy_from_slice(&Hello::current().encode());
    writer.send(hello).await.map_err(|_| ConnectFailure::NotChuhe)?;
    let Some(Ok(answer)) = reader.next().await else { return Err(ConnectFailure::NotChuhe) };
    assert!(
        Answer::decode(&answer).expect("the server answers the greeting").welcome,
        "the client has the same version"
    );
    Ok((reader, writer))
}

async fn converse(
    reader: Reader,
    writer: Writer,
    queued: mpsc::UnboundedReceiver<Vec<u8>>,
    paused_until: &Cell<Timestamp>,
    events: &impl Fn(NetworkEvent),
) -> Closed {
    let mut read = pin!(read(reader, paused_until, events));
    tokio::select! {
        biased;
        closed = &mut read => return closed,
        // nothing more can be sent, but the reason may be in flight
        _ = write(writer, queued) => {}
    }
    timeout(CLOSE_TIMEOUT, read).await.unwrap_or(Closed::ByServer)
}

async fn read(mut reader: Reader, paused_until: &Cell<Timestamp>, events: &impl Fn(NetworkEvent)) -> Closed {
    loop {
        let frame = match reader.next().await {
            None => return Closed::ByServer,
            Some(Err(error)) => return Closed::Failed(error.to_string()),
            Some(Ok(frame)) => frame,
        };
        sleep(Duration::from_millis(paused_until.get().since(now()))).await;
        let message: ServerMessage = wire::decode(&frame).expect("the server sends valid messages");
        events(NetworkEvent::Received(Box::new(message)));
    }
}

async fn write(mut writer: Writer, mut queued: mpsc::UnboundedReceiver<Vec<u8>>) -> io::Result<()> {
    while let Some(bytes) = queued.recv().await {
        writer.send(Bytes::from(bytes)).await?;
    }
    tokio::io::AsyncWriteExt::shutdown(writer.get_mut()).await
}
