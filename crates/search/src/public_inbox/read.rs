//! Reads the messages of an inbox.

use std::{
    collections::HashMap,
    io::{self, BufRead, BufReader, Read, Write},
    ops::ControlFlow,
    path::Path,
    process::{ChildStdin, ChildStdout, Stdio},
};

use urlsift_unpack::{Format, MessageLayout, UnpackedFile, Visitor, member_path};

use super::{
    command::Git,
    history::{Change, History, MAX_ID, ObjectId, newest_commit},
    layout::Inbox,
};

/// The maximum number of changes that are read at a time: a message that is added, and the one that it replaces.
const MAX_CHANGES: usize = 2;

/// The minimum number of messages that are requested from git at a time, except at the end.
const MIN_REQUESTS: usize = 32;

/// The minimum capacity of a pipe in bytes: one page, which a user with many pipes gets on Linux.
const MIN_PIPE: usize = 4096;

// The requests are written before an answer is read, so they have to fit into a pipe, each with a line feed.
const _: () = assert!((MIN_REQUESTS - 1 + MAX_CHANGES) * (MAX_ID + 1) <= MIN_PIPE);

/// The maximum number of removed messages. Each takes about 100 bytes of memory.
const MAX_REMOVED: usize = 1 << 20;

/// The maximum length of a line of `git cat-file`.
const MAX_LINE: u64 = 1 << 10;

/// The layers around a message of an inbox.
const PACKING: &[Format] = &[Format::PublicInbox];

/// Passes the messages of an inbox to a visitor, oldest first, without those that a later commit removes. `path` is its
/// name; the name of a message is the name of its commit. The removals of a repository that cannot be read are not
/// known.
pub(crate) fn read(inbox: &Inbox, path: &Path, visitor: &mut dyn Visitor) -> ControlFlow<()> {
    let mut reader = InboxReader {
        path,
        visitor,
        messages: 0,
    };
    match reader.inbox(inbox) {
        Ok(()) => {}
        Err(ReadEnd::Broken) => return ControlFlow::Break(()),
        Err(ReadEnd::Failed(error)) => reader.visitor.fault(path, error)?,
    }
    let messages = reader.messages;
    reader.visitor.container(path, PACKING, messages)
}

/// Why an inbox is not read to its end.
enum ReadEnd {
    Broken,
    Failed(io::Error),
}

impl From<io::Error> for ReadEnd {
    fn from(error: io::Error) -> Self {
        Self::Failed(error)
    }
}

impl ReadEnd {
    fn of(flow: ControlFlow<()>) -> Result<(), Self> {
        match flow {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Self::Broken),
        }
    }
}

/// A message to read.
struct Message {
    commit: ObjectId,
    blob: ObjectId,
}

struct InboxReader<'r> {
    path: &'r Path,
    visitor: &'r mut dyn Visitor,
    messages: u64,
}

impl InboxReader<'_> {
    fn inbox(&mut self, inbox: &Inbox) -> Result<(), ReadEnd> {
        let mut repositories = Vec::new();
        let mut removals = Removals::default();
        // A repository that cannot be read does not keep the others from being read.
        for (epoch, path) in inbox.repositories.iter().enumerate() {
            match removals.collect(epoch, path) {
                Ok(repository) => repositories.extend(repository),
                Err(error) => self.fault(error)?,
            }
            if removals.are_too_many() {
                let error = "more than 1048576 messages are removed; it is not read";
                return Err(io::Error::other(error).into());
            }
        }
        for repository in &repositories {
            match self.repository(repository, &removals) {
                Err(ReadEnd::Failed(error)) => self.fault(error)?,
                ended => ended?,
            }
        }
        Ok(())
    }

    /// Passes on the fault of a repository.
    fn fault(&mut self, error: io::Error) -> Result<(), ReadEnd> {
        ReadEnd::of(self.visitor.fault(self.path, error))
    }

    fn repository(
        &mut self,
        repository: &Repository<'_>,
        removals: &Removals,
    ) -> Result<(), ReadEnd> {
        let mut history = History::start(repository.path, &repository.newest)?;
        let mut blobs = Blobs::start(repository.path)?;
        let mut requested = Vec::new();
        let mut at = repository.start();
        while let Some(both) = history.next()? {
            for change in both.into_iter().flatten() {
                at.change += 1;
                if let Change::Added { commit, blob } = change
                    && !removals.has_after(at, &blob)
                {
                    requested.push(Message { commit, blob });
                }
            }
            if requested.len() >= MIN_REQUESTS {
                self.messages(&mut blobs, &requested)?;
                requested.clear();
                ReadEnd::of(self.visitor.before_read())?;
            }
        }
        self.messages(&mut blobs, &requested)?;
        Ok(blobs.finish()?)
    }

    /// Requests messages, and passes them to the visitor.
    fn messages(&mut self, blobs: &mut Blobs, messages: &[Message]) -> Result<(), ReadEnd> {
        for message in messages {
            blobs.request(&message.blob)?;
        }
        for message in messages {
            let path = member_path(self.path, message.commit.as_bytes());
            if let Some(len) = blobs.answer(&message.blob)? {
                self.messages += 1;
                self.message(&path, blobs, len)?;
            } else {
                let error = format!("git has no object {}", message.blob);
                ReadEnd::of(self.visitor.fault(&path, io::Error::other(error)))?;
            }
        }
        Ok(())
    }

    fn message(&mut self, path: &Path, blobs: &mut Blobs, len: u64) -> Result<(), ReadEnd> {
        let mut bytes = Exactly {
            bytes: blobs.stdout.by_ref(),
            rest: len,
        };
        let file = UnpackedFile {
            path,
            packing: PACKING,
            layout: Some(MessageLayout::default()),
            bytes: &mut bytes,
        };
        ReadEnd::of(self.visitor.file(file))?;
        io::copy(&mut bytes, &mut io::sink())?;
        Ok(blobs.end_answer()?)
    }
}

