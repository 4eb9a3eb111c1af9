//! Servers on the local network: when to search for them, and which to show.

use super::{App, Screen};
use chuhe_model::connection::link::Status;
use chuhe_model::connection::nearby::NearbyServer;
use chuhe_model::exchange::effect::Effect;
use chuhe_model::exchange::hosting::Hosting;
use chuhe_model::exchange::nearby::NearbyEvent;

impl App {
    pub(super) fn nearby_event(&mut self, event: &NearbyEvent) {
        self.nearby.apply(event);
    }

    /// Searches for servers while the first screen waits for the user.
    pub(super) fn search_nearby(&mut self) {
        let wanted = self.screen() == Screen::Join && matches!(self.link.status(), Status::Off(_));
        if self.nearby.search(wanted) {
            self.out.push(Effect::SearchNearby(wanted));
        }
    }

    /// The servers found on the local network, except the one that this program hosts.
    pub fn nearby(&self) -> impl Iterator<Item = &NearbyServer> {
        let is_own = |server: &NearbyServer| match &self.hosting {
            Hosting::Running { port, addresses } => {
                *port == server.port && addresses.contains(&server.address.to_string())
            }
            Hosting::Off | Hosting::Starting => false,
        };
        self.nearby.servers().iter().filter(move |server| !is_own(server))
    }
}
