//! The port of accounts, on SQLite: what only a transaction can promise.

use protocol::UserId;
use server::store::accounts::{
    Accounts, Added, Arrival, Claim, Claimed, Deletion, Exchange, Identity, Login, NewPasskey, NewSession,
    PasswordSet, Proof, Removed, Session, SetPassword, SignIn, SignedIn, Way,
};
use server::store::sqlite::Sqlite;
use server::store::{Person, Store};
use tempfile::TempDir;
use uuid::Uuid;

struct Kept {
    store: Sqlite,
    _dir: TempDir,
}

async fn kept() -> Kept {
    let dir = TempDir::new().unwrap();
    Kept { store: Sqlite::open(dir.path()).await.unwrap(), _dir: dir }
}

fn user(n: u128) -> UserId {
    UserId(Uuid::from_u128(n))
}

fn session(of: u128, n: u8, at: u64) -> NewSession {
    let session = Session {
        id: Uuid::from_u128(u128::from(n)),
        user: user(of),
        since: at,
        seen: at,
        agent: String::new(),
    };
    NewSession { token: [n; 32], session }
}

fn password(name: &str, hash: &str) -> Way {
    Way::Password(Login { name: name.to_owned(), skeleton: name.to_owned() }, hash.to_owned())
}

fn passkey(n: u8) -> NewPasskey {
    NewPasskey {
        id: Uuid::from_u128(u128::from(n)),
        name: "Key".to_owned(),
        credential: vec![n; 20],
        passkey: "{}".to_owned(),
        since: 0,
    }
}

fn identity(subject: &str) -> Identity {
    Identity { issuer: "https://id.example".to_owned(), subject: subject.to_owned() }
}

impl Kept {
    async fn guest(&self, of: u128, n: u8) {
        let person = Person { user: user(of), name: format!("Guest {of}"), named: true, created_at: 0 };
        self.store.arrive(Arrival { person, session: session(of, n, 0) }).await.unwrap();
    }

    async fn claim(&self, of: u128, n: u8, way: Way) -> Claimed {
        self.store.claim(Claim { way, session: session(of, n, 0), person: None }).await.unwrap()
    }

    async fn sign_in(&self, of: u128, n: u8, proof: Proof) -> SignedIn {
        self.store.sign_in(SignIn { proof, session: session(of, n, 1), instead_of: None }).await.unwrap()
    }

    async fn is_known(&self, n: u8) -> bool {
        self.store.session([n; 32]).await.unwrap().is_some()
    }
}

#[tokio::test]
async fn a_claim_ends_the_sessions_of_the_guest_and_is_made_once() {
    let kept = kept().await;
    kept.guest(1, 1).await;
    assert_eq!(kept.claim(1, 2, password("a", "h")).await, Claimed::Done(vec![Uuid::from_u128(1)]));
    assert!(!kept.is_known(1).await && kept.is_known(2).await);
    let live = kept.store.session([2; 32]).await.unwrap().unwrap();
    assert!(live.registered && !live.admin);
    assert_eq!(kept.claim(1, 3, password("b", "h")).await, Claimed::Exists);
    kept.guest(2, 4).await;
    assert_eq!(kept.claim(2, 5, password("a", "h")).await, Claimed::LoginTaken);
    assert!(kept.is_known(4).await && !kept.is_known(5).await, "what is refused changes nothing");
    assert_eq!(kept.claim(2, 5, Way::Passkey(passkey(1))).await, Claimed::Done(vec![Uuid::from_u128(4)]));
    kept.guest(3, 6).await;
    assert_eq!(kept.claim(3, 7, Way::Passkey(passkey(1))).await, Claimed::WayTaken);
    assert_eq!(kept.claim(3, 7, Way::Provider(identity("x"))).await, Claimed::Done(vec![Uuid::from_u128(6)]));
    assert_eq!(kept.store.identified(identity("x")).await.unwrap(), Some(user(3)));
}

#[tokio::test]
async fn a_proof_must_still_hold_when_it_is_acted_upon() {
    let kept = kept().await;
    kept.guest(1, 1).await;
    kept.claim(1, 2, password("a", "old")).await;
    let set = |old: Option<&str>, n| SetPassword {
        old: old.map(str::to_owned),
        login: None,
        new: "new".to_owned(),
        session: session(1, n, 0),
    };
    assert_eq!(kept.store.set_password(set(Some("other"), 3)).await.unwrap(), PasswordSet::Changed);
    assert_eq!(kept.store.set_password(set(None, 3)).await.unwrap(), PasswordSet::Changed);
    let done = kept.store.set_password(set(Some("old"), 3)).await.unwrap();
    assert_eq!(done, PasswordSet::Done(vec![Uuid::from_u128(2)]));
    // Looked at before the change, acted upon after it.
    assert_eq!(kept.sign_in(1, 4, Proof::Password("old".to_owned())).await, SignedIn::Refused);
    assert_eq!(kept.sign_in(1, 4, Proof::Password("new".to_owned())).await, SignedIn::Done(Vec::new()));
    assert_eq!(kept.sign_in(1, 5, Proof::Passkey(Uuid::nil(), "{}".to_owned())).await, SignedIn::Refused);
    assert_eq!(kept.sign_in(1, 5, Proof::Provider(identity("x"))).await, SignedIn::Refused);
    let deletion = Deletion { user: user(1), name: "Former guest".to_owned(), now: 9 };
    assert_eq!(kept.store.delete_account(deletion.clone()).await.unwrap().map(|ended| ended.len()), Some(2));
    assert_eq!(kept.sign_in(1, 6, Proof::Password("new".to_owned())).await, SignedIn::Refused);
    assert_eq!(kept.store.delete_account(deletion).await.unwrap(), None);
    assert_eq!(kept.store.leaving(None).await.unwrap(), [user(1)]);
    kept.store.left(user(1)).await.unwrap();
    assert!(kept.store.leaving(None).await.unwrap().is_empty());
    assert_eq!(kept.store.person(user(1)).await.unwrap().unwrap().name, "Former guest");
    assert_eq!(kept.claim(1, 7, password("b", "h")).await, Claimed::Exists, "an account that was, stays");
}

