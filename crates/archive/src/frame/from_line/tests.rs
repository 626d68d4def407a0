use urlsift_tables::{lines, rows};

use super::{
    Boundary, FromLine, MAX_NEEDED, Words, begins_header, boundary, ends_in_columns, ends_in_date,
    from_line, is_confirmed,
};

#[test]
fn all_date_formats_are_recognised() {
    for line in lines!("tests.toml", "all_date_formats_are_recognised") {
        assert_eq!(from_line(line.as_bytes()), Some(FromLine::Dated), "{line}");
    }
}

#[test]
fn the_sender_may_be_anything() {
    for sender in lines!("tests.toml", "the_sender_may_be_anything") {
        let line = format!("From {sender}Mon Jan  7 00:00:00 2002");
        assert_eq!(from_line(line.as_bytes()), Some(FromLine::Dated), "{line}");
    }
}

#[test]
fn the_fast_path_agrees_with_the_slow_one() {
    let line = b"a Mon Jan 17 00:00:00 2002";
    assert!(ends_in_columns(line));
    assert!(!ends_in_columns(&line[2..]));
    for at in 0..line.len() {
        for byte in 0..=255 {
            let mut line = *line;
            line[at] = byte;
            let is_date = ends_in_date(Words(&line));
            assert!(
                is_date || !ends_in_columns(&line),
                "{}",
                line.escape_ascii()
            );
        }
    }
}

#[test]
fn known_forms_need_no_date() {
    for line in lines!("tests.toml", "known_forms_need_no_date") {
        assert_eq!(from_line(line.as_bytes()), Some(FromLine::Known), "{line}");
    }
}

#[test]
fn prose_is_not_a_from_line() {
    for line in lines!("tests.toml", "prose_is_not_a_from_line") {
        assert_eq!(from_line(line.as_bytes()), None, "{line}");
    }
}

#[test]
fn a_line_is_a_thousand_bytes_long_at_most() {
    let date = " Mon Jan  7 00:00:00 2002";
    let sender = |len: usize| "x".repeat(len - 5 - date.len());
    let most = format!("From {}{date}", sender(1000));
    assert_eq!(from_line(most.as_bytes()), Some(FromLine::Dated));
    let crlf = format!("{most}\r");
    assert_eq!(from_line(crlf.as_bytes()), Some(FromLine::Dated));
    let more = format!("From {}{date}", sender(1001));
    assert_eq!(from_line(more.as_bytes()), None);
}

#[test]
fn header_fields_begin_a_header() {
    let long = format!("{}:", "a".repeat(127));
    let blanks = format!("a{}:", " ".repeat(126));
    for text in [
        "a:",
        "Subject: x",
        "Subject \t: x",
        "!~:",
        ":a:",
        ">From x",
        &long,
        &blanks,
    ] {
        let expected = !text.starts_with(':');
        assert_eq!(
            begins_header(text.as_bytes(), false),
            Some(expected),
            "{text}"
        );
        assert_eq!(
            begins_header(text.as_bytes(), true),
            Some(expected),
            "{text}"
        );
    }
    let long = format!("{}:", "a".repeat(128));
    for text in [
        "\n", "\r\n", " a:", "a b:", "a\n:", "\u{e9}:", "a\u{e9}:", ">>From x", &long, "> a:",
    ] {
        assert_eq!(begins_header(text.as_bytes(), false), Some(false), "{text}");
        assert_eq!(begins_header(text.as_bytes(), true), Some(false), "{text}");
    }
    for text in ["", "a", "Subject ", ">From", &"a".repeat(127)] {
        assert_eq!(begins_header(text.as_bytes(), false), None, "{text}");
        assert_eq!(begins_header(text.as_bytes(), true), Some(false), "{text}");
    }
}

/// Returns the result for a whole text. Each prefix must give the same result or `None`.
fn whole(text: &str) -> Boundary {
    let text = text.as_bytes();
    let reported = boundary(text, true).expect("the end decides");
    for end in 0..text.len() {
        if let Some(early) = boundary(&text[..end], false) {
            assert_eq!(early, reported, "{end} bytes of {}", text.escape_ascii());
        } else {
            assert!(end < MAX_NEEDED);
        }
    }
    reported
}

