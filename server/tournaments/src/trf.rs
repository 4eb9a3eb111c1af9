//! TRF, the exchange format of FIDE for tournaments: the editions of 2016 and 2026.
//!
//! Sources: FIDE C.04.A annex 2 (TRF16), the FIDE document "TRF26" of 2025, and, for the lines `XXR`, `XXC`, `XXS` and `BB?`,
//! the manuals of JaVaFo and bbpPairings. Columns are counted in characters from 1.
//!
//! White stands for red. Lines that nothing here needs, such as the city, are kept and written again.

mod export;
mod file;
mod import;
mod read;
mod write;

pub use file::{Edition, MAX_CHARS, MAX_TRF_ROUNDS, Mark, Trf, TrfPlayer, TrfPoints, TrfRound};
pub use import::BadImport;
pub use read::{BadTrf, TrfReason};
