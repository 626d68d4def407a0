//! Files of Outlook that refer to the same part many times.

use super::super::pattern::Pattern;
use crate::outlook::{
    id,
    msg::{Msg, join_chains},
    pst::Version,
    shared::{Part, Shared},
    text,
};

/// Returns stores with more and more messages, which all have the same data.
pub(super) fn stores() -> Vec<Pattern> {
    let parts = [
        ("store-node-pages", Part::NodePage),
        ("store-block-pages", Part::BlockPage),
        ("store-empty-blocks", Part::EmptyBlock),
        ("store-lists", Part::List),
        ("store-subnodes", Part::Subnodes),
        ("store-items", Part::Item),
        ("store-items-overlapping", Part::OverlappingItems),
        ("store-attachments", Part::Attachment),
        ("store-messages-nested", Part::Message),
        ("store-folders-nested", Part::Folder),
    ];
    let pattern = |(name, part)| {
        Pattern::new(name, move |size| {
            Shared {
                version: Version::Ansi,
                part,
                times: usize::MAX,
                levels: if part == Part::Folder { 64 } else { 8 },
                // A message takes an entry of 16 bytes.
                messages: (size / 17).max(1),
            }
            .store()
        })
        // Some thousand messages.
        .at_least(64 << 10)
    };
    parts.into_iter().map(pattern).collect()
}

/// Returns messages with more and more attached files.
pub(super) fn messages() -> Vec<Pattern> {
    let files = |size| {
        let add = |message: Msg, number| message.file(&format!("{number}.txt"), "", b"<http://a/>");
        // An attachment takes about this much.
        (0..size / 1200).fold(Msg::new(), add).finish()
    };
    let with_fields = |size| {
        // A field of the body, which precedes no text.
        let fields = "Content-A: b\r\n".repeat(size / 60);
        let add = |message: Msg, number| message.file(&format!("{number}.txt"), "", b"a");
        let message = Msg::new().with(id::TRANSPORT_MESSAGE_HEADERS, text(&fields));
        (0..size / 2400).fold(message, add).finish()
    };
    vec![
        Pattern::new("message-files-attached", files),
        Pattern::new("message-fields-dropped", with_fields),
        Pattern::new("message-chains-shared", move |size| {
            let mut file = files(size);
            join_chains(&mut file);
            file
        }),
    ]
}
