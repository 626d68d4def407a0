//! What a search came to.

use std::{fmt, time::Duration};

use serde::{Serialize, Serializer, ser::SerializeMap};
use urlsift_search::{Conformance, Reason};

/// Counts over all inputs, of what was read of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Summary {
    /// Files that were read, if not always to their end.
    pub(crate) inputs: u64,
    /// Their bytes, unpacked.
    pub(crate) bytes: u64,
    pub(crate) messages: u64,
    /// What the messages are made of.
    pub(crate) parts: u64,
    /// What was opened, whatever has become of it.
    pub(crate) candidates: u64,
    /// URLs that were selected.
    pub(crate) urls: Counts<Conformance>,
    /// Those that would have been, did they conform to the level asked for.
    pub(crate) hidden: Counts<Conformance>,
    /// Those that were left out because they were there before, if such are.
    pub(crate) repeated: Option<u64>,
    /// Candidates that gave no URL.
    pub(crate) rejected: Counts<Reason>,
    /// What could not be read as it should.
    pub(crate) warnings: u64,
    /// What went wrong.
    pub(crate) errors: u64,
}

impl Summary {
    /// Adds what was counted elsewhere.
    pub(crate) fn add(&mut self, other: &Self) {
        let Self {
            inputs,
            bytes,
            messages,
            parts,
            candidates,
            urls,
            hidden,
            repeated,
            rejected,
            warnings,
            errors,
        } = other;
        self.inputs += inputs;
        self.bytes += bytes;
        self.messages += messages;
        self.parts += parts;
        self.candidates += candidates;
        self.urls.add_all(urls);
        self.hidden.add_all(hidden);
        if let Some(more) = repeated {
            *self.repeated.get_or_insert_default() += more;
        }
        self.rejected.add_all(rejected);
        self.warnings += warnings;
        self.errors += errors;
    }
}

/// How many there are of each, in their order.
#[derive(Clone, Debug)]
pub(crate) struct Counts<K>(Vec<(K, u64)>);

impl<K> Default for Counts<K> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

/// What [`Counts`] counts: one of a few kinds, each with a stable name.
pub(crate) trait Counted: Copy + Eq {
    /// The position in the output.
    fn rank(self) -> u8;

    /// The stable name.
    fn name(self) -> &'static str;
}

impl Counted for Conformance {
    fn rank(self) -> u8 {
        self as u8
    }

    fn name(self) -> &'static str {
        self.name()
    }
}

impl Counted for Reason {
    fn rank(self) -> u8 {
        self as u8
    }

    fn name(self) -> &'static str {
        self.code()
    }
}

impl<K: Counted> Counts<K> {
    /// One more.
    pub(crate) fn add(&mut self, counted: K) {
        self.add_some(counted, 1);
    }

    /// One less, of those there are.
    pub(crate) fn remove(&mut self, counted: K) {
        if let Some((_, count)) = self.0.iter_mut().find(|(known, _)| *known == counted) {
            *count -= 1;
        }
        self.0.retain(|(_, count)| *count > 0);
    }

    fn add_some(&mut self, counted: K, some: u64) {
        // There are few, and most often it is the first one.
        if let Some((_, count)) = self.0.iter_mut().find(|(known, _)| *known == counted) {
            *count += some;
            return;
        }
        let at = self
            .0
            .partition_point(|(known, _)| known.rank() < counted.rank());
        self.0.insert(at, (counted, some));
    }

    fn add_all(&mut self, other: &Self) {
        for &(counted, some) in &other.0 {
            self.add_some(counted, some);
        }
    }

    /// How many there are together.
    pub(crate) fn total(&self) -> u64 {
        self.0.iter().map(|&(_, count)| count).sum()
    }

    fn by_name(&self) -> ByName {
        ByName(
            self.0
                .iter()
                .map(|&(counted, count)| (counted.name(), count))
                .collect(),
        )
    }
}

/// Counts by name.
struct ByName(Vec<(&'static str, u64)>);

impl Serialize for ByName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().copied())
    }
}

impl fmt::Display for ByName {
    /// ` (rfc1738 3, rfc3986 1)`, if there are any.
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

/// What a search came to, and how long it took.
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
    /// A line for what was read, one for what was found, one for what went wrong.
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

/// To the millisecond.
pub(super) fn seconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1000.0).round() / 1000.0
}
