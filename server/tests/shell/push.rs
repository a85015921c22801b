//! What a store keeps of notices: who is told, what is to be sent, and what was told already.

use engine::Preset;
use protocol::http::push::{Notice, PushLang, PushWishes};
use protocol::{Entry, Event, MemberId, RoomId, UserId};
use server::store::accounts::{Accounts, Arrival, NewSession, Session};
use server::store::push::{Notices, Outcome, Subscription};
use server::store::sqlite::Sqlite;
use server::store::{Append, Called, Calls, Person, Store};
use tempfile::TempDir;
use uuid::Uuid;

const KEY: [u8; 16] = [9; 16];
const AT: u64 = 1_000;
const ALL: PushWishes = PushWishes { turn: true, tried: true, motion: true, ended: true, rematch: true };

fn user(n: u8) -> UserId {
    UserId(Uuid::from_u128(u128::from(n)))
}

fn room(n: u8) -> RoomId {
    RoomId::from_bits([n; 10])
}

fn browser(of: u8, n: u8) -> Subscription {
    Subscription {
        id: [n; 16],
        user: user(of),
        session: Uuid::from_u128(u128::from(of)),
        endpoint: format!("https://push.example.org/{n}"),
        p256dh: vec![4; 65],
        auth: [n; 16],
        lang: PushLang::It,
        server_key: KEY,
        since: u64::from(n),
    }
}

fn called(of: u8, notice: Notice, since: u64) -> Called {
    Called { user: user(of), notice, since, until: None, sees: false }
}

struct World {
    store: Sqlite,
    heads: [u64; 3],
    dir: TempDir,
}

impl World {
    /// Two people who want to be told of everything, each by one browser.
    async fn new() -> Self {
        let dir = TempDir::new().unwrap();
        let store = Sqlite::open(dir.path()).await.unwrap();
        for n in [1, 2] {
            let person = Person { user: user(n), name: format!("P{n}"), named: true, created_at: 1 };
            let id = Uuid::from_u128(u128::from(n));
            let session = Session { id, user: user(n), since: 1, seen: 1, agent: String::new() };
            let session = NewSession { token: [n; 32], session };
            store.arrive(Arrival { person, session }).await.unwrap();
            assert!(store.subscribe(browser(n, n), 3).await.unwrap());
            store.wish(user(n), ALL).await.unwrap();
        }
        Self { store, heads: [0; 3], dir }
    }

    async fn calls(&mut self, n: u8, fresh: Vec<Called>, over: Vec<(UserId, Notice)>) {
        let said = Event::Said { by: MemberId(1), text: "x".to_owned() };
        let head = &mut self.heads[usize::from(n)];
        let append = Append {
            room: room(n),
            opened_by: (*head == 0).then(|| user(1)),
            head: *head,
            entries: vec![Entry { v: 1, rules: 1, at: AT, by: None, cid: None, events: vec![said] }],
            facts: None,
            seats: None,
            due: None,
            told_at: AT,
            calls: Some(Calls { game: Preset::EnGehe, fresh, over }),
        };
        *head = self.store.append(append).await.unwrap().head();
    }

    /// What is to be sent: whose, of which room, what for.
    async fn waits(&self) -> Vec<(UserId, RoomId, Notice)> {
        let unsent = self.store.unsent(Vec::new()).await.unwrap();
        unsent.into_iter().map(|notice| (notice.to.user, notice.room, notice.notice)).collect()
    }
}

#[tokio::test]
async fn what_somebody_is_called_for_is_written_once_and_the_newer_takes_the_place_of_the_older() {
    let mut w = World::new().await;
    let turn = called(1, Notice::Turn, 5);
    w.calls(1, vec![turn, called(3, Notice::Turn, 5)], vec![]).await;
    assert_eq!(w.waits().await, [(user(1), room(1), Notice::Turn)], "nobody tells the third");
    let notice = w.store.unsent(vec![]).await.unwrap().remove(0);
    assert_eq!((notice.game, notice.to.clone()), (Preset::EnGehe, browser(1, 1)));
    assert_eq!((notice.at, notice.until, notice.tries), (AT + 3_000, AT + 86_400_000, 0));
    assert_eq!(w.store.unsent(vec![notice.number]).await.unwrap(), []);

    w.calls(1, vec![turn], vec![]).await;
    assert_eq!(w.store.unsent(vec![]).await.unwrap(), std::slice::from_ref(&notice), "the same once more");
    w.calls(1, vec![called(1, Notice::Motion, 5)], vec![]).await;
    assert_eq!(w.waits().await, [(user(1), room(1), Notice::Motion)]);
    w.store.settle(vec![(notice.number, Outcome::Done)]).await.unwrap();
    assert_eq!(w.waits().await.len(), 1, "what came of the older one is not of the newer");
    w.calls(2, vec![turn], vec![]).await;
    assert_eq!(w.waits().await.len(), 2, "another room is another notice");
    w.calls(1, vec![Called { since: 4, ..turn }], vec![]).await;
    assert_eq!(w.waits().await[0].2, Notice::Motion, "what is older than what was told is not told");

    let store = w.store;
    store.close().await.unwrap();
    drop(store);
    w.store = Sqlite::open(w.dir.path()).await.unwrap();
    assert_eq!(w.waits().await.len(), 2, "it is kept");
    w.calls(1, vec![turn], vec![]).await;
    assert_eq!(w.waits().await[0].2, Notice::Motion, "and so is what was told");
    w.calls(1, vec![Called { since: 6, ..turn }], vec![]).await;
    assert!(w.waits().await.contains(&(user(1), room(1), Notice::Turn)), "another turn is told");
}

