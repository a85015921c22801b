//! The page: built into the binary, or from a directory in place of it.
//!
//! Only names that a build makes are looked up: no `..`, no `%`, nothing hidden.

use std::borrow::Cow;
use std::path::PathBuf;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode};
use axum::response::IntoResponse;
use protocol::RoomId;
use protocol::refusal::Refusal;
use rust_embed::Embed;
use sha2::{Digest, Sha256};

use super::Server;
use super::error::{Denied, only_for_reading};
use super::{card, glance};
use crate::net::Peer;

/// Told to visitors of a server that was built without the page.
const NOT_BUILT: &str = "The page of this server has not been built.\n\
    Run ./x play, or build web-client and start again.\n";

/// The page for everything but a table.
const PAGE: &str = "index.html";
/// The page that begins with a table.
const TABLE: &str = "room.html";

#[derive(Embed)]
#[folder = "../web-client/dist"]
struct Built;

/// Where the files of the page come from.
#[derive(Clone, Debug)]
pub struct Assets {
    dir: Option<PathBuf>,
}

struct File {
    bytes: Cow<'static, [u8]>,
    tag: String,
}

impl File {
    fn made(bytes: Vec<u8>) -> Self {
        Self { tag: tag_of(&bytes), bytes: Cow::Owned(bytes) }
    }
}

impl Assets {
    /// The page in the binary, or the one in a directory.
    #[must_use]
    pub const fn new(dir: Option<PathBuf>) -> Self {
        Self { dir }
    }

    async fn find(&self, name: &str) -> Option<File> {
        let bytes = match &self.dir {
            Some(dir) => {
                let path = dir.join(name);
                let read = tokio::task::spawn_blocking(move || std::fs::read(path)).await;
                Cow::Owned(read.ok()?.ok()?)
            }
            None => Built::get(name)?.data,
        };
        Some(File { tag: tag_of(&bytes), bytes })
    }
}

/// A strong tag: the same for the same bytes.
pub(super) fn tag_of(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    let tag = digest[..12].iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    format!("\"{tag}\"")
}

/// Whether the asker has what bears this tag.
pub(super) fn is_known(headers: &HeaderMap, own: &str) -> bool {
    let known = headers.get(IF_NONE_MATCH).and_then(|tags| tags.to_str().ok());
    known.is_some_and(|tags| tags.split(',').any(|tag| bare(tag) == own))
}

/// A file of the page; the page itself for every path that is one of its views.
pub(super) async fn serve(State(server): State<Server>, request: Request) -> Response<Body> {
    if ![Method::GET, Method::HEAD].contains(request.method()) {
        return only_for_reading(request.method());
    }
    let (path, peer) = (request.uri().path(), request.extensions().get::<Peer>());
    let Some(name) = file_name(path) else { return not_there() };
    let assets = &server.0.assets;
    if let Some(file) = assets.find(name).await {
        return answer(name, file, request.headers());
    }
    if is_view(path) {
        return match view(&server, path, request.headers(), peer).await {
            Some((name, file)) => answer(name, file, request.headers()),
            None => not_built(),
        };
    }
    not_there()
}

/// The page at a path. That of a room asks at once for what a table needs, and has the board in it; that and
/// the page of its story say in their heads what is shown where their link is.
async fn view(
    server: &Server,
    path: &str,
    headers: &HeaderMap,
    peer: Option<&Peer>,
) -> Option<(&'static str, File)> {
    let assets = &server.0.assets;
    let Some(room) = card::room(path) else { return Some((PAGE, assets.find(PAGE).await?)) };
    if card::is_story(path) {
        let page = assets.find(PAGE).await?;
        return Some((PAGE, with_card(server, &room, page).await));
    }
    let page = match assets.find(TABLE).await {
        Some(page) => page,
        // A page that somebody built in another way may have one for all.
        None => assets.find(PAGE).await?,
    };
    let (page, glance) =
        tokio::join!(with_card(server, &room, page), glance::of(server, &room, peer, headers));
    let whole = glance.and_then(|glance| glance::insert(&page.bytes, &glance));
    Some((TABLE, whole.map_or(page, File::made)))
}

/// What was agreed in a room, and a picture of it, in the head of a page.
async fn with_card(server: &Server, room: &RoomId, page: File) -> File {
    let agreed = server.0.rooms.agreed(room).await;
    let agreed = agreed.inspect_err(|error| tracing::warn!(%error, "a page goes out without its card"));
    let (Ok(Some(agreed)), Some(origin)) = (agreed, server.0.origins.first()) else { return page };
    card::insert(&page.bytes, &card::head(room, &agreed, origin)).map_or(page, File::made)
}

/// The file that a path names; nothing for a path that no file of ours has.
fn file_name(path: &str) -> Option<&str> {
    let name = path.strip_prefix('/')?;
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
    let whole = |segment: &str| !segment.is_empty() && !segment.starts_with('.');
    match name {
        "" => Some(PAGE),
        _ => (name.chars().all(plain) && name.split('/').all(whole)).then_some(name),
    }
}

fn is_view(path: &str) -> bool {
    let reserved = ["/api", "/ws", "/assets"];
    // The name of an account may have dots in it.
    let plain = !path.contains('.') || path.starts_with("/profile/");
    plain && !reserved.iter().any(|root| path == *root || path.starts_with(&format!("{root}/")))
}

fn answer(name: &str, file: File, headers: &HeaderMap) -> Response<Body> {
    let cache = match name {
        // There is in it what this visitor may see.
        TABLE => "private, no-cache",
        _ if name.starts_with("assets/") => "public, max-age=31536000, immutable",
        _ => "no-cache",
    };
    let mut response = if is_known(headers, &file.tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let mut response = Response::new(Body::from(file.bytes.into_owned()));
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind(name)));
        response
    };
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static(cache));
    if let Ok(tag) = HeaderValue::from_str(&file.tag) {
        response.headers_mut().insert(ETAG, tag);
    }
    response
}

/// A tag without the mark that compression puts before it.
fn bare(tag: &str) -> &str {
    let tag = tag.trim();
    tag.strip_prefix("W/").unwrap_or(tag)
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

fn not_there() -> Response<Body> {
    let refusal = Refusal::BadMessage { why: "there is nothing here".to_owned() };
    Denied::new(StatusCode::NOT_FOUND, refusal).into_response()
}

fn not_built() -> Response<Body> {
    let headers = [(CONTENT_TYPE, "text/plain; charset=utf-8"), (CACHE_CONTROL, "no-store")];
    (StatusCode::SERVICE_UNAVAILABLE, headers, NOT_BUILT).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_names_are_looked_up() {
        assert_eq!(file_name("/"), Some("index.html"));
        assert_eq!(file_name("/assets/index-AbC_1.js"), Some("assets/index-AbC_1.js"));
        for path in [
            "/../x",
            "/a/../x",
            "/%2e%2e/x",
            "//x",
            "/a//x",
            "/.env",
            "/a/.git",
            "/a\\b",
            "/a%00",
            "*",
            "x",
            "/a/",
        ] {
            assert_eq!(file_name(path), None, "{path}");
        }
    }

    #[test]
    fn views_are_paths_without_a_dot_outside_the_routes() {
        for path in ["/", "/profile/a.b", "/r/0123456789abcdef", "/rules", "/apiary"] {
            assert!(is_view(path), "{path}");
        }
        for path in ["/api", "/api/x", "/ws/x", "/assets/x", "/favicon.ico"] {
            assert!(!is_view(path), "{path}");
        }
    }
}
