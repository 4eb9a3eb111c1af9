//! Every text that a user sees, in a folder for each language.
//!
//! A language is a value of `Text`, so a language that lacks a text does not compile.
//! Texts depend on data only: numbers, and enums of the rules, the protocol and the client's model.

mod analysis_catalog;
mod catalog;
mod define;
mod en;
mod format;
mod local_catalog;
mod record_catalog;
mod table_catalog;
#[cfg(test)]
mod tests;
mod zh;

pub(crate) use catalog::Text;
pub(crate) use record_catalog::RecordText;

use super::lang::Lang;

impl Text {
    /// Returns the texts of this language.
    pub(crate) const fn of(lang: Lang) -> &'static Self {
        match lang {
            Lang::Zh => &zh::TEXT,
            Lang::En => &en::TEXT,
        }
    }
}
