//! The messages that show a viewer a game: its events, a snapshot, and its clocks.

use crate::connections::Connections;
use crate::room::Room;
use crate::room::rating::corrected_since;
use chuhe_protocol::{Event, GameId, Seq, ServerMessage, TableMessage, Tick, WatchFrom, limits};
use chuhe_rules::clock::{ClockReading, Timestamp};
use chuhe_rules::{Color, PerColor, Viewer};

/// Returns the messages that bring a player up to date from event number `first` on.
///
/// They hold the missed events, or a snapshot if that is shorter or if `first` is greater than
/// the number of events, and then how long the turns took.
pub(super) fn missed_by_player(room: &Room, color: Color, first: Seq, now: Timestamp) -> Vec<ServerMessage> {
    let viewer = Viewer::Player(color);
    let missed = with_turn_times(missed_events(room, viewer, first, now), room, viewer, now);
    with_correction(missed, room, first)
}

fn missed_events(room: &Room, viewer: Viewer, first: Seq, now: Timestamp) -> Vec<ServerMessage> {
    let next = room.next();
    let gap = next.checked_sub(first).and_then(|gap| usize::try_from(gap).ok());
    if gap.is_some_and(|gap| gap <= limits::SNAPSHOT_GAP) {
        return event_frames(room.id(), first, &room.seen_by(viewer, first, now));
    }
    let snapshot = room.snapshot(viewer, now);
    if gap.is_some_and(|gap| gap <= snapshot.len()) {
        event_frames(room.id(), first, &room.seen_by(viewer, first, now))
    } else {
        snapshot_frames(room.id(), next, &snapshot)
    }
}

/// Returns the messages that show a spectator the game since `from`.
pub(super) fn watched_from(room: &Room, from: WatchFrom, now: Timestamp) -> Vec<ServerMessage> {
    let visible = room.visible_to_spectators();
    let gap = u32::try_from(limits::SNAPSHOT_GAP).unwrap_or(u32::MAX);
    let first = match from {
        WatchFrom::Start => Some(0),
        WatchFrom::Current => None,
        WatchFrom::Event(next) => visible.checked_sub(next).filter(|&missed| missed <= gap).map(|_| next),
    };
    let messages = match first {
        Some(first) => event_frames(room.id(), first, &room.seen_by(Viewer::Spectator, first, now)),
        None => snapshot_frames(room.id(), visible, &room.snapshot(Viewer::Spectator, now)),
    };
    let messages = with_turn_times(messages, room, Viewer::Spectator, now);
    with_correction(messages, room, first.unwrap_or(0))
}

/// Adds how the game counts, if the events from number `first` on do not say it.
fn with_correction(mut missed: Vec<ServerMessage>, room: &Room, first: Seq) -> Vec<ServerMessage> {
    missed.extend(corrected_since(room, first).map(|message| message.at(room.id())));
    missed
}

/// Adds to the missed events, if there are any, how long the turns took, if the clocks do not show it.
fn with_turn_times(
    mut missed: Vec<ServerMessage>,
    room: &Room,
    viewer: Viewer,
    now: Timestamp,
) -> Vec<ServerMessage> {
    if !missed.is_empty() {
        missed.extend(room.turn_times(viewer, now).map(|message| message.at(room.id())));
    }
    missed
}

/// Returns the message with the clocks of a game and the round trips of its players.
pub(super) fn tick(
    room: &Room,
    clocks: ClockReading,
    connections: &Connections,
    now: Timestamp,
) -> ServerMessage {
    let round_trip_ms = PerColor::from_fn(|color| connections.round_trip_ms(room.player(color)));
    let tick = Tick {
        clocks,
        round_trip_ms,
        setup_left_ms: room.setup_left_ms(now),
        first_move_left_ms: room.first_move_left_ms(now),
        absence_left_ms: PerColor::from_fn(|color| room.absence_left_ms(color, now)),
        lag_quota_ms: PerColor::from_fn(|color| room.lag_quota_ms(color)),
    };
    TableMessage::Tick(Box::new(tick)).at(room.id())
}

/// Returns the messages that hold the events from number `first` on.
pub(super) fn event_frames(game: GameId, mut first: Seq, events: &[Event]) -> Vec<ServerMessage> {
    let mut frames = Vec::new();
    for events in events.chunks(limits::EVENTS_PER_FRAME) {
        frames.push(TableMessage::Events { first, events: events.to_vec() }.at(game));
        first = first.saturating_add(u32::try_from(events.len()).unwrap_or(u32::MAX));
    }
    frames
}

/// Returns the messages that hold a snapshot of a game before event number `next`.
fn snapshot_frames(game: GameId, next: Seq, events: &[Event]) -> Vec<ServerMessage> {
    let chunks = events.chunks(limits::EVENTS_PER_FRAME);
    let last = chunks.len().saturating_sub(1);
    chunks
        .enumerate()
        .map(|(n, events)| {
            let (first, last) = (n == 0, n == last);
            TableMessage::Snapshot { next, events: events.to_vec(), first, last }.at(game)
        })
        .collect()
}
