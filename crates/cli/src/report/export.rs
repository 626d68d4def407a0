//! `--export`: the links in formats that other programs import.
//!
//! Each link is printed as a record of fields, in parallel, and becomes part of the export once the records are in
//! order: so each object is written once, and the same links give the same bytes. The price is that a URL is parsed a
//! second time; an export is small.

use std::{borrow::Cow, collections::HashSet, net::Ipv4Addr};

use clap::ValueEnum;
use serde_json::{Value, json};
use urlsift::{
    Conformance, defang, defang_host, percent_encode,
    rfc1738::{Encoded, Verdict},
};
use uuid::Uuid;

use super::record::Modifier;

/// The fields of a link that an export reads, as a template of [`--format`](super::record::Template).
pub(crate) const TEMPLATE: &str = r"{url}\t{resolved}\t{target}\t{text}";

/// The namespace of the identifiers of what can be observed (STIX 2.1, section 2.9).
const NAMESPACE: Uuid = Uuid::from_u128(0x00abedb4_aa42_466c_9c01_fed23315a9b7);

/// The start of a file of bookmarks, as browsers import it.
const BOOKMARKS: &str = "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n\
    <META HTTP-EQUIV=\"Content-Type\" CONTENT=\"text/html; charset=UTF-8\">\n\
    <TITLE>Bookmarks</TITLE>\n<H1>Bookmarks</H1>\n<DL><p>\n";

/// A format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// Indicators: a type, a tab and a value in each line
    Iocs,
    /// An event of MISP, as JSON
    Misp,
    /// A bundle of STIX 2.1, as JSON
    Stix,
    /// A list in Markdown
    Markdown,
    /// A Netscape bookmark file, which browsers import
    Bookmarks,
}

/// What an indicator is: its names in lists, in STIX and in MISP, and its category in MISP.
struct Kind {
    name: &'static str,
    stix: &'static str,
    misp: &'static str,
    category: &'static str,
}

const URL: Kind = kind("url", "url", "url");
const DOMAIN: Kind = kind("domain", "domain-name", "hostname");
const IPV4: Kind = kind("ipv4", "ipv4-addr", "ip-dst");
const IPV6: Kind = kind("ipv6", "ipv6-addr", "ip-dst");
const EMAIL: Kind = kind("email", "email-addr", "email-dst");

const fn kind(name: &'static str, stix: &'static str, misp: &'static str) -> Kind {
    Kind {
        name,
        stix,
        misp,
        category: "Network activity",
    }
}

/// Writes an export.
#[derive(Debug)]
pub(crate) struct Exporter {
    format: ExportFormat,
    defang: bool,
    /// What was written.
    seen: HashSet<String>,
    /// An identifier of all that was written, in this order.
    id: Uuid,
}

impl Exporter {
    pub(crate) fn new(format: ExportFormat, defang: bool) -> Self {
        Self {
            format,
            defang,
            seen: HashSet::new(),
            id: NAMESPACE,
        }
    }

    /// Adds links: lines of [`TEMPLATE`].
    pub(crate) fn add(&mut self, lines: &[u8], out: &mut Vec<u8>) {
        for line in String::from_utf8_lossy(lines).lines() {
            let mut fields = line.split('\t');
            let mut next = || fields.next().unwrap_or_default();
            let (url, resolved, target, text) = (next(), next(), next(), next());
            let mut best_first = [target, resolved, url].into_iter();
            let Some(link) = best_first.find(|link| !link.is_empty()) else {
                continue;
            };
            match self.format {
                ExportFormat::Markdown | ExportFormat::Bookmarks => self.add_link(link, text, out),
                _ => {
                    for (kind, value) in indicators(link) {
                        let is_uri = self.format == ExportFormat::Stix && kind.name == URL.name;
                        let value = if is_uri { uri(&value) } else { Some(value) };
                        if let Some(value) = value {
                            self.add_indicator(&kind, &value, out);
                        }
                    }
                }
            }
        }
    }

    /// Ends the export.
    pub(crate) fn finish(&self, out: &mut Vec<u8>) {
        let id = self.id;
        let is_empty = self.seen.is_empty();
        // A list of objects must not be empty in STIX.
        if is_empty && self.format != ExportFormat::Stix {
            push(out, self.head());
        }
        let tail = match self.format {
            ExportFormat::Iocs | ExportFormat::Markdown => return,
            ExportFormat::Stix if is_empty => {
                format!("{{\"type\":\"bundle\",\"id\":\"bundle--{id}\"}}\n")
            }
            ExportFormat::Stix => format!("\n],\"id\":\"bundle--{id}\"}}\n"),
            ExportFormat::Misp => format!("\n],\"uuid\":\"{id}\"}}}}\n"),
            ExportFormat::Bookmarks => "</DL><p>\n".into(),
        };
        push(out, &tail);
    }

