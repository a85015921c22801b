//! `sindillo`: the whole gathering in one binary.

use std::process::ExitCode;

use clap::Parser;
use server::cli::{Cli, run};

#[tokio::main]
async fn main() -> ExitCode {
    match run(Cli::parse()).await {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            eprintln!("sindillo: {error:#}");
            ExitCode::FAILURE
        }
    }
}
