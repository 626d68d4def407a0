//! How far a run has come, for the user who interrupts it.

use std::{
    collections::VecDeque,
    fmt::Write as _,
    io::{self, Write as _},
    ops::Range,
    path::Path,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use urlsift::escaped;

use super::interrupt;

/// The place up to which everything was written, and how another run can resume there.
static REACHED: Mutex<Option<(Reached, ResumeAdvice)>> = Mutex::new(None);

/// How another run can resume.
#[derive(Clone, Debug, Default)]
pub(crate) struct ResumeAdvice {
    /// Whether the run may have several inputs.
    pub(crate) has_several: bool,
    /// The byte range of each file in which messages must begin to be read; `None` for all.
    pub(crate) range: Option<Range<u64>>,
    /// The flags that a run with a range needs in addition to the flags of this run.
    pub(crate) range_flags: Vec<&'static str>,
}

/// A point in the output, and the place in the inputs that corresponds to it: all output before the point is from input
/// before the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ResumePoint {
    /// The start of an input; `None` for a stream, which cannot be read again.
    Input(Option<Arc<Path>>),
    /// The offset of a message in the current input.
    Message(u64),
}

/// A place in the inputs.
#[derive(Debug, Default)]
struct Reached {
    /// The input; `None` before the first one, and in a stream.
    path: Option<Arc<Path>>,
    /// The offset of a message, in bytes: the output for everything before it was written. `None` if that is known only
    /// for the start of the input.
    offset: Option<u64>,
}

/// The points in the output that has not been written yet.
#[derive(Debug, Default)]
pub(super) struct ResumePoints {
    /// The number of bytes that were written.
    written: u64,
    /// The points, each with the number of output bytes before it. All but the last ones are in the output buffer,
    /// whose size bounds their number.
    pending: VecDeque<(u64, ResumePoint)>,
}

/// Arranges for a signal to report the place before it ends the process.
pub(crate) fn report_on_signal(advice: ResumeAdvice) {
    *lock() = Some((Reached::default(), advice));
    interrupt::on_exit(report);
}

fn lock() -> MutexGuard<'static, Option<(Reached, ResumeAdvice)>> {
    // The value is valid even if a thread has panicked.
    REACHED.lock().unwrap_or_else(PoisonError::into_inner)
}

impl ResumePoints {
    /// Returns the number of bytes that were written.
    pub(super) fn written(&self) -> u64 {
        self.written
    }

    /// Adds points, each with the number of bytes before it.
    pub(super) fn add(&mut self, points: impl IntoIterator<Item = (u64, ResumePoint)>) {
        self.pending.extend(points);
        self.update();
    }

    /// Notes that the system has accepted the next bytes.
    pub(super) fn advance(&mut self, bytes: usize) {
        self.written += bytes as u64;
        self.update();
    }

    /// Sets the place to the last point before which everything was written.
    fn update(&mut self) {
        let count = self.pending.partition_point(|(at, _)| *at <= self.written);
        if count == 0 {
            return;
        }
        let mut current = lock();
        for (_, point) in self.pending.drain(..count) {
            if let Some((reached, _)) = &mut *current {
                reached.advance_to(point);
            }
        }
    }
}

impl Reached {
    fn advance_to(&mut self, point: ResumePoint) {
        match point {
            ResumePoint::Input(path) => *self = Self { path, offset: None },
            ResumePoint::Message(offset) => self.offset = Some(offset),
        }
    }
}

/// Reports the place on standard error, once.
pub(crate) fn report() {
    let reached = lock().take();
    if let Some(line) = reached.and_then(|(reached, advice)| line(&reached, &advice)) {
        // If standard error fails, there is nowhere to report it.
        let _ = io::stderr().write_all(line.as_bytes());
    }
}

/// Returns the line to report. `None` if another run would begin where this one did.
fn line(reached: &Reached, advice: &ResumeAdvice) -> Option<String> {
    let path = reached.path.as_ref()?.as_os_str().as_encoded_bytes();
    let argument = shell_word(path);
    let path = escaped(path);
    let start = advice.range.as_ref().map_or(0, |range| range.start);
    let place = match reached.offset.filter(|offset| *offset > start) {
        Some(offset) => {
            let flags = advice.range_flags.iter().map(|flag| format!("{flag} "));
            let flags: String = flags.collect();
            let range = range(offset, advice.range.as_ref());
            format!(
                "interrupted at byte {offset} of {path}: resume with {flags}--range {range} {argument}"
            )
        }
        None if advice.has_several => format!("interrupted in {path}: resume with this file"),
        None => return None,
    };
    let then = match &advice.range {
        _ if !advice.has_several => String::new(),
        None => ", then the files after it".to_owned(),
        Some(of_all) => {
            let range = range(of_all.start, Some(of_all));
            format!(", then the files after it with --range {range}")
        }
    };
    Some(format!("urlsift: {place}{then}\n"))
}

