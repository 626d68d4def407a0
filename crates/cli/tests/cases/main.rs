//! Runs the cases of `tests/cases/*.toml`: what the command prints for the given arguments and input.
//!
//! The command runs in this process, one run at a time, because the working directory belongs to the process. A run
//! that sets the environment, or reads standard input as a list of paths, is a process of its own.
//!
//! A case has a `name`, `files` and `links` in the directory where it runs, and one or more runs; `unix` for one that
//! runs only there. A run has `args`, split as a shell does, or a list of them that give the same, and what it prints:
//! `stdout` and `stderr`, which are empty, and `status`, which is 0, unless they are given. Instead of `stderr`, a run
//! may have
//!
//! - `refused`: a usage error that mentions each of these texts;
//! - `faults`: one line of diagnostics for each of these paths, and status 2;
//! - `mentions`: texts that standard error contains.
//!
//! Instead of `stdout`, `json` has for each line of output some of its fields, and `without` the names of fields that
//! no line has; `shows` has texts that standard output contains. The standard input of a run is its
//! `stdin`, or else the `stdin` of the case. A text is a string, `{ escaped = '...' }` with the escapes of
//! `tests/src/marked.rs`, `{ text = NAME }` for a text of the table `texts` of the file, or packed: `{ gzip = TEXT }`,
//! `{ zip = [[NAME, TEXT]] }`, `{ tar = [[NAME, TEXT]] }`, which may be in each other.
//!
//! A command that takes `-j` runs with one thread and with two, which must give the same.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    env, fs,
    io::{self, Write},
    path::Path,
    process::{Command, Stdio},
    slice,
    sync::{Mutex, PoisonError},
    thread,
};

use serde::Deserialize;
use serde_json::Value;
use tempfile::TempDir;
use urlsift_tests::{
    marked::unescape,
    packing::{
        stream::Stream,
        tar::Tar,
        zip::{self, Entry},
    },
};

#[path = "../it/support/in_process.rs"]
mod in_process;

use in_process::run_here;

/// Held while the working directory is that of a case.
static DIRECTORY: Mutex<()> = Mutex::new(());

/// Environment variables that affect the command.
const ENVIRONMENT: [&str; 6] = [
    "NO_COLOR",
    "CLICOLOR",
    "CLICOLOR_FORCE",
    "TERM",
    "COLUMNS",
    "URLSIFT_OPTS",
];

/// The result of a run.
struct Outcome {
    status: i32,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
}

impl Outcome {
    /// Parses each line of standard output as JSON.
    fn json(&self) -> Vec<Value> {
        let lines = self.stdout.split_inclusive(|&byte| byte == b'\n');
        let lines = lines.map(|line| line.strip_suffix(b"\n").expect("a whole line"));
        lines
            .map(|line| serde_json::from_slice(line).expect("JSON on every line"))
            .collect()
    }
}

/// Runs the command in this process, in a directory.
fn run_in(dir: &Path, args: &[String], stdin: &[u8]) -> Outcome {
    // Another case may have failed.
    let _only = DIRECTORY.lock().unwrap_or_else(PoisonError::into_inner);
    env::set_current_dir(dir).expect("the directory of the case");
    let (status, stdout, stderr) = run_here(args, stdin);
    env::set_current_dir(env::temp_dir()).expect("a directory that stays");
    Outcome {
        status,
        stdout,
        stderr,
    }
}

