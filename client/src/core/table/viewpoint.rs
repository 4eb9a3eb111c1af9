//! From where the user sees a game.

use super::game_state::GameState;
use chuhe_protocol::{PlayerId, Seat};
use chuhe_rules::{Color, PerColor, Viewer};

/// What the user is to a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// He plays it.
    Player,
    /// He watches others play it.
    Spectator,
    /// He reads it after its end.
    Reader,
}

/// From where the user sees a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewpoint {
    /// He plays this side.
    Player(Color),
    /// He watches.
    Spectator,
    /// He reads it, and this side was his.
    Reader(Color),
}

impl Viewpoint {
    /// Where one in this role sits in this game; a player without a seat sits nowhere.
    pub(crate) fn of(role: Role, game: &GameState, user: PlayerId) -> Option<Self> {
        let seat = Color::ALL.into_iter().find(|&color| game.seats()[color].player == user);
        match role {
            Role::Player => seat.map(Self::Player),
            Role::Spectator => Some(Self::Spectator),
            Role::Reader => Some(Self::Reader(seat.unwrap_or(Color::Red))),
        }
    }

    /// For whose eyes one in this role is told of a game with these seats.
    pub(crate) fn viewer(role: Role, seats: &PerColor<Seat>, user: PlayerId) -> Viewer {
        let seat = Color::ALL.into_iter().find(|&color| seats[color].player == user);
        match (role, seat) {
            (Role::Player | Role::Reader, Some(color)) => Viewer::Player(color),
            (Role::Player | Role::Reader, None) | (Role::Spectator, _) => Viewer::Spectator,
        }
    }

    /// The side he plays.
    #[must_use]
    pub const fn seat(self) -> Option<Color> {
        match self {
            Self::Player(color) => Some(color),
            Self::Spectator | Self::Reader(_) => None,
        }
    }

    /// The side that was or is his, if one is.
    #[must_use]
    pub const fn own(self) -> Option<Color> {
        match self {
            Self::Player(color) | Self::Reader(color) => Some(color),
            Self::Spectator => None,
        }
    }

    /// The side at the bottom of a board that is not turned round.
    #[must_use]
    pub const fn home(self) -> Color {
        match self {
            Self::Player(color) | Self::Reader(color) => color,
            Self::Spectator => Color::Red,
        }
    }
}
