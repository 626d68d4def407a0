//! The links of the list.

use std::{borrow::Cow, path::Path};

use urlsift_search::{
    Delimiter, HyphenPolicy, Link, Section, differing_hosts, escaped, message_title, rfc1738::Base,
};

/// The approximate overhead of a buffer, in bytes.
pub(crate) const BUFFER_OVERHEAD: usize = 48;

/// A link in the list. Repeated links of a message are merged.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
pub(crate) struct ListedLink {
    /// The readings, at least one, resolved if there is a base.
    readings: Vec<Vec<u8>>,
    /// The index of the current reading.
    reading: usize,
    /// Whether the end of the link is doubtful.
    pub(crate) is_close_doubtful: bool,
    /// Whether the link is in angle brackets.
    pub(crate) is_delimited: bool,
    /// Whether the scheme is not written: a name of a host, or an address.
    pub(crate) is_name: bool,
    /// The host that the text of the link shows, and the host to which it leads, if they differ. Printable.
    pub(crate) differing_hosts: Option<(String, String)>,
    pub(crate) location: Location,
    /// Whether the link is in a header field.
    pub(crate) is_in_header: bool,
    /// The lines of the link and those around it, printable.
    pub(crate) excerpt: Vec<String>,
    /// The number of occurrences in the message, or in the file if it is not an archive.
    pub(crate) count: u64,
}

/// The location of a link. All text is printable.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Location {
    /// `-` for standard input.
    pub(crate) path: String,
    /// The offset of the message in the file.
    pub(crate) message: Option<u64>,
    /// The date, sender and subject of the message.
    pub(crate) title: Option<String>,
    /// The part or the header field.
    pub(crate) part: Option<String>,
}

impl ListedLink {
    /// Creates a list entry for a link, without an excerpt.
    pub(crate) fn new(
        link: &Link<'_>,
        base: Option<&Base<'_>>,
        hyphen: HyphenPolicy,
        path: &Path,
    ) -> Self {
        // The host behind a rewriter is the one to compare.
        let link = &link.clone().with_unwrapping(true);
        let candidate = link.candidate();
        let readings: Vec<_> = candidate
            .readings(HyphenPolicy::Both)
            .map(|reading| match base {
                Some(base) => base.resolve(&reading),
                None => reading.into_owned(),
            })
            .collect();
        let reading = match hyphen {
            HyphenPolicy::Keep | HyphenPolicy::Both => 0,
            HyphenPolicy::Drop => readings.len() - 1,
        };
        Self {
            readings,
            reading,
            is_close_doubtful: candidate.is_close_doubtful(),
            is_delimited: candidate.delimiter().is_delimited(),
            is_name: matches!(candidate.delimiter(), Delimiter::Name | Delimiter::Address),
            differing_hosts: differing_hosts(link)
                .map(|(shown, target)| (escaped(shown.as_bytes()), escaped(target.as_bytes()))),
            location: Location::of(link, path),
            is_in_header: link.header().is_some(),
            excerpt: Vec::new(),
            count: 1,
        }
    }

    /// Creates a link with these readings.
    #[cfg(test)]
    pub(crate) fn with_readings<const N: usize>(readings: [&str; N], location: Location) -> Self {
        Self {
            readings: readings.map(|reading| reading.as_bytes().to_vec()).into(),
            reading: 0,
            is_close_doubtful: false,
            is_delimited: true,
            is_name: false,
            differing_hosts: None,
            location,
            is_in_header: false,
            excerpt: Vec::new(),
            count: 1,
        }
    }

    /// Returns the URL, in the current reading.
    pub(crate) fn url(&self) -> &[u8] {
        self.readings.get(self.reading).map_or(&[], Vec::as_slice)
    }

    /// Returns the URL as a terminal may show it.
    pub(crate) fn printable_url(&self) -> String {
        escaped(self.url())
    }

    /// Merges another occurrence of the same URL. A doubt about its end remains only if all occurrences share it; the
    /// warning about its text remains.
    pub(crate) fn merge(&mut self, mut other: Self) {
        self.count += 1;
        self.is_close_doubtful &= other.is_close_doubtful;
        self.is_delimited |= other.is_delimited;
        let hosts = self.differing_hosts.take();
        self.differing_hosts = hosts.or(other.differing_hosts.take());
        if other.readings.len() < self.readings.len() && other.url() == self.url() {
            self.readings = other.readings;
            self.reading = other.reading;
        }
    }

    /// Returns the number of the current reading, counted from 1, and the number of readings.
    pub(crate) fn reading(&self) -> (usize, usize) {
        (self.reading + 1, self.readings.len())
    }

    /// Selects the next reading, cyclically. Returns whether there is more than one.
    pub(crate) fn next_reading(&mut self) -> bool {
        self.reading = (self.reading + 1) % self.readings.len();
        self.readings.len() > 1
    }

    /// Returns the texts that the filter searches.
    pub(crate) fn searched_texts(&self) -> impl Iterator<Item = Cow<'_, str>> {
        let readings = self.readings.iter();
        let location = &self.location;
        let texts = [location.title.as_deref(), location.part.as_deref()];
        readings
            .map(|reading| String::from_utf8_lossy(reading))
            .chain(texts.into_iter().flatten().map(Cow::Borrowed))
    }

    /// Returns the approximate size in bytes, without the excerpt.
    pub(crate) fn size(&self) -> usize {
        let location = &self.location;
        let texts = [
            location.title.as_ref(),
            location.part.as_ref(),
            Some(&location.path),
        ];
        let texts = texts.into_iter().flatten().map(String::len);
        let readings = self.readings.iter().map(Vec::len);
        let hosts = self.differing_hosts.iter();
        let hosts = hosts.flat_map(|(shown, target)| [shown.len(), target.len()]);
        // The URL is also a key of the list.
        let lens = readings.chain(hosts).chain(texts).chain([self.url().len()]);
        size_of::<Self>() + lens.map(|len| len + BUFFER_OVERHEAD).sum::<usize>()
    }
}

impl Location {
    fn of(link: &Link<'_>, path: &Path) -> Self {
        let path = escaped(path.as_os_str().as_encoded_bytes());
        let Some(message) = link.message() else {
            return Self {
                path,
                ..Self::default()
            };
        };
        let part = match link.section() {
            Section::Header(name) => Some(format!("header field {}", escaped(name))),
            Section::Part(part) => Some(match part.number() {
                Some(number) => {
                    let media_type = escaped(part.media_type().as_bytes());
                    format!("part {number}, {media_type}")
                }
                None => "around the parts".to_owned(),
            }),
            _ => None,
        };
        let title = message_title(message.metadata());
        Self {
            path,
            message: Some(message.offset()),
            title: Some(escaped(title.as_bytes())),
            part,
        }
    }

    /// Returns whether another location is in the same message, or in the same file if it is not an archive.
    pub(crate) fn is_in_message_of(&self, other: &Self) -> bool {
        self.message == other.message && self.path == other.path
    }
}
