//! The totals of a search.

use std::{fmt, time::Duration};

use serde::{Serialize, Serializer, ser::SerializeMap};
use urlsift_search::{CharsetCounts, Conformance, Delimiter, Reason};

/// The totals over all inputs, as far as they were read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Summary {
    /// The number of files that were read, not always to their end.
    pub(crate) inputs: u64,
    /// The number of bytes that were read, unpacked.
    pub(crate) bytes: u64,
    pub(crate) messages: u64,
    /// The number of parts of the messages.
    pub(crate) parts: u64,
    /// The number of candidates that were opened.
    pub(crate) candidates: u64,
    /// The URLs that were selected.
    pub(crate) urls: Counts<Conformance>,
    /// The number of selected URLs that stand in headers, repeated ones included.
    pub(crate) in_headers: u64,
    /// The URLs that were not selected because they do not reach the level of `--conforms`.
    pub(crate) hidden: Counts<Conformance>,
    /// The number of URLs that were left out as repeated, with `--unique`.
    pub(crate) repeated: Option<u64>,
    /// The candidates that gave no URL.
    pub(crate) rejected: Counts<Reason>,
    /// The parts in unknown charsets, each of which is also a warning.
    pub(crate) unknown_charsets: CharsetCounts,
    /// The number of warnings about inputs.
    pub(crate) warnings: u64,
    /// The number of errors.
    pub(crate) errors: u64,
}

impl Summary {
    /// Adds the totals of a chunk.
    pub(crate) fn add(&mut self, other: &Self) {
        let Self {
            inputs,
            bytes,
            messages,
            parts,
            candidates,
            urls,
            in_headers,
            hidden,
            repeated,
            rejected,
            unknown_charsets,
            warnings,
            errors,
        } = other;
        self.inputs += inputs;
        self.bytes += bytes;
        self.messages += messages;
        self.parts += parts;
        self.candidates += candidates;
        self.urls.add_all(urls);
        self.in_headers += in_headers;
        self.hidden.add_all(hidden);
        if let Some(more) = repeated {
            *self.repeated.get_or_insert_default() += more;
        }
        self.rejected.add_all(rejected);
        self.unknown_charsets.add_all(unknown_charsets);
        self.warnings += warnings;
        self.errors += errors;
    }
}

/// The counts of each kind, in the order of the kinds.
#[derive(Clone, Debug)]
pub(crate) struct Counts<K>(Vec<(K, u64)>);

impl<K> Default for Counts<K> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

/// A kind that [`Counts`] has a count of.
pub(crate) trait CountKey: Copy + Eq {
    /// Returns the position in the output.
    fn rank(self) -> u8;

    /// Returns the stable name.
    fn name(self) -> &'static str;
}

impl CountKey for Conformance {
    fn rank(self) -> u8 {
        self as u8
    }

    fn name(self) -> &'static str {
        self.name()
    }
}

impl CountKey for Reason {
    fn rank(self) -> u8 {
        self as u8
    }

    fn name(self) -> &'static str {
        self.code()
    }
}

impl CountKey for Delimiter {
    fn rank(self) -> u8 {
        self as u8
    }

    fn name(self) -> &'static str {
        self.name()
    }
}

impl<K: CountKey> Counts<K> {
    /// Counts one more.
    pub(crate) fn add(&mut self, key: K) {
        self.add_some(key, 1);
    }

    /// Counts one less.
    pub(crate) fn remove(&mut self, key: K) {
        if let Some((_, count)) = self.0.iter_mut().find(|(known, _)| *known == key) {
            *count -= 1;
        }
        self.0.retain(|(_, count)| *count > 0);
    }

    fn add_some(&mut self, key: K, some: u64) {
        // There are few keys, and most often it is the first one.
        if let Some((_, count)) = self.0.iter_mut().find(|(known, _)| *known == key) {
            *count += some;
            return;
        }
        let at = self
            .0
            .partition_point(|(known, _)| known.rank() < key.rank());
        self.0.insert(at, (key, some));
    }

    /// Adds all counts of another.
    pub(crate) fn add_all(&mut self, other: &Self) {
        for &(key, some) in &other.0 {
            self.add_some(key, some);
        }
    }

    /// Returns the counts above 0, in the order of the kinds.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (K, u64)> {
        self.0.iter().copied()
    }

    /// Returns the sum of all counts.
    pub(crate) fn total(&self) -> u64 {
        self.0.iter().map(|&(_, count)| count).sum()
    }

    fn by_name(&self) -> ByName {
        ByName(
            self.0
                .iter()
                .map(|&(key, count)| (key.name(), count))
                .collect(),
        )
    }
}

/// Counts by the names of their kinds.
struct ByName(Vec<(&'static str, u64)>);

impl Serialize for ByName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().copied())
    }
}

impl fmt::Display for ByName {
    /// Writes ` (rfc1738 3, rfc3986 1)`, or nothing if all counts are 0.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (name, count)) in self.0.iter().enumerate() {
            let before = if index == 0 { " (" } else { ", " };
            write!(f, "{before}{name} {count}")?;
        }
        if self.0.is_empty() {
            Ok(())
        } else {
            f.write_str(")")
        }
    }
}

/// The totals of a search, and its duration.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchTotal<'s> {
    pub(crate) summary: &'s Summary,
    pub(crate) time: Duration,
}

impl Serialize for SearchTotal<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { summary, time } = self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("inputs", &summary.inputs)?;
        map.serialize_entry("files", &summary.inputs)?;
        map.serialize_entry("bytes", &summary.bytes)?;
        map.serialize_entry("messages", &summary.messages)?;
        map.serialize_entry("parts", &summary.parts)?;
        map.serialize_entry("candidates", &summary.candidates)?;
        map.serialize_entry("urls", &summary.urls.total())?;
        map.serialize_entry("urls_by_conformance", &summary.urls.by_name())?;
        map.serialize_entry("hidden", &summary.hidden.total())?;
        map.serialize_entry("hidden_by_conformance", &summary.hidden.by_name())?;
        if let Some(repeated) = summary.repeated {
            map.serialize_entry("repeated", &repeated)?;
        }
        map.serialize_entry("rejected", &summary.rejected.total())?;
        map.serialize_entry("rejected_by_reason", &summary.rejected.by_name())?;
        map.serialize_entry("warnings", &summary.warnings)?;
        map.serialize_entry("errors", &summary.errors)?;
        map.serialize_entry("seconds", &seconds(*time))?;
        map.end()
    }
}

impl fmt::Display for SearchTotal<'_> {
    /// Writes a line about what was read, one about what was found, and one about warnings and errors.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { summary, time } = self;
        writeln!(
            f,
            "files: {}, bytes: {}, messages: {}, parts: {}, seconds: {}",
            summary.inputs,
            summary.bytes,
            summary.messages,
            summary.parts,
            seconds(*time),
        )?;
        write!(
            f,
            "candidates: {}, URLs: {}{}",
            summary.candidates,
            summary.urls.total(),
            summary.urls.by_name(),
        )?;
        if let Some(repeated) = summary.repeated {
            write!(f, ", repeated: {repeated}")?;
        }
        writeln!(
            f,
            ", hidden by --conforms: {}{}, rejected: {}{}",
            summary.hidden.total(),
            summary.hidden.by_name(),
            summary.rejected.total(),
            summary.rejected.by_name(),
        )?;
        write!(
            f,
            "warnings: {}, errors: {}",
            summary.warnings, summary.errors
        )
    }
}

/// Returns a duration in seconds, to the millisecond.
pub(super) fn seconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1000.0).round() / 1000.0
}
