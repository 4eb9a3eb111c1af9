//! Routes every input to the parts of the hub, and collects their outputs in order.
//!
//! The door, the lobby and the floor each own their state, and serve the requests of their area. What they
//! cannot do themselves they return, or leave to the end of the step as a [`FollowUp`].
//!
//! The files below this one hold the steps that concern several of them: `dispatch` (which request and which
//! answer goes where), `joining` (how players come and go), `beginning` and `tables` (games), `pausing`,
//! `restoring` and `stopping` (the server's lifecycle), `operators` and `listing` (what operators see), `gauges`
//! and `invariants`; `evenings` (tournaments).

mod beginning;
mod dispatch;
mod evenings;
mod fair_play;
pub(crate) mod gauges;
mod invariants;
mod joining;
pub(crate) mod listing;
pub(crate) mod operators;
mod pausing;
mod reporting;
mod restoring;
mod stopping;
mod tables;

use super::accounts::Accounts;
use super::boundary::{Input, Output, SecurityEvent};
use super::challenges::Challenges;
use super::chat_log::{ChatLogs, ChatMarks};
use super::connections::Connections;
use super::door::Door;
use super::effects::Effects;
use super::evenings::Evenings;
use super::floor::Floor;
use super::invitations::Invitations;
use super::lifecycle::Lifecycle;
use super::limits::Limits;
use super::lobby::Lobby;
use super::moderation::Moderation;
use super::presence::Presence;
use super::previews::Previews;
use super::queries::Queries;
use super::random::Random;
use super::record::Record;
use super::reports::Reports;
use super::rooms::Rooms;
use super::spectators::Spectators;
use super::step::{FollowUp, Step};
use super::timers::Timer;
use super::visitors::Visitors;
use chuhe_protocol::{ChallengeEnd, CloseReason, DoorMessage, HallName, PagePort, WebAddress, limits};
use chuhe_rules::clock::Timestamp;
use std::collections::{BTreeMap, VecDeque};

/// The configuration of a hub.
#[derive(Clone, Debug)]
pub struct HubConfig {
    /// The seed of the random generator. It must not be guessable: session tokens come from it.
    pub seed: [u8; 32],
    /// How long a connection may take to join after it was accepted, in milliseconds.
    pub greeting_ms: u64,
    /// The last number already used: new players, challenges and games get greater ones.
    pub first_id: u64,
    /// Whether games outlive the hub. If so, a shutdown leaves them as they are; otherwise it ends
    /// them without a result.
    pub persistent_games: bool,
    /// The minimum spectator delay, in plies; the terms of a game can set a longer one. At most
    /// [`limits::WATCH_DELAY_PLIES`].
    pub watch_delay_plies: u8,
    /// The rate limits.
    pub limits: Limits,
    /// The name of the hall; `None` for the only hall of a server.
    pub hall: Option<HallName>,
    /// The distance between two numbers of players, challenges and games.
    ///
    /// The hubs of several halls use the same distance and a different remainder of it in
    /// `first_id`, so that no two of them assign the same number. At least 1.
    pub id_step: u64,
    /// Whether guests may register their names.
    pub registers_names: bool,
    /// Whether registered accounts are shared with other hubs, by [`AccountQuery`](crate::AccountQuery).
    pub shares_accounts: bool,
    /// The address of the server's page for browsers, which links to invitations begin with.
    pub web: Option<WebAddress>,
    /// The page of a server that does not know its whole address.
    pub page: Option<PagePort>,
    /// The TCP port of the server, which links to invitations name for other clients.
    pub port: Option<u16>,
}

impl HubConfig {
    /// Returns the default configuration with this seed.
    #[must_use]
    pub fn seeded(seed: [u8; 32]) -> Self {
        Self {
            seed,
            greeting_ms: limits::GREETING_MS,
            first_id: 0,
            persistent_games: false,
            watch_delay_plies: 0,
            limits: Limits::default(),
            hall: None,
            id_step: 1,
            registers_names: true,
            shares_accounts: false,
            web: None,
            page: None,
            port: None,
        }
    }
}

/// The whole server without its sockets and its clock.
///
/// ```
/// use chuhe_protocol::{DoorMessage, DoorRequest, Request, ServerMessage};
/// use chuhe_rules::clock::Timestamp;
/// use chuhe_hub::{Address, ConnectionId, Hub, Input, Output, HubConfig};
///
/// let mut hub = Hub::new(HubConfig::seeded([7; 32]));
/// let (now, connection) = (Timestamp::from_ms(0), ConnectionId(1));
/// hub.handle(now, Input::Connected(connection, Address::default(), now));
/// let join = Request { number: 1, message: DoorRequest::Join { name: "云中鹤".into(), hall: None }.into() };
/// hub.handle(now, Input::Received(connection, join));
/// let outputs: Vec<Output> = std::iter::from_fn(|| hub.poll_output()).collect();
/// // the player and their token are stored before the response is sent
/// let [Output::Save(_), Output::Save(_), Output::Send(_, response), ..] = &outputs[..] else { panic!() };
/// let ServerMessage::Door(DoorMessage::Joined { name, .. }) = response else { panic!() };
/// assert_eq!(name.as_str(), "云中鹤");
/// ```
#[derive(Debug)]
pub struct Hub {
    step: Step,
    door: Door,
    lobby: Lobby,
    floor: Floor,
    evenings: Evenings,
}

