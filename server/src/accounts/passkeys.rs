//! Passkeys: what is asked of a browser, and whether its answer proves that somebody holds a key.
//! Challenges lie in memory only, good once and for five minutes.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use protocol::UserId;
use protocol::http::account::PasskeyChallenge;
use serde::de::DeserializeOwned;
use serde_json::Value;
use uuid::Uuid;
use webauthn_rs::prelude::{
    DiscoverableAuthentication, Passkey, PasskeyRegistration, PublicKeyCredential,
    RegisterPublicKeyCredential, Url, Webauthn, WebauthnBuilder, WebauthnError,
};

use crate::config::{Origin, Scheme};
use crate::store::accounts::{self, NewPasskey};

/// Milliseconds in which a challenge is to be answered.
const CHALLENGE_MS: u64 = 300_000;
/// Challenges that wait at once; more make the oldest invalid.
const WAITING: usize = 10_000;
/// Characters of what an owner calls a key.
const NAME_CHARS: usize = 40;

/// The answer proves nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotAKey;

/// The passkeys of a server.
pub struct Passkeys {
    site: Webauthn,
    /// Under which origins browsers make and use them.
    origins: Vec<Origin>,
    book: Mutex<Book>,
}

#[derive(Default)]
struct Book {
    waiting: HashMap<Uuid, Waiting>,
    /// In the order of issue, and so of expiry.
    issued: BTreeMap<u64, Uuid>,
    last: u64,
}

struct Waiting {
    until: u64,
    what: Ceremony,
}

enum Ceremony {
    Registration(UserId, Box<PasskeyRegistration>),
    SignIn(Box<DiscoverableAuthentication>),
}

impl Passkeys {
    /// Passkeys of the first of these origins that browsers trust with them: TLS and a name, or the
    /// machine itself. Other origins of the same name count as well.
    #[must_use]
    pub fn new(origins: &[Origin]) -> Option<Self> {
        let first = origins.iter().find(|origin| is_trusted(origin))?;
        let same: Vec<Origin> = origins
            .iter()
            .filter(|origin| is_trusted(origin) && origin.host == first.host)
            .cloned()
            .collect();
        let urls: Vec<Url> =
            same.iter().map(|origin| Url::parse(&origin.to_string())).collect::<Result<_, _>>().ok()?;
        let mut builder = WebauthnBuilder::new(&first.host, urls.first()?).ok()?.rp_name("Sindillo");
        for url in &urls[1..] {
            builder = builder.append_allowed_origin(url);
        }
        Some(Self { site: builder.build().ok()?, origins: same, book: Mutex::default() })
    }

    /// Whether a browser that came by this `Host` can use them.
    #[must_use]
    pub fn are_for(&self, host: &str) -> bool {
        self.origins.iter().any(|origin| origin.is_served_at(host))
    }

    /// Ask for a new key of a person, who has these already.
    ///
    /// # Errors
    /// The library cannot ask for it.
    pub fn ask_for_new(
        &self,
        user: UserId,
        login: &str,
        name: &str,
        own: &[accounts::Passkey],
        now: u64,
    ) -> Result<PasskeyChallenge, NotAKey> {
        let known =
            own.iter().filter_map(|key| read(&key.passkey)).map(|key| key.cred_id().clone()).collect();
        let (options, state) = self
            .site
            .start_passkey_registration(user.0, login, name, Some(known))
            .map_err(|error| no(&error))?;
        let mut options = serde_json::to_value(options).map_err(|_| NotAKey)?;
        // Whoever signs in says no name, so the key itself has to know whose it is.
        let wanted = &mut options["publicKey"]["authenticatorSelection"];
        wanted["residentKey"] = "required".into();
        wanted["requireResidentKey"] = true.into();
        Ok(self.book().ask(Ceremony::Registration(user, Box::new(state)), now, options))
    }

