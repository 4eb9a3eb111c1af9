//! The protocols of xiangqi engines: UCI and UCCI.
//!
//! The commands that a program sends to an engine, and the answers of the engine, as values and as
//! lines of text.
