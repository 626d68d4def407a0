//! The files of a data set that a new plan drops.

use std::{
    collections::HashSet,
    fmt,
    path::{Path, PathBuf},
};

use super::file::{Plan, PlanNames};
use crate::{
    error::Error,
    storage::{InputFiles, PathText},
};

/// The number of files that are named.
const NAMED: usize = 3;

/// The files of the last plan that a new one does not have, without those that could not be read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Dropped {
    /// The number of files.
    pub files: usize,
    /// The number of those that are gone from disk. The others exist, and are not named any more.
    pub gone: usize,
    /// The first files, those that exist before the others.
    pub names: Vec<PathBuf>,
}

impl Dropped {
    /// Compares a plan with the names in the last one.
    ///
    /// # Errors
    ///
    /// Returns an error if a file that exists is dropped, unless that is `wanted`.
    pub(crate) fn of(
        last: &PlanNames,
        plan: &Plan,
        files: &InputFiles,
        wanted: bool,
    ) -> Result<Self, Error> {
        let inputs = plan.shards().iter().flat_map(|shard| &shard.inputs);
        let mut seen: HashSet<_> = inputs.map(|input| &input.path).collect();
        let dropped = last.readable().filter(|path| seen.insert(path));
        let (gone, mut left): (Vec<_>, Vec<_>) = dropped
            .map(PathText::to_path)
            .partition(|path| files.is_gone(path));
        if !left.is_empty() {
            // Those that the plan has under other names are not dropped.
            let identity = |path: &Path| files.state(path).ok()?.identity;
            let inputs = plan.shards().iter().flat_map(|shard| &shard.inputs);
            let named: HashSet<_> = inputs
                .filter_map(|input| identity(&input.path.to_path()))
                .collect();
            left.retain(|path| identity(path).is_none_or(|identity| !named.contains(&identity)));
        }
        let dropped = Self {
            files: gone.len() + left.len(),
            gone: gone.len(),
            names: left.iter().chain(&gone).take(NAMED).cloned().collect(),
        };
        if left.is_empty() || wanted {
            Ok(dropped)
        } else {
            Err(Error::WouldDrop(Self {
                files: left.len(),
                gone: 0,
                names: left.into_iter().take(NAMED).collect(),
            }))
        }
    }

    /// Returns whether no file is dropped.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.files == 0
    }
}

impl fmt::Display for Dropped {
    /// Writes the number of files and the first names, such as `2 files (a, b)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.files == 1 { "" } else { "s" };
        let names: Vec<_> = self
            .names
            .iter()
            .map(|name| name.display().to_string())
            .collect();
        let more = if self.files > names.len() {
            ", ..."
        } else {
            ""
        };
        write!(
            f,
            "{} file{plural} ({}{more})",
            self.files,
            names.join(", ")
        )
    }
}
