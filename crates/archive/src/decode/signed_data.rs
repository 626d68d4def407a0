//! The content of signed S/MIME messages (RFC 8551 §3.5.2), in PKCS #7 (RFC 5652).
//!
//! Only the elements on the way to the content are read, in the order in which they must come, and nothing after it. A
//! reader of all of ASN.1 would verify the rest, which no link depends on, and would need the whole message in memory,
//! and its own map from the content to the message.

use super::{decoder::Decoder, output::Output};

/// Decodes `ContentInfo` to the `eContent` of its `SignedData` (RFC 5652 §3, §5.1, §5.2), in DER or BER, where the
/// content may be in several pieces. Encrypted data are decoded to a message that declares them as such, so that they
/// are counted, and anything else to nothing.
///
/// Holds back no content, and at most ten bytes of the start of an element.
#[derive(Debug, Default)]
pub(crate) struct SignedData {
    state: Position,
    /// The number of elements of [`PATH`] that were read.
    passed: usize,
    /// Where the open constructed strings end, outermost first; `None` for those that end in a mark.
    strings: Vec<Option<u64>>,
    /// The identifier and the length of the next element, as far as they are known (X.690 §8.1.2, §8.1.3), or the type
    /// of the content.
    start: Vec<u8>,
}

/// What the next byte is.
#[derive(Clone, Copy, Debug, Default)]
enum Position {
    /// In the identifier or the length of an element.
    #[default]
    Start,
    /// One of this number of bytes of an element that is skipped.
    Skipped(u64),
    /// In the type of the content, of which this number of bytes is left.
    Type(u64),
    /// One of this number of bytes of the content.
    Content(u64),
    /// After the content, or in something else.
    Over,
}

/// How an element on the way to the content is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// Its elements follow.
    Enter,
    /// It must be [`SIGNED_DATA`], or one of [`ENCRYPTED_DATA`].
    Type,
    Skip,
}

const SEQUENCE: u8 = 0x30;
const SET: u8 = 0x31;
const INTEGER: u8 = 0x02;
const OBJECT_IDENTIFIER: u8 = 0x06;
const EXPLICIT: u8 = 0xA0;
const OCTET_STRING: u8 = 0x04;
const CONSTRUCTED_STRING: u8 = 0x24;

/// The elements before the content.
const PATH: [(u8, Step); 9] = [
    // ContentInfo ::= SEQUENCE { contentType, content [0] EXPLICIT }
    (SEQUENCE, Step::Enter),
    (OBJECT_IDENTIFIER, Step::Type),
    (EXPLICIT, Step::Enter),
    // SignedData ::= SEQUENCE { version, digestAlgorithms, encapContentInfo, ... }
    (SEQUENCE, Step::Enter),
    (INTEGER, Step::Skip),
    (SET, Step::Skip),
    // EncapsulatedContentInfo ::= SEQUENCE { eContentType, eContent [0] EXPLICIT OCTET STRING OPTIONAL }
    (SEQUENCE, Step::Enter),
    (OBJECT_IDENTIFIER, Step::Skip),
    (EXPLICIT, Step::Enter),
];

/// `id-signedData`, 1.2.840.113549.1.7.2.
const SIGNED_DATA: &[u8] = &[0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02];

/// `id-envelopedData`, 1.2.840.113549.1.7.3, and `id-ct-authEnvelopedData`, 1.2.840.113549.1.9.16.1.23 (RFC 5083 §2.1).
const ENCRYPTED_DATA: [&[u8]; 2] = [
    &[0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x03],
    &[
        0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x09, 0x10, 0x01, 0x17,
    ],
];

/// The message that encrypted data are decoded to.
const ENCRYPTED: &[u8] = b"Content-Type: application/pkcs7-mime; smime-type=enveloped-data\r\n\r\n";

/// The maximum nesting depth of strings in pieces.
const MAX_STRINGS: usize = 8;

