use crossterm::event::KeyCode;

use super::{Action, Picker, Viewport};
use crate::{
    keys::Answer,
    link::{ListedLink, Location},
    page::Page,
};

/// Returns a link of the message at offset `message`.
fn link(url: &str, message: u64) -> ListedLink {
    let location = Location {
        path: "mbox".into(),
        message: Some(message),
        title: Some(format!("Message {message}")),
        part: Some("header field Xref".into()),
    };
    ListedLink::with_readings([url], location)
}

fn picker(links: usize) -> Picker {
    let mut picker = Picker::new(false);
    for number in 1..=links {
        picker.add(link(&format!("http://a.example/{number}"), 0));
    }
    picker
}

fn press(picker: &mut Picker, keys: &str) -> Vec<Action> {
    let keys = keys.chars().map(|char| match char {
        '\n' => KeyCode::Enter,
        '\x1b' => KeyCode::Esc,
        char => KeyCode::Char(char),
    });
    let viewport = Viewport {
        columns: 80,
        lines: 10,
    };
    keys.filter_map(|key| picker.press(key.into(), viewport))
        .collect()
}

fn current(picker: &Picker) -> String {
    picker
        .current()
        .map(ListedLink::printable_url)
        .unwrap_or_default()
}

fn chosen_urls(picker: &Picker) -> Vec<String> {
    let chosen = picker.chosen();
    chosen.map(|(_, link)| link.printable_url()).collect()
}

fn counts(picker: &Picker) -> (usize, usize, usize) {
    let counts = picker.counts();
    (counts.links, counts.listed, counts.marked)
}

#[test]
fn same_url_is_counted_in_one_message_only() {
    let mut picker = Picker::new(false);
    for (url, message) in [
        ("a:", 0),
        ("b:", 0),
        ("a:", 0),
        ("a:", 9),
        ("b:", 9),
        ("a:", 9),
    ] {
        picker.add(link(url, message));
    }
    let rows: Vec<_> = picker
        .rows(0..9)
        .map(|row| (row.number, row.link.printable_url(), row.link.count))
        .collect();
    let expected = [(1, "a:", 2), (2, "b:", 1), (3, "a:", 2), (4, "b:", 1)];
    assert_eq!(
        rows,
        expected.map(|(at, url, count)| (at, url.to_owned(), count))
    );
}

#[test]
fn typed_number_moves_to_its_link() {
    let mut picker = picker(12);
    for (keys, number) in [
        ("1", 1),
        ("2", 12),
        ("1", 1),
        ("3", 3),
        ("4", 4),
        ("j1", 1),
        ("0", 10),
    ] {
        press(&mut picker, keys);
        assert_eq!(
            current(&picker),
            format!("http://a.example/{number}"),
            "{keys}"
        );
    }
    press(&mut picker, "0");
    assert_eq!(picker.status.as_deref(), Some("no link 100 is shown"));
    // Links that are not listed cannot be moved to.
    press(&mut picker, "/2\n1");
    assert_eq!(current(&picker), "http://a.example/2");
    assert_eq!(picker.status.as_deref(), Some("no link 1 is shown"));
}

#[test]
fn current_link_is_on_the_screen() {
    let mut picker = picker(30);
    assert_eq!(picker.scroll(10), 0..10);
    press(&mut picker, "jjjjjjjjjj");
    assert_eq!(picker.scroll(10), 1..11);
    press(&mut picker, "kkkkk");
    assert_eq!(picker.scroll(10), 1..11);
    press(&mut picker, "G");
    assert_eq!(picker.scroll(10), 20..30);
    assert_eq!(picker.scroll(50), 0..50);
    press(&mut picker, "g");
    assert_eq!(picker.scroll(0), 1..1);
    assert_eq!(picker.scroll(1), 0..1);
}

#[test]
fn current_link_stays_if_it_matches() {
    let mut picker = picker(12);
    press(&mut picker, "5/example message");
    assert_eq!(counts(&picker), (12, 12, 0));
    assert_eq!(current(&picker), "http://a.example/5");
    press(&mut picker, " 1");
    assert_eq!(counts(&picker), (12, 4, 0));
    assert_eq!(current(&picker), "http://a.example/1");
    picker.add(link("http://a.example/13", 0));
    picker.add(link("http://a.example/24", 0));
    assert_eq!(counts(&picker), (14, 5, 0));
    picker.paste("3\n");
    assert_eq!(current(&picker), "http://a.example/13");
    press(&mut picker, "\x1b");
    assert_eq!(counts(&picker), (14, 14, 0));
    assert_eq!(current(&picker), "http://a.example/13");
}

#[test]
fn names_are_shown_on_request() {
    let mut picker = picker(1);
    let mut name = link("https://b.example", 0);
    name.is_name = true;
    picker.add(name);
    picker.add(link("http://c.example/", 0));
    assert_eq!(counts(&picker), (2, 2, 0));
    press(&mut picker, "2");
    assert_eq!(current(&picker), "http://c.example/");
    press(&mut picker, "n");
    assert_eq!(
        (counts(&picker), current(&picker)),
        ((3, 3, 0), "http://c.example/".to_owned())
    );
    press(&mut picker, "2a");
    assert_eq!(
        (counts(&picker), current(&picker)),
        ((3, 3, 3), "https://b.example".to_owned())
    );
    press(&mut picker, "n");
    assert_eq!(counts(&picker), (2, 2, 2));
}

#[test]
fn no_action_without_a_link() {
    let mut picker = picker(2);
    assert_eq!(press(&mut picker, "/none\n\noycr "), []);
    assert_eq!(picker.status, None);
    assert_eq!(press(&mut picker, "o"), []);
    assert_eq!(picker.status.as_deref(), Some("no link has these words"));
    assert_eq!(
        press(&mut picker, "\x1b\n\x1b"),
        [Action::Open, Action::Quit]
    );
}

#[test]
fn question_takes_only_answers() {
    let mut picker = picker(2);
    let page = Page::new("Open?".into(), "a\nb\nc".into(), "");
    picker.ask(Some(page));
    assert_eq!(press(&mut picker, "\no jG?/"), []);
    // Links that arrive meanwhile change nothing.
    picker.add(link("http://a.example/3", 0));
    assert_eq!(
        press(&mut picker, "yn\x1b"),
        [Answer::Yes, Answer::No, Answer::Cancel].map(Action::Answer)
    );
    picker.ask(None);
    assert_eq!(counts(&picker), (3, 3, 0));
    assert_eq!(press(&mut picker, "\n"), [Action::Open]);
}

#[test]
fn links_that_are_not_listed_stay_marked() {
    let mut picker = picker(3);
    press(&mut picker, "a");
    assert_eq!(counts(&picker), (3, 3, 3));
    press(&mut picker, "/2\na");
    assert_eq!(counts(&picker), (3, 1, 2));
    let chosen = chosen_urls(&picker);
    assert_eq!(chosen, ["http://a.example/1", "http://a.example/3"]);
    picker.unmark(0);
    assert_eq!(counts(&picker), (3, 1, 1));
    let chosen = chosen_urls(&picker);
    assert_eq!(chosen, ["http://a.example/3"]);
    picker.unmark(2);
    let chosen = chosen_urls(&picker);
    assert_eq!(chosen, ["http://a.example/2"]);
}
