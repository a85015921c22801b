//! Words and numbers of the books as what they stand for, and back.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::super::super::port::StoreError;
use super::super::writer::Failure;

/// The word of a thing that the protocol knows by one.
pub(super) fn word<T: Serialize>(thing: &T) -> Result<String, Failure> {
    match serde_json::to_value(thing) {
        Ok(serde_json::Value::String(word)) => Ok(word),
        Ok(other) => Err(damaged(&format!("{other} is not a word")).into()),
        Err(error) => Err(damaged(&error.to_string()).into()),
    }
}

/// The thing of a word.
pub(super) fn thing<T: DeserializeOwned>(word: &str) -> Result<T, Failure> {
    let value = serde_json::Value::String(word.to_owned());
    serde_json::from_value(value).map_err(|error| damaged(&error.to_string()).into())
}

/// The thing of a word, where there is one.
pub(super) fn thing_of<T: DeserializeOwned>(word: Option<&str>) -> Result<Option<T>, Failure> {
    word.map(thing).transpose()
}

/// A number as a column takes it. What is counted here never reaches the end of one.
pub(super) fn column(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// A number of a column that is never below nothing.
pub(super) fn count(column: i64) -> u64 {
    u64::try_from(column).unwrap_or(0)
}

/// A small number of a column.
pub(super) fn small<T: TryFrom<i64>>(column: i64) -> Result<T, Failure> {
    T::try_from(column).map_err(|_| damaged(&format!("{column} is out of range")).into())
}

/// The books do not say what they should.
pub(super) fn damaged(why: &str) -> StoreError {
    StoreError::Damaged(format!("the books: {why}"))
}