/// The maximum number of bytes of a type.
const MAX_TYPE: u64 = 16;

/// The maximum number of bytes of a length after the first one.
const MAX_LENGTH: usize = 8;

/// The start of an element.
struct Element {
    identifier: u8,
    /// The length of its content; `None` if a mark ends it.
    length: Option<u64>,
}

impl Element {
    /// Parses an identifier of one byte and a length. The result is `None` if more bytes are needed, and an error if
    /// they are invalid.
    fn parse(start: &[u8]) -> Result<Option<Self>, ()> {
        let Some((&[identifier, first], rest)) = start.split_first_chunk() else {
            return Ok(None);
        };
        let length = match first {
            0x80 => None,
            0..0x80 => Some(u64::from(first)),
            _ => {
                let len = usize::from(first & 0x7F);
                if len > MAX_LENGTH {
                    return Err(());
                }
                if rest.len() < len {
                    return Ok(None);
                }
                Some(rest.iter().fold(0, |all, &byte| all << 8 | u64::from(byte)))
            }
        };
        Ok(Some(Self { identifier, length }))
    }
}

impl SignedData {
    /// Returns what follows the start of an element, whose content begins at the offset `at`.
    fn begin(&mut self, element: &Element, at: u64) -> Position {
        let Element { identifier, length } = *element;
        if let Some(&(expected, step)) = PATH.get(self.passed) {
            self.passed += 1;
            return match (step, length) {
                _ if identifier != expected => Position::Over,
                (Step::Enter, _) => Position::Start,
                (Step::Type, Some(length @ 1..=MAX_TYPE)) => Position::Type(length),
                (Step::Skip, Some(length)) => Position::Skipped(length),
                (Step::Type | Step::Skip, _) => Position::Over,
            };
        }
        match (identifier, length) {
            (OCTET_STRING, Some(length)) => Position::Content(length),
            (CONSTRUCTED_STRING, length) if self.strings.len() < MAX_STRINGS => {
                let end = length.map(|length| at.saturating_add(length));
                self.strings.push(end);
                self.after_piece(at)
            }
            // The mark after a string without a length.
            (0, Some(0)) if self.strings.pop() == Some(None) => self.after_piece(at),
            _ => Position::Over,
        }
    }

    /// Closes the strings that end at an offset, and returns what follows.
    fn after_piece(&mut self, at: u64) -> Position {
        while let Some(Some(end)) = self.strings.last()
            && *end <= at
        {
            self.strings.pop();
        }
        if self.strings.is_empty() {
            Position::Over
        } else {
            Position::Start
        }
    }

    /// Reads bytes at the offset `at`. Returns the number of bytes used.
    fn read(&mut self, input: &[u8], at: u64, out: &mut Output) -> usize {
        let within = |length: u64| {
            usize::try_from(length)
                .unwrap_or(usize::MAX)
                .min(input.len())
        };
        match self.state {
            Position::Start => {
                self.start.extend_from_slice(&input[..1]);
                let after = at + 1;
                match Element::parse(&self.start) {
                    Ok(None) => {}
                    Ok(Some(element)) => {
                        self.start.clear();
                        self.state = self.begin(&element, after);
                        self.end_empty(after);
                    }
                    Err(()) => self.state = Position::Over,
                }
                1
            }
            Position::Skipped(length) => {
                let used = within(length);
                self.state = Position::Skipped(length - used as u64);
                self.end_empty(at + used as u64);
                used
            }
            Position::Type(left) => {
                self.start.push(input[0]);
                self.state = if left > 1 {
                    Position::Type(left - 1)
                } else if self.start == SIGNED_DATA {
                    self.start.clear();
                    Position::Start
                } else {
                    if ENCRYPTED_DATA.contains(&&*self.start) {
                        out.replaced(ENCRYPTED, at..at + 1);
                    }
                    Position::Over
                };
                1
            }
            Position::Content(length) => {
                let used = within(length);
                out.verbatim(&input[..used], at);
                self.state = Position::Content(length - used as u64);
                self.end_empty(at + used as u64);
                used
            }
            Position::Over => input.len(),
        }
    }

