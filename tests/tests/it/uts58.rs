//! Unicode's standard for links in text, UTS #58. Its data are in `corpus/uts58`, unchanged. The table of the search is
//! made from them, `URLSIFT_BLESS=1` writes it; and each line of the standard's tests is searched, those that we read
//! in another way are named in `differences.toml` there.

use std::{collections::BTreeMap, env, fmt::Write as _, fs, path::Path};

use regex::Regex;
use urlsift_scan::{Config, Event, find};

use urlsift_tests::cases::corpus;

/// The values of `Link_Term` in the table.
const VALUES: [(&str, u32); 5] = [
    ("Include", 0),
    ("Soft", 1),
    ("Hard", 2),
    ("Open", 3),
    ("Close", 3),
];

fn data(name: &str) -> String {
    let path = corpus().join("uts58").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the fields of each line of a file of the Unicode Character Database.
fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    let lines = text.lines().map(|line| line.split('#').next());
    let lines = lines.filter_map(|line| line.filter(|line| !line.trim().is_empty()));
    lines.map(|line| line.split(';').map(str::trim).collect())
}

fn code_point(hex: &str) -> u32 {
    u32::from_str_radix(hex, 16).expect("a code point")
}

/// Returns the value of each character that has one other than `Hard`.
fn link_term(text: &str) -> BTreeMap<char, &str> {
    let mut terms = BTreeMap::new();
    for row in rows(text) {
        let (first, last) = row[0].split_once("..").unwrap_or((row[0], row[0]));
        let chars = (code_point(first)..=code_point(last)).filter_map(char::from_u32);
        terms.extend(chars.map(|char| (char, row[1])));
    }
    terms
}

/// Returns the source of the table.
fn table() -> String {
    let (terms, brackets) = (data("LinkTerm.txt"), data("LinkBracket.txt"));
    let terms = link_term(&terms);
    let unassigned = Regex::new(r"^\p{Cn}").expect("a regex");
    let mut starts: Vec<u32> = Vec::new();
    let mut last = None;
    for char in '\u{80}'..=char::MAX {
        let term = terms.get(&char).copied().unwrap_or("Hard");
        let is_unassigned = || unassigned.is_match(char.encode_utf8(&mut [0; 4]));
        let term = if term == "Hard" && is_unassigned() {
            "Include"
        } else {
            term
        };
        let (_, value) = VALUES
            .into_iter()
            .find(|(name, _)| *name == term)
            .expect("a value");
        if last != Some(value) {
            starts.push(u32::from(char) << 2 | value);
            last = Some(value);
        }
    }
    let pairs = rows(&brackets).map(|row| [code_point(row[1]), code_point(row[0])]);
    let pairs: Vec<_> = pairs.filter(|[open, _]| *open >= 0x80).collect();
    let pairs = pairs.into_iter().flatten().filter_map(char::from_u32);
    let mut source = String::from(
        "//! The properties `Link_Term` and `Link_Bracket` of UTS #58, Unicode 17.0, beyond ASCII.\n\
         //!\n\
         //! Generated from `corpus/uts58` by `URLSIFT_BLESS=1 cargo test -p urlsift-tests uts58`. The data are\n\
         //! © Unicode, Inc., under the Unicode License (<https://www.unicode.org/terms_of_use.html>).\n\n\
         /// The first character of each run of characters with one value: the code point, shifted by two bits, and\n\
         /// the value: 0 for `Include`, 1 for `Soft`, 2 for `Hard`, 3 for `Open` and `Close`. An unassigned code\n\
         /// point is `Include`, since newer text has characters that are not in these data.\n",
    );
    writeln!(
        source,
        "#[rustfmt::skip]\npub(crate) const STARTS: [u32; {}] = [",
        starts.len()
    )
    .expect("a string");
    for line in starts.chunks(10) {
        let line: Vec<_> = line.iter().map(|&start| literal(start)).collect();
        writeln!(source, "    {}", line.join(" ")).expect("a string");
    }
    source += "];\n\n/// The brackets, each before its partner.\n";
    let pairs: Vec<char> = pairs.collect();
    source += "pub(crate) const BRACKETS: &str = \"\\\n";
    for line in pairs.chunks(60) {
        writeln!(source, "    {}\\", line.iter().collect::<String>()).expect("a string");
    }
    source.truncate(source.len() - "\\\n".len());
    source + "\";\n"
}

fn literal(number: u32) -> String {
    if number > 0xf_ffff {
        format!("{:#06x}_{:04x},", number >> 16, number & 0xffff)
    } else {
        format!("{number:#x},")
    }
}

#[test]
fn the_table_is_made_from_the_data() {
    let path = corpus().join("../crates/scan/src/line/link_term.rs");
    let made = table();
    if env::var_os("URLSIFT_BLESS").is_some() {
        fs::write(&path, &made).expect("a writable file");
    }
    check(&path, &made);
}

fn check(path: &Path, made: &str) {
    let found = fs::read_to_string(path).expect("the table");
    // The formatter breaks lines elsewhere.
    let words = |text: &str| {
        text.split_whitespace()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert!(
        words(&found) == words(made),
        "{} is old: URLSIFT_BLESS=1 cargo test -p urlsift-tests uts58",
        path.display()
    );
}

/// A line of the standard's test that we read in another way.
#[derive(serde::Deserialize)]
struct Difference {
    line: String,
    ours: String,
    why: String,
}

#[derive(serde::Deserialize)]
struct Differences {
    difference: Vec<Difference>,
}

/// Returns a line with `⸠` and `⸡` around each link that is found.
fn marked(line: &str) -> String {
    let mut marked = String::new();
    let mut from = 0;
    for event in find(
        line.as_bytes(),
        &Config::new().undelimited(true).names(true),
    ) {
        if let Event::Candidate(found) = event {
            let range = found.span().range();
            marked += &line[from..range.start];
            marked.extend(["⸠", &line[range.clone()], "⸡"]);
            from = range.end;
        }
    }
    marked + &line[from..]
}

#[test]
fn links_are_detected_as_the_standard_does() {
    let text = data("LinkDetectionTest.txt");
    let differences: Differences =
        toml::from_str(&data("differences.toml")).expect("a table of differences");
    let mut differences: BTreeMap<_, _> = differences
        .difference
        .into_iter()
        .map(|difference| {
            assert!(!difference.why.is_empty(), "{}", difference.line);
            (difference.line, difference.ours)
        })
        .collect();
    let lines = text
        .lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    let (mut count, mut faults) = (0, Vec::new());
    for line in lines {
        count += 1;
        let ours = marked(&line.replace(['⸠', '⸡'], ""));
        let expected = differences.remove(line);
        let expected = expected.as_deref().unwrap_or(line);
        if ours != expected {
            faults.push(format!("{ours}\nnot {expected}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(differences.is_empty(), "{:?}", differences.keys());
    assert_eq!(count, 344);
}
