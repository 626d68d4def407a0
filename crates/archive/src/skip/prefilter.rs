//! Decides which texts cannot contain a candidate and need not be read.
//!
//! The caller knows what is searched for and describes it with a [`Prefilter`], as a table. This
//! module handles the ways in which a text can hide it: encoded words, folds, character references
//! and markup.
//!
//! The automaton is a table of at most 16 states, made once, of which three variants allow for what a raw header, a
//! page or a text can hide. Asking the scanner instead would be exact, but each text would have to be decoded first,
//! which is what a prefilter saves. The price is a doubtful text that is read for nothing: every encoded word in base64
//! is doubtful, since to decode it costs as much as to read it.

use std::{fmt, ops::Range, sync::Arc};

use memchr::{memchr, memchr_iter, memchr2_iter, memmem};

use crate::{
    ascii::ascii_len,
    decode::{hex, label::NamedCharset},
    frame::can_cut_before,
};

/// The maximum distance in bytes from a `<` to a byte that is not ASCII and counts as part of a URL when
/// the charset is guessed.
pub(crate) const MAX_OPENER_DISTANCE: usize = 256;

/// The maximum number of bytes of an encoded word that are examined. RFC 2047 §2 allows 75.
const MAX_ENCODED_WORD: usize = 1000;

/// The start of an encoded word (RFC 2047 §2).
const ENCODED_WORD: &[u8] = b"=?";

/// Describes what can open a candidate, as an automaton over the bytes after a `<`.
///
/// With a prefilter, the [`Walker`](crate::Walker) skips header fields and HTML pages without a `<`
/// after which the automaton accepts. If the visitor does not want all messages, it also skips such
/// texts and messages. It guesses the charset of a text only where it matters for a candidate. Cloning is
/// cheap.
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
pub struct Prefilter {
    tables: Arc<Tables>,
    triggers: Option<Arc<dyn Triggers>>,
    /// The triggers in header fields.
    header_triggers: Option<Arc<dyn Triggers>>,
}

/// Finds what a candidate without a `<` contains: its triggers, short strings that are rare in other
/// text.
///
/// A trigger begins and ends in one line, and contains no encoded word. White space is allowed only as a
/// line break at its end, and a byte that is not ASCII only as its last one.
pub trait Triggers: Send + Sync {
    /// Returns the index of a byte of the first trigger that is complete in `text`. The bytes before
    /// `text` do not matter if they are further away than [`max_len`](Self::max_len).
    fn find(&self, text: &[u8]) -> Option<usize>;

    /// Returns the maximum length of a trigger in bytes.
    fn max_len(&self) -> usize;

    /// Returns whether every trigger contains a colon, and nothing but letters, digits, `+`, `-`, `.` and `/` besides.
    fn have_colons(&self) -> bool;
}

struct Tables {
    /// The caller's transitions.
    text: States,
    /// The transitions in raw headers and messages.
    raw: States,
    /// The transitions in HTML pages.
    html: States,
    /// Bytes after a `<` with which nothing opens in raw headers and messages.
    closed: Range<u8>,
}

/// The next state for each state and byte. The number of states is a power of two, so that indexing
/// needs no bounds check.
type States = [[u8; 256]; Prefilter::MAX_STATES];

/// Pseudo-state: an encoded word may begin here, and may open a candidate.
const MAY_BE_ENCODED_WORD: u8 = 0xfd;

impl Prefilter {
    /// Pseudo-state: a candidate may be opened.
    pub const ACCEPT: u8 = 0xfe;

    /// Pseudo-state: no candidate is opened.
    pub const REJECT: u8 = 0xff;

    /// The maximum number of states.
    pub const MAX_STATES: usize = 16;

