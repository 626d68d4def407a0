//! Reads RTF: restores the HTML or the text that it wraps (MS-OXRTFEX), or converts it to HTML.
//!
//! RTF is read token by token, with the state of the open groups on a stack, and most control words are ignored. A page
//! that Outlook has wrapped in RTF comes back as it was. All other RTF becomes HTML, not text, because its links are in
//! the instructions of fields: as attributes, they are found like the links of a page. Tables, pictures and styles are
//! not worth doing: they contain no URLs that the text does not have.

use std::{collections::HashMap, mem};

use encoding_rs::{Encoding, WINDOWS_1252};

use super::{
    output::{Output, escape},
    token::{Token, Tokens},
};
use crate::codepage;

/// The maximum number of nested groups. Deeper ones are read as part of the group that contains them.
const MAX_GROUPS: usize = 1000;

/// The maximum number of fonts whose encodings are stored.
const MAX_FONTS: usize = 4096;

/// The maximum number of bytes that are read of the instruction of a field (`\fldinst`).
const MAX_INSTRUCTION: usize = 16 << 10;

/// The number of tokens in which `\fromhtml` or `\fromtext` is searched for. By MS-OXRTFEX §2.1.3.1, it is among the
/// first ten.
const MAX_HEADER_TOKENS: usize = 60;

/// The type of the text that [`decode`] returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RtfContent {
    /// HTML.
    Html,
    /// Plain text.
    Text,
}

/// The type of the text that the RTF wraps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wrapped {
    Html,
    Text,
    /// Nothing is wrapped: the RTF is converted to HTML, with links, and with characters escaped that HTML reserves.
    Nothing,
}

/// Destinations whose text is not shown, sorted.
const HIDDEN: &[&[u8]] = &[
    b"author",
    b"background",
    b"colortbl",
    b"comment",
    b"company",
    b"datafield",
    b"fonttbl",
    b"footer",
    b"footerf",
    b"footerl",
    b"footerr",
    b"ftncn",
    b"ftnsep",
    b"ftnsepc",
    b"generator",
    b"header",
    b"headerf",
    b"headerl",
    b"headerr",
    b"info",
    b"keywords",
    b"listoverridetable",
    b"listtable",
    b"object",
    b"operator",
    b"pict",
    b"rsidtbl",
    b"stylesheet",
    b"subject",
    b"tc",
    b"themedata",
    b"title",
    b"xe",
];

/// The destination of the text of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Destination {
    /// Text that is shown.
    Shown,
    /// `{\*\htmltag ...}`: HTML that is copied unchanged.
    HtmlTag,
    /// The table of fonts.
    Fonts,
    /// The instruction of a field.
    Instruction,
    Hidden,
}

/// The state of a group. Each group begins with the state of the group that contains it.
#[derive(Clone, Copy, Debug)]
struct Group {
    destination: Destination,
    /// Whether text is only for RTF readers that do not restore HTML: between `\htmlrtf` and `\htmlrtf0`.
    is_replacement: bool,
    /// The number of characters that replace a Unicode character (`\uc`).
    unicode_skip: u32,
    /// The current font, and its encoding.
    font: i32,
    encoding: &'static Encoding,
    /// Whether the group is one of a field in which a link was opened.
    has_link: bool,
}

/// Returns the text of RTF in UTF-8, and its type.
#[must_use]
pub fn decode(rtf: &[u8]) -> (RtfContent, String) {
    let wrapped = wrapped(rtf);
    let mut output = Output::new();
    output.escapes = wrapped == Wrapped::Nothing;
    let mut decoder = Decoder {
        wrapped,
        output,
        fonts: HashMap::new(),
        default_encoding: WINDOWS_1252,
        groups: Vec::new(),
        too_deep: 0,
        group: Group {
            destination: Destination::Shown,
            is_replacement: false,
            unicode_skip: 1,
            font: 0,
            encoding: WINDOWS_1252,
            has_link: false,
        },
        is_ignorable: false,
        is_group_start: false,
        to_skip: 0,
        instruction: Vec::new(),
        link: false,
    };
    for token in Tokens::new(rtf) {
        decoder.token(token);
    }
    let content = match wrapped {
        Wrapped::Text => RtfContent::Text,
        Wrapped::Html | Wrapped::Nothing => RtfContent::Html,
    };
    (content, decoder.output.finish())
}

