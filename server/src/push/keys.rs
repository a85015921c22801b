//! The key of the server, by which browsers and push services know it (RFC 8292).

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use p256::SecretKey;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use p256::elliptic_curve::sec1::ToSec1Point;
use serde_json::json;
use thiserror::Error;

/// Seconds for which a push service may believe a token; a day is the most.
const TOKEN_SECONDS: u64 = 12 * 3_600;

/// The key of the server.
#[derive(Clone)]
pub struct ServerKey {
    signing: SigningKey,
    public: String,
    digest: [u8; 16],
}

/// The bytes are no key.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("not a private key of P-256: 32 bytes, as text in base64url")]
pub struct NotAKey;

impl ServerKey {
    /// The key of these bytes.
    ///
    /// # Errors
    /// They are none, as one in four billion of 32 bytes.
    pub fn from_bytes(bytes: &[u8; 32]) -> Result<Self, NotAKey> {
        let secret = SecretKey::from_slice(bytes).map_err(|_| NotAKey)?;
        let point = secret.public_key().to_sec1_point(false);
        Ok(Self {
            signing: SigningKey::from(&secret),
            public: URL_SAFE_NO_PAD.encode(point.as_bytes()),
            digest: super::beginning(point.as_bytes()),
        })
    }

    /// The key that a text holds, as the usual tools write it.
    ///
    /// # Errors
    /// It holds none.
    pub fn from_text(text: &str) -> Result<Self, NotAKey> {
        let bytes = URL_SAFE_NO_PAD.decode(text.trim().trim_end_matches('=')).map_err(|_| NotAKey)?;
        Self::from_bytes(&bytes.try_into().map_err(|_| NotAKey)?)
    }

    /// What browsers are given: the public key in base64url.
    #[must_use]
    pub fn public(&self) -> &str {
        &self.public
    }

    /// The beginning of the digest of the public key.
    #[must_use]
    pub const fn digest(&self) -> [u8; 16] {
        self.digest
    }

    /// What proves to a push service who sends, and for whom it is meant. `audience` is the origin of
    /// the service, `now` milliseconds since the Unix epoch.
    #[must_use]
    pub fn authorization(&self, audience: &str, contact: Option<&str>, now: u64) -> String {
        let mut claims = json!({ "aud": audience, "exp": now / 1_000 + TOKEN_SECONDS });
        if let Some(contact) = contact {
            claims["sub"] = contact.into();
        }
        let header = URL_SAFE_NO_PAD.encode(json!({ "typ": "JWT", "alg": "ES256" }).to_string());
        let signed = format!("{header}.{}", URL_SAFE_NO_PAD.encode(claims.to_string()));
        let signature: Signature = self.signing.sign(signed.as_bytes());
        let signature = URL_SAFE_NO_PAD.encode(signature.to_bytes());
        format!("vapid t={signed}.{signature}, k={}", self.public)
    }
}

impl std::fmt::Debug for ServerKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ServerKey({})", self.public)
    }
}

#[cfg(test)]
mod tests {
    use p256::ecdsa::VerifyingKey;
    use p256::ecdsa::signature::Verifier;

    use super::*;

    #[test]
    fn what_proves_the_sender_is_signed_for_one_service_and_one_day() {
        let key = ServerKey::from_bytes(&[7; 32]).unwrap();
        let said = key.authorization("https://push.example.org", Some("mailto:host@example.org"), 5_000_000);
        let (token, public) = said.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        assert_eq!(public, key.public());
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let point = URL_SAFE_NO_PAD.decode(public).unwrap();
        assert_eq!((point.len(), point[0]), (65, 4));
        let signature = Signature::from_slice(&URL_SAFE_NO_PAD.decode(signature).unwrap()).unwrap();
        VerifyingKey::from_sec1_bytes(&point).unwrap().verify(signed.as_bytes(), &signature).unwrap();
        let claims = URL_SAFE_NO_PAD.decode(signed.split_once('.').unwrap().1).unwrap();
        let claims: serde_json::Value = serde_json::from_slice(&claims).unwrap();
        let expected = json!({
            "aud": "https://push.example.org", "exp": 5_000 + 12 * 3_600, "sub": "mailto:host@example.org"
        });
        assert_eq!(claims, expected);
    }

    #[test]
    fn a_key_is_read_as_tools_write_it_and_nothing_else_is_one() {
        let text = URL_SAFE_NO_PAD.encode([7; 32]);
        let key = ServerKey::from_text(&format!("{text}=\n")).unwrap();
        assert_eq!(key.public(), ServerKey::from_bytes(&[7; 32]).unwrap().public());
        for bad in ["", "hello", &URL_SAFE_NO_PAD.encode([7; 31]), &URL_SAFE_NO_PAD.encode([0xff; 32])] {
            assert_eq!(ServerKey::from_text(bad).err(), Some(NotAKey), "{bad}");
        }
        assert!(!format!("{key:?}").contains(&text), "a log does not hold it");
    }
}
