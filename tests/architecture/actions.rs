//! Checks that renderers pass on the actions of the view, and make none of their own.

use super::source::{Source, sources};

/// What renders the view.
const RENDERERS: [&str; 3] = ["client/ui/src", "client/web/src", "client/text/src"];
/// Edits of fields and points of the board are those of the renderer that has them.
const OWN: [&str; 5] = ["Edit", "EditSecret", "Compose", "Cursor", "CursorAction"];

/// Whether the code of a file names a variant of an action.
fn makes_actions(source: &Source) -> bool {
    let code = source.code();
    code.match_indices("Action::").any(|(at, found)| {
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        let area = code[..at].chars().rev().take_while(|c| is_name(*c)).count();
        let area = &code[at - area..at + "Action".len()];
        let variant = code[at + found.len()..].split(|c| !is_name(c)).next().unwrap_or_default();
        variant.starts_with(char::is_uppercase) && !OWN.contains(&variant) && !OWN.contains(&area)
    })
}

#[test]
fn no_renderer_makes_actions() {
    let found: Vec<_> = RENDERERS
        .iter()
        .flat_map(|folder| sources(folder))
        .filter(makes_actions)
        .map(|source| source.path.display().to_string())
        .collect();
    assert!(found.is_empty(), "these make actions, which belongs into client/view: {found:#?}");
}
