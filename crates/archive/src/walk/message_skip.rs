//! Skips messages that cannot contain a candidate. Most messages are skipped.

use std::ops::Range;

use super::{MessageSkip, Walker};
use crate::{
    frame::{FrameTokenKind, Window},
    skip::{
        HeaderCheck, KnownBytes, Landmarks, MAX_AWAITED_MESSAGE, MessageContents, Prefilter,
        check_header, check_header_ahead, find_opener,
    },
    walk::NextBytes,
};

/// What is known about a message of an mbox file before its end is verified.
#[derive(Clone, Copy, Debug)]
struct LookAhead {
    header: HeaderCheck,
    /// The index of the first `<` that may open a candidate.
    opener: Option<usize>,
    /// The index up to which openers have been searched for.
    searched_to: usize,
    /// What is known about the bytes up to there.
    known: KnownBytes,
}

impl Walker {
    /// Skips a message whose header begins at an index if the whole message is buffered and cannot
    /// contain a delimited URL, encoded or not.
    pub(super) fn skip_message_without_urls(
        &mut self,
        window: &Window<'_>,
        header: usize,
    ) -> MessageSkip {
        if self.body_reader.options.prefilter.is_none() {
            return MessageSkip::No;
        }
        let ahead = self.look_ahead(window, header);
        let token = self.framer.next(window, header);
        match token.kind {
            FrameTokenKind::Boundary => {}
            FrameTokenKind::Incomplete
                if self.next_bytes == NextBytes::Buffered
                    && window.bytes.len() - header <= MAX_AWAITED_MESSAGE =>
            {
                return MessageSkip::Awaited;
            }
            FrameTokenKind::Incomplete | FrameTokenKind::Escape { .. } => return MessageSkip::No,
        }
        let Some(prefilter) = &self.body_reader.options.prefilter else {
            return MessageSkip::No;
        };
        let message = header..token.at;
        let contents = contents(prefilter, window, message.clone(), ahead);
        self.body_reader.set_contents(contents);
        let end = window.offset(token.at);
        let is_skipped = contents.is_plain
            && contents.first_opener == end
            && contents.first_trigger == end
            && self.body_reader.files.next_in(window, message).is_none();
        if is_skipped {
            MessageSkip::To(token.at)
        } else {
            MessageSkip::No
        }
    }

    /// Searches an mbox file, from the header of a message on, for everything that decides whether
    /// the message is skipped. The results for its end and for embedded files are cached where they
    /// are needed. `None` if the messages of this file do not begin with `From `.
    fn look_ahead(&mut self, window: &Window<'_>, from: usize) -> Option<LookAhead> {
        let is_mbox = self.framer.kind().is_mbox();
        let prefilter = self
            .body_reader
            .options
            .prefilter
            .as_ref()
            .filter(|_| is_mbox)?;
        let text = &window.bytes[from..];
        // Checked first: an encoded message must be decoded, whatever else it contains.
        let header = check_header_ahead(prefilter, text);
        let wants_openers = header != HeaderCheck::Encoded;
        let found = Landmarks::of(text, prefilter, wants_openers);
        let [next, file, opener] =
            [found.from, found.file, found.opener].map(|at| Some(from + at?));
        let searched = from..next.map_or(window.bytes.len(), |next| next + 1);
        self.framer.take_mark(window, searched.clone(), next);
        let files = &mut self.body_reader.files;
        files.take_result(window, searched.clone(), file);
        Some(LookAhead {
            header,
            opener,
            searched_to: searched.end,
            known: found.known,
        })
    }
}

/// Returns what is known about a message that is buffered.
fn contents(
    prefilter: &Prefilter,
    window: &Window<'_>,
    message: Range<usize>,
    ahead: Option<LookAhead>,
) -> MessageContents {
    let bytes = &window.bytes[message.clone()];
    let header = match ahead {
        Some(ahead) if ahead.header != HeaderCheck::PlainUpToFromLine => ahead.header,
        _ => check_header(prefilter, bytes),
    };
    let is_plain = header == HeaderCheck::Plain;
    let known = ahead.filter(|ahead| message.end <= ahead.searched_to);
    let first_opener = match known {
        _ if !is_plain => message.start,
        Some(ahead) => ahead.opener.unwrap_or(message.end).min(message.end),
        None => ahead.and_then(|ahead| ahead.opener).unwrap_or_else(|| {
            // The search has ended at a `From ` line that is not a boundary.
            let searched_to = ahead.map_or(message.start, |ahead| ahead.searched_to);
            let opener = find_opener(prefilter, &window.bytes[searched_to..message.end]);
            opener.map_or(message.end, |at| searched_to + at)
        }),
    };
    let first_trigger = prefilter.find_trigger(bytes);
    MessageContents {
        first_trigger: window.offset(first_trigger.map_or(message.end, |at| message.start + at)),
        first_opener: window.offset(first_opener),
        is_plain,
        known: known.map_or(KnownBytes::default(), |ahead| ahead.known),
    }
}