/// Returns the type of the wrapped text, which the header of the RTF declares.
fn wrapped(rtf: &[u8]) -> Wrapped {
    for token in Tokens::new(rtf).take(MAX_HEADER_TOKENS) {
        match token {
            Token::Word(b"fromhtml", None | Some(1)) => return Wrapped::Html,
            Token::Word(b"fromtext", _) => return Wrapped::Text,
            _ => {}
        }
    }
    Wrapped::Nothing
}

struct Decoder {
    wrapped: Wrapped,
    output: Output,
    /// The encodings of fonts, by font number.
    fonts: HashMap<i32, &'static Encoding>,
    /// The encoding of fonts without one.
    default_encoding: &'static Encoding,
    /// The states of the groups that contain the current one.
    groups: Vec<Group>,
    /// The number of open groups beyond the maximum, whose states are not stored.
    too_deep: usize,
    group: Group,
    /// Whether the last token was `\*`.
    is_ignorable: bool,
    /// Whether the next token is the first one of its group.
    is_group_start: bool,
    /// The number of characters that replace a Unicode character and are still to be skipped.
    to_skip: u32,
    /// The instruction of the current field.
    instruction: Vec<u8>,
    /// Whether a link is open.
    link: bool,
}

impl Decoder {
    fn token(&mut self, token: Token<'_>) {
        let is_group_start = mem::take(&mut self.is_group_start);
        match token {
            Token::GroupStart => self.begin_group(),
            Token::GroupEnd => self.end_group(),
            Token::Symbol(b'*') => self.is_ignorable = true,
            Token::Word(word, parameter) => {
                let is_ignorable = mem::take(&mut self.is_ignorable);
                let is_first = is_group_start || is_ignorable;
                self.word(word, parameter, is_first, is_ignorable);
            }
            Token::Symbol(symbol) => self.symbol(symbol),
            Token::Byte(byte) => self.bytes(&[byte]),
            Token::Text(text) => self.bytes(text),
        }
    }

    fn begin_group(&mut self) {
        self.to_skip = 0;
        self.is_ignorable = false;
        if self.groups.len() >= MAX_GROUPS {
            self.too_deep += 1;
            return;
        }
        self.groups.push(self.group);
        self.group.has_link = false;
        self.is_group_start = true;
    }

    fn end_group(&mut self) {
        self.to_skip = 0;
        self.is_ignorable = false;
        if self.too_deep > 0 {
            self.too_deep -= 1;
            return;
        }
        let Some(outer) = self.groups.pop() else {
            return;
        };
        let ended = mem::replace(&mut self.group, outer);
        let ends =
            |destination| ended.destination == destination && self.group.destination != destination;
        if ends(Destination::Instruction) {
            self.begin_link();
        }
        if ended.has_link && mem::take(&mut self.link) {
            self.output.raw("</a>");
        }
    }

    fn word(&mut self, word: &[u8], parameter: Option<i32>, is_first: bool, is_ignorable: bool) {
        let number = parameter.unwrap_or(1);
        match word {
            b"u" => return self.unicode(parameter.unwrap_or(0)),
            b"uc" => self.group.unicode_skip = u32::try_from(number).unwrap_or(0),
            b"ansicpg" => {
                let codepage = u32::try_from(number).unwrap_or(0);
                if let Some(encoding) = codepage::encoding(codepage) {
                    self.default_encoding = encoding;
                    self.group.encoding = encoding;
                }
            }
            b"f" => self.font(number),
            b"fcharset" if self.group.destination == Destination::Fonts => {
                if let Some(encoding) = codepage::of_charset(number)
                    && self.fonts.len() < MAX_FONTS
                {
                    self.fonts.insert(self.group.font, encoding);
                }
            }
            b"plain" => self.group.encoding = self.default_encoding,
            b"htmlrtf" if self.wrapped == Wrapped::Html => {
                self.group.is_replacement = number != 0;
            }
            _ if is_first && self.destination(word, is_ignorable) => {}
            _ => self.shown_word(word),
        }
        self.to_skip = 0;
    }

