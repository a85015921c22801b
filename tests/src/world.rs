//! A world of its own for each test: the real binary, a data directory that nobody else has, a
//! port that the system chose, and everything the server wrote about itself.
//!
//! A world must be [`end`](World::end)ed: that stops the server in good order and fails the test
//! for every warning that it did not expect.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant, SystemTime};

use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};
use tokio::process::{Child, Command};
use tokio::time::timeout;

use crate::http::{Request, Response};
use crate::patience::PATIENCE;
use crate::person::Person;

/// The page of a server that has a small one.
const PAGE: &str = "<!doctype html><html><head><title>Sindillo</title></head><body></body></html>";
/// What a server says that has to wait for its machine, and what is no fault of it.
const BUSY: [&str; 2] = ["slow_acquire_threshold", "slow_threshold"];
/// How long a drain may take (`docs/hosting.md`): Docker kills after ten seconds.
pub const DRAIN: Duration = Duration::from_secs(10);

/// One server and its surroundings.
pub struct World {
    data: Arc<TempDir>,
    flags: Vec<String>,
    server: Option<Child>,
    log: Log,
    expected: Vec<String>,
    damaged: bool,
    address: Address,
    ended: bool,
}

/// Where the server listens at the moment; clients that come back look here.
#[derive(Clone, Debug)]
pub struct Address {
    server: Arc<Mutex<SocketAddr>>,
    /// Whom to ask instead, to get there.
    via: Option<SocketAddr>,
}

/// What the server wrote to its standard error, over all restarts.
#[derive(Clone, Debug, Default)]
pub struct Log(Arc<Mutex<Vec<String>>>);

/// How a server came to its end.
#[derive(Debug)]
pub struct Stopped {
    /// What it told its parent.
    pub status: ExitStatus,
    /// From the signal to the end of the process.
    pub took: Duration,
}

impl World {
    /// A server with nothing in it.
    ///
    /// # Panics
    /// When it does not start.
    pub async fn new() -> Self {
        Self::with(&[]).await
    }

    /// A server with more settings on its command line.
    ///
    /// # Panics
    /// When it does not start.
    pub async fn with(flags: &[&str]) -> Self {
        let mut world = Self::cold(flags);
        world.start("127.0.0.1:0").await;
        world
    }

    /// A server with a small page of its own, whether or not the real one was built.
    ///
    /// # Panics
    /// When it does not start.
    pub async fn with_page() -> Self {
        Self::with_page_and(&[]).await
    }

    /// The same with more settings on its command line.
    ///
    /// # Panics
    /// When it does not start.
    pub async fn with_page_and(flags: &[&str]) -> Self {
        let mut world = Self::cold(flags);
        let page = world.data().join("page");
        std::fs::create_dir_all(page.join("assets")).expect("a directory");
        std::fs::write(page.join("index.html"), PAGE).expect("a file");
        std::fs::write(page.join("assets/app.js"), "export {};".repeat(500)).expect("a file");
        world.flags.extend(["--web-dir".to_owned(), page.display().to_string()]);
        world.start("127.0.0.1:0").await;
        world
    }

