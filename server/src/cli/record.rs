//! `sindillo record`: records of games, without a server; both may run beside one.

use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, ensure};
use clap::Subcommand;
use protocol::RoomId;
use protocol::http::record::{RECORD_BYTES, RecordFault};

use crate::clock::Clock;
use crate::record;
use crate::rooms::told;
use crate::store::Store;
use crate::store::sqlite::Sqlite;

/// What to do with records.
#[derive(Subcommand, Clone, Debug)]
pub(super) enum Records {
    /// Play a record again, of either form. Says how much is in it, or where it fails first; exit code 1
    /// then.
    Check {
        /// The file; - for the input.
        file: PathBuf,
    },
    /// Print the record of a room, as far as those may see it who watch.
    Write {
        /// The room, by the name in its link.
        room: String,
        /// As JSON, which lacks nothing, in place of text.
        #[arg(long)]
        json: bool,
    },
}

/// Do it. The number is the exit code.
pub(super) async fn run(data: &Path, verb: Records) -> anyhow::Result<u8> {
    match verb {
        Records::Check { file } => check(&file),
        Records::Write { room, json } => {
            super::say(write(data, room, json).await?.trim_end())?;
            Ok(0)
        }
    }
}

fn check(file: &Path) -> anyhow::Result<u8> {
    let bytes = bytes_of(file).with_context(|| format!("cannot read {}", file.display()))?;
    ensure!(bytes.len() <= RECORD_BYTES, "a record has at most {RECORD_BYTES} bytes");
    let text = String::from_utf8(bytes).map_err(|_| anyhow!("{} is not UTF-8", file.display()))?;
    match record::read(&text) {
        Ok(reply) => {
            super::say(&format!("ok: {} games, {} plies", reply.games, reply.plies))?;
            Ok(0)
        }
        Err(fault) => {
            super::say(&said(&fault))?;
            Ok(1)
        }
    }
}

fn bytes_of(file: &Path) -> std::io::Result<Vec<u8>> {
    let most = u64::try_from(RECORD_BYTES + 1).unwrap_or(u64::MAX);
    let mut bytes = Vec::new();
    if file == Path::new("-") {
        std::io::stdin().lock().take(most).read_to_end(&mut bytes)?;
    } else {
        std::fs::File::open(file)?.take(most).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// `12:7: game 1, ply 5: 8 takes 7, not 6`
fn said(fault: &RecordFault) -> String {
    let place = match (fault.line, fault.column) {
        (Some(line), Some(column)) => format!("{line}:{column}: "),
        _ => String::new(),
    };
    let game = fault.game.map(|game| format!("game {game}"));
    let ply = fault.ply.map(|ply| format!("ply {ply}"));
    let of: Vec<String> = game.into_iter().chain(ply).collect();
    let of = if of.is_empty() { String::new() } else { format!("{}: ", of.join(", ")) };
    format!("{place}{of}{}", fault.detail)
}

async fn write(data: &Path, room: String, json: bool) -> anyhow::Result<String> {
    let room = RoomId::try_from(room).map_err(|_| anyhow!("that is not the name of a room"))?;
    let log = Sqlite::look(data).await?.log(&room).await?.context("there is no such room")?;
    let told = told(&log.entries, Clock::system().now()).context("there is nothing to be told of it")?;
    ensure!(record::file_name(&told).is_some(), "no game has been played there, as far as it may be seen");
    Ok(if json { record::json(&told, &[])? } else { record::text(&told) })
}
