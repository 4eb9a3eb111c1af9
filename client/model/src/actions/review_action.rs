//! The actions of the user with records of games.

use crate::analysis::AnalysisAction;
use chuhe_records::formats::Encoding;
use chuhe_records::{GameResult, Glyph, NodeId};
use std::path::PathBuf;

/// A step through a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// To the start.
    First,
    /// To the move before.
    Back,
    /// To the next move of the line.
    Forward,
    /// To the end of the line.
    Last,
    /// To the alternative before this move.
    PreviousVariation,
    /// To the alternative after this move.
    NextVariation,
}

/// A change of the order of variations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariationEdit {
    /// Move the shown move one place forward among its alternatives.
    Promote,
    /// Move it one place back.
    Demote,
    /// Make the line to it the main line.
    MakeMain,
    /// Delete it with all that follows.
    Delete,
}

/// With records of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReviewAction {
    /// Review the finished game at the table.
    Table,
    /// Save the finished game at the table.
    SaveTable,
    /// Show the review screen, to open a record.
    Enter,
    /// Go on with the review that an earlier run of the program kept.
    Resume,
    /// Open this file.
    OpenPath(PathBuf),
    /// Open the record in the text on the clipboard.
    PasteClipboard,
    /// Open the record in this text.
    Paste(String),
    /// Make a step through the record.
    Step(Step),
    /// Show the position after this move.
    GoTo(NodeId),
    /// Start or stop playing the record by itself.
    Play,
    /// Play the typed move.
    PlayTyped,
    /// Turn the board around.
    Flip,
    /// Change the variations at the shown move.
    Variation(VariationEdit),
    /// Set or remove an assessment of the shown move.
    Glyph(Glyph),
    /// Remove the marks on the board.
    ClearMarks,
    /// Undo the last edit.
    Undo,
    /// Repeat the edit that was undone last.
    Redo,
    /// Ask which file to open.
    AskOpen,
    /// Ask where to save the record.
    AskSave,
    /// List the games of the file.
    AskGames,
    /// Show what was unusual in the file, and its encoding.
    AskNotes,
    /// Ask for the players, the competition and the result.
    AskTags,
    /// Set the result.
    Result(GameResult),
    /// Whether to edit the comment before the shown move instead of the one after it.
    CommentPlace(bool),
    /// Close the dialog.
    CloseDialog,
    /// Open the file in the field.
    Open,
    /// Choose the file in the field with the system's file chooser.
    ChooseFile,
    /// Show this game of the file.
    Game(usize),
    /// Read the file again in this encoding.
    ReadAs(Encoding),
    /// Save the record to the file in the field.
    Save {
        /// Whether to replace a file of that name.
        replace: bool,
    },
    /// Save the record as the game of the library that was opened.
    SaveToLibrary,
    /// Copy the position as FEN.
    CopyFen,
    /// Copy the moves of the shown line.
    CopyMoves,
    /// Save a picture of the board.
    SavePicture,
    /// Discard the unsaved changes.
    Discard,
    /// Cancel a drag or a choice on the board; close the review screen if there is none.
    Cancel,
    /// Use the engine.
    Analysis(AnalysisAction),
    /// Close the review screen.
    Leave,
}
