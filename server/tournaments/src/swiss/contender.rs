//! A player of a Swiss before a round: points, colours, opponents and floats so far.

use super::colours::Colours;
use crate::sheet::{Score, Sheet, sheet_of};
use crate::{PlayerId, State};
use std::collections::BTreeMap;

/// A player of the round, with everything that decides whom they meet.
#[derive(Clone, Debug)]
pub(crate) struct Contender {
    pub(crate) id: PlayerId,
    pub(crate) number: u16,
    pub(crate) points: u32,
    pub(crate) colours: Colours,
    /// How often and in which round last the player was paired with whom.
    pub(crate) met: BTreeMap<PlayerId, Met>,
    /// How often the player had points without a game.
    pub(crate) byes: u32,
    /// How the player floated in the last round and the one before.
    pub(crate) floats: [Float; 2],
    pub(crate) club: Option<String>,
    /// The place in the group of those with equal points, from 0, and the size of this group.
    pub(crate) place: usize,
    pub(crate) group: usize,
}

/// How often two players were paired.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Met {
    pub(crate) count: u32,
    pub(crate) last_round: u16,
}

/// Whether a player met someone with other points in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Float {
    /// The opponent had fewer points, or there was none.
    Down,
    /// The opponent had more points.
    Up,
    /// The opponent had equal points.
    Level,
}

/// What a player brings into the next round. The place in the group is set once all are known.
pub(super) fn contender(state: &State, sheets: &[Sheet], id: PlayerId) -> Contender {
    let empty = Sheet::default();
    let sheet = sheet_of(sheets, id).unwrap_or(&empty);
    let mut met: BTreeMap<PlayerId, Met> = BTreeMap::new();
    for line in &sheet.lines {
        if let Some(opponent) = line.opponent {
            let met = met.entry(opponent).or_default();
            met.count += 1;
            met.last_round = line.round;
        }
    }
    let is_bye = |score: Score| matches!(score, Score::Bye | Score::ForfeitWin);
    let byes = sheet.lines.iter().filter(|line| is_bye(line.score)).count();
    let last = state.round_count();
    let float = |back: u16| float(sheets, sheet, last.checked_sub(back));
    Contender {
        id,
        number: state.number(id),
        points: sheet.points(),
        colours: Colours::of(sheet),
        met,
        byes: u32::try_from(byes).expect("rounds are limited"),
        floats: [float(0), float(1)],
        club: state.player(id).and_then(|player| player.entry.club.clone()),
        place: 0,
        group: 0,
    }
}

fn float(sheets: &[Sheet], sheet: &Sheet, round: Option<u16>) -> Float {
    let line = sheet.lines.iter().find(|line| Some(line.round) == round);
    let Some(line) = line else { return Float::Level };
    if line.score == Score::Bye {
        return Float::Down;
    }
    let Some(opponent) = line.opponent.and_then(|id| sheet_of(sheets, id)) else { return Float::Level };
    match sheet.points_before(line.round).cmp(&opponent.points_before(line.round)) {
        std::cmp::Ordering::Greater => Float::Down,
        std::cmp::Ordering::Less => Float::Up,
        std::cmp::Ordering::Equal => Float::Level,
    }
}
