//! Selects the files of directories by their paths.

use std::{error, fmt, path::Path};

use globset::{Candidate, Glob, GlobBuilder, GlobSet};

/// The maximum depth of nested braces. The library that compiles globs, and the regexes that they become, is recursive.
const MAX_DEPTH: usize = 100;

/// Globs that select the files to read in directories: the included files, or all files if there are no globs to
/// include, except the excluded ones.
///
/// A glob matches the end of a path, starting at any component; a glob that begins with a slash must match the whole
/// path. `*` and `?` do not match a slash, `**` matches any number of directories, `[a-z]` matches one byte of a
/// class and `{a,b}` one of several alternatives. A backslash escapes the next character. A leading dot is not
/// special.
///
/// ```
/// use urlsift_search::Globs;
///
/// let globs = Globs::new(&["*.mbox", "199?/*"], &["old/"])?;
/// assert!(globs.has_includes());
/// assert!(globs.includes("Mail/in.mbox".as_ref()));
/// assert!(globs.includes("news/1995/7".as_ref()));
/// assert!(!globs.includes("Mail/notes".as_ref()));
/// assert!(globs.prunes("Mail/old".as_ref()));
/// # Ok::<_, urlsift_search::InvalidGlob>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Globs {
    /// `None`: every file.
    include: Option<GlobSet>,
    exclude: GlobSet,
    exclude_dirs: GlobSet,
}

/// The error for an invalid glob.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidGlob {
    glob: String,
    reason: String,
}

impl InvalidGlob {
    fn new(glob: &str, reason: impl fmt::Display) -> Self {
        Self {
            glob: glob.into(),
            reason: reason.to_string(),
        }
    }

    /// Returns the glob as it was passed.
    #[must_use]
    pub fn glob(&self) -> &str {
        &self.glob
    }
}

impl fmt::Display for InvalidGlob {
    /// Formats the reason without the glob, which the caller adds.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl error::Error for InvalidGlob {}

impl Globs {
    /// Selects the files that match a glob of `include`, or all files if `include` is empty, except those that match
    /// a glob of `exclude`. A glob of `exclude` that ends in a slash matches only directories.
    ///
    /// # Errors
    ///
    /// Returns an error if a glob is empty or malformed, if its braces are nested more than 100 deep, or if a glob of
    /// `include` ends in a slash.
    pub fn new(
        include: &[impl AsRef<str>],
        exclude: &[impl AsRef<str>],
    ) -> Result<Self, InvalidGlob> {
        let includes = include.iter().map(|given| {
            let given = given.as_ref();
            if given.ends_with('/') {
                let reason = format_args!(
                    "it matches only directories; for the files in them, write {given}**"
                );
                return Err(InvalidGlob::new(given, reason));
            }
            glob(given, given)
        });
        let includes = includes.collect::<Result<Vec<_>, _>>()?;
        let mut excludes = Vec::new();
        let mut exclude_dirs = Vec::new();
        for given in exclude {
            let given = given.as_ref();
            let name = given.trim_end_matches('/');
            let glob = glob(given, name)?;
            if name == given {
                excludes.push(glob.clone());
            }
            exclude_dirs.push(glob);
        }
        Ok(Self {
            include: (!includes.is_empty()).then(|| set(&includes)).transpose()?,
            exclude: set(&excludes)?,
            exclude_dirs: set(&exclude_dirs)?,
        })
    }

    /// Returns whether there are globs that files must match.
    #[must_use]
    pub fn has_includes(&self) -> bool {
        self.include.is_some()
    }

    /// Returns whether a file found in a directory is read.
    #[must_use]
    pub fn includes(&self, path: &Path) -> bool {
        let path = Candidate::new(path);
        let is_included = |set: &GlobSet| set.is_match_candidate(&path);
        self.include.as_ref().is_none_or(is_included) && !self.exclude.is_match_candidate(&path)
    }

    /// Returns whether a directory is skipped with everything in it.
    #[must_use]
    pub fn prunes(&self, directory: &Path) -> bool {
        self.exclude_dirs.is_match(directory)
    }
}

fn glob(given: &str, name: &str) -> Result<Glob, InvalidGlob> {
    if name.is_empty() {
        return Err(InvalidGlob::new(given, "it is empty"));
    }
    let (depth, invalid) = examine(name);
    if depth > MAX_DEPTH {
        let reason = format_args!("its braces are nested more than {MAX_DEPTH} deep");
        return Err(InvalidGlob::new(given, reason));
    }
    let anchored = if name.starts_with('/') {
        name.to_owned()
    } else {
        format!("**/{name}")
    };
    GlobBuilder::new(&anchored)
        .literal_separator(true)
        .backslash_escape(true)
        .build()
        .map_err(|error| match invalid {
            Some(at) => {
                let reason = error.kind();
                InvalidGlob::new(given, format_args!("at character {at}: {reason}"))
            }
            None => InvalidGlob::new(given, error.kind()),
        })
}

/// Returns how deep braces are nested in a glob, and the 1-based position, in characters, at which an invalid part
/// begins.
fn examine(glob: &str) -> (usize, Option<usize>) {
    let chars: Vec<_> = glob.chars().collect();
    let (mut open_braces, mut deepest) = (Vec::new(), 0);
    let mut at = 0;
    while let Some(&char) = chars.get(at) {
        let number = at + 1;
        at += 1;
        match char {
            '\\' if at == chars.len() => return (deepest, Some(number)),
            '\\' => at += 1,
            '[' => match class_end(&chars, at) {
                Ok(end) => at = end,
                Err(invalid) => return (deepest, Some(invalid.unwrap_or(number))),
            },
            '{' => open_braces.push(number),
            '}' if open_braces.pop().is_none() => return (deepest, Some(number)),
            _ => {}
        }
        deepest = deepest.max(open_braces.len());
    }
    (deepest, open_braces.first().copied())
}

/// Returns the index after the class whose opening bracket is before `start`. The error is the 1-based position of an
/// invalid range, or `None` if the class is not closed.
fn class_end(chars: &[char], start: usize) -> Result<usize, Option<usize>> {
    let is_negated = matches!(chars.get(start), Some('!' | '^'));
    let first = start + usize::from(is_negated);
    let rest = chars.get(first + 1..).unwrap_or_default();
    // A `]` right after the opening bracket is a member of the class.
    let end = rest.iter().position(|&char| char == ']').ok_or(None)? + first + 1;
    let class = &chars[first..end];
    let invalid = class
        .windows(3)
        .position(|range| range[1] == '-' && range[0] > range[2]);
    match invalid {
        Some(at) => Err(Some(first + at + 1)),
        None => Ok(end + 1),
    }
}

fn set(globs: &[Glob]) -> Result<GlobSet, InvalidGlob> {
    // Each glob is valid, but together they may exceed a limit of the library.
    GlobSet::new(globs).map_err(|error| {
        let all: Vec<_> = globs.iter().map(Glob::glob).collect();
        InvalidGlob::new(&all.join(" "), error.kind())
    })
}

#[cfg(test)]
mod tests {
    use super::Globs;

