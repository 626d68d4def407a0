//! Where a URL without delimiters ends: the link detection of UTS #58.
//!
//! Each character has a role (`Link_Term`): some end a URL, some only if nothing of the URL follows, and a closing
//! bracket ends it unless its partner stands in the same part of the path, query or fragment. In ASCII the roles are a
//! table here, beyond it they are in `link_term.rs`. We depart from the standard in these:
//!
//! - `<`, `>`, `"`, the grave accent and `|` end a URL: what stands around links in mail, Markdown and tables.
//! - `*` is not its last character, since bold text may end with a URL.
//! - Other characters beyond ASCII end it, too: see [`Role::of`](super::chars::Role::of).
//! - It ends before another link in brackets, a tag of a markup, a character reference, an escape of JSON, and without
//!   the emphasis around it or the dash after it.
//! - If it ends at white space, it ends before a bracket that was never closed: see [`before_unpaired`].

use memchr::{memchr, memrchr};

use super::{
    begin::begins_link,
    chars::{self, Role},
    term::opening_bracket,
};

/// What the end of a URL depends on besides its characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Surroundings {
    /// The quotation mark, `"` or `'`, before the URL, which ends it, too.
    pub(crate) quote: Option<u8>,
    /// Whether the text is decoded HTML, in which `&gt;` is what its author wrote.
    pub(crate) is_html: bool,
    /// Whether `|` is a character of the URL.
    has_bars: bool,
    /// The emphasis mark before the URL, and how often it stands there, at most [`MAX_EMPHASIS`] times.
    emphasis: Option<(u8, u8)>,
    /// The start of the name of a tag in braces that was opened before the URL, such as `{color:red}`, padded with
    /// zeros.
    tag: [u8; MAX_TAG],
}

/// The maximum number of equal marks before a URL that are emphasis. More of them are a rule.
const MAX_EMPHASIS: u8 = 3;

/// The number of bytes of the name of a tag that are compared.
const MAX_TAG: usize = 8;

/// The number of ASCII characters before a URL in which a tag is searched.
const TAG_WINDOW: usize = 32;

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
            has_bars: false,
            emphasis,
            tag: opened_tag(before),
        }
    }

    /// Returns the surroundings of a URL in which `|` is a character.
    pub(crate) fn with_bars(self) -> Self {
        Self {
            has_bars: true,
            ..self
        }
    }
}

/// Returns the name of the tag in the last braces near the end of a text.
fn opened_tag(before: &[u8]) -> [u8; MAX_TAG] {
    let near = &before[before.len().saturating_sub(TAG_WINDOW)..];
    let Some(brace) = memrchr(b'{', near).filter(|&brace| near[brace..].is_ascii()) else {
        return [0; MAX_TAG];
    };
    tag_name(&near[brace + 1..])
}

/// Returns the first letters of a text, padded with zeros; only zeros if no `}` or `:` follows its letters.
fn tag_name(text: &[u8]) -> [u8; MAX_TAG] {
    let mut name = [0; MAX_TAG];
    let len = text
        .iter()
        .take_while(|byte| byte.is_ascii_alphabetic())
        .count();
    if matches!(text.get(len), Some(b'}' | b':')) {
        let len = len.min(MAX_TAG);
        name[..len].copy_from_slice(&text[..len]);
    }
    name
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
            0..=0x1f | b' ' | b'"' | b'<' | b'>' | b'`' | 0x7f => Class::End,
            b'(' | b'[' | b'{' | b')' | b']' | b'}' | b'\'' | b'&' | b'\\' | b'|' | 0x80.. => {
                Class::Other
            }
            _ if is_sentence_punctuation(byte as u8) => Class::Inner,
            _ => Class::Last,
        };
        byte += 1;
    }
    classes
};

/// Returns whether a byte belongs to the sentence around a URL if it is the last one.
const fn is_sentence_punctuation(byte: u8) -> bool {
    matches!(byte, b'?' | b'!' | b'.' | b',' | b':' | b';' | b'*' | b'\'')
}