    /// Begins the destination that a control word names, if it names one.
    fn destination(&mut self, word: &[u8], is_ignorable: bool) -> bool {
        use Destination::{Fonts, Hidden, HtmlTag, Instruction};
        let outer = self.group.destination;
        let destination = match word {
            // Everything in a hidden destination is hidden.
            _ if outer == Hidden => return is_ignorable,
            b"fonttbl" => Fonts,
            b"htmltag" if is_ignorable && self.wrapped == Wrapped::Html => HtmlTag,
            b"fldinst" if self.wrapped == Wrapped::Nothing => {
                self.instruction.clear();
                Instruction
            }
            // The text of a shape and its replacement are shown, even after `\*`.
            b"shptxt" | b"shprslt" => return true,
            _ if is_ignorable || HIDDEN.binary_search(&word).is_ok() => Hidden,
            _ => return false,
        };
        self.group.destination = destination;
        true
    }

    fn font(&mut self, number: i32) {
        self.group.font = number;
        if self.group.destination != Destination::Fonts {
            let known = self.fonts.get(&number).copied();
            self.group.encoding = known.unwrap_or(self.default_encoding);
        }
    }

    /// `\uN`, a UTF-16 code unit as a signed number.
    fn unicode(&mut self, number: i32) {
        if self.is_shown() {
            self.output.unit(number.cast_unsigned() as u16);
        }
        self.to_skip = self.group.unicode_skip;
    }

    /// Returns whether text is part of the output.
    fn is_shown(&self) -> bool {
        match self.group.destination {
            Destination::HtmlTag => true,
            Destination::Shown => !self.group.is_replacement,
            _ => false,
        }
    }

    fn bytes(&mut self, mut bytes: &[u8]) {
        if self.to_skip > 0 {
            let skipped = bytes.len().min(self.to_skip as usize);
            self.to_skip -= skipped as u32;
            bytes = &bytes[skipped..];
        }
        self.is_ignorable = false;
        if self.group.destination == Destination::Instruction {
            let rest = MAX_INSTRUCTION - self.instruction.len();
            self.instruction
                .extend_from_slice(&bytes[..bytes.len().min(rest)]);
        } else if self.is_shown() && !bytes.is_empty() {
            self.output.bytes(bytes, self.group.encoding);
        }
    }

    fn symbol(&mut self, symbol: u8) {
        if self.to_skip > 0 {
            self.to_skip -= 1;
            return;
        }
        let is_html = self.wrapped != Wrapped::Text;
        let text = match symbol {
            b'~' if is_html => "&nbsp;",
            b'~' => "\u{a0}",
            b'_' => "-",
            b'-' if is_html => "&shy;",
            _ => return,
        };
        self.raw(text);
    }

    /// Adds the text that a control word stands for.
    fn shown_word(&mut self, word: &[u8]) {
        let is_page = self.wrapped == Wrapped::Nothing;
        let text = match word {
            b"par" | b"line" | b"sect" | b"page" | b"row" if is_page => "<br>\r\n",
            b"par" | b"line" | b"sect" | b"page" | b"row" => "\r\n",
            b"tab" | b"cell" => "\t",
            b"lquote" => "\u{2018}",
            b"rquote" => "\u{2019}",
            b"ldblquote" => "\u{201c}",
            b"rdblquote" => "\u{201d}",
            b"bullet" => "\u{2022}",
            b"endash" => "\u{2013}",
            b"emdash" => "\u{2014}",
            b"emspace" => "\u{2003}",
            b"enspace" => "\u{2002}",
            _ => return,
        };
        self.raw(text);
    }

    fn raw(&mut self, text: &str) {
        if self.is_shown() {
            self.output.raw(text);
        }
    }

    /// Opens a link if the instruction of the field is a hyperlink.
    fn begin_link(&mut self) {
        let Some(url) = hyperlink(&self.instruction) else {
            return;
        };
        if self.link || !self.is_shown() {
            return;
        }
        let (url, _, _) = self.default_encoding.decode(url);
        let mut tag = String::from("<a href=\"");
        escape(&url, &mut tag);
        tag.push_str("\">");
        self.output.raw(&tag);
        self.link = true;
        self.group.has_link = true;
    }
}

