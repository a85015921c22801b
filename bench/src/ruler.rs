//! The ruler: the least that a server can do to tell many. Ready frames, one blocking `send` for
//! each reader and frame, nothing else. It is never made faster, so that it stays a ruler.
//!
//! It says its address, takes readers until it is told to tell, and tells what it is told to:
//! `tell <lines> <milliseconds between them> <bytes>`.

use std::io::{BufRead, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use crate::generator::wall_clock;
use crate::wire::unmasked;

type Readers = Arc<Mutex<Vec<TcpStream>>>;

/// Serve until there is nothing more to be told.
pub(crate) fn serve() -> Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    println!("{}", listener.local_addr()?);
    let readers = Readers::default();
    let taken = Arc::clone(&readers);
    std::thread::spawn(move || {
        while let Ok((stream, _)) = listener.accept() {
            // A reader that goes away at once is none.
            drop(welcome(stream, &taken));
        }
    });
    let mut number = 0;
    for order in std::io::stdin().lock().lines() {
        let order = order?;
        let words: Vec<u64> = order.split(' ').skip(1).filter_map(|word| word.parse().ok()).collect();
        let [lines, pause, bytes] = words[..] else { continue };
        let readers = readers.lock().unwrap_or_else(PoisonError::into_inner);
        tell(&readers, &mut number, lines, Duration::from_millis(pause), usize::try_from(bytes)?)?;
        println!("told");
    }
    Ok(())
}

fn welcome(mut stream: TcpStream, readers: &Readers) -> Result<()> {
    let mut asked = Vec::new();
    while !asked.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte)?;
        asked.push(byte[0]);
    }
    stream.set_nodelay(true)?;
    stream.write_all(b"HTTP/1.1 101 Switching Protocols\r\n\r\n")?;
    readers.lock().unwrap_or_else(PoisonError::into_inner).push(stream);
    Ok(())
}

fn tell(readers: &[TcpStream], number: &mut u32, lines: u64, pause: Duration, bytes: usize) -> Result<()> {
    let begun = Instant::now();
    for line in 0..u32::try_from(lines).context("so many lines")? {
        let due = begun + pause * line;
        std::thread::sleep(due.saturating_duration_since(Instant::now()));
        *number += 1;
        let frame = unmasked(1, said(*number, bytes).as_bytes());
        for mut reader in readers {
            reader.write_all(&frame)?;
        }
    }
    Ok(())
}

/// A line of so many bytes, as the server would tell it.
fn said(number: u32, bytes: usize) -> String {
    let line = |text: &str| {
        let at = wall_clock();
        let event = format!("{{\"k\":\"said\",\"d\":{{\"by\":1,\"text\":\"{text}\"}}}}");
        format!("{{\"f\":\"events\",\"s\":\"table\",\"n\":{number},\"t\":{at},\"e\":[{event}]}}")
    };
    let bare = line("").len();
    line(&"x".repeat(bytes.saturating_sub(bare)))
}
