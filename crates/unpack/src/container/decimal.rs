//! Decimal numbers in headers of containers.

/// Parses a decimal number. Returns `None` without digits, for other bytes, and on overflow.
pub(crate) fn decimal(digits: &[u8]) -> Option<u64> {
    if digits.is_empty() {
        return None;
    }
    digits
        .iter()
        .try_fold(0, |value, &digit| push_digit(value, digit))
}

/// Appends a digit to a decimal number. Returns `None` if it is not a digit, or on overflow.
pub(crate) fn push_digit(value: u64, digit: u8) -> Option<u64> {
    if !digit.is_ascii_digit() {
        return None;
    }
    value.checked_mul(10)?.checked_add(u64::from(digit - b'0'))
}

#[cfg(test)]
mod tests {
    use super::decimal;

    #[test]
    fn only_digits_are_a_number() {
        for (digits, number) in [
            ("0", Some(0)),
            ("0012", Some(12)),
            ("18446744073709551615", Some(u64::MAX)),
            ("18446744073709551616", None),
            ("", None),
            ("+1", None),
            ("1 ", None),
        ] {
            assert_eq!(decimal(digits.as_bytes()), number, "{digits}");
        }
    }
}
