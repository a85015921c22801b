//! Thousands watch a match of two against two: what reaches them, how late, at which cost, beside
//! the ruler in the same run; and the same when some of them do not read.

use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use engine::{Preset, SeriesGoal, Side};
use protocol::RoomId;
use protocol::settings::{
    Clock, Decision, DecisionMode, GameChoice, HandPolicy, RoomSettings, Stand, StarterRule, TieRule,
    Visibility, VoteVisibility,
};
use serde_json::{Value, json};

use crate::generator::Generator;
use crate::machine::{self, Ticks, round};
use crate::people::{self, Person};
use crate::player::Player;
use crate::wire::handshake;
use crate::{Crowd, Load};

/// People who come in together: their tickets live for thirty seconds.
const WAVE: usize = 250;
/// How long anything may take.
const PATIENCE: Duration = Duration::from_secs(120);
/// Milliseconds between two single lines: longer than those who watch are ever let wait.
const PAUSE_MS: u64 = 400;
/// Lines that each player says at once: no more than he may.
const BURST: usize = 6;

/// A server of our own, that ends with this program.
struct Server {
    child: Child,
    address: SocketAddr,
    _said: BufReader<ChildStdout>,
    _data: tempfile::TempDir,
}

/// A room with its watchers and players.
struct Hall<'s> {
    server: &'s Server,
    generator: Generator,
    watchers: usize,
}

pub(crate) fn run(options: &Crowd) -> Result<()> {
    let server = Server::start(options)?;
    let begun = Ticks::now();
    let mut hall = Hall { server: &server, generator: Generator::new()?, watchers: options.watchers };
    let (room, host) = hall.room()?;
    // Those who play come first: a room that is full of watchers lets nobody more in.
    hall.seat(&room, host)?;
    hall.generator.rest(true);
    let joined = hall.join(&room)?;
    hall.generator.rest(false);
    let seconds = Duration::from_secs(options.seconds);
    let calm = hall.matched("all read", seconds)?;
    let lines = hall.lines(options.lines)?;
    let burst = hall.burst()?;
    let bytes = lines["bytes_each"].as_u64().unwrap_or(200);
    let ruler = Ruler::start(options)?.measure(options.watchers, options.lines, bytes)?;
    let stalled = hall.stalled(options.watchers * options.stalled / 100, seconds)?;
    let figures = json!({
        "machine": machine::facts(),
        "machine_meanwhile": Ticks::now().since(begun),
        "options": { "watchers": options.watchers, "seconds": options.seconds, "pinned": options.pin },
        "join": joined,
        "match": calm,
        "lines": lines,
        "burst": burst,
        "ruler": ruler,
        "stalled": stalled,
        "ratios": ratios(&calm, &lines, &burst, &ruler, &stalled),
    });
    let text = serde_json::to_string_pretty(&figures)?;
    println!("{text}");
    if let Some(file) = &options.json {
        std::fs::write(file, text + "\n").with_context(|| format!("{}", file.display()))?;
    }
    ensure!(hall.generator.tally.lost == 0, "numbers were missing");
    Ok(())
}

/// Let people watch a room of somebody else's server.
pub(crate) fn load(options: &Load) -> Result<()> {
    let room = RoomId::try_from(options.room.clone()).map_err(|error| anyhow::anyhow!("{error}"))?;
    let mut generator = Generator::new()?;
    enter(&mut generator, options.address, &room, options.watchers)?;
    generator.tally.begin();
    generator.run(Duration::from_secs(options.seconds), |_| false)?;
    let figures = told(&generator, Duration::from_secs(options.seconds));
    println!("{}", serde_json::to_string_pretty(&figures)?);
    Ok(())
}

