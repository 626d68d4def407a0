//! Messages: header fields, values that are printed with each link, and multiparts.

use super::super::{
    HEADER, LEVELS, MESSAGE, MULTIPART, message,
    pattern::{Pattern, in_messages, numbered, repeat, repeated},
};

/// More bytes than `list` prints of a header field with each link.
const CUT_BEYOND: usize = 10 << 10;

/// Header fields that grow up to the limit of a header.
pub(super) fn fields() -> Vec<Pattern> {
    vec![
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
pub(super) fn amplified() -> Vec<Pattern> {
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

/// Multiparts, and messages whose borders are hard to find.
pub(super) fn parts() -> Vec<Pattern> {
    let mut patterns = multiparts();
    patterns.extend(borders());
    patterns
}

/// Returns multiparts in each other, and encoded messages.
fn multiparts() -> Vec<Pattern> {
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
    ]
}

/// Returns lines that almost begin a message, messages whose lengths lead nowhere, and many parts.
fn borders() -> Vec<Pattern> {
    vec![
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
        // Lines that were escaped, after many short header sections.
        in_messages("escapes-after-parts", |room| {
            let parts = repeat("--b\n\n", room / 2);
            format!("{MULTIPART}\n{parts}{}", repeat(">From \n", room / 2))
        }),
        Pattern::new("messages-with-parts", |size| {
            numbered(size, |number| {
                message(MULTIPART, &format!("--b\n\n<http://a/{number}>\n--b--\n"))
            })
            .into()
        }),
    ]
}
