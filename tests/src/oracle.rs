//! The slow, obvious finder of delimited URLs, to hold the fast one against.
//!
//! It reads a whole text at once and follows the contract's section "Finding and rejoining" rule by
//! rule: Opening, End, Whitespace, Obfuscated at-signs, Quote leaders, Damaged text, Hyphens, Where.
//! Nothing is incremental and nothing is remembered but the hits, so that each function can be laid
//! beside the paragraph it is named after.

use std::collections::BTreeSet;

/// A delimited URL and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// From the `<` to one past the `>`; of an unclosed one, to one past the URL's last byte.
    pub span: (usize, usize),
    /// What delimits it: `url` (`<URL:...>`) or `angle` (`<scheme:...>`).
    pub delimiter: &'static str,
    /// What it may say; the first reading keeps all hyphens.
    pub readings: Vec<Vec<u8>>,
    /// How many LFs stand in the span.
    pub breaks: usize,
    /// The byte ranges of the text that, put together, are the first reading, a restored `@` aside.
    pub pieces: Vec<(usize, usize)>,
    /// What was dropped between the pieces: always one fewer than there are pieces.
    pub joins: Vec<Join>,
    /// The number of quote marks in front of it on its line.
    pub depth: usize,
    /// `ragged-quote`, `doubtful-close`, `unclosed`, `trailing-text`, `spaced`, in this order.
    pub warnings: Vec<&'static str>,
}

/// What stood between two pieces of a URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Join {
    /// How many bytes of the first reading stand before it; the index of the `@` of an `at`.
    pub url_at: usize,
    /// `break`, `leader`, `space`, in this order; or `at` alone.
    pub dropped: Vec<&'static str>,
    /// Whether the URL's byte right before it is a hyphen.
    pub hyphen: bool,
}

/// A candidate that opened and gave no hit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected {
    /// The offset of its `<`.
    pub start: usize,
    /// Where it was given up.
    pub at: usize,
    /// `opener`, `blank-line`, `marks-only`, `nul`, `end-of-text`, `too-long` or `empty`.
    pub reason: &'static str,
}

/// All that a text holds, in its order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sifted {
    /// The hits.
    pub found: Vec<Found>,
    /// The candidates that gave no hit.
    pub rejected: Vec<Rejected>,
}

/// Finds the delimited URLs of a whole text unit.
///
/// `max_len` bounds the raw bytes from `<` to `>`, both counted. `extra_schemes` are known schemes
/// besides the built-in ones, without their colon.
#[must_use]
pub fn sift(text: &[u8], max_len: usize, extra_schemes: &[&str]) -> Sifted {
    let mut sifted = Sifted::default();
    let mut closers = BTreeSet::new();
    let mut from = 0;
    while let Some(start) = (from..text.len()).find(|&i| text[i] == b'<') {
        // Whatever comes of it but a hit: the search goes on right behind the `<`.
        from = start + 1;
        let marks = leader(text, start, &closers);
        let Some(opening) = open(text, start, &marks, max_len, extra_schemes) else {
            continue;
        };
        let candidate = Candidate {
            text,
            max_len,
            start,
            marks,
            opening,
        };
        match candidate.settle() {
            Ok(found) => {
                from = found.span.1;
                if !found.warnings.contains(&UNCLOSED) {
                    closers.insert(found.span.1 - 1);
                }
                sifted.found.push(found);
            }
            Err((reason, at)) => sifted.rejected.push(Rejected { start, at, reason }),
        }
    }
    sifted
}

const RAGGED_QUOTE: &str = "ragged-quote";
const DOUBTFUL_CLOSE: &str = "doubtful-close";
const UNCLOSED: &str = "unclosed";
const TRAILING_TEXT: &str = "trailing-text";
const SPACED: &str = "spaced";

// ---------------------------------------------------------------------------------------------
// Bytes and lines
// ---------------------------------------------------------------------------------------------

/// Blanks are SP and HTAB.
fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// What may stand on a blank line.
fn is_blank_or_cr(byte: u8) -> bool {
    is_blank(byte) || byte == b'\r'
}

/// *ws* is SP, HTAB, LF, CR, VT, FF.
fn is_ws(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)
}

/// The bytes that a restored `@` has on either side.
fn is_beside_at(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b',' | b'+' | b'-')
}

/// The punctuation that may stand behind the marks of a line that closes.
fn is_punctuation(byte: u8) -> bool {
    matches!(
        byte,
        b'.' | b',' | b';' | b':' | b'!' | b'?' | b')' | b']' | b'"' | b'\'' | b'*' | b'_'
    )
}

