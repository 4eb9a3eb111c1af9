//! Splits the events of a game into messages that fit into frames.

use chuhe_protocol::{Event, GameId, Seq, ServerMessage, limits};

/// Returns the messages that hold the events from number `first` on.
pub(super) fn event_frames(game: GameId, mut first: Seq, events: &[Event]) -> Vec<ServerMessage> {
    let mut frames = Vec::new();
    for events in events.chunks(limits::EVENTS_PER_FRAME) {
        frames.push(ServerMessage::Events { game, first, events: events.to_vec() });
        first = first.saturating_add(u32::try_from(events.len()).unwrap_or(u32::MAX));
    }
    frames
}

/// Returns the messages that hold a snapshot of a game before event number `next`.
pub(super) fn snapshot_frames(game: GameId, next: Seq, events: &[Event]) -> Vec<ServerMessage> {
    let chunks = events.chunks(limits::EVENTS_PER_FRAME);
    let last = chunks.len().saturating_sub(1);
    chunks
        .enumerate()
        .map(|(n, events)| ServerMessage::Snapshot {
            game,
            next,
            events: events.to_vec(),
            first: n == 0,
            last: n == last,
        })
        .collect()
}
