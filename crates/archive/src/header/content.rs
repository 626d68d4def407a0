//! Parses the header fields of a body: type, encoding, length and base.

use super::{
    cfws::{after_cfws, is_fws},
    value::decode_to_string,
};
use crate::decode::{TransferEncoding, percent_decoded};

/// A `Content-Type` (RFC 2045 §5.1), with the parameters that affect reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ContentType {
    /// Type and subtype in lower case, such as `text/plain`.
    pub(crate) media_type: String,
    /// The `charset` as written, never empty (RFC 2046 §4.1.2).
    pub(crate) charset: Option<Vec<u8>>,
    /// The `boundary` without trailing white space, 1 to 1000 bytes (RFC 2046 §5.1.1).
    pub(crate) boundary: Option<Vec<u8>>,
    /// The boundary of a second field.
    other_boundary: Option<Vec<u8>>,
    /// Whether there is a `delsp=yes`, if there is a `format=flowed` (RFC 3676 §4).
    pub(crate) flowed: Option<bool>,
    /// Whether there is an `smime-type` of encrypted data (RFC 8551 §3.2.2).
    pub(crate) is_enveloped: bool,
    /// What the name of the file says, if the body is one.
    pub(crate) file: Option<NamedFile>,
}

/// What the name of an attachment says about its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NamedFile {
    /// `winmail.dat`, the name that MS-OXTNEF streams have.
    Winmail,
    Message,
    Page,
    Text,
    Calendar,
    Card,
    /// A message of Outlook.
    Msg,
}

impl NamedFile {
    fn of(name: &[u8]) -> Option<Self> {
        let decoded;
        let mut name = name;
        if memchr::memmem::find(name, b"=?").is_some() {
            decoded = decode_to_string(name);
            name = decoded.as_bytes();
        }
        let name = name.trim_ascii().to_ascii_lowercase();
        if name == b"winmail.dat" {
            return Some(Self::Winmail);
        }
        let dot = memchr::memrchr(b'.', &name)?;
        Some(match &name[dot + 1..] {
            b"eml" => Self::Message,
            b"html" | b"htm" | b"xhtml" | b"xht" | b"shtml" => Self::Page,
            b"txt" => Self::Text,
            b"ics" => Self::Calendar,
            b"vcf" => Self::Card,
            b"msg" => Self::Msg,
            _ => return None,
        })
    }
}

impl ContentType {
    /// The maximum length of a boundary in bytes; a longer one is ignored. RFC 2046 §5.1.1 allows
    /// 70.
    const MAX_BOUNDARY: usize = 1000;

    /// The maximum length of a type or charset name in bytes; a longer one is ignored. RFC 6838
    /// §4.2 allows types of 255.
    const MAX_NAME: usize = 255;

    /// Parses the value of the field. Semicolons and quotes may be missing, and invalid bytes are
    /// skipped. The first occurrence of a parameter counts.
    ///
    /// `None` if there is no valid type, which means plain text (RFC 2045 §5.2). A parameter may
    /// imply the type: a boundary after `multipart` without a subtype implies `multipart/mixed`, a
    /// charset `text/plain`.
    ///
    /// Time and memory are proportional to the length of the value.
    pub(crate) fn parse(value: &[u8]) -> Option<Self> {
        let mut tokens = Tokens::new(value);
        let (top_level, subtype) = tokens.media_type();
        let mut parameters = Parameters::read(tokens);
        let charset = parameters.charset.value();
        let charset = charset.map(|charset| without_apostrophes(&charset).to_vec());
        let is_name = |name: &[u8]| (1..=Self::MAX_NAME).contains(&name.len());
        let charset = charset.filter(|charset| is_name(charset));
        let boundary = parameters.boundary.value().map(without_trailing_blanks);
        let boundary =
            boundary.filter(|boundary| (1..=Self::MAX_BOUNDARY).contains(&boundary.len()));
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
        let is_flowed = parameters.format.is("flowed");
        Some(Self {
            media_type,
            charset,
            boundary,
            other_boundary: None,
            flowed: is_flowed.then(|| parameters.del_sp.is("yes")),
            is_enveloped: parameters.is_enveloped(),
            file: parameters.named_file(),
        })
    }

