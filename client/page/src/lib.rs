//! The functions through which the program and the web page around it talk, and the page's clock.
//!
//! Each message is a text, and bytes that may be empty. The page provides the functions as imports
//! named `chuhe_tell`, `chuhe_hear` and `chuhe_now` of the module `env`; `client/web/page/bridge.js` has them.
//! [`messages`] says what the texts are. In a program for anything but a page, messages go nowhere, and none come.

pub mod messages;

use std::time::Duration;
#[cfg(not(target_family = "wasm"))]
use std::{sync::OnceLock, time::Instant};

/// A message of the page: a text, and the bytes that belong to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heard {
    /// The text.
    pub text: String,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// The number of bytes in which a message of the page says how long its text is.
#[cfg(any(test, target_family = "wasm"))]
const PREFIX: usize = 4;

#[cfg(any(test, target_family = "wasm"))]
impl Heard {
    /// Reads a message: the length of its text as a little-endian `u32`, the text, the bytes.
    fn decode(message: &[u8]) -> Option<Self> {
        let (length, rest) = message.split_first_chunk::<PREFIX>()?;
        let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
        let (text, bytes) = rest.split_at_checked(length)?;
        Some(Self { text: String::from_utf8(text.to_vec()).ok()?, bytes: bytes.to_vec() })
    }
}

#[cfg(target_family = "wasm")]
mod imports {
    #![expect(
        unsafe_code,
        reason = "the page's functions are foreign; they only touch the memory passed to them"
    )]

    #[link(wasm_import_module = "env")]
    unsafe extern "C" {
        /// Reads a text and bytes; returns 1 if the page did what they say, else 0.
        pub(super) safe fn chuhe_tell(
            text: *const u8,
            text_length: usize,
            bytes: *const u8,
            length: usize,
        ) -> i32;
        /// Returns the length of the next message, 0 if there is none; writes and removes it if it
        /// fits into the buffer.
        pub(super) safe fn chuhe_hear(buffer: *mut u8, length: usize) -> usize;
        /// Returns the time since the page or the worker began, in milliseconds.
        pub(super) safe fn chuhe_now() -> f64;
    }
}

/// Passes a message to the page. Returns whether the page did what it asks for.
#[cfg(target_family = "wasm")]
pub fn tell(text: &str, bytes: &[u8]) -> bool {
    imports::chuhe_tell(text.as_ptr(), text.len(), bytes.as_ptr(), bytes.len()) == 1
}

/// Returns the next message of the page.
#[cfg(target_family = "wasm")]
#[must_use]
pub fn hear() -> Option<Heard> {
    let length = imports::chuhe_hear(std::ptr::null_mut(), 0);
    if length == 0 {
        return None;
    }
    let mut message = vec![0; length];
    imports::chuhe_hear(message.as_mut_ptr(), message.len());
    // the page writes only valid messages
    Some(Heard::decode(&message).unwrap_or_default())
}

/// Returns the time since the page or the worker began. It never goes back.
#[cfg(target_family = "wasm")]
#[must_use]
pub fn now() -> Duration {
    Duration::try_from_secs_f64(imports::chuhe_now() / 1000.0).unwrap_or_default()
}

/// Returns the time since the first call. It never goes back.
#[cfg(not(target_family = "wasm"))]
#[must_use]
pub fn now() -> Duration {
    static FIRST: OnceLock<Instant> = OnceLock::new();
    FIRST.get_or_init(Instant::now).elapsed()
}

/// Tells nobody.
#[cfg(not(target_family = "wasm"))]
pub fn tell(_text: &str, _bytes: &[u8]) -> bool {
    false
}

/// Hears nothing.
#[cfg(not(target_family = "wasm"))]
#[must_use]
pub fn hear() -> Option<Heard> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_has_a_text_and_bytes() {
        let message = [&2_u32.to_le_bytes()[..], b"hi", &[7, 8]].concat();
        assert_eq!(Heard::decode(&message), Some(Heard { text: "hi".into(), bytes: vec![7, 8] }));
        assert_eq!(Heard::decode(&message[..5]), None);
        assert_eq!(Heard::decode(&[1, 0, 0, 0, 0xff]), None);
        assert_eq!(Heard::decode(&[]), None);
    }
}
