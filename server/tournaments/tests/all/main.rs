//! Tests of whole tournaments.

mod arena;
mod csv;
mod events;
mod knock_out;
mod properties;
mod regulations;
mod speed;
mod support;
mod swiss;
mod tie_breaks;
mod trf;
