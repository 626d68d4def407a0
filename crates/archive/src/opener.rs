//! What can open a delimited URL, at a glance.
//!
//! Texts are read for the URLs in `<URL:...>` and `<scheme:...>`. Where there can be none, some of
//! the work of decoding is spared. The scanner is stricter than what is told here.

use encoding_rs::Encoding;
use memchr::{memchr, memchr_iter, memchr2_iter, memmem};

/// How far behind a `<` a byte that is not ASCII is taken for part of a URL, to guess its charset.
pub(crate) const REACH: usize = 256;

/// So many bytes of an encoded word are looked at. RFC 2047 §2 allows 75.
const LONGEST_WORD: usize = 1000;

/// What an encoded word begins with (RFC 2047 §2).
const ENCODED_WORD: &[u8] = b"=?";

/// Whether a URL may be opened in the bytes of a header, as they are written: whether there is an
/// encoded word that may give a `<`, or something that may be one's opening.
pub(crate) fn may_be_in_header(raw: &[u8]) -> bool {
    memchr2_iter(b'<', b'?', raw).any(|at| match raw[at] {
        b'?' => is_opening_word(raw, at),
        _ => may_open(&raw[at + 1..]),
    })
}

/// Whether the `?` at an index is that of an encoded word's `=?`, and the word may give a `<`.
fn is_opening_word(raw: &[u8], at: usize) -> bool {
    raw[..at].ends_with(b"=") && may_give_opener(&raw[at + 1..])
}

/// Whether an encoded word may give a `<`, of which all is known but the `=?` in front (RFC 2047
/// §2). In every charset that is a byte 0x3C, perhaps among others.
fn may_give_opener(word: &[u8]) -> bool {
    let mut fields = word.splitn(3, |&byte| byte == b'?');
    let (Some(_charset), Some(b"Q" | b"q"), Some(rest)) =
        (fields.next(), fields.next(), fields.next())
    else {
        return true;
    };
    let rest = &rest[..rest.len().min(LONGEST_WORD)];
    let Some(end) = memmem::find(rest, b"?=") else {
        return true;
    };
    let text = &rest[..end];
    let is_opener = |at| text[at] == b'<' || matches!(&text[at + 1..], [b'3', b'C' | b'c', ..]);
    memchr2_iter(b'<', b'=', text).any(is_opener)
}

/// Whether a message, as it is written, may hold a URL, or something that has to be decoded first:
/// a field of MIME, an encoded word in its header. Files that a text holds are not looked for.
pub(crate) fn may_be_in_message(message: &[u8]) -> bool {
    may_be_encoded(message) || memchr_iter(b'<', message).any(|at| may_open(&message[at + 1..]))
}

/// So many bytes of a header are looked at together.
const PIECE: usize = 64;

/// Whether the header of a message, up to the first empty line, has a field whose name begins like
/// `Content-`, or an encoded word that may give a `<`.
fn may_be_encoded(message: &[u8]) -> bool {
    if begins_content(message) || is_empty_line(message) {
        return begins_content(message);
    }
    let mut from = 0;
    while from < message.len() {
        let piece = message[from..].first_chunk();
        // Most pieces are of lines that say nothing, and of these it takes no search to know it.
        match piece.map_or(Glance::Suspect, glance) {
            Glance::Nothing => {}
            Glance::End => return false,
            Glance::Suspect => {
                let to = message.len().min(from + PIECE);
                for at in memchr2_iter(b'\n', b'=', &message[from..to]) {
                    let behind = &message[from + at + 1..];
                    if message[from + at] == b'=' {
                        if behind.first() == Some(&b'?') && may_give_opener(&behind[1..]) {
                            return true;
                        }
                    } else if begins_content(behind) {
                        return true;
                    } else if is_empty_line(behind) {
                        return false;
                    }
                }
            }
        }
        from += PIECE;
    }
    false
}

