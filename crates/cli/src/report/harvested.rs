//! Totals and the progress of `harvest`.

use std::{fmt, io, time::Duration};

use indicatif::{HumanBytes, HumanCount, HumanDuration};
use serde::Serialize;
use urlsift_harvest::{Dropped, Manifest, ShardDone};

use super::{json::write_json_line, summary::seconds};

/// What a run has done so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct RunTotal {
    /// The number of shards to do, and their bytes.
    shards: usize,
    bytes: u64,
    done: usize,
    bytes_done: u64,
    /// The number of the shards that were done before, and their bytes.
    pub(crate) done_before: usize,
    bytes_before: u64,
    links: u64,
    messages: u64,
    errors: u64,
}

impl RunTotal {
    /// Creates the totals of a run that has done nothing.
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
            self.done_before += 1;
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
            done_before,
            bytes_done,
            links,
            messages,
            errors,
            ..
        } = self;
        write!(
            f,
            "{done} of {shards} shards{}, {bytes_done} bytes, {links} links, {messages} messages with links, {errors} \
             damaged places",
            Before(*done_before)
        )
    }
}

/// How many shards were done before, if any were.
struct Before(usize);

impl fmt::Display for Before {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => Ok(()),
            shards => write!(f, " ({shards} done before)"),
        }
    }
}

/// What a harvest does, as `--progress` shows it.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "step", rename_all = "lowercase")]
pub(crate) enum HarvestState {
    /// The number of files that were planned.
    Plan {
        files: u64,
    },
    Run {
        /// The number of shards that are done, and of all.
        shards: usize,
        total_shards: usize,
        /// The number of bytes that were read, and of all.
        bytes: u64,
        total: u64,
        links: u64,
        messages: u64,
        errors: u64,
        #[serde(skip_serializing_if = "Option::is_none")]
        seconds_left: Option<u64>,
    },
    Finish,
}

#[derive(Serialize)]
struct ProgressLine<'s> {
    harvest: ProgressObject<'s>,
}

#[derive(Serialize)]
struct ProgressObject<'s> {
    #[serde(flatten)]
    state: &'s HarvestState,
    seconds: f64,
}

impl HarvestState {
    /// Returns the state of a run after a time, in which this many bytes were read.
    pub(crate) fn running(total: &RunTotal, read: u64, time: Duration) -> Self {
        let bytes = total.bytes_before.saturating_add(read);
        // A file may grow, or be read twice.
        let bytes = bytes.max(total.bytes_done).min(total.bytes);
        let rate =
            u128::from(bytes.saturating_sub(total.bytes_before)) * 1000 / time.as_millis().max(1);
        let seconds = u128::from(total.bytes - bytes).checked_div(rate);
        Self::Run {
            shards: total.done,
            total_shards: total.shards,
            bytes,
            total: total.bytes,
            links: total.links,
            messages: total.messages,
            errors: total.errors,
            seconds_left: seconds.map(|seconds| u64::try_from(seconds).unwrap_or(u64::MAX)),
        }
    }

    /// Returns the progress line.
    pub(crate) fn line(&self) -> String {
        match self {
            Self::Plan { files } => format!("{} files", HumanCount(*files)),
            Self::Finish => "writing the table of URLs".to_owned(),
            Self::Run {
                shards,
                total_shards,
                bytes,
                total,
                links,
                seconds_left,
                ..
            } => {
                let left = seconds_left.map(|seconds| {
                    let left = HumanDuration(Duration::from_secs(seconds));
                    format!(", {left} left")
                });
                format!(
                    "{shards} of {total_shards} shards, {} of {}, {} links{}",
                    HumanBytes(*bytes),
                    HumanBytes(*total),
                    HumanCount(*links),
                    left.unwrap_or_default()
                )
            }
        }
    }

    /// Writes the JSON object, with the time since the start.
    ///
    /// # Errors
    ///
    /// Returns the errors of serde, of which there are none.
    pub(crate) fn json(&self, out: &mut Vec<u8>, time: Duration) -> io::Result<()> {
        let harvest = ProgressObject {
            state: self,
            seconds: seconds(time),
        };
        write_json_line(out, &ProgressLine { harvest })
    }
}

