//! Whether a URL that ends its line goes on in the next line.
//!
//! Nothing in a text says so, and a wrong join invents a link. So a join needs a sign that hardly occurs elsewhere:
//! what mailers and typesetters leave where they break a line, and what only a part of a URL looks like. The signs were
//! weighed on places of real mail that were labelled by hand; see `tests/tests/it/wraps.rs`. What is likely, but not
//! sure, is offered beside the URL on the line.
//!
//! Only the line itself and the next two are read. The lines before it would show how wide the paragraph is, but would
//! have to be kept for each text; mailers break at few widths.

use urlsift_scan::Config;

use crate::{
    begin::begins_link,
    chars::{self, Role, has_word},
};

/// How a URL at the end of a line is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Continuation {
    /// The URL ends with its line.
    No,
    /// The URL probably goes on.
    Likely,
    /// The URL goes on.
    Sure,
}

/// A place where a URL may go on in the next line. Lines are without their line breaks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<'t> {
    /// The URL up to the end of its line.
    pub(crate) url: &'t [u8],
    /// The line on which the URL ends, up to its last byte that is no blank.
    pub(crate) line: &'t [u8],
    /// The number of blanks after the URL.
    pub(crate) blanks: usize,
    /// The index in the line at which the URL, or the rest of it, begins.
    pub(crate) start: usize,
    /// The index in the line at which its text begins, after its quote prefix.
    pub(crate) text: usize,
    /// Whether the URL ends with the `://` after its scheme.
    pub(crate) lacks_host: bool,
    /// Whether the line is a piece of the URL, and nothing else.
    pub(crate) is_in_chain: bool,
    /// The bracket that opens right before the URL.
    pub(crate) bracket: Option<u8>,
    /// The next line, from its text on.
    pub(crate) next: &'t [u8],
    /// The number of bytes of `next` that the URL would go on with.
    pub(crate) token: usize,
    /// The text of the line after that; empty at the end of the text.
    pub(crate) after: &'t [u8],
}

/// The widths in bytes at which programs break a line that has no blank.
const HARD_WIDTHS: std::ops::RangeInclusive<usize> = 70..=80;

