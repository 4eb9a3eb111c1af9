//! The conversation: handles lines and the events of the search, and writes.

use crate::Event;
use crate::settings::{Effect, Settings, session_config};
use crate::thinker::Thinker;
use chuhe_rules::xiangqi::Rules;
use chuhe_uci::{Action, Session};
use std::io::{self, Write};
use std::sync::mpsc::{Receiver, SyncSender};

/// A conversation over an output.
pub(crate) struct Conversation<W> {
    session: Session,
    settings: Settings,
    thinker: Thinker,
    output: W,
    /// Answers to `isready` that wait until the options are applied.
    preparations: u32,
    /// Whether the input has ended: the program ends once everything is answered.
    ending: bool,
}

impl<W: Write> Conversation<W> {
    pub(crate) fn new(output: W, events: SyncSender<Event>) -> Self {
        Self {
            session: Session::new(session_config()),
            settings: Settings::default(),
            thinker: Thinker::start(events),
            output,
            preparations: 0,
            ending: false,
        }
    }

    /// Handles events until the conversation ends.
    ///
    /// # Errors
    /// If nothing can be written, or the thread that searches has failed.
    pub(crate) fn run(mut self, events: &Receiver<Event>) -> io::Result<()> {
        for event in events {
            match event {
                Event::Line(line) => {
                    if !self.handle(&line)? {
                        return Ok(());
                    }
                }
                Event::EndOfInput => self.ending = true,
                Event::Info(info) => self.write(&self.session.report(&info))?,
                Event::Finished(finished) => self.finish(finished)?,
                Event::Prepared => {
                    self.preparations -= 1;
                    self.write(&self.session.prepared())?;
                }
                Event::ThinkerEnded => return Err(io::Error::other("the search has failed")),
            }
            if self.ending && !self.awaits_answer() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Whether the thread that searches will answer without another command.
    ///
    /// A search with a limit may end by itself after the last line, so that the commands can come
    /// from a file.
    fn awaits_answer(&self) -> bool {
        self.preparations > 0 || (self.session.is_thinking() && !self.session.waits_for_stop())
    }

    /// Handles a line; returns whether the conversation goes on.
    fn handle(&mut self, line: &[u8]) -> io::Result<bool> {
        for action in self.session.handle(line) {
            match action {
                Action::Write(line) => self.write(&line)?,
                Action::Search(search) => self.thinker.search(search, self.settings),
                Action::Stop => self.thinker.stop(),
                Action::PonderHit => self.thinker.ponder_hit(),
                Action::Clear => self.thinker.clear(),
                Action::Prepare => {
                    self.preparations += 1;
                    self.thinker.prepare(self.settings);
                }
                Action::Set { name, value } => match self.settings.set(&name, &value) {
                    Effect::Later => {}
                    Effect::Rules => self.session.set_rules(Rules::current(self.settings.rules)),
                    Effect::Clear => self.thinker.clear(),
                },
                Action::Quit => return Ok(false),
            }
        }
        Ok(true)
    }

    fn finish(&mut self, finished: crate::thinker::Finished) -> io::Result<()> {
        let answer = self.session.finish(finished.best, finished.ponder);
        match finished.counted {
            Some(counted) => self.write(&self.session.report(&counted)),
            None => answer.map_or(Ok(()), |answer| self.write(&answer)),
        }
    }

    fn write(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.output, "{line}")?;
        self.output.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[test]
    fn a_failed_search_ends_the_program() {
        let (events, inbox) = mpsc::sync_channel(1);
        let conversation = Conversation::new(Vec::new(), events.clone());
        events.send(Event::ThinkerEnded).expect("the queue has room");
        assert!(conversation.run(&inbox).is_err());
    }
}
