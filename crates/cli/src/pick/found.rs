//! What is picked from: links, each with all that is shown of it.

use std::{borrow::Cow, path::Path};

use urlsift_search::{Conformance, HyphenPolicy, Link, Verdict};

use crate::{
    report::text::{is_close_doubtful, title},
    select::hit::Hit,
    term::escape::escaped,
};

/// About so many bytes are taken by what tells where a text lies, and how long it is.
pub(super) const BUFFER: usize = 48;

/// A link, however often its message has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    /// Each reading, resolved if there is a base; at least one.
    readings: Vec<Vec<u8>>,
    /// Which of them is the one that is shown.
    reading: usize,
    /// Whether it is not sure that it ends where it does.
    pub(crate) is_close_doubtful: bool,
    pub(crate) place: InFile,
    /// The lines of text that it stands on, and those around, harmless to a terminal.
    pub(crate) around: Vec<String>,
    /// How often its message has it; or its file, if that is none of messages.
    pub(crate) count: u64,
}

/// Where a link stands. All is harmless to a terminal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct InFile {
    /// `-` for standard input.
    pub(crate) path: String,
    /// Where in the file its message begins.
    pub(crate) message: Option<u64>,
    /// The message's day, sender and subject.
    pub(crate) title: Option<String>,
    /// The part or the header field.
    pub(crate) part: Option<String>,
}

impl Found {
    /// Takes down a link, but for the lines around it.
    pub(super) fn new(hit: Hit<'_>, path: &Path, hyphen: HyphenPolicy) -> Self {
        let readings: Vec<_> = hit.urls(HyphenPolicy::Both).map(Cow::into_owned).collect();
        let reading = match hyphen {
            HyphenPolicy::Keep | HyphenPolicy::Both => 0,
            HyphenPolicy::Drop => readings.len() - 1,
        };
        Self {
            readings,
            reading,
            is_close_doubtful: is_close_doubtful(hit.link.candidate()),
            place: InFile::of(hit.link, path),
            around: Vec::new(),
            count: 1,
        }
    }

    /// With these readings, in a place.
    #[cfg(test)]
    pub(super) fn of<const N: usize>(readings: [&str; N], place: InFile) -> Self {
        Self {
            readings: readings.map(|reading| reading.as_bytes().to_vec()).into(),
            reading: 0,
            is_close_doubtful: false,
            place,
            around: Vec::new(),
            count: 1,
        }
    }

    /// The URL, in the reading that is chosen.
    pub(crate) fn url(&self) -> &[u8] {
        self.readings.get(self.reading).map_or(&[], Vec::as_slice)
    }

    /// The same as a terminal may show it.
    pub(crate) fn shown(&self) -> String {
        escaped(self.url())
    }

    /// Takes note that its message has the same URL once more. Where one of both leaves no doubt, there
    /// is none.
    pub(super) fn count(&mut self, again: Self) {
        self.count += 1;
        self.is_close_doubtful &= again.is_close_doubtful;
        if again.readings.len() < self.readings.len() && again.url() == self.url() {
            self.readings = again.readings;
            self.reading = again.reading;
        }
    }

    /// Which of its readings is chosen, counted from 1, and how many there are.
    pub(crate) fn reading(&self) -> (usize, usize) {
        (self.reading + 1, self.readings.len())
    }

    /// Chooses the next reading, behind the last one the first, if there is another.
    pub(crate) fn read_on(&mut self) -> bool {
        self.reading = (self.reading + 1) % self.readings.len();
        self.readings.len() > 1
    }

    /// What narrowing looks at.
    pub(super) fn texts(&self) -> impl Iterator<Item = Cow<'_, str>> {
        let readings = self.readings.iter();
        let place = &self.place;
        let told = [place.title.as_deref(), place.part.as_deref()];
        readings
            .map(|reading| String::from_utf8_lossy(reading))
            .chain(told.into_iter().flatten().map(Cow::Borrowed))
    }

    /// Whether it can be told to a program: a reference without a scheme would be something else there.
    pub(crate) fn is_absolute(&self) -> bool {
        Verdict::of(self.url()).reaches(Conformance::Whatwg)
    }

    /// About how many bytes it takes, without the lines around it.
    pub(super) fn size(&self) -> usize {
        let place = &self.place;
        let told = [place.title.as_ref(), place.part.as_ref(), Some(&place.path)];
        let told = told.into_iter().flatten().map(String::len);
        let readings = self.readings.iter().map(Vec::len);
        // By its URL, it is looked for.
        let all = readings.chain(told).chain([self.url().len()]);
        size_of::<Self>() + all.map(|len| len + BUFFER).sum::<usize>()
    }
}

impl InFile {
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
        Self {
            path,
            message: Some(message.offset()),
            title: Some(escaped(
                {
                    let metadata = message.metadata();
                    title(metadata.date_rfc3339(), metadata.from(), metadata.subject())
                }
                .as_bytes(),
            )),
            part,
        }
    }

    /// Whether another place is in the same message; or in the same file, if that is none of messages.
    pub(super) fn is_in_message_of(&self, other: &Self) -> bool {
        self.message == other.message && self.path == other.path
    }
}
