//! What is measured, and what is wanted of it.

use std::{
    env, fs, io,
    io::Write,
    path::{Path, PathBuf},
    process::Command,
};

use tempfile::TempDir;
use urlsift_benches::{Error, FORMATS, Format, Text, density, hostile, mail};

use crate::{
    Flags,
    program::{Program, Run, take_turns},
    report::{
        Goal::{self, AtLeast, AtMost},
        Measured, Report,
    },
};

/// Peak memory of two threads in MiB, whatever the size of the input.
const MEMORY: Goal = AtMost(64.0);

/// The same for packed input, with the largest window of a decoder here: bzip2 takes four bytes for
/// each of a block of 900 kB.
const MEMORY_UNPACKING: Goal = AtMost(68.0);

/// Two threads against one, where one takes more than 1.3 times as long as only to read. Elsewhere two
/// must not be slower.
const SPEEDUP: Goal = AtLeast(1.7);

/// Hostile text in linear time: twice the size, up to so many times the time.
const GROWTH: Goal = AtMost(2.2);

/// Hostile text, against only to read it.
const HOSTILE: Goal = AtMost(50.0);

/// The nearest that one expression comes: it decodes nothing and joins nothing.
const EXPRESSION: &str =
    r"<(?:URL:)?\s*((?:https?|ftp|gopher|mailto|news|nntp|telnet|wais|file|prospero):[^<>]+)>";

/// Files from elsewhere whose links were counted by the second implementation in `tests/`, as text.
const COUNTED: [(&str, u64, u64); 6] = [
    ("lists.mbox", 624_020_775, 47_796),
    ("mime.mbox", 305_701_539, 28_677),
    ("attachments.mbox", 347_638_524, 144),
    ("dense.txt", 201_474_616, 3_360_000),
    ("sparse.txt", 200_000_050, 0),
    ("hostile.txt", 104_321_210, 14),
];

/// What is wanted of the time of one program by that of another.
fn goal(input: &str, of: &str, to: &str) -> Option<Goal> {
    Some(match (input, of, to) {
        ("lists.mbox" | "mime.mbox", "list -j1", "ripgrep") => AtMost(0.95),
        ("attachments.mbox" | "sparse.txt", "list -j1", "read") => AtMost(1.15),
        ("dense.txt", "list -j1", "read") => AtMost(10.0),
        ("dense.txt", "list --json", "list -j1") => AtMost(7.0),
        ("hostile.txt", "list -j1", "read") => HOSTILE,
        _ => return None,
    })
}

/// Measures all that the flags ask for.
pub(crate) fn measure(flags: &Flags) -> Result<(), Error> {
    let mut bench = Bench {
        flags,
        urlsift: match &flags.urlsift {
            Some(path) => path.clone(),
            None => build()?,
        },
        this: env::current_exe()?,
        // Removed at the end. Not below `/tmp`, which may be memory.
        folder: TempDir::new_in(env!("CARGO_TARGET_TMPDIR"))?,
        report: Report::start(!flags.quick)?,
    };
    bench.start_and_end()?;
    for text in mail::all()?.iter().chain(&density::all()) {
        bench.search(text)?;
    }
    bench.small_files()?;
    for text in mail::one_message() {
        bench.one_message(&text)?;
    }
    for text in hostile::texts() {
        bench.growth(&text, 32_000_000, &["--text"])?;
    }
    for text in hostile::archives() {
        bench.growth(&text, 8_000_000, &[])?;
    }
    if bench.report.is_empty() {
        return Err(format!("no input has {:?} in its name", flags.only).into());
    }
    Ok(bench.report.finish()?)
}

/// Builds the command in the profile of this program, and returns its path.
fn build() -> Result<PathBuf, Error> {
    let this = env::current_exe()?;
    let target = this.ancestors().nth(3).ok_or("no target folder")?;
    let (profile, folder) = if cfg!(debug_assertions) {
        ("dev", "debug")
    } else {
        ("release", "release")
    };
    let cargo = env::var_os("CARGO").unwrap_or("cargo".into());
    let status = Command::new(cargo)
        .args([
            "build",
            "--locked",
            "--package",
            "urlsift-cli",
            "--profile",
            profile,
            "--target-dir",
        ])
        .arg(target)
        .status()?;
    if !status.success() {
        return Err("the command does not build".into());
    }
    let name = format!("urlsift{}", env::consts::EXE_SUFFIX);
    Ok(target.join(folder).join(name))
}

struct Bench<'f> {
    flags: &'f Flags,
    urlsift: PathBuf,
    this: PathBuf,
    folder: TempDir,
    report: Report,
}

