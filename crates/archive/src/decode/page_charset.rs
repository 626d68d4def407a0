//! The charset of an HTML page that declares one.

use encoding_rs::Encoding;

use super::{
    charset::{Charset, label::NamedCharset},
    decoder::Decoder,
    output::Output,
};

/// The charset of a page in which ASCII bytes stand for themselves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PageCharset {
    encoding: &'static Encoding,
    /// Whether the encoding is known, not guessed from the page before the message.
    is_declared: bool,
}

impl PageCharset {
    /// Returns the charset that a page declares. A charset that is not compatible with ASCII must be wrong, since the
    /// page declares it in ASCII. Without a valid one, the charset is guessed from `head`, the page before the message.
    pub(crate) fn new(declared: Option<&[u8]>, head: &[u8]) -> Self {
        let named = declared.map(NamedCharset::for_label);
        if let Some(NamedCharset::Encoding(encoding)) = named
            && let Some(encoding) = encoding.known()
            && encoding.is_ascii_compatible()
        {
            return Self::of(encoding);
        }
        Self {
            encoding: Charset::guess(head),
            is_declared: false,
        }
    }

    /// Returns a charset that is known.
    pub(crate) fn of(encoding: &'static Encoding) -> Self {
        let is_declared = true;
        Self {
            encoding,
            is_declared,
        }
    }

    /// Returns a decoder for a text of the page.
    pub(crate) fn decoder(self) -> Charset {
        if self.is_declared {
            Charset::of(self.encoding)
        } else {
            Charset::new(None)
        }
    }

    /// Decodes a short text of the page.
    pub(crate) fn decode(self, text: &[u8]) -> Vec<u8> {
        let mut decoder = Charset::of(self.encoding);
        let mut out = Output::default();
        decoder.decode(text, 0, &mut out);
        decoder.finish(text.len() as u64, &mut out);
        out.bytes().to_vec()
    }
}