    /// Creates a prefilter from an automaton. `transitions` has, for each state and each next byte,
    /// the index of the next state, [`ACCEPT`](Self::ACCEPT) or [`REJECT`](Self::REJECT). The
    /// automaton starts after a `<`, in the first state.
    ///
    /// `across_blank_line` has, for each byte, whether an opening can begin before an empty line
    /// and continue with this byte after it. Texts of [`Kind::Text`](crate::Kind::Text) must not be
    /// cut before such a byte.
    ///
    /// # Panics
    ///
    /// Panics if there is no state, if there are more than [`MAX_STATES`](Self::MAX_STATES), or if
    /// a transition leads to a state that does not exist; or if `across_blank_line` is true for a
    /// byte other than white space, `/` and `\\`, because a text may be cut before any other byte.
    #[must_use]
    pub fn new(transitions: &[[u8; 256]], across_blank_line: &[bool; 256]) -> Self {
        let count = transitions.len();
        let is_next = |next: u8| next >= Self::ACCEPT || usize::from(next) < count;
        let bytes = transitions.as_flattened().iter();
        assert!(
            (1..=Self::MAX_STATES).contains(&count)
                && bytes.fold(true, |all, &next| all & is_next(next)),
            "no states, too many states, or a transition to a missing state"
        );
        let mut depends = (0..=u8::MAX).zip(across_blank_line);
        assert!(
            depends.all(|(byte, &depends)| !(depends && can_cut_before(byte))),
            "an opening continues where texts are cut"
        );
        let mut text = [[Self::REJECT; 256]; Self::MAX_STATES];
        text[..count].copy_from_slice(transitions);
        let (mut raw, mut html) = (text, text);
        for state in &mut raw[..count] {
            // The line break may belong to a fold, which leaves nothing in the text.
            state[usize::from(b'\r')] = Self::ACCEPT;
            state[usize::from(b'\n')] = Self::ACCEPT;
            state[usize::from(b'=')] = MAY_BE_ENCODED_WORD;
            // An escape sequence leaves nothing either.
            state[0x1b] = Self::ACCEPT;
        }
        for state in &mut html[..count] {
            // Markup, references and bytes that are not ASCII may show anything, and white space
            // may interrupt a name.
            state[..=usize::from(b' ')].fill(Self::ACCEPT);
            state[0x7f..].fill(Self::ACCEPT);
            state[usize::from(b'<')] = Self::ACCEPT;
            state[usize::from(b'&')] = Self::ACCEPT;
        }
        let closed = longest_run(|byte| raw[0][usize::from(byte)] == Self::REJECT);
        Self {
            tables: Arc::new(Tables {
                text,
                raw,
                html,
                closed,
            }),
            triggers: None,
            header_triggers: None,
        }
    }

    /// Sets that candidates without a `<` are searched for too, and what they contain. HTML pages
    /// are then never skipped.
    #[must_use]
    pub fn triggers(self, triggers: Arc<dyn Triggers>) -> Self {
        Self {
            header_triggers: Some(Arc::clone(&triggers)),
            triggers: Some(triggers),
            ..self
        }
    }

    /// Sets what candidates in header fields contain, if fewer are searched for there than in other texts.
    #[must_use]
    pub fn header_triggers(mut self, triggers: Arc<dyn Triggers>) -> Self {
        self.header_triggers = Some(triggers);
        self
    }

    /// Returns what candidates without a `<` contain, if these are searched for.
    pub(crate) fn wanted_triggers(&self) -> Option<&dyn Triggers> {
        self.triggers.as_deref()
    }

    /// Returns bytes with which nothing opens if one of them follows the `<` in a raw header or
    /// message: as many as are adjacent. With other bytes, nothing may open either.
    pub(crate) fn closed_range(&self) -> Range<u8> {
        self.tables.closed.clone()
    }

    /// Returns the index of the first trigger in a text as it is.
    pub(crate) fn find_trigger(&self, text: &[u8]) -> Option<usize> {
        self.triggers.as_ref()?.find(text)
    }
}

/// Returns the longest range of ASCII bytes in a class. In most prefilters it includes the digits and
/// signs that often follow a `<`.
fn longest_run(class: impl Fn(u8) -> bool) -> Range<u8> {
    let mut longest = 0..0;
    let mut start = 0;
    for byte in 0..128 {
        if !class(byte) {
            start = byte + 1;
        } else if byte - start >= longest.end - longest.start {
            longest = start..byte + 1;
        }
    }
    longest
}

impl fmt::Debug for Prefilter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prefilter").finish_non_exhaustive()
    }
}

/// Returns whether a candidate may be in a raw header: at a trigger, after a `<`, or in an encoded
/// word.
pub(crate) fn may_be_in_header(prefilter: &Prefilter, raw: &[u8]) -> bool {
    let triggers = prefilter.header_triggers.as_ref();
    triggers.is_some_and(|triggers| triggers.find(raw).is_some())
        || may_be_without_trigger(prefilter, raw)
}

/// Returns whether a candidate may be in a raw header that has no trigger as it is.
pub(crate) fn may_be_without_trigger(prefilter: &Prefilter, raw: &[u8]) -> bool {
    memchr2_iter(b'<', b'?', raw).any(|at| match raw[at] {
        b'?' => raw[..at].ends_with(b"=") && word_may_matter(prefilter, raw, at + 1),
        _ => may_open(prefilter, &raw[at + 1..]),
    })
}

