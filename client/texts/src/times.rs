//! Writes time controls and countdowns.

use super::format::in_units;
use super::generated::{ClockText, Text};
use chuhe_model::actions::action::TimePart;
use chuhe_rules::clock::TimeControl;

impl ClockText {
    /// The name of a part of a time control.
    pub const fn part(&self, part: TimePart) -> &'static str {
        match part {
            TimePart::GameMinutes => self.part_game,
            TimePart::MoveSeconds => self.part_move,
            TimePart::IncrementSeconds => self.part_increment,
            TimePart::ReadSeconds => self.part_read,
        }
    }

    /// A time control in full.
    pub fn control(&self, control: TimeControl) -> String {
        self.parts(control, Self::game, self.separator)
    }

    /// A time control in few characters.
    pub fn short(&self, control: TimeControl) -> String {
        self.parts(control, Self::game_short, " + ")
    }

    /// `plus` stands before what is added to the time, but never before the time of a move, which is a limit.
    fn parts(&self, control: TimeControl, game: fn(&Self, &str) -> String, plus: &str) -> String {
        type Write = fn(&ClockText, &str) -> String;
        let parts: [(u32, u32, Write, &str); 4] = [
            (control.game_ms, 60_000, game, plus),
            (control.move_ms, 1_000, Self::per_move, self.separator),
            (control.increment_ms, 1_000, Self::increment, plus),
            (control.read_ms, 1_000, Self::read, plus),
        ];
        let mut written = String::new();
        for (ms, unit_ms, write, before) in parts {
            if ms > 0 {
                written += if written.is_empty() { "" } else { before };
                written += &write(self, &in_units(ms, unit_ms));
            }
        }
        if written.is_empty() { self.untimed.to_owned() } else { written }
    }
}

/// The name of a field for a part of a time control, with its unit.
pub fn time_field(text: &Text, part: TimePart) -> String {
    let unit = match part {
        TimePart::GameMinutes => text.minutes,
        TimePart::MoveSeconds | TimePart::IncrementSeconds | TimePart::ReadSeconds => text.seconds,
    };
    text.aside(text.clock.part(part), unit)
}

impl Text {
    /// Says that little time is left, in seconds or in minutes and seconds.
    pub fn low_time(&self, left_ms: u64) -> String {
        self.console().low_time(&self.countdown(left_ms.div_ceil(1_000)))
    }

    /// Writes a countdown, in minutes and seconds from a minute on.
    fn countdown(&self, seconds: u64) -> String {
        match seconds {
            0..60 => self.countdown_seconds(seconds),
            60.. => self.countdown_minutes(seconds / 60, &format!("{:02}", seconds % 60)),
        }
    }
}
