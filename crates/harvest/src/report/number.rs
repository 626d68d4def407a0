//! Numbers as text.

/// Returns a number with its digits in groups: `1,234,567`.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns a short form of a number, rounded: `999`, `1.2k`, `34k`, `5.6M`.
pub(super) fn short(number: u64) -> String {
    const UNITS: [&str; 7] = ["", "k", "M", "G", "T", "P", "E"];
    let mut unit = 1;
    for (index, name) in UNITS.into_iter().enumerate() {
        let tenths = rounded(number, unit, 10);
        if index > 0 && tenths < 100 && !tenths.is_multiple_of(10) {
            return format!("{}.{}{name}", tenths / 10, tenths % 10);
        }
        let whole = rounded(number, unit, 1);
        if whole < 1000 || index + 1 == UNITS.len() {
            return format!("{whole}{name}");
        }
        unit *= 1000;
    }
    number.to_string()
}

/// Returns a part of a sum in percent: `12.3%`. Only nothing is shown as 0, and only all as 100.
pub(super) fn percent(part: u64, sum: u64) -> String {
    let thousandths = rounded(part, sum, 1000);
    match thousandths {
        0 if part > 0 => "<0.1%".to_owned(),
        1000.. if part < sum => ">99.9%".to_owned(),
        _ => format!("{}.{}%", thousandths / 10, thousandths % 10),
    }
}

/// Returns the length of a bar, a part of a sum in percent. A bar for more than nothing is visible.
pub(super) fn length(part: u64, sum: u64) -> String {
    let hundredths = rounded(part, sum, 10_000).min(10_000);
    hundredths_percent(if part > 0 { hundredths.max(20) } else { 0 })
}

/// Returns a part of a sum in percent, as a value of SVG: `12.34%`.
pub(super) fn share(part: u64, sum: u64) -> String {
    hundredths_percent(rounded(part, sum, 10_000))
}

/// Returns hundredths of a percent as a value of SVG.
fn hundredths_percent(hundredths: u64) -> String {
    format!("{}.{:02}%", hundredths / 100, hundredths % 100)
}

/// Returns a number with a noun.
pub(super) fn counted(number: u64, one: &str, many: &str) -> String {
    let noun = if number == 1 { one } else { many };
    format!("{} {noun}", grouped(number))
}

/// Returns a number of bytes: `1.5 GiB`.
pub(super) fn size(bytes: u64) -> String {
    let mut unit = 1_u64;
    let mut name = "B";
    for next in ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"] {
        if bytes / unit < 1024 {
            break;
        }
        unit <<= 10;
        name = next;
    }
    let whole = bytes / unit;
    if unit == 1 || whole >= 100 {
        return format!("{} {name}", grouped(whole));
    }
    let tenth = u128::from(bytes % unit) * 10 / u128::from(unit);
    format!("{whole}.{tenth} {name}")
}

/// Returns `part / sum * scale`, rounded.
fn rounded(part: u64, sum: u64, scale: u64) -> u64 {
    let (part, sum) = (u128::from(part), u128::from(sum.max(1)));
    let scaled = (part * u128::from(scale) * 2 + sum) / (sum * 2);
    u64::try_from(scaled).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::{grouped, length, percent, short, size};

    #[test]
    fn digits_are_in_groups() {
        for (number, expected) in [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (1_234_567, "1,234,567"),
            (u64::MAX, "18,446,744,073,709,551,615"),
        ] {
            assert_eq!(grouped(number), expected);
        }
    }

    #[test]
    fn short_numbers_have_two_digits_or_more() {
        for (number, expected) in [
            (0, "0"),
            (999, "999"),
            (1000, "1k"),
            (1249, "1.2k"),
            (1250, "1.3k"),
            (9949, "9.9k"),
            (9950, "10k"),
            (34_567, "35k"),
            (999_499, "999k"),
            (999_500, "1M"),
            (5_600_000, "5.6M"),
            (7_000_000_000, "7G"),
            (u64::MAX, "18E"),
        ] {
            assert_eq!(short(number), expected);
        }
    }

    #[test]
    fn something_is_not_nothing_and_not_all() {
        for (part, sum, expected) in [
            (0, 0, "0.0%"),
            (0, 7, "0.0%"),
            (7, 7, "100.0%"),
            (1, 3, "33.3%"),
            (2, 3, "66.7%"),
            (1, 1_000_000, "<0.1%"),
            (999_999, 1_000_000, ">99.9%"),
            (u64::MAX, u64::MAX, "100.0%"),
        ] {
            assert_eq!(percent(part, sum), expected);
        }
    }

    #[test]
    fn bars_fit_and_can_be_seen() {
        for (part, greatest, expected) in [
            (0, 10, "0.00%"),
            (1, 1_000_000, "0.20%"),
            (1, 3, "33.33%"),
            (10, 10, "100.00%"),
            (11, 10, "100.00%"),
        ] {
            assert_eq!(length(part, greatest), expected);
        }
    }

    #[test]
    fn sizes_have_binary_units() {
        for (bytes, expected) in [
            (0, "0 B"),
            (1023, "1,023 B"),
            (1024, "1.0 KiB"),
            (1536, "1.5 KiB"),
            (100 << 20, "100 MiB"),
            ((3 << 40) - 1, "2.9 TiB"),
            (u64::MAX, "15.9 EiB"),
        ] {
            assert_eq!(size(bytes), expected);
        }
    }
}
