//! Numbers with nouns.

use super::number::grouped;

/// Returns a number with a noun.
pub(super) fn counted(number: u64, one: &str, many: &str) -> String {
    format!(
        "{} {}",
        grouped(number),
        if number == 1 { one } else { many }
    )
}
