//! Finds the links in a line whose scheme is not written: names of hosts, and e-mail addresses.

use memchr::memchr2;

use crate::{
    Config,
    hits::{Form, Hit},
};

use super::{
    address,
    chars::{first, is_inside},
    end::Surroundings,
    host::{is_ideographic_dot, is_in_name, name_end},
    name::{is_in_host, named},
    trigger::may_be_in_name,
};

/// Adds the names and addresses that begin at `from` or later in a line.
///
/// A name is the run of characters around a dot, an address what surrounds an at-sign. No run is read twice.
pub(crate) fn find(line: &[u8], from: usize, is_html: bool, config: &Config, hits: &mut Vec<Hit>) {
    let is_ascii = line.is_ascii();
    let (mut at, mut free, mut name_from) = (from, from, from);
    while let Some(next) = next_mark(&line[at..], is_ascii) {
        let mark = at + next;
        at = mark + 1;
        let found = if line[mark] == b'@' {
            address::around(line, free, mark).map(|range| (Form::Address, range))
        } else if is_dot(line, mark) {
            let start = run_start(line, name_from, mark);
            let end = name_end(line, start, is_in_host);
            at = end.max(at);
            name_from = at;
            let replaced = || address::around_replaced(line, free, start);
            let replaced = replaced().map(|range| (Form::Address, range));
            replaced.or_else(|| named(line, free, start, mark, is_html, config))
        } else {
            None
        };
        if let Some((form, url)) = found {
            let end = match form {
                Form::Address if !line[url.clone()].contains(&b'@') => at,
                _ => url.end,
            };
            (at, free, name_from) = (end, end, end);
            let around = Surroundings::of(line, url.start, is_html);
            hits.push(Hit::without_scheme(form, url, around));
        }
    }
}

/// Returns the index of the next dot or at-sign, or of a byte with which an ideographic dot begins.
fn next_mark(text: &[u8], is_ascii: bool) -> Option<usize> {
    if is_ascii {
        return memchr2(b'.', b'@', text);
    }
    text.iter()
        .position(|byte| matches!(byte, b'.' | b'@' | 0xe3 | 0xef))
}

/// Returns whether a dot is at an index, after which the domain of the first level of a name may begin, or which ends
/// `www`.
fn is_dot(line: &[u8], at: usize) -> bool {
    if line[at] != b'.' {
        return first(&line[at..]).0.is_some_and(is_ideographic_dot);
    }
    let next = line.get(at + 1);
    let may_begin = next.is_some_and(|byte| byte.is_ascii_alphabetic() || !byte.is_ascii());
    let before = line[..at].last_chunk();
    may_begin && may_be_in_name(line, at)
        || before.is_some_and(|before: &[u8; 3]| before.eq_ignore_ascii_case(b"www"))
}

/// Returns the start of the characters of a name before an index, at `free` or later.
fn run_start(line: &[u8], free: usize, mark: usize) -> usize {
    let mut start = mark;
    while start > free {
        let before = &line[..start];
        let last = before[start - 1];
        if last.is_ascii() {
            if !is_in_name(last) {
                break;
            }
            start -= 1;
            continue;
        }
        let (char, len) = bstr::decode_last_utf8(before);
        let is_dot = char.is_some_and(is_ideographic_dot);
        let is_part = is_dot || is_in_host(char) && is_inside(line, start - len, char);
        if !is_part || start - len < free {
            break;
        }
        start -= len;
    }
    start
}
