//! The open connections, and what is sent to them.

use super::send_queue::{ConnectionHandle, QueueFull, encode_message};
use super::send_scheduler::{Priority, SendScheduler};
use crate::shell::operate::metrics::Meter;
use bytes::Bytes;
use chuhe_hub::ConnectionId;
use chuhe_protocol::{CloseReason, LobbyMessage, ServerMessage};
use std::collections::{BTreeMap, VecDeque};
use std::net::IpAddr;
use tokio::time::Instant;

/// Largest broadcast that is queued at once. Larger ones are sent in slices.
const SMALL_BROADCAST: usize = 8;
/// How many recipients of a large broadcast have it queued at a time. Between two slices the server handles what has
/// arrived meanwhile: queueing for one takes about 0.2 µs.
const BROADCAST_SLICE: usize = 256;

/// How many large broadcasts are in the queues of some recipients only. Of a further one the oldest is sent at once, so that the
/// search for what a connection lacks stays short: it looks at each recipient of each.
const MAX_BROADCASTS: usize = 16;

/// The send queues of all open connections.
#[derive(Debug)]
pub(crate) struct Connections {
    handles: BTreeMap<ConnectionId, ConnectionHandle>,
    /// Large broadcasts, at most [`MAX_BROADCASTS`], oldest first, each with the recipients that do not have it in their queue yet.
    broadcasts: VecDeque<(Vec<ConnectionId>, Bytes, Priority)>,
    /// The connections with deferred frames.
    scheduler: SendScheduler,
    /// Connections whose queue overflowed, until the hub is notified.
    overflowed: Vec<ConnectionId>,
}

impl Connections {
    pub(crate) fn new() -> Self {
        let scheduler = SendScheduler::new();
        Self { handles: BTreeMap::new(), broadcasts: VecDeque::new(), scheduler, overflowed: Vec::new() }
    }

    pub(crate) fn insert(&mut self, handle: ConnectionHandle) {
        self.handles.insert(handle.id, handle);
    }

    pub(crate) fn remove(&mut self, id: ConnectionId) {
        self.handles.remove(&id);
    }

    /// Returns the address of a connection's peer.
    pub(crate) fn address(&self, id: ConnectionId) -> Option<IpAddr> {
        self.handles.get(&id).map(|handle| handle.address)
    }

    /// Returns the open connections with the addresses of their peers, oldest first.
    pub(crate) fn addresses(&self) -> impl Iterator<Item = (ConnectionId, IpAddr)> {
        self.handles.iter().map(|(&id, handle)| (id, handle.address))
    }

    /// Closes a connection once its queue is written, with a reason unless it reads too slowly.
    pub(crate) fn close(&mut self, id: ConnectionId, reason: CloseReason) {
        self.catch_up(id);
        if let Some(handle) = self.handles.remove(&id) {
            handle.close(reason);
        }
    }

    /// Returns the number of frames in the longest queue.
    pub(crate) fn longest_queue(&self) -> usize {
        self.handles.values().map(ConnectionHandle::queued).max().unwrap_or(0)
    }

    /// Removes and returns a connection whose queue overflowed.
    pub(crate) fn pop_overflowed(&mut self) -> Option<ConnectionId> {
        self.overflowed.pop()
    }

    /// Sends a message to one connection.
    pub(crate) fn send(&mut self, to: ConnectionId, message: &ServerMessage, meter: &mut Meter) {
        if self.handles.contains_key(&to)
            && let Some(frame) = encode_message(message)
        {
            self.queue(to, frame, message, meter);
        }
    }

    /// Sends a message to `to` at once, and to `also` as a confirmation.
    pub(crate) fn send_also(
        &mut self,
        to: ConnectionId,
        also: ConnectionId,
        message: &ServerMessage,
        meter: &mut Meter,
    ) {
        let Some(frame) = encode_message(message) else { return };
        self.queue(to, Bytes::clone(&frame), message, meter);
        self.defer(also, frame, Priority::Confirmation);
    }

    /// Sends a message to many connections: at once if they are few, else in slices.
    pub(crate) fn broadcast(&mut self, to: Vec<ConnectionId>, message: &ServerMessage, meter: &mut Meter) {
        let Some(frame) = encode_message(message) else { return };
        if to.len() > SMALL_BROADCAST {
            while self.broadcasts.len() >= MAX_BROADCASTS {
                self.defer_slice();
            }
            self.broadcasts.push_back((to, frame, priority_of(message)));
            return;
        }
        for id in to {
            self.queue(id, Bytes::clone(&frame), message, meter);
        }
    }

