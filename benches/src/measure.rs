//! The measurements: the limit and the command in turns, so that what slows down the machine for a
//! while slows down both.

mod turns;

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use crate::{
    Error,
    flags::Flags,
    inputs::{self, Input},
    limit,
    packed::{self, Decompressor, Form, Plain},
    parser, peers,
    process::{self, How, Ran},
    text::Text,
};

pub use turns::{Lane, Peak, Side, Turns};

/// How the command reads its input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// As one text, with `--text`.
    Text,
    /// As what it is by its content.
    Messages,
    /// The same with two threads.
    ByTwo,
}

impl Reading {
    /// All that is found is counted; it is judged as always. With one thread unless it is said: the limit
    /// has one, too.
    fn flags(self) -> &'static [&'static str] {
        match self {
            Self::Text => &["list", "--conforms", "none", "-j1", "--text"],
            Self::Messages => &["list", "--conforms", "none", "-j1"],
            Self::ByTwo => &["list", "--conforms", "none", "-j2"],
        }
    }
}

/// The two programs that are held against each other.
#[derive(Debug)]
pub struct Bench {
    urlsift: PathBuf,
    /// The bench's own program, which can do what the limit does.
    this: PathBuf,
}

/// What was measured of an input.
#[derive(Clone, Debug)]
pub struct Measured {
    /// How big the input is.
    pub bytes: u64,
    /// How many hits the command found.
    pub hits: u64,
    /// What the limit took, round by round.
    pub limit: Vec<Duration>,
    /// What the command took, round by round.
    pub urlsift: Vec<Duration>,
    /// The most memory that the command ever had, in KiB.
    pub peak: Option<u64>,
}

/// What was measured of an input that was read as messages.
#[derive(Clone, Debug)]
pub struct AsMessages {
    /// That, beside the limit.
    pub messages: Measured,
    /// What the command took to read the input as one text, round by round.
    pub text: Vec<Duration>,
    /// What the parser took, round by round; nothing where it was not asked for.
    pub parser: Vec<Duration>,
}

/// What was measured of a run of some size and one twice as long.
#[derive(Clone, Debug)]
pub struct Scaled {
    /// What the command took for the shorter one, round by round.
    pub short: Vec<Duration>,
    /// The longer one.
    pub long: Measured,
}

/// What was measured of an input that was packed.
#[derive(Clone, Debug)]
pub struct Packed {
    /// How many hits the command found.
    pub hits: u64,
    /// The name of the decompressor, if this machine has it.
    pub decompressor: Option<&'static str>,
    /// What it took, round by round; nothing where it is not there.
    pub alone: Vec<Duration>,
    /// What the command took, round by round.
    pub urlsift: Vec<Duration>,
    /// The most memory that the command ever had, in KiB.
    pub peak: Option<u64>,
}

impl Bench {
    /// With the command that the flags name, or builds it as it is released.
    ///
    /// # Errors
    ///
    /// If it does not build.
    pub fn new(flags: &Flags) -> Result<Self, Error> {
        let this = env::current_exe()?;
        if let Some(urlsift) = flags.urlsift.clone() {
            return Ok(Self { urlsift, this });
        }
        // Cargo puts a bench into `deps`, below the folder of its profile.
        let target = this.ancestors().nth(3).ok_or("an unusual target folder")?;
        let cargo = env::var_os("CARGO").unwrap_or("cargo".into());
        let status = Command::new(cargo)
            .args(["build", "--release", "--package", "urlsift-cli"])
            .arg("--target-dir")
            .arg(target)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .status()?;
        if !status.success() {
            return Err("the command does not build".into());
        }
        let name = format!("urlsift{}", env::consts::EXE_SUFFIX);
        let urlsift = target.join("release").join(name);
        Ok(Self { urlsift, this })
    }

    /// What the command says of its version.
    #[must_use]
    pub fn version(&self) -> String {
        peers::version(&self.urlsift, "--version").unwrap_or("urlsift".into())
    }

    /// Measures the command on a file against the limit.
    ///
    /// # Errors
    ///
    /// If either program gives a wrong answer.
    pub fn input(&self, input: &Input, rounds: usize) -> Result<Measured, Error> {
        self.warm_up(&input.path, rounds)?;
        let mut measured = Measured::of(&input.path)?;
        for _ in 0..rounds {
            self.round(
                &mut measured,
                &input.path,
                Reading::Text,
                How::Path,
                input.hits,
            )
            .map_err(|error| format!("{}: {error}", input.name))?;
        }
        Ok(measured)
    }

