//! The URLs in the attributes of an HTML page.
//!
//! Tags are found with regular expressions in the whole page, and values are decoded reference by reference. The page
//! has no script and no plaintext element.

use std::sync::LazyLock;

use html5gum::{Token, Tokenizer};
use regex::bytes::Regex;
use urlsift_rfc1738::{Verdict, is_unprintable};
use urlsift_tables::lines;

use super::bare::DOMAINS;

/// A URL in an attribute. Offsets are those in the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// The name of the element.
    pub element: String,
    /// The name of the attribute.
    pub name: String,
    /// The URL.
    pub url: Vec<u8>,
    /// The ranges of the page that its pieces were decoded from.
    pub pieces: Vec<(usize, usize)>,
    /// The text of the link, if it has one.
    pub text: Option<String>,
    /// Whether the text shows another host.
    pub text_differs: bool,
}

/// The attributes that are URLs as a whole.
static WHOLE: LazyLock<Vec<&str>> = LazyLock::new(|| lines!("html.toml", "whole"));

/// Elements whose content is not HTML, but text up to their end tag.
const RAW: [&str; 4] = ["style", "title", "textarea", "xmp"];

/// Elements whose content is not shown.
const HIDDEN: [&str; 2] = ["style", "title"];

fn regex(pattern: &str) -> Regex {
    Regex::new(&format!("(?s-u){pattern}")).expect("a valid pattern")
}

/// A comment that ends, a declaration, or a tag up to its name.
static MARKUP: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"<!--(?:-?>|.*?--!?>)|<!--.*|<[!?][^>]*>?|</>|</[^a-zA-Z][^>]*>?|<(?<end>/?)(?<name>[a-zA-Z][^\t\n\x0c\r />]*)",
    )
});

/// The next attribute of a tag, with what separates it from the one before.
static ATTRIBUTE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"^[\t\n\x0c\r /]*(?<name>[^\t\n\x0c\r />][^\t\n\x0c\r /=>]*)(?:[\t\n\x0c\r ]*=[\t\n\x0c\r ]*(?:"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<none>[^\t\n\x0c\r "'>][^\t\n\x0c\r >]*)|(?<empty>$|>|)))?"#,
    )
});

static REFERENCE: LazyLock<Regex> =
    LazyLock::new(|| regex(r"&(?:#[xX][0-9a-fA-F]+|#[0-9]+|[0-9a-zA-Z]+);?"));

static URLS_OF_SRCSET: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"[\t\n\x0c\r ,]*(?<url>[^\t\n\x0c\r ]*[^\t\n\x0c\r ,])(?:,+|[\t\n\x0c\r ](?:\([^)]*\)?|[^,(])*,?|$)",
    )
});

static REFRESH: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"^[\t\n\x0c\r ]*(?:[0-9][0-9.]*|\.[0-9.]*)(?:[\t\n\x0c\r ]+[;,]?|[;,])[\t\n\x0c\r ]*(?i:url[\t\n\x0c\r ]*=[\t\n\x0c\r ]*)?(?:"(?<double>[^"]*)|'(?<single>[^']*)|(?<rest>[^"'].*))"#,
    )
});

/// A reference that begins with a host.
static NETWORK_PATH: LazyLock<Regex> = LazyLock::new(|| regex(r"^[/\\]{2,}[^/\\?#]"));

/// The start of a URL that ends in its authority, where a space stays as it is.
static IN_AUTHORITY: LazyLock<Regex> = LazyLock::new(|| regex(r"(?-u)^[^:]*://[^/\\?#]*$"));

/// A start tag or an end tag.
struct Tag {
    start: usize,
    end: usize,
    is_end: bool,
    name: String,
    /// Names and ranges of values.
    attributes: Vec<(String, (usize, usize))>,
}

/// A decoded character or byte, and the range of the page that it stands for.
type Decoded = (Vec<u8>, (usize, usize));

/// The bytes of a URL, and its pieces.
type Cleaned = (Vec<u8>, Vec<(usize, usize)>);

