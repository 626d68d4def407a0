//! Flags of grep, most of them for what happens without them.

use clap::Args;

/// Flags of grep, accepted for compatibility with scripts for grep. Most have no effect.
#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Compatibility with grep")]
// The struct mirrors the command line, where each of these is an independent switch.
#[expect(clippy::struct_excessive_bools)]
pub(crate) struct CompatibilityFlags {
    /// Show the URLs of binary files
    ///
    /// A file is binary if its first 64 KiB have a NUL in every 4 KiB, on average, and no known format.
    ///
    /// Without the flag, the URLs of binary files are counted, and a message on standard error gives the number.
    /// Standard input is never binary. --as, --text and --encoding override detection: no file is then binary.
    #[arg(short = 'a', long)]
    pub(crate) binary_as_text: bool,

    /// Search the working directory if no PATH is given and standard input is a terminal
    ///
    /// Directories are always searched recursively.
    #[arg(short = 'r', long)]
    pub(crate) recursive: bool,

    /// Follow symbolic links when searching directories, like -r and --follow
    #[arg(short = 'R', long)]
    pub(crate) dereference_recursive: bool,

    /// Does nothing: URLs are always printed alone, without the rest of the line
    #[arg(short = 'o', long)]
    pub(crate) only_matching: bool,

    /// Show the URLs of binary files, like -a: a NUL always ends a URL
    #[arg(short = 'z', long)]
    pub(crate) null_data: bool,
}
