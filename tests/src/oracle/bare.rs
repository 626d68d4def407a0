//! **Bare URLs**: Begin, Host and End, in a line.
//!
//! A line is a list of characters, and a rule a function of it and of an index. A URL is the longest text in which all
//! rules hold. A byte that is not UTF-8 is a letter.

use std::{net::Ipv6Addr, sync::LazyLock};

use regex::Regex;

use super::{
    lines::{Options, is_known},
    opening::KNOWN_SCHEMES,
};

/// The maximum number of characters before a colon that are read as a scheme.
const MAX_RUN: usize = 64;

/// Schemes that end with a known one, and are no word in front of it.
const NOT_GLUED: [&str; 3] = ["tftp", "shttp", "gsiftp"];

/// The schemes that have a host in any URL.
const HOST_NEEDED: [&str; 6] = ["http", "https", "ws", "wss", "ftp", "ssh"];

/// The pairs of brackets and quotation marks beyond ASCII.
const PAIRS: [&str; 14] = [
    "（）", "「」", "『』", "【】", "《》", "〈〉", "〔〕", "［］", "⟨⟩", "“”", "„“", "‘’", "«»",
    "‹›",
];

/// What ends a URL wherever it stands.
static ENDS: LazyLock<Regex> = LazyLock::new(|| {
    regex(r#"^[\p{Cc}\p{White_Space}\p{Zl}\p{Zp}\p{Bidi_Control}\x{200B}\x{2060}\x{FEFF}<>"|`]"#)
});

static PUNCTUATION: LazyLock<Regex> = LazyLock::new(|| regex(r"^[\p{P}--\p{ASCII}]"));
static DASH: LazyLock<Regex> = LazyLock::new(|| regex(r"^[\p{Pd}--\p{ASCII}]"));
static OPENING: LazyLock<Regex> = LazyLock::new(|| regex(r"^[[\p{Ps}\p{Pi}]--\p{ASCII}]"));
static CLOSING: LazyLock<Regex> = LazyLock::new(|| regex(r"^[[\p{Pe}\p{Pf}]--\p{ASCII}]"));

/// A character that is no part of a name without a scheme.
static SYMBOL: LazyLock<Regex> = LazyLock::new(|| regex(r"^[\p{S}\x{FE0E}\x{FE0F}]"));

/// An ASCII character of a login: a `uchar`, and what RFC 1738 allows besides.
static LOGIN: LazyLock<Regex> = LazyLock::new(|| regex(r"^[A-Za-z0-9$\-_.+!*'(),%~:;&=]"));

/// A character reference that is no part of a URL.
static ENTITY: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^&(?:gt|lt|quot|nbsp|apos|GT|LT|QUOT|#0*(?:32|34|39|60|62|160)|#[xX]0*(?:20|22|27|3[cCeE]|[aA]0));",
    )
});

/// A link that certainly is another one.
static LINK: LazyLock<Regex> =
    LazyLock::new(|| regex(r"^(?i:[a-z][a-z0-9+.\-]{0,63}://|mailto:|www\.)"));

static NUMBER: LazyLock<Regex> = LazyLock::new(|| regex(r"^(?:[0-9]+|0[xX][0-9A-Fa-f]*)$"));

fn regex(regex: &str) -> Regex {
    Regex::new(regex).expect("a regex")
}

fn is(class: &Regex, char: char) -> bool {
    class.is_match(char.encode_utf8(&mut [0; 4]))
}

/// A bare URL, by indices.
#[derive(Clone, Copy)]
pub(super) struct Url {
    pub(super) start: usize,
    pub(super) end: usize,
    /// The start of the word that is glued to the scheme, or of the URL.
    pub(super) word: usize,
    pub(super) is_www: bool,
}

