//! Real mail, decoded by urlsift and by Python's email package: the same URLs must be found in both.
//!
//! What urlsift finds in the bodies of text parts that are not HTML is compared, file by file, with
//! what the scanner finds in the parts that `python/decode.py` writes. The scanner is the same on
//! both sides; how a file becomes messages, parts and texts is not.
//!
//! A file is what urlsift takes it for. To the package a mailbox is given as one, and any other file
//! as one message. A file without messages is left out on both sides: the package would read
//! anything as a message. Most of these are what test suites expect of a message, in XML or as
//! decoded parts. How many files of each sort there are is fixed, so that none drops out unseen.

use std::{
    collections::BTreeMap,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use urlsift::{Kind, Sifter};
use urlsift_tests::prefiltering;
use urlsift_tests::real::{archives, each_link, kind_of, name_in, skip, texts};

/// A folder of the archives, and what is known of it.
struct Folder {
    name: &'static str,
    /// How many files are one message, are mailboxes, and hold no messages.
    files: [usize; 3],
    /// How many hits urlsift finds.
    hits: usize,
    differences: &'static [Difference],
}

/// A URL that one side finds more often in a file than the other.
struct Difference {
    /// How the file's name ends.
    file: &'static str,
    url: &'static str,
    /// How many times more urlsift finds it; negative if the package does.
    more: i64,
    reason: &'static str,
}

/// There is no difference. Should one come that urlsift is not to blame for, it goes in here, with
/// its reason.
const FOLDERS: [Folder; 5] = [
    Folder {
        name: "cypherpunks",
        files: [10_248, 0, 0],
        hits: 527,
        differences: &[],
    },
    Folder {
        name: "mime-fixtures",
        files: [252, 28, 344],
        hits: 51,
        differences: &[],
    },
    Folder {
        name: "r-lists",
        files: [0, 24, 0],
        hits: 2036,
        differences: &[],
    },
    Folder {
        name: "spamassassin",
        files: [225, 525, 0],
        hits: 370,
        differences: &[],
    },
    Folder {
        name: "twisted-pipermail",
        files: [0, 12, 0],
        hits: 240,
        differences: &[],
    },
];

/// One hit in so many may be found by one side alone.
const HITS_PER_DIFFERENCE: usize = 200;

#[test]
fn real_mail_is_decoded_as_python_decodes_it() {
    let Some(archives) = archives() else { return };
    if !has_python() {
        skip("there is no python3");
        return;
    }
    for folder in &FOLDERS {
        let mut read = Files::read(&archives.join(folder.name));
        assert_eq!(read.counts(), folder.files, "{}", folder.name);
        assert_eq!(read.hits, folder.hits, "{}", folder.name);
        read.messages.subtract_package(false);
        read.mailboxes.subtract_package(true);
        let found = read.differences();
        let unexplained = unexplained(&found, folder.differences);
        assert!(unexplained.is_empty(), "{}: {unexplained:#?}", folder.name);
        let number: u64 = found.iter().map(|found| found.more.unsigned_abs()).sum();
        assert!(
            number * HITS_PER_DIFFERENCE as u64 <= read.hits as u64,
            "{}: {number} differences",
            folder.name
        );
    }
}

#[test]
fn a_difference_is_met_by_its_like_alone() {
    let found = |url: &[u8], more| Found {
        file: "a/b.txt".into(),
        url: url.to_vec(),
        more,
    };
    let known = Difference {
        file: "b.txt",
        url: "http://a.example/",
        more: -1,
        reason: "a reason",
    };
    let known = [known];
    let url = b"http://a.example/";
    assert!(unexplained(&[found(url, -1)], &known).is_empty());
    assert_eq!(unexplained(&[found(url, 1)], &known).len(), 2);
    assert_eq!(unexplained(&[found(b"http://b", -1)], &known).len(), 2);
    assert_eq!(unexplained(&[], &known).len(), 1);
}

/// The files of a folder that hold messages.
struct Files {
    root: PathBuf,
    messages: Group,
    mailboxes: Group,
    without_messages: usize,
    hits: usize,
}

/// Files of one sort, and of each how many times more urlsift finds a URL in it than the package.
#[derive(Default)]
struct Group(Vec<(PathBuf, BTreeMap<Vec<u8>, i64>)>);

impl Files {
    /// With all that urlsift finds.
    fn read(root: &Path) -> Self {
        let mut files = Self {
            root: root.to_path_buf(),
            messages: Group::default(),
            mailboxes: Group::default(),
            without_messages: 0,
            hits: 0,
        };
        let reading = prefiltering::reading().headers(false).html(false);
        let mut sifter = Sifter::new().reading(reading);
        for (path, file) in texts(root) {
            let group = match kind_of(&file) {
                Kind::Text => {
                    files.without_messages += 1;
                    continue;
                }
                Kind::Message => &mut files.messages,
                kind if kind.is_mbox() => &mut files.mailboxes,
                kind => panic!("{}: {kind}", path.display()),
            };
            let mut urls = BTreeMap::new();
            each_link(&mut sifter, &file, |link| {
                files.hits += 1;
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

    fn differences(&self) -> Vec<Found> {
        let mut found = Vec::new();
        for (path, urls) in self.messages.0.iter().chain(&self.mailboxes.0) {
            for (url, &more) in urls {
                if more != 0 {
                    found.push(Found {
                        file: name_in(&self.root, path),
                        url: url.clone(),
                        more,
                    });
                }
            }
        }
        found
    }
}

impl Group {
    /// Takes away what the scanner finds in the parts that the package gives of each file.
    fn subtract_package(&mut self, are_mailboxes: bool) {
        if self.0.is_empty() {
            return;
        }
        let written = package(self.0.iter().map(|(path, _)| &**path), are_mailboxes);
        for part in Parts(&written) {
            let (_, urls) = &mut self.0[part.file];
            for candidate in urlsift_scan::candidates(part.text) {
                *urls.entry(candidate.url().to_vec()).or_default() -= 1;
            }
        }
    }
}

/// Whether there is a Python to ask.
fn has_python() -> bool {
    let version = Command::new("python3").arg("--version").output();
    version.is_ok_and(|output| output.status.success())
}

/// What `decode.py` writes of these files.
fn package<'p>(paths: impl Iterator<Item = &'p Path>, are_mailboxes: bool) -> Vec<u8> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("python/decode.py");
    let mut command = Command::new("python3");
    command.arg(script).args(["--list", "-"]);
    if are_mailboxes {
        command.arg("--mbox");
    }
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut python = piped.spawn().expect("python3 starts");
    // It writes nothing before it has read all names.
    let mut names = python.stdin.take().expect("it is piped");
    for path in paths {
        let name = [path.as_os_str().as_encoded_bytes(), b"\n"].concat();
        names.write_all(&name).expect("names are read");
    }
    drop(names);
    let output = python.wait_with_output().expect("it can be waited for");
    assert!(output.status.success(), "decode.py: {}", output.status);
    output.stdout
}

/// A text part of a file, as the package gives it.
struct Part<'w> {
    /// The file's number in the list.
    file: usize,
    text: &'w [u8],
}

/// The parts in what `decode.py` writes, whose head tells the form.
struct Parts<'w>(&'w [u8]);

impl<'w> Iterator for Parts<'w> {
    type Item = Part<'w>;

    fn next(&mut self) -> Option<Part<'w>> {
        if self.0.is_empty() {
            return None;
        }
        let end = self.0.iter().position(|&byte| byte == b'\n');
        let (head, rest) = self.0.split_at(end.expect("a line ends"));
        let head = str::from_utf8(head).expect("a line of ASCII");
        let fields: Vec<&str> = head.split(' ').collect();
        let ["part", file, _message, _type, len] = fields[..] else {
            panic!("no part: {head}");
        };
        let [file, len] = [file, len].map(|number| number.parse().expect("a number"));
        let (text, rest) = rest[1..].split_at(len);
        self.0 = rest.strip_prefix(b"\n").expect("a part's end");
        Some(Part { file, text })
    }
}

/// A [`Difference`] that there is.
struct Found {
    file: String,
    url: Vec<u8>,
    more: i64,
}

/// What there is and is not known, and what is known and there is not.
fn unexplained(found: &[Found], known: &[Difference]) -> Vec<String> {
    let is = |found: &Found, known: &Difference| {
        found.file.ends_with(known.file)
            && found.url == known.url.as_bytes()
            && found.more == known.more
    };
    let new = found
        .iter()
        .filter(|found| !known.iter().any(|known| is(found, known)));
    let gone = known
        .iter()
        .filter(|known| !found.iter().any(|found| is(found, known)));
    let new =
        new.map(|Found { file, url, more }| format!("{file} {more:+} {}", url.escape_ascii()));
    let gone = gone.map(|known| format!("{} has none: {}", known.file, known.reason));
    new.chain(gone).collect()
}
