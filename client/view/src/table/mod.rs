//! The table: its questions, the buttons of the game, and what else can be chosen there.

mod buttons;
mod choices;
mod cover;
mod questions;
mod steps;

use super::{Button, Fact, Model, Part, Question, Tone, parts};
use chuhe_app::App;
use chuhe_app::local_play::LocalPlay;
use chuhe_app::visit::Visit;
use chuhe_model::table::Table;
pub use cover::CoverView;
pub use steps::Steps;

/// What the table offers and says, apart from the board, the players, the moves and the chat.
#[derive(Clone, Debug, PartialEq)]
pub struct TableView {
    /// The lost connection, if it is lost.
    pub connection: Option<Question>,
    /// The questions and messages, the most urgent first.
    pub questions: Vec<Question>,
    /// The buttons of the game, in a row.
    pub buttons: Vec<Button>,
    /// The steps through the moves.
    pub steps: Steps,
    /// What to do with the record of a game that is over.
    pub record: Vec<Button>,
    /// What else can be chosen: sounds, how the board is shown, and the way back.
    pub choices: Vec<Button>,
    /// Who watches, if anybody does and the user plays.
    pub spectators: Option<Fact>,
    /// Blocks the opponent, or lifts the block.
    pub block: Option<Button>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The outcome.
    pub outcome: &'static str,
    /// Why, and the score after rematches.
    pub reason: String,
    /// Whether it is good or bad for the user.
    pub tone: Tone,
}

impl Ended {
    /// The end of this game; `None` until it is over.
    #[must_use]
    pub fn of(app: &App, table: &Table) -> Option<Self> {
        let (text, outcome) = (app.text(), table.game().outcome()?);
        let own = table.viewpoint().own().filter(|_| !app.local().is_some_and(LocalPlay::is_shared));
        let score = table.score();
        let score = own.filter(|_| score.games() > 1).map(|_| text.score(score.won, score.drawn, score.lost));
        Some(Self {
            outcome: text.outcome(outcome, own),
            reason: [text.reason(outcome)].into_iter().chain(score).collect::<Vec<_>>().join(" · "),
            tone: match outcome.winner() {
                Some(winner) if Some(winner) == own => Tone::Good,
                Some(_) if own.is_some() => Tone::Wrong,
                Some(_) | None => Tone::Plain,
            },
        })
    }
}

impl TableView {
    /// The table of the shown game; `None` without one.
    #[must_use]
    pub fn of(model: &Model<'_>) -> Option<Self> {
        let visit = model.app.visit()?;
        Some(Self::at(model, visit, visit.table()?))
    }

    /// The view of this table.
    pub fn at(model: &Model<'_>, visit: &Visit, table: &Table) -> Self {
        Self {
            connection: questions::connection(model, table),
            questions: questions::questions(model, table),
            buttons: buttons::buttons(model, table),
            steps: Steps::of(model, table),
            record: choices::record(model, table),
            choices: choices::choices(model, table),
            spectators: choices::spectators(model, visit, table),
            block: choices::block(model, visit, table),
        }
    }

    /// The message or question that stands where there is room for one.
    #[must_use]
    pub fn most_urgent(&self) -> Option<&Question> {
        self.connection.as_ref().or_else(|| self.questions.first())
    }

    /// All parts, in the order in which they are read.
    #[must_use]
    pub fn parts(&self) -> Vec<Part> {
        let Self { connection, questions, buttons, steps, record, choices, spectators, block } = self;
        let buttons = parts![buttons, record, choices, block, steps.buttons(), &steps.current];
        parts![connection, questions, buttons, spectators]
    }
}
