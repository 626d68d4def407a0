//! The changes of a repository, oldest first.

use std::{
    io::{self, BufRead, BufReader},
    path::Path,
    process::{ChildStdout, Stdio},
};

use super::command::Git;

/// The maximum length of the name of an object in hexadecimal digits, which SHA-256 has.
pub(super) const MAX_ID: usize = 64;

/// The maximum number of bytes of a record. It bounds the memory, because a path may have any length.
const MAX_RECORD: u64 = 64 << 10;

/// The name of an object, in hexadecimal digits.
pub(super) type ObjectId = Box<str>;

/// A change of the messages of an inbox.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// A message was added, by a commit.
    Added { commit: ObjectId, blob: ObjectId },
    /// A message was removed.
    Removed { blob: ObjectId },
}

/// Returns the newest commit of a repository; `None` if it has no commits.
pub(super) fn newest_commit(repository: &Path) -> io::Result<Option<ObjectId>> {
    // Not `HEAD^{commit}`: a missing object would look like a repository without commits.
    let arguments = ["rev-parse", "--verify", "--quiet", "HEAD"];
    let mut git = Git::start(repository, &arguments, Stdio::null())?;
    let mut line = String::new();
    if let Some(stdout) = git.child.stdout.take() {
        let mut stdout = io::Read::take(stdout, 2 * MAX_ID as u64);
        io::Read::read_to_string(&mut stdout, &mut line)?;
    }
    let (status, message) = git.wait()?;
    match object_id(line.trim_end()) {
        Some(id) if status.success() => Ok(Some(id)),
        // With `--quiet`, this status without a message means that `HEAD` names no commit.
        _ if status.code() == Some(1) && message.is_empty() => {
            check_branches(repository)?;
            Ok(None)
        }
        _ => Err(git.failure(status, &message)),
    }
}

/// Returns an error if a branch is damaged: it names no object, or one that is missing. A repository without commits
/// has no branches.
fn check_branches(repository: &Path) -> io::Result<()> {
    let arguments = ["rev-list", "--all", "--max-count=1"];
    Git::start(repository, &arguments, Stdio::null())?.finish()
}

/// The changes up to a commit.
pub(super) struct History {
    commits: Git,
    trees: Git,
    records: BufReader<ChildStdout>,
    commit: ObjectId,
    record: Vec<u8>,
}

impl History {
    /// Starts reading the changes up to a commit.
    pub(super) fn start(repository: &Path, newest: &str) -> io::Result<Self> {
        let newest = format!("{newest}^{{commit}}");
        let arguments = ["rev-list", "--reverse", &*newest, "--"];
        let mut commits = Git::start(repository, &arguments, Stdio::null())?;
        let ids = commits
            .child
            .stdout
            .take()
            .map_or_else(Stdio::null, Stdio::from);
        let arguments = [
            "diff-tree",
            "--stdin",
            "--root",
            "-r",
            "--raw",
            "-z",
            "--no-renames",
            "--no-abbrev",
            "--no-ext-diff",
            "--no-textconv",
            "--ignore-submodules=all",
        ];
        let mut trees = Git::start(repository, &arguments, ids)?;
        let stdout = trees.child.stdout.take();
        let stdout = stdout.ok_or(io::ErrorKind::BrokenPipe)?;
        Ok(Self {
            commits,
            trees,
            records: BufReader::new(stdout),
            commit: "".into(),
            record: Vec::new(),
        })
    }

    /// Returns the next change and, if it replaces a message, the one that it removes first.
    pub(super) fn next(&mut self) -> io::Result<Option<[Option<Change>; 2]>> {
        while self.next_record()? {
            if !self.record.starts_with(b":") {
                let id = str::from_utf8(&self.record).ok().and_then(object_id);
                self.commit = id.ok_or_else(unexpected)?;
                continue;
            }
            let entry = Entry::parse(&self.record).ok_or_else(unexpected)?;
            if !self.next_record()? {
                return Err(self.cut_short());
            }
            let changes = entry.changes(&self.record, &self.commit);
            if changes.iter().any(Option::is_some) {
                return Ok(Some(changes));
            }
        }
        self.finish()?;
        Ok(None)
    }

    /// Waits until git has ended.
    fn finish(&mut self) -> io::Result<()> {
        // If `diff-tree` fails, `rev-list` is ended by a signal: the cause is reported, not the effect.
        self.trees.finish()?;
        self.commits.finish()
    }

    /// Returns the error for output that ends within a change.
    fn cut_short(&mut self) -> io::Error {
        self.finish().err().unwrap_or_else(unexpected)
    }

    /// Reads the next record, which ends in a NUL. Returns whether there is one.
    fn next_record(&mut self) -> io::Result<bool> {
        self.record.clear();
        let mut records = io::Read::take(&mut self.records, MAX_RECORD);
        records.read_until(0, &mut self.record)?;
        match self.record.pop() {
            Some(0) => Ok(true),
            None => Ok(false),
            Some(_) if self.record.len() + 1 < MAX_RECORD as usize => Err(self.cut_short()),
            Some(_) => Err(unexpected()),
        }
    }
}

fn unexpected() -> io::Error {
    io::Error::other("git diff-tree: unexpected output")
}

/// A changed file: `:100644 100644 OLD NEW M`.
struct Entry {
    old: Option<ObjectId>,
    new: Option<ObjectId>,
}