/// What was nearly a bare URL: its start, where it was rejected, and why.
pub(super) type Near = (usize, usize, &'static str);

/// Returns the bare URLs of a line from an index on, and those that were rejected. If URLs overlap, only the first is
/// returned.
pub(super) fn bare(line: &[char], from: usize, options: &Options<'_>) -> (Vec<Url>, Vec<Near>) {
    let (mut urls, mut near) = (Vec::new(), Vec::new());
    let mut free = from;
    for at in from..line.len() {
        let url = if starts(line, at, "://") {
            if at < free {
                continue;
            }
            match with_slashes(line, free, at, options) {
                Ok(url) => Some(url),
                Err(rejected) => {
                    near.extend(rejected);
                    None
                }
            }
        } else if line[at] == ':' {
            known(line, at, options)
        } else if options.www && may_begin_name(line, at) {
            let end = end(line, at, None, options);
            end.map(|end| url(at, end, at, true))
        } else {
            None
        };
        if let Some(url) = url.filter(|url| url.start >= free) {
            free = url.end;
            urls.push(url);
        }
    }
    (urls, near)
}

fn url(start: usize, end: usize, word: usize, is_www: bool) -> Url {
    Url {
        start,
        end,
        word,
        is_www,
    }
}

/// Returns the URL whose `://` is at an index.
fn with_slashes(
    line: &[char],
    free: usize,
    colon: usize,
    options: &Options<'_>,
) -> Result<Url, Option<Near>> {
    let word = run(line, free, colon);
    let Some(start) = begin(line, word, colon, options) else {
        return Err((word < colon).then_some((word, colon, "scheme")));
    };
    let end = end(line, start, Some(colon), options);
    let is_before_scheme = begins_link(&line[colon + 3..]);
    let end = end.ok_or((!is_before_scheme).then_some((start, colon + 3, "host")))?;
    Ok(url(start, end, word, false))
}

/// Returns the start of the scheme characters before a colon.
pub(super) fn run(line: &[char], free: usize, colon: usize) -> usize {
    let least = free.max(colon.saturating_sub(MAX_RUN));
    let is_outside = |&at: &usize| !is_scheme_char(line[at]);
    (least..colon)
        .rev()
        .find(is_outside)
        .map_or(least.min(colon), |at| at + 1)
}

fn is_scheme_char(char: char) -> bool {
    char.is_ascii_alphanumeric() || "+-.".contains(char)
}

/// **Begin**: returns the start of the scheme in the scheme characters before a `://`.
pub(super) fn begin(
    line: &[char],
    word: usize,
    colon: usize,
    options: &Options<'_>,
) -> Option<usize> {
    let first = (word..colon).find(|&at| line[at].is_ascii_alphabetic())?;
    let name = lower(&line[first..colon]);
    if knows(&name, options) || NOT_GLUED.contains(&&*name) {
        return Some(first);
    }
    if let Some(known) = known_end(line, first, colon, options) {
        return Some(known);
    }
    let is_in_word = first > 0 && (line[first - 1].is_ascii_digit() || line[first - 1] == '@');
    (!is_in_word && colon - word < MAX_RUN).then_some(first)
}

/// Returns the start of the longest known scheme that ends at a colon and begins after `first`.
fn known_end(line: &[char], first: usize, colon: usize, options: &Options<'_>) -> Option<usize> {
    (first + 1..colon)
        .find(|&at| !"+-".contains(line[at - 1]) && knows(&lower(&line[at..colon]), options))
}

fn lower(chars: &[char]) -> String {
    chars.iter().collect::<String>().to_ascii_lowercase()
}

/// Returns whether a name in lower case is the name of a known scheme.
fn knows(name: &str, options: &Options<'_>) -> bool {
    let mut known = KNOWN_SCHEMES.iter().chain(options.extra_schemes);
    known.any(|known| known.eq_ignore_ascii_case(name))
}

/// Returns the URL of a known scheme without `//` whose colon is at an index.
fn known(line: &[char], colon: usize, options: &Options<'_>) -> Option<Url> {
    let after = &line[colon + 1..];
    let inner = after.iter().take(MAX_RUN);
    let inner = inner.take_while(|&&char| is_scheme_char(char)).count();
    if after.first() == Some(&':') || inner > 0 && starts(after, inner, "://") {
        return None;
    }
    let word = run(line, 0, colon);
    let begins = |at: &usize| *at == 0 || !is_scheme_char(line[at - 1]) || line[at - 1] == '.';
    let text: String = after.iter().collect();
    let mut starts = (word..colon).filter(begins);
    let start = starts
        .find(|&at| is_known(lower(&line[at..colon]).as_bytes(), text.as_bytes(), options))?;
    let end = end(line, start, Some(colon), options)?;
    Some(url(start, end, start, false))
}

/// Returns whether a name without a scheme may begin at an index.
fn may_begin_name(line: &[char], at: usize) -> bool {
    let Some(before) = at.checked_sub(1) else {
        return true;
    };
    let char = line[before];
    if char.is_ascii() {
        return !char.is_ascii_alphanumeric() && !"-._~@:/%".contains(char);
    }
    is(&DASH, char) || is(&SYMBOL, char) || !is_in_word(line, before)
}

/// Returns the end of the URL that begins at an index: with the colon of its scheme, or `www.` if it has none.
pub(super) fn end(
    line: &[char],
    start: usize,
    colon: Option<usize>,
    options: &Options<'_>,
) -> Option<usize> {
    let before = start.checked_sub(1).map(|before| line[before]);
    let quote = before.filter(|char| "\"'".contains(*char));
    let authority = |line: &[char]| match colon {
        None => www(line, start, options),
        Some(colon) => {
            let scheme = lower(&line[start..colon]);
            authority(line, colon + 3, &scheme, quote, options)
        }
    };
    if let Some(colon) = colon.filter(|&colon| !starts(line, colon, "://")) {
        let end = path_end(line, colon + 1, quote);
        let end = without_emphasis(line, start, end);
        let content = line.get(colon + 1..end).unwrap_or_default();
        return content.iter().any(|c| c.is_alphanumeric()).then_some(end);
    }
    let host = authority(line)?;
    let end = match line.get(host) {
        Some('/' | '?' | '#') => path_end(line, host, quote),
        _ => host,
    };
    let end = without_emphasis(line, start, end);
    if end > host {
        return Some(end);
    }
    // Only punctuation of the sentence follows the host.
    authority(&line[..end])
}

/// **Host**: returns the end of the authority that begins at an index, which is empty only in some schemes.
fn authority(
    line: &[char],
    from: usize,
    scheme: &str,
    quote: Option<char>,
    options: &Options<'_>,
) -> Option<usize> {
    let needs_host = HOST_NEEDED.contains(&scheme);
    let is_in_login =
        |at: usize| !ends(line, at, quote) && (is(&LOGIN, line[at]) || is_in_word(line, at));
    let login = (from..line.len()).find(|&at| line[at] == '@');
    let login = login.filter(|&at| at > from && (from..at).all(is_in_login));
    if let Some(end) = login.and_then(|at| host(line, at + 1, needs_host, options)) {
        return Some(end);
    }
    let is_empty = !needs_host && line.get(from) == Some(&'/');
    host(line, from, needs_host, options).or(is_empty.then_some(from))
}

/// Returns the end of a host and its port.
fn host(line: &[char], from: usize, is_special: bool, options: &Options<'_>) -> Option<usize> {
    let name_end = if line.get(from) == Some(&'[') {
        let close = (from..line.len()).find(|&at| line[at] == ']')?;
        let address: String = line[from + 1..close].iter().collect();
        address.parse::<Ipv6Addr>().ok()?;
        close + 1
    } else {
        let end = name_end(line, from, options);
        let is_followed = matches!(line.get(end), Some('/' | '?' | '#')) || port(line, end) > end;
        let end = if is_followed {
            end
        } else {
            trim(line, from, end, "._")
        };
        let name: String = line[from..end].iter().collect();
        let is_word = |c: char| c.is_ascii_alphanumeric() || !c.is_ascii() && c != '\u{ad}';
        let has_word = name.contains(is_word);
        if !has_word || is_special && is_wrong_number(&name) {
            return None;
        }
        end
    };
    Some(port(line, name_end))
}

/// Returns the end of the characters of a host. A URL that is glued to it is left out.
fn name_end(line: &[char], from: usize, options: &Options<'_>) -> usize {
    let mut end = from;
    while let Some(&char) = line.get(end) {
        end += match char {
            _ if char.is_ascii_alphanumeric() || "-._".contains(char) => 1,
            '%' if encodes_name(&line[end + 1..]) => 3,
            _ if is_in_word(line, end) => 1,
            _ => break,
        };
    }
    if !starts(line, end, "://") {
        return end;
    }
    let word = run(line, from, end);
    if word < end && knows(&lower(&line[word..end]), options) {
        return word;
    }
    known_end(line, word, end, options).unwrap_or(end)
}

/// Returns whether two digits encode a character of a host, or a byte of one beyond ASCII.
fn encodes_name(digits: &[char]) -> bool {
    let digits: String = digits.iter().take(2).collect();
    if digits.len() != 2 || !digits.chars().all(|c| c.is_ascii_hexdigit()) {
        return false;
    }
    let byte = u8::from_str_radix(&digits, 16).expect("two digits");
    !byte.is_ascii() || byte.is_ascii_alphanumeric() || b"-._".contains(&byte)
}

/// Returns the end of a port whose colon is at an index, or this index.
fn port(line: &[char], colon: usize) -> usize {
    if line.get(colon) != Some(&':') {
        return colon;
    }
    let digits = line[colon + 1..]
        .iter()
        .take_while(|c| c.is_ascii_digit())
        .count();
    let end = colon + 1 + digits;
    if digits > 0 || matches!(line.get(end), Some('/' | '?' | '#')) {
        end
    } else {
        colon
    }
}

/// Returns whether a name ends in a number, and is no IPv4 address.
fn is_wrong_number(name: &str) -> bool {
    let last = name.strip_suffix('.').unwrap_or(name).rsplit('.').next();
    last.is_some_and(|last| NUMBER.is_match(last))
        && url::Url::parse(&format!("http://{name}/")).is_err()
}

/// Returns the end of a name that begins with `www.` at an index, with its port.
fn www(line: &[char], start: usize, options: &Options<'_>) -> Option<usize> {
    let name_start = line.get(start..start + 4)?;
    if lower(name_start) != "www." {
        return None;
    }
    let symbol = (start..line.len()).find(|&at| is(&SYMBOL, line[at]) && !line[at].is_ascii());
    let end = name_end(&line[..symbol.unwrap_or(line.len())], start, options);
    let end = trim(line, start, end, "._");
    let end = trim(line, start, end, ".-");
    let name: String = line[start..end].iter().collect();
    let labels: Vec<_> = name.split('.').skip(1).collect();
    let is_label =
        |label: &&str| !label.is_empty() && !label.starts_with('-') && !label.ends_with('-');
    let is_letter = |char: char| char.is_ascii_alphabetic() || !char.is_ascii();
    let mut last = labels.last()?.chars();
    let (first, second) = (last.next()?, last.next());
    let is_domain = !first.is_ascii() || is_letter(first) && second.is_some_and(is_letter);
    (is_domain && labels.iter().all(is_label)).then(|| port(line, end))
}

/// **End**: returns the end of a path, or of what else follows an authority or a colon. It is the longest text in which
/// nothing ends a URL, each bracket has its partner, and the last character is no punctuation.
fn path_end(line: &[char], from: usize, quote: Option<char>) -> usize {
    let stop = (from..line.len()).find(|&at| ends(line, at, quote));
    let mut lengths = (from..=stop.unwrap_or(line.len())).rev();
    let is_end = |&end: &usize| {
        let path = &line[from..end];
        can_end(path) && has_open_brackets(path) && has_partners(path)
    };
    lengths.find(is_end).unwrap_or(from)
}

/// Returns whether a URL ends before the character at an index, whatever stands before it in the URL.
fn ends(line: &[char], at: usize, quote: Option<char>) -> bool {
    let char = line[at];
    let text = || line[at..].iter().take(10).collect::<String>();
    is(&ENDS, char)
        || Some(char) == quote
        || is(&DASH, char) && !is_between_words(line, at)
        || is(&PUNCTUATION, char) && !is(&DASH, char) && !is_bracket(char)
        || "([".contains(char) && begins_link(&line[at + 1..])
        || char == '&' && ENTITY.is_match(&text())
}

fn is_between_words(line: &[char], at: usize) -> bool {
    let is_word = |at: Option<usize>| {
        at.and_then(|at| line.get(at))
            .is_some_and(|c| c.is_alphanumeric())
    };
    is_word(at.checked_sub(1)) && is_word(Some(at + 1))
}

fn is_bracket(char: char) -> bool {
    is(&OPENING, char) || is(&CLOSING, char)
}

fn begins_link(text: &[char]) -> bool {
    LINK.is_match(&text.iter().take(MAX_RUN + 3).collect::<String>())
}

/// Returns whether a character beyond ASCII is part of a word.
fn is_in_word(line: &[char], at: usize) -> bool {
    !line[at].is_ascii() && !ends(line, at, None) && !is_bracket(line[at])
}

/// Returns whether the last character of a path can be the last one of a URL.
fn can_end(path: &[char]) -> bool {
    let single_quotes = path.iter().filter(|&&char| char == '\'').count();
    match path.last() {
        None => true,
        Some('\'') => single_quotes.is_multiple_of(2),
        Some(last) => !"?!.,:;*([{".contains(*last),
    }
}

/// Returns whether each closing bracket of ASCII has its partner.
fn has_open_brackets(path: &[char]) -> bool {
    [('(', ')'), ('[', ']'), ('{', '}')]
        .iter()
        .all(|(open, close)| {
            let count = |upto: usize, bracket: &char| {
                path[..upto].iter().filter(|&char| char == bracket).count()
            };
            (0..=path.len()).all(|upto| count(upto, close) <= count(upto, open))
        })
}

/// Returns whether each bracket beyond ASCII has its partner, without a `://` between them.
fn has_partners(path: &[char]) -> bool {
    let mut open = Vec::new();
    for (at, &char) in path.iter().enumerate() {
        let is_pair = |&mut open: &mut char| PAIRS.iter().any(|pair| pair.chars().eq([open, char]));
        if !is_bracket(char) {
            if !open.is_empty() && starts(path, at, "://") {
                return false;
            }
        } else if open.pop_if(is_pair).is_none() {
            if is(&CLOSING, char) {
                return false;
            }
            open.push(char);
        }
    }
    open.is_empty()
}

/// Returns the end of a URL without the emphasis marks that stand on both sides, and the punctuation before them.
fn without_emphasis(line: &[char], start: usize, end: usize) -> usize {
    let Some(&mark) = line[..start].last().filter(|mark| "_*~=|".contains(**mark)) else {
        return end;
    };
    let count = |chars: &[char]| chars.iter().rev().take_while(|&&char| char == mark).count();
    let before = count(&line[..start]);
    let is_key =
        |before: usize| mark == '=' && before > 0 && line[before - 1].is_ascii_alphanumeric();
    let after = count(&line[start..end]);
    let marks = if before >= 3 {
        after
    } else {
        before.min(after)
    };
    if marks == 0 || before < 3 && is_key(start - before) {
        return end;
    }
    trim(line, start, end - marks, "?!.,:;*")
}

/// Returns the end of a text without certain characters at its end.
fn trim(line: &[char], from: usize, end: usize, chars: &str) -> usize {
    let is_last = |&at: &usize| !chars.contains(line[at]);
    (from..end)
        .rev()
        .find(is_last)
        .map_or(from, |last| last + 1)
}

fn starts(line: &[char], at: usize, start: &str) -> bool {
    let start = start.chars();
    let count = start.clone().count();
    line.get(at..at + count)
        .is_some_and(|here| here.iter().copied().eq(start))
}