impl Hub {
    /// Creates a hub without players.
    #[must_use]
    pub fn new(config: HubConfig) -> Self {
        let step = Step {
            now: Timestamp::default(),
            random: Random::new(config.seed, config.first_id, config.id_step),
            effects: Effects::default(),
            lifecycle: Lifecycle::new(config.persistent_games),
            follow_ups: VecDeque::new(),
        };
        let door = Door {
            moderation: Moderation::default(),
            reports: Reports::default(),
            connections: Connections::new(config.limits.clone(), config.greeting_ms),
            queries: Queries::new(&config.limits),
            accounts: Accounts::new(config.limits.clone(), config.shares_accounts),
            hall: config.hall,
            registers_names: config.registers_names,
            late_accounts: BTreeMap::new(),
            late_removals: BTreeMap::new(),
        };
        let lobby = Lobby {
            presence: Presence::default(),
            challenges: Challenges::default(),
            invitations: Invitations::new(config.web, config.page, config.port),
            previews: Previews::default(),
            visitors: Visitors::default(),
        };
        let floor = Floor {
            rooms: Rooms::new(&config.limits, config.watch_delay_plies),
            spectators: Spectators::default(),
            chat_logs: ChatLogs::default(),
            chat_marks: ChatMarks::default(),
        };
        Self { step, door, lobby, floor, evenings: Evenings::default() }
    }

    /// Handles an input that arrives at `now` (Unix time, so that stored times stay comparable).
    ///
    /// Due timers fire first, each at its own moment: a move that arrives when the flag falls is
    /// too late.
    pub fn handle(&mut self, now: Timestamp, input: Input) {
        let now = self.step.now.max(now);
        if let Input::StoodStill(since) = input {
            self.fire_due(since.min(now));
            return self.stood_still(now);
        }
        self.fire_due(now);
        match input {
            Input::Connected(connection, address, accepted_at) => {
                self.door.connected(&mut self.step, connection, address, accepted_at);
            }
            Input::ComputerConnected { connection, level, at } => {
                self.door.computer_connected(&mut self.step, connection, level, at);
            }
            Input::Received(connection, request) => self.received(connection, request),
            Input::Broken(connection) => {
                if self.door.connections.address(connection).is_some() {
                    self.step.effects.report(connection, SecurityEvent::BrokenFrame);
                }
                self.close(connection, CloseReason::BrokenFrame);
            }
            Input::Stalled(connection) => self.close(connection, CloseReason::SlowReader),
            Input::Disconnected(connection) => self.disconnected(connection),
            Input::Answered(query, answer) => self.answered(query, answer),
            Input::Tick => {}
            Input::StoreStalled(since) => self.store_stalled(since),
            Input::StoreRecovered => self.store_recovered(),
            Input::Shutdown { grace_ms } => self.shut_down(grace_ms),
            Input::Operate(action) => {
                if self.operators().check_action(&action).is_ok() && !self.step.lifecycle.is_stopped() {
                    self.door.operate(&mut self.step, *action);
                    self.lobby.end_banned_seeks(&mut self.step, &self.door);
                }
            }
            Input::AccountChanged(account) => self.door.account_changed(&mut self.step, *account),
            Input::AccountRemoved(player, why) => self.door.account_removed(&mut self.step, player, why),
            Input::SetLimits(limits) => {
                let rated = limits.rated_by_default;
                if rated != self.door.connections.rated_by_default() {
                    self.door.send_to_joined(&mut self.step, DoorMessage::RatedByDefault { rated });
                }
                self.door.accounts.set_limits(Limits::clone(&limits));
                self.door.schedule_lapses(&mut self.step);
                self.door.queries.set_limits(&limits);
                self.floor.rooms.set_limits(&limits);
                self.door.connections.set_limits(*limits);
            }
            Input::StoodStill(_) => {}
        }
        self.end_step();
    }

    /// Fires the timers that are due at `now`, each at its own moment.
    fn fire_due(&mut self, now: Timestamp) {
        while let Some((at, timer)) = self.step.effects.pop_timer(now) {
            self.step.now = self.step.now.max(at);
            self.fire(timer);
        }
        self.step.now = self.step.now.max(now);
    }

    /// Does what is left, stops an idle hub that shuts down, sends presence changes, and completes a shutdown.
    ///
    /// Every input ends with this.
    fn end_step(&mut self) {
        self.settle();
        self.stop_if_idle();
        // of the games that end with the server
        self.settle();
        let Self { step, door, lobby, .. } = self;
        lobby.presence.flush(&door.accounts, step.lifecycle.is_paused(), step.now, &mut step.effects);
        self.complete_shutdown();
    }

