//! Tests with random and large inputs, and for agreement between output modes.

use urlsift_tables::bytes;

use crate::support::links::bytes;
use crate::support::{dir_with, line_breaks, run_in, run_with};
use std::sync::LazyLock;

/// A deterministic pseudo-random number generator (xorshift).
struct Rng(u64);

impl Rng {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % limit as u64).expect("a small number")
    }
}

static TOKENS: LazyLock<Vec<&[u8]>> = LazyLock::new(|| bytes!("robustness.toml", "tokens"));

/// Returns random texts made of tokens that the rules treat specially.
fn texts(count: usize) -> Vec<(String, Vec<u8>)> {
    let mut numbers = Rng(0x9e37_79b9_7f4a_7c15);
    let text = |number: usize| {
        let tokens = 20 + numbers.below(150);
        let text = (0..tokens).flat_map(|_| TOKENS[numbers.below(TOKENS.len())]);
        (format!("{number:04}"), text.copied().collect())
    };
    (0..count).map(text).collect()
}

#[test]
fn output_modes_agree() {
    let texts = texts(120);
    let files: Vec<_> = texts
        .iter()
        .map(|(name, text)| (name.as_str(), text))
        .collect();
    let dir = dir_with(&files);
    let links = run_in(&dir, &["list", "-a", "--conforms=none", "--json", "."]).json();
    let mut printed = Vec::new();
    for link in &links {
        printed.extend(
            format!(
                "{}:{}:",
                link["path"].as_str().expect("a path"),
                link["line"]
            )
            .bytes(),
        );
        printed.extend(bytes(link, "url"));
        printed.push(b'\n');
    }
    let assert_same = |args: &[&str]| assert!(run_in(&dir, args).stdout == printed, "{args:?}");
    assert_same(&["list", "-an", "--conforms=none", "."]);
    assert_same(&[
        "list",
        "-an",
        "--conforms=none",
        "--hyphen=keep",
        "--delimiter=url,angle",
        ".",
    ]);
    assert_same(&["grep", "-an", "--conforms=none", "", "."]);
    assert_same(&["grep", "-an", "--conforms=none", "-v", "[^\\s\\S]", "."]);
    assert_same(&[
        "grep",
        "-an",
        "--conforms=none",
        "-F",
        "-e",
        "none",
        "-e",
        "",
        ".",
    ]);
    let counted = run_in(&dir, &["list", "-a", "--conforms=none", "-c", "."]);
    let names = run_in(&dir, &["list", "-a", "--conforms=none", "-l", "."]);
    let count = |line: &str| -> usize {
        line.rsplit_once(':')
            .expect("a count")
            .1
            .parse()
            .expect("a number")
    };
    assert_eq!(counted.out().lines().count(), texts.len());
    assert_eq!(counted.out().lines().map(count).sum::<usize>(), links.len());
    let filled = counted.out().lines().filter(|line| count(line) > 0).count();
    assert_eq!(names.out().lines().count(), filled);
    let with = run_in(&dir, &["grep", "-a", "--conforms=none", "-IN", "a", "."])
        .stdout
        .len();
    let without = run_in(&dir, &["grep", "-a", "--conforms=none", "-INv", "a", "."])
        .stdout
        .len();
    assert_eq!(
        with + without,
        run_in(&dir, &["list", "-a", "--conforms=none", "-IN", "."])
            .stdout
            .len()
    );
}

#[test]
fn standard_input_and_file_give_the_same_output() {
    let mut found = 0;
    for (name, text) in texts(40) {
        let dir = dir_with(&[(name.as_str(), &text)]);
        // Standard input is never binary.
        let file = run_in(
            &dir,
            &["list", "-a", "--conforms=none", "-n", name.as_str()],
        );
        let pipe = run_with(&["list", "--conforms=none", "-n"], &text);
        assert_eq!(file.stdout, pipe.stdout, "{name}");
        assert_eq!(file.status, pipe.status, "{name}");
        found += line_breaks(&pipe.stdout);
    }
    assert!(found > 100, "{found}");
}

#[test]
fn random_bytes_are_no_error() {
    let mut numbers = Rng(1);
    let rubbish: Vec<u8> = (0..200_000)
        .flat_map(|_| numbers.next().to_le_bytes())
        .collect();
    let found = run_with(&["list", "--conforms=none"], &rubbish);
    assert_eq!((found.err(), found.status < 2), ("", true));
    let text = [&rubbish[..], b"\n\n<URL:found>"].concat();
    let found = run_with(&["list", "--conforms=none"], &text);
    assert!(found.stdout.ends_with(b"found\n"));
}