    /// Measures the command on an archive, which it reads as messages, against the limit, against
    /// what it takes to read it as a text, and against the parser, if the input is for that.
    ///
    /// # Errors
    ///
    /// If a program gives a wrong answer.
    pub fn messages(&self, input: &Input, rounds: usize) -> Result<AsMessages, Error> {
        self.warm_up(&input.path, rounds)?;
        let mut measured = AsMessages {
            messages: Measured::of(&input.path)?,
            text: Vec::new(),
            parser: Vec::new(),
        };
        for _ in 0..rounds {
            self.messages_round(&mut measured, input)
                .map_err(|error| format!("{} as messages: {error}", input.name))?;
        }
        Ok(measured)
    }

    fn messages_round(&self, measured: &mut AsMessages, input: &Input) -> Result<(), Error> {
        let hits = input.as_messages.and_then(|archive| archive.hits);
        self.round(
            &mut measured.messages,
            &input.path,
            Reading::Messages,
            How::Path,
            hits,
        )?;
        let text = self.urlsift(&input.path, Reading::Text, How::Path, input.hits)?;
        measured.text.push(text.time);
        let goals = input.as_messages.map(|archive| archive.goals);
        if goals.is_some_and(|goals| goals.parser.is_some()) {
            let parser = self.baseline(parser::MODE, &input.path)?;
            measured.parser.push(parser.time);
        }
        Ok(())
    }

    /// Measures the command on a packed input against what only unpacks it, if this machine has that.
    /// It is packed first, if it never was.
    ///
    /// # Errors
    ///
    /// If it cannot be packed, the decompressor does not give all of it, or the command does not find as
    /// many hits as in what is packed.
    pub fn packed(&self, plain: &Plain, form: Form, rounds: usize) -> Result<Packed, Error> {
        let path = plain.path_in(form);
        if !path.exists() {
            self.baseline(packed::MODE, &path)?;
        }
        let counted = self
            .urlsift(&plain.path, Reading::Messages, How::Path, plain.hits)
            .map_err(|error| format!("{}: {error}", plain.name))?;
        let decompressor = form.decompressor();
        self.warm_up(&path, rounds)?;
        let mut measured = Packed {
            hits: counted.lines,
            decompressor: decompressor.as_ref().map(|found| found.name),
            alone: Vec::new(),
            urlsift: Vec::new(),
            peak: None,
        };
        for _ in 0..rounds {
            self.packed_round(&mut measured, plain, &path, decompressor.as_ref())
                .map_err(|error| format!("{}: {error}", plain.name_in(form)))?;
        }
        Ok(measured)
    }

    fn packed_round(
        &self,
        measured: &mut Packed,
        plain: &Plain,
        path: &Path,
        decompressor: Option<&Decompressor>,
    ) -> Result<(), Error> {
        if let Some(Decompressor {
            name,
            path: program,
            args,
        }) = decompressor
        {
            let alone = process::run(program, args, path, How::Path)?;
            if !alone.status.success() {
                return Err(format!("{name} failed: {}", alone.status).into());
            }
            if alone.lines != plain.lines {
                let (lines, expected) = (alone.lines, plain.lines);
                return Err(format!("{name} wrote {lines} lines where {expected} are").into());
            }
            measured.alone.push(alone.time);
        }
        let urlsift = self.urlsift(path, Reading::ByTwo, How::Path, Some(measured.hits))?;
        measured.urlsift.push(urlsift.time);
        measured.peak = measured.peak.max(urlsift.peak);
        Ok(())
    }

