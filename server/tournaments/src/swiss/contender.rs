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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::sheets;
    use crate::{BoardId, Entry, Event, Pairing, Record, Regulations, SwissRules, System, Tournament};
    use chuhe_rules::clock::Timestamp;
    use chuhe_rules::{Color, PerColor};

    /// Round 1: 1 beats 2, 3 beats 4, and 5 has the bye. Round 2: 1 meets 4, 3 meets 5, and 2 has the bye.
    #[test]
    fn floats_are_those_of_the_last_round_first() {
        let system = System::Swiss(SwissRules { rounds: 5, clubs_apart_rounds: 0 });
        let mut tournament = Tournament::new(Regulations::of(system)).expect("the regulations are usable");
        let mut record = |event| {
            let record = Record { at: Timestamp::from_ms(0), by: 0, event };
            tournament.record(record).expect("the event is possible");
        };
        for name in ["1", "2", "3", "4", "5"] {
            record(Event::Entered(Entry { name: name.to_owned(), ..Entry::default() }));
        }
        record(Event::Started { seed: 0 });
        let seats = |red, black| PerColor::new(PlayerId(red), PlayerId(black));
        for (round, boards, bye) in [(1, [seats(1, 2), seats(3, 4)], 5), (2, [seats(1, 4), seats(3, 5)], 2)] {
            record(Event::Paired(Pairing { boards: boards.to_vec(), bye: Some(PlayerId(bye)) }));
            for board in 1..=2 {
                let board = BoardId { round, board };
                record(Event::Finished { board, winner: Some(Color::Red) });
            }
        }
        let state = tournament.state();
        let sheets = sheets(tournament.regulations(), state);
        let floats = |id| contender(state, &sheets, PlayerId(id)).floats;
        assert_eq!(floats(1), [Float::Down, Float::Level]);
        assert_eq!(floats(4), [Float::Up, Float::Level]);
        assert_eq!(floats(3), [Float::Level, Float::Level], "5 had the points of the bye");
        assert_eq!(floats(5), [Float::Level, Float::Down], "the bye is a float down");
        assert_eq!(floats(2), [Float::Down, Float::Level]);
        let one = contender(state, &sheets, PlayerId(1));
        assert_eq!((one.points, one.byes, one.met.len()), (4, 0, 2));
        assert_eq!(contender(state, &sheets, PlayerId(5)).byes, 1);
    }
}
