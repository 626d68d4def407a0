//! URLs as they are shown: `LinkFormattingTest.txt` of UTS #58, and where we depart from it.

use std::fmt::Write as _;

use urlsift::format::{display, in_text};
use urlsift_tables::{lines, rows};

/// What each mark of the test's structures stands for: the character before the text, and whether it is in the query.
fn initiator(mark: char, first_of_query: bool) -> &'static str {
    match mark {
        'S' | 'H' => "",
        'P' => "/",
        'Q' if first_of_query => "?",
        'Q' => "&",
        'V' => "=",
        'F' => "#",
        _ => panic!("unknown mark {mark}"),
    }
}

/// Returns the URL of a structure such as `{𝑺=https:// 𝑯=example.com 𝑷=α}`, fully escaped.
fn escaped_url(structure: &str) -> String {
    const MARKS: [(char, char); 7] = [
        ('𝑺', 'S'),
        ('𝑯', 'H'),
        ('𝑷', 'P'),
        ('𝑸', 'Q'),
        ('𝑽', 'V'),
        ('𝑭', 'F'),
        ('𝑫', 'D'),
    ];
    let mark_of = |char| MARKS.iter().find(|(mark, _)| *mark == char);
    let structure = structure.trim_matches(['{', '}']);
    let starts: Vec<_> = structure
        .char_indices()
        .filter_map(|(at, char)| Some((at, *mark_of(char)?)))
        .collect();
    let ends = starts.iter().skip(1).map(|(at, _)| at - 1);
    let mut url = String::new();
    for ((at, (sign, mark)), end) in starts.iter().zip(ends.chain([structure.len()])) {
        let text = &structure[at + sign.len_utf8() + "=".len()..end];
        url += initiator(*mark, !url.contains('?'));
        for byte in text.bytes() {
            if "SH".contains(*mark) || byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
                url.push(byte.into());
            } else {
                write!(url, "%{byte:02X}").expect("a string");
            }
        }
    }
    url
}

/// The URLs of the first section stand in a text, those of the second one, of Wikipedia, on their own.
///
/// The first line of each pair is escaped by its author, who left the characters of syntax in some of them. So each
/// pair is also tested with a URL made from the structure in the comment before it.
#[test]
fn links_are_formatted_as_the_standard_does() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../corpus/uts58/LinkFormattingTest.txt"
    );
    let text = std::fs::read_to_string(path).expect("the test of the standard");
    let mut lines = text.lines();
    let mut format: fn(&[u8]) -> String = in_text;
    let (mut pairs, mut ambiguous) = (0, 0);
    while let Some(line) = lines.next() {
        let Some(structure) = line.strip_prefix("# {") else {
            if line == "# Wikipedia test cases" {
                format = display;
            }
            continue;
        };
        let (source, expected) = (lines.next(), lines.next());
        let (source, expected) = (source.expect("a source"), expected.expect("a result"));
        let url = escaped_url(structure);
        assert_eq!(format(url.as_bytes()), expected, "{url}");
        pairs += 1;
        // A character of syntax that is escaped in the result must be in the source.
        let is_ambiguous = ["%23", "%26", "%2F", "%3D", "%3F"]
            .iter()
            .any(|escape| expected.contains(escape) && !source.contains(escape));
        if is_ambiguous {
            ambiguous += 1;
        } else {
            assert_eq!(format(source.as_bytes()), expected, "{source}");
        }
    }
    assert_eq!((pairs, ambiguous), (55, 5));
}

#[test]
fn what_would_deceive_stays_encoded() {
    for (url, shown) in rows!("format.toml", "what_would_deceive_stays_encoded") {
        assert_eq!(display(url.as_bytes()), shown);
    }
}

#[test]
fn a_url_without_a_path_is_shown_as_it_is() {
    for url in lines!("format.toml", "a_url_without_a_path_is_shown_as_it_is") {
        assert_eq!(display(url.as_bytes()), url);
    }
    assert_eq!(in_text(b"http://a.example?a."), "http://a.example?a%2E");
    assert_eq!(in_text(b"//a.example/%C3%A9.#"), "//a.example/\u{e9}.#");
}
