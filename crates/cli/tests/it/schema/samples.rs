//! Objects that together have every field of the schema.

use std::{
    ffi::{OsStr, OsString},
    fs,
    path::Path,
    sync::LazyLock,
};

use serde_json::Value;
use urlsift_tables::bytes;

use super::progress;
use crate::support::{dir_with, run_command, run_in, run_with, urlsift};

/// URLs that together have every part, with and without invalid UTF-8.
static URLS: LazyLock<Vec<&[u8]>> = LazyLock::new(|| bytes!("samples.toml", "urls"));

/// Returns objects with omitted or truncated fields. Their lists are shortened to a few items.
pub(super) fn truncated_objects() -> Vec<Value> {
    // More problems and more client steps than the report's limit.
    let url = &format!("prospero://a/x{}", ";".repeat(2000));
    let mut objects = run_with(&["check", "--json"], url.as_bytes()).json();
    let long = format!(
        "From a@b Sat Jan 01 00:00:00 1995\nFrom: {}\n\n<{url}>\n",
        "a".repeat(5000)
    );
    let list = ["list", "--json", "--conforms=none"];
    objects.extend(run_with(&list, long.as_bytes()).json());
    for object in &mut objects {
        for list in ["/problems", "/explain", "/parts/fields"] {
            if let Some(Value::Array(items)) = object.pointer_mut(list) {
                items.truncate(3);
            }
        }
    }
    objects
}

/// Links with every field.
const LINK: &[u8] = b"see <http://h\xff/x-\n\xff> <http://a.example:80/?q> <x\xff> <URL:a> <http://a.example/x-\ny/%7e> \
        <http://h-\n.example/> <http://a.example/\xc3\xa9> <http://a.example/~b>\n\
        <http://a.example/\xff|c d=3D.> <mailto:a at\nb.c> <mailto:a at\n b.c> <mailto:\xff@b.c>\n";

/// What can be counted.
const TALLIES: [&str; 12] = [
    "--tally",
    "--tally=url_key",
    "--tally=host",
    "--tally=address",
    "--tally=domain",
    "--tally=scheme",
    "--tally=year",
    "--tally=month",
    "--tally=from",
    "--tally=newsgroup",
    "--tally=conforms",
    "--tally=kind",
];

/// Copies files to names that are not UTF-8, which are returned.
#[cfg(unix)]
fn copies_with_names_of_any_bytes(dir: &Path) -> Vec<OsString> {
    use std::os::unix::ffi::OsStrExt;

    let names = [
        (&b"\xff"[..], "message"),
        (b"r\xff", "rejects"),
        (b"\xff.tar.gz", "a.tar.gz"),
    ];
    let copy = |(name, from): (&[u8], &str)| {
        let name = OsStr::from_bytes(name);
        fs::copy(dir.join(from), dir.join(name)).expect("a name of any bytes");
        name.to_owned()
    };
    names.map(copy).to_vec()
}

