//! Decides which parts of a message need not be decoded, because they cannot contain a candidate.

use std::ops::Range;

use crate::{
    body::Media,
    decode::{
        TransferEncoding, label::NamedCharset, may_show_opener, may_show_opener_quoted_printable,
    },
    skip::{Prefilter, Triggers, may_be_in_quoted_printable, may_be_in_text},
};

/// The maximum number of bytes of a message, and of a part, for which more bytes are awaited that are
/// in memory: most messages and parts are shorter. In a longer one, the search for its end would only
/// read further ahead.
pub(crate) const MAX_AWAITED_MESSAGE: usize = 16 << 10;
pub(crate) const MAX_AWAITED_PART: usize = 64 << 10;

/// What is known about a message before it is read. By default, nothing.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MessageContents {
    /// An offset in the file before which the message has no trigger as it is.
    pub(crate) first_trigger: u64,
    /// An offset in the file before which the message has no `<` that may open a candidate.
    pub(crate) first_opener: u64,
    /// Whether the header has neither a MIME field nor an encoded word that matters.
    pub(crate) is_plain: bool,
    pub(crate) known: KnownBytes,
}

/// What is known about all bytes of a message as they are. By default, nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct KnownBytes {
    /// They are ASCII, and none begins an escape sequence.
    pub(crate) is_ascii: bool,
    /// No text that is signed with PGP begins among them.
    pub(crate) is_unsigned: bool,
}

/// What is known about the raw bytes of a part.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PartContents {
    /// Whether they contain a trigger.
    pub(crate) has_trigger: Option<bool>,
    /// Whether they contain a `<` that may open a candidate.
    pub(crate) has_opener: Option<bool>,
}

impl MessageContents {
    /// Returns what is known about a part of the message, which is a range of the file.
    pub(crate) fn within(&self, part: Range<u64>) -> PartContents {
        // A string before the part says nothing about the part.
        let has = |first: u64| (first >= part.start).then_some(first < part.end);
        PartContents {
            has_trigger: has(self.first_trigger),
            has_opener: has(self.first_opener),
        }
    }
}

/// Where the bytes of a part that are decided end in a window.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DecidedEnd {
    pub(crate) at: usize,
    pub(crate) after: AfterBytes,
}

/// What follows the bytes of a part in a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AfterBytes {
    /// The end of the part.
    End,
    /// A byte that escapes a line, and more bytes of the message.
    Escape,
    /// More bytes of the message, or a boundary that is not complete.
    More,
    /// The same, and they are in memory.
    MoreBuffered,
}

/// Returns whether the raw bytes of a part are enough to decide that: neither its transfer encoding
/// nor its charset nor its layout can hide a `<` or what follows it. The bytes of base64 can, and so
/// can escape sequences; with `DelSp`, spaces after a `<` may vanish, and the folds of content lines anywhere.
pub(crate) fn is_decided_by_raw_bytes(
    media: &Media,
    encoding: TransferEncoding,
    charset: Option<NamedCharset>,
) -> bool {
    (!encoding.changes_bytes() || encoding == TransferEncoding::QuotedPrintable)
        && charset.is_none_or(NamedCharset::is_plain_ascii_superset)
        && media.flowed() != Some(true)
        && media.content_lines().is_none()
}

/// Returns whether a candidate may open in a part that is [decided](is_decided_by_raw_bytes) by its
/// raw bytes, all of which are given. `false` is certain. Embedded files are not considered.
pub(crate) fn may_be_in_part(
    prefilter: &Prefilter,
    media: &Media,
    encoding: TransferEncoding,
    raw: &[u8],
    contents: PartContents,
) -> bool {
    // Usually known, or decided by the first trigger.
    if may_have_trigger(prefilter, media, encoding, raw, contents.has_trigger) {
        return true;
    }
    match (encoding, media.is_html()) {
        (TransferEncoding::QuotedPrintable, true) => {
            may_show_opener_quoted_printable(prefilter, raw)
        }
        (TransferEncoding::QuotedPrintable, false) => may_be_in_quoted_printable(prefilter, raw),
        (_, true) => may_show_opener(prefilter, raw),
        (_, false) => contents
            .has_opener
            .unwrap_or_else(|| may_be_in_text(prefilter, raw)),
    }
}

/// Returns whether the raw bytes of a part may contain a trigger, encoded or not, if triggers are wanted.
fn may_have_trigger(
    prefilter: &Prefilter,
    media: &Media,
    encoding: TransferEncoding,
    raw: &[u8],
    has_trigger: Option<bool>,
) -> bool {
    let is_plain = !encoding.changes_bytes() && !media.is_html() && media.flowed().is_none();
    let has_trigger =
        |triggers: &dyn Triggers| has_trigger.unwrap_or_else(|| triggers.find(raw).is_some());
    let may_contain = |triggers: &dyn Triggers| !is_plain || has_trigger(triggers);
    prefilter.wanted_triggers().is_some_and(may_contain)
}
