//! The draft of a formation: always legal, edited by swapping two pieces.

use chuhe_rules::Color;
use chuhe_rules::luzhanqi::{Arm, Formation, IllegalFormation, Slot, Station, Strength};

/// The result of a swap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exchange {
    /// Two pieces were swapped.
    Done,
    /// Nothing changed: the stations are equal, or one of them is outside the side's own arm.
    Nothing,
}

/// A formation that a player sets up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    color: Color,
    formation: Formation,
}

impl Draft {
    /// A draft for this side, starting from this formation.
    #[must_use]
    pub const fn new(color: Color, formation: Formation) -> Self {
        Self { color, formation }
    }

    /// The formation.
    #[must_use]
    pub const fn formation(&self) -> &Formation {
        &self.formation
    }

    /// Replaces the formation.
    pub const fn replace(&mut self, formation: Formation) {
        self.formation = formation;
    }

    /// The slot of this station; `None` outside the side's own arm.
    #[must_use]
    pub fn slot(&self, station: Station) -> Option<Slot> {
        station.slot().filter(|_| station.arm() == Some(Arm::of(self.color)))
    }

    /// Every piece with its station.
    pub fn pieces(&self) -> impl Iterator<Item = (Station, Strength)> {
        let arm = Arm::of(self.color);
        self.formation.pieces().map(move |(slot, strength)| (slot.on(arm), strength))
    }

    /// The stations whose piece can be swapped with the one on `from`.
    #[must_use]
    pub fn partners(&self, from: Station) -> Vec<Station> {
        let Some(slot) = self.slot(from) else { return Vec::new() };
        let fits = |other: Slot| {
            let mut tried = self.formation;
            other != slot && tried.swap(slot, other).is_ok()
        };
        Slot::all().filter(|&other| fits(other)).map(|other| other.on(Arm::of(self.color))).collect()
    }

    /// Swaps the pieces on two stations.
    ///
    /// # Errors
    /// The rule that forbids the swap.
    pub fn exchange(&mut self, from: Station, to: Station) -> Result<Exchange, IllegalFormation> {
        let (Some(from), Some(to)) = (self.slot(from), self.slot(to)) else { return Ok(Exchange::Nothing) };
        if from == to {
            return Ok(Exchange::Nothing);
        }
        self.formation.swap(from, to)?;
        Ok(Exchange::Done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "luzhanqi layout 1\nMGDDB\nB.R.R\nTT.CC\nC.P.P\nPLXLX\nEFLEE\n";

    fn draft(color: Color) -> Draft {
        Draft::new(color, Formation::from_text(TEXT).unwrap())
    }

    fn at(name: &str) -> Station {
        name.parse().unwrap()
    }

    #[test]
    fn pieces_are_exchanged_only_within_the_own_arm() {
        let mut draft = draft(Color::Black);
        assert_eq!(draft.exchange(at("n11"), at("n12")), Ok(Exchange::Done));
        assert!(draft.formation().text().starts_with("luzhanqi layout 1\nGMDDB\n"));
        for (from, to) in [("s11", "s12"), ("n11", "s11"), ("n11", "n11"), ("n11", "n22"), ("c11", "n11")] {
            assert_eq!(draft.exchange(at(from), at(to)), Ok(Exchange::Nothing), "{from} {to}");
        }
    }

    #[test]
    fn an_illegal_exchange_is_refused_and_changes_nothing() {
        let mut draft = draft(Color::Red);
        let slot = |row, column| Slot::new(row, column).unwrap();
        let refused = [
            ("s62", "s61", IllegalFormation::FlagOutsideHeadquarters(slot(6, 1))),
            ("s52", "s11", IllegalFormation::MineTooFarForward(slot(1, 1))),
            ("s53", "s13", IllegalFormation::BombInFront(slot(1, 3))),
        ];
        for (from, to, why) in refused {
            let before = draft.clone();
            assert_eq!(draft.exchange(at(from), at(to)), Err(why));
            assert_eq!(draft, before);
        }
    }

    #[test]
    fn partners_are_the_stations_with_a_legal_exchange() {
        let draft = draft(Color::Red);
        assert_eq!(draft.partners(at("s62")), [at("s64")]);
        let mine = draft.partners(at("s52"));
        assert!(!mine.is_empty() && mine.iter().all(|station| station.slot().unwrap().row() >= 5));
        assert!(draft.partners(at("s22")).is_empty());
        for partner in draft.partners(at("s11")) {
            assert_eq!(draft.clone().exchange(at("s11"), partner), Ok(Exchange::Done));
        }
    }
}
