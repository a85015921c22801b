//! What must not be in the tree: most rules of `ARCHITECTURE.md` are absences, and each is looked
//! for here in the sources themselves.

use std::path::{Path, PathBuf};

/// A source file without its tests, comments and strings of documentation.
struct Source {
    path: String,
    lines: Vec<(usize, String)>,
}

#[test]
fn the_board_depends_on_nothing() {
    for source in sources("engine/src") {
        source
            .imports_only(&["std", "core", "crate", "self", "super", "engine", "serde", "ts_rs", "schemars"]);
        source.has_none(&[
            "std::time",
            "std::net",
            "std::fs",
            "std::env",
            "std::io",
            "std::thread",
            "HashMap",
            "HashSet",
        ]);
    }
    let manifest = read("engine/Cargo.toml");
    let wanted = section(&manifest, "[dependencies]");
    for line in wanted.lines().filter(|line| line.contains('=')) {
        assert!(line.contains("optional = true"), "the board needs {line}");
    }
}

#[test]
fn the_protocol_knows_no_server() {
    for source in sources("protocol/src") {
        if source.path.contains("/bin/") {
            continue;
        }
        source.imports_only(&["std", "crate", "self", "super", "protocol", "engine", "serde", "uuid"]);
        source.has_none(&[
            "tokio",
            "axum",
            "sqlx",
            "std::time",
            "std::net",
            "std::fs",
            "std::env",
            "Instant",
        ]);
    }
}

#[test]
fn the_gathering_is_pure() {
    for source in sources_and("server/src/room", "server/src/room.rs") {
        let mut known = vec!["std", "self", "super", "crate::room", "crate::names", "engine", "protocol"];
        // A digest is a function of bytes: a seed is sealed and drawn from by one that anybody has.
        if source.path.ends_with("room/lots.rs") {
            known.push("sha2");
        }
        source.imports_only(&known);
        source.has_none(&[
            "tokio",
            "axum",
            "sqlx",
            "rand::",
            "std::time",
            "std::net",
            "std::fs",
            "std::env",
            "std::thread",
            "HashMap",
            "HashSet",
            "Instant",
            "SystemTime",
            "async fn",
            ".await",
            "tracing",
            "unsafe",
        ]);
    }
}

#[test]
fn the_names_are_pure_too() {
    for source in sources("server/src").into_iter().filter(|source| source.path.ends_with("src/names.rs")) {
        source.has_none(&["tokio", "axum", "sqlx", "rand::", "std::time", "std::env", "async fn"]);
    }
}

#[test]
fn a_room_does_not_know_what_a_socket_is_and_a_log_not_who_reads_it() {
    for source in sources_and("server/src/rooms", "server/src/rooms.rs") {
        source.has_none(&["crate::http", "crate::connection", "sqlx", "tungstenite"]);
        // A frame is encoded once for all its readers, in the text type that is sent without a copy.
        if !source.path.ends_with("rooms/frame.rs") {
            source.has_none(&["axum"]);
        }
    }
    for source in sources_and("server/src/store", "server/src/store.rs") {
        source.has_none(&["crate::rooms", "crate::room", "crate::http", "crate::connection", "axum"]);
    }
    // A bot asks as people do, and sees what its seat is shown, never the room itself.
    for source in sources_and("server/src/bots", "server/src/bots.rs") {
        source.has_none(&["room::Room", "room::view", "room::decide", "rooms::actor", "crate::store"]);
    }
}

#[test]
fn records_and_pictures_are_made_of_what_was_told_and_know_nobody_who_is_awake() {
    let pure = sources_and("server/src/record", "server/src/record.rs");
    for source in pure.into_iter().chain(sources_and("server/src/picture", "server/src/picture.rs")) {
        source.has_none(&[
            "crate::http",
            "crate::rooms",
            "crate::store",
            "crate::clock",
            "axum",
            "tokio",
            "sqlx",
        ]);
    }
}