    /// A data directory for a server that has not started yet.
    ///
    /// # Panics
    /// When there is no room for it.
    #[must_use]
    pub fn cold(flags: &[&str]) -> Self {
        Self {
            data: Arc::new(tempfile::tempdir().expect("a temporary directory")),
            flags: flags.iter().map(|&flag| flag.to_owned()).collect(),
            server: None,
            log: Log::default(),
            expected: Vec::new(),
            damaged: false,
            address: Address {
                server: Arc::new(Mutex::new(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)))),
                via: None,
            },
            ended: false,
        }
    }

    /// Where the server listens.
    #[must_use]
    pub fn address(&self) -> Address {
        self.address.clone()
    }

    /// The data directory.
    #[must_use]
    pub fn data(&self) -> &Path {
        self.data.path()
    }

    /// What the server wrote about itself.
    #[must_use]
    pub fn log(&self) -> Log {
        self.log.clone()
    }

    /// The process, for figures about it.
    ///
    /// # Panics
    /// When the server does not run.
    #[must_use]
    pub fn process(&self) -> u32 {
        self.server.as_ref().and_then(Child::id).expect("the server runs")
    }

    /// Kilobytes of memory that the server holds.
    ///
    /// # Panics
    /// When the server does not run.
    #[must_use]
    pub fn resident_kib(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process())).expect("/proc");
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).expect("a resident size");
        line.split_whitespace().nth(1).and_then(|word| word.parse().ok()).expect("a number")
    }

    /// Milliseconds of the processor that the server has used so far.
    ///
    /// # Panics
    /// When the server does not run.
    #[must_use]
    pub fn cpu_ms(&self) -> u64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.process())).expect("/proc");
        // The name of the program, in brackets, may hold spaces; what counts stands behind it.
        let rest = stat.rsplit_once(')').expect("a name in brackets").1;
        let ticks = |place: usize| -> u64 {
            rest.split_whitespace().nth(place).and_then(|word| word.parse().ok()).expect("a number")
        };
        // Fields 14 and 15 of proc(5), in hundredths of a second.
        (ticks(11) + ticks(12)) * 10
    }

    /// This test expects warnings that contain the text.
    pub fn expect_warning(&mut self, part: &str) {
        self.expected.push(part.to_owned());
    }

    /// Change one byte of the log on disk where a text stands. The server must not run. From then
    /// on this world is known to be damaged.
    ///
    /// # Panics
    /// When the text is nowhere in the log.
    pub fn damage(&mut self, text: &str) {
        assert!(self.server.is_none(), "the server runs");
        self.damaged = true;
        let files = std::fs::read_dir(self.data()).expect("a directory").filter_map(Result::ok);
        for file in files.map(|file| file.path()).filter(|path| path.is_file()) {
            let mut bytes = std::fs::read(&file).expect("a file");
            if let Some(place) = bytes.windows(text.len()).position(|window| window == text.as_bytes()) {
                bytes[place] ^= 1;
                return std::fs::write(&file, bytes).expect("a file");
            }
        }
        panic!("{text} is nowhere in {:?}", self.data());
    }

    /// Somebody with a browser, who introduces himself.
    ///
    /// # Panics
    /// When the server gives no session.
    pub async fn person(&self, name: &str) -> Person {
        Person::named(self.address(), name).await
    }

    /// Somebody who comes from a certain address, where others may come from as well.
    ///
    /// # Panics
    /// When the server gives no session.
    pub async fn person_from(&self, from: IpAddr, name: &str) -> Person {
        Person::from_address(self.address(), from, name).await
    }

    /// One request without a session.
    ///
    /// # Panics
    /// When no HTTP comes back.
    pub async fn fetch(&self, request: Request) -> Response {
        request.send(loopback(), self.address.get()).await.expect("an answer")
    }

    /// Stop the server as if the power of the process had failed, and wait until it is gone.
    ///
    /// # Panics
    /// When the server does not run.
    pub async fn kill(&mut self) {
        let mut server = self.server.take().expect("the server runs");
        server.kill().await.expect("a process can be killed");
    }

    /// Ask the server to stop.
    ///
    /// # Panics
    /// When the server does not run, or takes too long.
    pub async fn terminate(&mut self) -> Stopped {
        self.signalled(&["TERM"]).await
    }

    /// Send signals, one right after the other, and wait for the end.
    ///
    /// # Panics
    /// When the server does not run, or takes too long.
    pub async fn signalled(&mut self, signals: &[&str]) -> Stopped {
        let mut server = self.server.take().expect("the server runs");
        let began = Instant::now();
        for name in signals {
            signal(server.id().expect("the server runs"), name);
        }
        let status = timeout(PATIENCE, server.wait()).await;
        let status = status.expect("the server stops when asked to").expect("a status");
        Stopped { status, took: began.elapsed() }
    }

    /// Start again on the same data, where clients expect it.
    ///
    /// # Panics
    /// When it does not start.
    pub async fn restart(&mut self) {
        let listen = self.address.get().to_string();
        self.start(&listen).await;
    }

    /// The same with other settings on its command line.
    ///
    /// # Panics
    /// When it does not start.
    pub async fn restart_with(&mut self, flags: &[&str]) {
        self.flags = flags.iter().map(|&flag| flag.to_owned()).collect();
        self.restart().await;
    }

    /// What the host of a server does to accounts, beside the server or without it.
    ///
    /// # Panics
    /// When the binary cannot be started.
    pub async fn administers(&self, act: &[&str]) -> std::process::Output {
        let mut command = Command::new(binary());
        command.arg("admin").args(act).arg("--data").arg(self.data());
        command.output().await.expect("the binary can be started")
    }

    /// Start again on the same data, on another port.
    ///
    /// # Panics
    /// When it does not start.
    pub async fn restart_elsewhere(&mut self) {
        self.start("127.0.0.1:0").await;
    }

    /// Start, and go away in the middle of it.
    ///
    /// # Panics
    /// When the process cannot be started.
    pub async fn start_and_kill_after(&mut self, moment: Duration) {
        let mut server = self.spawn("127.0.0.1:0");
        self.log.follow(server.stderr.take());
        // The moment is the point here: how far a start came when the kill hit it.
        let _ = timeout(moment, server.wait()).await;
        server.kill().await.expect("a process can be killed");
    }

    /// A second server on the same data: its output and status, when it ends by itself.
    ///
    /// # Panics
    /// When it does not end by itself.
    pub async fn second_server(&self) -> std::process::Output {
        let server = self.spawn("127.0.0.1:0");
        let output = timeout(PATIENCE, server.wait_with_output()).await;
        output.expect("a second server on the same data refuses to start").expect("its output")
    }

    /// Stop the server in good order and look at what it wrote.
    ///
    /// # Panics
    /// For a bad end, and for every warning that was not expected.
    pub async fn end(mut self) {
        if self.server.is_some() {
            let stopped = self.terminate().await;
            assert!(stopped.status.success(), "the server ended with {}", stopped.status);
        }
        self.verify().await;
        self.ended = true;
        let bad = self.log.warnings(&self.expected);
        assert!(bad.is_empty(), "unexpected lines in the server's log:\n{}", bad.join("\n"));
    }

    /// The server's own check of every log.
    async fn verify(&self) {
        let output = Command::new(binary()).args(["verify", "--data"]).arg(self.data.path()).output().await;
        let output = output.expect("the binary can be started");
        let said = String::from_utf8_lossy(&output.stdout);
        let whole = output.status.success() && said.contains("\"damaged\":[]");
        assert_ne!(whole, self.damaged, "what the server's own check says: {said}");
    }

    async fn start(&mut self, listen: &str) {
        assert!(self.server.is_none(), "the server runs already");
        let mut server = self.spawn(listen);
        self.log.follow(server.stderr.take());
        let stdout = server.stdout.take().expect("piped");
        let mut lines = BufReader::new(stdout).lines();
        let line = timeout(PATIENCE, lines.next_line()).await;
        let line = match line.map(|read| read.expect("text")) {
            Ok(Some(line)) => line,
            Ok(None) | Err(_) => panic!("the server did not start:\n{}", self.log.text()),
        };
        let address = line
            .strip_prefix("sindillo listening on http://")
            .and_then(|address| address.parse().ok())
            .unwrap_or_else(|| panic!("the line that tells the address is {line:?}"));
        self.address.set(address);
        self.server = Some(server);
    }

    fn spawn(&self, listen: &str) -> Child {
        Command::new(binary())
            .args(["--listen", listen, "--data"])
            .arg(self.data.path())
            .args(&self.flags)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("the binary can be started")
    }
}

