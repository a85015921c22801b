//! The push services that this server sends to. The address of a browser's is what somebody says, so
//! that it is held against a list, and never asked where it leads.

use std::str::FromStr;

use reqwest::Url;
use thiserror::Error;

use crate::config::{Origin, Scheme};

/// Bytes of an endpoint; those of the services known have some hundreds.
const ENDPOINT_BYTES: usize = 1_024;
/// Those of the browsers that there are.
const USUAL: [&str; 4] =
    ["fcm.googleapis.com", "*.push.services.mozilla.com", "*.notify.windows.com", "*.push.apple.com"];

/// A push service, or several of one house.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Service {
    /// This host, by `https` at its usual port.
    Host(String),
    /// Every host under this name, likewise; the name begins with a dot.
    Under(String),
    /// This very origin, wherever it is: who names it trusts it, also on the own network and without
    /// TLS.
    Origin(Origin),
}

/// The text names no push service.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("not a push service: write a host, *.host for those under it, or an origin with its scheme")]
pub struct NotAService;

/// The push services that a server sends to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Services(Vec<Service>);

/// Where a notice may be left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// The address.
    pub url: Url,
    /// The origin of the service.
    pub audience: String,
}

impl FromStr for Service {
    type Err = NotAService;

    fn from_str(text: &str) -> Result<Self, NotAService> {
        if text.contains("://") {
            return text.parse().map(Self::Origin).map_err(|_| NotAService);
        }
        let (under, name) = text.strip_prefix("*.").map_or((false, text), |name| (true, name));
        let plain =
            |label: &str| !label.is_empty() && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
        let is_name = name.contains('.') && name.split('.').all(plain);
        let is_address = name.split('.').all(|label| label.bytes().all(|b| b.is_ascii_digit()));
        if !is_name || is_address {
            return Err(NotAService);
        }
        let name = name.to_ascii_lowercase();
        Ok(if under { Self::Under(format!(".{name}")) } else { Self::Host(name) })
    }
}

impl Services {
    /// These, or those of the browsers that there are where none is named.
    #[must_use]
    pub fn new(named: &[Service]) -> Self {
        let usual = || USUAL.iter().filter_map(|service| service.parse().ok()).collect();
        Self(if named.is_empty() { usual() } else { named.to_vec() })
    }

    /// Where a notice to this endpoint may be left.
    ///
    /// # Errors
    /// It is at none of them.
    pub fn target(&self, endpoint: &str) -> Result<Target, NotAService> {
        if endpoint.len() > ENDPOINT_BYTES {
            return Err(NotAService);
        }
        let url = Url::parse(endpoint).map_err(|_| NotAService)?;
        let bare = url.username().is_empty() && url.password().is_none() && url.fragment().is_none();
        if !bare || !self.0.iter().any(|service| service.has(&url)) {
            return Err(NotAService);
        }
        let audience = url.origin().ascii_serialization();
        Ok(Target { url, audience })
    }

    /// Whether a host is trusted wherever it is.
    #[must_use]
    pub fn trusts(&self, host: &str) -> bool {
        self.0.iter().any(|service| matches!(service, Service::Origin(origin) if origin.host == host))
    }
}

impl Service {
    fn has(&self, url: &Url) -> bool {
        let Some(host) = url.host_str() else { return false };
        // The usual port is left out of an address that is read.
        let usual = url.scheme() == "https" && url.port().is_none();
        match self {
            Self::Host(name) => usual && host == name,
            Self::Under(name) => usual && host.len() > name.len() && host.ends_with(name.as_str()),
            Self::Origin(origin) => {
                let scheme = match origin.scheme {
                    Scheme::Http => "http",
                    Scheme::Https => "https",
                };
                let port = url.port_or_known_default();
                url.scheme() == scheme && host == origin.host && port == Some(origin.port)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notice_goes_to_the_services_of_browsers_and_nowhere_else() {
        let services = Services::new(&[]);
        for good in [
            "https://fcm.googleapis.com/fcm/send/abc:def",
            "https://FCM.googleapis.com:443/x",
            "https://updates.push.services.mozilla.com/wpush/v2/abc",
            "https://wns2-par02p.notify.windows.com/w/?token=abc",
            "https://web.push.apple.com/abc",
        ] {
            assert!(services.target(good).is_ok(), "{good}");
        }
        for bad in [
            "",
            "fcm.googleapis.com/x",
            "http://fcm.googleapis.com/x",
            "https://fcm.googleapis.com:8443/x",
            "https://fcm.googleapis.com./x",
            "https://fcm.googleapis.com.evil.example/x",
            "https://evil-fcm.googleapis.com/x",
            "https://fcm.googleapis.com@evil.example/x",
            "https://a:b@fcm.googleapis.com/x",
            "https://fcm.googleapis.com/x#y",
            "https://push.services.mozilla.com/x",
            "https://xpush.apple.com/x",
            "https://127.0.0.1/x",
            "https://0x7f000001/x",
            "https://[::1]/x",
            "https://169.254.169.254/latest/meta-data",
            "https://localhost/x",
            "file:///etc/passwd",
            "ftp://fcm.googleapis.com/x",
            "https://fcm.googleapis.com\\@evil.example/x".replace("\\", "%5C").as_str(),
            format!("https://fcm.googleapis.com/{}", "x".repeat(ENDPOINT_BYTES)).as_str(),
        ] {
            assert_eq!(services.target(bad), Err(NotAService), "{bad}");
        }
    }

    #[test]
    fn a_host_names_its_own_by_host_by_house_or_by_origin() {
        let named = ["push.example.org", "*.Example.net", "http://127.0.0.1:8123"];
        let services = Services::new(&named.map(|service| service.parse().unwrap()));
        for good in ["https://push.example.org/x", "https://a.b.example.net/x", "http://127.0.0.1:8123/x"] {
            assert!(services.target(good).is_ok(), "{good}");
        }
        for bad in [
            "https://fcm.googleapis.com/x",
            "https://example.net/x",
            "https://127.0.0.1:8123/x",
            "http://127.0.0.1:8124/x",
            "http://127.0.0.2:8123/x",
        ] {
            assert!(services.target(bad).is_err(), "{bad}");
        }
        assert_eq!(services.target("http://127.0.0.1:8123/x").unwrap().audience, "http://127.0.0.1:8123");
        assert!(services.trusts("127.0.0.1") && !services.trusts("push.example.org"));
        for bad in ["", "*", "*.", "localhost", "127.0.0.1", "a..b", "*.com:1", "https://a/b", "ä.example"] {
            assert_eq!(bad.parse::<Service>(), Err(NotAService), "{bad}");
        }
    }
}
