//! The programs that open links. They are run without a shell, with unchanged arguments.
//!
//! A command is split into words once, and the URL is put into a word after that. A shell would be shorter and would
//! allow pipes in `BROWSER`, but the URL would have to be quoted for it, and a mistake there runs what a stranger has
//! written. Whoever needs a shell names a script.
//!
//! The next command is tried only if one cannot be started. One that fails may have opened the link already.

#[cfg(unix)]
use std::os::unix::process::CommandExt;
use std::{
    error,
    ffi::OsString,
    fmt,
    fs::File,
    io, iter,
    process::{Child, Command, ExitStatus, Stdio},
    sync::Arc,
    thread,
};

use urlsift_search::SystemReason;

/// The default programs, in order of preference.
#[cfg(target_os = "macos")]
const DEFAULT_PROGRAMS: [&str; 1] = ["open"];
#[cfg(windows)]
const DEFAULT_PROGRAMS: [&str; 1] = ["explorer"];
#[cfg(not(any(target_os = "macos", windows)))]
const DEFAULT_PROGRAMS: [&str; 3] = ["xdg-open", "sensible-browser", "www-browser"];

/// The programs that open links.
///
/// ```
/// use urlsift_pick::Opener;
///
/// assert!(Opener::command("lynx -accept_all_cookies %s").is_ok());
/// assert!(Opener::browser(Some("firefox:lynx".into())).is_ok());
/// let error = Opener::command("lynx '%s").unwrap_err();
/// assert!(error.to_string().starts_with("a quotation mark"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opener {
    preferred: OpenCommand,
    /// The commands that are tried if it cannot be started, in order of preference.
    others: Vec<OpenCommand>,
}

/// An invalid command, with the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidCommand(&'static str);

impl fmt::Display for InvalidCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl error::Error for InvalidCommand {}

/// A program and its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
struct OpenCommand {
    program: String,
    /// The arguments before `%s` and `%%` are replaced.
    arguments: Vec<String>,
    /// Whether the program runs in the background.
    is_background: bool,
}

/// Why no program has opened a link.
#[derive(Debug)]
pub(crate) enum OpenFailure {
    NotStarted(String, io::Error),
    Status(String, ExitStatus),
}

impl Opener {
    /// Parses one command, with the quoting of a POSIX shell. In its words, `%s` is replaced by the URL, and `%%` by
    /// `%`; without `%s`, the URL is the last argument. A command that ends in `&` runs in the background, without the
    /// terminal.
    ///
    /// # Errors
    ///
    /// If a quotation is not closed, or there is no program.
    pub fn command(text: &str) -> Result<Self, InvalidCommand> {
        Ok(Self {
            preferred: OpenCommand::parse(text)?,
            others: Vec::new(),
        })
    }

    /// Parses the value of the environment variable `BROWSER`: [commands](Self::command) separated by colons
    /// (<http://www.catb.org/~esr/BROWSER/>), in order of preference. Without any command, returns the default.
    ///
    /// # Errors
    ///
    /// If the value is not UTF-8, or a command is invalid.
    pub fn browser(variable: Option<OsString>) -> Result<Self, InvalidCommand> {
        let variable = variable.unwrap_or_default();
        let text = variable.to_str().ok_or(InvalidCommand("it is not UTF-8"))?;
        let named = text.split(':').filter(|command| !command.is_empty());
        let mut commands = named.map(OpenCommand::parse);
        let Some(preferred) = commands.next() else {
            return Ok(Self::default());
        };
        Ok(Self {
            preferred: preferred?,
            others: commands.collect::<Result<_, _>>()?,
        })
    }

    /// Returns the commands in order of preference.
    fn commands(&self) -> impl Iterator<Item = &OpenCommand> {
        iter::once(&self.preferred).chain(&self.others)
    }

    /// Returns whether a program may need the terminal.
    pub(crate) fn needs_terminal(&self) -> bool {
        self.commands().any(|command| !command.is_background)
    }

    /// Returns whether a program may run in the background.
    pub(crate) fn has_background(&self) -> bool {
        self.commands().any(|command| command.is_background)
    }

    /// Opens a URL with the first program that can be started, and returns its name. Unless it runs in the background,
    /// the program has the terminal until it ends.
    pub(crate) fn open(
        &self,
        url: &str,
        tty: &File,
        running: &BackgroundPrograms,
    ) -> Result<&str, OpenFailure> {
        let mut command = &self.preferred;
        let mut others = self.others.iter();
        loop {
            let program = &command.program;
            match command.run(url, tty, running) {
                Ok(None) => return Ok(program),
                Ok(Some(status)) if status.success() => return Ok(program),
                Ok(Some(status)) => return Err(OpenFailure::Status(program.clone(), status)),
                Err(error) => match others.next() {
                    Some(other) => command = other,
                    None => return Err(OpenFailure::NotStarted(program.clone(), error)),
                },
            }
        }
    }
}

impl Default for Opener {
    /// Returns the system's programs that open URLs.
    fn default() -> Self {
        let [preferred, others @ ..] = DEFAULT_PROGRAMS;
        Self {
            preferred: OpenCommand::program(preferred),
            others: others.iter().copied().map(OpenCommand::program).collect(),
        }
    }
}

/// The programs that run in the background.
#[derive(Debug, Default)]
pub(crate) struct BackgroundPrograms(Arc<()>);

impl BackgroundPrograms {
    /// The maximum number of programs that run at the same time.
    const MAX: usize = 8;