impl Drop for World {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let text = self.log.text();
            if !text.is_empty() {
                eprintln!("---- the server's log\n{text}----");
            }
        } else {
            assert!(self.ended, "a test ends its world, so that the server's log is looked at");
        }
    }
}

impl Address {
    /// The address now.
    ///
    /// # Panics
    /// Never: nobody panics with the lock.
    #[must_use]
    pub fn get(&self) -> SocketAddr {
        *self.server.lock().expect("not poisoned")
    }

    /// Where to connect to: the server, or what stands between.
    #[must_use]
    pub fn door(&self) -> SocketAddr {
        self.via.unwrap_or_else(|| self.get())
    }

    /// The same server, reached by way of something else.
    #[must_use]
    pub fn by_way_of(&self, via: SocketAddr) -> Self {
        Self { via: Some(via), ..self.clone() }
    }

    /// The origin of the page that this server delivers.
    #[must_use]
    pub fn origin(&self) -> String {
        format!("http://{}", self.get())
    }

    fn set(&self, address: SocketAddr) {
        *self.server.lock().expect("not poisoned") = address;
    }
}

impl Log {
    /// All of it.
    ///
    /// # Panics
    /// Never: nobody panics with the lock.
    #[must_use]
    pub fn text(&self) -> String {
        self.0.lock().expect("not poisoned").iter().fold(String::new(), |text, line| text + line + "\n")
    }

