//! Tournaments of a club, as a fold over their events.
//!
//! A [`Tournament`] has [`Regulations`], a journal of [`Record`]s, and the [`State`] that follows from both. Each event is
//! checked, and refused with a [`Refusal`]; every event can be undone. [`next_pairing`] proposes the next round,
//! [`why_not`] answers why two players do not meet, and [`standings()`] orders the players and shows how each tie-break came
//! about.
//!
//! - The crate has no input, output, clock or randomness. A seed in the event of the start decides every lot, and the
//!   caller passes the time of an event.
//! - It has no texts: explanations are data, of which the client makes sentences.
//! - [`trf`] reads and writes the exchange format of FIDE, and [`csv`] writes tables for spreadsheets.
//!
//! `docs/tournaments.md` explains the systems to organisers.
//!
//! ```
//! use chuhe_rules::clock::Timestamp;
//! use chuhe_tournaments::*;
//! let swiss = System::Swiss(SwissRules { rounds: 3, clubs_apart_rounds: 0 });
//! let mut tournament = Tournament::new(Regulations::of(swiss))?;
//! let mut record = |event| tournament.record(Record { at: Timestamp::from_ms(0), by: 1, event });
//! for name in ["Ada", "Bo", "Chen", "Dora"] {
//!     record(Event::Entered(Entry { name: name.to_owned(), ..Entry::default() }))?;
//! }
//! record(Event::Started { seed: 7 })?;
//! let proposal = next_pairing(&tournament)?;
//! assert_eq!(proposal.pairing.boards.len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod apply;
mod arena;
pub mod csv;
mod event;
mod knock_out;
mod lot;
mod matching;
mod namesakes;
mod pairing;
mod refusal;
mod regulations;
mod round_robin;
mod sheet;
mod standings;
mod state;
mod swiss;
mod team_match;
mod tie_breaks;
mod tournament;
pub mod trf;

pub use event::{Absent, BoardId, Concession, Entry, Event, Outcome, Pairing, PlayerId, Record};
pub use knock_out::{Advance, Match, bracket, bracket_order};
pub use matching::{Costs, Criterion};
pub use namesakes::namesakes;
pub use pairing::{DeadEnd, NoPairing, Proposal, Remedy, WhyNot, explain_round, next_pairing, why_not};
pub use refusal::Refusal;
pub use regulations::{
    AbsenceRule, ArenaRules, BadRegulations, KnockOutRules, LateEntry, LevelMatch, MAX_CYCLES,
    MAX_MATCH_GAMES, MAX_PLAYERS, MAX_POINTS, MAX_RECORDS, MAX_ROUNDS, MAX_TEXT, Numbering, Points,
    Regulations, RoundRobinRules, SwissRules, System, TeamMatchRules, TieBreak, Unplayed,
};
pub use round_robin::berger;
pub use sheet::{Line, Score, Sheet, sheet_of, sheets};
pub use standings::{Below, Row, standings};
pub use state::{Absences, Board, Meetings, Phase, Player, Presence, Round, State};
pub use swiss::{ColourReason, Due, Explanation, Meeting, Preference};
pub use team_match::{Team, team_points, teams};
pub use tie_breaks::{Breakdown, Field, Part, direct_encounter, drop_rounds, tie_break};
pub use tournament::{BadJournal, Tournament};
