//! Handles the messages of the server.

use super::{News, Session};
use crate::snapshot::Snapshot;
use crate::visit::{Leaving, Visit};
use chuhe_model::connection::link::Status;
use chuhe_model::exchange::event::NetworkEvent;
use chuhe_model::exchange::trust::Trust;
use chuhe_model::lobby::OpenChallenge;
use chuhe_model::lobby::invitation::FollowedInvitation;
use chuhe_model::lobby::preferences::Preferences;
use chuhe_model::lobby::watch::Spectators;
use chuhe_model::notices::notice::Notice;
use chuhe_model::table::{Applied, Role, Table};
use chuhe_protocol::{
    ChallengeEnd, ChallengeId, ChatLine, ClientMessage, Event, GameId, PlayerId, PlayerName, Refusal, Seq,
    ServerMessage, SessionToken, Tick,
};
use chuhe_rules::clock::Timestamp;

impl Session {
    /// Handles what happens to the connection, to a server that is trusted so far.
    pub(crate) fn handle(&mut self, event: NetworkEvent, trusted: Trust, now: Timestamp) {
        match event {
            NetworkEvent::Connected => {
                let playing = |table: &&Table| !table.is_gone() && table.game().seat().is_some();
                let seen = self.table().filter(playing).map(|table| table.game().cursor());
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

    /// Requests get no answer on a new connection.
    fn reset_requests(&mut self, resumed: bool, registered: bool) {
        let is_new = !resumed && !registered;
        self.reset_past_games(is_new);
        self.reset_account(registered);
    }

    fn received(&mut self, message: ServerMessage, now: Timestamp) {
        let was_lost = matches!(self.link.status(), Status::Lost { .. });
        let was_catching_up = self.link.is_catching_up();
        let was_joined = self.link.is_joined();
        let was_asking = self.link.is_asking();
        self.link.received(&message, now, &mut self.out);
        match message {
            ServerMessage::Joined { player, name, token, resumed, registered, hall: _ } => {
                self.joined(player, name, token, resumed, now);
                self.reset_requests(resumed, registered);
                self.out.notices(was_lost.then_some(Notice::Reconnected));
            }
            ServerMessage::Refused { request, reason } if was_joined => self.refused(request, reason, now),
            // this pong came behind everything that was missed, so it measures no delay
            ServerMessage::Pong { .. } if was_catching_up => self.caught_up(now),
            ServerMessage::Pong { nonce } => self.echo(nonce),
            ServerMessage::InvitationFound(found) if was_asking => self.news.push(News::Answered(Ok(found))),
            ServerMessage::Refused { reason, .. } if was_asking && !self.link.is_asking() => {
                self.news.push(News::Answered(Err(reason)));
            }
            ServerMessage::Refused { reason, .. } => self.refused_before_joining(reason, now),
            // the link follows
            ServerMessage::Closing { .. } => {}
            ServerMessage::InvitationOpened(invitation) => self.invitation_opened(*invitation, now),
            ServerMessage::InvitationClosed { code, how } => self.invitation_closed(code, how),
            ServerMessage::HallAddress { hall: _, address } => self.news.push(News::HallAt(address)),
            ServerMessage::Events { game, first, events } => self.events(game, first, events, now),
            ServerMessage::Tick(tick) => self.clocks(&tick, now),
            ServerMessage::ChallengeClosed { challenge, how } => self.challenge_closed(challenge, how),
            ServerMessage::Chat { room, from, name, text, at_ms } => {
                self.chat_received(room, ChatLine { at_ms, from, name, text });
            }
            ServerMessage::ChatHistory { room, lines } => self.chat_history(room, lines),
            ServerMessage::ShuttingDown => {
                self.with_visit(|visit| visit.lobby.shutting_down = true);
                self.out.notice(Notice::ShuttingDown);
            }
            ServerMessage::Registered => self.registered(),
            ServerMessage::SignedOutEverywhere { token } => self.signed_out_everywhere(token),
            ServerMessage::Games { games, more } => {
                let next = games.last().filter(|_| more).map(|game| game.game);
                self.games(games, next);
            }
            ServerMessage::FoundGames { games, next } => self.games(games, next),
            ServerMessage::FinishedGame { game, first, events, more } => {
                self.fetched(game, first, events, more, now);
            }
            ServerMessage::Snapshot { game, next, events, first, last } => {
                self.snapshot(game, next, events, (first, last), now);
            }
            ServerMessage::Watching { game, delay_plies } => self.watching(game, delay_plies, now),
            ServerMessage::WatchEnded { game, why } => self.watch_ended(game, why),
            ServerMessage::Paused => self.pause(true, now),
            ServerMessage::GameSetAside { game: _ } => self.out.notice(Notice::GameSetAside),
            ServerMessage::Unpaused => self.unpaused(now),
            message @ (ServerMessage::Players { .. }
            | ServerMessage::Presence(_)
            | ServerMessage::ChallengeOpened(_)
            | ServerMessage::Preferences { .. }
            | ServerMessage::Visitors { .. }
            | ServerMessage::Preview(_)
            | ServerMessage::Spectators { .. }
            | ServerMessage::InvitationFound(_)
            | ServerMessage::InvitationAccepted(_)) => self.with_visit(|visit| visit.receive(message, now)),
            ServerMessage::Announcement { text } => self.out.notice(Notice::Announcement(text)),
        }
    }

    fn with_visit(&mut self, act: impl FnOnce(&mut Visit)) {
        self.visit.as_mut().map(act);
    }

    fn refused_before_joining(&mut self, reason: Refusal, now: Timestamp) {
        if reason == Refusal::Paused {
            self.pause(true, now);
        }
        self.join_refused();
    }

    /// The clocks and other countdowns of a game.
    fn clocks(&mut self, tick: &Tick, now: Timestamp) {
        let Tick {
            game: id,
            clocks,
            round_trip_ms,
            setup_left_ms,
            first_move_left_ms,
            absence_left_ms,
            lag_quota_ms,
        } = *tick;
        let Some(table) = self.table_mut().filter(|table| table.game().id() == id) else { return };
        let game = table.game_mut();
        game.shown_clocks.set(clocks, now);
        game.set_round_trips(round_trip_ms);
        game.set_setup_left(setup_left_ms, now);
        game.set_first_move_left(first_move_left_ms, now);
        game.set_absence_left(absence_left_ms);
        game.set_lag_quotas(lag_quota_ms);
    }

    /// Answers a pong in a running game, so that the server can measure the network delay.
    fn echo(&mut self, nonce: u32) {
        if self.plays() {
            self.out.send(ClientMessage::Echo { nonce });
        }
    }

    /// Games resume: repeats what could not be done during the pause.
    fn unpaused(&mut self, now: Timestamp) {
        self.pause(false, now);
        self.retry_leaving();
        if let Some(table) = self.visit.as_ref().and_then(|visit| visit.table.as_ref()) {
            table.send_draft(&mut self.out);
        }
    }

    fn joined(&mut self, me: PlayerId, name: PlayerName, token: SessionToken, resumed: bool, now: Timestamp) {
        self.news.push(News::Joined(token));
        let visit = self.visit.get_or_insert_with(|| Visit::new(me, name.clone()));
        (visit.me, visit.account.name) = (me, name);
        visit.lobby.reset();
        visit.lobby.previews.choose(Vec::new());
        // the server sends them only if the player has chosen any
        visit.preferences = Preferences::default();
        visit.snapshot = Snapshot::default();
        visit.departure.request = None;
        if let Some(table) = visit.table.as_mut().filter(|table| table.game().seat().is_some()) {
            if resumed { table.interaction.reconnected() } else { table.set_gone(now) }
        }
        self.pause(false, now);
        if self.is_asleep {
            self.report_sleep();
        }
        self.resume_watching();
        self.reset_invitations();
        self.retry_requests();
    }

    /// The server pauses or resumes games.
    fn pause(&mut self, paused: bool, now: Timestamp) {
        let Some(visit) = &mut self.visit else { return };
        visit.paused = paused;
        visit.hold_clocks(now);
    }

    /// Leaves the table that could not be left while games were paused.
    fn retry_leaving(&mut self) {
        let Some(visit) = &mut self.visit else { return };
        if visit.departure.request.take_if(|leaving| *leaving == Leaving::Again).is_some()
            && let Some(game) = visit.departure.game
        {
            self.send_leave(game);
        }
    }

    /// All missed messages have arrived. A game that the server did not report has ended meanwhile.
    fn caught_up(&mut self, now: Timestamp) {
        let Some(visit) = &mut self.visit else { return };
        let Some(table) = &mut visit.table else { return };
        let sits = visit.lobby.sits_at(visit.me, table.game().id());
        if sits == Some(false) && table.game().seat().is_some() && !table.game().is_over() {
            table.set_gone(now);
        }
        table.resend(&mut self.out);
    }

    fn refused(&mut self, request: u32, reason: Refusal, now: Timestamp) {
        if self.account_refused(request, reason, now)
            || self.preview_refused(request, now)
            || self.past_games_refused(request, reason)
            || self.invitation_refused(request, reason)
        {
            return;
        }
        self.games_refused(request, reason);
        self.challenge_refused(request, reason, now);
        self.watch_refused(request);
        let Some(visit) = &mut self.visit else { return };
        let left = visit.departure.request.take_if(|leaving| *leaving == Leaving::Asked(request)).is_some();
        if left && reason == Refusal::Paused {
            // the table is closed here already; leave it when games resume
            visit.departure.request = Some(Leaving::Again);
            return;
        }
        if let Some(table) = &mut visit.table {
            table.refused(request, now);
        }
        if let Some((_, room, text)) = visit.unconfirmed_line.take_if(|(number, ..)| *number == request) {
            let draft = match &mut visit.table {
                Some(table) if table.game().room() == Some(room) => &mut table.tabs.chat.draft,
                Some(_) | None => &mut visit.lobby.chat.draft,
            };
            if draft.is_empty() {
                *draft = text;
            }
        }
        self.out.notice(Notice::Refused(reason));
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
                self.send_leave(game);
            }
            return;
        }
        let out = &mut self.out;
        let role = visit.role_in(game);
        let applied = match &mut visit.table {
            Some(table) if table.game().id() == game => table.apply_events(first, events, now, live, out),
            Some(_) | None if first > 0 => Applied::Gap,
            before => match Table::begin(game, events, (visit.me, role), now, live, out) {
                Some(mut table) => {
                    if let Some(before) = before.take() {
                        table.continue_from(before);
                    }
                    *before = Some(table);
                    visit.opened_table(now);
                    self.news.push(News::TableOpened);
                    if role == Role::Player {
                        self.news.push(News::GameBegun);
                    }
                    Applied::Complete
                }
                None => Applied::OutOfSync,
            },
        };
        self.applied(applied, now);
    }

    /// Reconnects if events are missing or inconsistent.
    pub(super) fn applied(&mut self, applied: Applied, now: Timestamp) {
        match applied {
            Applied::Complete => {}
            // on a new connection the server sends the missing events
            Applied::Gap => self.link.reconnect(now, &mut self.out),
            Applied::OutOfSync => {
                if let Some(visit) = &mut self.visit {
                    visit.table = None;
                }
                self.link.reconnect(now, &mut self.out);
            }
        }
    }

    fn challenge_closed(&mut self, id: ChallengeId, how: ChallengeEnd) {
        let Some(visit) = &mut self.visit else { return };
        let Some(OpenChallenge { challenge, name, .. }) = visit.lobby.remove_challenge(id) else { return };
        let mine = challenge.from == visit.me;
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
            self.out.notice(if mine {
                Notice::ChallengeEnded { name, how }
            } else {
                Notice::ChallengeLapsed { name, how }
            });
        }
    }
}

impl Visit {
    /// Records a message that concerns nothing but what the user sees of the server.
    fn receive(&mut self, message: ServerMessage, now: Timestamp) {
        if let ServerMessage::Players { players, first } = message {
            self.lobby.add_players(players, first, now);
        } else if let ServerMessage::Presence(changes) = message {
            self.lobby.apply_presence(changes, now);
        } else if let ServerMessage::ChallengeOpened(challenge) = message {
            self.lobby.add_challenge(*challenge, self.me, now);
        } else if let ServerMessage::Preferences { policy, blocked } = message {
            self.preferences = Preferences::new(policy, blocked);
        } else if let ServerMessage::Visitors { visitors } = message {
            self.lobby.set_visitors(visitors, now);
        } else if let ServerMessage::Preview(preview) = message {
            self.lobby.previews.add(*preview);
        } else if let ServerMessage::Spectators { game, names, count } = message {
            self.watch.spectators = Some(Spectators::new(game, names, count));
        } else if let ServerMessage::InvitationFound(invitation) = message {
            self.invitation_found(*invitation, now);
        } else if let ServerMessage::InvitationAccepted(invitation) = message {
            self.invitations.followed = Some(FollowedInvitation::held(*invitation, now));
        }
    }
}
