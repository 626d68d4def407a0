//! The character classes of RFC 1738 §5, in its order, and those of RFC 3986.

/// A set of ASCII characters.
#[derive(Clone, Copy)]
struct Set(u128);

impl Set {
    const fn of(bytes: &[u8]) -> Self {
        let mut set = 0;
        let mut at = 0;
        while at < bytes.len() {
            set |= 1 << bytes[at];
            at += 1;
        }
        Self(set)
    }

    const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    const fn and(self, more: &[u8]) -> Self {
        self.or(Self::of(more))
    }

    const fn has(self, byte: u8) -> bool {
        byte.is_ascii() && self.0 >> byte & 1 == 1
    }
}

// user, password = *[ uchar | ";" | "?" | "&" | "=" ]
const LOGIN: Set = UNRESERVED.and(b";?&=");
// fsegment = *[ uchar | "?" | ":" | "@" | "&" | "=" ]
const FSEGMENT: Set = UNRESERVED.and(b"?:@&=");
// fpath = fsegment *[ "/" fsegment ]
const FPATH: Set = FSEGMENT.and(b"/");
// hsegment = *[ uchar | ";" | ":" | "@" | "&" | "=" ]
const HSEGMENT: Set = UNRESERVED.and(b";:@&=");
// hpath = hsegment *[ "/" hsegment ]
const HPATH: Set = HSEGMENT.and(b"/");
// search = *[ uchar | ";" | ":" | "@" | "&" | "=" ]
const SEARCH: Set = UNRESERVED.and(b";:@&=");
// group = alpha *[ alpha | digit | "-" | "." | "+" | "_" ]
const GROUP: Set = ALPHA.or(DIGIT).and(b"-.+_");
// article = 1*[ uchar | ";" | "/" | "?" | ":" | "&" | "=" ] "@" host
const ARTICLE: Set = UNRESERVED.and(b";/?:&=");
// psegment = *[ uchar | "?" | ":" | "@" | "&" | "=" ]
const PSEGMENT: Set = UNRESERVED.and(b"?:@&=");
// ppath = psegment *[ "/" psegment ]
const PPATH: Set = PSEGMENT.and(b"/");
// fieldname, fieldvalue = *[ uchar | "?" | ":" | "@" | "&" ]
const FIELD: Set = UNRESERVED.and(b"?:@&");
// scheme = 1*[ lowalpha | digit | "+" | "-" | "." ], and "interpreters should use case-ignore"
const SCHEME: Set = ALPHA.or(DIGIT).and(b"+-.");

