//! Plain text by density of links.

use crate::{Text, hostile, random::Random};

/// Returns texts of increasing density: without links, with a link in every 100th line, in every 10th and in every
/// line; and a hostile text.
#[must_use]
pub fn all() -> [Text; 5] {
    [
        sparse(),
        every("rare.txt", 100),
        every("common.txt", 10),
        dense(),
        hostile::combined(),
    ]
}

/// Prose without any `<`.
fn sparse() -> Text {
    let mut random = Random::new(2);
    let block: String = (0..20_000).map(|_| random.prose_line()).collect();
    Text::new("sparse.txt", block, 0)
}

/// Prose with a link in every `nth` line.
fn every(name: &'static str, nth: usize) -> Text {
    lines(name, 3, 200, |random| {
        let prose: String = (1..nth).map(|_| random.prose_line()).collect();
        prose + &link_line(random, false, false)
    })
}

/// A link in every line; one in four is wrapped, one in four quoted.
fn dense() -> Text {
    lines("dense.txt", 1, 20_000, |random| {
        let (wrapped, quoted) = (random.percent(25), random.percent(25));
        link_line(random, wrapped, quoted)
    })
}

/// Generates a block of `links` pieces, each with one link.
fn lines(name: &'static str, seed: u64, links: u64, line: impl Fn(&mut Random) -> String) -> Text {
    let mut random = Random::new(seed);
    let block: String = (0..links).map(|_| line(&mut random)).collect();
    Text::new(name, block, links)
}

fn link_line(random: &mut Random, wrapped: bool, quoted: bool) -> String {
    let scheme = random.pick(&["http", "https", "ftp"]);
    let (host, mut path) = (random.host(), random.path());
    let quote = if quoted { "> " } else { "" };
    if wrapped {
        let at = 1 + random.below(path.len() - 1);
        path.insert_str(at, &format!("\n{quote}"));
    }
    let opening = random.pick(&["<", "<URL:"]);
    let (before, after) = (random.word(), random.word());
    format!("{quote}{before} {opening}{scheme}://{host}{path}> {after}\n")
}
