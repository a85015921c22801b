//! Bodies of requests: small, and as strict as the frames of a socket.

use axum::extract::{FromRequest, Request};
use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use protocol::http::record::RECORD_BYTES;
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

/// The body of a request as one text, of a kind that is no object of ours: a file that somebody has.
pub(super) struct Document(pub(super) String);

impl<S: Send + Sync> FromRequest<S> for Document {
    type Rejection = Denied;

    async fn from_request(request: Request, _: &S) -> Result<Self, Denied> {
        text_in(request, &["text/plain", "application/json"], RECORD_BYTES).await.map(Self)
    }
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T, Denied> {
    serde_json::from_str(text).map_err(|error| Denied::bad(&error.to_string()))
}

/// What the body says, where it is what it says it is.
async fn text_of(request: Request) -> Result<String, Denied> {
    // A type that no form of another site can send without asking first.
    text_in(request, &["application/json"], MESSAGE_BYTES).await
}

async fn text_in(request: Request, kinds: &[&str], most: usize) -> Result<String, Denied> {
    if !is_one_of(kinds, request.headers()) {
        let why = format!("the content type must be {}", kinds.join(" or "));
        return Err(Denied::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, Refusal::BadMessage { why }));
    }
    if request.headers().contains_key(CONTENT_ENCODING) {
        // Nobody needs it, and what unfolds to how much is only known afterwards.
        let refusal = Refusal::BadMessage { why: "the body must not be compressed".to_owned() };
        return Err(Denied::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, refusal));
    }
    let announced = request.headers().get("content-length").and_then(|length| length.to_str().ok());
    if announced.and_then(|length| length.parse::<usize>().ok()).is_some_and(|length| length > most) {
        return Err(Refusal::TooLarge.into());
    }
    let bytes = axum::body::to_bytes(request.into_body(), most).await.map_err(|error| {
        if is_too_large(&error) { Denied::from(Refusal::TooLarge) } else { Denied::bad("the body broke off") }
    })?;
    String::from_utf8(bytes.into()).map_err(|_| Denied::bad("the body is not UTF-8"))
}

fn is_one_of(kinds: &[&str], headers: &HeaderMap) -> bool {
    let given = headers.get(CONTENT_TYPE).and_then(|given| given.to_str().ok()).unwrap_or_default();
    let essence = given.split(';').next().unwrap_or_default();
    kinds.iter().any(|kind| essence.trim().eq_ignore_ascii_case(kind))
}

fn is_too_large(error: &axum::Error) -> bool {
    std::error::Error::source(error).is_some_and(|source| source.to_string().contains("length limit"))
}
