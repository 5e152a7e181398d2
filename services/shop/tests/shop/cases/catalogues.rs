//! What the shop sells.

use proto::shop::v1 as wire;
use shop::{Catalogue, Options};
use tonic::Code;

use crate::kit::{Suite, detail, named, purchase, reason, refused};

fn items(item: &str, count: u32) -> wire::Items {
    wire::Items {
        item: item.to_owned(),
        count,
    }
}

fn offer(id: &str, price: u64, items: Vec<wire::Items>) -> wire::Offer {
    wire::Offer {
        id: id.to_owned(),
        price,
        items,
    }
}

pub(super) async fn what_is_sold_changes_while_the_shop_is_open(url: String) {
    let suite = Suite::start(&url).await;
    let other = Suite::start(&url).await;
    let first = suite.catalogue().await;
    assert_eq!(first.version, 1);
    assert_eq!(first, other.catalogue().await);
    let ids: Vec<_> = first.offers.iter().map(|offer| &*offer.id).collect();
    let expected = [
        "recon",
        "shield",
        "rocket",
        "sabotage",
        "starter-pack",
        "arsenal",
    ];
    assert_eq!(ids, expected);
    assert_eq!(first.gift.as_ref().unwrap().coins, 100);

    let next = wire::Catalogue {
        version: 1,
        offers: vec![
            offer("rocket", 25, vec![items("rocket", 1)]),
            offer("pair", 45, vec![items("shield", 1), items("rocket", 1)]),
        ],
        gift: Some(wire::Gift {
            coins: 1_000,
            items: vec![items("shield", 2)],
        }),
    };
    let set = suite.set_catalogue(next.clone()).await.unwrap();
    assert_eq!(set.version, 2);
    // Every process goes by it at once.
    assert_eq!(other.catalogue().await, set);
    let old = other.buy(purchase("ann", "rocket", 1, 30, "1")).await;
    let status = refused(old, Code::FailedPrecondition, "PRICE_CHANGED");
    assert_eq!(detail(&status, "price"), "25");
    let gone = other.buy(purchase("ann", "recon", 1, 10, "1")).await;
    refused(gone, Code::NotFound, "UNKNOWN_OFFER");
    let pair = other
        .buy(purchase("ann", "pair", 1, 45, "1"))
        .await
        .unwrap();
    let wallet = pair.wallet.unwrap();
    assert_eq!(wallet.coins, 955);
    assert_eq!(wallet.items, [items("rocket", 1), items("shield", 3)]);

    // A repeat is answered alike, whatever has followed.
    let third = suite.set_catalogue(set.clone()).await.unwrap();
    assert_eq!(third.version, 3);
    assert_eq!(other.set_catalogue(next).await.unwrap(), set);
    let mut stale = set.clone();
    stale.offers.clear();
    let answer = other.set_catalogue(stale).await;
    let status = refused(answer, Code::Aborted, "STALE_CATALOGUE");
    assert_eq!(detail(&status, "version"), "3");
    for version in [0, 9, u64::MAX] {
        let never = wire::Catalogue {
            version,
            ..set.clone()
        };
        let answer = other.set_catalogue(never).await;
        refused(answer, Code::Aborted, "STALE_CATALOGUE");
    }
    assert_eq!(suite.catalogue().await, third);
    // A shop can be closed.
    let closed = wire::Catalogue {
        version: 3,
        ..wire::Catalogue::default()
    };
    suite.set_catalogue(closed).await.unwrap();
    assert_eq!(other.catalogue().await.offers, []);
}

pub(super) async fn of_several_who_change_it_at_once_one_does(url: String) {
    let suite = Suite::start(&url).await;
    for round in 1..6 {
        let changes = (0..6).map(|number| {
            let suite = suite.clone();
            let catalogue = wire::Catalogue {
                version: round,
                offers: vec![offer("x", 100 * round + number, vec![items("rocket", 1)])],
                gift: None,
            };
            tokio::spawn(async move { suite.set_catalogue(catalogue).await })
        });
        let mut set = Vec::new();
        for change in futures::future::join_all(changes.collect::<Vec<_>>()).await {
            match change.unwrap() {
                Ok(catalogue) => set.push(catalogue),
                Err(status) => assert_eq!(reason(&status), "STALE_CATALOGUE"),
            }
        }
        assert_eq!(set, [suite.catalogue().await]);
        assert_eq!(set[0].version, round + 1);
    }
}

