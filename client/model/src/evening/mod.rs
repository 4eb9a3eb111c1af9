//! Evenings: tournaments that the server runs, as a client follows them.
//!
//! [`Evenings`] belongs to a session with a server: the list, the plan of a new evening, and the [`Evening`] that is
//! followed. That one folds the journal of `chuhe_tournaments` as the server does, and answers what its players and
//! organisers ask of it; [`Evening::figures`] has what follows from the journal, computed once a change.

mod calls;
pub mod chosen;
pub mod computers;
pub mod dialog;
mod drafts;
pub mod duties;
pub mod entries;
pub mod entry_file;
mod evenings;
pub mod export;
pub mod figures;
pub mod journal;
pub mod leading;
pub mod live;
mod one;
pub mod pairing_form;
pub mod plan_form;
pub mod plan_numbers;
pub mod reasons;
pub mod seat;
mod sending;

#[cfg(test)]
mod tests;

pub use calls::EveningCall;
pub use evenings::{Evenings, Followed, News, Place, Typed};
pub use one::{Evening, Folded};
