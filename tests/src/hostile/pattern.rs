//! Hostile inputs of any size, and the commands to run over them in linear time and bounded memory.

use std::{borrow::Cow, fmt};

use urlsift::record::Field;

use super::{HEADER, LEVELS, MESSAGE, MULTIPART, archives, candidate, message, texts};
use crate::packing::{
    ar,
    cpio::{self, Cpio},
    stream::Stream,
    tar::Tar,
    zip::{self, Entry, ZipWriter},
};

/// The maximum length of a line that `check` reads.
const MAX_LINE: usize = 1 << 20;

/// The number of messages in a file whose messages grow with it. With several messages, the file is large
/// enough to measure while each header stays within its limit.
const COPIES: usize = 4;

/// A hostile input of any size, made of one construct that is repeated or extended.
pub struct Pattern {
    /// The name, used for files and in reports.
    pub name: Cow<'static, str>,
    /// The size in bytes beyond which a limit changes how it is processed.
    pub max: usize,
    /// Whether it consists of lines for `check` and not of a file to search.
    pub is_urls: bool,
    build: Box<dyn Fn(usize) -> Vec<u8> + Send>,
}

impl Pattern {
    fn new(
        name: impl Into<Cow<'static, str>>,
        build: impl Fn(usize) -> Vec<u8> + Send + 'static,
    ) -> Self {
        Self {
            name: name.into(),
            max: usize::MAX,
            is_urls: false,
            build: Box::new(build),
        }
    }

    fn at_most(self, max: usize) -> Self {
        Self { max, ..self }
    }

    /// Returns an input of about `size` bytes, or the smallest input if that is larger.
    #[must_use]
    pub fn bytes(&self, size: usize) -> Vec<u8> {
        (self.build)(size)
    }

    /// Returns three sizes: the least, and two that exceed it by `size` and by `4 * size`. If the least is larger
    /// than `size`, they exceed it by 4 and 16 times the least, so that all buffers fill up. All stay within `max`.
    #[must_use]
    pub fn sizes(&self, size: usize) -> [usize; 3] {
        let least = self.bytes(1).len();
        let more = if least > size { 4 * least } else { size };
        let more = more.min((self.max - least) / 4);
        [least, least + more, least + 4 * more]
    }
}

impl fmt::Debug for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Pattern").field(&self.name).finish()
    }
}

/// A command to run over a pattern.
#[derive(Clone, Debug)]
pub struct Mode {
    /// The name, which is unique.
    pub name: &'static str,
    /// The arguments, without the input.
    pub args: Vec<String>,
    /// Whether it differs from `list` only in how it prints links.
    pub prints_links: bool,
    /// The maximum peak memory in MiB, by the documented limits.
    pub max_peak: u64,
}

/// More bytes than `list` prints of a header field with each link.
const CUT_BEYOND: usize = 10 << 10;

/// Patterns and modes, by the prefixes of their names, whose output grows with the product of two lengths. This is
/// documented: each link has the complete `Message-ID` and `Newsgroups` of its message, which are join keys.
const EXEMPT: &[(&str, &str)] = &[
    ("links-of-long-ids", "list --json"),
    ("links-of-long-ids", "list --csv"),
    ("links-of-long-ids", "list --format"),
    ("links-of-many-groups", "list --json"),
    ("links-of-many-groups", "list --csv"),
    ("links-of-many-groups", "list --format"),
];

/// Returns whether the work of a mode may grow faster than the input.
#[must_use]
pub fn is_exempt(pattern: &str, mode: &str) -> bool {
    let mut exempt = EXEMPT.iter();
    exempt.any(|(of, by)| pattern.starts_with(of) && mode.starts_with(by))
}