impl Entry {
    fn parse(record: &[u8]) -> Option<Self> {
        let mut words = str::from_utf8(record).ok()?.strip_prefix(':')?.split(' ');
        let modes = [words.next()?, words.next()?];
        let ids = [words.next()?, words.next()?];
        // A symbolic link or a submodule is not a message.
        let blob = |at: usize| {
            if modes[at].starts_with("100") {
                object_id(ids[at]).map(Some)
            } else {
                Some(None)
            }
        };
        Some(Self {
            old: blob(0)?,
            new: blob(1)?,
        })
    }

    /// Returns the message that the change of a file removes, and the one that it adds.
    fn changes(self, path: &[u8], commit: &str) -> [Option<Change>; 2] {
        let added = |blob| Change::Added {
            commit: commit.into(),
            blob,
        };
        let removed = |blob| Change::Removed { blob };
        match path {
            // Version 2: each commit has the message that it adds, or the one that it removes.
            b"m" => [None, self.new.map(added)],
            b"d" => [self.new.map(removed), None],
            // Version 1: the tree has all messages.
            _ if is_message_path(path) => [self.old.map(removed), self.new.map(added)],
            _ => [None, None],
        }
    }
}

/// Returns whether a path belongs to a message in version 1: the hash of its Message-ID.
fn is_message_path(path: &[u8]) -> bool {
    path.len() == 41
        && path[2] == b'/'
        && path
            .iter()
            .enumerate()
            .all(|(at, byte)| at == 2 || matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

fn object_id(id: &str) -> Option<ObjectId> {
    let is_id = id.len() >= 40 && id.len() <= MAX_ID;
    (is_id && id.bytes().all(|byte| byte.is_ascii_hexdigit())).then(|| id.into())
}

#[cfg(test)]
mod tests {
    use std::{
        fmt::Write as _,
        io::Write as _,
        process::{Command, Stdio},
    };

    use super::{Change, Entry, History, is_message_path};

    /// The output of `rev-list` does not fit into a pipe, so that it is still running when `diff-tree` fails.
    #[test]
    fn failure_of_diff_tree_is_reported_as_such() {
        let dir = tempfile::tempdir().expect("a directory");
        let git = |arguments: &[&str], input: &str| -> Option<String> {
            let mut child = Command::new("git")
                .args(["-c", "fastimport.unpackLimit=100000"])
                .args(arguments)
                .env("GIT_DIR", dir.path())
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
                .ok()?;
            let mut stdin = child.stdin.take().expect("a pipe");
            stdin.write_all(input.as_bytes()).expect("git reads");
            drop(stdin);
            let output = child.wait_with_output().expect("git ends");
            assert!(output.status.success(), "git {arguments:?}");
            Some(
                String::from_utf8(output.stdout)
                    .expect("UTF-8")
                    .trim()
                    .to_owned(),
            )
        };
        let path = dir.path().to_str().expect("UTF-8");
        if git(&["init", "--quiet", "--bare", path], "").is_none() {
            return urlsift_tests::real::skip("no git");
        }
        let mut commits = String::new();
        for number in 0..3000 {
            let text = if number == 0 { "first" } else { "later" };
            let _ = write!(
                commits,
                "commit refs/heads/x\ncommitter a <a@b.example> {number} +0000\ndata 1\nx\n\
                 M 100644 inline m\ndata 5\n{text}\n"
            );
        }
        git(&["fast-import", "--quiet"], &commits);
        let tree = git(&["rev-parse", "refs/heads/x~2999^{tree}"], "").expect("git runs");
        let object = dir.path().join("objects").join(&tree[..2]).join(&tree[2..]);
        std::fs::remove_file(object).expect("a loose object");
        let mut history = History::start(dir.path(), "refs/heads/x").expect("git runs");
        let error = loop {
            match history.next() {
                Ok(Some(_)) => {}
                Ok(None) => panic!("a tree is missing"),
                Err(error) => break error.to_string(),
            }
        };
        assert!(error.starts_with("git diff-tree: "), "{error}");
        assert!(error.contains(&tree), "{error}");
    }

    #[test]
    fn changes_are_those_of_messages() {
        let (old, new) = ("a".repeat(40), "b".repeat(40));
        let zero = "0".repeat(40);
        let change = |entry: &str, path: &[u8]| {
            let entry = Entry::parse(entry.as_bytes()).expect("an entry");
            entry.changes(path, "c")
        };
        let added = || {
            Some(Change::Added {
                commit: "c".into(),
                blob: new.as_str().into(),
            })
        };
        let removed = |blob: &str| Some(Change::Removed { blob: blob.into() });
        let modified = format!(":100644 100644 {old} {new} M");
        assert_eq!(change(&modified, b"m"), [None, added()]);
        assert_eq!(change(&modified, b"d"), [removed(&new), None]);
        let path = format!("ab/{}", "0".repeat(38)).into_bytes();
        assert_eq!(change(&modified, &path), [removed(&old), added()]);
        let deleted = format!(":100644 000000 {old} {zero} D");
        assert_eq!(change(&deleted, b"m"), [None, None]);
        assert_eq!(change(&deleted, &path), [removed(&old), None]);
        assert_eq!(change(&modified, b"README"), [None, None]);
        let link = format!(":000000 120000 {zero} {new} A");
        assert_eq!(change(&link, b"m"), [None, None]);
        for damaged in ["", ":", ":100644 100644 a b M"] {
            assert!(Entry::parse(damaged.as_bytes()).is_none(), "{damaged}");
        }
        assert!(!is_message_path(b"ab/0"));
    }
}
