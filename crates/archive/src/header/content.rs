//! What a header says about the body: its type, encoding, length and base.

use super::{
    cfws::{after_cfws, is_fws},
    value::decode_to_string,
};
use crate::decode::{TransferEncoding, hex};

/// The `Content-Type` of a body (RFC 2045 §5.1), as far as it matters for reading it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ContentType {
    media_type: String,
    charset: Option<Vec<u8>>,
    boundary: Option<Vec<u8>>,
    flowed: bool,
    del_sp: bool,
}

impl ContentType {
    /// A longer boundary is none. RFC 2046 §5.1.1 allows 70 bytes.
    const LONGEST_BOUNDARY: usize = 1000;

    /// The name of a longer type or charset is that of none. RFC 6838 §4.2 allows a type 255 bytes.
    const LONGEST_NAME: usize = 255;

    /// Reads the value of the field. Semicolons and quotes may be missing, and what makes no sense
    /// is passed over. Of a parameter that is given twice the first one counts.
    ///
    /// `None` if there is no valid type, which stands for plain text (RFC 2045 §5.2). If there are
    /// parameters all the same they are given with the type that they belong to: a boundary after
    /// a mere `multipart` with `multipart/mixed`, a charset with `text/plain`.
    ///
    /// Takes time and memory in proportion to the value's length.
    pub(crate) fn parse(value: &[u8]) -> Option<Self> {
        let mut tokens = Tokens::new(value);
        let (top_level, subtype) = tokens.media_type();
        let mut parameters = Parameters::read(tokens);
        let charset = parameters.charset.value();
        let charset = charset.map(|charset| without_apostrophes(&charset).to_vec());
        let is_name = |name: &[u8]| (1..=Self::LONGEST_NAME).contains(&name.len());
        let charset = charset.filter(|charset| is_name(charset));
        let boundary = parameters.boundary.value().map(without_trailing_blanks);
        let boundary =
            boundary.filter(|boundary| (1..=Self::LONGEST_BOUNDARY).contains(&boundary.len()));
        let media_type = match subtype {
            Some(subtype) => lower_case(top_level) + "/" + &lower_case(subtype),
            None if top_level.eq_ignore_ascii_case(b"multipart") && boundary.is_some() => {
                "multipart/mixed".to_owned()
            }
            None if charset.is_some() => "text/plain".to_owned(),
            None => return None,
        };
        if !is_name(media_type.as_bytes()) {
            return None;
        }
        let flowed = parameters.format.is("flowed");
        Some(Self {
            media_type,
            charset,
            boundary,
            flowed,
            del_sp: flowed && parameters.del_sp.is("yes"),
        })
    }

    /// Type and subtype in lower case, as `text/plain`.
    pub(crate) fn media_type(&self) -> &str {
        &self.media_type
    }

    /// The `charset` as it is given, never empty (RFC 2046 §4.1.2).
    pub(crate) fn charset(&self) -> Option<&[u8]> {
        self.charset.as_deref()
    }

    /// The `boundary` without blanks after it, 1 to 1000 bytes (RFC 2046 §5.1.1).
    pub(crate) fn boundary(&self) -> Option<&[u8]> {
        self.boundary.as_deref()
    }

    /// Whether there is a `format=flowed` (RFC 3676 §4).
    pub(crate) fn flowed(&self) -> bool {
        self.flowed
    }

    /// Whether there is a `delsp=yes` with it (RFC 3676 §4).
    pub(crate) fn del_sp(&self) -> bool {
        self.del_sp
    }
}

/// Of types and charsets, which are ASCII; others cannot be the name of anything.
fn lower_case(token: &[u8]) -> String {
    String::from_utf8_lossy(token).to_ascii_lowercase()
}

/// Apostrophes are no quotes in a header, but in the language of many a program that writes one.
fn without_apostrophes(charset: &[u8]) -> &[u8] {
    match charset.trim_ascii() {
        [b'\'', inside @ .., b'\''] => inside.trim_ascii(),
        charset => charset,
    }
}

