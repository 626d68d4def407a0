//! Totals and the progress of `harvest`.

use std::{
    fmt::{self, Write},
    time::Duration,
};

use indicatif::{HumanBytes, HumanCount, HumanDuration};
use urlsift_harvest::{Manifest, ShardDone};

/// What a run has done so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct RunTotal {
    /// The number of shards of the plan, and their bytes.
    shards: usize,
    bytes: u64,
    done: usize,
    bytes_done: u64,
    /// The bytes of the shards that were done before.
    bytes_before: u64,
    links: u64,
    messages: u64,
    errors: u64,
}

impl RunTotal {
    /// Creates the totals of a plan of which nothing is done.
    pub(crate) fn new(shards: usize, bytes: u64) -> Self {
        Self {
            shards,
            bytes,
            ..Self::default()
        }
    }

    /// Adds a shard that is done.
    pub(crate) fn add(&mut self, shard: &ShardDone) {
        self.done += 1;
        self.bytes_done += shard.bytes;
        if shard.was_done {
            self.bytes_before += shard.bytes;
        }
        self.links += shard.links;
        self.messages += shard.messages;
        self.errors += shard.errors;
    }
}

impl fmt::Display for RunTotal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            shards,
            done,
            bytes_done,
            links,
            messages,
            errors,
            ..
        } = self;
        write!(
            f,
            "{done} of {shards} shards, {bytes_done} bytes, {links} links, {messages} messages with links, {errors} \
             damaged places"
        )
    }
}

/// Returns the progress line: `12 of 40 shards, 1.50 GiB of 5.00 GiB, 12,345 links, 20 seconds left`.
pub(crate) fn progress(total: &RunTotal, time: Duration) -> String {
    let mut line = format!(
        "{} of {} shards, {} of {}, {} links",
        total.done,
        total.shards,
        HumanBytes(total.bytes_done),
        HumanBytes(total.bytes),
        HumanCount(total.links)
    );
    let read = total.bytes_done.saturating_sub(total.bytes_before);
    let rate = u128::from(read) * 1000 / time.as_millis().max(1);
    let left = u128::from(total.bytes.saturating_sub(total.bytes_done));
    if let Some(seconds) = left.checked_div(rate) {
        let left = Duration::from_secs(u64::try_from(seconds).unwrap_or(u64::MAX));
        // Writing to a string does not fail.
        let _ = write!(line, ", {} left", HumanDuration(left));
    }
    line
}

/// The totals of a finished data set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Harvested<'m> {
    pub(crate) manifest: &'m Manifest,
    pub(crate) time: Duration,
}

impl fmt::Display for Harvested<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { manifest, time } = self;
        let (shards, open) = manifest.shards();
        let rows = |table| HumanCount(manifest.rows(table));
        write!(
            f,
            "{} of {shards} shards: {} links, {} URLs, {} messages with links, {} with an implausible date, {} inputs, \
             {} damaged places; {:.3} s",
            shards - open,
            rows("links"),
            rows("urls"),
            rows("messages"),
            HumanCount(manifest.implausible_dates()),
            rows("inputs"),
            rows("errors"),
            time.as_secs_f64()
        )
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{RunTotal, progress};

    #[test]
    fn the_line_has_the_time_that_is_left() {
        let mut total = RunTotal::new(4, 40 << 20);
        let time = Duration::from_secs(2);
        assert_eq!(
            progress(&total, time),
            "0 of 4 shards, 0 B of 40.00 MiB, 0 links"
        );
        total.done = 2;
        total.links = 1234;
        total.bytes_done = 20 << 20;
        total.bytes_before = 10 << 20;
        assert_eq!(
            progress(&total, time),
            "2 of 4 shards, 20.00 MiB of 40.00 MiB, 1,234 links, 4 seconds left"
        );
    }
}
