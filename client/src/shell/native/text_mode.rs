//! Runs the client as lines of text: standard input in, standard output out.
//!
//! A thread reads the lines, because reading blocks; the terminal stays in its own mode, so that
//! line editing, input methods and screen readers work as in every other program. Only a password is
//! typed without being shown.

use crate::shell::client::Client;
use crate::shell::window::Program as _;
use chuhe_model::actions::action::Action;
use chuhe_model::exchange::transport::Transport;
use chuhe_text::{Reply, TextMode};
use std::io::{self, BufRead, IsTerminal, StdinLock, Write};
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::thread::{self, Thread};
use std::time::Duration;

/// The longest time between two looks at what the threads of the program have done.
const POLL_TIME: Duration = Duration::from_millis(120);

/// What the user types next.
#[derive(Clone, Copy)]
enum Next {
    /// A command.
    Line,
    /// A password, which a terminal does not show.
    Password,
}

/// What the user has typed.
#[derive(Debug, PartialEq, Eq)]
enum Typed {
    /// A line.
    Line(String),
    /// No password, because the terminal could not be read or the user ended the prompt.
    NoPassword,
}

/// The lines of standard input, each read once it is requested.
struct Lines {
    requests: Sender<Next>,
    lines: Receiver<Typed>,
}

/// Runs the client until the user quits or standard input ends.
///
/// # Errors
/// If standard output cannot be written, or the thread that reads cannot be started.
pub fn run<T: Transport>(mut client: Client<T>) -> io::Result<()> {
    let input = Lines::start(thread::current())?;
    let mut next = Next::Line;
    let mut mode = TextMode::new(io::stdin().is_terminal());
    print(&[TextMode::welcome(client.app())])?;
    input.request(next);
    loop {
        client.poll();
        print(&mode.news(client.app(), client.now()))?;
        match input.lines.try_recv() {
            Ok(typed) => {
                let reply = match (next, typed) {
                    (Next::Line, Typed::Line(line)) => mode.read(client.app(), &line, client.now()),
                    (Next::Password, Typed::Line(line)) => TextMode::read_password(&line),
                    (Next::Line | Next::Password, Typed::NoPassword) => TextMode::no_password(client.app()),
                };
                next = if reply.asks_password { Next::Password } else { Next::Line };
                carry_out(&mut client, reply)?;
                while let Some(reply) = mode.next(client.app(), client.now()) {
                    carry_out(&mut client, reply)?;
                }
                input.request(next);
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

/// Carries out what a line of the user leads to.
fn carry_out<T: Transport>(client: &mut Client<T>, reply: Reply) -> io::Result<()> {
    print(&reply.lines)?;
    for action in reply.actions {
        client.act(action);
    }
    if reply.quits {
        client.close_requested();
    }
    Ok(())
}

impl Lines {
    /// Starts the thread that reads standard input; it wakes `reader` at each line.
    fn start(reader: Thread) -> io::Result<Self> {
        let (requests, requested) = mpsc::channel();
        let (sender, lines) = mpsc::channel();
        thread::Builder::new().name("input".to_owned()).spawn(move || {
            let mut input = io::stdin().lock();
            while let Ok(next) = requested.recv() {
                let Some(line) = read_line(&mut input, next) else { break };
                if sender.send(line).is_err() {
                    break;
                }
                reader.unpark();
            }
            drop(sender);
            reader.unpark();
        })?;
        Ok(Self { requests, lines })
    }

    /// Requests the next line. At the end of the input there is none, which the next look shows.
    fn request(&self, next: Next) {
        let _ = self.requests.send(next);
    }
}

/// Reads a line; `None` at the end of the input.
fn read_line(input: &mut StdinLock<'_>, next: Next) -> Option<Typed> {
    match next {
        Next::Password if input.is_terminal() => Some(password(rpassword::read_password())),
        Next::Line | Next::Password => {
            let mut line = Vec::new();
            let length = input.read_until(b'\n', &mut line).ok()?;
            (length > 0).then(|| Typed::Line(String::from_utf8_lossy(&line).into_owned()))
        }
    }
}

/// What was typed at the prompt for a password. An error there does not end the input.
fn password(read: io::Result<String>) -> Typed {
    match read {
        Ok(password) => Typed::Line(password),
        Err(error) => {
            tracing::debug!(%error, "no password was read");
            Typed::NoPassword
        }
    }
}

fn print(lines: &[String]) -> io::Result<()> {
    let mut output = io::stdout().lock();
    for line in lines {
        writeln!(output, "{line}")?;
    }
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_prompt_for_a_password_does_not_end_the_input() {
        let ended = io::Error::from(io::ErrorKind::UnexpectedEof);
        assert_eq!(password(Err(ended)), Typed::NoPassword);
        assert_eq!(password(Ok("horse".to_owned())), Typed::Line("horse".to_owned()));
    }
}
