//! What the history of a hidden piece says about its strength, short enough for its tile.

use crate::drawing::scene::TileRange;
use chuhe_engine::luzhanqi::{Knowledge, Strengths};
use chuhe_rules::luzhanqi::{Station, Strength};

/// The range of the hidden piece on this station; `None` if its history says nothing useful.
///
/// It follows from what the player received, never from anything hidden.
#[must_use]
pub fn range_at(knowledge: &Knowledge, station: Station) -> Option<TileRange> {
    let piece = knowledge.hidden().iter().find(|piece| piece.station == Some(station))?;
    range_of(piece.may_be, piece.moves > 0)
}

/// The range of a hidden piece that may be these, in short; `None` if this says nothing useful. Of a piece that is not
/// known to have moved, only a battle or a shown flag says more than its place.
#[must_use]
pub fn range_of(may_be: Strengths, has_moved: bool) -> Option<TileRange> {
    range_in_short(may_be).filter(|range| has_moved || *range != TileRange::Movable)
}

/// The range of strengths. What may be a bomb has not fought, so its range is not told.
fn range_in_short(may_be: Strengths) -> Option<TileRange> {
    if may_be.len() == 1 {
        return may_be.iter().next().map(TileRange::Only);
    }
    if may_be.contains(Strength::Mine) || may_be.contains(Strength::Flag) {
        return None;
    }
    if may_be.contains(Strength::Bomb) {
        return Some(TileRange::Movable);
    }
    let mut ranked = may_be.iter().filter(|strength| strength.weight().is_some());
    let highest = ranked.next()?;
    let lowest = ranked.last().unwrap_or(highest);
    Some(match (highest, lowest) {
        (Strength::Marshal, Strength::Engineer) => TileRange::Movable,
        (Strength::Marshal, lowest) => TileRange::AtLeast(lowest),
        (highest, Strength::Engineer) => TileRange::AtMost(highest),
        (highest, lowest) => TileRange::Between(highest, lowest),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::seen_by;
    use chuhe_rules::luzhanqi::{BoardKind, Options};
    use chuhe_rules::{Color, Viewer};

    fn known(moves: &[&str], me: Color) -> Knowledge {
        let mut knowledge = Knowledge::new(me, BoardKind::Classic, Options::default());
        for seen in seen_by(moves, Viewer::Player(me), false) {
            knowledge.apply(&seen).unwrap();
        }
        knowledge
    }

    fn at(name: &str) -> Station {
        name.parse().unwrap()
    }

    #[test]
    fn a_piece_that_moved_is_movable_and_the_others_say_nothing() {
        let knowledge = known(&["s12s22", "n12n22"], Color::Red);
        assert_eq!(range_at(&knowledge, at("n22")), Some(TileRange::Movable));
        for station in ["n11", "n51", "n62", "s22"] {
            assert_eq!(range_at(&knowledge, at(station)), None, "{station}");
        }
    }

    #[test]
    fn a_piece_that_beat_a_brigadier_is_higher() {
        let knowledge = known(&["s11n15"], Color::Black);
        assert_eq!(range_at(&knowledge, at("n15")), Some(TileRange::AtLeast(Strength::MajorGeneral)));
    }

    #[test]
    fn sets_of_strengths_have_short_ranges() {
        let set = |wanted: &[Strength]| Strengths::ALL.retain(|strength| wanted.contains(&strength));
        let (general, colonel, engineer) = (Strength::General, Strength::Colonel, Strength::Engineer);
        assert_eq!(range_of(set(&[engineer]), true), Some(TileRange::Only(engineer)));
        assert_eq!(range_of(set(&[general, colonel]), true), Some(TileRange::Between(general, colonel)));
        assert_eq!(range_of(set(&[colonel, engineer]), true), Some(TileRange::AtMost(colonel)));
        assert_eq!(range_of(set(&[colonel, engineer, Strength::Bomb]), true), Some(TileRange::Movable));
        assert_eq!(range_of(set(&[colonel, Strength::Mine]), true), None);
        assert_eq!(range_of(Strengths::ALL, true), None);
    }
}