impl Place<'_> {
    /// Fast check whether the URL may go on, without the [`token`](Self::token). `true` means "not known".
    pub(crate) fn is_possible(&self) -> bool {
        let word = first_word(self.next);
        let is_single = is_last_word(self.next, word);
        let has_sign = || {
            self.is_cut_in_escape()
                || self.ends_in_hyphen()
                || self.begins_inside(word, is_single)
                || self.is_hard_cut() && self.is_first()
        };
        self.bracket.is_some() || self.lacks_host || is_single || has_sign()
    }

    /// Decides whether the URL goes on, if nothing [forbids](Self::may_go_on) it.
    pub(crate) fn judge(&self) -> Continuation {
        let word = first_word(self.next);
        let rest = &word[self.token..];
        if self.is_closed_by(rest) {
            return Continuation::Sure;
        }
        if let Some(b'.' | b'?') = self.url.last() {
            // Nearly always the end of a sentence.
            let is_cut = self.is_cut_at_mark(word) && is_last_word(self.next, word);
            return if is_cut {
                Continuation::Sure
            } else {
                Continuation::No
            };
        }
        let is_single = is_last_word(self.next, word);
        if self.lacks_host {
            let host = word.split(|&byte| byte == b'/').next();
            let is_host = host.is_some_and(|host| host.contains(&b'.'));
            return if is_host {
                Continuation::Sure
            } else {
                Continuation::No
            };
        }
        if self.is_cut_in_escape() || self.ends_in_hyphen() || self.begins_inside(word, is_single) {
            return Continuation::Sure;
        }
        if !is_single {
            let is_likely =
                self.is_hard_cut() && self.is_first() && is_part_of_url(&word[..self.token]);
            return if is_likely {
                Continuation::Likely
            } else {
                Continuation::No
            };
        }
        self.judge_single_word(&word[..self.token])
    }

    /// Decides whether the URL goes on with a token that stands alone on its line.
    fn judge_single_word(&self, token: &[u8]) -> Continuation {
        let last = first_word(self.after);
        let close = self
            .bracket
            .and_then(|open| memchr::memchr(closing(open), last));
        if self.is_repeated() || close.is_some_and(|close| close > 0 && !has_word(&last[close..])) {
            return Continuation::Sure;
        }
        if begins_link(self.after) {
            // An item of a list, which its own link follows.
            return Continuation::No;
        }
        let is_part = is_part_of_url(token) && !begins_with_host(token);
        let is_word_of_url = is_part || looks_cut(token);
        let is_flowed = self.blanks == 1
            && token
                .first()
                .is_some_and(|&byte| byte.is_ascii_alphanumeric() || byte == b'~');
        let is_query =
            self.url.contains(&b'?') && token.iter().any(|byte| matches!(byte, b'&' | b'='));
        let is_hard = self.is_hard_cut() && (is_part || self.is_first() && is_word_of_url);
        if is_hard || is_query || self.ends_at_separator() && (is_part || is_flowed) {
            return Continuation::Sure;
        }
        if is_part
            || self.is_hard_cut() && self.is_first()
            || self.ends_at_separator() && is_word_of_url
        {
            return Continuation::Likely;
        }
        Continuation::No
    }

    /// Returns whether nothing in the next line forbids that the URL goes on there.
    pub(crate) fn may_go_on(&self, config: &Config) -> bool {
        let word = first_word(self.next);
        let token = &word[..self.token];
        let follows = self.next[word.len()..].trim_ascii_start();
        let is_item = word.first().is_some_and(u8::is_ascii_alphanumeric)
            && matches!(
                word,
                [_, b'.' | b')'] | [_, _, b'.' | b')'] | [_, _, _, b')']
            );
        let is_mark = is_item || word.ends_with(b":");
        let is_address = word
            .iter()
            .position(|&byte| byte == b'@')
            .is_some_and(|at| !word[..at].contains(&b'/'));
        has_word(token)
            && !has_word(&word[self.token..])
            && (!is_mark || self.is_closed_by(&word[self.token..]))
            && !is_address
            && !begins_with_bracket(word)
            && (self.lacks_host || !has_scheme(word, config))
            // What lynx prints after a link in brackets is often the same link.
            && (self.is_closed_by(&word[self.token..]) || !begins_own_link(follows))
            && (!self.is_second_column() || is_last_word(self.next, word))
    }

    /// Returns whether a word begins with what cannot begin a word of a sentence. A comment and a directive of C begin
    /// with `#`, and a signature or an option with `-`.
    fn begins_inside(&self, word: &[u8], is_single: bool) -> bool {
        let [first, next, ..] = word else {
            return false;
        };
        next.is_ascii_alphanumeric()
            && match first {
                b'&' | b'?' | b'=' | b'%' | b'/' | b'.' => true,
                b'#' => is_single && !DIRECTIVES.contains(&&word[1..]),
                b'-' => is_single && self.is_in_chain,
                _ => false,
            }
    }

    /// Returns whether the bracket that opens before the URL is closed at the start of a text.
    fn is_closed_by(&self, rest: &[u8]) -> bool {
        let close = self.bracket.map(closing);
        close.is_some() && rest.first().copied() == close
    }

    /// Returns whether the line ends at a dot before the extension of a file or in a host, or at the `?` of a query.
    fn is_cut_at_mark(&self, word: &[u8]) -> bool {
        if self.url.ends_with(b"?") {
            return word.contains(&b'=');
        }
        let host = memchr::memmem::find(self.url, b"://").map(|at| &self.url[at + 3..]);
        let is_in_host = host.is_some_and(|host| !host.contains(&b'/'));
        is_in_host && word.contains(&b'.') && word.contains(&b'/') || is_extension(path_of(word))
    }

    /// Returns whether the URL stands in a second column, as in a signature.
    fn is_second_column(&self) -> bool {
        let before = &self.line[self.text.min(self.start)..self.start];
        has_word(before) && (before.ends_with(b"  ") || before.ends_with(b"\t"))
    }

    /// Returns whether nothing but brackets stands before the URL on its line.
    fn is_first(&self) -> bool {
        !has_word(&self.line[self.text.min(self.start)..self.start])
    }

    fn is_hard_cut(&self) -> bool {
        self.blanks == 0 && HARD_WIDTHS.contains(&self.line.len())
    }

    fn is_cut_in_escape(&self) -> bool {
        let is_hex = |byte: &u8| byte.is_ascii_hexdigit();
        match self.url {
            [.., b'%'] => self
                .next
                .first_chunk::<2>()
                .is_some_and(|digits| digits.iter().all(is_hex)),
            [.., b'%', first] => is_hex(first) && self.next.first().is_some_and(is_hex),
            _ => false,
        }
    }

    fn ends_in_hyphen(&self) -> bool {
        self.url.ends_with(b"-")
            || self.url.ends_with("\u{2010}".as_bytes())
            || self.url.ends_with("\u{ad}".as_bytes())
    }

    fn ends_at_separator(&self) -> bool {
        matches!(
            self.url.last(),
            Some(b'/' | b'_' | b'=' | b'&' | b'~' | b'+' | b'#' | b'%')
        )
    }

    /// Returns whether the line after next repeats the URL in angle brackets, as Outlook does.
    fn is_repeated(&self) -> bool {
        let repeated = self.after.strip_prefix(b"<");
        repeated.is_some_and(|repeated| repeated.starts_with(self.url))
    }
}

/// Returns the bracket that closes another.
const fn closing(open: u8) -> u8 {
    match open {
        b'(' => b')',
        b'[' => b']',
        _ => b'}',
    }
}

/// Returns the first word of a text.
pub(crate) fn first_word(text: &[u8]) -> &[u8] {
    let end = text
        .iter()
        .position(|byte| matches!(byte, b' ' | b'\t' | b'\r'));
    &text[..end.unwrap_or(text.len())]
}

/// Returns whether only blanks follow the first word of a text.
fn is_last_word(text: &[u8], word: &[u8]) -> bool {
    text[word.len()..].trim_ascii().is_empty()
}