/// Returns the commands to run over each file: every output format.
#[must_use]
pub fn modes() -> Vec<Mode> {
    // Two threads may take 64 MiB, which includes 28 MiB for members of containers (`ARCHITECTURE.md`).
    const SEARCH: u64 = 64;
    // The default `--buffer-size`, and 8 MiB for each index.
    const DEDUP: u64 = SEARCH + 64 + 8;
    let fields = Field::ALL
        .iter()
        .map(|field| format!("{{{}}}", field.name()));
    let format = fields.collect::<Vec<_>>().join("\t");
    let list = |name, args: &[&str], max_peak| Mode {
        name,
        args: ["list", "-j1", "--conforms=none"]
            .iter()
            .chain(args)
            .map(ToString::to_string)
            .collect(),
        prints_links: !args.is_empty(),
        max_peak,
    };
    vec![
        list("list", &[], SEARCH),
        list("list --messages", &["--messages"], SEARCH),
        list("list --json", &["--json"], SEARCH),
        list("list --csv", &["--csv"], SEARCH),
        list("list --format", &["--format", &format], SEARCH),
        list("list --unique", &["--unique"], DEDUP),
        list("list --tally", &["--tally"], DEDUP),
        list("list --all", &["--all", "--www"], SEARCH),
        list("list -C 2", &["-C", "2"], SEARCH + 12),
        Mode {
            name: "info",
            args: vec!["info".into()],
            prints_links: false,
            max_peak: SEARCH,
        },
    ]
}

/// Returns the command that reads lines from its standard input: URLs that a search has found, or lines that no
/// search finds.
#[must_use]
pub fn check() -> Mode {
    Mode {
        name: "check --json",
        args: ["check", "--json"].map(String::from).into(),
        prints_links: false,
        max_peak: 64,
    }
}

/// Returns every pattern.
#[must_use]
pub fn patterns() -> Vec<Pattern> {
    let texts = texts().into_iter().chain(archives());
    let repeated = texts.map(|text| Pattern::new(text.name(), move |size| text.bytes(size)));
    repeated
        .chain(lines())
        .chain(urls())
        .chain(undelimited())
        .chain(fields())
        .chain(amplified())
        .chain(parts())
        .chain(encodings())
        .chain(layouts())
        .chain(pages())
        .chain(packed_otherwise())
        .chain(packed())
        .chain(checked())
        .collect()
}

/// Returns `unit` repeated to at least `size` bytes, and at least once.
fn repeat(unit: &str, size: usize) -> String {
    unit.repeat(size.div_ceil(unit.len()).max(1))
}

/// Returns numbered units of at least `size` bytes in total, and at least one unit.
fn numbered(size: usize, unit: impl Fn(usize) -> String) -> String {
    let mut text = unit(0);
    for number in 1.. {
        if text.len() >= size {
            break;
        }
        text += &unit(number);
    }
    text
}

/// Returns a pattern of `head` followed by `unit` repeated.
fn repeated(name: &'static str, head: impl Into<String>, unit: &'static str) -> Pattern {
    let head = head.into();
    Pattern::new(name, move |size| {
        [&head[..], &repeat(unit, size.saturating_sub(head.len()))]
            .concat()
            .into()
    })
}

/// Returns a pattern of several messages. `build` makes the fields and the body of a message from its share of
/// the size, which is at most the limit of a header.
fn in_messages(name: &'static str, build: impl Fn(usize) -> String + Send + 'static) -> Pattern {
    let build = move |size: usize| {
        let one = [MESSAGE, &build(size / COPIES)].concat() + "\n\n";
        one.repeat(COPIES).into()
    };
    Pattern::new(name, build).at_most(COPIES * HEADER)
}

/// Texts in which the number of links or lines matters.
fn lines() -> Vec<Pattern> {
    let links = |end: &'static str| {
        move |size| numbered(size, |number| format!("<http://a/{number}>{end}")).into_bytes()
    };
    vec![
        Pattern::new("links-of-a-line", links(" ")),
        Pattern::new("links-of-lines", links("\n")),
        Pattern::new("links-of-paragraphs", links("\n\n")),
        repeated("same-link", "", "<http://a/>\n"),
        repeated("relative-links", "", "<URL:a>\n"),
        repeated(
            "links-in-a-message",
            MESSAGE.to_owned() + "\n",
            "<http://a/>\n",
        ),
        repeated("empty-lines", "", "\n"),
        repeated("empty-lines-of-a-message", message("", ""), "\n"),
        // A single long line: most of it precedes its end.
        in_messages("deep-quoted-from", |room| {
            format!("\n{}From \n<http://a/>\n", repeat(">", room))
        }),
    ]
}

