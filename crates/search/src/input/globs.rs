//! Which files of a walk are wanted, by their paths.

use std::{error, fmt, path::Path};

use globset::{Candidate, Glob, GlobBuilder, GlobSet};

/// Globs that say which files are read of those that a walk comes upon: every one that is included,
/// or all if nothing is said of that, but for those that are excluded. What is excluded stays so,
/// whatever else is included.
///
/// A glob is compared with the end of a path, from behind any slash on; one that begins with a slash,
/// with all of it. Its `*` and `?` take no slash, `**` takes any number of directories, `[a-z]` one
/// byte of several, `{a,b}` one text of several, and a backslash takes the meaning of what follows. A
/// dot in front of a name is like any other.
///
/// ```
/// use urlsift_search::Globs;
///
/// let globs = Globs::new(&["*.mbox", "199?/*"], &["old/"])?;
/// assert!(globs.takes("Mail/in.mbox".as_ref()));
/// assert!(globs.takes("news/1995/7".as_ref()));
/// assert!(!globs.takes("Mail/notes".as_ref()));
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

/// A glob that means nothing.
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

    /// The glob, as it was given.
    #[must_use]
    pub fn glob(&self) -> &str {
        &self.glob
    }
}

impl fmt::Display for InvalidGlob {
    /// The reason; the caller says which glob it is about.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl error::Error for InvalidGlob {}

impl Globs {
    /// Files that one of `include` matches, or all if there is none, without what one of `exclude`
    /// does. One of `exclude` that ends in a slash matches only directories.
    ///
    /// # Errors
    ///
    /// A glob that cannot be read, or that is empty; one of `include` that ends in a slash.
    pub fn new(
        include: &[impl AsRef<str>],
        exclude: &[impl AsRef<str>],
    ) -> Result<Self, InvalidGlob> {
        let includes = include.iter().map(|given| {
            let given = given.as_ref();
            if given.ends_with('/') {
                let reason = format_args!("a directory is no file; write {given}**");
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

    /// Whether a file of a walk is read.
    #[must_use]
    pub fn takes(&self, path: &Path) -> bool {
        let path = Candidate::new(path);
        let is_included = |set: &GlobSet| set.is_match_candidate(&path);
        self.include.as_ref().is_none_or(is_included) && !self.exclude.is_match_candidate(&path)
    }

    /// Whether a directory of a walk is left out, with all that is in it.
    #[must_use]
    pub fn prunes(&self, directory: &Path) -> bool {
        self.exclude_dirs.is_match(directory)
    }
}

fn glob(given: &str, name: &str) -> Result<Glob, InvalidGlob> {
    if name.is_empty() {
        return Err(InvalidGlob::new(given, "it is empty"));
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
        .map_err(|error| InvalidGlob::new(given, error.kind()))
}

fn set(globs: &[Glob]) -> Result<GlobSet, InvalidGlob> {
    // Each of them is good; together they may be too much.
    GlobSet::new(globs).map_err(|error| {
        let all: Vec<_> = globs.iter().map(Glob::glob).collect();
        InvalidGlob::new(&all.join(" "), error.kind())
    })
}

#[cfg(test)]
mod tests {
    use super::Globs;

    const NONE: [&str; 0] = [];

    fn includes(glob: &str, path: &str) -> bool {
        let globs = Globs::new(&[glob], &NONE).expect("a glob");
        globs.takes(path.as_ref())
    }

    #[test]
    fn a_glob_is_compared_with_the_end_of_a_path() {
        for (glob, path) in [
            ("*.mbox", "a.mbox"),
            ("*.mbox", "./d/a.mbox"),
            ("*.mbox", "/d/.mbox"),
            ("d/*", "d/a"),
            ("d/*", "/e/d/a"),
            ("d/**", "e/d/f/g/a"),
            ("d/**/a", "d/a"),
            ("d/**/a", "d/x/y/a"),
            ("/e/*", "/e/a"),
            ("[a-c]?", "d/bx"),
            ("{in,out}box", "d/outbox"),
            (r"\*", "d/*"),
            ("é*", "d/éa"),
        ] {
            assert!(includes(glob, path), "{glob} {path}");
        }
        for (glob, path) in [
            ("*.mbox", "a.mbox/b"),
            ("*.mbox", "a.MBOX"),
            ("d/*", "d/e/a"),
            ("d/*", "xd/a"),
            ("d*a", "d/a"),
            ("?", "d/"),
            ("/e/*", "d/e/a"),
            ("/e/*", "e/a"),
            (r"\*", "d/a"),
            ("a", "ba"),
        ] {
            assert!(!includes(glob, path), "{glob} {path}");
        }
    }

    #[test]
    fn what_is_excluded_stays_so() {
        let globs = Globs::new(&["a*", "b"], &["*x", "d/b"]).expect("globs");
        for (path, is_taken) in [
            ("a", true),
            ("b", true),
            ("c", false),
            ("ax", false),
            ("d/b", false),
        ] {
            assert_eq!(globs.takes(path.as_ref()), is_taken, "{path}");
        }
        let all = Globs::default();
        assert!(all.takes("a".as_ref()) && !all.prunes("a".as_ref()));
    }

    #[test]
    fn directories_are_pruned_by_what_excludes() {
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
        assert!(!globs.takes("old".as_ref()) && globs.takes("new".as_ref()));
    }

    #[test]
    fn what_is_no_glob_is_told() {
        for (include, exclude) in [
            ("[", "a"),
            ("a", "["),
            ("a", "{"),
            ("", "a"),
            ("a", ""),
            ("a", "/"),
            ("d/", "a"),
        ] {
            let invalid = Globs::new(&[include], &[exclude]).expect_err("no glob");
            let is_first = invalid.glob() == include && include != "a";
            assert!(is_first || invalid.glob() == exclude, "{invalid:?}");
            assert!(!invalid.to_string().is_empty());
        }
    }
}
