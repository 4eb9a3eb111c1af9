//! Injects faults, and ends them.

use super::conditions::Fault;
use super::network::Direction;
use super::system::{ScheduledKill, SimEvent, System};
use chuhe_hub::{Address, ConnectionId, Input};
use chuhe_model::exchange::event::Closed;
use chuhe_protocol::{ClientMessage, DoorRequest, Request};

impl System {
    /// Injects a random fault.
    pub(super) fn inject_fault(&mut self) {
        if self.stood_still_since.is_some() {
            return;
        }
        if self.random.one_in(4) {
            self.present_revoked_token();
        }
        let fault = self.random.weighted(&self.conditions.faults);
        match fault {
            Fault::Cut => self.cut(),
            Fault::Blackhole => {
                self.on_random_connection(|system, id, direction| system.network.block(id, direction))
            }
            Fault::Delay => self.on_random_connection(|system, id, direction| {
                let until = system.now.plus_ms(system.random.below(15_000));
                system.network.delay_until(id, direction, until);
            }),
            Fault::SlowReader => {
                self.on_random_connection(|system, id, _| system.handle_input(Input::Stalled(id)))
            }
            Fault::MalformedFrame => {
                self.on_random_connection(|system, id, _| system.handle_input(Input::Broken(id)))
            }
            Fault::Unreachable => {
                let user =
                    usize::try_from(self.random.below(self.users.len() as u64)).expect("a run has few users");
                self.users[user].reachable_from = self.now.plus_ms(self.random.below(40_000));
                if let Some(id) = self.users[user].connection {
                    self.network.block(id, Direction::ToServer);
                    self.network.block(id, Direction::ToClient);
                }
            }
            Fault::Kill => self.kill(),
            Fault::KillBeforeCommit => self.scheduled_kill = Some(ScheduledKill::BeforeCommit),
            Fault::KillAfterCommit => self.scheduled_kill = Some(ScheduledKill::AfterCommit),
            Fault::StoreStall => self.stalled_until = self.now.plus_ms(self.random.below(12_000)),
            Fault::Shutdown => {
                let grace_ms = self.random.weighted(&[(2, 0), (2, 3_000), (1, 20_000)]);
                self.handle_input(Input::Shutdown { grace_ms });
            }
            Fault::Standstill => self.stand_still(),
            Fault::Holiday => self.take_holiday(),
        }
    }

    /// Kills the server, and lets nobody do anything for days.
    fn take_holiday(&mut self) {
        if self.server.is_none() {
            return;
        }
        self.seen.insert("Holiday".into());
        let holiday_ms = self.random.between(24, 200) * 3_600_000;
        self.holiday_until = self.now.plus_ms(holiday_ms);
        self.holidays_ms += holiday_ms;
        (0..self.users.len()).for_each(|user| self.end_app(user));
        self.kill_for(holiday_ms);
    }

    /// Stops the server's process for a while: it handles nothing meanwhile.
    fn stand_still(&mut self) {
        let is_serving = self.server.as_ref().is_some_and(|server| !server.stalled);
        if is_serving && self.stalled_until <= self.now {
            self.stood_still_since = Some(self.now);
            let ms = self.random.weighted(&[(3, 4_000), (1, 90_000)]);
            let ms = self.random.between(1, ms);
            self.schedule_in(ms, SimEvent::Continued);
        }
    }

    /// Continues the server's process: it first handles what was due before it stopped.
    pub(super) fn continued(&mut self) {
        let Some(since) = self.stood_still_since.take() else { return };
        self.seen.insert("Continued".into());
        self.model.resume_games(self.now, since, false);
        self.handle_input(Input::StoodStill(since));
        for what in std::mem::take(&mut self.held) {
            // the commit that was due is scheduled again
            if !matches!(what, SimEvent::Commit { .. }) {
                self.handle(what);
            }
        }
        self.commit_at = None;
        self.schedule_commit();
    }

    /// Runs `act` on a random accepted connection and direction.
    fn on_random_connection(&mut self, act: impl FnOnce(&mut Self, ConnectionId, Direction)) {
        let direction = if self.random.one_in(2) { Direction::ToServer } else { Direction::ToClient };
        if let Some(id) = self.random.pick(&self.network.accepted()) {
            act(self, id, direction);
        }
    }

    /// Breaks a random connection. Each end notices it after a delay of its own; messages in
    /// flight may still arrive.
    fn cut(&mut self) {
        self.on_random_connection(|system, id, direction| {
            if system.random.one_in(2) {
                system.network.block(id, Direction::ToServer);
            }
            if system.random.one_in(2) {
                system.network.block(id, Direction::ToClient);
            }
            let soon = system.random.below(200);
            let late = system.random.weighted(&[(1, 100), (1, 5_000), (1, 30_000)]);
            let late = system.random.below(late);
            let (client_ms, server_ms) =
                if direction == Direction::ToServer { (soon, late) } else { (late, soon) };
            let how = Closed::Failed("cut".into());
            system.schedule_in(client_ms, SimEvent::Closed { id, how });
            system.schedule_in(server_ms, SimEvent::Hangup { id });
        });
    }

    /// Presents a revoked token on a connection of its own; the checker fails if the hub accepts it.
    fn present_revoked_token(&mut self) {
        let Some(token) = self.random.pick(&self.checker.revoked) else { return };
        let id = self.network.new_connection();
        if self.server.is_none() || !self.network.accept(id) {
            return;
        }
        self.seen.insert("RevokedToken".into());
        self.handle_input(Input::Connected(id, Address::default(), self.now));
        let message = ClientMessage::Door(DoorRequest::Resume { token, seen: Vec::new(), hall: None });
        self.handle_input(Input::Received(id, Request { number: 1, message }));
        self.schedule_in(1_000, SimEvent::Hangup { id });
    }

    /// Ends all faults; none is injected from now on.
    pub(super) fn end_faults(&mut self) {
        self.settling = true;
        self.schedule_in(0, SimEvent::Continued);
        self.scheduled_kill = None;
        self.stalled_until = self.now;
        self.schedule_in(0, SimEvent::Start);
        for user in &mut self.users {
            user.reachable_from = self.now;
        }
    }
}
