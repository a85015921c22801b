//! What keeps a person's passkeys, in software: enough of the Web Authentication API to make a key
//! and to sign by it, and to do either wrongly.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// Somebody is there.
const PRESENT: u8 = 0x01;
/// It was made sure who it is.
const VERIFIED: u8 = 0x04;
/// A key follows.
const WITH_KEY: u8 = 0x40;

/// An authenticator with one key for one site.
pub struct Authenticator {
    key: SigningKey,
    id: [u8; 20],
    /// The page for which it works.
    origin: String,
    /// Whom the key is for, once it was made.
    user: Vec<u8>,
    uses: u32,
    /// What a broken, or dishonest, one does.
    pub faults: Faults,
}

/// What an authenticator, or who holds it, does wrongly.
#[derive(Clone, Copy, Debug, Default)]
pub struct Faults {
    /// Does not make sure who it is.
    pub unverified: bool,
    /// Signs something else.
    pub other_signature: bool,
    /// Was asked by a page of another site.
    pub other_origin: bool,
}

impl Authenticator {
    /// A new one, for a page of this origin.
    ///
    /// # Panics
    /// When chance gives no key.
    #[must_use]
    pub fn new(origin: &str) -> Self {
        let key = SigningKey::from_slice(&rand::random::<[u8; 32]>()).expect("almost all bytes are a key");
        let (origin, user) = (origin.to_owned(), Vec::new());
        Self { key, id: rand::random(), origin, user, uses: 0, faults: Faults::default() }
    }

    /// `navigator.credentials.create` with these options.
    ///
    /// # Panics
    /// When the options are not what a browser takes.
    pub fn makes(&mut self, options: &Value) -> Value {
        let options = &options["publicKey"];
        assert_eq!(options["authenticatorSelection"]["residentKey"], "required", "{options}");
        let wanted = options["pubKeyCredParams"].as_array().expect("kinds of keys");
        assert!(wanted.iter().any(|kind| kind["alg"] == -7), "{wanted:?}");
        self.user = bytes(&options["user"]["id"]);
        let data = self.client_data("webauthn.create", &options["challenge"]);
        let rp = options["rp"]["id"].as_str().expect("a site");
        let mut about = self.about(rp, WITH_KEY);
        about.extend([0; 16]);
        about.extend([0, 20]);
        about.extend(self.id);
        about.extend(self.public_key());
        let data_of_the_key = text(&about);
        let mut object = vec![0xa3];
        object.extend(*b"\x63fmt\x64none\x67attStmt\xa0\x68authData\x58");
        object.push(u8::try_from(about.len()).expect("less than 256"));
        object.extend(about);
        let answer = json!({
            "clientDataJSON": text(data.as_bytes()),
            "authenticatorData": data_of_the_key,
            "transports": ["internal", "hybrid", "a-way-of-tomorrow"],
            "publicKey": text(&self.public_key_info()),
            "publicKeyAlgorithm": -7,
            "attestationObject": text(&object),
        });
        let extensions =
            json!({ "credProps": { "rk": true }, "prf": { "enabled": false }, "uvm": [[2, 4, 2]] });
        self.credential(answer, &json!("platform"), &extensions)
    }

    /// `navigator.credentials.get` with these options.
    ///
    /// # Panics
    /// When the options are not what a browser takes.
    pub fn signs(&mut self, options: &Value) -> Value {
        let options = &options["publicKey"];
        let data = self.client_data("webauthn.get", &options["challenge"]);
        let rp = options["rpId"].as_str().expect("a site");
        let about = self.about(rp, 0);
        let mut signed = about.clone();
        signed.extend(Sha256::digest(&data));
        if self.faults.other_signature {
            signed.push(0);
        }
        let signature: Signature = self.key.sign(&signed);
        let answer = json!({
            "authenticatorData": text(&about),
            "clientDataJSON": text(data.as_bytes()),
            "signature": text(signature.to_der().as_bytes()),
            "userHandle": text(&self.user),
        });
        self.credential(answer, &Value::Null, &json!({}))
    }

    /// Another one that says it holds the key of this one, for the same person.
    #[must_use]
    pub fn impersonated(&self) -> Self {
        Self { id: self.id, user: self.user.clone(), ..Self::new(&self.origin) }
    }

    /// `PublicKeyCredential.toJSON()`: all that the standard has a browser say, also what nobody needs.
    fn credential(&self, response: Value, attachment: &Value, extensions: &Value) -> Value {
        let id = text(&self.id);
        json!({
            "id": id,
            "rawId": id,
            "response": response,
            "authenticatorAttachment": attachment,
            "clientExtensionResults": extensions,
            "type": "public-key",
        })
    }

    fn client_data(&self, kind: &str, challenge: &Value) -> String {
        let origin = if self.faults.other_origin { "https://evil.example" } else { &self.origin };
        json!({ "type": kind, "challenge": challenge, "origin": origin, "crossOrigin": false }).to_string()
    }

    fn about(&mut self, rp: &str, more: u8) -> Vec<u8> {
        self.uses += 1;
        let verified = if self.faults.unverified { 0 } else { VERIFIED };
        let mut about = Sha256::digest(rp).to_vec();
        about.push(PRESENT | verified | more);
        about.extend(self.uses.to_be_bytes());
        about
    }

    /// The key as a `SubjectPublicKeyInfo`: a point of the curve P-256.
    fn public_key_info(&self) -> Vec<u8> {
        let kind = *b"\x30\x59\x30\x13\x06\x07\x2a\x86\x48\xce\x3d\x02\x01\x06\x08\x2a\x86\x48\xce\x3d\x03\x01\x07\x03\x42\x00";
        let mut info = kind.to_vec();
        info.extend(self.key.verifying_key().to_sec1_point(false).as_bytes());
        info
    }

    /// The key as CBOR: kind 2, algorithm -7, curve 1, and a point.
    fn public_key(&self) -> Vec<u8> {
        let point = self.key.verifying_key().to_sec1_point(false);
        let point = point.as_bytes();
        let mut key = vec![0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20];
        key.extend(&point[1..33]);
        key.extend([0x22, 0x58, 0x20]);
        key.extend(&point[33..65]);
        key
    }
}

fn text(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

fn bytes(value: &Value) -> Vec<u8> {
    URL_SAFE_NO_PAD.decode(value.as_str().expect("a text")).expect("base 64")
}
