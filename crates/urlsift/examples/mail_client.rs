//! Prints the bodies of a raw message with their links underlined, as a mail client shows them.

use std::{
    io::{self, Read, Write},
    ops::Range,
};

use urlsift::Section;

fn main() -> io::Result<()> {
    let mut raw = Vec::new();
    io::stdin().read_to_end(&mut raw)?;
    show(&raw, &mut io::stdout().lock())
}

/// Prints each body, with the underlines below each line.
pub(crate) fn show(raw: &[u8], out: &mut impl Write) -> io::Result<()> {
    for text in urlsift::message(raw).texts() {
        let Section::Part(part) = text.section() else {
            continue;
        };
        let mut view = View::new(&text.text());
        let mut last = None;
        for (piece, link) in text.pieces() {
            // The pieces of a link stand together.
            if last.replace(link.span()) != Some(link.span()) {
                view.add(link.url(), part.number());
            }
            view.underline(piece);
        }
        view.print(out)?;
    }
    Ok(())
}

/// A text and its underlined links.
struct View {
    text: String,
    /// For each byte of the text, the number of its link, or 0.
    underlined: Vec<usize>,
    targets: Vec<String>,
}

impl View {
    fn new(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            underlined: vec![0; text.len()],
            targets: Vec::new(),
        }
    }

    fn add(&mut self, url: &str, part: Option<&str>) {
        let place = part.map_or_else(|| "header".to_owned(), |part| format!("part {part}"));
        self.targets.push(format!("{url} ({place})"));
    }

    fn underline(&mut self, piece: Range<usize>) {
        self.underlined[piece].fill(self.targets.len());
    }

    fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let mut start = 0;
        for line in self.text.split_inclusive('\n') {
            writeln!(out, "{}", line.trim_end())?;
            let marks = line.char_indices().map(|(at, _)| {
                let link = self.underlined[start + at];
                if link == 0 { ' ' } else { '~' }
            });
            let marks: String = marks.collect();
            if !marks.trim().is_empty() {
                writeln!(out, "{}", marks.trim_end())?;
            }
            start += line.len();
        }
        for (target, number) in self.targets.iter().zip(1..) {
            writeln!(out, "{number}: {target}")?;
        }
        Ok(())
    }
}
