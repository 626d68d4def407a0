//! The lines that begin, end or separate messages, other than `From ` lines.

use memchr::memrchr;

use crate::{
    frame::{
        record_lines::{
            ARTICLE, LISTSERV, MBX_HEADER, Match, RNEWS, article_line, babyl_separator,
            is_listserv_line, mbx_line,
        },
        token::{FrameToken, FrameTokenKind},
        window::{Line, MAX_LINE, Window},
    },
    kind::Kind,
    recognise::is_known_field,
};

/// Returns the index at which the line that contains `at` begins, if that is at `from` or later and
/// the line is not too long to begin or end something: the line may depend on the bytes after `at`.
pub(crate) fn line_around(window: &Window<'_>, from: usize, at: usize) -> usize {
    let near = from.max(at.saturating_sub(MAX_LINE));
    match memrchr(b'\n', &window.bytes[near..at]) {
        Some(last) => near + last + 1,
        None if near == from && window.begins_line(from) => from,
        None => at,
    }
}

/// Classifies a line of four Control-A, which precedes or follows a message of MMDF.
pub(crate) fn token_at_separator(window: &Window<'_>, hit: usize) -> Option<FrameToken> {
    if !window.begins_line(hit) {
        return None;
    }
    let kind = match window.short_line(hit) {
        Line::Unfinished => FrameTokenKind::Incomplete,
        Line::Whole(line) if is_separator(line) => FrameTokenKind::Boundary,
        Line::Whole(_) | Line::Long => return None,
    };
    Some(FrameToken { at: hit, kind })
}

/// Classifies a line that begins with a dot (RFC 3977 §3.1.1).
pub(crate) fn token_at_dot(window: &Window<'_>, line: usize) -> Option<FrameToken> {
    if !window.begins_line(line) {
        return None;
    }
    let kind = match window.bytes.get(line..)? {
        [b'.', b'\n', ..] | [b'.', b'\r', b'\n', ..] => FrameTokenKind::Boundary,
        [b'.'] | [b'.', b'\r'] if window.at_end => FrameTokenKind::Boundary,
        [b'.'] | [b'.', b'\r'] => FrameTokenKind::Incomplete,
        // A dot at the start of a line is never part of the article (§3.1.1, the fifth rule).
        [b'.', ..] => FrameTokenKind::Escape,
        _ => return None,
    };
    Some(FrameToken { at: line, kind })
}

/// Returns whether a line is a separator of MMDF: four Control-A.
pub(crate) fn is_separator(line: &[u8]) -> bool {
    matches!(
        line,
        b"\x01\x01\x01\x01" | b"\x01\x01\x01\x01\n" | b"\x01\x01\x01\x01\r\n"
    )
}

/// Returns whether the line before a message may begin at an index, whatever the length of the
/// message before. After the header of an mbx file, the line belongs to the envelope of the first
/// message, which begins with the file.
pub(crate) fn begins_counted(kind: Kind, window: &Window<'_>, at: usize) -> bool {
    window.begins_line(at) && !(kind == Kind::Mbx && window.offset(at) == MBX_HEADER as u64)
}

/// Returns the length that the line before a message states, if such a line begins at an index.
pub(crate) fn counted_length(kind: Kind, window: &Window<'_>, at: usize) -> Match<u64> {
    let text = &window.bytes[at..];
    if kind == Kind::Mbx {
        return match mbx_line(text) {
            Match::Yes(line) => Match::Yes(line.size),
            Match::No => Match::No,
            Match::Unknown if window.at_end => Match::No,
            Match::Unknown => Match::Unknown,
        };
    }
    match window.short_line(at) {
        Line::Whole(line) => rnews_length(line).map_or(Match::No, Match::Yes),
        Line::Unfinished if RNEWS.starts_with(&text[..text.len().min(RNEWS.len())]) => {
            Match::Unknown
        }
        Line::Unfinished | Line::Long => Match::No,
    }
}

/// Classifies a line of 73 `=`. It precedes a message of a LISTSERV notebook if a well-known field
/// follows.
pub(crate) fn token_at_listserv_line(window: &Window<'_>, line: usize) -> Option<FrameToken> {
    let text = window.bytes.get(line..)?;
    if !text.starts_with(LISTSERV) || !window.begins_line(line) {
        return None;
    }
    let kind = match window.short_line(line) {
        Line::Unfinished => FrameTokenKind::Incomplete,
        Line::Whole(mark) if is_listserv_line(mark) => {
            let next = &text[mark.len()..];
            match is_known_field(next, window.at_end) {
                None => FrameTokenKind::Incomplete,
                Some(false) => return None,
                Some(true) => FrameTokenKind::Boundary,
            }
        }
        Line::Whole(_) | Line::Long => return None,
    };
    Some(FrameToken { at: line, kind })
}

/// Classifies a line `Article N of GROUP:`. It precedes an article if a well-known field follows.
pub(crate) fn token_at_article_line(window: &Window<'_>, line: usize) -> Option<FrameToken> {
    let text = window.bytes.get(line..)?;
    if !text.starts_with(ARTICLE) || !window.begins_line(line) {
        return None;
    }
    let kind = match article_line(text, window.at_end).decided(window.at_end) {
        None => FrameTokenKind::Incomplete,
        Some(Match::Yes(len)) => match is_known_field(&text[len..], window.at_end) {
            None => FrameTokenKind::Incomplete,
            Some(false) => return None,
            Some(true) => FrameTokenKind::Boundary,
        },
        Some(_) => return None,
    };
    Some(FrameToken { at: line, kind })
}

/// Classifies a line that precedes a message of Babyl, or ends the file.
pub(crate) fn token_at_babyl_separator(window: &Window<'_>, line: usize) -> Option<FrameToken> {
    if !window.begins_line(line) {
        return None;
    }
    let kind = match babyl_separator(&window.bytes[line..], window.at_end) {
        Match::Unknown => FrameTokenKind::Incomplete,
        Match::No => return None,
        Match::Yes(_) => FrameTokenKind::Boundary,
    };
    Some(FrameToken { at: line, kind })
}

/// Returns the number of bytes that a line `#! rnews N` declares. A number that is too large
/// saturates.
pub(crate) fn rnews_length(line: &[u8]) -> Option<u64> {
    let number = line.strip_prefix(RNEWS)?.trim_ascii();
    let is_number = !number.is_empty() && number.iter().all(u8::is_ascii_digit);
    let number = str::from_utf8(number).ok().filter(|_| is_number)?;
    Some(number.parse().unwrap_or(u64::MAX))
}
