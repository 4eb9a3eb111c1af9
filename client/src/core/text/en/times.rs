//! Time controls in English.

use super::super::format::in_units;
use crate::core::action::TimePart;
use chuhe_rules::clock::TimeControl;

pub(super) const fn time_part(part: TimePart) -> &'static str {
    match part {
        TimePart::GameMinutes => "Game",
        TimePart::MoveSeconds => "Per move",
        TimePart::IncrementSeconds => "Increment",
        TimePart::ReadSeconds => "Byo-yomi",
    }
}

pub(super) fn time_control(control: TimeControl) -> String {
    join_parts(control, ", ")
}

pub(super) fn time_short(control: TimeControl) -> String {
    join_parts(control, " + ")
}

/// A countdown of seconds, in minutes and seconds from a minute on.
pub(super) fn countdown(seconds: u64) -> String {
    match seconds {
        0..60 => format!("{seconds} s"),
        60.. => format!("{}:{:02}", seconds / 60, seconds % 60),
    }
}

fn join_parts(control: TimeControl, separator: &str) -> String {
    let mut parts = Vec::new();
    if control.game_ms > 0 {
        parts.push(format!("{} min", in_units(control.game_ms, 60_000)));
    }
    let limits = [
        (control.move_ms, "s per move"),
        (control.increment_ms, "s increment"),
        (control.read_ms, "s byo-yomi"),
    ];
    for (ms, name) in limits {
        if ms > 0 {
            parts.push(format!("{} {name}", in_units(ms, 1_000)));
        }
    }
    if parts.is_empty() { "untimed".to_owned() } else { parts.join(separator) }
}