/// Runs the command as a process.
fn run_process(
    args: &[String],
    variables: &BTreeMap<String, String>,
    stdin: &[u8],
    dir: &Path,
) -> Outcome {
    let mut command = Command::new(env!("CARGO_BIN_EXE_urlsift"));
    for name in ENVIRONMENT {
        command.env_remove(name);
    }
    command.args(args).envs(variables).current_dir(dir);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    let output = thread::scope(|scope| {
        // The program may end before it has read all.
        scope.spawn(move || pipe.write_all(stdin).ok());
        child.wait_with_output().expect("the output of the program")
    });
    Outcome {
        status: output.status.code().expect("an exit status"),
        stdout: output.stdout,
        stderr: output.stderr,
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    texts: BTreeMap<String, Text>,
    case: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    /// What the case shows, if its name does not say it.
    #[serde(rename = "why")]
    _why: Option<String>,
    /// Whether the case needs links, or names of files or what else only Unix has.
    #[serde(default)]
    unix: bool,
    #[serde(default)]
    files: BTreeMap<String, Text>,
    #[serde(default)]
    #[cfg_attr(
        not(unix),
        expect(dead_code, reason = "only Unix has them for every user")
    )]
    links: BTreeMap<String, String>,
    #[serde(default)]
    stdin: Text,
    run: Vec<Run>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Run {
    args: Args,
    #[serde(default)]
    env: BTreeMap<String, String>,
    stdin: Option<Text>,
    #[serde(default)]
    status: i32,
    #[serde(default)]
    stdout: Text,
    json: Option<Vec<Value>>,
    #[serde(default)]
    without: Vec<String>,
    shows: Option<Vec<String>>,
    #[serde(default)]
    stderr: Text,
    refused: Option<Vec<String>>,
    faults: Option<Vec<String>>,
    mentions: Option<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Args {
    One(String),
    Several(Vec<String>),
}

impl Args {
    fn all(&self) -> &[String] {
        match self {
            Self::One(line) => slice::from_ref(line),
            Self::Several(lines) => lines,
        }
    }
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Text {
    Plain(String),
    Escaped { escaped: String },
    Named { text: String },
    Gzip { gzip: Box<Text> },
    Zip { zip: Vec<(String, Text)> },
    Tar { tar: Vec<(String, Text)> },
}

impl Default for Text {
    fn default() -> Self {
        Self::Plain(String::new())
    }
}

impl Text {
    fn bytes(&self, texts: &BTreeMap<String, Text>) -> Vec<u8> {
        match self {
            Self::Plain(text) => text.clone().into_bytes(),
            Self::Escaped { escaped } => unescape(escaped).expect("known escapes"),
            Self::Named { text } => texts[text].bytes(texts),
            Self::Gzip { gzip } => Stream::Gzip.pack(&gzip.bytes(texts)),
            Self::Zip { zip } => {
                let entry =
                    |(name, text): &(String, Self)| Entry::deflated(name, &text.bytes(texts));
                zip::zip(&zip.iter().map(entry).collect::<Vec<_>>())
            }
            Self::Tar { tar } => {
                let members = tar.iter();
                let tar = members.fold(Tar::new(), |tar, (name, text)| {
                    tar.file(name, text.bytes(texts))
                });
                tar.finish()
            }
        }
    }
}

impl Case {
    /// Makes the directory of the case.
    fn directory(&self, texts: &BTreeMap<String, Text>) -> TempDir {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let path = |name: &str| {
            let path = dir.path().join(name);
            fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
            path
        };
        for (name, text) in &self.files {
            // A directory without files.
            if name.ends_with('/') {
                fs::create_dir_all(path(name)).expect("a directory");
            } else {
                fs::write(path(name), text.bytes(texts)).expect("a file");
            }
        }
        #[cfg(unix)]
        for (name, target) in &self.links {
            std::os::unix::fs::symlink(target, path(name)).expect("a link");
        }
        dir
    }
}

impl Run {
    /// Returns the arguments, once for each number of threads.
    fn arguments(line: &str) -> Vec<Vec<String>> {
        let args = shlex::split(line).expect("words");
        let has_threads = |arg: &String| arg.starts_with("-j") || arg.starts_with("--threads");
        match args.split_first() {
            Some((command, rest))
                if ["list", "grep"].contains(&&**command) && !rest.iter().any(has_threads) =>
            {
                let with = |threads: &str| [&[command.clone(), threads.to_owned()], rest].concat();
                vec![with("-j1"), with("-j2")]
            }
            _ => vec![args],
        }
    }

    /// Returns whether the command must be a process.
    fn needs_process(&self) -> bool {
        let has_flags = env::var_os("URLSIFT_OPTS").is_some();
        let mut lines = self.args.all().iter();
        has_flags || !self.env.is_empty() || lines.any(|line| line.contains("--files-from"))
    }

    /// Returns what is wrong with an outcome.
    fn errors(&self, outcome: &Outcome, texts: &BTreeMap<String, Text>) -> Vec<String> {
        let mut errors = Vec::new();
        let mut check = |is_right: bool, what: &str| {
            if !is_right {
                errors.push(what.to_owned());
            }
        };
        let is_error = self.refused.is_some() || self.faults.is_some();
        let status = if is_error { 2 } else { self.status };
        check(outcome.status == status, "status");
        if let Some(lines) = &self.json {
            let found = outcome.json();
            let mut pairs = lines.iter().zip(&found);
            check(found.len() == lines.len(), "number of lines");
            check(pairs.all(|(line, found)| has(found, line)), "fields");
            for name in &self.without {
                check(!found.iter().any(|found| is_named(found, name)), name);
            }
        } else if let Some(shown) = &self.shows {
            let out = as_on_unix(&outcome.stdout);
            for text in shown {
                check(out.contains(text), text);
            }
        } else {
            let expected = self.stdout.bytes(texts);
            check(
                as_on_unix(&outcome.stdout) == as_on_unix(&expected),
                "stdout",
            );
        }
        let err = as_on_unix(&outcome.stderr);
        if let Some(mentions) = self.refused.as_ref().or(self.mentions.as_ref()) {
            let is_refusal = self.refused.is_none() || err.starts_with("urlsift: ");
            check(is_refusal, "begin of a refusal");
            for mention in mentions {
                check(err.contains(&*as_on_unix(mention.as_bytes())), mention);
            }
        } else if let Some(paths) = &self.faults {
            check(err.lines().count() == paths.len(), "number of diagnostics");
            for (line, path) in err.lines().zip(paths) {
                let reason = line.strip_prefix(&format!("urlsift: {path}: "));
                check(reason.is_some_and(|reason| !reason.trim().is_empty()), path);
            }
        } else {
            let is_expected = is_same(&outcome.stderr, &self.stderr.bytes(texts));
            check(is_expected, "stderr");
        }
        errors
    }
}

/// Returns a text with the separators of paths and the message of a missing file that Unix has.
fn as_on_unix(text: &[u8]) -> Cow<'_, str> {
    let text = String::from_utf8_lossy(text);
    if cfg!(unix) {
        return text;
    }
    let missing = io::Error::from_raw_os_error(2).to_string();
    let missing = missing.trim_end_matches(" (os error 2)");
    let text = text.replace(missing, "No such file or directory");
    text.replace('\\', "/").into()
}

/// Returns whether an output is the expected one.
fn is_same(found: &[u8], expected: &[u8]) -> bool {
    found == expected || cfg!(not(unix)) && as_on_unix(found) == as_on_unix(expected)
}

/// Returns whether a value has all fields of another one.
fn has(found: &Value, expected: &Value) -> bool {
    match (found, expected) {
        (Value::Object(found), Value::Object(expected)) => expected
            .iter()
            .all(|(name, value)| found.get(name).is_some_and(|found| has(found, value))),
        (Value::Array(found), Value::Array(expected)) => {
            found.len() == expected.len() && found.iter().zip(expected).all(|(a, b)| has(a, b))
        }
        (Value::String(found), Value::String(expected)) => {
            is_same(found.as_bytes(), expected.as_bytes())
        }
        _ => found == expected,
    }
}

/// Returns whether an object, or an object in it, has a field.
fn is_named(found: &Value, name: &str) -> bool {
    let Value::Object(fields) = found else {
        return false;
    };
    fields.contains_key(name) || fields.values().any(|field| is_named(field, name))
}

/// Runs the cases of a file.
fn run_file(name: &str) {
    let path = folder_of_cases().join(format!("{name}.toml"));
    let source = fs::read_to_string(&path).expect("a file of cases");
    let file: File = toml::from_str(&source).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut errors = Vec::new();
    let mut names = BTreeSet::new();
    for case in &file.case {
        assert!(names.insert(&case.name), "{} occurs twice", case.name);
        assert!(!case.run.is_empty(), "{} has no run", case.name);
        if case.unix && cfg!(not(unix)) {
            continue;
        }
        let dir = case.directory(&file.texts);
        for run in &case.run {
            let stdin = run.stdin.as_ref().unwrap_or(&case.stdin).bytes(&file.texts);
            for args in run.args.all().iter().flat_map(|line| Run::arguments(line)) {
                let outcome = if run.needs_process() {
                    run_process(&args, &run.env, &stdin, dir.path())
                } else {
                    run_in(dir.path(), &args, &stdin)
                };
                for error in run.errors(&outcome, &file.texts) {
                    let (status, out) = (outcome.status, outcome.stdout.escape_ascii());
                    let err = outcome.stderr.escape_ascii();
                    let name = &case.name;
                    errors.push(format!(
                        "{name}: {error}: {args:?} gives {status}\n  {out}\n  {err}"
                    ));
                }
            }
        }
    }
    assert!(!names.is_empty(), "{name} has no case");
    assert!(errors.is_empty(), "\n{}", errors.join("\n"));
}

fn folder_of_cases() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases"))
}

/// Makes a test of each file.
macro_rules! files {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            run_file(stringify!($name));
        })*

        #[test]
        fn no_file_of_cases_is_ignored() {
            let entries = fs::read_dir(folder_of_cases()).expect("the files of cases");
            let paths = entries.map(|entry| entry.expect("an entry").path());
            let found = paths.filter(|path| path.extension().is_some_and(|end| end == "toml"));
            let found = found.map(|path| path.file_stem().expect("a name").to_owned());
            assert_eq!(found.collect::<BTreeSet<_>>(), [$(stringify!($name).into()),*].into());
        }
    };
}

files! {
    also
    archivers
    attributes
    binary
    check
    compatibility
    compressed
    context
    display
    domain
    encoding
    environment
    errors
    exit_status
    fields
    file_lists
    filters
    filters_links
    filters_messages
    format
    headings
    hyperlinks
    implied_list
    info
    inputs
    json
    levels
    matching
    messages
    modes
    patterns
    printing
    rejects
    rewriting
    robustness
    selection
    settle
    split
    stats
    tables
    tally
    threads
    triage
    undelimited
    unique
    usage
    walk
}
