//! The open connections, and what is sent to them.

use super::send_queue::{ConnectionHandle, QueueFull, encode_message};
use super::send_scheduler::{Priority, SendScheduler};
use crate::shell::operate::metrics::Meter;
use bytes::Bytes;
use chuhe_hub::ConnectionId;
use chuhe_protocol::{CloseReason, ServerMessage};
use std::collections::BTreeMap;
use std::net::IpAddr;
use tokio::time::Instant;

/// Largest broadcast that is queued at once. Larger ones are sent in slices.
const SMALL_BROADCAST: usize = 8;

/// The send queues of all open connections.
#[derive(Debug)]
pub(crate) struct Connections {
    handles: BTreeMap<ConnectionId, ConnectionHandle>,
    /// Large broadcasts that are not in the recipients' queues yet.
    broadcasts: Vec<(Vec<ConnectionId>, Bytes)>,
    /// The connections with deferred frames.
    scheduler: SendScheduler,
    /// Connections whose queue overflowed, until the hub is notified.
    overflowed: Vec<ConnectionId>,
}

impl Connections {
    pub(crate) fn new() -> Self {
        let scheduler = SendScheduler::new();
        Self { handles: BTreeMap::new(), broadcasts: Vec::new(), scheduler, overflowed: Vec::new() }
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
            self.broadcasts.push((to, frame));
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

    /// Puts large broadcasts into the queues of their recipients, as deferred frames.
    pub(crate) fn defer_broadcasts(&mut self) {
        for (to, frame) in std::mem::take(&mut self.broadcasts) {
            for id in to {
                self.defer(id, Bytes::clone(&frame), Priority::Broadcast);
            }
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
            handle.flush_deferred()
        });
    }

    fn queue(&mut self, to: ConnectionId, frame: Bytes, message: &ServerMessage, meter: &mut Meter) {
        let Some(handle) = self.handles.get_mut(&to) else { return };
        match handle.queue(frame) {
            Ok(()) => meter.record_sent(to, message),
            Err(QueueFull) => self.overflowed.push(to),
        }
    }

    /// Defers a frame, and schedules its flush unless one is scheduled already.
    fn defer(&mut self, to: ConnectionId, frame: Bytes, priority: Priority) {
        let Some(handle) = self.handles.get_mut(&to) else { return };
        let had_deferred = handle.has_deferred();
        match (handle.defer(frame), priority) {
            (Ok(()), Priority::Confirmation) if handle.has_confirmation_scheduled => {}
            (Ok(()), Priority::Confirmation) => {
                handle.has_confirmation_scheduled = true;
                self.scheduler.schedule_confirmation(to);
            }
            (Ok(()), Priority::Broadcast) if had_deferred => {}
            (Ok(()), Priority::Broadcast) => self.scheduler.schedule_broadcast(to),
            (Err(QueueFull), _) => self.overflowed.push(to),
        }
    }
}
