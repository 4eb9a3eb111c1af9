//! Invariants of every game after every step.

use crate::hub::Hub;
use crate::hub::known::{Board, Known};
use crate::room::Room;
use chuhe_protocol::{Event, limits};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::luzhanqi::EventView;
use chuhe_rules::{Color, Game, Viewer};

/// Checks the invariants, and that every journal replays to the present game.
pub(super) fn check_replays(hub: &Hub) {
    hub.check_invariants();
    for room in hub.floor.rooms.all() {
        assert!(room.seen_by(Viewer::Player(Color::Red), 0, hub.step.now).len() <= limits::GAME_EVENTS);
        check_replay(room, hub.step.now);
    }
}

/// Checks that folding all events gives the present game, and that a snapshot gives the same.
fn check_replay(room: &Room, now: Timestamp) {
    let by_all = |viewer: Viewer| Known::by(viewer, &room.seen_by(viewer, 0, now));
    for viewer in [Viewer::Player(Color::Red), Viewer::Player(Color::Black), Viewer::Spectator] {
        let known = by_all(viewer);
        assert_eq!(Known::by(viewer, &room.snapshot(viewer, now)), known, "the snapshot gives the same game");
        if viewer != Viewer::Spectator || room.watch_delay_plies() == 0 {
            assert_eq!(known.game, Board::of(room.game(), viewer));
        }
    }
    let known = by_all(Viewer::Player(Color::Red));
    assert_eq!(known.outcome, room.ended().map(|(outcome, _)| outcome));
    if let Game::Xiangqi(game) = room.game() {
        let is_due = game.ruling().is_some() || game.warning().is_some() && game.outcome().is_none();
        assert_eq!(known.judged.is_some(), is_due, "every repetition is judged");
    }
    assert!(Color::ALL.into_iter().all(|color| known.is_present(color) == room.is_present(color)));
}

/// Computes how many events are visible to spectators, from the whole journal.
pub(super) fn visible_to_spectators(room: &Room, now: Timestamp) -> u32 {
    let events = room.seen_by(Viewer::Player(Color::Red), 0, now);
    let delay = usize::from(room.watch_delay_plies());
    let is_ply = |event: &Event| {
        let is_ply = |seen: &EventView| matches!(seen, EventView::Moved { .. } | EventView::Passed { .. });
        matches!(event, Event::Played { .. }) || matches!(event, Event::Luzhanqi { seen, .. } if is_ply(seen))
    };
    let moves: Vec<u32> = (1..).zip(&events).filter(|(_, event)| is_ply(event)).map(|(n, _)| n).collect();
    match moves.iter().rev().nth(delay) {
        _ if delay == 0 || room.is_over() => u32::try_from(events.len()).expect("few"),
        Some(&after) => after,
        None => 1,
    }
}
