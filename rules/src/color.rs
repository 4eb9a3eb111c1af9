//! The two sides of a game, and pairs with one value per side.

use core::fmt;

/// A side of a game. Red moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Color {
    /// The side that moves first; its back rank is rank 0.
    Red,
    /// The side that moves second; its back rank is rank 9.
    Black,
}

impl Color {
    /// Both sides, red first.
    pub const ALL: [Self; 2] = [Self::Red, Self::Black];

    /// The other side.
    ///
    /// ```
    /// use chuhe_rules::Color;
    /// assert_eq!(Color::Red.opponent(), Color::Black);
    /// ```
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Red => Self::Black,
            Self::Black => Self::Red,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Red => "red",
            Self::Black => "black",
        })
    }
}

/// One value for each side, indexed by [`Color`].
///
/// ```
/// use chuhe_rules::{Color, PerColor};
/// let mut losses = PerColor::splat(0);
/// losses[Color::Black] += 1;
/// assert_eq!(losses, PerColor::new(0, 1));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PerColor<T> {
    /// Red's value.
    pub red: T,
    /// Black's value.
    pub black: T,
}

impl<T> PerColor<T> {
    /// Creates a pair from red's and black's value.
    pub const fn new(red: T, black: T) -> Self {
        Self { red, black }
    }

    /// Calls `value` for each side, red first, and returns the results.
    pub fn from_fn(mut value: impl FnMut(Color) -> T) -> Self {
        Self { red: value(Color::Red), black: value(Color::Black) }
    }

    /// Applies `f` to both values, red's first.
    pub fn map<U>(self, mut f: impl FnMut(T) -> U) -> PerColor<U> {
        PerColor { red: f(self.red), black: f(self.black) }
    }
}

impl<T: Copy> PerColor<T> {
    /// Creates a pair with the same value for both sides.
    pub const fn splat(value: T) -> Self {
        Self { red: value, black: value }
    }
}

impl<T> core::ops::Index<Color> for PerColor<T> {
    type Output = T;

    fn index(&self, color: Color) -> &T {
        match color {
            Color::Red => &self.red,
            Color::Black => &self.black,
        }
    }
}

impl<T> core::ops::IndexMut<Color> for PerColor<T> {
    fn index_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::Red => &mut self.red,
            Color::Black => &mut self.black,
        }
    }
}
