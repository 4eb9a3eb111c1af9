//! The formats by name, and the limits that their readers share.

use crate::Start;

/// The most games of a file, those that are refused included.
pub const MAX_GAMES: usize = 200_000;
/// The most faults in the games of a file in PGN or WXF; its reading stops there.
///
/// Of a game in another format at most 1,000 faults are noted. Notes on what is no fault are at most
/// 100 a game, and as many as this in a file.
pub const MAX_NOTES: usize = 10_000;

/// A format of game records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// PGN of xiangqi.
    Pgn,
    /// Positions of xiangqi, one FEN a line.
    FenList,
    /// DhtmlXQ, the text format of 东萍象棋网.
    DhtmlXq,
    /// XQF, the binary format of 象棋演播室 (XQStudio).
    Xqf,
    /// CBR, one game of 象棋桥 (CCBridge).
    Cbr,
    /// CBL, a library of 象棋桥; it is only read.
    Cbl,
    /// A game of luzhanqi with both formations.
    Luzhanqi,
    /// WXF, the text format of the World Xiangqi Federation.
    Wxf,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 8] =
        [Self::Pgn, Self::FenList, Self::DhtmlXq, Self::Xqf, Self::Cbr, Self::Cbl, Self::Luzhanqi, Self::Wxf];

    /// The text format that keeps everything of a game with this start.
    #[must_use]
    pub const fn of(start: &Start) -> Self {
        match start {
            Start::Xiangqi(_) => Self::Pgn,
            Start::Luzhanqi(_) => Self::Luzhanqi,
        }
    }

    /// The extension of its files, without a dot.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        ["pgn", "fen", "ubb", "xqf", "cbr", "cbl", "txt", "wxf"][self as usize]
    }

    /// The format of the files with this extension, in any case.
    ///
    /// ```
    /// use chuhe_records::formats::Format;
    /// assert_eq!(Format::from_extension("FEN"), Some(Format::FenList));
    /// ```
    #[must_use]
    pub fn from_extension(extension: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.extension().eq_ignore_ascii_case(extension))
    }

    /// Whether a file of this format can hold several games.
    #[must_use]
    pub const fn is_collection(self) -> bool {
        match self {
            Self::Pgn | Self::FenList | Self::DhtmlXq | Self::Cbl | Self::Wxf => true,
            Self::Xqf | Self::Cbr | Self::Luzhanqi => false,
        }
    }
}
