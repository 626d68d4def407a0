//! Tests for `--conforms`, `--base`, and the choice of the best reading.

use crate::support::run;

/// The levels from strict to lax, each with a text that satisfies no stricter level.
const LEVELS: [(&str, &str); 5] = [
    ("rfc1738", "http://a/"),
    ("rfc3986", "http://a/~b"),
    ("whatwg", "http://é/"),
    ("relative", "../c"),
    ("none", "{d}"),
];

#[test]
fn check_exits_with_1_if_a_url_does_not_conform() {
    for (wanted, (level, _)) in LEVELS.into_iter().enumerate() {
        for (rank, (_, url)) in LEVELS.into_iter().enumerate() {
            let status = i32::from(rank > wanted);
            for flags in [&["--json"][..], &[], &["-q"], &["--quiet", "--json"]] {
                let args = [&["check", "--conforms", level], flags, &["--", url]].concat();
                let output = run(&args);
                assert_eq!((output.status, output.err()), (status, ""), "{args:?}");
                let is_quiet = flags.iter().any(|flag| flag.contains('q'));
                assert_eq!(output.out().is_empty(), is_quiet, "{args:?}");
            }
        }
        let urls = LEVELS.map(|(_, url)| url);
        for count in 1..=5 {
            let args = [&["check", "-q", "--conforms", level], &urls[..count]].concat();
            run(&args).gives(i32::from(count > wanted + 1), "");
        }
    }
}
