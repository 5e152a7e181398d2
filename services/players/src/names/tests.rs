use proptest::prelude::*;

use super::*;

fn name(text: &str) -> Name {
    text.parse().unwrap_or_else(|why| panic!("{text:?}: {why}"))
}

#[test]
fn names_of_any_script_are_names() {
    for text in [
        "Ann",
        "Иван Петров",
        "Ольга-2",
        "Ελένη",
        "דוד",
        "محمد",
        "हिन्दी",
        "ไทยแลนด์",
        "田中さくら",
        "김철수",
        "王 Wang",
        "ᏣᎳᎩ",
        "ⵜⵉⴼⵉⵏⴰⵖ",
        "O'Neil",
        "Jean-Luc",
        "Zoë",
        "Guest 4F7K2",
        "42",
    ] {
        assert_eq!(name(text).as_str(), text);
    }
}

#[test]
fn spaces_around_and_between_are_tidied_and_letters_composed() {
    assert_eq!(name("  Ann   Lee ").as_str(), "Ann Lee");
    assert_eq!(name("Zoe\u{308}").as_str(), "Zo\u{EB}");
}

#[test]
fn what_cannot_be_seen_has_no_place_in_a_name() {
    for text in [
        "An\u{0}n",
        "An\nn",
        "An\tn",
        "An\u{200B}n",
        "An\u{200D}n",
        "An\u{202E}n",
        "An\u{2066}n",
        "An\u{FEFF}n",
        "An\u{AD}n",
        "An\u{A0}n",
        "An\u{E000}n",
        "An\u{3164}n",
        "An\u{FE0F}n",
        "An\u{E0041}n",
        "An\u{2800}n",
        "Ann<b>",
        "Ann👑",
    ] {
        let refused = text.parse::<Name>().unwrap_err();
        assert!(matches!(refused, MalformedName::Character(_)), "{text:?}");
    }
}

#[test]
fn length_marks_and_beginning_are_bounded() {
    let refused = |text: &str| text.parse::<Name>().unwrap_err();
    for text in ["", " ", "A", &"a".repeat(25), &"a ".repeat(2000)] {
        assert_eq!(refused(text), MalformedName::Length, "{text:?}");
    }
    assert_eq!(name(&"a".repeat(24)).as_str().len(), 24);
    assert_eq!(refused("--"), MalformedName::Letterless);
    assert_eq!(refused("\u{301}\u{301}"), MalformedName::Letterless);
    let zalgo = "Zalgo\u{301}\u{302}\u{303}\u{304}";
    assert_eq!(refused(zalgo), MalformedName::Marks);
}

#[test]
fn scripts_that_pass_for_each_other_do_not_mix() {
    // Cyrillic а in Latin, Greek ο in Latin, Latin in Cyrillic.
    for text in ["Аnn", "Bοb", "Ивaн", "pаypal"] {
        let refused = text.parse::<Name>().unwrap_err();
        assert_eq!(refused, MalformedName::MixedScripts, "{text:?}");
    }
}

#[test]
fn names_that_read_or_look_alike_are_one() {
    for (one, other) in [
        ("Ann", "ANN"),
        ("Ann", "Ａｎｎ"),
        ("straße", "STRASSE"),
        ("Сосо", "Coco"),
        ("Ернест", "ЕРНЕСТ"),
    ] {
        assert_eq!(name(one).fold(), name(other).fold(), "{one} and {other}");
    }
    for (one, other) in [("Iran", "lran"), ("B0b", "BOb"), ("Сосо", "Coco")] {
        assert_eq!(name(one).look(), name(other).look(), "{one} and {other}");
    }
    for (one, other) in [("Ann", "Bob"), ("Иван", "Ирина"), ("Ann1", "Ann2")] {
        assert_ne!(name(one).fold(), name(other).fold(), "{one} and {other}");
        assert_ne!(name(one).look(), name(other).look(), "{one} and {other}");
    }
}

proptest! {
    #[test]
    fn a_name_is_a_name_again_and_its_case_does_not_matter(text in "\\PC{0,30}") {
        if let Ok(name) = text.parse::<Name>() {
            prop_assert_eq!(&name.as_str().parse::<Name>().unwrap(), &name);
            prop_assert!((SHORTEST..=LONGEST).contains(&name.as_str().chars().count()));
            if let Ok(lower) = name.as_str().to_lowercase().parse::<Name>() {
                prop_assert_eq!(lower.fold(), name.fold());
            }
        }
    }

    #[test]
    fn no_text_breaks_it(text in any::<String>()) {
        let _ = text.parse::<Name>();
    }
}