/// Returns a path as a word of a shell. Bytes that a terminal would not show as they are become octal escapes in
/// `$'...'` (POSIX.1-2024, section 2.2.4).
fn shell_word(path: &[u8]) -> String {
    // A name that begins with `-` would be a flag.
    let prefix = if path.starts_with(b"-") { "./" } else { "" };
    let text = escaped(path);
    let path = [prefix.as_bytes(), path].concat();
    if text.as_bytes() == &path[prefix.len()..]
        && let Ok(quoted) = shlex::try_quote(&format!("{prefix}{text}"))
    {
        return quoted.into_owned();
    }
    let mut word = String::from("$'");
    for byte in path {
        match byte {
            b'\'' | b'\\' => word.extend(['\\', char::from(byte)]),
            b' '..=b'~' => word.push(char::from(byte)),
            _ => {
                let _ = write!(word, "\\{byte:03o}");
            }
        }
    }
    word.push('\'');
    word
}

/// Returns the argument for a range that ends where another one does.
fn range(start: u64, of_all: Option<&Range<u64>>) -> String {
    match of_all.map(|range| range.end) {
        None | Some(u64::MAX) => format!("{start}:"),
        Some(end) => format!("{start}:{end}"),
    }
}

#[cfg(test)]
mod tests {
    use std::{path::Path, sync::Arc};

    use super::{Reached, ResumeAdvice, ResumePoint, line, shell_word};

    fn reached(points: impl IntoIterator<Item = ResumePoint>) -> Reached {
        let mut reached = Reached::default();
        points
            .into_iter()
            .for_each(|point| reached.advance_to(point));
        reached
    }

    fn input(path: &str) -> ResumePoint {
        ResumePoint::Input(Some(Arc::from(Path::new(path))))
    }

    #[test]
    fn lines_name_the_place() {
        let one = ResumeAdvice::default();
        let several = ResumeAdvice {
            has_several: true,
            ..ResumeAdvice::default()
        };
        let in_message = reached([input("b"), input("a\x1b.mbox"), ResumePoint::Message(17)]);
        let expected = "urlsift: interrupted at byte 17 of a\\x1b.mbox: resume with --range 17: $'a\\033.mbox'\n";
        assert_eq!(line(&in_message, &one).as_deref(), Some(expected));
        let odd = reached([input("-a b"), ResumePoint::Message(17)]);
        let expected =
            "urlsift: interrupted at byte 17 of -a b: resume with --range 17: './-a b'\n";
        assert_eq!(line(&odd, &one).as_deref(), Some(expected));
        assert_eq!(shell_word(b"M\xe4rz '95"), "$'M\\344rz \\'95'");
        assert_eq!(shell_word("M\u{e4}rz".as_bytes()), "'M\u{e4}rz'");
        let at_start = reached([input("a"), ResumePoint::Message(0)]);
        assert_eq!(line(&at_start, &one), None);
        let expected =
            "urlsift: interrupted in a: resume with this file, then the files after it\n";
        assert_eq!(line(&at_start, &several).as_deref(), Some(expected));
        assert_eq!(
            line(&reached([input("a")]), &several).as_deref(),
            Some(expected)
        );
        assert_eq!(line(&reached([]), &several), None);
        assert_eq!(
            line(&reached([input("a"), ResumePoint::Input(None)]), &several),
            None
        );
    }

    #[test]
    fn lines_repeat_the_end_of_a_range() {
        let mut advice = ResumeAdvice {
            has_several: true,
            range: Some(10..99),
            range_flags: vec!["-N", "--no-column"],
        };
        let first = reached([input("a"), ResumePoint::Message(10)]);
        let expected = "urlsift: interrupted in a: resume with this file, then the files after it with --range 10:99\n";
        assert_eq!(line(&first, &advice).as_deref(), Some(expected));
        let later = reached([input("a"), ResumePoint::Message(17)]);
        advice.range = Some(10..u64::MAX);
        let expected = "urlsift: interrupted at byte 17 of a: resume with -N --no-column --range 17: a, \
            then the files after it with --range 10:\n";
        assert_eq!(line(&later, &advice).as_deref(), Some(expected));
        advice.has_several = false;
        advice.range = Some(10..99);
        let expected =
            "urlsift: interrupted at byte 17 of a: resume with -N --no-column --range 17:99 a\n";
        assert_eq!(line(&later, &advice).as_deref(), Some(expected));
    }
}
