//! A computer player at a table.
//!
//! A [`Bot`] speaks the protocol as any client does: it receives the messages of a server, and
//! returns requests to send and positions to think about. It has no socket, clock or thread. Its
//! owner connects it, passes the time in, and runs each [`Task`] on a thread of its choice.
//!
//! ```
//! use chuhe_bot::{Bot, Config, Output};
//! use chuhe_protocol::DoorRequest;
//! use chuhe_rules::clock::Timestamp;
//! let mut bot = Bot::new(Config::new("computer"));
//! bot.connected(Timestamp::from_ms(0));
//! let Some(Output::Send(request)) = bot.poll() else { panic!("a bot joins at once") };
//! assert_eq!(request.message, DoorRequest::Join { name: "computer".into(), hall: None }.into());
//! ```
//!
//! The owner's loop:
//!
//! 1. When a connection is open: [`Bot::connected`]. For each message: [`Bot::receive`].
//! 2. At the time of [`Bot::poll_timeout`]: [`Bot::handle_timeout`].
//! 3. When a task is done: [`Bot::thought`].
//! 4. After each of these, carry out every output of [`Bot::poll`].

mod bot;
mod conduct;
mod config;
mod table;
mod task;

pub use bot::{Bot, Output};
pub use config::Config;
pub use task::{Clock, Position, Task, TaskId, Thinker, Thought};
