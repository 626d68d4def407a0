//! The message boundaries of an mbox.

use std::sync::LazyLock;

use regex::bytes::Regex;

/// A `From ` line that begins a message whatever follows it: it ends with a date of asctime(3).
static DATED: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^From .* (Mon|Tue|Wed|Thu|Fri|Sat|Sun) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [ 1-3][0-9] [0-9]{2}:[0-9]{2}:[0-9]{2} [0-9]{4}\r?\n?$",
    )
});

/// A `From ` line that begins a message only before a field.
static UNDATED: LazyLock<Regex> = LazyLock::new(|| regex(r"^From [ \t]*-?[ \t]*\r?\n?$"));

/// A field that programs write first in a header.
static FIRST_FIELD: LazyLock<Regex> =
    LazyLock::new(|| regex(r"(?i)^(return-path|received|x-mozilla-status)[ \t]*:"));

/// The field `From` and its value.
static FROM_FIELD: LazyLock<Regex> = LazyLock::new(|| regex(r"(?i)^from[ \t]*:(.*)"));

/// The address at the start of a `From ` line, after an optional delimiter.
static SENDER: LazyLock<Regex> =
    LazyLock::new(|| regex(r#"^From [ \t\r<>(),;"]*([^ \t\r\n<>(),;"]+)@([^@ \t\r\n<>(),;"]+)"#));

/// The same as pipermail writes it.
static HIDDEN_SENDER: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"^From [ \t\r<>(),;"]*([^@ \t\r\n<>(),;"]+)[ \t\r<>(),;"]+at[ \t\r<>(),;"]+([^ \t\r\n<>(),;"]+)"#,
    )
});

/// A header field, or the envelope line of a relay.
static FIELD: LazyLock<Regex> = LazyLock::new(|| regex(r"^([!-9;-~]+[ \t]*:|>From )"));

fn regex(pattern: &str) -> Regex {
    Regex::new(&format!("(?-u){pattern}")).expect("a valid pattern")
}

/// Returns the offset of each message of an mbox in which no message states its length.
///
/// A message begins at the start of the file, after empty lines and a byte order mark; at each `From ` line after an
/// empty line; and at a `From ` line with a date before a first field or a `From` field with its address. Nothing else
/// before it matters, neither the header of the previous message nor its open parts.
#[must_use]
pub fn messages(file: &[u8]) -> Vec<u64> {
    let mark = if file.starts_with(b"\xEF\xBB\xBF") {
        3
    } else {
        0
    };
    let mut messages = Vec::new();
    let mut at = mark;
    let mut follows_empty = false;
    let is_tight = lacks_empty_lines(file);
    let mut lines = file[mark..]
        .split_inclusive(|&byte| byte == b'\n')
        .peekable();
    while let Some(line) = lines.next() {
        let is_empty = matches!(line, b"\n" | b"\r\n");
        let precedes_field = lines.peek().is_some_and(|next| FIELD.is_match(next));
        let is_from_line = DATED.is_match(line) || UNDATED.is_match(line) && precedes_field;
        let next = lines.peek();
        let is_confirmed = DATED.is_match(line) && next.is_some_and(|next| confirms(line, next));
        let is_tight_line = is_tight && is_from_line && precedes_field;
        let begins =
            messages.is_empty() || follows_empty && is_from_line || is_confirmed || is_tight_line;
        if !is_empty && begins {
            messages.push(at as u64);
        }
        follows_empty = is_empty;
        at += line.len();
    }
    messages
}

/// Returns whether a file begins with a `From ` line and no other has an empty line before it, while a header follows
/// each, and two or more are not confirmed. Files of more than 64 KiB are not compared.
fn lacks_empty_lines(file: &[u8]) -> bool {
    let lines: Vec<_> = file.split_inclusive(|&byte| byte == b'\n').collect();
    let is_field = |at: usize| lines.get(at).is_some_and(|next| FIELD.is_match(next));
    let is_separator =
        |&at: &usize| DATED.is_match(lines[at]) || UNDATED.is_match(lines[at]) && is_field(at + 1);
    let separators: Vec<_> = (1..lines.len()).filter(is_separator).collect();
    let is_tight = |&at: &usize| !matches!(lines[at - 1], b"\n" | b"\r\n") && is_field(at + 1);
    let needs_no_evidence =
        |&at: &usize| DATED.is_match(lines[at]) && confirms(lines[at], lines[at + 1]);
    let begins = lines
        .first()
        .is_some_and(|first| DATED.is_match(first) || UNDATED.is_match(first) && is_field(1));
    begins
        && separators.iter().all(is_tight)
        && separators
            .iter()
            .filter(|at| !needs_no_evidence(at))
            .count()
            > 1
}

/// Returns whether the line after a `From ` line shows that a message begins.
fn confirms(line: &[u8], next: &[u8]) -> bool {
    if FIRST_FIELD.is_match(next) {
        return true;
    }
    let value = FROM_FIELD.captures(next).map(|field| field[1].to_vec());
    let sender = SENDER
        .captures(line)
        .or_else(|| HIDDEN_SENDER.captures(line));
    let (Some(value), Some(sender)) = (value, sender) else {
        return false;
    };
    let escape = |part: usize| {
        let part = String::from_utf8_lossy(&sender[part]).into_owned();
        regex::escape(&part)
    };
    let (local, domain) = (escape(1), escape(2));
    let end = r#"[ \t\r\n<>(),;"]"#;
    let address = format!(r"(?i)(^|{end}){local}(@|{end}+at{end}+){domain}({end}|$)");
    regex(&address).is_match(&value)
}
