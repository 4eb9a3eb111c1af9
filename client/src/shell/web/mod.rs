//! What the shell does in a browser. The page around the program, `client/web`, does what a program
//! cannot: it has the WebSocket, the fields of text, the storage, the workers and the sounds.

#[cfg(target_family = "wasm")]
mod desktop;
#[cfg(target_family = "wasm")]
mod font_search;
mod instant;
#[cfg(target_family = "wasm")]
mod machine;
#[cfg(target_family = "wasm")]
mod messages;
#[cfg(target_family = "wasm")]
mod mirror;
#[cfg(target_family = "wasm")]
mod page;
#[cfg(target_family = "wasm")]
mod program;
#[cfg(target_family = "wasm")]
mod settings;
#[cfg(target_family = "wasm")]
mod socket;
#[cfg(target_family = "wasm")]
mod storage;
mod thinker;

#[cfg(target_family = "wasm")]
pub(super) use desktop::Desktop;
#[cfg(target_family = "wasm")]
pub(super) use font_search::{FontSearch, MOST_FONTS};
pub(super) use instant::Instant;
#[cfg(target_family = "wasm")]
pub(super) use machine::Machine;
#[cfg(target_family = "wasm")]
pub use machine::SettingsFile;
#[cfg(target_family = "wasm")]
pub use program::main;
#[cfg(target_family = "wasm")]
pub(super) use program::{explain, set_opened};
