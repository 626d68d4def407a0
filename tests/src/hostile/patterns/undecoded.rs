//! Plain texts in which the number of links or lines matters.

use super::super::{
    MESSAGE, message,
    pattern::{Pattern, in_messages, numbered, repeat, repeated},
};

/// Returns all of them.
pub(super) fn lines() -> Vec<Pattern> {
    let links = |end: &'static str| {
        move |size| numbered(size, |number| format!("<http://a/{number}>{end}")).into_bytes()
    };
    vec![
        Pattern::new("links-of-a-line", links(" ")),
        Pattern::new("links-of-lines", links("\n")),
        Pattern::new("links-of-paragraphs", links("\n\n")),
        repeated(
            "links-in-a-message",
            MESSAGE.to_owned() + "\n",
            "<http://a/>\n",
        ),
        repeated("empty-lines-of-a-message", message("", ""), "\n"),
        // A single long line: most of it precedes its end.
        in_messages("deep-quoted-from", |room| {
            format!("\n{}From \n<http://a/>\n", repeat(">", room))
        }),
    ]
}
