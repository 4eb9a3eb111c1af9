//! The review screen: the record on it and its dialogs.

use crate::exchange::route::PuzzleLink;
use crate::guessing::Guessing;
use crate::review::game_list::GameList;
use crate::review::{Opened, Records, Review, Source};
use chuhe_records::formats::{Omission, ReadError};
use chuhe_records::{GameResult, NodeId};
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::xiangqi::{Move, Position};
use std::borrow::Cow;

/// The most notes of a game that are listed: a damaged file has thousands, and nobody reads them all.
pub const MAX_NOTES: usize = 200;
/// The most games of one file that are listed.
const MAX_GAMES: usize = 10_000;

/// The review screen.
#[derive(Debug)]
pub struct Reviewing {
    /// The game that is shown.
    pub review: Review,
    /// The dialog over it.
    pub dialog: Option<RecordDialog>,
    /// The game whose moves the user guesses, in place of the review.
    pub guessing: Option<Box<Guessing>>,
    /// All games of the file, if it has several.
    games: Vec<Opened>,
    /// Which of them are listed.
    list: GameList,
    /// The place of the shown game among them.
    shown: usize,
    /// The games of the file that are not among them.
    missing: Missing,
    /// The file, where its encoding was guessed and the user can choose another.
    source: Option<Source>,
}

/// The games of a file that are not listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Missing {
    /// How many games cannot be read, and why the first cannot.
    pub refused: Option<(usize, ReadError)>,
    /// The number of games beyond the longest list.
    pub unlisted: usize,
}

/// A dialog over the review screen.
#[derive(Clone, Debug, PartialEq)]
pub enum RecordDialog {
    /// Opens a file.
    Open {
        /// The path in the field, or the text while the user pastes there.
        path: String,
        /// Whether the user pastes into the field, because the browser refuses to read the clipboard.
        pastes_here: bool,
    },
    /// Saves and copies the record.
    Save {
        /// The path or name in the field.
        path: String,
        /// The name that the program proposed. A file that has it already holds another game: this one gets a number.
        proposed: Option<String>,
        /// What PGN would not hold, where the proposed name is that of another format.
        spared: Vec<Omission>,
        /// Whether a file of this name exists, so that the user must confirm.
        exists: bool,
        /// What replaces the record once it is saved.
        then: Option<Box<Replacement>>,
    },
    /// Lists the games of the file.
    Games,
    /// Shows what was unusual in the file, and its encoding.
    Notes,
    /// Edits the players, the competition and the result.
    Tags,
    /// Asks for the threads, the memory and the lines of the analysis.
    Analysis,
    /// Asks whether to discard unsaved changes, before this.
    Discard(Box<Replacement>),
}

/// What replaces the record on the screen.
#[derive(Clone, Debug)]
pub enum Replacement {
    /// Nothing: the screen closes.
    Nothing,
    /// The puzzle or the endgame that a link leads to.
    Puzzle(PuzzleLink),
    /// An empty record, with the question for a file.
    New,
    /// These records.
    Records(Records),
    /// These records of the same file, in another encoding.
    Reread(Records),
    /// The game at this place of the file.
    Game(usize),
    /// An empty record from the position that was set up, seen from this side.
    Position(Box<Position>, Color),
}

impl RecordDialog {
    /// The question for a file or a text.
    #[must_use]
    pub const fn open() -> Self {
        Self::Open { path: String::new(), pastes_here: false }
    }
}

impl PartialEq for Replacement {
    fn eq(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}

impl Reviewing {
    /// Shows the first of these records; lists them if there are several.
    pub fn of(records: Records) -> Option<Self> {
        let Records { mut games, refused, source } = records;
        let missing = Missing {
            refused: refused.first().map(|first| (refused.len(), *first)),
            unlisted: games.len().saturating_sub(MAX_GAMES),
        };
        games.truncate(MAX_GAMES);
        let review = Review::new(games.first()?.clone());
        let several = games.len() > 1;
        if !several {
            games.clear();
        }
        let dialog = several.then_some(RecordDialog::Games);
        Some(Self {
            review,
            dialog,
            guessing: None,
            games,
            list: GameList::default(),
            shown: 0,
            missing,
            source,
        })
    }

    /// Shows the game at this place of the file; returns whether there is one.
    pub fn show_game(&mut self, place: usize) -> bool {
        let Some(opened) = self.games.get(place) else { return false };
        self.review = Review::new(opened.clone());
        self.guessing = None;
        self.shown = place;
        true
    }

    /// Begins to guess the moves of the shown line from the shown position on, or from the start where none follows.
    pub fn begin_to_guess(&mut self, now: Timestamp) {
        let (record, shown) = (&self.review.record, &self.review.shown);
        let tree = record.tree();
        let from = if shown.forward(tree).is_some() { shown.node() } else { NodeId::ROOT };
        // the rules may have ended the game before
        let Some(game) = record.game_to(from).or_else(|| record.game_to(NodeId::ROOT)) else { return };
        let from = if game.ply() == tree.ply(from) { from } else { NodeId::ROOT };
        let line: Vec<Move> = tree.line_from(from).filter_map(|node| record.move_of(node)).collect();
        self.review.shown.stop_playing();
        self.guessing = Guessing::new(game, &line, self.review.board.bottom, now).map(Box::new);
    }

    /// Lists the games that match a filter; `result` writes a result for the user, and `called` a player's name.
    pub fn search(
        &mut self,
        filter: String,
        called: impl Fn(&str) -> Cow<'_, str>,
        result: impl Fn(GameResult) -> &'static str,
    ) {
        self.list.search(filter, &self.games, called, result);
    }

    /// Changes the path in the dialog that opens or saves a file.
    pub fn edit_path(&mut self, text: &str) {
        if let Some(RecordDialog::Open { path, .. }) = &mut self.dialog {
            text.clone_into(path);
        } else if let Some(RecordDialog::Save { path, exists, .. }) = &mut self.dialog {
            text.clone_into(path);
            *exists = false;
        }
    }

    /// Asks whether to replace the file of the chosen name, which exists.
    pub fn file_exists(&mut self) {
        if let Some(RecordDialog::Save { exists, .. }) = &mut self.dialog {
            *exists = true;
        }
    }

    /// The games of the file that are not listed, if there are any.
    #[must_use]
    pub fn missing(&self) -> Option<&Missing> {
        Some(&self.missing).filter(|missing| **missing != Missing::default())
    }

    /// Which of its games are listed.
    #[must_use]
    pub const fn list(&self) -> &GameList {
        &self.list
    }

    /// The place of the shown game among the games of the file.
    #[must_use]
    pub const fn shown(&self) -> usize {
        self.shown
    }

    /// The file, where its encoding was guessed and the user can choose another.
    #[must_use]
    pub const fn source(&self) -> Option<&Source> {
        self.source.as_ref()
    }

    /// The games of the file, if it has several.
    #[must_use]
    pub fn games(&self) -> &[Opened] {
        &self.games
    }
}
