//! Parses the text reports of `check`.

use std::{ops::Range, sync::LazyLock};

use regex::Regex;
use serde_json::Value;

use super::links::number;
use super::{Outcome, run_with};

/// Removes color sequences. Other control characters remain.
pub(crate) fn strip_colors(text: &str) -> String {
    let color = Regex::new(r"\x1b\[[0-9;]*m").expect("a regex");
    color.replace_all(text, "").into_owned()
}

/// Returns whether a non-ASCII character is invisible or a control.
fn is_invisible(char: char) -> bool {
    static INVISIBLE: LazyLock<Regex> = LazyLock::new(|| {
        let class = r"[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\x{2800}]";
        Regex::new(class).expect("a class")
    });
    !char.is_ascii() && INVISIBLE.is_match(char.encode_utf8(&mut [0; 4]))
}

/// Returns how a report shows each character of a URL, with the range of its bytes.
pub(crate) fn escaped_chars(url: &[u8]) -> Vec<(Range<usize>, String)> {
    let mut chars = Vec::new();
    let mut at = 0;
    for chunk in url.utf8_chunks() {
        for char in chunk.valid().chars() {
            let text = match char {
                '\0'..='\x1f' | '\x7f' => format!("\\x{:02x}", u32::from(char)),
                _ if is_invisible(char) => format!("\\u{{{:x}}}", u32::from(char)),
                _ => char.to_string(),
            };
            chars.push((at..at + char.len_utf8(), text));
            at += char.len_utf8();
        }
        for byte in chunk.invalid() {
            chars.push((at..at + 1, format!("\\x{byte:02x}")));
            at += 1;
        }
    }
    chars
}

/// Returns the width of a character in columns, or `None` if it is uncertain.
fn char_width(char: char) -> Option<usize> {
    match char {
        ' '..='~' | '\u{a1}'..='\u{ac}' | '\u{ae}'..='\u{ff}' => Some(1),
        '\u{3041}'..='\u{3096}' | '\u{4e00}'..='\u{9fff}' | '\u{ff01}'..='\u{ff60}' => Some(2),
        _ => None,
    }
}

pub(crate) fn width(text: &str) -> Option<usize> {
    text.chars().map(char_width).sum()
}

/// Returns the text above the columns from `start` to `end`.
fn text_above(line: &str, start: usize, end: usize) -> String {
    let mut column = 0;
    line.chars()
        .filter(|&char| {
            let at = column;
            column += char_width(char).expect("a character of known width");
            start <= at && column <= end
        })
        .collect()
}

/// Returns each run of carets: the line above it, and its first column and end column.
pub(crate) fn caret_spans(report: &str) -> Vec<(String, usize, usize)> {
    let lines: Vec<_> = report
        .lines()
        .map(|line| line.strip_prefix(" | ").unwrap_or(""))
        .collect();
    let is_carets = |line: &str| line.contains('^') && line.trim_matches([' ', '^']).is_empty();
    let mut spans = Vec::new();
    for pair in lines.windows(2).filter(|pair| is_carets(pair[1])) {
        let mut end = 0;
        for run in pair[1].split(' ') {
            if !run.is_empty() {
                spans.push((pair[0].to_owned(), end, end + run.len()));
            }
            end += run.len() + 1;
        }
    }
    spans
}

/// Asserts that the carets point at the problems in the JSON report.
#[track_caller]
pub(crate) fn assert_carets_match(url: &[u8], report: &str, json: &Value) {
    let chars = escaped_chars(url);
    let text = |from: usize, to: usize| -> String {
        // Include every character that the span touches.
        let within = chars
            .iter()
            .filter(|(at, _)| at.start < to && from < at.end);
        within.map(|(_, text)| text.as_str()).collect()
    };
    let problems = json["problems"].as_array().expect("problems");
    let mut carets = caret_spans(report);
    let spans = merged_spans(&problems[..problems.len().min(10)]);
    assert_eq!(carets.len(), spans.len(), "{report}");
    // Equal problems share a snippet, so the carets may be out of order.
    for (problem, from, to) in spans {
        let matches_span = |(line, start, end): &(String, usize, usize)| {
            if from == to {
                let before = text_above(line, 0, *start);
                let before = before.strip_prefix("...").unwrap_or(&before);
                end - start == 1 && text(0, from).ends_with(before)
            } else {
                text_above(line, *start, *end) == text(from, to)
            }
        };
        let found = carets.iter().position(matches_span);
        carets.remove(found.unwrap_or_else(|| panic!("{problem}: {report}")));
    }
}

/// Returns the span of each problem. Adjacent equal problems are merged.
fn merged_spans(problems: &[Value]) -> Vec<(&Value, usize, usize)> {
    let mut merged: Vec<(&Value, usize, usize)> = Vec::new();
    for problem in problems {
        let (from, to) = (number(&problem["start"]), number(&problem["end"]));
        let is_equal = |(other, _, end): &(&Value, usize, usize)| {
            (&other["code"], &other["rule"], *end) == (&problem["code"], &problem["rule"], from)
                && from < to
        };
        match merged.last_mut().filter(|last| is_equal(last)) {
            Some((_, _, end)) => *end = to,
            None => merged.push((problem, from, to)),
        }
    }
    merged
}

/// Returns the text reports of one run of `check`, without colors.
pub(crate) fn render_reports(flags: &[&str], texts: &[Vec<u8>]) -> Vec<String> {
    let output = run_with(&[&["check"], flags].concat(), &join_lines(texts));
    assert_no_controls(&output);
    let all = strip_colors(output.out());
    let mut rest = all.as_str();
    let mut reports = Vec::new();
    for next in &texts[1..] {
        // Each report begins with its URL after an empty line.
        let chars = escaped_chars(next).into_iter().map(|(_, text)| text);
        let mut heading: String = chars.collect();
        if heading.is_empty() {
            heading.push_str("(empty)");
        }
        let start = format!("\n\n{heading}\n");
        let end = rest.find(&start).expect("the next report");
        reports.push(rest[..=end].to_owned());
        rest = &rest[end + 2..];
    }
    reports.push(rest.to_owned());
    reports
}

/// Returns the JSON reports of one run of `check`.
pub(crate) fn json_reports(texts: &[Vec<u8>]) -> Vec<Value> {
    let reports = run_with(&["check", "--json"], &join_lines(texts)).json();
    assert_eq!(reports.len(), texts.len());
    reports
}

fn join_lines(texts: &[Vec<u8>]) -> Vec<u8> {
    let lines = texts.iter().map(|text| [text, &b"\n"[..]].concat());
    lines.collect::<Vec<_>>().concat()
}

/// Asserts that the output contains only text, line breaks and colors.
#[track_caller]
pub(crate) fn assert_no_controls(output: &Outcome) {
    let text = strip_colors(output.out());
    let is_forbidden = |&char: &char| char.is_control() && char != '\n' || is_invisible(char);
    assert_eq!(text.chars().find(is_forbidden), None, "{text:?}");
    assert!(text.is_empty() || text.ends_with('\n'), "{text:?}");
}
