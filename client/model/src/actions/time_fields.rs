//! A time control as it is typed into a form.

use super::action::TimePart;
use super::half_width::half_width;
use chuhe_protocol::Terms;
use chuhe_rules::clock::TimeControl;
use serde::{Deserialize, Serialize};

/// The four numbers of a time control as they are typed; empty or 0 means no limit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TimeText {
    /// Game time, in minutes.
    pub game_minutes: String,
    /// Time for each move, in seconds.
    pub move_seconds: String,
    /// Increment, in seconds.
    pub increment_seconds: String,
    /// Seconds for each move once the game time is used up (读秒).
    pub read_seconds: String,
}

impl Default for TimeText {
    fn default() -> Self {
        Self::of(Terms::default().challenger_time)
    }
}

/// The text of this part is not a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotANumber(pub TimePart);

impl TimeText {
    /// The text of this time control.
    #[must_use]
    pub fn of(control: TimeControl) -> Self {
        Self {
            game_minutes: number(control.game_ms, 60_000),
            move_seconds: number(control.move_ms, 1_000),
            increment_seconds: number(control.increment_ms, 1_000),
            read_seconds: number(control.read_ms, 1_000),
        }
    }

    /// The text of one number.
    #[must_use]
    pub fn part(&self, part: TimePart) -> &str {
        match part {
            TimePart::GameMinutes => &self.game_minutes,
            TimePart::MoveSeconds => &self.move_seconds,
            TimePart::IncrementSeconds => &self.increment_seconds,
            TimePart::ReadSeconds => &self.read_seconds,
        }
    }

    pub(crate) fn part_mut(&mut self, part: TimePart) -> &mut String {
        match part {
            TimePart::GameMinutes => &mut self.game_minutes,
            TimePart::MoveSeconds => &mut self.move_seconds,
            TimePart::IncrementSeconds => &mut self.increment_seconds,
            TimePart::ReadSeconds => &mut self.read_seconds,
        }
    }

    /// Parses the fields.
    ///
    /// # Errors
    /// The first part that is not a number.
    pub fn control(&self) -> Result<TimeControl, NotANumber> {
        let ms = |part, unit_ms| milliseconds(self.part(part), unit_ms).ok_or(NotANumber(part));
        Ok(TimeControl {
            game_ms: ms(TimePart::GameMinutes, 60_000)?,
            move_ms: ms(TimePart::MoveSeconds, 1_000)?,
            increment_ms: ms(TimePart::IncrementSeconds, 1_000)?,
            read_ms: ms(TimePart::ReadSeconds, 1_000)?,
        })
    }
}

/// Formats `ms` in units of `unit_ms`.
fn number(ms: u32, unit_ms: u32) -> String {
    if ms.is_multiple_of(unit_ms) {
        return (ms / unit_ms).to_string();
    }
    format!("{:.2}", f64::from(ms) / f64::from(unit_ms)).trim_end_matches('0').to_owned()
}

/// Parses a number of units as milliseconds. Saturates at a value that is invalid in any terms.
fn milliseconds(text: &str, unit_ms: u32) -> Option<u32> {
    let text = half_width(text);
    let text = text.trim();
    if text.is_empty() {
        return Some(0);
    }
    if !text.chars().all(|c| c.is_ascii_digit() || c == '.') {
        return None;
    }
    let value: f64 = text.parse().ok()?;
    Some((value * f64::from(unit_ms)).round().min(f64::from(u32::MAX)) as u32)
}