    /// Returns what precedes the first object.
    const fn head(&self) -> &'static str {
        match self.format {
            ExportFormat::Iocs | ExportFormat::Markdown => "",
            ExportFormat::Misp => {
                "{\"Event\":{\"info\":\"URLs found by urlsift\",\"analysis\":\"0\",\"distribution\":\"0\",\
                 \"threat_level_id\":\"4\",\"Attribute\":[\n"
            }
            ExportFormat::Stix => "{\"type\":\"bundle\",\"objects\":[\n",
            ExportFormat::Bookmarks => BOOKMARKS,
        }
    }

    /// Returns whether something was not written yet. What precedes it is written.
    fn begin(&mut self, key: String, out: &mut Vec<u8>) -> bool {
        let is_first = self.seen.is_empty();
        if self.seen.contains(&key) {
            return false;
        }
        self.id = Uuid::new_v5(&self.id, key.as_bytes());
        self.seen.insert(key);
        if is_first {
            push(out, self.head());
        } else if matches!(self.format, ExportFormat::Misp | ExportFormat::Stix) {
            push(out, ",\n");
        }
        true
    }

    fn add_indicator(&mut self, kind: &Kind, value: &str, out: &mut Vec<u8>) {
        let name = json!({ "value": value }).to_string();
        let id = Uuid::new_v5(&NAMESPACE, name.as_bytes());
        if !self.begin(format!("{}\t{value}", kind.name), out) {
            return;
        }
        let object = match self.format {
            ExportFormat::Misp => json!({
                "type": kind.misp, "category": kind.category, "value": value, "to_ids": false,
                "uuid": Uuid::new_v5(&NAMESPACE, format!("{}\t{value}", kind.misp).as_bytes()).to_string(),
            }),
            ExportFormat::Stix => json!({
                "type": kind.stix, "spec_version": "2.1", "value": value, "id": format!("{}--{id}", kind.stix),
            }),
            _ => Value::Null,
        };
        if object.is_null() {
            let value = self.defanged(value);
            push(out, &format!("{}\t{value}\n", kind.name));
        } else {
            push(out, &object.to_string());
        }
    }

    fn add_link(&mut self, link: &str, text: &str, out: &mut Vec<u8>) {
        let is_program = ["javascript:", "vbscript:", "data:"].iter().any(|scheme| {
            let start = link.get(..scheme.len());
            start.is_some_and(|start| start.eq_ignore_ascii_case(scheme))
        });
        if is_program && self.format == ExportFormat::Bookmarks || !self.begin(link.into(), out) {
            return;
        }
        let shown = if text.is_empty() { link } else { text };
        let item = match self.format {
            ExportFormat::Bookmarks => format!(
                "    <DT><A HREF=\"{}\">{}</A>\n",
                modified(link, Modifier::Html),
                modified(shown, Modifier::Html)
            ),
            _ if self.defang => format!("- `{}`\n", self.defanged(link).replace('`', "%60")),
            _ => {
                let link = link
                    .replace('\\', "%5C")
                    .replace('<', "%3C")
                    .replace('>', "%3E");
                format!("- [{}](<{link}>)\n", modified(shown, Modifier::Md))
            }
        };
        push(out, &item);
    }

    fn defanged<'v>(&self, value: &'v str) -> Cow<'v, str> {
        if !self.defang {
            return value.into();
        }
        let defanged = if value.contains("//") {
            defang(value.as_bytes()).into_owned()
        } else {
            defang_host(value.as_bytes())
        };
        String::from_utf8_lossy(&defanged).into_owned().into()
    }
}

/// Returns what can be observed of a link: the URL, and its host or addresses.
fn indicators(link: &str) -> Vec<(Kind, String)> {
    let verdict = Verdict::of(link.as_bytes());
    let parts = verdict.parts();
    let Some(scheme) = parts.scheme() else {
        return Vec::new();
    };
    if scheme.eq_ignore_ascii_case("mailto") {
        let addresses = link[scheme.len() + 1..]
            .split('?')
            .next()
            .unwrap_or_default();
        let addresses = addresses.split(',').filter(|address| address.contains('@'));
        return addresses.map(|address| (EMAIL, address.into())).collect();
    }
    let mut found = vec![(URL, link.to_owned())];
    let Some(host) = parts.host_ascii() else {
        return found;
    };
    let host = host.strip_suffix('.').unwrap_or(&host);
    if let Some(address) = host
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
    {
        found.push((IPV6, address.into()));
    } else if host.parse::<Ipv4Addr>().is_ok() {
        found.push((IPV4, host.into()));
    } else if host.contains('.') {
        found.push((DOMAIN, host.into()));
    }
    found
}

/// Returns a URL as a URI by RFC 3986: its host in ASCII, and other characters percent-encoded. `None` if it is none
/// even so.
fn uri(link: &str) -> Option<String> {
    let verdict = Verdict::of(link.as_bytes());
    let host = verdict.parts().host().map(Encoded::as_bytes);
    let host = host.and_then(|host| str::from_utf8(host).ok());
    let ascii = verdict.parts().host_ascii();
    let link = match (host, ascii) {
        (Some(host), Some(ascii)) if !host.is_ascii() => link.replacen(host, &ascii, 1),
        _ => link.to_owned(),
    };
    let mut uri = percent_encode(link.as_bytes());
    for char in ['"', '<', '>', '\\', '^', '`', '{', '|', '}'] {
        uri = uri.replace(char, &format!("%{:02X}", u32::from(char)));
    }
    let conformance = Verdict::of(uri.as_bytes()).conformance();
    matches!(conformance, Conformance::Rfc1738 | Conformance::Rfc3986).then_some(uri)
}

fn modified(text: &str, modifier: Modifier) -> String {
    String::from_utf8_lossy(&modifier.apply(text.as_bytes())).into_owned()
}

fn push(out: &mut Vec<u8>, text: &str) {
    out.extend_from_slice(text.as_bytes());
}
