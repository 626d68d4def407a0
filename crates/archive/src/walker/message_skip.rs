//! Skips messages that cannot contain a candidate. Most messages are skipped.

use std::ops::Range;

use super::{MessageContents, MessageSkip, Walker};
use crate::{
    framer::FrameTokenKind,
    landmarks::Landmarks,
    prefilter::{Prefilter, find_opener, may_be_encoded},
    skipping::{AfterBytes, MAX_AWAITED_MESSAGE},
    step::HeaderOwner,
    window::Window,
};

/// How far a message has been searched for its first `<` that may open a candidate.
#[derive(Clone, Copy, Debug)]
enum OpenerSearch {
    /// Not at all, because the message must be decoded.
    Encoded,
    /// It is at this index.
    Found(usize),
    /// It is not before this index.
    NotBefore(usize),
}

impl Walker {
    /// Skips a message whose header begins at an index if the whole message is buffered and cannot
    /// contain a delimited URL, encoded or not.
    pub(super) fn skip_message_without_urls(
        &mut self,
        window: &Window<'_>,
        header: usize,
    ) -> MessageSkip {
        if self.options.prefilter.is_none() {
            return MessageSkip::No;
        }
        let landmarks = self.find_landmarks(window, header);
        let token = self.framer.next(window, header);
        match token.kind {
            FrameTokenKind::Boundary => {}
            FrameTokenKind::Incomplete
                if self.more == AfterBytes::MoreBuffered
                    && window.bytes.len() - header <= MAX_AWAITED_MESSAGE =>
            {
                return MessageSkip::Awaited;
            }
            FrameTokenKind::Incomplete | FrameTokenKind::Escape => return MessageSkip::No,
        }
        if let Some(prefilter) = &self.options.prefilter {
            self.contents = contents(prefilter, window, header..token.at, landmarks);
        }
        let end = window.offset(token.at);
        let is_skipped = self.contents.is_plain
            && self.contents.first_opener == end
            && self.contents.first_trigger == end
            && !self.body_reader.may_hold_file(window, header..token.at);
        if is_skipped {
            MessageSkip::To(token.at)
        } else {
            MessageSkip::No
        }
    }

    /// Searches an mbox file, from the header of a message on, for everything that decides whether
    /// the message is skipped. The results for its end and for embedded files are kept by those who
    /// need them. `None` if the messages of this file do not begin with `From `.
    fn find_landmarks(&mut self, window: &Window<'_>, header: usize) -> Option<OpenerSearch> {
        let is_mbox = self.framer.kind().is_mbox();
        let prefilter = self.options.prefilter.as_ref().filter(|_| is_mbox)?;
        let text = &window.bytes[header..];
        // Decided first: what is encoded must be decoded, whatever else the message contains.
        let is_plain = !may_be_encoded(prefilter, text);
        let found = Landmarks::of(text, Some(prefilter).filter(|_| is_plain));
        let [next, file, opener] =
            [found.from, found.file, found.opener].map(|at| Some(header + at?));
        let searched = header..next.map_or(window.bytes.len(), |next| next + 1);
        self.framer.take_from(window, searched.clone(), next);
        self.body_reader.take_file(window, searched.clone(), file);
        Some(match opener {
            _ if !is_plain => OpenerSearch::Encoded,
            Some(opener) => OpenerSearch::Found(opener),
            None => OpenerSearch::NotBefore(searched.end),
        })
    }

    /// Returns whether a header section, which begins in the file at an offset, may contain a
    /// candidate.
    pub(super) fn may_be_in_header(&self, section: &[u8], offset: u64, of: HeaderOwner) -> bool {
        let end = offset + section.len() as u64;
        let contents = &self.contents;
        let may_have_trigger = contents.first_trigger < end;
        let is_plain = of == HeaderOwner::Message && contents.is_plain;
        (may_have_trigger || !is_plain || contents.first_opener < end)
            && self.body_reader.may_be_in_header(section, may_have_trigger)
    }
}

/// Returns what is known about a message that is buffered, given how far it has been searched.
fn contents(
    prefilter: &Prefilter,
    window: &Window<'_>,
    message: Range<usize>,
    openers: Option<OpenerSearch>,
) -> MessageContents {
    let bytes = &window.bytes[message.clone()];
    let openers = openers.unwrap_or_else(|| {
        if may_be_encoded(prefilter, bytes) {
            OpenerSearch::Encoded
        } else {
            OpenerSearch::NotBefore(message.start)
        }
    });
    let first_opener = match openers {
        OpenerSearch::Encoded => message.start,
        OpenerSearch::Found(opener) => opener,
        OpenerSearch::NotBefore(from) => {
            // A line `From ` that is no boundary may have ended the search.
            let rest = from.min(message.end)..message.end;
            let opener = find_opener(prefilter, &window.bytes[rest.clone()]);
            opener.map_or(rest.end, |at| rest.start + at)
        }
    };
    let first_trigger = prefilter.find_trigger(bytes);
    MessageContents {
        first_trigger: window.offset(first_trigger.map_or(message.end, |at| message.start + at)),
        first_opener: window.offset(first_opener),
        is_plain: !matches!(openers, OpenerSearch::Encoded),
    }
}
