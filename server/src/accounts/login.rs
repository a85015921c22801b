//! The names of accounts: plain letters, so that everybody can type them, and none that can be
//! taken for another.
//!
//! Pure: text in, a name or nothing out. Uniqueness is the store's affair; it compares skeletons.

use protocol::UserId;

use crate::names::{is_reserved, skeleton};
use crate::store::accounts::{Login, Named};

/// Characters of an identity as it is written.
const HYPHENATED: usize = 36;
/// Characters of a name.
const LENGTH: std::ops::RangeInclusive<usize> = 3..=32;

/// The name of an account as it is kept; nothing where it is not one, or would impersonate the
/// server or a role.
#[must_use]
pub fn clean_login(text: &str) -> Option<Login> {
    let name = text.trim().to_ascii_lowercase();
    let inner = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b"_-.".contains(&b);
    let ends = [name.bytes().next()?, name.bytes().next_back()?];
    let whole = LENGTH.contains(&name.len())
        && name.bytes().all(inner)
        && ends.iter().all(u8::is_ascii_alphanumeric)
        && !is_reserved(&name);
    whole.then(|| Login { skeleton: skeleton(&name), name })
}

/// Whose account is meant where an administrator names one: by the name of the account, by `#` and its
/// number in the books, or by the identity that the export tells. Names have neither such a sign nor
/// the length of an identity. Nothing where it can be none of them.
#[must_use]
pub fn named(text: &str) -> Option<Named> {
    let text = text.trim();
    if let Some(number) = text.strip_prefix('#') {
        let plain = number.bytes().all(|b| b.is_ascii_digit());
        return number.parse().ok().filter(|_| plain).map(Named::Number);
    }
    if text.len() == HYPHENATED {
        return text.parse().ok().map(|id| Named::Id(UserId(id)));
    }
    clean_login(text).map(|login| Named::Login(login.name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_is_named_in_three_ways() {
        let id = "01980000-0000-7000-8000-000000000001";
        let plain = id.replace('-', "");
        for (given, meant) in [
            (" Naserian ", Named::Login("naserian".to_owned())),
            ("345", Named::Login("345".to_owned())),
            (" #34 ", Named::Number(34)),
            (id, Named::Id(UserId(id.parse().unwrap()))),
            (&plain, Named::Login(plain.clone())),
        ] {
            assert_eq!(named(given), Some(meant), "{given}");
        }
        for nobody in ["", "#", "#+3", "#-3", "#x", "#99999999999999999999", &"a".repeat(36)] {
            assert_eq!(named(nobody), None, "{nobody}");
        }
    }

    #[test]
    fn names_are_plain_and_small() {
        for (given, kept) in
            [("Naserian", "naserian"), (" moinan ", "moinan"), ("a.b-c_d", "a.b-c_d"), ("7up", "7up")]
        {
            assert_eq!(clean_login(given).unwrap().name, kept);
        }
        let (long, longest) = ("a".repeat(33), "a".repeat(32));
        assert!(clean_login(&longest).is_some());
        for none in
            ["", "ab", &long, "a b", "naserían", "пётр", ".abc", "abc-", "---", "a\0bc", "a@b.c", "a/b"]
        {
            assert_eq!(clean_login(none), None, "{none:?}");
        }
    }

    #[test]
    fn no_name_impersonates() {
        for none in ["admin", "Admin1", "s.e.r.v.e.r", "sindillo", "r00t", "moderator-2", "h0st"] {
            assert_eq!(clean_login(none), None, "{none:?}");
        }
        let one = clean_login("mo.inan").unwrap();
        for other in ["moinan", "m0inan", "mo-inan", "MOINAN", "molnan"] {
            assert_eq!(clean_login(other).unwrap().skeleton, one.skeleton, "{other}");
        }
        assert_ne!(clean_login("naserian").unwrap().skeleton, one.skeleton);
    }
}
