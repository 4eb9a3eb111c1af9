//! `docs/protocol.json`: the messages for programs in other languages.
//!
//! The file is generated from the declarations of the types and their documentation, and so are the
//! bytes in `docs/protocol.md`. Rewrite both with `GOLDEN=write cargo test -p chuhe-protocol`. The
//! tests decode every sample of the golden bytes by the description alone.

mod codec;
mod conversation;
mod docs;
mod generate;
mod printing;
mod source;

use super::{client_messages, server_messages};
use chuhe_protocol::wire::{self, Message};
use chuhe_protocol::{Request, limits};
use codec::Codec;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeSet;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/protocol.md");
/// The lines before and after the conversation in the page.
const MARKS: [&str; 2] = ["<!-- conversation -->\n\n", "\n<!-- end of the conversation -->"];
const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/protocol.json");

#[test]
fn the_description_is_that_of_the_types() {
    let text = printing::print(&generate::description());
    if super::rewrites() {
        std::fs::write(PATH, &text).expect("docs/protocol.json can be written");
    }
    let stored = std::fs::read_to_string(PATH).expect("docs/protocol.json exists");
    for (now, then) in text.lines().zip(stored.lines()) {
        assert_eq!(now, then, "the messages have changed: GOLDEN=write cargo test -p chuhe-protocol");
    }
    assert_eq!(text.len(), stored.len());
}

#[test]
fn every_sample_is_decoded_and_encoded_by_the_description_alone() {
    let description = generate::description();
    let mut codec = Codec::new(&description);
    for message in client_messages() {
        check(&mut codec, &description["frames"]["client"]["type"], &Request { number: 5, message });
    }
    for message in server_messages() {
        check(&mut codec, &description["frames"]["server"]["type"], &message);
    }
    let all: BTreeSet<String> = variants(&description).collect();
    let missing: Vec<&String> = all.difference(&codec.variants).collect();
    assert!(missing.is_empty(), "variants without a sample in golden.rs: {missing:?}");
}

fn check<M: Message + Serialize>(codec: &mut Codec<'_>, of: &Value, message: &M) {
    let bytes = wire::encode(message).expect("every sample is within its limit");
    let mut rest = bytes.as_slice();
    let decoded = codec.decode(&mut rest, of);
    assert_eq!(decoded, serde_json::to_value(message).expect("a message can be JSON"));
    assert!(rest.is_empty());
    let mut encoded = Vec::new();
    codec.encode(&decoded, of, &mut encoded);
    assert_eq!(encoded, bytes, "{decoded}");
}

/// Every variant of every enum, as `Type::Variant`.
fn variants(description: &Value) -> impl Iterator<Item = String> {
    let types = description["types"].as_object().expect("the types have names").iter();
    types.flat_map(|(name, declared)| {
        let variants = declared["variants"].as_array().into_iter().flatten();
        variants.map(move |variant| format!("{name}::{}", variant["name"].as_str().expect("a name")))
    })
}

#[test]
fn limits_have_their_values() {
    let description = generate::description();
    let limit = |name: &str| description["limits"][name]["value"].as_u64();
    assert_eq!(limit("CLIENT_FRAME_BYTES"), Some(limits::CLIENT_FRAME_BYTES as u64));
    assert_eq!(limit("ABANDONED_GAMES"), Some(limits::ABANDONED_GAMES as u64));
    assert_eq!(limit("TOKEN_MS"), Some(limits::TOKEN_MS));
    assert_eq!(limit("WATCH_DELAY_PLIES"), Some(limits::WATCH_DELAY_PLIES.into()));
}

#[test]
fn the_page_shows_a_conversation_byte_for_byte() {
    let page = std::fs::read_to_string(PAGE).expect("docs/protocol.md exists");
    let (before, rest) = page.split_once(MARKS[0]).expect("the page marks the conversation");
    let (shown, after) = rest.split_once(MARKS[1]).expect("the page marks its end");
    let conversation = conversation::markdown(&generate::description());
    if super::rewrites() {
        let page = [before, MARKS[0], &conversation, MARKS[1], after].concat();
        std::fs::write(PAGE, page).expect("docs/protocol.md can be written");
        return;
    }
    for (now, then) in conversation.lines().zip(shown.lines()) {
        assert_eq!(now, then, "the messages have changed: GOLDEN=write cargo test -p chuhe-protocol");
    }
    assert_eq!(conversation.lines().count(), shown.lines().count());
}

#[test]
fn the_page_names_messages_and_limits_that_exist() {
    let page = std::fs::read_to_string(PAGE).expect("docs/protocol.md exists");
    let prose = page.split("```").step_by(2).collect::<String>();
    let description = generate::description();
    let limits = description["limits"].as_object().expect("the limits have names");
    let mut names: BTreeSet<String> =
        variants(&description).filter_map(|variant| variant.rsplit("::").next().map(str::to_owned)).collect();
    names.extend(limits.keys().cloned());
    names.extend(["Request", "ServerMessage"].map(str::to_owned));
    let types = description["types"].as_object().expect("the types have names");
    names.extend(types.keys().map(|name| name.rsplit("::").next().expect("a name").to_owned()));
    for named in prose.split('`').skip(1).step_by(2) {
        let is_name =
            named.starts_with(char::is_uppercase) && named.chars().all(|c| c.is_alphanumeric() || c == '_');
        assert!(!is_name || names.contains(named), "docs/protocol.md names {named}, which does not exist");
    }
}
