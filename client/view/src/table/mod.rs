//! The table: its questions, the buttons of the game, and what else can be chosen there.

mod buttons;
mod choices;
mod clocks;
mod cover;
mod luzhanqi;
mod moves;
mod questions;
mod state;
mod steps;
mod tabs;

use super::chat::ChatView;
pub use super::rating::seat_rating;
use super::{Button, Choice, Fact, Field, Group, Model, Part, Question, guess, parts};
use chuhe_app::visit::Visit;
use chuhe_model::actions::action::{Action, Tab, TableAction};
use chuhe_model::actions::keys::KeyUse;
use chuhe_model::table::{Table, Viewpoint};
pub use clocks::interruption_credit;
pub use cover::CoverView;
pub use luzhanqi::{LossesView, readiness, set_up_hint, tile_in_words};
use moves::legal;
pub(crate) use moves::typed_move;
pub use moves::{AvailableMove, available, go_to};
pub(crate) use questions::offer;
pub use questions::offered;
pub use state::{Standing, outcome, score, score_before};
pub use steps::Steps;
pub use tabs::TabView;

/// Cancels what was begun at the table.
pub const CANCEL: Action = Action::Table(TableAction::Cancel);

/// Whether the board shows what an action does, so that nothing must lie over it.
#[must_use]
pub fn changes_board(action: &Action) -> bool {
    [TableAction::Flip, TableAction::Zoom].map(Action::Table).contains(action)
}

/// What the table offers and says, apart from the board, the players, the moves and the chat.
#[derive(Clone, Debug, PartialEq)]
pub struct TableView {
    /// The lost connection, if it is lost.
    pub connection: Option<Question>,
    /// The questions and messages, the most urgent first.
    pub questions: Vec<Question>,
    /// How the game ended, or whose turn it is.
    pub standing: Standing,
    /// What a spectator sees in place of questions.
    pub broadcast: Option<Question>,
    /// The field for a typed move, or for two stations while pieces are set up.
    pub typed: Option<Field>,
    /// The marks for the chosen piece of the opponent.
    pub marks: Option<Group>,
    /// What the rules say about a repetition.
    pub repetition: Option<Fact>,
    /// The buttons of the game, in a row.
    pub buttons: Vec<Button>,
    /// The steps through the moves.
    pub steps: Steps,
    /// What to do with the record of a game that is over.
    pub record: Vec<Button>,
    /// What else can be chosen: sounds, how the board is shown, and the way back.
    pub choices: Vec<Button>,
    /// How loud the sounds are, unless they are off.
    pub volume: Option<Choice>,
    /// The tabs, for screens without room for all at once.
    pub tabs: Vec<TabView>,
    /// Closes a tab that lies over the board.
    pub close_tab: Button,
    /// Who watches, if anybody does.
    pub spectators: Option<Fact>,
    /// Blocks the opponent, or lifts the block.
    pub block: Option<Button>,
}

impl TableView {
    /// The table of the shown game; `None` without one.
    #[must_use]
    pub fn of(model: &Model<'_>) -> Option<Self> {
        let visit = model.app.sessions().visit()?;
        Some(Self::at(model, visit, visit.table()?))
    }

    /// The view of this table.
    pub fn at(model: &Model<'_>, visit: &Visit, table: &Table) -> Self {
        let permits = table.permits(model.now, model.app.sessions().link().is_joined());
        let watches = table.game().viewpoint() == Viewpoint::Spectator;
        Self {
            connection: questions::connection(model, table),
            questions: questions::questions(model, table),
            standing: Standing::of(model, table),
            broadcast: watches.then(|| state::broadcast(model, visit, table)),
            typed: moves::typed(model, table, &permits).or_else(|| guess::live_typed(model, visit, table)),
            marks: moves::marks(model, table),
            repetition: moves::repetition(model, table),
            buttons: buttons::buttons(model, visit, table, &permits),
            steps: Steps::of(model, table),
            record: choices::record(model, table),
            choices: choices::choices(model, table),
            volume: choices::volume(model),
            tabs: tabs::tabs(model, table),
            close_tab: tabs::button(model, table, Tab::Board),
            spectators: choices::spectators(model, table),
            block: choices::block(model, visit, table),
        }
    }

    /// The message or question that stands where there is room for one.
    #[must_use]
    pub fn most_urgent(&self) -> Option<&Question> {
        self.connection.as_ref().or_else(|| self.questions.first())
    }

    /// What a key does at the table.
    #[must_use]
    pub fn key(&self, key: KeyUse) -> Option<Action> {
        let [first, back, forward, last] = self.steps.buttons().map(Some);
        let zoom = self.choices.iter().find(|choice| choice.id == "table.zoom");
        let keys = [
            (KeyUse::StepFirst, first),
            (KeyUse::StepBack, back),
            (KeyUse::StepForward, forward),
            (KeyUse::StepLast, last),
            (KeyUse::Zoom, zoom),
        ];
        keys.into_iter().filter(|(of, _)| *of == key).find_map(|(_, button)| button?.press())
    }

    /// Answers yes to the question that the user has asked for themselves.
    #[must_use]
    pub fn confirm(&self) -> Option<Action> {
        let own = self.questions.iter().find(|it| matches!(it.id, "resign" | "draw"));
        own.and_then(|question| question.answers.first()?.press())
    }

    /// What plays moves by their names, exchanges pieces, and marks them.
    #[must_use]
    pub fn moves(&self, model: &Model<'_>, table: &Table) -> Vec<Part> {
        let guesses = guess::live_said(model);
        parts![guesses, &self.typed, legal(model, table), &self.marks]
    }

    /// All parts, in the order in which they are read.
    #[must_use]
    pub fn parts(&self, model: &Model<'_>, visit: &Visit, table: &Table) -> Vec<Part> {
        let Self { connection, questions, buttons, steps, record, choices, spectators, block, .. } = self;
        let buttons = parts![buttons, record, choices, block, steps.buttons(), &steps.current];
        let chat = ChatView::at_table(model, visit, table).map(|chat| chat.parts(model));
        parts![connection, questions, &self.repetition, self.moves(model, table), buttons, spectators, chat]
    }
}
