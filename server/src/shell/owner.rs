//! The one task that owns the hub: feeds it what the connections report, and
//! performs what it asks for.

use super::connection::{self, Handle, Report, Stalled};
use super::metrics::{Meter, Metrics};
use super::run::Clock;
use crate::core::{Census, ConnectionId, Hub, Input, Output};
use bytes::Bytes;
use chuhe_protocol::ServerMessage;
use std::collections::BTreeMap;
use std::future::Future;
use std::sync::Arc;
use tokio::sync::mpsc;
use tokio::time::Instant;

/// The most reports that the hub is fed before its timers and sockets get a turn.
const BATCH: usize = 256;

/// How a server stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vitals {
    pub(super) census: Census,
    /// The most frames that wait for one connection.
    pub(super) longest_send_queue: usize,
}

/// The one owner of the hub and of the ways to write to its connections.
pub(super) struct Owner {
    hub: Hub,
    clock: Clock,
    handles: BTreeMap<ConnectionId, Handle>,
    meter: Meter,
    stopped: bool,
}

impl Owner {
    pub(super) fn new(hub: Hub, clock: Clock, metrics: Arc<Metrics>) -> Self {
        Self { hub, clock, handles: BTreeMap::new(), meter: Meter::new(metrics), stopped: false }
    }

    /// Feeds the hub until it has stopped.
    pub(super) async fn run(
        mut self,
        mut inbox: mpsc::Receiver<Report>,
        grace_ms: u64,
        shutdown: impl Future<Output = ()>,
        now: impl Future<Output = ()>,
    ) {
        let mut batch = Vec::with_capacity(BATCH);
        let (mut stopping, mut hurried) = (false, false);
        tokio::pin!(shutdown, now);
        while !self.stopped {
            let timeout = self.hub.poll_timeout().map(|at| self.clock.instant(at));
            tokio::select! {
                // in this order; what is due is done with every report too, so
                // neither can keep the other from its turn
                biased;
                () = &mut shutdown, if !stopping => {
                    stopping = true;
                    self.tell(Input::Shutdown { grace_ms });
                }
                () = &mut now, if stopping && !hurried => {
                    hurried = true;
                    self.tell(Input::Shutdown { grace_ms: 0 });
                }
                _ = inbox.recv_many(&mut batch, BATCH) => {
                    for report in batch.drain(..) {
                        self.take(report);
                    }
                }
                () = sleep_until(timeout) => self.tell(Input::Tick),
            }
        }
        // those who have just greeted are told of the end too
        inbox.close();
        while let Ok(report) = inbox.try_recv() {
            self.take(report);
        }
    }

    fn take(&mut self, report: Report) {
        match report {
            Report::Opened(handle) => {
                let (id, address, accepted_at) = (handle.id, handle.address, handle.accepted_at);
                self.handles.insert(id, handle);
                self.tell(Input::Connected(id, address, accepted_at));
            }
            Report::Received(id, request, at) => {
                self.meter.request(Some((id, at)));
                self.tell(Input::Received(id, request));
                self.meter.request(None);
            }
            Report::Asked(answer) => {
                let longest_send_queue = self.handles.values().map(Handle::queued).max().unwrap_or(0);
                // who asked may have waited too long already
                let _ = answer.send(Vitals { census: self.hub.census(), longest_send_queue });
            }
            Report::Input(input) => {
                if let Input::Disconnected(id) = input {
                    self.handles.remove(&id);
                }
                self.tell(input);
            }
        }
    }

    /// Tells the hub and does what it asks for. Connections that turn out to
    /// read too slowly are told in turn.
    fn tell(&mut self, input: Input) {
        self.hub.handle(self.clock.now(), input);
        let mut stalled = Vec::new();
        loop {
            while let Some(output) = self.hub.poll_output() {
                self.meter.decided(&output);
                self.perform(output, &mut stalled);
            }
            let Some(slow) = stalled.pop() else { break };
            self.hub.handle(self.clock.now(), Input::Stalled(slow));
        }
    }

    fn perform(&mut self, output: Output, stalled: &mut Vec<ConnectionId>) {
        match output {
            // nothing is kept yet, and nothing asked
            Output::Save(_) | Output::Ask(..) => {}
            Output::Send(to, message) | Output::Notice(to, message) => self.send(&[to], &message, stalled),
            Output::Broadcast(to, message) => self.send(&to, &message, stalled),
            Output::Close(id, reason) => {
                if let Some(handle) = self.handles.remove(&id) {
                    handle.close(reason);
                }
            }
            Output::Stop => self.stopped = true,
        }
    }

    fn send(&mut self, receivers: &[ConnectionId], message: &ServerMessage, stalled: &mut Vec<ConnectionId>) {
        let Some(frame) = connection::encode(message) else { return };
        for id in receivers {
            let Some(handle) = self.handles.get(id) else { continue };
            match handle.queue(Bytes::clone(&frame)) {
                Ok(()) => self.meter.told(*id, message),
                Err(Stalled) => stalled.push(*id),
            }
        }
    }
}

/// Waits until `at`, or for ever.
async fn sleep_until(at: Option<Instant>) {
    match at {
        Some(at) => tokio::time::sleep_until(at).await,
        None => std::future::pending().await,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{Address, Settings};
    use crate::shell::connection::{Limits, Peer};
    use crate::shell::run::{Config, REPORTS};
    use chuhe_protocol::greeting::{Answer, Hello};
    use chuhe_protocol::{CloseReason, frame, wire};
    use futures_util::{SinkExt, StreamExt};
    use tokio_util::codec::Framed;

    #[tokio::test]
    async fn one_whose_greeting_the_stop_overtakes_is_told_too() {
        let clock = Clock::start();
        let (reports, inbox) = mpsc::channel(REPORTS);
        let (near, far) = tokio::io::duplex(4096);
        let limits = Limits::of(&Config::on(([127, 0, 0, 1], 0).into()));
        let address = Address::default();
        let peer = Peer { id: ConnectionId(1), stream: near, address, clock, limits, reports };
        let served = tokio::spawn(connection::serve(peer, None));
        let mut client = Framed::new(far, frame::server_frames());
        client.send(Bytes::copy_from_slice(&Hello::current().encode())).await.expect("it listens");
        let answer = client.next().await.expect("an answer").expect("a frame");
        assert!(Answer::decode(&answer).expect("a greeting").welcome);
        while inbox.is_empty() {
            tokio::task::yield_now().await;
        }
        let hub = Hub::new(Settings::seeded([1; 32]));
        Owner::new(hub, clock, Metrics::new(false))
            .run(inbox, 0, std::future::ready(()), std::future::pending())
            .await;
        let told = client.next().await.expect("he is told").expect("a frame");
        let closing = ServerMessage::Closing { reason: CloseReason::ShuttingDown };
        assert_eq!(wire::decode::<ServerMessage>(&told), Ok(closing));
        drop(client);
        assert_eq!(served.await.expect("it ends"), Ok(None));
    }
}
