//! What holds for every request: who is addressed, whose page asks, what browsers are told.

use std::net::IpAddr;

use axum::extract::{Request, State};
use axum::http::header::{
    CONTENT_SECURITY_POLICY, HOST, ORIGIN, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Version};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use protocol::refusal::Refusal;

use super::Server;
use super::error::Denied;
use crate::config::{Network, Origin, Scheme};
use crate::net::Peer;

/// Bytes of a request's target.
const TARGET_BYTES: usize = 4 * 1024;

/// Let a request through, or say why not; put the security headers on whatever comes back.
pub(super) async fn guard(State(server): State<Server>, request: Request, next: Next) -> Response {
    let mut answer = match refuse(&server, &request) {
        Some(denied) => denied.into_response(),
        None => next.run(request).await,
    };
    secure(&server.0.origins, answer.headers_mut());
    answer
}

/// The address that limits count by: that of the connection, or the one that a trusted proxy saw.
pub(crate) fn client_address(peer: &Peer, headers: &HeaderMap, proxies: &[Network]) -> IpAddr {
    let trusted = |address: IpAddr| proxies.iter().any(|proxy| proxy.contains(address));
    let direct = peer.address.ip().to_canonical();
    if !trusted(direct) {
        return direct;
    }
    let hops = headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok());
    let hops: Vec<&str> = hops.flat_map(|value| value.split(',')).map(str::trim).collect();
    let mut last_good = direct;
    for hop in hops.iter().rev() {
        let Some(address) = hop_address(hop) else { return last_good };
        if !trusted(address) {
            return address;
        }
        last_good = address;
    }
    last_good
}

/// Whether these headers come from one of our own pages; nobody else's may open a socket.
pub(crate) fn is_own_page(headers: &HeaderMap, origins: &[Origin]) -> bool {
    let mut given = headers.get_all(ORIGIN).iter();
    let (Some(origin), None) = (given.next(), given.next()) else { return false };
    let origin = origin.to_str().ok().and_then(|origin| origin.parse::<Origin>().ok());
    origin.is_some_and(|origin| origins.contains(&origin))
}

fn hop_address(hop: &str) -> Option<IpAddr> {
    let bare = hop.strip_prefix('[').and_then(|rest| rest.split(']').next()).unwrap_or(hop);
    let address = bare.parse::<IpAddr>().ok();
    let with_port = || hop.parse::<std::net::SocketAddr>().ok().map(|address| address.ip());
    address.or_else(with_port).map(|address| address.to_canonical())
}

fn refuse(server: &Server, request: &Request) -> Option<Denied> {
    let target = request.uri().path_and_query().map_or(0, |target| target.as_str().len());
    if target > TARGET_BYTES {
        return Some(Denied::new(StatusCode::URI_TOO_LONG, Refusal::TooLarge));
    }
    if request.version() > Version::HTTP_11 {
        return Some(Denied::bad("only HTTP/1.1 is spoken here"));
    }
    refuse_host(server, request).or_else(|| refuse_foreign_page(server, request))
}

/// A page of another site may have the name of its own host point here.
fn refuse_host(server: &Server, request: &Request) -> Option<Denied> {
    let mut hosts = request.headers().get_all(HOST).iter();
    let (Some(host), None) = (hosts.next(), hosts.next()) else {
        return Some(Denied::bad("exactly one Host is needed"));
    };
    let served = |host: &str| server.0.hosts.iter().any(|origin| origin.is_served_at(host));
    let host_served = host.to_str().is_ok_and(served);
    let target_served = request.uri().authority().is_none_or(|authority| served(authority.as_str()));
    (!host_served || !target_served).then(|| {
        let why = "this server does not answer under that name; its host sets --public-url".to_owned();
        Denied::new(StatusCode::MISDIRECTED_REQUEST, Refusal::BadMessage { why })
    })
}

/// What changes something must come from our own page, or from no page at all.
fn refuse_foreign_page(server: &Server, request: &Request) -> Option<Denied> {
    if [Method::GET, Method::HEAD, Method::OPTIONS].contains(request.method()) {
        return None;
    }
    let headers = request.headers();
    let page = !headers.contains_key(ORIGIN) || is_own_page(headers, &server.0.origins);
    let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
    let near = matches!(site, None | Some(b"same-origin" | b"none"));
    (!page || !near).then(|| Denied::from(Refusal::ForbiddenRole))
}

fn secure(origins: &[Origin], headers: &mut HeaderMap) {
    let sockets: String = origins.iter().map(|origin| format!(" {}", origin.socket_source())).collect();
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
         font-src 'self'; connect-src 'self'{sockets}; manifest-src 'self'; worker-src 'self'; \
         base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'"
    );
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(CONTENT_SECURITY_POLICY, policy);
    }
    let fixed: [(HeaderName, &'static str); 5] = [
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (
            HeaderName::from_static("permissions-policy"),
            "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
        ),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if origins.iter().any(|origin| origin.scheme == Scheme::Https) {
        headers.insert(STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000"));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn seen(direct: &str, forwarded: &[&str], proxies: &[&str]) -> String {
        let peer = Peer { address: format!("{direct}:9").parse().unwrap(), meter: Arc::default() };
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append("x-forwarded-for", value.parse().unwrap());
        }
        let proxies: Vec<Network> = proxies.iter().map(|proxy| proxy.parse().unwrap()).collect();
        client_address(&peer, &headers, &proxies).to_string()
    }

    #[test]
    fn only_a_trusted_proxy_is_believed_and_only_from_the_right() {
        let proxies = ["10.0.0.0/8"];
        for (direct, forwarded, expected) in [
            ("192.0.2.1", vec!["198.51.100.9"], "192.0.2.1"),
            ("10.0.0.1", vec!["203.0.113.1, 198.51.100.9"], "198.51.100.9"),
            ("10.0.0.1", vec!["203.0.113.1, 198.51.100.9, 10.0.0.2"], "198.51.100.9"),
            ("10.0.0.1", vec!["203.0.113.1", "198.51.100.9"], "198.51.100.9"),
            ("10.0.0.1", vec![], "10.0.0.1"),
            ("10.0.0.1", vec![""], "10.0.0.1"),
            ("10.0.0.1", vec!["unknown"], "10.0.0.1"),
            ("10.0.0.1", vec!["198.51.100.9, unknown, 10.0.0.2"], "10.0.0.2"),
            ("10.0.0.1", vec!["[2001:db8::7]:443"], "2001:db8::7"),
            ("10.0.0.1", vec!["198.51.100.9:1234"], "198.51.100.9"),
        ] {
            assert_eq!(seen(direct, &forwarded, &proxies), expected, "{direct} {forwarded:?}");
        }
    }
}
