//! A table that is written once, from all shards.

use urlsift_record::table::Table;

use crate::{
    dataset::DataFile, error::Error, options::Options, storage::Workspace, table::TableWriter,
};

/// Begins a table of the whole data set.
pub(super) fn create(
    table: &'static Table,
    options: &Options,
    workspace: &Workspace,
) -> Result<TableWriter, Error> {
    let name = format!("{}.{}", table.name, options.format);
    TableWriter::new(table, options, workspace.create(&name)?)
}

/// Completes the table, under a name with its digest.
pub(super) fn publish(
    writer: TableWriter,
    table: &Table,
    options: &Options,
    workspace: &Workspace,
) -> Result<DataFile, Error> {
    let rows = writer.rows();
    let written = writer.finish()?;
    let file = format!("{}-{}.{}", table.name, written.digest, options.format);
    workspace.publish(&written, &file)?;
    Ok(DataFile {
        file,
        rows,
        size: written.size,
        digest: written.digest,
    })
}
