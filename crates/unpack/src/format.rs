//! The supported formats.

use std::fmt;

/// A compression or container format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Format {
    /// gzip (RFC 1952), any number of members.
    Gzip,
    /// bzip2, any number of streams.
    Bzip2,
    /// xz, any number of streams, with stream padding.
    Xz,
    /// Zstandard (RFC 8878), any number of frames, including skippable frames.
    Zstd,
    /// lzip, any number of members.
    Lzip,
    /// LZMA, the `.lzma` files.
    Lzma,
    /// zip (PKWARE's APPNOTE), including Zip64.
    Zip,
    /// tar: Unix v7, POSIX (ustar and pax) and GNU.
    Tar,
    /// cpio: the ASCII formats `newc` (SVR4), with or without checksums, and `odc` (POSIX.1), and the old binary
    /// format.
    Cpio,
    /// ar, of Unix systems since V7: with the long names of System V and GNU, or of BSD.
    Ar,
    /// compress, the `.Z` files, also after the line `#! cunbatch` of a batch of news.
    Compress,
    /// lz4, any number of frames, including skippable frames and those of the legacy format.
    Lz4,
    /// A compound file: a message of Outlook, `.msg` (MS-OXMSG), if the feature `outlook` is enabled. One that is no
    /// message is read like any other file.
    Msg,
    /// A store of Outlook, `.pst` or `.ost` (MS-PST). Read if the feature `outlook` is enabled.
    Pst,
    /// A folder of Outlook Express, `.dbx`. Recognised, but not read.
    Dbx,
    /// A public-inbox repository. It is a directory, and so never recognised in bytes.
    PublicInbox,
}

impl Format {
    /// All formats, in no particular order.
    pub const ALL: &[Self] = &[
        Self::Gzip,
        Self::Bzip2,
        Self::Xz,
        Self::Zstd,
        Self::Lzip,
        Self::Lzma,
        Self::Lz4,
        Self::Compress,
        Self::Zip,
        Self::Tar,
        Self::Cpio,
        Self::Ar,
        Self::Msg,
        Self::Pst,
        Self::Dbx,
        Self::PublicInbox,
    ];

    /// Returns the name of the format, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Bzip2 => "bzip2",
            Self::Xz => "xz",
            Self::Zstd => "zstd",
            Self::Lzip => "lzip",
            Self::Lzma => "lzma",
            Self::Zip => "zip",
            Self::Tar => "tar",
            Self::Cpio => "cpio",
            Self::Ar => "ar",
            Self::Compress => "compress",
            Self::Lz4 => "lz4",
            Self::Msg => "msg",
            Self::Pst => "pst",
            Self::Dbx => "dbx",
            Self::PublicInbox => "public-inbox",
        }
    }

    /// Returns whether the format is a container of files or messages, not a single compressed file.
    #[must_use]
    pub const fn is_container(self) -> bool {
        matches!(
            self,
            Self::Zip
                | Self::Tar
                | Self::Cpio
                | Self::Ar
                | Self::Msg
                | Self::Pst
                | Self::Dbx
                | Self::PublicInbox
        )
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
