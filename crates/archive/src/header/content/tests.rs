use urlsift_tables::{bytes, lines, options, rows};

use super::{ContentType, TransferEncoding, base_of, content_length, transfer_encoding};

fn parse(value: &str) -> Option<ContentType> {
    ContentType::parse(value.as_bytes())
}

fn boundary(value: &str) -> Option<String> {
    let parsed = parse(value)?;
    parsed
        .boundary()
        .map(|boundary| String::from_utf8_lossy(boundary).into_owned())
}

fn charset(value: &str) -> Option<String> {
    let parsed = parse(value)?;
    parsed
        .charset()
        .map(|charset| String::from_utf8_lossy(charset).into_owned())
}

#[test]
fn a_type_is_returned_in_lower_case() {
    let cases = rows!("tests.toml", "a_type_is_returned_in_lower_case");
    for (value, media_type) in cases {
        let parsed = parse(value).expect(value);
        assert_eq!(parsed.media_type(), media_type, "{value:?}");
    }
}

#[test]
fn an_invalid_type_is_none() {
    let invalid = lines!("tests.toml", "an_invalid_type_is_none");
    for value in invalid {
        assert_eq!(parse(value), None, "{value:?}");
    }
}

#[test]
fn parameters_imply_a_missing_type() {
    let cases = [
        ("text; charset=utf-8", "text/plain"),
        ("charset=utf-8", "text/plain"),
        ("; charset=utf-8", "text/plain"),
        ("Multipart; charset=utf-8; boundary=x", "multipart/mixed"),
    ];
    for (value, media_type) in cases {
        let parsed = parse(value).expect(value);
        assert_eq!(parsed.media_type(), media_type, "{value:?}");
        assert_eq!(parsed.charset(), Some(&b"utf-8"[..]), "{value:?}");
    }
}

#[test]
fn a_charset_is_found_however_it_is_written() {
    let cases = lines!("tests.toml", "a_charset_is_found_however_it_is_written");
    for parameters in cases {
        let value = format!("text/plain; {parameters}");
        assert_eq!(charset(&value).as_deref(), Some("us-ascii"), "{value:?}");
    }
    // No semicolon, or a continuation line that has lost its leading space.
    assert_eq!(charset("text/plain charset=a").as_deref(), Some("a"));
    assert_eq!(charset("text/plain;\r\ncharset=a").as_deref(), Some("a"));
    assert_eq!(charset("text/plain; (charset=a"), None);
    assert_eq!(charset("text/plain; charset=\" \""), None);
}

#[test]
fn a_boundary_is_unquoted_and_trimmed() {
    let cases = rows!("tests.toml", "a_boundary_is_unquoted_and_trimmed");
    for (parameters, expected) in cases {
        let value = format!("multipart/mixed; {parameters}");
        assert_eq!(boundary(&value).as_deref(), Some(expected), "{value:?}");
    }
    for none in [
        "",
        "boundary",
        "boundary=",
        "boundary=\"\"",
        "boundary=\"  \"",
        "boundary=;a",
    ] {
        assert_eq!(
            boundary(&format!("multipart/mixed; {none}")),
            None,
            "{none:?}"
        );
    }
}

#[test]
fn a_boundary_has_at_most_a_thousand_bytes() {
    let of = |len| boundary(&format!("a/b; boundary=\"{}  \"", "x".repeat(len)));
    assert_eq!(of(1000).map(|boundary| boundary.len()), Some(1000));
    assert_eq!(of(1001), None);
}

#[test]
fn sections_of_rfc_2231_are_joined() {
    let cases = options!("tests.toml", "sections_rfc_2231");
    for (parameters, expected) in cases {
        let value = format!("multipart/mixed; {parameters}");
        assert_eq!(boundary(&value).as_deref(), expected, "{value:?}");
    }
    assert_eq!(
        charset("text/plain; charset*=us-ascii''utf-8").as_deref(),
        Some("utf-8")
    );
    assert_eq!(
        charset("text/plain; charset*0=ut; charset*1=f-8").as_deref(),
        Some("utf-8")
    );
}

#[test]
fn format_and_del_sp_are_read() {
    let flags = |value: &str| {
        let parsed = parse(value).expect(value);
        (parsed.flowed(), parsed.del_sp())
    };
    assert_eq!(flags("text/plain; format=flowed"), (true, false));
    assert_eq!(
        flags("text/plain; Format=\"Flowed\"; DelSp=Yes"),
        (true, true)
    );
    assert_eq!(
        flags("text/plain; delsp=yes; format=flowed; format=fixed"),
        (true, true)
    );
    assert_eq!(flags("text/plain; delsp=no; format=flowed"), (true, false));
    assert_eq!(flags("text/plain; delsp=yes"), (false, false));
    assert_eq!(flags("text/plain; format=fixed"), (false, false));
}

#[test]
fn an_encoding_is_found_however_it_is_written() {
    use TransferEncoding::{Base64, Identity, QuotedPrintable, Unknown, Uuencode, Yenc};
    let cases = [
        ("7bit", Identity),
        (" 8BIT\r\n", Identity),
        ("binary", Identity),
        ("", Identity),
        ("8-bit", Identity),
        ("7 bit", Identity),
        ("(none)", Identity),
        ("7bit</x>", Identity),
        ("7bit charset=us-ascii", Identity),
        ("8bit, base64", Identity),
        ("quoted-printable", QuotedPrintable),
        ("Quoted-Printable;", QuotedPrintable),
        ("quoted printable", QuotedPrintable),
        ("quoted_printable", QuotedPrintable),
        ("(a) quoted-printable (b)", QuotedPrintable),
        ("base64", Base64),
        ("BASE64 ", Base64),
        ("\"base64\"", Base64),
        ("'base64'", Base64),
        ("base64;charset=x", Base64),
        ("base-64", Base64),
        ("base64 (x", Base64),
        ("x-uuencode", Uuencode),
        ("X-UUE", Uuencode),
        ("uuencode", Uuencode),
        ("x-uu", Uuencode),
        ("x-yenc", Yenc),
        ("x-gzip64", Unknown),
        ("base65", Unknown),
        ("bit", Unknown),
    ];
    for (value, expected) in cases {
        assert_eq!(transfer_encoding(value.as_bytes()), expected, "{value:?}");
    }
}

#[test]
fn a_length_is_a_number_and_nothing_else() {
    assert_eq!(content_length(b" 1564     \r\n"), Some(1564));
    assert_eq!(content_length(b"0 (empty)"), Some(0));
    assert_eq!(content_length(b"18446744073709551615"), Some(u64::MAX));
    for value in bytes!("tests.toml", "a_length_is_a_number_and_nothing_else") {
        assert_eq!(content_length(value), None, "{}", value.escape_ascii());
    }
}

#[test]
fn a_base_may_be_bare_quoted_or_bracketed() {
    let cases = rows!("tests.toml", "a_base_may_be_bare_quoted_or_bracketed");
    for (value, expected) in cases {
        let base = base_of(value.as_bytes());
        assert_eq!(String::from_utf8_lossy(&base), expected, "{value:?}");
    }
}
