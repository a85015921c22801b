//! What the host of a server does to accounts, beside the server that runs.

use protocol::Refusal;
use protocol::http::account::PasswordChange;
use protocol::settings::DecisionMode;
use sindillo_tests::{Request, World, quick};

use super::{PASSWORD, another_browser, registered, signs_in, who};

#[tokio::test]
async fn somebody_is_made_to_look_after_the_server_while_it_runs_and_no_longer() {
    let world = World::new().await;
    let person = registered(&world, "Naserian").await;
    let is_admin = async || who(&person).await.expect("a session").account.expect("an account").admin;
    assert!(!is_admin().await);
    let granted = world.administers(&["grant", "Naserian"]).await;
    assert!(granted.status.success(), "{granted:?}");
    assert!(is_admin().await);
    assert!(world.administers(&["revoke", "naserian"]).await.status.success());
    assert!(!is_admin().await);
    for act in [["grant", "nobody.here"], ["revoke", "no name!"], ["reset-password", "nobody.here"]] {
        let refused = world.administers(&act).await;
        assert_eq!(refused.status.code(), Some(1), "{act:?}: {refused:?}");
        assert!(refused.stdout.is_empty() && !refused.stderr.is_empty(), "{refused:?}");
    }
    world.end().await;
}

#[tokio::test]
async fn a_password_that_is_given_anew_opens_the_account_once_and_ends_what_was_open() {
    let mut world = World::new().await;
    let person = registered(&world, "Naserian").await;
    let room = person.opens(quick(engine::Preset::EnDodoi, DecisionMode::Hand)).await;
    let tab = person.enters(&room).await;
    let reset = world.administers(&["reset-password", "naserian"]).await;
    assert!(reset.status.success(), "{reset:?}");
    let given = String::from_utf8(reset.stdout).expect("text").trim().to_owned();
    // The server that runs learns of it by itself.
    assert_eq!(tab.waits_for_close().await, Some(4401));
    assert_eq!(who(&person).await, Err(Refusal::Unauthorized));
    let browser = another_browser(&world).await;
    assert_eq!(signs_in(&browser, "naserian", PASSWORD).await.refusal(), Refusal::WrongCredentials);
    assert_eq!(signs_in(&browser, "naserian", &given).await.status, 200);
    assert!(!who(&browser).await.expect("a session").account.expect("an account").password, "it is used up");
    let again = another_browser(&world).await;
    assert_eq!(signs_in(&again, "naserian", &given).await.refusal(), Refusal::WrongCredentials);
    let change = PasswordChange { old: None, login: None, new: "another horse 2 ride".to_owned() };
    let answer = browser.fetch(Request::with("PUT", "/api/account/password", &change)).await;
    assert_eq!(answer.expect("an answer").status, 200);
    assert_eq!(signs_in(&again, "naserian", "another horse 2 ride").await.status, 200);
    // Also where no server runs.
    world.terminate().await;
    assert!(world.administers(&["grant", "naserian"]).await.status.success());
    world.restart().await;
    assert!(who(&again).await.expect("a session").account.expect("an account").admin);
    world.end().await;
}
