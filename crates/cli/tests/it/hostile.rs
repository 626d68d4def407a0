//! Asserts that untrusted input never controls the reader's terminal.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::{ffi::OsStrExt, fs::symlink};
use std::path::Path;

use crate::support::terminal::run_shell_on_terminal;
use crate::support::{dir_with, run_in};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use regex::bytes::Regex;
use tempfile::TempDir;
use urlsift_tables::{bytes, lines};
use urlsift_tests::effort;
use urlsift_tests::packing::{
    stream::Stream,
    tar::Tar,
    zip::{self, Entry},
};

/// Returns everything that must not reach a terminal: C0 and DEL, C1 as characters and as bytes,
/// bidirectional controls, invisible characters, and escape sequences. None of the sequences is one that the
/// program writes itself.
fn units() -> Vec<Vec<u8>> {
    let mut units: Vec<Vec<u8>> = (0..0x20).map(|byte| vec![byte]).collect();
    units.push(vec![0x7f]);
    units.extend((0x80..0xa0).map(|byte| vec![byte]));
    let unseen = ('\u{80}'..='\u{9f}')
        .chain('\u{200b}'..='\u{200f}')
        .chain('\u{2028}'..='\u{202e}')
        .chain('\u{2060}'..='\u{206f}')
        .chain([
            '\u{ad}', '\u{61c}', '\u{180e}', '\u{2800}', '\u{fe0f}', '\u{feff}',
        ])
        .chain([
            '\u{fff0}',
            '\u{1bca0}',
            '\u{1d173}',
            '\u{e0041}',
            '\u{e0100}',
        ]);
    units.extend(unseen.map(|char| char.to_string().into_bytes()));
    let sequences = bytes!("hostile.toml", "units");
    units.extend(sequences.into_iter().map(Vec::from));
    units
}

/// Returns all units without those that contain the given bytes.
fn all_but(left_out: &[u8]) -> Vec<u8> {
    let all = units().concat();
    all.into_iter()
        .filter(|byte| !left_out.contains(byte))
        .collect()
}

/// Text that appears as a separate line if its line break is printed.
const FORGED: &[u8] = b"\nFORGED\r\nFORGED";

/// Returns a body with each unit in a URL and after an unclosed opening.
fn body() -> Vec<u8> {
    let mut body = Vec::new();
    for unit in units() {
        for (open, suffix) in [
            (&b"<http://u/"[..], &b"x>\n\n"[..]),
            (b"<URL:http://v", b"/b-\nc>\n\n"),
            (b"<URL:http:", b" y  z <"),
            (b"around ", b" <http://w/> around\n"),
        ] {
            body.extend_from_slice(open);
            body.extend_from_slice(&unit);
            body.extend_from_slice(suffix);
        }
    }
    body
}

/// Returns a mailbox with all units in every header field.
fn mailbox() -> Vec<u8> {
    let raw = all_but(b"\n");
    let word = |text: &[u8]| format!("=?utf-8?B?{}?=", BASE64_STANDARD.encode(text)).into_bytes();
    // The maximum length of an encoded word is 75 bytes (RFC 2047 §2).
    let all = [&all_but(b"")[..], FORGED].concat();
    let words = all
        .chunks(40)
        .map(word)
        .collect::<Vec<_>>()
        .join(&b"\n "[..]);
    let fields = lines!("hostile.toml", "mailbox");
    let mut mail = Vec::new();
    for value in [&raw, &words] {
        mail.extend_from_slice(b"From a@b Tue Jan 31 12:00:00 1995\n");
        for field in &fields {
            mail.extend_from_slice(&[field.as_bytes(), b": <http://f/", value, b">\n"].concat());
        }
        mail.extend_from_slice(&[b"X-", &raw[..], b": <http://name/>\n"].concat());
        mail.extend_from_slice(b"Content-Type: multipart/mixed; boundary=b\n\n--b\n");
        mail.extend_from_slice(&[b"Content-Type: text/", &raw[..], b"\n\n"].concat());
        mail.extend_from_slice(&body());
        for (head, text) in [
            ("text/plain; charset=iso-8859-1", all_but(b"")),
            ("text/plain; charset=utf-8", body()),
            (
                "text/html",
                b"&lt;http://html/&#27;[7m&#x9b;7m&#x202e;>".to_vec(),
            ),
        ] {
            let head =
                format!("\n--b\nContent-Type: {head}\nContent-Transfer-Encoding: base64\n\n");
            mail.extend_from_slice(head.as_bytes());
            let text = [b"<http://d/", &text[..], b"x>"].concat();
            for line in BASE64_STANDARD.encode(text).as_bytes().chunks(76) {
                mail.extend_from_slice(&[line, b"\n"].concat());
            }
        }
        mail.extend_from_slice(b"--b--\n\n");
    }
    // A doubtful boundary, and a subject longer than the header limit.
    mail.extend_from_slice(b"From a@b Tue Jan 31 12:00:00 1995\n");
    mail.extend_from_slice(&[&raw[..], b"\n\n<http://u/>\n\n"].concat());
    mail
}

