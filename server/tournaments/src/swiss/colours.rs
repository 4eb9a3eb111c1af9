//! Which side each player of a Swiss should have.
//!
//! Only games on the board count, as in FIDE C.04.2. A player whose difference of colours is 2, or who had one colour
//! twice in a row, is due the other (absolute); with a difference of 1 they ought to have it (strong); with as many of
//! both, they alternate (mild).

use crate::sheet::Sheet;
use chuhe_rules::{Color, PerColor};

/// How much a player is due a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Due {
    /// To alternate.
    Mild,
    /// To balance one game.
    Strong,
    /// Otherwise the player has a side three times in a row, or three times more often than the other.
    Absolute,
}

/// The side that a player is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Preference {
    /// The side.
    pub side: Color,
    /// How much.
    pub due: Due,
}

/// A player's sides so far, the first game first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Colours(pub(crate) Vec<Color>);

impl Colours {
    pub(crate) fn of(sheet: &Sheet) -> Self {
        Self(sheet.played().filter_map(|line| line.side).collect())
    }

    /// Games as red less games as black.
    fn difference(&self) -> i32 {
        self.0.iter().map(|side| if *side == Color::Red { 1 } else { -1 }).sum()
    }

    /// The side that the player is due; `None` before the first game.
    pub(crate) fn preference(&self) -> Option<Preference> {
        let last = *self.0.last()?;
        let is_twice = self.0.iter().rev().take(2).filter(|side| **side == last).count() == 2;
        let difference = self.difference();
        let side = match difference {
            2.. => Color::Black,
            1 if !is_twice || last == Color::Red => Color::Black,
            ..=-2 => Color::Red,
            -1 if !is_twice || last == Color::Black => Color::Red,
            _ => last.opponent(),
        };
        let due = if is_twice || difference.abs() >= 2 {
            Due::Absolute
        } else if difference != 0 {
            Due::Strong
        } else {
            Due::Mild
        };
        Some(Preference { side, due })
    }
}

/// Why the sides of a pair are as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Decided {
    /// Both had no game: boards alternate.
    Boards,
    /// The first player's due.
    First(Preference),
    /// The second player's due.
    Second(Preference),
    /// Both are due the same; the last round in which their sides differed is exchanged.
    Exchanged,
}

/// Decides the sides of two players, the better one first.
pub(crate) fn decide(first: &Colours, second: &Colours) -> Decided {
    match (first.preference(), second.preference()) {
        (None, None) => Decided::Boards,
        (Some(due), None) => Decided::First(due),
        (None, Some(due)) => Decided::Second(due),
        (Some(one), Some(other)) if one.side != other.side || one.due > other.due => {
            // where both are satisfied, name the stronger due
            if one.due >= other.due { Decided::First(one) } else { Decided::Second(other) }
        }
        (Some(one), Some(other)) if other.due > one.due => Decided::Second(other),
        (Some(one), Some(_)) => {
            let difference = (first.difference() - second.difference()).signum();
            let wants = if one.side == Color::Black { 1 } else { -1 };
            let exchanged = first.0.iter().rev().zip(second.0.iter().rev()).any(|(one, other)| one != other);
            if difference == wants {
                Decided::First(one)
            } else if difference == -wants {
                Decided::Second(one)
            } else if exchanged {
                Decided::Exchanged
            } else {
                Decided::First(one)
            }
        }
    }
}

/// The side of the first player, which is red where nothing decides and `is_red` holds.
pub(crate) fn side(first: &Colours, second: &Colours, decided: Decided, is_red: bool) -> Color {
    match decided {
        Decided::Boards if is_red => Color::Red,
        Decided::Boards => Color::Black,
        Decided::First(due) => due.side,
        Decided::Second(due) => due.side.opponent(),
        Decided::Exchanged => {
            let differ = first.0.iter().rev().zip(second.0.iter().rev()).find(|(one, other)| one != other);
            differ.map_or(Color::Red, |(one, _)| one.opponent())
        }
    }
}

/// The seats of two players, the better one first.
pub(crate) fn seats<T>(first: T, second: T, side: Color) -> PerColor<T> {
    match side {
        Color::Red => PerColor::new(first, second),
        Color::Black => PerColor::new(second, first),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn colours(games: &str) -> Colours {
        Colours(games.chars().map(|it| if it == 'r' { Color::Red } else { Color::Black }).collect())
    }

    #[test]
    fn preferences_follow_the_difference_and_the_last_games() {
        let due = |games| colours(games).preference().map(|it| (it.side, it.due));
        assert_eq!(due(""), None);
        assert_eq!(due("r"), Some((Color::Black, Due::Strong)));
        assert_eq!(due("rb"), Some((Color::Red, Due::Mild)));
        assert_eq!(due("brr"), Some((Color::Black, Due::Absolute)));
        assert_eq!(due("rbb"), Some((Color::Red, Due::Absolute)));
        assert_eq!(due("rrb"), Some((Color::Black, Due::Strong)));
        assert_eq!(due("rr"), Some((Color::Black, Due::Absolute)));
        assert_eq!(due("rrbrb"), Some((Color::Black, Due::Strong)));
        // red came once more often, but black twice in a row
        assert_eq!(due("rrrbb"), Some((Color::Red, Due::Absolute)));
        // the difference is balanced, but black came twice
        assert_eq!(due("rrbb"), Some((Color::Red, Due::Absolute)));
    }

    #[test]
    fn the_stronger_due_decides() {
        let side_of = |one: &str, other: &str| {
            let (one, other) = (colours(one), colours(other));
            side(&one, &other, decide(&one, &other), true)
        };
        assert_eq!(side_of("r", "b"), Color::Black);
        assert_eq!(side_of("rb", "rbb"), Color::Black, "the second is due red absolutely");
        assert_eq!(side_of("", "r"), Color::Red);
        assert_eq!(side_of("", ""), Color::Red);
        assert_eq!(side_of("rb", "rb"), Color::Red, "the better player has their due");
        assert_eq!(side_of("rr", "brr"), Color::Black, "the larger difference of two absolute dues");
        assert_eq!(side_of("brr", "rr"), Color::Red);
        assert_eq!(side_of("rrbrb", "brr"), Color::Red, "absolute before strong");
        assert_eq!(side_of("brrb", "rbrb"), Color::Black, "the second game of both differed");
    }
}
