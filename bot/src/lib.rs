//! A computer player at a table.
//!
//! It speaks the protocol as any client does: it receives the messages of a server, and returns
//! requests and positions to think about. Its owner runs the thinking.
