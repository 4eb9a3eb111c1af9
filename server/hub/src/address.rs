//! The addresses of connections.

/// The source address of a connection, as rate limits count it.
///
/// The number is an IPv4 address, or the /64 network of an IPv6 address.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Address(pub u128);

impl Address {
    /// The first address of a computer player: beyond IPv4, and below every IPv6 network.
    const FIRST_OF_COMPUTERS: u128 = 1 << 32;

    /// Returns the address of the computer player on the connection with this number.
    ///
    /// No other connection has it.
    ///
    /// The limits of an address therefore never apply to computer players together.
    pub(super) fn of_computer(connection: u64) -> Self {
        Self(Self::FIRST_OF_COMPUTERS | u128::from(connection & u64::from(u32::MAX)))
    }
}
