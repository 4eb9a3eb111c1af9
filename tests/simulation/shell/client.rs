//! Someone at a machine of his own: the user and the program of the simulation,
//! with a real conversation over the simulated network.

use super::disk::{Disk, now};
use super::server::{HOST, PORT};
use crate::simulation::clients::{SETTLE_ACTION_INTERVAL, SIZE, encode_request};
use crate::simulation::conditions::MsRange;
use crate::simulation::random::Random;
use crate::simulation::user::{User, UserAction};
use chuhe_client::core::action::Action;
use chuhe_client::core::effect::Effect;
use chuhe_client::core::event::{Closed, ConnectFailure, Event, NetworkEvent};
use chuhe_protocol::greeting::{Answer, Hello};
use chuhe_protocol::{ClientMessage, ServerMessage, SessionToken, frame, wire};
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

/// As the client's own.
const CONNECT_TIME: Duration = Duration::from_secs(10);
const CLOSE_TIME: Duration = Duration::from_secs(2);

type Heard = (u64, NetworkEvent);

/// A user, his program, and the line to the server.
pub(super) struct SimulatedClient {
    pub(super) user: User,
    disk: Disk,
    random: Random,
    action_interval: MsRange,
    users: u64,
    next_action_at: Timestamp,
    /// Whether he only sees to it that he is joined.
    pub(super) settling: bool,
    hear: mpsc::UnboundedSender<Heard>,
    line: Option<Line>,
    /// Which line is the present one; others are not listened to any more.
    generation: u64,
    /// The token that was shown over it.
    shown: Option<SessionToken>,
}

struct Line {
    say: mpsc::UnboundedSender<Vec<u8>>,
    task: AbortHandle,
    /// Until when nothing is read.
    paused_until: Rc<Cell<Timestamp>>,
}

impl SimulatedClient {
    pub(super) fn new(number: usize, disk: Disk, seed: u64, action_interval: MsRange, users: usize) -> Self {
        Self {
            user: User::new(number),
            disk,
            random: Random::new(seed),
            action_interval,
            users: users as u64,
            next_action_at: Timestamp::default(),
            settling: false,
            // of nobody, until he lives
            hear: mpsc::unbounded_channel().0,
            line: None,
            generation: 0,
            shown: None,
        }
    }

    /// The line breaks; his program comes to know it at once.
    pub(super) fn cut(&mut self) {
        if let Some(line) = self.line.take() {
            line.task.abort();
            // nobody hears it if he does not live
            let _ = self.hear.send((self.generation, NetworkEvent::Closed(Closed::Failed("cut".into()))));
        }
    }

    /// His machine reads nothing for a while.
    pub(super) fn pause_reading(&self, until: Timestamp) {
        if let Some(line) = &self.line {
            line.paused_until.set(until);
        }
    }

    /// His machine sends what is no message.
    pub(super) fn send_malformed(&self) {
        if let Some(line) = &self.line {
            let _ = line.say.send(vec![0xff; 9]);
        }
    }

    fn wakes_at(&self) -> Timestamp {
        self.user.tick_at.map_or(self.next_action_at, |tick_at| tick_at.min(self.next_action_at))
    }

    fn wakes(&mut self) {
        let now = now();
        if self.user.tick_at.is_some_and(|at| at <= now) {
            self.tell(Event::Tick);
        }
        if self.next_action_at <= now {
            let span = if self.settling { SETTLE_ACTION_INTERVAL } else { self.action_interval };
            self.next_action_at = now.plus_ms(span.sample(&mut self.random).max(1));
            let action = self.user.next_action(&mut self.random, now, self.users, self.settling);
            self.does(action);
        }
    }

    fn does(&mut self, action: Option<UserAction>) {
        match action {
            // another's settings are on another machine
            None | Some(UserAction::StartAs(_)) => {}
            Some(UserAction::Use(actions)) => {
                // to look at passwords takes a thread, and with it chance
                if actions.iter().any(|action| matches!(action, Action::EditSecret(..))) {
                    return;
                }
                for action in actions {
                    self.tell(Event::Action(action));
                }
            }
            Some(UserAction::Close) => {
                self.tell(Event::CloseRequested);
                self.tell(Event::CloseRequested);
            }
            Some(UserAction::Crash) => self.die(),
            Some(UserAction::Start) => {
                self.user.start();
                self.tell(Event::Resized(SIZE));
            }
        }
    }

    fn die(&mut self) {
        (self.user.app, self.user.tick_at) = (None, None);
        if let Some(line) = self.line.take() {
            line.task.abort();
        }
    }

    fn hears(&mut self, generation: u64, event: NetworkEvent) {
        if generation != self.generation || self.user.app.is_none() {
            return;
        }
        if let NetworkEvent::Received(message) = &event {
            self.hears_of_token(message);
        }
        self.tell(Event::Network(event));
    }