    use urlsift_tables::rows;

    const NONE: [&str; 0] = [];

    fn includes(glob: &str, path: &str) -> bool {
        let globs = Globs::new(&[glob], &NONE).expect("a glob");
        globs.includes(path.as_ref())
    }

    #[test]
    fn a_glob_is_compared_with_the_end_of_a_path() {
        for (glob, path) in rows!("globs.toml", "a_glob_is_compared_with_the_end_of_a_path_1") {
            assert!(includes(glob, path), "{glob} {path}");
        }
        for (glob, path) in rows!("globs.toml", "a_glob_is_compared_with_the_end_of_a_path_2") {
            assert!(!includes(glob, path), "{glob} {path}");
        }
    }

    #[test]
    fn excluded_files_are_not_included() {
        let globs = Globs::new(&["a*", "b"], &["*x", "d/b"]).expect("globs");
        for (path, is_included) in [
            ("a", true),
            ("b", true),
            ("c", false),
            ("ax", false),
            ("d/b", false),
        ] {
            assert_eq!(globs.includes(path.as_ref()), is_included, "{path}");
        }
        let all = Globs::default();
        assert!(all.includes("a".as_ref()) && !all.prunes("a".as_ref()));
    }

    #[test]
    fn exclude_globs_prune_directories() {
        let globs = Globs::new(&["x"], &["old", "new/", "d/e"]).expect("globs");
        for (path, is_pruned) in [
            ("old", true),
            ("new", true),
            ("d/e", true),
            ("e", false),
            ("x", false),
        ] {
            assert_eq!(globs.prunes(path.as_ref()), is_pruned, "{path}");
        }
        let globs = Globs::new(&NONE, &["old", "new/"]).expect("globs");
        assert!(!globs.includes("old".as_ref()) && globs.includes("new".as_ref()));
    }

    #[test]
    fn nested_braces_are_bounded() {
        let nested = |depth| "{a,".repeat(depth) + "b" + &"}".repeat(depth);
        assert!(includes(&nested(100), "b"));
        assert!(includes(&(nested(60) + &nested(60)), "bb"));
        assert!(includes(&"[{]".repeat(200), &"{".repeat(200)));
        assert!(includes(&r"\{".repeat(200), &"{".repeat(200)));
        for depth in [101, 50_000] {
            for (include, exclude) in [(nested(depth), "a".into()), ("a".into(), nested(depth))] {
                let invalid = Globs::new(&[include], &[exclude]).expect_err("no glob");
                let reason = "its braces are nested more than 100 deep";
                assert_eq!(invalid.to_string(), reason);
                assert_eq!(invalid.glob(), nested(depth));
            }
        }
    }

    #[test]
    fn errors_name_the_position() {
        for (glob, at) in [
            ("[a", 1),
            ("ab[", 3),
            ("é[!]", 2),
            ("*.[z-a]", 4),
            ("x{a,{b,c}", 2),
            ("a}b", 2),
            ("{a}}", 4),
            ("ab\\", 3),
        ] {
            let invalid = Globs::new(&[glob], &NONE).expect_err("no glob");
            let reason = invalid.to_string();
            assert!(
                reason.starts_with(&format!("at character {at}: ")),
                "{glob}: {reason}"
            );
        }
        // A closed class before the fault does not hide it.
        let invalid = Globs::new(&NONE, &["[]}]{[^]]x/"]).expect_err("no glob");
        assert!(
            invalid.to_string().starts_with("at character 5: "),
            "{invalid}"
        );
    }

    #[test]
    fn invalid_globs_are_reported() {
        for (include, exclude) in rows!("globs.toml", "invalid_globs_are_reported") {
            let invalid = Globs::new(&[include], &[exclude]).expect_err("no glob");
            let is_first = invalid.glob() == include && include != "a";
            assert!(is_first || invalid.glob() == exclude, "{invalid:?}");
            assert!(!invalid.to_string().is_empty());
        }
    }
}
