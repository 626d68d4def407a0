//! Compares the decoding of real mail by urlsift and by Python's email package: both must give the same URLs.
//!
//! For each file, this compares the links that urlsift finds in text parts other than HTML with the links that the
//! scanner finds in the parts that `python/decode.py` writes. The scanner is the same on both sides; the framing of
//! messages, parts and texts is not.
//!
//! urlsift recognises the kind of each file. The package reads mailboxes as such and any other file as a single
//! message. Files without messages are left out, because the package would read anything as a message. Most of
//! them are expected results of test suites, in XML or as decoded parts. The number of files of each kind is fixed,
//! so that none is lost unnoticed.

use std::{
    collections::BTreeMap,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use urlsift::{Kind, Sifter};
use urlsift_tests::{
    effort, prefiltering,
    real::{archives, each_link, kind_of, name_in, skip, texts},
};

/// A directory of the archives and its expected results.
struct Directory {
    name: &'static str,
    /// The numbers of single messages, mailboxes, and files without messages.
    files: [usize; 3],
    /// The number of links that urlsift finds.
    links: usize,
}

const DIRECTORIES: [Directory; 5] = [
    Directory {
        name: "cypherpunks",
        files: [10_248, 0, 0],
        links: 527,
    },
    Directory {
        name: "mime-fixtures",
        files: [252, 28, 344],
        links: 51,
    },
    Directory {
        name: "r-lists",
        files: [0, 24, 0],
        links: 2036,
    },
    Directory {
        name: "spamassassin",
        files: [225, 525, 0],
        links: 370,
    },
    Directory {
        name: "twisted-pipermail",
        files: [0, 12, 0],
        links: 240,
    },
];

#[test]
fn real_mail_is_decoded_as_python_decodes_it() {
    let Some(archives) = archives() else { return };
    if !has_python() {
        skip("no python3");
        return;
    }
    // Python takes most of the time, for the ten thousand files of the first.
    let directories = DIRECTORIES.iter().skip(usize::from(!effort::is_full()));
    for directory in directories {
        let mut read = Files::read(&archives.join(directory.name));
        assert_eq!(read.counts(), directory.files, "{}", directory.name);
        assert_eq!(read.links, directory.links, "{}", directory.name);
        read.messages.subtract_package(false);
        read.mailboxes.subtract_package(true);
        let found = read.differences();
        assert!(found.is_empty(), "{}: {found:#?}", directory.name);
    }
}

/// The files of a directory that contain messages.
struct Files {
    root: PathBuf,
    messages: Group,
    mailboxes: Group,
    without_messages: usize,
    links: usize,
}

/// Files of one kind. For each URL in a file, how many more times urlsift finds it than the package.
#[derive(Default)]
struct Group(Vec<(PathBuf, BTreeMap<Vec<u8>, i64>)>);

impl Files {
    /// Searches all files with urlsift.
    fn read(root: &Path) -> Self {
        let mut files = Self {
            root: root.to_path_buf(),
            messages: Group::default(),
            mailboxes: Group::default(),
            without_messages: 0,
            links: 0,
        };
        let options = prefiltering::read_options().headers(false).html(false);
        let mut sifter = Sifter::new().reading(options);
        for (path, file) in texts(root) {
            let group = match kind_of(&file) {
                kind if kind.has_no_messages() => {
                    files.without_messages += 1;
                    continue;
                }
                Kind::Message => &mut files.messages,
                kind if kind.is_mbox() => &mut files.mailboxes,
                kind => panic!("{}: {kind}", path.display()),
            };
            let mut urls = BTreeMap::new();
            each_link(&mut sifter, &file, |link| {
                files.links += 1;
                *urls.entry(link.candidate().url().to_vec()).or_default() += 1;
            });
            group.0.push((path, urls));
        }
        files
    }

    fn counts(&self) -> [usize; 3] {
        let [messages, mailboxes] = [&self.messages, &self.mailboxes].map(|group| group.0.len());
        [messages, mailboxes, self.without_messages]
    }

    /// Returns the URLs of a file that one side finds more often than the other.
    fn differences(&self) -> Vec<String> {
        let mut found = Vec::new();
        for (path, urls) in self.messages.0.iter().chain(&self.mailboxes.0) {
            for (url, more) in urls.iter().filter(|(_, more)| **more != 0) {
                let file = name_in(&self.root, path);
                found.push(format!("{file} {more:+} {}", url.escape_ascii()));
            }
        }
        found
    }
}

impl Group {
    /// Subtracts the links that the scanner finds in the parts decoded by the package.
    fn subtract_package(&mut self, are_mailboxes: bool) {
        if self.0.is_empty() {
            return;
        }
        let output = package(self.0.iter().map(|(path, _)| &**path), are_mailboxes);
        for part in Parts(&output) {
            let (_, urls) = &mut self.0[part.file];
            for candidate in urlsift_scan::candidates(part.text) {
                *urls.entry(candidate.url().to_vec()).or_default() -= 1;
            }
        }
    }
}

/// Returns whether Python is installed.
fn has_python() -> bool {
    let version = Command::new("python3").arg("--version").output();
    version.is_ok_and(|output| output.status.success())
}

/// Returns the output of `decode.py` for these files.
fn package<'p>(paths: impl Iterator<Item = &'p Path>, are_mailboxes: bool) -> Vec<u8> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("python/decode.py");
    let mut command = Command::new("python3");
    command.arg(script).args(["--list", "-"]);
    if are_mailboxes {
        command.arg("--mbox");
    }
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut python = piped.spawn().expect("python3 starts");
    // The script reads all names before it writes.
    let mut names = python.stdin.take().expect("stdin is piped");
    for path in paths {
        let name = [path.as_os_str().as_encoded_bytes(), b"\n"].concat();
        names.write_all(&name).expect("python3 reads the names");
    }
    drop(names);
    let output = python.wait_with_output().expect("python3 ends");
    assert!(output.status.success(), "decode.py: {}", output.status);
    output.stdout
}

/// A text part of a file, decoded by the package.
struct Part<'w> {
    /// The index of the file in the list.
    file: usize,
    text: &'w [u8],
}

/// An iterator over the parts in the output of `decode.py`, which documents the format.
struct Parts<'w>(&'w [u8]);

impl<'w> Iterator for Parts<'w> {
    type Item = Part<'w>;

    fn next(&mut self) -> Option<Part<'w>> {
        if self.0.is_empty() {
            return None;
        }
        let end = self.0.iter().position(|&byte| byte == b'\n');
        let (head, rest) = self.0.split_at(end.expect("a complete line"));
        let head = str::from_utf8(head).expect("a line of ASCII");
        let fields: Vec<&str> = head.split(' ').collect();
        let ["part", file, _message, _type, len] = fields[..] else {
            panic!("not a part: {head}");
        };
        let [file, len] = [file, len].map(|number| number.parse().expect("a number"));
        let (text, rest) = rest[1..].split_at(len);
        self.0 = rest.strip_prefix(b"\n").expect("the end of a part");
        Some(Part { file, text })
    }
}
