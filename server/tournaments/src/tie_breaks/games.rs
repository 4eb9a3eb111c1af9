//! Tie-breaks from a player's own games.

use super::breakdown::{Breakdown, Part};
use crate::TieBreak;
use crate::sheet::{Line, Score, Sheet};
use chuhe_rules::Color;

fn part(line: &Line, value: i64) -> Part {
    Part { round: line.round, opponent: line.opponent, value }
}

/// The sum of the points after each round. Early points count more often.
pub(super) fn cumulative(sheet: &Sheet) -> Vec<Part> {
    let mut sum = 0;
    let mut parts = Vec::with_capacity(sheet.lines.len());
    for line in &sheet.lines {
        sum += i64::from(line.points);
        parts.push(part(line, sum));
    }
    parts
}

/// The won games, those by forfeit too.
pub(super) fn wins(sheet: &Sheet) -> Vec<Part> {
    let is_won = |line: &&Line| matches!(line.score, Score::Win | Score::ForfeitWin);
    sheet.lines.iter().filter(is_won).map(|line| part(line, 1)).collect()
}

/// The games won on the board as black.
pub(super) fn wins_as_second(sheet: &Sheet) -> Vec<Part> {
    let is_won = |line: &&Line| line.score == Score::Win && line.side == Some(Color::Black);
    sheet.lines.iter().filter(is_won).map(|line| part(line, 1)).collect()
}

/// The games played on the board as black.
pub(super) fn games_as_second(sheet: &Sheet) -> Vec<Part> {
    let played = sheet.played().filter(|line| line.side == Some(Color::Black));
    played.map(|line| part(line, 1)).collect()
}

/// The fouls, as negative values.
pub(super) fn fouls(sheet: &Sheet) -> Vec<Part> {
    let fouled = sheet.lines.iter().filter(|line| line.fouls > 0);
    fouled.map(|line| part(line, -i64::from(line.fouls))).collect()
}

/// The time of the last result in milliseconds, as a negative value; `None` before the first.
pub(super) fn earlier_finish(sheet: &Sheet) -> Breakdown {
    let last = sheet.lines.iter().filter(|line| line.ended_at.is_some()).max_by_key(|line| line.ended_at);
    let value = |line: &Line| {
        let ms = line.ended_at.map_or(0, |at| at.as_ms());
        -i64::try_from(ms).unwrap_or(i64::MAX)
    };
    Breakdown {
        tie_break: TieBreak::EarlierFinish,
        value: last.map(value),
        scale: 1,
        parts: last.map(|line| part(line, value(line))).into_iter().collect(),
    }
}
