//! Time controls in Simplified Chinese.

use super::super::format::in_units;
use crate::core::action::TimePart;
use chuhe_rules::clock::TimeControl;

pub(super) const fn time_part(part: TimePart) -> &'static str {
    match part {
        TimePart::GameMinutes => "局时",
        TimePart::MoveSeconds => "步时",
        TimePart::IncrementSeconds => "加秒",
        TimePart::ReadSeconds => "读秒",
    }
}

pub(super) fn time_control(control: TimeControl) -> String {
    join_parts(control, "，", "局时 ")
}

pub(super) fn time_short(control: TimeControl) -> String {
    join_parts(control, " + ", "")
}

/// A countdown of seconds, in minutes and seconds from a minute on.
pub(super) fn countdown(seconds: u64) -> String {
    match seconds {
        0..60 => format!("{seconds} 秒"),
        60.. => format!("{} 分 {:02} 秒", seconds / 60, seconds % 60),
    }
}

fn join_parts(control: TimeControl, separator: &str, game: &str) -> String {
    let mut parts = Vec::new();
    if control.game_ms > 0 {
        parts.push(format!("{game}{} 分", in_units(control.game_ms, 60_000)));
    }
    for (name, ms) in [("步时", control.move_ms), ("每步加", control.increment_ms), ("读秒", control.read_ms)]
    {
        if ms > 0 {
            parts.push(format!("{name} {} 秒", in_units(ms, 1_000)));
        }
    }
    if parts.is_empty() { "不计时".to_owned() } else { parts.join(separator) }
}
