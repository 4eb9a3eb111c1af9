//! The conversation between a Chuhe client and a Chuhe server.
//!
//! This crate is enough to write another client. It names every message, every
//! limit and every byte; it opens no socket and decides nothing about a game.
//!
//! # The conversation
//!
//! 1. The transport is TCP. Both directions are cut into frames: a big-endian
//!    `u32` length and as many bytes ([`frame`]). A client's frame holds at most
//!    [`limits::CLIENT_FRAME_BYTES`], a server's [`limits::SERVER_FRAME_BYTES`].
//! 2. The client's first frame is a [`greeting::Hello`]; the server's first is a
//!    [`greeting::Answer`]. Their layouts are frozen for ever. All later frames
//!    are messages in the encoding of [`wire`].
//! 3. The client sends [`Request`]s: a number that it chooses and a
//!    [`ClientMessage`]. First [`ClientMessage::Join`] with a name, or
//!    [`ClientMessage::Resume`] with the token of an earlier visit. The server
//!    answers with [`ServerMessage::Joined`], the players and the challenges
//!    that stand, and from then on tells every change.
//! 4. A request that cannot be met is answered with [`ServerMessage::Refused`],
//!    to the asker alone, with the request's number and a typed [`Refusal`]; a
//!    request that is met shows by the events that follow. No refusal closes
//!    the connection.
//! 5. [`ClientMessage::Challenge`] carries [`Terms`]; an accepted challenge
//!    becomes a game. A game is a numbered list of [`Event`]s
//!    ([`ServerMessage::Events`]), from [`Event::Started`], number 0, on: whoever has
//!    folded them all knows the game. A client that finds a gap, or connects
//!    anew, resumes from the first number that it lacks.
//! 6. The client sends a [`ClientMessage::Ping`] every
//!    [`limits::HEARTBEAT_MS`]; whoever is silent for [`limits::SILENCE_MS`]
//!    is taken to be gone, by either side.
//!
//! # What may change
//!
//! Variants are only appended, and a change of any byte that is sent asks for a
//! new [`greeting::VERSION`]. The tests hold the bytes of every message.
//!
//! # Example
//!
//! ```
//! use chuhe_protocol::{ClientMessage, Request, wire};
//! let request = Request { number: 1, message: ClientMessage::Join { name: "云中鹤".into() } };
//! let bytes = wire::encode(&request)?;
//! assert_eq!(wire::decode::<Request>(&bytes)?, request);
//! # Ok::<(), chuhe_protocol::wire::WireError>(())
//! ```

mod client;
mod event;
pub mod frame;
pub mod greeting;
mod ids;
pub mod limits;
mod name;
mod refusal;
mod server;
mod terms;
pub mod text;
pub mod wire;

pub use client::{ChatRoom, Claim, ClientMessage, Cursor, Request};
pub use event::{Event, OfferEnd, Seat};
pub use ids::{ChallengeId, GameId, PlayerId, Seq, Token};
pub use name::{NameError, PlayerName};
pub use refusal::Refusal;
pub use server::{
    Activity, Challenge, ChallengeEnd, CloseReason, DeclineReason, Player, PresenceChange, ServerMessage,
};
pub use terms::{BadTerms, ColorChoice, GameTerms, RuleSet, TakebackPolicy, Terms};