/// Returns the URLs of all attributes of a page, in order.
#[must_use]
pub fn attributes(page: &[u8]) -> Vec<Attribute> {
    let tags = tags(page);
    let mut all = Vec::new();
    for (index, tag) in tags.iter().enumerate() {
        if tag.is_end {
            continue;
        }
        let value_of = |name: &str| {
            let found = tag.attributes.iter().find(|(known, _)| known == name);
            let value: Vec<u8> = found.map_or(Vec::new(), |(_, range)| {
                decode(page, *range)
                    .into_iter()
                    .flat_map(|(bytes, _)| bytes)
                    .collect()
            });
            String::from_utf8_lossy(&value).trim().to_ascii_lowercase()
        };
        let text = match &*tag.name {
            "a" => Some(text(page, &tags[index..])),
            "area" => {
                let found = tag.attributes.iter().find(|(name, _)| name == "alt");
                found.map(|(_, range)| {
                    let alt = decode(page, *range);
                    collapse(
                        &alt.into_iter()
                            .flat_map(|(bytes, _)| bytes)
                            .collect::<Vec<_>>(),
                    )
                })
            }
            _ => None,
        };
        let text = text.filter(|text| !text.is_empty());
        for (at, (name, range)) in tag.attributes.iter().enumerate() {
            if tag.attributes[..at]
                .iter()
                .any(|(before, _)| before == name)
            {
                continue;
            }
            let is_refresh =
                tag.name == "meta" && name == "content" && value_of("http-equiv") == "refresh";
            let value = decode(page, *range);
            for url in urls(name, is_refresh, &value) {
                let Some((url, pieces)) = clean(url) else {
                    continue;
                };
                let text_differs = matches!(&**name, "href" | "xlink:href")
                    && text.as_deref().is_some_and(|text| differs(text, &url));
                all.push(Attribute {
                    element: tag.name.clone(),
                    name: name.clone(),
                    url,
                    pieces,
                    text: text.clone(),
                    text_differs,
                });
            }
        }
    }
    all
}

/// Returns the tags of a page.
fn tags(page: &[u8]) -> Vec<Tag> {
    let mut tags = Vec::new();
    let mut at = 0;
    while let Some(found) = MARKUP.captures_at(page, at) {
        let whole = found.get(0).expect("the match");
        at = whole.end();
        let Some(name) = found.name("name") else {
            continue;
        };
        let lower = |bytes: &[u8]| String::from_utf8_lossy(bytes).to_ascii_lowercase();
        let mut tag = Tag {
            start: whole.start(),
            end: 0,
            is_end: !found["end"].is_empty(),
            name: lower(name.as_bytes()),
            attributes: Vec::new(),
        };
        while let Some(attribute) = ATTRIBUTE.captures(&page[at..]) {
            let value = ["double", "single", "none"];
            let value = value.into_iter().find_map(|name| attribute.name(name));
            let len = match attribute.name("empty") {
                // The `>` ends the tag, or there is an open quote.
                Some(empty) => empty.start(),
                None => attribute[0].len(),
            };
            let range = value.map_or((at, at), |value| (at + value.start(), at + value.end()));
            tag.attributes.push((lower(&attribute["name"]), range));
            at += len;
            if attribute.name("empty").is_some() {
                break;
            }
        }
        let rest = &page[at..];
        let skipped = rest
            .iter()
            .take_while(|byte| matches!(byte, b'\t' | b'\n' | b'\x0c' | b'\r' | b' ' | b'/'))
            .count();
        if rest.get(skipped) != Some(&b'>') {
            // The tag never ends, and nothing follows it.
            break;
        }
        at += skipped + 1;
        tag.end = at;
        if !tag.is_end && RAW.contains(&&*tag.name) {
            let end = regex(&format!(r"(?i)</{}[\t\n\x0c\r />]", tag.name));
            let Some(end) = end.find_at(page, at) else {
                tags.push(tag);
                break;
            };
            at = end.start();
        }
        tags.push(tag);
    }
    tags
}

/// Decodes the references of a value.
fn decode(page: &[u8], (start, end): (usize, usize)) -> Vec<Decoded> {
    let mut all = Vec::new();
    let mut at = start;
    while at < end {
        let value = &page[..end];
        if let Some(found) = REFERENCE.find_at(value, at)
            && found.start() == at
        {
            let is_open = !found.as_bytes().ends_with(b";");
            let is_name = found.as_bytes()[1] != b'#';
            let is_literal = is_open && is_name && value.get(found.end()) == Some(&b'=');
            // The whole name must be the name of a reference.
            let shown = characters(found.as_bytes());
            let is_whole = !is_name
                || shown.len() < found.len()
                    && !shown.ends_with(&found.as_bytes()[found.len() - 1..]);
            if !is_literal && is_whole && shown != found.as_bytes() {
                all.push((shown, (at, found.end())));
                at = found.end();
                continue;
            }
        }
        let byte = match page[at] {
            0 => "\u{fffd}".as_bytes().to_vec(),
            byte => vec![byte],
        };
        all.push((byte, (at, at + 1)));
        at += 1;
    }
    all
}

