//! The time control in the tags of a record.

use chuhe_records::{GameTree, tag};
use chuhe_rules::clock::TimeControl;

/// The time control that a record names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordedTime<'a> {
    /// One that this program has too.
    Control(TimeControl),
    /// Another one, as the record writes it.
    Other(&'a str),
}

impl<'a> RecordedTime<'a> {
    /// Reads the tags of a record; `None` if they say nothing of the time.
    #[must_use]
    pub fn of(tree: &'a GameTree) -> Option<Self> {
        let value = |name| tree.tag(name).map(str::trim).filter(|value| !value.starts_with('?'));
        let ms = |seconds: &str| seconds.parse::<u32>().ok()?.checked_mul(1_000);
        let part = |name| value(name).and_then(ms).unwrap_or_default();
        let (move_ms, read_ms) = (part(tag::MOVE_TIME), part(tag::READ_TIME));
        let Some(written) = value(tag::TIME_CONTROL) else {
            let control = TimeControl { move_ms, read_ms, ..TimeControl::UNTIMED };
            return (!control.is_untimed()).then_some(Self::Control(control));
        };
        let (game, increment) = written.split_once('+').unwrap_or((written, "0"));
        Some(match (ms(game), ms(increment)) {
            (Some(game_ms), Some(increment_ms)) => {
                Self::Control(TimeControl { game_ms, move_ms, increment_ms, read_ms })
            }
            _ => Self::Other(written),
        })
    }
}

/// The tags of a time control with their values in seconds; `None` for a part that it does not have.
pub(super) fn tags_of(control: TimeControl) -> [(&'static str, Option<String>); 3] {
    let seconds = |ms: u32| ms / 1_000;
    let part = |ms: u32| (ms > 0).then(|| seconds(ms).to_string());
    let game = part(control.game_ms).map(|game| match control.increment_ms {
        0 => game,
        increment => format!("{game}+{}", seconds(increment)),
    });
    [
        (tag::TIME_CONTROL, game),
        (tag::MOVE_TIME, part(control.move_ms)),
        (tag::READ_TIME, part(control.read_ms)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_rules::xiangqi::Position;

    fn tree(tags: &[(&str, &str)]) -> GameTree {
        let mut tree = GameTree::new(Position::start());
        for (name, value) in tags {
            tree.set_tag(name, value).unwrap();
        }
        tree
    }

    #[test]
    fn each_part_of_a_time_control_is_in_the_tags() {
        let full = TimeControl { game_ms: 900_000, move_ms: 60_000, increment_ms: 5_000, read_ms: 30_000 };
        let untimed = TimeControl::UNTIMED;
        for control in [
            full,
            TimeControl { increment_ms: 0, ..full },
            TimeControl { game_ms: 900_000, ..untimed },
            TimeControl { move_ms: 30_000, ..untimed },
        ] {
            let tags = tags_of(control);
            let set: Vec<_> =
                tags.iter().filter_map(|(name, value)| Some((*name, value.as_deref()?))).collect();
            assert_eq!(RecordedTime::of(&tree(&set)), Some(RecordedTime::Control(control)));
        }
        assert_eq!(tags_of(untimed).map(|(_, value)| value), [None, None, None]);
        assert_eq!(RecordedTime::of(&tree(&[])), None);
    }

    #[test]
    fn another_time_control_stays_as_it_is_written() {
        for other in ["40/7200:3600", "-", "4294967295"] {
            let tree = tree(&[(tag::TIME_CONTROL, other)]);
            assert_eq!(RecordedTime::of(&tree), Some(RecordedTime::Other(other)));
        }
        assert_eq!(RecordedTime::of(&tree(&[(tag::TIME_CONTROL, "?")])), None);
        assert_eq!(RecordedTime::of(&tree(&[(tag::MOVE_TIME, "soon")])), None);
    }
}
