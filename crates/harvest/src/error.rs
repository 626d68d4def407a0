//! Errors of a harvest.

use std::{
    env, error, fmt, io,
    path::{Path, PathBuf},
};

use urlsift_search::{Error as InputError, SystemReason};

use crate::{dropped::Dropped, storage::Digest, version::VERSION};

/// The reason why a step of a harvest failed.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// A file of the data set cannot be written or read.
    Io {
        /// The file or directory.
        path: PathBuf,
        /// The error.
        error: io::Error,
    },
    /// A file of the data set is not what this version writes.
    Invalid {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// The directory is not empty, and no data set; or it has this file, which a data set would replace.
    NoDataSet(Option<&'static str>),
    /// Files of the last plan exist, and are not named any more.
    WouldDrop(Dropped),
    /// There is no plan.
    NoPlan,
    /// The data set is not finished.
    NotFinished,
    /// The plan in force has other options, whose names are these, or is of another version.
    OtherOptions(Vec<String>),
    /// A plan was made by another version or build of the program, whose tables may differ.
    OtherBuild,
    /// A plan is of another version of the tables.
    OtherVersion {
        /// The digest of the plan.
        plan: Digest,
        /// Its version.
        version: u32,
    },
    /// An input that cannot be part of a data set, such as a pipe. No later run can read it either.
    UnsupportedInput {
        /// The input.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// A list of inputs cannot be read.
    InputList(InputError),
    /// Other processes work on the data set.
    InUse,
    /// Whether a process works in this temporary directory of the data set is not known.
    UnknownUse(PathBuf),
    /// There is no plan with this digest.
    UnknownPlan(Digest),
    /// The number of shards that are not done.
    Open(usize),
    /// An option has an invalid value; the reason.
    Option(String),
    /// The observer has stopped it.
    Stopped,
}

impl Error {
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |error| Self::Io { path, error }
    }

    /// Wraps the error of an entry of a file so that [`of_sort`](Self::of_sort) can name the file, unless it is an
    /// error of a harvest.
    pub(crate) fn into_sort(path: &Path, error: io::Error) -> io::Error {
        let error = error.downcast::<Self>().unwrap_or_else(Self::io(path));
        io::Error::other(error)
    }

    /// Returns the error of a sort: of the file that is read, or else of the directory of temporary files.
    pub(crate) fn of_sort(error: io::Error) -> Self {
        let temporary = |error| Self::io(&env::temp_dir())(error);
        error.downcast().unwrap_or_else(temporary)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io { path, error } => write!(f, "{}: {}", path.display(), SystemReason(error)),
            Self::Invalid { path, reason } | Self::UnsupportedInput { path, reason } => write!(f, "{}: {reason}", path.display()),
            Self::NoDataSet(None) => f.write_str("it is not empty, and no data set; add --into-existing to make one in it"),
            Self::NoDataSet(Some(file)) => write!(f, "it has a file {file}, which is not of a data set"),
            Self::WouldDrop(dropped) => write!(
                f,
                "this would drop {dropped} from the data set; name them too, add --add to keep what the data set has, or \
                 --drop-missing to drop them"
            ),
            Self::NoPlan => f.write_str("there is no plan; see `urlsift harvest plan`"),
            Self::NotFinished => {
                f.write_str("the data set is not finished; repeat the command that makes it, or `urlsift harvest run`, then `urlsift harvest finish`")
            }
            Self::OtherOptions(names) if names.is_empty() => {
                f.write_str("the plan in force is of another version; add --replan to make a new one")
            }
            Self::OtherOptions(names) => write!(
                f,
                "the plan in force has other options ({}); add --replan to make a new one",
                names.join(", ")
            ),
            Self::OtherBuild => f.write_str(
                "the plan was made by another version or build of the program; `urlsift harvest plan` makes a new one",
            ),
            Self::InputList(error) => write!(f, "{}: {error}", error.path().display()),
            Self::InUse => f.write_str("other processes work on the data set; repeat this when they have ended"),
            Self::UnknownUse(path) => write!(
                f,
                "{}: it may be in use; remove it if no process works on the data set",
                path.display()
            ),
            Self::OtherVersion { plan, version } => write!(
                f,
                "the plan {plan} is of version {version}; this is version {VERSION}"
            ),
            Self::UnknownPlan(digest) => write!(f, "there is no plan {digest}"),
            Self::Open(shards) => {
                let (are, them) = match shards {
                    1 => ("shard is", "it"),
                    _ => ("shards are", "them"),
                };
                write!(
                    f,
                    "{shards} {are} not done; repeat `urlsift harvest run`, after `urlsift harvest plan` if files have \
                     changed, or finish without {them} (--partial)"
                )
            }
            Self::Option(reason) => f.write_str(reason),
            Self::Stopped => f.write_str("it was stopped; repeat it"),
        }
    }
}

impl error::Error for Error {}

#[cfg(test)]
mod tests {
    use std::{env, io, path::Path};

    use super::Error;

    #[test]
    fn an_error_of_a_sort_names_the_file() {
        let full = || io::Error::from(io::ErrorKind::StorageFull);
        let reason = full().to_string();
        let path = Path::new("tallies/a");
        let error = Error::of_sort(Error::into_sort(path, full()));
        assert_eq!(error.to_string(), format!("tallies/a: {reason}"));
        let stopped = Error::into_sort(path, io::Error::other(Error::Stopped));
        assert!(matches!(Error::of_sort(stopped), Error::Stopped));
        let error = Error::of_sort(full());
        let dir = env::temp_dir();
        assert_eq!(error.to_string(), format!("{}: {reason}", dir.display()));
    }
}