    /// Measures the command on a text of a size and of twice that size.
    ///
    /// # Errors
    ///
    /// If either program gives a wrong answer, or the texts cannot be written.
    pub fn scale(
        &self,
        text: &Text,
        size: usize,
        reading: Reading,
        how: How,
        rounds: usize,
    ) -> Result<Scaled, Error> {
        let folder = inputs::folder().join("runs");
        fs::create_dir_all(&folder)?;
        let [short, long] = [1, 2].map(|times| folder.join(format!("{}-{times}", text.name())));
        text.save(size, &short)?;
        text.save(2 * size, &long)?;
        self.warm_up(&long, rounds)?;
        let mut scaled = Scaled {
            short: Vec::new(),
            long: Measured::of(&long)?,
        };
        for _ in 0..rounds {
            let ran = self
                .urlsift(&short, reading, how, Some(text.hits(size)))
                .and_then(|ran| {
                    let hits = Some(text.hits(2 * size));
                    self.round(&mut scaled.long, &long, reading, how, hits)?;
                    Ok(ran)
                });
            let ran = ran.map_err(|error| format!("{} by {}: {error}", text.name(), how.name()))?;
            scaled.short.push(ran.time);
        }
        fs::remove_file(short)?;
        fs::remove_file(long)?;
        Ok(scaled)
    }

    /// Reads the file once, unless everything is only to be tried once anyway.
    fn warm_up(&self, path: &Path, rounds: usize) -> Result<(), Error> {
        if rounds > 1 {
            self.limit(path)?;
        }
        Ok(())
    }

    fn round(
        &self,
        measured: &mut Measured,
        path: &Path,
        reading: Reading,
        how: How,
        hits: Option<u64>,
    ) -> Result<(), Error> {
        let limit = self.limit(path)?;
        let urlsift = self.urlsift(path, reading, how, hits)?;
        measured.limit.push(limit.time);
        measured.urlsift.push(urlsift.time);
        measured.hits = urlsift.lines;
        measured.peak = measured.peak.max(urlsift.peak);
        Ok(())
    }

    fn limit(&self, path: &Path) -> Result<Ran, Error> {
        self.baseline(limit::MODE, path)
    }

    /// Has the bench's own program do what this mode is for.
    fn baseline(&self, mode: &str, path: &Path) -> Result<Ran, Error> {
        let ran = process::run(&self.this, &[mode], path, How::Path)?;
        if !ran.status.success() || ran.lines != 1 {
            return Err(format!("the {mode} failed: {}", ran.status).into());
        }
        Ok(ran)
    }

    fn urlsift(
        &self,
        path: &Path,
        reading: Reading,
        how: How,
        hits: Option<u64>,
    ) -> Result<Ran, Error> {
        let ran = process::run(&self.urlsift, reading.flags(), path, how)?;
        check(&ran, hits)?;
        Ok(ran)
    }
}

/// Whether the command has done what it was asked to.
fn check(ran: &Ran, hits: Option<u64>) -> Result<(), Error> {
    if let Some(hits) = hits.filter(|&hits| hits != ran.lines) {
        return Err(format!("urlsift found {} hits where {hits} are", ran.lines).into());
    }
    // 1 says that there was none.
    if ran.status.code() != Some((ran.lines == 0).into()) {
        return Err(format!("urlsift failed: {}", ran.status).into());
    }
    Ok(())
}

impl Measured {
    fn of(path: &Path) -> Result<Self, Error> {
        Ok(Self {
            bytes: fs::metadata(path)?.len(),
            hits: 0,
            limit: Vec::new(),
            urlsift: Vec::new(),
            peak: None,
        })
    }

    /// How many times the limit's time the command took, round by round.
    #[must_use]
    pub fn ratios(&self) -> Vec<f64> {
        ratios(&self.urlsift, &self.limit)
    }
}

impl AsMessages {
    /// How many times the time of the one text the messages took, round by round.
    #[must_use]
    pub fn to_text(&self) -> Vec<f64> {
        ratios(&self.messages.urlsift, &self.text)
    }

    /// How many times as fast as the parser the command was, round by round.
    #[must_use]
    pub fn to_parser(&self) -> Vec<f64> {
        ratios(&self.parser, &self.messages.urlsift)
    }
}

impl Packed {
    /// How many times as fast as the decompressor the command was, round by round.
    #[must_use]
    pub fn ratios(&self) -> Vec<f64> {
        ratios(&self.alone, &self.urlsift)
    }
}

impl Scaled {
    /// How many times the time of the short text the long one took, round by round.
    #[must_use]
    pub fn growths(&self) -> Vec<f64> {
        ratios(&self.long.urlsift, &self.short)
    }
}

/// How many times as long as `to` `of` took, round by round.
pub(crate) fn ratios(of: &[Duration], to: &[Duration]) -> Vec<f64> {
    let pairs = of.iter().zip(to);
    pairs
        .map(|(of, to)| of.as_secs_f64() / to.as_secs_f64())
        .collect()
}
