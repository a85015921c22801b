//! An identity provider of a test's own: it says what it is, approves whom the test wants, and gives
//! a signed token for each code, once. It can be told to lie.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::{SystemTime, UNIX_EPOCH};

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// What the server is called there.
pub const CLIENT: &str = "sindillo";
/// What proves that it is.
pub const SECRET: &str = "sesame-7731";

/// A provider that listens on this machine.
pub struct Provider {
    address: SocketAddr,
    shared: Arc<Mutex<Shared>>,
    serving: JoinHandle<()>,
}

/// What a provider says that is not so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lie {
    /// Another nonce than it was given.
    Nonce,
    /// A token for another client.
    Audience,
    /// A token of another provider.
    Issuer,
    /// A token that was good an hour ago.
    Expired,
    /// A token that somebody else signed.
    Signature,
    /// A token that nobody signed.
    Unsigned,
    /// No token.
    Nothing,
}

struct Shared {
    key: SigningKey,
    approved: HashMap<String, Approved>,
    lie: Option<Lie>,
    codes: u32,
    address: SocketAddr,
}

#[derive(Clone)]
struct Approved {
    subject: String,
    nonce: String,
    challenge: String,
    redirect: String,
}

impl Provider {
    /// One that knows everybody.
    ///
    /// # Panics
    /// When the machine has no port for it.
    pub async fn new() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let key = new_key();
        let shared = Shared { key, approved: HashMap::new(), lie: None, codes: 0, address };
        let shared = Arc::new(Mutex::new(shared));
        let router = Router::new()
            .route("/.well-known/openid-configuration", get(says))
            .route("/keys", get(keys))
            .route("/token", post(token))
            .with_state(Arc::clone(&shared));
        let serving = tokio::spawn(async move { axum::serve(listener, router).await.expect("it serves") });
        Self { address, shared, serving }
    }

    /// Its address, as it names itself.
    #[must_use]
    pub fn issuer(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The settings of a server that sends people here.
    #[must_use]
    pub fn flags(&self) -> Vec<String> {
        [
            "--oidc-issuer",
            &self.issuer(),
            "--oidc-client-id",
            CLIENT,
            "--oidc-client-secret",
            SECRET,
            "--oidc-label",
            "Village",
        ]
        .map(str::to_owned)
        .to_vec()
    }

    /// Lie from now on, or no longer.
    ///
    /// # Panics
    /// Never: nobody panics with the lock.
    pub fn lies(&self, lie: Option<Lie>) {
        self.shared.lock().expect("not poisoned").lie = lie;
    }

    /// It has new keys, and forgets the old ones.
    ///
    /// # Panics
    /// Never: nobody panics with the lock.
    pub fn changes_keys(&self) {
        self.shared.lock().expect("not poisoned").key = new_key();
    }

    /// A browser came to the address to which the server sent it, and its owner approves: the path
    /// to which the browser is sent back.
    ///
    /// # Panics
    /// When the address is not how a provider is asked.
    #[must_use]
    pub fn approves(&self, asked: &str, subject: &str) -> String {
        let (address, query) = asked.split_once('?').expect("a question");
        assert_eq!(address, format!("{}/authorize", self.issuer()));
        let asked = pairs(query);
        assert_eq!(asked["response_type"], "code");
        assert_eq!(asked["client_id"], CLIENT);
        assert_eq!(asked["code_challenge_method"], "S256");
        assert!(asked["scope"].split(' ').any(|scope| scope == "openid"), "{asked:?}");
        let mut shared = self.shared.lock().expect("not poisoned");
        shared.codes += 1;
        let code = format!("code-{}", shared.codes);
        let approved = Approved {
            subject: subject.to_owned(),
            nonce: asked["nonce"].clone(),
            challenge: asked["code_challenge"].clone(),
            redirect: asked["redirect_uri"].clone(),
        };
        shared.approved.insert(code.clone(), approved);
        format!("{}?code={code}&state={}", path_of(&asked["redirect_uri"]), asked["state"])
    }

    /// The same, but its owner refuses.
    ///
    /// # Panics
    /// When the address is not how a provider is asked.
    #[must_use]
    pub fn refuses(&self, asked: &str) -> String {
        let asked = pairs(asked.split_once('?').expect("a question").1);
        format!("{}?error=access_denied&state={}", path_of(&asked["redirect_uri"]), asked["state"])
    }
}