fn class(byte: u8) -> Class {
    CLASSES[usize::from(byte)]
}

/// Returns the end of a URL that begins at `start`, given the start `from` of its path, or of what follows its
/// authority or colon. Trailing punctuation is left out.
pub(crate) fn end(line: &[u8], start: usize, from: usize, around: Surroundings) -> usize {
    read(line, start, from, around).0
}

/// Returns the end of a URL without a bracket that was never closed and what follows it; `None` if there is none.
pub(crate) fn before_unpaired(url: &[u8], from: usize, around: Surroundings) -> Option<usize> {
    let end = read(url, 0, from, around).1?;
    (end > from).then(|| trimmed(url, 0, end, around))
}

/// Returns where a URL ends, and where it would end before its first bracket without a partner.
fn read(line: &[u8], start: usize, from: usize, around: Surroundings) -> (usize, Option<usize>) {
    let mut brackets = Brackets::new(from);
    let mut is_ascii = true;
    let (mut at, mut end) = (from, from);
    loop {
        let rest = &line[at..];
        let run = rest.iter().position(|&byte| class(byte) > Class::Inner);
        let run = &rest[..run.unwrap_or(rest.len())];
        if let Some(last) = run.iter().rposition(|&byte| class(byte) == Class::Last) {
            end = at + last + 1;
        }
        at += run.len();
        if line.get(at).is_none_or(|_| ends_before(line, at, around)) {
            break;
        }
        let (char, len) = chars::first(&line[at..]);
        match role(line, at, char, around) {
            Role::Inside => end = at + len,
            Role::Soft => {}
            Role::EmDash => {
                is_ascii = is_ascii && line[start..end].is_ascii();
                if is_ascii {
                    break;
                }
            }
            Role::Opens if begins_link(&line[at + len..]) => break,
            Role::Opens => brackets.open(line, at, char, end),
            Role::Closes if brackets.close(line, at, char) => end = at + len,
            Role::Closes | Role::Ends => break,
        }
        at += len;
    }
    (end, brackets.first_unpaired())
}

/// Returns the role of the character at `at`.
pub(crate) fn role(line: &[u8], at: usize, char: Option<char>, around: Surroundings) -> Role {
    match line[at] {
        b'(' | b'[' | b'{' => Role::Opens,
        b')' | b']' | b'}' => Role::Closes,
        b'&' | b'\\' => Role::Inside,
        b'\'' => Role::Soft,
        b'|' if around.has_bars && !begins_link(&line[at + 1..]) => Role::Soft,
        0x80.. => match char {
            Some(char) => Role::of(char),
            None if line[at] == chars::NO_BREAK_SPACE => Role::Ends,
            None => Role::Inside,
        },
        byte => match class(byte) {
            Class::Last => Role::Inside,
            Class::Inner => Role::Soft,
            Class::Other | Class::End => Role::Ends,
        },
    }
}

/// The brackets of a URL.
struct Brackets {
    part: Part,
    /// The index up to which the parts are known.
    seen: usize,
    /// The brackets without a partner since the part began, and where the URL would end before each of them.
    open: Vec<(Option<char>, usize)>,
    /// The end before the first bracket whose partner did not come in its part.
    unpaired: Option<usize>,
}

/// The part of a URL in which a bracket and its partner stand, by what ends it.
#[derive(Clone, Copy)]
enum Part {
    /// A segment of the path: ends at `/`, `?`, `#`.
    Path,
    /// A key or a value of the query: ends at `=`, `&`, `#`.
    Query,
    /// The fragment: ends at `:~:`.
    Fragment,
    /// An item of a fragment directive: ends at `&`, `,`, `:~:`.
    Directive,
}

impl Brackets {
    const fn new(from: usize) -> Self {
        Self {
            part: Part::Path,
            seen: from,
            open: Vec::new(),
            unpaired: None,
        }
    }