/// What a glance at some bytes of a header tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Glance {
    /// They are of its lines, and none of these matters.
    Nothing,
    /// It ends among them, and nothing before matters.
    End,
    /// There may be an encoded word, a field `Content-`, or an empty line that ends in CRLF.
    Suspect,
}

/// Takes a glance at some bytes, with the one behind them. A loop without branches: one instruction
/// looks at many bytes.
#[expect(clippy::needless_bitwise_bool, reason = "a lazy operator is a branch")]
fn glance(piece: &[u8; PIECE + 1]) -> Glance {
    let mut is_end = false;
    let mut is_suspect = false;
    for at in 0..PIECE {
        let (first, second) = (piece[at], piece[at + 1]);
        is_end |= (first == b'\n') & (second == b'\n');
        is_suspect |= (first == b'\n') & ((second | 0x20 == b'c') | (second == b'\r'));
        is_suspect |= (first == b'=') & (second == b'?');
    }
    match (is_suspect, is_end) {
        (true, _) => Glance::Suspect,
        (false, true) => Glance::End,
        (false, false) => Glance::Nothing,
    }
}

/// Whether a line begins as a field of MIME does.
fn begins_content(line: &[u8]) -> bool {
    matches!(line, [b'C' | b'c', b'o' | b'O', ..])
}

/// Whether the line that `text` begins with is empty.
fn is_empty_line(text: &[u8]) -> bool {
    matches!(text, [b'\n', ..] | [b'\r', b'\n', ..])
}

/// The first byte of `text`, from the index `from` on, that is not ASCII and may be part of a URL:
/// it stands at most [`REACH`] bytes behind what may open one, and neither another `<` nor an empty
/// line stands between.
pub(crate) fn first_beyond_ascii(text: &[u8], from: usize) -> Option<usize> {
    memchr_iter(b'<', text).find_map(|opener| {
        let behind = opener + 1;
        if !may_open(&text[behind..]) {
            return None;
        }
        let inside = &text[behind..text.len().min(opener + REACH)];
        let first = Encoding::ascii_valid_up_to(inside);
        if first == inside.len() {
            return None;
        }
        let inside = &inside[..first];
        let is_cut = memchr(b'<', inside).is_some()
            || memmem::find(inside, b"\n\n").is_some()
            || memmem::find(inside, b"\n\r\n").is_some();
        let at = behind + first;
        (at >= from && !is_cut).then_some(at)
    })
}

/// Whether a scheme may have this byte: `scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )`
/// (RFC 3986 §3.1).
pub(crate) fn is_in_name(byte: u8) -> bool {
    IN_NAME[usize::from(byte)]
}

const IN_NAME: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        let is_mark = matches!(byte as u8, b'+' | b'-' | b'.');
        table[byte] = is_mark || (byte as u8).is_ascii_alphanumeric();
        byte += 1;
    }
    table
};

