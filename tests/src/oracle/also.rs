//! **Second guesses.** What a damaged URL may have been, made from its first reading.

use std::sync::LazyLock;

use regex::Regex;

use super::{
    DOUBTFUL_CLOSE, Found, Join, RAGGED_QUOTE, SPACED, bare::end, line::Line, lines::Options,
    typeset::letters, words::FILE,
};

/// A letter of a script that is written without spaces.
static UNSPACED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Thai}]").expect("a regex")
});

/// The encoded punctuation that is taken off the end.
const ENCODED: [&str; 4] = ["%29", "%3E", "%5D", "%2C"];

/// Returns each guess that differs from the first reading, with its reason; those that the URL has already come from
/// the lines after it. The text was not declared as quoted-printable.
#[must_use]
pub fn also(text: &[u8], found: &Found) -> Vec<(&'static str, Vec<u8>)> {
    let reading = &found.readings[0];
    let guesses = [
        ("trailing-punctuation", without_punctuation(reading)),
        ("label", without_label(reading)),
        ("blanks", with_blanks(text, found)),
        ("stray-qp", without_quoted_printable(found)),
        ("first-blank", until_blank(text, found)),
        ("stars", without_stars(reading)),
        ("doubled", without_copy(reading)),
    ];
    let is_over_break = |guess: &&(&str, Vec<u8>)| {
        matches!(found.delimiter, "bare" | "prefix")
            && ["wrapped", "cut", "script", "unpaired", "bar", "escaped"].contains(&guess.0)
    };
    let over_break = found.also.iter().filter(is_over_break).cloned();
    let doubtful = ("cut", until_doubtful_break(text, found));
    let ligature = ("ligature", letters(reading));
    let guesses = guesses
        .into_iter()
        .chain(over_break)
        .chain([doubtful, ligature]);
    let differs = |guess: &(_, Vec<u8>)| !guess.1.is_empty() && guess.1 != *reading;
    guesses.filter(differs).collect()
}

/// Cuts the URL at the last line break after which a line has more `>` in its quote prefix than the line before, or
/// after which a line has nothing else; only where quote prefixes were doubtful.
fn until_doubtful_break(text: &[u8], found: &Found) -> Vec<u8> {
    let reading = &found.readings[0];
    let warnings = &found.warnings;
    if !warnings.contains(&RAGGED_QUOTE) && !warnings.contains(&DOUBTFUL_CLOSE) {
        return reading.clone();
    }
    let marks = |from: usize, to: usize| {
        let lines = text[from..to].split(|&byte| byte == b'\n').skip(1);
        let marks = lines.map(|line| line.split(|&byte| byte == b'>').count() - 1);
        marks.collect::<Vec<usize>>()
    };
    let opening = marks(found.span.0, found.pieces[0].0);
    let mut earlier = opening.last().copied().unwrap_or(found.depth);
    let mut end = reading.len();
    for (join, pieces) in found.joins.iter().zip(found.pieces.windows(2)) {
        let lines = marks(pieces[0].1, pieces[1].0);
        if !join.dropped.contains(&"break") {
            continue;
        }
        let here = lines.iter().sum();
        if here > earlier || here > 0 && lines.len() > 1 {
            end = join.url_at;
        }
        earlier = here;
    }
    reading[..end].to_vec()
}

/// Returns the end of a bare URL on one line before its first character beyond ASCII, if that is a letter of a script
/// without spaces; and whether this is its first reading.
pub(super) fn before_script(
    text: &[u8],
    from: usize,
    to: usize,
    is_www: bool,
) -> Option<(usize, bool)> {
    let written = String::from_utf8_lossy(&text[from..to]);
    let first = written.chars().find(|char| !char.is_ascii())?;
    if !first.is_alphanumeric() || !UNSPACED.is_match(first.encode_utf8(&mut [0; 4])) {
        return None;
    }
    let ascii = text[from..].iter().take_while(|byte| byte.is_ascii());
    let cut = from + ascii.count();
    let line_start = text[..from].iter().rposition(|&byte| byte == b'\n');
    let line_start = line_start.map_or(0, |at| at + 1);
    let line = Line::of(&text[line_start..cut], line_start);
    let start = line.index(from);
    let colon = (start..line.chars.len()).find(|&at| line.chars[at] == ':');
    let options = Options {
        max_len: usize::MAX,
        extra_schemes: &[],
        www: true,
        rejoins: false,
        width: 0,
    };
    let end = end(&line.chars, start, colon.filter(|_| !is_www), &options)?;
    let end = line.offsets[end];
    let part = &text[from..end];
    let is_word = end == cut && (part.ends_with(b"/") || FILE.is_match(part));
    let rest = &text[cut..to.max(cut)];
    let is_text = ('\u{3041}'..='\u{309f}').contains(&first) && !rest.iter().any(u8::is_ascii);
    Some((end, is_word && is_text))
}

