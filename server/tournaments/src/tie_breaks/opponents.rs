//! Tie-breaks from the points of a player's opponents.

use super::breakdown::{Field, Part};
use crate::Unplayed;
use crate::sheet::{Line, Score, Sheet, sheet_of};

/// The points that a round contributes: those of the opponent, or what an unplayed round counts.
///
/// `None` for a round that is still running, or that counts for nobody.
fn met_points(field: Field<'_>, sheet: &Sheet, line: &Line) -> Option<i64> {
    let unplayed = || match field.unplayed {
        Unplayed::Zero => 0,
        Unplayed::Lowest => field.sheets.iter().map(|sheet| sheet.points()).min().unwrap_or(0),
        Unplayed::Own => sheet.points(),
    };
    match (line.score, line.opponent) {
        (Score::Running, _) => None,
        (Score::Void, _) => None,
        (score, Some(opponent)) if score.is_played() => {
            Some(sheet_of(field.sheets, opponent).map_or(0, |sheet| i64::from(sheet.points())))
        }
        _ => Some(i64::from(unplayed())),
    }
}

/// The sum of the opponents' points.
pub(super) fn opponents_score(field: Field<'_>, sheet: &Sheet) -> Vec<Part> {
    let part = |line: &Line| {
        let value = met_points(field, sheet, line)?;
        Some(Part { round: line.round, opponent: line.opponent, value })
    };
    sheet.lines.iter().filter_map(part).collect()
}

/// Twice the points of those whom the player beat, and once the points of those with whom they drew.
///
/// A bye and a forfeit of the opponent count as a win against what an unplayed round counts.
pub(super) fn sonneborn_berger(field: Field<'_>, sheet: &Sheet) -> Vec<Part> {
    let part = |line: &Line| {
        let halves = match line.score {
            Score::Win => 2,
            Score::ForfeitWin => 2,
            Score::Bye => 2,
            Score::Draw => 1,
            Score::Loss => 0,
            Score::ForfeitLoss => 0,
            Score::Running => 0,
            Score::Excused => 0,
            Score::Late => 0,
            Score::Unpaired => 0,
            Score::Void => 0,
        };
        let value = halves * met_points(field, sheet, line)?;
        (halves > 0).then_some(Part { round: line.round, opponent: line.opponent, value })
    };
    sheet.lines.iter().filter_map(part).collect()
}