/// The totals of a finished data set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Harvested<'m> {
    pub(crate) manifest: &'m Manifest,
    /// The number of shards that were done before.
    pub(crate) done_before: usize,
    /// The number of files of the last plan that were dropped.
    pub(crate) dropped: usize,
    pub(crate) time: Duration,
}

impl fmt::Display for Harvested<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            manifest,
            done_before,
            dropped,
            time,
        } = self;
        let shards = manifest.shards();
        let rows = |table| HumanCount(manifest.rows(table));
        write!(
            f,
            "{} of {} shards{}: {} links, {} URLs, {} messages with links, {} with an implausible date, {} inputs, \
             {} damaged places{}; {:.3} s",
            shards.all - shards.open,
            shards.all,
            Before(*done_before),
            rows("links"),
            rows("urls"),
            rows("messages"),
            HumanCount(manifest.implausible_dates()),
            rows("inputs"),
            rows("errors"),
            DroppedFiles(*dropped),
            time.as_secs_f64()
        )
    }
}

/// How many files were dropped, if any were.
struct DroppedFiles(usize);

impl fmt::Display for DroppedFiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => Ok(()),
            1 => f.write_str(", 1 file dropped"),
            files => write!(f, ", {files} files dropped"),
        }
    }
}

/// The note that files are dropped.
pub(crate) struct DroppedNote<'d>(pub(crate) &'d Dropped);

impl fmt::Display for DroppedNote<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dropped = self.0;
        let are = if dropped.files == 1 { "is" } else { "are" };
        write!(f, "{dropped} {are} dropped from the data set")?;
        match dropped.gone {
            0 => {}
            gone if gone == dropped.files => write!(f, ", and gone from disk")?,
            gone => write!(f, ", {gone} of them gone from disk")?,
        }
        f.write_str("; `urlsift harvest prune` removes what is left")
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{HarvestState, RunTotal};

    fn running(total: &RunTotal, read: u64) -> HarvestState {
        HarvestState::running(total, read, Duration::from_secs(2))
    }

    #[test]
    fn the_line_has_the_time_that_is_left() {
        let mut total = RunTotal::new(4, 40 << 20);
        assert_eq!(
            running(&total, 0).line(),
            "0 of 4 shards, 0 B of 40.00 MiB, 0 links"
        );
        total.done = 2;
        total.links = 1234;
        total.bytes_done = 16 << 20;
        total.bytes_before = 10 << 20;
        assert_eq!(
            running(&total, 10 << 20).line(),
            "2 of 4 shards, 20.00 MiB of 40.00 MiB, 1,234 links, 4 seconds left"
        );
        // A file may grow, or be read twice.
        assert_eq!(
            running(&total, 80 << 20).line(),
            "2 of 4 shards, 40.00 MiB of 40.00 MiB, 1,234 links, 0 seconds left"
        );
        assert_eq!(HarvestState::Plan { files: 1234 }.line(), "1,234 files");
    }

    #[test]
    fn objects_have_the_step() {
        let json = |state: &HarvestState| {
            let mut out = Vec::new();
            state
                .json(&mut out, Duration::from_millis(2500))
                .expect("a vector");
            String::from_utf8(out).expect("UTF-8")
        };
        assert_eq!(
            json(&HarvestState::Plan { files: 7 }),
            "{\"harvest\":{\"step\":\"plan\",\"files\":7,\"seconds\":2.5}}\n"
        );
        assert_eq!(
            json(&HarvestState::Finish),
            "{\"harvest\":{\"step\":\"finish\",\"seconds\":2.5}}\n"
        );
        let total = RunTotal::new(4, 40);
        assert_eq!(
            json(&running(&total, 8)),
            "{\"harvest\":{\"step\":\"run\",\"shards\":0,\"total_shards\":4,\"bytes\":8,\"total\":40,\"links\":0,\
             \"messages\":0,\"errors\":0,\"seconds_left\":8,\"seconds\":2.5}}\n"
        );
    }
}