/// Returns whether a word begins with a bracket or a quotation mark.
fn begins_with_bracket(word: &[u8]) -> bool {
    match word.first() {
        Some(byte) if byte.is_ascii() => b"([{<\"'`".contains(byte),
        Some(_) => chars::first(word).0.map(Role::of) == Some(Role::Opens),
        None => false,
    }
}

/// Returns whether a text begins with a link, in brackets or not.
fn begins_own_link(text: &[u8]) -> bool {
    begins_link(
        text.strip_prefix(b"<")
            .or(text.strip_prefix(b"("))
            .unwrap_or(text),
    )
}

/// Returns whether a word is, or contains, a link of its own.
fn has_scheme(word: &[u8], config: &Config) -> bool {
    let colon = memchr::memchr(b':', word);
    let begins = colon.is_some_and(|colon| config.opens(&word[..colon], &word[colon + 1..]));
    begins || begins_link(word) || memchr::memmem::find(word, b"://").is_some()
}

/// Returns whether a token has what is common in a URL and rare in a word: `/ = & % ? ~ _`, or the extension of a file.
fn is_part_of_url(token: &[u8]) -> bool {
    token.iter().any(|byte| b"/=&%?~_".contains(byte)) || has_extension(token)
}

/// The extensions of files that are common in URLs.
const EXTENSIONS: [&[u8]; 44] = [
    b"asp", b"aspx", b"bib", b"bz2", b"c", b"cfm", b"cgi", b"csv", b"deb", b"diff", b"doc",
    b"docx", b"exe", b"gif", b"gz", b"htm", b"html", b"jpeg", b"jpg", b"js", b"jsp", b"mp3",
    b"msg", b"patch", b"pdf", b"php", b"pl", b"png", b"ppt", b"ps", b"py", b"rdf", b"rpm", b"rss",
    b"shtml", b"tar", b"tex", b"tgz", b"txt", b"wav", b"xhtml", b"xls", b"xml", b"zip",
];

/// Returns whether a token ends with the extension of a file.
fn has_extension(token: &[u8]) -> bool {
    let path = path_of(token);
    let dot = path.iter().rposition(|&byte| byte == b'.');
    dot.is_some_and(|dot| is_extension(&path[dot + 1..]))
}

fn is_extension(text: &[u8]) -> bool {
    EXTENSIONS
        .iter()
        .any(|known| known.eq_ignore_ascii_case(text))
}

/// Returns a token up to its query or fragment.
fn path_of(token: &[u8]) -> &[u8] {
    let end = memchr::memchr2(b'?', b'#', token);
    &token[..end.unwrap_or(token.len())]
}

/// The directives of the C preprocessor.
const DIRECTIVES: [&[u8]; 9] = [
    b"define", b"elif", b"else", b"endif", b"if", b"ifdef", b"ifndef", b"include", b"undef",
];

/// Returns whether a token begins with the name of a host and a path, so that it is a link of its own without a scheme.
fn begins_with_host(token: &[u8]) -> bool {
    let slash = memchr::memchr(b'/', token);
    slash.is_some_and(|slash| {
        let dots = memchr::memchr_iter(b'.', &token[..slash]).count();
        dots > 1 || dots == 1 && ends_with_domain(&token[..slash])
    })
}

/// Returns whether a name ends with a domain of the first level that is no extension of a file.
fn ends_with_domain(name: &[u8]) -> bool {
    const DOMAINS: [&[u8]; 6] = [b"com", b"edu", b"gov", b"net", b"org", b"example"];
    let dot = name.iter().rposition(|&byte| byte == b'.');
    dot.is_some_and(|dot| {
        DOMAINS
            .iter()
            .any(|domain| domain.eq_ignore_ascii_case(&name[dot + 1..]))
    })
}

/// Returns whether a token looks like a part of a longer word: letters with digits, a hyphen or dot inside, or an
/// upper-case letter after a lower-case one. A name such as `a.example` is a word of its own.
fn looks_cut(token: &[u8]) -> bool {
    const DOMAINS: [&[u8]; 6] = [b"com", b"edu", b"gov", b"net", b"org", b"example"];
    let last = token
        .rsplit(|&byte| byte == b'.')
        .next()
        .unwrap_or_default();
    if token.contains(&b'.')
        && DOMAINS
            .iter()
            .any(|domain| domain.eq_ignore_ascii_case(last))
    {
        return false;
    }
    let mixes = |first: fn(&u8) -> bool, second: fn(&u8) -> bool| {
        token.iter().any(first) && token.iter().any(second)
    };
    let is_inside = |three: &[u8]| matches!(three, [first, b'-' | b'.' | b'#', last] if first.is_ascii_alphanumeric() && last.is_ascii_alphanumeric());
    let is_mixed_case = |two: &[u8]| two[0].is_ascii_lowercase() && two[1].is_ascii_uppercase();
    mixes(u8::is_ascii_alphabetic, u8::is_ascii_digit)
        || token.windows(3).any(is_inside)
        || token.windows(2).any(is_mixed_case)
}
