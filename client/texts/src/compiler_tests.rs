//! The build script finds every mistake in the texts.

#[path = "../build/named.rs"]
mod named;
#[path = "../build/texts.rs"]
mod texts;

use texts::{Source, compile};

const REFERENCE: &str = "## A group\n\nsave = Save\nrecords-undo = Undo\n# Shown in the lobby.\n# $games (number), \
     $name (text)\nwon =\n    { $games ->\n        [one] 1 game\n       *[other] { $games } games\n    } of { $name }\n";

fn compiled(other: &str) -> Result<String, Vec<String>> {
    let source = |variant, file, ftl: &str| Source { variant, file, ftl: ftl.to_owned() };
    compile(&[source("En", "en.ftl", REFERENCE), source("Vi", "vi.ftl", other)])
}

fn errors(other: &str) -> String {
    compiled(other).expect_err("the other language has a mistake").join("\n")
}

#[test]
fn texts_become_fields_and_functions() {
    let code = compiled("save = Lưu\nrecords-undo = Hoàn tác\nwon = { $name }\n").expect("it has no mistake");
    for part in [
        "pub save: &'static str,",
        "pub undo: &'static str,",
        "pub fn won(&self, games: impl Into<FluentNumber>, name: &str) -> String {",
        "static VI: Text = Text {",
        "    save: \"Lưu\",",
    ] {
        assert!(code.contains(part), "{part}\n{code}");
    }
}

#[test]
fn a_missing_an_unknown_and_a_repeated_text_are_errors() {
    assert_eq!(errors("save = Lưu\nwon = { $name }\n"), "vi.ftl: records-undo is missing");
    let known = "save = Lưu\nrecords-undo = Hoàn tác\nwon = { $name }\n";
    assert_eq!(errors(&format!("{known}sav = Lưu\n")), "vi.ftl: sav is not in en.ftl");
    assert_eq!(errors(&format!("{known}save = Lưu\n")), "vi.ftl: save stands twice");
}

#[test]
fn a_misspelt_variable_is_an_error() {
    let found = errors("save = Lưu\nrecords-undo = Hoàn tác\nwon = { $nam }\n");
    assert_eq!(found, "vi.ftl: won: $nam is not declared in the comment above the reference text");
}

#[test]
fn a_line_that_is_no_text_is_an_error_with_its_number() {
    let found = errors("save = Lưu\nrecords-undo = Hoàn tác\nwon = { $name\n");
    assert!(found.starts_with("vi.ftl, line 3: "), "{found}");
}

#[test]
fn calls_and_references_are_errors() {
    for braces in ["{ NUMBER($games) }", "{ save }", "{ -brand }"] {
        let found = errors(&format!("save = Lưu\nrecords-undo = Hoàn tác\nwon = {braces}\n"));
        assert!(found.contains("won: only variables, literals and selections"), "{found}");
    }
}

#[test]
fn a_function_chooses_a_text_by_the_name_of_a_variant() {
    let reference = "limit-nodes = nodes\nlimit-plies = plies\nrefusal-shutting-down = later\n\
                     refusal-invitation-left = left\n# $name (text)\noffered-draw-by = { $name }\n";
    let source = Source { variant: "En", file: "en.ftl", ftl: reference.to_owned() };
    let code = compile(&[source]).expect("it has no mistake");
    for part in [
        "pub const fn limit(&self, of: chuhe_records::Limit) -> &'static str {",
        "chuhe_records::Limit::Nodes { .. } => self.limit_nodes,",
        "chuhe_protocol::InvitationEnd::ShuttingDown { .. } => self.refusal_shutting_down,",
        "pub fn offered_by(&self, of: chuhe_rules::offers::OfferKind, name: &str) -> String {",
        "chuhe_rules::offers::OfferKind::Draw { .. } => self.offered_draw_by(name),",
        "chuhe_protocol::Refusal::Name { .. } => None,",
    ] {
        assert!(code.contains(part), "{part}\n{code}");
    }
}
