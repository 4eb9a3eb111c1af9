//! The addresses that limits apply to.

use chuhe_hub::Address;
use ipnet::{IpNet, Ipv4Net};
use std::net::IpAddr;

/// Number of bits of an IPv6 address that identify the host within its network.
const HOST_BITS: u32 = 64;

/// Returns the address that limits apply to: of IPv6, the network.
pub(crate) fn limited_address(address: IpAddr) -> Address {
    match address.to_canonical() {
        IpAddr::V4(address) => Address(address.to_bits().into()),
        IpAddr::V6(address) => Address(address.to_bits() >> HOST_BITS << HOST_BITS),
    }
}

/// The first number of an IPv6 network other than the unspecified one.
pub(crate) const FIRST_IPV6: Address = Address(1 << HOST_BITS);

/// Returns a limited address in its usual notation.
pub(crate) fn display_address(address: Address) -> IpAddr {
    match u32::try_from(address.0) {
        Ok(bits) => IpAddr::V4(bits.into()),
        Err(_) => IpAddr::V6(address.0.into()),
    }
}

/// Parses an address or a network; IPv4 in the form of IPv6 is IPv4.
pub(crate) fn parse_network(text: &str) -> Option<IpNet> {
    text.parse().or_else(|_| text.parse::<IpAddr>().map(IpNet::from)).ok().map(canonical)
}

/// Returns the network of IPv4 addresses that a network of their IPv6 forms (`::ffff:1.2.3.4`) stands for.
fn canonical(network: IpNet) -> IpNet {
    /// Length of the prefix that all IPv6 forms of IPv4 addresses share.
    const MAPPED_BITS: u8 = 96;
    let IpNet::V6(mapped) = network else { return network };
    let address = mapped.addr().to_ipv4_mapped();
    let length = mapped.prefix_len().checked_sub(MAPPED_BITS);
    match address.zip(length).map(|(address, length)| Ipv4Net::new(address, length)) {
        Some(Ok(network)) => IpNet::V4(network),
        Some(Err(_)) | None => network,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_count_an_ipv6_network_as_one_address_and_canonicalize_ipv4() {
        let of = |text: &str| limited_address(text.parse().expect("an address"));
        assert_eq!(of("1.2.3.4"), of("::ffff:1.2.3.4"));
        assert_ne!(of("1.2.3.4"), of("1.2.3.5"));
        assert_eq!(of("2001:db8::1"), of("2001:db8::2"));
        assert_ne!(of("2001:db8::1"), of("2001:db8:0:1::1"));
        assert_eq!(display_address(of("1.2.3.4")).to_string(), "1.2.3.4");
        assert_eq!(display_address(of("2001:db8::1")).to_string(), "2001:db8::");
    }
}