    /// Returns whether a delimiter has the boundary, or the one of a second field.
    pub(crate) fn is_boundary(&self, name: &[u8]) -> bool {
        let boundaries = [&self.boundary, &self.other_boundary];
        boundaries
            .iter()
            .any(|boundary| boundary.as_deref() == Some(name))
    }

    /// Takes the boundary of a second field, as some programs write: either of them may be the one that is used.
    pub(crate) fn take_second(&mut self, value: &[u8]) {
        if let Some(second) = Self::parse(value) {
            let boundary = match self.boundary {
                Some(_) => &mut self.other_boundary,
                None => &mut self.boundary,
            };
            *boundary = boundary.take().or(second.boundary);
        }
    }

    /// Takes the name of the file from the value of `Content-Disposition` (RFC 2183 §2.3).
    pub(crate) fn take_disposition(&mut self, value: &[u8]) {
        let mut tokens = Tokens::new(value);
        tokens.token();
        self.file = self.file.or_else(|| Parameters::read(tokens).named_file());
    }
}

/// Returns a type or charset name in lower case. Valid names are ASCII.
fn lower_case(token: &[u8]) -> String {
    String::from_utf8_lossy(token).to_ascii_lowercase()
}

/// Apostrophes do not quote in a header, but many programs write them as if they did.
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

/// A tokenizer of `Content-Type` values.
#[derive(Clone, Copy)]
struct Tokens<'v> {
    rest: &'v [u8],
    /// Whether an unclosed quote was found. Then later quotes are unclosed too and need no search.
    is_unclosed: bool,
}

impl<'v> Tokens<'v> {
    fn new(value: &'v [u8]) -> Self {
        Self {
            rest: value,
            is_unclosed: false,
        }
    }

    /// Parses `type "/" subtype`. Returns only the type if the rest is missing, and nothing if a
    /// parameter comes first.
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

    /// Returns the next `parameter = attribute "=" value`, skipping anything else.
    fn parameter(&mut self) -> Option<(&'v [u8], Vec<u8>)> {
        loop {
            let attribute = self.token();
            if attribute.is_empty() {
                self.skip_one()?;
            } else if self.take(b'=') {
                return Some((attribute, self.value(attribute)));
            }
        }
    }

    /// Skips a quoted string, or a byte that begins no parameter.
    fn skip_one(&mut self) -> Option<()> {
        let (&first, rest) = self.rest.split_first()?;
        if first != b'"' || self.quoted_string().is_none() {
            self.rest = rest;
        }
        Some(())
    }

    /// Returns `token = 1*<any CHAR except SPACE, CTLs, or tspecials>`, which may be empty. Skips
    /// white space and comments around it.
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

    /// Parses `value = token / quoted-string`, where the token may contain tspecials that are
    /// unambiguous.
    fn value(&mut self, attribute: &[u8]) -> Vec<u8> {
        self.rest = after_cfws(self.rest);
        if self.rest.first() == Some(&b'"') {
            return match self.quoted_string() {
                Some(value) => value,
                None => self.unclosed_string(),
            };
        }
        // RFC 2046 §5.1.1: a boundary may contain parentheses. It should be quoted then.
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

    /// Parses and unfolds `quoted-string = <"> *(qtext/quoted-pair) <">` (RFC 822 §3.3). Consumes
    /// nothing if the closing quote is missing.
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
                    // The line break of a fold; the space or tab after it remains.
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

    /// Parses a quoted string without a closing quote, up to the next semicolon or line break.
    fn unclosed_string(&mut self) -> Vec<u8> {
        self.rest = &self.rest[1..];
        let value = self.take_until(|byte| matches!(byte, b';' | b'\r' | b'\n'));
        value.trim_ascii_end().to_vec()
    }
}

/// RFC 2045 §5.1. Bytes that are not ASCII are accepted, because they end no token.
fn is_token(byte: u8) -> bool {
    !(byte <= b' ' || b"()<>@,;:\\\"/[]?=\x7F".contains(&byte))
}

/// The parameters that affect reading.
#[derive(Default)]
struct Parameters {
    charset: Parameter,
    boundary: Parameter,
    format: Parameter,
    del_sp: Parameter,
    smime_type: Parameter,
    /// The name of the file.
    name: Parameter,
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

