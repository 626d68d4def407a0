//! The measurements and their goals.

use std::{
    env,
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
    process::Command,
};

use tempfile::TempDir;
use urlsift_benches::{Error, Text, baseline, density, hostile, mail};

use crate::{
    Flags,
    program::{Program, take_turns},
    report::{
        Figure::{self, Peak, Ratio, Time},
        Goal::{self, AtLeast, AtMost},
        Measured, Report,
    },
};

/// The goal for the peak memory of two threads, in MiB, for inputs of any size.
const MEMORY: Goal = AtMost(64.0);

/// The same goal for compressed input. The largest decoder is the one of bzip2, which takes four bytes for each byte of
/// a block of 900 kB.
const MEMORY_UNPACKING: Goal = AtMost(68.0);

/// The goal for the speedup of two threads if one takes more than 1.3 times as long as reading. Otherwise two threads
/// must not be slower.
const SPEEDUP: Goal = AtLeast(1.7);

/// The goal for linear time on hostile text: the factor in time for twice the size.
const GROWTH: Goal = AtMost(2.2);

/// The goal for hostile text relative to reading it.
const HOSTILE: Goal = AtMost(50.0);

/// The closest regular expression: it neither decodes text nor joins lines.
const EXPRESSION: &str =
    r"<(?:URL:)?\s*((?:https?|ftp|gopher|mailto|news|nntp|telnet|wais|file|prospero):[^<>]+)>";

/// The name, size and number of links of external files, as counted in plain text by the second implementation in
/// `tests/`.
const COUNTED: [(&str, u64, u64); 6] = [
    ("lists.mbox", 624_020_775, 47_796),
    ("mime.mbox", 305_701_539, 28_677),
    ("attachments.mbox", 347_638_524, 144),
    ("dense.txt", 201_474_616, 3_360_000),
    ("sparse.txt", 200_000_050, 0),
    ("hostile.txt", 104_321_210, 14),
];

/// The extension of each compressed format, and the command that decompresses it.
const FORMATS: [(&str, &[&str]); 6] = [
    ("gz", &["zcat"]),
    ("bz2", &["bzcat"]),
    ("xz", &["xzcat"]),
    ("zst", &["zstdcat"]),
    ("zip", &["unzip", "-p"]),
    ("tar.gz", &["tar", "xzOf"]),
];

/// Returns the goal for the time of the program `of` relative to the program `to`.
fn goal(input: &str, of: &str, to: &str) -> Goal {
    match (input, of, to) {
        ("lists.mbox" | "mime.mbox", "list -j1", "ripgrep") => AtMost(0.95),
        ("lists.mbox" | "mime.mbox", "list -j1 --all", "stack")
        | ("lists.mbox", "list -j1 --all", "linkify") => AtMost(0.5),
        ("mime.mbox", "list -j1 --all", "decode") => AtMost(1.2),
        ("lists.mbox" | "mime.mbox", "list -j1 --all --refang", "list -j1 --all") => AtMost(1.3),
        ("attachments.mbox" | "sparse.txt", "list -j1", "read") => AtMost(1.15),
        ("dense.txt", "list -j1", "read") => AtMost(10.0),
        ("dense.txt", "list -j1 --json", "list -j1") => AtMost(7.0),
        ("hostile.txt", "list -j1", "read") => HOSTILE,
        _ => Goal::None,
    }
}

/// Measures the inputs that the flags select.
pub(crate) fn measure(flags: &Flags) -> Result<(), Error> {
    let mut bench = Bench {
        flags,
        urlsift: command(flags)?,
        this: env::current_exe()?,
        // Removed on drop. Not in `/tmp`, which may be a memory file system.
        folder: TempDir::new_in(env!("CARGO_TARGET_TMPDIR"))?,
        report: Report::start(flags.quick)?,
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
        bench.growth(&text, 32_000_000, ["list -j1 --text", "list -j1 --text -"])?;
    }
    for text in hostile::archives() {
        bench.growth(&text, 8_000_000, ["list -j1", "list -j1 -"])?;
    }
    bench.report.finish()
}

