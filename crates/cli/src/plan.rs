//! What the flags mean together, on this terminal, for these inputs.

use std::{
    env,
    ffi::OsString,
    io::{self, IsTerminal},
    num::NonZeroUsize,
    ops::Range,
    path::PathBuf,
};

use clap::{CommandFactory, error::ErrorKind};
use urlsift::{
    Candidate, Config, Conformance, Delimiter, HyphenPolicy, Kind, Link, Reading, Split, Unpacker,
    Verdict, rfc1738::Base,
};

use crate::{
    args::{
        self, Check, Cli, Color, Command, Common, Files, Finding, Grep, Hyphen, Info, List,
        Matching, Packed, Printing, Progress, Texts,
    },
    pattern::{Pattern, Syntax},
    progress,
    terminal::Painter,
};

/// What is to be done.
#[derive(Debug)]
pub(crate) enum Task {
    /// Find URLs in files.
    Search(Plan),
    /// Judge URLs given by hand.
    Check(Checks),
    /// Say what files hold.
    Info(Surveys),
    /// Say where files can be cut.
    Split(Splits),
}

impl Task {
    /// Resolves the flags.
    ///
    /// # Errors
    ///
    /// A value that does not parse, as clap words it.
    pub(crate) fn resolve(cli: Cli) -> Result<Self, clap::Error> {
        let (name, task) = match cli.command {
            Command::List(list) => ("list", Plan::list(list).map(Self::Search)),
            Command::Grep(grep) => ("grep", Plan::grep(grep).map(Self::Search)),
            Command::Check(check) => ("check", Checks::resolve(check).map(Self::Check)),
            Command::Info(info) => ("info", Ok(Self::Info(Surveys::resolve(info)))),
            Command::Split(split) => ("split", Ok(Self::Split(Splits::resolve(split)))),
        };
        task.map_err(|what| invalid(name, &what))
    }
}

/// Everything that a run of `check` has to know.
#[derive(Debug)]
pub(crate) struct Checks {
    /// Empty: standard input has them.
    pub(crate) urls: Vec<OsString>,
    /// What each has to conform to.
    pub(crate) level: Conformance,
    pub(crate) base: Option<BaseText>,
    pub(crate) show: CheckShow,
}

/// What `check` prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CheckShow {
    /// A picture of each URL.
    Picture {
        color: bool,
    },
    Json,
    Nothing,
}

impl Checks {
    fn resolve(check: Check) -> Result<Self, String> {
        Ok(Self {
            urls: check.urls,
            level: check.conforms,
            base: check.base.map(BaseText::new).transpose()?,
            show: match (check.quiet, check.json) {
                (true, _) => CheckShow::Nothing,
                (false, true) => CheckShow::Json,
                (false, false) => CheckShow::Picture {
                    color: paints(check.color),
                },
            },
        })
    }
}

/// Everything that a run of `info` has to know.
#[derive(Debug)]
pub(crate) struct Surveys {
    pub(crate) paths: Vec<PathBuf>,
    pub(crate) follow: bool,
    /// What every file is taken for.
    pub(crate) kind: Option<Kind>,
    /// How packed files are taken apart, if they are.
    pub(crate) unpacker: Option<Unpacker>,
    pub(crate) show: SurveyShow,
    pub(crate) painter: Painter,
}

/// What `info` prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SurveyShow {
    Table,
    Json,
    /// The place of each doubtful boundary.
    Doubtful,
}

impl Surveys {
    fn resolve(info: Info) -> Self {
        Self {
            paths: or_stdin(info.paths),
            follow: info.follow,
            kind: info.kind,
            unpacker: unpacker(&info.packed),
            show: match (info.json, info.doubtful) {
                (true, _) => SurveyShow::Json,
                (false, true) => SurveyShow::Doubtful,
                (false, false) => SurveyShow::Table,
            },
            painter: painter(info.color),
        }
    }
}

/// Everything that a run of `split` has to know.
#[derive(Debug)]
pub(crate) struct Splits {
    pub(crate) paths: Vec<PathBuf>,
    pub(crate) follow: bool,
    pub(crate) split: Split,
}

impl Splits {
    fn resolve(split: args::Split) -> Self {
        let unpacker = (!split.no_decompress).then(Unpacker::new);
        Self {
            paths: or_stdin(split.paths),
            follow: split.follow,
            split: Split::new()
                .size(split.size)
                .kind(split.kind)
                .unpacking(unpacker),
        }
    }
}

/// A URL that is known to be a base.
#[derive(Debug)]
pub(crate) struct BaseText(OsString);

impl BaseText {
    fn new(text: OsString) -> Result<Self, String> {
        match Base::new(text.as_encoded_bytes()) {
            Ok(_) => Ok(Self(text)),
            Err(error) => {
                let text = text.display();
                Err(format!("'{text}' for '--base <URL>': {error}"))
            }
        }
    }

    /// It was taken for one before.
    pub(crate) fn base(&self) -> Option<Base<'_>> {
        Base::new(self.0.as_encoded_bytes()).ok()
    }
}

