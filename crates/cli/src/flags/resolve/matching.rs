//! What `grep` looks for, and where.

use std::{
    ffi::OsString,
    fs,
    io::{self, Read},
    path::{Path, PathBuf},
};

use urlsift_search::SystemReason;

use crate::{
    flags::args::{Common, Grep, Matching},
    select::pattern::{Bounds, Case, Pattern, Syntax},
};

/// What to look for, and where; or which value is no good.
pub(super) fn resolve(grep: Grep) -> Result<(Pattern, Common, Vec<PathBuf>), String> {
    let Grep {
        pattern,
        mut paths,
        matching,
        common,
    } = grep;
    let mut given = Given::default();
    if matching.regexp.is_empty() && matching.pattern_files.is_empty() {
        if let Some(first) = pattern {
            given.add(first, "PATTERN")?;
        }
    } else {
        paths.splice(..0, pattern.map(PathBuf::from));
    }
    let syntax = syntax(&matching);
    for pattern in matching.regexp {
        given.add(pattern, "--regexp <PATTERN>")?;
    }
    let is_stdin = |path: &PathBuf| path.as_os_str() == "-";
    if matching.pattern_files.iter().any(is_stdin) {
        let lists = &common.lists;
        let is_searched = match &lists.files_from {
            Some(list) => is_stdin(list) || paths.iter().any(is_stdin),
            None => paths.is_empty() || paths.iter().any(is_stdin),
        };
        if is_searched {
            return Err(of_file(
                Path::new("-"),
                "it is also what is searched; name another PATH",
            ));
        }
    }
    for path in matching.pattern_files {
        given.add_file(&path)?;
    }
    let pattern = Pattern::new(&given.patterns, syntax)
        .map_err(|(index, error)| given.is_wrong(index, &error))?;
    Ok((pattern, common, paths))
}

fn syntax(matching: &Matching) -> Syntax {
    Syntax {
        fixed: matching.fixed_strings,
        case: match matching {
            Matching {
                ignore_case: true, ..
            } => Case::Ignored,
            Matching {
                smart_case: true, ..
            } => Case::Smart,
            _ => Case::Sensitive,
        },
        bounds: match matching {
            Matching {
                word_regexp: true, ..
            } => Bounds::Word,
            Matching {
                line_regexp: true, ..
            } => Bounds::Whole,
            _ => Bounds::Anywhere,
        },
        invert: matching.invert_match,
    }
}

/// Patterns, and where each was given.
#[derive(Debug, Default)]
struct Given {
    patterns: Vec<String>,
    places: Vec<Place>,
}

/// Where patterns were given, from the one at an index on.
#[derive(Debug)]
struct Place {
    first: usize,
    argument: String,
    has_lines: bool,
}

impl Given {
    fn add(&mut self, pattern: OsString, argument: &str) -> Result<(), String> {
        let pattern = pattern.into_string().map_err(|pattern| {
            let pattern = pattern.display();
            format!("'{pattern}' for '{argument}': {NOT_UTF8}")
        })?;
        self.begin(argument.to_owned(), false);
        self.patterns.push(pattern);
        Ok(())
    }

    /// Adds each line of a file.
    fn add_file(&mut self, path: &Path) -> Result<(), String> {
        let text = read(path).map_err(|error| of_file(path, SystemReason(&error)))?;
        // A byte order mark is no part of the first pattern.
        let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&text);
        self.begin(format!("--file {}", path.display()), true);
        for (index, line) in text.split_inclusive(|&byte| byte == b'\n').enumerate() {
            let line = line.strip_suffix(b"\n").unwrap_or(line);
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            let pattern = str::from_utf8(line).map_err(|_| {
                let line = line.escape_ascii();
                let reason = format_args!("line {}: '{line}': {NOT_UTF8}", index + 1);
                of_file(path, reason)
            })?;
            self.patterns.push(pattern.to_owned());
        }
        Ok(())
    }

    fn begin(&mut self, argument: String, has_lines: bool) {
        self.places.push(Place {
            first: self.patterns.len(),
            argument,
            has_lines,
        });
    }

    /// Says what is wrong with the pattern at an index.
    fn is_wrong(&self, index: usize, error: &regex::Error) -> String {
        let pattern = self.patterns.get(index).map_or("", String::as_str);
        // A file without lines begins where the next place does.
        let place = self.places.iter().rfind(|place| place.first <= index);
        match place {
            Some(place) if place.has_lines => {
                let Place {
                    argument, first, ..
                } = place;
                let line = index - first + 1;
                format!("'{pattern}' for '{argument}', line {line}: {error}")
            }
            Some(Place { argument, .. }) => format!("'{pattern}' for '{argument}': {error}"),
            None => format!("'{pattern}': {error}"),
        }
    }
}

const NOT_UTF8: &str = r"it is not UTF-8; write (?-u:\xNN) for a byte";

fn of_file(path: &Path, reason: impl std::fmt::Display) -> String {
    format!("'{}' for '--file <FILE>': {reason}", path.display())
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    if path.as_os_str() != "-" {
        return fs::read(path);
    }
    let mut text = Vec::new();
    io::stdin().read_to_end(&mut text)?;
    Ok(text)
}
