//! Every setting, in one place: flag, environment name, default and meaning. Checked once, at the
//! start; nothing else reads the environment.

mod betting;
mod push;

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use anyhow::Context;
use thiserror::Error;

pub use betting::{Bets, Betting};
pub use push::Notices;

use crate::accounts::ProviderSettings;

/// Accounts that may be made at one address in a day, where the host says nothing else.
const ACCOUNTS_PER_ADDRESS: u32 = 3;

/// What a host sets by flags or environment.
#[derive(Clone, Debug, clap::Args)]
pub struct Settings {
    /// Address to listen on; port 0 takes a free one.
    #[arg(long, global = true, env = "SINDILLO_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,
    /// Directory of the log and the cookie key; made if it is not there.
    #[arg(long, global = true, env = "SINDILLO_DATA", default_value = "./data")]
    pub data: PathBuf,
    /// Address under which browsers reach the server, such as https://play.example.org. Only pages
    /// from there may act. May be given several times. Default: the listen address and localhost.
    #[arg(long, global = true, env = "SINDILLO_PUBLIC_URL", value_delimiter = ',')]
    pub public_url: Vec<Origin>,
    /// Directory of a built page to serve in place of the one in the binary.
    #[arg(long, global = true, env = "SINDILLO_WEB_DIR")]
    pub web_dir: Option<PathBuf>,
    /// What to log: a level, or targets with levels.
    #[arg(long, global = true, env = "SINDILLO_LOG", default_value = "info")]
    pub log: String,
    /// How to log.
    #[arg(long, global = true, env = "SINDILLO_LOG_FORMAT", value_enum, default_value_t = LogFormat::Text)]
    pub log_format: LogFormat,
    /// Proxy whose X-Forwarded-For is believed: an address or a network such as 10.0.0.0/8. May be
    /// given several times. Default: none, the address of the connection counts.
    #[arg(long, global = true, env = "SINDILLO_TRUSTED_PROXY", value_delimiter = ',')]
    pub trusted_proxy: Vec<Network>,
    /// Milliseconds that a bot seems to think.
    #[arg(long, global = true, env = "SINDILLO_BOT_DELAY_MS", default_value_t = 900)]
    pub bot_delay_ms: u32,
    /// Accounts that may be made at one address in 24 hours.
    #[arg(long, global = true, env = "SINDILLO_ACCOUNTS_PER_ADDRESS", default_value_t = ACCOUNTS_PER_ADDRESS,
        value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub accounts_per_address: u32,
    /// Lift the limits by address (connections, handshakes, sessions, rooms, accounts): for load tests, or
    /// where everybody comes from one address. The limits by person stay.
    #[arg(long, global = true, env = "SINDILLO_NO_ADDRESS_LIMITS")]
    pub no_address_limits: bool,
    /// Address of an OpenID Connect provider by which people may sign in, as it names itself. Needs
    /// --oidc-client-id. Default: none.
    #[arg(long, global = true, env = "SINDILLO_OIDC_ISSUER")]
    pub oidc_issuer: Option<String>,
    /// What this server is called at the provider. Its callback is /api/oidc/callback at each
    /// --public-url.
    #[arg(long, global = true, env = "SINDILLO_OIDC_CLIENT_ID")]
    pub oidc_client_id: Option<String>,
    /// What proves to the provider that it is this server; some do without.
    #[arg(long, global = true, env = "SINDILLO_OIDC_CLIENT_SECRET", hide_env_values = true)]
    pub oidc_client_secret: Option<Secret>,
    /// File that holds the secret, in place of it.
    #[arg(long, global = true, env = "SINDILLO_OIDC_CLIENT_SECRET_FILE")]
    pub oidc_client_secret_file: Option<PathBuf>,
    /// What the provider is called on the page.
    #[arg(long, global = true, env = "SINDILLO_OIDC_LABEL", default_value = "OpenID Connect")]
    pub oidc_label: String,
    /// Mebibytes that may wait for all sockets together before the slowest ones lose what waits for
    /// them. Default: a quarter of the memory of the machine or container.
    #[arg(long, global = true, env = "SINDILLO_OUT_QUEUES_MIB")]
    pub out_queues_mib: Option<u32>,
    /// How spectators may bet.
    #[command(flatten)]
    pub betting: Betting,
    /// How people are told of slow games.
    #[command(flatten)]
    pub notices: Notices,
}

