//! `sindillo admin`: what the host of a server does to accounts. It may run beside a server, which
//! learns of it within seconds.

use std::path::Path;

use anyhow::{Context, ensure};
use clap::Subcommand;

use crate::accounts::{Passwords, clean_login, one_time_password};
use crate::store::sqlite::Office;

/// What is done to an account.
#[derive(Subcommand, Clone, Debug)]
pub(super) enum Act {
    /// Let somebody look after the server.
    Grant {
        /// The name of the account.
        login: String,
    },
    /// Let him do so no longer.
    Revoke {
        /// The name of the account.
        login: String,
    },
    /// Print a password that opens the account once; its sessions end.
    ResetPassword {
        /// The name of the account.
        login: String,
    },
}

/// Do it; what is to be told of it.
pub(super) async fn run(data: &Path, act: Act) -> anyhow::Result<String> {
    let mut office = Office::open(data).await?;
    let told = carry_out(&mut office, act).await;
    office.close().await?;
    told
}

async fn carry_out(office: &mut Office, act: Act) -> anyhow::Result<String> {
    match act {
        Act::Grant { login } => {
            let login = named(&login)?;
            ensure!(office.set_admin(&login, true).await?, "there is no account {login}");
            Ok(format!("{login} looks after the server"))
        }
        Act::Revoke { login } => {
            let login = named(&login)?;
            ensure!(office.set_admin(&login, false).await?, "there is no account {login}");
            Ok(format!("{login} does not look after the server"))
        }
        Act::ResetPassword { login } => {
            let (login, password) = (named(&login)?, one_time_password());
            let hash = Passwords::default().hash(&password).await;
            let hash = hash.map_err(|refusal| anyhow::anyhow!("it cannot be hashed: {refusal:?}"))?;
            ensure!(office.reset_password(&login, &hash).await?, "there is no account {login}");
            Ok(password)
        }
    }
}

fn named(login: &str) -> anyhow::Result<String> {
    let login_given = clean_login(login).context("that is no name of an account")?;
    Ok(login_given.name)
}
