//! The values of a column until they are written.

use std::mem;

use parquet::{
    data_type::{
        BoolType, ByteArray, ByteArrayType, DataType, FixedLenByteArray, FixedLenByteArrayType,
        Int32Type, Int64Type,
    },
    errors::Result,
};
use urlsift::table::{Column, ColumnType};
use urlsift_search::rfc1738::Problem;

use super::{levels::Levels, row_group::RowGroup};

/// The values of a column.
#[derive(Debug)]
pub(super) enum ColumnBuffer {
    /// The column is left out.
    Unwanted,
    Bytes(Values<Slices>),
    Hashes(Values<Slices>),
    Bools(Values<Vec<bool>>),
    Int32(Values<Vec<i32>>),
    Int64(Values<Vec<i64>>),
    Problems(Box<Problems>),
}

/// Values, and the levels that say where nulls and lists are.
#[derive(Debug)]
pub(super) struct Values<V> {
    values: V,
    levels: Levels,
}

/// Byte strings, one after another.
#[derive(Debug, Default)]
pub(super) struct Slices {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Slices {
    fn push(&mut self, value: &[u8]) {
        self.bytes.extend_from_slice(value);
        self.ends.push(self.bytes.len());
    }

    /// Removes and returns all byte strings.
    fn take(&mut self) -> Vec<ByteArray> {
        let bytes = bytes::Bytes::from(mem::take(&mut self.bytes));
        let mut start = 0;
        let values = self.ends.drain(..).map(|end| {
            let value = bytes.slice(start..end);
            start = end;
            ByteArray::from(value)
        });
        values.collect()
    }
}

/// The fields of the problems of a column.
#[derive(Debug)]
pub(super) struct Problems {
    codes: Slices,
    starts: Vec<i32>,
    ends: Vec<i32>,
    rules: Slices,
    levels: Levels,
}

impl ColumnBuffer {
    pub(super) fn new(column: &Column, is_wanted: bool) -> Self {
        let levels = Levels::new(column);
        if !is_wanted {
            return Self::Unwanted;
        }
        match column.column_type {
            ColumnType::Hash => Self::Hashes(Values::new(levels)),
            ColumnType::Bool => Self::Bools(Values::new(levels)),
            ColumnType::Int32 => Self::Int32(Values::new(levels)),
            ColumnType::Int64 | ColumnType::Timestamp | ColumnType::Int64s => {
                Self::Int64(Values::new(levels))
            }
            ColumnType::Problems => Self::Problems(Box::new(Problems {
                codes: Slices::default(),
                starts: Vec::new(),
                ends: Vec::new(),
                rules: Slices::default(),
                levels,
            })),
            _ => Self::Bytes(Values::new(levels)),
        }
    }

    pub(super) fn bytes(&mut self, value: Option<&[u8]>) {
        if let Self::Bytes(column) | Self::Hashes(column) = self {
            column.levels.value(value.is_none());
            if let Some(value) = value {
                column.values.push(value);
            }
        }
    }

    pub(super) fn bool(&mut self, value: bool) {
        if let Self::Bools(column) = self {
            column.push(Some(value));
        }
    }

    /// Adds an integer. One that is too large for a column of 32 bits becomes the largest.
    pub(super) fn int(&mut self, value: Option<i64>) {
        match self {
            Self::Int32(column) => {
                column.push(value.map(|value| value.try_into().unwrap_or(i32::MAX)));
            }
            Self::Int64(column) => column.push(value),
            Self::Unwanted
            | Self::Bytes(_)
            | Self::Hashes(_)
            | Self::Bools(_)
            | Self::Problems(_) => {}
        }
    }

    pub(super) fn strings(
        &mut self,
        items: impl IntoIterator<Item = impl AsRef<str>>,
        bytes: &mut usize,
    ) {
        if let Self::Bytes(column) = self {
            let mut len = 0;
            for item in items {
                *bytes += item.as_ref().len();
                column.values.push(item.as_ref().as_bytes());
                len += 1;
            }
            column.levels.list(len);
        }
    }

    pub(super) fn int64s(&mut self, items: impl IntoIterator<Item = i64>, bytes: &mut usize) {
        if let Self::Int64(column) = self {
            let before = column.values.len();
            column.values.extend(items);
            let len = column.values.len() - before;
            *bytes += len * size_of::<i64>();
            column.levels.list(len);
        }
    }

    pub(super) fn problems(&mut self, problems: &[Problem]) {
        if let Self::Problems(column) = self {
            for problem in problems {
                let span = problem.span();
                let int32 = |number: usize| number.try_into().unwrap_or(i32::MAX);
                column.codes.push(problem.code().name().as_bytes());
                column.starts.push(int32(span.start));
                column.ends.push(int32(span.end));
                column.rules.push(problem.rule().name().as_bytes());
            }
            column.levels.list(problems.len());
        }
    }

    /// Writes the values to a row group, and clears the buffer.
    pub(super) fn write(&mut self, group: &mut RowGroup<'_>) -> Result<()> {
        match self {
            Self::Unwanted => Ok(()),
            Self::Bytes(column) => {
                let values = column.values.take();
                group.write::<ByteArrayType>(&values, &column.levels)?;
                column.levels.clear();
                Ok(())
            }
            Self::Hashes(column) => {
                let values = column.values.take().into_iter();
                let values: Vec<_> = values.map(FixedLenByteArray::from).collect();
                group.write::<FixedLenByteArrayType>(&values, &column.levels)?;
                column.levels.clear();
                Ok(())
            }
            Self::Bools(column) => column.write::<BoolType>(group),
            Self::Int32(column) => column.write::<Int32Type>(group),
            Self::Int64(column) => column.write::<Int64Type>(group),
            Self::Problems(column) => {
                let Problems {
                    codes,
                    starts,
                    ends,
                    rules,
                    levels,
                } = &mut **column;
                group.write::<ByteArrayType>(&codes.take(), levels)?;
                group.write::<Int32Type>(starts, levels)?;
                group.write::<Int32Type>(ends, levels)?;
                group.write::<ByteArrayType>(&rules.take(), levels)?;
                starts.clear();
                ends.clear();
                levels.clear();
                Ok(())
            }
        }
    }
}

impl<V: Default> Values<V> {
    fn new(levels: Levels) -> Self {
        Self {
            values: V::default(),
            levels,
        }
    }
}

impl<T> Values<Vec<T>> {
    fn push(&mut self, value: Option<T>) {
        self.levels.value(value.is_none());
        self.values.extend(value);
    }

    fn write<D: DataType<T = T>>(&mut self, group: &mut RowGroup<'_>) -> Result<()> {
        group.write::<D>(&self.values, &self.levels)?;
        self.values.clear();
        self.levels.clear();
        Ok(())
    }
}
