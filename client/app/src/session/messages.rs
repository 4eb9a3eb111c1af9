//! Handles the messages of the server.

use super::{News, Session};
use crate::snapshot::Snapshot;
use crate::visit::Visit;
use chuhe_model::connection::link::Status;
use chuhe_model::exchange::event::NetworkEvent;
use chuhe_model::exchange::trust::Trust;
use chuhe_model::lobby::fair_play::FairPlay;
use chuhe_model::lobby::preferences::Preferences;
use chuhe_model::lobby::reports::Reports;
use chuhe_model::notices::notice::Notice;
use chuhe_model::notices::outbox::Outbox;
use chuhe_model::table::{Applied, Role, Table};
use chuhe_protocol::{
    AccountMessage, ArchiveMessage, ChatLine, ChatMessage, DoorMessage, DoorRequest, Event, GameId,
    LobbyMessage, PagePort, PlayerId, PlayerName, ProfileMessage, Refusal, Seq, ServerMessage,
};
use chuhe_rules::clock::Timestamp;

impl Session {
    /// Handles what happens to the connection, to a server that is trusted so far.
    pub(crate) fn handle(&mut self, event: NetworkEvent, trusted: Trust, now: Timestamp) {
        match event {
            NetworkEvent::Connected => {
                let tables = self.visit.as_ref().map(|visit| visit.tables.seats());
                let seen = tables.into_iter().flatten().map(|table| table.game().cursor()).collect();
                self.link.connected(seen, now, &mut self.out);
            }
            NetworkEvent::Halls(halls) => self.news.push(News::Halls(halls)),
            NetworkEvent::Secured { shown, trust } => self.news.push(News::Secured { shown, trust }),
            NetworkEvent::ConnectFailed(why) => {
                self.link.connect_failed(why, now, &mut self.out);
                self.news.push(News::ConnectFailed);
            }
            NetworkEvent::VersionRefused { oldest, newest } => self.link.version_refused(oldest, newest),
            NetworkEvent::Received(message) => self.received(*message, now),
            NetworkEvent::Closed(how) => {
                self.link.closed(how, trusted, now, &mut self.out);
                self.end_signed_out_visit();
            }
        }
    }

    fn received(&mut self, message: ServerMessage, now: Timestamp) {
        let status = self.link.status();
        let (was_lost, was_joined) = (matches!(status, Status::Lost { .. }), status == Status::Joined);
        let (was_catching_up, was_asking) = (self.link.is_catching_up(), self.link.is_asking());
        let was_appealing = self.link.is_appealing();
        self.link.received(&message, now, &mut self.out);
        match message {
            ServerMessage::Refused { reason, .. } if was_appealing && !self.link.is_appealing() => {
                self.reports.refused = Some(reason);
            }
            ServerMessage::Refused { reason, .. } if !was_joined => {
                self.refused_before_joining(reason, was_asking, now);
            }
            ServerMessage::Refused { request, reason } if self.reports.refused(request, reason) => {}
            ServerMessage::Refused { request, reason } if self.evenings.refused(request, reason) => {}
            ServerMessage::Refused { request, reason } => {
                self.with_visit(|visit, out| visit.refused(request, reason, now, out));
                self.computers_refused(request, reason);
            }
            ServerMessage::Door(message) => self.received_at_door(message, was_lost, was_catching_up, now),
            ServerMessage::Account(message) => self.received_about_account(message),
            ServerMessage::Lobby(LobbyMessage::InvitationFound(found)) if was_asking => {
                self.news.push(News::Answered(Ok(found)));
            }
            ServerMessage::Lobby(message) => {
                self.with_visit(|visit, out| visit.received_in_lobby(message, now, out));
            }
            ServerMessage::Table { game, message } => self.received_at_table(game, message, now),
            ServerMessage::Chat(message) => self.with_visit(|visit, out| match message {
                ChatMessage::Line { room, from, name, text, at_ms } => {
                    visit.chat_received(room, ChatLine { at_ms, from, name, text }, out);
                }
                ChatMessage::Marked { room: _, at_ms } => visit.marks.add(at_ms),
                ChatMessage::History { room, lines } => visit.chat_history(room, lines),
            }),
            ServerMessage::Archive(message) => self.received_from_archive(message),
            ServerMessage::Profile(ProfileMessage::FairPlay(message)) => {
                self.with_visit(|visit, out| visit.fair_play_changed(*message, now, out));
            }
            ServerMessage::Profile(message) => {
                self.with_visit(|visit, _| visit.games.profiles.received(message));
            }
            ServerMessage::Report(message) => self.received_report(message),
            ServerMessage::Evening(message) => self.received_evening(message, now),
        }
    }