impl Drop for Provider {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

async fn says(State(shared): State<Arc<Mutex<Shared>>>) -> Json<Value> {
    let own = format!("http://{}", shared.lock().expect("not poisoned").address);
    Json(json!({
        "issuer": own,
        "authorization_endpoint": format!("{own}/authorize"),
        "token_endpoint": format!("{own}/token"),
        "jwks_uri": format!("{own}/keys"),
        "response_types_supported": ["code"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["ES256"],
    }))
}

async fn keys(State(shared): State<Arc<Mutex<Shared>>>) -> Json<Value> {
    let point = shared.lock().expect("not poisoned").key.verifying_key().to_sec1_point(false);
    let [x, y] = [1..33, 33..65].map(|part| URL_SAFE_NO_PAD.encode(&point.as_bytes()[part]));
    Json(json!({ "keys": [{ "kty": "EC", "crv": "P-256", "use": "sig", "alg": "ES256", "x": x, "y": y }] }))
}

async fn token(State(shared): State<Arc<Mutex<Shared>>>, headers: HeaderMap, body: String) -> Response {
    let given = pairs(&body);
    let mut shared = shared.lock().expect("not poisoned");
    let proof = format!("Basic {}", STANDARD.encode(format!("{CLIENT}:{SECRET}")));
    let proved = headers.get("authorization").is_some_and(|header| header.as_bytes() == proof.as_bytes());
    // A code is good once, for who shows what its question was made from.
    let approved = given.get("code").and_then(|code| shared.approved.remove(code)).filter(|approved| {
        let verifier = given.get("code_verifier").map(Sha256::digest);
        let challenge = verifier.map(|digest| URL_SAFE_NO_PAD.encode(digest));
        challenge.as_ref() == Some(&approved.challenge)
            && given.get("redirect_uri") == Some(&approved.redirect)
    });
    match approved {
        Some(approved) if proved => {
            let mut answer = json!({ "access_token": "nothing", "token_type": "Bearer" });
            if shared.lie != Some(Lie::Nothing) {
                answer["id_token"] = shared.id_token(&approved).into();
            }
            Json(answer).into_response()
        }
        _ => (StatusCode::BAD_REQUEST, Json(json!({ "error": "invalid_grant" }))).into_response(),
    }
}

impl Shared {
    fn id_token(&self, approved: &Approved) -> String {
        let lie = |lie: Lie| self.lie == Some(lie);
        let now = seconds_now();
        let until = if lie(Lie::Expired) { now - 3_600 } else { now + 300 };
        let issuer = if lie(Lie::Issuer) {
            "http://127.0.0.1:1".to_owned()
        } else {
            format!("http://{}", self.address)
        };
        let claims = json!({
            "iss": issuer,
            "aud": if lie(Lie::Audience) { "another" } else { CLIENT },
            "sub": approved.subject,
            "nonce": if lie(Lie::Nonce) { "another" } else { &approved.nonce },
            "iat": until - 300,
            "exp": until,
            "name": format!("{} of the village", approved.subject),
        });
        let algorithm = if lie(Lie::Unsigned) { "none" } else { "ES256" };
        let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let signed = format!("{}.{}", part(&json!({ "alg": algorithm, "typ": "JWT" })), part(&claims));
        if lie(Lie::Unsigned) {
            return format!("{signed}.");
        }
        let key = if lie(Lie::Signature) { new_key() } else { self.key.clone() };
        let signature: Signature = key.sign(signed.as_bytes());
        format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature.to_bytes()))
    }
}

fn new_key() -> SigningKey {
    SigningKey::from_slice(&rand::random::<[u8; 32]>()).expect("almost all bytes are a key")
}

#[allow(clippy::disallowed_methods, reason = "the provider is another machine with a clock of its own")]
fn seconds_now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).expect("it is after 1970").as_secs()
}

fn path_of(address: &str) -> &str {
    let (_, rest) = address.split_once("://").expect("an address");
    &rest[rest.find('/').expect("a path")..]
}

fn pairs(query: &str) -> HashMap<String, String> {
    let pair = |pair: &str| {
        let (name, value) = pair.split_once('=').expect("a name and a value");
        (plain(name), plain(value))
    };
    query.split('&').map(pair).collect()
}

/// Without the escapes of an address.
fn plain(text: &str) -> String {
    let (mut bytes, mut rest) = (Vec::new(), text.as_bytes());
    while let Some((&first, more)) = rest.split_first() {
        rest = more;
        match first {
            b'+' => bytes.push(b' '),
            b'%' => {
                let digits = std::str::from_utf8(&more[..2]).expect("two digits");
                bytes.push(u8::from_str_radix(digits, 16).expect("two digits"));
                rest = &more[2..];
            }
            other => bytes.push(other),
        }
    }
    String::from_utf8(bytes).expect("text")
}
