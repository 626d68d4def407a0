//! What a stranger has written does not drive the terminal of the one who reads it.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::{ffi::OsStrExt, fs::symlink};
use std::panic::catch_unwind;
use std::path::Path;

use crate::support::terminal::on_terminal_in;
use crate::support::{dir_with, run_in};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use regex::bytes::Regex;
use tempfile::TempDir;
use urlsift_tests::packing::{
    stream::Stream,
    tar::Tar,
    zip::{self, Entry},
};

/// Each control, or what else should not reach a terminal: C0 and DEL, C1 as a character and as a
/// byte, what changes the direction of writing or is not seen, and sequences of them, of which none
/// is one that the program itself writes.
fn units() -> Vec<Vec<u8>> {
    let mut units: Vec<Vec<u8>> = (0..0x20).map(|byte| vec![byte]).collect();
    units.push(vec![0x7f]);
    units.extend((0x80..0xa0).map(|byte| vec![byte]));
    let unseen = ('\u{80}'..='\u{9f}')
        .chain('\u{200b}'..='\u{200f}')
        .chain('\u{2028}'..='\u{202e}')
        .chain('\u{2060}'..='\u{206f}')
        .chain(['\u{ad}', '\u{61c}', '\u{180e}', '\u{feff}', '\u{e0041}']);
    units.extend(unseen.map(|char| char.to_string().into_bytes()));
    let sequences: [&[u8]; 10] = [
        b"\x1b[7m",
        b"\x1b[2J",
        b"\x1b]0;title\x07",
        b"\x1b]8;;http://evil/\x1b\\",
        b"\x1b]8;;\x07",
        b"\x1b\\",
        b"\x1bP1$r\x1b\\",
        b"\x9b7m",
        b"\r\x1b[Kforged",
        b"\x1bc",
    ];
    units.extend(sequences.map(Vec::from));
    units
}

/// All of them, but for some bytes.
fn all_but(left_out: &[u8]) -> Vec<u8> {
    let all = units().concat();
    all.into_iter()
        .filter(|byte| !left_out.contains(byte))
        .collect()
}

/// A line of its own, if a line break is taken for one.
const FORGED: &[u8] = b"\nFORGED\r\nFORGED";

/// A URL with each of them, and openings of none.
fn body() -> Vec<u8> {
    let mut body = Vec::new();
    for unit in units() {
        for (open, behind) in [
            (&b"<http://u/"[..], &b"x>\n\n"[..]),
            (b"<URL:http://v", b"/b-\nc>\n\n"),
            (b"<URL:http:", b" y  z <"),
            (b"around ", b" <http://w/> around\n"),
        ] {
            body.extend_from_slice(open);
            body.extend_from_slice(&unit);
            body.extend_from_slice(behind);
        }
    }
    body
}

