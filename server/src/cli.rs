//! The commands of `sindillo`.

mod admin;
mod healthcheck;
mod ledger;
mod record;
mod verify;

use std::io::{BufReader, Write};

use clap::{Parser, Subcommand};
use tokio::signal::unix::{SignalKind, signal};

use crate::app::App;
use crate::config::Settings;
use crate::{net, referee, telemetry};

/// Team mancala on the internet: a server for matches of two-row games with relay sowing.
#[derive(Parser, Debug)]
#[command(name = "sindillo", version)]
pub struct Cli {
    #[command(subcommand)]
    verb: Option<Verb>,
    #[command(flatten)]
    settings: Settings,
}

#[derive(Subcommand, Clone, Debug)]
enum Verb {
    /// Serve matches (also without any command).
    Serve,
    /// Answer questions about single turns, one JSON object a line, from input to output.
    Referee,
    /// Ask the server at the listen address whether it can serve; for containers.
    Healthcheck,
    /// Read every room's log and check that it is whole. Prints one JSON object.
    Verify,
    /// Change accounts, by their names; also while a server runs.
    Admin {
        #[command(subcommand)]
        act: admin::Act,
    },
    /// Records of games: read one and play it again, or write that of a room.
    #[command(subcommand)]
    Record(record::Records),
    /// The books of the bets.
    #[command(subcommand)]
    Ledger(ledger::Books),
}

/// Carry out what was asked on the command line. The number is the exit code.
///
/// # Errors
/// What went wrong, as a chain.
pub async fn run(cli: Cli) -> anyhow::Result<u8> {
    let Cli { verb, settings } = cli;
    match verb.unwrap_or(Verb::Serve) {
        Verb::Serve => serve(settings).await.map(|()| 0),
        Verb::Referee => {
            let filter = || referee::run(BufReader::new(std::io::stdin().lock()), std::io::stdout().lock());
            tokio::task::spawn_blocking(filter).await??;
            Ok(0)
        }
        Verb::Healthcheck => Ok(healthcheck::run(settings.listen).await),
        Verb::Verify => {
            let report = verify::run(&settings.data).await?;
            say(&serde_json::to_string(&report)?)?;
            Ok(u8::from(!report.is_clean()))
        }
        Verb::Admin { act } => {
            say(&admin::run(&settings.data, act).await?)?;
            Ok(0)
        }
        Verb::Record(verb) => record::run(&settings.data, verb).await,
        Verb::Ledger(verb) => ledger::run(&settings.data, verb).await,
    }
}

async fn serve(settings: Settings) -> anyhow::Result<()> {
    telemetry::init(&settings)?;
    // Before connections are counted, and not in tests: the limit is that of the whole process.
    let descriptors = net::raise_descriptors();
    tracing::debug!(?descriptors, "files and connections that may be open");
    let app = App::bind(settings).await?;
    say(&format!("sindillo listening on http://{}", app.address()))?;
    let stop = app.stopper();
    let kinds = [SignalKind::terminate(), SignalKind::interrupt(), SignalKind::hangup()];
    let [mut term, mut int, mut hup] = [signal(kinds[0])?, signal(kinds[1])?, signal(kinds[2])?];
    tokio::spawn(async move {
        tokio::select! { _ = term.recv() => {}, _ = int.recv() => {}, _ = hup.recv() => {} }
        stop.cancel();
        tokio::select! { _ = term.recv() => {}, _ = int.recv() => {} }
        tracing::warn!("told to stop a second time: not waiting any longer");
        std::process::exit(1);
    });
    app.serve().await
}

/// The one place that writes to standard output.
fn say(line: &str) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}
