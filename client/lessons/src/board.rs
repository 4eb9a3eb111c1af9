//! The position of a lesson, in either game.

use super::game::Game;
use chuhe_board::drawing::scene::Place;
use chuhe_rules::game::IllegalPlay;
use chuhe_rules::luzhanqi::{self, Battle, MineRule, Slot, Station};
use chuhe_rules::xiangqi::{self, Square};
use chuhe_rules::{Color, GameMove};

/// A position of a game.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "a lesson has one position, and boxing would add a pointer")]
pub enum Board {
    /// One of xiangqi.
    Xiangqi(xiangqi::Position),
    /// One of luzhanqi, with all that is hidden.
    Luzhanqi(luzhanqi::Position),
}

impl Board {
    /// Reads a FEN, or the text of a position of luzhanqi.
    pub(crate) fn read(game: Game, text: &str) -> Result<Self, String> {
        match game {
            Game::Xiangqi => {
                let position = xiangqi::Position::from_loose_fen(text);
                position.map(Self::Xiangqi).map_err(|error| error.to_string())
            }
            Game::Luzhanqi => {
                let position = luzhanqi::Position::from_text(text);
                position.map(Self::Luzhanqi).map_err(|error| error.to_string())
            }
        }
    }

    /// The side to move.
    #[must_use]
    pub const fn side(&self) -> Color {
        match self {
            Self::Xiangqi(position) => position.side_to_move(),
            Self::Luzhanqi(position) => position.side_to_move(),
        }
    }

    /// The side of the piece at a place.
    #[must_use]
    pub fn color_at(&self, place: Place) -> Option<Color> {
        match (self, place) {
            (Self::Xiangqi(position), Place::Square(square)) => Some(position.piece_at(square)?.color),
            (Self::Luzhanqi(position), Place::Station(station)) => Some(position.piece_at(station)?.color),
            (Self::Xiangqi(_), Place::Station(_)) | (Self::Luzhanqi(_), Place::Square(_)) => None,
        }
    }

    /// All places of the board.
    #[must_use]
    pub fn places(&self) -> Vec<Place> {
        match self {
            Self::Xiangqi(_) => Square::all().map(Place::Square).collect(),
            Self::Luzhanqi(position) => position.board().board().stations().map(Place::Station).collect(),
        }
    }

    /// The move between two places.
    #[must_use]
    pub fn between(from: Place, to: Place) -> Option<GameMove> {
        from.move_to(to)
    }

    /// Whether the side to move may play this.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn validate(&self, mv: GameMove) -> Result<(), IllegalPlay> {
        match (self, mv) {
            (Self::Xiangqi(position), GameMove::Xiangqi(mv)) => {
                position.validate(mv).map_err(IllegalPlay::Xiangqi)
            }
            (Self::Luzhanqi(position), GameMove::Luzhanqi(mv)) => {
                position.validate(mv).map_err(IllegalPlay::Luzhanqi)
            }
            (Self::Xiangqi(_), GameMove::Luzhanqi(_)) | (Self::Luzhanqi(_), GameMove::Xiangqi(_)) => {
                Err(IllegalPlay::OtherGame)
            }
        }
    }

    /// The legal moves.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<GameMove> {
        match self {
            Self::Xiangqi(position) => position.legal_moves().into_iter().map(GameMove::Xiangqi).collect(),
            Self::Luzhanqi(position) => position.legal_moves().into_iter().map(GameMove::Luzhanqi).collect(),
        }
    }

    /// The position after a move, and the battle of the move.
    ///
    /// # Errors
    /// The rule that forbids the move.
    pub fn after(&self, mv: GameMove) -> Result<(Self, Option<Battle>), IllegalPlay> {
        let mut after = self.clone();
        let battle = match (&mut after, mv) {
            (Self::Xiangqi(position), GameMove::Xiangqi(mv)) => {
                position.play(mv).map_err(IllegalPlay::Xiangqi)?;
                None
            }
            (Self::Luzhanqi(position), GameMove::Luzhanqi(mv)) => {
                position.play(mv, MineRule::default()).map_err(IllegalPlay::Luzhanqi)?.battle
            }
            (Self::Xiangqi(_), GameMove::Luzhanqi(_)) | (Self::Luzhanqi(_), GameMove::Xiangqi(_)) => {
                return Err(IllegalPlay::OtherGame);
            }
        };
        Ok((after, battle))
    }

    /// The same position with the other side to move; `None` if that side could take a general.
    pub(crate) fn passed(&self) -> Option<Self> {
        match self {
            Self::Xiangqi(position) if position.in_check() => None,
            Self::Xiangqi(position) => {
                let mut position = position.clone();
                position.pass();
                Some(Self::Xiangqi(position))
            }
            Self::Luzhanqi(position) => {
                let mut position = position.clone();
                position.pass();
                Some(Self::Luzhanqi(position))
            }
        }
    }

    /// Whether the side to move is in check, and whether it has no legal move.
    pub(crate) fn is_in_check_and_stuck(&self) -> (bool, bool) {
        let in_check = matches!(self, Self::Xiangqi(position) if position.in_check());
        (in_check, self.legal_moves().is_empty())
    }

    /// The position of luzhanqi.
    #[must_use]
    pub const fn luzhanqi(&self) -> Option<&luzhanqi::Position> {
        if let Self::Luzhanqi(position) = self { Some(position) } else { None }
    }

    /// The same position with other pieces on these stations.
    pub(crate) fn with(&self, changes: &[(Station, luzhanqi::Piece)]) -> Option<Self> {
        let position = self.luzhanqi()?;
        let mut pieces: Vec<_> = position.pieces().collect();
        pieces.retain(|(at, _)| changes.iter().all(|(changed, _)| changed != at));
        pieces.extend_from_slice(changes);
        pieces.sort_by_key(|(at, _)| *at);
        let head = luzhanqi::Position::text(position);
        let head: Vec<&str> = head.split(' ').take(4).collect();
        let mut text = head.join(" ");
        for (at, piece) in pieces {
            text.push_str(&format!(" {}{at}", piece.letter()));
        }
        luzhanqi::Position::from_text(&text).ok().map(Self::Luzhanqi)
    }
}

/// The slot of the side at this place, if it is in its arm and no camp.
pub(crate) fn slot_of(place: Place, side: Color) -> Option<Slot> {
    let station = place.station()?;
    (station.arm() == Some(luzhanqi::Arm::of(side))).then(|| station.slot()).flatten()
}
