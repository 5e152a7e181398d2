//! People in browsers.

use fantoccini::Locator;
use serde_json::json;

use crate::harness::{Browser, Kind, Suite};

/// What a person sees to click next: a target of the piece chosen, else a piece that can move.
const NEXT: &str = "
    if (document.querySelector('#status')?.dataset.result) return 'over';
    const target = document.querySelector('[data-target]');
    if (target) return `[data-square=\"${target.dataset.square}\"]`;
    const movable = document.querySelectorAll('[data-movable]');
    if (!movable.length) return null;
    const piece = movable[Math.floor(Math.random() * movable.length)];
    return `[data-square=\"${piece.dataset.square}\"]`;
";

const LIVE: &str = "return document.querySelector('#connection')?.dataset.state === 'live'";

/// Two guests in browsers of their own, on the start page.
async fn two_guests(suite: &Suite) -> (Browser, Browser) {
    let ann = Browser::start(suite.folder(), "ann").await;
    let bob = Browser::start(suite.folder(), "bob").await;
    ann.enter_as_guest(&suite.url("/")).await;
    bob.enter_as_guest(&suite.url("/")).await;
    (ann, bob)
}

async fn resign(browser: &Browser) {
    browser.until(LIVE).await;
    browser.click("#resign").await;
    browser.click("#ask-yes").await;
}

#[tokio::test]
async fn a_game_against_the_bot_by_clicking() {
    let suite = Suite::start(Kind::Embedded).await;
    let browser = Browser::start(suite.folder(), "ann").await;
    browser.enter_as_guest(&suite.url("/")).await;
    browser.choose_against("bot").await;
    browser.choose("#mode", "russian-giveaway").await;
    browser.choose("#colour", "white").await;
    browser.click("#start").await;
    browser.until(LIVE).await;

    let mut clicks = 0;
    loop {
        let next = browser.until(NEXT).await;
        let next = next.as_str().unwrap();
        if next == "over" {
            break;
        }
        // The board may have moved on since the look: a person would click again.
        if let Ok(square) = browser.client.find(Locator::Css(next)).await {
            let _ = square.click().await;
            clicks += 1;
        }
        assert!(clicks < 2_000, "the game does not end");
    }
    assert!(clicks > 10, "{clicks}");
    let status = browser
        .until("return document.querySelector('#status').textContent.trim()")
        .await;
    assert!(!status.as_str().unwrap().is_empty());
    let reason = browser
        .until("return document.querySelector('#status').dataset.reason")
        .await;
    assert!(!reason.as_str().unwrap().is_empty());
    assert_eq!(browser.complaints().await, json!([]));

    replay(&browser).await;

    // The profile keeps the game, under the name that was made up for the guest.
    let me = browser.script("return document.querySelector('#me').textContent");
    let me = me.await.as_str().unwrap().to_owned();
    browser.click("#me").await;
    browser.until_text("#profile-name", &me).await;
    browser.until_text("#archive", "against the easy bot").await;
    assert_eq!(browser.complaints().await, json!([]));
    browser.client.close().await.unwrap();
}

/// Goes through a finished game: to its start, on, by a click in the list, and back to the end.
async fn replay(browser: &Browser) {
    const PIECES: &str = "return document.querySelectorAll('.piece').length";
    let plies = browser.script("return document.querySelectorAll('#moves [data-ply]').length");
    let plies = plies.await;
    browser.click("#replay-first").await;
    browser
        .until_text("#replay-at", &format!("0 / {plies}"))
        .await;
    let all = format!("{PIECES} === 24");
    browser.until(&all).await;
    browser.click("#replay-on").await;
    browser.until_text("#replay-at", "1 /").await;
    browser.click("#moves [data-ply=\"3\"]").await;
    browser.until_text("#replay-at", "3 /").await;
    browser.click("#replay-last").await;
    browser
        .until_text("#replay-at", &format!("{plies} / {plies}"))
        .await;
    browser.until(&format!("{PIECES} < 24")).await;
}

#[tokio::test]
async fn two_who_play_now_meet_and_are_rated() {
    let suite = Suite::start(Kind::Embedded).await;
    let (ann, bob) = two_guests(&suite).await;
    for browser in [&ann, &bob] {
        browser.choose("#mode", "classic").await;
        browser.click("#start").await;
    }
    let game = ann.until_at("/game/").await;
    assert_eq!(bob.until_at("/game/").await, game);

    resign(&ann).await;
    bob.until_text("#rated-result", "0 → 25 (+25)").await;
    ann.until_text("#rated-result", "0 → 0").await;
    let name = ann.script("return document.querySelector('#me').textContent");
    let name = name.await.as_str().unwrap().to_owned();
    bob.until_text("#player-top .name", &name).await;

    let me = bob.script("return document.querySelector('#me').textContent");
    let me = me.await.as_str().unwrap().to_owned();
    bob.click("#nav-ratings").await;
    bob.choose("#pool", "classic").await;
    bob.until_at("/ratings/classic").await;
    bob.until_text("#places-rows tr[aria-current]", &me).await;
    bob.click("#places-rows tr[aria-current] a").await;
    bob.until_at("/players/").await;
    bob.until_text("#profile-ratings", "1 won, 0 drawn, 0 lost")
        .await;
    bob.until_text("#history-rows", "+25").await;
    bob.until("return document.querySelector('.graph .curve')?.checkVisibility()")
        .await;
    bob.until_text("#archive", "You won").await;
    for browser in [ann, bob] {
        assert_eq!(browser.complaints().await, json!([]));
        browser.client.close().await.unwrap();
    }
}

