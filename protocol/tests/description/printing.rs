//! Prints JSON for people and for differences: what fits stands on one line.

use serde_json::Value;
use std::cmp::Reverse;

/// The width of a line.
const COLUMNS: usize = 120;

/// The keys that come first in an object, in this order; the others follow by name.
const FIRST: [&str; 8] = ["about", "version", "oldest_version", "index", "name", "value", "type", "frames"];
/// The keys that come last.
const LAST: [&str; 6] = ["doc", "constants", "fields", "variants", "limits", "types"];

/// Prints `value`, ending with a line break.
pub(crate) fn print(value: &Value) -> String {
    lines(value, 0) + "\n"
}

fn lines(value: &Value, depth: usize) -> String {
    let line = one_line(value);
    // a list of objects has a line for each of them
    let is_table = value.as_array().is_some_and(|items| items.iter().any(|item| item.get("name").is_some()));
    if line.len() + 2 * depth <= COLUMNS && !is_table {
        return line;
    }
    let inner = "  ".repeat(depth + 1);
    let (open, items, close) = match value {
        Value::Array(items) => {
            ('[', items.iter().map(|item| lines(item, depth + 1)).collect::<Vec<_>>(), ']')
        }
        Value::Object(_) => {
            let items = entries(value)
                .into_iter()
                .map(|(key, item)| format!("{}: {}", Value::from(key.as_str()), lines(item, depth + 1)));
            ('{', items.collect(), '}')
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => return line,
    };
    format!("{open}\n{inner}{}\n{}{close}", items.join(&format!(",\n{inner}")), "  ".repeat(depth))
}

fn one_line(value: &Value) -> String {
    match value {
        Value::Array(items) => {
            format!("[{}]", items.iter().map(one_line).collect::<Vec<_>>().join(", "))
        }
        Value::Object(_) => {
            let items = entries(value).into_iter();
            let items = items.map(|(key, item)| format!("{}: {}", Value::from(key.as_str()), one_line(item)));
            format!("{{{}}}", items.collect::<Vec<_>>().join(", "))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.to_string(),
    }
}

/// The entries of an object in an order that does not depend on how `serde_json` is built.
fn entries(object: &Value) -> Vec<(&String, &Value)> {
    let mut entries: Vec<_> = object.as_object().into_iter().flatten().collect();
    let first = |key: &str| FIRST.iter().rev().position(|first| *first == key);
    let last = |key: &str| LAST.iter().position(|last| *last == key);
    entries.sort_by_key(|(key, _)| (Reverse(first(key)), last(key), (*key).clone()));
    entries
}
