//! The table: places, and why a player stands where they stand.

use crate::sheet::{Score, Sheet, sheet_of, sheets};
use crate::tie_breaks::{Breakdown, Field, tie_break};
use crate::{Advance, PlayerId, Regulations, State, System, TieBreak, bracket};
use std::cmp::Reverse;

/// A line of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The place, from 1. Players whom nothing separates share one.
    pub place: u16,
    /// The player.
    pub player: PlayerId,
    /// The points.
    pub points: u32,
    /// What puts the player below the row above.
    pub below: Below,
    /// The value of each tie-break in the order of the regulations, with how it came about.
    pub tie_breaks: Vec<Breakdown>,
}

/// What puts a player below the row above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Below {
    /// There is no row above.
    First,
    /// The player left the bracket earlier, or has played too few games of an arena.
    Stage,
    /// Fewer points.
    Points,
    /// This tie-break.
    TieBreak(TieBreak),
    /// Nothing: the place is shared, and the starting numbers order the rows.
    Nothing,
}

/// The standings after all results so far. Players without a starting number are left out.
#[must_use]
pub fn standings(regulations: &Regulations, state: &State) -> Vec<Row> {
    let sheets = sheets(regulations, state);
    let field = Field { sheets: &sheets, unplayed: regulations.unplayed };
    let merits = merits(regulations, state, &sheets);
    let stage = |id: PlayerId| merits[usize::from(id.0) - 1];
    let points = |id: PlayerId| sheet_of(&sheets, id).map_or(0, |sheet| sheet.points());
    let mut order = state.seeded();
    order.sort_by_key(|id| (Reverse(stage(*id)), Reverse(points(*id)), state.number(*id)));
    let mut rows: Vec<Row> = Vec::with_capacity(order.len());
    for level in order.chunk_by(|one, other| (stage(*one), points(*one)) == (stage(*other), points(*other))) {
        let below = match rows.last() {
            None => Below::First,
            Some(above) if stage(above.player) != stage(level[0]) => Below::Stage,
            Some(_) => Below::Points,
        };
        let level = level.iter().map(|player| Level { player: *player, below, tie_breaks: Vec::new() });
        for it in break_ties(field, &regulations.tie_breaks, level.collect(), Evaluation::First) {
            let next = u16::try_from(rows.len() + 1).expect("players are limited");
            let shared = rows.last().filter(|_| it.below == Below::Nothing).map(|row| row.place);
            rows.push(Row {
                place: shared.unwrap_or(next),
                player: it.player,
                points: points(it.player),
                below: it.below,
                tie_breaks: it.tie_breaks,
            });
        }
    }
    rows
}

/// A player among those between whom nothing has decided yet.
struct Level {
    player: PlayerId,
    below: Below,
    tie_breaks: Vec<Breakdown>,
}

/// Whether the first tie-break of an order is evaluated anew for a smaller group.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Evaluation {
    First,
    Again,
}

/// Orders level players by the tie-breaks, and says for each what puts them below the one before.
///
/// The rows show each tie-break as first evaluated, among all who were level then.
fn break_ties(
    field: Field<'_>,
    order: &[TieBreak],
    mut level: Vec<Level>,
    evaluation: Evaluation,
) -> Vec<Level> {
    let Some((first, others)) = order.split_first() else {
        level.iter_mut().skip(1).for_each(|it| it.below = Below::Nothing);
        return level;
    };
    let ids: Vec<PlayerId> = level.iter().map(|it| it.player).collect();
    let mut valued: Vec<(Option<i64>, Level)> = Vec::with_capacity(level.len());
    for mut it in level {
        let breakdown = tie_break(field, *first, it.player, &ids);
        let value = breakdown.value;
        if evaluation == Evaluation::First {
            it.tie_breaks.push(breakdown);
        }
        valued.push((value, it));
    }
    let above = valued[0].1.below;
    // stable, so that the starting numbers order those whom nothing separates
    valued.sort_by_key(|(value, _)| Reverse(*value));
    let mut broken: Vec<Level> = Vec::with_capacity(ids.len());
    let mut valued = valued.into_iter().peekable();
    while let Some((value, it)) = valued.next() {
        let mut group = vec![it];
        while let Some((_, it)) = valued.next_if(|(next, _)| *next == value) {
            group.push(it);
        }
        group[0].below = if broken.is_empty() { above } else { Below::TieBreak(*first) };
        // the rounds to drop, and the games among the level players, differ for a smaller group
        let again = matches!(first, TieBreak::DirectEncounter | TieBreak::DropRounds);
        broken.extend(if again && group.len() > 1 && group.len() < ids.len() {
            break_ties(field, order, group, Evaluation::Again)
        } else {
            break_ties(field, others, group, Evaluation::First)
        });
    }
    broken
}

/// What comes before points, in the order of ids: the stage reached in a bracket, or enough games in an arena.
fn merits(regulations: &Regulations, state: &State, sheets: &[Sheet]) -> Vec<usize> {
    let mut merits = vec![0; state.players.len()];
    match regulations.system {
        System::KnockOut(rules) => {
            let stages = bracket(rules, regulations.points, state);
            for (stage, matches) in (1..).zip(&stages) {
                for it in matches {
                    for id in it.players.iter().flatten() {
                        // whoever still plays is above those who are out
                        let rank = match it.winner {
                            Advance::Player(winner) if winner == *id => 2,
                            Advance::Open => 1,
                            Advance::Player(_) | Advance::Nobody => 0,
                        };
                        merits[usize::from(id.0) - 1] = stage * 3 + rank;
                    }
                }
            }
        }
        System::Arena(rules) => {
            for (merit, sheet) in merits.iter_mut().zip(sheets) {
                let counting = sheet.lines.iter().filter(|line| line.score != Score::Void).count();
                *merit = usize::from(counting >= usize::from(rules.min_games));
            }
        }
        System::RoundRobin(_) => {}
        System::Swiss(_) => {}
        System::TeamMatch(_) => {}
    }
    merits
}
