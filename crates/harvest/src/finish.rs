//! Finishes a data set: the tables of URLs, of settled readings and of implausible dates, the schemas and the manifest.

mod final_table;
mod schema;
mod seeds;
mod settle;
mod urls;

use std::{collections::BTreeMap, fs, path::Path};

use crate::{
    dataset::{Commit, DataFile, MANIFEST, Manifest, PREVIOUS, ShardTable},
    error::Error,
    observer::Stop,
    plan::Plan,
    prune::move_stale,
    storage::{Disk, Workspace},
    tally::merge,
    version::{VERSION, WRITER},
};

use self::{
    schema::{duckdb, sqlite},
    seeds::SeedSorter,
    settle::settle,
    urls::write_urls,
};

pub use self::seeds::Seeds;

/// Whether a data set is finished without the shards that are not done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MissingShards {
    /// They are an error.
    #[default]
    Refuse,
    /// The data set is finished without them.
    Allow,
}

/// Finishes the data set of a plan. Returns its URLs for a crawler; none if they are not wanted.
pub(crate) fn finish(
    root: &Path,
    disk: &Disk,
    plan: &Plan,
    missing: MissingShards,
    stop: &Stop,
    with_seeds: bool,
) -> Result<(Manifest, Seeds), Error> {
    let mut tables: BTreeMap<String, Vec<DataFile>> = BTreeMap::new();
    for table in ShardTable::ALL {
        tables.insert(table.name().to_owned(), Vec::new());
    }
    let mut open = 0;
    for shard in plan.shards() {
        stop.check()?;
        let Some(commit) = Commit::of_done(root, shard.key)? else {
            open += 1;
            continue;
        };
        commit.restore(root, disk)?;
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
    let merged = merge(root, &tallies, |_| true, stop)?;
    let settled = settle(merged, options, &workspace, stop)?;
    let mut seeds = SeedSorter::new(with_seeds, stop);
    let written = write_urls(settled.entries, plan, &workspace, &mut seeds)?;
    let seeds = seeds.finish(stop)?;
    stop.check()?;
    // From here to the manifest, nothing stops it, so that no table is left that the manifest does not name.
    for table in [written.urls, settled.table, written.implausible] {
        let (name, file) = table.publish(&workspace)?;
        tables.insert(name.to_owned(), vec![file]);
    }
    tables.insert(ShardTable::Tallies.name().to_owned(), tallies);
    let manifest = Manifest {
        version: VERSION,
        writer: WRITER.to_owned(),
        plan: plan.digest(),
        format: options.format,
        complete: open == 0,
        shards: plan.shard_count(),
        open,
        implausible_dates: written.implausible_dates,
        settled: settled.links,
        frequent: written.frequent,
        tables,
    };
    workspace.replace("schema.duckdb.sql", duckdb(&manifest, options).as_bytes())?;
    workspace.replace("schema.sqlite.sql", sqlite(&manifest, options).as_bytes())?;
    // The types are written without errors.
    let mut json = serde_json::to_vec_pretty(&manifest).unwrap_or_default();
    json.push(b'\n');
    keep_previous(root, &manifest, &workspace)?;
    workspace.replace(MANIFEST, &json)?;
    // Otherwise this process would be one that works on the data set.
    drop(workspace);
    move_stale(root, disk, stop)?;
    Ok((manifest, seeds))
}

/// Keeps the manifest that is replaced, if it is of another plan, so that the report can compare the data sets.
fn keep_previous(root: &Path, manifest: &Manifest, workspace: &Workspace) -> Result<(), Error> {
    let path = root.join(MANIFEST);
    match Manifest::read(root) {
        Ok(Some(last)) if last.plan != manifest.plan => {
            let json = fs::read(&path).map_err(Error::io(&path))?;
            workspace.replace(PREVIOUS, &json)
        }
        // One of another version cannot be compared.
        _ => Ok(()),
    }
}
