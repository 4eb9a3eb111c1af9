//! `docs/protocol.json`: the messages for programs in other languages.
//!
//! The file is generated from the declarations of the types and their documentation. Rewrite it with
//! `GOLDEN=write cargo test -p chuhe-protocol`. The tests decode every sample of the golden bytes by
//! the file alone.

mod codec;
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
