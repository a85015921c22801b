//! A push service of a test's own, and browsers that it reaches: what is left there is opened with
//! the browser's keys as RFC 8291 says, by other code than that which sealed it.

use std::collections::{BTreeMap, HashMap};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use aes_gcm::aead::{Aead, KeyInit};
use aes_gcm::{Aes128Gcm, Key, Nonce};
use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header::LOCATION};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hkdf::Hkdf;
use p256::ecdsa::signature::Verifier;
use p256::ecdsa::{Signature, VerifyingKey};
use p256::elliptic_curve::sec1::ToSec1Point;
use p256::{PublicKey, SecretKey};
use protocol::http::push::{PushLang, PushMessage, PushSubscription};
use sha2::Sha256;
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio::task::JoinHandle;

use crate::patience::PATIENCE;

/// A push service that listens on this machine.
pub struct PushService {
    address: SocketAddr,
    shared: Arc<Shared>,
    serving: JoinHandle<()>,
}

/// A browser that may be told. Clones are the same.
#[derive(Clone)]
pub struct Browser {
    name: String,
    endpoint: String,
    secret: SecretKey,
    auth: [u8; 16],
    shared: Arc<Shared>,
}

/// What was left for a browser.
#[derive(Clone, Debug)]
pub struct Parcel {
    /// What it says.
    pub message: PushMessage,
    /// The same as it came.
    pub text: String,
    /// The lines above it.
    pub headers: HeaderMap,
    /// Bytes of it, sealed.
    pub length: usize,
}

/// The same as it came.
#[derive(Clone)]
struct Left {
    headers: HeaderMap,
    sealed: Bytes,
    /// What was answered.
    status: StatusCode,
}

#[derive(Default)]
struct Shared {
    left: Mutex<HashMap<String, Vec<Left>>>,
    answers: Mutex<HashMap<String, u16>>,
    news: Notify,
}

impl Shared {
    fn left_for(&self, name: &str) -> Vec<Left> {
        self.left.lock().expect("not poisoned").get(name).cloned().unwrap_or_default()
    }
}

impl PushService {
    /// One that takes everything.
    pub async fn new() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let shared = Arc::new(Shared::default());
        let router = Router::new().route("/to/{browser}", any(take)).with_state(Arc::clone(&shared));
        let serving = tokio::spawn(async move { axum::serve(listener, router).await.expect("it serves") });
        Self { address, shared, serving }
    }

    /// Its origin.
    #[must_use]
    pub fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Somebody's browser.
    #[must_use]
    pub fn browser(&self, name: &str) -> Browser {
        Browser {
            name: name.to_owned(),
            endpoint: format!("{}/to/{name}", self.origin()),
            secret: SecretKey::from_slice(&rand::random::<[u8; 32]>()).expect("almost all bytes are a key"),
            auth: rand::random(),
            shared: Arc::clone(&self.shared),
        }
    }

    /// What it answers to whatever is left for a browser from now on.
    pub fn answers(&self, name: &str, status: u16) {
        self.shared.answers.lock().expect("not poisoned").insert(name.to_owned(), status);
    }

    /// How often something was left, for whomever.
    #[must_use]
    pub fn count(&self) -> usize {
        self.shared.left.lock().expect("not poisoned").values().map(Vec::len).sum()
    }
}

impl Drop for PushService {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

impl Browser {
    /// What it says of itself.
    #[must_use]
    pub fn subscription(&self, lang: PushLang) -> PushSubscription {
        PushSubscription {
            endpoint: self.endpoint.clone(),
            p256dh: URL_SAFE_NO_PAD.encode(self.point()),
            auth: URL_SAFE_NO_PAD.encode(self.auth),
            lang,
        }
    }

    /// How often something was left for it.
    #[must_use]
    pub fn count(&self) -> usize {
        self.shared.left_for(&self.name).len()
    }

    /// Wait until so much was left for it; the last of it.
    pub async fn gets(&self, count: usize) -> Parcel {
        let left = self.waits(count, || self.shared.left_for(&self.name)).await;
        self.opens(left.last().expect("something"))
    }

    /// Wait until it was told of so many things; the last of them. What is left once more under the
    /// number that it had is shown once (`docs/notices.md`): a server that dies, or stops before it
    /// has an answer, cannot know whether it was taken.
    pub async fn is_told(&self, count: usize) -> Parcel {
        let told = self.waits(count, || self.told()).await;
        told.into_iter().last().expect("something")
    }

