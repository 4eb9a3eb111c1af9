//! Routes the connections of a server: each to the hall that it enters.
//!
//! If there are several halls, the main thread greets a connection and reads its first requests. With the request
//! that enters a hall, the connection moves to that hall's thread for good.

use crate::halls::{Entry, HallConfig, HallDirectory, NoEntry};
use crate::shell::hall::accounts::Accounts;
use crate::shell::hall::clock::Clock;
use crate::shell::hall::hub_message::{HubMessage, NodeRequest, ServerStatus};
use crate::shell::net::frame_reader::FrameReader;
use crate::shell::net::framing::Framing;
use crate::shell::net::send_queue::encode_message;
use crate::shell::operate::metrics::Metrics;
use crate::shell::operate::security_log;
use chuhe_hub::{ConnectionId, Record, SecurityEvent, TokenHash};
use chuhe_protocol::{
    ClientMessage, CloseReason, DoorMessage, DoorRequest, HallName, HallStatus, Halls, Invitation,
    InvitationCode, LobbyRequest, NodeAddress, Refusal, Request, ServerMessage, limits, wire,
};
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::runtime;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{Instant, timeout};

/// How long a hub may take to answer what its status is.
const STATUS_TIMEOUT: Duration = Duration::from_secs(5);
/// How long a hub may take to say what an invitation is. The page is served without it then.
const LOOK_UP_TIMEOUT: Duration = Duration::from_secs(2);

/// The open halls, with where their connections go.
#[derive(Debug, Default)]
pub(crate) struct OpenHalls {
    pub(crate) directory: HallDirectory,
    routes: BTreeMap<usize, HallRoute>,
}

impl OpenHalls {
    /// Opens a hall in a place, which must be free.
    pub(crate) fn open(
        &mut self,
        place: usize,
        config: &HallConfig,
        tokens: impl IntoIterator<Item = TokenHash>,
        route: HallRoute,
    ) {
        self.directory.open(place, config, tokens);
        self.routes.insert(place, route);
    }

    /// Forgets a hall, which another server may open.
    pub(crate) fn remove(&mut self, place: usize) {
        self.directory.remove(place);
        self.routes.remove(&place);
    }
}

/// The directory of halls, which all threads share.
#[derive(Clone, Debug, Default)]
pub(crate) struct SharedDirectory(Arc<Mutex<OpenHalls>>);

impl SharedDirectory {
    pub(crate) fn lock(&self) -> MutexGuard<'_, OpenHalls> {
        // nothing panics between two changes that belong together, so a poisoned directory is consistent
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reports to the directory what happens in one hall.
#[derive(Clone, Debug)]
pub(crate) struct HallReporter {
    pub(crate) directory: SharedDirectory,
    pub(crate) hall: usize,
}

impl HallReporter {
    /// Records that the hall starts no new games.
    pub(crate) fn drain(&self) {
        self.directory.lock().directory.drain(self.hall);
    }

    /// Records a token that the hub issues or revokes; ignores other records.
    pub(crate) fn record(&self, record: &Record) {
        if matches!(record, Record::Session { .. }) {
            self.directory.lock().directory.record(self.hall, record);
        }
    }
}

/// Where a connection goes that enters a hall.
#[derive(Clone, Debug)]
pub(crate) struct HallRoute {
    pub(crate) to_hub: mpsc::Sender<HubMessage>,
    pub(crate) clock: Clock,
    /// The runtime of the hall's thread.
    pub(crate) runtime: runtime::Handle,
    pub(crate) metrics: Arc<Metrics>,
}

impl HallRoute {
    /// Asks the hub for its status; `None` if it does not answer in time.
    pub(crate) async fn status(&self) -> Option<ServerStatus> {
        let (answer, answered) = oneshot::channel();
        timeout(STATUS_TIMEOUT, self.to_hub.send(HubMessage::GetStatus(answer))).await.ok()?.ok()?;
        timeout(STATUS_TIMEOUT, answered).await.ok()?.ok()
    }
}

/// Routes connections and operators' requests to halls: to the only one, or to that which they name.
#[derive(Debug)]
pub(crate) struct HallRouter {
    /// The hub of the only hall: everything goes there, and connections stay in their tasks.
    pub(crate) only: Option<mpsc::Sender<HubMessage>>,
    /// The halls otherwise.
    pub(crate) directory: SharedDirectory,
    pub(crate) metrics: Arc<Metrics>,
    /// Whether the server has stopped.
    pub(crate) has_stopped: watch::Sender<bool>,
    /// The task that owns this node of a cluster.
    pub(crate) node: Option<mpsc::UnboundedSender<NodeRequest>>,
    /// The accounts that the halls share, for operators.
    #[cfg_attr(not(unix), expect(dead_code, reason = "operators connect by a socket of Unix"))]
    pub(crate) accounts: Option<Arc<Accounts>>,
}

/// A connection's place in a hall, which counts until this is dropped.
#[derive(Debug)]
pub(crate) struct HallPlace {
    directory: SharedDirectory,
    hall: usize,
}

impl Drop for HallPlace {
    fn drop(&mut self) {
        self.directory.lock().directory.leave(self.hall);
    }
}

/// What became of a connection that has exchanged greetings.
#[derive(Debug)]
pub(crate) enum Routed {
    /// It enters a hall with this request, which arrived at this moment.
    Entered(HallRoute, HallPlace, Request, Instant),
    /// It is to be closed with this reason.
    Closing(CloseReason),
    /// The peer has disconnected.
    Gone,
}

impl HallRouter {
    /// Creates a router to the hub of one hall, whose metrics these are.
    pub(crate) fn of_one(metrics: Arc<Metrics>, to_hub: mpsc::Sender<HubMessage>) -> Arc<Self> {
        Arc::new(Self { only: Some(to_hub), ..Self::of_several(metrics, None, None) })
    }