/// Candidates of the maximum length.
fn urls() -> Vec<Pattern> {
    let all = [
        ("braces", "<http://a/", "{", "}>"),
        ("prospero-parameters", "<prospero://a/b", ";a=b", ">"),
        ("gopher-tabs", "<gopher://a/1", "%09", ">"),
        ("mailto-comments", "<mailto:", "(", "a@b>"),
        ("mailto-quotes", "<mailto:", "\"a\".", "a@b>"),
        ("mailto-addresses", "<mailto:", "a@b,", "a@b>"),
        ("mailto-ats", "<mailto:a", " at b", ">"),
        ("ats", "<http://", "a@", "b/>"),
        ("colons", "<http://a", ":", "/>"),
        ("port-zeros", "<http://a:", "0", "1/>"),
        ("ipv6", "<http://[", "1:", "]/>"),
        ("host-labels", "<http://", "a.", "a/>"),
        ("host-numbers", "<http://", "0.", "0/>"),
        ("host-punycode", "<http://xn--", "ab9", "/>"),
        (
            "host-punycode-labels",
            "<http://",
            "xn--mnchen-3ya.",
            "de/>",
        ),
        ("host-letters", "<http://", "\u{e4}", ".de/>"),
        ("host-combined", "<http://a", "\u{301}\u{323}", ".de/>"),
        ("host-escapes", "<http://", "%C3%A4", "/>"),
        ("path-escapes", "<http://a/", "%", ">"),
        ("path-dots", "<http://a/", "a/../", ">"),
        ("path-backslashes", "<http://a", "\\", ">"),
        ("path-slashes", "<URL:", "/", ">"),
        ("path-parents", "<URL:", "../", "a>"),
        ("fragments", "<http://a/", "#", ">"),
        ("queries", "<http://a/", "?", ">"),
        ("schemes", "<URL:", "a:", ">"),
        ("scheme-of-letters", "<URL:", "a", "://b>"),
        ("controls", "<http://a/", "\x01", ">"),
        ("tabs", "<http://a/", "a\t", ">"),
        ("wais", "<wais://a/", "b/", ">"),
        ("news-ids", "<news:", "a@", "b>"),
        ("file-drives", "<file:///", "C|/", ">"),
        ("data", "<data:text/plain;", "a=b;", ",c>"),
        ("second-urls", "<http://a/", " http://b/", ">"),
        ("character-references", "<http://a/", "&gt;", "\n\n"),
        ("trailing-brackets", "<http://a/", "(", "\n\n"),
        ("quoted-lines", "> <http://a/\n", "> b\n", "> c>\n"),
    ];
    let pattern = |(name, start, middle, end)| {
        // Each link is on its own line, so that context and headings apply to each.
        let unit = candidate(start, middle, end) + "\n";
        Pattern::new(name, move |size| repeat(&unit, size).into())
    };
    all.into_iter().map(pattern).collect()
}

/// URLs without angle brackets: on one line without an end, or one on each line.
fn undelimited() -> Vec<Pattern> {
    vec![
        repeated("bare-links", "", "http://a/ "),
        repeated("bare-slashes", "", "://"),
        repeated("bare-schemes", "", "http://"),
        repeated("bare-scheme-letters", "http:", "a.a+a-"),
        repeated("bare-user-infos", "", "http://a:b@"),
        repeated("bare-brackets", "http://a/", "(["),
        repeated("bare-closing-brackets", "", "tel:1)"),
        repeated("bare-known-schemes", "", "news:"),
        repeated("bare-known-scheme-parts", "", "tel.news.urn.x:"),
        repeated("bare-names", "", "www."),
        repeated("bare-names-with-ends", "", "www.a_"),
        repeated("prefixes", "", "URL:"),
        repeated("prefixes-with-blanks", "", "URL:     "),
        repeated("prefixed-links", "", "URL:http://a/ "),
        repeated("quotes-of-a-line", "", "\"http://a"),
        repeated("quotes-of-lines", "", "\"http://a\n"),
        repeated("quotes-in-quotes", "", "\"http:'http:`http:“http:‘http:"),
        repeated("quotes-in-quotes-of-lines", "", "\"tel:1'tel:2`tel:3\n"),
        repeated("links-in-undecided-lines", "<http://a/", "\nhttp://b/"),
    ]
}

