//! The addresses of connections.

/// The source address of a connection, as rate limits count it.
///
/// The number is an IPv4 address, or the /64 network of an IPv6 address.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Address(pub u128);