/// Returns whether the encoded word whose `=?` ends before an index may contain a `<`, or a part of
/// a trigger.
pub(super) fn word_may_matter(prefilter: &Prefilter, raw: &[u8], after_start: usize) -> bool {
    let word = &raw[after_start..];
    let word = &word[..word.len().min(2 * MAX_ENCODED_WORD)];
    let Some(triggers) = &prefilter.header_triggers else {
        return may_contain(b'<', word);
    };
    // A trigger may begin before the word, or end after it, if no white space is between them.
    let before = &raw[..after_start - ENCODED_WORD.len()];
    let is_joined_before = matches!(before, [.., b':' | b'/']);
    let is_joined_after = || {
        let text = word.splitn(3, |&byte| byte == b'?').nth(2);
        let end = text.and_then(|text| Some(&text[memmem::find(text, b"?=")? + 2..]));
        let next = end.and_then(<[u8]>::first);
        next.is_some_and(|next| next.is_ascii_alphanumeric() || b"+-.:".contains(next))
    };
    !triggers.have_colons()
        || is_joined_before
        || is_joined_after()
        || may_contain(b'<', word)
        || may_contain(b':', word)
}

/// Returns whether an encoded word may contain an ASCII character, `<` or `:`, given the bytes after its `=?`
/// (RFC 2047 §2). In every charset but UTF-7 such a character has its byte, perhaps among others.
fn may_contain(character: u8, word: &[u8]) -> bool {
    let mut fields = word.splitn(3, |&byte| byte == b'?');
    let (Some(charset), Some(b"Q" | b"q"), Some(rest)) =
        (fields.next(), fields.next(), fields.next())
    else {
        return true;
    };

    let rest = &rest[..rest.len().min(MAX_ENCODED_WORD)];
    let Some(end) = memmem::find(rest, b"?=") else {
        return true;
    };
    let text = &rest[..end];
    let low = character & 0xf;
    let is_character = |at| {
        let code = text.get(at + 1..at + 3).unwrap_or_default();
        text[at] == character || matches!(code, [b'3', digit] if hex(b'0', *digit) == Some(low))
    };
    memchr2_iter(character, b'=', text).any(is_character)
        || memchr(b'+', text).is_some() && is_utf7(charset)
}

/// Returns whether the charset of an encoded word, with a language or without (RFC 2231 §5), is
/// UTF-7.
fn is_utf7(charset: &[u8]) -> bool {
    let name = charset.split(|&byte| byte == b'*').next();
    name.is_some_and(|name| NamedCharset::for_label(name) == NamedCharset::Utf7)
}

/// Returns whether a candidate may open in a raw plain text: after a `<`, whatever its line breaks
/// become.
pub(crate) fn may_be_in_text(prefilter: &Prefilter, raw: &[u8]) -> bool {
    find_opener(prefilter, raw).is_some()
}

/// Returns the index of the first `<` after which a candidate may open in a raw text.
pub(crate) fn find_opener(prefilter: &Prefilter, raw: &[u8]) -> Option<usize> {
    memchr_iter(b'<', raw).find(|&at| may_open(prefilter, &raw[at + 1..]))
}

/// Returns whether a candidate may open in a plain text in quoted-printable, after a `<`, encoded or
/// not. After the `<`, an `=` may encode anything.
pub(crate) fn may_be_in_quoted_printable(prefilter: &Prefilter, raw: &[u8]) -> bool {
    let may_open = |after| {
        let end = run(&prefilter.tables.raw, 0, after);
        end.is_some_and(|(end, _)| end != Prefilter::REJECT)
    };
    memchr_iter(b'<', raw).any(|at| may_open(&raw[at + 1..]))
        || [&b"=3C"[..], b"=3c"]
            .iter()
            .any(|mark| memmem::find_iter(raw, mark).any(|at| may_open(&raw[at + mark.len()..])))
}

/// Returns the index of the first byte of `text`, at `from` or later, that is not ASCII and may be
/// part of a URL: at most [`MAX_OPENER_DISTANCE`] bytes after a `<` that may open one, with neither
/// another `<` nor an empty line between.
pub(crate) fn first_non_ascii_in_candidate(
    prefilter: &Prefilter,
    text: &[u8],
    from: usize,
) -> Option<usize> {
    memchr_iter(b'<', text).find_map(|opener| {
        let after = opener + 1;
        if !may_open(prefilter, &text[after..]) {
            return None;
        }
        let inside = &text[after..text.len().min(opener + MAX_OPENER_DISTANCE)];
        let first = ascii_len(inside);
        if first == inside.len() {
            return None;
        }
        let inside = &inside[..first];
        let is_cut = memchr(b'<', inside).is_some()
            || memmem::find(inside, b"\n\n").is_some()
            || memmem::find(inside, b"\n\r\n").is_some();
        let at = after + first;
        (at >= from && !is_cut).then_some(at)
    })
}

