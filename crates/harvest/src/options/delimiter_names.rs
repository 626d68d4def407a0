//! Kinds of delimiters as a list of their names, for serde's `with`.

use serde::{Deserialize, Deserializer, Serializer, de::Error};
use urlsift_search::Delimiter;

/// Writes the names.
pub(crate) fn serialize<S: Serializer>(
    delimiters: &[Delimiter],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(delimiters.iter().map(|delimiter| delimiter.name()))
}

/// Reads the names.
///
/// # Errors
///
/// Returns an error if there is no kind of delimiter with one of the names.
pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<Delimiter>, D::Error> {
    let names = Vec::<String>::deserialize(deserializer)?;
    names.iter().map(|name| named(name)).collect()
}

fn named<E: Error>(name: &str) -> Result<Delimiter, E> {
    let mut all = Delimiter::ALL.iter().copied();
    let delimiter = all.find(|delimiter| delimiter.name() == name);
    let unknown = || E::custom(format_args!("there is no kind of delimiter '{name}'"));
    delimiter.ok_or_else(unknown)
}
