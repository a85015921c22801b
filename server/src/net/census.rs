//! How many connections there are, in all and from one address.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::machine::descriptors;
use crate::config::Network;

/// Connections of one server, however many descriptors there are.
const CONNECTIONS_MAX: usize = 10_000;
/// Descriptors that are kept for files and the log.
const DESCRIPTORS_KEPT: usize = 64;
/// Connections from one address.
const PER_ADDRESS: usize = 200;

/// Counts connections.
#[derive(Debug)]
pub struct Census {
    places: Arc<Semaphore>,
    by_address: Mutex<HashMap<IpAddr, usize>>,
    per_address: usize,
    proxies: Vec<Network>,
}

/// A connection's place; free again when it is dropped.
#[derive(Debug)]
pub struct Place {
    census: Arc<Census>,
    address: Option<IpAddr>,
    _place: OwnedSemaphorePermit,
}

/// The part of an address that stands for a person or a house: the first half of an IPv6 address,
/// a whole IPv4 address.
#[must_use]
pub fn block(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() >> 64 << 64)),
        v4 @ IpAddr::V4(_) => v4,
    }
}

impl Census {
    /// A count that begins at zero. `by_address` tells whether one address may fill the server;
    /// proxies always may.
    #[must_use]
    pub fn new(by_address: bool, proxies: Vec<Network>) -> Arc<Self> {
        let places = descriptors().map_or(CONNECTIONS_MAX, |descriptors| {
            descriptors.saturating_sub(DESCRIPTORS_KEPT).clamp(1, CONNECTIONS_MAX)
        });
        Arc::new(Self {
            places: Arc::new(Semaphore::new(places)),
            by_address: Mutex::default(),
            per_address: if by_address { PER_ADDRESS } else { usize::MAX },
            proxies,
        })
    }

    /// A place for a connection from here, if there is one.
    #[must_use]
    pub fn enter(self: &Arc<Self>, address: IpAddr) -> Option<Place> {
        let place = Arc::clone(&self.places).try_acquire_owned().ok()?;
        let proxied = self.proxies.iter().any(|proxy| proxy.contains(address));
        let address = (!proxied).then(|| block(address));
        if let Some(address) = address {
            let mut by_address = self.by_address.lock().unwrap_or_else(PoisonError::into_inner);
            let count = by_address.entry(address).or_default();
            if *count >= self.per_address {
                return None;
            }
            *count += 1;
        }
        Some(Place { census: Arc::clone(self), address, _place: place })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let Some(address) = self.address else { return };
        let mut by_address = self.census.by_address.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = by_address.get_mut(&address) {
            *count -= 1;
            if *count == 0 {
                by_address.remove(&address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_cannot_fill_the_server_unless_it_is_a_proxy() {
        let census = Census::new(true, vec!["10.0.0.1".parse().unwrap()]);
        let address = "192.0.2.7".parse().unwrap();
        let places: Vec<_> = (0..PER_ADDRESS).map(|_| census.enter(address).unwrap()).collect();
        assert!(census.enter(address).is_none());
        assert!(census.enter("192.0.2.8".parse().unwrap()).is_some());
        let proxied: Vec<_> = (0..=PER_ADDRESS).map(|_| census.enter("10.0.0.1".parse().unwrap())).collect();
        assert!(proxied.iter().all(Option::is_some));
        drop(places);
        assert!(census.enter(address).is_some());
    }

    #[test]
    fn a_house_is_one_address() {
        let one: IpAddr = "2001:db8::1".parse().unwrap();
        let other: IpAddr = "2001:db8::ffff:2".parse().unwrap();
        assert_eq!(block(one), block(other));
        assert_eq!(block("::ffff:192.0.2.1".parse().unwrap()), "192.0.2.1".parse::<IpAddr>().unwrap());
    }
}