    fn hears_of_token(&mut self, message: &ServerMessage) {
        let answers = matches!(message, ServerMessage::Joined { .. } | ServerMessage::Refused { .. });
        if answers && let Some(shown) = self.shown.take() {
            self.disk.with(|kept| kept.check_token(shown, message));
        }
    }

    fn tell(&mut self, event: Event) {
        let (effects, moves) = self.user.update(event, now());
        self.disk.with(|shared| moves.into_iter().for_each(|mv| shared.model.record_intended(mv)));
        for effect in effects {
            self.perform(effect);
        }
        self.disk.with(|kept| kept.check(|kept| self.user.check(&kept.model)));
    }

    fn perform(&mut self, effect: Effect) {
        match effect {
            Effect::Connect { .. } => self.connect(),
            Effect::Disconnect => self.hang_up(),
            Effect::Send(request) => {
                if let ClientMessage::Resume { token, .. } = request.message {
                    self.shown = Some(token);
                }
                let Some(line) = &self.line else { return };
                for bytes in encode_request(&request, &mut self.random) {
                    // that the line has ended is on its direction
                    let _ = line.say.send(bytes);
                }
            }
            Effect::SaveSettings(settings) => self.user.settings = *settings,
            Effect::Quit => {
                self.hang_up();
                self.die();
            }
            Effect::Files(_) | Effect::CopyText(_) | Effect::Host { .. } | Effect::StopHost => {}
        }
    }

    /// What is still to be sent is, if the network lets it.
    fn hang_up(&mut self) {
        (self.line, self.shown) = (None, None);
        self.generation += 1;
    }

    fn connect(&mut self) {
        self.hang_up();
        let (say, said) = mpsc::unbounded_channel();
        let paused_until = Rc::new(Cell::new(Timestamp::default()));
        let (generation, hear) = (self.generation, self.hear.clone());
        let carried = carry(said, Rc::clone(&paused_until), move |event| {
            // nobody hears it if he is no more
            let _ = hear.send((generation, event));
        });
        let task = tokio::task::spawn_local(carried).abort_handle();
        self.line = Some(Line { say, task, paused_until });
    }
}

/// Lives on his machine.
pub(super) async fn live(person: Rc<RefCell<SimulatedClient>>) -> turmoil::Result {
    let (hear, mut heard) = mpsc::unbounded_channel();
    person.borrow_mut().hear = hear;
    loop {
        let wait = person.borrow().wakes_at().since(now());
        tokio::select! {
            biased;
            Some((generation, event)) = heard.recv() => person.borrow_mut().hears(generation, event),
            () = sleep(Duration::from_millis(wait)) => person.borrow_mut().wakes(),
        }
    }
}

type Reader = FramedRead<OwnedReadHalf, LengthDelimitedCodec>;
type Writer = FramedWrite<OwnedWriteHalf, LengthDelimitedCodec>;

/// Carries messages between the program and the server, to the line's end.
async fn carry(
    said: mpsc::UnboundedReceiver<Vec<u8>>,
    paused_until: Rc<Cell<Timestamp>>,
    hear: impl Fn(NetworkEvent),
) {
    match timeout(CONNECT_TIME, open()).await.unwrap_or(Err(ConnectFailure::TimedOut)) {
        Ok((reader, writer)) => {
            hear(NetworkEvent::Connected);
            let closed = converse(reader, writer, said, &paused_until, &hear).await;
            hear(NetworkEvent::Closed(closed));
        }
        Err(failure) => hear(NetworkEvent::ConnectFailed(failure)),
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
    assert!(Answer::decode(&answer).expect("an answer").welcome, "it is the same version");
    Ok((reader, writer))
}

async fn converse(
    reader: Reader,
    writer: Writer,
    said: mpsc::UnboundedReceiver<Vec<u8>>,
    paused_until: &Cell<Timestamp>,
    hear: &impl Fn(NetworkEvent),
) -> Closed {
    let mut read = pin!(read(reader, paused_until, hear));
    tokio::select! {
        biased;
        closed = &mut read => return closed,
        // nothing more can be sent, but why may be on its direction
        _ = write(writer, said) => {}
    }
    timeout(CLOSE_TIME, read).await.unwrap_or(Closed::ByServer)
}

async fn read(mut reader: Reader, paused_until: &Cell<Timestamp>, hear: &impl Fn(NetworkEvent)) -> Closed {
    loop {
        let frame = match reader.next().await {
            None => return Closed::ByServer,
            Some(Err(error)) => return Closed::Failed(error.to_string()),
            Some(Ok(frame)) => frame,
        };
        sleep(Duration::from_millis(paused_until.get().since(now()))).await;
        let message: ServerMessage = wire::decode(&frame).expect("a server sends what can be read");
        hear(NetworkEvent::Received(Box::new(message)));
    }
}

async fn write(mut writer: Writer, mut said: mpsc::UnboundedReceiver<Vec<u8>>) -> io::Result<()> {
    while let Some(bytes) = said.recv().await {
        writer.send(Bytes::from(bytes)).await?;
    }
    tokio::io::AsyncWriteExt::shutdown(writer.get_mut()).await
}
