use urlsift_tables::{lines, lists, rows};

use super::{after_envelope, fields, ftext_len, header_end, is_ftext};

/// Returns the names and values of the fields, and checks their offsets.
fn read(header: &str) -> Vec<(&str, &str)> {
    let text = |bytes| str::from_utf8(bytes).expect("it was a string");
    let as_told = fields(header.as_bytes()).map(|field| {
        let value = &header[field.value_offset..][..field.value.len()];
        assert_eq!(text(field.value), value);
        (text(field.name), value)
    });
    as_told.collect()
}

#[test]
fn a_header_is_divided_into_fields() {
    for (header, expected) in lists!("tests.toml", "a_header_is_divided") {
        let names_and_values: Vec<_> = read(header).into_iter().flat_map(<[_; 2]>::from).collect();
        assert_eq!(names_and_values, expected, "{header:?}");
    }
}

#[test]
fn the_length_of_a_name_is_found_at_every_offset() {
    for byte in 0..=u8::MAX {
        for after in [0, 33, b':', b'a', 127, 255] {
            for at in 0..34 {
                let mut line = [b'a'; 40];
                line[at] = byte;
                line[at + 1] = after;
                let slowly = line.iter().position(|&byte| !is_ftext(byte));
                assert_eq!(ftext_len(&line), slowly.unwrap_or(40), "{byte} at {at}");
            }
        }
    }
}

#[test]
fn names_are_compared_in_any_case() {
    let field = fields(b"mEsSaGe-Id : <a@b>\n")
        .next()
        .expect("there is one");
    assert!(field.is("Message-ID"));
    assert!(!field.is("Message-I") && !field.is("Message-ID "));
}

/// Returns the end of a header, and checks that it stays the same for longer text once it is found.
fn end_at_every_prefix(text: &[u8], at_end: bool) -> Option<(usize, usize)> {
    let whole = header_end(text, at_end);
    for len in 0..=text.len() {
        let early = header_end(&text[..len], false);
        assert!(
            early.is_none() || early == whole,
            "{len} of {:?}",
            text.escape_ascii()
        );
    }
    whole.map(|end| (end.header, end.body))
}

#[test]
fn the_first_mime_field_is_found() {
    let content = |header: &str| {
        let end = header_end(header.as_bytes(), true);
        end.expect("it is whole").content
    };
    assert_eq!(content("A: b\ncOntent-Type: c\nContent-ID: d\n\n"), 5);
    assert_eq!(content("CONTENT-LENGTH: 1\n\n"), 0);
    let without = "Cc: c\n Content-Type: c\n";
    let text = [without, "\nContent-Type: c\n"].concat();
    assert_eq!(content(&text), without.len());
}

/// Asserts the header, the end of the header, and the body.
fn assert_ends(cases: &[(&str, &str, &str)]) {
    for (header, empty_line, body) in cases {
        let text = [*header, *empty_line, *body].concat();
        let expected = (header.len(), header.len() + empty_line.len());
        for at_end in [false, true] {
            let end = end_at_every_prefix(text.as_bytes(), at_end);
            assert_eq!(end, Some(expected), "{text:?}");
        }
    }
}

#[test]
fn an_empty_line_ends_a_header() {
    assert_ends(&rows!("tests.toml", "an_empty_line_ends_a_header"));
}

#[test]
fn text_ends_a_header_without_an_empty_line() {
    assert_ends(&rows!("tests.toml", "text_ends_header"));
}

#[test]
fn a_line_before_a_well_known_field_is_part_of_the_header() {
    assert_ends(&rows!("tests.toml", "line_before_well"));
}

#[test]
fn incomplete_headers_have_no_end() {
    let incomplete = lines!("tests.toml", "incomplete_headers_have_no_end");
    for text in incomplete {
        assert_eq!(
            end_at_every_prefix(text.as_bytes(), false),
            None,
            "{text:?}"
        );
    }
}

#[test]
fn the_end_of_the_text_ends_a_header() {
    for (header, body) in rows!("tests.toml", "the_end_of_the_text_ends_a_header") {
        let text = [header, body].concat();
        let expected = (header.len(), header.len());
        assert_eq!(
            end_at_every_prefix(text.as_bytes(), true),
            Some(expected),
            "{text:?}"
        );
    }
}

#[test]
fn every_line_belongs_to_a_field() {
    let lines = lines!("tests.toml", "every_line_belongs_to_a_field");
    let count = lines.len();
    for number in 0..count.pow(4) {
        let picked =
            [1, count, count.pow(2), count.pow(3)].map(|unit| lines[number / unit % count]);
        for line_break in ["\n", "\r\n"] {
            let text = picked.join(line_break) + line_break;
            end_at_every_prefix(text.as_bytes(), true);
            let end = header_end(text.as_bytes(), true).expect("the text is whole");
            assert!(end.header <= end.body && end.body <= text.len());
            let header = &text[..end.header];
            let mut after = after_envelope(header.as_bytes());
            for field in fields(header.as_bytes()) {
                let label = &header.as_bytes()[after..field.value_offset];
                let name = label.strip_suffix(b":").unwrap_or_default();
                assert_eq!(name.trim_ascii_end(), field.name, "{text:?}");
                assert_eq!(name.is_empty(), label.is_empty(), "{text:?}");
                after = field.value_offset + field.value.len() + line_break.len();
            }
            // Only a line break separates the fields.
            assert_eq!(after, header.len(), "{text:?}");
        }
    }
}
