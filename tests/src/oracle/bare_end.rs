//! **End**: where a bare URL ends in a line, once its authority has been read.

use std::{collections::HashMap, sync::LazyLock};

use regex::Regex;

/// The maximum number of characters before a colon that are read as a scheme.
pub(super) const MAX_RUN: usize = 64;

/// The characters that are not `Hard`, with their `Link_Term`.
static TERMS: LazyLock<HashMap<char, &str>> = LazyLock::new(|| {
    let mut terms = HashMap::new();
    for [range, term] in fields(include_str!("../../../corpus/uts58/LinkTerm.txt")) {
        let (first, last) = range.split_once("..").unwrap_or((range, range));
        let chars = code_point(first)..=code_point(last);
        terms.extend(chars.filter_map(char::from_u32).map(|char| (char, term)));
    }
    terms
});

/// The opening bracket of each closing bracket.
static PARTNERS: LazyLock<HashMap<char, char>> = LazyLock::new(|| {
    let rows = fields(include_str!("../../../corpus/uts58/LinkBracket.txt"));
    let char = |hex| char::from_u32(code_point(hex)).expect("a character");
    rows.map(|[close, open]| (char(close), char(open)))
        .collect()
});

/// Returns the two fields of each row of a file of Unicode's data.
fn fields(file: &str) -> impl Iterator<Item = [&str; 2]> {
    let rows = file.lines().filter_map(|line| line.split('#').next());
    rows.filter_map(|row| {
        let (first, second) = row.split_once(';')?;
        Some([first.trim(), second.trim()])
    })
}

fn code_point(hex: &str) -> u32 {
    u32::from_str_radix(hex, 16).expect("a code point")
}

