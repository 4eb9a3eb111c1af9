//! Tie-breaks that compare the players between whom nothing else decided.

use super::breakdown::{Breakdown, Field, Part};
use crate::sheet::{Line, Score, Sheet, sheet_of};
use crate::{PlayerId, TieBreak};

/// The points from the games among the level players.
///
/// It applies if each of them has met all others; a forfeit counts as a meeting. Otherwise the value is `None` for each
/// of them.
#[must_use]
pub fn direct_encounter(field: Field<'_>, player: PlayerId, level: &[PlayerId]) -> Breakdown {
    let has_met_all = |one: PlayerId| {
        let is_against = |other: PlayerId| {
            move |line: &Line| {
                line.opponent == Some(other) && line.score != Score::Running && line.score != Score::Void
            }
        };
        let sheet = sheet_of(field.sheets, one);
        let others = level.iter().filter(|other| **other != one);
        sheet.is_some_and(|sheet| others.into_iter().all(|other| sheet.lines.iter().any(is_against(*other))))
    };
    let most = sheet_of(field.sheets, player).map_or(0, |sheet| sheet.lines.len());
    let applies = level.len() > 1 && level.len() <= most + 1 && level.iter().all(|one| has_met_all(*one));
    let is_among = |line: &&Line| line.opponent.is_some_and(|opponent| level.contains(&opponent));
    let parts: Vec<Part> = sheet_of(field.sheets, player)
        .filter(|_| applies)
        .map(|sheet| sheet.lines.iter().filter(is_among).map(part).collect())
        .unwrap_or_default();
    Breakdown {
        tie_break: TieBreak::DirectEncounter,
        value: applies.then(|| parts.iter().map(|part| part.value).sum()),
        scale: 1,
        parts,
    }
}

/// The points without the last rounds: as many of these as it takes until the level players differ.
///
/// With as many rounds dropped as there are, everyone is level at 0.
#[must_use]
pub fn drop_rounds(field: Field<'_>, player: PlayerId, level: &[PlayerId]) -> Breakdown {
    let rounds = field.sheets.iter().flat_map(|sheet| &sheet.lines).map(|line| line.round).max().unwrap_or(0);
    let before = |sheet: &Sheet, end: u16| i64::from(sheet.points_before(end));
    let differ = |end: &u16| {
        let mut points = level.iter().filter_map(|id| sheet_of(field.sheets, *id)).map(|it| before(it, *end));
        let first = points.next();
        points.any(|points| Some(points) != first)
    };
    let end = (1..=rounds).rev().find(differ).unwrap_or(1);
    let parts: Vec<Part> = sheet_of(field.sheets, player)
        .map(|sheet| sheet.lines.iter().filter(|line| line.round < end).map(part).collect())
        .unwrap_or_default();
    Breakdown {
        tie_break: TieBreak::DropRounds,
        value: Some(parts.iter().map(|part| part.value).sum()),
        scale: 1,
        parts,
    }
}

fn part(line: &Line) -> Part {
    Part { round: line.round, opponent: line.opponent, value: i64::from(line.points) }
}
