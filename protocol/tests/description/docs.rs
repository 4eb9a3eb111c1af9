//! Doc comments as plain text.

use syn::{Attribute, Expr, Lit, Meta};

/// Returns a doc comment on one line, without its links and examples.
pub(crate) fn prose(attributes: &[Attribute]) -> String {
    let text: Vec<String> = attributes.iter().filter_map(line).collect();
    let text = text.join("\n");
    // what stands between fences is an example
    let words: Vec<&str> = text.split("```").step_by(2).flat_map(str::split_whitespace).collect();
    assert!(!words.is_empty(), "every public item is documented");
    without_links(&words.join(" "))
}

fn line(attribute: &Attribute) -> Option<String> {
    let Meta::NameValue(pair) = &attribute.meta else { return None };
    let Expr::Lit(literal) = &pair.value else { return None };
    match &literal.lit {
        Lit::Str(text) if pair.path.is_ident("doc") => Some(text.value().trim().to_owned()),
        _ => None,
    }
}

/// Replaces each link by its text.
fn without_links(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, link)) = rest.split_once("[`") {
        let (shown, after) = link.split_once("`]").expect("a link ends");
        let shown = shown.trim_start_matches("crate::").trim_start_matches("chuhe_rules::");
        plain.push_str(&format!("{before}`{shown}`"));
        rest = match after.strip_prefix('(') {
            Some(target) => target.split_once(')').expect("a target ends").1,
            None => after,
        };
    }
    plain + rest
}
