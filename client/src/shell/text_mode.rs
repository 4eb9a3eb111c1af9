//! Runs the client as lines of text: standard input in, standard output out.
//!
//! A thread reads the lines, because reading blocks; the terminal stays in its own mode, so that
//! line editing, input methods and screen readers work as in every other program.

use super::client::Client;
use super::window::Program as _;
use crate::core::actions::action::Action;
use crate::core::exchange::transport::Transport;
use crate::core::text_mode::TextMode;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread::{self, Thread};
use std::time::Duration;

/// The longest time between two looks at what the threads of the program have done.
const POLL_TIME: Duration = Duration::from_millis(120);
/// The most lines that wait to be read, so that a pipe is not read faster than it is obeyed.
const WAITING_LINES: usize = 16;

/// Runs the client until the user quits or standard input ends.
///
/// # Errors
/// If standard output cannot be written, or the thread that reads cannot be started.
pub fn run<T: Transport>(mut client: Client<T>) -> io::Result<()> {
    let lines = read_lines(thread::current())?;
    let mut mode = TextMode::default();
    print(&[TextMode::welcome(client.app())])?;
    loop {
        client.poll();
        print(&mode.news(client.app(), client.now()))?;
        match lines.try_recv() {
            Ok(line) => {
                read(&mut client, &mode, &line)?;
                print(&mode.news(client.app(), client.now()))?;
            }
            Err(TryRecvError::Empty) => {
                let wakeup = client.wakeup().unwrap_or(POLL_TIME);
                thread::park_timeout(wakeup.min(POLL_TIME));
            }
            Err(TryRecvError::Disconnected) => client.act(Action::Quit(true)),
        }
        if client.is_over() {
            return Ok(());
        }
    }
}

/// Carries out a line of the user.
fn read<T: Transport>(client: &mut Client<T>, mode: &TextMode, line: &str) -> io::Result<()> {
    let reply = mode.read(client.app(), line, client.now());
    print(&reply.lines)?;
    for action in reply.actions {
        client.act(action);
    }
    if reply.quits {
        client.close_requested();
    }
    Ok(())
}

/// Starts the thread that reads standard input, and wakes `reader` at each line.
fn read_lines(reader: Thread) -> io::Result<Receiver<String>> {
    let (sender, lines) = mpsc::sync_channel(WAITING_LINES);
    thread::Builder::new().name("input".to_owned()).spawn(move || {
        let mut input = io::stdin().lock();
        loop {
            let mut line = Vec::new();
            match input.read_until(b'\n', &mut line) {
                Ok(0) | Err(_) => break,
                Ok(_) => {}
            }
            if sender.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                break;
            }
            reader.unpark();
        }
        drop(sender);
        reader.unpark();
    })?;
    Ok(lines)
}

fn print(lines: &[String]) -> io::Result<()> {
    let mut output = io::stdout().lock();
    for line in lines {
        writeln!(output, "{line}")?;
    }
    output.flush()
}
