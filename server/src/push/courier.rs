//! Leaving one notice at a push service, and what its answer means.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use p256::SecretKey;
use protocol::http::push::{Notice, PushMessage};
use reqwest::header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, HeaderName, RETRY_AFTER};
use reqwest::redirect::Policy;
use reqwest::{Client, StatusCode};
use sha2::{Digest, Sha256};

use super::Push;
use super::address::PublicNames;
use super::seal::{Reader, seal};
use super::services::Target;
use crate::store::push::{Outcome, Unsent};

/// Until a push service must be there.
const CONNECT_TIME: Duration = Duration::from_secs(4);
/// Until it must have answered.
const ANSWER_TIME: Duration = Duration::from_secs(8);
/// Bytes to which messages are filled up: all notices are as long.
const FILLED_TO: usize = 256;
/// Milliseconds until a notice is tried again for the first time; four times as long each time after.
const AGAIN_MS: u64 = 30_000;
/// The longest that is waited, also where a service asks for more.
const AGAIN_MAX_MS: u64 = 4 * 3_600_000;
/// Times that a notice is tried.
const TRIES: u32 = 6;
/// The most seconds that a service is asked to keep a notice.
const KEPT_SECONDS: u64 = 28 * 86_400;

/// Carries notices. Copies share their connections.
#[derive(Clone, Debug)]
pub struct Courier {
    push: Push,
    http: Client,
}

impl Courier {
    /// A courier of this server.
    ///
    /// # Errors
    /// TLS cannot be set up.
    pub fn new(push: Push) -> reqwest::Result<Self> {
        let http = Client::builder()
            // What a service says is not followed, and nothing goes by what only the environment says.
            .redirect(Policy::none())
            .no_proxy()
            .dns_resolver(std::sync::Arc::new(PublicNames(push.services.clone())))
            .connect_timeout(CONNECT_TIME)
            .timeout(ANSWER_TIME)
            .pool_max_idle_per_host(4)
            .build()?;
        Ok(Self { push, http })
    }

    /// By what the browsers know this server that it may tell.
    #[must_use]
    pub const fn server_key(&self) -> [u8; 16] {
        self.push.key.digest()
    }

    /// Leave a notice where its browser finds it.
    pub async fn carry(&self, notice: &Unsent, now: u64) -> Outcome {
        if notice.until <= now {
            return Outcome::Done;
        }
        // The host may send to fewer services than when the browser asked.
        let Ok(target) = self.push.services.target(&notice.to.endpoint) else { return Outcome::Gone };
        let Some(sealed) = sealed(notice) else { return Outcome::Gone };
        let answer = self
            .http
            .post(target.url.clone())
            .headers(self.headers(notice, &target, now))
            .body(sealed)
            .send()
            .await;
        // What it says beside is not read.
        match answer {
            Ok(answer) => outcome(notice, answer.status(), answer.headers(), now),
            Err(error) => {
                // Without the address: whoever knows it and the key can tell this browser anything.
                tracing::debug!(service = target.audience, error = %error.without_url(), "a push service does not answer");
                later(notice, None, now)
            }
        }
    }

    fn headers(&self, notice: &Unsent, target: &Target, now: u64) -> HeaderMap {
        let contact = self.push.contact.as_deref();
        let seconds = ((notice.until - now).div_ceil(1_000)).clamp(1, KEPT_SECONDS);
        let values = [
            (AUTHORIZATION, self.push.key.authorization(&target.audience, contact, now)),
            (HeaderName::from_static("ttl"), seconds.to_string()),
            (HeaderName::from_static("urgency"), urgency(notice.notice).to_owned()),
            (HeaderName::from_static("topic"), topic(notice)),
            (CONTENT_TYPE, "application/octet-stream".to_owned()),
            (CONTENT_ENCODING, "aes128gcm".to_owned()),
        ];
        values.into_iter().filter_map(|(name, value)| Some((name, value.parse().ok()?))).collect()
    }
}

/// How much a sleeping device should mind. A tried move stands within the hour.
const fn urgency(notice: Notice) -> &'static str {
    match notice {
        Notice::Turn | Notice::Tried | Notice::Motion => "high",
        Notice::Ended | Notice::Rematch => "normal",
    }
}

/// A newer notice of the room takes the place of one that waits at the service, which must not learn
/// which room it is, nor that two of its browsers are told of the same.
fn topic(notice: &Unsent) -> String {
    let digest = Sha256::new().chain_update(notice.to.id).chain_update(notice.room.as_str()).finalize();
    URL_SAFE_NO_PAD.encode(&digest[..18])
}

/// The message of a notice, for its browser alone.
fn sealed(notice: &Unsent) -> Option<Vec<u8>> {
    let message = PushMessage {
        room: notice.room.clone(),
        notice: notice.notice,
        game: notice.game,
        lang: notice.to.lang,
        number: notice.number,
    };
    let text = serde_json::to_vec(&message).ok()?;
    let reader = Reader::new(&notice.to.p256dh, &notice.to.auth).ok()?;
    seal(&reader, &text, FILLED_TO, &key_for_once(), rand::random()).ok()
}

fn key_for_once() -> SecretKey {
    loop {
        if let Ok(key) = SecretKey::from_slice(&rand::random::<[u8; 32]>()) {
            return key;
        }
    }
}

