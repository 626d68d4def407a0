//! Writes the values of a TNEF stream as the parts of a message.

use std::{fmt::Write as _, ops::Range};

use encoding_rs::Encoding;
use urlsift_outlook::{
    RtfContent, codepage, decode_rtf, decompress, id, media_type_of, value_type,
};

use super::{
    super::output::Output,
    stream::{ValueOf, Values, attribute},
};

/// The maximum number of bytes that are held back of an attached file.
const MAX_HELD: usize = 256 << 10;

/// The maximum number of bytes of RTF, compressed and decompressed.
const MAX_COMPRESSED: usize = 1 << 20;
const MAX_RTF: usize = 4 << 20;

/// The maximum number of bytes of the name or the type of an attached file.
const MAX_NAME: usize = 1 << 10;

/// The start of the message that a stream is rewritten as. Nothing else in it may look like the boundary, but what does
/// only changes how the text that holds it is read.
const START: &[u8] = b"MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=\"=_tnef\"\r\n";
const DELIMITER: &str = "\r\n--=_tnef\r\n";

/// The media type of a TNEF stream.
const TNEF: &str = "application/ms-tnef";

/// Writes a message.
#[derive(Debug, Default)]
pub(super) struct MessageWriter {
    /// Whether the header of the message is not complete yet.
    is_in_header: bool,
    /// The code page of strings that are not Unicode.
    strings: Option<u32>,
    /// The code page of the HTML page.
    page: Option<u32>,
    target: Target,
    attached: Attached,
}

/// The line end after a text in UTF-16, in which the one before a delimiter is a letter.
type LineEnd = &'static [u8];

const NO_LINE_END: LineEnd = b"";
const UTF_16LE_LINE_END: LineEnd = b"\r\0\n\0";
const UTF_16BE_LINE_END: LineEnd = b"\0\r\0\n";

/// Where the bytes of the current value go.
#[derive(Debug, Default)]
enum Target {
    #[default]
    Nowhere,
    /// Into a part, as they are, followed by a line end.
    Part(LineEnd),
    /// Into a part, without the NULs at the end.
    Text(Text),
    /// Into a header field, up to the first control character.
    Field {
        is_over: bool,
    },
    /// Into memory.
    Rtf(Held),
    File,
    Name(Name, Vec<u8>),
    OemCodepage(Vec<u8>),
}

/// A string that is being written.
#[derive(Clone, Copy, Debug)]
struct Text {
    /// Whether it is in UTF-16.
    is_utf16: bool,
    /// The number of bytes written, and of the NULs that follow them and may be its end.
    written: u64,
    nuls: u64,
}

impl Text {
    /// Writes the next bytes, but the NULs at their end.
    fn push(&mut self, bytes: &[u8], at: u64, out: &mut Output) {
        let Some(last) = bytes.iter().rposition(|&byte| byte != 0) else {
            self.nuls += bytes.len() as u64;
            return;
        };
        self.write_nuls(self.nuls, at, out);
        out.verbatim(&bytes[..=last], at);
        self.written += last as u64 + 1;
        self.nuls = (bytes.len() - last - 1) as u64;
    }

    /// Writes the first of the NULs that end at an offset.
    fn write_nuls(&mut self, count: u64, end: u64, out: &mut Output) {
        const NULS: &[u8] = &[0; 1024];
        let mut at = end - self.nuls;
        let to = at + count;
        while at < to {
            let some = (to - at).min(NULS.len() as u64);
            out.verbatim(&NULS[..some as usize], at);
            at += some;
        }
        self.written += count;
        self.nuls = 0;
    }

    /// Completes the last character and line of a string that ends at an offset.
    fn end(mut self, at: u64, out: &mut Output) {
        if !self.is_utf16 {
            return;
        }
        if self.written % 2 == 1 && self.nuls > 0 {
            self.write_nuls(1, at, out);
        }
        out.replaced(UTF_16LE_LINE_END, at - 1..at);
    }
}

/// The encoding of a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Charset {
    Utf16,
    /// A code page; `None` if it is not declared.
    Codepage(Option<u32>),
}

/// What a string says about an attached file.
#[derive(Clone, Copy, Debug)]
enum Name {
    File(Charset),
    /// The media type.
    Type(Charset),
}

/// Bytes of the stream, from an offset on.
#[derive(Debug, Default)]
struct Held {
    at: u64,
    bytes: Vec<u8>,
}

impl Held {
    fn from(at: u64) -> Self {
        let bytes = Vec::new();
        Self { at, bytes }
    }
}

/// An attached file.
#[derive(Debug, Default)]
struct Attached {
    /// The media type of a text or a message; `None` for all others.
    media_type: Option<String>,
    /// The data, as long as the type is not known.
    held: Held,
    /// Whether all of the data are held.
    is_whole: bool,
}

impl Attached {
    /// Forgets the data that are held.
    fn drop_data(&mut self) {
        self.held = Held::default();
        self.is_whole = false;
    }
}

