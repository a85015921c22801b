//! Who somebody is: what a browser holds to be known again. Nobody has to give a name; those who do
//! not are called after the birds, trees and colours of East Africa.

use axum::http::HeaderMap;
use axum_extra::extract::cookie::{CookieJar, Key, SignedCookieJar};
use protocol::UserId;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::store::accounts::TokenHash;

/// Milliseconds that a session lasts when it is not used: 180 days.
pub const SESSION_MS: u64 = 180 * 24 * 3_600_000;

/// Seconds that a browser may be away to the identity provider.
const ERRAND_SECONDS: u64 = 600;
/// Bytes of a token.
const TOKEN_BYTES: usize = 32;

/// Words that made-up names begin with.
const FIRST: [&str; 24] = [
    "Amber", "Ashen", "Bright", "Coral", "Copper", "Crimson", "Dusky", "Golden", "Green", "Indigo", "Ivory",
    "Little", "Ochre", "Olive", "Quiet", "Red", "Russet", "Saffron", "Silver", "Speckled", "Striped",
    "Tawny", "Violet", "White",
];
/// Words that made-up names end with.
const SECOND: [&str; 32] = [
    "Acacia",
    "Aloe",
    "Baobab",
    "Bulbul",
    "Bustard",
    "Cisticola",
    "Coucal",
    "Crane",
    "Euphorbia",
    "Francolin",
    "Fig",
    "Flamingo",
    "Hamerkop",
    "Heron",
    "Honeyguide",
    "Hornbill",
    "Ibis",
    "Kestrel",
    "Kingfisher",
    "Lark",
    "Lobelia",
    "Olea",
    "Oxpecker",
    "Pelican",
    "Plover",
    "Roller",
    "Starling",
    "Stork",
    "Sunbird",
    "Tamarind",
    "Turaco",
    "Weaver",
];

/// What a browser holds to be known again: 256 bits that nobody can guess.
#[derive(Clone, PartialEq, Eq)]
pub struct Token([u8; TOKEN_BYTES]);

/// Makes and reads the cookies of sessions.
#[derive(Clone)]
pub struct Identity {
    key: Key,
    secure: bool,
}

/// A cookie of before there were sessions: it says who somebody is, and is signed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OldCookie {
    /// Who it says.
    pub user: UserId,
    /// Its digest.
    pub hash: TokenHash,
    /// When it was given: milliseconds since the Unix epoch.
    pub issued: u64,
}

impl Token {
    /// A new one.
    #[must_use]
    pub fn random() -> Self {
        Self(rand::random())
    }

    /// What a store keeps of it.
    #[must_use]
    pub fn hash(&self) -> TokenHash {
        Sha256::digest(self.0).into()
    }

    fn read(text: &str) -> Option<Self> {
        if text.len() != 2 * TOKEN_BYTES
            || !text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
        {
            return None;
        }
        let mut bytes = [0; TOKEN_BYTES];
        for (byte, digits) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
            let digits = std::str::from_utf8(digits).ok()?;
            *byte = u8::from_str_radix(digits, 16).ok()?;
        }
        Some(Self(bytes))
    }

    fn write(&self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token(…)")
    }
}

impl Identity {
    /// Cookies of a server. `secure` says whether browsers come by TLS; the cookie is then bound to
    /// it and to this host. The key is that of the cookies that were signed.
    #[must_use]
    pub fn new(key: &[u8; 64], secure: bool) -> Self {
        Self { key: Key::from(key), secure }
    }

    /// The token that comes with these headers.
    #[must_use]
    pub fn token(&self, headers: &HeaderMap) -> Option<Token> {
        Token::read(CookieJar::from_headers(headers).get(self.cookie_name())?.value())
    }

    /// The signed cookie that comes with these headers, unless it is too old.
    #[must_use]
    pub fn old_cookie(&self, headers: &HeaderMap, now: u64) -> Option<OldCookie> {
        let jar = SignedCookieJar::<Key>::from_headers(headers, self.key.clone());
        let cookie = jar.get(self.cookie_name())?;
        let (user, issued) = cookie.value().split_once('.')?;
        let issued: u64 = issued.parse().ok()?;
        let user = UserId(Uuid::try_parse(user).ok()?);
        let hash = Sha256::digest(cookie.value()).into();
        (now < issued.saturating_add(SESSION_MS)).then_some(OldCookie { user, hash, issued })
    }

    /// The token that an old cookie is exchanged for: the same each time it is asked for, so that
    /// answers that are lost, or cross each other, do no harm.
    #[must_use]
    pub fn token_for(&self, old: &OldCookie) -> Token {
        let mut digest = Sha256::new();
        digest.update(b"session for an old cookie");
        digest.update(self.key.master());
        digest.update(old.hash);
        Token(digest.finalize().into())
    }

    /// The header line that gives a browser its token.
    #[must_use]
    pub fn cookie(&self, token: &Token) -> String {
        self.line(self.cookie_name(), &token.write(), SESSION_MS / 1_000)
    }

    /// The header line that takes it away.
    #[must_use]
    pub fn no_cookie(&self) -> String {
        self.line(self.cookie_name(), "", 0)
    }

    /// What a browser holds that was sent to the identity provider.
    #[must_use]
    pub fn errand(&self, headers: &HeaderMap) -> Option<Token> {
        Token::read(CookieJar::from_headers(headers).get(self.errand_name())?.value())
    }

