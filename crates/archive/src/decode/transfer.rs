//! The transfer encodings.

use super::{
    base64::Base64, decoder::Decoder, quoted_printable::QuotedPrintable, uuencode::Uuencode,
};
/// The transfer encoding of a body (RFC 2045 §6.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum TransferEncoding {
    /// `7bit`, `8bit`, `binary`, or nothing: the body is not encoded.
    #[default]
    Identity,
    /// RFC 2045 §6.7.
    QuotedPrintable,
    /// RFC 2045 §6.8.
    Base64,
    /// `x-uuencode` and its short names.
    Uuencode,
    /// `x-yenc`.
    Yenc,
    /// Any other name (RFC 2045 §6.4). Must be the last row of the table.
    Unknown,
}

/// A row of the table of transfer encodings.
struct Row {
    encoding: TransferEncoding,
    /// The name that [`Part::encoding`](crate::Part::encoding) returns.
    name: &'static str,
    /// The names in a header, in lower case and without hyphens.
    spellings: &'static [&'static [u8]],
    body: Body,
}

/// How the bytes of a body are read.
enum Body {
    /// Unchanged.
    Verbatim,
    /// Through a decoder.
    Encoded(Coding),
    /// Not at all, because there is no decoder.
    Unreadable,
}

/// A decoder and its documented bound.
struct Coding {
    new: fn() -> Box<dyn Decoder>,
    /// The maximum number of input bytes held back.
    #[cfg(test)]
    most_held: usize,
}

/// All transfer encodings, in the order of the variants.
static TABLE: [Row; 6] = [
    Row {
        encoding: TransferEncoding::Identity,
        name: "7bit",
        spellings: &[
            b"", b"7bit", b"8bit", b"binary", b"7bits", b"8bits", b"none",
        ],
        body: Body::Verbatim,
    },
    Row {
        encoding: TransferEncoding::QuotedPrintable,
        name: "quoted-printable",
        spellings: &[b"quotedprintable"],
        body: Body::Encoded(Coding {
            new: || Box::new(QuotedPrintable::default()),
            #[cfg(test)]
            most_held: 67,
        }),
    },
    Row {
        encoding: TransferEncoding::Base64,
        name: "base64",
        spellings: &[b"base64"],
        body: Body::Encoded(Coding {
            new: || Box::new(Base64::default()),
            #[cfg(test)]
            most_held: 999 + 999 + 1,
        }),
    },
    Row {
        encoding: TransferEncoding::Uuencode,
        name: "x-uuencode",
        spellings: &[b"uuencode", b"xuuencode", b"uue", b"xuue", b"uu", b"xuu"],
        body: Body::Encoded(Coding {
            new: || Box::new(Uuencode::default()),
            #[cfg(test)]
            most_held: 999 + 1000,
        }),
    },
    Row {
        encoding: TransferEncoding::Yenc,
        name: "x-yenc",
        spellings: &[b"yenc", b"xyenc"],
        body: Body::Unreadable,
    },
    Row {
        encoding: TransferEncoding::Unknown,
        name: "unknown",
        spellings: &[],
        body: Body::Verbatim,
    },
];

const _: () = {
    assert!(TransferEncoding::Unknown as usize + 1 == TABLE.len());
    let mut at = 0;
    while at < TABLE.len() {
        assert!(TABLE[at].encoding as usize == at);
        at += 1;
    }
};

impl TransferEncoding {
    fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// Returns the name of the encoding. All encodings that leave bytes unchanged are `7bit`.
    pub(crate) fn name(self) -> &'static str {
        self.row().name
    }

    /// Returns whether decoding changes the bytes of a body.
    pub(crate) fn changes_bytes(self) -> bool {
        !matches!(self.row().body, Body::Verbatim)
    }

    /// Returns whether a body can be read, decoded or as it is.
    pub(crate) fn is_readable(self) -> bool {
        !matches!(self.row().body, Body::Unreadable)
    }

    /// Returns a new decoder; `None` if a body is read as it is, or cannot be read.
    pub(crate) fn decoder(self) -> Option<Box<dyn Decoder>> {
        match &self.row().body {
            Body::Encoded(coding) => Some((coding.new)()),
            Body::Verbatim | Body::Unreadable => None,
        }
    }

    /// Returns the encoding with a name, which is in lower case and without hyphens.
    pub(crate) fn named(name: &[u8]) -> Self {
        let row = TABLE.iter().find(|row| row.spellings.contains(&name));
        row.map_or(Self::Unknown, |row| row.encoding)
    }
}

#[cfg(test)]
mod tests {
    use urlsift_tables::bytes;

    use super::{Body, TABLE, TransferEncoding};
    use crate::decode::output::Output;
    use std::sync::LazyLock;

    /// Starts of bodies: of text, of each encoding, and of invalid ones.
    static FRONTS: LazyLock<Vec<&[u8]>> = LazyLock::new(|| bytes!("transfer.toml", "fronts"));

    #[test]
    fn a_name_has_one_encoding() {
        let names = TABLE.iter().flat_map(|row| row.spellings);
        for name in names.clone() {
            let same = names.clone().filter(|other| *other == name);
            assert_eq!(same.count(), 1, "{}", name.escape_ascii());
        }
        for row in &TABLE {
            for spelling in row.spellings {
                assert_eq!(TransferEncoding::named(spelling), row.encoding);
            }
        }
        assert_eq!(
            TransferEncoding::named(b"xgzip64"),
            TransferEncoding::Unknown
        );
    }

    #[test]
    fn no_decoder_holds_back_more_than_its_bound() {
        let mut decoders = 0;
        for row in &TABLE {
            let Body::Encoded(coding) = &row.body else {
                continue;
            };
            decoders += 1;
            let mut most = 0;
            for front in FRONTS.iter() {
                for byte in [b'a', b' ', b'=', b'<', b'-', 0xFF] {
                    let mut input = front.to_vec();
                    input.resize(4000, byte);
                    let mut decoder = (coding.new)();
                    let mut out = Output::default();
                    let mut lens = Vec::new();
                    for (at, byte) in (0..).zip(&input) {
                        decoder.decode(&[*byte], at, &mut out);
                        lens.push(out.map().len());
                    }
                    decoder.finish(input.len() as u64, &mut out);
                    let map = out.map();
                    for (read, len) in (1..).zip(lens).filter(|(_, len)| *len < map.len()) {
                        // The next byte of the output begins with the first one that was held back.
                        let held = u64::saturating_sub(read, map.start(len));
                        most = most.max(held as usize);
                    }
                }
            }
            assert!(most <= coding.most_held, "{}: {most}", row.name);
        }
        assert!(decoders > 0);
    }
}
