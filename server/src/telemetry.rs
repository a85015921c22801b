//! Logs, to standard error. What is logged: what the server does and what fails. Never chat,
//! names, tickets, cookies or addresses in full.

use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::LevelFilter;

use crate::config::{LogFormat, Settings};

/// Libraries that write whole frames into the log below this level, with all that people said in
/// them. No setting turns that on.
const MUTED: [&str; 2] = ["tungstenite", "tokio_tungstenite"];

/// Start logging as set. Later calls change nothing, so that tests may call it as well.
///
/// # Errors
/// The filter cannot be read.
pub fn init(settings: &Settings) -> anyhow::Result<()> {
    let filter = MUTED.iter().try_fold(EnvFilter::try_new(&settings.log)?, |filter, library| {
        Ok::<_, anyhow::Error>(filter.add_directive(format!("{library}={}", LevelFilter::INFO).parse()?))
    })?;
    let lines = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    let started = match settings.log_format {
        LogFormat::Text => lines.with_ansi(false).try_init(),
        LogFormat::Json => lines.json().flatten_event(true).try_init(),
    };
    if started.is_err() {
        tracing::debug!("logging had been started before");
    }
    Ok(())
}
