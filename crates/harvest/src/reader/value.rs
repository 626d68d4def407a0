//! Values of tables in JSON.

use std::fmt;

use serde::de::{
    DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Unexpected, Visitor,
};
use urlsift_record::table::ColumnType;

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
            ColumnType::Timestamp => match seconds(text) {
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

/// Returns a date such as `1995-01-31T12:00:00Z` in seconds since 1970.
fn seconds(date: &str) -> Option<i64> {
    let bytes: &[u8; 20] = date.as_bytes().try_into().ok()?;
    let number = |from: usize, to: usize| {
        let digits = bytes[from..to].iter();
        digits.copied().try_fold(0_i64, |number, digit| {
            let digit = digit.is_ascii_digit().then(|| i64::from(digit - b'0'))?;
            Some(number * 10 + digit)
        })
    };
    let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
    let (hour, minute, second) = (number(11, 13)?, number(14, 16)?, number(17, 19)?);
    // Years begin with March, so that the leap day comes last.
    let (year, month) = if month > 2 {
        (year, month - 3)
    } else {
        (year - 1, month + 9)
    };
    let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    let days = 365 * year + leap_days + (153 * month + 2) / 5 + day - 1 - 719_468;
    Some(((days * 24 + hour) * 60 + minute) * 60 + second)
}

#[cfg(test)]
mod tests {
    use urlsift_record::rfc3339;

    use super::seconds;

    #[test]
    fn dates_are_read_as_they_are_written() {
        for date in [
            0,
            -1,
            791_553_600,
            951_782_400,
            951_868_800,
            -2_203_891_201,
            -62_167_219_200,
            253_402_300_799,
        ] {
            let text = rfc3339(date).expect("a date");
            assert_eq!(seconds(&text), Some(date), "{text}");
        }
        for day in (-719_528..2_932_897).step_by(13) {
            let text = rfc3339(day * 86_400).expect("a date");
            assert_eq!(seconds(&text), Some(day * 86_400), "{text}");
        }
        for invalid in ["", "1995", "1995-01-31T12:00:00", "199x-01-31T12:00:00Z"] {
            assert_eq!(seconds(invalid), None, "{invalid}");
        }
    }
}
