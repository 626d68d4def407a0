//! Multiparts that are encoded as a whole.
//!
//! RFC 2045 §6.4 forbids it, and some programs do it. Others declare an encoding of the parts for the multipart, whose
//! body is not encoded. So the first line decides: a delimiter, or a line that is not encoded, begins a multipart as it
//! is. To decode first and look for a delimiter would be exact, but would read each body twice.

use std::ops::{ControlFlow, Range};

use super::{BodyReader, Leaf, MAX_ENCODED_LEVELS, nested::NestedMessage};
use crate::{
    Visitor,
    decode::{Output, TransferEncoding, without_line_break},
    frame::{MAX_LINE, Window},
    skip::{AfterBytes, DecidedEnd},
};

impl BodyReader {
    /// Begins the body of the multipart that was opened last, for which an encoding is declared, if its first line
    /// shows whether the body is encoded. Returns whether it does; if not, more input is needed.
    pub(super) fn begin_undecided(
        &mut self,
        window: &Window<'_>,
        from: usize,
        of_message: DecidedEnd,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<(), bool> {
        let Some(line) = first_line(&window.bytes[from..of_message.at], of_message.after) else {
            return ControlFlow::Continue(false);
        };
        let line = &window.bytes[from..][line];
        let is_encoded = self.encoded_levels < MAX_ENCODED_LEVELS && self.is_encoded(line);
        let declared = std::mem::take(&mut self.encoding);
        if is_encoded {
            self.begin_encoded_multipart(declared, window.offset(from), visitor)?;
        } else {
            self.begin_text(None, visitor)?;
        }
        ControlFlow::Continue(true)
    }

    /// Returns whether the first line of a multipart is encoded. In base64, it is nothing but whole quanta of text; in
    /// quoted-printable, it is a delimiter only if it is decoded.
    fn is_encoded(&self, line: &[u8]) -> bool {
        const DASHES: &[u8] = b"--";
        let boundary = self.media.boundary().unwrap_or_default();
        let is_delimiter = |line: &[u8]| {
            let name = without_line_break(line).strip_prefix(DASHES);
            name.is_some_and(|name| name.trim_ascii_end() == boundary)
        };
        let decoded = || {
            let mut out = Output::default();
            let mut decoder = self.encoding.decoder()?;
            decoder.decode(line, 0, &mut out);
            decoder.finish(line.len() as u64, &mut out);
            Some(out.bytes().to_vec())
        };
        match self.encoding {
            _ if line.starts_with(DASHES) && self.encoding == TransferEncoding::Base64 => false,
            _ if is_delimiter(line) => false,
            TransferEncoding::Base64 => {
                let line = line.trim_ascii();
                let is_control = |byte: &u8| byte.is_ascii_control() && !byte.is_ascii_whitespace();
                let is_alphabet = |byte: &u8| byte.is_ascii_alphanumeric() || b"+/=".contains(byte);
                let is_data = line.len().is_multiple_of(4) && line.iter().all(is_alphabet);
                is_data
                    && decoded().is_some_and(|text| {
                        !(text.is_empty() || text.iter().any(is_control)) && text.is_ascii()
                    })
            }
            TransferEncoding::QuotedPrintable => decoded().is_some_and(|text| is_delimiter(&text)),
            TransferEncoding::Identity
            | TransferEncoding::Uuencode
            | TransferEncoding::Yenc
            | TransferEncoding::Unknown => false,
        }
    }

    /// Begins the body of the multipart that was opened last, which is encoded and begins at `offset`.
    fn begin_encoded_multipart(
        &mut self,
        encoding: TransferEncoding,
        offset: u64,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<()> {
        let multipart = self.multiparts.open.pop();
        let is_wanted = self.enters_encoded && (self.options.headers || self.options.bodies);
        self.leaf = Leaf::Skipped { is_base64: false };
        let (Some(multipart), Some(decoder)) = (multipart, encoding.decoder()) else {
            return ControlFlow::Continue(());
        };
        if is_wanted {
            self.pipeline.begin();
            self.pipeline.push_boxed(decoder);
            self.plain = None;
            let mut inside = self.inside();
            inside.media = self.media.clone();
            inside.multiparts.open.push(multipart);
            inside.begin_text(None, visitor)?;
            let walk = (self.new_walk)(inside);
            self.nested = Some(Box::new(NestedMessage::new(walk, offset)));
            self.leaf = Leaf::Message;
        }
        ControlFlow::Continue(())
    }

    /// Returns whether a multipart is open.
    pub(crate) fn is_in_multipart(&self) -> bool {
        !self.multiparts.open.is_empty()
    }
}

/// Returns the first line of a body that is not empty, without its end if it is long; nothing if only white space
/// begins a long body. `None` if more input is needed.
fn first_line(body: &[u8], after: AfterBytes) -> Option<Range<usize>> {
    let breaks = body.iter().take(MAX_LINE);
    let start = breaks.take_while(|byte| byte.is_ascii_whitespace()).count();
    if start == MAX_LINE {
        return Some(0..0);
    }
    let near = &body[start..body.len().min(start + MAX_LINE)];
    let end = match memchr::memchr(b'\n', near) {
        Some(lf) => lf + 1,
        None if near.len() == MAX_LINE || matches!(after, AfterBytes::End | AfterBytes::Escape) => {
            near.len()
        }
        None => return None,
    };
    Some(start..start + end)
}
