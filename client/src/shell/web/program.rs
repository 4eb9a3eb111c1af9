//! Starts the program in a page.

use super::machine::{SettingsFile, server_in};
use super::socket::Socket;
use super::storage::PageStorage;
use super::{page, settings};
use crate::shell::client::{Client, Destination, Start};
use crate::shell::trace::TraceFile;
use crate::shell::window::{self, Options};
use chuhe_model::choices::lang::Lang;
use chuhe_model::choices::zone::Zone;
use chuhe_model::exchange::environment::{Environment, Surface};
use chuhe_page::messages::{self, FirstMessage, PageFacts, ToPage};
use std::io;

/// Runs the program as the window of the page, whose first message begins it.
pub fn main() {
    match page::hear(messages::read) {
        Some((FirstMessage::Start(facts), _)) => start(*facts),
        None => page::report(&"the page did not say what to do"),
    }
}

fn start(facts: PageFacts) {
    let storage = PageStorage::new(facts.kept);
    let mut settings = settings::load(&storage);
    (settings.servers.host, settings.servers.port) = facts.address;
    let environment = Environment {
        language: Lang::from_locale(&facts.language),
        // a page has no command line, and hosts nothing
        asked_language: None,
        addresses: Vec::new(),
        time_zone: Zone::of_offsets(&facts.offsets).unwrap_or(Zone::UTC),
        started_at_ms: Some(facts.now_ms),
        surface: Surface::Page { server: server_in(facts.server) },
        // a worker has one thread
        cores: 1,
        fingers: facts.has_fingers,
        look: page::look(&facts.look),
        shares: facts.shares,
        page: facts.page.parse().ok(),
        // known once the storage is open
        review_ends_with_tab: false,
        seed: u64::from(facts.seed[0]) << 32 | u64::from(facts.seed[1]),
    };
    let destination = if facts.is_reloaded { Destination::Again } else { Destination::Link };
    let start = Start {
        environment,
        file: SettingsFile { storage, is_first: facts.is_first },
        settings,
        is_reloaded: facts.is_reloaded,
        destination: Some(facts.link).filter(|link| !link.is_empty()).map(destination),
        nearby: false,
        has_window: true,
        record: None,
        trace: facts.trace.then(|| TraceFile::to(TraceLines)),
    };
    let options = Options { trace: facts.trace, ..Options::default() };
    if let Err(error) = window::run(options, || Client::start(start, Socket::default())) {
        tracing::error!("{error:#}");
    }
}

/// Passes lines of the trace to the page.
struct TraceLines;

impl io::Write for TraceLines {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        page::tell(&ToPage::Trace { line: &String::from_utf8_lossy(line) });
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Runs `open`, which returns once the browser has the program's functions.
pub(in crate::shell) fn explain(open: impl FnOnce()) -> anyhow::Result<()> {
    open();
    Ok(())
}

/// The window is open: the page has its canvas since it began.
pub(in crate::shell) const fn set_opened() {}
