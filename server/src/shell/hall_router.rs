//! Routes the connections of a server with several halls: each to the hall that it enters.
//!
//! A connection exchanges greetings, and its first requests are read, in the main thread. With the
//! request that enters a hall, it moves to that hall's thread for good.

use super::clock::Clock;
use super::frame_reader::FrameReader;
use super::hub_message::HubMessage;
use super::metrics::Metrics;
use super::security_log;
use super::send_queue::encode_message;
use crate::halls::{Entry, HallDirectory};
use chuhe_hub::{ConnectionId, Record, SecurityEvent};
use chuhe_protocol::{
    ClientMessage, CloseReason, HallStatus, Halls, Refusal, Request, ServerMessage, limits, wire,
};
use std::io;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::runtime;
use tokio::sync::mpsc;
use tokio::time::Instant;

/// The directory of halls, which all threads share.
#[derive(Clone, Debug)]
pub(super) struct SharedDirectory(Arc<Mutex<HallDirectory>>);

impl SharedDirectory {
    pub(super) fn new(directory: HallDirectory) -> Self {
        Self(Arc::new(Mutex::new(directory)))
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, HallDirectory> {
        // every change is a single step, so a poisoned directory is consistent
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reports to the directory what happens in one hall.
#[derive(Clone, Debug)]
pub(super) struct HallReporter {
    pub(super) directory: SharedDirectory,
    pub(super) hall: usize,
}

impl HallReporter {
    /// Records that the hall starts no new games.
    pub(super) fn drain(&self) {
        self.directory.lock().drain(self.hall);
    }

    /// Records a token that the hub issues or revokes; ignores other records.
    pub(super) fn record(&self, record: &Record) {
        if matches!(record, Record::Session { .. }) {
            self.directory.lock().record(self.hall, record);
        }
    }
}

/// Where a connection goes that enters a hall.
#[derive(Clone, Debug)]
pub(super) struct HallRoute {
    pub(super) to_hub: mpsc::Sender<HubMessage>,
    pub(super) clock: Clock,
    /// The runtime of the hall's thread.
    pub(super) runtime: runtime::Handle,
}

/// Routes connections to halls.
#[derive(Debug)]
pub(super) struct HallRouter {
    pub(super) directory: SharedDirectory,
    pub(super) routes: Vec<HallRoute>,
    pub(super) metrics: Arc<Metrics>,
}

/// A connection's place in a hall, which counts until this is dropped.
#[derive(Debug)]
pub(super) struct HallPlace {
    directory: SharedDirectory,
    hall: usize,
}

impl Drop for HallPlace {
    fn drop(&mut self) {
        self.directory.lock().leave(self.hall);
    }
}

/// What became of a connection that has exchanged greetings.
#[derive(Debug)]
pub(super) enum Routed {
    /// It enters a hall with this request, which arrived at this moment.
    Entered(HallRoute, HallPlace, Request, Instant),
    /// It is to be closed with this reason.
    Closing(CloseReason),
    /// The peer has disconnected.
    Gone,
}

impl HallRouter {
    /// Returns the halls that the greeting lists.
    pub(super) fn halls(&self) -> Halls {
        self.directory.lock().list()
    }

    /// Returns the status of each hall that is open, with where its messages go.
    pub(super) fn open_halls(&self) -> Vec<(HallStatus, HallRoute)> {
        let directory = self.directory.lock();
        let all = self.routes.iter().enumerate();
        all.filter_map(|(n, route)| Some((directory.status(n)?, route.clone()))).collect()
    }

    /// Waits until every hall has stopped.
    pub(super) async fn closed(&self) {
        for route in &self.routes {
            route.to_hub.closed().await;
        }
    }

    /// Reads the requests of a connection until one enters a hall.
    ///
    /// Has no timeout of its own.
    pub(super) async fn route<R, W>(
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
            let answer = match self.handle(&request) {
                Step::Enter(hall) => {
                    let place = HallPlace { directory: self.directory.clone(), hall };
                    return Routed::Entered(self.routes[hall].clone(), place, request, Instant::now());
                }
                Step::Close(reason) => return Routed::Closing(reason),
                Step::Answer(answer) => answer,
            };
            if let ServerMessage::Refused { reason: Refusal::UnknownToken, .. } = answer {
                security_log::record_event(address, id, &SecurityEvent::UnknownToken);
            }
            if send(writer, &answer).await.is_err() {
                return Routed::Gone;
            }
        }
        security_log::record_event(address, id, &SecurityEvent::Flood);
        Routed::Closing(CloseReason::Flood)
    }

    /// Decides what follows from a request of a connection that is in no hall.
    fn handle(&self, Request { number, message }: &Request) -> Step {
        use ClientMessage as M;
        let entry = match message {
            M::Join { hall, .. } | M::Login { hall, .. } => Entry::Join(hall.as_ref()),
            M::Resume { token, .. } => Entry::Resume(*token),
            M::Ping { nonce, .. } => return Step::Answer(ServerMessage::Pong { nonce: *nonce }),
            M::Quit => return Step::Close(CloseReason::Quit),
            M::Chat { .. }
            | M::Challenge { .. }
            | M::CancelChallenge { .. }
            | M::AcceptChallenge { .. }
            | M::DeclineChallenge { .. }
            | M::Play { .. }
            | M::Offer { .. }
            | M::WithdrawOffer { .. }
            | M::AnswerOffer { .. }
            | M::Resign { .. }
            | M::Abort { .. }
            | M::ClaimAbsence { .. }
            | M::LeaveTable { .. }
            | M::Register { .. }
            | M::SignOutEverywhere
            | M::ListGames { .. }
            | M::FetchGame { .. }
            | M::Watch { .. }
            | M::Unwatch { .. }
            | M::ChangePassword { .. }
            | M::SetUp { .. }
            | M::ConfirmFormation { .. }
            | M::WithdrawFormation { .. }
            | M::Block { .. }
            | M::Unblock { .. }
            | M::SetChallengePolicy { .. }
            | M::Echo { .. }
            | M::FindGames { .. }
            | M::ListVisitors
            | M::PreviewGames { .. } => return self.refuse(*number, Refusal::NotJoined),
        };
        match self.directory.lock().enter(entry) {
            Ok(hall) => Step::Enter(hall),
            Err(reason) => self.refuse(*number, reason),
        }
    }

    fn refuse(&self, request: u32, reason: Refusal) -> Step {
        self.metrics.record_refusal(reason);
        Step::Answer(ServerMessage::Refused { request, reason })
    }
}

/// What follows from a request.
enum Step {
    Enter(usize),
    Answer(ServerMessage),
    Close(CloseReason),
}

/// Sends one message.
pub(super) async fn send<W: AsyncWrite + Unpin>(writer: &mut W, message: &ServerMessage) -> io::Result<()> {
    if let Some(frame) = encode_message(message) {
        writer.write_all(&frame).await?;
        writer.flush().await?;
    }
    Ok(())
}