impl MessageWriter {
    /// Begins a part whose bytes begin at an offset.
    fn begin_part(&mut self, content_type: &str, at: u64, out: &mut Output) {
        // The offsets of a message ascend.
        self.attached.drop_data();
        let mut head = String::new();
        if std::mem::take(&mut self.is_in_header) {
            head.push_str("\r\n");
        }
        // Writing to a string does not fail.
        let _ = write!(head, "{DELIMITER}Content-Type: {content_type}\r\n\r\n");
        out.replaced(head.as_bytes(), at - 1..at);
    }

    /// Begins a part of a string in a charset.
    fn begin_text(
        &mut self,
        media_type: &str,
        charset: Charset,
        at: u64,
        out: &mut Output,
    ) -> Target {
        let name = match charset {
            Charset::Utf16 => Some("utf-16le"),
            Charset::Codepage(codepage) => {
                let encoding = codepage.and_then(codepage::encoding);
                encoding.map(Encoding::name)
            }
        };
        let content_type = match name {
            Some(name) => format!("{media_type}; charset={name}"),
            None => media_type.to_owned(),
        };
        self.begin_part(&content_type, at, out);
        Target::Text(Text {
            is_utf16: charset == Charset::Utf16,
            written: 0,
            nuls: 0,
        })
    }

    /// Returns where the value of a property goes.
    fn target(&mut self, id: u16, kind: u16, at: u64, out: &mut Output) -> Target {
        let charset = match kind {
            value_type::STRING => Charset::Utf16,
            value_type::STRING8 => Charset::Codepage(self.strings),
            value_type::BINARY if id == id::HTML => Charset::Codepage(self.page),
            value_type::BINARY if id == id::RTF_COMPRESSED => return Target::Rtf(Held::from(at)),
            value_type::OBJECT if id == id::ATTACH_DATA => {
                self.begin_part(TNEF, at, out);
                return Target::Part(NO_LINE_END);
            }
            _ => return Target::Nowhere,
        };
        match id {
            id::TRANSPORT_MESSAGE_HEADERS => {
                self.begin_text("text/rfc822-headers", charset, at, out)
            }
            id::BODY => self.begin_text("text/plain", charset, at, out),
            id::HTML => self.begin_text("text/html", charset, at, out),
            id::ATTACH_FILENAME | id::ATTACH_LONG_FILENAME => {
                Target::Name(Name::File(charset), Vec::new())
            }
            id::ATTACH_MIME_TAG => Target::Name(Name::Type(charset), Vec::new()),
            _ => Target::Nowhere,
        }
    }

    /// Writes the text of compressed RTF that ends at an offset.
    fn write_rtf(&mut self, held: &Held, end: u64, out: &mut Output) {
        // What could be read of damaged RTF is read.
        let (rtf, _) = decompress(&held.bytes, MAX_RTF);
        let (content, text) = decode_rtf(&rtf);
        if text.is_empty() {
            return;
        }
        let media_type = match content {
            RtfContent::Html => "text/html",
            RtfContent::Text => "text/plain",
        };
        self.begin_part(&format!("{media_type}; charset=utf-8"), held.at, out);
        out.replaced(text.as_bytes(), held.at..end);
    }

    /// Takes what a string says about the attached file.
    fn take_name(&mut self, name: Name, bytes: &[u8], out: &mut Output) {
        let (Name::File(charset) | Name::Type(charset)) = name;
        let text = match charset {
            Charset::Utf16 => codepage::decode_utf16(bytes),
            Charset::Codepage(codepage) => codepage::decode(bytes, codepage),
        };
        let text = text.trim_end_matches('\0');
        let media_type = match name {
            Name::File(_) => media_type_of(text).map(str::to_owned),
            Name::Type(_) => readable_type(text),
        };
        if self.attached.media_type.is_none() {
            self.attached.media_type = media_type;
        }
        if self.attached.is_whole {
            self.write_whole_file(out);
        }
    }

    /// Takes the next bytes of an attached file.
    fn push_file(&mut self, bytes: &[u8], out: &mut Output) {
        let held = &mut self.attached.held.bytes;
        held.extend_from_slice(bytes);
        // The start of a text shows whether it is in UTF-16.
        if self.attached.media_type.is_some() && held.len() >= 2 {
            self.target = Target::Part(self.write_file(out));
        } else if held.len() > MAX_HELD {
            self.attached.drop_data();
            self.target = Target::Nowhere;
        }
    }

    /// Writes an attached file that is held as a whole, if its type is known.
    fn write_whole_file(&mut self, out: &mut Output) {
        let Held { at, bytes } = &self.attached.held;
        let end = at + bytes.len() as u64;
        let line_end = self.write_file(out);
        out.replaced(line_end, end - 1..end);
    }