/// Header fields that grow up to the limit of a header.
fn fields() -> Vec<Pattern> {
    let field = |name: &'static str, start: &'static str, unit: &'static str| {
        in_messages(name, move |room| {
            format!("{start}{}\n\n<http://a/>\n", repeat(unit, room))
        })
    };
    vec![
        field("growing-fields", "", "A: b\n"),
        field("growing-fields-without-colons", "", "A\n"),
        field("growing-fields-with-links", "", "A: <http://a/>\n"),
        field("growing-list-fields", "List-Archive: ", "<http://a/>, "),
        field("growing-subjects", "", "Subject: x\n"),
        field("growing-types", "", "Content-Type: text/html\n"),
        field("growing-bases", "", "Content-Base: http://a/\n"),
        field("growing-dates", "Date: ", "(Mon) "),
        field("growing-comments", "From: ", "("),
        field("growing-closed-comments", "From: ", "(a) "),
        field("growing-quotes", "From: ", "\"a\\\" "),
        field("growing-addresses", "From: ", "a@b, "),
        field("growing-groups", "Newsgroups: ", "a.b,"),
        field("growing-ids", "Message-ID: ", "<a@b> "),
        field("growing-folds", "Subject: x\n", " x\n"),
        field("growing-blank-folds", "Subject: x\n", " \n"),
        field("growing-words-begun", "Subject: ", "=?"),
        field("growing-words-not-ended", "Subject: ", "=?utf-8?Q?="),
        field("growing-words", "Subject: ", "=?utf-8?Q?=3Ca?= "),
        field(
            "growing-words-of-escapes",
            "Subject: ",
            "=?iso-2022-jp?B?GyRC?= ",
        ),
        field(
            "growing-words-with-links",
            "Subject: ",
            "=?utf-8?Q?=3Chttp://a/=3E?= ",
        ),
        field("growing-words-of-no-charset", "Subject: ", "=?x-y?Q?=3C?= "),
        field("growing-undeclared", "Subject: ", "\u{e4} "),
        field("growing-parameters", "Content-Type: text/plain", "; a=b"),
        field("growing-parameter-quotes", "Content-Type: ", "a=\""),
        field("growing-parameter-comments", "Content-Type: ", "("),
        in_messages("growing-sections", |room| {
            let sections = numbered(room, |number| format!(";\n boundary*{number}=a"));
            format!("Content-Type: multipart/mixed{sections}\n\n<http://a/>\n")
        }),
        in_messages("growing-sections-reversed", |room| {
            let count = room / 20;
            let sections = numbered(room, |number| {
                format!(";\n boundary*{}=a", count.saturating_sub(number))
            });
            format!("Content-Type: multipart/mixed{sections}\n\n<http://a/>\n")
        }),
    ]
}

/// Long values that are printed with each link.
fn amplified() -> Vec<Pattern> {
    let amplified = |name, fields: fn(usize) -> String, unit: &'static str| {
        in_messages(name, move |room| {
            [&fields(room / 2), "\n", &repeat(unit, room / 2)].concat()
        })
    };
    let link = "<http://a/>\n";
    let relative = "<URL:a>\n";
    vec![
        amplified(
            "links-of-a-long-sender",
            |room| {
                // 200 kB and 60 kB if the size allows; never so short that they are printed in full.
                let (from, subject) = (room * 10 / 13, room * 3 / 13);
                let (from, subject) = (from.max(CUT_BEYOND), subject.max(CUT_BEYOND));
                format!(
                    "From: {}\nSubject: {}\n",
                    repeat("x", from),
                    repeat("y", subject)
                )
            },
            link,
        ),
        amplified(
            "links-of-long-ids",
            |room| format!("Message-ID: <{}@a>\n", repeat("x", room)),
            link,
        ),
        amplified(
            "links-of-many-groups",
            |room| format!("Newsgroups: {}a\n", repeat("a,", room)),
            link,
        ),
        amplified(
            "links-of-a-growing-base",
            |room| format!("Content-Base: http://a/{}\n", repeat("x", room)),
            relative,
        ),
        amplified(
            "links-of-a-growing-type",
            |room| format!("Content-Type: text/{}\n", repeat("x", room)),
            link,
        ),
        in_messages("links-of-a-long-field-name", |room| {
            let name = repeat("x", (room / 2).max(CUT_BEYOND));
            let links = repeat(" <http://a/>\n", room / 2);
            format!("{name}:\n{links}\n\n")
        }),
    ]
}