const HINTED: &str = "return document.querySelectorAll('[data-hinted]').length";

#[tokio::test]
async fn combat_against_the_bot_with_every_boost() {
    let suite = Suite::start(Kind::Embedded).await;
    let browser = Browser::start(suite.folder(), "ann").await;
    browser.enter_as_guest(&suite.url("/")).await;

    browser.click("#purse").await;
    browser.until_at("/shop").await;
    browser.click("[data-offer=recon] button").await;
    browser.click("#ask-yes").await;
    browser.until_text("#shop-said", "1 × Recon").await;
    browser.until_text("#ledger-rows", "Bought: Recon").await;
    browser.until_text("#ledger-rows", "Welcome gift").await;

    browser.click("#home").await;
    browser.choose_against("bot").await;
    browser.choose("#mode", "combat-ai").await;
    browser.choose("#level", "easy").await;
    browser.click("#start").await;
    browser.until(LIVE).await;

    browser
        .click("[data-boost=recon][aria-disabled=false]")
        .await;
    browser.until_text("#notice", "is a strong move").await;
    browser.until(&format!("{HINTED} >= 2")).await;

    browser
        .click("[data-boost=shield][aria-disabled=false]")
        .await;
    browser.click("[data-target]").await;
    browser.until_text("#notice", "You shielded").await;
    browser
        .until("return document.querySelectorAll('[data-shield]').length === 1")
        .await;

    browser
        .click("[data-boost=rocket][aria-disabled=false]")
        .await;
    browser.click("#ask-yes").await;
    browser.until_text("#notice", "Your rocket hit").await;
    browser
        .until("return document.querySelectorAll('.piece.black').length === 11")
        .await;

    browser
        .click("[data-boost=sabotage][aria-disabled=false]")
        .await;
    browser.click("[data-movable][data-piece^=black]").await;
    browser.click("[data-target]").await;
    browser.click("#ask-yes").await;
    browser.until_text("#notice", "for Black").await;
    browser.until_text("#turn", "Your move").await;
    browser
        .until("return document.querySelectorAll('[data-boost][aria-disabled=true]').length >= 2")
        .await;

    resign(&browser).await;
    browser.until_text("#status", "Black wins").await;
    browser.until_text("#replay-at", "4 / 4").await;
    browser.click("#replay-back").await;
    browser.until_text("#replay-what", "Your rocket hit").await;
    assert_eq!(browser.complaints().await, json!([]));
    browser.client.close().await.unwrap();
}

#[tokio::test]
async fn the_opponent_learns_of_a_recon_and_not_what_it_showed() {
    let suite = Suite::start(Kind::Embedded).await;
    let (ann, bob) = two_guests(&suite).await;
    for browser in [&ann, &bob] {
        browser.choose("#mode", "combat").await;
        browser.click("#start").await;
    }
    for browser in [&ann, &bob] {
        browser.until_at("/game/").await;
        browser.until(LIVE).await;
    }
    let turn = ann
        .until("return document.querySelector('#turn').textContent || null")
        .await;
    let (user, other) = if turn == "Your move" {
        (&ann, &bob)
    } else {
        (&bob, &ann)
    };
    user.click("[data-boost=recon][aria-disabled=false]").await;
    user.until_text("#notice", "is a strong move").await;
    user.until(&format!("{HINTED} >= 2")).await;
    other.until_text("#notice", "White used recon.").await;
    assert_eq!(other.script(HINTED).await, json!(0));
    for browser in [ann, bob] {
        assert_eq!(browser.complaints().await, json!([]));
        browser.client.close().await.unwrap();
    }
}

#[tokio::test]
async fn a_friend_accepts_by_the_link() {
    let suite = Suite::start(Kind::Embedded).await;
    let ann = Browser::start(suite.folder(), "ann").await;
    ann.enter_as_guest(&suite.url("/")).await;
    ann.choose_against("challenge").await;
    ann.choose("#mode", "russian").await;
    ann.choose("#colour", "black").await;
    ann.click("#start").await;
    ann.until_at("/invite/").await;
    let link = ann
        .until("return document.querySelector('#invite-link').value || null")
        .await;
    ann.until("return document.querySelector('#invite-qr').naturalWidth > 0")
        .await;

    // The friend is a visitor, and comes back to the invite as a guest.
    let bob = Browser::start(suite.folder(), "bob").await;
    bob.enter_as_guest(link.as_str().unwrap()).await;
    bob.until_text("#invite-title", "invites you").await;
    bob.until_text("#invite-terms", "you play White").await;
    bob.click("#accept-invite").await;
    let game = bob.until_at("/game/").await;
    assert_eq!(ann.until_at("/game/").await, game);
    bob.until_text("#turn", "Your move").await;
    resign(&bob).await;
    ann.until_text("#status", "Black wins").await;
    for browser in [ann, bob] {
        assert_eq!(browser.complaints().await, json!([]));
        browser.client.close().await.unwrap();
    }
}

#[tokio::test]
async fn a_challenge_in_the_lobby_is_taken() {
    let suite = Suite::start(Kind::Embedded).await;
    let (ann, bob) = two_guests(&suite).await;
    ann.click("#post-challenge").await;
    ann.choose("#mode", "poddavki").await;
    ann.click("#start").await;
    ann.until_text("#invite-title", "Your challenge").await;
    bob.click("#lobby-list button").await;
    let game = bob.until_at("/game/").await;
    assert_eq!(ann.until_at("/game/").await, game);
    for browser in [ann, bob] {
        assert_eq!(browser.complaints().await, json!([]));
        browser.client.close().await.unwrap();
    }
}
