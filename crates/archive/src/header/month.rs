//! Names of months.

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// Returns the number of a month, 1 to 12, by its English name (RFC 5322 §3.3), in full or abbreviated to three letters
/// or more. Case is ignored.
///
/// ```
/// use urlsift_archive::month_number;
///
/// assert_eq!(month_number(b"Jan"), Some(1));
/// assert_eq!(month_number(b"september"), Some(9));
/// assert_eq!(month_number(b"Ja"), None);
/// ```
#[must_use]
pub fn month_number(name: &[u8]) -> Option<usize> {
    let is_named = |month: &str| {
        let start = month.as_bytes().get(..name.len());
        name.len() >= 3 && start.is_some_and(|start| start.eq_ignore_ascii_case(name))
    };
    let month = MONTHS.iter().position(|month| is_named(month))?;
    Some(month + 1)
}