/// Returns a message with a subject of one megabyte.
fn long_subject() -> Vec<u8> {
    let raw = all_but(b"\n");
    let long = raw.repeat((1 << 20) / raw.len());
    [b"From: a@b\nSubject: ", &long[..], b"\n\n<http://u/>\n"].concat()
}

/// Returns file names made of all bytes that a name may contain.
fn names() -> Vec<Vec<u8>> {
    let mut names = vec![FORGED.to_vec()];
    let mut name = Vec::new();
    for unit in units() {
        if unit.iter().any(|byte| b"\0/".contains(byte)) {
            continue;
        }
        name.extend_from_slice(&unit);
        if name.len() > 60 {
            names.push(std::mem::take(&mut name));
        }
    }
    names.push(name);
    names
}

/// Returns a directory of hostile names: texts, compressed files, some of them corrupt, a container, and a dangling
/// link.
fn archives() -> TempDir {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let path = |start: &[u8], name: &[u8]| {
        let name = [start, name].concat();
        dir.path().join(OsStr::from_bytes(&name))
    };
    let write = |start: &[u8], name: &[u8], bytes: &[u8]| {
        fs::write(path(start, name), bytes).expect("a file");
    };
    let text: &[u8] = b"before\n<http://t/>\nbehind\n";
    let mut tar = Tar::new();
    let mut entries = Vec::new();
    for name in names() {
        write(b"t", &name, text);
        let mut compressed = Stream::Gzip.pack(text);
        compressed.truncate(compressed.len() - 6);
        write(b"g", &name, &compressed);
        tar = tar.file(&name, text);
        entries.push(Entry::deflated(&name, text));
        entries.push(Entry::deflated([b"x", &name[..]].concat(), text).wrong_crc());
        symlink("nowhere", path(b"l", &name)).expect("a link");
    }
    let (first, last) = (&names()[1], &names()[2]);
    write(b"tar", first, &tar.finish());
    write(b"zip", last, &zip::zip(&entries));
    write(b"mail", b"", &mailbox());
    write(b"text", b"", &body());
    dir
}

/// Matches the sequences that the program writes itself: one color at a time, and links to printable ASCII.
fn allowed_sequences() -> Regex {
    Regex::new(r"\x1b\[(0|1|2|4|[39][0-7])m|\x1b\]8;;[\x21-\x7e]*\x1b\\").expect("a regex")
}

#[track_caller]
fn assert_harmless(case: &str, shown: &[u8]) {
    if let Err(harm) = check_harmless(shown) {
        panic!("{case}: {harm}");
    }
}

/// Returns an error if the output could damage a terminal or deceive its reader.
fn check_harmless(shown: &[u8]) -> Result<(), String> {
    const EVIL: &[u8] = b"\x1b]8;;http://evil/\x1b\\";
    if shown.windows(EVIL.len()).any(|text| text == EVIL) {
        return Err("a hyperlink from the input".to_string());
    }
    let text = allowed_sequences().replace_all(shown, &b""[..]);
    let text = str::from_utf8(&text).map_err(|error| error.to_string())?;
    let text = text.replace("\r\n", "\n");
    let harmful = r"[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\x{2800}--\n]";
    let harmful = regex::Regex::new(harmful).expect("a regex");
    if let Some(found) = harmful.find(&text) {
        let (at, char) = (found.start(), found.as_str());
        let before: String = text[..at].chars().rev().take(80).collect();
        let before: String = before.chars().rev().collect();
        return Err(format!("{char:?} after {before:?}"));
    }
    if text.lines().any(|line| line.starts_with("FORGED")) {
        return Err("a line from the input".to_string());
    }
    Ok(())
}

/// Runs each shell line on a terminal and checks all output. Returns the length of the output, or `None`
/// without a terminal.
fn check_on_terminal(dir: &Path, cases: &[String]) -> Option<usize> {
    // Batches are small because a run has a time limit.
    let lens = cases.chunks(6).map(|some| check_batch(dir, some));
    lens.sum()
}

fn check_batch(dir: &Path, cases: &[String]) -> Option<usize> {
    const MARK: &str = "=====";
    let ends = format!("; echo; echo {MARK}; ");
    let line = cases.join(&ends) + &ends;
    let shown = run_shell_on_terminal(dir, &line, &[("VTE_VERSION", "7000")])?.stdout;
    // The terminal may echo the end of its input.
    let shown = shown.strip_prefix(b"^D\x08\x08").unwrap_or(&shown);
    let mark = Regex::new(&format!("(?m)^{MARK}\r\n")).expect("a regex");
    let shown_each: Vec<_> = mark.split(shown).collect();
    assert_eq!(shown_each.len(), cases.len() + 1, "{cases:?}");
    for (case, shown) in cases.iter().zip(&shown_each) {
        assert!(shown.len() > 2, "{case} shows nothing");
        assert_harmless(case, shown);
    }
    Some(shown.len())
}

