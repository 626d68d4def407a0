//! The header of a part that is read without its message.

/// The maximum length of a header section in bytes. The walker would read the rest of a longer one as text.
const MAX_HEADER: usize = 256 << 10;

/// A field without effect. It makes the header non-empty, and any line after it can be a fold.
const FIRST_FIELD: &[u8] = b"MIME-Version: 1.0\r\n";

/// Returns a header section with the fields of `header` up to its first empty line, and an empty line.
///
/// For any `header`, the body begins exactly after the section: a line that is not a field becomes a fold of
/// the field before it, and lines after 256 KiB are left out.
pub(super) fn header_section(header: &[u8]) -> Vec<u8> {
    let mut section = FIRST_FIELD.to_vec();
    for line in header.split_inclusive(|&byte| byte == b'\n') {
        let is_empty = matches!(line, b"\n" | b"\r\n");
        // A fold and a line break may be added to the line.
        if is_empty || section.len() + line.len() + 3 > MAX_HEADER {
            break;
        }
        if !matches!(line[0], b' ' | b'\t') && !is_field(line) {
            section.push(b' ');
        }
        section.extend_from_slice(line);
    }
    if !section.ends_with(b"\n") {
        section.extend_from_slice(b"\r\n");
    }
    section.extend_from_slice(b"\r\n");
    section
}

/// `obs-optional = field-name *WSP ":"`, `field-name = 1*ftext` (RFC 5322 §3.6.8, §4.5.8), except
/// lines that may be a multipart delimiter or a URL.
fn is_field(line: &[u8]) -> bool {
    let is_name = |byte: &u8| byte.is_ascii_graphic() && *byte != b':';
    let name = line.iter().take_while(|byte| is_name(byte)).count();
    let mut rest = line[name..]
        .iter()
        .filter(|byte| !matches!(byte, b' ' | b'\t'));
    name > 0 && !matches!(line[0], b'<' | b'-') && rest.next() == Some(&b':')
}

#[cfg(test)]
mod tests {
    use super::header_section;

    #[track_caller]
    fn check(header: &str, expected: &str) {
        let section = header_section(header.as_bytes());
        let expected = format!("MIME-Version: 1.0\r\n{expected}");
        assert_eq!(
            section.escape_ascii().to_string(),
            expected.escape_default().to_string()
        );
    }

    #[test]
    fn a_header_ends_in_one_empty_line() {
        for header in ["", "\n", "\r\n", "\r\n\r\n", "\nA: b\n"] {
            check(header, "\r\n");
        }
        for header in ["A: b", "A: b\r\n", "A: b\r\n\r\n", "A: b\r\n\r\nC: d\r\n"] {
            check(header, "A: b\r\n\r\n");
        }
        check("A: b\nC : d\n e\n\n", "A: b\nC : d\n e\n\r\n");
    }

    #[test]
    fn lines_that_are_not_fields_become_folds() {
        check("a b: c\nA: b\n", " a b: c\nA: b\n\r\n");
        check(
            "--x: y\n<http://a/>\n:\n",
            " --x: y\n <http://a/>\n :\n\r\n",
        );
        check(
            "From a Mon Jan 30 09:12:04 1995\nA: b",
            " From a Mon Jan 30 09:12:04 1995\nA: b\r\n\r\n",
        );
        check("\r", " \r\r\n\r\n");
    }

    #[test]
    fn a_long_header_is_cut_after_a_line() {
        let line = "X-Filler: abcdefghijklmnopqrst\n";
        let section = header_section(line.repeat(10_000).as_bytes());
        assert!(((256 << 10) - 64..=256 << 10).contains(&section.len()));
        assert!(section.ends_with(b"qrst\n\r\n"));
        assert_eq!(
            header_section("x".repeat(300_000).as_bytes()),
            header_section(b"")
        );
    }
}
