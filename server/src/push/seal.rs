//! Sealing a message for one browser, so that its push service cannot read it (RFC 8291, over the
//! coding `aes128gcm` of RFC 8188). The arithmetic is that of libraries; here is how its parts go
//! together.

use aes_gcm::aead::{Aead, KeyInit};
use aes_gcm::{Aes128Gcm, Key, Nonce};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hkdf::Hkdf;
use p256::ecdh::diffie_hellman;
use p256::elliptic_curve::sec1::ToSec1Point;
use p256::{PublicKey, SecretKey};
use sha2::Sha256;
use thiserror::Error;

/// Bytes of the one record of a message, as its header says: every push service takes as many.
const RECORD_BYTES: u32 = 4_096;
/// Bytes that a record has beyond its text: the end mark, and the tag.
const RECORD_EXTRA: usize = 17;
/// Marks the end of the text in the last record.
const LAST: u8 = 2;

/// Who may read what is sealed: a browser.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reader {
    public: PublicKey,
    auth: [u8; 16],
}

/// The keys are none of a browser.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("not a point of P-256 in 65 bytes and a secret of 16")]
pub struct NotABrowser;

/// What is sealed is longer than a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the message is too long to be sealed")]
pub struct TooLong;

impl Reader {
    /// The browser with these keys.
    ///
    /// # Errors
    /// They are none.
    pub fn new(p256dh: &[u8], auth: &[u8]) -> Result<Self, NotABrowser> {
        if p256dh.len() != 65 {
            return Err(NotABrowser);
        }
        let public = PublicKey::from_sec1_bytes(p256dh).map_err(|_| NotABrowser)?;
        Ok(Self { public, auth: auth.try_into().map_err(|_| NotABrowser)? })
    }

    /// The browser with keys as it writes them.
    ///
    /// # Errors
    /// They are none.
    pub fn from_text(p256dh: &str, auth: &str) -> Result<Self, NotABrowser> {
        let bytes = |text: &str| URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).map_err(|_| NotABrowser);
        Self::new(&bytes(p256dh)?, &bytes(auth)?)
    }

    /// Its public key as it is kept.
    #[must_use]
    pub fn p256dh(&self) -> Vec<u8> {
        self.public.to_sec1_point(false).as_bytes().to_vec()
    }

    /// Its secret as it is kept.
    #[must_use]
    pub const fn auth(&self) -> [u8; 16] {
        self.auth
    }
}

/// Seal a text for a browser, filled up to a length, so that the length tells nothing of it. `once` is
/// a key and `salt` are bytes that are used for nothing else.
///
/// # Errors
/// The text is too long.
pub fn seal(
    reader: &Reader,
    text: &[u8],
    filled_to: usize,
    once: &SecretKey,
    salt: [u8; 16],
) -> Result<Vec<u8>, TooLong> {
    let own = once.public_key().to_sec1_point(false);
    let (key, nonce) = keys(reader, once, own.as_bytes(), salt);
    let mut record = text.to_vec();
    record.push(LAST);
    record.resize(record.len().max(filled_to + 1), 0);
    let most = usize::try_from(RECORD_BYTES).unwrap_or(usize::MAX) - RECORD_EXTRA + 1;
    if record.len() > most {
        return Err(TooLong);
    }
    let cipher = Aes128Gcm::new(&Key::<Aes128Gcm>::from(key));
    let sealed = cipher.encrypt(&Nonce::from(nonce), record.as_slice()).map_err(|_| TooLong)?;
    let mut message = salt.to_vec();
    message.extend(RECORD_BYTES.to_be_bytes());
    message.push(65);
    message.extend(own.as_bytes());
    message.extend(sealed);
    Ok(message)
}

/// The key and the nonce of the record (RFC 8291, 3.4).
fn keys(reader: &Reader, once: &SecretKey, own: &[u8], salt: [u8; 16]) -> ([u8; 16], [u8; 12]) {
    let shared = diffie_hellman(once.to_nonzero_scalar(), reader.public.as_affine());
    let info = [b"WebPush: info\0".as_slice(), &reader.p256dh(), own].concat();
    let secret: [u8; 32] = expand(&shared.extract::<Sha256>(Some(&reader.auth)), &info);
    let record = Hkdf::<Sha256>::new(Some(&salt), &secret);
    (expand(&record, b"Content-Encoding: aes128gcm\0"), expand(&record, b"Content-Encoding: nonce\0"))
}

fn expand<const N: usize>(from: &Hkdf<Sha256>, info: &[u8]) -> [u8; N] {
    let mut bytes = [0; N];
    // 255 digests are the most, and one is asked for.
    let expanded = from.expand(info, &mut bytes);
    debug_assert!(expanded.is_ok(), "one digest at most");
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(text: &str) -> Vec<u8> {
        URL_SAFE_NO_PAD.decode(text).unwrap()
    }

    /// RFC 8291, appendix A.
    #[test]
    fn a_message_is_sealed_as_the_standard_seals_its_example() {
        let reader = Reader::from_text(
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            "BTBZMqHH6r4Tts7J_aSIgg",
        )
        .unwrap();
        let once = SecretKey::from_slice(&bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")).unwrap();
        let salt = bytes("DGv6ra1nlYgDCS1FRnbzlw").try_into().unwrap();
        let sealed = seal(&reader, b"When I grow up, I want to be a watermelon", 0, &once, salt).unwrap();
        let expected = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
        assert_eq!(URL_SAFE_NO_PAD.encode(sealed), expected);
    }

    #[test]
    fn messages_of_different_lengths_have_the_same_and_one_that_is_too_long_is_refused() {
        let once = SecretKey::from_slice(&[9; 32]).unwrap();
        let reader = Reader::new(once.public_key().to_sec1_point(false).as_bytes(), &[1; 16]).unwrap();
        let length = |text: &[u8]| seal(&reader, text, 256, &once, [2; 16]).map(|sealed| sealed.len());
        assert_eq!(length(b""), Ok(86 + 256 + 17));
        assert_eq!(length(&[b'x'; 256]), length(b""));
        assert_eq!(length(&[b'x'; 4_079]), Ok(86 + 4_096));
        assert_eq!(length(&[b'x'; 4_080]), Err(TooLong));
    }

    #[test]
    fn keys_that_no_browser_has_are_refused() {
        let good = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
        let secret = "BTBZMqHH6r4Tts7J_aSIgg";
        assert!(Reader::from_text(&format!("{good}="), &format!("{secret}==")).is_ok());
        let off_curve = URL_SAFE_NO_PAD.encode([4; 65]);
        let compressed = URL_SAFE_NO_PAD.encode([&[2], &bytes(good)[1..33]].concat());
        for (key, auth) in [
            ("", secret),
            (good, ""),
            (&good[1..], secret),
            (good, &secret[1..]),
            (off_curve.as_str(), secret),
            (compressed.as_str(), secret),
            ("ünicode", secret),
        ] {
            assert_eq!(Reader::from_text(key, auth).err(), Some(NotABrowser), "{key} {auth}");
        }
    }
}