    /// Lines that say that something is wrong, other than those that contain one of the parts.
    #[must_use]
    pub fn warnings(&self, expected: &[String]) -> Vec<String> {
        self.text()
            .lines()
            .filter(|line| ["WARN", "ERROR", "panicked"].iter().any(|word| line.contains(word)))
            .filter(|line| !expected.iter().any(|part| line.contains(part.as_str())))
            .filter(|line| !BUSY.iter().any(|part| line.contains(part)))
            .map(str::to_owned)
            .collect()
    }

    fn follow(&self, stream: Option<impl AsyncRead + Unpin + Send + 'static>) {
        let lines = Arc::clone(&self.0);
        let Some(stream) = stream else { return };
        tokio::spawn(async move {
            let mut reader = BufReader::new(stream).lines();
            while let Ok(Some(line)) = reader.next_line().await {
                lines.lock().expect("not poisoned").push(line);
            }
        });
    }
}

/// Another address of this machine for each caller, so that limits by address meet many visitors.
#[must_use]
pub fn loopback() -> IpAddr {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    let number = NEXT.fetch_add(1, Ordering::Relaxed).wrapping_add(std::process::id() << 10) % 0x3f_ffff;
    let [_, a, b, c] = number.to_be_bytes();
    IpAddr::V4(Ipv4Addr::new(127, a | 0x40, b, c.max(2)))
}

/// Send a signal by its name.
///
/// # Panics
/// When there is no such process.
pub fn signal(process: u32, name: &str) {
    let done = std::process::Command::new("kill").args(["-s", name, &process.to_string()]).status();
    assert!(done.expect("the kill tool").success(), "signal {name} to {process}");
}

/// The server's binary: what `SINDILLO_BIN` names, or the one beside this test, built if need be.
///
/// # Panics
/// When there is none and none can be built.
pub fn binary() -> &'static Path {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    BINARY.get_or_init(|| named_binary().unwrap_or_else(built_binary))
}

fn named_binary() -> Option<PathBuf> {
    #[allow(clippy::disallowed_methods, reason = "the suites are told here which binary to test")]
    let named = std::env::var("SINDILLO_BIN").ok();
    named.map(PathBuf::from)
}

fn built_binary() -> PathBuf {
    // target/debug/deps/suite-… stands beside target/debug/sindillo.
    let here = std::env::current_exe().expect("this test has a path");
    let folder = here.parent().and_then(Path::parent).expect("target/debug").to_owned();
    let binary = folder.join("sindillo");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    // A binary of yesterday must not be tested in place of today's.
    let sources = ["engine", "protocol", "server"].map(|part| newest(&root.join(part)));
    let built = binary.metadata().and_then(|file| file.modified()).ok();
    if built < sources.into_iter().max().flatten() {
        let done = std::process::Command::new(env!("CARGO"))
            .args(["build", "--quiet", "--package", "server", "--bin", "sindillo", "--target-dir"])
            .arg(folder.parent().expect("target"))
            .current_dir(root)
            .status();
        assert!(done.expect("cargo runs").success(), "the binary does not build");
    }
    binary
}

/// When anything in a folder of sources was last changed.
fn newest(folder: &Path) -> Option<SystemTime> {
    let entries = std::fs::read_dir(folder).ok()?.filter_map(Result::ok);
    entries
        .filter(|entry| entry.file_name() != "target" && entry.file_name() != "tests")
        .filter_map(|entry| match entry.file_type().ok()?.is_dir() {
            true => newest(&entry.path()),
            false => entry.metadata().ok()?.modified().ok(),
        })
        .max()
}