    /// Creates a router to the halls that open, of a node or with the accounts that they share.
    pub(crate) fn of_several(
        metrics: Arc<Metrics>,
        node: Option<mpsc::UnboundedSender<NodeRequest>>,
        accounts: Option<Arc<Accounts>>,
    ) -> Self {
        let (directory, has_stopped) = (SharedDirectory::default(), watch::Sender::new(false));
        Self { only: None, directory, metrics, has_stopped, node, accounts }
    }

    /// Returns the halls that the greeting lists; none if the only one has no name.
    pub(crate) fn halls(&self) -> Halls {
        self.directory.lock().directory.list()
    }

    /// Returns the status of each hall that is open, with where its messages go.
    pub(crate) fn open_halls(&self) -> Vec<(HallStatus, HallRoute)> {
        let OpenHalls { directory, routes } = &*self.directory.lock();
        routes.iter().filter_map(|(&n, route)| Some((directory.status(n)?, route.clone()))).collect()
    }

    /// Returns where the messages to the hub of a hall go, or to that of the only hall; `None` if this
    /// process does not serve it.
    fn hub_of(&self, hall: Option<&HallName>) -> Option<mpsc::Sender<HubMessage>> {
        if self.only.is_some() {
            return self.only.clone();
        }
        let OpenHalls { directory, routes } = &*self.directory.lock();
        let place = directory.asked(hall).ok()?;
        routes.get(&place).map(|route| route.to_hub.clone())
    }

    /// Returns where the messages to the hub of each open hall go, with the metrics of the hall.
    pub(crate) fn hubs(&self) -> Vec<(Arc<Metrics>, mpsc::Sender<HubMessage>)> {
        match &self.only {
            Some(to_hub) => vec![(Arc::clone(&self.metrics), to_hub.clone())],
            None => {
                let halls = self.open_halls().into_iter();
                halls.map(|(_, route)| (route.metrics, route.to_hub)).collect()
            }
        }
    }

    /// Asks the hub of a hall for an invitation; `None` if there is none, or if this process does not
    /// serve the hall or does not answer in time. It counts as a challenge from the address.
    pub(crate) async fn look_up_invitation(
        &self,
        address: IpAddr,
        code: InvitationCode,
        hall: Option<&HallName>,
    ) -> Option<Box<Invitation>> {
        let to_hub = self.hub_of(hall)?;
        let (answer, answered) = oneshot::channel();
        let ask = async {
            to_hub.send(HubMessage::LookUpInvitation(address, code, answer)).await.ok()?;
            answered.await.ok()?
        };
        timeout(LOOK_UP_TIMEOUT, ask).await.ok()?
    }

    /// Returns the addresses of the nodes of the cluster; none if the server belongs to no cluster.
    pub(crate) fn nodes(&self) -> BTreeSet<NodeAddress> {
        let Halls { list, nodes } = self.halls();
        list.into_iter().filter_map(|hall| hall.address).chain(nodes).collect()
    }

