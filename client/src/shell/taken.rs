//! Counts what the user and the client do, by name, for `--ui-trace`.

use chuhe_model::actions::action::Action;
use chuhe_model::actions::evening_action::EveningAction;
use chuhe_protocol::ClientMessage;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Debug;

/// How often each action was taken and each request was sent since the program started.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Taken {
    /// By the names of the variants of [`Action`] and of the enums in it, such as `Table.Resign`, `Edit.Join.Name` and
    /// `Evening.Organise.Begin`.
    pub actions: BTreeMap<String, u64>,
    /// By [`ClientMessage::name`].
    pub requests: BTreeMap<String, u64>,
}

impl Taken {
    /// Counts an action.
    pub fn count_action(&mut self, action: &Action) {
        // what has an area of its own
        let is_deep = matches!(
            action,
            Action::Edit(..) | Action::Evening(EveningAction::Organise(_) | EveningAction::Plan(_))
        );
        let depth = if is_deep { 3 } else { 2 };
        *self.actions.entry(name_of(action, depth)).or_default() += 1;
    }

    /// Counts a request.
    pub fn count_request(&mut self, request: &ClientMessage) {
        *self.requests.entry(request.name().to_owned()).or_default() += 1;
    }
}

/// The name of a variant and, up to this depth, of those in it: `Table.Resign`.
///
/// Values, such as texts and numbers, are left out: the name has no secret.
#[must_use]
pub fn name_of(of: &impl Debug, depth: usize) -> String {
    let text = format!("{of:?}");
    let mut names: Vec<&str> = Vec::new();
    let mut rest = text.as_str();
    while names.len() < depth {
        let end = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        // a value, such as a text or a number, is no variant
        if !name.starts_with(|c: char| c.is_ascii_uppercase()) {
            break;
        }
        names.push(name);
        let Some(inner) = after.strip_prefix('(') else { break };
        rest = inner;
    }
    names.join(".")
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_model::actions::action::{JoinAction, TableAction};
    use chuhe_model::actions::evening_action::{EveningTab, OrganiseAction, PlanAction};

    #[test]
    fn the_name_of_a_variant_has_no_values() {
        let review = Action::Table(TableAction::Review(Some(3)));
        let names = [1, 2, 3].map(|depth| name_of(&review, depth));
        assert_eq!(names, ["Table", "Table.Review", "Table.Review.Some"]);
        let organise = |action| Action::Evening(EveningAction::Organise(action));
        let mut taken = Taken::default();
        taken.count_action(&review);
        taken.count_action(&organise(OrganiseAction::Mark(None)));
        taken.count_action(&Action::Evening(EveningAction::Plan(PlanAction::Send)));
        taken.count_action(&Action::Evening(EveningAction::Tab(EveningTab::Log)));
        let counted = ["Evening.Organise.Mark", "Evening.Plan.Send", "Evening.Tab", "Table.Review"];
        assert!(taken.actions.keys().eq(&counted), "{taken:?}");
        assert_eq!(name_of(&Action::Join(JoinAction::Copy("Text".to_owned())), 3), "Join.Copy");
    }
}
