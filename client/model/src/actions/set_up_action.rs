//! The actions of the user who sets up a position.

use chuhe_rules::Color;
use chuhe_rules::xiangqi::Piece;

/// What a click on the board does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tool {
    /// Nothing: pieces are dragged.
    #[default]
    Hand,
    /// Removes a piece.
    Eraser,
    /// Puts this piece there, or removes the same one.
    Put(Piece),
}

/// With the position that is being set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetUpAction {
    /// Set up a position to review, from the shown one.
    OpenForReview,
    /// Set up the start position of the challenge.
    OpenForChallenge,
    /// Choose what a click does.
    Tool(Tool),
    /// Choose the side to move.
    Side(Color),
    /// Put all pieces on their usual squares.
    Start,
    /// Remove all pieces but the generals.
    Clear,
    /// Turn the board around.
    Flip,
    /// Use the position.
    Done,
    /// Use the tool on the squares in their field.
    UseTool,
    /// Cancel a drag; discard the position if there is none, after a question if it was changed.
    Cancel,
    /// Go on with the position instead of discarding it.
    Keep,
    /// Discard the position.
    Discard,
}
