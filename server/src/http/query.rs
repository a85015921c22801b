//! What stands behind the question mark of a path, and in it.

use axum::extract::{FromRequestParts, Query};
use axum::http::request::Parts;
use protocol::RoomId;
use protocol::refusal::Refusal;
use serde::de::DeserializeOwned;

use super::error::Denied;

/// The query of a request.
pub(super) struct Asked<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Asked<T> {
    type Rejection = Denied;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Denied> {
        let read = Query::<T>::try_from_uri(&parts.uri);
        read.map(|Query(asked)| Self(asked)).map_err(|error| Denied::bad(&error.body_text()))
    }
}

/// The room that a path names.
pub(super) fn room(path: String) -> Result<RoomId, Denied> {
    RoomId::try_from(path).map_err(|_| Refusal::NoRoom.into())
}
