//! Where the nulls and lists of a column are.

use std::iter;

use urlsift::table::Column;

/// The levels of the values of a column, as the format defines them.
#[derive(Debug)]
pub(super) struct Levels {
    shape: Shape,
    /// 1 where there is a value or an item, 0 for a null or an empty list.
    definition: Vec<i16>,
    /// 1 for an item that is not the first of its list.
    repetition: Vec<i16>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Required,
    Nullable,
    List,
}

impl Levels {
    pub(super) fn new(column: &Column) -> Self {
        Self {
            shape: match column {
                column if column.column_type.is_list() => Shape::List,
                column if column.is_nullable => Shape::Nullable,
                _ => Shape::Required,
            },
            definition: Vec::new(),
            repetition: Vec::new(),
        }
    }

    /// Adds the level of a value or a null.
    pub(super) fn value(&mut self, is_null: bool) {
        if self.shape == Shape::Nullable {
            self.definition.push(i16::from(!is_null));
        }
    }

    /// Adds the levels of a list.
    pub(super) fn list(&mut self, len: usize) {
        let entries = len.max(1);
        self.definition
            .extend(iter::repeat_n(i16::from(len > 0), entries));
        self.repetition.push(0);
        self.repetition.extend(iter::repeat_n(1, entries - 1));
    }

    pub(super) fn definition(&self) -> Option<&[i16]> {
        (self.shape != Shape::Required).then_some(&self.definition)
    }

    pub(super) fn repetition(&self) -> Option<&[i16]> {
        (self.shape == Shape::List).then_some(&self.repetition)
    }

    pub(super) fn clear(&mut self) {
        self.definition.clear();
        self.repetition.clear();
    }
}
