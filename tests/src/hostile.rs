//! Inputs that make a careless reader take more than linear time or unbounded memory.

pub mod mode;
pub mod pattern;
pub mod patterns;

use crate::text::Text;

/// The default `max_len` of a candidate, which bounds what a scanner retains and rescans.
const MAX_LEN: usize = 8192;

/// Bytes of a header field that fit into the bound on a header, with the other fields here.
const HEADER: usize = 250_000;

/// More levels of nesting than the limit.
const LEVELS: usize = 100;

/// The `From ` line of a message and its first field.
const MESSAGE: &str = "From a@b.example Mon Jan 30 09:12:04 1995\nSubject: x\n";

/// A body with one link.
const BODY: &str = "\n<http://a/>\n\n";

/// An NNTP response, up to the body of the article.
const ARTICLE: &str = "220 1 <1@a.example>\r\nSubject: x\r\n\r\n";

const MULTIPART: &str = "Content-Type: multipart/mixed; boundary=b\n";

/// Returns a text of `head`, `block` repeated, and `tail`. `links` are the numbers of links in each block and
/// at the end.
fn text(
    name: &'static str,
    head: impl Into<Vec<u8>>,
    block: impl Into<Vec<u8>>,
    tail: &str,
    links: [u64; 2],
) -> Text {
    Text::new(name, block, links[0])
        .with_head(head)
        .with_tail(tail, links[1])
}

/// Returns plain texts that each repeat one construct.
#[must_use]
#[rustfmt::skip]
pub fn texts() -> Vec<Text> {
    vec![
        // Each opening abandons the one before it.
        text("nested-openers", "", "<http:", "", [0, 0]),
        text("unclosed-openers", "", "<URL:", "", [0, 0]),
        text("brackets", "", "<", "", [0, 0]),
        // A quote prefix counts up to a depth of 64; the rest must not be retained.
        text("long-quote-prefix", "", "> ", "<http://a/>\n", [0, 1]),
        text("long-line", "", "x", "\n", [0, 0]),
        // The last candidate ends with the text; each of the others is abandoned at the next opening.
        text("hyphen-breaks", "", "<http://a/-\n", "", [0, 1]),
        // The maximum number of breaks with two readings.
        text("hyphens", "", candidate("<http://a/", "-\nb", ">\n"), "", [1, 0]),
        // Only the end of the candidate shows that no `>` follows.
        text("blanks", "", candidate("<URL:http://a/", " ", ""), "", [0, 1]),
        text("endless-blanks", "<URL:http://a/", " ", "", [0, 0]),
        // No scheme follows the quote prefix.
        text("broken-opening", "", candidate("<\n", "> ", "\n"), "", [0, 0]),
        text("broken-openings", "", "<\n> > ", "", [0, 0]),
        // Unclosed, with a bracket at each possible end of the URL.
        text("parentheses", "", candidate("<http://a/", ")", "\n\n"), "", [1, 0]),
        // Text after the URL, to be removed label by label.
        text("labels", "", candidate("<http://a/", " [a]", ">\n"), "", [1, 0]),
        // Only the last `>` shows that the others are quote prefixes.
        text("ragged-quotes", "", candidate("<http://a/\n", ">b\n", ">c>\n"), "", [1, 0]),
        // As above, but in vain: the last line is not a token, so the first `>` closes.
        text("ragged-in-vain", "", candidate("<http://a/\n", ">b\n", "b b\n"), "", [1, 0]),
    ]
}

/// Returns a short run of each of [`texts`].
#[must_use]
pub fn combined() -> Text {
    const RUN: usize = 64 << 10;
    let (mut block, mut links) = (Vec::new(), 0);
    for text in texts() {
        block.extend(text.bytes(RUN));
        // An empty line ends any candidate, as the end of a text does.
        block.extend(b"\n\n");
        links += text.links(RUN);
    }
    Text::new("hostile.txt", block, links)
}

/// Returns mail and news that each repeat one construct.
#[must_use]
pub fn archives() -> Vec<Text> {
    [
        boundaries(),
        multiparts(),
        headers(),
        encodings(),
        layouts(),
    ]
    .concat()
}