    /// Whether large broadcasts are not in the recipients' queues yet.
    pub(crate) fn has_broadcasts(&self) -> bool {
        !self.broadcasts.is_empty()
    }

    /// Puts the oldest large broadcast into the queues of some more of its recipients, as deferred frames.
    pub(crate) fn defer_slice(&mut self) {
        let Some((to, frame, priority)) = self.broadcasts.front_mut() else { return };
        let slice = to.split_off(to.len().saturating_sub(BROADCAST_SLICE));
        let (frame, priority) = (Bytes::clone(frame), *priority);
        if to.is_empty() {
            self.broadcasts.pop_front();
        }
        for id in slice {
            self.defer_frame(id, Bytes::clone(&frame), priority);
        }
    }

    /// Puts the large broadcasts that a connection does not have yet into its queue, in their order: what is sent to it
    /// later must not overtake them.
    fn catch_up(&mut self, id: ConnectionId) {
        let mut missing = Vec::new();
        for (to, frame, priority) in &mut self.broadcasts {
            if let Some(place) = to.iter().position(|&recipient| recipient == id) {
                to.swap_remove(place);
                missing.push((Bytes::clone(frame), *priority));
            }
        }
        for (frame, priority) in missing {
            self.defer_frame(id, frame, priority);
        }
    }

    /// Sets whether the server is under load.
    pub(crate) const fn set_busy(&mut self, busy: bool) {
        self.scheduler.set_busy(busy);
    }

    /// Returns when deferred frames are due next, if there are any.
    pub(crate) fn next_deadline(&self) -> Option<Instant> {
        self.scheduler.next_deadline()
    }

    /// Flushes the deferred frames that are due.
    pub(crate) fn flush_due(&mut self) {
        let Self { handles, scheduler, .. } = self;
        scheduler.run_due(|id, priority| {
            let Some(handle) = handles.get_mut(&id) else { return false };
            handle.has_confirmation_scheduled &= priority != Priority::Confirmation;
            handle.has_broadcast_scheduled &= priority != Priority::Broadcast;
            handle.flush_deferred()
        });
    }

    fn queue(&mut self, to: ConnectionId, frame: Bytes, message: &ServerMessage, meter: &mut Meter) {
        self.catch_up(to);
        let Some(handle) = self.handles.get_mut(&to) else { return };
        match handle.queue(frame) {
            Ok(()) => meter.record_sent(to, message),
            Err(QueueFull) => self.overflowed.push(to),
        }
    }

    /// Defers a frame behind all that was sent before.
    fn defer(&mut self, to: ConnectionId, frame: Bytes, priority: Priority) {
        self.catch_up(to);
        self.defer_frame(to, frame, priority);
    }

    /// Defers a frame, and schedules its flush unless one is scheduled already.
    fn defer_frame(&mut self, to: ConnectionId, frame: Bytes, priority: Priority) {
        let Some(handle) = self.handles.get_mut(&to) else { return };
        match (handle.defer(frame), priority) {
            (Ok(()), Priority::Confirmation) if handle.has_confirmation_scheduled => {}
            (Ok(()), Priority::Confirmation) => {
                handle.has_confirmation_scheduled = true;
                self.scheduler.schedule_confirmation(to);
            }
            (Ok(()), Priority::Broadcast) if handle.has_broadcast_scheduled => {}
            (Ok(()), Priority::Broadcast) => {
                handle.has_broadcast_scheduled = true;
                self.scheduler.schedule_broadcast(to);
            }
            (Ok(()), Priority::Leisurely) => {}
            (Err(QueueFull), _) => self.overflowed.push(to),
        }
    }
}

