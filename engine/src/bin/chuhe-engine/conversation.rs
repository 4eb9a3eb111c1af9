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
    /// Whether the input has ended: the program ends after the search.
    ending: bool,
}

impl<W: Write> Conversation<W> {
    pub(crate) fn new(output: W, events: SyncSender<Event>) -> Self {
        Self {
            session: Session::new(session_config()),
            settings: Settings::default(),
            thinker: Thinker::start(events),
            output,
            ending: false,
        }
    }

    /// Handles events until the conversation ends.
    ///
    /// # Errors
    /// If nothing can be written.
    pub(crate) fn run(mut self, events: &Receiver<Event>) -> io::Result<()> {
        for event in events {
            let goes_on = match event {
                Event::Line(line) => self.handle(&line)?,
                Event::EndOfInput => self.end_of_input(),
                Event::Info(info) => self.write(&self.session.report(&info)).map(|()| true)?,
                Event::Finished(finished) => self.finish(finished)?,
                Event::Prepared => self.write(&self.session.prepared()).map(|()| true)?,
            };
            if !goes_on {
                return Ok(());
            }
        }
        Ok(())
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
                Action::Prepare => self.thinker.prepare(self.settings),
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

    /// Lets a search with a limit end by itself, so that the commands can come from a file.
    fn end_of_input(&mut self) -> bool {
        if self.session.waits_for_stop() {
            return false;
        }
        self.ending = true;
        self.session.is_thinking()
    }

    fn finish(&mut self, finished: crate::thinker::Finished) -> io::Result<bool> {
        let answer = self.session.finish(finished.best, finished.ponder);
        match finished.counted {
            Some(counted) => self.write(&self.session.report(&counted))?,
            None => answer.map_or(Ok(()), |answer| self.write(&answer))?,
        }
        Ok(!self.ending)
    }

    fn write(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.output, "{line}")?;
        self.output.flush()
    }
}