    /// Waits until the server has stopped.
    pub(crate) async fn closed(&self) {
        // the sender lives as long as this
        let _ = self.has_stopped.subscribe().wait_for(|&has_stopped| has_stopped).await;
    }

    /// Reads the requests of a connection until one enters a hall.
    ///
    /// Has no timeout of its own.
    pub(crate) async fn route<R, W>(
        &self,
        (id, address): (ConnectionId, IpAddr),
        frames: &mut FrameReader<R>,
        writer: &mut W,
    ) -> Routed
    where
        R: AsyncRead + Unpin,
        W: AsyncWrite + Unpin,
    {
        for _ in 0..limits::HALL_CHOICES {
            let request = match frames.next().await {
                Ok(Some(frame)) => wire::decode::<Request>(&frame).ok(),
                Err(error) if error.kind() == io::ErrorKind::InvalidData => None,
                Ok(None) | Err(_) => return Routed::Gone,
            };
            let Some(request) = request else {
                security_log::record_event(address, id, &SecurityEvent::BrokenFrame);
                return Routed::Closing(CloseReason::BrokenFrame);
            };
            let answers = match self.handle(&request) {
                Step::Enter(route, place) => return Routed::Entered(route, place, request, Instant::now()),
                Step::Close(reason) => return Routed::Closing(reason),
                Step::Answer(answers) => answers,
            };
            for answer in answers {
                if let ServerMessage::Refused { reason: Refusal::UnknownToken, .. } = answer {
                    security_log::record_event(address, id, &SecurityEvent::UnknownToken);
                }
                if send(writer, frames.framing(), &answer).await.is_err() {
                    return Routed::Gone;
                }
            }
        }
        security_log::record_event(address, id, &SecurityEvent::Flood);
        Routed::Closing(CloseReason::Flood)
    }

    /// Decides what follows from a request of a connection that is in no hall.
    fn handle(&self, Request { number, message }: &Request) -> Step {
        use {ClientMessage as M, DoorRequest as R};
        let entry = if let M::Door(R::Join { hall, .. } | R::Login { hall, .. }) = message {
            Entry::Join(hall.as_ref())
        } else if let M::Door(R::Resume { token, hall, .. } | R::AppealBan { token, hall, .. }) = message {
            Entry::Resume(*token, hall.as_ref())
        } else if let M::Lobby(LobbyRequest::FindInvitation { hall, .. }) = message {
            Entry::Ask(hall.as_ref())
        } else if let M::Door(R::AppealName { hall, .. }) = message {
            Entry::Join(hall.as_ref())
        } else if let M::Door(R::Ping { nonce, .. }) = message {
            return Step::Answer(vec![DoorMessage::Pong { nonce: *nonce }.into()]);
        } else if *message == M::Door(R::Quit) {
            return Step::Close(CloseReason::Quit);
        } else {
            return self.refuse(*number, Refusal::NotJoined);
        };
        let OpenHalls { directory, routes } = &mut *self.directory.lock();
        match directory.enter(entry) {
            Ok(hall) => match routes.get(&hall) {
                Some(route) => {
                    Step::Enter(route.clone(), HallPlace { directory: self.directory.clone(), hall })
                }
                None => self.refuse(*number, Refusal::NoSuchHall),
            },
            Err(NoEntry::Refused(reason)) => self.refuse(*number, reason),
            Err(NoEntry::Elsewhere(hall, address)) => {
                let reason = Refusal::HallElsewhere;
                self.metrics.record_refusal(reason);
                let refused = ServerMessage::Refused { request: *number, reason };
                Step::Answer(vec![DoorMessage::HallAddress { hall, address }.into(), refused])
            }
        }
    }

    fn refuse(&self, request: u32, reason: Refusal) -> Step {
        self.metrics.record_refusal(reason);
        Step::Answer(vec![ServerMessage::Refused { request, reason }])
    }
}

/// What follows from a request.
enum Step {
    Enter(HallRoute, HallPlace),
    Answer(Vec<ServerMessage>),
    Close(CloseReason),
}

/// Sends one message.
pub(crate) async fn send<W: AsyncWrite + Unpin>(
    writer: &mut W,
    framing: Framing,
    message: &ServerMessage,
) -> io::Result<()> {
    if let Some(frame) = encode_message(message) {
        writer.write_all(&framing.frame(&frame)).await?;
        writer.flush().await?;
    }
    Ok(())
}