/// Everything that a search has to know.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) paths: Vec<PathBuf>,
    pub(crate) follow: bool,
    pub(crate) config: Config,
    pub(crate) reading: Reading,
    /// How packed files are taken apart, if they are.
    pub(crate) unpacker: Option<Unpacker>,
    /// Where in each file the messages begin that are read, if not all are.
    pub(crate) range: Option<Range<u64>>,
    pub(crate) selection: Selection,
    pub(crate) style: Style,
    pub(crate) show: Show,
    /// Tell what was abandoned, too.
    pub(crate) rejected: bool,
    /// Tell what all came to.
    pub(crate) stats: bool,
    /// How to tell how far it has come.
    pub(crate) progress: ProgressShow,
    /// Stop after so many hits of a file.
    pub(crate) max_count: Option<u64>,
    /// On how many threads, if that was said.
    pub(crate) threads: Option<NonZeroUsize>,
}

/// Which hits are wanted.
#[derive(Debug)]
pub(crate) struct Selection {
    delimiters: Vec<Delimiter>,
    pattern: Option<Pattern>,
    level: Conformance,
    base: Option<BaseText>,
}

/// What is printed of what is selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Show {
    Links,
    Json,
    Count,
    Files,
    Nothing,
}

/// How those who wait are told how far a search has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProgressShow {
    Line,
    Json,
    Nothing,
}

/// Which files are named in front of what they hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Named {
    All,
    /// Those that are members of a container.
    Members,
    None,
}

/// How a line for people looks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    /// The path in front of a hit, of a count.
    pub(crate) path: Named,
    pub(crate) count_path: Named,
    pub(crate) line: bool,
    /// A NUL, not a colon or a line break, behind the path.
    pub(crate) null: bool,
    /// A heading for each message.
    pub(crate) messages: bool,
    pub(crate) painter: Painter,
    pub(crate) hyphen: HyphenPolicy,
}

impl Plan {
    fn list(list: List) -> Result<Self, String> {
        Self::resolve(list.common, None, list.paths)
    }

    fn grep(grep: Grep) -> Result<Self, String> {
        let (pattern, common, paths) = resolve_grep(grep)?;
        Self::resolve(common, Some(pattern), paths)
    }

    /// Resolves the flags, or says which value is no good.
    fn resolve(
        common: Common,
        pattern: Option<Pattern>,
        paths: Vec<PathBuf>,
    ) -> Result<Self, String> {
        let Common {
            files,
            finding,
            printing,
        } = common;
        let paths = or_stdin(paths);
        let style = style(&printing, &finding, &files, &paths);
        Ok(Self {
            config: config(&finding)?,
            reading: reading(&files),
            unpacker: unpacker(&files.packed),
            range: files.range,
            follow: files.follow,
            selection: Selection {
                delimiters: finding.delimiter,
                pattern,
                level: finding.conforms,
                base: finding.base.map(BaseText::new).transpose()?,
            },
            style,
            show: show(&printing),
            rejected: printing.rejected,
            stats: printing.stats,
            progress: progress_show(&printing),
            max_count: printing.max_count,
            threads: files.threads,
            paths,
        })
    }

    /// Whether lines have to be counted.
    pub(crate) fn needs_positions(&self) -> bool {
        let in_links = match self.show {
            Show::Links => self.style.line,
            Show::Json => true,
            Show::Count | Show::Files | Show::Nothing => false,
        };
        (in_links || self.rejected) && self.range.is_none()
    }
}

impl Selection {
    pub(crate) fn takes_delimiter(&self, delimiter: Delimiter) -> bool {
        self.delimiters.is_empty() || self.delimiters.contains(&delimiter)
    }

    /// Whether a candidate is wanted, if it conforms. A relative reference is looked at as it is
    /// printed, resolved if it has a base.
    pub(crate) fn takes(&self, candidate: &Candidate, base: Option<Base<'_>>) -> bool {
        if !self.takes_delimiter(candidate.delimiter()) {
            return false;
        }
        let Some(pattern) = &self.pattern else {
            return true;
        };
        match base {
            Some(base) => pattern.selects(&base.resolve(candidate.url())),
            None => pattern.selects(candidate.url()),
        }
    }

    /// Whether what was judged so is strict enough.
    pub(crate) fn takes_conformance(&self, verdict: &Verdict<'_>) -> bool {
        verdict.reaches(self.level)
    }

    /// What a link is resolved against, if it is a relative reference: the base that was given, or
    /// else what its message says.
    pub(crate) fn base<'l>(&'l self, link: &Link<'l>, verdict: &Verdict<'_>) -> Option<Base<'l>> {
        let has_base = self.base.is_some() || link.base().is_some();
        if !has_base || verdict.conformance() != Conformance::Relative {
            return None;
        }
        let given = self.base.as_ref().and_then(BaseText::base);
        given.or_else(|| Base::new(link.base()?).ok())
    }

    pub(crate) fn pattern(&self) -> Option<&Pattern> {
        self.pattern.as_ref()
    }
}