/// What the goals of `docs/speed.md` ask for.
fn ratios(calm: &Value, lines: &Value, burst: &Value, ruler: &Value, stalled: &Value) -> Value {
    let of = |value: &Value| value.as_f64().unwrap_or(f64::NAN);
    json!({
        "F1 cost of a line to one reader, ruler / ours":
            round(of(&ruler["lines"]["cpu_ns_each"]) / of(&lines["cpu_ns_each"])),
        "F4 last p50, ours / ruler":
            round(of(&lines["latency"]["last_watcher_ms"]["p50"]) / of(&ruler["lines"]["last_ms"]["p50"])),
        "F5 deliveries for a second of the processor in a burst, ours / ruler line by line":
            round(of(&ruler["burst"]["cpu_ns_each"]) / of(&burst["cpu_ns_each"])),
        "F6 cores of the server in the match": calm["server_cores"],
        "S1 deliveries a second to those who read, with some stalled / without":
            round(of(&stalled["match"]["deliveries_per_second_and_reader"])
                / of(&calm["deliveries_per_second_and_reader"])),
    })
}

impl Hall<'_> {
    fn room(&self) -> Result<(RoomId, Person)> {
        let host = people::people(self.server.address, &["Nashipae".to_owned()])?.remove(0);
        Ok((people::open(self.server.address, &host, settings())?, host))
    }

    /// Everybody who watches comes in.
    fn join(&mut self, room: &RoomId) -> Result<Value> {
        let process = self.server.child.id();
        let (memory, cpu, begun) = (machine::resident(process)?, machine::cpu_ns(process)?, Instant::now());
        enter(&mut self.generator, self.server.address, room, self.watchers)?;
        // Whoever came in first may still be told how many have come since.
        self.generator.run(Duration::from_secs(3), |_| false)?;
        let each = |all: u64| all / u64::try_from(self.watchers).unwrap_or(1).max(1);
        let (memory, cpu) =
            (machine::resident(process)?.saturating_sub(memory), machine::cpu_ns(process)? - cpu);
        Ok(json!({
            "watchers": self.watchers,
            "rss_bytes_each": each(memory),
            "server_cpu_us_each_with_session_and_ticket": each(cpu / 1_000),
            "seconds": round(begun.elapsed().as_secs_f64()),
        }))
    }

    /// Two against two sit down, and their game begins.
    fn seat(&mut self, room: &RoomId, host: Person) -> Result<()> {
        let address = self.server.address;
        let names = ["Naserian", "Lemayian", "Tipape"].map(str::to_owned);
        let mut seated = vec![host];
        seated.extend(people::people(address, &names)?);
        let tickets = people::tickets(address, &seated, room)?;
        let sides = [Side::South, Side::South, Side::North, Side::North];
        for ((person, ticket), side) in seated.iter().zip(&tickets).zip(sides) {
            let player = Some(Player::new(side));
            self.generator.open(address, &handshake(address, room, &person.cookie), Some(ticket), player)?;
        }
        let plays = |generator: &Generator| generator.players().all(|player| player.plies > 0);
        self.generator.run(PATIENCE, plays)?;
        ensure!(plays(&self.generator), "no game began: {:?}", self.generator.ends());
        Ok(())
    }

    /// A while of the match, with votes all the time.
    fn matched(&mut self, what: &str, time: Duration) -> Result<Value> {
        let process = self.server.child.id();
        let orders = |generator: &Generator| generator.players().map(|player| player.orders).sum::<u64>();
        let plies = |generator: &Generator| generator.players().next().map_or(0, |player| player.plies);
        let before = (orders(&self.generator), plies(&self.generator), self.generator.lost_readers());
        self.generator.tally.begin();
        let (cpu, own) = (machine::cpu_ns(process)?, machine::cpu_ns(std::process::id())?);
        let begun = Instant::now();
        self.generator.run(time, |_| false)?;
        let took = begun.elapsed();
        let cores = |ns: u64| round(cores(ns, took));
        let mut figures = told(&self.generator, took);
        let more = json!({
            "what": what,
            "orders": orders(&self.generator) - before.0,
            "plies": plies(&self.generator) - before.1,
            "refused": self.generator.players().map(|player| &player.refused).collect::<Vec<_>>(),
            "server_cores": cores(machine::cpu_ns(process)? - cpu),
            "generator_cores": cores(machine::cpu_ns(std::process::id())? - own),
            "disconnected": self.generator.lost_readers() - before.2,
        });
        merge(&mut figures, more);
        Ok(figures)
    }

    /// Single lines with a pause between them: the cost of telling one line to one reader.
    fn lines(&mut self, count: u32) -> Result<Value> {
        let process = self.server.child.id();
        self.generator.rest(true);
        self.generator.run(Duration::from_secs(5), |_| false)?;
        let idle = self.idle(Duration::from_millis(PAUSE_MS * 10))?;
        self.generator.tally.begin();
        let (cpu, begun) = (machine::cpu_ns(process)?, Instant::now());
        for line in 0..count {
            let who = usize::try_from(line)? % self.generator.players().count();
            self.generator.say_one(who, &"x".repeat(120))?;
            self.generator.run(Duration::from_millis(PAUSE_MS), |_| false)?;
        }
        let took = begun.elapsed();
        #[allow(clippy::cast_precision_loss, reason = "nanoseconds, to be looked at")]
        let background = idle * took.as_nanos() as f64;
        let cpu = machine::cpu_ns(process)? - cpu;
        let tally = &self.generator.tally;
        Ok(json!({
            "lines": tally.lines(),
            "deliveries": tally.deliveries,
            "bytes_each": tally.bytes / tally.deliveries.max(1),
            "cpu_ns_each": each(cpu, background, tally.deliveries),
            "latency": tally.latency(),
        }))
    }

    /// Cores that the server uses while nobody does anything.
    fn idle(&mut self, time: Duration) -> Result<f64> {
        let (cpu, begun) = (machine::cpu_ns(self.server.child.id())?, Instant::now());
        self.generator.run(time, |_| false)?;
        Ok(cores(machine::cpu_ns(self.server.child.id())? - cpu, begun.elapsed()))
    }

    /// All players say all that they may at once.
    fn burst(&mut self) -> Result<Value> {
        let process = self.server.child.id();
        // Their credits come back first.
        self.generator.run(Duration::from_secs(6), |_| false)?;
        self.generator.tally.begin();
        let cpu = machine::cpu_ns(process)?;
        let (newest, _) = self.generator.newest();
        let lines = u32::try_from(BURST * self.generator.players().count())?;
        self.generator.say(BURST, &"x".repeat(120))?;
        let readers = self.generator.readers();
        self.generator.run(PATIENCE, |generator| generator.newest() == (newest + lines, readers))?;
        let reached = self.generator.newest();
        ensure!(reached == (newest + lines, readers), "told {reached:?} of {:?}", (newest + lines, readers));
        let cpu = machine::cpu_ns(process)? - cpu;
        let tally = &self.generator.tally;
        Ok(json!({
            "lines": tally.lines(),
            "deliveries": tally.deliveries,
            "pushes": tally.pushes,
            "lost": tally.lost,
            "milliseconds": tally.took_ms(),
            "cpu_ns_each": each(cpu, 0.0, tally.deliveries),
            "latency": tally.latency(),
        }))
    }

    /// The match goes on while some do not read.
    fn stalled(&mut self, count: usize, time: Duration) -> Result<Value> {
        let process = self.server.child.id();
        self.generator.rest(false);
        self.generator.run(Duration::from_secs(5), |_| false)?;
        let (memory, kernel) = (machine::resident(process)?, machine::kernel_buffers());
        self.generator.stall(count)?;
        let mut peak = (memory, kernel);
        let begun = Instant::now();
        let figures = self.matched("some do not read", time)?;
        peak.0 = peak.0.max(machine::resident(process)?);
        peak.1 = peak.1.max(machine::kernel_buffers());
        let one = |bytes: u64| bytes / u64::try_from(count.max(1)).unwrap_or(1);
        Ok(json!({
            "stalled": count,
            "seconds": round(begun.elapsed().as_secs_f64()),
            "match": figures,
            "rss_growth_bytes_each_stalled": one(peak.0.saturating_sub(memory)),
            "kernel_growth_bytes_each_stalled": one(peak.1.saturating_sub(kernel)),
        }))
    }
}

