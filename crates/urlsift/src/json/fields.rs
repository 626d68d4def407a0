//! The fields of a link's JSON.

use std::iter;

use crate::Field;

/// A set of the fields that the JSON of a link has.
///
/// Entries about a field (such as `problems_left_out`, `truncated` and `url_base64`) belong to that field.
///
/// ```
/// use urlsift::{Field, JsonFields};
///
/// let fields = JsonFields::named("message").unwrap();
/// assert!(fields.contains(Field::MessageDate) && !fields.contains(Field::Url));
/// assert_eq!(JsonFields::named("message.day"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JsonFields(u64);

const _: () = assert!(Field::ALL.len() <= u64::BITS as usize);

impl JsonFields {
    /// No field.
    pub const NONE: Self = Self(0);

    /// All fields but `url_key`, which most programs do not need, and which is as long as the URL.
    pub const ALL: Self = Self(!Self::of(Field::UrlKey).0);

    /// The fields of the message.
    pub(super) const MESSAGE: Self = {
        let mut fields = Self::NONE;
        let mut index = 0;
        while index < Field::ALL.len() {
            let field = Field::ALL[index];
            if field.is_of_message() {
                fields = fields.union(Self::of(field));
            }
            index += 1;
        }
        fields
    };

    /// Returns the fields with a name in the JSON, such as `url`, `joins` or `message.date`; `message` stands for all
    /// fields of the message. `None` for an unknown name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        if name == "message" {
            return Some(Self::MESSAGE);
        }
        let field = Field::named(name).filter(|field| field.is_in_json());
        field.map(Self::of)
    }

    /// Returns all names: those of fields that are text, of other fields, and `message`.
    pub fn names() -> impl Iterator<Item = &'static str> {
        let all = Field::ALL.iter().filter(|field| field.is_in_json());
        let texts = all.clone().filter(|field| field.is_text());
        let others = all.filter(|field| !field.is_text());
        let fields = texts.chain(others).map(|field| field.name());
        fields.chain(["message"])
    }

    /// Returns the fields of both sets.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns whether a field is in the set.
    #[must_use]
    #[inline]
    pub const fn contains(self, field: Field) -> bool {
        self.0 >> field as u64 & 1 == 1
    }

    /// Returns the fields of the set that the JSON has, in its order.
    pub(super) fn iter(self) -> impl Iterator<Item = Field> {
        let mut left = self.0;
        let fields = iter::from_fn(move || {
            let field = Field::ALL.get(left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(*field)
        });
        fields.filter(|field| field.is_in_json())
    }

    /// Returns the fields of the message in the set.
    pub(super) const fn of_message(self) -> Self {
        Self(self.0 & Self::MESSAGE.0)
    }

    /// Returns the other fields in the set.
    pub(super) const fn without_message(self) -> Self {
        Self(self.0 & !Self::MESSAGE.0)
    }

    /// Returns whether the sets have a field in common.
    pub(super) const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns whether the set has no field.
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the set of one field.
    #[inline]
    pub(super) const fn of(field: Field) -> Self {
        Self(1 << field as u64)
    }
}
