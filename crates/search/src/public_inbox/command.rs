//! Runs git, so that a repository cannot make it do anything but read that repository.

use std::{
    env,
    io::{self, Read},
    path::Path,
    process::{Child, ChildStderr, Command, ExitStatus, Stdio},
    thread::{Builder, JoinHandle},
};

/// The environment variables that git inherits from this program.
const KEPT: &[&str] = &["PATH", "SYSTEMROOT", "TMPDIR"];

/// The environment variables that restrict git. All others, such as `GIT_TRACE`, are cleared.
const SET: &[(&str, &str)] = &[
    // No settings but the repository's, and [`SETTINGS`].
    ("GIT_CONFIG_NOSYSTEM", "1"),
    ("GIT_CONFIG_GLOBAL", NULL),
    ("GIT_CONFIG_SYSTEM", NULL),
    ("GIT_ATTR_NOSYSTEM", "1"),
    // A partial clone is not completed (since git 2.44), and no transport may be used for it or anything else.
    ("GIT_NO_LAZY_FETCH", "1"),
    ("GIT_ALLOW_PROTOCOL", ""),
    ("GIT_TERMINAL_PROMPT", "0"),
    // Objects are read as they are.
    ("GIT_NO_REPLACE_OBJECTS", "1"),
    ("GIT_GRAFT_FILE", NULL),
    ("GIT_OPTIONAL_LOCKS", "0"),
    ("GIT_PAGER", "cat"),
    ("LC_ALL", "C"),
];

/// Settings that override the repository's.
const SETTINGS: &[&str] = &[
    // Otherwise the first line on standard error is always about `GIT_GRAFT_FILE`.
    "advice.graftFileDeprecated=false",
    "core.fsmonitor=false",
    NO_HOOKS,
    "core.sshCommand=false",
    "core.gitProxy=none",
    "core.askPass=false",
    "core.attributesFile=",
    "protocol.allow=never",
    "credential.helper=",
    // Larger objects are not held in memory, unless they are differences.
    "core.bigFileThreshold=16m",
    "core.packedGitLimit=256m",
    "core.packedGitWindowSize=16m",
];

#[cfg(windows)]
const NULL: &str = "NUL";
#[cfg(not(windows))]
const NULL: &str = "/dev/null";

#[cfg(windows)]
const NO_HOOKS: &str = "core.hooksPath=NUL";
#[cfg(not(windows))]
const NO_HOOKS: &str = "core.hooksPath=/dev/null";

/// The maximum number of bytes of git's standard error that are kept.
const MAX_MESSAGE: usize = 1 << 10;

/// Returns the command that runs git on a repository.
///
/// The repository is named by `GIT_DIR`, so git does not check who owns it (`safe.directory`).
fn git(repository: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new("git");
    command.env_clear();
    command.envs(
        KEPT.iter()
            .filter_map(|name| Some((name, env::var_os(name)?))),
    );
    command.envs(SET.iter().copied());
    command.env("GIT_DIR", repository);
    command.arg("--no-pager");
    for setting in SETTINGS {
        command.args(["-c", setting]);
    }
    command.args(arguments);
    command.stderr(Stdio::piped());
    command
}

/// A running git process. It is killed when this is dropped.
pub(super) struct Git {
    pub(super) child: Child,
    /// The name of the git command, such as `rev-list`.
    name: String,
    /// The thread that reads the first line of standard error.
    message: Option<JoinHandle<String>>,
}

impl Git {
    /// Starts git.
    pub(super) fn start(
        repository: &Path,
        arguments: &[&str],
        input: impl Into<Stdio>,
    ) -> io::Result<Self> {
        let mut command = git(repository, arguments);
        let mut child = command
            .stdin(input)
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| match error.kind() {
                io::ErrorKind::NotFound => io::Error::new(
                    io::ErrorKind::NotFound,
                    "git, which is needed to read public-inbox repositories, is not installed",
                ),
                _ => error,
            })?;
        let stderr = child.stderr.take();
        let mut git = Self {
            child,
            name: arguments.first().copied().unwrap_or_default().into(),
            message: None,
        };
        if let Some(stderr) = stderr {
            // If the thread cannot be started, dropping `git` kills the process.
            let thread = Builder::new().name("git".into());
            git.message = Some(thread.spawn(|| message(stderr))?);
        }
        Ok(git)
    }

    /// Waits until git has ended. Returns its status and the first line of its standard error.
    pub(super) fn wait(&mut self) -> io::Result<(ExitStatus, String)> {
        let status = self.child.wait()?;
        let message = self.message.take().map(JoinHandle::join);
        Ok((status, message.and_then(Result::ok).unwrap_or_default()))
    }

    /// Waits until git has ended.
    ///
    /// # Errors
    ///
    /// Returns an error if git has failed.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        let (status, message) = self.wait()?;
        if status.success() {
            return Ok(());
        }
        Err(self.failure(status, &message))
    }

    /// Returns the error of a failure: its message, or else its status.
    pub(super) fn failure(&self, status: ExitStatus, message: &str) -> io::Error {
        let name = &self.name;
        io::Error::other(if message.is_empty() {
            format!("git {name}: {status}")
        } else {
            format!("git {name}: {message}")
        })
    }
}

impl Drop for Git {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads git's standard error to its end. Returns the first line, without control characters.
fn message(mut stderr: ChildStderr) -> String {
    let mut kept = Vec::new();
    // An error is treated as the end.
    let _ = stderr
        .by_ref()
        .take(MAX_MESSAGE as u64)
        .read_to_end(&mut kept);
    let _ = io::copy(&mut stderr, &mut io::sink());
    let text = String::from_utf8_lossy(&kept);
    let line = text.lines().next().unwrap_or_default();
    line.chars().filter(|char| !char.is_control()).collect()
}
