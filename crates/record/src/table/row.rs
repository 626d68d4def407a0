//! Writing rows.

use urlsift_rfc1738::Problem;

/// Receives the values of a row, one call for each column of the table, in order.
///
/// The caller must not write `None` to a column without nulls; the rows of this crate do not, unless the column is not
/// [wanted](Self::wants).
pub trait RowWriter {
    /// Writes a string.
    fn string(&mut self, value: Option<&str>);

    /// Writes bytes.
    fn binary(&mut self, value: Option<&[u8]>);

    /// Writes a hash.
    fn hash(&mut self, value: [u8; 16]);

    /// Writes a truth value.
    fn bool(&mut self, value: bool);

    /// Writes an integer of 32 bits.
    fn int32(&mut self, value: Option<i32>);

    /// Writes an integer of 64 bits.
    fn int64(&mut self, value: Option<i64>);

    /// Writes milliseconds since 1970-01-01T00:00:00Z.
    fn timestamp(&mut self, value: Option<i64>);

    /// Writes a list of strings.
    fn strings(&mut self, items: impl IntoIterator<Item = impl AsRef<str>>);

    /// Writes a list of integers.
    fn int64s(&mut self, items: impl IntoIterator<Item = i64>);

    /// Writes a list of problems.
    fn problems(&mut self, problems: &[Problem]);

    /// Returns whether the value of the next column is used. If not, any value may be written.
    fn wants(&self) -> bool {
        true
    }

    /// Returns whether the value of one of the next `count` columns is used.
    fn wants_one_of(&self, _count: usize) -> bool {
        true
    }

    /// Writes a string that is computed only if it is wanted.
    fn optional<T: AsRef<str>>(&mut self, value: impl FnOnce() -> Option<T>) {
        let value = if self.wants() { value() } else { None };
        self.string(value.as_ref().map(AsRef::as_ref));
    }

    /// Writes a list of strings that are computed only if they are wanted.
    fn list<I: IntoIterator<Item = impl AsRef<str>>>(&mut self, items: impl FnOnce() -> I) {
        let items = self.wants().then(items);
        self.strings(items.into_iter().flatten());
    }

    /// Writes a text that may not be UTF-8 to two columns: lossily to the first, and exactly to the second if the text
    /// is not UTF-8.
    fn text(&mut self, text: Option<&[u8]>) {
        let text = text.filter(|_| self.wants_one_of(2));
        match text.map(|text| str::from_utf8(text).map_err(|_| text)) {
            Some(Ok(text)) => {
                self.string(Some(text));
                self.binary(None);
            }
            Some(Err(bytes)) => {
                self.string(Some(&String::from_utf8_lossy(bytes)));
                self.binary(Some(bytes));
            }
            None => {
                self.string(None);
                self.binary(None);
            }
        }
    }
}
