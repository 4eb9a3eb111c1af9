//! Handles the messages of the server.

use super::{News, Session};
use crate::snapshot::{Snapshot, SnapshotFrame};
use crate::visit::Visit;
use chuhe_model::connection::link::Status;
use chuhe_model::exchange::event::NetworkEvent;
use chuhe_model::exchange::trust::Trust;
use chuhe_model::lobby::OpenChallenge;
use chuhe_model::lobby::fair_play::FairPlay;
use chuhe_model::lobby::invitation::FollowedInvitation;
use chuhe_model::lobby::pages::PagePlace;
use chuhe_model::lobby::preferences::Preferences;
use chuhe_model::lobby::reports::Reports;
use chuhe_model::lobby::seek_answers::SeekNews;
use chuhe_model::lobby::watch::Spectators;
use chuhe_model::notices::notice::Notice;
use chuhe_model::notices::outbox::Outbox;
use chuhe_model::table::{Applied, Role, Table};
use chuhe_protocol::{
    AccountMessage, ArchiveMessage, ChallengeEnd, ChallengeId, ChatLine, ChatMessage, DoorMessage,
    DoorRequest, Event, GameId, InvitationEnd, LobbyMessage, PagePort, PlayerId, PlayerName, ProfileMessage,
    Refusal, Seq, ServerMessage, TableMessage, Tick,
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

    fn received_at_table(&mut self, game: GameId, message: TableMessage, now: Timestamp) {
        if message != TableMessage::SetAside {
            self.with_visit(|visit, _| visit.tables.confirm(game));
        }
        match message {
            TableMessage::Events { first, events } => self.events(game, first, events, now),
            TableMessage::Snapshot { next, events, first, last } => {
                self.snapshot(game, SnapshotFrame { next, events, first, last }, now);
            }
            TableMessage::Tick(tick) => self.with_visit(|visit, _| visit.clocks(game, &tick, now)),
            TableMessage::Watching { delay_plies } => {
                self.with_visit(|visit, out| visit.watching(game, delay_plies, now, out));
            }
            TableMessage::WatchEnded { why } => {
                self.with_visit(|visit, out| visit.watch_ended(game, why, out));
            }
            TableMessage::Spectators { names, count } => self.with_visit(|visit, _| {
                if let Some(table) = visit.tables.at_mut(game) {
                    table.spectators = Spectators::reported(names, count);
                }
            }),
            TableMessage::SetAside => self.out.notice(Notice::GameSetAside),
            TableMessage::TurnTimes { spent_ms, lasting_ms } => self.with_visit(|visit, _| {
                if let Some(table) = visit.tables.at_mut(game) {
                    table.game_mut().turns.told(&spent_ms, lasting_ms, now);
                }
            }),
            TableMessage::Corrected { correction, rated } => {
                self.with_visit(|visit, _| {
                    if let Some(table) = visit.tables.at_mut(game) {
                        table.game_mut().corrected(correction.map(|it| *it), rated);
                    }
                });
                self.news.push(News::TableChanged);
            }
        }
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

    fn events(&mut self, game: GameId, first: Seq, events: Vec<Event>, now: Timestamp) {
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
    fn received_in_lobby(&mut self, message: LobbyMessage, now: Timestamp, out: &mut Outbox) {
        match message {
            LobbyMessage::Players { players, first } => self.lobby.add_players(players, first, now),
            LobbyMessage::Presence(changes) => self.lobby.apply_presence(changes, now),
            LobbyMessage::Page { skipped, matching } => {
                self.lobby.announce_page(PagePlace { skipped, matching }, self.me)
            }
            LobbyMessage::PageChanges(changes) => self.lobby.apply_page_changes(changes, self.me, now),
            LobbyMessage::Totals { online, away, games } => self.lobby.set_totals([online, away, games]),
            LobbyMessage::Visitors { visitors } => self.lobby.set_visitors(visitors, now),
            LobbyMessage::Preview(preview) => self.lobby.previews.add(*preview, now),
            LobbyMessage::ChallengeOpened(challenge) => self.lobby.add_challenge(*challenge, self.me, now),
            LobbyMessage::ChallengeClosed { challenge, how } => self.challenge_closed(challenge, how, out),
            LobbyMessage::InvitationOpened(invitation) => self.invitations.opened(*invitation, now),
            LobbyMessage::InvitationClosed { code, how } => {
                if let (InvitationEnd::Accepted, Some(terms)) = (how, self.invitations.terms(code)) {
                    self.lobby.agreed(terms);
                }
                self.invitations.closed(code, how, out);
            }
            LobbyMessage::SeekAnswerKept { name } => {
                self.lobby.came_to_nothing();
                out.notice(Notice::Seek(SeekNews::Kept(name.to_string())))
            }
            LobbyMessage::SeekAnswers(answers) => {
                let told = self.lobby.answers.replace(answers, self.tables.plays(), now);
                out.notices(told.into_iter().map(Notice::Seek));
            }
            LobbyMessage::InvitationFound(invitation) => self.invitations.found(*invitation, now),
            LobbyMessage::InvitationAccepted(invitation) => {
                self.invitations.followed = Some(FollowedInvitation::held(*invitation, now));
            }
        }
    }

    /// The clocks and other countdowns of a game.
    fn clocks(&mut self, id: GameId, tick: &Tick, now: Timestamp) {
        let Tick { clocks, round_trip_ms, setup_left_ms, first_move_left_ms, absence_left_ms, lag_quota_ms } =
            *tick;
        let Some(table) = self.tables.at_mut(id) else { return };
        let game = table.game_mut();
        game.shown_clocks.set(clocks, now);
        game.set_round_trips(round_trip_ms);
        game.set_setup_left(setup_left_ms, now);
        game.set_first_move_left(first_move_left_ms, now);
        game.set_absence_left(absence_left_ms);
        game.set_lag_quotas(lag_quota_ms);
    }

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

    fn challenge_closed(&mut self, id: ChallengeId, how: ChallengeEnd, out: &mut Outbox) {
        let Some(OpenChallenge { challenge, name, .. }) = self.lobby.remove_challenge(id) else { return };
        if let ChallengeEnd::Accepted(_) = how {
            self.lobby.agreed(&challenge.terms);
        }
        let mine = challenge.from == self.me;
        // the user's own actions need no notice
        let notify = match how {
            ChallengeEnd::Accepted(_) => false,
            ChallengeEnd::Declined(_) => mine,
            ChallengeEnd::Cancelled => !mine,
            ChallengeEnd::Expired | ChallengeEnd::Busy | ChallengeEnd::Gone | ChallengeEnd::ShuttingDown => {
                true
            }
        };
        if notify {
            out.notice(if mine {
                Notice::ChallengeEnded { name, how }
            } else {
                Notice::ChallengeLapsed { name, how }
            });
        }
    }
}
