//! The progress of a search: a line on a terminal, or JSON objects.

use std::{
    fmt::Write as _,
    fs, io,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, MutexGuard, OnceLock, PoisonError,
        mpsc::{self, Receiver, Sender},
    },
    thread,
    time::{Duration, Instant},
};

use indicatif::{HumanBytes, HumanCount, HumanDuration};
use urlsift::write_escaped;
use urlsift_search::{Input, Progress};

use crate::{
    options::{InputOptions, ProgressShow, SearchOptions},
    report::json::{self, ProgressReport},
    term::{
        progress_thread::{ProgressSource, ProgressThread},
        shortage::report_thread_shortage,
    },
};

/// How long the end of a run waits for the total of its inputs, which is counted at the same time.
const MAX_WAIT: Duration = Duration::from_millis(500);

/// The state of a running search, shared with the progress thread.
#[derive(Debug)]
struct Shared {
    input: InputOptions,
    start: Instant,
    read: Arc<Progress>,
    /// The total size of the inputs in bytes, once counted; `None` if it is unknown.
    total: OnceLock<Option<u64>>,
    /// A channel whose sender is dropped when counting ends; `None` before counting begins.
    counted: Mutex<Option<Receiver<()>>>,
    written: Mutex<Written>,
}

/// What was written so far.
#[derive(Clone, Debug, Default)]
struct Written {
    files: u64,
    urls: u64,
    path: Option<PathBuf>,
}

/// Shows the progress of a search on a separate thread until it is dropped.
#[derive(Debug)]
pub(crate) struct ProgressReporter {
    shared: Arc<Shared>,
    _thread: ProgressThread,
}

impl ProgressReporter {
    /// Starts to show progress. Returns `None` if it is not requested, or if the thread cannot be started.
    pub(crate) fn start(options: &SearchOptions) -> Option<Self> {
        let is_json = match options.progress {
            ProgressShow::Json => true,
            ProgressShow::Line => false,
            ProgressShow::Nothing => return None,
        };
        let shared = Arc::new(Shared {
            input: options.input.clone(),
            start: Instant::now(),
            read: Arc::default(),
            total: OnceLock::new(),
            counted: Mutex::default(),
            written: Mutex::default(),
        });
        let thread = ProgressThread::start(&shared, is_json, &options.input.streams)?;
        Some(Self {
            shared,
            _thread: thread,
        })
    }

    /// Returns the counter of bytes read, which the readers advance.
    pub(crate) fn bytes_read(&self) -> Arc<Progress> {
        Arc::clone(&self.shared.read)
    }

    /// Records what was written so far, and the current input.
    pub(crate) fn set_written(&self, files: u64, urls: u64, input: &Path) {
        let mut written = self.shared.written();
        written.files = files;
        written.urls = urls;
        if written.path.as_deref() != Some(input) {
            written.path = Some(input.into());
        }
    }
}

impl Shared {
    fn written(&self) -> MutexGuard<'_, Written> {
        // The value is valid even if a thread has panicked.
        self.written.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds up the sizes of all inputs on a detached thread.
    fn count_total(self: &Arc<Self>) {
        if !self.input.can_be_counted() {
            return;
        }
        let state = Arc::clone(self);
        let (counting, counted) = mpsc::channel();
        let count = move || {
            let _counting: Sender<()> = counting;
            let mut total = 0_u64;
            for input in state.input.inputs().flatten() {
                let Some(len) = len(&input) else {
                    let _ = state.total.set(None);
                    return;
                };
                total = total.saturating_add(len);
            }
            let _ = state.total.set(Some(total));
        };
        // Without the thread, the total stays unknown.
        match thread::Builder::new().name("total".into()).spawn(count) {
            Ok(_) => *self.counted.lock().unwrap_or_else(PoisonError::into_inner) = Some(counted),
            Err(error) => report_thread_shortage(&self.input.streams, &error),
        }
    }