impl Bench<'_> {
    /// The start and the end of a run.
    fn start_and_end(&mut self) -> Result<(), Error> {
        let path = self.write("one-link.mbox", mail::message(0).as_bytes())?;
        let list = self.list("list -j1", &["-j1"]).arg(&path).lines(1);
        if let Some(measured) = self.turns("one-link.mbox", fs::metadata(path)?.len(), &[list])? {
            self.report.time(&measured, "list -j1", AtMost(3.0))?;
        }
        Ok(())
    }

    /// One input, searched by all programs; then the same packed.
    fn search(&mut self, text: &Text) -> Result<(), Error> {
        let name = text.name();
        let is_packed = ["lists.mbox", "mime.mbox"].contains(&name);
        let wants = |format: &Format| self.wants(&format!("{name}.{}", format.extension));
        if !(self.wants(name) || is_packed && FORMATS.iter().any(wants)) {
            return Ok(());
        }
        let (path, size, links, links_as_text) = self.input(text)?;
        let list = |name, flags: &[&str]| self.list(name, flags).lines(links);
        let mut programs = vec![
            self.baseline("read").arg(&path),
            self.baseline("mail-parser").arg(&path),
            self.list("list --text", &["-j1", "--text"])
                .arg(&path)
                .lines(links_as_text),
            list("list -j1", &["-j1"]).arg(&path).output("list"),
            list("list -j2", &["-j2"]).arg(&path).output("list"),
            list("list -j2, pipe", &["-j2", "-"])
                .stdin(&path)
                .output("list"),
            list("list --json", &["-j1", "--json"]).arg(&path),
        ];
        let args = ["--no-config", "-oUaN", "-j1", "-r", "$1", EXPRESSION];
        if Command::new("rg").arg("--version").output().is_ok() {
            programs.push(Program::new("ripgrep", Path::new("rg"), &args).arg(&path));
        }
        if let Some(measured) = self.turns(name, size, &programs)? {
            for (of, to) in [
                ("ripgrep", "read"),
                ("mail-parser", "read"),
                ("list --text", "read"),
                ("list -j1", "read"),
                ("list -j1", "ripgrep"),
                ("list --json", "list -j1"),
            ] {
                self.report.ratio(&measured, of, to, goal(name, of, to))?;
            }
            self.speedup(&measured)?;
            self.report.peak(&measured, "list -j2", MEMORY)?;
            self.report.peak(&measured, "list -j2, pipe", MEMORY)?;
        }
        if is_packed {
            self.packed(name, &path, links)?;
        }
        Ok(())
    }

    /// An input in every packed format against a program that only unpacks it, and several such files at
    /// once.
    fn packed(&mut self, name: &str, path: &Path, links: Option<u64>) -> Result<(), Error> {
        // In a process of its own: see `Program::run`.
        take_turns(&[self.baseline("pack").arg(path)], 0)?;
        let size = fs::metadata(path)?.len();
        for format in FORMATS {
            let path = path.with_added_extension(format.extension);
            let mut programs = vec![self.list("list -j2", &["-j2"]).arg(&path).lines(links)];
            let [program, args @ ..] = format.unpacker else {
                continue;
            };
            if Command::new(program).arg("--help").output().is_ok() {
                programs.push(Program::new(program, Path::new(program), args).arg(&path));
            }
            let name = format!("{name}.{}", format.extension);
            if let Some(measured) = self.turns(&name, size, &programs)? {
                self.report
                    .ratio(&measured, program, "list -j2", Some(AtLeast(0.9)))?;
                self.report.peak(&measured, "list -j2", MEMORY_UNPACKING)?;
            }
        }
        let gz = path.with_added_extension("gz");
        let list = |name, threads| {
            let program = self.list(name, &[threads]).args(&[&gz; 4]);
            program.lines(links.map(|links| 4 * links)).output("list")
        };
        let programs = [list("list -j1", "-j1"), list("list -j2", "-j2")];
        if let Some(measured) = self.turns(&format!("4 {name}.gz"), 4 * size, &programs)? {
            self.report
                .ratio(&measured, "list -j1", "list -j2", Some(SPEEDUP))?;
            self.report.peak(&measured, "list -j2", MEMORY_UNPACKING)?;
        }
        Ok(())
    }

    /// Ten thousand messages, each in a file of its own, a hundred in a folder.
    fn small_files(&mut self) -> Result<(), Error> {
        if !self.wants("small files") {
            return Ok(());
        }
        let files = if self.flags.quick { 200 } else { 10_000 };
        let mut size = 0;
        for number in 0..files {
            let message = mail::message(number);
            size += message.len() as u64;
            self.write(
                &format!("spool/{:02}/{:02}", number / 100, number % 100),
                message.as_bytes(),
            )?;
        }
        let spool = self.folder.path().join("spool");
        let list = |name, threads| {
            self.list(name, &[threads])
                .arg(&spool)
                .lines(files as u64)
                .output("list")
        };
        let programs = [
            self.baseline("read").arg(&spool),
            list("list -j1", "-j1"),
            list("list -j2", "-j2"),
        ];
        if let Some(measured) = self.turns("small files", size, &programs)? {
            self.report
                .ratio(&measured, "list -j1", "read", Some(AtMost(2.2)))?;
            self.speedup(&measured)?;
        }
        fs::remove_dir_all(spool)?;
        Ok(())
    }

    /// The memory for one message of a gigabyte.
    fn one_message(&mut self, text: &Text) -> Result<(), Error> {
        if !self.wants(text.name()) {
            return Ok(());
        }
        let size = self.size(1_000_000_000);
        let path = self.save(text, size, text.name())?;
        let list = |name| {
            self.list(name, &["-j2"])
                .lines(text.links(size))
                .output("list")
        };
        let programs = [
            list("list -j2").arg(&path),
            list("list -j2, pipe").arg("-").stdin(&path),
        ];
        // Memory does not depend on what else the machine does.
        let runs = take_turns(&programs, 0)?;
        let measured = Measured::new(text.name(), fs::metadata(&path)?.len(), &programs, runs);
        self.report.peak(&measured, "list -j2", MEMORY)?;
        self.report.peak(&measured, "list -j2, pipe", MEMORY)?;
        Ok(fs::remove_file(path)?)
    }

    /// Hostile text of one size and of twice that size, by path and through a pipe.
    fn growth(&mut self, text: &Text, size: usize, flags: &[&str]) -> Result<(), Error> {
        if !self.wants(text.name()) {
            return Ok(());
        }
        let short = self.size(size);
        let long = 2 * short;
        let short_path = self.save(text, short, "n")?;
        let long_path = self.save(text, long, "2n")?;
        let list = |name, size| self.list(name, flags).arg("-j1").lines(text.links(size));
        let programs = [
            self.baseline("read").arg(&long_path),
            list("list n", short).arg(&short_path).output("n"),
            list("list 2n", long).arg(&long_path).output("2n"),
            list("list n, pipe", short)
                .arg("-")
                .stdin(&short_path)
                .output("n"),
            list("list 2n, pipe", long)
                .arg("-")
                .stdin(&long_path)
                .output("2n"),
        ];
        if let Some(measured) = self.turns(text.name(), long as u64, &programs)? {
            self.report
                .ratio(&measured, "list 2n", "list n", Some(GROWTH))?;
            self.report
                .ratio(&measured, "list 2n, pipe", "list n, pipe", Some(GROWTH))?;
            self.report
                .ratio(&measured, "list 2n", "read", Some(HOSTILE))?;
            self.report.peak(&measured, "list 2n, pipe", MEMORY)?;
        }
        fs::remove_file(short_path)?;
        Ok(fs::remove_file(long_path)?)
    }

    /// Two threads against one.
    fn speedup(&mut self, measured: &Measured) -> io::Result<()> {
        let to_read = measured.ratio("list -j1", "read");
        let goal = match to_read {
            Some(ratio) if ratio > 1.3 => SPEEDUP,
            _ => AtLeast(1.0),
        };
        self.report
            .ratio(measured, "list -j1", "list -j2", Some(goal))
    }

    /// The command. It validates every link, and prints even those that do not conform.
    fn list(&self, name: &'static str, flags: &[&str]) -> Program {
        Program::new(name, &self.urlsift, &["list", "--conforms", "none"]).args(flags)
    }

    /// This program itself, in the mode of this name.
    fn baseline(&self, mode: &'static str) -> Program {
        Program::new(mode, &self.this, &[mode])
    }

    fn wants(&self, name: &str) -> bool {
        name.contains(&self.flags.only)
    }

    /// Has the programs take turns, if the input is wanted.
    fn turns(
        &self,
        input: &str,
        bytes: u64,
        programs: &[Program],
    ) -> Result<Option<Measured>, Error> {
        if !self.wants(input) {
            return Ok(None);
        }
        writeln!(io::stderr(), "measuring {input}")?;
        let turns = if self.flags.quick {
            0
        } else {
            self.flags.turns
        };
        let runs: Vec<Vec<Run>> =
            take_turns(programs, turns).map_err(|error| format!("{input}: {error}"))?;
        Ok(Some(Measured::new(input, bytes, programs, runs)))
    }

    /// Returns the file of an input, its size, and its links if known: as what it is, and as plain text.
    fn input(&self, text: &Text) -> Result<(PathBuf, u64, Option<u64>, Option<u64>), Error> {
        let name = text.name();
        if let Some(given) = self.flags.inputs.as_ref().map(|folder| folder.join(name))
            && given.exists()
        {
            // Beside it, the packed files would remain.
            let path = self.folder.path().join(name);
            let size = fs::copy(given, &path)?;
            let counted = COUNTED
                .iter()
                .find(|known| (known.0, known.1) == (name, size));
            return Ok((path, size, None, counted.map(|known| known.2)));
        }
        let size = self.size(100_000_000);
        let path = self.save(text, size, text.name())?;
        let bytes = fs::metadata(&path)?.len();
        Ok((
            path,
            bytes,
            Some(text.links(size)),
            Some(text.links_as_text(size)),
        ))
    }

    fn size(&self, size: usize) -> usize {
        if self.flags.quick {
            size.min(500_000)
        } else {
            size
        }
    }

    fn save(&self, text: &Text, size: usize, name: &str) -> io::Result<PathBuf> {
        let path = self.folder.path().join(name);
        text.save(size, &path)?;
        Ok(path)
    }

    fn write(&self, name: &str, bytes: &[u8]) -> io::Result<PathBuf> {
        let path = self.folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap_or(&path))?;
        fs::write(&path, bytes)?;
        Ok(path)
    }
}