/// Returns objects that together have every field.
pub(super) fn samples() -> Vec<Value> {
    let rejects = b"1x://a http:// http://b,.a <http://a/\xe2\x80\x90\nb> <URL:> <http:<URL:<http://a.example/too-long-for-that> <URL:\n\n\n| <URL:\n|\n<URL:\0\n<URL:";
    let message = b"From a@b Sat Jan 01 00:00:00 1995\nFrom: a\nSubject: s\nMessage-ID: <i>\n\
        Date: Sun, 1 Jan 1995 00:00:00 +0000\nNewsgroups: a.b\nX-A: <http://a/>\n\n<http://b/>\n";
    let tar = urlsift_tests::packing::tar::Tar::new()
        .file("m", b"<http://a/>")
        .finish();
    let msg = urlsift_tests::outlook::small_msg();
    let dir = dir_with(&[
        ("link", LINK),
        ("message", message),
        ("rejects", rejects),
        ("a.msg", &msg),
        ("a.tar", &tar),
        (
            "a.tar.gz",
            &urlsift_tests::packing::stream::Stream::Gzip.pack(&tar),
        ),
    ]);
    let dir = dir.path();
    let mut paths = ["link", "message", "rejects", "a.msg", "a.tar", "a.tar.gz"]
        .map(OsString::from)
        .to_vec();
    #[cfg(unix)]
    paths.extend(copies_with_names_of_any_bytes(dir));
    let output = |args: &[&str], stdin: &[u8]| {
        // One of the files is binary.
        let flag = (args[0] == "list").then_some("-a");
        let mut command = urlsift();
        command.current_dir(dir).args(args).args(flag).args(&paths);
        let output = run_command(&mut command, stdin);
        let progress = output.err().lines().filter(|line| line.starts_with('{'));
        let lines = output.out().lines().chain(progress);
        let objects = lines.map(|line| serde_json::from_str(line).expect("JSON on every line"));
        objects.collect::<Vec<Value>>()
    };
    let list = [
        "list",
        "--json",
        "--conforms=none",
        "--rejected",
        "--progress=json",
    ];
    let counted = [
        "list",
        "--json",
        "--stats",
        "--all",
        "--conforms=none",
        "--max-len=30",
    ];
    let hidden = ["list", "--json", "--stats", "--conforms=rfc1738"];
    let mut samples = Vec::new();
    samples.extend(output(&list, b""));
    samples.extend(output(
        &["list", "--json", "--conforms=none", "--base=http://a/"],
        b"",
    ));
    samples.extend(output(&counted, b""));
    samples.extend(output(&hidden, b""));
    let repeated = ["list", "--json", "--stats", "--unique"];
    samples.extend(output(&repeated, b""));
    for tally in TALLIES {
        samples.extend(output(&["list", "--json", "--conforms=none", tally], b""));
        samples.extend(output(
            &["list", "--text", "--json", "--conforms=none", tally],
            b"",
        ));
    }
    // Bytes that are not decoded.
    samples.extend(output(
        &["list", "--text", "--json", "--conforms=none"],
        b"",
    ));
    // The required fields, and one that only a name adds.
    let fields = "--fields=url,raw,delimiter,breaks,spaced,joins,pieces,quote_depth,conforms,problems,warnings,path,\
                  offset,end,url_key";
    samples.extend(output(&["list", "--json", "--conforms=none", fields], b""));
    samples.extend(output(&["info", "--json"], b""));
    let encrypted = b"From: a\nContent-Type: multipart/encrypted; boundary=b\n\n";
    samples.extend(run_with(&["info", "--json"], encrypted).json());
    let unknown = b"From: a\nContent-Type: text/plain; charset=unknown-8bit\n\n";
    samples.extend(run_with(&["info", "--json"], unknown).json());
    let parts = b"From: a\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\
        Content-Type: text/plain; charset=utf-8\n\na\n--b\nContent-Type: image/png\n\na\n--b--\n";
    samples.extend(run_with(&["info", "--json"], parts).json());
    let letter = urlsift_tests::outlook::msg::Msg::new().file("a", "message/rfc822", unknown);
    samples.extend(run_with(&["info", "--json"], &letter.finish()).json());
    samples.extend(output(&["split"], b""));
    samples.extend(output(&["split", "--pack=1K"], b""));
    samples.extend(run_with(&["split", "--pack=1K"], b"").json());
    samples.extend(harvest_samples(dir));
    samples.extend(error_samples(dir, message));
    let range = ["list", "--json", "--rejected", "--range=0:9"];
    samples.extend(output(&range, b""));
    samples.extend(stdin_samples());
    samples.extend(progress_samples(dir));
    let check = run_with(&["check", "--json"], &URLS.join(&b'\n'));
    samples.extend(check.json());
    #[cfg(unix)]
    samples.extend(samples_with_invalid_base());
    samples
}

