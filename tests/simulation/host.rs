//! The machine on which the server runs: what it commits, what leaves it, and how
//! it dies and starts again.

use super::network::Direction;
use super::server::{self, Server};
use super::system::{ScheduledKill, SimEvent, System};
use chuhe_client::core::event::Closed;
use chuhe_hub::{ConnectionId, Input, Output};
use chuhe_protocol::{CloseReason, ServerMessage, wire};
use chuhe_server::store::Batch;

/// How long the writer waits for something to commit before it keeps the time.
const IDLE_COMMIT_MS: u64 = 1_000;
/// The most batches in one commit, more or less.
const BATCHES: u64 = 5;

impl System {
    pub(super) fn start_server(&mut self) {
        self.model.check_store(&mut self.disk);
        self.model.resume_games(self.now, self.down_since, true);
        self.generation += 1;
        self.commit_at = None;
        self.reported_at = self.now;
        let mut server =
            Server::start(&mut self.disk, &mut self.random, self.conditions.watch_delay_plies, self.now);
        let outcome = server.outputs(&mut self.checker, &mut self.random);
        self.server = Some(server);
        if !self.settling && self.random.one_in(6) {
            self.scheduled_kill =
                self.random.pick(&[ScheduledKill::BeforeCommit, ScheduledKill::AfterCommit]);
        }
        self.carry_out(outcome);
    }

    /// The server is gone from one moment to the next.
    pub(super) fn kill(&mut self) {
        let Some(server) = self.server.take() else { return };
        server.hub.check_invariants();
        // whoever could not be served before was not served since then
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
                // what had left still arrives
                0 => self.send(id, Direction::ToClient, SimEvent::Closed { id, how }),
                1 => {
                    self.network.block(id, Direction::ToClient);
                    let ms = self.conditions.latency.sample(&mut self.random);
                    self.schedule_in(ms, SimEvent::Closed { id, how });
                }
                // the client comes to know it by the silence
                _ => self.network.block(id, Direction::ToClient),
            }
        }
        let down_ms = self.random.weighted(&[(4, 500), (3, 5_000), (1, 90_000)]);
        let down_ms = if self.settling { 100 } else { self.random.below(down_ms) };
        self.schedule_in(down_ms, SimEvent::Start);
    }

    pub(super) fn handle_input(&mut self, input: Input) {
        let Some(server) = &mut self.server else { return };
        if let Input::Answered(..) | Input::StoreStalled | Input::StoreRecovered | Input::Shutdown { .. } =
            input
        {
            self.seen.insert(super::kind(&input));
        }
        let outcome = server.tell(self.now, input, &mut self.checker, &mut self.random);
        self.carry_out(outcome);
    }

    fn carry_out(&mut self, outcome: server::Outcome) {
        for (id, ask) in outcome.queries {
            let answer = server::answer(&mut self.disk, &ask);
            let ms = self.random.below(400);
            self.schedule_in(ms, SimEvent::Answered { generation: self.generation, id, answer });
        }
        for output in outcome.leaves {
            self.leave(output);
        }
        self.schedule_commit();
    }

    fn schedule_commit(&mut self) {
        let Some(server) = &self.server else { return };
        // the time is kept even if nothing else is
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

    pub(super) fn commit(&mut self) {
        // there may be a later one that an earlier one has come before
        if self.commit_at.take_if(|at| *at == self.now).is_none() {
            return;
        }
        let Some(server) = &mut self.server else { return };
        if self.now < self.stalled_until {
            server.tried_at.get_or_insert(self.now);
            let tells = !std::mem::replace(&mut server.stalled, true);
            self.commit_in(self.stalled_until.since(self.now).min(1_000));
            if tells {
                self.down_since = self.now;
                self.handle_input(Input::StoreStalled);
            }
            return;
        }
        if self.scheduled_kill == Some(ScheduledKill::BeforeCommit) && server.has_queued() {
            self.seen.insert("KillBeforeCommit".into());
            return self.kill();
        }
        let most = usize::try_from(self.random.between(1, BATCHES)).expect("few");
        let last = server.commit(&mut self.disk, &mut self.model, most, self.now);
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

    pub(super) fn committed(&mut self, batch: Option<Batch>, recovered: bool) {
        let Some(server) = &mut self.server else { return };
        let leaves = batch.map(|batch| server.committed(batch)).unwrap_or_default();
        for output in leaves {
            self.leave(output);
        }
        if recovered {
            self.model.resume_games(self.now, self.down_since, false);
            self.handle_input(Input::StoreRecovered);
        }
    }

    /// This leaves the server now.
    fn leave(&mut self, output: Output) {
        match output {
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
                // what can be kept is, before the process ends
                if !server.stalled {
                    server.commit(&mut self.disk, &mut self.model, usize::MAX, self.now);
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
            Output::Save(_) | Output::Query(..) => unreachable!("the server does these itself"),
        }
    }

    fn close(&mut self, id: ConnectionId, reason: CloseReason) {
        self.seen.insert(super::kind(&reason));
        self.send_down(id, &ServerMessage::Closing { reason });
        if !self.network.start_closing(id) {
            return;
        }
        self.send(id, Direction::ToClient, SimEvent::Closed { id, how: Closed::ByServer });
        // what arrives until the connection's task has ended is told to the hub
        let ms = self.random.below(30);
        self.schedule_in(ms, SimEvent::Hangup { id });
    }

    fn send_down(&mut self, to: ConnectionId, message: &ServerMessage) {
        if self.network.accepts_output(to) {
            self.check_sent(to, message);
            let bytes = wire::encode(message).expect("a hub keeps the limits");
            self.send(to, Direction::ToClient, SimEvent::ToClient { id: to, bytes });
        }
    }

    /// Puts something on a wire, behind what is on it.
    pub(super) fn send(&mut self, id: ConnectionId, direction: Direction, what: SimEvent) {
        let at = self.now.plus_ms(self.conditions.latency.sample(&mut self.random));
        if let Some(at) = self.network.arrival_time(id, direction, at) {
            self.schedule_at(at, what);
        }
    }
}
