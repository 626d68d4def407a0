//! Finds the files of the last plan that a new one drops.

use std::{collections::HashSet, path::Path};

use super::file::{Plan, PlanNames};
use crate::{
    dropped::Dropped,
    error::Error,
    storage::{InputFiles, PathText},
};

/// The number of files that are named.
const NAMED: usize = 3;

/// Returns the files that a plan drops, compared with the names in the last one.
///
/// # Errors
///
/// Returns an error if a file that exists is dropped, unless that is `wanted`.
pub(crate) fn dropped(
    last: &PlanNames,
    plan: &Plan,
    files: &InputFiles,
    wanted: bool,
) -> Result<Dropped, Error> {
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
    let dropped = Dropped {
        files: gone.len() + left.len(),
        gone: gone.len(),
        names: left.iter().chain(&gone).take(NAMED).cloned().collect(),
    };
    if left.is_empty() || wanted {
        Ok(dropped)
    } else {
        Err(Error::WouldDrop(Dropped {
            files: left.len(),
            gone: 0,
            names: left.into_iter().take(NAMED).collect(),
        }))
    }
}