    fn received_at_door(
        &mut self,
        message: DoorMessage,
        was_lost: bool,
        was_catching_up: bool,
        now: Timestamp,
    ) {
        match message {
            DoorMessage::Joined { player, name, token, resumed, registered, hall: _ } => {
                self.news.push(News::Joined(token));
                self.joined(player, name, resumed, registered, now);
                self.out.notices(was_lost.then_some(Notice::Reconnected));
            }
            // this pong came behind everything that was missed, so it measures no delay
            DoorMessage::Pong { .. } if was_catching_up => {
                self.with_visit(|visit, out| {
                    visit.caught_up(now, out);
                    visit.repeat_unconfirmed(now, out);
                });
            }
            DoorMessage::Pong { nonce } => self.echo(nonce),
            DoorMessage::ShuttingDown => {
                self.with_visit(|visit, _| (visit.lobby.shutting_down, visit.lobby.sought) = (true, None));
                self.out.notice(Notice::ShuttingDown);
            }
            DoorMessage::Paused => self.with_visit(|visit, _| visit.pause(true, now)),
            DoorMessage::Unpaused => self.with_visit(|visit, out| visit.unpaused(now, out)),
            DoorMessage::Announcement { text } => self.out.notice(Notice::Announcement(text)),
            DoorMessage::HallAddress { hall: _, address } => self.news.push(News::HallAt(address)),
            DoorMessage::RatedByDefault { rated } => {
                self.with_visit(|visit, _| visit.lobby.unrated_by_default = !rated);
            }
            DoorMessage::WebPage { port, tls } => {
                self.with_visit(|visit, _| {
                    visit.invitations.page = Some(PagePort { port, has_tls: tls });
                });
            }
            // the link handles it
            DoorMessage::Closing { .. } => {}
        }
    }

    fn received_about_account(&mut self, message: AccountMessage) {
        if let AccountMessage::SignedOutEverywhere { token } = message {
            self.news.push(News::Renewed(token));
        }
        self.with_visit(|visit, out| match message {
            AccountMessage::Registered => visit.account.registered(out),
            AccountMessage::SignedOutEverywhere { token } => visit.account.signed_out_everywhere(token, out),
            AccountMessage::Preferences { policy, blocked, profile } => {
                visit.preferences = Preferences::new(policy, blocked, profile);
            }
        });
    }

    fn received_from_archive(&mut self, message: ArchiveMessage) {
        match message {
            ArchiveMessage::Games { games, more } => self.with_visit(|visit, _| {
                let next = games.last().filter(|_| more).map(|game| game.game);
                visit.games.add_page(games, next);
            }),
            ArchiveMessage::FoundGames { games, next } => {
                self.with_visit(|visit, _| visit.games.add_page(games, next));
            }
            ArchiveMessage::FinishedGame { game, first, events, at_ms, more, correction } => {
                self.fetched(game, first, events, &at_ms, more, correction);
            }
        }
    }

    /// Answers a pong in a running game, so that the server can measure the network delay.
    fn echo(&mut self, nonce: u32) {
        if self.plays() {
            self.out.send(DoorRequest::Echo { nonce });
        }
    }

    fn refused_before_joining(&mut self, reason: Refusal, was_asking: bool, now: Timestamp) {
        if was_asking && !self.link.is_asking() {
            return self.news.push(News::Answered(Err(reason)));
        }
        if reason == Refusal::Paused {
            self.with_visit(|visit, _| visit.pause(true, now));
        }
        self.join_refused();
    }

