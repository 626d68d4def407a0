//! Mailboxes for tests that need many messages, or large ones.

use std::fmt::Display;

/// The line before a message in a mailbox.
pub const FROM: &str = "From a@b.example Mon Jan 30 09:12:04 1995\n";

/// Returns a mailbox of messages. Each is a header section, an empty line and a body that ends with a line break.
#[must_use]
pub fn mbox<M: AsRef<str>>(messages: impl IntoIterator<Item = M>) -> String {
    let mut mbox = String::new();
    for message in messages {
        mbox.extend([FROM, message.as_ref(), "\n"]);
    }
    mbox
}

/// Returns a mailbox of this many messages of five lines, each with its number.
#[must_use]
pub fn numbered_mbox(messages: usize) -> String {
    mbox_of_links((0..messages).map(|number| format!("http://{number}/")))
}

/// Returns a mailbox with a message for each link.
#[must_use]
pub fn mbox_of_links<L: Display>(links: impl IntoIterator<Item = L>) -> String {
    let links = links.into_iter();
    mbox(links.map(|link| format!("Subject: x\n\n<{link}>\n")))
}
