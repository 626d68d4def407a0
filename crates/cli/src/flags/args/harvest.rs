//! The flags of `harvest`.

use std::{
    num::{NonZeroU64, NonZeroUsize},
    path::PathBuf,
    str::FromStr,
};

use clap::{
    Args,
    builder::{PossibleValuesParser, TypedValueParser},
};
use urlsift_harvest::{Digest, Format, ShardSubset};
use urlsift_search::Kind;
use urlsift_select::BaseText;

use super::{
    input::InputFlags, output::Progress, reading::TextFlags, recognition::FindFlags,
    sandbox::SandboxFlags, values,
};
use crate::options::Printed;

/// The help of `--files-from`.
const FILES_FROM: &str = "\
Also read the files listed in FILE, one per line

If FILE is `-`, the list is read from standard input.

With -0, each path ends in a NUL instead. The listed paths come \
after the paths of the command line. Directories are searched recursively. A path that does not exist is a file that cannot be \
read; `-`, which would be standard input, and an empty line are errors. The list is read completely before the files; \
a path is limited to 64 KiB.";

#[derive(Args, Debug)]
#[command(mut_arg("files_from", |arg| arg.long_help(FILES_FROM)))]
// The struct mirrors the command line, where each of these is an independent switch.
#[expect(clippy::struct_excessive_bools)]
pub(crate) struct Harvest {
    /// Files and directories to read; before them, a single step: plan, run, finish, report, diff or prune
    #[arg(value_name = "PATH", value_parser = values::path())]
    pub(crate) paths: Vec<PathBuf>,

    /// The directory of the data set
    #[arg(short, long, value_name = "DIR", value_parser = values::path())]
    pub(crate) output: Option<PathBuf>,

    /// Tables in parquet, jsonl or csv; or print seeds or ndjson
    ///
    /// seeds are the URLs with http and https for a crawler, one a line: each URL once, however it is written, those
    /// with the most links first. ndjson are the rows of the table wide, as JSON. Both go to standard output when the
    /// data set is finished. Without --output, the data set is temporary.
    #[arg(
        long,
        value_name = "FORMAT",
        value_parser = output_format(),
        default_value = Format::ALL[0].name(),
        hide_possible_values = true
    )]
    pub(crate) format: OutputFormat,

    /// Leave out columns, such as from,subject
    ///
    /// Columns that join tables cannot be left out.
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',')]
    pub(crate) without_fields: Vec<String>,

    /// Leave out the table wide, which has each link with the columns of its message
    #[arg(long)]
    pub(crate) no_wide: bool,

    /// The approximate size of a shard, in bytes of its files on disk
    ///
    /// Larger files are divided, unless they are compressed; small ones are grouped.
    ///
    /// In bytes, or with a suffix K, M or G (powers of 1024).
    #[arg(long, value_name = "SIZE", value_parser = values::positive_size, default_value = "128M")]
    pub(crate) shard_size: NonZeroU64,

    /// Make a new plan even if the options differ from the plan in force
    #[arg(long)]
    pub(crate) replan: bool,

    /// Hash all files to find changes, even if their times have not changed
    #[arg(long)]
    pub(crate) verify: bool,

    /// Make a data set in a directory that has other files, and leave these alone
    #[arg(long)]
    pub(crate) into_existing: bool,

    /// Add the files to those of the data set
    ///
    /// Only what is new need be named. The files of the last plan stay, as far as they exist.
    #[arg(long)]
    pub(crate) add: bool,

    /// Drop the files of the last plan that are not named any more
    ///
    /// Otherwise it is an error if such files exist. Files that are gone from disk are always dropped, with a note.
    #[arg(long, conflicts_with = "add")]
    pub(crate) drop_missing: bool,

    /// Run or finish this plan instead of the one in force
    ///
    /// `harvest plan` prints its digest.
    #[arg(long, value_name = "DIGEST", value_parser = Digest::from_str)]
    pub(crate) plan: Option<Digest>,

    /// Run only the Kth of N parts of the shards, from 1 to N
    #[arg(long, value_name = "K/N", value_parser = part)]
    pub(crate) only: Option<ShardSubset>,

    /// Finish without the shards that are not done
    #[arg(long)]
    pub(crate) partial: bool,

    /// Print changes as JSON, one object per line
    #[arg(long)]
    pub(crate) json: bool,

    /// Print changes as a page of HTML
    /// Print changes as a page of HTML
    #[arg(long, conflicts_with = "json")]
    pub(crate) html: bool,

    /// Print totals on standard error
    #[arg(long)]
    pub(crate) stats: bool,

    /// Show progress on standard error
    ///
    /// The values are auto (a line on a terminal), json and never.
    #[arg(long, value_name = "HOW", value_enum, default_value_t = Progress::Auto, hide_possible_values = true)]
    pub(crate) progress: Progress,

    /// The number of threads, at most 256 [default: one per core]
    #[arg(short = 'j', long, value_name = "NUM", value_parser = values::threads)]
    pub(crate) threads: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) sandbox: SandboxFlags,
    #[command(flatten)]
    pub(crate) search: HarvestSearchFlags,
    #[command(flatten)]
    pub(crate) input: InputFlags,

    /// Paths in --files-from end with NUL
    #[arg(short = '0', long, help_heading = "Input")]
    pub(crate) null: bool,
}

/// Flags that control what is found. They mean the same as in `list`.
#[derive(Args, Debug)]
#[command(next_help_heading = "Selection")]
pub(crate) struct HarvestSearchFlags {
    #[command(flatten)]
    pub(crate) find: FindFlags,

    /// Fill the column target: the original of each URL that a known rewriter has rewritten
    #[arg(long)]
    pub(crate) unwrap: bool,

    /// Resolve relative references against this URL
    #[arg(long, value_name = "URL", value_parser = values::base())]
    pub(crate) base: Option<BaseText>,

    /// Read every file as this kind instead of detecting it
    #[arg(
        long = "as",
        value_name = "KIND",
        value_parser = values::kind(),
        hide_possible_values = true,
        overrides_with = "text"
    )]
    pub(crate) kind: Option<Kind>,

    /// Read every file as plain text; same as --as text
    #[arg(long, overrides_with = "kind")]
    pub(crate) text: bool,

    #[command(flatten)]
    pub(crate) texts: TextFlags,
}

/// The value of `--format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OutputFormat {
    Tables(Format),
    Printed(Printed),
}

fn output_format() -> impl TypedValueParser<Value = OutputFormat> {
    let tables = Format::ALL.iter().map(|format| format.name());
    let names = tables.chain(Printed::NAMED.map(|(name, _)| name));
    PossibleValuesParser::new(names).try_map(|name| {
        let mut printed = Printed::NAMED.into_iter();
        match printed.find(|(known, _)| *known == name) {
            Some((_, printed)) => Ok(OutputFormat::Printed(printed)),
            None => Format::from_str(&name).map(OutputFormat::Tables),
        }
    })
}

/// Parses a part `K/N`.
fn part(text: &str) -> Result<ShardSubset, &'static str> {
    const EXPECTED: &str = "expected two numbers, K/N, with K from 1 to N";
    let (part, parts) = text.split_once('/').ok_or(EXPECTED)?;
    let number = |digits: &str| digits.parse::<u64>().map_err(|_| EXPECTED);
    ShardSubset::new(number(part)?, number(parts)?).map_err(|_| EXPECTED)
}
