//! Writes the protocol for readers that are not Rust: TypeScript types for the page and a JSON
//! Schema for everybody else. `--check` writes nothing and fails when a file is not up to date.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use protocol::command::{Command, Query};
use protocol::message::{Asked, Hello, Ping, ServerFrame};
use protocol::settings::bounds;
use protocol::{close, http, limits, record};
use schemars::generate::SchemaSettings;
use ts_rs::{Config, TS, TypeVisitor};

fn main() -> ExitCode {
    let check = std::env::args().any(|argument| argument == "--check");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let files = [
        (root.join("web-client/src/wire/generated/protocol.ts"), typescript()),
        (root.join("docs/protocol.schema.json"), schema()),
    ];
    let stale: Vec<&PathBuf> =
        files.iter().filter(|(path, text)| !settle(path, text, check)).map(|(path, _)| path).collect();
    for path in &stale {
        eprintln!("not up to date: {} (run ./x codegen)", path.display());
    }
    if stale.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Whether the file holds the text now.
fn settle(path: &Path, text: &str, check: bool) -> bool {
    let same = std::fs::read_to_string(path).is_ok_and(|old| old == text);
    if same || check {
        return same;
    }
    let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
    folder.and_then(|()| std::fs::write(path, text)).inspect_err(|error| eprintln!("{error}")).is_ok()
}

fn typescript() -> String {
    let config = Config::new().with_large_int("number");
    let mut types = Types { config: &config, declarations: BTreeMap::new() };
    types.visit::<Asked<Command>>();
    types.visit::<Asked<Query>>();
    types.visit::<Hello>();
    types.visit::<Ping>();
    types.visit::<ServerFrame>();
    types.visit::<close::CloseCode>();
    types.visit::<record::Entry>();
    types.visit::<http::Session>();
    types.visit::<http::SessionRequest>();
    types.visit::<http::GameInfo>();
    types.visit::<http::RoomRequest>();
    types.visit::<http::RoomOpened>();
    types.visit::<http::LobbyRow>();
    types.visit::<http::MyGame>();
    types.visit::<http::TicketRequest>();
    types.visit::<http::Ticket>();
    types.visit::<http::Problem>();
    types.visit::<http::analysis::AnalysisRequest>();
    types.visit::<http::analysis::AnalysisReply>();
    types.visit::<http::story::Story>();
    types.visit::<http::glance::Glance>();
    types.visit::<http::record::RecordFile>();
    types.visit::<http::record::RecordReply>();
    types.visit::<http::record::RecordProblem>();
    types.visit::<http::account::SignInWays>();
    types.visit::<http::account::Credentials>();
    types.visit::<http::account::PasswordChange>();
    types.visit::<http::account::Deletion>();
    types.visit::<http::account::SessionRow>();
    types.visit::<http::account::PasskeyRow>();
    types.visit::<http::account::PasskeyChallenge>();
    types.visit::<http::account::PasskeyAnswer>();
    types.visit::<http::push::PushKey>();
    types.visit::<http::push::PushView>();
    types.visit::<http::push::PushWishes>();
    types.visit::<http::push::PushSubscription>();
    types.visit::<http::push::PushMessage>();
    types.visit::<http::betting::BettingInfo>();
    types.visit::<http::betting::WalletView>();
    types.visit::<http::betting::BettingWish>();
    types.visit::<http::betting::BetRow>();
    types.visit::<http::betting::ProfileView>();
    types.visit::<http::betting::RatingChange>();
    types.visit::<http::betting::Leaderboard>();
    types.visit::<http::betting::MarketStory>();
    types.visit::<http::betting::MarketRow>();
    types.visit::<http::betting::AuditRow>();
    types.visit::<http::betting::AdminAct>();
    types.visit::<http::betting::AbuseReport>();
    let mut text = String::from("// Written by `./x codegen` from the protocol crate. Do not edit.\n\n");
    text.push_str(&constants());
    for declaration in types.declarations.values() {
        text.push('\n');
        text.push_str(declaration);
        text.push('\n');
    }
    tidy(&text)
}

/// The same text without white space at the ends of lines.
fn tidy(text: &str) -> String {
    text.lines().map(str::trim_end).flat_map(|line| [line, "\n"]).collect()
}

fn constants() -> String {
    let numbers = [
        ("PROTO_MINOR", usize::from(protocol::PROTO_MINOR)),
        ("MESSAGE_BYTES", limits::MESSAGE_BYTES),
        ("RECORD_BYTES", http::record::RECORD_BYTES),
        ("CHAT_CLUSTERS", limits::CHAT_CLUSTERS),
        ("CHAT_KEPT", limits::CHAT_KEPT),
        ("TEAM_CHAT_KEPT", limits::TEAM_CHAT_KEPT),
        ("NAME_MIN_CLUSTERS", limits::NAME_MIN_CLUSTERS),
        ("NAME_CLUSTERS", limits::NAME_CLUSTERS),
        ("TITLE_CLUSTERS", limits::TITLE_CLUSTERS),
        ("NOTE_CLUSTERS", limits::NOTE_CLUSTERS),
        ("TEAM_MAX", usize::from(limits::TEAM_MAX)),
        ("REASON_CLUSTERS", limits::REASON_CLUSTERS),
        ("REPORTS_KEPT", limits::REPORTS_KEPT),
        ("MOTIONS_OPEN", limits::MOTIONS_OPEN),
        ("LARGE_FROM", limits::LARGE_FROM),
        ("ADVICE_KEPT", limits::ADVICE_KEPT),
        ("ADVICE_CLUSTERS", limits::ADVICE_CLUSTERS),
        ("CHEER_MS", usize::try_from(limits::CHEER_MS).unwrap_or(usize::MAX)),
    ];
    let mut text = format!("export const SUBPROTOCOL = \"{}\";\n", protocol::SUBPROTOCOL);
    for (name, number) in numbers {
        text.push_str(&format!("export const {name} = {number};\n"));
    }
    let codes: Vec<String> = close::CloseCode::ALL
        .iter()
        .map(|code| {
            let name = serde_json::to_string(code).unwrap_or_default();
            format!("  {}: {},\n", name.trim_matches('"'), code.number())
        })
        .collect();
    let last: Vec<String> = close::CloseCode::ALL
        .iter()
        .filter(|code| code.is_final())
        .map(|code| code.number().to_string())
        .collect();
    text.push_str(&format!("export const CLOSE = {{\n{}}} as const;\n", codes.concat()));
    text.push_str(&format!("export const FINAL_CLOSE: readonly number[] = [{}];\n", last.join(", ")));
    text.push_str(&ranges());
    text
}

/// What a host may choose, smallest and largest: the fields of the settings, those of a clock by its type.
fn ranges() -> String {
    let wide = |range: RangeInclusive<u32>| (*range.start(), *range.end());
    let narrow = |range: RangeInclusive<u8>| (u32::from(*range.start()), u32::from(*range.end()));
    let ranges = [
        ("team_max", narrow(1..=limits::TEAM_MAX)),
        ("decision.vote_ms", wide(bounds::BALLOT_MS)),
        ("decision.runoff_ms", wide(bounds::BALLOT_MS)),
        ("decision.consent_ms", wide(bounds::CONSENT_MS)),
        ("decision.tries_max", narrow(bounds::TRIES)),
        ("decision.takebacks_max", narrow(bounds::TAKEBACKS)),
        ("decision.council", narrow(bounds::COUNCIL)),
        ("stand.delay_ms", wide(bounds::DELAY_MS)),
        ("stand.delay_plies", narrow(bounds::DELAY_PLIES)),
        ("clock.per_move.ms", wide(bounds::PER_MOVE_MS)),
        ("clock.bank.ms", wide(bounds::BANK_MS)),
        ("clock.bank.increment_ms", wide(bounds::INCREMENT_MS)),
        ("clock.byo_yomi.ms", wide(bounds::BANK_MS)),
        ("clock.byo_yomi.periods", narrow(bounds::PERIODS)),
        ("clock.byo_yomi.period_ms", wide(bounds::PERIOD_MS)),
        ("clock.slow.ms", wide(bounds::SLOW_MS)),
    ];
    let lines: Vec<String> =
        ranges.iter().map(|(field, (min, max))| format!("  \"{field}\": [{min}, {max}],\n")).collect();
    format!("export const BOUNDS = {{\n{}}} as const;\n", lines.concat())
}

/// Collects the declaration of every type that can be reached.
struct Types<'a> {
    config: &'a Config,
    declarations: BTreeMap<String, String>,
}

impl TypeVisitor for Types<'_> {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if T::output_path().is_some() {
            let name = T::ident(self.config);
            if self.declarations.contains_key(&name) {
                T::visit_generics(self);
                return;
            }
            let docs = T::docs().unwrap_or_default();
            self.declarations.insert(name, format!("{docs}export {}", T::decl(self.config)));
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

fn schema() -> String {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    let mut parts = serde_json::Map::new();
    let mut part = |name: &str, schema: schemars::Schema| {
        parts.insert(name.to_owned(), schema.to_value());
    };
    part("command", generator.subschema_for::<Command>());
    part("query", generator.subschema_for::<Query>());
    part("hello", generator.subschema_for::<Hello>());
    part("server_frame", generator.subschema_for::<ServerFrame>());
    part("log_entry", generator.subschema_for::<record::Entry>());
    let whole = serde_json::json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Sindillo protocol 1",
        "properties": parts,
        "$defs": generator.take_definitions(true),
    });
    let mut text = serde_json::to_string_pretty(&whole).unwrap_or_default();
    text.push('\n');
    text
}
