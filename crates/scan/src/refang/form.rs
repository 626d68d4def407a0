//! The forms in which people write what cannot be clicked, and what each of them stands for.
//!
//! A form is read where its line shows that it is one: `\.` between two letters, ` dot ` in the name of a host. A form
//! that is not known must not leave a part of a host behind that looks whole, so that the scheme before it stays
//! defanged, and nothing is found.

use bstr::ByteSlice;

use crate::line::tld;

/// The maximum length of a form in bytes.
pub(super) const MAX_LEN: usize = 18;

/// The maximum length of the name of a host, as it is written.
const MAX_HOST: usize = 512;

/// The maximum length of what may be an unknown form, with its brackets.
const MAX_UNKNOWN: usize = 12;

/// A form in a line: its length, and what it stands for.
pub(super) type Form = (usize, &'static str);

/// What must stand around a form.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Around {
    Anything,
    /// A letter or digit before it.
    After,
    /// A letter or digit on both sides.
    Inside,
    /// The same, in the name of a host.
    InHost,
    /// No letter or digit before it; two bytes that are no spaces after it, and perhaps one space before these.
    Begin,
}

/// The forms, longer ones before those with which they begin. In `[[]` and the like, a byte stands for itself: so a URL
/// is written that has the bytes of a form.
const FORMS: [(&str, &str, Around); 33] = [
    ("[.]", ".", Around::Anything),
    ("(.)", ".", Around::Inside),
    ("{.}", ".", Around::Inside),
    ("[dot]", ".", Around::Inside),
    ("(dot)", ".", Around::Inside),
    ("{dot}", ".", Around::Inside),
    ("[at]", "@", Around::Inside),
    ("(at)", "@", Around::Inside),
    ("{at}", "@", Around::Inside),
    ("[@]", "@", Around::Inside),
    ("[/]", "/", Around::Anything),
    ("[:]", ":", Around::After),
    ("[[]", "[", Around::Anything),
    ("[(]", "(", Around::Anything),
    ("[{]", "{", Around::Anything),
    ("h[x]xp", "hxxp", Around::Anything),
    ("h[0]0p", "h00p", Around::Anything),
    ("f[x]p", "fxp", Around::Anything),
    ("[.", ".", Around::Inside),
    (".]", ".", Around::Inside),
    ("\\.", ".", Around::Inside),
    (" [.] ", ".", Around::Inside),
    (" (.) ", ".", Around::Inside),
    (" [dot] ", ".", Around::Inside),
    (" (dot) ", ".", Around::Inside),
    (" [at] ", "@", Around::Inside),
    (" (at) ", "@", Around::Inside),
    (" dot ", ".", Around::InHost),
    ("h t t p s : / /", "https://", Around::Begin),
    ("h t t p : / /", "http://", Around::Begin),
    ("h x x p s : / /", "https://", Around::Begin),
    ("h x x p : / /", "http://", Around::Begin),
    ("f t p : / /", "ftp://", Around::Begin),
];

/// The names of schemes, which a separator follows. No name begins with one before it.
const SCHEMES: [(&str, &str); 6] = [
    ("hxxps", "https"),
    ("hxxp", "http"),
    ("h00ps", "https"),
    ("h00p", "http"),
    ("fxps", "ftps"),
    ("fxp", "ftp"),
];

/// Words that are no first label before ` dot `.
const ARTICLES: [&[u8]; 6] = [b"the", b"a", b"an", b"this", b"that", b"one"];

/// Returns whether a name is that of a defanged scheme, such as `hxxp`.
pub(crate) fn is_defanged_scheme(name: &[u8]) -> bool {
    // The second byte decides for nearly all names.
    let is_near = matches!(name, [_, b'x' | b'X' | b'0', ..]);
    let is_name = |(written, _): &(&str, &str)| name.eq_ignore_ascii_case(written.as_bytes());
    is_near && SCHEMES.iter().any(is_name)
}

/// Returns the form at an index of a line. `in_host` says whether the name of a host is known to go on there.
pub(super) fn form_at(line: &[u8], at: usize, in_host: bool) -> Option<Form> {
    // The second byte rules out nearly all others.
    match (line[at], line.get(at + 1)?) {
        (b':', _) => separator_at(line, at),
        (b'[', _) if is_in_name_before(line, at) => {
            separator(&line[at..]).or_else(|| row_at(line, at, in_host))
        }
        (b'[' | b'(' | b'{', _)
        | (b'\\', b'.')
        | (b'.', b']')
        | (b' ', b'[' | b'(' | b'd' | b'D')
        | (b'h' | b'H' | b'f' | b'F', b' ' | b'[') => row_at(line, at, in_host),
        (b'h' | b'H' | b'f' | b'F', b'x' | b'X' | b'0') => scheme_at(line, at),
        _ => None,
    }
}