#[test]
fn time_is_told_by_the_clock_alone_and_settings_are_read_by_the_settings_alone() {
    for source in
        sources("server/src").into_iter().chain(sources("protocol/src")).chain(sources("engine/src"))
    {
        if !source.path.ends_with("server/src/clock.rs") {
            source.has_none(&["SystemTime::now"]);
        }
        if !source.path.ends_with("server/src/config.rs") && !source.path.contains("/bin/") {
            source.has_none(&["std::env::var", "env::var("]);
        }
        source.has_none(&[
            "unbounded_channel",
            "std::sync::mpsc::channel",
            "todo!",
            "unimplemented!",
            "dbg!",
        ]);
    }
}

#[test]
fn no_test_waits_for_a_time_to_pass() {
    // The few pauses are what a client does between two attempts, and each says so.
    for source in sources("tests/suite").into_iter().chain(sources("tests/src")) {
        let lines = &source.lines;
        for (number, line) in lines {
            let slept = line.contains("::sleep(") && !line.contains("line.contains");
            assert!(!slept || source.explains(*number), "{}:{number}: {line}", source.path);
        }
    }
}

impl Source {
    /// Every `use` begins with one of these.
    fn imports_only(&self, allowed: &[&str]) {
        for (number, line) in &self.lines {
            let Some(path) = line.trim_start().trim_start_matches("pub ").strip_prefix("use ") else {
                continue;
            };
            let path = path.trim_start_matches("::");
            let fits = |allowed: &&str| {
                path.strip_prefix(*allowed)
                    .is_some_and(|rest| rest.starts_with("::") || rest.starts_with(';'))
            };
            let own = path.chars().next().is_some_and(char::is_uppercase)
                || !path.contains("::")
                || self.declares(path);
            assert!(own || allowed.iter().any(fits), "{}:{number}: {line}", self.path);
        }
    }

    /// A path that begins with a module of this very file.
    fn declares(&self, path: &str) -> bool {
        let module = path.split("::").next().unwrap_or_default();
        let declared =
            [format!("mod {module};"), format!("pub mod {module};"), format!("pub(super) mod {module};")];
        self.lines.iter().any(|(_, line)| declared.iter().any(|declaration| line.trim() == declaration))
    }

    /// None of these words is in the code.
    fn has_none(&self, words: &[&str]) {
        for (number, line) in &self.lines {
            for word in words {
                assert!(!line.contains(word), "{}:{number} must not know {word}: {line}", self.path);
            }
        }
    }

    /// A comment stands within the lines before it.
    fn explains(&self, number: usize) -> bool {
        let text = read(&self.path);
        let before = text.lines().take(number).collect::<Vec<_>>();
        before.iter().rev().take(4).any(|line| line.trim_start().starts_with("//"))
    }
}

fn sources_and(folder: &str, file: &str) -> Vec<Source> {
    let mut all = sources(folder);
    all.push(source(&root().join(file)));
    all
}

fn sources(folder: &str) -> Vec<Source> {
    let mut files = Vec::new();
    walk(&root().join(folder), &mut files);
    assert!(!files.is_empty(), "there are sources in {folder}");
    files.iter().map(|file| source(file)).collect()
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for entry in entries {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            walk(&path, files);
        } else if path.extension().is_some_and(|ext| ext == "rs") && !path.ends_with("tests.rs") {
            files.push(path);
        }
    }
}

fn source(file: &Path) -> Source {
    let path = file.strip_prefix(root()).expect("inside the repository").display().to_string();
    let text = read(&path);
    // A module of tests stands at the end of its file and may know more.
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = code
        .lines()
        .enumerate()
        .map(|(number, line)| (number + 1, line.split("//").next().unwrap_or_default().to_owned()))
        .filter(|(_, line)| !line.trim().is_empty())
        .collect();
    Source { path, lines }
}

fn section<'t>(manifest: &'t str, name: &str) -> &'t str {
    let start = manifest.find(name).map_or(manifest.len(), |at| at + name.len());
    let rest = &manifest[start..];
    &rest[..rest.find("\n[").unwrap_or(rest.len())]
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}
