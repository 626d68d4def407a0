//! Messages in `winmail.dat` (MS-OXTNEF), which Outlook and Exchange attach instead of MIME parts.
//!
//! The stream is rewritten as a MIME message, a part for each text, so that everything which reads messages reads it:
//! types, charsets, attached messages, and places in the file, since the bytes of a text stand in the stream as they
//! are. Only RTF is compressed; all of its text has the place of the whole. A reader of the whole stream could use
//! properties that come late, such as the code page of a page before it, but would need all of it in memory, and its
//! own map to the file.

mod message;
mod stream;
#[cfg(test)]
mod tests;

use self::{message::MessageWriter, stream::Framer};
use super::{decoder::Decoder, output::Output};

/// Decodes a TNEF stream to a message of type `multipart/mixed`. Anything else is decoded to nothing.
///
/// The parts are the header section that was transported, the bodies in plain text, HTML and RTF, attached messages,
/// which are TNEF streams themselves, and attached files that are texts or messages. The subject is a header field, if
/// it precedes them.
///
/// Holds back compressed RTF, of which at most 1 MiB is read, and at most 256 KiB of an attached file while its type
/// is not known.
#[derive(Debug, Default)]
pub(crate) struct Tnef {
    framer: Framer,
    message: MessageWriter,
}

impl Decoder for Tnef {
    fn decode(&mut self, input: &[u8], at: u64, out: &mut Output) {
        let mut used = 0;
        while used < input.len() {
            let at = at + used as u64;
            used += self.framer.read(&input[used..], at, &mut self.message, out);
        }
    }

    fn finish(&mut self, at: u64, out: &mut Output) {
        self.framer.finish(at, &mut self.message, out);
    }
}
