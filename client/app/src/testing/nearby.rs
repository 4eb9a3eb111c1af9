//! Servers on the local network.

use chuhe_model::exchange::event::Event;
use chuhe_model::exchange::nearby::{AnnouncedServer, NearbyEvent};

/// A server on the local network announces itself.
pub fn announced(instance: &str, address: &str, tls: bool) -> Event {
    let (instance, addresses) = (instance.to_owned(), vec![address.parse().unwrap()]);
    Event::Nearby(NearbyEvent::Announced(AnnouncedServer { instance, addresses, port: 4000, tls }))
}