/// Let people in who watch.
fn enter(generator: &mut Generator, address: SocketAddr, room: &RoomId, count: usize) -> Result<()> {
    let names: Vec<String> = (0..count).map(|n| format!("Watcher {n}")).collect();
    let watchers = people::people(address, &names)?;
    for wave in watchers.chunks(WAVE) {
        let tickets = people::tickets(address, wave, room)?;
        for (person, ticket) in wave.iter().zip(&tickets) {
            generator.open(address, &handshake(address, room, &person.cookie), Some(ticket), None)?;
        }
        let all = generator.readers();
        generator.run(PATIENCE, |generator| generator.greeted() == all)?;
    }
    let greeted = generator.greeted();
    ensure!(greeted == count, "{greeted} of {count} were let in: {:?}", generator.ends().first());
    Ok(())
}

fn told(generator: &Generator, took: Duration) -> Value {
    let tally = &generator.tally;
    let per_second = |count: u64| round(rate(count, took));
    json!({
        "readers": generator.readers(),
        "deliveries": tally.deliveries,
        "deliveries_per_second": per_second(tally.deliveries),
        "deliveries_per_second_and_reader":
            rate(tally.deliveries, took) / rate(u64::try_from(generator.readers()).unwrap_or(1), Duration::from_secs(1)),
        "pushes_per_second": per_second(tally.pushes),
        "bytes_per_delivery": tally.bytes / tally.deliveries.max(1),
        "lost": tally.lost,
        "wholes": tally.wholes,
        "latency": tally.latency(),
    })
}

