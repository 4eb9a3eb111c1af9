//! The rules of the games of Chuhe: legal moves, outcomes, clocks and offers.
//!
//! Everything here is pure: there is no input or output, no source of time and no randomness.
//! The caller passes the time in as a [`clock::Timestamp`].

#![cfg_attr(not(feature = "std"), no_std)]
#![warn(clippy::missing_errors_doc)]

extern crate alloc;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;

pub mod clock;
pub mod color;
pub mod game;
pub mod luzhanqi;
pub mod offers;
pub mod outcome;
mod version;
pub mod viewer;
pub mod xiangqi;

pub use color::{Color, PerColor};
pub use game::{Game, GameMove};
pub use outcome::{AbortReason, DrawReason, Outcome, WinReason};
pub use version::RulesVersion;
pub use viewer::Viewer;
pub use xiangqi::openings;
