//! Decides which parts of a message need not be decoded, because they cannot contain a candidate.

use crate::{
    decode::{
        TransferEncoding, label::NamedCharset, may_show_opener, may_show_opener_quoted_printable,
    },
    media::Media,
    prefilter::{Prefilter, Triggers, may_be_in_quoted_printable, may_be_in_text},
};

/// The maximum number of bytes of a message, and of a part, for which more bytes are awaited that are
/// in memory: most messages and parts are shorter. In a longer one, the search for its end would only
/// read further ahead.
pub(crate) const MAX_AWAITED_MESSAGE: usize = 16 << 10;
pub(crate) const MAX_AWAITED_PART: usize = 64 << 10;

/// What follows the bytes of a part in a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AfterBytes {
    /// The end of the message.
    End,
    /// More bytes of the message, or a boundary that is not complete.
    More,
    /// The same, and they are in memory.
    MoreBuffered,
}

/// Returns whether the raw bytes of a part are enough to decide that: neither its transfer encoding
/// nor its charset nor its layout can hide a `<` or what follows it. The bytes of base64 can, and so
/// can escape sequences; with `DelSp`, blanks after a `<` may vanish.
pub(crate) fn is_decided_by_raw_bytes(
    media: &Media,
    encoding: TransferEncoding,
    charset: Option<NamedCharset>,
) -> bool {
    (!encoding.changes_bytes() || encoding == TransferEncoding::QuotedPrintable)
        && charset.is_none_or(NamedCharset::is_plain_ascii_superset)
        && media.flowed() != Some(true)
}

/// Returns whether a candidate may open in a part that is [decided](is_decided_by_raw_bytes) by its
/// raw bytes, all of which are given. `false` is certain. Embedded files are not considered. `has_trigger` says
/// whether they contain a trigger as they are, if that is known.
pub(crate) fn may_be_in_part(
    prefilter: &Prefilter,
    media: &Media,
    encoding: TransferEncoding,
    raw: &[u8],
    has_trigger: Option<bool>,
) -> bool {
    // Usually known, or decided by the first trigger.
    if may_have_trigger(prefilter, media, encoding, raw, has_trigger) {
        return true;
    }
    let check = match (encoding, media.is_html()) {
        (TransferEncoding::QuotedPrintable, true) => may_show_opener_quoted_printable,
        (TransferEncoding::QuotedPrintable, false) => may_be_in_quoted_printable,
        (_, true) => may_show_opener,
        (_, false) => may_be_in_text,
    };
    check(prefilter, raw)
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
