//! The report of one message: what it says of itself, and where its links lead.
//!
//! Nothing in it can be clicked: URLs are defanged, also in the page, which loads nothing.

use std::{borrow::Cow, collections::BTreeMap, ops::ControlFlow, path::Path};

use askama::Template;
use urlsift::{
    Conformance, Field, Link, Message, Sink, Skip, defang, defang_host, defang_text, escaped,
    rfc1738::Verdict,
};
use urlsift_search::{Error, FileSink, Format};

/// The fields of the header that are shown, and what they are called.
const FIELDS: [(&str, &str); 7] = [
    ("From", "From"),
    ("Sender", "Sender"),
    ("Reply-To", "Reply-To"),
    ("Return-Path", "Return-Path"),
    ("Subject", "Subject"),
    ("Date", "Date"),
    ("Authentication-Results", "Checks"),
];

/// Words in the path of an image that only counts who reads a message.
const TRACKING: [&str; 6] = ["/open", "pixel", "track", "beacon", "/wf/", "spacer"];

/// The width of the names in a column.
const NAMES: usize = 14;

/// The report of a message.
#[derive(Debug, Default, Template)]
#[template(path = "message.html")]
pub(crate) struct MessageReport {
    /// Values of the header, with their names.
    header: Option<Vec<(&'static str, String)>>,
    links: Vec<Entry>,
    /// The images of each host, and how many of them look like trackers.
    images: BTreeMap<String, (usize, usize)>,
    /// The number of messages after the first one, which are left out: their links have other senders.
    pub(crate) others: usize,
    /// What could not be read.
    pub(crate) errors: Vec<Error>,
    /// The place of the first message, as its file and its [number](Message::index) there.
    first: Option<(usize, Option<u64>)>,
    /// The number of files so far.
    files: usize,
}

/// A link, and where it occurs. All texts are defanged.
#[derive(Debug)]
struct Entry {
    url: String,
    /// What is known of it: a name, and a text.
    facts: Vec<(&'static str, String)>,
    warnings: Vec<String>,
    count: usize,
}

impl Sink for MessageReport {
    fn wants_message(&mut self, message: &Message<'_>) -> bool {
        let place = (self.files, message.index());
        if *self.first.get_or_insert(place) != place {
            self.others += 1;
            return false;
        }
        // The values of messages inside it are not those of their sender.
        self.header.get_or_insert_with(|| {
            let values = FIELDS.iter().flat_map(|&(field, name)| {
                let values = message.values(field);
                values.map(move |value| (name, shown(value.trim())))
            });
            values.collect()
        });
        true
    }

    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        let link = link.clone().with_unwrapping(true);
        let resolved = link.resolved();
        // What an attribute holds is opened as it is, whatever the standards say.
        let is_url = match link.conformance() {
            Conformance::Relative => false,
            Conformance::None => link.markup().is_some() && link.scheme().is_some(),
            _ => true,
        };
        if resolved.is_some() || is_url {
            let url = resolved.unwrap_or_else(|| link.url_bytes().to_vec());
            let is_image = link.markup().is_some_and(|markup| {
                matches!(markup.element(), "img" | "image") && markup.attribute() != "usemap"
            });
            if is_image {
                self.add_image(&url, link.is_pixel());
            } else {
                self.add_link(&link, &url);
            }
        }
        ControlFlow::Continue(())
    }
}

impl FileSink for MessageReport {
    fn begin(&mut self, _path: &Path, _packing: &[Format]) -> ControlFlow<Skip> {
        self.files += 1;
        ControlFlow::Continue(())
    }

    fn error(&mut self, error: Error) {
        self.errors.push(error);
    }
}

impl MessageReport {
    /// Returns whether nothing is known of a message.
    pub(crate) fn is_empty(&self) -> bool {
        self.header.is_none() && self.links.is_empty() && self.images.is_empty()
    }

    fn add_image(&mut self, url: &[u8], is_pixel: bool) {
        let host = host_of(url).unwrap_or_else(|| "the message itself, not read".into());
        let path = String::from_utf8_lossy(url).to_ascii_lowercase();
        let is_tracking = is_pixel || TRACKING.iter().any(|word| path.contains(word));
        let (images, trackers) = self.images.entry(host).or_default();
        *images += 1;
        *trackers += usize::from(is_tracking);
    }

