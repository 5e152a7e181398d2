use std::sync::atomic::{AtomicUsize, Ordering};

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;

use super::*;
use crate::identity::{Scope, half_over};

const HOUR: Duration = Duration::from_secs(3600);

fn ann() -> Caller {
    Caller::Player {
        id: "ann".to_owned(),
    }
}

fn fixed() -> (Signer, Verifier) {
    let signer = Signer::generate();
    let verifier = Verifier::fixed([&signer]).unwrap();
    (signer, verifier)
}

#[tokio::test]
async fn a_token_says_who_calls_the_second_time_as_well() {
    let (signer, verifier) = fixed();
    let service = Caller::Service {
        name: "backend".to_owned(),
        scopes: vec![Scope::PlayersAct, Scope::Forward],
    };
    for caller in [ann(), service] {
        let token = signer.sign(&caller, HOUR).unwrap();
        for _ in 0..2 {
            assert_eq!(*verifier.verify(&token).await.unwrap(), caller);
        }
    }
}

#[tokio::test]
async fn a_key_that_was_kept_is_the_same_key() {
    let signer = Signer::generate();
    let again = Signer::from_secret(&signer.secret());
    assert_eq!(signer.kid(), again.kid());
    let token = again.sign(&ann(), HOUR).unwrap();
    let verifier = Verifier::fixed([&signer]).unwrap();
    assert_eq!(*verifier.verify(&token).await.unwrap(), ann());
}

#[tokio::test]
async fn what_was_tampered_with_is_refused() {
    let (signer, verifier) = fixed();
    let token = signer.sign(&ann(), HOUR).unwrap();
    verifier.verify(&token).await.unwrap();
    let parts: Vec<_> = token.split('.').collect();
    let encode = |text: &str| BASE64_URL_SAFE_NO_PAD.encode(text);
    let decode = |part| String::from_utf8(BASE64_URL_SAFE_NO_PAD.decode(part).unwrap()).unwrap();

    let bob = encode(&decode(parts[1]).replace("ann", "bob"));
    let other_subject = format!("{}.{bob}.{}", parts[0], parts[2]);
    assert_eq!(verifier.verify(&other_subject).await, Err(Refused::Forged));

    for alg in ["none", "HS256", "RS256"] {
        let header = encode(&decode(parts[0]).replace("EdDSA", alg));
        for signature in ["", parts[2]] {
            let forged = format!("{header}.{}.{signature}", parts[1]);
            assert_eq!(verifier.verify(&forged).await, Err(Refused::Malformed));
        }
    }
    let unsigned = format!("{}.{}.", parts[0], parts[1]);
    assert!(verifier.verify(&unsigned).await.is_err());
    for nonsense in ["", ".", "..", "a.b.c", "é.é.é", &"x".repeat(100_000)] {
        assert_eq!(verifier.verify(nonsense).await, Err(Refused::Malformed));
    }
}

#[tokio::test]
async fn another_suites_key_is_unknown_and_one_of_a_known_name_forged() {
    let (signer, verifier) = fixed();
    let foreign = Signer::generate();
    let token = foreign.sign(&ann(), HOUR).unwrap();
    assert_eq!(verifier.verify(&token).await, Err(Refused::UnknownKey));

    let ours = signer.sign(&ann(), HOUR).unwrap();
    let header = ours.split_once('.').unwrap().0;
    let rest = token.split_once('.').unwrap().1;
    let forged = format!("{header}.{rest}");
    assert_eq!(verifier.verify(&forged).await, Err(Refused::Forged));
}

#[tokio::test]
async fn a_token_ends_with_its_time_also_if_it_was_seen_before() {
    let (signer, verifier) = fixed();
    let now = now_seconds();
    let long_ago = signer.sign_claims(&Claims::new(&ann(), 0, now - 60));
    let long_ago = long_ago.unwrap();
    assert_eq!(verifier.verify(&long_ago).await, Err(Refused::Expired));

    // Within the leeway it still is good; then it is not, though it is known.
    let almost = now - LEEWAY_SECONDS + 1;
    let almost = signer.sign_claims(&Claims::new(&ann(), 0, almost)).unwrap();
    verifier.verify(&almost).await.unwrap();
    tokio::time::sleep(Duration::from_millis(2_100)).await;
    assert_eq!(verifier.verify(&almost).await, Err(Refused::Expired));
}

