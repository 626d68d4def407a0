//! How files are read.

use std::{num::NonZeroUsize, ops::Range};

use clap::{Args, ValueEnum};
use urlsift_search::Kind;

use super::values::{self, TextEncoding};

#[derive(Args, Debug)]
#[command(next_help_heading = "How files are read")]
pub(crate) struct Files {
    /// Take every file for one of this KIND, whatever it looks like: mbox, mboxrd, mmdf, rnews,
    /// nntp, message, text, ... (--help has all)
    ///
    /// Mailboxes with `From ` lines: mboxo (or mbox) and mboxrd, which differ in how a `>From ` is
    /// read; mboxcl and mboxcl2, with Content-Length. Others: mmdf; rnews, a batch of articles;
    /// nntp, articles as they go over the wire; message (or eml, mh, maildir, news, spool), one
    /// message; text, none. All but mboxrd are recognised by their content.
    #[arg(
        long = "as",
        value_name = "KIND",
        value_parser = values::kind(),
        hide_possible_values = true,
        overrides_with = "text"
    )]
    pub(crate) kind: Option<Kind>,

    /// Scan each file, or each in a packed one, as one text, and decode nothing in it: --as text
    #[arg(long, overrides_with = "kind")]
    pub(crate) text: bool,

    /// How plain texts are encoded, as the WHATWG calls it: latin1, koi8-r, gbk, utf-16le, ...
    /// What messages hold says so itself
    ///
    /// By default (auto) a file that begins with a byte order mark of UTF-16 is in that, and any other
    /// is read as it is, byte by byte.
    #[arg(
        long,
        value_name = "LABEL",
        value_parser = values::encoding,
        default_value = "auto"
    )]
    pub(crate) encoding: TextEncoding,

    /// Which texts of a message are scanned: headers, body, or both (the default)
    #[arg(
        long = "in",
        value_name = "TEXTS",
        value_delimiter = ',',
        value_enum,
        hide_possible_values = true
    )]
    pub(crate) texts: Vec<Texts>,

    /// Leave out the parts of messages that are HTML
    #[arg(long)]
    pub(crate) no_html: bool,

    #[command(flatten)]
    pub(crate) packed: Packed,

    /// Read only the messages that begin in these bytes of each file, as `split` prints them. Either
    /// number may be left out
    ///
    /// A text is read from the first empty line in the range to the first one behind it. The bytes of
    /// packed files are counted as they are unpacked. Lines and the numbers of messages are not known
    /// then, and are not printed.
    #[arg(long, value_name = "START:END", value_parser = values::range)]
    pub(crate) range: Option<Range<u64>>,

    /// On how many threads; by default as many as there are cores for this process
    #[arg(short = 'j', long, value_name = "NUM", value_parser = values::threads)]
    pub(crate) threads: Option<NonZeroUsize>,
}

/// How compressed files and containers are read.
#[derive(Args, Debug)]
pub(crate) struct Packed {
    /// Read compressed files and containers (gzip, bzip2, xz, zstd, zip, tar) as they are
    #[arg(long)]
    pub(crate) no_decompress: bool,

    /// Let a compressed stream ask for so much memory: a number of bytes, with K, M or G of KiB, MiB
    /// or GiB
    ///
    /// What asks for more is not read, and is an error. `xz -9` asks for 64M, `zstd --ultra -22` for
    /// 128M.
    #[arg(long, value_name = "SIZE", value_parser = values::size, default_value = "128M")]
    pub(crate) max_window: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Texts {
    /// The fields of headers
    Headers,
    /// The bodies of parts
    Body,
}
