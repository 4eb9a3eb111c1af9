//! Closing the window: what it would end, and the confirmation before it.

use super::App;
use chuhe_model::exchange::effect::{MachineEffect, WindowEffect};
use chuhe_model::exchange::hosting::Hosting;

impl App {
    /// Closes the window; during a game only after a confirmation or a second request.
    ///
    /// A record with changes that are not kept yet is kept first.
    pub(super) fn close_requested(&mut self) {
        if self.study.closes_when_kept(&mut self.desk) {
            return;
        }
        if self.closing_needs_confirmation() && !self.dialogs.asked_to_quit {
            self.dialogs.asked_to_quit = true;
        } else {
            self.close();
        }
    }

    /// Whether closing the window would disturb a game or lose changes of a record.
    pub(super) fn closing_needs_confirmation(&self) -> bool {
        let playing = self.sessions.local().is_none()
            && self.sessions.server.link.is_joined()
            && self.sessions.table().is_some_and(|table| {
                (table.turn().is_some() || table.game().is_setting_up()) && table.game().seat().is_some()
            });
        playing
            || self.entrance.hosted_others(&self.sessions).next().is_some()
            || self.study.loses_record()
            || self.sessions.loses_local_game()
    }

    pub(super) fn close(&mut self) {
        if self.sessions.table().is_some_and(|table| table.game().is_setting_up()) {
            self.sessions.store_layout(&mut self.desk);
        }
        self.sessions.server.link.leave(&mut self.sessions.server.out);
        if self.entrance.hosting != Hosting::Off {
            self.desk.out.push(MachineEffect::StopHost);
        }
        self.remembering.keep_for_the_end(&self.sessions, &mut self.desk);
        self.desk.save();
        self.desk.out.push(WindowEffect::Quit);
    }
}
