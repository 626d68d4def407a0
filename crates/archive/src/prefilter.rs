//! What can open a candidate in a text, so that other texts need not be read.
//!
//! The rule is the caller's, who knows what the texts are searched for: a [`Prefilter`] is that rule as
//! tables. What a text hides of what it shows is known here: encoded words, folds, references, markup.

use std::{fmt, sync::Arc};

use encoding_rs::Encoding;
use memchr::{memchr, memchr_iter, memchr2_iter, memmem};

use crate::framer::can_cut_before;

/// How far behind a `<` a byte that is not ASCII is taken for part of a URL, to guess its charset.
pub(crate) const REACH: usize = 256;

/// So many bytes of an encoded word are looked at. RFC 2047 §2 allows 75.
const LONGEST_WORD: usize = 1000;

/// What an encoded word begins with (RFC 2047 §2).
const ENCODED_WORD: &[u8] = b"=?";

/// The texts that need not be read, as the visitor would find nothing in them: what can open a candidate
/// there, as an automaton over the bytes after a `<`.
///
/// With one, the [`Walker`](crate::Walker) leaves out header fields, pages of HTML and, if nobody counts
/// them, messages in which no `<` begins what the automaton accepts. It guesses the charset of a text only
/// where that matters for what a `<` has opened. A clone is cheap.
///
/// ```
/// use urlsift_archive::{Prefilter, ReadOptions};
///
/// // Opens with `<` and a digit.
/// let mut first = [Prefilter::REJECT; 256];
/// first[b'0'.into()..=b'9'.into()].fill(Prefilter::ACCEPT);
/// let options = ReadOptions::new().prefilter(Some(Prefilter::new(&[first], &[false; 256])));
/// ```
#[derive(Clone)]
pub struct Prefilter(Arc<Tables>);

struct Tables {
    /// As it was given.
    text: States,
    /// The same for the bytes of a header or a message as they are written.
    raw: States,
    /// The same for the bytes of a page of HTML.
    html: States,
}

/// For each state and byte the next state. A power of two of them needs no check of bounds.
type States = [[u8; 256]; Prefilter::MOST_STATES];

/// In place of a state: an encoded word may begin here, and then may open anything.
const MAY_BE_WORD: u8 = 0xfd;

impl Prefilter {
    /// In place of a state: a candidate may be opened.
    pub const ACCEPT: u8 = 0xfe;

    /// In place of a state: no candidate is opened.
    pub const REJECT: u8 = 0xff;

    /// The maximum number of states.
    pub const MOST_STATES: usize = 16;

    /// Takes the automaton: for each state, and each byte that is read in it, the next state,
    /// [`ACCEPT`](Self::ACCEPT) or [`REJECT`](Self::REJECT). It starts after a `<`, in the first state.
    ///
    /// `across_blank_line` says of each byte whether an opening begun before an empty line may depend on
    /// it, if it is the first byte after that. A [`Kind::Text`](crate::Kind::Text) must not be cut there.
    ///
    /// # Panics
    ///
    /// If there is no state, one that is named is not there, or there are more than
    /// [`MOST_STATES`](Self::MOST_STATES); if an opening may depend on a byte that is neither white space nor
    /// `/` or `\\`, in front of which texts are cut.
    #[must_use]
    pub fn new(transitions: &[[u8; 256]], across_blank_line: &[bool; 256]) -> Self {
        let count = transitions.len();
        let is_next = |next: u8| next >= Self::ACCEPT || usize::from(next) < count;
        let bytes = transitions.as_flattened().iter();
        assert!(
            (1..=Self::MOST_STATES).contains(&count)
                && bytes.fold(true, |all, &next| all & is_next(next)),
            "each state is there"
        );
        let mut depends = (0..=u8::MAX).zip(across_blank_line);
        assert!(
            depends.all(|(byte, &depends)| !(depends && can_cut_before(byte))),
            "no text is cut amid an opening"
        );
        let mut text = [[Self::REJECT; 256]; Self::MOST_STATES];
        text[..count].copy_from_slice(transitions);
        let (mut raw, mut html) = (text, text);
        for state in &mut raw[..count] {
            // The line break may be that of a fold, and leave nothing in the text.
            state[usize::from(b'\r')] = Self::ACCEPT;
            state[usize::from(b'\n')] = Self::ACCEPT;
            state[usize::from(b'=')] = MAY_BE_WORD;
        }
        for state in &mut html[..count] {
            // What markup, references and bytes that are not of ASCII show is left open, and how white
            // space cuts a name.
            state[..=usize::from(b' ')].fill(Self::ACCEPT);
            state[0x7f..].fill(Self::ACCEPT);
            state[usize::from(b'<')] = Self::ACCEPT;
            state[usize::from(b'&')] = Self::ACCEPT;
        }
        Self(Arc::new(Tables { text, raw, html }))
    }
}

impl fmt::Debug for Prefilter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prefilter").finish_non_exhaustive()
    }
}

