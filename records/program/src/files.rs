//! Reading files, and progress for long work.

use crate::command_line::EncodingName;
use crate::printable::Printable;
use anyhow::Context;
use chuhe_records::formats::{self, Encoding, Format, MAX_FILE_BYTES, ReadOptions, Reading};
use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// Reads the games of a file; its extension is the hint to its format.
///
/// Says which encoding a text was read in, unless the user named it or it is certain.
pub(crate) fn read(path: &Path, encoding: Option<EncodingName>) -> anyhow::Result<Reading> {
    let name = || path.display().to_string();
    let mut bytes = Vec::new();
    // One byte more, so that the reader sees that the file is too large.
    let limit = MAX_FILE_BYTES as u64 + 1;
    File::open(path).with_context(name)?.take(limit).read_to_end(&mut bytes).with_context(name)?;
    let options = ReadOptions { hint: format_of(path), encoding: encoding.map(Encoding::from) };
    let reading = formats::read_with(&bytes, options).with_context(name)?;
    if reading.is_encoding_guess {
        let _ = writeln!(Printable(io::stderr()), "{}: read as {}", path.display(), reading.encoding);
    }
    Ok(reading)
}

/// Reads the games of a file as [`read`] does; names a file that cannot be read, so that the others can be used.
pub(crate) fn read_or_name(path: &Path, encoding: Option<EncodingName>) -> io::Result<Option<Reading>> {
    match read(path, encoding) {
        Ok(reading) => Ok(Some(reading)),
        Err(error) => writeln!(Printable(io::stderr()), "error: {error:#}").map(|()| None),
    }
}

/// The format that the extension of a file names.
pub(crate) fn format_of(path: &Path) -> Option<Format> {
    Format::from_extension(path.extension()?.to_str()?)
}

/// A number with its noun, in the plural unless it is 1.
pub(crate) fn count(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

/// Shows on a terminal how far a long work is.
#[derive(Debug)]
pub(crate) struct Progress {
    /// When to show it next; `None` if there is no terminal.
    due: Option<Instant>,
    shown: bool,
}

impl Progress {
    /// The time between two messages, and before the first.
    const PERIOD: Duration = Duration::from_millis(300);

    pub(crate) fn new() -> Self {
        let due = io::stderr().is_terminal().then(|| Instant::now() + Self::PERIOD);
        Self { due, shown: false }
    }

    /// Shows `message` if the last one is old enough.
    pub(crate) fn show(&mut self, message: impl FnOnce() -> String) {
        let now = Instant::now();
        if self.due.is_some_and(|due| due <= now) {
            let _ = write!(io::stderr(), "\r\x1b[K");
            let _ = write!(Printable(io::stderr()), "{}", message());
            (self.due, self.shown) = (Some(now + Self::PERIOD), true);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.shown {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
