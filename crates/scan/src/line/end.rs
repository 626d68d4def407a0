//! Where a URL without delimiters ends.
//!
//! In ASCII the rules are those that link finders have agreed on: white space, controls, `<`, `>`, `"`, `|` and the
//! grave accent end a URL, punctuation is not its last character, and a closing bracket needs a partner. Beyond ASCII
//! the Unicode properties decide, so that no list of characters has to be complete. Nothing is looked up for an ASCII
//! character.

use super::{
    begin::begins_link,
    chars::{self, Role, is_in_word},
    quote::is_pair,
};

/// What the end of a URL depends on besides its characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Surroundings {
    /// The quotation mark, `"` or `'`, before the URL, which ends it, too.
    pub(crate) quote: Option<u8>,
    /// Whether the text is decoded HTML, in which `&gt;` is what its author wrote.
    pub(crate) is_html: bool,
    /// The emphasis mark before the URL, and how often it stands there, at most [`MAX_EMPHASIS`] times.
    emphasis: Option<(u8, u8)>,
}

impl Surroundings {
    /// Returns what surrounds a URL that begins at `start`.
    pub(crate) fn of(line: &[u8], start: usize, is_html: bool) -> Self {
        let before = &line[..start];
        let last = before.last().copied();
        let is_mark = |byte: &u8| matches!(byte, b'_' | b'*' | b'~' | b'=' | b'|');
        let emphasis = last.filter(is_mark).and_then(|mark| {
            let marks = before.iter().rev().take(usize::from(MAX_EMPHASIS));
            let count = marks.take_while(|&&byte| byte == mark).count();
            // `url=http://a.example/?b=c==` is no emphasis.
            let word = before[..before.len() - count].last();
            let count = count as u8;
            let is_key =
                mark == b'=' && count < MAX_EMPHASIS && word.is_some_and(u8::is_ascii_alphanumeric);
            (!is_key).then_some((mark, count))
        });
        Self {
            quote: last.filter(|byte| matches!(byte, b'"' | b'\'')),
            is_html,
            emphasis,
        }
    }
}

/// The role of a byte in a URL.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    /// The byte may be the last one of the URL.
    Last,
    /// The byte may occur in the URL, but not as its last one.
    Inner,
    /// The role depends on other bytes.
    Other,
    /// The URL ends before the byte.
    End,
}

const CLASSES: [Class; 256] = {
    let mut classes = [Class::Last; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            0..=0x1f | b' ' | b'|' | b'"' | b'<' | b'>' | b'`' | 0x7f => Class::End,
            b'(' | b'[' | b'{' | b')' | b']' | b'}' | b'\'' | b'&' | 0x80.. => Class::Other,
            _ if is_sentence_punctuation(byte as u8) => Class::Inner,
            _ => Class::Last,
        };
        byte += 1;
    }
    classes
};

/// Returns whether a byte belongs to the sentence around a URL if it is the last one.
const fn is_sentence_punctuation(byte: u8) -> bool {
    matches!(byte, b'?' | b'!' | b'.' | b',' | b':' | b';' | b'*')
}

fn class(byte: u8) -> Class {
    CLASSES[usize::from(byte)]
}

/// An opening bracket or quotation mark beyond ASCII in a URL.
struct Open {
    char: char,
    /// The end of the URL if the bracket has no partner.
    end: usize,
}