/// A mailbox with all of them in every field.
fn mailbox() -> Vec<u8> {
    let raw = all_but(b"\n");
    let word = |text: &[u8]| format!("=?utf-8?B?{}?=", BASE64_STANDARD.encode(text)).into_bytes();
    // An encoded word is no longer than 75 bytes (RFC 2047 §2).
    let all = [&all_but(b"")[..], FORGED].concat();
    let words = all
        .chunks(40)
        .map(word)
        .collect::<Vec<_>>()
        .join(&b"\n "[..]);
    let fields = [
        "From",
        "Subject",
        "Message-ID",
        "Newsgroups",
        "Date",
        "List-Archive: <http://h/>\nX-Links",
        "Content-Base",
    ];
    let mut mail = Vec::new();
    for value in [&raw, &words] {
        mail.extend_from_slice(b"From a@b Tue Jan 31 12:00:00 1995\n");
        for field in fields {
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
    // A boundary that is doubtful, and a subject that is longer than a header may be.
    mail.extend_from_slice(b"From a@b Tue Jan 31 12:00:00 1995\n");
    mail.extend_from_slice(&[&raw[..], b"\n\n<http://u/>\n\n"].concat());
    mail
}

/// A message with a subject of a megabyte.
fn long_subject() -> Vec<u8> {
    let raw = all_but(b"\n");
    let long = raw.repeat((1 << 20) / raw.len());
    [b"From: a@b\nSubject: ", &long[..], b"\n\n<http://u/>\n"].concat()
}

/// Names of files, with all that may be in one.
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

/// A directory in which everything has such a name: texts, packed files, some of them broken, a
/// container, and a link to nowhere.
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
        let mut packed = Stream::Gzip.pack(text);
        packed.truncate(packed.len() - 6);
        write(b"g", &name, &packed);
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

/// What the program writes itself: one colour at a time, and links to visible ASCII.
fn own() -> Regex {
    Regex::new(r"\x1b\[(0|1|2|[39][0-7])m|\x1b\]8;;[\x21-\x7e]*\x1b\\").expect("a regex")
}

#[track_caller]
fn assert_harmless(case: &str, shown: &[u8]) {
    const EVIL: &[u8] = b"\x1b]8;;http://evil/\x1b\\";
    let is_linked = shown.windows(EVIL.len()).any(|text| text == EVIL);
    assert!(!is_linked, "{case}: a link of somebody else's");
    let text = own().replace_all(shown, &b""[..]);
    let text = str::from_utf8(&text).unwrap_or_else(|error| panic!("{case}: {error}"));
    let text = text.replace("\r\n", "\n");
    let is_harmful = |&(_, char): &(usize, char)| {
        char.is_control() && char != '\n'
            || matches!(char, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{feff}')
            || ('\u{200b}'..='\u{200f}').contains(&char)
            || ('\u{2028}'..='\u{202e}').contains(&char)
            || ('\u{2060}'..='\u{206f}').contains(&char)
            || ('\u{e0000}'..='\u{e007f}').contains(&char)
    };
    if let Some((at, char)) = text.char_indices().find(is_harmful) {
        let before: String = text[..at].chars().rev().take(80).collect();
        let before: String = before.chars().rev().collect();
        panic!("{case}: {char:?} behind {before:?}");
    }
    let forged = text.lines().find(|line| line.starts_with("FORGED"));
    assert_eq!(forged, None, "{case}");
}

/// Runs each line of the shell on a terminal, and looks at all that it has shown. Tells how much that
/// was; nothing, where there is no terminal.
fn look_at(dir: &Path, cases: &[String]) -> Option<usize> {
    // So many at a time, as no run may take long.
    let lens = cases.chunks(6).map(|some| look_at_some(dir, some));
    lens.sum()
}

fn look_at_some(dir: &Path, cases: &[String]) -> Option<usize> {
    const MARK: &str = "=====";
    let ends = format!("; echo; echo {MARK}; ");
    let line = cases.join(&ends) + &ends;
    let shown = on_terminal_in(dir, &line, &[("VTE_VERSION", "7000")])?.stdout;
    // The terminal may show the end of its own input.
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
fn each_of_them_would_be_seen() {
    for unit in units() {
        let shown = [b"a", &unit[..], b"b"].concat();
        let is_seen = catch_unwind(|| assert_harmless("a unit", &shown)).is_err();
        assert_eq!(is_seen, unit != b"\n", "{unit:?}");
    }
    assert!(catch_unwind(|| assert_harmless("a line", b"a\r\nFORGED\r\n")).is_err());
    assert_harmless(
        "its own",
        b"\x1b[32m1\x1b[0m:\x1b]8;;x:y\x1b\\x:y\x1b]8;;\x1b\\\r\n",
    );
}

#[test]
fn search_writes_no_controls() {
    let dir = archives();
    let mut cases = Vec::new();
    for (command, colors) in [
        ("list", &["auto", "always", "never"][..]),
        ("grep .", &["auto"]),
    ] {
        for color in colors {
            for flags in [
                "",
                "-nH --no-heading --no-column",
                "--messages",
                "--messages --no-heading -C2",
                "-C2",
                "-NI -A1 --hyperlink=never",
                "--hyperlink=always --hyphen=both",
                "--rejected --stats",
                "--base=http://base/ --conforms=relative",
                "--text -C1",
                "--json --rejected --stats",
                "-c",
                "-l",
                "-m1 -B1",
            ] {
                let all = "--conforms=none --progress=never";
                let case = format!("\"$URLSIFT\" {command} {all} --color={color} {flags} *");
                cases.push(case);
            }
        }
    }
    if let Some(len) = look_at(dir.path(), &cases) {
        assert!(len > 1 << 20, "{len}");
    }
}

#[test]
fn other_commands_write_no_controls() {
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
    for line in [
        "check --json <urls",
        "info --json *",
        "info --doubtful *",
        "split --size=1 *",
        "list --progress=json *",
        // Complaints are shown, whoever takes the hits.
        "list --progress=never --rejected * | cat >found; echo",
        "list --progress=never --json --rejected --stats t* >json; echo",
    ] {
        cases.push(format!("\"$URLSIFT\" {line}"));
    }
    look_at(dir.path(), &cases);
}

#[test]
fn subject_of_a_megabyte_writes_no_controls() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    fs::write(dir.path().join("a"), long_subject()).expect("a file");
    let cases = ["--messages", "--messages -C2", "--json"]
        .map(|flags| format!("\"$URLSIFT\" list --progress=never {flags} a"));
    look_at(dir.path(), &cases);
}

#[test]
fn line_of_progress_writes_no_controls() {
    let dir = archives();
    // The search goes on as long as somebody may write, which is when it says how far it is.
    let line = "mkfifo \"$NAME\"; (sleep 4; echo) >\"$NAME\" & \
                \"$URLSIFT\" list -c t* \"$NAME\"";
    let name = str::from_utf8(b"fifo\x1b[7m\x07\n\xe2\x80\xae").expect("UTF-8");
    let Some(shown) = on_terminal_in(dir.path(), line, &[("NAME", name)]) else {
        return;
    };
    let shown = shown.stdout;
    let shown = shown.strip_prefix(b"^D\x08\x08").unwrap_or(&shown);
    assert!(
        shown.windows(3).any(|text| text == b"B/s"),
        "a line of progress"
    );
    // It is drawn over again: that takes the line's start, and what clears it.
    let drawing = Regex::new(r"\x1b\[([0-9]*[AK])|\r").expect("a regex");
    let shown = drawing.replace_all(shown, &b"\n"[..]);
    assert_harmless("progress", &shown);
}

#[test]
fn what_is_wrong_with_a_value_is_told_without_what_drives_a_terminal() {
    let dir = dir_with(&[("patterns", "a\u{1b}[31m(\n"), ("a", "<http://a/>")]);
    let calls: [&[&str]; 5] = [
        &["grep", "-f", "patterns", "a"],
        &["grep", "\u{1b}]0;x\u{7}(", "a"],
        &["list", "--format", "{\u{1b}[31m}", "a"],
        &["list", "--include", "\u{202e}[", "a"],
        &["list", "--unique=\u{9b}31m", "a"],
    ];
    for call in calls {
        let told = run_in(&dir, call);
        assert_eq!(told.status, 2, "{call:?}");
        let is_plain = |char: char| char == '\n' || !(char.is_control() || char == '\u{202e}');
        assert!(told.err().chars().all(is_plain), "{:?}", told.err());
        assert!(told.err().starts_with("error: "), "{:?}", told.err());
    }
}