/// Returns what a text without tags shows.
fn characters(text: &[u8]) -> Vec<u8> {
    let mut shown = Vec::new();
    for token in Tokenizer::new(text) {
        let Ok(token) = token;
        if let Token::String(string) = token {
            shown.extend_from_slice(&string.value);
        }
    }
    shown
}

/// Returns the URLs in the value of an attribute.
fn urls<'v>(name: &str, is_refresh: bool, value: &'v [Decoded]) -> Vec<&'v [Decoded]> {
    let text: Vec<u8> = value.iter().flat_map(|(bytes, _)| bytes.clone()).collect();
    let starts: Vec<usize> = value
        .iter()
        .scan(0, |at, (bytes, _)| {
            let start = *at;
            *at += bytes.len();
            Some(start)
        })
        .collect();
    let index = |at: usize| starts.partition_point(|&start| start < at);
    let part = |start: usize, end: usize| &value[index(start)..index(end)];
    if WHOLE.contains(&name) {
        return vec![value];
    }
    match name {
        "ping" => regex(r"[^\t\n\x0c\r ]+")
            .find_iter(&text)
            .map(|found| part(found.start(), found.end()))
            .collect(),
        "srcset" | "imagesrcset" => URLS_OF_SRCSET
            .captures_iter(&text)
            .filter_map(|found| found.name("url"))
            .map(|url| part(url.start(), url.end()))
            .collect(),
        "content" if is_refresh => REFRESH
            .captures(&text)
            .and_then(|found| {
                let parts = ["double", "single", "rest"];
                parts.into_iter().find_map(|name| found.name(name))
            })
            .map(|url| part(url.start(), url.end()))
            .into_iter()
            .collect(),
        _ => Vec::new(),
    }
}

/// Trims a URL, drops its tabs and line breaks, and adds the scheme that it implies. Returns its bytes and its pieces.
fn clean(mut url: &[Decoded]) -> Option<Cleaned> {
    let is_blank = |(bytes, _): &Decoded| matches!(bytes[..], [..=b' ']);
    while let Some(((_, rest), true)) = url.split_first().map(|split| (split, is_blank(split.0))) {
        url = rest;
    }
    while let Some(((_, rest), true)) = url.split_last().map(|split| (split, is_blank(split.0))) {
        url = rest;
    }
    let mut bytes = Vec::new();
    let mut pieces: Vec<(usize, usize)> = Vec::new();
    let mut is_new = true;
    for (character, (start, end)) in url {
        if matches!(character[..], [b'\t' | b'\n' | b'\r']) {
            is_new = true;
            continue;
        }
        match pieces.last_mut() {
            Some(last) if !is_new => last.1 = *end,
            _ => pieces.push((*start, *end)),
        }
        is_new = false;
        match character[..] {
            [b' '] if !IN_AUTHORITY.is_match(&bytes) => bytes.extend_from_slice(b"%20"),
            _ => bytes.extend_from_slice(character),
        }
    }
    if NETWORK_PATH.is_match(&bytes) {
        bytes.splice(..0, *b"https:");
    }
    (!bytes.is_empty()).then_some((bytes, pieces))
}

/// Returns the text of the link whose tag is the first one: up to the next tag `a`.
fn text(page: &[u8], tags: &[Tag]) -> String {
    let mut shown = Vec::new();
    for (index, tag) in tags.iter().enumerate() {
        if index > 0 && tag.name == "a" {
            break;
        }
        let end = tags.get(index + 1).map_or(page.len(), |next| next.start);
        let is_hidden = !tag.is_end && HIDDEN.contains(&&*tag.name);
        if is_hidden {
            continue;
        }
        if index > 0 && ["br", "p", "div", "textarea", "xmp", "img"].contains(&&*tag.name) {
            shown.push(b' ');
        }
        // The content of such an element is text without tags. References are decoded in it, except in `xmp`.
        let is_raw = !tag.is_end && RAW.contains(&&*tag.name);
        let mut part = page[tag.end..end].to_vec();
        if is_raw {
            let text = String::from_utf8_lossy(&part);
            part = text.replace('\0', "\u{fffd}").into_bytes();
        }
        let is_xmp = is_raw && tag.name == "xmp";
        shown.extend(if is_xmp {
            part.clone()
        } else if is_raw {
            characters(&escape_tags(&part))
        } else {
            characters(&part)
        });
    }
    collapse(&shown)
}