pub(super) async fn a_new_shop_sells_what_its_operator_says(url: String) {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("catalogue.toml");
    let text = "[[offer]]\nid = \"one\"\nprice = 7\nitems = { rocket = 1 }\n";
    std::fs::write(&file, text).unwrap();
    let options = Options {
        catalogue: Some(file),
    };
    let suite = Suite::start_with(&url, &options).await;
    let sold = wire::Catalogue {
        version: 1,
        offers: vec![offer("one", 7, vec![items("rocket", 1)])],
        gift: Some(wire::Gift::default()),
    };
    assert_eq!(suite.catalogue().await, sold);
    // The shop keeps what it has, whatever another process would begin with.
    let other = Suite::start(&url).await;
    assert_eq!(other.catalogue().await, sold);
}

pub(super) async fn faulty_catalogues_are_refused_with_reasons(url: String) {
    let suite = Suite::start(&url).await;
    let first = suite.catalogue().await;
    let with = |offer: wire::Offer| wire::Catalogue {
        offers: vec![first.offers[0].clone(), offer],
        ..first.clone()
    };
    let gift = |coins, items| wire::Catalogue {
        gift: Some(wire::Gift { coins, items }),
        ..first.clone()
    };
    let rocket = || vec![items("rocket", 1)];
    for (catalogue, field, why) in [
        (
            with(offer("X", 1, rocket())),
            "catalogue.offers[1].id",
            "MALFORMED_NAME",
        ),
        (
            with(offer("", 1, rocket())),
            "catalogue.offers[1].id",
            "MALFORMED_NAME",
        ),
        (
            with(offer("recon", 1, rocket())),
            "catalogue.offers[1].id",
            "NAMED_TWICE",
        ),
        (
            with(offer("x", 0, rocket())),
            "catalogue.offers[1].price",
            "OUT_OF_BOUNDS",
        ),
        (
            with(offer("x", u64::MAX, rocket())),
            "catalogue.offers[1].price",
            "OUT_OF_BOUNDS",
        ),
        (
            with(offer("x", 1, vec![])),
            "catalogue.offers[1].items",
            "MISSING_FIELD",
        ),
        (
            with(offer("x", 1, vec![items("", 1)])),
            "catalogue.offers[1].items",
            "MALFORMED_NAME",
        ),
        (
            with(offer("x", 1, vec![items("a", 0)])),
            "catalogue.offers[1].items",
            "OUT_OF_BOUNDS",
        ),
        (
            with(offer("x", 1, [rocket(), rocket()].concat())),
            "catalogue.offers[1].items",
            "NAMED_TWICE",
        ),
        (
            gift(u64::MAX, vec![]),
            "catalogue.gift.coins",
            "OUT_OF_BOUNDS",
        ),
        (
            gift(0, vec![items("a", u32::MAX)]),
            "catalogue.gift.items",
            "OUT_OF_BOUNDS",
        ),
        (
            gift(0, vec![items("a", 1), items("a", 2)]),
            "catalogue.gift.items",
            "NAMED_TWICE",
        ),
    ] {
        use tonic_types::StatusExt as _;
        let status = refused(
            suite.set_catalogue(catalogue).await,
            Code::InvalidArgument,
            why,
        );
        let details = status.get_error_details();
        assert_eq!(
            details.bad_request().unwrap().field_violations[0].field,
            field
        );
    }
    let nothing = named(wire::SetCatalogueRequest { catalogue: None });
    let nothing = suite.client().set_catalogue(nothing).await;
    refused(nothing, Code::InvalidArgument, "MISSING_FIELD");
    assert_eq!(suite.catalogue().await, first);
}

pub(super) async fn an_operator_shows_and_changes_it(url: String) {
    let suite = Suite::start(&url).await;
    let records = || suite.records.clone();
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("catalogue.toml");
    let (shown, version) = shop::catalogue_in_place(records()).await.unwrap();
    std::fs::write(
        &file,
        shown.to_toml(version).replace("price = 30", "price = 33"),
    )
    .unwrap();
    let (changed, instead_of) = Catalogue::read(&file).unwrap();
    assert_eq!(instead_of, Some(1));
    let set = shop::put_in_place(records(), &changed, instead_of).await;
    assert_eq!(set.unwrap(), 2);
    suite
        .buy(purchase("ann", "rocket", 1, 33, "1"))
        .await
        .unwrap();
    // What was shown is not in place any more.
    let stale = shop::put_in_place(records(), &shown, instead_of).await;
    assert!(stale.unwrap_err().to_string().contains("version 1"));
    // Who does not say what it is to replace replaces whatever is there.
    let set = shop::put_in_place(records(), &shown, None).await;
    assert_eq!(set.unwrap(), 3);
    suite
        .buy(purchase("ann", "rocket", 1, 30, "2"))
        .await
        .unwrap();
}
