//! The program that links are opened with: its arguments are a vector, and no shell sees them.

#[cfg(unix)]
use std::os::unix::process::CommandExt;
use std::{
    ffi::OsString,
    fmt,
    fs::File,
    io,
    process::{Command, ExitStatus, Stdio},
    thread,
};

use urlsift_search::SystemReason;

use super::found::Found;
use crate::term::hyperlink;

/// What a link is opened with where nobody says anything: the first of them that there is.
const USUAL: &[&str] = if cfg!(target_os = "macos") {
    &["open"]
} else if cfg!(windows) {
    &["explorer"]
} else {
    &["xdg-open", "sensible-browser", "www-browser"]
};

/// Opens links.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Opener {
    /// The first of them that can be started does it.
    commands: Vec<Words>,
}

/// A program and its arguments, in which `%s` stands for the URL.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Words {
    words: Vec<String>,
    /// Whether it is not waited for.
    is_apart: bool,
}

/// Why a link was not opened.
#[derive(Debug)]
pub(super) enum Failure {
    /// It is a reference without a base, or no URL: a program might take it for a file, or an option.
    NoUrl,
    NotStarted(String, io::Error),
    Status(String, ExitStatus),
}

impl Opener {
    /// One command, in words as a shell tells them apart.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub(crate) fn command(text: &str) -> Result<Self, &'static str> {
        let words = Words::of(text)?;
        Ok(Self {
            commands: vec![words],
        })
    }

    /// The commands of `BROWSER`, with colons in between
    /// (<http://www.catb.org/~esr/BROWSER/>); without any, those that there usually are.
    ///
    /// # Errors
    ///
    /// What is wrong with one of them.
    pub(crate) fn browser(variable: Option<OsString>) -> Result<Self, &'static str> {
        let variable = variable.unwrap_or_default();
        let text = variable.to_str().ok_or("it is not UTF-8")?;
        let named = text.split(':').filter(|command| !command.is_empty());
        let mut commands: Vec<_> = named.map(Words::of).collect::<Result<_, _>>()?;
        if commands.is_empty() {
            let usual = USUAL.iter().copied();
            commands = usual.map(Words::of).collect::<Result<_, _>>()?;
        }
        Ok(Self { commands })
    }

    /// What opens a link, if it is something to be opened.
    pub(super) fn prepare(&self, link: &Found) -> Option<Call<'_>> {
        link.is_absolute().then(|| Call {
            opener: self,
            url: hyperlink::visible(link.url()),
        })
    }
}

/// A link to be opened.
#[derive(Debug)]
pub(super) struct Call<'o> {
    opener: &'o Opener,
    url: String,
}

impl<'o> Call<'o> {
    /// Opens it, with a terminal for the program if it wants one, and waits for its end. Says which
    /// program did it.
    pub(super) fn open(&self, tty: &File) -> Result<&'o str, Failure> {
        let mut failure = Failure::NoUrl;
        for command in &self.opener.commands {
            let program = &command.words[0];
            match command.run(&self.url, tty) {
                Ok(None) => return Ok(program),
                Ok(Some(status)) if status.success() => return Ok(program),
                Ok(Some(status)) => return Err(Failure::Status(program.clone(), status)),
                Err(error) => failure = Failure::NotStarted(program.clone(), error),
            }
        }
        Err(failure)
    }
}

impl Words {
    fn of(text: &str) -> Result<Self, &'static str> {
        let words = shlex::split(text);
        let mut words = words.ok_or("a quotation mark or a backslash has nothing behind it")?;
        // It need not stand apart.
        let is_apart = words
            .last_mut()
            .is_some_and(|last| match last.strip_suffix('&') {
                Some(rest) => {
                    *last = rest.to_owned();
                    true
                }
                None => false,
            });
        words.pop_if(|last| is_apart && last.is_empty());
        match words.first() {
            Some(program) if !program.is_empty() => Ok(Self { words, is_apart }),
            _ => Err("it names no program"),
        }
    }

    /// The program's arguments, with the URL where it belongs: behind them, if they have no place for it.
    fn arguments(&self, url: &str) -> Vec<String> {
        let mut has_place = false;
        let mut filled = |word: &String| {
            let parts: Vec<_> = word
                .split("%%")
                .map(|part| part.replace("%s", url))
                .collect();
            has_place |= word.split("%%").any(|part| part.contains("%s"));
            parts.join("%")
        };
        let mut arguments: Vec<_> = self.words[1..].iter().map(&mut filled).collect();
        if !has_place {
            arguments.push(url.to_owned());
        }
        arguments
    }

    /// Runs it, and tells how it ended, if that is waited for.
    fn run(&self, url: &str, tty: &File) -> io::Result<Option<ExitStatus>> {
        let mut command = Command::new(&self.words[0]);
        command.args(self.arguments(url));
        if self.is_apart {
            command
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null());
            // What ends those who pick is no concern of its.
            #[cfg(unix)]
            command.process_group(0);
            let mut child = command.spawn()?;
            // Nobody else asks how it ends.
            thread::spawn(move || child.wait());
            return Ok(None);
        }
        command
            .stdin(tty.try_clone()?)
            .stdout(tty.try_clone()?)
            .stderr(tty.try_clone()?);
        command.status().map(Some)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoUrl => f.write_str("not opened, as it is no URL that stands for itself"),
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

    /// What each command is given to open `http://a/`.
    fn given(opener: &Opener) -> Vec<Vec<String>> {
        let commands = opener.commands.iter();
        let given = commands.map(|command| {
            let mut words = vec![command.words[0].clone()];
            words.extend(command.arguments("http://a/'%s"));
            words
        });
        given.collect()
    }

    #[test]
    fn the_url_is_one_argument_where_it_belongs() {
        let command = |text| given(&Opener::command(text).expect("a command"));
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
    fn the_variable_has_several_commands() {
        let browser = Opener::browser(Some("firefox -new-tab %s:lynx::w3m &".into()));
        let browser = browser.expect("commands");
        let url = "http://a/'%s";
        assert_eq!(
            given(&browser),
            [
                vec!["firefox", "-new-tab", url],
                vec!["lynx", url],
                vec!["w3m", url]
            ]
        );
        let are_apart: Vec<_> = browser
            .commands
            .iter()
            .map(|words| words.is_apart)
            .collect();
        assert_eq!(are_apart, [false, false, true]);
        let usual = Opener::browser(None).expect("commands");
        for none in ["", ":", "::"] {
            assert_eq!(Opener::browser(Some(none.into())), Ok(usual.clone()));
        }
    }

    #[test]
    fn what_is_no_command_is_told() {
        for text in ["", " ", "''", "&", "lynx 'a", "lynx \\"] {
            assert!(Opener::command(text).is_err(), "{text}");
        }
    }
}