    /// The key that an answer makes, for the person who was asked.
    ///
    /// # Errors
    /// Nobody was asked, or somebody else, or it is no proof.
    pub fn make(
        &self,
        user: UserId,
        ceremony: Uuid,
        name: Option<&str>,
        credential: Value,
        now: u64,
    ) -> Result<NewPasskey, NotAKey> {
        let Some(Ceremony::Registration(asked, state)) = self.book().take(ceremony, now) else {
            return Err(NotAKey);
        };
        let answer: RegisterPublicKeyCredential = proof_of(credential)?;
        if asked != user {
            return Err(NotAKey);
        }
        let key = self.site.finish_passkey_registration(&answer, &state).map_err(|error| no(&error))?;
        Ok(NewPasskey {
            id: Uuid::new_v4(),
            name: name_of(name),
            credential: key.cred_id().to_vec(),
            passkey: serde_json::to_string(&key).map_err(|_| NotAKey)?,
            since: now,
        })
    }

    /// Ask whoever it is to sign in by a key.
    ///
    /// # Errors
    /// The library cannot ask for it.
    pub fn ask_to_sign_in(&self, now: u64) -> Result<PasskeyChallenge, NotAKey> {
        let (mut options, state) =
            self.site.start_discoverable_authentication().map_err(|error| no(&error))?;
        options.mediation = None;
        let options = serde_json::to_value(options).map_err(|_| NotAKey)?;
        Ok(self.book().ask(Ceremony::SignIn(Box::new(state)), now, options))
    }

    /// The answer of somebody who wants to sign in, and which credential he says he holds. Each
    /// challenge is answered once.
    ///
    /// # Errors
    /// Nobody was asked, or it is no answer.
    pub fn answer(&self, ceremony: Uuid, credential: Value, now: u64) -> Result<Answer, NotAKey> {
        let Some(Ceremony::SignIn(state)) = self.book().take(ceremony, now) else { return Err(NotAKey) };
        let credential: PublicKeyCredential = proof_of(credential)?;
        let (user, id) =
            self.site.identify_discoverable_authentication(&credential).map_err(|error| no(&error))?;
        Ok(Answer { user: UserId(user), id: id.to_vec(), credential, state })
    }

