//! The actions of the user with the analysis.

use super::AnalysisOptions;

/// With the analysis of the record on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnalysisAction {
    /// Start or stop the analysis of the shown position.
    Toggle,
    /// Start or stop the analysis of the whole game.
    WholeGame,
    /// Find the mistakes of the side at the bottom in the whole game, to learn from them, or stop it.
    FindMistakes,
    /// Show all tools to a beginner from now on, or few again.
    MoreTools(bool),
    /// Play the first move of the line of this rank, from 0.
    PlayLine(usize),
    /// Add the better line to the shown mistake as a variation.
    AddBetter,
    /// Add the better lines to all mistakes as variations, with assessments.
    Annotate,
    /// Begin to find better moves than the mistakes of the side at the bottom, or end it.
    Practise,
    /// Try the move again.
    TryAgain,
    /// Show the better move.
    Solve,
    /// Go on to the next mistake.
    NextMistake,
    /// Ask for threads, memory and the number of lines.
    AskOptions,
    /// Change them.
    Options(AnalysisOptions),
}
