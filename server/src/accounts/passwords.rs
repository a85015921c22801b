//! Passwords: which are good enough, and how they are kept. Argon2id, away from the threads that
//! serve sockets, few at a time: each takes 19 MiB for a while.

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use protocol::refusal::Refusal;
use unicode_normalization::UnicodeNormalization;

use crate::workshop::Workshop;

/// Fewest and most characters.
const LENGTH: (u8, u8) = (10, 128);
/// Bytes that are looked at: a character has four at most.
const BYTES_MAX: usize = 512;
/// How many are worked on at once.
const AT_ONCE: usize = 2;
/// How many may wait for it besides.
const WAITING: usize = 32;

/// A digest that no password has, made as those of accounts are: whoever asks for an account that is
/// not there waits as long as for one that is.
const NOBODYS: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// What everybody tries first, as far as it is long enough; without what stands around the letters.
const TRIED_FIRST: [&str; 40] = [
    "abcdefghij",
    "administrator",
    "adminadmin",
    "baseball",
    "basketball",
    "changeme",
    "chocolate",
    "computer",
    "dragon",
    "football",
    "iloveyou",
    "iloveyousomuch",
    "letmein",
    "letmeinplease",
    "liverpool",
    "mancala",
    "manchester",
    "master",
    "michael",
    "monkey",
    "mypassword",
    "pass",
    "passphrase",
    "passw0rd",
    "password",
    "passwordpassword",
    "princess",
    "qwerty",
    "qwertyqwerty",
    "qwertyuiop",
    "qwertzuiop",
    "asdfghjkl",
    "secret",
    "shadow",
    "sindillo",
    "sunshine",
    "superman",
    "trustno",
    "welcome",
    "zxcvbnm",
];
/// Rows of keys, and runs, parts of which are no password either way round.
const RUNS: [&str; 6] = [
    "01234567890123456789",
    "abcdefghijklmnopqrstuvwxyz",
    "qwertyuiopasdfghjklzxcvbnm",
    "qwertzuiopasdfghjklyxcvbnm",
    "1q2w3e4r5t6y7u8i9o0p",
    "1qaz2wsx3edc4rfv5tgb6yhn",
];
/// Letters of a password that is read aloud: none is taken for another.
const SPOKEN: &[u8; 31] = b"abcdefghjkmnpqrstuvwxyz23456789";

/// Hashes and checks passwords.
#[derive(Debug)]
pub struct Passwords(Workshop);

impl Default for Passwords {
    fn default() -> Self {
        Self(Workshop::new(AT_ONCE, WAITING))
    }
}

impl Passwords {
    /// The digest of a password that somebody chose for the account of this name.
    ///
    /// # Errors
    /// [`Refusal::PasswordRefused`]; [`Refusal::Busy`] when too many wait.
    pub async fn choose(&self, password: &str, login: &str) -> Result<String, Refusal> {
        let (min, max) = LENGTH;
        if !is_good(password, login) {
            return Err(Refusal::PasswordRefused { min, max });
        }
        self.hash(password).await
    }

    /// The digest of a password, whatever it is.
    ///
    /// # Errors
    /// [`Refusal::Busy`] when too many wait.
    pub async fn hash(&self, password: &str) -> Result<String, Refusal> {
        let password = normal(password);
        self.0
            .work(move || {
                Argon2::default()
                    .hash_password(password.as_bytes())
                    .map(|hash: PasswordHash| hash.to_string())
                    .ok()
            })
            .await?
            .ok_or(Refusal::Internal)
    }

    /// Whether this is the password. It takes as long when there is none.
    ///
    /// # Errors
    /// [`Refusal::Busy`] when too many wait.
    pub async fn is(&self, password: &str, hash: Option<String>) -> Result<bool, Refusal> {
        if password.len() > BYTES_MAX {
            // None that long was ever accepted.
            return Ok(false);
        }
        let password = normal(password);
        let there = hash.is_some();
        let hash = hash.unwrap_or_else(|| NOBODYS.to_owned());
        let same = self.0.work(move || {
            let hash = PasswordHash::new(&hash).ok()?;
            Some(Argon2::default().verify_password(password.as_bytes(), &hash).is_ok())
        });
        Ok(same.await?.unwrap_or(false) && there)
    }
}

/// A password that opens a door once, to be read from a screen: about a hundred bits.
#[must_use]
pub fn one_time_password() -> String {
    (0..20).map(|_| char::from(SPOKEN[rand::random_range(0..SPOKEN.len())])).collect()
}

/// The same characters may be typed in more than one way.
fn normal(password: &str) -> String {
    password.nfkc().collect()
}