    fn add_link(&mut self, link: &Link<'_>, url: &[u8]) {
        let target = link.target();
        let header = link.fields().text(Field::MessageHeader);
        let place = match link.markup() {
            Some(markup) => format!("{} {}", markup.element(), markup.attribute()),
            None if header.is_empty() => "text".into(),
            None => format!("header {}", shown_bytes(&header)),
        };
        let mut facts = Vec::new();
        facts.extend(host_of(target.unwrap_or(url)).map(|host| ("host", host)));
        if target.is_some() {
            facts.push(("wrapped in", host_of(url).unwrap_or_default()));
        }
        let opaque = link
            .rewriter()
            .map(|name| format!("{name}, which keeps the original"));
        facts.extend(opaque.map(|name| ("wrapped by", name)));
        let text = link.markup().and_then(|markup| markup.text());
        let text = text.filter(|text| !text.is_empty());
        let defanged = |text: &str| shown_bytes(&defang_text(text.as_bytes()));
        facts.extend(text.map(|text| ("shown as", defanged(text))));
        facts.push(("found in", place));
        let mut warnings: Vec<_> = link.warnings().map(|warning| warning.to_string()).collect();
        let of_target = target.map(|target| Verdict::of(target).warnings());
        let of_target = of_target.iter().flat_map(|warnings| warnings.iter());
        warnings.extend(of_target.map(|warning| format!("the original: {warning}")));
        let url = shown_bytes(&defang(target.unwrap_or(url)));
        let mut known = self.links.iter_mut();
        match known.find(|entry| entry.url == url && entry.facts == facts) {
            Some(entry) => entry.count += 1,
            None => self.links.push(Entry {
                url,
                facts,
                warnings,
                count: 1,
            }),
        }
    }

    /// Returns the rows of names and texts about the header and the images.
    fn images(&self) -> impl Iterator<Item = String> {
        self.images.iter().map(|(host, (images, trackers))| {
            let tracking = match trackers {
                0 => String::new(),
                1 => ", 1 of them like a tracker".into(),
                more => format!(", {more} of them like trackers"),
            };
            format!("{images} of {host}{tracking}")
        })
    }

    /// Returns the report as lines of at most `width` characters.
    pub(crate) fn text(&self, width: usize) -> String {
        let mut out = String::new();
        for (name, value) in self.header.iter().flatten() {
            push_row(&mut out, name, value, width);
        }
        for (index, entry) in self.links.iter().enumerate() {
            out.push('\n');
            push_row(&mut out, &(index + 1).to_string(), &entry.title(), width);
            for (name, text) in &entry.facts {
                push_row(&mut out, &format!("  {name}"), text, width);
            }
            for warning in &entry.warnings {
                push_row(&mut out, "  warning", warning, width);
            }
        }
        for (index, line) in self.images().enumerate() {
            out.push_str(if index == 0 { "\n" } else { "" });
            push_row(&mut out, "Images", &line, width);
        }
        if self.links.is_empty() && self.images.is_empty() {
            out.push_str("\nNo links.\n");
        }
        out
    }

    /// Returns the report as a page without a link.
    pub(crate) fn html(&self) -> String {
        // Writing to a string does not fail.
        self.render().unwrap_or_default()
    }
}

impl Entry {
    fn title(&self) -> Cow<'_, str> {
        match self.count {
            1 => (&*self.url).into(),
            count => format!("{} ({count} times)", self.url).into(),
        }
    }
}

/// Appends a name and a text, which continues in more lines.
fn push_row(out: &mut String, name: &str, text: &str, width: usize) {
    let room = width.saturating_sub(NAMES).max(NAMES);
    let chars: Vec<char> = text.chars().collect();
    let mut rest = &chars[..];
    let mut name = name;
    loop {
        let near = &rest[..rest.len().min(room)];
        let space = near
            .iter()
            .rposition(|&char| char == ' ')
            .filter(|&at| at > room / 2);
        let end = if rest.len() <= room {
            rest.len()
        } else {
            space.unwrap_or(room)
        };
        let line: String = rest[..end].iter().collect();
        out.push_str(format!("{name:NAMES$}{line}").trim_end());
        out.push('\n');
        rest = rest[end..].strip_prefix(&[' ']).unwrap_or(&rest[end..]);
        if rest.is_empty() {
            return;
        }
        name = "";
    }
}

/// Returns the defanged host of a URL, in ASCII.
fn host_of(url: &[u8]) -> Option<String> {
    let verdict = Verdict::of(url);
    let host = verdict.parts().host_ascii()?;
    (!host.is_empty()).then(|| shown_bytes(&defang_host(host.as_bytes())))
}

/// Returns a text of the message as it is shown: URLs defanged, in one line.
fn shown(text: &str) -> String {
    let words: Vec<_> = text.split_whitespace().collect();
    shown_bytes(&defang(words.join(" ").as_bytes()))
}

fn shown_bytes(text: &[u8]) -> String {
    escaped(text)
}