/// A text that must not be shown, nor be in a log.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// The text, for whom it is meant.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Secret {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// The form of a log line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum LogFormat {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
}

impl Settings {
    /// Settings for a server of its own in a directory, on a free port: what tests start from.
    #[must_use]
    pub fn local(data: PathBuf) -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            data,
            public_url: Vec::new(),
            web_dir: None,
            log: "info".to_owned(),
            log_format: LogFormat::Text,
            trusted_proxy: Vec::new(),
            bot_delay_ms: 0,
            accounts_per_address: ACCOUNTS_PER_ADDRESS,
            no_address_limits: false,
            betting: Betting::default(),
            notices: Notices::default(),
            oidc_issuer: None,
            oidc_client_id: None,
            oidc_client_secret: None,
            oidc_client_secret_file: None,
            oidc_label: "OpenID Connect".to_owned(),
            out_queues_mib: None,
        }
    }

    /// The identity provider by which people may sign in.
    ///
    /// # Errors
    /// Half of it is set, or the secret cannot be read.
    pub fn provider(&self) -> anyhow::Result<Option<ProviderSettings>> {
        let (issuer, client_id) = match (&self.oidc_issuer, &self.oidc_client_id) {
            (Some(issuer), Some(client_id)) => (issuer.clone(), client_id.clone()),
            (None, None) => return Ok(None),
            _ => anyhow::bail!("--oidc-issuer and --oidc-client-id are set together or not at all"),
        };
        let client_secret = match (&self.oidc_client_secret, &self.oidc_client_secret_file) {
            (Some(_), Some(_)) => {
                anyhow::bail!("--oidc-client-secret and --oidc-client-secret-file are the same: set one")
            }
            (Some(secret), None) => Some(secret.clone()),
            (None, Some(file)) => {
                let text = std::fs::read_to_string(file)
                    .with_context(|| format!("cannot read {}", file.display()))?;
                Some(Secret::from(text.trim()))
            }
            (None, None) => None,
        };
        Ok(Some(ProviderSettings { issuer, client_id, client_secret, label: self.oidc_label.clone() }))
    }

    /// The origins whose pages may act, once the port is known.
    #[must_use]
    pub fn origins(&self, bound: SocketAddr) -> Vec<Origin> {
        if self.public_url.is_empty() { own_origins(bound) } else { self.public_url.clone() }
    }

    /// How long a bot seems to think.
    #[must_use]
    pub fn bot_delay(&self) -> Duration {
        Duration::from_millis(u64::from(self.bot_delay_ms))
    }
}

/// Names under which a server can always be reached from its own machine.
#[must_use]
pub fn own_origins(bound: SocketAddr) -> Vec<Origin> {
    let port = bound.port();
    let mut hosts = vec![host_of(bound.ip()), "127.0.0.1".to_owned(), "localhost".to_owned()];
    hosts.dedup();
    hosts.into_iter().map(|host| Origin { scheme: Scheme::Http, host, port }).collect()
}

fn host_of(ip: IpAddr) -> String {
    match ip {
        IpAddr::V4(v4) => v4.to_string(),
        IpAddr::V6(v6) => format!("[{v6}]"),
    }
}

/// Scheme, host and port of a page, compared as a whole: never by beginnings or endings.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Origin {
    /// With or without TLS.
    pub scheme: Scheme,
    /// The host in lower case; an IPv6 address in brackets.
    pub host: String,
    /// The port, also where it is the usual one.
    pub port: u16,
}