#[allow(clippy::cast_precision_loss, reason = "a rate, to be looked at")]
fn rate(count: u64, took: Duration) -> f64 {
    count as f64 / took.as_secs_f64()
}

#[allow(clippy::cast_precision_loss, reason = "a part of a core, to be looked at")]
fn cores(ns: u64, took: Duration) -> f64 {
    ns as f64 / took.as_nanos() as f64
}

/// Nanoseconds for each, less what would have been used anyway.
#[allow(clippy::cast_precision_loss, reason = "nanoseconds, to be looked at")]
fn each(ns: u64, background: f64, count: u64) -> f64 {
    ((ns as f64 - background) / count.max(1) as f64).round()
}

fn merge(into: &mut Value, more: Value) {
    if let (Value::Object(into), Value::Object(more)) = (into, more) {
        into.extend(more);
    }
}

/// A match in which the hand lays when it likes and votes are advice.
fn settings() -> RoomSettings {
    let preset = Preset::EnDodoi;
    let draft = preset.draft();
    RoomSettings {
        title: "A crowd".to_owned(),
        visibility: Visibility::Public,
        game: GameChoice { preset, pits: draft.pits, seeds_per_pit: draft.seeds_per_pit },
        series: SeriesGoal::Single,
        starter: StarterRule::Toss,
        team_max: 2,
        decision: Decision {
            mode: DecisionMode::Hand,
            hand: HandPolicy::Rotating,
            vote_ms: 600_000,
            min_ms: 0,
            settle_ms: 0,
            runoff_ms: 10_000,
            consent_ms: 0,
            fallback_ms: 0,
            tries_max: 0,
            flips_max: 100,
            options_max: 12,
            quorum: 1,
            runoff: true,
            tie: TieRule::Earliest,
            visibility: VoteVisibility::Open,
            block: false,
            council: 0,
            takebacks_max: 0,
        },
        clock: Clock::None,
        practice: false,
        // Without bets nobody waits for those who bet.
        stand: Stand::default(),
        rated: false,
    }
}