/// Returns the index at which a URL ends whose path, or whatever follows its authority or colon, begins at `from`.
/// Without punctuation at its end.
///
/// The partner of a bracket beyond ASCII is searched up to the next `://`, so that no text is read for each URL in it.
pub(crate) fn end(line: &[u8], from: usize, around: Surroundings) -> usize {
    let mut brackets = [0_i32; 3];
    let mut single_quotes = 0;
    let mut open: Vec<Open> = Vec::new();
    let (mut at, mut end) = (from, from);
    loop {
        let rest = &line[at..];
        let run = rest.iter().position(|&byte| class(byte) > Class::Inner);
        let run = &rest[..run.unwrap_or(rest.len())];
        if let Some(last) = run.iter().rposition(|&byte| class(byte) == Class::Last) {
            end = at + last + 1;
        }
        if !open.is_empty() && memchr::memmem::find(run, b"://").is_some() {
            break;
        }
        at += run.len();
        let Some(&byte) = line.get(at) else {
            break;
        };
        let mut len = 1;
        let can_be_last = match byte {
            _ if ends_before(line, at, around) => break,
            b'(' | b'[' | b'{' => {
                brackets[bracket(byte)] += 1;
                false
            }
            b')' | b']' | b'}' => {
                let depth = &mut brackets[bracket(byte)];
                *depth -= 1;
                if *depth < 0 {
                    break;
                }
                true
            }
            b'\'' => {
                single_quotes += 1;
                single_quotes % 2 == 0
            }
            b'&' => true,
            0x80.. => {
                let (char, char_len) = chars::first(&line[at..]);
                len = char_len;
                match char {
                    Some(char) if is_bracket(char) => {
                        let partner = open.pop_if(|open| is_pair(open.char, char));
                        if partner.is_none() && Role::of(char) == Role::Closes {
                            break;
                        }
                        if partner.is_none() {
                            open.push(Open { char, end });
                        }
                        partner.is_some()
                    }
                    _ if is_in_word(line, at, char, len) => true,
                    _ => break,
                }
            }
            _ => break,
        };
        at += len;
        if can_be_last {
            end = at;
        }
    }
    open.first().map_or(end, |open| open.end)
}

/// Returns whether a URL ends before the ASCII character at `at`, in a login or a path: at the quotation mark before
/// the URL, at another link in brackets, and at a character reference.
pub(crate) fn ends_before(line: &[u8], at: usize, around: Surroundings) -> bool {
    match line[at] {
        byte if Some(byte) == around.quote => true,
        b'(' | b'[' => begins_link(&line[at + 1..]),
        b'&' => !around.is_html && begins_with_entity(&line[at..]),
        _ => false,
    }
}

/// Returns the end of a URL without the emphasis marks around it: those before its start that it ends with, too.
pub(crate) fn without_emphasis(
    line: &[u8],
    start: usize,
    end: usize,
    around: Surroundings,
) -> usize {
    let Some((mark, before)) = around.emphasis else {
        return end;
    };
    let url = &line[start..end];
    // A rule has no end.
    let most = if before == MAX_EMPHASIS {
        url.len()
    } else {
        usize::from(before)
    };
    let after = url.iter().rev().take(most);
    let marks = after.take_while(|&&byte| byte == mark).count();
    if marks == 0 {
        return end;
    }
    let url = &url[..url.len() - marks];
    let is_trailing = |byte: &&u8| is_sentence_punctuation(**byte);
    end - marks - url.iter().rev().take_while(is_trailing).count()
}

/// The maximum number of equal marks before a URL that are emphasis. More of them are a rule.
const MAX_EMPHASIS: u8 = 3;

/// Returns the index of a kind of brackets.
fn bracket(byte: u8) -> usize {
    match byte {
        b'(' | b')' => 0,
        b'[' | b']' => 1,
        _ => 2,
    }
}

/// Returns whether a character beyond ASCII is a bracket or a quotation mark.
fn is_bracket(char: char) -> bool {
    matches!(Role::of(char), Role::Opens | Role::Closes)
}

/// Returns whether a text begins with a character reference to a bracket, a quotation mark or a space, none of which
/// is part of a URL.
fn begins_with_entity(text: &[u8]) -> bool {
    const MAX_LEN: usize = 10;
    let near = &text[..text.len().min(MAX_LEN)];
    let Some(len) = memchr::memchr(b';', near) else {
        return false;
    };
    match &near[1..len] {
        b"gt" | b"lt" | b"quot" | b"nbsp" | b"apos" | b"GT" | b"LT" | b"QUOT" => true,
        [b'#', digits @ ..] => matches!(
            code_point(digits),
            Some(0x20 | 0x22 | 0x27 | 0x3c | 0x3e | 0xa0)
        ),
        _ => false,
    }
}

