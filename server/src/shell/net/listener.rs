//! Binds the listening socket.

use socket2::{Domain, Protocol, Socket, Type};
use std::io;
use std::net::{Ipv6Addr, SocketAddr};
use tokio::net::TcpListener;

/// Number of connections that the system may hold until they are accepted.
///
/// With the usual 128, ten thousand clients that reconnect after a restart take seconds.
/// The system caps it, on Linux at `net.core.somaxconn` (usually 4,096).
const BACKLOG: i32 = 16 * 1024;
/// Size of a socket's send buffer. Beyond it, the connection's own send queue fills.
const SEND_BUFFER_BYTES: usize = 128 * 1024;

/// Listens at `address`.
///
/// The unspecified IPv6 address (`[::]`) includes IPv4; on a machine without IPv6 it
/// means IPv4 only.
///
/// # Errors
/// If the address is not available.
pub(crate) fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let is_unspecified = address.ip() == Ipv6Addr::UNSPECIFIED;
    match bind(address, is_unspecified) {
        Err(error) if is_unspecified && is_without_ipv6(&error) => {
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
    // on Windows the option would let two servers bind the same port
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
        // EAFNOSUPPORT (Linux, macOS, Windows) has no `ErrorKind`
        || error.raw_os_error().is_some_and(|code| matches!(code, 97 | 47 | 10_047))
}