/// Returns the path of the command to measure. Builds it unless a flag names one.
pub(crate) fn command(flags: &Flags) -> Result<PathBuf, Error> {
    flags.urlsift.clone().map_or_else(build, Ok)
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
        .args(["build", "--locked", "--package", "urlsift-cli"])
        .args(["--profile", profile, "--target-dir"])
        .arg(target)
        .status()?;
    if !status.success() {
        return Err("the command does not build".into());
    }
    let name = format!("urlsift{}", env::consts::EXE_SUFFIX);
    Ok(target.join(folder).join(name))
}

/// Returns the size in bytes of a file, or of all files in a folder.
fn size(path: &Path) -> io::Result<u64> {
    if !path.is_dir() {
        return Ok(fs::metadata(path)?.len());
    }
    fs::read_dir(path)?.map(|entry| size(&entry?.path())).sum()
}

/// Returns an external program, if it is installed.
fn installed(name: &'static str, command: &str, args: &[&str], path: &Path) -> Option<Program> {
    let help = Command::new(command).arg("--help").output();
    help.ok()
        .map(|_| Program::new(name, Path::new(command), args, path))
}

struct Bench<'f> {
    flags: &'f Flags,
    urlsift: PathBuf,
    this: PathBuf,
    folder: TempDir,
    report: Report,
}