    /// Ends an element of which no byte is left at the offset `at`.
    fn end_empty(&mut self, at: u64) {
        self.state = match self.state {
            Position::Skipped(0) => Position::Start,
            Position::Content(0) => self.after_piece(at),
            state => state,
        };
    }
}

impl Decoder for SignedData {
    fn decode(&mut self, input: &[u8], at: u64, out: &mut Output) {
        let mut used = 0;
        while used < input.len() {
            used += self.read(&input[used..], at + used as u64, out);
        }
    }

    fn finish(&mut self, _at: u64, _out: &mut Output) {}
}

#[cfg(test)]
mod tests {
    use super::{super::testing, ENCRYPTED, SignedData};

    /// Returns an element with its length, or with a mark at its end.
    fn element(identifier: u8, content: &[u8], has_length: bool) -> Vec<u8> {
        let len = content.len();
        match len {
            _ if !has_length => [&[identifier, 0x80][..], content, &[0, 0]].concat(),
            0..0x80 => [&[identifier, len as u8][..], content].concat(),
            _ => {
                let [high, low] = (len as u16).to_be_bytes();
                [&[identifier, 0x82, high, low][..], content].concat()
            }
        }
    }

    fn signed(content: &[u8], has_length: bool) -> Vec<u8> {
        let element =
            |identifier, parts: &[&[u8]]| element(identifier, &parts.concat(), has_length);
        let oid = |last| {
            [
                0x06, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, last,
            ]
        };
        let info = element(0x30, &[&oid(1), &element(0xA0, &[content])]);
        let data = element(0x30, &[b"\x02\x01\x01", b"\x31\x00", &info, b"\x31\x00"]);
        element(0x30, &[&oid(2), &element(0xA0, &[&data])])
    }

    fn decode(input: &[u8]) -> Vec<u8> {
        testing::decode(SignedData::default, input).bytes
    }

    #[test]
    fn the_content_is_decoded() {
        let long = b"<http://a/>\n".repeat(20);
        for has_length in [true, false] {
            for content in [&b""[..], b"a", &long] {
                let one = element(0x04, content, true);
                assert_eq!(decode(&signed(&one, has_length)), content);
                let (front, back) = content.split_at(content.len() / 2);
                let pieces = [front, b"", back].map(|piece| element(0x04, piece, true));
                let inner = element(0x24, &pieces[1..].concat(), !has_length);
                let string = element(0x24, &[&pieces[0], &inner[..]].concat(), has_length);
                assert_eq!(decode(&signed(&string, has_length)), content);
            }
        }
    }

    #[test]
    fn each_byte_has_its_place() {
        let input = signed(b"\x04\x02ab", true);
        let at = input
            .windows(2)
            .position(|pair| pair == b"ab")
            .expect("the content") as u64;
        let decoded = testing::decode(SignedData::default, &input);
        assert_eq!(decoded.ranges, [(at, at + 1), (at + 1, at + 2)]);
    }

    #[test]
    fn other_data_have_no_content() {
        let content = element(0x04, b"abc", true);
        let whole = signed(&content, true);
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 0x55;
            decode(&damaged);
            decode(&whole[..at]);
        }
        let mut enveloped = whole.clone();
        enveloped[12] = 3;
        assert_eq!(decode(&enveloped), ENCRYPTED);
        let strings = b"\x24\x80".repeat(9);
        assert_eq!(
            decode(&signed(&[&strings, &content[..]].concat(), false)),
            b""
        );
        assert_eq!(decode(b"\x30\x89\x01\x01\x01\x01\x01\x01\x01\x01\x01"), b"");
        assert_eq!(decode(b"\x30\x88\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x06"), b"");
    }
}
