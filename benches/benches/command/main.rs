//! Measures the `urlsift` command as whole processes, in turns with named baselines; see `README.md`.

mod packed;
mod plan;
mod program;
mod report;

use std::{
    fs::{self, File},
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

use clap::{Parser, Subcommand};
use urlsift_benches::{Error, baseline};

use packed::FORMATS;

/// Measures the urlsift command as whole processes
#[derive(Parser, Debug)]
#[command(bin_name = "cargo bench -p urlsift-benches --bench command --")]
struct Flags {
    /// Run everything once on small inputs, only to check the answers
    #[arg(long)]
    quick: bool,

    /// Measure only the inputs whose name contains this
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,

    /// How often each program runs
    #[arg(long, value_name = "N", default_value_t = 7)]
    turns: usize,

    /// A folder with files to measure instead of the generated ones of the same name
    #[arg(long, value_name = "DIR")]
    inputs: Option<PathBuf>,

    /// Measure this command instead of building one
    #[arg(long, value_name = "PATH")]
    urlsift: Option<PathBuf>,

    /// Cargo passes this.
    #[arg(long, hide = true)]
    bench: bool,

    #[command(subcommand)]
    baseline: Option<Baseline>,
}

/// What this program does when it runs itself in a process of its own.
#[derive(Subcommand, Debug)]
enum Baseline {
    /// Read a file, or each file of a folder, and count `<`
    Read { path: PathBuf },
    /// Parse an mbox with mail-parser
    MailParser { path: PathBuf },
    /// Write the file in each packed format, beside it
    Pack { path: PathBuf },
}

fn main() -> Result<(), Error> {
    let flags = Flags::parse();
    match &flags.baseline {
        None => plan::measure(&flags),
        Some(baseline) => {
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
            Self::Pack { path } => {
                let bytes = fs::read(path)?;
                for format in FORMATS {
                    let to = path.with_added_extension(format.extension);
                    fs::write(to, (format.pack)(&bytes))?;
                }
                Ok(bytes.len() as u64)
            }
        }
    }
}

/// Opens, reads and closes each file of a folder. All of them fit into the block.
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
