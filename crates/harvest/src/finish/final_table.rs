//! A table that is written once, from all shards.

use urlsift::table::Table;

use crate::{
    dataset::DataFile,
    error::Error,
    options::Options,
    storage::{Workspace, Written},
    table::TableWriter,
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

/// A table that is complete, and not yet part of the data set.
#[derive(Debug)]
pub(super) struct FinalTable {
    name: &'static str,
    written: Written,
    file: DataFile,
}

impl FinalTable {
    /// Completes a table, which is named after its digest.
    pub(super) fn new(
        writer: TableWriter,
        table: &Table,
        options: &Options,
    ) -> Result<Self, Error> {
        let rows = writer.rows();
        let (written, _) = writer.finish()?;
        let file = DataFile {
            file: format!("{}-{}.{}", table.name, written.digest, options.format),
            rows,
            size: written.size,
            digest: written.digest,
        };
        Ok(Self {
            name: table.name,
            written,
            file,
        })
    }

    /// Moves the table to its path in the data set. Returns its name and its file.
    pub(super) fn publish(self, workspace: &Workspace) -> Result<(&'static str, DataFile), Error> {
        workspace.publish(&self.written, &self.file.file)?;
        Ok((self.name, self.file))
    }
}
