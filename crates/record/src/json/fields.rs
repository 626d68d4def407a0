//! The fields of a link's JSON.

use crate::Field;

/// A set of the fields that the JSON of a link has.
///
/// The fields are all [`Field`]s, and `joins` and `best`, whose values cannot be given as bytes. Entries about a
/// field (such as `problems_left_out`, `truncated` and `url_base64`) belong to that field.
///
/// ```
/// use urlsift_record::{Field, JsonFields};
///
/// let fields = JsonFields::named("message").unwrap();
/// assert!(fields.contains(Field::MessageDate) && !fields.contains(Field::Url));
/// assert_eq!(JsonFields::named("message.day"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JsonFields(u64);

/// The bit of `joins`; the next one is that of `best`. The bits below are those of the [`Field`]s.
const JOINS_BIT: usize = 62;

const _: () = assert!(Field::ALL.len() <= JOINS_BIT);

impl JsonFields {
    /// No field.
    pub const NONE: Self = Self(0);

    /// All fields.
    pub const ALL: Self = Self(u64::MAX);

    pub(super) const JOINS: Self = Self(1 << JOINS_BIT);
    pub(super) const BEST: Self = Self(1 << (JOINS_BIT + 1));

    /// The base of a relative reference, and the resolved URL.
    pub(super) const RESOLVED: Self = Self::of(&[Field::Base, Field::Resolved]);

    /// The fields of the message.
    pub(super) const MESSAGE: Self = {
        let mut fields = Self::NONE;
        let mut index = 0;
        while index < Field::ALL.len() {
            let field = Field::ALL[index];
            if field.is_of_message() {
                fields = fields.union(Self::of(&[field]));
            }
            index += 1;
        }
        fields
    };

    /// The fields from the header of the message.
    pub(super) const METADATA: Self = Self::of(&[
        Field::MessageId,
        Field::MessageDate,
        Field::MessageDateWritten,
        Field::MessageFrom,
        Field::MessageSubject,
        Field::MessageNewsgroups,
    ]);

    /// The names that are not those of a [`Field`]; `message` stands for all fields of the message.
    const OTHERS: [(&'static str, Self); 3] = [
        ("joins", Self::JOINS),
        ("best", Self::BEST),
        ("message", Self::MESSAGE),
    ];

    /// Returns the fields with a name in the JSON, such as `url`, `joins` or `message.date`; `message` stands for all
    /// fields of the message. `None` for an unknown name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let of_field = || Field::named(name).map(|field| Self::of(&[field]));
        let mut others = Self::OTHERS.into_iter();
        let other = others.find(|(other, _)| *other == name);
        other.map(|(_, fields)| fields).or_else(of_field)
    }

    /// Returns all names.
    pub fn names() -> impl Iterator<Item = &'static str> {
        let others = Self::OTHERS.into_iter().map(|(name, _)| name);
        Field::ALL.iter().map(|field| field.name()).chain(others)
    }

    /// Returns the fields of both sets.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns whether a field is in the set.
    #[must_use]
    pub const fn contains(self, field: Field) -> bool {
        self.0 >> field as u64 & 1 == 1
    }

    /// Returns whether the sets have a field in common.
    pub(super) const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns the set of these fields.
    const fn of(fields: &[Field]) -> Self {
        let mut bits = 0;
        let mut index = 0;
        while index < fields.len() {
            bits |= 1 << fields[index] as u64;
            index += 1;
        }
        Self(bits)
    }
}
