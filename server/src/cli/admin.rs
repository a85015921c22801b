//! `sindillo admin`: what the host of a server does to accounts. It may run beside a server, which
//! learns of it within seconds.

use std::path::Path;

use anyhow::{Context, ensure};
use clap::Subcommand;

use crate::accounts::{Passwords, clean_login, named, one_time_password};
use crate::store::accounts::Named;
use crate::store::sqlite::Office;

/// What is done to an account.
#[derive(Subcommand, Clone, Debug)]
pub(super) enum Act {
    /// Let somebody look after the server.
    Grant {
        /// The name of the account; or # and its number in the books; or the id in its export.
        account: String,
    },
    /// Let him do so no longer.
    Revoke {
        /// The name of the account; or # and its number in the books; or the id in its export.
        account: String,
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
        Act::Grant { account } => {
            ensure!(office.set_admin(&whose(&account)?, true).await?, "there is no account {account}");
            Ok(format!("{account} looks after the server"))
        }
        Act::Revoke { account } => {
            ensure!(office.set_admin(&whose(&account)?, false).await?, "there is no account {account}");
            Ok(format!("{account} does not look after the server"))
        }
        Act::ResetPassword { login } => {
            let login = clean_login(&login).context("that is no name of an account")?.name;
            let password = one_time_password();
            let hash = Passwords::default().hash(&password).await;
            let hash = hash.map_err(|refusal| anyhow::anyhow!("it cannot be hashed: {refusal:?}"))?;
            ensure!(office.reset_password(&login, &hash).await?, "there is no account {login}");
            Ok(password)
        }
    }
}

fn whose(account: &str) -> anyhow::Result<Named> {
    named(account).context("that is no name, number or id of an account")
}