/// What to look for, and where; or which value is no good.
fn resolve_grep(grep: Grep) -> Result<(Pattern, Common, Vec<PathBuf>), String> {
    let Matching {
        regexp: mut given,
        fixed_strings,
        ignore_case,
        invert_match,
    } = grep.matching;
    let mut paths = grep.paths;
    let mut argument = "--regexp <PATTERN>";
    match grep.pattern {
        Some(first) if given.is_empty() => {
            argument = "PATTERN";
            given.push(first);
        }
        Some(first) => paths.insert(0, first.into()),
        None => {}
    }
    let utf8 = |pattern| utf8(pattern, argument);
    let patterns = given.into_iter().map(utf8).collect::<Result<Vec<_>, _>>()?;
    let syntax = Syntax {
        fixed: fixed_strings,
        ignore_case,
        invert: invert_match,
    };
    let pattern = Pattern::new(&patterns, syntax)
        .map_err(|(pattern, error)| format!("'{pattern}' for '{argument}': {error}"))?;
    Ok((pattern, grep.common, paths))
}

fn utf8(pattern: OsString, argument: &str) -> Result<String, String> {
    pattern.into_string().map_err(|pattern| {
        let pattern = pattern.display();
        format!("'{pattern}' for '{argument}': it is not UTF-8; write (?-u:\\xNN) for a byte")
    })
}

/// Standard input is read where no path is given.
fn or_stdin(paths: Vec<PathBuf>) -> Vec<PathBuf> {
    if paths.is_empty() {
        vec!["-".into()]
    } else {
        paths
    }
}

/// How files are read.
fn reading(files: &Files) -> Reading {
    let kind = if files.text {
        Some(Kind::Text)
    } else {
        files.kind
    };
    let has = |texts| files.texts.is_empty() || files.texts.contains(&texts);
    Reading::new()
        .kind(kind)
        .headers(has(Texts::Headers))
        .bodies(has(Texts::Body))
        .html(!files.no_html)
}

fn unpacker(packed: &Packed) -> Option<Unpacker> {
    let unpacker = Unpacker::new().most_window(packed.max_window);
    (!packed.no_decompress).then_some(unpacker)
}

fn config(finding: &Finding) -> Result<Config, String> {
    let config = Config::new().max_len(finding.max_len.get());
    finding.scheme_add.iter().try_fold(config, |config, name| {
        let added = config.scheme(name);
        added.map_err(|error| format!("'{name}' for '--scheme-add <NAME>': {error}"))
    })
}

/// A usage error of a command, as clap words those that it finds itself.
fn invalid(command: &str, what: &str) -> clap::Error {
    let mut cli = Cli::command();
    cli.build();
    let command = cli.find_subcommand_mut(command);
    let message = format!("invalid value {what}");
    match command {
        Some(command) => command.error(ErrorKind::ValueValidation, message),
        None => cli.error(ErrorKind::ValueValidation, message),
    }
}

fn show(printing: &Printing) -> Show {
    match printing {
        Printing { quiet: true, .. } => Show::Nothing,
        Printing { json: true, .. } => Show::Json,
        Printing {
            files_with_matches: true,
            ..
        } => Show::Files,
        Printing { count: true, .. } => Show::Count,
        _ => Show::Links,
    }
}

fn progress_show(printing: &Printing) -> ProgressShow {
    match printing.progress {
        Progress::Json => ProgressShow::Json,
        Progress::Auto if !printing.quiet && progress::has_terminal() => ProgressShow::Line,
        Progress::Auto | Progress::Never => ProgressShow::Nothing,
    }
}

fn style(printing: &Printing, finding: &Finding, files: &Files, paths: &[PathBuf]) -> Style {
    let is_terminal = io::stdout().is_terminal();
    let several = match paths {
        [path] => path.is_dir(),
        _ => true,
    };
    let by_default = several && !printing.no_filename;
    let named = |members| {
        if printing.with_filename || by_default {
            Named::All
        } else if members && !printing.no_filename {
            Named::Members
        } else {
            Named::None
        }
    };
    let is_off = printing.no_line_number || files.range.is_some();
    Style {
        path: named(is_terminal),
        // Several counts mean nothing without their names.
        count_path: named(true),
        line: printing.line_number || (by_default || is_terminal) && !is_off,
        null: printing.null,
        messages: printing.messages,
        painter: painter(printing.color),
        hyphen: match finding.hyphen {
            Hyphen::Keep => HyphenPolicy::Keep,
            Hyphen::Drop => HyphenPolicy::Drop,
            Hyphen::Both => HyphenPolicy::Both,
        },
    }
}

/// How standard output is to be painted. What a terminal will show must not drive it.
fn painter(color: Color) -> Painter {
    Painter {
        color: paints(color),
        escape: io::stdout().is_terminal() || color == Color::Always,
    }
}

/// Whether standard output gets colours.
fn paints(color: Color) -> bool {
    match color {
        Color::Auto => io::stdout().is_terminal() && wants_color(),
        Color::Always => true,
        Color::Never => false,
    }
}

/// What the environment says of colours (<https://no-color.org>).
fn wants_color() -> bool {
    let is_unset = |name| env::var_os(name).is_none_or(|value| value.is_empty());
    is_unset("NO_COLOR") && env::var_os("TERM").is_none_or(|term| term != "dumb")
}
