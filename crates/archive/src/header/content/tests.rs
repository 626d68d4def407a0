use urlsift_tables::{bytes, lines, options, rows};

use super::{ContentType, base_of, content_length, transfer_encoding};

fn parse(value: &str) -> Option<ContentType> {
    ContentType::parse(value.as_bytes())
}

fn boundary(value: &str) -> Option<String> {
    let boundary = parse(value)?.boundary?;
    Some(String::from_utf8_lossy(&boundary).into_owned())
}

fn charset(value: &str) -> Option<String> {
    let charset = parse(value)?.charset?;
    Some(String::from_utf8_lossy(&charset).into_owned())
}

#[test]
fn a_type_is_returned_in_lower_case() {
    let cases = rows!("tests.toml", "a_type_is_returned_in_lower_case");
    for (value, media_type) in cases {
        let parsed = parse(value).expect(value);
        assert_eq!(parsed.media_type, media_type, "{value:?}");
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
        assert_eq!(parsed.media_type, media_type, "{value:?}");
        assert_eq!(parsed.charset.as_deref(), Some(&b"utf-8"[..]), "{value:?}");
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
    let cases = options!("tests.toml", "a_boundary_is_unquoted_and_trimmed");
    for (parameters, expected) in cases {
        let value = format!("multipart/mixed; {parameters}");
        assert_eq!(boundary(&value).as_deref(), expected, "{value:?}");
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
    for (value, flowed, del_sp) in rows!("tests.toml", "format_and_del_sp_are_read") {
        let parsed = parse(value).expect(value);
        let found =
            [parsed.flowed.is_some(), parsed.flowed == Some(true)].map(|flag| flag.to_string());
        assert_eq!(found, [flowed, del_sp], "{value:?}");
    }
}

#[test]
fn an_encoding_is_found_however_it_is_written() {
    for (value, expected) in rows!("tests.toml", "an_encoding_is_found") {
        let encoding = transfer_encoding(value.as_bytes());
        assert_eq!(format!("{encoding:?}"), expected, "{value:?}");
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
