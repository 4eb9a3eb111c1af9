//! The steps through the moves of a game.

use super::super::{Button, Model};
use chuhe_model::actions::action::TableAction;
use chuhe_model::table::Table;

/// The buttons that step through the moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Steps {
    /// To the start position.
    pub first: Button,
    /// One move back.
    pub back: Button,
    /// One move on.
    pub forward: Button,
    /// To the last move.
    pub last: Button,
    /// To where the game is now, while an earlier position is shown.
    pub current: Option<Button>,
}

impl Steps {
    pub(super) fn of(model: &Model<'_>, table: &Table) -> Self {
        let text = model.text;
        let last = table.game().ply();
        let reviewed = table.interaction.review();
        let shown = reviewed.unwrap_or(last);
        let step = |id: &'static str, label: &str, ply: usize, why: &str| {
            let permit = if ply == shown { Err(format!("{label}\n{why}")) } else { Ok(()) };
            Button::new(id, label, TableAction::Review(Some(ply))).permit(permit)
        };
        let (earlier, later) = (text.no_earlier_move, text.no_later_move);
        Self {
            first: step("step.first", text.step_first, 0, earlier),
            back: step("step.back", text.step_back, shown.saturating_sub(1), earlier),
            forward: step("step.forward", text.step_forward, (shown + 1).min(last), later),
            last: step("step.last", text.step_last, last, later),
            current: reviewed
                .map(|_| Button::new("step.current", text.to_current, TableAction::Review(None))),
        }
    }

    /// The four steps, from the first move to the last.
    #[must_use]
    pub const fn buttons(&self) -> [&Button; 4] {
        [&self.first, &self.back, &self.forward, &self.last]
    }
}
