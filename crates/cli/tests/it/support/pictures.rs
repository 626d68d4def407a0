//! Takes the pictures that `check` draws apart.

use std::ops::Range;

use regex::Regex;
use serde_json::Value;

use super::hits::number;
use super::{Outcome, run_with};

/// Text without colours; everything else that is a control stays.
pub(crate) fn uncoloured(text: &str) -> String {
    let colour = Regex::new(r"\x1b\[[0-9;]*m").expect("a regex");
    colour.replace_all(text, "").into_owned()
}

/// Characters above ASCII that take no place of their own, or drive the terminal.
fn is_unseen(char: char) -> bool {
    let code = u32::from(char);
    [0xad, 0x61c, 0x180e, 0xfeff].contains(&code)
        || [
            0x80..=0x9f,
            0x200b..=0x200f,
            0x2028..=0x202e,
            0x2060..=0x206f,
            0xfff9..=0xfffb,
            0xe0000..=0xe007f,
        ]
        .iter()
        .any(|range| range.contains(&code))
}

/// How a terminal is shown a text from outside, character by character, each with its bytes.
pub(crate) fn shown(url: &[u8]) -> Vec<(Range<usize>, String)> {
    let mut shown = Vec::new();
    let mut at = 0;
    for chunk in url.utf8_chunks() {
        for char in chunk.valid().chars() {
            let text = match char {
                '\0'..='\x1f' | '\x7f' => format!("\\x{:02x}", u32::from(char)),
                _ if is_unseen(char) => format!("\\u{{{:x}}}", u32::from(char)),
                _ => char.to_string(),
            };
            shown.push((at..at + char.len_utf8(), text));
            at += char.len_utf8();
        }
        for byte in chunk.invalid() {
            shown.push((at..at + 1, format!("\\x{byte:02x}")));
            at += 1;
        }
    }
    shown
}

/// How many columns a character takes; none where that is not certain.
fn columns(char: char) -> Option<usize> {
    match char {
        ' '..='~' | '\u{a1}'..='\u{ac}' | '\u{ae}'..='\u{ff}' => Some(1),
        '\u{3041}'..='\u{3096}' | '\u{4e00}'..='\u{9fff}' | '\u{ff01}'..='\u{ff60}' => Some(2),
        _ => None,
    }
}

pub(crate) fn width(text: &str) -> Option<usize> {
    text.chars().map(columns).sum()
}

/// What stands over the columns from `start` to `end`.
fn over(line: &str, start: usize, end: usize) -> String {
    let mut column = 0;
    line.chars()
        .filter(|&char| {
            let at = column;
            column += columns(char).expect("a character of known width");
            start <= at && column <= end
        })
        .collect()
}

/// Each run of carets: the line that it stands under, and where it begins and ends.
pub(crate) fn pointed(picture: &str) -> Vec<(String, usize, usize)> {
    let lines: Vec<_> = picture
        .lines()
        .map(|line| line.strip_prefix(" | ").unwrap_or(""))
        .collect();
    let is_carets = |line: &str| line.contains('^') && line.trim_matches([' ', '^']).is_empty();
    let mut pointed = Vec::new();
    for pair in lines.windows(2).filter(|pair| is_carets(pair[1])) {
        let mut end = 0;
        for run in pair[1].split(' ') {
            if !run.is_empty() {
                pointed.push((pair[0].to_owned(), end, end + run.len()));
            }
            end += run.len() + 1;
        }
    }
    pointed
}

/// The carets stand under what the problems are about, as JSON tells them.
#[track_caller]
pub(crate) fn assert_points_right(url: &[u8], picture: &str, judged: &Value) {
    let shown = shown(url);
    let text = |from: usize, to: usize| -> String {
        // All of each character that it touches.
        let within = shown
            .iter()
            .filter(|(at, _)| at.start < to && from < at.end);
        within.map(|(_, text)| text.as_str()).collect()
    };
    let problems = judged["problems"].as_array().expect("problems");
    let mut pointed = pointed(picture);
    let spans = together(&problems[..problems.len().min(10)]);
    assert_eq!(pointed.len(), spans.len(), "{picture}");
    // Those that are alike are drawn together, so that they need not come in their order.
    for (problem, from, to) in spans {
        let is_meant = |(line, start, end): &(String, usize, usize)| {
            if from == to {
                let before = over(line, 0, *start);
                let before = before.strip_prefix("...").unwrap_or(&before);
                end - start == 1 && text(0, from).ends_with(before)
            } else {
                over(line, *start, *end) == text(from, to)
            }
        };
        let found = pointed.iter().position(is_meant);
        pointed.remove(found.unwrap_or_else(|| panic!("{problem}: {picture}")));
    }
}

/// Each problem and where it stands; those side by side that are alike have their carets in one row.
fn together(problems: &[Value]) -> Vec<(&Value, usize, usize)> {
    let mut together: Vec<(&Value, usize, usize)> = Vec::new();
    for problem in problems {
        let (from, to) = (number(&problem["start"]), number(&problem["end"]));
        let is_alike = |(other, _, end): &(&Value, usize, usize)| {
            (&other["code"], &other["rule"], *end) == (&problem["code"], &problem["rule"], from)
                && from < to
        };
        match together.last_mut().filter(|last| is_alike(last)) {
            Some((_, _, end)) => *end = to,
            None => together.push((problem, from, to)),
        }
    }
    together
}

/// What `check` draws of many texts in one run, each by itself, without colours.
pub(crate) fn drawn(flags: &[&str], texts: &[Vec<u8>]) -> Vec<String> {
    let drawn = run_with(&[&["check"], flags].concat(), &lines(texts));
    assert_harmless(&drawn);
    let all = uncoloured(drawn.out());
    let mut rest = all.as_str();
    let mut pictures = Vec::new();
    for next in &texts[1..] {
        // Each begins with its URL behind a blank line.
        let shown = shown(next).into_iter().map(|(_, text)| text);
        let mut heading: String = shown.collect();
        if heading.is_empty() {
            heading.push_str("(empty)");
        }
        let start = format!("\n\n{heading}\n");
        let end = rest.find(&start).expect("the next picture");
        pictures.push(rest[..=end].to_owned());
        rest = &rest[end + 2..];
    }
    pictures.push(rest.to_owned());
    pictures
}

/// What it says of them in JSON.
pub(crate) fn judged(texts: &[Vec<u8>]) -> Vec<Value> {
    let judged = run_with(&["check", "--json"], &lines(texts)).json();
    assert_eq!(judged.len(), texts.len());
    judged
}

fn lines(texts: &[Vec<u8>]) -> Vec<u8> {
    let lines = texts.iter().map(|text| [text, &b"\n"[..]].concat());
    lines.collect::<Vec<_>>().concat()
}

/// Nothing but text, line breaks, and the colours that were asked for.
#[track_caller]
pub(crate) fn assert_harmless(drawn: &Outcome) {
    let text = uncoloured(drawn.out());
    let is_harmful = |&char: &char| char.is_control() && char != '\n' || is_unseen(char);
    assert_eq!(text.chars().find(is_harmful), None, "{text:?}");
    assert!(text.is_empty() || text.ends_with('\n'), "{text:?}");
}
