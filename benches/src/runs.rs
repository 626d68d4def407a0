//! Texts that ask for more than linear time, or for memory, of a scanner that is careless.

use crate::text::Text;

/// The most bytes of a candidate unless the caller says otherwise. What a scanner keeps, and what it
/// may have to pass over again, is bounded by this; so most runs here fill it.
const MAX_LEN: usize = 8192;

/// All of them. Each is a run of one thing, as long as it is asked for.
#[must_use]
pub fn all() -> Vec<Text> {
    vec![
        // Each opener abandons the one before it.
        Text::new("nested-openers", "<http:", 0),
        Text::new("unclosed-openers", "<URL:", 0),
        Text::new("brackets", "<", 0),
        // Marks count up to 64, and the rest must not be kept.
        Text::new("long-leader", "> ", 0).ending("<http://a/>\n", 1),
        Text::new("long-line", "x", 0).ending("\n", 0),
        // All but the last are abandoned at the next opener; that one ends with the text.
        Text::new("hyphen-breaks", "<http://a/-\n", 0).ending("", 1),
        // As many breaks with two readings each as fit.
        Text::new("hyphens", filled("<http://a/", "-\nb", ">\n"), 1),
        // No `>` comes in time, and it takes the whole candidate to see that; the last one ends
        // with the text.
        Text::new("blanks", filled("<URL:http://a/", " ", ""), 0).ending("", 1),
        Text::new("endless-blanks", " ", 0).behind("<URL:http://a/"),
        // Nor is there a scheme behind the marks.
        Text::new("broken-opening", filled("<\n", "> ", "\n"), 0),
        Text::new("broken-openings", "<\n> > ", 0),
        // Unclosed, and each bracket has to be looked at from the end.
        Text::new("parentheses", filled("<http://a/", ")", "\n\n"), 1),
        // Text behind the URL, to be cut label by label.
        Text::new("labels", filled("<http://a/", " [a]", ">\n"), 1),
        // The first `>` would close it; only the last one shows that this is a quote.
        Text::new("ragged-quotes", filled("<http://a/\n", ">b\n", ">c>\n"), 1),
        // The same, but in vain: what comes last is no token, and so the first `>` stands.
        Text::new("ragged-in-vain", filled("<http://a/\n", ">b\n", "b b\n"), 1),
    ]
}

/// Archives that ask the same of a reader that is careless. What they are is told by their content.
#[must_use]
pub fn archives() -> Vec<Text> {
    let all = [
        of_boundaries(),
        of_multiparts(),
        of_headers(),
        of_transfer_encodings(),
        of_layouts(),
    ];
    all.into_iter().flatten().collect()
}

/// What stands in front of a message of an mbox, and its first field.
const MESSAGE: &str = "From a@b.example Mon Jan 30 09:12:04 1995\nSubject: x\n";

/// A body with a hit, and the empty line behind a message.
const BODY: &str = "\n<http://a/>\n\n";

/// So many bytes fit into a header with the other fields here.
const HEADER: usize = 250_000;

/// More than the levels that are taken apart.
const LEVELS: usize = 100;

/// Where a message begins, or does not.
fn of_boundaries() -> Vec<Text> {
    // All fit into what is looked ahead, and none leads to a boundary.
    let length = 3_000_013;
    let lying = format!("{MESSAGE}Content-Length: {length}\n{BODY}");
    let batch = format!("#! rnews {length}\nSubject: x\n{BODY}");
    let froms = MESSAGE.repeat(20_000);
    let honest = format!("{MESSAGE}Content-Length: {}\n\n{froms}\n", froms.len());
    vec![
        Text::new("from-in-prose", "\nFrom here on it is prose.\n", 0)
            .behind(in_message("", ""))
            .ending(BODY, 1),
        Text::new(
            "from-lines",
            "From a@b.example Mon Jan 30 09:12:04 1995\n\n",
            0,
        ),
        Text::new("quoted-froms", ">From \n", 0).behind(in_message("", "")),
        Text::new("short-messages", [MESSAGE, BODY].concat(), 1),
        // Whether it is right takes a look as far as it leads, which every message wants.
        Text::new("lengths-that-lie", lying, 1),
        Text::new("lengths-of-messages", honest, 0),
        Text::new("batch-that-lies", batch, 1),
        Text::new("separators", "\x01\x01\x01\x01\n", 0),
        Text::new("ends-of-articles", ".\r\n", 0).behind(ARTICLE),
        Text::new("doubled-dots", "..\r\n", 0).behind(ARTICLE),
        // Lines that begin as what would begin a message, and do not end.
        Text::new("endless-from-line", "x", 0)
            .behind([MESSAGE, BODY, "From "].concat())
            .ending("", 1),
        Text::new("endless-separator", "\x01", 0)
            .behind(["\x01\x01\x01\x01\nSubject: x\n", BODY].concat())
            .ending("", 1),
        Text::new("endless-batch-line", "1", 0)
            .behind(["#! rnews 24\nSubject: x\n", BODY, "#! rnews "].concat())
            .ending("", 1),
        Text::new("endless-status-line", "2", 0).behind([ARTICLE, ".\r\n"].concat()),
    ]
}

