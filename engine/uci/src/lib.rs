//! The protocols of xiangqi engines, UCI and UCCI, for both sides of the conversation.
//!
//! An engine reads [`Command`]s and writes [`Reply`]s; a [`Session`] keeps the engine's side of the
//! conversation. A program that uses an engine runs it as an [`Engine`]: a [`Process`] whose lines
//! a [`Driver`] interprets. The driver also speaks the xboard protocol.
//!
//! Everything but [`Engine`] and [`Process`] is pure: lines and times come in, lines and events
//! go out. These two are missing where there are no processes, as in a browser.
//!
//! UCI: <https://www.shredderchess.com/chess-features/uci-universal-chess-interface.html>;
//! UCCI: <https://www.xqbase.com/protocol/cchess_ucci.htm>;
//! xboard: <https://www.gnu.org/software/xboard/engine-intf.html>.

#[cfg(not(target_family = "wasm"))]
mod arguments;
mod command;
mod command_error;
mod context;
mod dialect;
mod driver;
#[cfg(not(target_family = "wasm"))]
mod engine;
mod error;
mod go;
mod info;
pub mod limits;
mod option;
#[cfg(not(target_family = "wasm"))]
mod process;
mod ranks;
mod reply;
mod session;
mod words;

#[cfg(not(target_family = "wasm"))]
pub use arguments::ArgumentError;
pub use command::Command;
pub use command_error::CommandError;
pub use context::Context;
pub use dialect::{Dialect, Protocol};
pub use driver::{Driver, DriverConfig, EngineInfo, Event};
#[cfg(not(target_family = "wasm"))]
pub use engine::{Engine, EngineConfig, Interrupt};
pub use error::EngineError;
pub use go::{Clock, Go};
pub use info::{Bound, Info, Score};
pub use option::{EngineOption, OptionError, OptionKind, OptionValue};
#[cfg(not(target_family = "wasm"))]
pub use process::{Launch, Process, Said};
pub use ranks::Ranks;
pub use reply::{Best, Reply};
pub use session::{Action, Search, Session, SessionConfig};
