//! The progress line, at the bottom of the terminal on standard error.

use std::sync::{Mutex, MutexGuard, PoisonError};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// The progress bar, once it is drawn.
static BAR: Mutex<Option<ProgressBar>> = Mutex::new(None);

fn bar() -> MutexGuard<'static, Option<ProgressBar>> {
    // The value is valid even if a thread has panicked.
    BAR.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Calls a function that writes to the terminal, with the line hidden in the meantime.
pub(crate) fn suspended<R>(write: impl FnOnce() -> R) -> R {
    match &*bar() {
        Some(bar) => bar.suspend(write),
        None => write(),
    }
}

/// Removes the line, unless another thread is writing, which may block.
pub(crate) fn clear() {
    if let Ok(bar) = BAR.try_lock()
        && let Some(bar) = &*bar
    {
        bar.finish_and_clear();
    }
}

/// Starts to draw the line.
pub(crate) fn begin() {
    *bar() = Some(new_bar());
}

/// Redraws the line if it is shown.
pub(crate) fn draw(line: String) {
    let bar = bar().clone();
    if let Some(bar) = bar {
        bar.set_message(line);
    }
}

fn new_bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_msg}");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_spinner());
    let target = ProgressDrawTarget::stderr_with_hz(10);
    ProgressBar::with_draw_target(None, target).with_style(style)
}