/// Replaces each `<` by a reference.
fn escape_tags(text: &[u8]) -> Vec<u8> {
    text.split(|&byte| byte == b'<')
        .collect::<Vec<_>>()
        .join(&b"&lt;"[..])
}

fn collapse(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A URL in the text of a link, up to its port.
static SHOWN_URL: LazyLock<regex::Regex> = LazyLock::new(|| {
    unicode(
        r"(?i)[a-z][a-z0-9+.-]*:[/\\]{2,}(?:[^\s/\\?#]*@)?[\p{Alphabetic}\p{N}._%:\[\]\x{3002}-]+",
    )
});

/// A word from such a URL on.
static SHOWN_WORD: LazyLock<regex::Regex> =
    LazyLock::new(|| unicode(&format!(r"{}\S*", SHOWN_URL.as_str())));

/// A word that is a name with `www.`, or the name with which a text begins, and what follows it.
static SHOWN_NAME: LazyLock<regex::Regex> = LazyLock::new(|| {
    unicode(
        r"(?i)(?:^[^\p{Alphabetic}\p{N}]*(?:url:[^\p{Alphabetic}\p{N}]*)*|\s[^\s\p{Alphabetic}\p{N}]*(?:url:[^\s\p{Alphabetic}\p{N}]*)*(?P<www>www\.))(?P<name>[\p{Alphabetic}\p{N}._-]+)(?P<after>.?)",
    )
});

fn unicode(pattern: &str) -> regex::Regex {
    regex::Regex::new(pattern).expect("a valid pattern")
}

/// Returns whether a text shows a URL, or begins with a host name, with another host than the URL.
fn differs(text: &str, url: &[u8]) -> bool {
    let host = |url: &str| {
        let host = Verdict::of(url.as_bytes())
            .parts()
            .host_ascii()?
            .into_owned();
        let host = host.strip_suffix('.').unwrap_or(&host);
        Some(host.strip_prefix("www.").unwrap_or(host).to_owned())
    };
    let text: String = text.chars().filter(|&char| !is_unprintable(char)).collect();
    let urls = SHOWN_URL.find_iter(&text);
    let urls = urls.map(|found| {
        found
            .as_str()
            .trim_end_matches(['.', ':', '-', '%'])
            .to_owned()
    });
    let mut shown: Vec<_> = urls.collect();
    let words = SHOWN_WORD.replace_all(&text, "@ ");
    for found in SHOWN_NAME.captures_iter(&words) {
        let www = found.name("www").map_or("", |www| www.as_str());
        let name = format!("{www}{}", found["name"].trim_end_matches(['.', '-', '_']));
        let last = name.rsplit('.').next().unwrap_or_default();
        let is_name = name.contains('.')
            && !name.split('.').any(str::is_empty)
            && last.chars().count() > 1
            && last.starts_with(char::is_alphabetic)
            && DOMAINS.contains(&*last.to_lowercase());
        let after = &words[found.name("name").expect("it is there").end()..];
        let next = after.trim_start_matches(|char: char| !char.is_whitespace());
        let next = next.split_whitespace().next();
        let is_address = next.is_some_and(|next| next.eq_ignore_ascii_case("at"));
        if is_name && !is_address && &found["after"] != "@" {
            shown.push(format!("http://{name}"));
        }
    }
    let target = String::from_utf8_lossy(url);
    let is_opaque = ["javascript:", "data:"]
        .iter()
        .any(|scheme| target.to_lowercase().starts_with(scheme));
    let target = host(&target);
    let mut hosts = shown.iter().filter_map(|url| host(url));
    match target {
        Some(target) => hosts.any(|shown| shown != target),
        None => is_opaque && hosts.next().is_some(),
    }
}
