//! Mailboxes.

use std::{fs, path::Path};

use base64::{Engine, engine::general_purpose::STANDARD};

use crate::{Error, Text, random::Random};

/// The start of each message.
const ENVELOPE: &str = "From jane@a.example Mon Jan 30 09:12:04 1995\nFrom: jane@a.example\n";

/// The number of bytes in a base64 line of 76 characters, the maximum of RFC 2045 §6.8.
const BYTES_PER_LINE: usize = 57;

/// Returns the mailboxes: plain mail of lists, multipart mail, and attachments.
///
/// # Errors
///
/// If the prose of the corpus cannot be read.
pub fn all() -> Result<[Text; 3], Error> {
    Ok([lists()?, mime(), attachments()])
}

/// The mail of `corpus/prose` without its markup, in which `⟦` marks each link.
fn lists() -> Result<Text, Error> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/prose");
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        paths.extend(
            path.extension()
                .is_some_and(|it| it == "marked")
                .then_some(path),
        );
    }
    paths.sort();
    let (mut block, mut links) = (String::new(), 0);
    for path in paths {
        let marked = fs::read_to_string(path)?;
        if !marked.starts_with("From ") {
            block += "From nobody@example.org Mon Jan  7 00:00:00 2002\n";
        }
        links += marked.matches('⟦').count() as u64;
        block += marked
            .replace(['⟦', '⟧', '«', '»', '✗', '†'], "")
            .trim_end();
        block += "\n\n";
    }
    Ok(Text::new("lists.mbox", block, links))
}

/// Multipart mail. A group of messages has four links, three of them encoded.
fn mime() -> Text {
    let mut random = Random::new(7);
    let groups = 200;
    let block: String = (0..groups).map(|_| group(&mut random)).collect();
    Text::new("mime.mbox", block, 4 * groups).with_encoded(3 * groups)
}

fn group(random: &mut Random) -> String {
    let plain = plain_body(random);
    let quoted = random.prose() + "=3Chttp://a.example/=\nb=3E\n";
    let page = html_body(random);
    let encoded = base64(random.prose() + "<http://a.example/d>\r\n");
    let picture = base64(random.prose().repeat(4));
    [
        format!("Subject: a\n\n{plain}"),
        format!(
            "Content-Type: multipart/alternative; boundary=\"=_b\"\n\n--=_b\n\
             Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n\
             {quoted}--=_b\nContent-Type: text/html; charset=iso-8859-1\n\n{page}--=_b--\n"
        ),
        format!("Content-Transfer-Encoding: base64\n\n{encoded}"),
        format!(
            "Content-Type: multipart/mixed; boundary=\"=_b\"\n\n--=_b\nContent-Type: image/png\n\
             Content-Transfer-Encoding: base64\n\n{picture}--=_b--\n"
        ),
    ]
    .map(|body| format!("{ENVELOPE}{body}\n"))
    .concat()
}

/// Messages with one link each and a base64 attachment of 100 kB.
fn attachments() -> Text {
    let mut random = Random::new(8);
    let messages = 4;
    let message = |random: &mut Random| {
        let plain = plain_body(random);
        let file = base64(
            (0..100_000)
                .map(|_| random.below(256) as u8)
                .collect::<Vec<_>>(),
        );
        format!(
            "{ENVELOPE}Content-Type: multipart/mixed; boundary=\"=_b\"\n\n--=_b\n\n{plain}--=_b\n\
             Content-Type: application/octet-stream\nContent-Transfer-Encoding: base64\n\n\
             {file}--=_b--\n\n"
        )
    };
    let block: String = (0..messages).map(|_| message(&mut random)).collect();
    Text::new("attachments.mbox", block, messages)
}

/// Returns mailboxes of one message of any size: plain text, base64, and HTML.
#[must_use]
pub fn one_message() -> [Text; 3] {
    let of = |name, fields: &str, body: fn(&mut Random) -> String| {
        let mut random = Random::new(9);
        let links = 200;
        let block: String = (0..links).map(|_| body(&mut random)).collect();
        Text::new(name, block, links)
            .with_head(format!("{ENVELOPE}{fields}\n"))
            .with_tail("\n", 0)
    };
    [
        of("one-text.mbox", "Subject: a\n", plain_body),
        of(
            "one-base64.mbox",
            "Content-Transfer-Encoding: base64\n",
            |random| {
                let mut plain = plain_body(random);
                // Only full lines of base64, so that another block can follow.
                let missing = plain.len().next_multiple_of(BYTES_PER_LINE) - plain.len();
                plain += &"\n".repeat(missing);
                base64(plain)
            },
        ),
        of("one-html.mbox", "Content-Type: text/html\n", html_body),
    ]
}

/// Returns a message with one link, for a separate file.
#[must_use]
pub fn message(number: usize) -> String {
    let body = plain_body(&mut Random::new(number as u64));
    format!("From: jane@a.example\nSubject: {number}\nMessage-ID: <{number}@a.example>\n\n{body}")
}

fn plain_body(random: &mut Random) -> String {
    format!(
        "{}<http://a.example/{}>\n",
        random.prose(),
        random.below(10_000)
    )
}

fn html_body(random: &mut Random) -> String {
    format!("<p>{}&lt;http://a.example/c&gt;</p>\n", random.prose())
}

fn base64(bytes: impl AsRef<[u8]>) -> String {
    let lines = bytes.as_ref().chunks(BYTES_PER_LINE);
    lines.map(|line| STANDARD.encode(line) + "\n").collect()
}