/// The first offset, from `at` on, that holds no blank.
fn skip_blanks(text: &[u8], at: usize) -> usize {
    at + text[at..].iter().take_while(|&&b| is_blank(b)).count()
}

/// The offset of the LF that ends the line, or the text's end.
fn line_end(text: &[u8], at: usize) -> usize {
    at + text[at..].iter().take_while(|&&b| b != b'\n').count()
}

/// One past the line break that stands at `at`: LF or CRLF.
fn line_break(text: &[u8], at: usize) -> Option<usize> {
    if text[at..].starts_with(b"\n") {
        Some(at + 1)
    } else if text[at..].starts_with(b"\r\n") {
        Some(at + 2)
    } else {
        None
    }
}

/// One past `word`, if it stands at `at`, in any case.
fn word(text: &[u8], at: usize, word: &[u8]) -> Option<usize> {
    let end = at.checked_add(word.len())?;
    let there = text.get(at..end)?;
    there.eq_ignore_ascii_case(word).then_some(end)
}

// ---------------------------------------------------------------------------------------------
// Opening
// ---------------------------------------------------------------------------------------------

/// The ten schemes of RFC 1738, the seven it reserves, and the later ones.
const KNOWN_SCHEMES: [&str; 48] = [
    // RFC 1738, section 3
    "ftp",
    "http",
    "gopher",
    "mailto",
    "news",
    "nntp",
    "telnet",
    "wais",
    "file",
    "prospero",
    // RFC 1738, section 4 and the end of section 5
    "afs",
    "mid",
    "cid",
    "nfs",
    "tn3270",
    "mailserver",
    "z39.50",
    // later
    "https",
    "snews",
    "ftps",
    "sftp",
    "ssh",
    "git",
    "svn",
    "irc",
    "ircs",
    "ldap",
    "ldaps",
    "imap",
    "pop",
    "rtsp",
    "mms",
    "sip",
    "sips",
    "xmpp",
    "tel",
    "sms",
    "urn",
    "doi",
    "magnet",
    "geo",
    "webcal",
    "feed",
    "finger",
    "rlogin",
    "data",
    "ws",
    "wss",
];

/// What may stand right after `data:`.
const AFTER_DATA: [&str; 11] = [
    ",",
    ";",
    "text/",
    "image/",
    "audio/",
    "video/",
    "application/",
    "font/",
    "multipart/",
    "message/",
    "model/",
];

/// The schemes that need no `//` behind a `<` at a line's end.
const AFTER_LINE_END: [&str; 6] = ["mailto:", "news:", "sip:", "sips:", "tel:", "urn:"];

/// The schemes that may be broken.
const BREAKABLE: [&str; 3] = ["http", "https", "ftp"];

/// A scheme that is not known has at most so many bytes.
const MAX_SCHEME: usize = 32;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Url,
    Angle,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Url => "url",
            Kind::Angle => "angle",
        }
    }
}

/// How a candidate opens.
struct Opening {
    kind: Kind,
    /// Where what is inside begins: right behind `URL:`, or at the scheme.
    content: usize,
    /// One past the byte that makes it certain that it opens.
    certain: usize,
    /// Whether it took the rule of the broken scheme.
    broken: bool,
}

/// **Opening.** What opens at the `<` at `start`, if it fits into `max_len` bytes.
fn open(
    text: &[u8],
    start: usize,
    marks: &[&[u8]],
    max_len: usize,
    extra: &[&str],
) -> Option<Opening> {
    let first = skip_blanks(text, start + 1);
    open_plain(text, first, extra)
        .or_else(|| open_at_line_end(text, first, extra))
        .or_else(|| open_broken(text, first, marks))
        .filter(|opening| opening.certain - start <= max_len)
}

/// The table: `URL:`, or a known scheme and `:`, or any scheme and `://`.
fn open_plain(text: &[u8], at: usize, extra: &[&str]) -> Option<Opening> {
    if let Some(end) = word(text, at, b"URL:") {
        return Some(Opening {
            kind: Kind::Url,
            content: end,
            certain: end,
            broken: false,
        });
    }
    known_scheme(text, at, extra)
        .or_else(|| any_scheme_with_slashes(text, at))
        .map(|certain| Opening {
            kind: Kind::Angle,
            content: at,
            certain,
            broken: false,
        })
}

