//! The pictures that `check` draws, whole and line by line.

use std::{fs, path::Path};

use crate::support::pictures::{
    assert_harmless, assert_points_right, drawn, judged, pointed, shown, width,
};
use crate::support::{run, run_with};
use urlsift_tests::{grammar::generator, verdicts};

/// What a terminal has, if it is not told otherwise.
const COLUMNS: usize = 80;

const PICTURES: [(&str, &str); 4] = [
    ("ftp", "ftp://host.dom//etc/motd;type=a"),
    ("gopher", "gopher://h/11sel%09q"),
    ("http", "http://user:pw@h:25/a b"),
    ("host", "ftp://h.-x.org/"),
];

/// A kept picture.
fn kept(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/pictures")
        .join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn pictures_are_as_they_are_kept() {
    for (name, url) in PICTURES {
        let drawn = run(&["check", url]);
        assert_eq!(drawn.out(), kept(&format!("{name}.txt")), "{url}");
        let drawn = run(&["check", "--color", "always", url]);
        assert_eq!(drawn.out(), kept(&format!("{name}.color.txt")), "{url}");
        assert_eq!(
            run(&["check", "--color=never", url]).out(),
            kept(&format!("{name}.txt"))
        );
    }
}

#[test]
fn one_blank_line_stands_between_pictures() {
    let urls = PICTURES.map(|(_, url)| url);
    let expected = PICTURES
        .map(|(name, _)| kept(&format!("{name}.txt")))
        .join("\n");
    assert_eq!(run(&[&["check"], &urls[..]].concat()).out(), expected);
    assert_eq!(
        run_with(&["check"], urls.join("\n").as_bytes()).out(),
        expected
    );
}

/// The cases, one line each, and some texts around the grammar.
fn texts() -> Vec<Vec<u8>> {
    let cases = verdicts::judged().into_iter().map(|case| case.url);
    let samples = generator::sample(68, 2_000);
    let nasty = [
        NASTY.to_vec(),
        NASTY[9..].to_vec(),
        "http://日本語.example/~ひ/{x}é".into(),
    ];
    let all = cases.chain(samples).chain(nasty);
    all.filter(|text| !text.contains(&b'\n') && !text.ends_with(b"\r"))
        .collect()
}

const NASTY: &[u8] = b"http://h/\x1b[31m\x01\t\xe2\x80\xae\xe6\x97\xa5\xe6\x9c\xac\xff~x\0y\xc2\x9b\x1b]0;a\x07\x08\xe2\x80\xa8";

#[test]
fn nothing_drives_the_terminal_and_carets_stand_where_they_should() {
    let texts = texts();
    let is_measured = |url: &[u8]| shown(url).iter().all(|(_, text)| width(text).is_some());
    assert!(is_measured(NASTY) && texts.iter().any(|text| text == NASTY));
    let (plain, judged) = (drawn(&[], &texts), judged(&texts));
    assert_eq!(drawn(&["--color=always"], &texts), plain);
    for ((url, picture), judged) in texts.iter().zip(&plain).zip(&judged) {
        if is_measured(url) {
            assert_points_right(url, picture, judged);
        }
    }
}

/// The picture of a URL that is UTF-8, after its carets were found right.
#[track_caller]
fn draw(url: &str) -> String {
    let texts = [url.into()];
    let picture = drawn(&[], &texts).remove(0);
    assert_points_right(url.as_bytes(), &picture, &judged(&texts)[0]);
    picture
}

#[test]
fn nothing_in_json_drives_the_terminal() {
    let judged = run_with(&["check", "--json"], &[NASTY, b"\n"].concat());
    assert_harmless(&judged);
    assert_eq!(crate::support::hits::bytes(&judged.json()[0], "url"), NASTY);
}

#[test]
fn base_and_resolved_drive_no_terminal() {
    let drawn = run(&["check", "--base", "http://h/\u{1b}[31m\u{202e}/x", "y"]);
    assert_harmless(&drawn);
    let expected = "\nresolved\n  http://h/\\x1b[31m\\u{202e}/y\n";
    assert!(drawn.out().contains(expected), "{}", drawn.out());
}

/// What takes no column has to be shown some other way, or the caret points at its neighbour.
#[test]
fn invisible_characters_have_a_place_of_their_own() {
    for invisible in ["\u{200b}", "\u{200d}", "\u{feff}", "\u{ad}", "\u{2060}"] {
        let drawn = run(&["check", &format!("http://h/a{invisible}~")]);
        let pointed = pointed(drawn.out());
        let [(_, hidden, end), (_, tilde, _)] = pointed[..] else {
            panic!("not two places: {}", drawn.out());
        };
        assert!(
            hidden < tilde && end <= tilde,
            "{invisible:?}: {}",
            drawn.out()
        );
    }
}

/// The lines that are wider than a terminal and need not be.
fn wide_lines() -> Vec<String> {
    // What a word cannot use of a line: the names of the parts, and what says that it is decoded.
    const USED: usize = 30;

    let mut wide = Vec::new();
    for picture in drawn(&[], &texts()) {
        // The first line is the URL, whatever its length.
        for line in picture.lines().skip(1) {
            // A word that is too long for a line of its own may stand in any.
            let longest = line.split(' ').filter_map(width).max().unwrap_or(COLUMNS);
            if width(line).unwrap_or(0) > COLUMNS && longest <= COLUMNS - USED {
                wide.push(line.to_owned());
            }
        }
    }
    wide
}

#[test]
fn lines_are_no_wider_than_a_terminal() {
    let wide = wide_lines();
    let lines = wide.iter().filter(|line| !line.contains("(decoded: "));
    assert_eq!(lines.collect::<Vec<_>>(), Vec::<&String>::new());
}

#[test]
fn decoded_parts_are_no_wider_than_a_terminal() {
    let wide = wide_lines();
    let rows = wide.iter().filter(|line| line.contains("(decoded: "));
    assert_eq!(rows.collect::<Vec<_>>(), Vec::<&String>::new());
}

#[test]
fn long_url_is_cut_around_what_is_wrong() {
    let url = format!("http://h/{}~{}", "x".repeat(2500), "y".repeat(2490));
    assert_eq!(url.len(), 5000);
    let picture = draw(&url);
    let long = picture.lines().filter(|line| line.len() > COLUMNS);
    // The URL itself, the path, and what is asked for.
    assert_eq!(long.count(), 3, "{picture}");
    for (line, ..) in pointed(&picture) {
        assert!(line.starts_with("...x") && line.ends_with("y..."), "{line}");
    }
    let wide = run(&[
        "check",
        &format!("http://h/{}~{}", "日".repeat(800), "本".repeat(860)),
    ]);
    for (line, start, end) in pointed(wide.out()) {
        let is_narrow = width(&line).is_some_and(|width| width + 3 <= COLUMNS);
        assert!(is_narrow && start < end && end <= COLUMNS, "{line}");
    }
}

#[test]
fn empty_url_is_a_reference_that_is_pointed_at() {
    assert_eq!(run(&["check", ""]).status, 1);
    let picture = draw("");
    assert!(
        picture.starts_with(
            "(empty)\nrelative: a relative reference by RFC 1808, but no URL by RFC 1738\n"
        ),
        "{picture}"
    );
    assert_eq!(run(&["check", ""]).out(), picture);
}

#[test]
fn ten_problems_are_drawn_and_the_rest_is_counted() {
    for (count, rest) in [
        (1, None),
        (10, None),
        (11, Some("... and 1 more")),
        (40, Some("... and 30 more")),
    ] {
        let url = format!("http://h/{}", "~a".repeat(count));
        let picture = draw(&url);
        assert_eq!(pointed(&picture).len(), count.min(10));
        let told = picture.lines().find(|line| line.starts_with("... and"));
        assert_eq!(told, rest);
        let judged = run(&["check", "--json", &url]).json();
        assert_eq!(judged[0]["problems"].as_array().map(Vec::len), Some(count));
    }
}

#[test]
fn what_conforms_as_asked_is_no_error() {
    let titles = |level: &str| {
        let drawn = run(&["check", "--conforms", level, "http://h/~a"]);
        let is_error = drawn.out().contains("\nerror[unsafe-character]: ");
        let is_warning = drawn.out().contains("\nwarning[unsafe-character]: ");
        (drawn.status, is_error, is_warning)
    };
    assert_eq!(titles("rfc1738"), (1, true, false));
    assert_eq!(titles("rfc3986"), (0, false, true));
    assert_eq!(titles("none"), (0, false, true));
}

#[test]
fn problems_that_are_alike_share_a_picture() {
    let drawn = run(&["check", "http://h/~a~b|c"]);
    assert_eq!(drawn.out().matches("error[unsafe-character]").count(), 2);
    let carets = " | http://h/~a~b|c\n |          ^ ^\n";
    assert!(drawn.out().contains(carets), "{}", drawn.out());
    // What is too far away has a picture of its own.
    let far = format!("http://h/~{}~", "x".repeat(60));
    let drawn = run(&["check", &far]);
    assert_eq!(drawn.out().matches("error[unsafe-character]").count(), 2);
}

#[test]
fn everything_that_json_tells_is_drawn() {
    let texts = texts();
    for (picture, judged) in drawn(&[], &texts).iter().zip(&judged(&texts)) {
        let has = |text: &str| assert!(picture.contains(text), "no {text} in {picture}");
        let list = |name: &str| judged[name].as_array().expect("a list").iter();
        let level = judged["conforms"].as_str().expect("a level");
        has(&format!("\n{level}: "));
        for problem in list("problems").take(10) {
            has(&format!(
                "\nerror[{}]: ",
                problem["code"].as_str().expect("a code")
            ));
            has(&format!(
                "\n = rule: {} = ",
                problem["rule"].as_str().expect("a rule")
            ));
        }
        for warning in list("warnings") {
            has(&format!("\n  {}: ", warning.as_str().expect("a code")));
        }
        for (name, part) in judged["parts"].as_object().expect("parts") {
            // The port that is written is said once, and a list without a member has no line.
            let is_said = name == "effective_port" && judged["parts"].get("port").is_some();
            let is_empty = part.as_array().is_some_and(Vec::is_empty);
            if !name.ends_with("_base64") && !is_said && !is_empty {
                has(&format!("\n  {name} "));
            }
        }
        for (heading, name) in [("what a client does", "explain"), ("warnings", "warnings")] {
            let is_drawn = picture.contains(&format!("\n{heading}\n"));
            assert_eq!(is_drawn, list(name).count() > 0, "{picture}");
        }
    }
}
