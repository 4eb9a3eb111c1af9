//! Text of files on a terminal, without the control characters that it would obey.

use std::io::{self, Write};

/// A writer of text that writes U+FFFD for each control character but line feed and tab.
pub(crate) struct Printable<W>(pub(crate) W);

impl<W: Write> Write for Printable<W> {
    /// Writes all of `bytes`, which are whole characters of UTF-8 as `write!` passes them.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        let is_obeyed = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
        self.0.write_all(text.replace(is_obeyed, "\u{fffd}").as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
