//! Plain HTTP/1.1 over a TCP stream: just enough of a client to be a browser's `fetch`, and to
//! see every byte that comes back. Each request has its own connection, as the suites are not
//! about keep-alive; what *is* about the protocol itself is written by hand in [`crate::raw`].

use std::net::{IpAddr, SocketAddr};

use anyhow::{Context, Result, bail};
use serde::{Serialize, de::DeserializeOwned};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

/// One request, to be sent once.
#[derive(Clone, Debug)]
pub struct Request {
    method: &'static str,
    target: String,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

/// What came back.
#[derive(Clone, Debug)]
pub struct Response {
    /// The status.
    pub status: u16,
    /// Header lines in order, names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body, without its transfer encoding.
    pub body: Vec<u8>,
    /// Every byte as it came.
    pub raw: Vec<u8>,
}

impl Request {
    /// `GET target`.
    #[must_use]
    pub fn get(target: impl Into<String>) -> Self {
        Self::of("GET", target)
    }

    /// `POST target` with a JSON body.
    ///
    /// # Panics
    /// When the body cannot be written as JSON.
    #[must_use]
    pub fn post(target: impl Into<String>, body: &impl Serialize) -> Self {
        Self::with("POST", target, body)
    }

    /// Any method, with a JSON body.
    ///
    /// # Panics
    /// When the body cannot be written as JSON.
    #[must_use]
    pub fn with(method: &'static str, target: impl Into<String>, body: &impl Serialize) -> Self {
        let mut request = Self::of(method, target);
        request.body = serde_json::to_vec(body).expect("bodies of the protocol are JSON");
        request.header("content-type", "application/json")
    }

    /// Any method, without a body.
    #[must_use]
    pub fn of(method: &'static str, target: impl Into<String>) -> Self {
        Self { method, target: target.into(), headers: Vec::new(), body: Vec::new() }
    }

    /// One more header line.
    #[must_use]
    pub fn header(mut self, name: &str, value: impl Into<String>) -> Self {
        self.headers.push((name.to_owned(), value.into()));
        self
    }

    /// Another body, as it is.
    #[must_use]
    pub fn body(mut self, body: impl Into<Vec<u8>>) -> Self {
        self.body = body.into();
        self
    }

    /// Send it to the server from a loopback address and read all that comes back.
    ///
    /// # Errors
    /// When there is no server, or no HTTP in what it says.
    pub async fn send(&self, from: IpAddr, to: SocketAddr) -> Result<Response> {
        let mut stream = dial(from, to).await?;
        let host = self.headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host"));
        let mut text = format!("{} {} HTTP/1.1\r\nConnection: close\r\n", self.method, self.target);
        if !host {
            text.push_str(&format!("Host: {to}\r\n"));
        }
        for (name, value) in &self.headers {
            text.push_str(&format!("{name}: {value}\r\n"));
        }
        if self.method == "POST" || !self.body.is_empty() {
            text.push_str(&format!("Content-Length: {}\r\n", self.body.len()));
        }
        text.push_str("\r\n");
        stream.write_all(text.as_bytes()).await?;
        stream.write_all(&self.body).await?;
        let mut raw = Vec::new();
        stream.read_to_end(&mut raw).await?;
        Response::parse(raw)
    }
}

impl Response {
    /// Read a whole response.
    ///
    /// # Errors
    /// When it is not one.
    pub fn parse(raw: Vec<u8>) -> Result<Self> {
        let end = raw.windows(4).position(|four| four == b"\r\n\r\n").context("a head without an end")?;
        let head = std::str::from_utf8(&raw[..end])?;
        let mut lines = head.split("\r\n");
        let status = lines
            .next()
            .and_then(|line| line.split(' ').nth(1))
            .and_then(|word| word.parse().ok())
            .context("no status line")?;
        let headers: Vec<(String, String)> = lines
            .filter_map(|line| line.split_once(':'))
            .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
            .collect();
        let chunked = headers.iter().any(|(n, v)| n == "transfer-encoding" && v == "chunked");
        let rest = &raw[end + 4..];
        let body = if chunked { unchunked(rest)? } else { rest.to_vec() };
        Ok(Self { status, headers, body, raw })
    }

    /// The first header of that name.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    /// The body as text.
    #[must_use]
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The body as JSON, of an answer that was a yes.
    ///
    /// # Errors
    /// When it was a no, or is not what was expected.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T> {
        if !(200..300).contains(&self.status) {
            bail!("status {}: {}", self.status, self.text());
        }
        serde_json::from_slice(&self.body).with_context(|| format!("unexpected body {}", self.text()))
    }

    /// The refusal in the problem document of an answer that was a no.
    ///
    /// # Panics
    /// When the body is not a problem document that repeats the status.
    #[must_use]
    pub fn refusal(&self) -> protocol::Refusal {
        let problem: protocol::http::Problem = serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("status {} {:?}: {error}", self.status, self.text()));
        assert_eq!(problem.status, self.status, "the document repeats the status");
        problem.refusal
    }
}

/// A connection from a loopback address of the caller's choice, so that the limits which count
/// by address see many visitors and not one.
///
/// # Errors
/// When nobody listens.
pub async fn dial(from: IpAddr, to: SocketAddr) -> Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::new(from, 0))?;
    let stream = socket.connect(to).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

fn unchunked(mut rest: &[u8]) -> Result<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let end = rest.windows(2).position(|two| two == b"\r\n").context("a chunk without a size")?;
        let size = usize::from_str_radix(std::str::from_utf8(&rest[..end])?.trim(), 16)?;
        if size == 0 {
            return Ok(body);
        }
        let chunk = rest.get(end + 2..end + 2 + size).context("a chunk without its bytes")?;
        body.extend_from_slice(chunk);
        rest = rest.get(end + 4 + size..).context("a chunk without an end")?;
    }
}
