//! Shows progress on a separate thread: a line on a terminal, or JSON objects.

use std::{
    io,
    sync::{
        Arc,
        mpsc::{RecvTimeoutError, Sender, channel},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

use super::{interrupt, progress_line, shortage::report_thread_shortage, streams::Streams};

/// The time after which the progress line appears.
const LINE_DELAY: Duration = Duration::from_secs(2);

/// The time between redraws of the progress line.
const LINE_INTERVAL: Duration = Duration::from_millis(150);

/// The time between JSON objects.
const JSON_INTERVAL: Duration = Duration::from_secs(1);

/// The state of a run that is shown.
pub(crate) trait ProgressSource: Send + Sync + 'static {
    /// Called before the progress is shown for the first time.
    fn begin(self: &Arc<Self>) {}

    /// Called before the last object.
    fn end(&self) {}

    /// Returns the line.
    fn line(&self) -> String;

    /// Prints the object, on a line.
    fn json(&self, out: &mut Vec<u8>) -> io::Result<()>;
}

/// Shows progress until it is dropped.
#[derive(Debug)]
pub(crate) struct ProgressThread {
    thread: Option<(Sender<()>, JoinHandle<()>)>,
}

impl ProgressThread {
    /// Starts to show progress, as JSON or as a line. Returns `None` if the thread cannot be started.
    pub(crate) fn start<S: ProgressSource>(
        source: &Arc<S>,
        is_json: bool,
        streams: &Streams,
    ) -> Option<Self> {
        interrupt::on_exit(progress_line::clear);
        let (stop, stopped) = channel();
        let source = Arc::clone(source);
        let out = streams.clone();
        let show = move || {
            let is_stopped = |wait| stopped.recv_timeout(wait) != Err(RecvTimeoutError::Timeout);
            if is_json {
                source.begin();
                while !is_stopped(JSON_INTERVAL) {
                    print(&*source, &out);
                }
                source.end();
                print(&*source, &out);
            } else if !is_stopped(LINE_DELAY) {
                source.begin();
                progress_line::begin();
                while !is_stopped(LINE_INTERVAL) {
                    progress_line::draw(source.line());
                }
                progress_line::clear();
            }
        };
        match thread::Builder::new().name("progress".into()).spawn(show) {
            Ok(thread) => Some(Self {
                thread: Some((stop, thread)),
            }),
            Err(error) => {
                report_thread_shortage(streams, &error);
                None
            }
        }
    }
}

impl Drop for ProgressThread {
    /// Waits for the last report, so that it precedes other output.
    fn drop(&mut self) {
        if let Some((stop, thread)) = self.thread.take() {
            drop(stop);
            // A panic of the thread does not affect the run.
            let _ = thread.join();
        }
    }
}

fn print(source: &impl ProgressSource, streams: &Streams) {
    let mut line = Vec::new();
    // Writing to a vector does not fail. If standard error fails, there is nowhere to report it.
    let _ = source.json(&mut line);
    let _ = streams.write_err(&line);
}