/// What ends a URL wherever it stands, besides what is `Hard`.
static ENDS: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"^[\p{Bidi_Control}\x{200B}\x{2060}\x{FEFF}<>"`‥…←-⇿─-◿〜｜～￤￨、。﹐-﹒﹔-﹗！，．：；？｡､]"#,
    )
});

static UNASSIGNED: LazyLock<Regex> = LazyLock::new(|| regex(r"^\p{Cn}"));

/// A character reference that is no part of a URL.
static ENTITY: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^&(?:gt|lt|quot|nbsp|apos|GT|LT|QUOT|#0*(?:32|34|39|60|62|160)|#[xX]0*(?:20|22|27|3[cCeE]|[aA]0));",
    )
});

/// A link that certainly is another one.
static LINK: LazyLock<Regex> =
    LazyLock::new(|| regex(r"^(?i:[a-z][a-z0-9+.\-]{0,63}://|mailto:|www\.)"));

pub(super) fn regex(regex: &str) -> Regex {
    Regex::new(regex).expect("a regex")
}

pub(super) fn is(class: &Regex, char: char) -> bool {
    class.is_match(char.encode_utf8(&mut [0; 4]))
}

/// What surrounds a URL.
pub(super) struct Around {
    pub(super) quote: Option<char>,
    pub(super) tag: Option<String>,
    pub(super) bars: bool,
}

impl Around {
    pub(super) fn of(line: &[char], start: usize, bars: bool) -> Self {
        let near = line[..start].iter().rev().take(32);
        let near: String = near.take_while(|char| char.is_ascii()).collect();
        let near: String = near.chars().rev().collect();
        Self {
            quote: line[..start]
                .last()
                .copied()
                .filter(|char| "\"'".contains(*char)),
            tag: near.rfind('{').and_then(|brace| tag(&near[brace..])),
            bars,
        }
    }
}

/// Returns the first eight letters of the name of a tag that a text begins with.
fn tag(text: &str) -> Option<String> {
    let name = text.strip_prefix('{')?;
    let len = name.chars().take_while(char::is_ascii_alphabetic).count();
    let is_tag = len > 0 && matches!(name[len..].chars().next(), Some('}' | ':'));
    is_tag.then(|| name[..len.min(8)].to_owned())
}

/// **End**: returns the end of a path, or of what else follows an authority or a colon, and the end before the first
/// bracket without a partner.
pub(super) fn path_end(
    line: &[char],
    start: usize,
    from: usize,
    around: &Around,
) -> (usize, Option<usize>) {
    let mut open: Vec<(char, usize)> = Vec::new();
    let mut unpaired = None;
    let mut end = from;
    let mut part = "path";
    for at in from..line.len() {
        if ends(line, at, around) {
            break;
        }
        let char = line[at];
        let next = match (part, char) {
            ("path" | "query", '#') => "fragment",
            ("path", '?') => "query",
            ("path", '/') | ("query", '=' | '&') | ("directive", '&' | ',') => part,
            ("fragment" | "directive", ':') if starts(line, at, ":~:") => "directive",
            _ => "",
        };
        if !next.is_empty() {
            unpaired = unpaired.or(open.first().map(|&(_, end)| end));
            open.clear();
            part = next;
        }
        match term(char) {
            "Open" if begins_link(&line[at + 1..]) => break,
            "Open" => open.push((char, end)),
            "Close" => {
                let is_partner =
                    |&mut (open, _): &mut (char, _)| PARTNERS.get(&char) == Some(&open);
                if open.pop_if(is_partner).is_none() {
                    break;
                }
                end = at + 1;
            }
            "Dash" if line[start..end].iter().all(char::is_ascii) => break,
            "Include" => end = at + 1,
            _ => {}
        }
    }
    (end, unpaired.or(open.first().map(|&(_, end)| end)))
}

/// The `Link_Term` of a character, as we have it.
pub(super) fn term(char: char) -> &'static str {
    let listed = TERMS.get(&char).copied();
    match char {
        '*' | '‐'..='–' | '|' => "Soft",
        '—' | '―' => "Dash",
        _ if listed.is_none() && is(&UNASSIGNED, char) => "Include",
        _ => listed.unwrap_or("Hard"),
    }
}

/// Returns whether a URL ends before the character at an index, whatever stands before it in the URL.
pub(super) fn ends(line: &[char], at: usize, around: &Around) -> bool {
    let char = line[at];
    is(&ENDS, char)
        || term(char) == "Hard"
        || char == '|' && (!around.bars || begins_link(&line[at + 1..]))
        || ends_before(line, at, around)
}

/// Returns whether a URL ends before what stands at an index: the quotation mark before it, another link in brackets, a
/// tag, a character reference, or an escape.
pub(super) fn ends_before(line: &[char], at: usize, around: &Around) -> bool {
    let text = |len: usize| line[at..].iter().take(len).collect::<String>();
    match line[at] {
        char if Some(char) == around.quote => true,
        '(' | '[' if begins_link(&line[at + 1..]) => true,
        '[' => TAG.is_match(&text(line.len())),
        '{' => around.tag.is_some() && tag(&text(line.len())) == around.tag,
        '&' => ENTITY.is_match(&text(10)),
        '\\' => ESCAPE.is_match(&text(6)),
        _ => false,
    }
}

static TAG: LazyLock<Regex> = LazyLock::new(|| regex(r"^\[/[A-Za-z]+\]"));

static ESCAPE: LazyLock<Regex> = LazyLock::new(|| regex(r#"^\\(?:["']|r\\n|n(?:$|[\\"'A-Z]))"#));

pub(super) fn begins_link(text: &[char]) -> bool {
    LINK.is_match(&text.iter().take(MAX_RUN + 3).collect::<String>())
}

/// Returns whether a character beyond ASCII can be any one of a URL.
pub(super) fn is_inside(char: char) -> bool {
    !is(&ENDS, char) && term(char) == "Include"
}

/// Returns the end of a URL without the emphasis marks that stand on both sides or the dash at its end, and the
/// punctuation before them.
pub(super) fn trimmed(line: &[char], start: usize, end: usize) -> usize {
    let count = |chars: &[char], mark| chars.iter().rev().take_while(|&&char| char == mark).count();
    let url = &line[start..end];
    let emphasis = line[..start].last().filter(|mark| "_*~=|".contains(**mark));
    let emphasis = emphasis.filter(|&&mark| {
        let before = count(&line[..start], mark);
        let word = (start - before).checked_sub(1).map(|at| line[at]);
        !(mark == '=' && before < 3 && word.is_some_and(|char| char.is_ascii_alphanumeric()))
    });
    let marks = match emphasis {
        Some(&mark) if url.last() == Some(&mark) => {
            let before = count(&line[..start], mark);
            let after = count(url, mark);
            if before >= 3 {
                after
            } else {
                before.min(after)
            }
        }
        _ => match count(url, '-') {
            1 => 0,
            dash => dash,
        },
    };
    if marks == 0 {
        return end;
    }
    trim(line, start, end - marks, "?!.,:;*'")
}

/// Returns the end of a text without certain characters at its end.
pub(super) fn trim(line: &[char], from: usize, end: usize, chars: &str) -> usize {
    let is_last = |&at: &usize| !chars.contains(line[at]);
    (from..end)
        .rev()
        .find(is_last)
        .map_or(from, |last| last + 1)
}

pub(super) fn starts(line: &[char], at: usize, start: &str) -> bool {
    let start = start.chars();
    let count = start.clone().count();
    line.get(at..at + count)
        .is_some_and(|here| here.iter().copied().eq(start))
}
