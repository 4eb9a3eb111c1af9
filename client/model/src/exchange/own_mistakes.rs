//! The user's own mistakes, which come back as puzzles: find a better move than the one that was played.

use chuhe_rules::xiangqi::{Move, Position};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// After how many days a puzzle or a mistake comes back that was not solved, and then each time that it is.
pub const REPEAT_DAYS: [u32; 4] = [1, 3, 7, 21];
/// The most mistakes that are kept. With as many, the one that comes back last is forgotten.
const MOST: usize = 300;

/// The user's own mistakes, by the positions in which they were made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct OwnMistakes(BTreeMap<String, OwnMistake>);

/// A mistake of the user.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct OwnMistake {
    /// The move, as UCI writes it.
    played: String,
    /// How often a better move was found since it was not.
    stage: u8,
    /// On which day it was kept or tried last, in days since 1970.
    since: u32,
}

impl OwnMistake {
    /// On which day it comes back; `None` once it has come back often enough.
    fn due(&self) -> Option<u32> {
        REPEAT_DAYS.get(usize::from(self.stage)).map(|days| self.since.saturating_add(*days))
    }

    /// Whether it comes back today. A clock that was ahead makes it due at once.
    fn is_due(&self, today: u32) -> bool {
        self.due().is_some_and(|due| today >= due || today < self.since)
    }
}

impl OwnMistakes {
    /// How many there are, without those that have come back often enough.
    #[must_use]
    pub fn open(&self) -> usize {
        self.0.values().filter(|mistake| mistake.due().is_some()).count()
    }

    /// How many come back today.
    #[must_use]
    pub fn due(&self, today: Option<u32>) -> usize {
        today.map_or(0, |today| self.0.values().filter(|mistake| mistake.is_due(today)).count())
    }

    /// Keeps a mistake, which comes back tomorrow. Returns whether it is new.
    pub fn keep(&mut self, position: &Position, played: Move, today: Option<u32>) -> bool {
        let key = position.fen();
        if self.0.contains_key(&key) {
            return false;
        }
        let since = today.unwrap_or(0);
        self.0.insert(key, OwnMistake { played: played.to_string(), stage: 0, since });
        self.limit();
        true
    }

    fn limit(&mut self) {
        while self.0.len() > MOST {
            let last = |mistake: &OwnMistake| mistake.due().unwrap_or(u32::MAX);
            let Some(key) = self.0.iter().max_by_key(|(_, it)| last(it)).map(|(key, _)| key.clone()) else {
                return;
            };
            self.0.remove(&key);
        }
    }

    /// The mistake to look at next, after this one: first what comes back today, then what comes back first.
    ///
    /// What cannot be read is passed over: the settings are a file that others can write.
    #[must_use]
    pub fn next(&self, after: Option<&Position>) -> Option<(Position, Move)> {
        let before = after.map(Position::fen);
        let order = |(key, mistake): &(&String, &OwnMistake)| {
            (before.as_deref() == Some(key.as_str()), mistake.due().unwrap_or(u32::MAX))
        };
        let read = |(key, mistake): (&String, &OwnMistake)| {
            let (position, played): (Position, Move) = (key.parse().ok()?, mistake.played.parse().ok()?);
            position.validate(played).is_ok().then_some((position, played))
        };
        let mut mistakes: Vec<_> = self.0.iter().filter(|(_, mistake)| mistake.due().is_some()).collect();
        mistakes.sort_by_key(order);
        mistakes.into_iter().find_map(read)
    }

    /// Records whether a better move was found at the first try. One that is found too early changes nothing.
    pub fn finish(&mut self, position: &Position, is_found: bool, today: Option<u32>) {
        let Some(mistake) = self.0.get_mut(&position.fen()) else { return };
        let is_early = today.is_some_and(|today| !mistake.is_due(today));
        if !is_found {
            (mistake.stage, mistake.since) = (0, today.unwrap_or(0));
        } else if !is_early {
            (mistake.stage, mistake.since) = (mistake.stage.saturating_add(1), today.unwrap_or(0));
        }
    }

