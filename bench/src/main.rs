//! `bench`: what it costs to tell thousands of people who watch one room, measured beside a ruler.
//!
//! Only ratios within one run count, and counts of bytes, frames and processor time: seconds on a
//! shared machine are an opinion (`docs/speed.md`).

#![allow(clippy::print_stdout, reason = "figures are what this program is for")]

mod crowd;
mod generator;
mod machine;
mod people;
mod player;
mod ruler;
mod tally;
mod wire;

use std::path::PathBuf;

use anyhow::Result;
use clap::{Parser, Subcommand};

/// Load for a server, and a ruler to hold it against.
#[derive(Parser, Debug)]
#[command(name = "bench", version)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand, Debug)]
enum Verb {
    /// Start a server, let thousands watch a match of two against two, and measure beside the ruler.
    Crowd(Crowd),
    /// Let watchers into a room of a server that runs, and tell what reaches them.
    Load(Load),
    /// The ruler: a plain server that sends ready frames, one `send` for each reader and frame.
    Raw,
}

/// What is measured.
#[derive(clap::Args, Clone, Debug)]
struct Crowd {
    /// Sockets that watch.
    #[arg(long, default_value_t = 5_000)]
    watchers: usize,
    /// Seconds of each match.
    #[arg(long, default_value_t = 20)]
    seconds: u64,
    /// Single lines that are said with a pause between them, here and by the ruler.
    #[arg(long, default_value_t = 30)]
    lines: u32,
    /// Of a hundred watchers, how many stop reading in the second match.
    #[arg(long, default_value_t = 10)]
    stalled: usize,
    /// The server's binary. Default: `sindillo` beside this program.
    #[arg(long)]
    server: Option<PathBuf>,
    /// Give the server the first core, and this program the second.
    #[arg(long)]
    pin: bool,
    /// Where to write the figures as JSON.
    #[arg(long)]
    json: Option<PathBuf>,
}

/// Whom to load.
#[derive(clap::Args, Clone, Debug)]
struct Load {
    /// The server's address. It must run with --no-address-limits.
    #[arg(long)]
    address: std::net::SocketAddr,
    /// The room: the last part of its link.
    #[arg(long)]
    room: String,
    /// Sockets that watch.
    #[arg(long, default_value_t = 1_000)]
    watchers: usize,
    /// Seconds.
    #[arg(long, default_value_t = 30)]
    seconds: u64,
}

fn main() -> Result<()> {
    machine::raise_descriptors();
    match Cli::parse().verb {
        Verb::Crowd(options) => crowd::run(&options),
        Verb::Load(options) => crowd::load(&options),
        Verb::Raw => ruler::serve(),
    }
}