    /// Returns the next output, until there is none.
    pub fn poll_output(&mut self) -> Option<Output> {
        self.step.effects.pop_output()
    }

    /// Returns when to call [`Hub::handle`] with [`Input::Tick`] unless an input arrives before.
    #[must_use]
    pub fn poll_timeout(&self) -> Option<Timestamp> {
        self.step.effects.next_timer()
    }

    /// Returns the name of the hall; `None` for the only hall of a server.
    #[must_use]
    pub const fn hall(&self) -> Option<&HallName> {
        self.door.hall.as_ref()
    }

    /// Returns the time up to which the hub has run.
    #[must_use]
    pub const fn now(&self) -> Timestamp {
        self.step.now
    }

    /// Returns whether any room is open, so that a clock may be running.
    #[must_use]
    pub fn has_tables(&self) -> bool {
        !self.floor.rooms.is_empty()
    }

    fn fire(&mut self, timer: Timer) {
        if self.step.lifecycle.is_paused() && !timer.fires_while_paused() {
            return;
        }
        match timer {
            Timer::Room(game) => {
                self.floor.tick(&mut self.step, &self.door, game);
                self.publish_room(game);
            }
            Timer::Challenge(challenge) => {
                self.lobby.close_challenge(&mut self.step, &self.door, challenge, ChallengeEnd::Expired);
            }
            Timer::Invitation(code) => self.lobby.invitation_timeout(&mut self.step, &self.door, code),
            Timer::LastingSeek(player) => self.lobby.end_lasting_seek(&mut self.step, &self.door, player),
            Timer::Connection(connection) => self.door.connection_timeout(&mut self.step, connection),
            Timer::Release(player)
                if self.evening_holds_until(player).is_some_and(|at| at > self.step.now) =>
            {
                self.schedule_release(player);
            }
            Timer::Release(player) => self.release(player),
            Timer::Seeks => self.widen_seeks(),
            Timer::Lapses => self.door.names_lapse(&mut self.step),
            Timer::Spectators(game) => self.floor.broadcast_spectator_list(&mut self.step, &self.door, game),
            Timer::Logins => self.door.verify_waiting_logins(&mut self.step),
            Timer::Evening(code) => self.evenings.touch(code),
            Timer::EveningRound(code) => self.evenings.tell_round(&mut self.step, &self.door, code),
            Timer::Previews => self.lobby.send_previews(&mut self.step, &self.floor.rooms),
            // the flush at the end of every step sends them
            Timer::PresenceChanges | Timer::PlayerList | Timer::LobbyTotals => {}
            Timer::Shutdown => self.end_games(),
        }
        self.settle();
    }

    /// Does what the parts have left to the end of the step.
    fn settle(&mut self) {
        loop {
            self.follow_up();
            // which may leave more to do
            if !self.attend_evenings() {
                break;
            }
        }
    }

    /// Does what the parts have left to do, in order.
    fn follow_up(&mut self) {
        while let Some(next) = self.step.follow_ups.pop_front() {
            match next {
                FollowUp::Close(connection, reason) => self.close(connection, reason),
                FollowUp::ScheduleRelease(player) => self.schedule_release(player),
                FollowUp::Correct(game, correction) => {
                    self.floor.correct(&mut self.step, &self.door, game, correction);
                }
                FollowUp::Relist(player) => self.lobby.presence.record_change(player),
                FollowUp::Renamed(player, before) => {
                    self.lobby.visitors.remove(&before);
                    self.lobby.forget_seek(&mut self.step, &self.door, player);
                    self.lobby.presence.record_change(player);
                    // the client learns its name when it resumes; at a table, that has time
                    if let Some(connection) = self.door.connections.of(player)
                        && self.lobby.presence.table(player).is_none()
                    {
                        self.close(connection, CloseReason::Kicked);
                    }
                }
                FollowUp::Lapse(player) => self.name_lapses(player),
                FollowUp::Unregister(player) => self.unregister(player),
                FollowUp::Erase(player, name) => {
                    self.step.effects.save(self.door.moderation.lift_name(&name));
                    self.floor.chat_logs.remove_lines_of(player);
                    self.step.effects.save(self.door.reports.erase(player));
                    self.erase_from_evenings(player);
                    // the end of the connection has recorded the departure
                    self.lobby.visitors.remove(&name);
                    self.step.effects.save([Record::Erased { player }]);
                    tracing::info!(%player, "an operator has erased the account");
                }
                FollowUp::CloseEvening(code) => self.close_evening(code),
                FollowUp::Dismiss(guest) if self.lobby.plays(guest) => {}
                FollowUp::Dismiss(guest) => {
                    tracing::info!(player = %guest, "another player has registered the name of this guest");
                    if let Some(connection) = self.door.connections.of(guest) {
                        self.close(connection, CloseReason::NameRegistered);
                    }
                    self.release(guest);
                }
            }
        }
    }
}

#[cfg(test)]
mod chaos;
#[cfg(test)]
mod known;
#[cfg(test)]
mod two_tables;
