//! **Bare URLs**: Begin and Host, in a line. `bare_end.rs` has End.
//!
//! A line is a list of characters, and a rule a function of it and of an index. A URL is the longest text in which all
//! rules hold. A byte that is not UTF-8 is a letter.

use std::{collections::HashSet, net::Ipv6Addr, sync::LazyLock};

use regex::Regex;
use urlsift_tables::lines;

use super::{
    bare_end::{
        Around, MAX_RUN, begins_link, ends, ends_before, is, is_inside, path_end, regex, starts,
        term, trim, trimmed,
    },
    layout::text_of_line,
    lines::{Options, is_known},
    opening::{KNOWN_SCHEMES, is_defanged},
};

/// Schemes that end with a known one, and are no word in front of it.
const NOT_GLUED: [&str; 3] = ["tftp", "shttp", "gsiftp"];

/// The maximum length of what stands before the rest of a scheme on its line.
const MAX_INDENT: usize = 200;

/// The schemes that have a host in any URL.
const HOST_NEEDED: [&str; 6] = ["http", "https", "ws", "wss", "ftp", "ssh"];

/// The schemes without `//` that name no host.
static NO_HOST: LazyLock<Vec<&str>> = LazyLock::new(|| lines!("bare.toml", "no_host"));

/// The domains of the first level.
pub(super) static DOMAINS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    let reserved = lines!("bare.toml", "top");
    let list = include_str!("../../../crates/scan/src/line/tlds.txt");
    list.lines().chain(reserved).collect()
});

/// A character that is no part of a name without a scheme.
static SYMBOL: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^[\x{80}-\x{BF}×÷\x{2000}-\x{2BFF}\x{2E00}-\x{2E7F}\x{3000}-\x{3020}〰\x{FE00}-\x{FE1F}\x{FE30}-\x{FE6F}\x{FF00}-\x{FF0F}\x{FF1A}-\x{FF20}\x{FF3B}-\x{FF40}\x{FF5B}-\x{FF65}\x{FFE0}-\x{FFFF}\x{1F000}-\x{1FAFF}\x{E0000}-\x{10FFFF}&&[^ªµ·º\x{200C}\x{200D}々〆〇]]",
    )
});

/// An ASCII character of a login: a `uchar`, and what RFC 1738 allows besides.
static LOGIN: LazyLock<Regex> = LazyLock::new(|| regex(r"^[A-Za-z0-9$\-_.+!*'(),%~:;&=@]"));

static NUMBER: LazyLock<Regex> = LazyLock::new(|| regex(r"^(?:[0-9]+|0[xX][0-9A-Fa-f]*)$"));

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
    let is_before_scheme = begins_link(&line[colon + 3..]);
    match try_end(line, start, Some(colon), false, options) {
        Ok(end) => Ok(url(start, end, word, false)),
        Err((at, reason)) => {
            let is_reported = reason == "host-cut" || !is_before_scheme;
            Err(is_reported.then_some((start, at, reason)))
        }
    }
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
    let is_drive = colon - first == 1 && line[first].is_ascii_uppercase();
    let is_rest = ["http", "https"]
        .iter()
        .any(|scheme| scheme.len() > name.len() && scheme.ends_with(&name))
        && begins_line(&line[..first]);
    let is_scheme = !is_in_word && !is_defanged(name.as_bytes()) && !is_drive && !is_rest;
    (is_scheme && colon - word < MAX_RUN).then_some(first)
}

/// Returns whether a text is only what stands before the text of a line, or ends at the edge of a frame.
fn begins_line(before: &[char]) -> bool {
    let before: String = before.iter().collect();
    let ends_at_bar = before
        .trim_ascii_end()
        .ends_with(['│', '┃', '┆', '┇', '┊', '┋', '╎', '╏', '║']);
    let line = format!("{before}x");
    ends_at_bar
        || before.len() <= MAX_INDENT
            && text_of_line(line.as_bytes(), 0, line.len()) == before.len()
}

/// Returns the start of the longest known scheme that ends at a colon and begins after `first`.
fn known_end(line: &[char], first: usize, colon: usize, options: &Options<'_>) -> Option<usize> {
    (first + 1..colon).find(|&at| line[at - 1] != '+' && knows(&lower(&line[at..colon]), options))
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
        return !char.is_ascii_alphanumeric() && !"-._~@/%\\$".contains(char);
    }
    is(&SYMBOL, char) || !is_inside(char)
}