    /// What to keep when this window has changed `before`, and other windows have kept `theirs` since.
    #[must_use]
    pub(super) fn merged(&self, before: &Self, theirs: &Self) -> Self {
        let mut merged = theirs.clone();
        let changed = self.0.iter().filter(|(key, mistake)| before.0.get(*key) != Some(mistake));
        merged.0.extend(changed.map(|(key, mistake)| (key.clone(), mistake.clone())));
        merged.limit();
        merged
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TODAY: u32 = 20_000;

    fn mv(text: &str) -> Move {
        text.parse().unwrap()
    }

    fn after(moves: &[&str]) -> Position {
        let mut position = Position::start();
        for text in moves {
            position.make(mv(text));
        }
        position
    }

    #[test]
    fn a_mistake_comes_back_after_more_and_more_days() {
        let (mut mistakes, start) = (OwnMistakes::default(), Position::start());
        assert!(mistakes.keep(&start, mv("a0a1"), Some(TODAY)));
        assert!(!mistakes.keep(&start, mv("i0i1"), Some(TODAY + 9)), "the first one stays");
        let mut day = TODAY;
        for days in REPEAT_DAYS {
            assert_eq!(mistakes.due(Some(day + days - 1)), 0);
            // too early, it does not count
            mistakes.finish(&start, true, Some(day + days - 1));
            day += days;
            assert_eq!(mistakes.due(Some(day)), 1);
            assert_eq!(mistakes.next(None), Some((start.clone(), mv("a0a1"))));
            mistakes.finish(&start, true, Some(day));
        }
        assert_eq!((mistakes.open(), mistakes.due(Some(u32::MAX)), mistakes.next(None)), (0, 0, None));
        mistakes.finish(&start, false, Some(day));
        assert_eq!((mistakes.open(), mistakes.due(Some(day + 1))), (1, 1), "it begins anew");
    }

    #[test]
    fn the_next_mistake_is_the_one_that_comes_back_first_and_not_the_same_again() {
        let (mut mistakes, first, second) = (OwnMistakes::default(), after(&[]), after(&["h2e2"]));
        mistakes.keep(&first, mv("a0a1"), Some(TODAY + 1));
        mistakes.keep(&second, mv("a9a8"), Some(TODAY));
        assert_eq!(mistakes.next(None).map(|(position, _)| position), Some(second.clone()));
        assert_eq!(mistakes.next(Some(&second)).map(|(position, _)| position), Some(first));
    }

    #[test]
    fn what_a_file_says_is_taken_within_its_limits() {
        let fen = Position::start().fen();
        let text = format!(
            r#"{{"nonsense":{{"played":"a0a1","stage":0,"since":1}},"{fen}":{{"played":"a0a9","stage":255,"since":4294967295}}}}"#
        );
        let mut read: OwnMistakes = serde_json::from_str(&text).unwrap();
        assert_eq!(read.next(None), None);
        read.finish(&Position::start(), true, Some(TODAY));
        read.finish(&Position::start(), false, None);
        assert_eq!(read.next(None), None, "the move is illegal");
        for number in 0..MOST as u32 + 9 {
            let fen = fen.replace("0 1", &format!("0 {}", number + 2));
            read.keep(&fen.parse().unwrap(), mv("a0a1"), Some(number));
        }
        assert_eq!(read.0.len(), MOST);
    }

    #[test]
    fn windows_that_share_the_settings_keep_the_mistakes_of_each_other() {
        let (first, second) = (after(&[]), after(&["h2e2"]));
        let before = OwnMistakes::default();
        let (mut mine, mut theirs) = (before.clone(), before.clone());
        mine.keep(&first, mv("a0a1"), Some(TODAY));
        theirs.keep(&second, mv("a9a8"), Some(TODAY));
        assert_eq!(mine.merged(&before, &theirs).open(), 2);
    }
}
