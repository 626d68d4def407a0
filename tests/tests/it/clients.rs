//! The texts of `corpus/clients`: the links that the crate finds. The tests of the command, of the C library and of the
//! packages for JavaScript and Python read the same texts.

use std::fs;

use urlsift::{Advice, Conformance, Link, LinkWarning};
use urlsift_scheme::SchemeInfo;
use urlsift_tests::clients::{self, Hostile};

#[test]
fn texts_of_clients() {
    for text in clients::texts() {
        let (page, message) = (text.page(), text.message());
        for source in [
            urlsift::text(&text.text),
            urlsift::html(&page),
            urlsift::message(message.as_bytes()),
        ] {
            let links: Vec<_> = source.links().collect();
            let urls = links.iter().map(Link::url);
            assert!(urls.eq(text.found()), "{}", text.name);
            let advice = links.iter().map(|link| link.advice().0.name());
            assert!(advice.eq(text.advice()), "{}", text.name);
        }
    }
}

/// The table of advice in the guide has the rows of the code.
#[test]
fn advice_is_as_the_guide_says() {
    let guide = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/embedding/README.md");
    let guide = fs::read_to_string(guide).expect("the guide");
    let rows: Vec<Vec<&str>> = guide
        .lines()
        .filter(|line| line.starts_with("| `"))
        .map(names)
        .collect();
    let row_of = |name: &str| {
        rows.iter()
            .find(|row| row.contains(&name))
            .map(|row| row[0])
    };
    for warning in LinkWarning::all() {
        assert_eq!(
            row_of(warning.code()),
            Some(warning.advice().name()),
            "{warning:?}"
        );
    }
    for info in SchemeInfo::ALL {
        let (advice, reason) = Advice::of(Some(info.name()), []);
        assert_eq!(
            row_of(info.name()).unwrap_or("ask"),
            advice.name(),
            "{}",
            info.name()
        );
        assert_eq!(reason.is_empty(), advice == Advice::Open);
    }
    for scheme in ["javascript", "vbscript", "blob"] {
        assert_eq!(row_of(scheme), Some("text"));
        assert_eq!(Advice::of(Some(scheme), []).0, Advice::Text);
    }
}

/// Returns what stands in backquotes.
fn names(row: &str) -> Vec<&str> {
    row.split('`').skip(1).step_by(2).collect()
}

/// The advice on each link, and the URL that it is about.
#[test]
fn hostile_texts() {
    let Hostile { texts, pages } = clients::hostile();
    let texts = texts.iter().map(|text| (text, urlsift::text(&text.text)));
    let pages = pages.iter().map(|page| (page, urlsift::html(&page.text)));
    for (text, source) in texts.chain(pages) {
        let links = source
            .conforms(Conformance::None)
            .links()
            .map(|link| link.with_unwrapping(true));
        let found: Vec<_> = links
            .map(|link| {
                let url = link.absolute().unwrap_or(link.url().into());
                (url.into_owned(), link.advice().0.name().to_owned())
            })
            .collect();
        assert_eq!(found, text.links, "{}", text.name);
    }
}

#[test]
fn advice_on_a_link_is_about_what_it_leads_to() {
    for (page, expected) in [
        ("<a href='http://a.example/'>a</a>", Advice::Open),
        (
            "<base href='http://a.example/'><a href='b'>a</a>",
            Advice::Open,
        ),
        ("<a href='b'>a</a>", Advice::Text),
        ("<base href='file:///etc/'><a href='b'>a</a>", Advice::Text),
        ("<a href='JavaScript:x()'>a</a>", Advice::Text),
        ("<a href='tel:+1'>a</a>", Advice::Ask),
        (
            "<a href='http://a.example/'>http://b.example/</a>",
            Advice::Ask,
        ),
        (
            "<a href='http://256.1.1.1/'>http://b.example/</a>",
            Advice::Text,
        ),
    ] {
        let is_of_a = |link: &Link<'_>| link.markup().is_some_and(|markup| markup.element() == "a");
        let link = urlsift::html(page)
            .conforms(Conformance::None)
            .links()
            .find(is_of_a)
            .expect(page);
        assert_eq!(link.advice().0, expected, "{page}");
    }
}
