//! Makes the links of a text clickable in HTML, but those that a client would ask about or never open.

use std::io::{self, Read};

use urlsift::Advice;

#[expect(clippy::print_stdout)]
fn main() -> io::Result<()> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    print!("{}", linkify(&text));
    Ok(())
}

/// Returns the text as HTML, with its links.
pub(crate) fn linkify(text: &str) -> String {
    let (mut html, mut end) = (String::new(), 0);
    for shown in urlsift::text(text).texts() {
        for (piece, link) in shown.pieces() {
            if link.advice().0 > Advice::Show {
                continue;
            }
            let [before, inside] =
                [end..piece.start, piece.clone()].map(|range| escape(&text[range]));
            html.extend([
                &*before,
                "<a href=\"",
                &escape(link.url()),
                "\">",
                &*inside,
                "</a>",
            ]);
            end = piece.end;
        }
    }
    html + &escape(&text[end..])
}

fn escape(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('"', "&quot;")
}
