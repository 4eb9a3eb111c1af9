//! The user's actions in a form for terms: of a challenge, an invitation, a search or an evening.

use crate::choices::game_choice::GameChoice;
use crate::choices::preset::Preset;
use chuhe_protocol::{ColorChoice, Reach, TakebackPolicy};
use chuhe_rules::luzhanqi::MineRule;
use chuhe_rules::xiangqi::RuleSet;

/// A text field of the challenge form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FormField {
    /// A part of the challenger's time.
    OwnTime(TimePart),
    /// A part of the opponent's time, if it differs.
    OpponentTime(TimePart),
    /// The start position of the challenge.
    Start,
    /// The delay for spectators, in plies.
    WatchDelay,
}

/// One of the four numbers of a time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TimePart {
    /// Game time, in minutes.
    GameMinutes,
    /// Time for each move, in seconds.
    MoveSeconds,
    /// Increment, in seconds.
    IncrementSeconds,
    /// Seconds for each move once the game time is used up (读秒).
    ReadSeconds,
}

impl TimePart {
    /// All four, in display order.
    pub const ALL: [Self; 4] =
        [Self::GameMinutes, Self::MoveSeconds, Self::IncrementSeconds, Self::ReadSeconds];
}

/// In the challenge form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormAction {
    /// Fill in the times of this preset.
    Preset(usize),
    /// Choose the game.
    Game(GameChoice),
    /// Add or remove a game for which an opponent is sought too.
    AlsoGame(GameChoice),
    /// Add or remove a time for which an opponent is sought too.
    AlsoTime(Preset),
    /// Choose how far the rating of an opponent who is sought may be from the user's own.
    Reach(Reach),
    /// Choose whether others may answer the search while the user is away.
    Lasting(bool),
    /// Choose the mine rule of luzhanqi.
    Mine(MineRule),
    /// Choose the rule set of xiangqi.
    Rules(RuleSet),
    /// Choose the challenger's colour.
    Color(ColorChoice),
    /// Choose whether moves may be taken back.
    Takeback(TakebackPolicy),
    /// Choose whether the game is rated.
    Rated(bool),
    /// Choose whether the opponent has a different time.
    Odds(bool),
    /// Send the challenge; without an opponent, open an invitation.
    Send,
    /// Open an invitation on these terms.
    Invite,
    /// Close the form.
    Close,
}