#[tokio::test]
async fn tokens_for_others_are_refused() {
    let (signer, verifier) = fixed();
    let claims = Claims::new(&ann(), 0, now_seconds() + 60);
    let wrong = [
        Claims {
            iss: "somebody".to_owned(),
            ..claims.clone()
        },
        Claims {
            aud: "others".to_owned(),
            ..claims
        },
    ];
    for claims in wrong {
        let token = signer.sign_claims(&claims).unwrap();
        assert_eq!(verifier.verify(&token).await, Err(Refused::Malformed));
    }
}

#[tokio::test(start_paused = true)]
async fn an_unknown_key_is_asked_for_but_not_for_every_token() {
    let (first, second) = (Signer::generate(), Signer::generate());
    let fetched = Arc::new(AtomicUsize::new(0));
    let published = Arc::new(Mutex::new(Jwks::of([&first]).to_json()));
    let (counted, answer) = (Arc::clone(&fetched), Arc::clone(&published));
    let verifier = Verifier::fetching(move || {
        counted.fetch_add(1, Ordering::SeqCst);
        let answer = answer.lock().unwrap().clone();
        async move { Ok(answer) }
    });
    let old = first.sign(&ann(), HOUR).unwrap();
    verifier.verify(&old).await.unwrap();
    assert!(verifier.ready().is_ok());

    tokio::time::sleep(FETCH_AT_MOST_EVERY).await;
    *published.lock().unwrap() = Jwks::of([&first, &second]).to_json();
    let new = second.sign(&ann(), HOUR).unwrap();
    verifier.verify(&new).await.unwrap();

    let foreign = Signer::generate().sign(&ann(), HOUR).unwrap();
    let before = fetched.load(Ordering::SeqCst);
    for _ in 0..100 {
        assert_eq!(verifier.verify(&foreign).await, Err(Refused::UnknownKey));
    }
    assert_eq!(fetched.load(Ordering::SeqCst), before);

    // A key that is withdrawn ends its tokens, those seen before too.
    *published.lock().unwrap() = Jwks::of([&second]).to_json();
    tokio::time::sleep(FETCH_EVERY * 2).await;
    assert_eq!(verifier.verify(&old).await, Err(Refused::UnknownKey));
    verifier.verify(&new).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn keys_that_are_known_are_used_while_nobody_answers() {
    let signer = Signer::generate();
    let jwks = Arc::new(Mutex::new(None));
    let answer = Arc::clone(&jwks);
    let verifier = Verifier::fetching(move || {
        let answer: Option<String> = answer.lock().unwrap().clone();
        async move { answer.ok_or_else(|| anyhow::anyhow!("away")) }
    });
    let token = signer.sign(&ann(), HOUR).unwrap();
    assert_eq!(verifier.verify(&token).await, Err(Refused::NoKeysYet));
    assert!(verifier.ready().is_err());

    *jwks.lock().unwrap() = Some(Jwks::of([&signer]).to_json());
    tokio::time::sleep(FETCH_AGAIN * 2).await;
    verifier.verify(&token).await.unwrap();

    for gone in [None, Some("{}".to_owned()), Some("[]".to_owned())] {
        *jwks.lock().unwrap() = gone;
        tokio::time::sleep(FETCH_EVERY * 2).await;
        verifier.verify(&token).await.unwrap();
    }
}

#[test]
fn a_token_knows_when_half_of_its_life_is_over() {
    let of = |issued, expires| {
        let claims = Claims::new(&ann(), issued, expires);
        Signer::generate().sign_claims(&claims).unwrap()
    };
    let now = now_seconds();
    assert!(!half_over(&of(now - 400, now + 600)));
    assert!(half_over(&of(now - 600, now + 400)));
    assert!(half_over(&of(now - 600, now - 400)));
    assert!(half_over("no token"));
}
