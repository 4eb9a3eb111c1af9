//! What a puzzle of luzhanqi is: take the flag for certain, whatever the hidden pieces are.

use chuhe_engine::luzhanqi::Strengths;
use chuhe_rules::Color;
use chuhe_rules::luzhanqi::{Arm, Battle, MineRule, Piece, Position, Spot, Station, Strength};

/// What the user knows of a hidden piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlagFact {
    /// It has moved.
    Moved,
    /// It has attacked a piece of the user, of this strength, and taken it.
    Took(Strength),
    /// A piece of the user, of this strength, has attacked it and fallen.
    Held(Strength),
}

impl FlagFact {
    /// Whether a piece of this strength can have done so.
    pub(crate) fn allows(self, strength: Strength) -> bool {
        let mine = MineRule::default();
        match self {
            Self::Moved => strength.moves(),
            Self::Took(own) => {
                strength.moves() && Battle::of(strength, own, mine) == Battle::DefenderCaptured
            }
            Self::Held(own) => Battle::of(own, strength, mine) == Battle::AttackerCaptured,
        }
    }

    /// The strength of the user's piece that fell.
    pub(crate) const fn fallen(self) -> Option<Strength> {
        match self {
            Self::Moved => None,
            Self::Took(own) | Self::Held(own) => Some(own),
        }
    }
}

/// A piece of the opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HiddenPiece {
    /// Where it stands.
    pub station: Station,
    /// What is known of it.
    pub facts: Vec<FlagFact>,
}

impl HiddenPiece {
    /// The strengths that a piece of this side can have here, by its place and by what is known of it.
    #[must_use]
    pub fn may_be(&self, color: Color) -> Strengths {
        let at_home = self.station.slot().filter(|_| self.station.arm() == Some(Arm::of(color)));
        Strengths::ALL.retain(|strength| {
            let may_stand = strength.moves() || at_home.is_some_and(|slot| slot.admits(strength));
            may_stand && self.facts.iter().all(|fact| fact.allows(strength))
        })
    }
}

/// A position with hidden pieces, in which the side to move takes the flag for certain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlagPuzzle {
    /// Its name in the settings, which never changes.
    pub id: String,
    /// The pieces of the side to move alone.
    pub own: Position,
    /// The opponent's pieces, in the order of their stations.
    pub hidden: Vec<HiddenPiece>,
    /// What they are, in the order of [`Strength::ALL`]; which is which is hidden.
    pub left: Vec<Strength>,
    /// Within how many moves of the user the flag falls.
    pub moves: u8,
    /// The only first move of a solution.
    pub first: chuhe_rules::luzhanqi::Move,
}

impl FlagPuzzle {
    /// The user's side.
    #[must_use]
    pub const fn user(&self) -> Color {
        self.own.side_to_move()
    }

    /// All positions that agree with what is known.
    ///
    /// There is none if the pieces that are left do not fit where they stand.
    #[must_use]
    pub fn worlds(&self) -> Vec<Position> {
        let may_be: Vec<Strengths> = self.hidden.iter().map(|piece| piece.may_be(self.theirs())).collect();
        let mut left = Strength::ALL.map(|strength| self.left.iter().filter(|&&it| it == strength).count());
        let mut all = Vec::new();
        arrange(&may_be, &mut left, &mut Vec::new(), &mut all);
        all.iter().filter_map(|strengths| self.world(strengths)).collect()
    }

    /// A number that equals that of another puzzle if one position is the other, or its mirror image.
    #[must_use]
    pub fn identity(&self) -> u64 {
        let side = |station: fn(Station) -> Station| {
            let own = self.own.pieces().map(|(at, piece)| format!("{}{}", station(at), piece.letter()));
            let hidden = self.hidden.iter().map(|it| format!("{}{:?}", station(it.station), it.facts));
            let mut all: Vec<String> = own.chain(hidden).collect();
            all.sort();
            fnv(&format!("{all:?}{:?}", self.left))
        };
        side(|at| at).min(side(mirrored))
    }

    /// The opponent's side.
    const fn theirs(&self) -> Color {
        self.user().opponent()
    }

    fn world(&self, strengths: &[Strength]) -> Option<Position> {
        let theirs = self.hidden.iter().zip(strengths);
        let theirs = theirs.map(|(piece, &strength)| (piece.station, Piece::new(self.theirs(), strength)));
        let mut pieces: Vec<_> = self.own.pieces().chain(theirs).collect();
        pieces.sort_by_key(|(station, _)| *station);
        let own = self.own.text();
        let head = own.split(' ').take(4).map(str::to_owned);
        let pieces = pieces.into_iter().map(|(station, piece)| format!("{}{station}", piece.letter()));
        let words: Vec<String> = head.chain(pieces).collect();
        Position::from_text(&words.join(" ")).ok()
    }
}

/// Adds all ways to give each piece a strength that it may have, out of those that are left.
fn arrange(
    may_be: &[Strengths],
    left: &mut [usize; Strength::ALL.len()],
    given: &mut Vec<Strength>,
    all: &mut Vec<Vec<Strength>>,
) {
    let Some((first, rest)) = may_be.split_first() else {
        all.push(given.clone());
        return;
    };
    for strength in first.iter() {
        let Some(fewer) = left[strength as usize].checked_sub(1) else { continue };
        left[strength as usize] = fewer;
        given.push(strength);
        arrange(rest, left, given, all);
        given.pop();
        left[strength as usize] += 1;
    }
}

/// The station in the mirror image of the board.
fn mirrored(station: Station) -> Station {
    let Spot::Arm { arm, row, column } = station.place() else { return station };
    Station::in_arm(arm, row, Arm::COLUMNS + 1 - column).unwrap_or(station)
}

/// A number from a text, the same on every machine: FNV-1a.
fn fnv(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
