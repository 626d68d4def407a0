//! Lists of paths.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read},
    path::PathBuf,
};

use crate::error::Error;

/// The maximum length of a path in bytes. Systems allow 4 KiB, some 64.
const MAX_PATH: usize = 64 << 10;

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The terminator of each path in a [`PathList`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum PathEnd {
    /// LF or CRLF. A byte order mark before the first path is ignored.
    #[default]
    Line,
    /// NUL, which no path contains.
    Nul,
}

/// A file that names other files, one path per line, as `find` prints them.
///
/// The list is opened when the first path is needed, and read incrementally: only the current path, of at most
/// 64 KiB, and a buffer are in memory. An empty line is an error, and so is a line that is too long; the lines
/// after it are read.
#[derive(Debug)]
pub struct PathList {
    path: PathBuf,
    end: PathEnd,
    state: ListState,
    /// The number of lines begun.
    lines: u64,
}

#[derive(Debug)]
enum ListState {
    Closed,
    Open(BufReader<ListSource>),
    Over,
}

#[derive(Debug)]
enum ListSource {
    /// A file, and whether it is a regular file; reading from any other file may block.
    File(File, bool),
    Stdin(io::Stdin),
}

impl Read for ListSource {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::File(file, _) => file.read(into),
            Self::Stdin(stdin) => stdin.read(into),
        }
    }
}

/// A line of a list.
enum ListLine {
    Line(Vec<u8>),
    TooLong,
    /// There are no more lines.
    End,
}

impl ListLine {
    /// Removes the byte order mark. A list of nothing else has no lines.
    fn without_mark(self) -> Self {
        match self {
            Self::Line(line) if line == BYTE_ORDER_MARK => Self::End,
            Self::Line(mut line) if line.starts_with(BYTE_ORDER_MARK) => {
                line.drain(..BYTE_ORDER_MARK.len());
                Self::Line(line)
            }
            other => other,
        }
    }
}

impl PathList {
    /// Creates a list that is read from a file, or from standard input if `path` is `-`.
    #[must_use]
    pub fn new(path: PathBuf, end: PathEnd) -> Self {
        Self {
            path,
            end,
            state: ListState::Closed,
            lines: 0,
        }
    }

    fn is_stdin(&self) -> bool {
        self.path.as_os_str() == "-"
    }

    /// Returns whether reading the next path may block.
    pub(super) fn may_wait(&self) -> bool {
        match &self.state {
            // Opening a FIFO waits for its writer.
            ListState::Closed => true,
            ListState::Open(reader) => {
                let is_there = matches!(reader.get_ref(), ListSource::File(_, true));
                !is_there && !reader.buffer().contains(&self.delimiter())
            }
            ListState::Over => false,
        }
    }

    fn delimiter(&self) -> u8 {
        match self.end {
            PathEnd::Line => b'\n',
            PathEnd::Nul => 0,
        }
    }

    fn open(&self) -> io::Result<BufReader<ListSource>> {
        let source = if self.is_stdin() {
            ListSource::Stdin(io::stdin())
        } else {
            let file = File::open(&self.path)?;
            let is_file = file.metadata()?.is_file();
            ListSource::File(file, is_file)
        };
        Ok(BufReader::with_capacity(MAX_PATH, source))
    }

    /// Ends the list and returns the error.
    fn fail(&mut self, error: io::Error) -> Error {
        self.state = ListState::Over;
        Error::io(&self.path, error)
    }

    /// Checks a line, and returns its path.
    fn entry(&self, mut line: Vec<u8>) -> Result<PathBuf, Error> {
        if self.end == PathEnd::Line && line.ends_with(b"\r") {
            line.pop();
        }
        if line.is_empty() {
            return Err(self.line_error("an empty line names no file"));
        }
        if self.end == PathEnd::Line && line.contains(&0) {
            return Err(
                self.line_error("a NUL in a file name; a list whose names end with NUL needs -0")
            );
        }
        if self.is_stdin() && line == b"-" {
            return Err(self.line_error("standard input is the list itself"));
        }
        Ok(path_of(line))
    }

    /// Returns the error for the current line.
    fn line_error(&self, reason: &'static str) -> Error {
        Error::list(&self.path, self.lines, reason)
    }
}