    /// Writes the bytes of an attached file that are held, if its type is known. Returns the line end that its last
    /// line needs.
    fn write_file(&mut self, out: &mut Output) -> LineEnd {
        let Some(media_type) = self.attached.media_type.as_deref() else {
            return NO_LINE_END;
        };
        let held = std::mem::take(&mut self.attached.held);
        self.attached.is_whole = false;
        if held.bytes.is_empty() {
            return NO_LINE_END;
        }
        // UTF-8 is detected; other texts are read like a part without a charset.
        let (charset, line_end) = match held.bytes.get(..2) {
            _ if !media_type.starts_with("text/") => ("", NO_LINE_END),
            Some([0xff, 0xfe]) => ("; charset=utf-16le", UTF_16LE_LINE_END),
            Some([0xfe, 0xff]) => ("; charset=utf-16be", UTF_16BE_LINE_END),
            _ => ("", NO_LINE_END),
        };
        let content_type = format!("{media_type}{charset}");
        self.begin_part(&content_type, held.at, out);
        out.verbatim(&held.bytes, held.at);
        line_end
    }
}

impl Values for MessageWriter {
    fn begin_stream(&mut self, start: Range<u64>, out: &mut Output) {
        self.is_in_header = true;
        out.replaced(START, start);
    }

    fn begin(&mut self, of: ValueOf, at: u64, out: &mut Output) {
        self.target = match of {
            ValueOf::Attribute(attribute::SUBJECT) if self.is_in_header => {
                self.attached.drop_data();
                out.replaced(b"Subject: ", at - 1..at);
                Target::Field { is_over: false }
            }
            ValueOf::Attribute(attribute::BODY) => {
                let charset = Charset::Codepage(self.strings);
                self.begin_text("text/plain", charset, at, out)
            }
            ValueOf::Attribute(attribute::OEM_CODEPAGE) => Target::OemCodepage(Vec::new()),
            ValueOf::Attribute(attribute::ATTACH_RENDERING) => {
                self.attached = Attached::default();
                Target::Nowhere
            }
            ValueOf::Attribute(attribute::ATTACH_TITLE | attribute::ATTACH_TRANSPORT_NAME) => {
                let charset = Charset::Codepage(self.strings);
                Target::Name(Name::File(charset), Vec::new())
            }
            ValueOf::Attribute(attribute::ATTACH_DATA) => {
                self.attached.drop_data();
                self.attached.held.at = at;
                Target::File
            }
            ValueOf::Attribute(_) => Target::Nowhere,
            ValueOf::Property { id, kind } => self.target(id, kind, at, out),
        };
    }

    fn push(&mut self, bytes: &[u8], at: u64, out: &mut Output) {
        match &mut self.target {
            Target::Nowhere => {}
            Target::Part(_) => out.verbatim(bytes, at),
            Target::Text(text) => text.push(bytes, at, out),
            Target::Field { is_over } => {
                let end = bytes.iter().position(u8::is_ascii_control);
                let shown = if *is_over {
                    0
                } else {
                    end.unwrap_or(bytes.len())
                };
                out.verbatim(&bytes[..shown], at);
                *is_over |= end.is_some();
            }
            Target::Rtf(held) => take_most(&mut held.bytes, bytes, MAX_COMPRESSED),
            Target::Name(_, name) => take_most(name, bytes, MAX_NAME),
            Target::OemCodepage(number) => take_most(number, bytes, 4),
            Target::File => self.push_file(bytes, out),
        }
    }

    fn end(&mut self, at: u64, out: &mut Output) {
        match std::mem::take(&mut self.target) {
            Target::Nowhere => {}
            Target::Part(line_end) => out.replaced(line_end, at - 1..at),
            Target::Text(text) => text.end(at, out),
            Target::Field { .. } => out.replaced(b"\r\n", at - 1..at),
            Target::Rtf(held) => self.write_rtf(&held, at, out),
            Target::Name(name, bytes) => self.take_name(name, &bytes, out),
            Target::OemCodepage(bytes) => {
                self.strings = bytes.try_into().map(u32::from_le_bytes).ok();
            }
            Target::File => {
                self.attached.is_whole = true;
                self.write_whole_file(out);
            }
        }
    }

    fn number(&mut self, id: u16, number: u32) {
        match id {
            id::INTERNET_CODEPAGE => self.page = Some(number),
            id::MESSAGE_CODEPAGE => self.strings = Some(number),
            _ => {}
        }
    }
}

/// Appends the first of some bytes, so that there are at most `most`.
fn take_most(all: &mut Vec<u8>, bytes: &[u8], most: usize) {
    let some = bytes.len().min(most.saturating_sub(all.len()));
    all.extend_from_slice(&bytes[..some]);
}

/// Returns the declared media type of a text or a message, in lower case and without parameters; `None` for all others.
fn readable_type(declared: &str) -> Option<String> {
    let media_type = declared.split(';').next()?.trim().to_ascii_lowercase();
    let is_readable = ["text/", "message/"]
        .iter()
        .any(|prefix| media_type.starts_with(prefix))
        || ["application/pkcs7-mime", "application/x-pkcs7-mime", TNEF].contains(&&*media_type);
    let is_printable = media_type.bytes().all(|byte| byte.is_ascii_graphic());
    (is_readable && is_printable).then_some(media_type)
}
