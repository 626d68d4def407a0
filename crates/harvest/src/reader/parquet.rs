//! Reads rows of Parquet.

use std::{fmt, fs::File, io};

use parquet::{
    basic::Type as PhysicalType,
    column::reader::{ColumnReader, ColumnReaderImpl, get_typed_column_reader},
    data_type::{BoolType, ByteArrayType, DataType, Int32Type, Int64Type},
    errors::ParquetError,
    file::reader::{FileReader, SerializedFileReader},
};
use urlsift_record::table::ColumnType;

use super::batch::{Batch, BatchColumn};
use crate::parquet_error::io_error;

/// Reads rows of Parquet. It holds a page of each column.
pub(super) struct ParquetReader {
    file: SerializedFileReader<File>,
    /// The index of the next row group.
    next_group: usize,
    /// The columns of the current row group, in the order of the batch; `None` for one that the file does not have.
    columns: Vec<Option<TypedReader>>,
    /// The number of rows of the group that have not been read.
    rows: usize,
}

impl fmt::Debug for ParquetReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ParquetReader").finish_non_exhaustive()
    }
}

enum TypedReader {
    Bool(LevelReader<BoolType>),
    Int32(LevelReader<Int32Type>),
    Int64(LevelReader<Int64Type>),
    Bytes(LevelReader<ByteArrayType>),
}

/// Reads a column, and the levels that say where nulls and lists are.
struct LevelReader<T: DataType> {
    reader: ColumnReaderImpl<T>,
    max_definition: i16,
    definition: Vec<i16>,
    repetition: Vec<i16>,
    values: Vec<T::T>,
}

impl ParquetReader {
    pub(super) fn new(file: File) -> io::Result<Self> {
        Ok(Self {
            file: SerializedFileReader::new(file).map_err(io_error)?,
            next_group: 0,
            columns: Vec::new(),
            rows: 0,
        })
    }

    /// Adds rows to a batch, at most a number of rows. They are of one row group.
    pub(super) fn read(&mut self, batch: &mut Batch, max_rows: usize) -> io::Result<()> {
        while self.rows == 0 {
            if self.next_group >= self.file.num_row_groups() {
                return Ok(());
            }
            self.open_group(batch).map_err(io_error)?;
        }
        let rows = self.rows.min(max_rows);
        for (column, reader) in batch.columns().iter_mut().zip(&mut self.columns) {
            match reader {
                Some(reader) => reader.read(column, rows).map_err(io_error)?,
                None => (0..rows).for_each(|_| column.end_row()),
            }
        }
        batch.set_rows(rows);
        self.rows -= rows;
        Ok(())
    }

    fn open_group(&mut self, batch: &mut Batch) -> Result<(), ParquetError> {
        let group = self.file.get_row_group(self.next_group)?;
        self.next_group += 1;
        self.rows = usize::try_from(group.metadata().num_rows()).unwrap_or_default();
        self.columns.clear();
        for column in batch.columns() {
            let mut found = group.metadata().columns().iter();
            let is_named = |name: &String| *name == column.name();
            let index =
                found.position(|found| found.column_path().parts().first().is_some_and(is_named));
            let Some(index) = index else {
                self.columns.push(None);
                continue;
            };
            let descriptor = group.metadata().column(index).column_descr();
            let max_definition = descriptor.max_def_level();
            let expected = match column.column_type() {
                ColumnType::Bool => PhysicalType::BOOLEAN,
                ColumnType::Int32 => PhysicalType::INT32,
                ColumnType::Int64 | ColumnType::Timestamp | ColumnType::Int64s => {
                    PhysicalType::INT64
                }
                _ => PhysicalType::BYTE_ARRAY,
            };
            if descriptor.physical_type() != expected {
                let reason = format!("the column {} has another type", column.name());
                return Err(ParquetError::General(reason));
            }
            let reader = group.get_column_reader(index)?;
            self.columns
                .push(Some(TypedReader::new(reader, max_definition)?));
        }
        Ok(())
    }
}

impl TypedReader {
    fn new(reader: ColumnReader, max_definition: i16) -> Result<Self, ParquetError> {
        Ok(match reader {
            ColumnReader::BoolColumnReader(_) => {
                Self::Bool(LevelReader::new(reader, max_definition))
            }
            ColumnReader::Int32ColumnReader(_) => {
                Self::Int32(LevelReader::new(reader, max_definition))
            }
            ColumnReader::Int64ColumnReader(_) => {
                Self::Int64(LevelReader::new(reader, max_definition))
            }
            ColumnReader::ByteArrayColumnReader(_) => {
                Self::Bytes(LevelReader::new(reader, max_definition))
            }
            _ => {
                return Err(ParquetError::General(
                    "a column has another type".to_owned(),
                ));
            }
        })
    }

    /// Adds rows to a column.
    fn read(&mut self, column: &mut BatchColumn, rows: usize) -> Result<(), ParquetError> {
        match self {
            Self::Bool(reader) => reader.read(column, rows, |column, value| {
                column.push_number(i64::from(*value));
            }),
            Self::Int32(reader) => reader.read(column, rows, |column, value| {
                column.push_number(i64::from(*value));
            }),
            Self::Int64(reader) if column.column_type() == ColumnType::Timestamp => {
                reader.read(column, rows, |column, milliseconds| {
                    column.push_number(milliseconds.div_euclid(1000));
                })
            }
            Self::Int64(reader) => reader.read(column, rows, |column, value| {
                column.push_number(*value);
            }),
            Self::Bytes(reader) => reader.read(column, rows, |column, value| {
                column.push_text(value.data());
            }),
        }
    }
}

impl<T: DataType> LevelReader<T> {
    fn new(reader: ColumnReader, max_definition: i16) -> Self {
        Self {
            // The caller has matched the type.
            reader: get_typed_column_reader(reader),
            max_definition,
            definition: Vec::new(),
            repetition: Vec::new(),
            values: Vec::new(),
        }
    }

    fn read(
        &mut self,
        column: &mut BatchColumn,
        rows: usize,
        push: impl Fn(&mut BatchColumn, &T::T),
    ) -> Result<(), ParquetError> {
        let mut left = rows;
        while left > 0 {
            self.definition.clear();
            self.repetition.clear();
            self.values.clear();
            let (records, _, levels) = self.reader.read_records(
                left,
                Some(&mut self.definition),
                Some(&mut self.repetition),
                &mut self.values,
            )?;
            if records == 0 {
                return Err(ParquetError::General("a column ends too early".to_owned()));
            }
            left = left.saturating_sub(records);
            let mut values = self.values.iter();
            for level in 0..levels {
                // Without levels, each value is a row.
                let repetition = self.repetition.get(level).copied().unwrap_or_default();
                if repetition == 0 && level > 0 {
                    column.end_row();
                }
                let definition = self.definition.get(level).copied();
                if definition.is_none_or(|definition| definition == self.max_definition)
                    && let Some(value) = values.next()
                {
                    push(column, value);
                }
            }
            column.end_row();
        }
        Ok(())
    }
}
