//! The names of actions and requests, for the report of what was reached.

use std::fmt::Debug;

/// The name of a variant and, up to this depth, of those in it: `Table.Resign`.
pub(super) fn of(of: &impl Debug, depth: usize) -> String {
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

#[test]
fn the_name_of_a_variant_has_no_values() {
    use chuhe_client::core::actions::action::{Action, JoinAction, TableAction};
    let review = Action::Table(TableAction::Review(Some(3)));
    assert_eq!([1, 2, 3].map(|depth| of(&review, depth)), ["Table", "Table.Review", "Table.Review.Some"]);
    assert_eq!(of(&Action::Join(JoinAction::Copy("Text".to_owned())), 3), "Join.Copy");
}
