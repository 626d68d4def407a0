//! Row groups of one file or of two.

use std::slice;

use bytes::Bytes;
use parquet::{
    column::writer::{get_column_writer, get_typed_column_writer},
    data_type::DataType,
    errors::{ParquetError, Result},
    file::{
        properties::WriterPropertiesPtr,
        writer::{
            SerializedFileWriter, SerializedPageWriter, SerializedRowGroupWriter, TrackedWrite,
        },
    },
    schema::types::ColumnDescPtr,
};

use super::levels::Levels;
use crate::storage::DiskFile;

/// A row group of a file, and of one that has only its first columns. A column is encoded once, which takes most of the
/// time, and its bytes are copied to both.
pub(super) struct RowGroup<'g> {
    columns: slice::Iter<'g, ColumnDescPtr>,
    properties: WriterPropertiesPtr,
    group: Group<'g>,
    /// The other row group, and how many columns it lacks.
    prefix: Option<(Group<'g>, usize)>,
}

/// Writes a file.
pub(super) type Writer = SerializedFileWriter<DiskFile>;

type Group<'g> = SerializedRowGroupWriter<'g, DiskFile>;

impl<'g> RowGroup<'g> {
    /// Begins a row group with these columns.
    pub(super) fn new(
        columns: &'g [ColumnDescPtr],
        file: &'g mut Writer,
        prefix: Option<&'g mut Writer>,
    ) -> Result<Self> {
        Ok(Self {
            columns: columns.iter(),
            properties: file.properties().clone(),
            group: file.next_row_group()?,
            prefix: match prefix {
                Some(file) => {
                    let columns = file.schema_descr().num_columns();
                    Some((file.next_row_group()?, columns))
                }
                None => None,
            },
        })
    }

    /// Writes the next column.
    pub(super) fn write<D: DataType>(&mut self, values: &[D::T], levels: &Levels) -> Result<()> {
        let Some(column) = self.columns.next() else {
            return Err(ParquetError::General(
                "there are more columns than in the schema".to_owned(),
            ));
        };
        let mut encoded = TrackedWrite::new(Vec::new());
        let pages = Box::new(SerializedPageWriter::new(&mut encoded));
        let writer = get_column_writer(column.clone(), self.properties.clone(), pages);
        let mut writer = get_typed_column_writer::<D>(writer);
        writer.write_batch(values, levels.definition(), levels.repetition())?;
        let closed = writer.close()?;
        let encoded = Bytes::from(encoded.into_inner()?);
        match &mut self.prefix {
            Some((group, missing)) if *missing > 0 => {
                *missing -= 1;
                group.append_column(&encoded, closed.clone())?;
            }
            _ => {}
        }
        self.group.append_column(&encoded, closed)
    }

    /// Ends the row group.
    pub(super) fn close(self) -> Result<()> {
        if let Some((group, _)) = self.prefix {
            group.close()?;
        }
        self.group.close().map(|_| ())
    }
}