fn is_good(password: &str, login: &str) -> bool {
    if password.len() > BYTES_MAX {
        return false;
    }
    let password = normal(password);
    let length = password.chars().count();
    let (min, max) = LENGTH;
    (usize::from(min)..=usize::from(max)).contains(&length) && !is_tried_first(&password, login)
}

fn is_tried_first(password: &str, login: &str) -> bool {
    let small = password.to_lowercase();
    let letters = small.trim_matches(|c: char| !c.is_alphabetic());
    let plain = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
    let login = plain(login);
    let is_login = !login.is_empty() && [plain(&small), plain(letters)].contains(&login);
    TRIED_FIRST.contains(&letters) || is_login || is_run(&small) || is_repetition(&plain(&small), &login)
}

/// A part of a row of keys or of a run, forwards or backwards.
fn is_run(small: &str) -> bool {
    let backwards: String = small.chars().rev().collect();
    RUNS.iter().any(|run| run.contains(small) || run.contains(&backwards))
}

/// One piece again and again: a few characters, a word that everybody tries, or the name.
fn is_repetition(small: &str, login: &str) -> bool {
    let chars: Vec<char> = small.chars().collect();
    let repeats = |unit: usize| unit < chars.len() && chars.chunks(unit).all(|part| chars.starts_with(part));
    (1..=4).any(repeats)
        || TRIED_FIRST.iter().copied().chain([login]).any(|word| {
            let length = word.chars().count();
            length > 0 && small.starts_with(word) && repeats(length)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_ten_characters_or_more_and_none_that_everybody_tries() {
        for good in ["correct horse", "Enkiteng nkai", "zebra-9-crane", "ኢትዮጵያ የኔ ሀገር ናት", "a1b2c3d4e5f6!"]
        {
            assert!(is_good(good, "naserian"), "{good}");
        }
        assert!(is_good(&"correct horse battery staple ".repeat(4), "naserian"));
        let (long, huge) = ("correct horse ".repeat(10), "x1y".repeat(40_000));
        for bad in [
            "",
            "short one",
            &long,
            &huge,
            "password123",
            "Password1234!",
            "1234567890",
            "0987654321",
            "qwertyuiop",
            "aaaaaaaaaaaa",
            "abcabcabcabc",
            "sindillo2026",
            "naserian12",
            "Naserian!!!!",
            "naserian.naserian",
            "naseriannaserian",
            "letmeinletmein",
            "iloveyou!!",
            "1q2w3e4r5t6y",
        ] {
            assert!(!is_good(bad, "naserian"), "{bad:.40}");
        }
        assert!(is_good("naserian12", "moinan"));
    }

    #[tokio::test]
    async fn a_password_is_known_again_by_its_digest_alone() {
        let passwords = Passwords::default();
        let hash = passwords.choose("correct horse", "naserian").await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert_ne!(hash, passwords.hash("correct horse").await.unwrap(), "each has its own salt");
        assert!(passwords.is("correct horse", Some(hash.clone())).await.unwrap());
        assert!(!passwords.is("correct horsf", Some(hash.clone())).await.unwrap());
        assert!(!passwords.is("", Some(hash)).await.unwrap());
        assert!(!passwords.is("correct horse", Some("nonsense".to_owned())).await.unwrap());
        assert!(!passwords.is("correct horse", None).await.unwrap());
        // The same letters, typed as one character or as two.
        let hash = passwords.hash("caf\u{e9} caf\u{e9} crane").await.unwrap();
        assert!(passwords.is("cafe\u{301} cafe\u{301} crane", Some(hash)).await.unwrap());
    }

    #[test]
    fn the_digest_of_nobody_costs_what_any_other_costs() {
        let nobody = PasswordHash::new(NOBODYS).unwrap();
        let somebody: PasswordHash = Argon2::default().hash_password(b"x").unwrap();
        assert_eq!(nobody.params, somebody.params);
        assert_eq!((nobody.algorithm, nobody.version), (somebody.algorithm, somebody.version));
        assert_eq!(nobody.hash.map(|hash| hash.len()), somebody.hash.map(|hash| hash.len()));
    }

    #[tokio::test]
    async fn too_many_at_once_are_sent_away() {
        let passwords = std::sync::Arc::new(Passwords::default());
        let asked = (0..60).map(|_| {
            let passwords = std::sync::Arc::clone(&passwords);
            async move { passwords.is("x", None).await }
        });
        let answers = futures_util::future::join_all(asked).await;
        let busy = answers.iter().filter(|answer| **answer == Err(Refusal::Busy)).count();
        assert_eq!(busy, 60 - AT_ONCE - WAITING);
    }

    #[test]
    fn one_time_passwords_are_good_and_never_the_same() {
        let (one, other) = (one_time_password(), one_time_password());
        assert_ne!(one, other);
        assert!(is_good(&one, "naserian"), "{one}");
    }
}