#[test]
fn check_detects_every_unit() {
    for unit in units() {
        let shown = [b"a", &unit[..], b"b"].concat();
        assert_eq!(check_harmless(&shown).is_err(), unit != b"\n", "{unit:?}");
    }
    assert!(check_harmless(b"a\r\nFORGED\r\n").is_err());
    assert_harmless(
        "allowed sequences",
        b"\x1b[32m1\x1b[0m:\x1b]8;;x:y\x1b\\x:y\x1b]8;;\x1b\\\r\n",
    );
}

#[test]
fn search_prints_no_controls() {
    let dir = archives();
    let mut cases = Vec::new();
    for (command, colors) in [
        ("list", &["auto", "always", "never"][..]),
        ("grep .", &["auto"]),
    ] {
        for color in colors {
            for flags in lines!("hostile.toml", "search_prints_no_controls") {
                let all = "--conforms=none --progress=never";
                let case = format!("\"$URLSIFT\" {command} {all} --color={color} {flags} *");
                cases.push(case);
            }
        }
    }
    let cases: Vec<_> = effort::sample(cases, 3, 0).collect();
    if let Some(len) = check_on_terminal(dir.path(), &cases) {
        assert!(len > 1 << 18, "{len}");
    }
}

#[test]
fn other_commands_print_no_controls() {
    let dir = archives();
    let urls: Vec<u8> = units()
        .into_iter()
        .filter(|unit| !unit.contains(&b'\n'))
        .flat_map(|unit| [b"http://u/", &unit[..], b"x?y\n"].concat())
        .collect();
    fs::write(dir.path().join("urls"), urls).expect("a file");
    let mut cases = Vec::new();
    for color in ["auto", "always", "never"] {
        for check in ["check urls", "check --conforms=none"] {
            cases.push(format!("\"$URLSIFT\" {check} --color={color} <urls"));
        }
        let argument = "\"$(tr -d '\\000' <text)\"";
        cases.push(format!("\"$URLSIFT\" check --color={color} {argument}"));
        cases.push(format!("\"$URLSIFT\" info --color={color} *"));
    }
    for line in lines!("hostile.toml", "other_commands_print_no_controls") {
        cases.push(format!("\"$URLSIFT\" {line}"));
    }
    check_on_terminal(dir.path(), &cases);
}

#[test]
fn megabyte_subject_prints_no_controls() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    fs::write(dir.path().join("a"), long_subject()).expect("a file");
    let cases = ["--messages", "--messages -C2", "--json"]
        .map(|flags| format!("\"$URLSIFT\" list --progress=never {flags} a"));
    check_on_terminal(dir.path(), &cases);
}

#[test]
fn progress_line_prints_no_controls() {
    let dir = archives();
    // The search waits for the writer, and the progress line is drawn meanwhile.
    let line = "mkfifo \"$NAME\"; (sleep 4; echo) >\"$NAME\" & \
                \"$URLSIFT\" list -c t* \"$NAME\"";
    let name = str::from_utf8(b"fifo\x1b[7m\x07\n\xe2\x80\xae").expect("UTF-8");
    let Some(shown) = run_shell_on_terminal(dir.path(), line, &[("NAME", name)]) else {
        return;
    };
    let shown = shown.stdout;
    let shown = shown.strip_prefix(b"^D\x08\x08").unwrap_or(&shown);
    assert!(
        shown.windows(3).any(|text| text == b"B/s"),
        "no progress line"
    );
    // Redrawing the line returns to its start and clears it.
    let drawing = Regex::new(r"\x1b\[([0-9]*[AK])|\r").expect("a regex");
    let shown = drawing.replace_all(shown, &b"\n"[..]);
    assert_harmless("progress", &shown);
}

#[test]
fn value_errors_print_no_controls() {
    let dir = dir_with(&[("patterns", "a\u{1b}[31m(\n"), ("a", "<http://a/>")]);
    let calls: [&[&str]; 5] = [
        &["grep", "-f", "patterns", "a"],
        &["grep", "\u{1b}]0;x\u{7}(", "a"],
        &["list", "--format", "{\u{1b}[31m}", "a"],
        &["list", "--include", "\u{202e}[", "a"],
        &["list", "--unique=\u{9b}31m", "a"],
    ];
    for call in calls {
        let output = run_in(&dir, call);
        assert_eq!(output.status, 2, "{call:?}");
        let is_plain = |char: char| char == '\n' || !(char.is_control() || char == '\u{202e}');
        assert!(output.err().chars().all(is_plain), "{:?}", output.err());
        assert!(output.err().starts_with("urlsift: "), "{:?}", output.err());
    }
}
