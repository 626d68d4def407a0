//! Measures the `urlsift` command as a process, alternating with baselines; see `README.md`.

mod plan;
mod program;
mod quadratic;
mod report;

use std::{
    fs::{self, File},
    io::{self, BufWriter, Read, Write},
    path::{Path, PathBuf},
};

use clap::{Parser, Subcommand};
use urlsift_benches::{Error, baseline, stack};
use urlsift_tests::packing;

/// Measure the urlsift command as a process
#[derive(Parser, Debug)]
#[command(bin_name = "cargo bench -p urlsift-benches --bench command --")]
struct Flags {
    /// Run everything once on small inputs, to check only the answers
    #[arg(long)]
    quick: bool,

    /// Measure only the inputs whose name contains this
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,

    /// The number of runs of each program
    #[arg(long, value_name = "N", default_value_t = 7)]
    turns: usize,

    /// A folder with files to measure instead of the generated ones of the same name
    #[arg(long, value_name = "DIR")]
    inputs: Option<PathBuf>,

    /// Measure this command instead of building one
    #[arg(long, value_name = "PATH")]
    urlsift: Option<PathBuf>,

    /// Cargo passes this.
    #[arg(long, hide = true, global = true)]
    bench: bool,

    #[command(subcommand)]
    mode: Option<Mode>,
}

#[derive(Subcommand, Debug)]
enum Mode {
    /// Search for inputs that take more than linear time or too much memory; fail if there are any
    Quadratic {
        /// Print a row for each measure, not only the worst
        #[arg(long)]
        all: bool,
    },
    #[command(flatten)]
    Baseline(Baseline),
}

/// The tasks that this program runs in a child process.
#[derive(Subcommand, Debug)]
enum Baseline {
    /// Read a file, or each file of a folder, and count `<`
    Read { path: PathBuf },
    /// Parse an mbox with mail-parser
    MailParser { path: PathBuf },
    /// Find links in a file with linkify, line by line
    Linkify { path: PathBuf },
    /// Print the links of an mbox, found with mail-parser, linkify and html5gum
    Stack { path: PathBuf },
    /// Decode the texts of an archive and read the attributes of its HTML
    Decode { path: PathBuf },
    /// Write the file in each compressed format, next to it
    Pack { path: PathBuf },
    /// Write a pattern of the quadratic search
    Generate {
        pattern: String,
        size: usize,
        path: PathBuf,
    },
}

fn main() -> Result<(), Error> {
    let flags = Flags::parse();
    match &flags.mode {
        None => plan::measure(&flags),
        Some(Mode::Quadratic { all }) => quadratic::measure(&flags, *all),
        Some(Mode::Baseline(baseline)) => {
            let answer = baseline.run()?;
            Ok(writeln!(io::stdout(), "{answer}")?)
        }
    }
}

impl Baseline {
    fn run(&self) -> Result<u64, Error> {
        match self {
            Self::Read { path } if path.is_dir() => {
                Ok(read_folder(path, &mut vec![0; baseline::BLOCK])?)
            }
            Self::Read { path } => Ok(baseline::read_and_count(b'<', File::open(path)?)?),
            Self::MailParser { path } => Ok(baseline::parse_mail(File::open(path)?)?.0),
            Self::Decode { path } => Ok(baseline::decode(File::open(path)?)?.0),
            Self::Stack { path } => {
                let mut out = BufWriter::new(io::stdout().lock());
                let count = stack::write_links(File::open(path)?, &mut out)?;
                out.flush()?;
                Ok(count)
            }
            Self::Linkify { path } => Ok(baseline::find_links(File::open(path)?)?),
            Self::Generate {
                pattern,
                size,
                path,
            } => quadratic::generate(pattern, *size, path),
            Self::Pack { path } => {
                let bytes = fs::read(path)?;
                for (extension, compressed) in packing::one_file("a.mbox", &bytes) {
                    fs::write(path.with_added_extension(extension), compressed)?;
                }
                Ok(bytes.len() as u64)
            }
        }
    }
}

/// Opens, reads and closes each file of a folder. Each file fits into the block.
fn read_folder(folder: &Path, block: &mut [u8]) -> io::Result<u64> {
    let mut total = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        total += if entry.file_type()?.is_dir() {
            read_folder(&entry.path(), block)?
        } else {
            let len = File::open(entry.path())?.read(block)?;
            baseline::count(b'<', &block[..len])
        };
    }
    Ok(total)
}
