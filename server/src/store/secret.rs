//! The data directory: who may read it, that one server uses it, and its keys.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::Path;

use anyhow::{Context, bail};

/// Bytes of the cookie key.
const KEY_BYTES: usize = 64;
/// Bytes of the key of notices.
const PUSH_KEY_BYTES: usize = 32;

/// Make the directory, for its owner only, where there is none.
///
/// # Errors
/// It cannot be made.
pub fn prepare(dir: &Path) -> anyhow::Result<()> {
    fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(dir)
        .with_context(|| format!("cannot make the data directory {}", dir.display()))
}

/// Make a file, for its owner only, where there is none.
///
/// # Errors
/// It cannot be made.
pub fn touch(file: &Path) -> anyhow::Result<()> {
    OpenOptions::new()
        .append(true)
        .create(true)
        .mode(0o600)
        .open(file)
        .with_context(|| format!("cannot write {}", file.display()))?;
    Ok(())
}

/// Take the directory for this process. The lock falls with the file, however the process ends.
///
/// # Errors
/// Another process has it.
pub fn lock(dir: &Path) -> anyhow::Result<File> {
    let path = dir.join("sindillo.lock");
    touch(&path)?;
    let file = File::open(&path).with_context(|| format!("cannot open {}", path.display()))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            bail!("another server is using {}; only one may", dir.display())
        }
        Err(TryLockError::Error(error)) => Err(error).context("cannot lock the data directory"),
    }
}

/// The key that signs cookies: made at the first start, kept beside the log.
///
/// # Errors
/// It cannot be read or written, or is not a key.
pub fn cookie_key(dir: &Path) -> anyhow::Result<[u8; KEY_BYTES]> {
    kept(&dir.join("cookie.key"), |bytes| Some(*bytes))
}

/// The key by which browsers know the server that tells them of games, likewise. `read` makes a key of
/// bytes, where they are one.
///
/// # Errors
/// It cannot be read or written, or is not a key.
pub fn push_key<T>(dir: &Path, read: impl Fn(&[u8; PUSH_KEY_BYTES]) -> Option<T>) -> anyhow::Result<T> {
    kept(&dir.join("push.key"), read)
}

/// What a file of so many bytes holds; made by chance where there is none.
fn kept<const N: usize, T>(path: &Path, read: impl Fn(&[u8; N]) -> Option<T>) -> anyhow::Result<T> {
    let mut bytes = [0; N];
    match File::open(path) {
        Ok(mut file) => {
            let whole = file.read_exact(&mut bytes);
            whole.with_context(|| format!("{} is not a key", path.display()))?;
            read(&bytes).with_context(|| format!("{} is not a key", path.display()))
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => loop {
            rand::fill(bytes.as_mut_slice());
            if let Some(key) = read(&bytes) {
                write_whole(path, &bytes)?;
                return Ok(key);
            }
        },
        Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
    }
}

/// Under another name first, so that a crash leaves no half of a key.
fn write_whole(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let draft = path.with_extension("new");
    let mut file = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .mode(0o600)
        .open(&draft)
        .with_context(|| format!("cannot write {}", draft.display()))?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&draft, path).with_context(|| format!("cannot write {}", path.display()))
}