/// Returns the end of the URL that begins at an index: with the colon of its scheme, or `www.` if it has none.
pub(super) fn end(
    line: &[char],
    start: usize,
    colon: Option<usize>,
    options: &Options<'_>,
) -> Option<usize> {
    try_end(line, start, colon, false, options).ok()
}

/// Where there is no host, and why.
type NoHost = (usize, &'static str);

/// Returns the end of a URL, in which `|` may occur if `bars` is set.
pub(super) fn try_end(
    line: &[char],
    start: usize,
    colon: Option<usize>,
    bars: bool,
    options: &Options<'_>,
) -> Result<usize, NoHost> {
    let around = Around::of(line, start, bars);
    let authority_start = colon.map_or(Some(start), |colon| after_slashes(line, start, colon));
    let Some(from) = authority_start else {
        let from = colon.expect("a scheme") + 1;
        if !names_resource(line, start, from - 1, options) {
            return Err((from, "host"));
        }
        let mut end = path_end(line, start, from, &around).0;
        if lower(&line[start..from]) == "mailto:" {
            let to = line[from..end].split(|&char| char == '?').next();
            let to: String = to.unwrap_or_default().iter().collect();
            let ends_line = line[end..].iter().all(char::is_ascii_whitespace);
            if ends_line && to.ends_with('-') && !to.contains('@') {
                return Err((from, "host"));
            }
            if let Some((local, _)) = to.split_once('@') {
                if local.starts_with('.') || local.ends_with('.') || local.contains("..") {
                    return Err((from, "host"));
                }
                let domain = name_run(line, from + local.chars().count() + 1);
                if line.get(domain) == Some(&'/') {
                    end = end.min(domain);
                }
            }
        }
        let end = trimmed(line, start, end);
        let content = line.get(from..end).unwrap_or_default();
        let has_word = content.iter().any(|c| c.is_alphanumeric());
        return if has_word {
            Ok(end)
        } else {
            Err((from, "host"))
        };
    };
    let authority = |line: &[char]| match colon {
        None => www(line, start, options).ok_or((start, "host")),
        Some(colon) => {
            let scheme = lower(&line[start..colon]);
            authority(line, from, &scheme, &around, options)
        }
    };
    let host = authority(line)?;
    let end = match line.get(host) {
        Some('/' | '?' | '#') => path_end(line, start, host, &around).0,
        Some('\\') if line[start..host].contains(&'\\') => path_end(line, start, host, &around).0,
        _ => host,
    };
    let end = trimmed(line, start, end);
    if end > host {
        return Ok(end);
    }
    // Only punctuation of the sentence follows the host.
    authority(&line[..end])
}

/// Returns the index after the slashes before an authority.
fn after_slashes(line: &[char], start: usize, colon: usize) -> Option<usize> {
    let is_web = ["http", "https", "ws", "wss", "ftp"].contains(&&*lower(&line[start..colon]));
    let after = &line[colon + 1..];
    let is_slash = |char: char| char == '/' || is_web && char == '\\' && after[0] == '\\';
    let slashes = after.iter().take_while(|&&char| is_slash(char)).count();
    let slashes = if is_web { slashes } else { slashes.min(2) };
    (slashes >= 2).then_some(colon + 1 + slashes)
}

/// Returns whether a scheme without slashes has a host, if it needs one.
pub(super) fn names_resource(
    line: &[char],
    start: usize,
    colon: usize,
    options: &Options<'_>,
) -> bool {
    let name = lower(&line[start..colon]);
    let needs_host = KNOWN_SCHEMES.contains(&&*name) && !NO_HOST.contains(&&*name);
    let from = colon + 1;
    let mut damage = line[from..].iter();
    let next = damage.find(|char| !"*=".contains(**char));
    if !needs_host || matches!(next, None | Some('/' | '\\' | ' ' | '\t' | '\r')) {
        return true;
    }
    let around = Around::of(line, start, false);
    let Ok(end) = authority(line, from, "", &around, options) else {
        return false;
    };
    let authority: String = line[from..end].iter().collect();
    let host = authority.rsplit('@').next().unwrap_or_default();
    let host = host.split(':').next().unwrap_or_default();
    let is_digit = |c: char| c.is_ascii_digit();
    let is_number = host.chars().all(|c| is_digit(c) || c == '.');
    let dots = host.matches('.').count();
    let path: String = line[end..].iter().take_while(|c| **c != ' ').collect();
    path.starts_with('/') && !ARITY.is_match(&path)
        || host.eq_ignore_ascii_case("localhost")
        || host.starts_with('[')
        || (dots > 0 || host.contains(is_digit)) && (!is_number || dots == 3)
}

/// **Host**: returns the end of the authority that begins at an index, which is empty only in some schemes.
fn authority(
    line: &[char],
    from: usize,
    scheme: &str,
    around: &Around,
    options: &Options<'_>,
) -> Result<usize, NoHost> {
    let needs_host = HOST_NEEDED.contains(&scheme);
    let opens = |to: usize, char: char| line[from..to].iter().filter(|&&c| c == char).count();
    let is_login = |at: usize| {
        let is_unpaired = line[at] == ')' && opens(at, '(') <= opens(at, ')');
        let is_part = is(&LOGIN, line[at]) || !line[at].is_ascii() && is_inside(line[at]);
        let is_first_at = line[at] == '@' && at == from;
        is_part && !(is_unpaired || is_first_at || ends_before(line, at, around))
    };
    let run = (from..line.len()).take_while(|&at| is_login(at));
    let login = run.filter(|&at| line[at] == '@').last();
    if let Some(end) = login.and_then(|at| host(line, at + 1, needs_host, around, options).ok()) {
        return Ok(end);
    }
    let end = host(line, from, needs_host, around, options);
    let is_empty = !needs_host && line.get(from) == Some(&'/');
    if is_empty {
        Ok(end.unwrap_or(from))
    } else {
        end
    }
}

/// Returns the end of a host and its port.
fn host(
    line: &[char],
    from: usize,
    is_special: bool,
    around: &Around,
    options: &Options<'_>,
) -> Result<usize, NoHost> {
    if line.get(from) == Some(&'[') {
        let close = (from..line.len()).find(|&at| line[at] == ']');
        let close = close.ok_or((from, "host"))?;
        let address: String = line[from + 1..close].iter().collect();
        let address = address.parse::<Ipv6Addr>();
        address.map_err(|_| (from, "host"))?;
        return Ok(port(line, close + 1));
    }
    let all = name_end(line, from, options);
    let whole = all - glued(&line[from..all]);
    let has_port = whole == name_run(line, from) && port(line, whole) > whole;
    let is_path = match line.get(whole) {
        Some('\\') => from > 0 && line[from - 1] == '\\',
        next => matches!(next, Some('/' | '?' | '#')),
    };
    let is_followed = is_path || has_port;
    let end = if is_followed {
        whole
    } else {
        trim(line, from, whole, "._-")
    };
    let name: String = line[from..end].iter().collect();
    let is_word = |c: char| c.is_ascii_alphanumeric() || !c.is_ascii() && c != '\u{ad}';
    let has_word = name.contains(is_word);
    if !has_word || is_special && is_wrong_number(&name) {
        return Err((from, "host"));
    }
    let is_last = line[whole..].iter().all(char::is_ascii_whitespace);
    let is_only_www = name.eq_ignore_ascii_case("www") && !is_last;
    let is_cut = is_only_www || is_cut(line, end, around);
    if !is_followed && is_cut && !is_complete(&name) {
        return Err((whole, "host-cut"));
    }
    Ok(if has_port { port(line, whole) } else { end })
}

/// Returns whether more of a name follows what is no part of it, or the name ends in a hyphen at the end of its line.
fn is_cut(line: &[char], end: usize, around: &Around) -> bool {
    if starts(line, end, "...") {
        return true;
    }
    let mut depth = 0;
    for at in end..line.len() {
        let char = line[at];
        let rest = &line[at + 1..];
        if ends(line, at, around) && char != '…' {
            return false;
        }
        if char == '-' && rest.iter().all(char::is_ascii_whitespace) {
            return true;
        }
        match term(char) {
            _ if char == '…' => return true,
            "Open" => depth += 1,
            "Close" if depth == 0 => return false,
            "Close" => depth -= 1,
            "Dash" => return false,
            "Include" if char.is_alphanumeric() || !char.is_ascii() => return true,
            _ => {}
        }
    }
    false
}

/// What follows the name of a function, and is no path: the number of its arguments.
static ARITY: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^/[0-9]+($|[^0-9A-Za-z/_~%-])").expect("a regex"));

/// Returns whether a name ends in a domain of the first level, or is an IPv4 address.
fn is_complete(name: &str) -> bool {
    let labels: Vec<_> = name.split('.').collect();
    let last = labels[labels.len() - 1].to_lowercase();
    let is_address = labels.len() == 4
        && labels
            .iter()
            .all(|label| label.chars().all(|c| c.is_ascii_digit()));
    let is_alone = name.rfind('.').is_none_or(|dot| dot == 0);
    is_address || DOMAINS.contains(&*last) && (!is_alone || last == "localhost")
}

/// Returns the number of characters that are glued to the end of a name.
fn glued(name: &[char]) -> usize {
    if name.iter().all(char::is_ascii) {
        return 0;
    }
    let is_dot = |char: char| ".。．｡".contains(char);
    for end in (0..=name.len()).rev() {
        let is_stop = end < name.len() && ".。．｡".contains(name[end]) && name[end] != '.';
        if end < name.len() && !is_stop {
            continue;
        }
        let part = &name[..trim(name, 0, end, "._-")];
        let Some(dot) = part.iter().rposition(|&char| is_dot(char)) else {
            return name.len() - end;
        };
        let last: String = part[dot + 1..].iter().collect();
        if DOMAINS.contains(&*last.to_lowercase()) {
            return name.len() - end;
        }
        let ascii: String = last
            .chars()
            .take_while(|c| c.is_ascii_alphanumeric() || "-_".contains(*c))
            .collect();
        let next = last.chars().nth(ascii.len());
        let is_latin = |c: char| c < '\u{250}' || ('\u{1e00}'..='\u{1eff}').contains(&c);
        if next.is_some_and(|c| !is_latin(c)) && DOMAINS.contains(&*ascii.to_lowercase()) {
            return name.len() - (dot + 1 + ascii.len());
        }
        if part[dot] == '.' {
            return name.len() - end;
        }
    }
    0
}

/// Returns the end of the characters of a host. A URL that is glued to it is left out.
fn name_end(line: &[char], from: usize, options: &Options<'_>) -> usize {
    let end = name_run(line, from);
    if !starts(line, end, "://") {
        return end;
    }
    let word = run(line, from, end);
    if word < end && knows(&lower(&line[word..end]), options) {
        return word;
    }
    known_end(line, word, end, options).unwrap_or(end)
}

fn name_run(line: &[char], from: usize) -> usize {
    let mut end = from;
    while let Some(&char) = line.get(end) {
        end += match char {
            _ if char.is_ascii_alphanumeric() || "-._。．｡".contains(char) => 1,
            '%' if encodes_name(&line[end + 1..]) => 3,
            '\\' if line.get(end + 1) == Some(&'-') => 2,
            _ if !char.is_ascii() && is_inside(char) => 1,
            _ => break,
        };
    }
    end
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
    let around = Around::of(line, start, false);
    let name_start = line.get(start..start + 4)?;
    if lower(name_start) != "www." {
        return None;
    }
    let symbol = (start..line.len()).find(|&at| is(&SYMBOL, line[at]) && !line[at].is_ascii());
    let end = name_end(&line[..symbol.unwrap_or(line.len())], start, options);
    let end = end - glued(&line[start..end]);
    let end = trim(line, start, end, "._-");
    let name: String = line[start..end].iter().collect();
    let labels: Vec<_> = name.split('.').skip(1).collect();
    let is_label =
        |label: &&str| !label.is_empty() && !label.starts_with('-') && !label.ends_with('-');
    let is_letter = |char: char| char.is_ascii_alphabetic() || !char.is_ascii();
    let mut last = labels.last()?.chars();
    let (first, second) = (last.next()?, last.next());
    let is_domain = !first.is_ascii() || is_letter(first) && second.is_some_and(is_letter);
    if !is_domain || !labels.iter().all(is_label) {
        return None;
    }
    if line.get(end) == Some(&'@')
        && let Ok(end) = authority(line, start, "http", &around, options)
    {
        return Some(end);
    }
    let is_followed = matches!(line.get(end), Some('/' | '?' | '#')) || port(line, end) > end;
    let is_whole = is_followed || !is_cut(line, end, &around) || is_complete(&name);
    is_whole.then(|| port(line, end))
}

/// Returns the end of a URL before its first bracket without a partner, if it has one.
pub(super) fn before_unpaired(
    line: &[char],
    start: usize,
    end: usize,
    colon: Option<usize>,
) -> Option<usize> {
    let url = &line[..end];
    let from = match colon {
        Some(colon) => after_slashes(url, start, colon),
        None => Some(start),
    };
    let path = from.map_or_else(
        || colon.expect("a scheme") + 1,
        |from| {
            (from..end)
                .find(|&at| "/?#".contains(url[at]))
                .unwrap_or(end)
        },
    );
    let found = path_end(url, start, path, &Around::of(line, start, false)).1;
    found
        .filter(|&end| end > path)
        .map(|end| trimmed(url, start, end))
}