/// An article as it goes over the wire, up to its body.
const ARTICLE: &str = "220 1 <1@a.example>\r\nSubject: x\r\n\r\n";

fn of_multiparts() -> Vec<Text> {
    let nested = |what: &dyn Fn(usize) -> String| {
        let levels: String = (0..LEVELS).map(what).collect();
        [MESSAGE, &levels, BODY].concat()
    };
    let multiparts = nested(&|level| {
        format!("Content-Type: multipart/mixed; boundary=b{level}\n\n--b{level}\n")
    });
    let messages = nested(&|_| "Content-Type: message/rfc822\n\n".into());
    let base = format!("Content-Base: \"http://{}/\"\n", "x".repeat(HEADER));
    let type_ = format!(
        "Content-Type: multipart/{}; boundary=b\n",
        "x".repeat(HEADER)
    );
    // As many parts as are taken apart, but for a few.
    let parts = |part: &str| part.repeat(9_900);
    vec![
        Text::new("nested-multiparts", multiparts, 1),
        Text::new("nested-messages", messages, 1),
        Text::new(
            "messages-in-messages",
            "Content-Type: message/rfc822\n\n",
            0,
        )
        .behind(MESSAGE),
        Text::new("hyphens-of-no-boundary", "--\n", 0)
            .behind(in_message(MULTIPART, ""))
            .ending(BODY, 1),
        Text::new("delimiters", "--b\n", 0).behind(in_message(MULTIPART, "")),
        Text::new(
            "delimiters-in-headers",
            in_message(MULTIPART, &parts("--b\nSubject: y\n")),
            0,
        ),
        Text::new("last-delimiters", "--b--\n", 0).behind(in_message(MULTIPART, "")),
        Text::new("last-delimiters-of-a-long-type", "--b--\n", 0).behind(in_message(&type_, "")),
        Text::new("last-delimiters-of-a-long-base", "--b--\n", 0)
            .behind(in_message(&[&base, MULTIPART].concat(), "")),
        Text::new(
            "parts-of-a-long-base",
            in_message(&[&base, MULTIPART].concat(), &parts("--b\n\n")),
            0,
        ),
    ]
}

const MULTIPART: &str = "Content-Type: multipart/mixed; boundary=b\n";

fn of_headers() -> Vec<Text> {
    // A field that is as long as may be.
    let field = |name: &str, what: &str| {
        let value = what.repeat(HEADER / what.len());
        format!("{MESSAGE}{name}: {value}\n{BODY}")
    };
    let fields = |field: &str| {
        let count = HEADER / field.len();
        ([MESSAGE, &field.repeat(count), BODY].concat(), count as u64)
    };
    let (small, _) = fields("A: b\n");
    let (found, hits) = fields("A: <http://a/>\n");
    vec![
        Text::new("endless-field", "x", 0).behind(MESSAGE.to_owned() + "X: "),
        Text::new("endless-folds", " x\n", 0).behind(MESSAGE.to_owned() + "X: \n"),
        Text::new("endless-header", "A: b\n", 0).behind(MESSAGE),
        Text::new("small-fields", small, 1),
        Text::new("fields-with-hits", found, hits + 1),
        Text::new("encoded-words-begun", field("X", "=?"), 1),
        Text::new("encoded-words-not-ended", field("X", "=?utf-8?Q?="), 1),
        Text::new("encoded-words", field("X", "=?utf-8?Q?=3C?= "), 1),
        Text::new(
            "encoded-words-of-escapes",
            field("X", "=?iso-2022-jp?B?GyRC?= "),
            1,
        ),
        Text::new("comments", field("Content-Type", "("), 1),
        Text::new("quotes", field("Content-Type", "a=\""), 1),
        Text::new("sections", field("Content-Type", "; boundary*1=a"), 1),
    ]
}

