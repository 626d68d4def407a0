//! Programs from elsewhere that the command is held against if they are there, and the versions of all.

use std::{
    io,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use crate::{
    Error,
    flags::Flags,
    packed::Form,
    parser,
    process::{self, How, Ran},
};

/// What ripgrep is to look for: as near to what the command finds as one expression comes. It neither
/// decodes nor rejoins.
const EXPRESSION: &str = r"<(?:URL:\s*)?([a-z][a-z0-9+.-]*:[^<>]+)>";

/// Programs that need not be there.
#[derive(Clone, Debug)]
pub struct Peers {
    /// ripgrep.
    pub ripgrep: Option<PathBuf>,
    /// One more limit.
    pub limit: Option<PathBuf>,
}

impl Peers {
    /// What the flags name, and what is on the `PATH`.
    #[must_use]
    pub fn find(flags: &Flags) -> Self {
        Self {
            ripgrep: flags.ripgrep.clone().or_else(|| process::find("rg")),
            limit: flags.limits.clone(),
        }
    }

    /// Runs ripgrep on a file. It has to find something or nothing, and not to fail.
    pub(crate) fn run_ripgrep(&self, path: &Path) -> Result<Ran, Error> {
        let program = self.ripgrep.as_ref().ok_or("there is no ripgrep")?;
        let args = ["--no-config", "-aoUi", EXPRESSION, "-r", "$1"];
        let ran = process::run(program, &args, path, How::Path)?;
        if ran.status.code() != Some((ran.lines == 0).into()) {
            return Err(format!("ripgrep failed: {}", ran.status).into());
        }
        Ok(ran)
    }

    /// Runs the limit that was given on a file.
    pub(crate) fn run_limit(&self, path: &Path) -> Result<Ran, Error> {
        let program = self.limit.as_ref().ok_or("there is no such limit")?;
        let ran = process::run(program, &["ltpos"], path, How::Path)?;
        if !ran.status.success() || ran.lines != 1 {
            return Err(format!("the given limit failed: {}", ran.status).into());
        }
        Ok(ran)
    }

    /// Half a line on all programs beside the command and their versions, and on those that are not there.
    #[must_use]
    pub fn describe(&self) -> String {
        let mut there = vec![format!("mail-parser {}", parser::version())];
        let mut missing = Vec::new();
        match self
            .ripgrep
            .as_deref()
            .map(|path| version(path, "--version"))
        {
            Some(version) => there.push(version.unwrap_or("ripgrep".into())),
            None => missing.push("ripgrep"),
        }
        for form in Form::ALL {
            let Some(found) = form.decompressor() else {
                continue;
            };
            // unzip has a word of its own for it.
            let flag = if form == Form::Zip { "-v" } else { "--version" };
            let version = version(&found.path, flag).unwrap_or("-".into());
            there.push(named(found.name, &version));
        }
        if self.limit.is_some() {
            there.push("a limit that was given".into());
        }
        let missing = match missing[..] {
            [] => String::new(),
            _ => format!("; left out, as it is not there: {}", missing.join(", ")),
        };
        format!("beside {}{missing}", there.join("; "))
    }
}

/// A version with the name of its program, if that does not stand there anyway.
fn named(name: &str, version: &str) -> String {
    if version.starts_with(name) {
        return version.into();
    }
    format!("{name}: {version}")
}

/// What the first line of its own account says of a program.
pub(crate) fn version(program: &Path, flag: &str) -> Option<String> {
    let told = told(program, flag).ok()?;
    let line = told.lines().find(|line| !line.trim().is_empty())?;
    let words: Vec<&str> = line.trim_end_matches('.').split_whitespace().collect();
    Some(words.join(" "))
}

/// bzip2 tells of itself where errors go.
fn told(program: &Path, flag: &str) -> io::Result<String> {
    let output = Command::new(program)
        .arg(flag)
        .stdin(Stdio::null())
        .output()?;
    let bytes = if output.stdout.is_empty() {
        output.stderr
    } else {
        output.stdout
    };
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