    /// The header line that gives it to a browser, until it is back.
    #[must_use]
    pub fn errand_cookie(&self, token: &Token) -> String {
        self.line(self.errand_name(), &token.write(), ERRAND_SECONDS)
    }

    fn line(&self, name: &str, value: &str, seconds: u64) -> String {
        let secure = if self.secure { "; Secure" } else { "" };
        format!("{name}={value}; HttpOnly; SameSite=Lax; Path=/; Max-Age={seconds}{secure}")
    }

    /// The prefix binds the cookie to TLS and to exactly this host; without TLS browsers refuse it.
    const fn cookie_name(&self) -> &'static str {
        if self.secure { "__Host-sindillo" } else { "sindillo" }
    }

    const fn errand_name(&self) -> &'static str {
        if self.secure { "__Host-sindillo-errand" } else { "sindillo-errand" }
    }
}

/// A name for somebody who did not give one.
#[must_use]
pub fn made_up_name() -> String {
    let number: u8 = rand::random_range(2..100);
    let first = FIRST[rand::random_range(0..FIRST.len())];
    let second = SECOND[rand::random_range(0..SECOND.len())];
    format!("{first} {second} {number}")
}

#[cfg(test)]
mod tests {
    use axum::http::header::COOKIE;
    use axum::response::IntoResponse;
    use axum_extra::extract::cookie::Cookie;

    use super::*;
    use crate::names::clean_name;

    fn headers(line: &str) -> HeaderMap {
        HeaderMap::from_iter([(COOKIE, line.split(';').next().unwrap().parse().unwrap())])
    }

    /// As the server gave them before there were sessions.
    fn signed(key: &[u8; 64], name: &'static str, value: String) -> HeaderMap {
        let jar = SignedCookieJar::<Key>::new(Key::from(key)).add(Cookie::new(name, value));
        let answer = (jar, ()).into_response();
        headers(answer.headers()["set-cookie"].to_str().unwrap())
    }

    #[test]
    fn a_cookie_carries_a_token_that_only_its_browser_has() {
        let identity = Identity::new(&[7; 64], true);
        let token = Token::random();
        let line = identity.cookie(&token);
        assert_eq!(identity.token(&headers(&line)), Some(token.clone()));
        for part in ["__Host-sindillo=", "HttpOnly", "Secure", "SameSite=Lax", "Path=/", "Max-Age=15552000"] {
            assert!(line.contains(part), "{part} in {line}");
        }
        assert!(!line.contains("Domain"));
        assert!(!Identity::new(&[7; 64], false).cookie(&token).contains("Secure"));
        assert_ne!(token, Token::random());
        assert!(!format!("{token:?}").contains(&token.write()));
        assert!(
            identity.no_cookie().starts_with("__Host-sindillo=; ")
                && identity.no_cookie().contains("Max-Age=0")
        );
    }

    #[test]
    fn what_is_no_token_is_nobodys() {
        let identity = Identity::new(&[7; 64], false);
        let good = Token::random().write();
        for other in [
            "",
            "0",
            &good[1..],
            &format!("{good}0"),
            &good.to_uppercase().replace(char::is_numeric, "A"),
            &"g".repeat(64),
        ] {
            assert_eq!(identity.token(&headers(&format!("sindillo={other}"))), None, "{other}");
        }
        assert_eq!(identity.token(&headers(&format!("__Host-sindillo={good}"))), None);
        assert_eq!(identity.token(&HeaderMap::new()), None);
    }

    #[test]
    fn an_old_cookie_tells_who_somebody_is_until_it_is_old() {
        let user = UserId(Uuid::new_v4());
        let value = format!("{}.1000", user.0.simple());
        let identity = Identity::new(&[7; 64], true);
        let cookie = signed(&[7; 64], "__Host-sindillo", value.clone());
        let old = identity.old_cookie(&cookie, 1_000).unwrap();
        assert_eq!(old.user, user);
        assert_eq!(identity.token(&cookie), None);
        assert_eq!(identity.old_cookie(&cookie, 1_000 + SESSION_MS), None);
        assert_eq!(Identity::new(&[8; 64], true).old_cookie(&cookie, 1_000), None);
        let forged = cookie[COOKIE].to_str().unwrap().replace(".1000", ".9000");
        assert_eq!(identity.old_cookie(&headers(&forged), 1_000), None);
        assert_eq!(identity.old_cookie(&HeaderMap::new(), 1_000), None);
        // The same cookie is exchanged for the same token; another, or under another key, is not.
        assert_eq!(identity.token_for(&old), identity.token_for(&old));
        assert_ne!(Identity::new(&[8; 64], true).token_for(&old), identity.token_for(&old));
        let later = signed(&[7; 64], "__Host-sindillo", value.replace(".1000", ".1001"));
        let later = identity.old_cookie(&later, 1_001).unwrap();
        assert_ne!(identity.token_for(&later), identity.token_for(&old));
    }

    #[test]
    fn every_made_up_name_is_a_name() {
        for first in FIRST {
            for second in SECOND {
                let name = format!("{first} {second} 99");
                assert_eq!(clean_name(&name).as_deref(), Ok(name.as_str()));
            }
        }
        assert!(clean_name(&made_up_name()).is_ok());
    }
}