impl Bench<'_> {
    /// Measures startup and shutdown.
    fn start_and_end(&mut self) -> Result<(), Error> {
        let path = self.write("one-link.mbox", mail::message(0).as_bytes())?;
        let programs = [self.urlsift("list -j1", &path, Some(1))];
        let rows = [(Time("list -j1"), AtMost(3.0))];
        self.measure("one-link.mbox", &path, programs, &rows)?;
        Ok(())
    }

    /// Measures all programs on an input, and then on the compressed input.
    fn search(&mut self, text: &Text) -> Result<(), Error> {
        let name = text.name();
        let is_compressed = ["lists.mbox", "mime.mbox"].contains(&name);
        let wants = |(extension, _): &(&str, _)| self.wants(&format!("{name}.{extension}"));
        if !(self.wants(name) || is_compressed && FORMATS.iter().any(wants)) {
            return Ok(());
        }
        let (path, links, links_as_text) = self.input(text)?;
        let args = ["--no-config", "-oUaN", "-j1", "-r", "$1", EXPRESSION];
        let mut programs = vec![
            self.baseline("read", &path),
            self.baseline("mail-parser", &path),
            self.baseline("linkify", &path),
            self.baseline("stack", &path),
            self.baseline("decode", &path),
            self.urlsift("list -j1 --text", &path, links_as_text),
            self.urlsift("list -j1", &path, links).output("list"),
            self.urlsift("list -j2", &path, links).output("list"),
            self.urlsift("list -j2 -", &path, links).output("list"),
            self.urlsift("list -j1 --json", &path, links),
            self.urlsift("list -j1 --all", &path, None),
            self.urlsift("list -j1 --all --refang", &path, None),
        ];
        programs.extend(installed("ripgrep", "rg", &args, &path));
        let mut rows = [
            ("ripgrep", "read"),
            ("mail-parser", "read"),
            ("list -j1 --text", "read"),
            ("list -j1", "read"),
            ("list -j1", "ripgrep"),
            ("list -j1 --json", "list -j1"),
            ("list -j1 --all", "list -j1"),
            ("list -j1 --all", "linkify"),
            ("list -j1 --all", "stack"),
            ("list -j1 --all", "decode"),
            ("list -j1 --all --refang", "list -j1 --all"),
        ]
        .map(|(of, to)| (Ratio(of, to), goal(name, of, to)))
        .to_vec();
        rows.extend([(Peak("list -j2"), MEMORY), (Peak("list -j2 -"), MEMORY)]);
        let measured = self.measure(name, &path, programs, &rows)?;
        self.speedup(measured)?;
        if is_compressed {
            self.compressed(name, &path, links)?;
        }
        Ok(())
    }

    /// Measures an input in every compressed format against a decompressor, and several compressed files together: one
    /// more than there are threads, or twice as many.
    fn compressed(&mut self, name: &str, plain: &Path, links: Option<u64>) -> Result<(), Error> {
        // Compressed in a child process, so that this one stays small: see `Program::run`.
        take_turns(&[self.baseline("pack", plain)], 0)?;
        let newlines = baseline::read_and_count(b'\n', File::open(plain)?)?;
        for (extension, unpacker) in FORMATS {
            let (unpacker, args) = (unpacker[0], &unpacker[1..]);
            let path = plain.with_added_extension(extension);
            let mut programs = vec![self.urlsift("list -j2", &path, links)];
            let alone = installed(unpacker, unpacker, args, &path);
            programs.extend(alone.map(|program| program.lines(Some(newlines))));
            let rows = [
                (Ratio(unpacker, "list -j2"), AtLeast(0.9)),
                (Peak("list -j2"), MEMORY_UNPACKING),
            ];
            let name = format!("{name}.{extension}");
            self.measure(&name, &path, programs, &rows)?;
        }
        let path = plain.with_added_extension("gz");
        for files in [3, 4] {
            let programs = ["list -j1", "list -j2"].map(|line| {
                let mut program = self.urlsift(line, &path, links.map(|links| files * links));
                let others = (1..files).map(|_| (&path).into());
                program.args.extend(others);
                program.output("list")
            });
            let rows = [
                (Ratio("list -j1", "list -j2"), SPEEDUP),
                (Peak("list -j2"), MEMORY_UNPACKING),
            ];
            self.measure(&format!("{files} {name}.gz"), &path, programs, &rows)?;
        }
        Ok(())
    }

    /// Measures 10,000 messages in separate files, 100 in each folder.
    fn small_files(&mut self) -> Result<(), Error> {
        if !self.wants("small files") {
            return Ok(());
        }
        let files = if self.flags.quick { 200 } else { 10_000 };
        for number in 0..files {
            let name = format!("spool/{:02}/{:02}", number / 100, number % 100);
            self.write(&name, mail::message(number).as_bytes())?;
        }
        let path = self.folder.path().join("spool");
        let links = Some(files as u64);
        let programs = [
            self.baseline("read", &path),
            self.urlsift("list -j1", &path, links).output("list"),
            self.urlsift("list -j2", &path, links).output("list"),
        ];
        let rows = [(Ratio("list -j1", "read"), AtMost(2.2))];
        let measured = self.measure("small files", &path, programs, &rows)?;
        Ok(self.speedup(measured)?)
    }

    /// Measures the memory for a message of 1 GB.
    fn one_message(&mut self, text: &Text) -> Result<(), Error> {
        let size = self.size(1_000_000_000);
        self.generated(text, size, |bench, path| {
            let programs = ["list -j2", "list -j2 -"];
            let links = Some(text.links(size));
            let runs = programs.map(|line| bench.urlsift(line, path, links).output("list"));
            let rows = programs.map(|line| (Peak(line), MEMORY));
            bench.measure(text.name(), path, runs, &rows)?;
            Ok(())
        })
    }

    /// Measures hostile text of one size and of twice that size, by path and through a pipe.
    fn growth(&mut self, text: &Text, size: usize, lines: [&'static str; 2]) -> Result<(), Error> {
        let short = self.size(size);
        self.generated(text, short, |bench, short_path| {
            let long_path = bench.save(text, 2 * short, "2n")?;
            let of = |name, line, path, size: usize| {
                let program = bench.urlsift(line, path, Some(text.links(size)));
                let output = if size == short { "n" } else { "2n" };
                program.output(output).named(name)
            };
            let programs = [
                bench.baseline("read", &long_path),
                of("n", lines[0], short_path, short),
                of("2n", lines[0], &long_path, 2 * short),
                of("n -", lines[1], short_path, short),
                of("2n -", lines[1], &long_path, 2 * short),
            ];
            let rows = [
                (Ratio("2n", "n"), GROWTH),
                (Ratio("2n -", "n -"), GROWTH),
                (Ratio("2n", "read"), HOSTILE),
                (Peak("2n -"), MEMORY),
            ];
            bench.measure(text.name(), &long_path, programs, &rows)?;
            Ok(())
        })
    }

    /// Reports the speedup of two threads.
    fn speedup(&mut self, measured: Option<Measured>) -> io::Result<()> {
        let Some(measured) = measured else {
            return Ok(());
        };
        let to_read = measured.median(Ratio("list -j1", "read"));
        let is_slower = to_read.is_some_and(|ratio| ratio > 1.3);
        let goal = if is_slower { SPEEDUP } else { AtLeast(1.0) };
        self.report
            .add(&measured, Ratio("list -j1", "list -j2"), goal)
    }

    /// Runs the programs alternately, if the input is selected, and reports the figures.
    fn measure(
        &mut self,
        input: &str,
        path: &Path,
        programs: impl AsRef<[Program]>,
        rows: &[(Figure, Goal)],
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
        let programs = programs.as_ref();
        let runs = take_turns(programs, turns).map_err(|error| format!("{input}: {error}"))?;
        let measured = Measured {
            input: input.into(),
            bytes: size(path)?,
            runs: programs
                .iter()
                .map(|program| program.name)
                .zip(runs)
                .collect(),
        };
        for &(figure, goal) in rows {
            self.report.add(&measured, figure, goal)?;
        }
        Ok(Some(measured))
    }

    /// Returns the command with a line of arguments. It validates every link, and prints also those that do not
    /// conform.
    fn urlsift(&self, line: &'static str, path: &Path, links: Option<u64>) -> Program {
        let mut args: Vec<&str> = line.split(' ').collect();
        args.splice(1..1, ["--conforms", "none"]);
        Program::new(line, &self.urlsift, &args, path).lines(links)
    }

    /// Returns this program, running the baseline of this name.
    fn baseline(&self, mode: &'static str, path: &Path) -> Program {
        Program::new(mode, &self.this, &[mode], path)
    }

    fn wants(&self, name: &str) -> bool {
        name.contains(&self.flags.only)
    }

    /// Writes a generated text, measures it, and removes it, if it is selected.
    fn generated(
        &mut self,
        text: &Text,
        size: usize,
        measure: impl FnOnce(&mut Self, &Path) -> Result<(), Error>,
    ) -> Result<(), Error> {
        if !self.wants(text.name()) {
            return Ok(());
        }
        let path = self.save(text, size, text.name())?;
        measure(self, &path)?;
        Ok(fs::remove_file(path)?)
    }

    /// Returns the path of an input, and its numbers of links if known: in its own format, and as plain text.
    fn input(&self, text: &Text) -> Result<(PathBuf, Option<u64>, Option<u64>), Error> {
        let name = text.name();
        if let Some(given) = self.flags.inputs.as_ref().map(|folder| folder.join(name))
            && given.exists()
        {
            // A copy, because compressed files are written next to it.
            let path = self.folder.path().join(name);
            let size = fs::copy(given, &path)?;
            let counted = COUNTED
                .iter()
                .find(|known| (known.0, known.1) == (name, size));
            return Ok((path, None, counted.map(|known| known.2)));
        }
        let size = self.size(100_000_000);
        let path = self.save(text, size, text.name())?;
        Ok((path, Some(text.links(size)), Some(text.links_as_text(size))))
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