/// Multiparts.
fn parts() -> Vec<Pattern> {
    let nested = |level: usize, boundary: &str| {
        format!(
            "Content-Type: multipart/mixed; boundary=\"{boundary}{level}\"\n\n--{boundary}{level}\n"
        )
    };
    let header: String = (0..LEVELS.min(60))
        .map(|level| nested(level, "b"))
        .collect();
    let header = [MESSAGE, &header, "\n"].concat();
    vec![
        // The maximum number of open boundaries, and lines that begin as each of them does.
        repeated("boundaries-begun", header.clone(), "--b\n"),
        repeated("hyphens-of-many-boundaries", header, "--\n"),
        Pattern::new("long-boundaries", move |size| {
            let boundary = repeat("b", (size / 200).min(9_000));
            let header: String = (0..50).map(|level| nested(level, &boundary)).collect();
            let line = format!("--{boundary}\n");
            [MESSAGE, &header, "\n", &repeat(&line, size / 2)]
                .concat()
                .into()
        }),
        Pattern::new("deep-multiparts", move |size| {
            let levels = numbered(size, |level| nested(level, "b"));
            [MESSAGE, &levels, "\n<http://a/>\n"].concat().into()
        }),
        Pattern::new("encoded-messages", |size| {
            let level =
                "Content-Type: message/rfc822\nContent-Transfer-Encoding: quoted-printable\n\n";
            let body = repeat("Subject: <http://a/>\n", size);
            [MESSAGE, &level.repeat(9), &body].concat().into()
        })
        .at_most(HEADER),
        Pattern::new("deep-encoded-messages", |size| {
            let level =
                "Content-Type: message/rfc822\nContent-Transfer-Encoding: quoted-printable\n\n";
            [MESSAGE, &repeat(level, size), "\n<http://a/>\n"]
                .concat()
                .into()
        }),
        // Lines that almost begin a message, and messages whose lengths lead nowhere.
        Pattern::new("lines-of-equals-signs", |size| {
            let line = "=".repeat(73);
            format!("{line}\nDate: a\n\n{}", repeat(&format!("{line}\n"), size)).into()
        }),
        Pattern::new("mbx-lines", |size| {
            let line = "30-Jan-1995 09:12:04 +0000,4000000;000000000001-00000001\r\n";
            format!("*mbx*\r\n{}{}", " ".repeat(2041), repeat(line, size)).into()
        }),
        Pattern::new("confirmed-from-lines", |size| {
            let line =
                "From a@b.example Mon Jan 30 09:12:04 1995\nFrom: c@b.example, d at b.example\n";
            [MESSAGE, "\n", &repeat(line, size)].concat().into()
        }),
        Pattern::new("messages-without-empty-lines", |size| {
            let message = "From a@b.example Mon Jan 30 09:12:04 1995\nReceived: a\n";
            repeat(message, size).into()
        }),
        Pattern::new("unknown-charsets", |size| {
            let parts = numbered(size, |number| {
                format!("--b\nContent-Type: text/plain; charset=x-{number}\n\n\u{e4} <http://a/>\n")
            });
            message(MULTIPART, &parts).into()
        }),
        Pattern::new("unknown-types", |size| {
            let parts = numbered(size, |number| {
                format!("--b\nContent-Type: x/{number}\n\n<http://a/>\n")
            });
            message(MULTIPART, &parts).into()
        }),
        Pattern::new("messages-with-parts", |size| {
            numbered(size, |number| {
                message(MULTIPART, &format!("--b\n\n<http://a/{number}>\n--b--\n"))
            })
            .into()
        }),
    ]
}

/// Transfer encodings and charsets.
fn encodings() -> Vec<Pattern> {
    let encoded = |name, fields, unit| repeated(name, message(fields, ""), unit);
    let base64 = "Content-Transfer-Encoding: base64\n";
    let quoted = "Content-Transfer-Encoding: quoted-printable\n";
    let utf7 = "Content-Type: text/plain; charset=utf-7\n";
    let wide = |name, charset: &'static str, units: fn(char) -> Vec<u8>| {
        Pattern::new(name, move |size| {
            let fields = format!("Content-Type: text/plain; charset={charset}\n");
            let unit: Vec<u8> = "<http://a/>\n".chars().flat_map(units).collect();
            let body = unit.repeat(size.div_ceil(unit.len()));
            [message(&fields, "").as_bytes(), &body].concat()
        })
    };
    vec![
        encoded("base64-blanks", base64, "A A A A \n"),
        encoded("base64-blank-lines", base64, " \n"),
        encoded("base64-ends", base64, "QQ==\n"),
        encoded("base64-links", base64, "PGh0dHA6Ly9hLz4K\n"),
        encoded("quoted-blanks", quoted, "=20"),
        encoded("quoted-links", quoted, "=3Chttp://a/=3E\n"),
        encoded("quoted-wrong", quoted, "=x"),
        in_messages("quoted-trailing-blanks", move |room| {
            format!("{quoted}\n<http://a/>{}\n", repeat(" ", room))
        }),
        encoded(
            "uuencode-links",
            "",
            "begin 644 a\n,/&AT='`Z+R]A+SX*\n`\nend\n",
        ),
        encoded("utf7-brackets", utf7, "+ADw-"),
        encoded("utf7-not-ended", utf7, "ADwA"),
        encoded("utf7-links", utf7, "+ADw-http://a/+AD4-\n"),
        wide("utf16", "utf-16", |char| (char as u16).to_le_bytes().into()),
        wide("utf32", "utf-32", |char| (char as u32).to_le_bytes().into()),
        wide("utf32-odd", "utf-32", |char| vec![0, char as u8, 0]),
    ]
}

