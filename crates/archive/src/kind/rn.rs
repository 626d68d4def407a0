//! Articles that rn or trn saved in one file: `Article N of GROUP:` or `Article: N of GROUP` before each.

use memchr::memchr;

use crate::{
    frame::{
        Bounds, Envelope, FrameToken, Framing, Lookback, MAX_DIGITS, Mark, Match, Window,
        after_empty_lines, may_begin_with,
    },
    recognise::{Head, is_known_field, is_message},
};

/// The start of the line, after the line break before it.
const AFTER_BREAK: &[u8] = b"\nArticle";

/// The start of the line before each article.
const ARTICLE: &[u8] = AFTER_BREAK.split_at(1).1;

#[derive(Debug)]
pub(super) struct Rn;

impl Framing for Rn {
    fn begins_file(&self, head: &Head<'_>) -> Option<bool> {
        let start = head.after_blank_lines()?;
        match article_line(head.from(start), head.at_end).decided(head.at_end)? {
            Match::Yes(line) => is_message(head, start + line),
            Match::No | Match::Unknown => Some(false),
        }
    }

    fn mark(&self) -> Option<Mark> {
        Some(Mark::new(AFTER_BREAK))
    }

    fn envelope(&self, _: &Bounds, window: &Window<'_>, at: usize) -> Result<Envelope, usize> {
        after_article_line(window, at)
    }

    /// The line is not escaped in a body. It precedes an article if a well-known field follows.
    fn token_at(&self, _: &mut Bounds, window: &Window<'_>, at: usize) -> Option<FrameToken> {
        FrameToken::of_line(window, at, |text| {
            if !text.starts_with(ARTICLE) {
                return Some(false);
            }
            match article_line(text, window.at_end).decided(window.at_end)? {
                Match::Yes(len) => is_known_field(&text[len..], window.at_end),
                Match::No | Match::Unknown => Some(false),
            }
        })
    }

    fn may_begin(&self, line: &[u8]) -> bool {
        may_begin_with(line, ARTICLE)
    }

    /// After a byte order mark, the first article does not begin a line. After empty lines, it may have any first line.
    fn lookback(&self) -> Lookback {
        Lookback::EmptyLines
    }
}

/// Skips empty lines and the line that rn puts before an article.
pub(super) fn after_article_line(window: &Window<'_>, at: usize) -> Result<Envelope, usize> {
    let at = after_empty_lines(window, at)?;
    let line = article_line(&window.bytes[at..], window.at_end);
    Ok(match line.decided(window.at_end).ok_or(at)? {
        Match::Yes(len) => Envelope::new(at, at + len),
        Match::No | Match::Unknown => Envelope::none(at),
    })
}

/// Matches the line that rn puts before an article, `Article 165 of comp.binaries.amiga:`, or trn,
/// `Article: 165 of comp.binaries.amiga`, at the start of `text`, and returns its length.
pub(super) fn article_line(text: &[u8], at_end: bool) -> Match<usize> {
    const RN: &[u8] = b"Article ";
    const TRN: &[u8] = b"Article: ";
    const MIDDLE: &[u8] = b" of ";
    const MAX_LEN: usize = 1000;
    let near = &text[..text.len().min(MAX_LEN)];
    let lf = memchr(b'\n', near);
    let line = &near[..lf.unwrap_or(near.len())];
    let unfinished = match lf {
        None if near.len() < MAX_LEN && !at_end => Match::Unknown,
        _ => Match::No,
    };
    let (number, is_trn) = if let Some(number) = line.strip_prefix(RN) {
        (number, false)
    } else if let Some(number) = line.strip_prefix(TRN) {
        (number, true)
    } else if may_begin_with(line, RN) || may_begin_with(line, TRN) {
        return unfinished;
    } else {
        return Match::No;
    };
    let digits = number
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    let of = &number[digits..];
    let Some(group) = of.strip_prefix(MIDDLE) else {
        return if digits <= MAX_DIGITS && may_begin_with(of, MIDDLE) {
            unfinished
        } else {
            Match::No
        };
    };
    let group = group.strip_suffix(b"\r").unwrap_or(group);
    let (name, ends) = match group.strip_suffix(b":") {
        Some(name) if !is_trn => (name, true),
        _ => (group, is_trn),
    };
    let is_name = name
        .iter()
        .all(|&byte| byte.is_ascii_graphic() && byte != b':');
    match lf {
        _ if digits == 0 || !is_name => Match::No,
        None => unfinished,
        Some(lf) if ends && !name.is_empty() => Match::Yes(lf + 1),
        Some(_) => Match::No,
    }
}

#[cfg(test)]
mod tests {
    use super::{Match, article_line};

    #[test]
    fn the_lines_of_rn_and_trn_are_matched() {
        let article = b"Article 165 of comp.binaries.amiga:\n";
        for line in [
            &article[..],
            b"Article 1 of a:\r\n",
            b"Article: 421 of rec.games.moria\n",
            b"Article: 1 of a\r\n",
        ] {
            assert_eq!(article_line(line, false), Match::Yes(line.len()));
            for end in 0..line.len() {
                assert_eq!(article_line(&line[..end], false), Match::Unknown, "{end}");
                assert_eq!(article_line(&line[..end], true), Match::No, "{end}");
            }
        }
        for line in urlsift_tables::lines!("rn.toml", "the_lines_of_rn_and_trn_are_matched") {
            assert_eq!(article_line(line.as_bytes(), false), Match::No, "{line}");
        }
    }
}