/// The two schemes a page may come by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scheme {
    /// Plain.
    Http,
    /// With TLS.
    Https,
}

/// The text is not an origin: scheme, host and perhaps a port, nothing else.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("not an origin: write http://host, https://host or with :port, and nothing behind it")]
pub struct NotAnOrigin;

impl Scheme {
    const fn usual_port(self) -> u16 {
        match self {
            Self::Http => 80,
            Self::Https => 443,
        }
    }
}

impl Origin {
    /// Host and port as a `Host` header has them: the usual port is left out.
    #[must_use]
    pub fn authority(&self) -> String {
        if self.port == self.scheme.usual_port() {
            self.host.clone()
        } else {
            format!("{}:{}", self.host, self.port)
        }
    }

    /// Whether a `Host` header names this origin's server.
    #[must_use]
    pub fn is_served_at(&self, host: &str) -> bool {
        split_host(host).is_some_and(|(name, port)| {
            name.eq_ignore_ascii_case(&self.host) && port.unwrap_or(self.scheme.usual_port()) == self.port
        })
    }

    /// The same place as a WebSocket address, for the content policy.
    #[must_use]
    pub fn socket_source(&self) -> String {
        let scheme = match self.scheme {
            Scheme::Http => "ws",
            Scheme::Https => "wss",
        };
        format!("{scheme}://{}", self.authority())
    }
}

impl FromStr for Origin {
    type Err = NotAnOrigin;

    fn from_str(text: &str) -> Result<Self, NotAnOrigin> {
        let (scheme, rest) = text.split_once("://").ok_or(NotAnOrigin)?;
        let scheme = match scheme {
            "http" => Scheme::Http,
            "https" => Scheme::Https,
            _ => return Err(NotAnOrigin),
        };
        let (host, port) = split_host(rest).ok_or(NotAnOrigin)?;
        let port = port.unwrap_or(scheme.usual_port());
        Ok(Self { scheme, host: host.to_ascii_lowercase(), port })
    }
}

impl std::fmt::Display for Origin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let scheme = match self.scheme {
            Scheme::Http => "http",
            Scheme::Https => "https",
        };
        write!(f, "{scheme}://{}", self.authority())
    }
}

/// Host and port of `host`, `host:port`, `[v6]` or `[v6]:port`; nothing for anything else.
fn split_host(text: &str) -> Option<(&str, Option<u16>)> {
    let end = if text.starts_with('[') { text.find(']')? + 1 } else { text.find(':').unwrap_or(text.len()) };
    let (host, rest) = text.split_at(end);
    let named = !host.is_empty()
        && if let Some(inner) = host.strip_prefix('[') {
            inner.strip_suffix(']').is_some_and(|v6| v6.parse::<std::net::Ipv6Addr>().is_ok())
        } else {
            !host.starts_with(['.', '-'])
                && !host.ends_with('.')
                && host.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'.')
        };
    let port = match rest.strip_prefix(':') {
        None if rest.is_empty() => None,
        Some(digits) if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) => {
            Some(digits.parse().ok()?)
        }
        None | Some(_) => return None,
    };
    named.then_some((host, port))
}

/// An address, or all addresses that begin with the same bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Network {
    address: IpAddr,
    bits: u8,
}

/// The text is not an address or a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("not an address such as 10.0.0.1 or a network such as 10.0.0.0/8")]
pub struct NotANetwork;

impl Network {
    /// Whether an address is in it. IPv4 addresses written as IPv6 count as IPv4.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(own), IpAddr::V4(other)) => {
                self.bits == 0
                    || u32::from(own) >> (32 - u32::from(self.bits))
                        == u32::from(other) >> (32 - u32::from(self.bits))
            }
            (IpAddr::V6(own), IpAddr::V6(other)) => {
                self.bits == 0
                    || u128::from(own) >> (128 - u32::from(self.bits))
                        == u128::from(other) >> (128 - u32::from(self.bits))
            }
            (IpAddr::V4(_), IpAddr::V6(_)) | (IpAddr::V6(_), IpAddr::V4(_)) => false,
        }
    }
}