    fn open(&mut self, line: &[u8], at: usize, char: Option<char>, end: usize) {
        self.read_parts(line, at);
        self.open.push((char, end));
    }

    /// Returns whether a bracket closes the last one that is open.
    fn close(&mut self, line: &[u8], at: usize, char: Option<char>) -> bool {
        self.read_parts(line, at);
        let last = self.open.last().and_then(|&(open, _)| open);
        char.and_then(opening_bracket) == last && self.open.pop().is_some()
    }

    /// Reads the parts that begin before an index.
    fn read_parts(&mut self, line: &[u8], to: usize) {
        for at in self.seen..to {
            let is_directive = || line[at..].starts_with(b":~:");
            self.part = match (self.part, line[at]) {
                (Part::Path | Part::Query, b'#') => Part::Fragment,
                (Part::Path, b'?') => Part::Query,
                (Part::Path, b'/')
                | (Part::Query, b'=' | b'&')
                | (Part::Directive, b'&' | b',') => self.part,
                (Part::Fragment | Part::Directive, b':') if is_directive() => Part::Directive,
                _ => continue,
            };
            self.unpaired = self.first_unpaired();
            self.open.clear();
        }
        self.seen = to;
    }

    fn first_unpaired(&self) -> Option<usize> {
        self.unpaired.or(self.open.first().map(|&(_, end)| end))
    }
}

/// Returns whether a URL ends before the ASCII character at `at`, in a login or a path: at the quotation mark before
/// the URL, at another link in brackets, a tag, a character reference, or an escape.
pub(crate) fn ends_before(line: &[u8], at: usize, around: Surroundings) -> bool {
    let after = &line[at + 1..];
    match line[at] {
        byte if Some(byte) == around.quote => true,
        b'(' => begins_link(after),
        b'[' => begins_link(after) || begins_with_end_tag(after),
        b'{' => around.tag != [0; MAX_TAG] && tag_name(after) == around.tag,
        b'&' => !around.is_html && begins_with_entity(&line[at..]),
        b'\\' => begins_with_escape(after),
        _ => false,
    }
}

/// Returns whether a text is the rest of an end tag in square brackets after its `[`, such as `[/url]`.
fn begins_with_end_tag(text: &[u8]) -> bool {
    let Some(name) = text.strip_prefix(b"/") else {
        return false;
    };
    let len = name
        .iter()
        .take_while(|byte| byte.is_ascii_alphabetic())
        .count();
    len > 0 && name.get(len) == Some(&b']')
}

/// Returns whether a text is the rest of an escape after its backslash: of the quotation mark that ends a string, or of
/// a line break.
fn begins_with_escape(text: &[u8]) -> bool {
    match text {
        [b'"' | b'\'', ..] | [b'r', b'\\', b'n', ..] => true,
        [b'n', rest @ ..] => rest
            .first()
            .is_none_or(|byte| matches!(byte, b'\\' | b'"' | b'\'' | b'A'..=b'Z')),
        _ => false,
    }
}

/// Returns the end of a URL without the emphasis marks around it, those before its start that it ends with, too; and
/// without two or more hyphens at its end, which are a dash.
pub(crate) fn trimmed(line: &[u8], start: usize, end: usize, around: Surroundings) -> usize {
    let url = &line[start..end];
    let marks = match around.emphasis {
        Some((mark, before)) if url.ends_with(&[mark]) => {
            // A rule has no end.
            let most = if before == MAX_EMPHASIS {
                url.len()
            } else {
                usize::from(before)
            };
            let after = url.iter().rev().take(most);
            after.take_while(|&&byte| byte == mark).count()
        }
        _ if url.ends_with(b"--") => url.iter().rev().take_while(|&&byte| byte == b'-').count(),
        _ => return end,
    };
    let is_trailing = |byte: &&u8| is_sentence_punctuation(**byte);
    let url = &url[..url.len() - marks];
    end - marks - url.iter().rev().take_while(is_trailing).count()
}

