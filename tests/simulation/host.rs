//! The machine of the server: commits batches, sends outputs, kills and restarts the server.

use super::network::Direction;
use super::server::{self, Server};
use super::system::{ScheduledKill, SimEvent, System};
use chuhe_hub::{ConnectionId, Correction, HubConfig, Input, OperatorAction, Output};
use chuhe_model::exchange::event::Closed;
use chuhe_protocol::{CloseReason, CountsAs, DoorMessage, GameId, ServerMessage, wire};
use chuhe_store::{self as store, Batch, Replay};

/// How long an idle writer waits before it stores the time alive.
const IDLE_COMMIT_MS: u64 = 1_000;
/// How an operator lets a game count: for nothing, as a draw, or as it was played.
const CORRECTIONS: [Option<CountsAs>; 3] = [Some(CountsAs::Nothing), Some(CountsAs::Drawn), None];
/// A correction is tried once in so many commits.
const COMMITS_A_CORRECTION: u64 = 40;
/// Exclusive upper limit of the batches in one commit.
const BATCHES: u64 = 5;

impl System {
    /// Starts the server from what is on the disk.
    pub(super) fn start_server(&mut self) {
        self.model.check_store(&mut self.disk);
        self.model.resume_games(self.now, self.down_since, true);
        self.generation += 1;
        self.commit_at = None;
        self.reported_at = self.now;
        let config = HubConfig {
            watch_delay_plies: self.conditions.watch_delay_plies,
            ..HubConfig::seeded(self.random.seed())
        };
        let mut server = Server::start(&mut self.disk, config, self.now);
        let outputs = server.outputs(&mut self.checker, &mut self.random);
        self.server = Some(server);
        if !self.settling && self.random.one_in(6) {
            self.scheduled_kill =
                self.random.pick(&[ScheduledKill::BeforeCommit, ScheduledKill::AfterCommit]);
        }
        self.perform_outputs(outputs);
    }

    /// Kills the server without warning, and starts it again after a while.
    pub(super) fn kill(&mut self) {
        let down_ms = self.random.weighted(&[(4, 500), (3, 5_000), (1, 90_000)]);
        let down_ms = if self.settling { 100 } else { self.random.below(down_ms) };
        self.kill_for(down_ms);
    }

    /// Kills the server without warning, and starts it again after this time.
    pub(super) fn kill_for(&mut self, down_ms: u64) {
        let Some(server) = self.server.take() else { return };
        server.hub.check_invariants();
        // a stalled server already stopped serving when the store failed
        if !server.stalled {
            self.down_since = self.now;
        }
        self.seen.insert("Kill".into());
        self.generation += 1;
        self.scheduled_kill = None;
        self.checker.reset();
        for id in self.network.accepted() {
            self.network.close_at_server(id);
            let how = Closed::Failed("reset".into());
            match self.random.below(3) {
                // messages in flight still arrive
                0 => self.send(id, Direction::ToClient, SimEvent::Closed { id, how }),
                1 => {
                    self.network.block(id, Direction::ToClient);
                    let ms = self.conditions.latency.sample(&mut self.random);
                    self.schedule_in(ms, SimEvent::Closed { id, how });
                }
                // the client notices only by its timeout
                _ => self.network.block(id, Direction::ToClient),
            }
        }
        self.schedule_in(down_ms, SimEvent::Start);
    }

    /// Passes an input to the hub, and performs its outputs.
    pub(super) fn handle_input(&mut self, input: Input) {
        let Some(server) = &mut self.server else { return };
        if let Input::Answered(..) | Input::StoreStalled(_) | Input::StoreRecovered | Input::Shutdown { .. } =
            input
        {
            self.seen.insert(super::kind(&input));
        }
        let outputs = server.handle(self.now, input, &mut self.checker, &mut self.random);
        self.perform_outputs(outputs);
    }

    fn perform_outputs(&mut self, outputs: server::Outputs) {
        for (id, query) in outputs.queries {
            let answer = server::answer(&mut self.disk, &query);
            let ms = self.random.below(400);
            self.schedule_in(ms, SimEvent::Answered { generation: self.generation, id, answer });
        }
        for output in outputs.sent {
            self.perform_output(output);
        }
        self.schedule_commit();
    }

    pub(super) fn schedule_commit(&mut self) {
        let Some(server) = &self.server else { return };
        // the time alive is stored even if nothing else is
        let ms = if server.has_queued() {
            self.conditions.commit.sample(&mut self.random)
        } else {
            IDLE_COMMIT_MS
        };
        self.commit_in(ms);
    }

    fn commit_in(&mut self, ms: u64) {
        let at = self.now.plus_ms(ms);
        if self.commit_at.is_none_or(|before| at < before) {
            self.commit_at = Some(at);
            self.schedule_at(at, SimEvent::Commit { generation: self.generation });
        }
    }