/// Returns objects about texts on the standard input.
fn stdin_samples() -> Vec<Value> {
    let mut samples = Vec::new();
    // Messages without headers.
    let as_message = ["list", "--json", "--as=message"];
    samples.extend(run_with(&as_message, b"\n<http://a.example/>").json());
    samples.extend(run_with(&["list", "--json", "--stats"], b"").json());
    let wrapped = b"<https://www.google.com/url?q=http://a/%FF>";
    samples.extend(run_with(&["list", "--json", "--unwrap"], wrapped).json());
    let others =
        b"<https://www.google.com/url?q=http://a.example/> <https://protect.mimecast.com/a>";
    samples.extend(run_with(&["list", "--json", "--unwrap"], others).json());
    let broken = dir_with(&[(
        "broken",
        &b"<http://a.example/b-\nc\xff> <http://a.example/bc\xff>"[..],
    )]);
    let settled = run_in(
        &broken,
        &[
            "list",
            "--text",
            "--json",
            "--settle",
            "--conforms=none",
            "broken",
        ],
    );
    samples.extend(settled.json());
    let page = b"<html><a href='http://a.example/'>b.example</a><img src='http://c.example/'>\
        <!--[if mso]><a href='http://d.example/'>http://g.example/</a><![endif]--><p>http://e.example/-<br>f";
    samples.extend(run_with(&["list", "--json", "--all"], page).json());
    let wrapped = b"http://a.example/b-\nc\n";
    samples.extend(run_with(&["list", "--json", "--all"], wrapped).json());
    samples
}

/// Returns progress objects that lack what is unknown.
fn progress_samples(dir: &Path) -> Vec<Value> {
    let mut samples = Vec::new();
    // The length of a pipe is unknown, and without files there is no path.
    let pipe = run_with(&["list", "--progress=json"], b"");
    let empty = dir.join("empty");
    fs::create_dir(&empty).expect("a directory");
    let nothing = run_in(&empty, &["list", "--progress=json", "."]);
    for output in [&pipe, &nothing] {
        let lines = output.err().lines().filter(|line| line.starts_with('{'));
        samples.extend(lines.map(|line| serde_json::from_str::<Value>(line).expect("JSON")));
    }
    samples
}

/// Returns the progress objects of each step of a harvest.
fn harvest_samples(dir: &Path) -> Vec<Value> {
    let mut samples = Vec::new();
    for step in ["plan", "run", "finish"] {
        let inputs: &[&str] = if step == "plan" { &["rejects"] } else { &[] };
        let args = ["harvest", step, "--progress=json", "-odata"];
        samples.extend(progress(&[&args, inputs].concat(), dir));
    }
    samples
}

/// Returns the objects of errors.
fn error_samples(dir: &Path, message: &[u8]) -> Vec<Value> {
    let gzip = urlsift_tests::packing::stream::Stream::Gzip.pack(message);
    fs::write(dir.join("cut.gz"), &gzip[..gzip.len() - 9]).expect("a writable directory");
    let mut samples = run_in(dir, &["list", "--json", "--json-errors", "cut.gz"]).json();
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        let mut command = urlsift();
        command.args(["split", "--json-errors"]);
        let command = command.arg(OsStr::from_bytes(b"missing\xff"));
        samples.extend(run_command(command, b"").json());
    }
    samples
}

/// Returns outputs with a base that is not UTF-8.
#[cfg(unix)]
fn samples_with_invalid_base() -> Vec<Value> {
    use std::os::unix::ffi::OsStrExt;

    let base = OsStr::from_bytes(b"--base=http://a/\xff/");
    let mut check = urlsift();
    let output = run_command(check.args(["check", "--json", "re"]).arg(base), b"");
    let mut samples = output.json();
    let mut list = urlsift();
    list.args(["list", "--json", "--conforms=relative"])
        .arg(base);
    samples.extend(run_command(&mut list, b"<URL:re>").json());
    samples
}
