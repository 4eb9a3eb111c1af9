//! What the shell does in a browser. The page around the program, `client/web/page`, does what a program
//! cannot: it has the WebSocket, the fields of text, the storage, the workers and the sounds.

mod desktop;
mod font_search;
mod instant;
mod machine;
mod page;
mod program;
mod settings;
mod socket;
mod storage;

pub(super) use desktop::Desktop;
pub(super) use font_search::{FontSearch, MOST_FONTS};
pub(super) use instant::Instant;
pub(super) use machine::Machine;
pub use machine::SettingsFile;
pub use program::main;
pub(super) use program::{explain, set_opened};
