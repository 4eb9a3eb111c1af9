//! Both sides of conversations with engines.

mod commands;
mod driver;
mod installed;
mod process;
mod replies;
mod session;
mod xboard;
