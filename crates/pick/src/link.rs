//! A link as it is listed.

use std::{borrow::Cow, path::Path};

use urlsift_search::{
    Conformance, HyphenPolicy, Link, Verdict,
    record::{escaped, message_title},
    rfc1738::Base,
};

/// About the number of bytes that a buffer takes besides its contents.
pub(crate) const BUFFER_OVERHEAD: usize = 48;

/// A link as it is listed: once for each message, however often that has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ListedLink {
    /// The readings, resolved if there is a base; at least one.
    readings: Vec<Vec<u8>>,
    /// The index of the current reading.
    reading: usize,
    /// Whether it is doubtful that the link ends where it does.
    pub(crate) is_close_doubtful: bool,
    pub(crate) location: Location,
    /// The lines of text that the link is on, and those around it, printable.
    pub(crate) excerpt: Vec<String>,
    /// How often the message has the link; or the file, if it is not an archive.
    pub(crate) count: u64,
}

/// Where a link is. All text is printable.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Location {
    /// `-` for standard input.
    pub(crate) path: String,
    /// The offset of the message in the file.
    pub(crate) message: Option<u64>,
    /// The message's day, sender and subject.
    pub(crate) title: Option<String>,
    /// The part or the header field.
    pub(crate) part: Option<String>,
}

impl ListedLink {
    /// Copies a link, without its excerpt.
    pub(crate) fn new(
        link: &Link<'_>,
        base: Option<&Base<'_>>,
        hyphen: HyphenPolicy,
        path: &Path,
    ) -> Self {
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
            location: Location::of(link, path),
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
            location,
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

    /// Counts another occurrence of the same URL. A doubt that one of the occurrences does not have is
    /// dropped.
    pub(crate) fn merge(&mut self, other: Self) {
        self.count += 1;
        self.is_close_doubtful &= other.is_close_doubtful;
        if other.readings.len() < self.readings.len() && other.url() == self.url() {
            self.readings = other.readings;
            self.reading = other.reading;
        }
    }

    /// Returns the number of the current reading, from 1, and the number of readings.
    pub(crate) fn reading(&self) -> (usize, usize) {
        (self.reading + 1, self.readings.len())
    }

    /// Selects the next reading, or the first after the last. Returns whether there is more than one.
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

    /// Returns whether the link may be given to a program, which could take a reference without a scheme for a
    /// file or an option.
    pub(crate) fn is_absolute(&self) -> bool {
        Verdict::of(self.url()).reaches(Conformance::Whatwg)
    }

    /// Returns about how many bytes the link takes, without its excerpt.
    pub(crate) fn size(&self) -> usize {
        let location = &self.location;
        let texts = [
            location.title.as_ref(),
            location.part.as_ref(),
            Some(&location.path),
        ];
        let texts = texts.into_iter().flatten().map(String::len);
        let readings = self.readings.iter().map(Vec::len);
        // The URL is also a key of the list.
        let lens = readings.chain(texts).chain([self.url().len()]);
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
        let part = match (message.header(), message.part()) {
            (Some(name), _) => Some(format!("header field {}", escaped(name))),
            (None, Some([])) => Some("around the parts".to_owned()),
            (None, Some(part)) => {
                let number: Vec<_> = part.iter().map(u32::to_string).collect();
                let media_type = escaped(message.media_type().unwrap_or_default().as_bytes());
                Some(format!("part {}, {media_type}", number.join(".")))
            }
            (None, None) => None,
        };
        let metadata = message.metadata();
        let title = message_title(
            metadata.date_rfc3339().as_deref(),
            metadata.from(),
            metadata.subject(),
        );
        Self {
            path,
            message: Some(message.offset()),
            title: Some(escaped(title.as_bytes())),
            part,
        }
    }

    /// Returns whether another location is in the same message; or in the same file, if it is not an archive.
    pub(crate) fn is_in_message_of(&self, other: &Self) -> bool {
        self.message == other.message && self.path == other.path
    }
}