/// Returns whether a `<` before `after` may open a candidate in a raw header or message. If `after`
/// ends before the automaton decides, nothing opens.
pub(crate) fn may_open(prefilter: &Prefilter, after: &[u8]) -> bool {
    match run(&prefilter.tables.raw, 0, after) {
        Some((Prefilter::ACCEPT, _)) => true,
        Some((MAY_BE_ENCODED_WORD, at)) => after[at..].starts_with(ENCODED_WORD),
        _ => false,
    }
}

/// Runs the automaton until it leaves its states. Returns the pseudo-state and the index of the
/// byte that leads to it; `None` if the bytes do not decide.
#[inline]
fn run(states: &States, mut state: u8, bytes: &[u8]) -> Option<(u8, usize)> {
    let mut at = 0;
    loop {
        // Most bytes belong to a name, and keep the state.
        let row = &states[usize::from(state) % Prefilter::MAX_STATES];
        at += bytes[at..]
            .iter()
            .position(|&byte| row[usize::from(byte)] != state)?;
        state = row[usize::from(bytes[at])];
        if state >= MAY_BE_ENCODED_WORD {
            return Some((state, at));
        }
        at += 1;
    }
}

/// Returns whether a visible `<` before `after` may open a candidate in an HTML page.
pub(crate) fn may_open_in_html(prefilter: &Prefilter, after: &[u8]) -> bool {
    may_open_unless(prefilter, after, |_| true)
}

/// Like [`may_open_in_html`], for a page in quoted-printable that is not decoded: it may also if an `=` is among the
/// bytes that decide.
pub(crate) fn may_open_in_quoted_html(prefilter: &Prefilter, after: &[u8]) -> bool {
    // The bytes that decide are few. A search for the next `=` could read all of the page, for each `<`.
    may_open_unless(prefilter, after, |deciding| {
        memchr(b'=', deciding).is_none()
    })
}

/// Returns whether a visible `<` before `after` may open a candidate in an HTML page. It does not if the automaton
/// rejects bytes that are `certain`.
fn may_open_unless(prefilter: &Prefilter, after: &[u8], certain: impl Fn(&[u8]) -> bool) -> bool {
    let text = after.trim_ascii_start();
    let may_open = |state: u8| match state {
        Prefilter::ACCEPT => true,
        Prefilter::REJECT => false,
        _ => match run(&prefilter.tables.html, state, text) {
            Some((Prefilter::ACCEPT, _)) | None => true,
            Some((_, last)) => !certain(&text[..=last]),
        },
    };
    if text.len() == after.len() {
        return may_open(0);
    }
    // White space is shown as it is, or as one space.
    let start = &prefilter.tables.text[0];
    may_open(start[usize::from(b' ')]) || may_open(start[usize::from(b'\n')])
}

#[cfg(test)]
pub(crate) mod testing {
    use std::sync::Arc;

    use super::{Prefilter, Triggers};

    /// Returns whether a `<` before `after` opens what [`names`] accepts.
    pub(crate) fn opens(after: &[u8]) -> bool {
        let states = &names().tables.text;
        let read = |state: u8, &byte: &u8| match state {
            Prefilter::ACCEPT | Prefilter::REJECT => state,
            _ => states[usize::from(state)][usize::from(byte)],
        };
        after.iter().fold(0, read) == Prefilter::ACCEPT
    }

    /// Also searches for candidates without a `<` that contain `a:` and a byte other than a space.
    pub(crate) fn names_and_triggers() -> Prefilter {
        names().triggers(Arc::new(TestTriggers))
    }

    struct TestTriggers;

    impl Triggers for TestTriggers {
        fn find(&self, text: &[u8]) -> Option<usize> {
            let is_trigger = |at: &[u8]| matches!(at, [b'a', b':', next] if *next != b' ');
            text.windows(3).position(is_trigger).map(|at| at + 1)
        }

        fn max_len(&self) -> usize {
            3
        }

        fn have_colons(&self) -> bool {
            true
        }
    }

    /// Accepts a letter and a colon with letters, digits, `+`, `-` and `.` between them, after white space, or after a
    /// line break and a quote prefix.
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
mod tests;