    /// What the service took for it, each thing once, by number.
    fn told(&self) -> Vec<Parcel> {
        let left = self.shared.left_for(&self.name);
        let parcels = left.iter().filter(|left| left.status.is_success()).map(|left| self.opens(left));
        let told: BTreeMap<u64, Parcel> = parcels.map(|parcel| (parcel.message.number, parcel)).collect();
        told.into_values().collect()
    }

    async fn waits<T>(&self, count: usize, found: impl Fn() -> Vec<T>) -> Vec<T> {
        let waiting = tokio::time::timeout(PATIENCE, async {
            loop {
                let news = self.shared.news.notified();
                tokio::pin!(news);
                news.as_mut().enable();
                let found = found();
                if found.len() >= count {
                    return found;
                }
                news.await;
            }
        });
        let found =
            waiting.await.unwrap_or_else(|_| panic!("{} gets {} of {count}", self.name, self.count()));
        assert_eq!(found.len(), count, "{} gets no more", self.name);
        found
    }

    fn point(&self) -> Vec<u8> {
        self.secret.public_key().to_sec1_point(false).as_bytes().to_vec()
    }

    /// Open what was left (RFC 8188, RFC 8291).
    fn opens(&self, left: &Left) -> Parcel {
        let Left { headers, sealed, .. } = left.clone();
        let (salt, rest) = sealed.split_at(16);
        let (size, rest) = rest.split_at(4);
        assert!(u32::from_be_bytes(size.try_into().expect("four")) >= 18);
        let (length, rest) = rest.split_at(1);
        let (sender, record) = rest.split_at(usize::from(length[0]));
        let other = PublicKey::from_sec1_bytes(sender).expect("a key of the sender");
        let shared = p256::ecdh::diffie_hellman(self.secret.to_nonzero_scalar(), other.as_affine());
        let first = Hkdf::<Sha256>::new(Some(&self.auth), shared.raw_secret_bytes());
        let info = [&b"WebPush: info\0"[..], &self.point(), sender].concat();
        let mut secret = [0; 32];
        first.expand(&info, &mut secret).expect("short");
        let second = Hkdf::<Sha256>::new(Some(salt), &secret);
        let (mut key, mut nonce) = ([0; 16], [0; 12]);
        second.expand(b"Content-Encoding: aes128gcm\0", &mut key).expect("short");
        second.expand(b"Content-Encoding: nonce\0", &mut nonce).expect("short");
        let cipher = Aes128Gcm::new(&Key::<Aes128Gcm>::from(key));
        let mut text = cipher.decrypt(&Nonce::from(nonce), record).expect("it is for this browser");
        while text.last() == Some(&0) {
            text.pop();
        }
        assert_eq!(text.pop(), Some(2), "the last record");
        let text = String::from_utf8(text).expect("text");
        let message = serde_json::from_str(&text).expect("a message");
        Parcel { message, text, headers, length: sealed.len() }
    }
}

impl Parcel {
    /// A line above it.
    #[must_use]
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    /// Who sent it, where the token above it is signed by this key: its claims.
    #[must_use]
    pub fn claims(&self, server_key: &str) -> serde_json::Value {
        let authorization = self.header("authorization");
        let parts = authorization.strip_prefix("vapid t=").and_then(|rest| rest.split_once(", k="));
        let (token, key) = parts.expect("a token and a key");
        assert_eq!(key, server_key);
        let (signed, signature) = token.rsplit_once('.').expect("a signature");
        let bytes = |text: &str| URL_SAFE_NO_PAD.decode(text).expect("base64url");
        let signature = Signature::from_slice(&bytes(signature)).expect("a signature");
        let key = VerifyingKey::from_sec1_bytes(&bytes(key)).expect("a key");
        key.verify(signed.as_bytes(), &signature).expect("it is signed");
        serde_json::from_slice(&bytes(signed.split_once('.').expect("two parts").1)).expect("claims")
    }
}

async fn take(
    State(shared): State<Arc<Shared>>,
    Path(browser): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let status = shared.answers.lock().expect("not poisoned").get(&browser).copied().unwrap_or(201);
    let status = StatusCode::from_u16(status).expect("a status");
    let left = Left { headers, sealed: body, status };
    shared.left.lock().expect("not poisoned").entry(browser).or_default().push(left);
    shared.news.notify_waiters();
    (status, [(LOCATION, "/to/elsewhere")]).into_response()
}