/// Whether a URL may be opened in the bytes of a header, as they are written: whether there is an
/// encoded word that may give a `<`, or something that may be one's opening.
pub(crate) fn may_be_in_header(prefilter: &Prefilter, raw: &[u8]) -> bool {
    memchr2_iter(b'<', b'?', raw).any(|at| match raw[at] {
        b'?' => is_opening_word(raw, at),
        _ => may_open(prefilter, &raw[at + 1..]),
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
pub(crate) fn may_be_in_message(prefilter: &Prefilter, message: &[u8]) -> bool {
    let may_open = |at| may_open(prefilter, &message[at + 1..]);
    may_be_encoded(message) || memchr_iter(b'<', message).any(may_open)
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
        match piece.map_or(FastCheck::Suspect, check_fast) {
            FastCheck::Nothing => {}
            FastCheck::End => return false,
            FastCheck::Suspect => {
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

/// What a fast check of some bytes of a header shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FastCheck {
    /// They are of its lines, and none of these matters.
    Nothing,
    /// It ends among them, and nothing before matters.
    End,
    /// There may be an encoded word, a field `Content-`, or an empty line that ends in CRLF.
    Suspect,
}

/// Checks some bytes, with the one after them. A loop without branches: one instruction
/// looks at many bytes.
#[expect(clippy::needless_bitwise_bool, reason = "a lazy operator is a branch")]
fn check_fast(piece: &[u8; PIECE + 1]) -> FastCheck {
    let mut is_end = false;
    let mut is_suspect = false;
    for at in 0..PIECE {
        let (first, second) = (piece[at], piece[at + 1]);
        is_end |= (first == b'\n') & (second == b'\n');
        is_suspect |= (first == b'\n') & ((second | 0x20 == b'c') | (second == b'\r'));
        is_suspect |= (first == b'=') & (second == b'?');
    }
    match (is_suspect, is_end) {
        (true, _) => FastCheck::Suspect,
        (false, true) => FastCheck::End,
        (false, false) => FastCheck::Nothing,
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
pub(crate) fn first_beyond_ascii(prefilter: &Prefilter, text: &[u8], from: usize) -> Option<usize> {
    memchr_iter(b'<', text).find_map(|opener| {
        let behind = opener + 1;
        if !may_open(prefilter, &text[behind..]) {
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

/// Returns whether a `<` may open a candidate with this after it in a header or a message, as it is
/// written. What ends there opens nothing.
fn may_open(prefilter: &Prefilter, after: &[u8]) -> bool {
    match run(&prefilter.0.raw, 0, after) {
        Some((Prefilter::ACCEPT, _)) => true,
        Some((MAY_BE_WORD, at)) => after[at..].starts_with(ENCODED_WORD),
        _ => false,
    }
}

/// Runs the automaton from a state on, up to what is no state, and returns that and the index of the byte
/// that leads to it; `None` if the bytes do not decide.
#[inline]
fn run(states: &States, mut state: u8, bytes: &[u8]) -> Option<(u8, usize)> {
    let mut at = 0;
    loop {
        // Most bytes are of a name, and lead from its state to the same one.
        let row = &states[usize::from(state) % Prefilter::MOST_STATES];
        at += bytes[at..]
            .iter()
            .position(|&byte| row[usize::from(byte)] != state)?;
        state = row[usize::from(bytes[at])];
        if state >= MAY_BE_WORD {
            return Some((state, at));
        }
        at += 1;
    }
}

/// Returns whether a `<` that is shown may open a candidate with this after it in a page of HTML.
pub(crate) fn may_open_in_html(prefilter: &Prefilter, after: &[u8]) -> bool {
    let text = after.trim_ascii_start();
    let may_open = |state: u8| {
        let end = match state {
            Prefilter::ACCEPT | Prefilter::REJECT => state,
            _ => run(&prefilter.0.html, state, text).map_or(Prefilter::ACCEPT, |(end, _)| end),
        };
        end == Prefilter::ACCEPT
    };
    if text.len() == after.len() {
        return may_open(0);
    }
    // White space is shown as it is, or as one blank.
    let start = &prefilter.0.text[0];
    may_open(start[usize::from(b' ')]) || may_open(start[usize::from(b'\n')])
}

#[cfg(test)]
pub(crate) mod testing {
    use super::Prefilter;

    /// Returns whether a `<` with this after it in a text opens what [`names`] accepts.
    pub(crate) fn opens(after: &[u8]) -> bool {
        let states = &names().0.text;
        let read = |state: u8, &byte: &u8| match state {
            Prefilter::ACCEPT | Prefilter::REJECT => state,
            _ => states[usize::from(state)][usize::from(byte)],
        };
        after.iter().fold(0, read) == Prefilter::ACCEPT
    }

    /// A letter and a colon with letters, digits, `+`, `-` and `.` between them, after blanks; or after a
    /// line break and quote marks.
    pub(crate) fn names() -> Prefilter {
        let mut states = [[Prefilter::REJECT; 256]; 3];
        for (byte, index) in (0..=u8::MAX).zip(0..) {
            let [start, next_line, name] = states.each_mut().map(|state| &mut state[index]);
            match byte {
                b' ' | b'\t' => (*start, *next_line) = (0, 1),
                b'\n' => *start = 1,
                b'>' | b'|' => *next_line = 1,
                b':' => (*next_line, *name) = (1, Prefilter::ACCEPT),
                b'+' | b'-' | b'.' | b'0'..=b'9' => *name = 2,
                _ if byte.is_ascii_alphabetic() => (*start, *next_line, *name) = (2, 2, 2),
                _ => {}
            }
        }
        Prefilter::new(
            &states,
            &std::array::from_fn(|byte| matches!(byte as u8, b' ' | b'/')),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::{PIECE, testing::names};

    fn may_be_in_header(raw: &[u8]) -> bool {
        super::may_be_in_header(&names(), raw)
    }

    fn may_be_in_message(message: &[u8]) -> bool {
        super::may_be_in_message(&names(), message)
    }

    fn first_beyond_ascii(text: &[u8], from: usize) -> Option<usize> {
        super::first_beyond_ascii(&names(), text, from)
    }

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