#[rustfmt::skip]
fn boundaries() -> Vec<Text> {
    // The lookahead covers all of this length, and the length leads to no boundary.
    let length = 3_000_013;
    let wrong = format!("{MESSAGE}Content-Length: {length}\n{BODY}");
    let batch = format!("#! rnews {length}\nSubject: x\n{BODY}");
    let froms = MESSAGE.repeat(20_000);
    let right = format!("{MESSAGE}Content-Length: {}\n\n{froms}\n", froms.len());
    let separator = format!("\x01\x01\x01\x01\nSubject: x\n{BODY}");
    let rnews = format!("#! rnews 24\nSubject: x\n{BODY}#! rnews ");
    vec![
        text("from-in-prose", message("", ""), "\nFrom here on it is prose.\n", BODY, [0, 1]),
        text("from-lines", "", "From a@b.example Mon Jan 30 09:12:04 1995\n\n", "", [0, 0]),
        text("quoted-froms", message("", ""), ">From \n", "", [0, 0]),
        text("short-messages", "", [MESSAGE, BODY].concat(), "", [1, 0]),
        // To verify a length, the reader looks ahead in each message.
        text("lengths-that-lie", "", wrong, "", [1, 0]),
        text("lengths-of-messages", "", right, "", [0, 0]),
        text("batch-that-lies", "", batch, "", [1, 0]),
        text("separators", "", "\x01\x01\x01\x01\n", "", [0, 0]),
        text("ends-of-articles", ARTICLE, ".\r\n", "", [0, 0]),
        text("doubled-dots", ARTICLE, "..\r\n", "", [0, 0]),
        // An incomplete line that may begin a message.
        text("endless-from-line", [MESSAGE, BODY, "From "].concat(), "x", "", [0, 1]),
        text("endless-separator", separator, "\x01", "", [0, 1]),
        text("endless-batch-line", rnews, "1", "", [0, 1]),
        text("endless-status-line", [ARTICLE, ".\r\n"].concat(), "2", "", [0, 0]),
    ]
}

#[rustfmt::skip]
fn multiparts() -> Vec<Text> {
    let nested = |level: &dyn Fn(usize) -> String| {
        let levels: String = (0..LEVELS).map(level).collect();
        [MESSAGE, &levels, BODY].concat()
    };
    let multipart = |level| format!("Content-Type: multipart/mixed; boundary=b{level}\n\n--b{level}\n");
    let rfc822 = "Content-Type: message/rfc822\n\n";
    let long = "x".repeat(HEADER);
    let long_type = format!("Content-Type: multipart/{long}; boundary=b\n");
    let long_base = format!("Content-Base: \"http://{long}/\"\n{MULTIPART}");
    // A few parts fewer than the limit.
    let parts = |part: &str| part.repeat(9_900);
    vec![
        text("nested-multiparts", "", nested(&multipart), "", [1, 0]),
        text("nested-messages", "", nested(&|_| rfc822.into()), "", [1, 0]),
        text("messages-in-messages", MESSAGE, rfc822, "", [0, 0]),
        text("hyphens-of-no-boundary", message(MULTIPART, ""), "--\n", BODY, [0, 1]),
        text("delimiters", message(MULTIPART, ""), "--b\n", "", [0, 0]),
        text("delimiters-in-headers", "", message(MULTIPART, &parts("--b\nSubject: y\n")), "", [0, 0]),
        text("last-delimiters", message(MULTIPART, ""), "--b--\n", "", [0, 0]),
        text("last-delimiters-of-a-long-type", message(&long_type, ""), "--b--\n", "", [0, 0]),
        text("last-delimiters-of-a-long-base", message(&long_base, ""), "--b--\n", "", [0, 0]),
        text("parts-of-a-long-base", "", message(&long_base, &parts("--b\n\n")), "", [0, 0]),
    ]
}