#[tokio::test]
async fn who_sees_it_who_does_not_want_it_and_who_came_is_not_told() {
    let mut w = World::new().await;
    let turn = called(1, Notice::Turn, 5);
    w.calls(1, vec![Called { sees: true, ..turn }], vec![]).await;
    assert_eq!(w.waits().await, []);
    w.calls(1, vec![turn], vec![]).await;
    assert_eq!(w.waits().await, [], "he has seen it");
    w.store.wish(user(1), PushWishes { turn: false, ..ALL }).await.unwrap();
    w.calls(1, vec![Called { since: 6, ..turn }, called(1, Notice::Ended, 6)], vec![]).await;
    assert_eq!(w.waits().await, [(user(1), room(1), Notice::Ended)]);
    w.store.wish(user(1), PushWishes { ended: false, ..ALL }).await.unwrap();
    assert_eq!(w.waits().await, [], "nor what waited when he changed his mind");
    w.calls(1, vec![Called { since: 7, ..turn }, called(2, Notice::Turn, 7)], vec![]).await;
    w.calls(1, vec![], vec![(user(1), Notice::Turn), (user(2), Notice::Tried)]).await;
    assert_eq!(w.waits().await, [(user(2), room(1), Notice::Turn)]);
}

#[tokio::test]
async fn a_browser_goes_with_what_waits_for_it() {
    let mut w = World::new().await;
    for n in 3..=5 {
        assert!(w.store.subscribe(browser(1, n), 3).await.unwrap());
    }
    let ids = |all: Vec<Subscription>| all.into_iter().map(|one| one.id[0]).collect::<Vec<_>>();
    assert_eq!(ids(w.store.subscriptions_of(user(1)).await.unwrap()), [5, 4, 3], "three at most");
    w.calls(1, vec![called(1, Notice::Turn, 5), called(2, Notice::Turn, 5)], vec![]).await;
    let waiting = w.store.unsent(vec![]).await.unwrap();
    assert_eq!(waiting.len(), 4, "each of his is told");
    let number = |id: u8| waiting.iter().find(|notice| notice.to.id[0] == id).unwrap().number;
    let outcomes = vec![(number(3), Outcome::Gone), (number(4), Outcome::Later { at: 77 })];
    w.store.settle(outcomes).await.unwrap();
    assert_eq!(ids(w.store.subscriptions_of(user(1)).await.unwrap()), [5, 4]);
    let later = w.store.unsent(vec![]).await.unwrap().remove(0);
    assert_eq!((later.to.id[0], later.at, later.tries), (4, 77, 1));

    assert!(w.store.unsubscribe(user(1), [4; 16]).await.unwrap());
    assert!(!w.store.unsubscribe(user(1), [2; 16]).await.unwrap(), "it is another's");
    // Whoever uses a browser now is told by it, and not of what waited for who used it before.
    assert!(
        w.store
            .subscribe(Subscription { user: user(2), session: Uuid::from_u128(2), ..browser(1, 5) }, 3)
            .await
            .unwrap()
    );
    assert_eq!(w.waits().await, [(user(2), room(1), Notice::Turn)]);
    assert!(w.store.end_session(user(2), Uuid::from_u128(2)).await.unwrap());
    assert_eq!(w.waits().await, []);
    assert_eq!(w.store.subscriptions_of(user(2)).await.unwrap(), []);
    assert!(!w.store.subscribe(browser(2, 6), 3).await.unwrap(), "there is no session any more");
    assert!(!w.store.subscribe(Subscription { user: user(2), ..browser(1, 6) }, 3).await.unwrap());
}

#[tokio::test]
async fn a_server_with_another_key_knows_none_of_the_browsers() {
    let mut w = World::new().await;
    w.calls(1, vec![called(1, Notice::Turn, 5)], vec![]).await;
    w.store.begin_with(KEY, 5).await.unwrap();
    assert_eq!(w.waits().await.len(), 1);
    w.calls(1, vec![called(1, Notice::Turn, 5)], vec![]).await;
    assert_eq!(w.waits().await.len(), 1, "what was told then is remembered");
    w.store.begin_with([8; 16], 6).await.unwrap();
    assert_eq!(w.waits().await, []);
    assert_eq!(w.store.subscriptions_of(user(1)).await.unwrap(), []);
    assert_eq!(w.store.wishes(user(1)).await.unwrap(), ALL, "what he wants stays");
}
