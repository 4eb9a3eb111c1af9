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
    #[derive(Debug)]
    enum Outer {
        Inner(Option<u8>),
        Fields { _a: u8 },
    }
    assert_eq!(of(&Outer::Inner(Some(3)), 1), "Inner");
    assert_eq!(of(&Outer::Inner(Some(3)), 2), "Inner.Some");
    assert_eq!(of(&Outer::Inner(Some(3)), 3), "Inner.Some");
    assert_eq!(of(&Outer::Fields { _a: 1 }, 2), "Fields");
}