#[rustfmt::skip]
fn headers() -> Vec<Text> {
    // One field as long as a header may be, and as many short ones as fit.
    let field = |name: &str, value: &str| {
        format!("{MESSAGE}{name}: {}\n{BODY}", value.repeat(HEADER / value.len()))
    };
    let fields = |field: &str| [MESSAGE, &field.repeat(HEADER / field.len()), BODY].concat();
    let linked = "A: <http://a/>\n";
    let links = (HEADER / linked.len()) as u64 + 1;
    vec![
        text("endless-field", [MESSAGE, "X: "].concat(), "x", "", [0, 0]),
        text("endless-folds", [MESSAGE, "X: \n"].concat(), " x\n", "", [0, 0]),
        text("endless-header", MESSAGE, "A: b\n", "", [0, 0]),
        text("small-fields", "", fields("A: b\n"), "", [1, 0]),
        text("fields-with-links", "", fields(linked), "", [links, 0]),
        text("encoded-words-begun", "", field("X", "=?"), "", [1, 0]),
        text("encoded-words-not-ended", "", field("X", "=?utf-8?Q?="), "", [1, 0]),
        text("encoded-words", "", field("X", "=?utf-8?Q?=3C?= "), "", [1, 0]),
        text("encoded-words-of-escapes", "", field("X", "=?iso-2022-jp?B?GyRC?= "), "", [1, 0]),
        text("comments", "", field("Content-Type", "("), "", [1, 0]),
        text("quotes", "", field("Content-Type", "a=\""), "", [1, 0]),
        text("sections", "", field("Content-Type", "; boundary*1=a"), "", [1, 0]),
    ]
}

#[rustfmt::skip]
fn encodings() -> Vec<Text> {
    let base64 = message("Content-Transfer-Encoding: base64\n", "");
    let quoted = |body| message("Content-Transfer-Encoding: quoted-printable\n", body);
    let yenc = message("", "=ybegin line=128 size=1 name=a\n");
    vec![
        text("base64-among-junk", base64.clone(), "A!", "", [0, 0]),
        text("base64-byte-by-byte", base64, "A\n", "", [0, 0]),
        text("soft-breaks", quoted(""), "=\n", "", [0, 0]),
        // Every offset of the candidate is retained until it closes.
        text("endless-blanks-encoded", quoted("=3CURL:http://a/"), " =\n", "", [0, 0]),
        text("uuencode-begun", message("", ""), "begin 644 a.txt\n", "", [0, 0]),
        text("uuencode-begun-again", message("", ""), "begin 644 a.txt\n#86)C\n", "", [0, 0]),
        text("yenc-not-ended", yenc, "x".repeat(128) + "\n", "", [0, 0]),
        text("yenc-begun-and-ended", message("", ""), "=ybegin \n=yend\n", "", [0, 0]),
    ]
}

#[rustfmt::skip]
fn layouts() -> Vec<Text> {
    let html = |body| message("Content-Type: text/html\n", body);
    let flowed = message("Content-Type: text/plain; format=flowed; delsp=yes\n", "");
    let japanese = message("Content-Type: text/plain; charset=iso-2022-jp\n", "");
    vec![
        text("html-openers", html(""), "<&", "", [0, 0]),
        text("html-brackets", html(""), "&lt;", "", [0, 0]),
        text("html-tag-not-ended", html("<p"), " a=\"", "", [0, 0]),
        text("html-comment", html("<!--"), "-", "", [0, 0]),
        text("html-comments", html(""), "<!--", "", [0, 0]),
        // So long that no size has more spaces than a candidate may have bytes.
        text("html-blanks", html("&lt;URL:http://a/"), "&#0000000032;", "", [0, 1]),
        // The last candidate ends with the text.
        text("undeclared", message("", ""), b"<http:\xff ", "", [0, 1]),
        text("escapes", japanese, b"\x1b$B\x1b(B", "", [0, 0]),
        text("endless-paragraph", flowed.clone(), "x \n", "", [0, 0]),
        text("endless-marks", flowed, ">> \n", "", [0, 0]),
    ]
}

/// Returns a message of an mbox with more fields, and the start of its body.
fn message(fields: &str, body: &str) -> String {
    [MESSAGE, fields, "\n", body].concat()
}

/// Returns a candidate just below the maximum length, with `middle` repeated.
fn candidate(start: &str, middle: &str, end: &str) -> String {
    // A margin of a few bytes, so that nothing depends on the exact limit.
    let room = MAX_LEN - 16 - start.len() - end.len();
    [start, &middle.repeat(room / middle.len()), end].concat()
}
