//! `urlsift_scan_file`.

use std::{
    ffi::{CString, OsStr, c_char, c_int, c_void},
    ops::ControlFlow,
    path::{Path, PathBuf},
    ptr,
    sync::Arc,
};

use urlsift_search::{Error, FileSink, Format, Input, ReadOptions, Searcher, Sink, Skip};

use crate::{
    find::options,
    link::Link,
    links::Links,
    memory,
    options::Options,
    select::wanted,
    status::{Failure, status_of},
};

/// Receives the links of a file, one after the other, on the thread that called urlsift_scan_file.
///
/// `link` is the next link, or null if something could not be read: then `error` says what and why, in a line of
/// English that ends with a NUL. Both are valid until the function returns. It returns 0 to continue the search, and
/// any other value to end it. It must return: it must neither throw an exception nor call longjmp.
pub type Callback = Option<
    unsafe extern "C" fn(link: *const Link, error: *const c_char, user: *mut c_void) -> c_int,
>;

/// Finds the links in a file: an archive of mail or news, a message, or a text, which may be compressed or in a
/// container, such as a zip. The kind of the file is recognised by its content. Memory is bounded, whatever the file's
/// size.
///
/// `path` ends with a NUL. `user` is passed to the callback.
///
/// Returns URLSIFT_UNREADABLE if something could not be read; everything else is searched.
///
/// Not all builds of the library have this function: a program that uses it defines URLSIFT_SEARCH.
// Repeats the condition of `lib.rs`, because cbindgen reads this file alone.
#[cfg(feature = "search")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_scan_file(
    path: *const c_char,
    options: *const Options,
    callback: Callback,
    user: *mut c_void,
) -> c_int {
    status_of(|| {
        // SAFETY: the caller promises it.
        let path = path_of(unsafe { memory::c_string(path) }?)?;
        // SAFETY: the caller promises it.
        let options = unsafe { self::options(options) };
        let call = callback.ok_or(Failure::InvalidArgument)?;
        let mut report = Report {
            options,
            path: Arc::from([]),
            // SAFETY: the pointers are valid, and the caller promises the rest.
            call: |link, error| unsafe { call(link, error, user) } == 0,
            was_stopped: false,
            had_errors: false,
        };
        let mut searcher = Searcher::with(options.sifter(ReadOptions::new()));
        searcher.search(&Input::Path(path), &mut report);
        if report.was_stopped {
            Err(Failure::Stopped)
        } else if report.had_errors {
            Err(Failure::Unreadable)
        } else {
            Ok(())
        }
    })
}

/// Returns the path that C passes in. On Unix, it may have any bytes; elsewhere it must be UTF-8.
fn path_of(bytes: &[u8]) -> Result<PathBuf, Failure> {
    #[cfg(unix)]
    let path: Option<&OsStr> = Some(std::os::unix::ffi::OsStrExt::from_bytes(bytes));
    #[cfg(not(unix))]
    let path = str::from_utf8(bytes).ok().map(OsStr::new);
    path.map(PathBuf::from).ok_or(Failure::NotUtf8)
}

#[cfg(unix)]
fn bytes_of(path: &Path) -> Arc<[u8]> {
    use std::os::unix::ffi::OsStrExt;
    Arc::from(path.as_os_str().as_bytes())
}

#[cfg(not(unix))]
fn bytes_of(path: &Path) -> Arc<[u8]> {
    Arc::from(path.to_string_lossy().as_bytes())
}

/// Passes links and errors to the callback.
struct Report<'o, F> {
    options: &'o Options,
    path: Arc<[u8]>,
    /// Calls the callback. Returns whether the search continues.
    call: F,
    was_stopped: bool,
    had_errors: bool,
}

impl<F: FnMut(*const Link, *const c_char) -> bool> Report<'_, F> {
    fn report(&mut self, link: *const Link, error: *const c_char) -> ControlFlow<Skip> {
        // After it has stopped the search, the callback is not called again, whatever happens until the search ends.
        self.was_stopped = self.was_stopped || !(self.call)(link, error);
        if self.was_stopped {
            return ControlFlow::Break(Skip::Input);
        }
        ControlFlow::Continue(())
    }
}

impl<F: FnMut(*const Link, *const c_char) -> bool> Sink for Report<'_, F> {
    fn link(&mut self, link: &urlsift::Link<'_>) -> ControlFlow<Skip> {
        let Some(record) = wanted(link, self.options, &self.path) else {
            return ControlFlow::Continue(());
        };
        let links = Links::new(vec![record]);
        match links.get(0) {
            Some(link) => self.report(&raw const link, ptr::null()),
            None => ControlFlow::Continue(()),
        }
    }
}

impl<F: FnMut(*const Link, *const c_char) -> bool> FileSink for Report<'_, F> {
    fn begin(&mut self, path: &Path, _: &[Format]) -> ControlFlow<Skip> {
        self.path = bytes_of(path);
        if self.was_stopped {
            return ControlFlow::Break(Skip::Input);
        }
        ControlFlow::Continue(())
    }

    fn error(&mut self, error: Error) {
        self.had_errors = true;
        let text = error.to_string().replace('\0', "\u{fffd}");
        if let Ok(text) = CString::new(text) {
            // If the callback stops the search here, it ends at the next link or file.
            let _ = self.report(ptr::null(), text.as_ptr());
        }
    }
}