fn without_trailing_blanks(mut text: Vec<u8>) -> Vec<u8> {
    text.truncate(text.trim_ascii_end().len());
    text
}

/// The tokens of a `Content-Type`.
#[derive(Clone, Copy)]
struct Tokens<'v> {
    rest: &'v [u8],
    /// A quote was not closed, so no later one is: there is no need to look for it again.
    is_unclosed: bool,
}

impl<'v> Tokens<'v> {
    fn new(value: &'v [u8]) -> Self {
        Self {
            rest: value,
            is_unclosed: false,
        }
    }

    /// `type "/" subtype`; the type alone if the rest is missing, and nothing if a parameter comes
    /// first.
    fn media_type(&mut self) -> (&'v [u8], Option<&'v [u8]>) {
        let before = *self;
        let top_level = self.token();
        if self.take(b'=') {
            *self = before;
            return (&[], None);
        }
        if top_level.is_empty() || !self.take(b'/') {
            return (top_level, None);
        }
        let subtype = self.token();
        (top_level, (!subtype.is_empty()).then_some(subtype))
    }

    /// `parameter = attribute "=" value`: passes over what is none, and gives the next one.
    fn parameter(&mut self) -> Option<(&'v [u8], Vec<u8>)> {
        loop {
            let attribute = self.token();
            if attribute.is_empty() {
                self.pass_over()?;
            } else if self.take(b'=') {
                return Some((attribute, self.value(attribute)));
            }
        }
    }

    /// Passes over something that no parameter begins with.
    fn pass_over(&mut self) -> Option<()> {
        let (&first, rest) = self.rest.split_first()?;
        if first != b'"' || self.quoted_string().is_none() {
            self.rest = rest;
        }
        Some(())
    }

    /// `token = 1*<any CHAR except SPACE, CTLs, or tspecials>`, or nothing. White space and
    /// comments may stand around it.
    fn token(&mut self) -> &'v [u8] {
        self.rest = after_cfws(self.rest);
        let token = self.take_until(|byte| !is_token(byte));
        self.rest = after_cfws(self.rest);
        token
    }

    fn take(&mut self, byte: u8) -> bool {
        let rest = self.rest.strip_prefix(&[byte]);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn take_until(&mut self, is_end: impl Fn(u8) -> bool) -> &'v [u8] {
        let end = self.rest.iter().position(|&byte| is_end(byte));
        let (taken, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest;
        taken
    }

    /// `value = token / quoted-string`, where a token may have tspecials that cannot be meant
    /// otherwise.
    fn value(&mut self, attribute: &[u8]) -> Vec<u8> {
        self.rest = after_cfws(self.rest);
        if self.rest.first() == Some(&b'"') {
            return match self.quoted_string() {
                Some(value) => value,
                None => self.unclosed_string(),
            };
        }
        // RFC 2046 §5.1.1: a parenthesis may be part of a boundary. It should be quoted then.
        let has_parentheses = attribute
            .get(..8)
            .is_some_and(|start| start.eq_ignore_ascii_case(b"boundary"));
        let mut value = self
            .take_until(|byte| byte == b';' || is_fws(byte) || byte == b'(' && !has_parentheses);
        while let [inside @ .., b'"'] = value {
            value = inside;
        }
        value.to_vec()
    }

    /// `quoted-string = <"> *(qtext/quoted-pair) <">` (RFC 822 §3.3), unfolded. If it is not
    /// closed it is not taken.
    fn quoted_string(&mut self) -> Option<Vec<u8>> {
        if self.is_unclosed {
            return None;
        }
        let mut value = Vec::new();
        let mut bytes = self.rest[1..].iter();
        while let Some(&byte) = bytes.next() {
            match byte {
                b'"' => {
                    self.rest = bytes.as_slice();
                    return Some(value);
                }
                b'\\' => value.extend(bytes.next()),
                b'\n' => {
                    // The line break of a fold, of which the blank remains.
                    if value.last() == Some(&b'\r') {
                        value.pop();
                    }
                }
                _ => value.push(byte),
            }
        }
        self.is_unclosed = true;
        None
    }

    /// What was meant to be a quoted string can be no longer than this.
    fn unclosed_string(&mut self) -> Vec<u8> {
        self.rest = &self.rest[1..];
        let value = self.take_until(|byte| matches!(byte, b';' | b'\r' | b'\n'));
        value.trim_ascii_end().to_vec()
    }
}

