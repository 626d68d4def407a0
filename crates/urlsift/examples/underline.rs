//! Underlines the links in a decoded text, piece by piece, and lists their URLs.

use std::io::{self, Read, Write};

use urlsift::OffsetUnit;

fn main() -> io::Result<()> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    underline(&text, &mut io::stdout().lock())
}

/// Prints each line, the underlined and numbered pieces of links below it, and the numbered URLs at the end.
pub(crate) fn underline(text: &str, out: &mut impl Write) -> io::Result<()> {
    let source = urlsift::text(text).unit(OffsetUnit::CodePoints);
    let links: Vec<_> = source.links().collect();
    let pieces = links.iter().zip(1..).flat_map(|(link, number)| {
        let pieces = link.pieces().filter(|piece| !piece.is_empty());
        pieces.map(move |piece| (piece.range(), number))
    });
    let mut pieces = pieces.peekable();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.chars().count();
        writeln!(out, "{}", line.trim_end())?;
        while let Some((piece, number)) = pieces.next_if(|(piece, _)| piece.start < end) {
            let before = piece.start - start;
            writeln!(out, "{:before$}{} {number}", "", "~".repeat(piece.len()))?;
        }
        start = end;
    }
    for (link, number) in links.iter().zip(1..) {
        writeln!(out, "{number}: {}", link.url())?;
    }
    Ok(())
}
