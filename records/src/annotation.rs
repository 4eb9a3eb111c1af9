//! What a record says about one move: comments, glyphs, marks and times.

use crate::limits::{Limit, MAX_COMMENT_BYTES, MAX_GLYPHS, MAX_MARKS};
use chuhe_rules::{luzhanqi, xiangqi};

/// What a record says about one move, or at the root about the start position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annotation {
    /// The comment before the move, empty for none. At the root it is always empty.
    pub before: String,
    /// The comment after the move, empty for none; at the root the comment on the game.
    pub comment: String,
    /// The assessments of the move and of the position after it.
    pub glyphs: Vec<Glyph>,
    /// The marks on the board after the move.
    pub marks: Vec<Mark>,
    /// The time that the player spent on the move, in milliseconds.
    pub spent_ms: Option<u64>,
    /// The time on the player's clock after the move, in milliseconds.
    pub clock_ms: Option<u64>,
}

impl Annotation {
    /// The annotation of a move about which nothing is said.
    pub const EMPTY: Self = Self {
        before: String::new(),
        comment: String::new(),
        glyphs: Vec::new(),
        marks: Vec::new(),
        spent_ms: None,
        clock_ms: None,
    };

    /// Whether it says nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::EMPTY
    }

    /// Adds what `other` says; a time of `other` replaces one of its own.
    ///
    /// A reader needs it where a file has a move twice in one position.
    pub fn merge(&mut self, other: Self) {
        append(&mut self.before, &other.before);
        append(&mut self.comment, &other.comment);
        for glyph in other.glyphs {
            if !self.glyphs.contains(&glyph) {
                self.glyphs.push(glyph);
            }
        }
        for mark in other.marks {
            if !self.marks.contains(&mark) {
                self.marks.push(mark);
            }
        }
        self.spent_ms = other.spent_ms.or(self.spent_ms);
        self.clock_ms = other.clock_ms.or(self.clock_ms);
    }

    /// The number of bytes of its comments.
    pub(crate) const fn text_bytes(&self) -> usize {
        self.before.len() + self.comment.len()
    }

    /// Checks the limits of what [`Annotation::merge`] with `other` would make of it.
    pub(crate) fn check_merge(&self, other: &Self) -> Result<(), Limit> {
        let joined = |own: &str, other: &str| {
            own.len() + other.len() + usize::from(!own.is_empty() && !other.is_empty())
        };
        if joined(&self.before, &other.before).max(joined(&self.comment, &other.comment)) > MAX_COMMENT_BYTES
        {
            return Err(Limit::Comment);
        }
        let glyphs = other.glyphs.iter().filter(|glyph| !self.glyphs.contains(glyph)).count();
        if self.glyphs.len() + glyphs > MAX_GLYPHS {
            return Err(Limit::Glyphs);
        }
        let marks = other.marks.iter().filter(|mark| !self.marks.contains(mark)).count();
        if self.marks.len() + marks > MAX_MARKS {
            return Err(Limit::Marks);
        }
        Ok(())
    }

    pub(crate) const fn check(&self) -> Result<(), Limit> {
        if self.before.len() > MAX_COMMENT_BYTES || self.comment.len() > MAX_COMMENT_BYTES {
            return Err(Limit::Comment);
        }
        if self.glyphs.len() > MAX_GLYPHS {
            return Err(Limit::Glyphs);
        }
        if self.marks.len() > MAX_MARKS {
            return Err(Limit::Marks);
        }
        Ok(())
    }
}

/// Appends a paragraph to `text`.
fn append(text: &mut String, paragraph: &str) {
    if !text.is_empty() && !paragraph.is_empty() {
        text.push('\n');
    }
    text.push_str(paragraph);
}

/// An assessment with its number in PGN (`$1`).
///
/// ```
/// use chuhe_records::Glyph;
/// assert_eq!(Glyph::from_symbol("!?"), Some(Glyph::INTERESTING));
/// assert_eq!(Glyph(4).symbol(), Some("??"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Glyph(pub u8);

impl Glyph {
    /// A good move, `!`.
    pub const GOOD: Self = Self(1);
    /// A poor move, `?`.
    pub const MISTAKE: Self = Self(2);
    /// A brilliant move, `!!`.
    pub const BRILLIANT: Self = Self(3);
    /// A blunder, `??`.
    pub const BLUNDER: Self = Self(4);
    /// An interesting move, `!?`.
    pub const INTERESTING: Self = Self(5);
    /// A dubious move, `?!`.
    pub const DUBIOUS: Self = Self(6);

    const SYMBOLS: [&'static str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

    /// The glyph that is written with this symbol after a move.
    #[must_use]
    pub fn from_symbol(symbol: &str) -> Option<Self> {
        let index = Self::SYMBOLS.iter().position(|&known| known == symbol)?;
        Some(Self(index as u8 + 1))
    }

    /// The symbol after a move, if the glyph has one.
    #[must_use]
    pub fn symbol(self) -> Option<&'static str> {
        let index = usize::from(self.0).checked_sub(1)?;
        Self::SYMBOLS.get(index).copied()
    }
}

/// A point of one of the boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Point {
    /// A point of the board of xiangqi.
    Xiangqi(xiangqi::Square),
    /// A station of luzhanqi.
    Luzhanqi(luzhanqi::Station),
}

/// A coloured circle or arrow on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mark {
    /// Its colour.
    pub color: MarkColor,
    /// Its shape and place.
    pub shape: MarkShape,
}

/// The shape and place of a [`Mark`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MarkShape {
    /// A circle round a point.
    Circle(Point),
    /// An arrow from the first point to the second.
    Arrow(Point, Point),
}

/// The colour of a [`Mark`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MarkColor {
    /// Green, letter G in PGN.
    Green,
    /// Red, letter R in PGN.
    Red,
    /// Yellow, letter Y in PGN.
    Yellow,
    /// Blue, letter B in PGN.
    Blue,
}

impl MarkColor {
    /// Every colour.
    pub const ALL: [Self; 4] = [Self::Green, Self::Red, Self::Yellow, Self::Blue];

    /// Its letter in PGN.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Green => 'G',
            Self::Red => 'R',
            Self::Yellow => 'Y',
            Self::Blue => 'B',
        }
    }

    /// The colour with this letter in PGN.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|color| color.letter() == letter)
    }
}