/// RFC 2045 §5.1; bytes that are not ASCII are let through, they end nothing.
const fn is_token(byte: u8) -> bool {
    !(byte <= b' '
        || matches!(
            byte,
            b'(' | b')'
                | b'<'
                | b'>'
                | b'@'
                | b','
                | b';'
                | b':'
                | b'\\'
                | b'"'
                | b'/'
                | b'['
                | b']'
                | b'?'
                | b'='
                | 127
        ))
}

/// The parameters that matter.
#[derive(Default)]
struct Parameters {
    charset: Parameter,
    boundary: Parameter,
    format: Parameter,
    del_sp: Parameter,
}

impl Parameters {
    fn read(mut tokens: Tokens<'_>) -> Self {
        let mut parameters = Self::default();
        while let Some((attribute, value)) = tokens.parameter() {
            let star = attribute.iter().position(|&byte| byte == b'*');
            let (name, section) = attribute.split_at(star.unwrap_or(attribute.len()));
            if let Some(parameter) = parameters.named(name) {
                parameter.take(section, value);
            }
        }
        parameters
    }

    fn named(&mut self, name: &[u8]) -> Option<&mut Parameter> {
        Some(match name.to_ascii_lowercase().as_slice() {
            b"charset" => &mut self.charset,
            b"boundary" => &mut self.boundary,
            b"format" => &mut self.format,
            b"delsp" => &mut self.del_sp,
            _ => return None,
        })
    }
}

/// One parameter, whole or in the sections of RFC 2231 §3 and §4.
#[derive(Default)]
struct Parameter {
    whole: Option<Vec<u8>>,
    sections: Vec<Section>,
}

struct Section {
    number: u16,
    /// Whether it has `%` escapes.
    is_extended: bool,
    text: Vec<u8>,
}

impl Parameter {
    /// Takes a value that is not empty. `section` is what stands between name and `=`:
    /// `["*" 1*DIGIT] ["*"]` (RFC 2231 §7).
    fn take(&mut self, section: &[u8], text: Vec<u8>) {
        let (number, is_extended) = match section {
            [] => {
                if !text.is_empty() {
                    self.whole.get_or_insert(text);
                }
                return;
            }
            [b'*'] => (Some(0), true),
            [b'*', number @ .., b'*'] => (decimal(number), true),
            [b'*', number @ ..] => (decimal(number), false),
            _ => return,
        };
        if let Some(number) = number.and_then(|number| u16::try_from(number).ok()) {
            self.sections.push(Section {
                number,
                is_extended,
                text,
            });
        }
    }

    /// The value: as it is given as a whole, or else the sections up to the first that is missing.
    fn value(&mut self) -> Option<Vec<u8>> {
        if self.whole.is_some() || self.sections.is_empty() {
            return self.whole.take();
        }
        // The sort keeps the order of those with the same number, of which the first counts.
        self.sections.sort_by_key(|section| section.number);
        self.sections.dedup_by_key(|section| section.number);
        let sections = (0..).zip(&self.sections);
        let value = sections
            .take_while(|(number, section)| section.number == *number)
            .flat_map(|(_, section)| section.decoded())
            .collect::<Vec<_>>();
        (!value.is_empty()).then_some(value)
    }

    fn is(&mut self, text: &str) -> bool {
        let value = self.value();
        value.is_some_and(|value| value.trim_ascii().eq_ignore_ascii_case(text.as_bytes()))
    }
}

impl Section {
    fn decoded(&self) -> Vec<u8> {
        if !self.is_extended {
            return self.text.clone();
        }
        let mut text = self.text.as_slice();
        if self.number == 0 {
            // `[charset] "'" [language] "'" extended-other-values`. What is of use here is ASCII.
            let mut parts = text.splitn(3, |&byte| byte == b'\'');
            text = parts.nth(2).unwrap_or(text);
        }
        without_escapes(text)
    }
}