    /// Lets an operator annul or correct a rated game, or restore one, once everything is committed.
    fn correct_a_game(&mut self) {
        let Some(server) = &self.server else { return };
        if self.settling || server.stalled || server.has_queued() || !server.is_idle() {
            return;
        }
        let log = store::read_rated_log(&mut self.disk, None).expect("the log can be read");
        let games: Vec<GameId> =
            log.iter().filter_map(|row| row.game.as_ref().ok()).map(|row| GameId(row.game.game)).collect();
        if games.is_empty() {
            return;
        }
        let Some(game) = self.random.pick(&games) else { return };
        let reason = "seen in the simulation".to_owned();
        let counts_as = self.random.pick(&CORRECTIONS).flatten();
        let (at, changes) = (self.now, None);
        let correction = counts_as.map(|counts_as| Correction { at, reason, counts_as, changes });
        let mut replay = Replay::new(game, correction);
        let rated_games = server.hub.operators().rated_games();
        let step = loop {
            if let Some(step) = replay.step(&mut self.disk, rated_games).transpose() {
                break step;
            }
        };
        // it may count so already
        let Ok(correction) = step else { return };
        let action = OperatorAction::Correct(Box::new(correction));
        assert_eq!(server.hub.operators().check_action(&action), Ok(()), "everything is committed");
        self.model.is_corrected = true;
        self.seen.insert("GameCorrected".into());
        self.handle_input(Input::Operate(Box::new(action)));
    }

    /// Commits queued batches, unless a fault prevents it.
    pub(super) fn commit(&mut self) {
        // an earlier commit may have replaced this one
        if self.commit_at.take_if(|at| *at == self.now).is_none() {
            return;
        }
        let Some(server) = &mut self.server else { return };
        if self.now < self.stalled_until {
            server.tried_at.get_or_insert(self.now);
            let first_failure = !std::mem::replace(&mut server.stalled, true);
            self.commit_in(self.stalled_until.since(self.now).min(1_000));
            if first_failure {
                self.down_since = self.now;
                self.handle_input(Input::StoreStalled(self.now));
            }
            return;
        }
        if self.scheduled_kill == Some(ScheduledKill::BeforeCommit) && server.has_queued() {
            self.seen.insert("KillBeforeCommit".into());
            return self.kill();
        }
        let most = usize::try_from(self.random.between(1, BATCHES)).expect("a commit has few batches");
        let (last, writes) = server.commit(&mut self.disk, most, self.now);
        self.model.apply_commit(&writes, self.now);
        if self.scheduled_kill == Some(ScheduledKill::AfterCommit) && last.is_some() {
            self.seen.insert("KillAfterCommit".into());
            return self.kill();
        }
        let recovered = std::mem::take(&mut server.stalled);
        if last.is_some() || recovered {
            let report_ms = self.random.below(4);
            self.reported_at = self.reported_at.max(self.now.plus_ms(report_ms));
            let generation = self.generation;
            self.schedule_at(self.reported_at, SimEvent::Committed { generation, batch: last, recovered });
        }
        self.schedule_commit();
    }

    /// Handles the report of a commit: sends what waited for it.
    pub(super) fn committed(&mut self, batch: Option<Batch>, recovered: bool) {
        let Some(server) = &mut self.server else { return };
        let sent = batch.map(|batch| server.committed(batch)).unwrap_or_default();
        for output in sent {
            self.perform_output(output);
        }
        if recovered {
            self.model.resume_games(self.now, self.down_since, false);
            self.handle_input(Input::StoreRecovered);
        }
        if self.random.one_in(COMMITS_A_CORRECTION) {
            self.correct_a_game();
        }
    }

    /// Performs an output of the server.
    fn perform_output(&mut self, output: Output) {
        match output {
            Output::Report(..) => {}
            Output::Send(to, message) | Output::Notice(to, message) => self.send_down(to, &message),
            Output::SendAlso { to, also, message } => {
                self.send_down(to, &message);
                self.send_down(also, &message);
            }
            Output::Broadcast(to, message) => {
                for to in to {
                    self.send_down(to, &message);
                }
            }
            Output::Close(id, reason) => self.close(id, reason),
            Output::Stop => {
                let Some(mut server) = self.server.take() else { return };
                // the process commits what it can before it ends
                if !server.stalled {
                    let (_, writes) = server.commit(&mut self.disk, usize::MAX, self.now);
                    self.model.apply_commit(&writes, self.now);
                }
                server.hub.check_invariants();
                if !server.stalled {
                    self.down_since = self.now;
                }
                self.seen.insert("Stop".into());
                self.generation += 1;
                self.checker.reset();
                for id in self.network.accepted() {
                    self.network.close_at_server(id);
                    self.send(id, Direction::ToClient, SimEvent::Closed { id, how: Closed::ByServer });
                }
                let down_ms = self.random.below(20_000);
                self.schedule_in(down_ms, SimEvent::Start);
            }
            Output::Save(_) | Output::Query(..) => unreachable!("the server handles these outputs itself"),
        }
    }

    fn close(&mut self, id: ConnectionId, reason: CloseReason) {
        self.seen.insert(super::kind(&reason));
        self.send_down(id, &ServerMessage::Door(DoorMessage::Closing { reason }));
        if !self.network.start_closing(id) {
            return;
        }
        self.send(id, Direction::ToClient, SimEvent::Closed { id, how: Closed::ByServer });
        // the hub receives messages until the connection's task has ended
        let ms = self.random.below(30);
        self.schedule_in(ms, SimEvent::Hangup { id });
    }

    fn send_down(&mut self, to: ConnectionId, message: &ServerMessage) {
        if self.network.accepts_output(to) {
            self.check_sent(to, message);
            let bytes = wire::encode(message).expect("the hub respects the limits of the protocol");
            self.send(to, Direction::ToClient, SimEvent::ToClient { id: to, bytes });
        }
    }

    /// Sends a message over the network, behind the messages in flight.
    pub(super) fn send(&mut self, id: ConnectionId, direction: Direction, what: SimEvent) {
        let at = self.now.plus_ms(self.conditions.latency.sample(&mut self.random));
        if let Some(at) = self.network.arrival_time(id, direction, at) {
            self.schedule_at(at, what);
        }
    }
}