/// The offset of the `:` behind each known scheme that stands at `at`.
fn known_colons<'a>(
    text: &'a [u8],
    at: usize,
    extra: &'a [&'a str],
) -> impl Iterator<Item = usize> + 'a {
    KNOWN_SCHEMES
        .iter()
        .chain(extra)
        .filter(|name| !name.is_empty())
        .filter_map(move |name| word(text, at, name.as_bytes()))
        .filter(|&end| text.get(end) == Some(&b':'))
}

/// One past what makes a known scheme count: its `:`, but for `file:` and `data:`.
fn known_scheme(text: &[u8], at: usize, extra: &[&str]) -> Option<usize> {
    let after = known_colons(text, at, extra).next()? + 1;
    if word(text, at, b"file:").is_some() {
        let slash = (after..text.len()).find(|&i| !is_ws(text[i]))?;
        return matches!(text[slash], b'/' | b'\\').then_some(slash + 1);
    }
    if word(text, at, b"data:").is_some() {
        return AFTER_DATA
            .iter()
            .find_map(|next| word(text, after, next.as_bytes()));
    }
    Some(after)
}

/// One past the `://` of any scheme of RFC 3986, `data` aside: there even `://` does not help.
fn any_scheme_with_slashes(text: &[u8], at: usize) -> Option<usize> {
    let colon = scheme(&text[at..])? + at;
    if colon - at > MAX_SCHEME || word(text, at, b"data:").is_some() {
        return None;
    }
    word(text, colon, b"://")
}

/// The length of the scheme of RFC 3986 that `url` starts with and a `:` follows.
fn scheme(url: &[u8]) -> Option<usize> {
    let length = url
        .iter()
        .take_while(|&&b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'))
        .count();
    (url.first()?.is_ascii_alphabetic() && url.get(length) == Some(&b':')).then_some(length)
}

/// *`<` at a line's end*: one line break and a run of marks and blanks before the opening.
fn open_at_line_end(text: &[u8], at: usize, extra: &[&str]) -> Option<Opening> {
    let mut first = line_break(text, at)?;
    while first < text.len() && (is_blank(text[first]) || matches!(text[first], b'>' | b'|' | b':'))
    {
        first += 1;
    }
    if let Some(end) = word(text, first, b"URL:") {
        return Some(Opening {
            kind: Kind::Url,
            content: end,
            certain: end,
            broken: false,
        });
    }
    AFTER_LINE_END
        .iter()
        .find_map(|name| word(text, first, name.as_bytes()))
        .or_else(|| any_scheme_with_slashes(text, first))
        .or_else(|| {
            // A caller's scheme need not look like one of RFC 3986, nor keep to 32 bytes.
            known_colons(text, first, extra)
                .filter(|_| word(text, first, b"data:").is_none())
                .find_map(|colon| word(text, colon, b"://"))
        })
        .map(|certain| Opening {
            kind: Kind::Angle,
            content: first,
            certain,
            broken: false,
        })
}

/// *A broken scheme*: one break, blanks around it, inside the name or in front of `://`.
fn open_broken(text: &[u8], at: usize, marks: &[&[u8]]) -> Option<Opening> {
    for name in BREAKABLE {
        for split in 1..=name.len() {
            let (head, tail) = name.as_bytes().split_at(split);
            let certain = word(text, at, head)
                .map(|end| skip_blanks(text, end))
                .and_then(|end| line_break(text, end))
                .map(|line| skip_blanks(text, drop_marks(text, line, marks).end))
                .and_then(|rest| word(text, rest, tail))
                .and_then(|colon| word(text, colon, b"://"));
            if let Some(certain) = certain {
                return Some(Opening {
                    kind: Kind::Angle,
                    content: at,
                    certain,
                    broken: true,
                });
            }
        }
    }
    None
}

// ---------------------------------------------------------------------------------------------
// Quote leaders
// ---------------------------------------------------------------------------------------------

/// A leader has at most so many marks.
const MAX_MARKS: usize = 64;

/// One past the mark at `at`: `>`, `|`, `:`, or one to four letters directly followed by `>`.
fn mark(text: &[u8], at: usize) -> Option<usize> {
    match text.get(at)? {
        b'>' | b'|' | b':' => Some(at + 1),
        _ => {
            let letters = text[at..]
                .iter()
                .take_while(|b| b.is_ascii_alphabetic())
                .count();
            ((1..=4).contains(&letters) && text.get(at + letters) == Some(&b'>'))
                .then_some(at + letters + 1)
        }
    }
}

/// The marks in front of the `<` on its line; they stop at it, at a `>` that closed a hit, at 64.
fn leader<'a>(text: &'a [u8], start: usize, closers: &BTreeSet<usize>) -> Vec<&'a [u8]> {
    let before = &text[..start];
    let line = before
        .iter()
        .rposition(|&b| b == b'\n')
        .map_or(0, |lf| lf + 1);
    let mut marks = Vec::new();
    let mut at = skip_blanks(before, line);
    while let Some(end) = mark(before, at) {
        if closers.contains(&(end - 1)) || marks.len() == MAX_MARKS {
            break;
        }
        marks.push(&before[at..end]);
        at = skip_blanks(before, end);
    }
    marks
}