/// A repository of an inbox, up to a commit.
struct Repository<'r> {
    epoch: usize,
    path: &'r Path,
    newest: ObjectId,
}

impl Repository<'_> {
    /// Returns the position before the first change.
    const fn start(&self) -> ChangePosition {
        ChangePosition {
            epoch: self.epoch,
            change: 0,
        }
    }
}

/// The position of a change in an inbox. It does not depend on how much of earlier epochs can be read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct ChangePosition {
    epoch: usize,
    change: u64,
}

/// The messages that are removed, each with the position of the last change that removes it.
#[derive(Default)]
struct Removals(HashMap<ObjectId, ChangePosition>);

impl Removals {
    /// Adds the messages that a repository removes, up to its newest commit. Returns the repository; `None` if it has
    /// no commits.
    fn collect<'r>(&mut self, epoch: usize, path: &'r Path) -> io::Result<Option<Repository<'r>>> {
        let Some(newest) = newest_commit(path)? else {
            return Ok(None);
        };
        let repository = Repository {
            epoch,
            path,
            newest,
        };
        let mut history = History::start(path, &repository.newest)?;
        let mut at = repository.start();
        while let Some(both) = history.next()? {
            for change in both.into_iter().flatten() {
                at.change += 1;
                if let Change::Removed { blob } = change {
                    self.0.insert(blob, at);
                }
            }
            if self.are_too_many() {
                break;
            }
        }
        Ok(Some(repository))
    }

    fn are_too_many(&self) -> bool {
        self.0.len() > MAX_REMOVED
    }

    /// Returns whether a message is removed after a change.
    fn has_after(&self, at: ChangePosition, blob: &ObjectId) -> bool {
        self.0.get(blob).is_some_and(|removed| *removed >= at)
    }
}

/// The contents of messages: `git cat-file --batch`.
struct Blobs {
    git: Git,
    /// `None` once no more messages are requested.
    stdin: Option<ChildStdin>,
    stdout: BufReader<ChildStdout>,
}

impl Blobs {
    fn start(repository: &Path) -> io::Result<Self> {
        let mut git = Git::start(repository, &["cat-file", "--batch"], Stdio::piped())?;
        let pipes = git.child.stdin.take().zip(git.child.stdout.take());
        let (stdin, stdout) = pipes.ok_or(io::ErrorKind::BrokenPipe)?;
        Ok(Self {
            git,
            stdin: Some(stdin),
            stdout: BufReader::with_capacity(64 << 10, stdout),
        })
    }

    fn request(&mut self, blob: &str) -> io::Result<()> {
        let stdin = self.stdin.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        // Not buffered: git answers each line.
        match stdin.write_all(format!("{blob}\n").as_bytes()) {
            // Git has ended: its message says why.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.finish().and(Err(error))
            }
            written => written,
        }
    }

    /// Begins the answer to a request: `ID blob SIZE`. Returns the size, or `None` if there is no such object.
    fn answer(&mut self, blob: &str) -> io::Result<Option<u64>> {
        let mut line = Vec::new();
        self.stdout
            .by_ref()
            .take(MAX_LINE)
            .read_until(b'\n', &mut line)?;
        let line = String::from_utf8_lossy(&line);
        let mut words = line.trim_end().split(' ');
        let answer = (words.next(), words.next(), words.next());
        match answer {
            (Some(id), Some("missing"), None) if id == blob => Ok(None),
            (Some(id), Some("blob"), Some(len)) if id == blob && line.ends_with('\n') => {
                let len = len.parse().map_err(|_| unexpected())?;
                Ok(Some(len))
            }
            // Git has ended: its message says why.
            (Some(""), None, None) => Err(self.finish().err().unwrap_or_else(unexpected)),
            _ => Err(unexpected()),
        }
    }

    /// Ends the answer to a request: a line feed.
    fn end_answer(&mut self) -> io::Result<()> {
        let mut end = [0];
        self.stdout.read_exact(&mut end)?;
        if end == *b"\n" {
            Ok(())
        } else {
            Err(unexpected())
        }
    }

    /// Closes git's standard input, and waits until git has ended.
    fn finish(&mut self) -> io::Result<()> {
        // Git ends at the end of its input.
        self.stdin = None;
        self.git.finish()
    }
}

fn unexpected() -> io::Error {
    io::Error::other("git cat-file: unexpected output")
}

/// Reads exactly this number of bytes. An earlier end is an error.
struct Exactly<'b> {
    bytes: &'b mut BufReader<ChildStdout>,
    rest: u64,
}

impl Read for Exactly<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.rest == 0 || into.is_empty() {
            return Ok(0);
        }
        let most = into
            .len()
            .min(usize::try_from(self.rest).unwrap_or(usize::MAX));
        let len = self.bytes.read(&mut into[..most])?;
        if len == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.rest -= len as u64;
        Ok(len)
    }
}