/// Whether what stands behind a `<` may open a URL: perhaps white space, a name, and then a colon
/// or a line break that cuts it.
fn may_open(behind: &[u8]) -> bool {
    let name = match behind.first() {
        Some(byte) if byte.is_ascii_whitespace() => behind.trim_ascii_start(),
        _ => behind,
    };
    match name.first() {
        // Quote marks, on the line behind the one that the `<` ends.
        Some(b'>' | b'|' | b':') => return name.len() < behind.len(),
        // The name, or the rest of it, may be in an encoded word.
        Some(b'=') => return name.starts_with(ENCODED_WORD),
        Some(byte) if byte.is_ascii_alphabetic() => {}
        _ => return false,
    }
    let Some(end) = name.iter().position(|&byte| !is_in_name(byte)) else {
        return false;
    };
    match name[end] {
        b':' => true,
        b'=' => name[end..].starts_with(ENCODED_WORD),
        b' ' | b'\t' | b'\r' | b'\n' => {
            let blanks = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'\r');
            name[end..].iter().find(|byte| !blanks(byte)) == Some(&b'\n')
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{PIECE, first_beyond_ascii, may_be_in_header, may_be_in_message};

    #[test]
    fn addresses_and_identifiers_open_nothing() {
        let nothing: [&[u8]; 6] = [
            b"From: <jane at a.example>",
            b"Message-ID: <20020107.12@a.example>",
            b"From: Jane <jane@a.example>, <a.b>",
            b"Subject: a < b? <3 <a b: <",
            b"To: <1:2@a.example>",
            b"Subject: =?utf-8?Q?caf=C3=A9?= =3C",
        ];
        for raw in nothing {
            assert!(!may_be_in_header(raw), "{}", raw.escape_ascii());
        }
        let something: [&[u8]; 10] = [
            b"List-Post: <mailto:a@b.example>",
            b"Subject: < \t\r\n URL:a>",
            b"Subject: <htt\r\n p://a.example>",
            b"Subject: =?utf-8?B?a?=",
            b"Subject: =?utf-8?Q?a=3chttp?=",
            b"Subject: =?utf-8?Q?a_<_http:?=",
            b"X: <a@b> <http:",
            b"X: <=?utf-8?Q?http://a?=>",
            b"X: <htt=?utf-8?Q?p://a?=>",
            b"X: <\n> http://a>",
        ];
        for raw in something {
            assert!(may_be_in_header(raw), "{}", raw.escape_ascii());
        }
    }

    #[test]
    fn it_does_not_matter_where_in_a_message_something_stands() {
        let something = [
            "\nContent-Type: a/b\n\n",
            "\ncOntent-Base:",
            "\r\nContent-Type: a/b\r\n\r\n",
            "\nX: =?utf-8?B?a?=\n\n",
            " =?utf-8?Q?=3chttp?=\n\n",
            "\n\n<http://a>",
            "\n\n=\n\r\n<URL:a>",
        ];
        let nothing = [
            "\nCc: a\nSender: b\n\n",
            "\nX-Content-Type: a/b\n\n",
            "\n\nContent-Type: a/b\n",
            "\r\n\r\nContent-Type: a/b\r\n",
            "\n\n=?utf-8?B?a?=",
            "\nX: =?utf-8?Q?=3d?= =\n ?\n\n",
            "\r\nX: Content-Type\r\n\r\n<a@b>",
        ];
        for (ends, may_be) in [(something, true), (nothing, false)] {
            for (end, len) in ends
                .iter()
                .flat_map(|end| (1..3 * PIECE).map(move |len| (end, len)))
            {
                let message = ["a".repeat(len).as_str(), end, &" b".repeat(PIECE)].concat();
                for message in [&message, &message[..len + end.len()]] {
                    let context = message.escape_debug();
                    assert_eq!(may_be_in_message(message.as_bytes()), may_be, "{context}");
                }
            }
        }
        for (message, may_be) in [
            ("Content-Type: a/b", true),
            ("\nContent-Type: a/b", false),
            ("", false),
        ] {
            assert_eq!(may_be_in_message(message.as_bytes()), may_be, "{message:?}");
        }
    }

    #[test]
    fn what_is_not_in_a_url_needs_no_charset() {
        let first = |text: &[u8]| first_beyond_ascii(text, 0);
        assert_eq!(first(b"caf\xe9 <jane@a> caf\xe9 <http://a/>"), None);
        assert_eq!(first(b"<http://a/\xe9>"), Some(10));
        assert_eq!(first(b"<b\xe9> <http://a/\n> \xe9>"), Some(18));
        assert_eq!(first(b"<http://a/\n\n\xe9>"), None);
        assert_eq!(first(b"<http://a/\r\n\r\n\xe9>"), None);
        assert_eq!(first(b"<http://a/<\xe9>"), None);
        assert_eq!(
            first_beyond_ascii(b"<http://\xe9/<http://\xe9>", 9),
            Some(18)
        );
    }
}