impl FromStr for Network {
    type Err = NotANetwork;

    fn from_str(text: &str) -> Result<Self, NotANetwork> {
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits)),
            None => (text, None),
        };
        let address: IpAddr = address.parse().map_err(|_| NotANetwork)?;
        let most = if address.is_ipv4() { 32 } else { 128 };
        let bits = match bits {
            Some(bits) => bits.parse().ok().filter(|bits| *bits <= most).ok_or(NotANetwork)?,
            None => most,
        };
        Ok(Self { address, bits })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_compared_as_a_whole() {
        let own: Origin = "https://our.host".parse().unwrap();
        for same in ["https://our.host", "https://our.host:443", "https://OUR.host"] {
            assert_eq!(same.parse(), Ok(own.clone()), "{same}");
        }
        for other in [
            "http://our.host",
            "https://our.host:444",
            "https://our.host.evil.example",
            "https://evil-our.host",
            "https://evil.example",
        ] {
            assert_ne!(other.parse(), Ok(own.clone()), "{other}");
        }
        for none in [
            "null",
            "",
            "our.host",
            "https://our.host.",
            "https://u@our.host",
            "https://our.host/",
            "HTTPS://our.host",
        ] {
            assert_eq!(none.parse::<Origin>(), Err(NotAnOrigin), "{none}");
        }
    }

    #[test]
    fn a_provider_is_set_as_a_whole() {
        let dir = tempfile::tempdir().unwrap();
        let none = Settings::local(dir.path().to_owned());
        assert!(none.provider().unwrap().is_none());
        let half = Settings { oidc_issuer: Some("https://id.example".to_owned()), ..none };
        assert!(half.provider().is_err());
        let whole = Settings { oidc_client_id: Some("sindillo".to_owned()), ..half };
        assert_eq!(whole.provider().unwrap().unwrap().client_secret, None);
        let file = dir.path().join("secret");
        std::fs::write(&file, "hush\n").unwrap();
        let by_file = Settings { oidc_client_secret_file: Some(file), ..whole };
        assert_eq!(by_file.provider().unwrap().unwrap().client_secret, Some(Secret::from("hush")));
        let both = Settings { oidc_client_secret: Some(Secret::from("hush")), ..by_file };
        assert!(both.provider().is_err());
    }

    #[test]
    fn the_host_header_names_host_and_port() {
        let own: Origin = "http://localhost:8080".parse().unwrap();
        assert!(own.is_served_at("localhost:8080"));
        assert!(own.is_served_at("LOCALHOST:8080"));
        for other in ["localhost", "localhost:80", "localhost:99999", "localhost:", "x:8080", "", "a b"] {
            assert!(!own.is_served_at(other), "{other}");
        }
        let usual: Origin = "https://our.host".parse().unwrap();
        assert!(usual.is_served_at("our.host") && usual.is_served_at("our.host:443"));
        let six: Origin = "http://[::1]:8080".parse().unwrap();
        assert!(six.is_served_at("[::1]:8080"));
    }

    #[test]
    fn networks_hold_their_addresses() {
        let net: Network = "10.1.0.0/16".parse().unwrap();
        assert!(net.contains("10.1.2.3".parse().unwrap()));
        assert!(net.contains("::ffff:10.1.2.3".parse().unwrap()));
        assert!(!net.contains("10.2.0.1".parse().unwrap()));
        assert!("0.0.0.0/0".parse::<Network>().unwrap().contains("1.2.3.4".parse().unwrap()));
        let six: Network = "2001:db8::/32".parse().unwrap();
        assert!(six.contains("2001:db8::1".parse().unwrap()));
        assert!(!six.contains("2001:db9::1".parse().unwrap()));
        assert!("10.0.0.0/33".parse::<Network>().is_err());
        assert!("::1".parse::<Network>().unwrap().contains("::1".parse().unwrap()));
    }
}