/// HTML and flowed text.
fn layouts() -> Vec<Pattern> {
    let html = |name, unit| repeated(name, message("Content-Type: text/html\n", ""), unit);
    let begun =
        |name, start: &str, unit| repeated(name, message("Content-Type: text/html\n", start), unit);
    vec![
        html("html-bases", "<base href=\"http://a/\">\n&lt;URL:b&gt;\n"),
        html("html-elements", "<div>"),
        html("html-tables", "<table>"),
        html("html-links", "&lt;http://a/&gt;<p>\n"),
        html("html-ampersands", "&"),
        html("html-references", "&ampersand"),
        html("html-numbers", "&#1"),
        html("html-attributes", "<a href=\"http://a/\">"),
        begun("html-style-not-ended", "<style>", "</"),
        begun("html-script-not-ended", "<script>", "<!--<script>"),
        begun("html-title-not-ended", "<title>", "&lt;"),
        begun("html-attributes-of-a-tag", "<a ", "a=b "),
        html("html-links-not-ended", "<a href=x:y>a<img src=x:z>"),
        html(
            "html-pings",
            "<a ping='a b c d e f g h i j k l m n o p q r s t u v w x y z'>text</a>",
        ),
        begun("html-images-in-a-link", "&lt;http://a/", "<img src=x:y>"),
        begun("html-links-in-a-line", "http://a/ ", "<a href=x:y></a>"),
        begun("html-attribute-not-ended", "<a href=\"", "a\t&amp;"),
        begun("html-urls-of-a-tag", "<a ", "href=b src=c data=d "),
        begun("html-srcset", "<img srcset=\"", "a,b "),
        begun("html-declaration", "<!", "["),
        begun("html-cdata", "<![CDATA[", "]"),
        begun("html-number-not-ended", "&#", "1"),
        begun("html-reference-not-ended", "&", "a"),
        in_messages("flowed-deep-quote", |room| {
            let fields = "Content-Type: text/plain; format=flowed\n";
            format!("{fields}\n{} <http://a/>\n", repeat(">", room))
        }),
    ]
}

/// Pages of archivers, and articles that rn saved.
fn pages() -> Vec<Pattern> {
    let page = |name, start: &str, unit| repeated(name, format!("<html>{start}"), unit);
    let article = "<!-- id=\"1@a\" --><!-- body=\"start\" -->";
    vec![
        page("page-fields", "", "<!-- id=\"1@a.example\" -->"),
        page("page-references", "", "<!--X-Reference: 1@a.example -->"),
        page("page-headings", "", "<h1>a<p>"),
        page("page-metas", "", "<meta charset=x>"),
        page("page-comment-not-ended", "<!-- id=\"1\" -->", "<!-- "),
        page("page-attribute-not-ended", "<!-- id=\"1\" -->", "<a b=\""),
        page("page-starts", article, "<!-- body=\"start\" -->"),
        page(
            "page-ends",
            article,
            "<!-- body=\"end\" --> &lt;http://a/&gt;\n",
        ),
        page(
            "page-almost-ends",
            article,
            "<!-- body=\"en<!-- body=\"<!-- ",
        ),
        page(
            "page-links",
            article,
            "&lt;http://a/&gt; <a href='http://b/'>c</a>\n",
        ),
        repeated(
            "rn-articles",
            "",
            "Article 1 of a.b:\nPath: a!b\n\n<http://a/>\n",
        ),
        repeated(
            "rn-lines",
            "Article 1 of a.b:\nPath: a!b\n\n",
            "Article 1 of a.b:\n",
        ),
        page(
            "page-attributes-of-a-reply",
            "<h1>a</h1><a ",
            "href=mailto: ",
        ),
    ]
}

