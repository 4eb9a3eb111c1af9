//! What the keys of the program do, and where.

/// Where a key works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyPlace {
    /// On every screen.
    Everywhere,
    /// On a board that has the keyboard.
    Board,
    /// At the table.
    Table,
    /// In a review.
    Review,
    /// In the chat.
    Chat,
    /// In a tournament.
    Tournament,
    /// In the list of boards of who organises a tournament.
    Results,
}

impl KeyPlace {
    /// Every place, in display order.
    pub const ALL: [Self; 7] = [
        Self::Everywhere,
        Self::Board,
        Self::Table,
        Self::Review,
        Self::Chat,
        Self::Tournament,
        Self::Results,
    ];
}

/// What a key does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyUse {
    /// Lists the keys.
    Keys,
    /// Opens the rules.
    Rules,
    /// Goes to the next widget; with Shift, to the one before.
    NextWidget,
    /// Shows everything larger.
    Larger,
    /// Shows everything smaller.
    Smaller,
    /// Shows everything as large as suits the window.
    AutomaticScale,
    /// Makes the window cover the whole screen, or ends that.
    FullScreen,
    /// Moves the cursor to the left.
    CursorLeft,
    /// Moves the cursor to the right.
    CursorRight,
    /// Moves the cursor up.
    CursorUp,
    /// Moves the cursor down.
    CursorDown,
    /// Picks a piece or drops it.
    Pick,
    /// Lets go a piece, then the board.
    LetGo,
    /// Shows the move before.
    StepBack,
    /// Shows the next move.
    StepForward,
    /// Shows the start.
    StepFirst,
    /// Shows the end.
    StepLast,
    /// Gives the board the keyboard.
    EnterBoard,
    /// Shows half a board of luzhanqi, or all of it.
    Zoom,
    /// Cancels what was begun.
    Cancel,
    /// Shows the variation before.
    PreviousVariation,
    /// Shows the next variation.
    NextVariation,
    /// Plays the record by itself.
    PlayRecord,
    /// Deletes a variation.
    Delete,
    /// Undoes an edit.
    Undo,
    /// Does an undone edit again.
    Redo,
    /// Saves the record.
    Save,
    /// Opens a record.
    Open,
    /// Switches the pinyin composer.
    Pinyin,
    /// Shows a page of a tournament, by its place among them.
    TournamentPage,
    /// Pairs the next round of a tournament.
    PairNext,
    /// Pauses the marked board, or all, or lets them go on.
    Pause,
    /// Marks the board before the marked one.
    PreviousBoard,
    /// Marks the board after the marked one.
    NextBoard,
    /// Types a result at the marked board, by its place: red wins, a draw, black wins, neither appeared.
    TypeResult,
}

/// An input that no single key makes, which the list shows beside the keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gesture {
    /// Letters, digits and characters: a move in any notation.
    TypeMove,
    /// The right button: a circle or an arrow.
    Draw,
    /// The same with the keys that choose its colour.
    DrawInColor,
    /// Ctrl with X, C and V.
    Clipboard,
}

impl Gesture {
    /// Every gesture, in display order.
    pub const ALL: [Self; 4] = [Self::Clipboard, Self::TypeMove, Self::Draw, Self::DrawInColor];

    /// The places under which it is listed.
    #[must_use]
    pub const fn places(self) -> &'static [KeyPlace] {
        match self {
            Self::Clipboard => &[KeyPlace::Everywhere],
            Self::TypeMove | Self::Draw | Self::DrawInColor => &[KeyPlace::Board, KeyPlace::Review],
        }
    }
}
