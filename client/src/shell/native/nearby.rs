//! Searches the local network for servers that announce themselves by multicast DNS.
//!
//! The library receives on a thread of its own; another passes its findings on and wakes the window.
//! Without a network nothing is found, which is not an error.

use chuhe_model::exchange::nearby::{ADDRESSES, AnnouncedServer, NearbyEvent};
use chuhe_protocol::announcement::{SERVICE, TLS};
use mdns_sd::{IfKind, Receiver, ResolvedService, ScopedIp, ServiceDaemon, ServiceEvent};
use std::net::IpAddr;
use std::sync::mpsc::{self, SyncSender};
use std::thread::{self, Thread};

/// The most events that wait for the window; further ones are dropped.
const WAITING_EVENTS: usize = 64;

/// The search, while one runs.
pub(super) struct Nearby {
    allowed: bool,
    daemon: Option<ServiceDaemon>,
    sender: SyncSender<NearbyEvent>,
    events: mpsc::Receiver<NearbyEvent>,
    wake: Thread,
}

impl std::fmt::Debug for Nearby {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Nearby").field("searching", &self.daemon.is_some()).finish_non_exhaustive()
    }
}

impl Nearby {
    /// No search yet; none ever unless `allowed`. The calling thread is unparked when there is an
    /// event to poll.
    #[must_use]
    pub(super) fn new(allowed: bool) -> Self {
        let (sender, events) = mpsc::sync_channel(WAITING_EVENTS);
        Self { allowed, daemon: None, sender, events, wake: thread::current() }
    }

    /// Begins or ends a search.
    pub(super) fn search(&mut self, wanted: bool) {
        if let Some(daemon) = self.daemon.take() {
            // its threads end by themselves
            let _ = daemon.shutdown();
        }
        // events of the search that has ended
        while self.events.try_recv().is_ok() {}
        if wanted && self.allowed {
            match self.start() {
                Ok(daemon) => self.daemon = Some(daemon),
                Err(error) => tracing::debug!(%error, "cannot search the local network for servers"),
            }
        }
    }

    fn start(&self) -> Result<ServiceDaemon, mdns_sd::Error> {
        let daemon = ServiceDaemon::new()?;
        daemon.disable_interface(vec![IfKind::LoopbackV4, IfKind::LoopbackV6])?;
        let found = daemon.browse(SERVICE)?;
        let (sender, wake) = (self.sender.clone(), self.wake.clone());
        let thread = thread::Builder::new().name("nearby".to_owned());
        match thread.spawn(move || pass_on(&found, &sender, &wake)) {
            Ok(_) => Ok(daemon),
            Err(error) => {
                let _ = daemon.shutdown();
                Err(mdns_sd::Error::Msg(error.to_string()))
            }
        }
    }

    /// Returns the next event of the search.
    pub(super) fn poll(&mut self) -> Option<NearbyEvent> {
        self.events.try_recv().ok()
    }
}

impl Drop for Nearby {
    fn drop(&mut self) {
        self.search(false);
    }
}

/// Passes events on until the search ends.
fn pass_on(found: &Receiver<ServiceEvent>, sender: &SyncSender<NearbyEvent>, wake: &Thread) {
    while let Ok(found) = found.recv() {
        if matches!(found, ServiceEvent::SearchStopped(_)) {
            return;
        }
        // a machine that floods the network loses its own events
        if let Some(event) = event(found)
            && sender.try_send(event).is_ok()
        {
            wake.unpark();
        }
    }
}

fn event(found: ServiceEvent) -> Option<NearbyEvent> {
    #[expect(clippy::wildcard_enum_match_arm, reason = "the library may add events")]
    match found {
        ServiceEvent::ServiceResolved(service) => Some(NearbyEvent::Announced(announced(&service))),
        ServiceEvent::ServiceRemoved(_, name) => Some(NearbyEvent::Gone { instance: instance(&name) }),
        _ => None,
    }
}

fn announced(service: &ResolvedService) -> AnnouncedServer {
    let address = |address: &ScopedIp| address.to_ip_addr();
    let mut addresses: Vec<IpAddr> = service.addresses.iter().map(address).collect();
    // the set of the library has no order
    addresses.sort_unstable();
    addresses.truncate(ADDRESSES);
    AnnouncedServer {
        instance: instance(&service.fullname),
        addresses,
        port: service.port,
        tls: service.get_property_val_str(TLS) == Some("1"),
    }
}

/// The name of a server in the full name of its service.
fn instance(full_name: &str) -> String {
    let name =
        full_name.strip_suffix(SERVICE).map_or(full_name, |name| name.strip_suffix('.').unwrap_or(name));
    // the library escapes dots and backslashes
    let mut chars = name.chars();
    std::iter::from_fn(|| chars.next().and_then(|c| if c == '\\' { chars.next() } else { Some(c) })).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use mdns_sd::ServiceInfo;

    fn resolved(name: &str, properties: &[(&str, &str)]) -> NearbyEvent {
        let addresses = "192.168.1.9,192.168.1.7,fd00::7";
        let service = ServiceInfo::new(SERVICE, name, "h.local.", addresses, 4000, properties).unwrap();
        event(ServiceEvent::ServiceResolved(Box::new(service.as_resolved_service()))).unwrap()
    }

    #[test]
    fn announcements_become_events() {
        let addresses = ["192.168.1.7", "192.168.1.9", "fd00::7"].map(|it| it.parse().unwrap()).to_vec();
        let server = |name: &str, tls| {
            let instance = name.to_owned();
            NearbyEvent::Announced(AnnouncedServer {
                instance,
                addresses: addresses.clone(),
                port: 4000,
                tls,
            })
        };
        assert_eq!(resolved("云中鹤", &[("version", "1"), ("tls", "1")]), server("云中鹤", true));
        assert_eq!(resolved("Bo \\ v1.2", &[]), server("Bo \\ v1.2", false));
        assert_eq!(resolved("Bo", &[("tls", "yes")]), server("Bo", false));
        let gone = ServiceEvent::ServiceRemoved(SERVICE.to_owned(), format!("Bo._x.{SERVICE}"));
        assert_eq!(event(gone), Some(NearbyEvent::Gone { instance: "Bo._x".to_owned() }));
        assert_eq!(event(ServiceEvent::SearchStarted(SERVICE.to_owned())), None);
    }

    #[test]
    fn search_that_is_not_allowed_opens_no_socket() {
        let mut nearby = Nearby::new(false);
        nearby.search(true);
        assert!(nearby.daemon.is_none() && nearby.poll().is_none());
    }
}
