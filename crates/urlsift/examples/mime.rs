//! Lists the links of the bodies of a message that another library parses: this crate then needs its feature `html`
//! only.

use std::io::{self, Read};

use mail_parser::{MessageParser, PartType};

#[expect(clippy::print_stdout)]
fn main() -> io::Result<()> {
    let mut raw = Vec::new();
    io::stdin().read_to_end(&mut raw)?;
    for line in links(&raw) {
        println!("{line}");
    }
    Ok(())
}

/// Returns a line for each link: its URL, and what the reader sees.
pub(crate) fn links(raw: &[u8]) -> Vec<String> {
    let message = MessageParser::default().parse(raw).unwrap_or_default();
    let mut lines = Vec::new();
    for part in &message.parts {
        let source = match &part.body {
            PartType::Text(text) => urlsift::text(text),
            PartType::Html(page) => urlsift::html(page),
            _ => continue,
        };
        lines.extend(source.links().map(|link| {
            let shown = link
                .markup()
                .map(|markup| markup.text().unwrap_or("no text"));
            format!("{} ({})", link.url(), shown.unwrap_or("as it is"))
        }));
    }
    lines
}