/// `ext-octet = "%" 2(DIGIT / "A" / "B" / "C" / "D" / "E" / "F")` (RFC 2231 §7), in any case.
fn without_escapes(mut text: &[u8]) -> Vec<u8> {
    let mut octets = Vec::with_capacity(text.len());
    while let Some((&first, rest)) = text.split_first() {
        text = rest;
        octets.push(first);
        if first == b'%'
            && let [high, low, rest @ ..] = rest
            && let Some(octet) = hex(*high, *low)
        {
            octets.pop();
            octets.push(octet);
            text = rest;
        }
    }
    octets
}

/// The number that `digits` are, if nothing else is among them.
fn decimal(digits: &[u8]) -> Option<u64> {
    if !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    str::from_utf8(digits).ok()?.parse().ok()
}

/// Reads the value of `Content-Transfer-Encoding`, whatever follows the name of the encoding.
pub(crate) fn transfer_encoding(value: &[u8]) -> TransferEncoding {
    let mut tokens = Tokens::new(value);
    let first = tokens.encoding_word();
    match TransferEncoding::named(&first) {
        // `7 bit`
        TransferEncoding::Unknown => {
            TransferEncoding::named(&[first, tokens.encoding_word()].concat())
        }
        encoding => encoding,
    }
}

impl Tokens<'_> {
    /// A token in lower case, without quotes around it and hyphens inside.
    fn encoding_word(&mut self) -> Vec<u8> {
        self.rest = after_cfws(self.rest);
        self.take_until(|byte| !matches!(byte, b'"' | b'\'' | b'<'));
        let token = self.token();
        let letters = token
            .iter()
            .filter(|byte| !matches!(byte, b'-' | b'_' | b'\''));
        letters.map(u8::to_ascii_lowercase).collect()
    }
}

/// The number of bytes that `Content-Length` says the body has. No standard of mail has this field;
/// some mailboxes do.
pub(crate) fn content_length(value: &[u8]) -> Option<u64> {
    let mut tokens = Tokens::new(value);
    let digits = tokens.token();
    tokens.rest.is_empty().then(|| decimal(digits))?
}

/// The URI in `Content-Base` (RFC 2110 §4.2) or `Content-Location` (RFC 2557 §4.2), which stands
/// alone, in quotes or in angle brackets, with comments around it. Encoded words in it are decoded,
/// and then white space is dropped (RFC 2557 §4.4.3). Empty if there is none.
pub(crate) fn base_of(value: &[u8]) -> Vec<u8> {
    let decoded;
    let mut text = value;
    if memchr::memmem::find(value, b"=?").is_some() {
        decoded = decode_to_string(value);
        text = decoded.as_bytes();
    }
    text = after_cfws(text);
    let quoted = inside(text, b'"', b'"');
    let bracketed = inside(after_cfws(quoted.unwrap_or(text)), b'<', b'>');
    match bracketed.or(quoted) {
        Some(uri) => without_white_space(uri),
        None => without_comments(text),
    }
}

/// What stands after `open` up to `close`, or to the end.
fn inside(text: &[u8], open: u8, close: u8) -> Option<&[u8]> {
    let text = text.strip_prefix(&[open])?;
    text.split(|&byte| byte == close).next()
}

fn without_white_space(text: &[u8]) -> Vec<u8> {
    let bytes = text.iter().copied();
    bytes.filter(|&byte| !is_fws(byte)).collect()
}

/// Without white space and comments. After anything else than white space a parenthesis is part of
/// the URI.
fn without_comments(mut text: &[u8]) -> Vec<u8> {
    let mut uri = Vec::new();
    while let Some((&byte, rest)) = text.split_first() {
        if is_fws(byte) {
            text = after_cfws(text);
        } else {
            uri.push(byte);
            text = rest;
        }
    }
    uri
}

#[cfg(test)]
mod tests;
