//! The user's marks: guesses at the strength of unknown pieces. Marks are never sent.

use chuhe_rules::luzhanqi::{Battle, Move, Station, Strength};
use std::collections::BTreeMap;

/// The marks by the station of their piece.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks(BTreeMap<Station, Strength>);

impl Marks {
    /// The mark of the piece on this station.
    #[must_use]
    pub fn at(&self, station: Station) -> Option<Strength> {
        self.0.get(&station).copied()
    }

    /// Sets or removes the mark of the piece on this station.
    pub fn set(&mut self, station: Station, mark: Option<Strength>) {
        match mark {
            Some(strength) => self.0.insert(station, strength),
            None => self.0.remove(&station),
        };
    }

    /// Moves the mark of a piece that moved, and removes the marks of captured pieces.
    pub fn moved(&mut self, mv: Move, battle: Option<Battle>) {
        let mover = self.0.remove(&mv.from);
        if battle.is_some_and(Battle::captures_defender) {
            self.0.remove(&mv.to);
        }
        if let Some(mark) = mover.filter(|_| !battle.is_some_and(Battle::captures_attacker)) {
            self.0.insert(mv.to, mark);
        }
    }

    /// All marks, with the stations of their pieces.
    pub fn iter(&self) -> impl Iterator<Item = (Station, Strength)> {
        self.0.iter().map(|(&station, &strength)| (station, strength))
    }

    /// The number of pieces with this mark.
    #[must_use]
    pub fn count(&self, strength: Strength) -> usize {
        self.0.values().filter(|&&mark| mark == strength).count()
    }

    /// Removes all marks.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Removes the marks of pieces that were captured or revealed.
    pub fn retain(&mut self, unknown: impl Fn(Station) -> bool) {
        self.0.retain(|&station, _| unknown(station));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(name: &str) -> Station {
        name.parse().unwrap()
    }

    fn marked() -> Marks {
        let mut marks = Marks::default();
        marks.set(at("n11"), Some(Strength::Marshal));
        marks.set(at("n12"), Some(Strength::Mine));
        marks
    }

    #[test]
    fn a_mark_is_set_changed_and_removed() {
        let mut marks = marked();
        marks.set(at("n11"), Some(Strength::Bomb));
        assert_eq!(marks.at(at("n11")), Some(Strength::Bomb));
        assert_eq!((marks.count(Strength::Bomb), marks.count(Strength::Marshal)), (1, 0));
        marks.set(at("n11"), None);
        assert_eq!(marks.at(at("n11")), None);
    }

    #[test]
    fn a_mark_moves_with_its_piece() {
        let mut marks = marked();
        marks.moved("n11s15".parse().unwrap(), None);
        assert_eq!((marks.at(at("n11")), marks.at(at("s15"))), (None, Some(Strength::Marshal)));
    }

    #[test]
    fn a_mark_is_removed_exactly_when_its_piece_is() {
        let (attack, to) = ("s15n11".parse().unwrap(), at("n11"));
        for (battle, left) in [
            (Battle::AttackerCaptured, Some(Strength::Marshal)),
            (Battle::DefenderCaptured, None),
            (Battle::BothCaptured, None),
        ] {
            let mut marks = marked();
            marks.moved(attack, Some(battle));
            assert_eq!(marks.at(to), left, "{battle:?}");
        }
        let attack = "n11s15".parse().unwrap();
        for (battle, left) in [
            (Battle::AttackerCaptured, None),
            (Battle::DefenderCaptured, Some(Strength::Marshal)),
            (Battle::BothCaptured, None),
        ] {
            let mut marks = marked();
            marks.moved(attack, Some(battle));
            assert_eq!((marks.at(at("n11")), marks.at(at("s15"))), (None, left), "{battle:?}");
        }
    }

    #[test]
    fn only_marks_of_unknown_pieces_remain() {
        let mut marks = marked();
        marks.retain(|station| station == at("n12"));
        assert_eq!((marks.at(at("n11")), marks.at(at("n12"))), (None, Some(Strength::Mine)));
        marks.clear();
        assert_eq!(marks, Marks::default());
    }
}