    fn is_enveloped(&mut self) -> bool {
        let value = self.smime_type.value().unwrap_or_default();
        let types = ["enveloped-data", "authenveloped-data"].map(str::as_bytes);
        types
            .iter()
            .any(|name| name.eq_ignore_ascii_case(value.trim_ascii()))
    }

    fn named_file(&mut self) -> Option<NamedFile> {
        NamedFile::of(&self.name.value()?)
    }

    fn named(&mut self, name: &[u8]) -> Option<&mut Parameter> {
        Some(match name.to_ascii_lowercase().as_slice() {
            b"charset" => &mut self.charset,
            b"boundary" => &mut self.boundary,
            b"format" => &mut self.format,
            b"delsp" => &mut self.del_sp,
            b"smime-type" => &mut self.smime_type,
            b"name" | b"filename" => &mut self.name,
            _ => return None,
        })
    }
}

/// A parameter, whole or in the sections of RFC 2231 §3 and §4.
#[derive(Default)]
struct Parameter {
    whole: Option<Vec<u8>>,
    sections: Vec<Section>,
}

struct Section {
    number: u16,
    /// Whether the text has `%` escapes.
    is_extended: bool,
    text: Vec<u8>,
}

impl Parameter {
    /// Stores a value that is not empty. `section` is what separates name and `=`:
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

    /// Returns the whole value, or else the sections up to the first missing one.
    fn value(&mut self) -> Option<Vec<u8>> {
        if self.whole.is_some() || self.sections.is_empty() {
            return self.whole.take();
        }
        // The sort is stable: the first section with a number counts.
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
            // `[charset] "'" [language] "'" extended-other-values`. The values needed here are
            // ASCII.
            let mut parts = text.splitn(3, |&byte| byte == b'\'');
            text = parts.nth(2).unwrap_or(text);
        }
        // `ext-octet` of RFC 2231 §7.
        percent_decoded(text)
    }
}

/// Parses a decimal number without other characters.
pub(crate) fn decimal(digits: &[u8]) -> Option<u64> {
    if !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    str::from_utf8(digits).ok()?.parse().ok()
}

/// Parses the value of `Content-Transfer-Encoding`. Anything after the name of the encoding is
/// ignored.
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
    /// Returns a token in lower case, without quotes around it and hyphens in it.
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

/// Parses the value of `Content-Length`, the length of the body in bytes. No mail standard has this
/// field; some mailbox formats do.
pub(crate) fn content_length(value: &[u8]) -> Option<u64> {
    let mut tokens = Tokens::new(value);
    let digits = tokens.token();
    tokens.rest.is_empty().then(|| decimal(digits))?
}

/// Parses the URI in `Content-Base` (RFC 2110 §4.2) or `Content-Location` (RFC 2557 §4.2): bare,
/// quoted or in angle brackets, with comments around it. Encoded words are decoded, and then white
/// space is dropped (RFC 2557 §4.4.3). Empty if there is no URI.
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

/// Returns the text between `open` and `close`, or up to the end if `close` is missing.
fn inside(text: &[u8], open: u8, close: u8) -> Option<&[u8]> {
    let text = text.strip_prefix(&[open])?;
    text.split(|&byte| byte == close).next()
}

fn without_white_space(text: &[u8]) -> Vec<u8> {
    let bytes = text.iter().copied();
    bytes.filter(|&byte| !is_fws(byte)).collect()
}

/// Removes white space and comments. A parenthesis that does not follow white space is part of the
/// URI.
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