impl Server {
    fn start(options: &Crowd) -> Result<Self> {
        let data = tempfile::tempdir()?;
        let binary = options.server.clone().map_or_else(beside, Ok)?;
        let mut command = pinned(&binary, options.pin);
        command.args(["--listen", "127.0.0.1:0", "--no-address-limits", "--log", "warn", "--data"]);
        let mut child = command.arg(data.path()).stdin(Stdio::null()).stdout(Stdio::piped()).spawn()?;
        let (line, said) = first_line(&mut child)?;
        let address = line.trim().rsplit('/').next().context("an address")?.parse()?;
        if options.pin {
            keep_to_second_core();
        }
        Ok(Self { child, address, _said: said, _data: data })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It is gone already, or goes now.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// The ruler in its own process.
struct Ruler {
    child: Child,
    address: SocketAddr,
    /// Kept open: what it says when it has told everything is not waited for.
    _said: BufReader<ChildStdout>,
}

impl Ruler {
    fn start(options: &Crowd) -> Result<Self> {
        let mut command = pinned(&std::env::current_exe()?, options.pin);
        let mut child = command.arg("raw").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (line, said) = first_line(&mut child)?;
        Ok(Self { child, address: line.trim().parse()?, _said: said })
    }

    /// The same lines as the server told, and a burst of them.
    fn measure(mut self, readers: usize, lines: u32, bytes: u64) -> Result<Value> {
        let mut generator = Generator::new()?;
        for _ in 0..readers {
            generator.open(self.address, "GET / HTTP/1.1\r\n\r\n", None, None)?;
        }
        generator.run(PATIENCE, |generator| generator.open_count() == readers)?;
        let spaced = self.tells(&mut generator, lines, PAUSE_MS, bytes)?;
        let count = u32::try_from(BURST * 4)?;
        let burst = self.tells(&mut generator, count, 0, bytes)?;
        Ok(json!({ "lines": spaced, "burst": burst }))
    }

    fn tells(&mut self, generator: &mut Generator, lines: u32, pause: u64, bytes: u64) -> Result<Value> {
        let process = self.child.id();
        let readers = generator.readers();
        let (newest, _) = generator.newest();
        generator.tally.begin();
        let cpu = machine::cpu_ns(process)?;
        let stdin = self.child.stdin.as_mut().context("an order")?;
        writeln!(stdin, "tell {lines} {pause} {bytes}")?;
        stdin.flush()?;
        generator.run(PATIENCE, |generator| generator.newest() == (newest + lines, readers))?;
        let cpu = machine::cpu_ns(process)? - cpu;
        let tally = &generator.tally;
        ensure!(tally.lost == 0, "the ruler loses nothing");
        Ok(json!({
            "lines": tally.lines(),
            "deliveries": tally.deliveries,
            "milliseconds": tally.took_ms(),
            "cpu_ns_each": each(cpu, 0.0, tally.deliveries),
            "last_ms": tally.last_ms(),
        }))
    }
}

impl Drop for Ruler {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

fn beside() -> Result<PathBuf> {
    let binary = std::env::current_exe()?.with_file_name("sindillo");
    ensure!(binary.exists(), "{} is not there: build it, or name one with --server", binary.display());
    Ok(binary)
}

fn pinned(binary: &Path, pin: bool) -> Command {
    if !pin {
        return Command::new(binary);
    }
    let mut command = Command::new("taskset");
    command.args(["-c", "0"]).arg(binary);
    command
}

fn keep_to_second_core() {
    let process = std::process::id().to_string();
    // Without the tool the figures are only less steady.
    drop(Command::new("taskset").args(["-cp", "1", &process]).stdout(Stdio::null()).status());
}

fn first_line(child: &mut Child) -> Result<(String, BufReader<ChildStdout>)> {
    let mut line = String::new();
    let mut said = BufReader::new(child.stdout.take().context("its output")?);
    said.read_line(&mut line)?;
    Ok((line, said))
}