    /// Returns the number of bytes read, and the total if it is known.
    fn bytes(&self) -> (u64, Option<u64>) {
        let total = self.total.get().copied().flatten();
        let bytes = self.read.bytes();
        (bytes.min(total.unwrap_or(u64::MAX)), total)
    }
}

impl ProgressSource for Shared {
    fn begin(self: &Arc<Self>) {
        self.count_total();
    }

    /// Waits for the total of a short run.
    fn end(&self) {
        let mut counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(counted) = counted.take() {
            // Nothing is sent.
            let _ = counted.recv_timeout(MAX_WAIT);
        }
    }

    fn line(&self) -> String {
        let written = self.written().clone();
        let (bytes, total) = self.bytes();
        line(bytes, total, self.start.elapsed(), &written)
    }

    fn json(&self, out: &mut Vec<u8>) -> io::Result<()> {
        let (bytes, total) = self.bytes();
        let Written { files, urls, path } = self.written().clone();
        let progress = ProgressReport {
            bytes,
            total,
            files,
            urls,
            time: self.start.elapsed(),
            path: path.as_deref(),
        };
        json::progress(out, progress)
    }
}

/// Returns the size of an input in bytes, if it is known.
fn len(input: &Input) -> Option<u64> {
    match input {
        Input::Path(path) | Input::File(path) => {
            let metadata = fs::metadata(path).ok()?;
            metadata.is_file().then_some(metadata.len())
        }
        _ => None,
    }
}

/// Returns the progress line without the parts that are unknown:
/// ` 37% 1.21 GiB of 3.26 GiB, 412.07 MiB/s, 12,345 URLs, 5 seconds left, Mail/a.mbox`.
fn line(bytes: u64, total: Option<u64>, time: Duration, written: &Written) -> String {
    let rate = u128::from(bytes) * 1000 / time.as_millis().max(1);
    let rate = u64::try_from(rate).unwrap_or(u64::MAX);
    let mut line = String::new();
    // Writing to a string does not fail.
    if let Some(total) = total {
        let percent = (u128::from(bytes) * 100 / u128::from(total.max(1))).min(100);
        let _ = write!(
            line,
            "{percent:3}% {} of {}",
            HumanBytes(bytes),
            HumanBytes(total)
        );
    } else {
        let _ = write!(line, "{}", HumanBytes(bytes));
    }
    let urls = HumanCount(written.urls);
    let name = if written.urls == 1 { "URL" } else { "URLs" };
    let _ = write!(line, ", {}/s, {urls} {name}", HumanBytes(rate));
    if let Some(left) = total.and_then(|total| total.saturating_sub(bytes).checked_div(rate)) {
        let _ = write!(line, ", {} left", HumanDuration(Duration::from_secs(left)));
    }
    if let Some(path) = &written.path {
        let mut shown = Vec::new();
        let _ = write_escaped(&mut shown, path.as_os_str().as_encoded_bytes());
        let _ = write!(line, ", {}", String::from_utf8_lossy(&shown));
    }
    line
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Written, line};

    #[test]
    fn line_has_the_known_parts() {
        let mut written = Written {
            files: 2,
            urls: 12_345,
            path: None,
        };
        let time = Duration::from_secs(4);
        assert_eq!(
            line(4 << 20, None, time, &written),
            "4.00 MiB, 1.00 MiB/s, 12,345 URLs"
        );
        written.path = Some("a\x1bb".into());
        assert_eq!(
            line(4 << 20, Some(16 << 20), time, &written),
            " 25% 4.00 MiB of 16.00 MiB, 1.00 MiB/s, 12,345 URLs, 12 seconds left, a\\x1bb"
        );
        // There is nothing to read.
        let nothing = line(0, Some(0), Duration::ZERO, &Written::default());
        assert_eq!(nothing, "  0% 0 B of 0 B, 0 B/s, 0 URLs");
    }
}