fn row_at(line: &[u8], at: usize, in_host: bool) -> Option<Form> {
    FORMS.iter().find_map(|&(text, by, around)| {
        let len = text.len();
        let found = line[at..].get(..len)?;
        if !found.eq_ignore_ascii_case(text.as_bytes()) {
            return None;
        }
        let before = is_in_name_before(line, at);
        let inside = before && line.get(at + len).is_some_and(|&byte| is_in_name(byte));
        let is_form = match around {
            Around::Anything => true,
            Around::After => before,
            Around::Inside => inside,
            Around::InHost => inside && in_host,
            Around::Begin => {
                let blank = usize::from(line.get(at + len) == Some(&b' '));
                let host = line.get(at + len + blank..at + len + blank + 2)?;
                let begins = !before && !host.iter().any(u8::is_ascii_whitespace);
                return begins.then_some((len + blank, by));
            }
        };
        is_form.then_some((len, by))
    })
}

/// Returns the name of a defanged scheme at an index, if a separator follows.
fn scheme_at(line: &[u8], at: usize) -> Option<Form> {
    if at > 0 && line[at - 1].is_ascii_alphanumeric() {
        return None;
    }
    let rest = &line[at..];
    let (written, by) = SCHEMES.into_iter().find(|(written, _)| {
        let name = rest.get(..written.len());
        name.is_some_and(|name| name.eq_ignore_ascii_case(written.as_bytes()))
    })?;
    let after = at + written.len();
    let separator = &line[after..];
    let is_sure = separator.starts_with(b"[:]");
    let len = match self::separator(separator) {
        Some((len, _)) => len,
        None if separator.starts_with(b"://") || separator.starts_with(b":\\\\") => 3,
        None => return is_sure.then_some((written.len(), by)),
    };
    let is_read = || Host::at(line, after + len).is_some_and(|host| !host.is_cut);
    (is_sure || is_read()).then_some((written.len(), by))
}

/// Returns the separator at a colon, if it is none as it stands.
fn separator_at(line: &[u8], colon: usize) -> Option<Form> {
    let is_after_defanged = || {
        let name = line[..colon]
            .rsplit(|byte| !byte.is_ascii_alphanumeric())
            .next();
        name.is_some_and(is_defanged_scheme)
    };
    let rest = &line[colon..];
    if rest.starts_with(b":\\\\") {
        return is_after_defanged().then_some((3, "://"));
    }
    separator(rest)
}

/// Returns the `://` at the start of a text that has a bracket around some of its bytes.
fn separator(text: &[u8]) -> Option<Form> {
    let mut wanted = b"://".iter();
    let mut is_inside = false;
    for (at, &byte) in text.iter().enumerate().take(MAX_LEN) {
        match byte {
            b'[' if !is_inside => is_inside = true,
            b']' if is_inside && text[at - 1] != b'[' => is_inside = false,
            _ if wanted.next() == Some(&byte) => {}
            _ => return None,
        }
        if wanted.len() == 0 && !is_inside {
            return (at >= 3).then_some((at + 1, "://"));
        }
    }
    None
}

/// How the dots of a name are written, the least sure form last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Dots {
    Plain,
    Defanged,
    Weak,
    Words,
}

/// The name of a host as it is written.
pub(super) struct Host {
    pub(super) end: usize,
    /// The name that it stands for.
    name: Vec<u8>,
    dots: Dots,
    /// Whether it ends before what may be a form that is not known.
    is_cut: bool,
}

impl Host {
    /// Returns the name at an index of a line, which may be empty; `None` if it is too long.
    pub(super) fn at(line: &[u8], start: usize) -> Option<Self> {
        let mut host = Self {
            end: start,
            name: Vec::new(),
            dots: Dots::Plain,
            is_cut: false,
        };
        let (mut has_dot, mut ends_before_form) = (false, false);
        while host.end < line.len() {
            if host.end - start > MAX_HOST {
                return None;
            }
            let rest = &line[host.end..];
            match form_at(line, host.end, !has_dot) {
                Some((len, ".")) => {
                    let text = rest[..len].to_ascii_lowercase();
                    host.dots = host.dots.max(match &*text {
                        b" dot " => Dots::Words,
                        b"[." | b".]" | b"\\." => Dots::Weak,
                        _ => Dots::Defanged,
                    });
                    host.name.push(b'.');
                    host.end += len;
                }
                Some(_) => {
                    ends_before_form = true;
                    break;
                }
                None if rest[0] == b'.' && starts_with_name(&rest[1..]) => {
                    has_dot = true;
                    host.name.push(b'.');
                    host.end += 1;
                }
                None if rest[0].is_ascii_alphanumeric() => {
                    host.name.push(rest[0]);
                    host.end += 1;
                }
                None => {
                    let (char, len) = bstr::decode_utf8(rest);
                    if !char.is_some_and(|char| char.is_alphanumeric() || "-_".contains(char)) {
                        break;
                    }
                    host.name.extend_from_slice(&rest[..len]);
                    host.end += len;
                }
            }
        }
        host.is_cut = !ends_before_form && is_unknown_form(&line[host.end..])
            || host.dots == Dots::Words && !host.is_named() && !host.is_address();
        Some(host)
    }

