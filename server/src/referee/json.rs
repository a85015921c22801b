//! JSON read lazily, one level at a time, from its own text.
//!
//! Numbers keep the letters they were written in, so `2.0` is no integer and a hundred digits
//! are one; depth costs no stack. Of members with the same name the last one counts.

use std::collections::BTreeMap;

use serde_json::value::RawValue;

/// A value as it stands in the request.
#[derive(Clone, Copy)]
pub(super) struct Json<'a>(&'a str);

/// The members of an object.
pub(super) struct Members<'a>(BTreeMap<String, &'a RawValue>);

impl<'a> Json<'a> {
    /// A whole text, if it is one JSON value.
    pub(super) fn parse(text: &'a str) -> Option<Self> {
        let raw: &RawValue = serde_json::from_str(text).ok()?;
        Some(Self(raw.get()))
    }

    /// The letters of the value.
    pub(super) const fn text(self) -> &'a str {
        self.0
    }

    pub(super) fn object(self) -> Option<Members<'a>> {
        if !self.0.starts_with('{') {
            return None;
        }
        serde_json::from_str(self.0).ok().map(Members)
    }

    pub(super) fn list(self) -> Option<Vec<Json<'a>>> {
        if !self.0.starts_with('[') {
            return None;
        }
        let values: Vec<&RawValue> = serde_json::from_str(self.0).ok()?;
        Some(values.into_iter().map(|raw| Self(raw.get())).collect())
    }

    pub(super) fn string(self) -> Option<String> {
        serde_json::from_str(self.0).ok()
    }

    pub(super) fn boolean(self) -> Option<bool> {
        match self.0 {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        }
    }

    /// An integer. What does not fit is the largest or smallest `i64`: out of every range here.
    pub(super) fn integer(self) -> Option<i64> {
        let digits = self.0.strip_prefix('-').unwrap_or(self.0);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let overflow = if digits.len() < self.0.len() { i64::MIN } else { i64::MAX };
        Some(self.0.parse().unwrap_or(overflow))
    }

    /// An integer within the range of `N`.
    pub(super) fn within<N: TryFrom<i64>>(self) -> Option<N> {
        self.integer().and_then(|number| N::try_from(number).ok())
    }

    fn is_null(self) -> bool {
        self.0 == "null"
    }
}

impl<'a> Members<'a> {
    /// A member that is there and not null.
    pub(super) fn get(&self, name: &str) -> Option<Json<'a>> {
        self.any(name).filter(|value| !value.is_null())
    }

    /// A member that is there, null or not.
    pub(super) fn any(&self, name: &str) -> Option<Json<'a>> {
        self.0.get(name).map(|raw| Json(raw.get()))
    }

    /// All members, null or not.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, Json<'a>)> {
        self.0.iter().map(|(name, raw)| (name.as_str(), Json(raw.get())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn integer(text: &str) -> Option<i64> {
        Json::parse(text).unwrap().integer()
    }

    #[test]
    fn integers_are_written_as_integers() {
        assert_eq!(integer(" 2 "), Some(2));
        assert_eq!(integer("-0"), Some(0));
        assert_eq!(integer("-17"), Some(-17));
        assert_eq!(integer("99999999999999999999999999"), Some(i64::MAX));
        assert_eq!(integer("-99999999999999999999999999"), Some(i64::MIN));
        for wrong in ["2.0", "2e0", "\"2\"", "true", "null", "[2]", "{}"] {
            assert_eq!(integer(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn the_last_of_two_members_counts_and_null_is_absent() {
        let object = Json::parse(r#"{"a":1,"b":null,"a":2}"#).and_then(Json::object).unwrap();
        assert_eq!(object.get("a").and_then(Json::integer), Some(2));
        assert!(object.get("b").is_none() && object.any("b").is_some());
    }

    #[test]
    fn depth_costs_no_stack() {
        let deep = "[".repeat(200_000) + &"]".repeat(200_000);
        assert!(Json::parse(&deep).and_then(Json::list).is_some());
        assert!(Json::parse(&deep[1..]).is_none());
    }
}
