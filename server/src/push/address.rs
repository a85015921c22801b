//! Names are looked up here, and what they lead to on the own network is left out: a name that is on
//! the list may point anywhere.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use reqwest::dns::{Addrs, Name, Resolve, Resolving};

use super::services::Services;

/// Looks up names of push services.
#[derive(Debug)]
pub(super) struct PublicNames(pub(super) Services);

impl Resolve for PublicNames {
    fn resolve(&self, name: Name) -> Resolving {
        let trusted = self.0.trusts(name.as_str());
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let public: Vec<SocketAddr> = found.filter(|found| trusted || is_public(found.ip())).collect();
            if public.is_empty() {
                return Err("the name leads to no public address".into());
            }
            Ok(Box::new(public.into_iter()) as Addrs)
        })
    }
}

/// Whether an address is on the internet, rather than on this machine or its network.
pub(super) fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(v4) => is_public_v4(v4),
        IpAddr::V6(v6) => is_public_v6(v6),
    }
}

/// Without what the registry of special purposes has (RFC 6890 and since).
const fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    !(matches!(a, 0 | 10 | 127 | 224..)
        || (a == 100 && b & 0xc0 == 64)
        || (a == 169 && b == 254)
        || (a == 172 && b & 0xf0 == 16)
        || (a == 192 && b == 168)
        || (a == 192 && b == 0 && matches!(c, 0 | 2))
        || (a == 192 && b == 88 && c == 99)
        || (a == 198 && matches!(b, 18 | 19))
        || (a == 198 && b == 51 && c == 100)
        || (a == 203 && b == 0 && c == 113))
}

/// Global unicast without what leads into IPv4 or is for examples; and IPv4 behind a translator.
fn is_public_v6(address: Ipv6Addr) -> bool {
    let [a, b, c, d, e, f, g, h] = address.segments();
    if [a, b, c, d, e, f] == [0x64, 0xff9b, 0, 0, 0, 0] {
        let ([g1, g2], [h1, h2]) = (g.to_be_bytes(), h.to_be_bytes());
        return is_public_v4(Ipv4Addr::new(g1, g2, h1, h2));
    }
    let special = matches!((a, b), (0x2001, 0 | 0xdb8) | (0x2002, _) | (0x3fff, 0..=0xfff));
    a & 0xe000 == 0x2000 && !special
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_of_the_own_network_is_none_of_a_push_service() {
        for good in
            ["8.8.8.8", "100.63.0.1", "172.32.0.1", "192.1.0.1", "2a00:1450:4001::200e", "64:ff9b::808:808"]
        {
            assert!(is_public(good.parse().unwrap()), "{good}");
        }
        for bad in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "100.127.255.255",
            "127.0.0.1",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.51.100.7",
            "203.0.113.9",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:10.0.0.1",
            "::7f00:1",
            "fc00::1",
            "fd12::1",
            "fe80::1",
            "ff02::1",
            "2001:db8::1",
            "2001::1",
            "2002:7f00:1::1",
            "3fff::1",
            "64:ff9b::a00:1",
            "64:ff9b:1::808:808",
        ] {
            assert!(!is_public(bad.parse().unwrap()), "{bad}");
        }
    }

    #[tokio::test]
    async fn a_name_that_leads_to_this_machine_is_not_followed_unless_it_is_trusted() {
        let name = || "localhost".parse::<Name>().unwrap();
        let refused = PublicNames(Services::new(&[])).resolve(name()).await;
        assert!(refused.is_err_and(|error| error.to_string().contains("no public address")));
        let trusting = Services::new(&["http://localhost:1".parse().unwrap()]);
        assert!(PublicNames(trusting).resolve(name()).await.is_ok_and(|mut found| found.next().is_some()));
    }
}