    /// Returns the end, or 0 if the name may be cut short.
    pub(super) const fn end_if_whole(&self) -> usize {
        if self.is_cut { 0 } else { self.end }
    }

    /// Returns whether a name without a scheme is one of a host, as the form of its dots shows.
    pub(super) fn is_defanged_name(&self, line: &[u8]) -> bool {
        let first = || self.name.split(|&byte| byte == b'.').next();
        let is_article = || {
            first().is_some_and(|label| {
                let mut articles = ARTICLES.iter();
                articles.any(|article| article.eq_ignore_ascii_case(label))
            })
        };
        let goes_on = match line[self.end..] {
            [b'@' | b'(' | b'=' | b'{', ..] | [b':', b':' | b'/', ..] => true,
            _ => {
                self.end < line.len()
                    && form_at(line, self.end, false)
                        .is_some_and(|(_, by)| by == "@" || by == "://")
            }
        };
        self.dots > Dots::Plain
            && !self.is_cut
            && !goes_on
            && (self.is_address() || self.is_named())
            && !(self.dots == Dots::Words && is_article())
    }

    /// Returns the scheme that a name without one has.
    pub(super) fn implied_scheme(&self) -> &'static str {
        let start = self.name.get(..4);
        if start.is_some_and(|start| start.eq_ignore_ascii_case(b"www.")) {
            "http://"
        } else {
            "https://"
        }
    }

    /// Returns whether the name has several labels, the last of which is a domain of the first level.
    fn is_named(&self) -> bool {
        let mut labels = self.name.rsplit(|&byte| byte == b'.');
        let last = labels.next().unwrap_or_default();
        let mut others = labels.peekable();
        others.peek().is_some()
            && others.all(|label| !label.is_empty() && label.len() <= tld::MAX_LABEL)
            && tld::is_known(last)
            && !(self.dots >= Dots::Weak && tld::is_doubtful(last))
    }

    fn is_address(&self) -> bool {
        let name = str::from_utf8(&self.name).ok();
        name.is_some_and(|name| name.parse::<std::net::Ipv4Addr>().is_ok())
    }
}

/// Returns whether a text begins with a short text in brackets between parts of a name, or with a character that ends
/// no host.
fn is_unknown_form(text: &[u8]) -> bool {
    let close = match text.first() {
        Some(b'[') => b']',
        Some(b'(') => b')',
        Some(b'{') => b'}',
        Some(b'<') => b'>',
        Some(b'%' | b'&' | b'*' | b'|' | b'^' | b'~' | b'$' | b'=' | b'+') => {
            return text.get(1).is_some_and(|byte| !byte.is_ascii_whitespace());
        }
        _ => return false,
    };
    let near = &text[..text.len().min(MAX_UNKNOWN)];
    let end = near.find_byte(close);
    end.is_some_and(|end| !near[..end].contains(&b' ') && starts_with_name(&text[end + 1..]))
}

fn starts_with_name(text: &[u8]) -> bool {
    text.first().is_some_and(|&byte| is_in_name(byte))
}

fn is_in_name_before(line: &[u8], at: usize) -> bool {
    at > 0 && is_in_name(line[at - 1])
}

/// Returns whether a byte may be part of a name.
const fn is_in_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_') || byte >= 0x80
}

/// Returns whether the name of a host may begin at an index of a line.
pub(super) fn may_begin_name(line: &[u8], at: usize) -> bool {
    let before = || bstr::decode_last_utf8(&line[..at]).0;
    let is_start =
        || before().is_none_or(|char| !char.is_alphanumeric() && !"-._~@/%\\$".contains(char));
    let is_inside = at > 0 && line[at - 1].is_ascii_alphanumeric();
    !is_inside && is_in_name(line[at]) && is_start() && !follows_at(&line[..at])
}

/// Returns whether a text ends in ` at `, as an address does before its host.
fn follows_at(text: &[u8]) -> bool {
    let end = text.last_chunk::<4>();
    end.is_some_and(|end| end.eq_ignore_ascii_case(b" at "))
}

/// Returns the index of a byte of the defanged form at an index of a text, if there is one. With brackets around this
/// byte, a [`Refanger`](crate::Refanger) restores the form itself.
#[must_use]
pub fn mark_of_form(text: &[u8], at: usize) -> Option<usize> {
    let (len, _) = form_at(text, at, false)?;
    let marks = text[at..at + len].find_byteset(b"[({.xX0");
    marks.map(|mark| at + mark)
}
