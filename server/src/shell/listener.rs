//! How the server listens. What it does with a connection is `run`'s affair.

use socket2::{Domain, Protocol, Socket, Type};
use std::io;
use std::net::{Ipv6Addr, SocketAddr};
use tokio::net::TcpListener;

/// Connections that the system may hold until they are accepted. With the usual
/// 128, ten thousand that come back at once after a restart take seconds. It holds
/// no more than it is set up for, on Linux `net.core.somaxconn`, as a rule 4,096.
const BACKLOG: i32 = 16 * 1024;
/// What the system may keep for a reader that is slow, in bytes: beyond it the
/// connection's own bounded queue fills.
const SEND_BUFFER_BYTES: usize = 128 * 1024;

/// Listens at `address`.
///
/// The IPv6 address of all interfaces means those of IPv4 too; on a machine
/// without IPv6 it means those of IPv4 only.
///
/// # Errors
/// If the address cannot be had.
pub(super) fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let everywhere = address.ip() == Ipv6Addr::UNSPECIFIED;
    match bind(address, everywhere) {
        Err(error) if everywhere && is_without_ipv6(&error) => {
            bind(SocketAddr::from(([0, 0, 0, 0], address.port())), false)
        }
        result => result,
    }
}

fn bind(address: SocketAddr, both_families: bool) -> io::Result<TcpListener> {
    let socket = Socket::new(Domain::for_address(address), Type::STREAM, Some(Protocol::TCP))?;
    if both_families {
        socket.set_only_v6(false)?;
    }
    // on Windows the option would let two servers have the same port
    if cfg!(unix) {
        socket.set_reuse_address(true)?;
    }
    socket.set_send_buffer_size(SEND_BUFFER_BYTES)?;
    socket.set_nonblocking(true)?;
    socket.bind(&address.into())?;
    socket.listen(BACKLOG)?;
    TcpListener::from_std(socket.into())
}

fn is_without_ipv6(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::Unsupported | io::ErrorKind::AddrNotAvailable)
        // EAFNOSUPPORT has no kind of its own
        || error.raw_os_error().is_some_and(|code| matches!(code, 97 | 47 | 10_047))
}