#[tokio::test]
async fn the_last_way_into_an_account_stays() {
    let kept = kept().await;
    kept.guest(1, 1).await;
    kept.claim(1, 2, Way::Passkey(passkey(1))).await;
    let remove = |n: u8| kept.store.remove_passkey(user(1), Uuid::from_u128(u128::from(n)));
    assert_eq!(remove(9).await.unwrap(), Removed::NotThere);
    assert_eq!(remove(1).await.unwrap(), Removed::LastWay);
    assert_eq!(kept.store.add_passkey(user(1), passkey(2), 2).await.unwrap(), Added::Done);
    assert_eq!(kept.store.add_passkey(user(1), passkey(2), 2).await.unwrap(), Added::Taken);
    assert_eq!(kept.store.add_passkey(user(1), passkey(3), 2).await.unwrap(), Added::Full);
    assert_eq!(kept.store.add_passkey(user(5), passkey(3), 2).await.unwrap(), Added::NoAccount);
    assert_eq!(remove(1).await.unwrap(), Removed::Done);
    assert_eq!(remove(2).await.unwrap(), Removed::LastWay);
    assert_eq!(kept.store.link(user(1), identity("x"), 0).await.unwrap(), Added::Done);
    assert_eq!(kept.store.link(user(1), identity("y"), 0).await.unwrap(), Added::Taken);
    assert_eq!(remove(2).await.unwrap(), Removed::Done);
}

#[tokio::test]
async fn an_old_cookie_stands_for_one_session_and_no_other_of_the_person_does() {
    let kept = kept().await;
    kept.store
        .put_person(Person { user: user(1), name: "A".to_owned(), named: false, created_at: 0 })
        .await
        .unwrap();
    let exchange = |of, cookie: u8, n| {
        kept.store.exchange(Exchange { cookie: [cookie; 32], session: session(of, n, 0) })
    };
    assert!(exchange(1, 1, 1).await.unwrap());
    assert!(exchange(1, 1, 1).await.unwrap(), "asked again, it is the same");
    assert!(!exchange(1, 2, 2).await.unwrap());
    assert!(!exchange(7, 3, 3).await.unwrap(), "nobody knows him");
    assert_eq!(kept.store.sessions_of(user(1)).await.unwrap().len(), 1);
    assert!(kept.store.end_session(user(1), Uuid::from_u128(1)).await.unwrap());
    assert!(exchange(1, 1, 1).await.unwrap());
    assert!(!kept.is_known(1).await, "a session that ended is not begun again");
}

#[tokio::test]
async fn a_person_has_so_many_sessions_and_old_ones_are_forgotten() {
    let kept = kept().await;
    kept.guest(1, 1).await;
    kept.claim(1, 1, password("a", "h")).await;
    for n in 2..=60 {
        let sign_in = SignIn {
            proof: Proof::Password("h".to_owned()),
            session: session(1, n, u64::from(n)),
            instead_of: None,
        };
        let SignedIn::Done(ended) = kept.store.sign_in(sign_in).await.unwrap() else { panic!("{n}") };
        let given_way = (n > 50).then(|| Uuid::from_u128(u128::from(n - 50)));
        assert_eq!(ended, given_way.into_iter().collect::<Vec<_>>(), "{n}");
    }
    let ids: Vec<Uuid> = (1..=60).map(Uuid::from_u128).collect();
    assert_eq!(kept.store.gone(ids.clone()).await.unwrap(), ids[..10]);
    kept.store.touch(vec![(ids[10], 100), (ids[11], 3)]).await.unwrap();
    kept.store.sweep(60).await.unwrap();
    let left: Vec<Uuid> = kept.store.sessions_of(user(1)).await.unwrap().iter().map(|s| s.id).collect();
    assert_eq!(left, [ids[10], ids[59]]);
    assert_eq!(kept.store.end_others(user(1), ids[59]).await.unwrap(), [ids[10]]);
}

/// To some accounts only a key or a provider leads: they have no name that could be typed.
#[tokio::test]
async fn an_account_without_a_name_can_look_after_the_server() {
    let dir = TempDir::new().unwrap();
    let kept = Kept { store: Sqlite::open(dir.path()).await.unwrap(), _dir: dir };
    kept.guest(1, 1).await;
    assert_eq!(kept.claim(1, 7, Way::Passkey(passkey(1))).await, Claimed::Done(vec![Uuid::from_u128(1)]));
    let claimed = server::store::ledger::Wallets::claim(&kept.store, user(1), 5).await.unwrap();
    assert!(claimed.is_some(), "the books know him");
    for (verb, whose, admin) in [
        ("grant", user(1).0.to_string(), true),
        ("revoke", "#1".to_owned(), false),
        ("grant", "#1".to_owned(), true),
    ] {
        let words = ["sindillo", "--data", &kept._dir.path().display().to_string(), "admin", verb, &whose]
            .map(ToOwned::to_owned);
        let cli = <server::cli::Cli as clap::Parser>::try_parse_from(words).unwrap();
        server::cli::run(cli).await.unwrap();
        assert_eq!(kept.store.account(user(1)).await.unwrap().map(|account| account.admin), Some(admin));
    }
}
