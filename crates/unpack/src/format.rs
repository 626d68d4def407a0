//! The formats.

use std::fmt;

/// A way to pack files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Format {
    /// gzip (RFC 1952), any number of members.
    Gzip,
    /// bzip2, any number of streams.
    Bzip2,
    /// xz, any number of streams, padding between them included.
    Xz,
    /// Zstandard (RFC 8878), any number of frames, skippable ones included.
    Zstd,
    /// zip (PKWARE's APPNOTE), Zip64 included.
    Zip,
    /// tar: the forms of Unix v7, POSIX (ustar and pax) and GNU.
    Tar,
}

impl Format {
    /// All formats.
    pub const ALL: &[Self] = &[
        Self::Gzip,
        Self::Bzip2,
        Self::Xz,
        Self::Zstd,
        Self::Zip,
        Self::Tar,
    ];

    /// Returns its name, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Bzip2 => "bzip2",
            Self::Xz => "xz",
            Self::Zstd => "zstd",
            Self::Zip => "zip",
            Self::Tar => "tar",
        }
    }

    /// Returns whether it holds any number of named files; otherwise it is one compressed file.
    #[must_use]
    pub const fn is_container(self) -> bool {
        matches!(self, Self::Zip | Self::Tar)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