/// Returns whether a URL that ends before a text ends at white space or at the end of the text, but for punctuation.
pub(crate) fn is_at_white_space(text: &[u8]) -> bool {
    let is_soft = |&byte: &u8| is_sentence_punctuation(byte);
    let rest = &text[text.iter().take_while(|&byte| is_soft(byte)).count()..];
    match rest {
        // The last two are the hyphen of a line break.
        []
        | [chars::NO_BREAK_SPACE, ..]
        | [chars::SOFT_HYPHEN]
        | [chars::SOFT_HYPHEN, b'\r' | b'\n', ..] => true,
        _ => chars::first(rest).0.is_some_and(char::is_whitespace),
    }
}

/// Returns whether a text begins with a character reference to a bracket, a quotation mark or a space, none of which
/// is part of a URL.
fn begins_with_entity(text: &[u8]) -> bool {
    const MAX_LEN: usize = 10;
    let near = &text[..text.len().min(MAX_LEN)];
    let Some(len) = memchr(b';', near) else {
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
    use super::{Surroundings, before_unpaired, end, trimmed};

    use urlsift_tables::{options, rows};

    #[track_caller]
    fn check(cases: &[(&str, &str)], around: Surroundings) {
        for (text, expected) in cases {
            assert_eq!(
                &text[..end(text.as_bytes(), 0, 0, around)],
                *expected,
                "{text}"
            );
        }
    }

    #[test]
    fn punctuation_and_brackets_of_the_sentence_are_left_out() {
        let cases = rows!("end.toml", "punctuation_brackets_sentence");
        check(&cases, Surroundings::default());
    }

    /// The standard's table of parts.
    #[test]
    fn brackets_have_their_partners_in_the_same_part() {
        let cases = rows!("end.toml", "brackets_have_their_partners_in_the_same_part");
        check(&cases, Surroundings::default());
    }

    #[test]
    fn characters_beyond_ascii_have_roles() {
        let cases = rows!("end.toml", "characters_beyond_ascii_have_roles");
        check(&cases, Surroundings::default());
    }

    #[test]
    fn bytes_that_are_not_utf_8_are_part_of_a_url() {
        let line = b"/caf\xe9.html. ";
        assert_eq!(
            end(line, 0, 0, Surroundings::default()),
            b"/caf\xe9.html".len()
        );
        assert_eq!(end(b"/\xe9 x", 0, 0, Surroundings::default()), 2);
    }

    #[test]
    fn entities_end_a_url_where_the_text_is_not_html() {
        let cases = rows!("end.toml", "entities_end_a_url_where_the_text_is_not_html");
        check(&cases, Surroundings::default());
        let around = Surroundings {
            is_html: true,
            ..Surroundings::default()
        };
        check(&[("/a&gt;b", "/a&gt;b")], around);
    }

    #[test]
    fn escapes_and_tags_end_a_url() {
        let cases = rows!("end.toml", "escapes_and_tags_end_a_url");
        check(&cases, Surroundings::default());
        let line = b"{color:red}see /a{color}";
        let around = Surroundings::of(line, 15, false);
        assert_eq!(end(line, 15, 15, around), 17);
    }

    #[test]
    fn an_unpaired_bracket_and_what_follows_it_are_left_out() {
        for (url, expected) in options!("end.toml", "unpaired_bracket_and") {
            let end = before_unpaired(url.as_bytes(), 0, Surroundings::default());
            assert_eq!(end.map(|end| &url[..end]), expected, "{url}");
        }
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
            ("/a.---", 0, "/a"),
        ] {
            let line_bytes = line.as_bytes();
            let around = Surroundings::of(line_bytes, start, false);
            let end = trimmed(line_bytes, start, line.len(), around);
            assert_eq!(&line[start..end], expected, "{line}");
        }
    }
}
