//! The user's part in a game, and the side from which they see it.

use chuhe_protocol::{PlayerId, Seat};
use chuhe_rules::{Color, PerColor, Viewer};

/// The part of the user in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// They play it.
    Player,
    /// They watch others play it.
    Spectator,
    /// They read it after its end.
    ///
    /// The table of a reader collects the pages of a game from the server's list, until the review
    /// can show its record. It remains the screen of games without a record: those of luzhanqi that
    /// ended before both formations were confirmed.
    Reader,
}

/// The user of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct User {
    /// Who they are.
    pub id: PlayerId,
    /// Their part in it.
    pub role: Role,
}

/// The side from which the user sees a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewpoint {
    /// A player of this side.
    Player(Color),
    /// A spectator, who sees the board from red's side.
    Spectator,
    /// A reader, who sees the board from this side.
    Reader(Color),
}

impl Viewpoint {
    /// The viewpoint of a user; `None` for a player without a seat.
    pub fn of(user: User, seats: &PerColor<Seat>) -> Option<Self> {
        let seat = Color::ALL.into_iter().find(|&color| seats[color].player == user.id);
        match user.role {
            Role::Player => seat.map(Self::Player),
            Role::Spectator => Some(Self::Spectator),
            Role::Reader => Some(Self::Reader(seat.unwrap_or(Color::Red))),
        }
    }

    /// The viewer whose projection of the game the server sends to a user.
    pub fn viewer(user: User, seats: &PerColor<Seat>) -> Viewer {
        let seat = Color::ALL.into_iter().find(|&color| seats[color].player == user.id);
        match (user.role, seat) {
            (Role::Player | Role::Reader, Some(color)) => Viewer::Player(color),
            (Role::Player | Role::Reader, None) | (Role::Spectator, _) => Viewer::Spectator,
        }
    }

    /// The side that the user plays.
    #[must_use]
    pub const fn seat(self) -> Option<Color> {
        match self {
            Self::Player(color) => Some(color),
            Self::Spectator | Self::Reader(_) => None,
        }
    }

    /// The side that the user plays or played.
    #[must_use]
    pub const fn own(self) -> Option<Color> {
        match self {
            Self::Player(color) | Self::Reader(color) => Some(color),
            Self::Spectator => None,
        }
    }

    /// Whether the user reads a finished game.
    #[must_use]
    pub const fn is_reader(self) -> bool {
        matches!(self, Self::Reader(_))
    }

    /// The side at the bottom of the board, unless it is flipped.
    #[must_use]
    pub const fn home(self) -> Color {
        match self {
            Self::Player(color) | Self::Reader(color) => color,
            Self::Spectator => Color::Red,
        }
    }
}