    /// Returns how many more programs may run.
    pub(crate) fn free(&self) -> usize {
        // One reference is `self`.
        (Self::MAX + 1).saturating_sub(Arc::strong_count(&self.0))
    }
}

/// A program that runs in the background. It is counted until this value is dropped.
struct BackgroundProgram {
    child: Child,
    _counted: Arc<()>,
}

impl BackgroundProgram {
    fn wait(&mut self) -> io::Result<ExitStatus> {
        self.child.wait()
    }
}

impl OpenCommand {
    /// Creates the command of a program without arguments.
    fn program(program: &str) -> Self {
        Self {
            program: program.to_owned(),
            arguments: Vec::new(),
            is_background: false,
        }
    }

    fn parse(text: &str) -> Result<Self, InvalidCommand> {
        let mut words = shlex::split(text).ok_or(InvalidCommand(
            "a quotation mark is not closed, or nothing follows a backslash",
        ))?;
        // The `&` may be attached to the last word.
        let is_background = words
            .last_mut()
            .is_some_and(|last| match last.strip_suffix('&') {
                Some(rest) => {
                    *last = rest.to_owned();
                    true
                }
                None => false,
            });
        words.pop_if(|last| is_background && last.is_empty());
        let mut words = words.into_iter();
        let program = words.next().filter(|program| !program.is_empty());
        Ok(Self {
            program: program.ok_or(InvalidCommand("the command names no program"))?,
            arguments: words.collect(),
            is_background,
        })
    }

    /// Returns the arguments, with the URL in place of `%s` or at the end.
    fn arguments_with(&self, url: &str) -> Vec<String> {
        let mut has_url = false;
        let mut filled = |word: &String| {
            let parts: Vec<_> = word
                .split("%%")
                .map(|part| part.replace("%s", url))
                .collect();
            has_url |= word.split("%%").any(|part| part.contains("%s"));
            parts.join("%")
        };
        let mut arguments: Vec<_> = self.arguments.iter().map(&mut filled).collect();
        if !has_url {
            arguments.push(url.to_owned());
        }
        arguments
    }

    /// Runs the program. Returns its exit status, unless it runs in the background.
    fn run(
        &self,
        url: &str,
        tty: &File,
        running: &BackgroundPrograms,
    ) -> io::Result<Option<ExitStatus>> {
        let mut command = Command::new(&self.program);
        command.args(self.arguments_with(url));
        if self.is_background {
            command
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null());
            // A signal for the picker's process group does not reach it.
            #[cfg(unix)]
            command.process_group(0);
            let mut child = BackgroundProgram {
                child: command.spawn()?,
                _counted: Arc::clone(&running.0),
            };
            // Reaps the process. Without a thread it remains a zombie until the picker ends, and is not counted.
            let _ = thread::Builder::new().spawn(move || child.wait());
            return Ok(None);
        }
        command
            .stdin(tty.try_clone()?)
            .stdout(tty.try_clone()?)
            .stderr(tty.try_clone()?);
        command.status().map(Some)
    }
}

impl OpenFailure {
    /// Returns whether a signal ended the program, probably because the user interrupted it.
    pub(crate) fn is_interruption(&self) -> bool {
        matches!(self, Self::Status(_, status) if status.code().is_none())
    }
}

impl fmt::Display for OpenFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotStarted(program, error) => {
                write!(f, "{program}: {}", SystemReason(error))
            }
            Self::Status(program, status) => write!(f, "{program}: {status}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Opener;

    /// Returns the program and the arguments of each command.
    fn argument_lists(opener: &Opener) -> Vec<Vec<String>> {
        let lists = opener.commands().map(|command| {
            let mut words = vec![command.program.clone()];
            words.extend(command.arguments_with("http://a/'%s"));
            words
        });
        lists.collect()
    }

    #[test]
    fn url_is_one_argument() {
        let command = |text| argument_lists(&Opener::command(text).expect("a command"));
        let url = "http://a/'%s";
        assert_eq!(command("lynx"), [["lynx", url]]);
        assert_eq!(
            command("lynx -x '%s' \"a b\""),
            [["lynx", "-x", url, "a b"]]
        );
        assert_eq!(
            command("b --at=%s,%s %%s 100%"),
            [["b", "--at=http://a/'%s,http://a/'%s", "%s", "100%"]]
        );
        assert_eq!(command("b %%s"), [["b", "%s", url]]);
        assert_eq!(command("b 'x; y' &"), [["b", "x; y", url]]);
        assert_eq!(command("b --at=%s&"), [["b", "--at=http://a/'%s"]]);
    }

    #[test]
    fn browser_variable_has_several_commands() {
        let browser = Opener::browser(Some("firefox -new-tab %s:lynx::w3m &".into()));
        let browser = browser.expect("commands");
        let url = "http://a/'%s";
        assert_eq!(
            argument_lists(&browser),
            [
                vec!["firefox", "-new-tab", url],
                vec!["lynx", url],
                vec!["w3m", url]
            ]
        );
        let commands = browser.commands();
        let in_background: Vec<_> = commands.map(|command| command.is_background).collect();
        assert_eq!(in_background, [false, false, true]);
        assert_eq!(Opener::browser(None), Ok(Opener::default()));
        for none in ["", ":", "::"] {
            assert_eq!(Opener::browser(Some(none.into())), Ok(Opener::default()));
        }
    }

    #[test]
    fn invalid_commands_are_refused() {
        for text in ["", " ", "''", "&", "lynx 'a", "lynx \\"] {
            assert!(Opener::command(text).is_err(), "{text}");
        }
    }
}