/// The marks that a continuation line loses.
struct Dropped {
    /// One past them and the blanks right behind them; where there are none, the line's start.
    end: usize,
    /// Whether there are any.
    any: bool,
    /// The offset of the last `>` in them.
    last_angle: Option<usize>,
}

impl Dropped {
    fn take(&mut self, text: &[u8], end: usize) {
        self.any = true;
        if text[end - 1] == b'>' {
            self.last_angle = Some(end - 1);
        }
        self.end = skip_blanks(text, end);
    }
}

/// The opening line's marks, in order, as long as the line at `line` has the same.
fn drop_marks(text: &[u8], line: usize, marks: &[&[u8]]) -> Dropped {
    let mut dropped = Dropped {
        end: line,
        any: false,
        last_angle: None,
    };
    for &wanted in marks {
        let at = skip_blanks(text, dropped.end);
        match mark(text, at) {
            Some(end) if text[at..end] == *wanted => dropped.take(text, end),
            _ => break,
        }
    }
    dropped
}

/// In the second reading: the same, then all further leading `>`, and `|` and `:` where the opening
/// line has them.
fn drop_ragged_marks(text: &[u8], line: usize, marks: &[&[u8]]) -> Dropped {
    let mut dropped = drop_marks(text, line, marks);
    loop {
        let at = skip_blanks(text, dropped.end);
        match text.get(at) {
            Some(b'>') => dropped.take(text, at + 1),
            Some(&b @ (b'|' | b':')) if marks.contains(&&[b][..]) => dropped.take(text, at + 1),
            _ => return dropped,
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Whitespace and obfuscated at-signs: the bytes of a reading
// ---------------------------------------------------------------------------------------------

/// What a list archiver made of `@`.
const AT: &[u8] = b" at ";

/// One byte of the URL.
#[derive(Clone, Copy)]
struct UrlByte {
    value: u8,
    /// Where it stands in the text.
    at: usize,
    /// One past that; behind all of ` at ` for a restored `@`.
    end: usize,
}

impl UrlByte {
    fn is_restored_at(self) -> bool {
        self.end - self.at == AT.len()
    }
}

/// A byte of the URL at `i`, or a restored `@`; `None` at *ws*.
fn url_byte(text: &[u8], i: usize) -> Option<UrlByte> {
    let restored = text[i..].starts_with(AT)
        && i > 0
        && is_beside_at(text[i - 1])
        && text.get(i + AT.len()).is_some_and(|&b| is_beside_at(b));
    if restored {
        Some(UrlByte {
            value: b'@',
            at: i,
            end: i + AT.len(),
        })
    } else if is_ws(text[i]) {
        None
    } else {
        Some(UrlByte {
            value: text[i],
            at: i,
            end: i + 1,
        })
    }
}

/// What is inside the brackets, with all *ws* and all quote leaders dropped.
#[derive(Default)]
struct Reading {
    bytes: Vec<UrlByte>,
    /// From the start of a line to one past its dropped marks and the blanks right behind them.
    leaders: Vec<(usize, usize)>,
}

impl Reading {
    /// What was dropped between the bytes number `i` and `i + 1`.
    fn gap(&self, i: usize) -> (usize, usize) {
        (self.bytes[i].end, self.bytes[i + 1].at)
    }

    /// The numbers of the bytes behind which something was dropped, with more of the URL after it.
    fn gaps(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.bytes.len().saturating_sub(1)).filter(|&i| {
            let (from, to) = self.gap(i);
            from < to
        })
    }

    fn gap_has_break(&self, text: &[u8], i: usize) -> bool {
        let (from, to) = self.gap(i);
        text[from..to].contains(&b'\n')
    }

    /// Whether *ws* without an LF stands between two bytes.
    fn is_spaced(&self, text: &[u8]) -> bool {
        self.gaps().any(|i| !self.gap_has_break(text, i))
    }

    fn drop_leader(&mut self, line: usize, dropped: &Dropped) {
        if dropped.any {
            self.leaders.push((line, dropped.end));
        }
    }
}

// ---------------------------------------------------------------------------------------------
// End
// ---------------------------------------------------------------------------------------------

/// Where the first reading comes to a stop.
enum Stop {
    /// A `>` that is part of no quote leader; `first` on a continuation line or not.
    Close {
        at: usize,
        first: bool,
    },
    /// A line of marks only, and the last `>` in them.
    MarksOnly {
        line: usize,
        last_angle: Option<usize>,
    },
    /// A line of marks with a `>` in them, and punctuation, while nothing was spaced.
    MarksAndPunctuation {
        last_angle: usize,
    },
    Opener(usize),
    BlankLine(usize),
    Nul(usize),
    EndOfText,
    TooLong,
}

/// Why a candidate gave no hit, and where.
type Abandoned = (&'static str, usize);

/// Something that opened.
struct Candidate<'a> {
    text: &'a [u8],
    max_len: usize,
    /// The offset of its `<`.
    start: usize,
    /// The opening line's marks.
    marks: Vec<&'a [u8]>,
    opening: Opening,
}

impl Candidate<'_> {
    /// Whether the byte at `at` is one of the `max_len` from `<` on.
    fn is_within(&self, at: usize) -> bool {
        at - self.start < self.max_len
    }

    /// **End.** Reads on to the next `>` that is not part of a quote leader, or to what abandons.
    fn first_reading(&self) -> (Reading, Stop) {
        let text = self.text;
        let mut reading = Reading::default();
        // On a continuation line: where what is not dropped marks or blanks begins.
        let mut line_content = None;
        let mut i = self.opening.content;
        let end = loop {
            // The text may end, as a blank line may begin, right behind the `max_len` bytes.
            if i == text.len() {
                break Stop::EndOfText;
            }
            if !self.is_within(i) {
                break Stop::TooLong;
            }
            match text[i] {
                b'<' => break Stop::Opener(i),
                b'\0' => break Stop::Nul(i),
                b'>' => {
                    let first = line_content == Some(i);
                    break Stop::Close { at: i, first };
                }
                b'\n' => {
                    let line = i + 1;
                    let dropped = drop_marks(text, line, &self.marks);
                    if let Some(end) = self.line_that_ends(line, &dropped, &reading) {
                        break end;
                    }
                    reading.drop_leader(line, &dropped);
                    i = dropped.end;
                    line_content = Some(skip_blanks(text, i));
                }
                _ => match url_byte(text, i) {
                    Some(byte) => {
                        reading.bytes.push(byte);
                        i = byte.end;
                    }
                    None => i += 1,
                },
            }
        };
        (reading, end)
    }

    /// Whether a continuation line as a whole ends the candidate, in one way or another.
    fn line_that_ends(&self, line: usize, dropped: &Dropped, so_far: &Reading) -> Option<Stop> {
        let text = self.text;
        let end = line_end(text, line);
        if line == text.len() {
            return None; // An empty last line is the end of the text.
        }
        if text[line..end].iter().all(|&b| is_blank_or_cr(b)) {
            return Some(Stop::BlankLine(line));
        }
        if !dropped.any {
            return None;
        }
        let rest = &text[dropped.end..end];
        if rest.iter().all(|&b| is_blank_or_cr(b)) {
            let last_angle = dropped.last_angle;
            return Some(Stop::MarksOnly { line, last_angle });
        }
        let last_angle = dropped.last_angle?;
        (is_run_of_punctuation(rest) && !so_far.is_spaced(text))
            .then_some(Stop::MarksAndPunctuation { last_angle })
    }

    /// What becomes of the candidate: tried as ragged-quote, then doubtful-close, then unclosed.
    fn settle(&self) -> Result<Found, Abandoned> {
        let (reading, end) = self.first_reading();
        match end {
            Stop::Close { at, first } => {
                if first && let Some((second, close)) = self.second_reading() {
                    return self.closed(second, close, &[RAGGED_QUOTE]);
                }
                if first && self.is_doubtful_close(at) {
                    return self.closed(reading, at, &[DOUBTFUL_CLOSE]);
                }
                self.closed(reading, at, &[])
            }
            Stop::MarksOnly { line, last_angle } => {
                if let Some(at) = last_angle {
                    if let Some((second, close)) = self.second_reading() {
                        return self.closed(second, close, &[RAGGED_QUOTE]);
                    }
                    if self.is_within(at) && !reading.is_spaced(self.text) {
                        return self.closed(reading, at, &[DOUBTFUL_CLOSE]);
                    }
                }
                self.unclosed(reading).ok_or(("marks-only", line))
            }
            Stop::MarksAndPunctuation { last_angle: at } => {
                if let Some((second, close)) = self.second_reading() {
                    return self.closed(second, close, &[RAGGED_QUOTE]);
                }
                if self.is_within(at) {
                    return self.closed(reading, at, &[DOUBTFUL_CLOSE]);
                }
                Err(("too-long", self.start + self.max_len))
            }
            Stop::BlankLine(line) => self.unclosed(reading).ok_or(("blank-line", line)),
            Stop::EndOfText => self
                .unclosed(reading)
                .ok_or(("end-of-text", self.text.len())),
            Stop::Opener(at) => Err(("opener", at)),
            Stop::Nul(at) => Err(("nul", at)),
            Stop::TooLong => Err(("too-long", self.start + self.max_len)),
        }
    }

    /// A candidate that the `>` at `close` ends: what is left of it once a trailing text is cut.
    fn closed(
        &self,
        mut reading: Reading,
        close: usize,
        damage: &[&'static str],
    ) -> Result<Found, Abandoned> {
        let mut warnings = damage.to_vec();
        if cut_trailing_text(self.text, &mut reading) {
            warnings.push(TRAILING_TEXT);
        }
        if reading.bytes.is_empty() {
            return Err(("empty", close));
        }
        if reading.is_spaced(self.text) {
            warnings.push(SPACED);
        }
        Ok(self.found(&reading, close + 1, warnings))
    }

    fn found(&self, reading: &Reading, end: usize, warnings: Vec<&'static str>) -> Found {
        let (pieces, joins) = pieces_and_joins(self.text, reading);
        Found {
            span: (self.start, end),
            delimiter: self.opening.kind.name(),
            readings: readings(self.text, reading),
            breaks: (self.start..end).filter(|&i| self.text[i] == b'\n').count(),
            pieces,
            joins,
            depth: self.marks.len(),
            warnings,
        }
    }
}

/// Blanks, one unbroken run of punctuation, blanks and CR.
fn is_run_of_punctuation(rest: &[u8]) -> bool {
    let run = &rest[skip_blanks(rest, 0)..];
    let length = run.iter().take_while(|&&b| is_punctuation(b)).count();
    length > 0 && run[length..].iter().all(|&b| is_blank_or_cr(b))
}

// ---------------------------------------------------------------------------------------------
// Damaged text: ragged-quote
// ---------------------------------------------------------------------------------------------

/// So many lines in a row may be skipped in the second reading.
const MAX_SKIPPED: usize = 3;

/// What one line holds in the second reading.
enum Line {
    /// One token, and the line ends.
    Token(Vec<UrlByte>),
    /// One token and, right behind it, the `>` at `close`.
    Last { token: Vec<UrlByte>, close: usize },
}

/// Reads one token from `at` on: before it only blanks, behind it blanks, CR, VT, FF up to `end`.
fn line_of_one_token(text: &[u8], at: usize, end: usize) -> Option<Line> {
    let mut token = Vec::new();
    let mut i = skip_blanks(text, at);
    while i < end {
        match text[i] {
            b'<' | b'\0' => return None,
            b'>' if token.is_empty() => return None,
            b'>' => return Some(Line::Last { token, close: i }),
            _ => match url_byte(text, i) {
                Some(byte) => {
                    token.push(byte);
                    i = byte.end;
                }
                None => break,
            },
        }
    }
    // The text's last line is one that no `>` closed.
    let is_over = end < text.len() && text[i..end].iter().all(|&b| is_ws(b));
    (is_over && !token.is_empty()).then_some(Line::Token(token))
}

fn has_letter_or_digit(token: &[UrlByte]) -> bool {
    token.iter().any(|byte| byte.value.is_ascii_alphanumeric())
}

impl Candidate<'_> {
    /// `ragged-quote`: every line is one token, once it has lost all leading marks. The reading and
    /// the offset of its `>`, if it succeeds.
    fn second_reading(&self) -> Option<(Reading, usize)> {
        let text = self.text;
        let mut reading = Reading::default();

        let content = self.opening.content;
        let mut end = line_end(text, content);
        // An opening line with nothing after its prefix is skipped.
        if !text[content..end].iter().all(|&b| is_blank_or_cr(b)) {
            match line_of_one_token(text, content, end)? {
                Line::Token(token) => reading.bytes.extend(token),
                Line::Last { .. } => return None, // The first reading would have closed there.
            }
        }

        let mut skipped = 0;
        // Whether the tokens on continuation lines, in order, have a letter or digit.
        let mut worded = Vec::new();
        loop {
            if end == text.len() {
                return None;
            }
            let line = end + 1;
            end = line_end(text, line);
            if text[line..end].iter().all(|&b| is_blank_or_cr(b)) {
                return None; // a blank line without marks, or the end of the text
            }
            let dropped = drop_ragged_marks(text, line, &self.marks);
            reading.drop_leader(line, &dropped);
            if text[dropped.end..end].iter().all(|&b| is_blank_or_cr(b)) {
                skipped += 1;
                if skipped > MAX_SKIPPED {
                    return None;
                }
                continue;
            }
            skipped = 0;
            match line_of_one_token(text, dropped.end, end)? {
                Line::Token(token) => {
                    worded.push(has_letter_or_digit(&token));
                    reading.bytes.extend(token);
                }
                Line::Last { token, close } => {
                    worded.push(has_letter_or_digit(&token));
                    reading.bytes.extend(token);
                    let succeeds = worded.first() == Some(&true)
                        && worded.last() == Some(&true)
                        && self.is_within(close);
                    return succeeds.then_some((reading, close));
                }
            }
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Damaged text: doubtful-close
// ---------------------------------------------------------------------------------------------

impl Candidate<'_> {
    /// `doubtful-close` (1): whether the `>` at `at`, first on its line, is last on it, too, after an
    /// opening line with a leader. (Case (2) is that of the lines of marks in `settle`.)
    fn is_doubtful_close(&self, at: usize) -> bool {
        let behind = &self.text[at + 1..line_end(self.text, at)];
        !self.marks.is_empty() && behind.iter().all(|&b| is_blank_or_cr(b))
    }
}

// ---------------------------------------------------------------------------------------------
// Damaged text: unclosed
// ---------------------------------------------------------------------------------------------

/// A URL without a scheme has at least so many bytes.
const MIN_BARE: usize = 4;

impl Candidate<'_> {
    /// `unclosed`: what stands before the first *ws*, if that makes a URL.
    fn unclosed(&self, mut reading: Reading) -> Option<Found> {
        if self.opening.broken {
            return None;
        }
        let first_gap = reading.gaps().next();
        if let Some(last) = first_gap {
            reading.bytes.truncate(last + 1);
        }
        let mut url: Vec<u8> = reading.bytes.iter().map(|byte| byte.value).collect();
        if let Some(cut) = (0..url.len()).find(|&i| url[i] == b'"' || url[i..].starts_with(b"&gt;"))
        {
            url.truncate(cut);
        }
        while has_trailing_punctuation(&url) {
            url.pop();
        }
        reading.bytes.truncate(url.len());

        let is_enough = match scheme(&url) {
            Some(colon) => {
                let after = &url[colon + 1..];
                !after.strip_prefix(b"//").unwrap_or(after).is_empty()
            }
            None => self.opening.kind == Kind::Url && url.len() >= MIN_BARE && url.contains(&b'.'),
        };
        let end = reading.bytes.last()?.end;
        is_enough.then(|| self.found(&reading, end, vec![UNCLOSED]))
    }
}

/// Whether the last byte is none that a URL in prose ends with.
fn has_trailing_punctuation(url: &[u8]) -> bool {
    match url.last() {
        Some(b'.' | b',' | b';' | b':' | b'!' | b'?' | b'\'' | b'*') => true,
        Some(b')') => !last_has_partner(url, b'(', b')'),
        Some(b']') => !last_has_partner(url, b'[', b']'),
        _ => false,
    }
}

/// Whether the closing bracket that ends `url` matches an opening one, by ordinary nesting.
fn last_has_partner(url: &[u8], opening: u8, closing: u8) -> bool {
    let mut open = 0usize;
    let mut has_partner = false;
    for &byte in url {
        if byte == opening {
            open += 1;
        } else if byte == closing {
            has_partner = open > 0;
            open = open.saturating_sub(1);
        }
    }
    has_partner
}

// ---------------------------------------------------------------------------------------------
// Damaged text: trailing-text
// ---------------------------------------------------------------------------------------------

/// `trailing-text`: cuts the labels in front of the close, one after the other, then everything from
/// the first `"` on. Says whether anything was cut.
fn cut_trailing_text(text: &[u8], reading: &mut Reading) -> bool {
    let whole = reading.bytes.len();
    while let Some(start) = trailing_label(text, reading) {
        reading.bytes.retain(|byte| byte.at < start);
    }
    if let Some(quote) = reading.bytes.iter().position(|byte| byte.value == b'"') {
        reading.bytes.truncate(quote);
    }
    reading.bytes.len() < whole
}

/// Where the label begins that the reading ends with: `[...]` without `[`, `]` or LF inside, after a
/// blank, with a byte of the URL before it. (All that stands behind the last byte is dropped.)
fn trailing_label(text: &[u8], reading: &Reading) -> Option<usize> {
    let first = reading.bytes.first()?;
    let last = reading.bytes.last()?;
    if last.value != b']' {
        return None;
    }
    let start = (first.at..last.at)
        .rev()
        .find(|&i| matches!(text[i], b'[' | b']' | b'\n'))?;
    (text[start] == b'[' && first.at < start && is_blank(text[start - 1])).then_some(start)
}

// ---------------------------------------------------------------------------------------------
// Hyphens
// ---------------------------------------------------------------------------------------------

/// With more such breaks only all-kept and all-dropped are read.
const MAX_HYPHENS: usize = 4;

/// **Hyphens.** Every reading, the one that keeps all hyphens first.
fn readings(text: &[u8], reading: &Reading) -> Vec<Vec<u8>> {
    let hyphens: Vec<usize> = reading
        .gaps()
        .filter(|&i| reading.bytes[i].value == b'-' && reading.gap_has_break(text, i))
        .collect();
    let n = hyphens.len();
    if n > MAX_HYPHENS {
        return vec![without(reading, &[]), without(reading, &hyphens)];
    }
    (0..1usize << n)
        .map(|count| {
            // The last break is the lowest bit: it varies fastest.
            let dropped: Vec<usize> = (0..n)
                .filter(|k| count >> (n - 1 - k) & 1 == 1)
                .map(|k| hyphens[k])
                .collect();
            without(reading, &dropped)
        })
        .collect()
}

/// The URL without the bytes of these numbers.
fn without(reading: &Reading, dropped: &[usize]) -> Vec<u8> {
    let kept = |i: &usize| !dropped.contains(i);
    (0..reading.bytes.len())
        .filter(kept)
        .map(|i| reading.bytes[i].value)
        .collect()
}

// ---------------------------------------------------------------------------------------------
// Where
// ---------------------------------------------------------------------------------------------

/// **Where.** The pieces of the first reading, and the joins between them.
fn pieces_and_joins(text: &[u8], reading: &Reading) -> (Vec<(usize, usize)>, Vec<Join>) {
    let mut pieces: Vec<(usize, usize)> = Vec::new();
    let mut joins = Vec::new();
    for (url_at, byte) in reading.bytes.iter().enumerate() {
        let hyphen = url_at > 0 && reading.bytes[url_at - 1].value == b'-';
        if byte.is_restored_at() {
            joins.push(Join {
                url_at,
                dropped: vec!["at"],
                hyphen,
            });
            // Empty until the byte behind it comes, if that one was not trimmed.
            pieces.push((byte.end, byte.end));
            continue;
        }
        match pieces.last_mut() {
            Some(piece) if piece.1 == byte.at => piece.1 = byte.end,
            Some(piece) => {
                let dropped = dropped_between(text, reading, piece.1, byte.at);
                joins.push(Join {
                    url_at,
                    dropped,
                    hyphen,
                });
                pieces.push((byte.at, byte.end));
            }
            None => pieces.push((byte.at, byte.end)),
        }
    }
    (pieces, joins)
}

/// What was dropped from `from` to `to`: `break`, `leader`, `space`, each at most once.
fn dropped_between(text: &[u8], reading: &Reading, from: usize, to: usize) -> Vec<&'static str> {
    let what = |i: usize| {
        let in_leader = |&(start, end): &(usize, usize)| start <= i && i < end;
        if line_break(text, i).is_some() {
            "break"
        } else if reading.leaders.iter().any(in_leader) {
            "leader"
        } else {
            "space"
        }
    };
    ["break", "leader", "space"]
        .into_iter()
        .filter(|&name| (from..to).any(|i| what(i) == name))
        .collect()
}
