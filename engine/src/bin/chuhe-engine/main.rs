//! The program `chuhe-engine`: the computer player of xiangqi for programs that speak UCI or UCCI.
//!
//! One thread reads lines, one thinks, and the main thread owns the conversation and the output,
//! so that a thinking engine answers at once.

mod conversation;
mod perft;
mod settings;
mod thinker;

use chuhe_uci::limits::{MAX_LINE_BYTES, QUEUED_LINES};
use conversation::Conversation;
use std::io::{self, BufRead, Read};
use std::process::ExitCode;
use std::sync::mpsc::{self, SyncSender};

/// Something that the main thread handles.
#[derive(Debug)]
pub(crate) enum Event {
    /// A line, without its end.
    Line(Vec<u8>),
    /// There are no more lines.
    EndOfInput,
    /// A report of the search, or a line of text for people.
    Info(chuhe_uci::Info),
    /// The search has ended.
    Finished(thinker::Finished),
    /// The options are applied.
    Prepared,
    /// The thread that searches has ended, which it does before the program only if it fails.
    ThinkerEnded,
}

fn main() -> ExitCode {
    let (events, inbox) = mpsc::sync_channel(QUEUED_LINES);
    let conversation = Conversation::new(io::stdout().lock(), events.clone());
    std::thread::spawn(move || read_lines(io::stdin().lock(), &events));
    // a reader of the output that has gone away ends the conversation as `quit` does
    match conversation.run(&inbox) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn read_lines(mut input: impl BufRead, events: &SyncSender<Event>) {
    loop {
        let mut line = Vec::new();
        // one byte more than the limit shows that a line is too long
        let read = input.by_ref().take(MAX_LINE_BYTES as u64 + 1).read_until(b'\n', &mut line);
        if !matches!(read, Ok(1..)) {
            let _ = events.send(Event::EndOfInput);
            return;
        }
        if line.len() > MAX_LINE_BYTES && line.last() != Some(&b'\n') && skip_line(&mut input).is_err() {
            let _ = events.send(Event::EndOfInput);
            return;
        }
        if events.send(Event::Line(line)).is_err() {
            return;
        }
    }
}

/// Skips the rest of a line that is too long.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let length = end.map_or(buffer.len(), |end| end + 1);
        input.consume(length);
        if end.is_some() || length == 0 {
            return Ok(());
        }
    }
}
