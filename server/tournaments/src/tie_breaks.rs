//! Tie-breaks: what orders players with equal points, and how each value came about.

mod breakdown;
mod games;
mod level;
mod opponents;

pub use breakdown::{Breakdown, Field, Part};
pub use level::{direct_encounter, drop_rounds};

use crate::{PlayerId, TieBreak};

/// Computes a tie-break of one player.
///
/// `level` has the players between whom nothing before this tie-break decided, this player included. The direct
/// encounter and the dropped rounds compare these players only; the other tie-breaks ignore them.
#[must_use]
pub fn tie_break(field: Field<'_>, which: TieBreak, player: PlayerId, level: &[PlayerId]) -> Breakdown {
    let Some(sheet) = crate::sheet_of(field.sheets, player) else {
        return Breakdown { tie_break: which, value: None, scale: 1, parts: Vec::new() };
    };
    let parts = match which {
        TieBreak::OpponentsScore => opponents::opponents_score(field, sheet),
        TieBreak::SonnebornBerger => opponents::sonneborn_berger(field, sheet),
        TieBreak::Cumulative => games::cumulative(sheet),
        TieBreak::Wins => games::wins(sheet),
        TieBreak::WinsAsSecond => games::wins_as_second(sheet),
        TieBreak::GamesAsSecond => games::games_as_second(sheet),
        TieBreak::Fouls => games::fouls(sheet),
        TieBreak::EarlierFinish => return games::earlier_finish(sheet),
        TieBreak::DirectEncounter => return direct_encounter(field, player, level),
        TieBreak::DropRounds => return drop_rounds(field, player, level),
    };
    let scale = if which == TieBreak::SonnebornBerger { 2 } else { 1 };
    Breakdown { tie_break: which, value: Some(parts.iter().map(|part| part.value).sum()), scale, parts }
}