/// Returns the URL of an instruction `HYPERLINK "url"`.
fn hyperlink(instruction: &[u8]) -> Option<&[u8]> {
    let rest = instruction
        .trim_ascii()
        .strip_prefix(b"HYPERLINK")?
        .trim_ascii();
    match rest.strip_prefix(b"\"") {
        Some(quoted) => quoted.split(|&byte| byte == b'"').next(),
        None => rest.split(|&byte| byte == b' ').next(),
    }
    .filter(|url| !url.is_empty() && !url.starts_with(b"\\"))
}

#[cfg(test)]
mod tests {
    use super::{HIDDEN, RtfContent, decode};

    #[track_caller]
    fn check(rtf: &[u8], content: RtfContent, expected: &str) {
        assert_eq!(decode(rtf), (content, expected.to_owned()));
    }

    /// Based on the example in MS-OXRTFEX §3.1.
    #[test]
    fn html_is_restored() {
        let rtf = br#"{\rtf1\ANSI\ansicpg1251\fromhtml1 \deff0
{\fonttbl {\f0\fmodern Courier New;}{\f1\fswiss Arial;}{\f2\fswiss\fcharset0 Arial;}}
{\colortbl\red0\green0\blue0;}
{\*\htmltag64}
\uc1\pard\plain\deftab360 \f0\fs24
{\*\htmltag <HTML><head>\par
<style>\par
<!--\par
 /* Style Definitions */\par
 p.MsoNormal, li.MsoNormal \{font-family:Arial;\}\par
-->\par
</style>\par
\tab </head>\par
}
{\*\htmltag64 <a href="http://a.example/?b&amp;c">}x\htmlrtf {\f1 \htmlrtf0 y\htmlrtf }\htmlrtf0 {\*\mhtmltag64 <a href="x">}
{\*\htmltag84 &lt;}\htmlrtf <\htmlrtf0 \'cf\'f0\~\lquote\u-10179?\u-8704?{\f2 \'e9}{\*\htmltag64 </a>}\par
}"#;
        let expected = "<HTML><head>\r\n<style>\r\n<!--\r\n /* Style Definitions */\r\n p.MsoNormal, li.MsoNormal \
                        {font-family:Arial;}\r\n-->\r\n</style>\r\n\t</head>\r\n<a href=\"http://a.example/?b&amp;c\">xy&lt;\
                        Пр&nbsp;\u{2018}\u{1f600}é</a>\r\n";
        check(rtf, RtfContent::Html, expected);
    }

    #[test]
    fn text_is_restored() {
        let rtf = br"{\rtf1\ansi\ansicpg1252\fromtext \fbidi \deff0{\fonttbl{\f0\fswiss\fcharset0 Arial;}}
\uc1\pard\plain\deftab360 \f0\fs20 see <URL:http://a/\{b\}>\par
\tab\'e9\line c}";
        check(rtf, RtfContent::Text, "see <URL:http://a/{b}>\r\n\té\r\nc");
    }

    #[test]
    fn rtf_of_its_own_is_a_page_with_links() {
        let rtf = br#"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0\fcharset128 MS Gothic;}}{\info{\title no}}
\pard see <http://b/>: {\field{\*\fldinst { HYPERLINK "http://a/?b&c" }}{\fldrslt {\ul here}}} {\f0\'83A\'83\'41}\par{\*\unknown no}
{\field{\*\fldinst PAGE}{\fldrslt 1}}{\pict 00ff}}"#;
        let expected =
            "see &lt;http://b/&gt;: <a href=\"http://a/?b&amp;c\">here</a> アア<br>\r\n1";
        check(rtf, RtfContent::Html, expected);
    }

    #[test]
    fn replacements_of_unicode_are_skipped() {
        check(
            br"{\rtf1 \uc2\u8364 EUR{\uc0\u8364 E}\uc1\u8364\'80x}",
            RtfContent::Html,
            "€R€E€x",
        );
    }

    #[test]
    fn damaged_groups_do_not_matter() {
        check(b"}}a{{b", RtfContent::Html, "ab");
        let deep = [&b"{".repeat(100_000)[..], b"a", &b"}".repeat(100_000), b"b"].concat();
        check(&deep, RtfContent::Html, "ab");
        assert!(HIDDEN.is_sorted());
    }
}