fn yes(doubtful: bool, line: usize) -> Boundary {
    Boundary::Yes { doubtful, line }
}

const DATED: &str = "From a Mon Jan  7 00:00:00 2002";

#[test]
fn a_message_begins_where_a_header_follows() {
    assert_eq!(whole(&format!("{DATED}\nSubject: x\n")), yes(false, 32));
    assert_eq!(
        whole(&format!("{DATED}\r\nSubject : x\r\n")),
        yes(false, 33)
    );
    assert_eq!(whole(&format!("{DATED}\n>From b\n")), yes(false, 32));
    assert_eq!(whole("From -123\nX-A: b\n"), yes(false, 10));
    assert_eq!(whole("From \nX-A: b\n"), yes(false, 6));
    assert_eq!(whole("From - \r\nX-A:"), yes(false, 9));
}

#[test]
fn a_date_without_a_header_is_doubtful() {
    for after in [
        "\n",
        "\n\nSubject: x\n",
        "\nno header\n",
        "\n Subject: x\n",
        "",
    ] {
        let text = format!("{DATED}{after}");
        let line = if after.is_empty() { 31 } else { 32 };
        assert_eq!(whole(&text), yes(true, line), "{text}");
        let known = format!("From -{after}");
        assert_eq!(whole(&known), Boundary::No, "{known}");
    }
}

#[test]
fn nothing_else_begins_a_message() {
    for text in lines!("tests.toml", "nothing_else_begins_a_message") {
        assert_eq!(whole(text), Boundary::No, "{text}");
    }
}

#[test]
fn enough_text_decides() {
    let sender = "x".repeat(1000 - DATED.len());
    let longest = DATED.replace("From ", &format!("From {sender}"));
    let text = format!("{longest}\r\n{}", "y".repeat(300));
    assert_eq!(whole(&text), yes(true, 1002));
    let longer = longest.replace("From ", "From x");
    let text = format!("{longer}\n{}", "y".repeat(300));
    assert_eq!(whole(&text), Boundary::No);
    let text = format!("From {}", "y".repeat(2000));
    assert_eq!(whole(&text), Boundary::No);
    let text = format!("From {}", " ".repeat(2000));
    assert_eq!(whole(&text), Boundary::No);
}

#[test]
fn a_line_is_confirmed_by_the_next_one() {
    const DATE: &str = "Mon Jan  7 00:00:00 2002";
    let read = |sender: &str, next: &str| {
        let text = format!("From {sender} {DATE}\n{next}\n");
        is_confirmed(text.as_bytes(), text.find('\n').expect("a line") + 1, false)
    };
    for (sender, next) in rows!("tests.toml", "a_line_is_confirmed_by_the_next_one_1") {
        assert_eq!(read(sender, next), Some(true), "{sender} {next}");
    }
    for (sender, next) in rows!("tests.toml", "a_line_is_confirmed_by_the_next_one_2") {
        assert_eq!(read(sender, next), Some(false), "{sender} {next}");
    }
    let undated = b"From a@b.example\nReceived: x\n";
    assert_eq!(is_confirmed(undated, 17, true), Some(false));
}

#[test]
fn a_confirmed_line_needs_few_bytes() {
    let sender = "a".repeat(900);
    let line = format!("From {sender}@b Mon Jan  7 00:00:00 2002\n");
    let text = format!(
        "{line}From:{}{sender}@b{}",
        " ".repeat(90),
        " ".repeat(3000)
    )
    .into_bytes();
    let decided = (line.len()..text.len())
        .find(|&len| is_confirmed(&text[..len], line.len(), false).is_some());
    assert_eq!(is_confirmed(&text, line.len(), false), Some(true));
    assert!(decided.is_some_and(|len| len <= MAX_NEEDED));
}
