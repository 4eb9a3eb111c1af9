//! The coordinates of stations, as players read them on the board.
//!
//! A column is a letter from red's left, a row a number from red's side. On the cross board both
//! begin in the corner on red's left, where no station stands.

use super::{BoardKind, Point, Station};
use alloc::{format, string::String};

impl BoardKind {
    /// The column and the row of a station; `None` for a station of another board.
    ///
    /// ```
    /// use chuhe_rules::luzhanqi::BoardKind;
    /// assert_eq!(BoardKind::Classic.coordinates("s11".parse()?), Some(('a', 6)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn coordinates(self, station: Station) -> Option<(char, u8)> {
        let (_, rows) = self.size();
        let at = self.point(station)?;
        Some((char::from(b'a' + at.x.saturating_sub(1)), rows + 1 - at.y))
    }

    /// The name of a station by its coordinates, such as `a6`; `None` for a station of another board.
    #[must_use]
    pub fn name_of(self, station: Station) -> Option<String> {
        self.coordinates(station).map(|(column, row)| format!("{column}{row}"))
    }

    /// The station with these coordinates, such as `a6`.
    ///
    /// ```
    /// use chuhe_rules::luzhanqi::BoardKind;
    /// assert_eq!(BoardKind::Classic.station_named("a6"), "s11".parse().ok());
    /// assert_eq!(BoardKind::Classic.station_named("a06"), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn station_named(self, name: &str) -> Option<Station> {
        let column = name.bytes().next().filter(u8::is_ascii_lowercase)?;
        let digits = name.get(1..).filter(|digits| !digits.starts_with(['0', '+']))?;
        let (row, (_, rows)) = (digits.parse::<u8>().ok()?, self.size());
        let y = (rows + 1).checked_sub(row)?;
        self.station_at(Point { x: column - b'a' + 1, y })
    }
}
