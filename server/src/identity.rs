//! Who somebody is: a guest, known by a signed cookie. Nobody has to give a name; those who do not
//! are called after the birds, trees and colours of East Africa.

use axum::http::HeaderMap;
use axum_extra::extract::cookie::{Cookie, Key, SignedCookieJar};
use protocol::UserId;
use uuid::Uuid;

/// Milliseconds that a session lasts: 180 days.
const SESSION_MS: u64 = 180 * 24 * 3_600_000;

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

/// Makes and reads the cookies of sessions.
#[derive(Clone)]
pub struct Identity {
    key: Key,
    secure: bool,
}

impl Identity {
    /// Cookies signed with a key. `secure` says whether browsers come by TLS; the cookie is then
    /// bound to it and to this host.
    #[must_use]
    pub fn new(key: &[u8; 64], secure: bool) -> Self {
        Self { key: Key::from(key), secure }
    }

    /// Who sends these headers; nobody without a valid cookie that is not too old.
    #[must_use]
    pub fn who(&self, headers: &HeaderMap, now: u64) -> Option<UserId> {
        let jar = SignedCookieJar::<Key>::from_headers(headers, self.key.clone());
        let cookie = jar.get(self.cookie_name())?;
        let (user, issued) = cookie.value().split_once('.')?;
        let issued: u64 = issued.parse().ok()?;
        let user = Uuid::try_parse(user).ok()?;
        (now < issued.saturating_add(SESSION_MS)).then_some(UserId(user))
    }

    /// The cookie that stands for somebody, to be put into an answer.
    pub fn cookie(&self, user: UserId, now: u64) -> SignedCookieJar<Key> {
        let (name, seconds) = (self.cookie_name(), SESSION_MS / 1_000);
        let secure = if self.secure { "; Secure" } else { "" };
        let text = format!(
            "{name}={}.{now}; HttpOnly; SameSite=Lax; Path=/; Max-Age={seconds}{secure}",
            user.0.simple()
        );
        let cookie = Cookie::parse(text).expect("a name, digits and known attributes are a cookie");
        SignedCookieJar::<Key>::new(self.key.clone()).add(cookie)
    }

    /// The prefix binds the cookie to TLS and to exactly this host; without TLS browsers refuse it.
    const fn cookie_name(&self) -> &'static str {
        if self.secure { "__Host-sindillo" } else { "sindillo" }
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
    use axum::http::header::{COOKIE, SET_COOKIE};
    use axum::response::IntoResponse;

    use super::*;
    use crate::names::clean_name;

    fn headers(identity: &Identity, user: UserId, now: u64) -> (HeaderMap, String) {
        let answer = (identity.cookie(user, now), ()).into_response();
        let set = answer.headers()[SET_COOKIE].to_str().unwrap().to_owned();
        let mut headers = HeaderMap::new();
        headers.insert(COOKIE, set.split(';').next().unwrap().parse().unwrap());
        (headers, set)
    }

    #[test]
    fn a_cookie_tells_who_somebody_is_until_it_is_old() {
        let user = UserId(Uuid::new_v4());
        let identity = Identity::new(&[7; 64], true);
        let (cookie, set) = headers(&identity, user, 1_000);
        assert_eq!(identity.who(&cookie, 1_000), Some(user));
        assert_eq!(identity.who(&cookie, 1_000 + SESSION_MS), None);
        for part in ["__Host-sindillo=", "HttpOnly", "Secure", "SameSite=Lax", "Path=/", "Max-Age=15552000"] {
            assert!(set.contains(part), "{part} in {set}");
        }
    }

    #[test]
    fn a_cookie_of_another_key_or_changed_by_hand_is_nobodys() {
        let identity = Identity::new(&[7; 64], false);
        let (cookie, set) = headers(&identity, UserId(Uuid::new_v4()), 1_000);
        assert!(!set.contains("Secure"));
        assert_eq!(Identity::new(&[8; 64], false).who(&cookie, 1_000), None);
        let forged = cookie[COOKIE].to_str().unwrap().replace(".1000", ".9000");
        let mut changed = HeaderMap::new();
        changed.insert(COOKIE, forged.parse().unwrap());
        assert_eq!(identity.who(&changed, 1_000), None);
        assert_eq!(identity.who(&HeaderMap::new(), 1_000), None);
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