    fn joined(&mut self, me: PlayerId, name: PlayerName, resumed: bool, registered: bool, now: Timestamp) {
        if self.visit.is_none() {
            (self.reports, self.evenings) = (Reports::default(), Box::default());
        }
        let visit = self.visit.get_or_insert_with(|| Visit::new(me, name.clone()));
        (visit.me, visit.account.name) = (me, name);
        visit.lobby.reset();
        visit.lobby.sought = visit.lobby.sought.take().filter(|_| resumed);
        // the server sends them only if the player has chosen any
        visit.preferences = Preferences::default();
        visit.fair_play = FairPlay::default();
        visit.snapshot = Snapshot::default();
        visit.departure.request = None;
        visit.forget_confirmed(|request| self.link.has_answered(request));
        visit.tables.reconnected(resumed, now);
        visit.pause(false, now);
        if self.is_asleep {
            self.report_sleep();
        }
        // requests get no answer on a new connection
        self.with_visit(|visit, out| {
            visit.resume_watching(out);
            visit.invitations.reset(out);
            visit.retry_requests(out);
            visit.games.reset(!resumed && !registered);
            visit.account.reset(registered);
        });
        self.reports.reset();
        self.follow_evening_again();
    }

    pub(super) fn events(&mut self, game: GameId, first: Seq, events: Vec<Event>, now: Timestamp) {
        let live = !self.link.is_catching_up();
        let Some(visit) = &mut self.visit else { return };
        if visit.watch.left == Some(game) {
            return;
        }
        if visit.departure.game == Some(game) {
            // events from the beginning mean that the request to leave was lost
            if first == 0 {
                visit.departure.leave(game, &mut self.out);
            }
            return;
        }
        let out = &mut self.out;
        let user = visit.user_in(game);
        let applied = if let Some(table) = visit.tables.at_mut(game) {
            table.apply_events(first, events, now, live, out)
        } else if first > 0 {
            Applied::Gap
        } else if let Some(table) = Table::begin(game, events, user, now, live, out) {
            visit.open_table(table, now, out);
            self.news.push(News::TableOpened);
            self.news.extend((user.role == Role::Player).then_some(News::GameBegun));
            Applied::Complete
        } else {
            Applied::OutOfSync
        };
        self.applied(game, applied, now);
    }

    /// Reconnects if events are missing or inconsistent.
    pub(super) fn applied(&mut self, game: GameId, applied: Applied, now: Timestamp) {
        match applied {
            Applied::Complete => self.news.push(News::TableChanged),
            // on a new connection the server sends the missing events
            Applied::Gap => self.link.reconnect(now, &mut self.out),
            Applied::OutOfSync => {
                self.with_visit(|visit, _| visit.tables.close(game));
                self.link.reconnect(now, &mut self.out);
            }
        }
    }
}

impl Visit {
    /// Games resume: repeats what could not be done during the pause.
    fn unpaused(&mut self, now: Timestamp, out: &mut Outbox) {
        self.pause(false, now);
        self.departure.retry(out);
        self.tables.seats().for_each(|table| table.send_draft(out));
    }

    /// The server pauses or resumes games.
    fn pause(&mut self, paused: bool, now: Timestamp) {
        self.paused = paused;
        if paused {
            self.lobby.previews.stop_clocks(now);
        }
        self.hold_clocks(now);
    }

    /// All missed messages have arrived. A game that the server did not report has ended meanwhile.
    fn caught_up(&mut self, now: Timestamp, out: &mut Outbox) {
        self.tables.caught_up(now);
        self.seek_again(out);
        for table in self.tables.iter_mut() {
            table.resend(out);
            out.notices(table.missed.take());
        }
    }

    fn refused(&mut self, request: u32, reason: Refusal, now: Timestamp, out: &mut Outbox) {
        if self.account.refused(request, reason, now)
            || self.lobby.previews.refused(request, now)
            || self.lobby.pages.refused(request, now)
            || self.games.past_refused(request, reason, out)
            || self.games.profiles.refused(request, reason)
            || self.invitations.refused(request, reason, out)
            || self.games.evening.refused(request, reason, now, out)
        {
            return;
        }
        self.sent.about_game.take_if(|last| last.number == request);
        self.games_refused(request, reason);
        self.request_refused(request, reason, now);
        self.watch.refused(request);
        if self.departure.refused(request, reason) {
            return;
        }
        self.tables.iter_mut().for_each(|table| table.refused(request, now));
        if let Some((_, room, text)) = self.sent.line.take_if(|(number, ..)| *number == request)
            && let Some(chat) = self.chat_of(room)
            && chat.draft.is_empty()
        {
            chat.draft = text;
        }
        out.notice(Notice::Refused(reason));
    }
}
