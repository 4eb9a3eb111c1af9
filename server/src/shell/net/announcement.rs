//! Announces the server on the local network by multicast DNS (RFC 6762 and 6763).

use crate::shell::operate::config::Config;
use chuhe_protocol::announcement::{self, SERVICE, TLS};
use chuhe_protocol::greeting::VERSION;
use mdns_sd::{IfKind, ServiceDaemon, ServiceInfo};
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

/// The maximum length of an announced name in bytes: that of a label of DNS, less the number that
/// the library adds to a name that is taken.
const NAME_BYTES: usize = 56;

/// The time that the farewell may take. It is a few packets, sent without waiting.
const FAREWELL_TIME: Duration = Duration::from_secs(1);

/// A server that is announced on the local network.
pub(crate) struct Announcement {
    daemon: ServiceDaemon,
}

impl Announcement {
    /// Announces a server that listens at this address, if it is configured so. A failure is logged.
    pub(crate) fn of(config: &Config, address: SocketAddr) -> Option<Self> {
        let name =
            Some(config.announce.as_deref()?.trim()).filter(|name| !name.is_empty()).unwrap_or("Chuhe");
        match Self::start(name, address, config.identity.is_some()) {
            Ok(announcement) => {
                tracing::info!(name, port = address.port(), "the server is announced on the local network");
                Some(announcement)
            }
            Err(error) => {
                tracing::warn!(%error, "the server is not announced on the local network");
                None
            }
        }
    }

    /// Announces a server at this address under a name, which gets a number if it is taken.
    ///
    /// An unspecified address stands for all addresses of the machine, loopback excepted.
    ///
    /// # Errors
    /// If the address is not reachable from the network, or the system refuses a socket or thread.
    pub(crate) fn start(name: &str, address: SocketAddr, tls: bool) -> Result<Self, AnnouncementError> {
        if address.ip().is_loopback() {
            return Err(AnnouncementError::Loopback);
        }
        let service = service(name, address, tls)?;
        let daemon = ServiceDaemon::new()?;
        for interfaces in silent_interfaces(address.ip()) {
            daemon.disable_interface(interfaces)?;
        }
        if !address.ip().is_unspecified() {
            daemon.enable_interface(address.ip())?;
        }
        daemon.register(service)?;
        Ok(Self { daemon })
    }

    /// Announces that the server is gone.
    pub(crate) async fn end(self) {
        let Ok(ended) = self.daemon.shutdown() else { return };
        // the thread of the library ends by itself if this fails
        let _ = tokio::task::spawn_blocking(move || ended.recv_timeout(FAREWELL_TIME)).await;
    }
}

/// Why a server is not announced.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AnnouncementError {
    /// The server listens on the loopback address.
    #[error("only this machine can reach the server")]
    Loopback,
    /// The library failed.
    #[error(transparent)]
    System(#[from] mdns_sd::Error),
}

/// What is announced: the name, the port, the addresses, and properties.
fn service(name: &str, address: SocketAddr, tls: bool) -> mdns_sd::Result<ServiceInfo> {
    let name = name.trim();
    let name = &name[..name.floor_char_boundary(NAME_BYTES)];
    // the system's own service may announce the machine's name with other addresses
    let host = format!("chuhe-{:08x}.local.", getrandom::u32().unwrap_or(u32::from(address.port())));
    let properties = [(announcement::VERSION, VERSION.to_string()), (TLS, u8::from(tls).to_string())];
    let ip = address.ip();
    if ip.is_unspecified() {
        let service = ServiceInfo::new(SERVICE, name, &host, "", address.port(), &properties[..]);
        Ok(service?.enable_addr_auto())
    } else {
        ServiceInfo::new(SERVICE, name, &host, ip, address.port(), &properties[..])
    }
}

/// The interfaces on which a server at this address is not announced.
fn silent_interfaces(address: IpAddr) -> Vec<IfKind> {
    let loopback = [IfKind::LoopbackV4, IfKind::LoopbackV6];
    match address {
        _ if !address.is_unspecified() => vec![IfKind::All],
        // a socket on all addresses of IPv6 accepts IPv4 too
        IpAddr::V6(_) => loopback.into(),
        IpAddr::V4(_) => loopback.into_iter().chain([IfKind::IPv6]).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn announced(name: &str, address: &str) -> ServiceInfo {
        service(name, address.parse().unwrap(), true).unwrap()
    }

    #[test]
    fn name_port_version_and_tls_are_announced() {
        let service = announced("Chess club", "192.168.1.7:9899");
        assert_eq!(service.get_fullname(), "Chess club._chuhe._tcp.local.");
        assert_eq!(service.get_port(), 9899);
        assert_eq!(service.get_property_val_str(TLS), Some("1"));
        assert_eq!(service.get_property_val_str("version"), Some(VERSION.to_string().as_str()));
        assert!(!service.is_addr_auto());
        assert!(announced("Chess club", "[::]:9899").is_addr_auto());
    }

    #[test]
    fn long_names_are_cut_between_characters() {
        let service = announced(&"棋".repeat(40), "0.0.0.0:1");
        let name = service.get_fullname().strip_suffix("._chuhe._tcp.local.").unwrap();
        assert_eq!(name, "棋".repeat(NAME_BYTES / 3));
    }

    #[test]
    fn server_that_only_this_machine_reaches_is_not_announced() {
        let address = "127.0.0.1:9899".parse().unwrap();
        assert!(matches!(Announcement::start("x", address, false), Err(AnnouncementError::Loopback)));
    }
}
