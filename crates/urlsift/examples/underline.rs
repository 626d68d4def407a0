//! Underlines the links in a decoded text, piece by piece, and lists their URLs.

use std::io::{self, Read, Write};

use urlsift::{Conformance, Verdict, candidates};

fn main() -> io::Result<()> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    underline(&text, &mut io::stdout().lock())
}

/// Prints each line, the underlined and numbered pieces of links below it, and the numbered URLs at the end.
pub(crate) fn underline(text: &str, out: &mut impl Write) -> io::Result<()> {
    let links = candidates(text.as_bytes());
    let is_shown = |url: &[u8]| Verdict::of(url).reaches(Conformance::Whatwg);
    let links: Vec<_> = links.filter(|link| is_shown(link.url())).collect();
    let pieces = links.iter().zip(1..).flat_map(|(link, number)| {
        let pieces = link.pieces().iter().filter(|piece| !piece.is_empty());
        pieces.map(move |piece| (piece.range(), number))
    });
    let mut pieces = pieces.peekable();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        writeln!(out, "{}", line.trim_end())?;
        while let Some((piece, number)) = pieces.next_if(|(piece, _)| piece.start < end) {
            let before = text[start..piece.start].chars().count();
            let marks = "~".repeat(text[piece].chars().count());
            writeln!(out, "{:before$}{marks} {number}", "")?;
        }
        start = end;
    }
    for (link, number) in links.iter().zip(1..) {
        writeln!(out, "{number}: {}", String::from_utf8_lossy(link.url()))?;
    }
    Ok(())
}
