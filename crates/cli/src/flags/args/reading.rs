//! Flags that control how files are read.

use std::{num::NonZeroUsize, ops::Range};

use super::values::{self, ReadAs, TextEncoding};
use clap::{Args, ValueEnum};

#[derive(Args, Debug)]
#[command(next_help_heading = "Input")]
pub(crate) struct ReadFlags {
    /// Read every file as this format: mbox, message, text, ...
    ///
    /// By default, the format is detected from the content; only mboxrd is not.
    ///
    /// The mailbox formats with `From ` lines are mboxo (or mbox) and mboxrd, which differ in how `>From ` is unquoted,
    /// and mboxcl and mboxcl2, which use Content-Length. mmdf: the mailboxes of MMDF. rnews: a batch of articles. nntp:
    /// articles in their wire format. listserv: a LISTSERV notebook. babyl: Rmail. mbx: UW IMAP. dbox: Dovecot. emlx: a
    /// message of Apple Mail. message (or eml, mh, maildir, news, spool): a file with a single message. rn: articles
    /// that rn or trn saved in one file. html: a web page. Pages written by list archivers such as Hypermail count as
    /// one message. calendar (or ics), vcard (or vcf) and ldif: their folded lines are joined. text: no messages. With
    /// public-inbox, every PATH is a public-inbox repository, which is read with git; one with epochs is detected. The
    /// texts in Outlook files are not affected.
    #[arg(
        long = "as",
        value_name = "KIND",
        value_parser = values::read_as(),
        hide_possible_values = true,
        overrides_with = "text"
    )]
    pub(crate) read_as: Option<ReadAs>,

    /// Read every file as plain text; same as --as text
    ///
    /// Compressed files and containers are still unpacked.
    #[arg(long, overrides_with = "read_as")]
    pub(crate) text: bool,

    #[command(flatten)]
    pub(crate) texts: TextFlags,

    /// Read only messages that begin in this byte range of each file
    ///
    /// `split` prints such ranges; either number may be omitted.
    ///
    /// Plain text is read from the first empty line in the range to the first empty line after it. In compressed files,
    /// the range counts decompressed bytes. Line numbers and message numbers are unknown in a range and are not
    /// printed.
    #[arg(long, value_name = "START:END", value_parser = values::range)]
    pub(crate) range: Option<Range<u64>>,

    /// The number of threads, at most 256 [default: one per core]
    #[arg(short = 'j', long, value_name = "NUM", value_parser = values::threads)]
    pub(crate) threads: Option<NonZeroUsize>,
}

/// Flags that control which texts are read, also by `harvest`.
#[derive(Args, Debug)]
#[command(next_help_heading = "Input")]
pub(crate) struct TextFlags {
    /// The encoding of plain text and HTML files: latin1, koi8-r, gbk, utf-16le, ...
    ///
    /// Messages declare their own encodings.
    ///
    /// Any label of the WHATWG Encoding Standard is valid. By default (auto), a file that starts with a byte order mark
    /// of UTF-16 is decoded, and the encoding of any other one that is not UTF-8 is guessed.
    #[arg(
        long,
        value_name = "LABEL",
        value_parser = values::encoding,
        default_value = "auto"
    )]
    pub(crate) encoding: TextEncoding,

    /// Scan only headers or only bodies: headers, body
    ///
    /// The default is both, `headers,body`.
    #[arg(
        long = "in",
        value_name = "TEXTS",
        value_delimiter = ',',
        value_enum,
        hide_possible_values = true
    )]
    pub(crate) texts: Vec<Texts>,

    /// Skip HTML parts and HTML files
    #[arg(long)]
    pub(crate) no_html: bool,

    /// Skip the conditional comments that Outlook shows (`<!--[if mso]>`)
    #[arg(long)]
    pub(crate) no_mso: bool,

    #[command(flatten)]
    pub(crate) unpack: UnpackFlags,
}

/// Flags that control how compressed files and containers are read.
#[derive(Args, Debug)]
pub(crate) struct UnpackFlags {
    /// Do not unpack compressed files and containers
    #[arg(long)]
    pub(crate) no_decompress: bool,

    /// The maximum decompression window of a compressed stream
    ///
    /// A stream that needs a larger window is an error: `xz -9` needs 64M.
    ///
    /// In bytes, or with a suffix K, M or G (powers of 1024). The stream is not read. `zstd --ultra -22` needs 128M.
    #[arg(long, value_name = "SIZE", value_parser = values::size, default_value = "128M")]
    pub(crate) max_window: u64,

    /// The maximum size of the temporary copies of the zip files in an input
    ///
    /// A larger zip file is read up to the limit and reported as an error.
    ///
    /// In bytes, or with a suffix K, M or G (powers of 1024). A zip file that is read from a pipe, or is nested in
    /// another file, is copied to a temporary file unless it is small. The limit applies to each input; each thread
    /// reads one at a time. Temporary files of --unique and --tally are not limited.
    #[arg(long, value_name = "SIZE", value_parser = values::size, default_value = "4G")]
    pub(crate) max_temp: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Texts {
    /// Header fields
    Headers,
    /// Bodies of parts
    Body,
}
