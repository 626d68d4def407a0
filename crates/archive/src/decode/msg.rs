//! Messages in Outlook's own files (`.msg`, MS-OXMSG), which people attach to report what they got.
//!
//! The file is rewritten as a MIME message, a part for each text, as a TNEF stream is. It is held as a whole, since its
//! tables may be anywhere in it, and its texts are compressed, or in UTF-16 and in pieces. So all of them have the
//! place of the whole file. A map to the pieces would be exact for some texts, and would need the reader of compound
//! files to say where each of its sectors is.

use std::{
    io::Cursor,
    ops::ControlFlow,
    panic::{AssertUnwindSafe, catch_unwind},
};

use urlsift_outlook::{Fault, Text, Visitor, read_msg};

use super::{decoder::Decoder, output::Output};

/// The maximum length of a file, of a text of it, and of all of its texts together, in bytes.
const MAX_FILE: usize = 4 << 20;
const MAX_TEXT: usize = 4 << 20;
const MAX_TEXTS: usize = 8 << 20;

const START: &[u8] =
    b"MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=\"=_msg\"\r\n\r\n";
const DELIMITER: &[u8] = b"\r\n--=_msg\r\n";

/// The message that a file is decoded to of which no text can be read. It is counted as skipped.
const UNREAD: &[u8] = b"Content-Type: application/vnd.ms-outlook\r\n\r\n-";

/// Decodes a file to a message of type `multipart/mixed`, or to one that cannot be read, if it is longer than 4 MiB or
/// no message.
///
/// Holds back the file.
#[derive(Debug, Default)]
pub(crate) struct Msg {
    file: Vec<u8>,
    is_too_long: bool,
}

impl Decoder for Msg {
    fn decode(&mut self, input: &[u8], _at: u64, _out: &mut Output) {
        self.is_too_long |= input.len() > MAX_FILE - self.file.len();
        if self.is_too_long {
            self.file = Vec::new();
        } else {
            self.file.extend_from_slice(input);
        }
    }

    fn finish(&mut self, at: u64, out: &mut Output) {
        let file = std::mem::take(&mut self.file);
        let message = texts_of(file);
        out.replaced(message.as_deref().unwrap_or(UNREAD), 0..at);
    }
}

/// Returns a message with the texts of a file, if it has any.
fn texts_of(file: Vec<u8>) -> Option<Vec<u8>> {
    let mut texts = Texts(START.to_vec());
    // What was read before a defect of the reader is read.
    let _ = catch_unwind(AssertUnwindSafe(|| read_msg(Cursor::new(file), &mut texts)));
    (texts.0.len() > START.len()).then_some(texts.0)
}

/// Writes the texts of a file as the parts of a message.
struct Texts(Vec<u8>);

impl Visitor for Texts {
    fn max_text(&self) -> usize {
        MAX_TEXT
    }

    fn message(&mut self, _: &[String]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn text(&mut self, _: &[String], text: &Text<'_>) -> ControlFlow<()> {
        let length = self.0.len();
        self.0.extend_from_slice(DELIMITER);
        let of_message = match text.header() {
            [] if text.is_header() => "Content-Type: text/rfc822-headers\r\n",
            [] => "Content-Type: message/rfc822\r\n",
            _ => "",
        };
        self.0.extend_from_slice(of_message.as_bytes());
        let mut line_end: &[u8] = b"";
        for field in text.content_fields() {
            self.0.extend_from_slice(field);
            // The line end before a delimiter is a letter in UTF-16.
            line_end = match field {
                [.., b'l', b'e', b'\r', b'\n'] => b"\r\0\n\0",
                [.., b'b', b'e', b'\r', b'\n'] => b"\0\r\0\n",
                _ => line_end,
            };
        }
        self.0.extend_from_slice(b"\r\n");
        self.0.extend_from_slice(text.bytes());
        self.0.extend_from_slice(line_end);
        if self.0.len() > MAX_TEXTS {
            self.0.truncate(length);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn fault(&mut self, _: &[String], _: Fault) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
