//! What a step of a room brings: records to the store, events to its players and spectators, and its timer.

use super::frames::event_frames;
use crate::accounts::rating::counts;
use crate::connections::Connections;
use crate::door::Door;
use crate::effects::Effects;
use crate::room::{Room, RoomStep};
use crate::spectators::Spectators;
use crate::step::Step;
use crate::timers::Timer;
use chuhe_protocol::{Event, Seq, TableMessage};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::{Color, Outcome, Viewer};

/// Publishes a step of a room, and returns how the game has ended with it.
#[inline]
pub(super) fn publish(
    room: &Room,
    published: RoomStep,
    step: &mut Step,
    door: &Door,
    spectators: &mut Spectators,
) -> Option<Outcome> {
    let records = room.records_from(published.first_unsaved, |game| counts(&door.accounts, game));
    step.effects.save(records);
    if published.outcome.is_some() {
        step.effects.mark_end_of_game();
    }
    step.effects.set_timer(Timer::Room(room.id()), published.timeout);
    let first = published.first_unsent?;
    send_events(room, first, &door.connections, step.now, &mut step.effects);
    if published.outcome.is_none() {
        send_to_spectators(room, spectators, step.now, &mut step.effects);
    }
    published.outcome
}

/// Sends the events from number `first` on to the players at a table.
///
/// A move that looks the same to both players is encoded once. The mover's copy has low priority,
/// because their board shows the move already.
fn send_events(room: &Room, first: Seq, connections: &Connections, now: Timestamp, effects: &mut Effects) {
    let game = room.id();
    let seen = Color::ALL.map(|color| {
        let events = room.seen_by(Viewer::Player(color), first, now);
        // a player who leaves with one of these events still receives it
        let at_table = room.is_present(color) || events.contains(&Event::Left { color });
        (connections.of(room.player(color)).filter(|_| at_table), events)
    });
    let message = |events| TableMessage::Events { first, events }.at(game);
    if let [(Some(red), reds), (Some(black), blacks)] = &seen
        && let [event] = &reds[..]
        && let Some(by) = room.mover(event)
        && reds == blacks
    {
        let (to, also) = if by == Color::Red { (*black, *red) } else { (*red, *black) };
        let [(_, events), _] = seen;
        effects.send_also(to, also, message(events));
        return;
    }
    for (connection, events) in seen {
        if let Some(to) = connection {
            effects.send(to, message(events));
        }
    }
}

pub(super) fn send_to_spectators(
    room: &Room,
    spectators: &mut Spectators,
    now: Timestamp,
    effects: &mut Effects,
) {
    let game = room.id();
    let Some(audience) = spectators.of_mut(game) else { return };
    let Some(first) = audience.take_unsent(room.visible_to_spectators()) else { return };
    let receivers = audience.connections().to_vec();
    let events = room.seen_by(Viewer::Spectator, first, now);
    for message in event_frames(game, first, &events) {
        effects.broadcast(receivers.clone(), message);
    }
}
