//! A pinyin input method for the chat: letters in, Chinese characters out.
//!
//! The window library has no input methods on Linux, as `docs/input-methods.md` shows.

mod composer;
mod dictionary;

pub use composer::{Candidate, Composer, ComposerKey, PAGE, Typed};