impl Iterator for PathList {
    type Item = Result<PathBuf, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let delimiter = self.delimiter();
        if matches!(self.state, ListState::Closed) {
            match self.open() {
                Ok(reader) => self.state = ListState::Open(reader),
                Err(error) => return Some(Err(self.fail(error))),
            }
        }
        let ListState::Open(reader) = &mut self.state else {
            return None;
        };
        let mut line = match read_line(reader, delimiter) {
            Ok(line) => line,
            Err(error) => return Some(Err(self.fail(error))),
        };
        // Editors of Windows write a mark before the first name.
        if self.end == PathEnd::Line && self.lines == 0 {
            line = line.without_mark();
        }
        self.lines += 1;
        match line {
            ListLine::Line(line) => Some(self.entry(line)),
            ListLine::TooLong => Some(Err(self.line_error("it is longer than any path"))),
            ListLine::End => {
                self.state = ListState::Over;
                None
            }
        }
    }
}

/// Reads a line, without its terminator. A line that is too long is dropped.
fn read_line(reader: &mut BufReader<ListSource>, delimiter: u8) -> io::Result<ListLine> {
    let mut line = Vec::new();
    let max = MAX_PATH as u64 + 1;
    let len = reader.by_ref().take(max).read_until(delimiter, &mut line)?;
    if len == 0 {
        return Ok(ListLine::End);
    }
    if line.last() == Some(&delimiter) {
        line.pop();
        return Ok(ListLine::Line(line));
    }
    if len <= MAX_PATH {
        return Ok(ListLine::Line(line));
    }
    reader.skip_until(delimiter)?;
    Ok(ListLine::TooLong)
}

#[cfg(unix)]
fn path_of(bytes: Vec<u8>) -> PathBuf {
    use std::{ffi::OsString, os::unix::ffi::OsStringExt};

    OsString::from_vec(bytes).into()
}

/// On these systems, a path that is not UTF-8 names no file, and is not found.
#[cfg(not(unix))]
fn path_of(bytes: Vec<u8>) -> PathBuf {
    String::from_utf8_lossy(&bytes).into_owned().into()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{MAX_PATH, PathEnd, PathList};

    fn entries(text: &[u8], end: PathEnd) -> Vec<String> {
        let dir = tempfile::tempdir().expect("a directory");
        let list = dir.path().join("list");
        fs::write(&list, text).expect("a file");
        PathList::new(list, end)
            .map(|entry| match entry {
                Ok(path) => path.display().to_string(),
                Err(error) => error.to_string(),
            })
            .collect()
    }

    #[test]
    fn a_path_ends_with_its_line_or_its_nul() {
        assert_eq!(
            entries(b"a\nb c\r\n\td", PathEnd::Line),
            ["a", "b c", "\td"]
        );
        assert_eq!(entries(b"a\nb\r\0-\0", PathEnd::Nul), ["a\nb\r", "-"]);
        assert!(entries(b"", PathEnd::Line).is_empty());
        let marked = "\u{feff}a\n\u{feff}b";
        assert_eq!(
            entries(marked.as_bytes(), PathEnd::Line),
            ["a", "\u{feff}b"]
        );
        assert_eq!(entries(marked.as_bytes(), PathEnd::Nul), [marked]);
        assert!(entries("\u{feff}".as_bytes(), PathEnd::Line).is_empty());
    }

    #[test]
    fn a_line_that_names_nothing_is_reported_and_skipped() {
        let empty = "line 2: an empty line names no file";
        assert_eq!(entries(b"a\n\nb\n", PathEnd::Line), ["a", empty, "b"]);
        assert_eq!(entries(b"a\n\r\nb\n", PathEnd::Line), ["a", empty, "b"]);
        assert_eq!(entries(b"a\0\0b\0", PathEnd::Nul), ["a", empty, "b"]);
    }

    #[test]
    fn a_line_that_is_longer_than_any_path_is_reported_and_skipped() {
        let longest = "x".repeat(MAX_PATH);
        let text = format!("{longest}\n{longest}y\nz\n{longest}{longest}{longest}");
        let too_long = |line| format!("line {line}: it is longer than any path");
        let expected = [longest, too_long(2), "z".into(), too_long(4)];
        assert_eq!(entries(text.as_bytes(), PathEnd::Line), expected);
    }

    #[test]
    fn a_missing_list_is_one_error() {
        let mut list = PathList::new("/no/such/list".into(), PathEnd::Line);
        assert!(list.may_wait());
        let error = list.next().expect("an error").expect_err("no list");
        assert_eq!(error.path().to_str(), Some("/no/such/list"));
        assert!(list.next().is_none());
        assert!(!list.may_wait());
    }
}
