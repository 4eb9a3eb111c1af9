//! A session: the connection of one player to a server, and the visit to it.
//!
//! The app has one with the server, and one for each person at this screen in a game without a server. A session
//! handles what concerns it alone: the messages of its server, requests, the table. It queues effects and notices of
//! its own, and reports as `News` what concerns more than the session.

mod account;
mod chatting;
mod evenings;
mod games;
mod invitations;
mod lobby;
mod messages;
pub(crate) mod preparing;
mod profiles;
mod reports;
mod table;
mod watch;

use crate::visit::Visit;
use chuhe_model::connection::link::{Link, Status};
use chuhe_model::connection::local::LocalTransport;
use chuhe_model::evening::Evenings;
use chuhe_model::exchange::transport::Transport as _;
use chuhe_model::exchange::trust::Trust;
use chuhe_model::lobby::reports::Reports;
use chuhe_model::notices::outbox::Outbox;
use chuhe_model::table::{Moment, Table};
use chuhe_protocol::{DoorRequest, Fingerprint, Halls, Invitation, NodeAddress, Refusal, SessionToken};
use chuhe_rules::clock::Timestamp;

/// A connection to a server, and the visit to it. There may be neither.
#[derive(Debug)]
pub struct Session {
    pub(crate) transport: Transport,
    pub(crate) link: Link,
    pub(crate) visit: Option<Visit>,
    /// What the user knows of reports. It does not belong to the visit, because a banned user has none.
    pub(crate) reports: Reports,
    /// What the user knows of the tournaments of the server.
    pub(crate) evenings: Box<Evenings>,
    /// What the session asks its server and the shell, and says to its user.
    pub(crate) out: Outbox,
    /// Whether the program of a phone has gone to sleep, which the server is to know.
    is_asleep: bool,
    news: Vec<News>,
}

/// What carries the messages of a session.
#[derive(Debug)]
pub(crate) enum Transport {
    /// The shell, to a server elsewhere.
    Shell,
    /// A connection to the server in this program.
    Local(LocalTransport),
}

/// What a session reports, because it concerns more than the session.
#[derive(Debug)]
pub(crate) enum News {
    /// The server has let the user in, with this token.
    Joined(SessionToken),
    /// All tokens but this one are void.
    Renewed(SessionToken),
    /// The server refused to let the user in.
    Refused,
    /// The player was signed out from another device.
    SignedOut,
    /// The server has halls.
    Halls(Halls),
    /// The server has said where the hall is, if anybody has it.
    HallAt(Option<NodeAddress>),
    /// The server has shown a certificate.
    Secured {
        /// The certificate that it showed.
        shown: Fingerprint,
        /// The trust in it.
        trust: Trust,
    },
    /// The connection could not be opened.
    ConnectFailed,
    /// The server has answered who invites and to what, to a client that has not joined.
    Answered(Result<Box<Invitation>, Refusal>),
    /// A table has opened.
    TableOpened,
    /// Events of the game at the table have arrived.
    TableChanged,
    /// A game of the user's own has begun.
    GameBegun,
    /// A finished game has arrived, for a review.
    GameRead,
}

impl Session {
    /// A session without a connection.
    pub(crate) fn new(transport: Transport) -> Self {
        Self {
            transport,
            link: Link::default(),
            visit: None,
            reports: Reports::default(),
            evenings: Box::default(),
            out: Outbox::default(),
            is_asleep: false,
            news: Vec::new(),
        }
    }

    /// The table on the screen of the visit.
    pub(crate) fn table(&self) -> Option<&Table> {
        self.visit.as_ref()?.table()
    }

    pub(crate) fn table_mut(&mut self) -> Option<&mut Table> {
        self.visit.as_mut()?.tables.shown_mut()
    }

    /// Whether the user plays a game now.
    pub(crate) fn plays(&self) -> bool {
        self.visit.as_ref().is_some_and(|visit| visit.tables.plays())
    }

    /// The moment at which the user acts; the boards of two people at one screen have no premoves.
    pub(crate) fn moment(&self, premoves: bool, now: Timestamp) -> Moment {
        Moment { now, online: self.link.is_joined(), premoves }
    }

    /// Acts in the visit, which sends requests and says things through the session; returns what follows, which is
    /// nothing without a visit.
    pub(crate) fn with_visit<R: Default>(&mut self, act: impl FnOnce(&mut Visit, &mut Outbox) -> R) -> R {
        self.visit.as_mut().map(|visit| act(visit, &mut self.out)).unwrap_or_default()
    }

    /// Whether the game of an invitation was about to begin; it has begun by now.
    pub(crate) fn takes_awaited_game(&mut self) -> bool {
        self.visit.as_mut().is_some_and(|visit| std::mem::take(&mut visit.invitations.awaits_game))
    }

    /// Leaves the server, or ends the attempt to join it.
    pub(crate) fn leave(&mut self) {
        self.link.leave(&mut self.out);
        self.end_visit();
    }

    /// Forgets the visit, with what is known of reports and tournaments.
    pub(crate) fn end_visit(&mut self) {
        (self.visit, self.reports, self.evenings) = (None, Reports::default(), Box::default());
    }

    /// Handles timeouts of the connection.
    pub(crate) fn tick(&mut self, now: Timestamp) {
        self.link.tick(now, &mut self.out);
    }

    /// Stops the clocks that the user sees, or lets them run.
    pub(crate) fn hold_clocks(&mut self, held: bool, now: Timestamp) {
        if let Some(table) = self.table_mut() {
            table.game_mut().shown_clocks.set_paused(held, now);
        }
    }

    /// The program of a phone goes to sleep, or wakes up: the server gives it more time.
    pub(crate) fn sleeps(&mut self, asleep: bool) {
        self.is_asleep = asleep;
        self.report_sleep();
        if !asleep && self.link.status() == Status::Joined {
            self.with_visit(|visit, out| visit.seek_again(out));
        }
    }

    /// Says on a connection whether the program is asleep.
    fn report_sleep(&mut self) {
        if self.link.status() == Status::Joined {
            self.out.send(DoorRequest::Sleep { asleep: self.is_asleep });
        }
    }

    /// Takes what concerns more than the session.
    pub(crate) fn take_news(&mut self) -> Vec<News> {
        std::mem::take(&mut self.news)
    }

    /// Sends what is queued over a connection in this program. Returns whether there was anything; a session with a
    /// server elsewhere leaves it to the shell.
    pub(crate) fn send_here(&mut self) -> bool {
        let Transport::Local(transport) = &mut self.transport else { return false };
        let effects = self.out.take_network();
        let any = !effects.is_empty();
        effects.into_iter().for_each(|effect| transport.perform(effect));
        any
    }

    /// Exchanges what is queued and what has arrived over a connection in this program. Returns whether there was
    /// anything.
    pub(crate) fn exchange(&mut self, now: Timestamp) -> bool {
        let mut any = self.send_here();
        loop {
            let Transport::Local(transport) = &mut self.transport else { return any };
            let Some(event) = transport.poll() else { return any };
            any = true;
            self.handle(event, Trust::FirstUse, now);
        }
    }

    /// Passes the current time to a connection in this program.
    pub(crate) fn advance(&mut self, now: Timestamp) {
        if let Transport::Local(transport) = &mut self.transport {
            transport.advance(now);
        }
    }

    /// When something happens to the connection without the user.
    pub(crate) fn next_wakeup(&self) -> Option<Timestamp> {
        let transport = match &self.transport {
            Transport::Shell => None,
            Transport::Local(transport) => transport.next_wakeup(),
        };
        [self.link.next_wakeup(), transport].into_iter().flatten().min()
    }
}
