//! `sindillo ledger`: the books are checked, or handed out to be kept. Both may run beside a server.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Subcommand;
use protocol::http::betting::LedgerHead;
use serde::Serialize;

use crate::betting::audit::{Findings, Invariant};
use crate::betting::export::check;
use crate::betting::rules::Rules;
use crate::betting::transfer::hex;
use crate::store::sqlite::Sqlite;

/// What to do with the books.
#[derive(Subcommand, Clone, Debug)]
pub(super) enum Books {
    /// Check that the books are true. Prints one JSON object; exit code 1 when they are not.
    Verify {
        /// A file that `export` wrote, in place of the books of this server.
        file: Option<PathBuf>,
    },
    /// Print the books as lines of JSON: transfers, markets that have ended, what it comes to.
    Export {
        /// Leave out the transfers up to this number.
        #[arg(long, default_value_t = 0)]
        since: u64,
        /// Add whose the accounts are. Without it nothing in the lines leads to a person.
        #[arg(long)]
        names: bool,
    },
}

/// What was found.
#[derive(Debug, Serialize)]
struct Report {
    /// Transfers that were read.
    transfers: u64,
    /// Markets that were compared with them.
    markets: u64,
    /// Coins that are given out.
    supply: String,
    /// Where the books stand.
    head: LedgerHead,
    /// Where the records of locks, ends and acts stand.
    #[serde(skip_serializing_if = "Option::is_none")]
    records: Option<LedgerHead>,
    /// Which invariants hold.
    invariants: std::collections::BTreeMap<Invariant, bool>,
    /// How much is not as it should be.
    faults: u64,
    /// What it is, the first hundred.
    damaged: Vec<String>,
}

/// Do it. The number is the exit code.
pub(super) async fn run(data: &Path, verb: Books) -> anyhow::Result<u8> {
    match verb {
        Books::Verify { file: None } => {
            let store = Sqlite::look(data).await?;
            report(&store.audit_books().await.context(OLDER)?)
        }
        Books::Verify { file: Some(file) } => {
            let read = File::open(&file).with_context(|| format!("cannot read {}", file.display()))?;
            let lines = BufReader::new(read).lines();
            match check(lines, Rules::default().reliefs_a_day) {
                Ok(findings) => report(&findings),
                Err(error) => Err(error).with_context(|| format!("{} is no export", file.display())),
            }
        }
        Books::Export { since, names } => {
            let store = Sqlite::look(data).await?;
            let mut out = BufWriter::new(std::io::stdout());
            let mut take = |line: &_| {
                serde_json::to_writer(&mut out, line)?;
                out.write_all(b"\n")
            };
            store.export_books(since, names, &mut take).await.context(OLDER)?;
            out.flush()?;
            Ok(0)
        }
    }
}

/// Why books may not be readable.
const OLDER: &str = "the books cannot be read; a server that is newer than they are makes them first";

fn report(findings: &Findings) -> anyhow::Result<u8> {
    let faults = findings.faults.count();
    let named = findings.faults.named().iter();
    let report = Report {
        transfers: findings.transfers,
        markets: findings.markets,
        supply: findings.supply().to_string(),
        head: LedgerHead { seq: findings.seq, hash: findings.hash() },
        records: findings.records.map(|(seq, link)| LedgerHead { seq, hash: hex(&link) }),
        invariants: findings.holds(),
        faults,
        damaged: named.map(|fault| format!("{:?}: {}", fault.invariant, fault.what)).collect(),
    };
    super::say(&serde_json::to_string(&report)?)?;
    Ok(u8::from(faults > 0))
}
