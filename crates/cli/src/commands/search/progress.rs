//! The progress of a search: a line on a terminal, or JSON each second.

use std::{
    fmt::Write as _,
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, MutexGuard, OnceLock, PoisonError,
        mpsc::{RecvTimeoutError, Sender, channel},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use indicatif::{HumanBytes, HumanCount, HumanDuration};
use urlsift_record::write_escaped;
use urlsift_search::{Input, Progress};

use crate::{
    options::{InputOptions, ProgressShow, SearchOptions},
    report::json::{self, ProgressReport},
    term::{interrupt, progress_line},
};

/// A run that is shorter has no line.
const SHORT: Duration = Duration::from_secs(2);

/// How often the line is drawn anew, and how often there is JSON.
const LINE: Duration = Duration::from_millis(150);
const JSON: Duration = Duration::from_secs(1);

/// What is known of a search while it goes on.
#[derive(Debug)]
struct Shared {
    input: InputOptions,
    begun: Instant,
    read: Arc<Progress>,
    /// All bytes of all inputs, once they are known, if they can be.
    total: OnceLock<Option<u64>>,
    written: Mutex<Written>,
}

/// What was written.
#[derive(Clone, Debug, Default)]
struct Written {
    files: u64,
    urls: u64,
    path: Option<PathBuf>,
}

/// Says how far a search has come, on a thread of its own, until it is dropped.
#[derive(Debug)]
pub(crate) struct ProgressWatch {
    shared: Arc<Shared>,
    thread: Option<(Sender<()>, JoinHandle<()>)>,
}

impl ProgressWatch {
    /// Begins, if anybody is to be told; where no thread is to be had, nobody is.
    pub(crate) fn start(options: &SearchOptions) -> Option<Self> {
        let is_json = match options.progress {
            ProgressShow::Json => true,
            ProgressShow::Line => false,
            ProgressShow::Nothing => return None,
        };
        let shared = Arc::new(Shared {
            input: options.input.clone(),
            begun: Instant::now(),
            read: Arc::default(),
            total: OnceLock::new(),
            written: Mutex::default(),
        });
        interrupt::on_exit(progress_line::clear);
        let (stop, stopped) = channel();
        let here = Arc::clone(&shared);
        let tell = move || {
            let is_over = |wait| stopped.recv_timeout(wait) != Err(RecvTimeoutError::Timeout);
            if is_json {
                here.count_all();
                while !is_over(JSON) {
                    here.print();
                }
                here.print();
            } else if !is_over(SHORT) {
                here.count_all();
                progress_line::begin();
                while !is_over(LINE) {
                    here.draw();
                }
                progress_line::clear();
            }
        };
        let thread = thread::Builder::new()
            .name("progress".into())
            .spawn(tell)
            .ok()?;
        Some(Self {
            shared,
            thread: Some((stop, thread)),
        })
    }

    /// Where the reading is to tell how far it is.
    pub(crate) fn read(&self) -> Arc<Progress> {
        Arc::clone(&self.shared.read)
    }

    /// Notes what was written, and of which input that was.
    pub(crate) fn written(&self, files: u64, urls: u64, input: &Path) {
        let mut written = self.shared.written();
        written.files = files;
        written.urls = urls;
        if written.path.as_deref() != Some(input) {
            written.path = Some(input.into());
        }
    }
}

impl Drop for ProgressWatch {
    /// The last that is said is said before what follows.
    fn drop(&mut self) {
        if let Some((stop, thread)) = self.thread.take() {
            drop(stop);
            // It has nothing to say of a panic.
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn written(&self) -> MutexGuard<'_, Written> {
        // A thread that panics here leaves nothing half done.
        self.written.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds up what all inputs have, on a thread that nobody waits for.
    fn count_all(self: &Arc<Self>) {
        if !self.input.can_be_counted() {
            return;
        }
        let here = Arc::clone(self);
        let count = move || {
            let mut total = 0_u64;
            for input in here.input.inputs().flatten() {
                let Some(len) = len(&input) else {
                    let _ = here.total.set(None);
                    return;
                };
                total = total.saturating_add(len);
            }
            let _ = here.total.set(Some(total));
        };
        // Without it the total is not known.
        let _ = thread::Builder::new().name("total".into()).spawn(count);
    }

    /// How many bytes are done, and how many there are.
    fn bytes(&self) -> (u64, Option<u64>) {
        let total = self.total.get().copied().flatten();
        let bytes = self.read.bytes();
        (bytes.min(total.unwrap_or(u64::MAX)), total)
    }

    fn print(&self) {
        let (bytes, total) = self.bytes();
        let Written { files, urls, path } = self.written().clone();
        let progress = ProgressReport {
            bytes,
            total,
            files,
            urls,
            time: self.begun.elapsed(),
            path: path.as_deref(),
        };
        let mut line = Vec::new();
        // A vector takes everything; and where standard error is gone, nobody is left to be told.
        let _ = json::progress(&mut line, progress);
        let _ = io::stderr().write_all(&line);
    }

    fn draw(&self) {
        let written = self.written().clone();
        let (bytes, total) = self.bytes();
        let line = line(bytes, total, self.begun.elapsed(), &written);
        progress_line::draw(line);
    }
}

/// How many bytes an input has, if that is known.
fn len(input: &Input) -> Option<u64> {
    match input {
        Input::Path(path) | Input::File(path) => {
            let metadata = fs::metadata(path).ok()?;
            metadata.is_file().then_some(metadata.len())
        }
        _ => None,
    }
}

/// ` 37% 1.21 GiB of 3.26 GiB, 412.07 MiB/s, 12,345 URLs, 5 seconds left, Mail/a.mbox`, without what is
/// not known.
fn line(bytes: u64, total: Option<u64>, time: Duration, written: &Written) -> String {
    let rate = u128::from(bytes) * 1000 / time.as_millis().max(1);
    let rate = u64::try_from(rate).unwrap_or(u64::MAX);
    let mut line = String::new();
    // A string takes everything.
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
    fn the_line_says_what_is_known() {
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
        // Nothing was read, and there is nothing to be read.
        let nothing = line(0, Some(0), Duration::ZERO, &Written::default());
        assert_eq!(nothing, "  0% 0 B of 0 B, 0 B/s, 0 URLs");
    }
}
