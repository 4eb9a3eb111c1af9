//! The servers found on the local network.

use crate::exchange::nearby::{AnnouncedServer, NearbyEvent};
use ::core::net::IpAddr;
use chuhe_protocol::text::is_invisible;

/// The most servers in the list; further ones are ignored.
const SERVERS: usize = 16;
/// The maximum number of characters of a shown name; longer ones are cut.
const NAME_CHARS: usize = 32;

/// A server found on the local network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearbyServer {
    instance: String,
    /// The name to show.
    pub name: String,
    /// Its address on the local network.
    pub address: IpAddr,
    /// Its port.
    pub port: u16,
    /// Whether it requires TLS.
    pub tls: bool,
}

impl NearbyServer {
    /// Checks what a server announces; `None` if it has no name, no port or no local address.
    fn check(announced: &AnnouncedServer) -> Option<Self> {
        let visible = announced.instance.chars().filter(|&c| !is_invisible(c));
        let name: String = visible.take(NAME_CHARS).collect();
        let name = name.trim().to_owned();
        let local = announced.addresses.iter().copied().filter(|&address| is_local(address));
        let address = local.min()?;
        let is_valid = !name.is_empty() && announced.port != 0;
        let (instance, port, tls) = (announced.instance.clone(), announced.port, announced.tls);
        is_valid.then_some(Self { instance, name, address, port, tls })
    }

    /// The address with the port.
    #[must_use]
    pub fn address_and_port(&self) -> String {
        ::core::net::SocketAddr::new(self.address, self.port).to_string()
    }
}

/// The servers found on the local network, in the order in which they were found.
#[derive(Clone, Debug, Default)]
pub struct NearbyServers {
    is_searching: bool,
    servers: Vec<NearbyServer>,
}

impl NearbyServers {
    /// The servers.
    #[must_use]
    pub fn servers(&self) -> &[NearbyServer] {
        &self.servers
    }

    /// Begins or ends the search; returns whether that is a change.
    pub fn search(&mut self, wanted: bool) -> bool {
        if wanted && !self.is_searching {
            // what an earlier search found may be gone
            self.servers.clear();
        }
        std::mem::replace(&mut self.is_searching, wanted) != wanted
    }

    /// Applies an event of the search.
    pub fn apply(&mut self, event: &NearbyEvent) {
        if !self.is_searching {
            return;
        }
        match event {
            NearbyEvent::Announced(announced) => {
                let Some(server) = NearbyServer::check(announced) else {
                    return self.remove(&announced.instance);
                };
                match self.servers.iter().position(|it| it.instance == server.instance) {
                    Some(known) => self.servers[known] = server,
                    None if self.servers.len() < SERVERS => self.servers.push(server),
                    None => {}
                }
            }
            NearbyEvent::Gone { instance } => self.remove(instance),
        }
    }

    fn remove(&mut self, instance: &str) {
        self.servers.retain(|server| server.instance != instance);
    }
}

/// Tests if an address belongs to local networks only.
///
/// A link-local address of IPv6 does not count: it needs the number of an interface, which the form
/// does not have.
fn is_local(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => address.is_private() || address.is_link_local(),
        IpAddr::V6(address) => address.is_unique_local(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn announced(instance: &str, addresses: &[&str]) -> AnnouncedServer {
        let addresses = addresses.iter().map(|text| text.parse().unwrap()).collect();
        AnnouncedServer { instance: instance.to_owned(), addresses, port: 9899, tls: false }
    }

    fn found(events: &[NearbyEvent]) -> Vec<String> {
        let mut nearby = NearbyServers::default();
        nearby.search(true);
        for event in events {
            nearby.apply(event);
        }
        let line = |it: &NearbyServer| format!("{} {}", it.name, it.address_and_port());
        nearby.servers().iter().map(line).collect()
    }

    #[test]
    fn servers_come_change_and_go() {
        let one = NearbyEvent::Announced(announced("Bo", &["192.168.1.7"]));
        let other = NearbyEvent::Announced(announced("云中鹤", &["fd00::7", "10.0.0.2"]));
        let moved = NearbyEvent::Announced(announced("Bo", &["fd00::8"]));
        let gone = NearbyEvent::Gone { instance: "Bo".to_owned() };
        let both = found(&[one.clone(), other.clone()]);
        assert_eq!(both, ["Bo 192.168.1.7:9899", "云中鹤 10.0.0.2:9899"]);
        assert_eq!(found(&[one.clone(), other.clone(), moved])[0], "Bo [fd00::8]:9899");
        assert_eq!(found(&[one, other, gone]), ["云中鹤 10.0.0.2:9899"]);
    }

    #[test]
    fn addresses_outside_the_local_network_are_ignored() {
        for address in ["8.8.8.8", "127.0.0.1", "0.0.0.0", "224.0.0.251", "2001:db8::1", "fe80::1", "::1"] {
            assert!(found(&[NearbyEvent::Announced(announced("Bo", &[address]))]).is_empty(), "{address}");
        }
        // a server whose new addresses are not local is gone
        let events = ["192.168.1.7", "8.8.8.8"].map(|it| NearbyEvent::Announced(announced("Bo", &[it])));
        assert!(found(&events).is_empty());
    }

    #[test]
    fn names_are_cleaned_and_cut() {
        let events = [format!("\u{202e}{}\n", "棋".repeat(60)), "\u{200b}\t".to_owned(), String::new()]
            .map(|name| NearbyEvent::Announced(announced(&name, &["10.0.0.2"])));
        assert_eq!(found(&events), [format!("{} 10.0.0.2:9899", "棋".repeat(NAME_CHARS))]);
    }

    #[test]
    fn list_is_bounded_and_empty_at_the_begin_of_a_search() {
        let mut nearby = NearbyServers::default();
        let event = |n: usize| NearbyEvent::Announced(announced(&n.to_string(), &["10.0.0.2"]));
        nearby.apply(&event(0));
        assert!(nearby.servers().is_empty(), "an event of a search that has ended");
        assert!(nearby.search(true) && !nearby.search(true));
        for n in 0..100 {
            nearby.apply(&event(n));
        }
        assert_eq!(nearby.servers().len(), SERVERS);
        assert!(nearby.search(false));
        assert_eq!(nearby.servers().len(), SERVERS, "they stay while a server is joined");
        nearby.search(true);
        assert!(nearby.servers().is_empty());
    }
}
