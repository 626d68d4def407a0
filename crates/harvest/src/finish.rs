//! Finishes a data set: the table of URLs, the schemas and the manifest.

mod schema;
mod urls;

use std::{collections::BTreeMap, path::Path};

use crate::{
    dataset::{Commit, DataFile, MANIFEST, Manifest, ShardTable},
    error::Error,
    plan::Plan,
    storage::{Disk, Workspace},
    version::{VERSION, WRITER},
};

use self::{
    schema::{duckdb, sqlite},
    urls::write_urls,
};

/// Whether a data set is finished without the shards that are not done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MissingShards {
    /// They are an error.
    #[default]
    Refuse,
    /// The data set is finished without them.
    Allow,
}

/// Finishes the data set of a plan.
pub(crate) fn finish(
    root: &Path,
    disk: &Disk,
    plan: &Plan,
    missing: MissingShards,
) -> Result<Manifest, Error> {
    let mut tables: BTreeMap<String, Vec<DataFile>> = BTreeMap::new();
    for table in ShardTable::ALL {
        tables.insert(table.name().to_owned(), Vec::new());
    }
    let mut open = 0;
    for shard in plan.shards() {
        let Some(commit) = Commit::of_done(root, shard.key)? else {
            open += 1;
            continue;
        };
        for (table, file) in commit.tables {
            tables.entry(table).or_default().push(file);
        }
    }
    if open > 0 && missing == MissingShards::Refuse {
        return Err(Error::Open(open));
    }
    let workspace = Workspace::new(root, disk)?;
    let options = plan.options();
    let tallies = tables.remove(ShardTable::Tallies.name());
    let tallies = tallies.unwrap_or_default();
    let (urls, implausible_dates) = write_urls(root, options, &tallies, &workspace)?;
    tables.insert(ShardTable::Tallies.name().to_owned(), tallies);
    tables.insert("urls".to_owned(), vec![urls]);
    let manifest = Manifest {
        version: VERSION,
        writer: WRITER.to_owned(),
        plan: plan.digest(),
        format: options.format,
        complete: open == 0,
        shards: plan.shard_count(),
        open,
        implausible_dates,
        tables,
    };
    workspace.replace("schema.duckdb.sql", duckdb(&manifest, options).as_bytes())?;
    workspace.replace("schema.sqlite.sql", sqlite(&manifest, options).as_bytes())?;
    // The types are written without errors.
    let mut json = serde_json::to_vec_pretty(&manifest).unwrap_or_default();
    json.push(b'\n');
    workspace.replace(MANIFEST, &json)?;
    Ok(manifest)
}
