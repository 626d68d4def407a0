//! The patterns and paths of `grep`.

use std::{
    ffi::OsString,
    fs, io,
    path::{Path, PathBuf},
};

use urlsift_search::SystemReason;
use urlsift_select::{Bounds, Case, InvalidValue, Pattern, Syntax};

use crate::{
    flags::args::{Grep, MatchFlags, SearchFlags},
    options::is_stdin,
    term::streams::Streams,
};

/// Resolves the pattern and the paths of `grep`.
///
/// # Errors
///
/// Returns the invalid value and the reason.
pub(super) fn resolve(
    flags: Grep,
    streams: &Streams,
) -> Result<(Pattern, SearchFlags, Vec<PathBuf>), String> {
    let Grep {
        pattern,
        mut paths,
        matching,
        search,
    } = flags;
    let mut patterns = PatternList {
        not_utf8: if matching.fixed_strings {
            r"not valid UTF-8; without -F, (?-u:\xNN) matches a byte"
        } else {
            r"not valid UTF-8; use (?-u:\xNN) to match a byte"
        },
        patterns: Vec::new(),
        origins: Vec::new(),
    };
    if matching.regexp.is_empty() && matching.pattern_files.is_empty() {
        if let Some(first) = pattern {
            patterns.add(first, "PATTERN")?;
        }
    } else {
        paths.splice(..0, pattern.map(PathBuf::from));
    }
    let syntax = syntax(&matching);
    for pattern in matching.regexp {
        patterns.add(pattern, "--regexp <PATTERN>")?;
    }
    if matching.pattern_files.iter().any(|path| is_stdin(path)) {
        let is_searched = match &search.input.files_from {
            Some(list) => is_stdin(list) || paths.iter().any(|path| is_stdin(path)),
            None => paths.is_empty() || paths.iter().any(|path| is_stdin(path)),
        };
        if is_searched {
            return Err(in_file(
                Path::new("-"),
                "standard input is also searched; name another PATH",
            ));
        }
    }
    for path in matching.pattern_files {
        patterns.add_file(&path, streams)?;
    }
    let pattern = Pattern::new(&patterns.patterns, syntax)
        .map_err(|(index, error)| patterns.describe_error(index, &error))?;
    Ok((pattern, search, paths))
}

fn syntax(matching: &MatchFlags) -> Syntax {
    Syntax {
        fixed: matching.fixed_strings,
        case: match matching {
            MatchFlags {
                ignore_case: true, ..
            } => Case::Ignored,
            MatchFlags {
                smart_case: true, ..
            } => Case::Smart,
            _ => Case::Sensitive,
        },
        bounds: match matching {
            MatchFlags {
                word_regexp: true, ..
            } => Bounds::Word,
            MatchFlags {
                line_regexp: true, ..
            } => Bounds::Whole,
            _ => Bounds::Anywhere,
        },
        invert: matching.invert_match,
    }
}

/// Patterns and their sources, for error messages.
#[derive(Debug)]
struct PatternList {
    /// The reason why a pattern is invalid that is not valid UTF-8.
    not_utf8: &'static str,
    patterns: Vec<String>,
    /// Where each pattern comes from.
    origins: Vec<String>,
}

impl PatternList {
    /// Adds each line of an argument, as POSIX requires of grep. A URL has no line breaks.
    fn add(&mut self, pattern: OsString, argument: &str) -> Result<(), String> {
        let pattern = pattern.into_string().map_err(|pattern| {
            let pattern = pattern.display();
            format!("'{pattern}' for '{argument}': {}", self.not_utf8)
        })?;
        let has_lines = pattern.contains('\n');
        for (index, line) in pattern.split('\n').enumerate() {
            self.push(line, argument, has_lines.then_some(index));
        }
        Ok(())
    }

    /// Adds each line of a file.
    fn add_file(&mut self, path: &Path, streams: &Streams) -> Result<(), String> {
        let text = read(path, streams).map_err(|error| in_file(path, SystemReason(&error)))?;
        // A byte order mark is not part of the first pattern.
        let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&text);
        let argument = format!("--file {}", path.display());
        for (index, line) in text.split_inclusive(|&byte| byte == b'\n').enumerate() {
            let line = line.strip_suffix(b"\n").unwrap_or(line);
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            let pattern = str::from_utf8(line).map_err(|_| {
                let line = line.escape_ascii();
                let reason = format_args!("line {}: '{line}': {}", index + 1, self.not_utf8);
                in_file(path, reason)
            })?;
            self.push(pattern, &argument, Some(index));
        }
        Ok(())
    }

    fn push(&mut self, pattern: &str, argument: &str, index: Option<usize>) {
        self.patterns.push(pattern.to_owned());
        self.origins.push(match index {
            Some(index) => format!("'{argument}', line {}", index + 1),
            None => format!("'{argument}'"),
        });
    }

    fn describe_error(&self, index: usize, error: &InvalidValue) -> String {
        let [pattern, origin] = [&self.patterns, &self.origins]
            .map(|texts| texts.get(index).map_or("", String::as_str));
        format!("'{pattern}' for {origin}: {error}")
    }
}

fn in_file(path: &Path, reason: impl std::fmt::Display) -> String {
    format!("'{}' for '--file <FILE>': {reason}", path.display())
}

fn read(path: &Path, streams: &Streams) -> io::Result<Vec<u8>> {
    if path.as_os_str() != "-" {
        return fs::read(path);
    }
    let mut text = Vec::new();
    streams.stdin().read_to_end(&mut text)?;
    Ok(text)
}