    /// Whether an answer proves that its sender holds this key; what is to be kept of the key then.
    ///
    /// # Errors
    /// It is no proof.
    pub fn prove(&self, answer: Answer, key: &accounts::Passkey) -> Result<String, NotAKey> {
        let mut known = read(&key.passkey).ok_or(NotAKey)?;
        if answer.user != key.user {
            return Err(NotAKey);
        }
        let result = self
            .site
            .finish_discoverable_authentication_v2(&answer.credential, *answer.state, &known)
            .map_err(|error| no(&error))?;
        known.update_credential(&result);
        serde_json::to_string(&known).map_err(|_| NotAKey)
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        // Nothing panics while it is held.
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What somebody answered who wants to sign in.
pub struct Answer {
    user: UserId,
    /// What his authenticator calls the key.
    pub id: Vec<u8>,
    credential: PublicKeyCredential,
    state: Box<DiscoverableAuthentication>,
}

impl Book {
    fn ask(&mut self, what: Ceremony, now: u64, options: Value) -> PasskeyChallenge {
        self.drop_old(now);
        let ceremony = Uuid::new_v4();
        self.last += 1;
        self.waiting.insert(ceremony, Waiting { until: now.saturating_add(CHALLENGE_MS), what });
        self.issued.insert(self.last, ceremony);
        PasskeyChallenge { ceremony, options }
    }

    fn take(&mut self, ceremony: Uuid, now: u64) -> Option<Ceremony> {
        let waiting = self.waiting.remove(&ceremony)?;
        (now < waiting.until).then_some(waiting.what)
    }

    fn drop_old(&mut self, now: u64) {
        while let Some((number, ceremony)) = self.issued.first_key_value().map(|(n, c)| (*n, *c)) {
            let out = self.waiting.get(&ceremony).map(|waiting| waiting.until);
            if out.is_some_and(|until| now < until) && self.issued.len() < WAITING {
                return;
            }
            self.issued.remove(&number);
            self.waiting.remove(&ceremony);
        }
    }
}

fn is_trusted(origin: &Origin) -> bool {
    let is_name = origin.host.parse::<std::net::IpAddr>().is_err() && !origin.host.starts_with('[');
    match origin.scheme {
        Scheme::Https => is_name,
        Scheme::Http => origin.host == "localhost",
    }
}

/// A name is the owner's own word; what cannot be shown is left out.
fn name_of(given: Option<&str>) -> String {
    let clean: String =
        given.unwrap_or_default().chars().filter(|c| !c.is_control()).take(NAME_CHARS).collect();
    let clean = crate::names::clean_line(&clean).unwrap_or_default();
    if clean.is_empty() { "Passkey".to_owned() } else { clean }
}

/// Of what a browser says of a credential that which proves something. The rest (how the device is
/// reached, its key in other words, what extensions did) is not signed, nothing here asks for it, and
/// words that a later standard adds there must keep nobody out.
fn proof_of<T: DeserializeOwned>(credential: Value) -> Result<T, NotAKey> {
    const SIGNED: [&str; 5] =
        ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"];
    let Value::Object(mut said) = credential else { return Err(NotAKey) };
    said.retain(|name, _| ["id", "rawId", "type", "response"].contains(&name.as_str()));
    let Some(Value::Object(proof)) = said.get_mut("response") else { return Err(NotAKey) };
    proof.retain(|name, _| SIGNED.contains(&name.as_str()));
    serde_json::from_value(Value::Object(said)).map_err(|_| NotAKey)
}

fn read(kept: &str) -> Option<Passkey> {
    serde_json::from_str(kept).ok()
}

fn no(error: &WebauthnError) -> NotAKey {
    tracing::debug!(%error, "a passkey proves nothing");
    NotAKey
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(origins: &[&str]) -> Option<Passkeys> {
        let origins: Vec<Origin> = origins.iter().map(|origin| origin.parse().unwrap()).collect();
        Passkeys::new(&origins)
    }

    #[test]
    fn only_where_browsers_trust_the_name() {
        for none in
            [&["http://127.0.0.1:8080"][..], &["https://192.0.2.1"], &["http://play.example.org"], &[]]
        {
            assert!(site(none).is_none(), "{none:?}");
        }
        let own = site(&["http://127.0.0.1:8080", "http://localhost:8080"]).unwrap();
        assert!(own.are_for("localhost:8080") && !own.are_for("127.0.0.1:8080"));
        let public = site(&["https://play.example.org", "https://other.example.org"]).unwrap();
        assert!(public.are_for("play.example.org") && !public.are_for("other.example.org"));
    }

    #[test]
    fn a_challenge_is_good_once_and_for_five_minutes_and_there_are_not_too_many() {
        let site = site(&["http://localhost:8080"]).unwrap();
        let one = site.ask_to_sign_in(0).unwrap().ceremony;
        assert!(site.book().take(one, CHALLENGE_MS - 1).is_some());
        assert!(site.book().take(one, 1).is_none());
        let late = site.ask_to_sign_in(0).unwrap().ceremony;
        assert!(site.book().take(late, CHALLENGE_MS).is_none());
        let first = site.ask_to_sign_in(0).unwrap().ceremony;
        for _ in 0..WAITING {
            let _ = site.ask_to_sign_in(0).unwrap();
        }
        assert!(site.book().waiting.len() <= WAITING);
        assert!(site.book().take(first, 0).is_none());
    }

    #[test]
    fn what_is_asked_has_the_form_that_browsers_take() {
        let site = site(&["https://play.example.org"]).unwrap();
        let user = UserId(Uuid::new_v4());
        let new = site.ask_for_new(user, "naserian", "Naserian", &[], 0).unwrap().options;
        assert_eq!(new["publicKey"]["rp"]["id"], "play.example.org");
        assert_eq!(new["publicKey"]["authenticatorSelection"]["residentKey"], "required");
        assert_eq!(new["publicKey"]["authenticatorSelection"]["userVerification"], "required");
        let known = site.ask_to_sign_in(0).unwrap().options;
        assert_eq!(known["publicKey"]["rpId"], "play.example.org");
        assert_eq!(known["publicKey"]["allowCredentials"], serde_json::json!([]));
        assert!(known.get("mediation").is_none());
    }

    #[test]
    fn names_of_keys_are_lines() {
        for (given, kept) in [
            (None, "Passkey"),
            (Some("  "), "Passkey"),
            (Some(" My phone "), "My phone"),
            (Some("a\nb\u{202e}"), "Passkey"),
        ] {
            assert_eq!(name_of(given), kept, "{given:?}");
        }
        assert_eq!(name_of(Some(&"x".repeat(100))).len(), NAME_CHARS);
    }
}