// alpha = lowalpha | hialpha
const ALPHA: Set = Set::of(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
const DIGIT: Set = Set::of(b"0123456789");
const SAFE: Set = Set::of(b"$-_.+");
const EXTRA: Set = Set::of(b"!*'(),");
const RESERVED: Set = Set::of(b";/?:@&=");
// unreserved = alpha | digit | safe | extra
const UNRESERVED: Set = ALPHA.or(DIGIT).or(SAFE).or(EXTRA);
// xchar = unreserved | reserved | escape
const XCHAR: Set = UNRESERVED.or(RESERVED);

// RFC 3986 §2: unreserved = ALPHA / DIGIT / "-" / "." / "_" / "~", and
// sub-delims = "!" / "$" / "&" / "'" / "(" / ")" / "*" / "+" / "," / ";" / "="
const URI_UNRESERVED: Set = ALPHA.or(DIGIT).and(b"-._~");
// reg-name = *( unreserved / pct-encoded / sub-delims )
const URI_REG_NAME: Set = URI_UNRESERVED.and(b"!$&'()*+,;=");
// userinfo = *( unreserved / pct-encoded / sub-delims / ":" )
const URI_USERINFO: Set = URI_REG_NAME.and(b":");
// query, fragment = *( pchar / "/" / "?" ), where pchar = unreserved / pct-encoded / sub-delims / ":" / "@"; and every
// path, which has no `?`
const URI_QUERY: Set = URI_USERINFO.and(b"@/?");

/// A class of characters. Escapes are not part of any class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Class(u16);

macro_rules! classes {
    ($($name:ident = $set:ident, $bit:literal;)*) => {
        impl Class {
            $(pub(crate) const $name: Self = Self(1 << $bit);)*
        }

        /// The classes of each byte, as a set of bits.
        const CLASSES: [u16; 256] = {
            let mut table = [0; 256];
            let mut byte = 0;
            while byte < 256 {
                $(if $set.has(byte as u8) {
                    table[byte] |= 1 << $bit;
                })*
                byte += 1;
            }
            table
        };
    };
}

classes! {
    LOGIN = LOGIN, 0;
    FPATH = FPATH, 1;
    HPATH = HPATH, 2;
    SEARCH = SEARCH, 3;
    GROUP = GROUP, 4;
    ARTICLE = ARTICLE, 5;
    PPATH = PPATH, 6;
    FIELD = FIELD, 7;
    SCHEME = SCHEME, 8;
    DIGIT = DIGIT, 9;
    UCHAR = UNRESERVED, 10;
    XCHAR = XCHAR, 11;
    RESERVED = RESERVED, 12;
    URI_REG_NAME = URI_REG_NAME, 13;
    URI_USERINFO = URI_USERINFO, 14;
    URI_QUERY = URI_QUERY, 15;
}

impl Class {
    pub(crate) const fn has(self, byte: u8) -> bool {
        CLASSES[byte as usize] & self.0 != 0
    }

    /// Returns the length of the longest prefix of `bytes` that is in the class.
    #[inline]
    pub(crate) fn run(self, bytes: &[u8]) -> usize {
        // Eight at a time, since the branch costs more than the lookup.
        let mut at = 0;
        while let Some(eight) = bytes[at..].first_chunk() {
            if !self.has_all(*eight) {
                return at + self.run_bytewise(&bytes[at..]);
            }
            at += eight.len();
        }
        // Most runs reach the end. The last eight bytes then show it; some are tested twice.
        if bytes.last_chunk().is_some_and(|&eight| self.has_all(eight)) {
            return bytes.len();
        }
        at + self.run_bytewise(&bytes[at..])
    }

    #[inline]
    fn has_all(self, eight: [u8; 8]) -> bool {
        let classes = eight.map(|byte| CLASSES[usize::from(byte)]);
        classes.iter().fold(self.0, |all, of| all & of) != 0
    }

    fn run_bytewise(self, bytes: &[u8]) -> usize {
        let end = bytes.iter().position(|&byte| !self.has(byte));
        end.unwrap_or(bytes.len())
    }
}

/// Returns the value of two hexadecimal digits.
pub(crate) fn octet(digits: [u8; 2]) -> Option<u8> {
    let [high, low] = digits.map(|digit| char::from(digit).to_digit(16));
    u8::try_from(high? << 4 | low?).ok()
}

#[cfg(test)]
mod tests {
    use super::Class;

    #[test]
    fn a_run_ends_at_the_first_byte_of_another_class() {
        let text = b"abcdefghijklmnopqrstuvwxyz0123456789";
        for len in 0..text.len() {
            let mut bytes = text.to_vec();
            assert_eq!(Class::UCHAR.run(&bytes[..len]), len);
            bytes[len] = b'/';
            assert_eq!(Class::UCHAR.run(&bytes), len);
            assert_eq!(Class::XCHAR.run(&bytes), text.len());
        }
    }

    #[test]
    fn no_class_has_an_unsafe_character() {
        for byte in (0..=b' ').chain(*b"<>\"#%{}|\\^~[]`").chain(0x7f..=0xff) {
            assert!(
                !Class::XCHAR.has(byte) && !Class::SCHEME.has(byte),
                "{byte}"
            );
            assert!(!Class::LOGIN.has(byte) && !Class::FIELD.has(byte), "{byte}");
        }
    }
}
