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
    /// Any other name (RFC 2045 §6.4).
    Unknown,
}

impl TransferEncoding {
    /// Returns the encoding with a name in a header, which is in lower case and without hyphens.
    pub(crate) fn named(name: &[u8]) -> Self {
        match name {
            b"" | b"7bit" | b"8bit" | b"binary" | b"7bits" | b"8bits" | b"none" => Self::Identity,
            b"quotedprintable" => Self::QuotedPrintable,
            b"base64" => Self::Base64,
            b"uuencode" | b"xuuencode" | b"uue" | b"xuue" | b"uu" | b"xuu" => Self::Uuencode,
            b"yenc" | b"xyenc" => Self::Yenc,
            _ => Self::Unknown,
        }
    }

    /// Returns the name of the encoding, which is [`Part::encoding`](crate::Part::encoding). All encodings that leave
    /// bytes unchanged are `7bit`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Identity => "7bit",
            Self::QuotedPrintable => "quoted-printable",
            Self::Base64 => "base64",
            Self::Uuencode => "x-uuencode",
            Self::Yenc => "x-yenc",
            Self::Unknown => "unknown",
        }
    }

    /// Returns whether decoding changes the bytes of a body.
    pub(crate) fn changes_bytes(self) -> bool {
        !matches!(self, Self::Identity | Self::Unknown)
    }

    /// Returns whether a body can be read, decoded or as it is. There is no decoder of yEnc.
    pub(crate) fn is_readable(self) -> bool {
        self != Self::Yenc
    }

    /// Returns a new decoder; `None` if a body is read as it is, or cannot be read.
    pub(crate) fn decoder(self) -> Option<Box<dyn Decoder>> {
        match self {
            Self::QuotedPrintable => Some(Box::new(QuotedPrintable::default())),
            Self::Base64 => Some(Box::new(Base64::default())),
            Self::Uuencode => Some(Box::new(Uuencode::default())),
            Self::Identity | Self::Yenc | Self::Unknown => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use urlsift_tables::bytes;

    use super::TransferEncoding;
    use crate::decode::output::Output;
    use std::sync::LazyLock;

    /// Starts of bodies: of text, of each encoding, and of invalid ones.
    static FRONTS: LazyLock<Vec<&[u8]>> = LazyLock::new(|| bytes!("transfer.toml", "fronts"));

    /// The encodings with a decoder, and the maximum number of input bytes that it holds back.
    const MOST_HELD: [(TransferEncoding, usize); 3] = [
        (TransferEncoding::QuotedPrintable, 67),
        (TransferEncoding::Base64, 999 + 999 + 1),
        (TransferEncoding::Uuencode, 999 + 1000),
    ];

    #[test]
    fn no_decoder_holds_back_more_than_its_bound() {
        for (encoding, most_held) in MOST_HELD {
            let mut most = 0;
            for front in FRONTS.iter() {
                for byte in [b'a', b' ', b'=', b'<', b'-', 0xFF] {
                    let mut input = front.to_vec();
                    input.resize(4000, byte);
                    let mut decoder = encoding.decoder().expect("a decoder");
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
            assert!(most <= most_held, "{encoding:?}: {most}");
        }
    }
}