/// Returns the code point that a numeric character reference names.
fn code_point(digits: &[u8]) -> Option<u32> {
    let digits = str::from_utf8(digits).ok()?;
    if !digits.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        // The standard library accepts a plus sign.
        return None;
    }
    match digits.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16).ok(),
        None => digits.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Surroundings, end, without_emphasis};

    #[track_caller]
    fn check(cases: &[(&str, &str)], around: Surroundings) {
        for (text, expected) in cases {
            assert_eq!(
                &text[..end(text.as_bytes(), 0, around)],
                *expected,
                "{text}"
            );
        }
    }

    #[test]
    fn punctuation_and_brackets_of_the_sentence_are_left_out() {
        let cases = [
            ("/a.", "/a"),
            ("/a?!", "/a"),
            ("/a_(b)", "/a_(b)"),
            ("/a)b", "/a"),
            ("/a(", "/a"),
            ("/a'b'c", "/a'b'c"),
            ("/a'", "/a"),
            ("/a|b", "/a"),
            ("/a[http://b", "/a"),
            ("/a(www.b", "/a"),
            ("/a[b]", "/a[b]"),
            ("/a-", "/a-"),
        ];
        check(&cases, Surroundings::default());
    }

    #[test]
    fn characters_beyond_ascii_have_roles() {
        let cases = [
            ("/é。x", "/é"),
            ("/a（b）c", "/a（b）c"),
            ("/a（b", "/a"),
            ("/a（b「c）", "/a"),
            ("/a“b”", "/a“b”"),
            ("/a”", "/a"),
            ("/a–b", "/a–b"),
            ("/a–", "/a"),
            ("/a–/", "/a"),
            ("/a\u{a0}b", "/a"),
            ("/a€", "/a€"),
            ("/a（x://b）", "/a"),
        ];
        check(&cases, Surroundings::default());
    }

    #[test]
    fn bytes_that_are_not_utf_8_are_part_of_a_url() {
        let line = b"/caf\xe9.html. ";
        assert_eq!(
            end(line, 0, Surroundings::default()),
            b"/caf\xe9.html".len()
        );
        assert_eq!(end(b"/\xe9 x", 0, Surroundings::default()), 2);
    }

    #[test]
    fn entities_end_a_url_where_the_text_is_not_html() {
        let cases = [
            ("/a&gt;", "/a"),
            ("/a&quot;&gt;x", "/a"),
            ("/a&#39;b", "/a"),
            ("/a&#x3E;b", "/a"),
            ("/a?b&gt=1;", "/a?b&gt=1"),
            ("/a?b&amp;c", "/a?b&amp;c"),
            ("/a&#65;", "/a&#65"),
            ("/a&#+39;b", "/a&#+39;b"),
        ];
        check(&cases, Surroundings::default());
        let around = Surroundings {
            is_html: true,
            ..Surroundings::default()
        };
        check(&[("/a&gt;b", "/a&gt;b")], around);
    }

    #[test]
    fn emphasis_marks_on_both_sides_are_left_out() {
        for (line, start, expected) in [
            ("_/a_", 1, "/a"),
            ("__/a__", 2, "/a"),
            ("_/a__", 1, "/a_"),
            ("_/a._", 1, "/a"),
            (" /a_", 1, "/a_"),
            ("~~/a~~", 2, "/a"),
            ("-/a-", 1, "/a-"),
        ] {
            let line_bytes = line.as_bytes();
            let around = Surroundings::of(line_bytes, start, false);
            let end = without_emphasis(line_bytes, start, line.len(), around);
            assert_eq!(&line[start..end], expected, "{line}");
        }
    }
}