/// What comes of a notice by this answer.
fn outcome(notice: &Unsent, status: StatusCode, headers: &HeaderMap, now: u64) -> Outcome {
    match status {
        _ if status.is_success() => Outcome::Done,
        StatusCode::NOT_FOUND | StatusCode::GONE => Outcome::Gone,
        StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT => {
            later(notice, retry_after(headers, now), now)
        }
        _ if status.is_server_error() => later(notice, retry_after(headers, now), now),
        // Who is not believed may be by and by: a clock or a key can be set right.
        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => {
            tracing::warn!(%status, "a push service does not believe who this server is");
            later(notice, None, now)
        }
        _ => {
            tracing::warn!(%status, "a push service does not take a notice");
            Outcome::Done
        }
    }
}

/// Try it again, unless that would be too late or was done often enough.
fn later(notice: &Unsent, asked: Option<u64>, now: u64) -> Outcome {
    let wait = AGAIN_MS.saturating_mul(4_u64.saturating_pow(notice.tries)).max(asked.unwrap_or(0));
    let at = now.saturating_add(wait.min(AGAIN_MAX_MS));
    if notice.tries + 1 >= TRIES || at >= notice.until { Outcome::Done } else { Outcome::Later { at } }
}

/// Milliseconds that a service asks to wait, by a number of seconds or a date.
fn retry_after(headers: &HeaderMap, now: u64) -> Option<u64> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    if let Ok(seconds) = text.parse::<u64>() {
        return Some(seconds.saturating_mul(1_000));
    }
    let date = httpdate::parse_http_date(text).ok()?;
    let at = date.duration_since(std::time::UNIX_EPOCH).ok()?.as_millis();
    Some(u64::try_from(at).unwrap_or(u64::MAX).saturating_sub(now))
}

#[cfg(test)]
mod tests {
    use engine::Preset;
    use protocol::http::push::PushLang;
    use protocol::{RoomId, UserId};
    use uuid::Uuid;

    use super::*;
    use crate::store::push::Subscription;

    const NOW: u64 = 1_000_000;

    fn unsent(tries: u32) -> Unsent {
        let to = Subscription {
            id: [1; 16],
            user: UserId(Uuid::from_u128(1)),
            session: Uuid::from_u128(2),
            endpoint: "https://fcm.googleapis.com/x".to_owned(),
            p256dh: vec![4; 65],
            auth: [3; 16],
            lang: PushLang::Sw,
            server_key: [4; 16],
            since: 1,
        };
        let room = RoomId::try_from("0123456789abcdef".to_owned()).unwrap();
        let (notice, game) = (Notice::Turn, Preset::EnGehe);
        Unsent { number: 1, to, room, notice, game, until: NOW + 86_400_000, at: NOW, tries }
    }

    fn came_of(tries: u32, status: u16, wait: Option<&str>) -> Outcome {
        let mut headers = HeaderMap::new();
        wait.map(|wait| headers.insert(RETRY_AFTER, wait.parse().unwrap()));
        outcome(&unsent(tries), StatusCode::from_u16(status).unwrap(), &headers, NOW)
    }

    #[test]
    fn what_a_service_answers_decides_what_comes_of_a_notice() {
        let later = |ms: u64| Outcome::Later { at: NOW + ms };
        for (tries, status, wait, expected) in [
            (0, 201, None, Outcome::Done),
            (0, 200, None, Outcome::Done),
            (0, 404, None, Outcome::Gone),
            (0, 410, None, Outcome::Gone),
            (0, 301, None, Outcome::Done),
            (0, 400, None, Outcome::Done),
            (0, 413, None, Outcome::Done),
            (0, 403, None, later(30_000)),
            (0, 500, None, later(30_000)),
            (1, 503, None, later(120_000)),
            (2, 429, Some("10"), later(480_000)),
            (0, 429, Some("600"), later(600_000)),
            (0, 429, Some("Thu, 01 Jan 1970 00:18:20 GMT"), later(100_000)),
            (0, 429, Some("Thu, 01 Jan 1970 00:00:00 GMT"), later(30_000)),
            (0, 429, Some("soon"), later(30_000)),
            (0, 429, Some("99999999999999999999"), later(30_000)),
            (0, 429, Some("9999999999"), later(4 * 3_600_000)),
            (5, 503, None, Outcome::Done),
        ] {
            assert_eq!(came_of(tries, status, wait), expected, "{status} {wait:?} after {tries}");
        }
        let late = Unsent { until: NOW + 20_000, ..unsent(0) };
        let status = StatusCode::SERVICE_UNAVAILABLE;
        assert_eq!(outcome(&late, status, &HeaderMap::new(), NOW), Outcome::Done, "it would be too late");
    }

    #[test]
    fn a_topic_is_that_of_one_room_at_one_browser_and_names_neither() {
        let one = unsent(0);
        let topic_of = |change: fn(&mut Unsent)| {
            let mut other = one.clone();
            change(&mut other);
            topic(&other)
        };
        assert_eq!(topic(&one).len(), 24);
        assert_eq!(topic_of(|other| other.notice = Notice::Ended), topic(&one));
        assert_ne!(topic_of(|other| other.to.id = [2; 16]), topic(&one));
        assert_ne!(
            topic_of(|other| other.room = RoomId::try_from("0123456789abcdeg".to_owned()).unwrap()),
            topic(&one)
        );
    }
}
