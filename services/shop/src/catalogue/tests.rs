use super::*;

#[test]
fn the_built_in_catalogue_sells_every_boost_and_reads_back() {
    let catalogue = Catalogue::built_in().unwrap();
    for boost in ["recon", "rocket", "shield", "sabotage"] {
        let offer = catalogue.offer(boost).unwrap();
        assert_eq!(offer.items, Items::from([(boost.to_owned(), 1)]));
        assert!(catalogue.gift.items.contains_key(boost), "{boost}");
    }
    // A bundle is worth its price.
    let single = |item: &str| catalogue.offer(item).unwrap().price;
    for bundle in catalogue
        .offers
        .iter()
        .filter(|offer| offer.items.len() > 1)
    {
        let apart = bundle.items.iter();
        let apart: u64 = apart
            .map(|(item, count)| single(item) * u64::from(*count))
            .sum();
        assert!(bundle.price < apart, "{}", bundle.id);
    }
    let again = Catalogue::parse(&catalogue.to_toml(7)).unwrap();
    assert_eq!(again, (catalogue, Some(7)));
    let nothing = Catalogue::default();
    let again = Catalogue::parse(&nothing.to_toml(1)).unwrap();
    assert_eq!(again, (nothing, Some(1)));
}

#[test]
fn faulty_files_are_refused_in_words() {
    let offer = |id: &str, price: &str, items: &str| {
        format!("[[offer]]\nid = \"{id}\"\nprice = {price}\nitems = {{ {items} }}\n")
    };
    let fine = offer("a", "1", "rocket = 1");
    let kinds: Vec<_> = (0..=MOST_ITEMS)
        .map(|item| format!("i{item} = 1"))
        .collect();
    for (text, why) in [
        ("nonsense".to_owned(), "not a catalogue"),
        ("prices = 1".to_owned(), "unknown field `prices`"),
        (format!("version = -1\n{fine}"), "not a catalogue"),
        (offer("a", "-1", "rocket = 1"), "not a catalogue"),
        (offer("a", "1.5", "rocket = 1"), "not a catalogue"),
        (offer("a", "1", "rocket = -1"), "not a catalogue"),
        (format!("{fine}bonus = 1"), "unknown field `bonus`"),
        (offer("A", "1", "rocket = 1"), "offers[0].id: a name takes"),
        (offer("", "1", "rocket = 1"), "offers[0].id: a name takes"),
        (
            offer("a", "0", "rocket = 1"),
            "offers[0].price: a price is 1",
        ),
        (
            offer("a", "1000000001", "rocket = 1"),
            "offers[0].price: a price is 1",
        ),
        (offer("a", "1", ""), "offers[0].items: say what"),
        (offer("a", "1", "rocket = 0"), "there are 1 to 1000"),
        (offer("a", "1", "rocket = 1001"), "there are 1 to 1000"),
        (
            offer("a", "1", "Rocket = 1"),
            "offers[0].items: a name takes",
        ),
        (offer("a", "1", &kinds.join(", ")), "at most 20 kinds"),
        (fine.repeat(2), "offer `a` is there twice"),
        (
            "[gift]\ncoins = 1000000001".to_owned(),
            "gift.coins: a gift has",
        ),
        (
            "[gift]\nitems = { rocket = 0 }".to_owned(),
            "gift.items: there are",
        ),
        (
            (0..=MOST_OFFERS)
                .map(|id| offer(&format!("o{id}"), "1", "rocket = 1"))
                .collect(),
            "offers: a catalogue has",
        ),
    ] {
        let error = Catalogue::parse(&text).unwrap_err();
        assert!(format!("{error:#}").contains(why), "{text}: {error:#}");
    }
    let error = Catalogue::read(Path::new("/nowhere.toml")).unwrap_err();
    assert!(format!("{error:#}").contains("/nowhere.toml"), "{error:#}");
}