/// lz4, and the containers cpio and ar.
fn packed_otherwise() -> Vec<Pattern> {
    let mail = || message("", "<http://a/>\n").into_bytes();
    vec![
        Pattern::new("lz4-frames", |size| {
            let frame = Stream::Lz4.pack(b"<http://a/>\n");
            frame.repeat(size.div_ceil(frame.len()))
        }),
        Pattern::new("lz4-blocks", |size| {
            let mut frame = b"\x02\x21\x4c\x18".to_vec();
            let block = b"\x0d\0\0\0\xc0<http://a/>\n";
            frame.extend(block.repeat(size.div_ceil(block.len())));
            frame
        }),
        Pattern::new("cpio-members", move |size| {
            let add =
                |cpio: Cpio, number| cpio.member(cpio::FILE, 1, format!("{number}.eml"), mail());
            (0..size / 200)
                .fold(Cpio::new(cpio::Format::Newc), add)
                .finish()
        }),
        Pattern::new("cpio-archives", move |size| {
            let archive = cpio::from_files(cpio::Format::Odc, &[("a".to_owned(), mail())]);
            archive.repeat(size.div_ceil(archive.len()))
        }),
        Pattern::new("cpio-damage", |size| {
            let start = cpio::from_files(cpio::Format::Newc, &[]);
            [
                &start[..110],
                b"TRAILER!!\0\0\0\0",
                repeat("07070", size).as_bytes(),
            ]
            .concat()
        }),
        Pattern::new("ar-members", move |size| {
            let files: Vec<_> = (0..size / 100)
                .map(|number| (format!("{number}.eml"), mail()))
                .collect();
            ar::gnu(&files)
        }),
        Pattern::new("ar-long-names", move |size| {
            let name = repeat("n", 8000);
            let table = ar::member("//", name.as_bytes());
            let member = ar::member("/0", &mail());
            let members = member.repeat((size / member.len()).max(1));
            [&b"!<arch>\n"[..], &table, &members].concat()
        }),
        Pattern::new("ar-damage", |size| {
            [b"!<arch>\n", repeat("`\n", size).as_bytes()].concat()
        }),
    ]
}

/// Compressed files and containers.
fn packed() -> Vec<Pattern> {
    let mail = || message("", "<http://a/>\n").into_bytes();
    vec![
        Pattern::new("gzip-members-empty", |size| {
            let empty = Stream::Gzip.pack(b"");
            empty.repeat(size.div_ceil(empty.len()))
        }),
        Pattern::new("gzip-members", |size| {
            let member = Stream::Gzip.pack(b"<http://a/>\n");
            member.repeat(size.div_ceil(member.len()))
        }),
        Pattern::new("bzip2-streams", |size| {
            let stream = Stream::Bzip2.pack(b"<http://a/>\n");
            stream.repeat(size.div_ceil(stream.len()))
        }),
        Pattern::new("zstd-frames-empty", |size| {
            let empty = Stream::Zstd.pack(b"");
            empty.repeat(size.div_ceil(empty.len()))
        }),
        Pattern::new("xz-streams", |size| {
            let stream = Stream::Xz.pack(b"<http://a/>\n");
            stream.repeat(size.div_ceil(stream.len()))
        }),
        Pattern::new("tar-members", move |size| {
            let files = size / 1024;
            let add = |tar: Tar, number| tar.file(format!("{number}.eml"), mail());
            (0..files).fold(Tar::new(), add).finish()
        }),
        Pattern::new("tar-long-names", |size| {
            let name = repeat("a", size / 8);
            let add = |tar: Tar, _| tar.long_name(name.as_bytes()).file("a", b"<http://a/>\n");
            (0..4).fold(Tar::new(), add).finish()
        }),
        Pattern::new("tar-records", |size| {
            let records = vec![("comment", "x"); size / 16];
            Tar::new()
                .pax(b'x', &records)
                .file("a", b"<http://a/>\n")
                .finish()
        }),
        // A member takes about 250 bytes, including its directory entry.
        Pattern::new("zip-members", move |size| {
            let name = |number| format!("{number}.eml");
            let entries: Vec<_> = (0..size / 250)
                .map(|number| Entry::stored(name(number), &mail()))
                .collect();
            zip::zip(&entries)
        })
        .at_most(250 * 65_000),
        // One half is a single member; the other half repeats its directory entry.
        Pattern::new("zip-members-overlapping", |size| {
            let member = Entry::stored("a", repeat("<http://a/>\n", size / 2).as_bytes());
            let mut writer = ZipWriter::new(b"", &[member]);
            let entry = writer.bytes[writer.directory..].to_vec();
            let count = (size / 2).div_ceil(entry.len()).max(2);
            writer.bytes.extend(entry.repeat(count - 1));
            writer.end = writer.bytes.len();
            writer.end(count, b"").bytes
        })
        .at_most(2 * 47 * 65_000),
        Pattern::new("zips-nested", |size| {
            let text = repeat("<http://a/>\n", size).into_bytes();
            (0..9).fold(text, |inner, _| zip::zip(&[Entry::stored("a.zip", &inner)]))
        }),
        Pattern::new("zips-of-zips", move |size| {
            let inner = zip::zip(&[Entry::stored("a.eml", &mail())]);
            let entries = vec![Entry::stored("a.zip", &inner); size / (inner.len() + 100)];
            zip::zip(&entries)
        })
        .at_most(300 * 65_000),
        Pattern::new("gzips-nested", |size| {
            let text = repeat("<http://a/>\n", size).into_bytes();
            (0..9).fold(text, |inner, _| Stream::Gzip.pack(&inner))
        }),
    ]
}