/// Takes punctuation off the end until none is left.
fn without_punctuation(reading: &[u8]) -> Vec<u8> {
    let mut url = reading.to_vec();
    loop {
        let encoded = ENCODED.iter().any(|code| {
            url.len() >= 3 && url[url.len() - 3..].eq_ignore_ascii_case(code.as_bytes())
        });
        let len = match url.last() {
            Some(b'.' | b',' | b';' | b':' | b'!' | b'?' | b'\'' | b'\\') => 1,
            Some(b')') if !has_partner(&url, b'(', b')') => 1,
            Some(b']') if !has_partner(&url, b'[', b']') => 1,
            _ if encoded => 3,
            _ => return url,
        };
        url.truncate(url.len() - len);
    }
}

/// Returns whether the bracket that ends a URL has a partner.
fn has_partner(url: &[u8], opening: u8, closing: u8) -> bool {
    let mut open = 0;
    for &byte in &url[..url.len() - 1] {
        if byte == opening {
            open += 1;
        } else if byte == closing && open > 0 {
            open -= 1;
        }
    }
    open > 0
}

/// Cuts the URL at its first `|`.
fn without_label(reading: &[u8]) -> Vec<u8> {
    let parts = reading.split(|&byte| byte == b'|');
    parts.into_iter().next().unwrap_or_default().to_vec()
}

/// Writes a `%20` for each space or tab that was dropped inside a line.
fn with_blanks(text: &[u8], found: &Found) -> Vec<u8> {
    let reading = &found.readings[0];
    if !found.warnings.contains(&SPACED) {
        return reading.clone();
    }
    let mut url = Vec::new();
    for at in 0..=reading.len() {
        for (index, join) in found.joins.iter().enumerate() {
            if join.url_at != at || join.dropped != ["space"] {
                continue;
            }
            let gap = &text[found.pieces[index].1..found.pieces[index + 1].0];
            let blanks = gap.iter().filter(|byte| matches!(byte, b' ' | b'\t'));
            url.extend(blanks.flat_map(|_| *b"%20"));
        }
        url.extend(reading.get(at));
    }
    url
}

/// Cuts the URL where `with_blanks` writes the first `%20`.
fn until_blank(text: &[u8], found: &Found) -> Vec<u8> {
    let reading = &found.readings[0];
    let has_blank = |index: &usize| {
        let gap = &text[found.pieces[*index].1..found.pieces[index + 1].0];
        found.joins[*index].dropped == ["space"] && gap.iter().any(|byte| b" \t".contains(byte))
    };
    let mut joins = 0..found.joins.len();
    match joins.find(has_blank) {
        Some(index) if found.warnings.contains(&SPACED) => {
            reading[..found.joins[index].url_at].to_vec()
        }
        _ => reading.clone(),
    }
}

/// Takes out each `**` that has a byte before and after it.
fn without_stars(reading: &[u8]) -> Vec<u8> {
    let mut url = Vec::new();
    let mut at = 0;
    while at < reading.len() {
        if at > 0 && reading[at..].starts_with(b"**") && reading.len() > at + 2 {
            at += 2;
        } else {
            url.push(reading[at]);
            at += 1;
        }
    }
    url
}

/// Cuts the URL before ` <` in percent-encoding and a scheme.
fn without_copy(reading: &[u8]) -> Vec<u8> {
    let is_copy = |&at: &usize| {
        let rest = reading[at..].to_ascii_lowercase();
        let Some(copy) = rest.strip_prefix(b"%20%3c") else {
            return false;
        };
        let is_scheme = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
        let len = copy.iter().take_while(|byte| is_scheme(byte)).count();
        len <= 32
            && copy.first().is_some_and(u8::is_ascii_alphabetic)
            && copy.get(len) == Some(&b':')
    };
    let end = (0..reading.len()).find(is_copy);
    reading[..end.unwrap_or(reading.len())].to_vec()
}

/// Decodes `=XX`, and drops a `=` before a dropped line break; only if such a `=` or `=3D` is in the URL.
fn without_quoted_printable(found: &Found) -> Vec<u8> {
    let reading = &found.readings[0];
    let is_break = |join: &Join| join.dropped.contains(&"break") && !join.dropped.contains(&"at");
    let is_soft = |join: &Join| is_break(join) && reading[..join.url_at].ends_with(b"=");
    let has_sign = reading.windows(3).any(|code| code == b"=3D");
    if !has_sign && !found.joins.iter().any(is_soft) {
        return reading.clone();
    }
    let mut url = Vec::new();
    let mut at = 0;
    while at < reading.len() {
        let mut joins = found.joins.iter();
        let octet = std::str::from_utf8(&reading[at..reading.len().min(at + 3)]).ok();
        let octet = octet.and_then(|code| {
            let digits = code.strip_prefix('=').filter(|digits| digits.len() == 2)?;
            let is_digit = |char: char| matches!(char, '0'..='9' | 'A'..='F');
            digits
                .chars()
                .all(is_digit)
                .then(|| u8::from_str_radix(digits, 16).ok())?
                .filter(|octet| (0x20..=0x7e).contains(octet))
        });
        if reading[at] == b'=' && joins.any(|join| join.url_at == at + 1 && is_break(join)) {
            at += 1;
        } else if let Some(octet) = octet {
            url.push(octet);
            at += 3;
        } else {
            url.push(reading[at]);
            at += 1;
        }
    }
    url
}
