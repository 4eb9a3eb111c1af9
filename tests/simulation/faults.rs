//! How what goes wrong does, and how it is made good.

use super::system::{Doom, Happening, System};
use super::weather::Fault;
use super::wire::Way;
use chuhe_client::core::event::Closed;
use chuhe_hub::{Address, ConnectionId, Input};
use chuhe_protocol::{ClientMessage, Request};

impl System {
    pub(super) fn fault(&mut self) {
        if self.dice.one_in(4) {
            self.show_void_token();
        }
        let fault = self.dice.weighed(&self.weather.faults);
        match fault {
            Fault::Cut => self.cut(),
            Fault::Mute => self.on_a_line(|system, id, way| system.lines.mute(id, way)),
            Fault::HoldUp => self.on_a_line(|system, id, way| {
                let until = system.now.plus_ms(system.dice.below(15_000));
                system.lines.hold_up(id, way, until);
            }),
            Fault::Stalled => self.on_a_line(|system, id, _| system.tell_hub(Input::Stalled(id))),
            Fault::Broken => self.on_a_line(|system, id, _| system.tell_hub(Input::Broken(id))),
            Fault::Unreachable => {
                let user = usize::try_from(self.dice.below(self.users.len() as u64)).expect("few");
                self.users[user].reachable_from = self.now.plus_ms(self.dice.below(40_000));
                if let Some(id) = self.users[user].connection {
                    self.lines.mute(id, Way::Up);
                    self.lines.mute(id, Way::Down);
                }
            }
            Fault::Kill => self.kill(),
            Fault::KillBeforeCommit => self.doom = Some(Doom::BeforeCommit),
            Fault::KillAfterCommit => self.doom = Some(Doom::AfterCommit),
            Fault::StoreStall => self.stalled_until = self.now.plus_ms(self.dice.below(12_000)),
            Fault::Shutdown => {
                let grace_ms = self.dice.weighed(&[(2, 0), (2, 3_000), (1, 20_000)]);
                self.tell_hub(Input::Shutdown { grace_ms });
            }
        }
    }

    fn on_a_line(&mut self, act: impl FnOnce(&mut Self, ConnectionId, Way)) {
        let way = if self.dice.one_in(2) { Way::Up } else { Way::Down };
        if let Some(id) = self.dice.pick(&self.lines.open_at_server()) {
            act(self, id, way);
        }
    }

    /// Either end comes to know it, at its own time; what is on its way till
    /// then may arrive.
    fn cut(&mut self) {
        self.on_a_line(|system, id, way| {
            if system.dice.one_in(2) {
                system.lines.mute(id, Way::Up);
            }
            if system.dice.one_in(2) {
                system.lines.mute(id, Way::Down);
            }
            let soon = system.dice.below(200);
            let late = system.dice.weighed(&[(1, 100), (1, 5_000), (1, 30_000)]);
            let late = system.dice.below(late);
            let (client_ms, server_ms) = if way == Way::Up { (soon, late) } else { (late, soon) };
            let how = Closed::Failed("cut".into());
            system.later(client_ms, Happening::Closed { id, how });
            system.later(server_ms, Happening::Hangup { id });
        });
    }

    /// Someone who is no user shows a token that is void; the guard sees to it
    /// that he is not let in.
    fn show_void_token(&mut self) {
        let Some(token) = self.dice.pick(&self.guard.void) else { return };
        let id = self.lines.new_line();
        if self.server.is_none() || !self.lines.opens_at_server(id) {
            return;
        }
        self.seen.insert("VoidToken".into());
        self.tell_hub(Input::Connected(id, Address::default(), self.now));
        let message = ClientMessage::Resume { token, seen: None };
        self.tell_hub(Input::Received(id, Request { number: 1, message }));
        self.later(1_000, Happening::Hangup { id });
    }

    /// From now on nothing goes wrong any more.
    pub(super) fn calm_down(&mut self) {
        self.calm = true;
        self.doom = None;
        self.stalled_until = self.now;
        self.later(0, Happening::Start);
        for user in &mut self.users {
            user.reachable_from = self.now;
        }
    }
}