fn of_transfer_encodings() -> Vec<Text> {
    let base64 = || in_message("Content-Transfer-Encoding: base64\n", "");
    let quoted_printable =
        |head: &str| in_message("Content-Transfer-Encoding: quoted-printable\n", head);
    let plain = || in_message("", "");
    vec![
        Text::new("base64-among-junk", "A!", 0).behind(base64()),
        Text::new("base64-byte-by-byte", "A\n", 0).behind(base64()),
        Text::new("soft-breaks", "=\n", 0).behind(quoted_printable("")),
        // Each place of the candidate has to be kept until it is closed.
        Text::new("endless-blanks-encoded", " =\n", 0).behind(quoted_printable("=3CURL:http://a/")),
        Text::new("uuencode-begun", "begin 644 a.txt\n", 0).behind(plain()),
        Text::new("uuencode-begun-again", "begin 644 a.txt\n#86)C\n", 0).behind(plain()),
        Text::new("yenc-not-ended", format!("{}\n", "x".repeat(128)), 0)
            .behind(in_message("", "=ybegin line=128 size=1 name=a\n")),
        Text::new("yenc-begun-and-ended", "=ybegin \n=yend\n", 0).behind(plain()),
    ]
}

fn of_layouts() -> Vec<Text> {
    let html = |head: &str| in_message("Content-Type: text/html\n", head);
    let flowed = || in_message("Content-Type: text/plain; format=flowed; delsp=yes\n", "");
    let japanese = || in_message("Content-Type: text/plain; charset=iso-2022-jp\n", "");
    vec![
        Text::new("html-openers", "<&", 0).behind(html("")),
        Text::new("html-brackets", "&lt;", 0).behind(html("")),
        Text::new("html-tag-not-ended", " a=\"", 0).behind(html("<p")),
        Text::new("html-comment", "-", 0).behind(html("<!--")),
        Text::new("html-comments", "<!--", 0).behind(html("")),
        Text::new("html-blanks", "&#32;", 0)
            .behind(html("&lt;URL:http://a/"))
            .ending("", 1),
        // The last one ends with the text.
        Text::new("undeclared", &b"<http:\xff "[..], 0)
            .behind(in_message("", ""))
            .ending("", 1),
        Text::new("escapes", &b"\x1b$B\x1b(B"[..], 0).behind(japanese()),
        Text::new("endless-paragraph", "x \n", 0).behind(flowed()),
        Text::new("endless-marks", ">> \n", 0).behind(flowed()),
    ]
}

/// A message of an mbox with these fields more, and a body that begins so.
fn in_message(fields: &str, body: &str) -> String {
    [MESSAGE, fields, "\n", body].concat()
}

/// One candidate that is all but too long: as many of the middle as fit.
fn filled(start: &str, middle: &str, end: &str) -> String {
    // A few bytes less, lest it depend on where exactly a candidate's length ends.
    let room = MAX_LEN - 16 - start.len() - end.len();
    [start, &middle.repeat(room / middle.len()), end].concat()
}

/// All of them in turn, a short run of each.
#[must_use]
pub fn together() -> Text {
    const RUN: usize = 64 * 1024;
    let (mut block, mut hits) = (Vec::new(), 0);
    for text in all() {
        block.extend(text.bytes(RUN));
        // A blank line ends whatever is open, as the end of a text does.
        block.extend(b"\n\n");
        hits += text.hits(RUN);
    }
    Text::new("hostile.txt", block, hits)
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use urlsift::{End, Link, Sifter, Sink, Skip};

    use super::*;

    struct Count(u64);

    impl Sink for Count {
        fn link(&mut self, _link: &Link<'_>) -> ControlFlow<Skip> {
            self.0 += 1;
            ControlFlow::Continue(())
        }
    }

    #[test]
    fn archives_have_the_hits_that_they_say() {
        for text in archives() {
            for size in [4 * MAX_LEN, 8 * MAX_LEN] {
                let mut count = Count(0);
                let bytes = text.bytes(size);
                let sifted = Sifter::new().sift(&bytes[..], &mut count);
                assert!(matches!(sifted.end, End::Complete), "{sifted:?}");
                assert_eq!(count.0, text.hits(size), "{} of {size} bytes", text.name());
            }
        }
    }

    #[test]
    fn the_hits_are_those_of_the_scanner() {
        for text in all().into_iter().chain([together()]) {
            for size in [2 * MAX_LEN, 6 * MAX_LEN] {
                let found = urlsift_scan::candidates(&text.bytes(size)).count() as u64;
                assert_eq!(found, text.hits(size), "{} of {size} bytes", text.name());
            }
        }
    }
}
