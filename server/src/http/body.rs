//! Bodies of requests: small, and as strict as the frames of a socket.

use axum::extract::{FromRequest, Request};
use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use protocol::limits::MESSAGE_BYTES;
use protocol::refusal::Refusal;
use protocol::strict;
use serde::de::DeserializeOwned;

use super::error::Denied;

/// The body of a request, read as one JSON object.
pub(super) struct Strict<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Strict<T> {
    type Rejection = Denied;

    async fn from_request(request: Request, _: &S) -> Result<Self, Denied> {
        let text = text_of(request).await?;
        strict::object(&text).map_err(|fault| Denied::bad(&fault.to_string()))?;
        read(&text).map(Self)
    }
}

/// The body of a request with a part that a browser wrote by another standard.
pub(super) struct Foreign<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Foreign<T> {
    type Rejection = Denied;

    async fn from_request(request: Request, _: &S) -> Result<Self, Denied> {
        let text = text_of(request).await?;
        strict::document(&text).map_err(|fault| Denied::bad(&fault.to_string()))?;
        read(&text).map(Self)
    }
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T, Denied> {
    serde_json::from_str(text).map_err(|error| Denied::bad(&error.to_string()))
}

/// What the body says, where it is what it says it is.
async fn text_of(request: Request) -> Result<String, Denied> {
    if !is_json(request.headers()) {
        let refusal = Refusal::BadMessage { why: "the content type must be application/json".to_owned() };
        return Err(Denied::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, refusal));
    }
    if request.headers().contains_key(CONTENT_ENCODING) {
        // Nobody needs it, and what unfolds to how much is only known afterwards.
        let refusal = Refusal::BadMessage { why: "the body must not be compressed".to_owned() };
        return Err(Denied::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, refusal));
    }
    let announced = request.headers().get("content-length").and_then(|length| length.to_str().ok());
    if announced.and_then(|length| length.parse::<usize>().ok()).is_some_and(|length| length > MESSAGE_BYTES)
    {
        return Err(Refusal::TooLarge.into());
    }
    let bytes = axum::body::to_bytes(request.into_body(), MESSAGE_BYTES).await.map_err(|error| {
        if is_too_large(&error) { Denied::from(Refusal::TooLarge) } else { Denied::bad("the body broke off") }
    })?;
    String::from_utf8(bytes.into()).map_err(|_| Denied::bad("the body is not UTF-8"))
}

/// A type that no form of another site can send without asking first.
fn is_json(headers: &HeaderMap) -> bool {
    let given = headers.get(CONTENT_TYPE).and_then(|given| given.to_str().ok()).unwrap_or_default();
    let essence = given.split(';').next().unwrap_or_default();
    essence.trim().eq_ignore_ascii_case("application/json")
}

fn is_too_large(error: &axum::Error) -> bool {
    std::error::Error::source(error).is_some_and(|source| source.to_string().contains("length limit"))
}