/// Lines for `check`, longer than any candidate.
fn checked() -> Vec<Pattern> {
    let all = [
        ("check-path", "http://a/", "a", ""),
        ("check-escapes", "http://a/", "%", ""),
        ("check-braces", "http://a/", "{", ""),
        ("check-dots", "http://a/", "a/../", ""),
        ("check-slashes", "", "/", ""),
        ("check-labels", "http://", "a.", "a/"),
        ("check-numbers", "http://", "0.", "0/"),
        ("check-punycode", "http://xn--", "ab9", "/"),
        ("check-punycode-labels", "http://", "xn--mnchen-3ya.", "de/"),
        ("check-letters", "http://", "\u{e4}", ".de/"),
        ("check-letters-of-a-label", "http://", "\u{e4}a", "/"),
        ("check-combined", "http://a", "\u{301}\u{323}", ".de/"),
        ("check-ats", "http://", "a@", "b/"),
        ("check-colons", "http://a", ":", "/"),
        ("check-zeros", "http://a:", "0", "1/"),
        ("check-ipv6", "http://[", "1:", "]/"),
        ("check-mailto-comments", "mailto:", "(", "a@b"),
        ("check-mailto-comments-closed", "mailto:", "(a)", "a@b"),
        ("check-mailto-quotes", "mailto:", "\"a\".", "a@b"),
        ("check-mailto-addresses", "mailto:", "a@b,", "a@b"),
        ("check-mailto-routes", "mailto:", "<@", "a@b"),
        ("check-prospero", "prospero://a/b", ";a=b", ""),
        ("check-gopher", "gopher://a/1", "%09", ""),
        ("check-wais", "wais://a/", "b/", ""),
        ("check-news", "news:", "a@", "b"),
        ("check-file", "file:///", "C|/", ""),
        ("check-scheme", "", "a", "://b"),
        ("check-schemes", "", "a:", ""),
        ("check-controls", "http://a/", "\x01", ""),
        ("check-wide", "http://a/", "\u{4e2d}", ""),
    ];
    let pattern = |(name, start, unit, end): (&'static str, _, _, _)| {
        let build = move |size: usize| {
            let ends = str::len(start) + str::len(end) + 1;
            let line = [start, &repeat(unit, size.saturating_sub(ends)), end, "\n"].concat();
            line.into_bytes()
        };
        let pattern = Pattern::new(name, build).at_most(MAX_LINE - 64);
        Pattern {
            is_urls: true,
            ..pattern
        }
    };
    let lines = Pattern::new("check-lines", |size| {
        repeat("http://a/\n", size).into_bytes()
    });
    let empty = Pattern::new("check-empty-lines", |size| repeat("\n", size).into_bytes());
    let lines = [lines, empty].map(|lines| Pattern {
        is_urls: true,
        ..lines
    });
    all.into_iter().map(pattern).chain(lines).collect()
}
