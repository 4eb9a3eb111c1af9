//! What must hold for any bytes: each target runs its input and panics if an invariant fails.
//!
//! `scripts/fuzz` runs the targets under libFuzzer, starting from `tests/fuzz/seeds`, which
//! `cargo run -p chuhe-fuzz --example seeds` writes. The tests run them on the seeds and on changed seeds.

pub mod engine_driver;
pub mod engine_session;
pub mod fen;
pub mod frame;
pub mod greeting;
pub mod hub;
pub mod luzhanqi;
pub mod records;
pub mod request;
pub mod server_message;
pub mod websocket;

use chuhe_records::formats::Format;

/// Checks what must hold for these bytes, and panics if it does not.
pub type Target = fn(&[u8]);

/// All targets by their names, which are those of the folders in `tests/fuzz/seeds`.
pub const TARGETS: [(&str, Target); 21] = [
    ("cbl", |data| records::run(Format::Cbl, data)),
    ("cbr", |data| records::run(Format::Cbr, data)),
    ("dhtmlxq", |data| records::run(Format::DhtmlXq, data)),
    ("encoding", records::run_encoding),
    ("engine_driver", engine_driver::run),
    ("engine_session", engine_session::run),
    ("fen", fen::run),
    ("fen_list", |data| records::run(Format::FenList, data)),
    ("formation", luzhanqi::run_formation),
    ("frame", frame::run),
    ("greeting", greeting::run),
    ("hub", |data| drop(hub::run(data))),
    ("luzhanqi_position", luzhanqi::run_position),
    ("luzhanqi_record", |data| records::run(Format::Luzhanqi, data)),
    ("notation", records::run_notation),
    ("pgn", |data| records::run(Format::Pgn, data)),
    ("request", request::run),
    ("server_message", server_message::run),
    ("websocket", websocket::run),
    ("wxf", |data| records::run(Format::Wxf, data)),
    ("xqf", |data| records::run(Format::Xqf, data)),
];

/// The target of this name.
#[must_use]
pub fn target(name: &str) -> Option<Target> {
    TARGETS.iter().find(|(target, _)| *target == name).map(|&(_, run)| run)
}