/// How soon a broadcast to many is to arrive.
const fn priority_of(message: &ServerMessage) -> Priority {
    // numbers that have changed a little are worth no wake-up of each client
    let is_number = matches!(message, ServerMessage::Lobby(LobbyMessage::Totals { .. }));
    if is_number { Priority::Leisurely } else { Priority::Broadcast }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::net::send_queue::SendQueue;
    use crate::shell::operate::metrics::Metrics;
    use chuhe_protocol::DoorMessage;
    use chuhe_rules::clock::Timestamp;
    use futures_util::FutureExt as _;
    use std::net::Ipv4Addr;

    /// Adds a connection, and returns its end of the queue.
    fn open(connections: &mut Connections, id: u64) -> SendQueue {
        let address = Ipv4Addr::LOCALHOST.into();
        let (handle, queue) =
            ConnectionHandle::new(ConnectionId(id), address, Timestamp::default(), 100, 10_000);
        connections.insert(handle);
        queue
    }

    fn message(nonce: u32) -> ServerMessage {
        DoorMessage::Pong { nonce }.into()
    }

    /// Takes all frames out of a queue.
    fn frames(queue: &SendQueue) -> Vec<Bytes> {
        std::iter::from_fn(|| queue.next_frame().now_or_never().flatten()).collect()
    }

    #[tokio::test]
    async fn a_broadcast_in_slices_reaches_each_once_and_before_what_is_sent_later() {
        let mut connections = Connections::new();
        let mut meter = Meter::new(Metrics::new(false));
        let count = 2 * BROADCAST_SLICE as u64 + 10;
        let queues: Vec<SendQueue> = (0..count).map(|id| open(&mut connections, id)).collect();
        let all: Vec<ConnectionId> = (0..count).map(ConnectionId).collect();
        connections.broadcast(all.clone(), &message(1), &mut meter);
        connections.defer_slice();
        let late = open(&mut connections, count);
        connections.broadcast(all.clone(), &message(2), &mut meter);
        // to the first and the last at once, and to one that comes with a small broadcast
        let [first, middle, last] = [0, 300, count - 1];
        connections.send(ConnectionId(first), &message(3), &mut meter);
        connections.send_also(ConnectionId(last), ConnectionId(middle), &message(3), &mut meter);
        connections.broadcast(vec![ConnectionId(count), ConnectionId(middle)], &message(4), &mut meter);
        let mut slices = 0;
        while connections.has_broadcasts() {
            connections.defer_slice();
            slices += 1;
        }
        assert_eq!(slices, 5, "two of the first broadcast and three of the second are left");
        let encoded = |nonces: &[u32]| -> Vec<Bytes> {
            nonces.iter().filter_map(|&nonce| encode_message(&message(nonce))).collect()
        };
        for (id, queue) in (0..count).zip(&queues) {
            let expected: &[u32] = match id {
                _ if id == middle => &[1, 2, 3, 4],
                _ if id == first || id == last => &[1, 2, 3],
                _ => &[1, 2],
            };
            assert_eq!(frames(queue), encoded(expected), "connection {id}");
        }
        assert_eq!(frames(&late), encoded(&[4]), "it came after the broadcasts");
    }

    #[tokio::test]
    async fn the_numbers_of_a_lobby_wake_nobody_and_go_out_with_the_next_message() {
        let mut connections = Connections::new();
        let mut meter = Meter::new(Metrics::new(false));
        let queues: Vec<SendQueue> = (0..20).map(|id| open(&mut connections, id)).collect();
        let all: Vec<ConnectionId> = (0..20).map(ConnectionId).collect();
        let numbers = ServerMessage::Lobby(LobbyMessage::Totals { online: 600, away: 0, games: 9 });
        connections.broadcast(all.clone(), &numbers, &mut meter);
        connections.defer_slice();
        assert_eq!((connections.has_broadcasts(), connections.next_deadline()), (false, None));
        connections.send(ConnectionId(0), &message(1), &mut meter);
        // what others wait for is sent in time, although something is deferred for them
        connections.broadcast(all, &message(2), &mut meter);
        connections.defer_slice();
        assert!(connections.next_deadline().is_some());
        let encoded = |messages: &[&ServerMessage]| -> Vec<Bytes> {
            messages.iter().filter_map(|message| encode_message(message)).collect()
        };
        assert_eq!(frames(&queues[0]), encoded(&[&numbers, &message(1), &message(2)]));
        assert_eq!(frames(&queues[19]), encoded(&[&numbers, &message(2)]));
    }

    #[tokio::test]
    async fn of_too_many_broadcasts_the_oldest_are_queued_at_once() {
        let mut connections = Connections::new();
        let mut meter = Meter::new(Metrics::new(false));
        let count = 2 * BROADCAST_SLICE as u64;
        let queues: Vec<SendQueue> = (0..count).map(|id| open(&mut connections, id)).collect();
        let most = u32::try_from(MAX_BROADCASTS).expect("few");
        for nonce in 0..most + 2 {
            connections.broadcast((0..count).map(ConnectionId).collect(), &message(nonce), &mut meter);
        }
        assert_eq!(connections.broadcasts.len(), MAX_BROADCASTS);
        let first_two = [0, 1].map(|nonce| encode_message(&message(nonce)).expect("a short frame"));
        assert!(queues.iter().all(|queue| frames(queue) == first_two));
    }
}
