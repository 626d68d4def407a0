//! Values of tables in JSON.

use std::fmt;

use serde::de::{
    DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Unexpected, Visitor,
};
use urlsift_record::{parse_rfc3339, table::ColumnType};

use super::batch::{Batch, BatchColumn};

/// Adds the values of an object to a batch.
pub(super) struct RowSeed<'b>(pub(super) &'b mut Batch);

/// Adds a value to a column: an item, or those of a list.
pub(super) struct ValueSeed<'b>(pub(super) &'b mut BatchColumn);

impl<'de> DeserializeSeed<'de> for RowSeed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for RowSeed<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a row")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut row: A) -> Result<(), A::Error> {
        while let Some(index) = row.next_key_seed(NameSeed(self.0))? {
            match index.and_then(|index| self.0.columns().get_mut(index)) {
                Some(column) => row.next_value_seed(ValueSeed(column))?,
                None => {
                    row.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }
}

/// Finds the column with a name.
struct NameSeed<'b>(&'b Batch);

impl<'de> DeserializeSeed<'de> for NameSeed<'_> {
    type Value = Option<usize>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for NameSeed<'_> {
    type Value = Option<usize>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a column")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Self::Value, E> {
        Ok(self.0.column(name))
    }
}

impl<'de> DeserializeSeed<'de> for ValueSeed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl ValueSeed<'_> {
    fn number<E: Error>(self, number: i64, unexpected: Unexpected<'_>) -> Result<(), E> {
        match self.0.column_type() {
            ColumnType::Bool | ColumnType::Int32 | ColumnType::Int64 | ColumnType::Int64s => {
                self.0.push_number(number);
                Ok(())
            }
            _ => Err(E::invalid_type(unexpected, &self)),
        }
    }
}

impl<'de> Visitor<'de> for ValueSeed<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a value of the column {}", self.0.name())
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<(), E> {
        self.number(value.into(), Unexpected::Bool(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<(), E> {
        self.number(value, Unexpected::Signed(value))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<(), E> {
        let number = i64::try_from(value).unwrap_or(i64::MAX);
        self.number(number, Unexpected::Unsigned(value))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        match self.0.column_type() {
            ColumnType::String | ColumnType::Strings => self.0.push_text(text.as_bytes()),
            ColumnType::Timestamp => match parse_rfc3339(text) {
                Some(seconds) => self.0.push_number(seconds),
                None => return Err(E::invalid_value(Unexpected::Str(text), &self)),
            },
            _ => return Err(E::invalid_type(Unexpected::Str(text), &self)),
        }
        Ok(())
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        if !self.0.column_type().is_list() {
            return Err(A::Error::invalid_type(Unexpected::Seq, &self));
        }
        while items.next_element_seed(ValueSeed(self.0))?.is_some() {}
        Ok(())
    }
}
