//! Every text that a user sees.
//!
//! The words are in `client/texts`, one file a language, in the format of Project Fluent. The build
//! script makes `Text` of them: a text that a language lacks or misspells does not compile. A text for
//! a variant of an enum is chosen by its name (`build/named.rs`); the files here choose by other data.

mod analysis;
mod challenge;
#[cfg(test)]
mod compiler_tests;
mod connection;
mod console;
mod endgames;
mod engines;
pub mod evening_names;
pub mod evening_pages;
pub mod evening_plain;
mod evening_tables;
mod fair_play;
mod fingers;
mod format;
#[allow(missing_docs, reason = "the texts themselves say what they are")]
#[allow(clippy::unneeded_struct_pattern, reason = "it knows the names of variants, not what they hold")]
mod generated;
mod help;
mod keys;
mod library;
mod local;
mod luzhanqi;
mod names;
mod notices;
mod openings;
mod outcomes;
mod records;
mod refusals;
mod repetition;
mod reports;
mod table;
#[cfg(test)]
mod tests;
mod times;
mod tournaments;

pub use format::minutes_and_seconds;
pub use generated::{EveningText, RecordsText, Text};
pub use names::name_behind;
pub use notices::sentence;
pub use times::time_field;
pub use tournaments::plan_fault;

use chuhe_model::choices::lang::Lang;

impl Text {
    /// Returns the texts of this language.
    pub const fn of(lang: Lang) -> &'static Self {
        generated::text_of(lang)
    }
}

impl std::fmt::Debug for Text {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Text({})", self.language)
    }
}
