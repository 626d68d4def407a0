//! The supported formats: one table of their names, of how each is read, and of the bytes that it begins with.
//!
//! A note to maintainers: a new format is a variant of [`Format`], its documentation and its row in [`TABLE`]. The
//! compiler then asks for its reader: a compression [`Method`] for its decoder in `stream`, another [`Layer`] for its
//! place in `layers`. The alternative, a trait object for each format in the table, would make the formats depend on
//! their readers and these on the formats: faults name the format in which they occur.
//!
//! tar has no row of magic numbers: `recognise` asks its parser whether a file begins with a header.

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
    /// cpio: the ASCII formats `newc` (SVR4), with or without checksums, and `odc` (POSIX.1). Recognised, but not read.
    Cpio,
    /// ar, of Unix systems since V7. Recognised, but not read.
    Ar,
    /// compress, the `.Z` files, also after the line `#! cunbatch` of a batch of news.
    Compress,
    /// lz4, any number of frames, including skippable frames. Frames of the legacy format are recognised, but not read.
    Lz4,
    /// A compound file: a message of Outlook, `.msg` (MS-OXMSG), if the feature `outlook` is enabled. One that is no
    /// message is read like any other file.
    Msg,
    /// A store of Outlook, `.pst` or `.ost` (MS-PST). Read if the feature `outlook` is enabled.
    Pst,
    /// A folder of Outlook Express, `.dbx`. Recognised, but not read.
    Dbx,
    /// WARC (ISO 28500), the archive of a web crawl: the pages and texts in it.
    Warc,
    /// A public-inbox repository. It is a directory, and so never recognised in bytes.
    PublicInbox,
}

/// A compression method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    /// gzip, any number of members (RFC 1952 §2.2).
    Gzip,
    /// bzip2, any number of streams.
    Bzip2,
    /// xz, any number of streams, with padding between them.
    Xz,
    /// Zstandard, any number of frames.
    Zstd,
    /// lzip, any number of members.
    Lzip,
    /// lz4, any number of frames.
    Lz4,
    /// LZMA, as in `.lzma` files.
    LzmaFile,
    /// compress, to the end of the input.
    Compress,
    /// Deflate (RFC 1951), as in zip.
    Deflate,
    /// Deflate64, with a window of 64 KiB, as in zip.
    Deflate64,
    /// LZMA, as in zip (APPNOTE 5.8).
    Lzma {
        /// The uncompressed size in bytes, from the container.
        size: u64,
    },
}

/// How a format is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layer {
    /// One compressed file.
    Stream(Method),
    Zip,
    Tar,
    Warc,
    /// The messages of an Outlook file.
    #[cfg(feature = "outlook")]
    Outlook,
    /// A container that is recognised, but not read.
    Unread,
}

#[cfg(feature = "outlook")]
const OUTLOOK: Layer = Layer::Outlook;
#[cfg(not(feature = "outlook"))]
const OUTLOOK: Layer = Layer::Unread;

/// The lower and upper bounds of each of the first bytes of a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Magic {
    pub(crate) least: &'static [u8],
    pub(crate) most: &'static [u8],
}

/// The magic number of a file that begins with these bytes.
const fn exactly(bytes: &'static [u8]) -> Magic {
    between(bytes, bytes)
}

const fn between(least: &'static [u8], most: &'static [u8]) -> Magic {
    Magic { least, most }
}

/// What is known of a format: its variant, its name in lower case, how it is read, and its magic numbers.
struct Row(Format, &'static str, Layer, &'static [Magic]);

/// All formats, in the order of the variants.
static TABLE: [Row; 17] = [
    // RFC 1952 §2.3.1: ID1, ID2, CM; the three high bits of FLG are reserved, and zero.
    Row(
        Format::Gzip,
        "gzip",
        Layer::Stream(Method::Gzip),
        &[between(b"\x1f\x8b\x08\x00", b"\x1f\x8b\x08\x1f")],
    ),
    // The block size, then the magic of the first block, or of the end of an empty stream.
    Row(
        Format::Bzip2,
        "bzip2",
        Layer::Stream(Method::Bzip2),
        &[
            between(b"BZh11AY&SY", b"BZh91AY&SY"),
            between(
                b"BZh1\x17\x72\x45\x38\x50\x90",
                b"BZh9\x17\x72\x45\x38\x50\x90",
            ),
        ],
    ),
    Row(
        Format::Xz,
        "xz",
        Layer::Stream(Method::Xz),
        &[exactly(b"\xfd7zXZ\0")],
    ),
    // RFC 8878 §3.1.1, a frame; §3.1.2, a skippable frame.
    Row(
        Format::Zstd,
        "zstd",
        Layer::Stream(Method::Zstd),
        &[
            exactly(b"\x28\xb5\x2f\xfd"),
            between(b"\x50\x2a\x4d\x18", b"\x5f\x2a\x4d\x18"),
        ],
    ),
    // The version, and the logarithm of the size of the dictionary, with sixteenths to subtract.
    Row(
        Format::Lzip,
        "lzip",
        Layer::Stream(Method::Lzip),
        &[between(b"LZIP\x00\x0c", b"LZIP\x01\xfd")],
    ),
    // No magic number. All known programs write these properties and a dictionary of at least 64 KiB, a multiple of
    // that. The size is unknown, or below 1 TiB.
    Row(
        Format::Lzma,
        "lzma",
        Layer::Stream(Method::LzmaFile),
        &[
            between(
                b"\x5d\0\0\x01\0\xff\xff\xff\xff\xff\xff\xff\xff",
                b"\x5d\0\0\xff\0\xff\xff\xff\xff\xff\xff\xff\xff",
            ),
            between(
                b"\x5d\0\0\0\x01\xff\xff\xff\xff\xff\xff\xff\xff",
                b"\x5d\0\0\xff\x40\xff\xff\xff\xff\xff\xff\xff\xff",
            ),
            between(
                b"\x5d\0\0\x01\0\0\0\0\0\0\0\0\0",
                b"\x5d\0\0\xff\0\xff\xff\xff\xff\xff\0\0\0",
            ),
            between(
                b"\x5d\0\0\0\x01\0\0\0\0\0\0\0\0",
                b"\x5d\0\0\xff\x40\xff\xff\xff\xff\xff\0\0\0",
            ),
        ],
    ),
    // APPNOTE 4.3: a member; an empty archive; the markers of a split archive (8.5.3 and 8.5.4).
    Row(
        Format::Zip,
        "zip",
        Layer::Zip,
        &[
            exactly(b"PK\x03\x04"),
            exactly(b"PK\x05\x06"),
            exactly(b"PK\x07\x08"),
            exactly(b"PK00PK\x03\x04"),
        ],
    ),
    Row(Format::Tar, "tar", Layer::Tar, &[]),
    // The magic number and two numbers: in `odc` octal with 6 digits each, in `newc` hexadecimal with 8 digits.
    Row(
        Format::Cpio,
        "cpio",
        Layer::Unread,
        &[
            between(b"070707000000000000", b"070707777777777777"),
            between(b"0707010000000000000000", b"070702ffffffffffffffff"),
        ],
    ),
    Row(Format::Ar, "ar", Layer::Unread, &[exactly(b"!<arch>\n")]),
    // Two bytes, then the flag of block mode, which may be off, and 9 to 16 bits per code; the same in a batch of news.
    Row(
        Format::Compress,
        "compress",
        Layer::Stream(Method::Compress),
        &[
            between(b"\x1f\x9d\x89", b"\x1f\x9d\x90"),
            between(b"\x1f\x9d\x09", b"\x1f\x9d\x10"),
            exactly(b"#! cunbatch\n\x1f\x9d"),
        ],
    ),
    // A frame, and a frame of the legacy format.
    Row(
        Format::Lz4,
        "lz4",
        Layer::Stream(Method::Lz4),
        &[exactly(b"\x04\x22\x4d\x18"), exactly(b"\x02\x21\x4c\x18")],
    ),
    // MS-CFB 2.2: the signature of a compound file.
    Row(
        Format::Msg,
        "msg",
        OUTLOOK,
        &[exactly(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")],
    ),
    // MS-PST 2.2.2.6: dwMagic, a checksum, and wMagicClient: `SM` in .pst, `SO` in .ost.
    Row(
        Format::Pst,
        "pst",
        OUTLOOK,
        &[between(b"!BDN\0\0\0\0SM", b"!BDN\xff\xff\xff\xffSO")],
    ),
    // The first half of the file's CLSID, and of the CLSID of a folder of messages.
    Row(
        Format::Dbx,
        "dbx",
        Layer::Unread,
        &[exactly(b"\xcf\xad\x12\xfe\xc5\xfd\x74\x6f")],
    ),
    // The versions 1.0 and 1.1, and drafts of them.
    Row(
        Format::Warc,
        "warc",
        Layer::Warc,
        &[
            between(b"WARC/1.0\r\n", b"WARC/1.1\r\n"),
            between(b"WARC/0.16\r\n", b"WARC/0.18\r\n"),
        ],
    ),
    Row(Format::PublicInbox, "public-inbox", Layer::Unread, &[]),
];

const _: () = {
    assert!(Format::PublicInbox as usize + 1 == TABLE.len());
    let mut at = 0;
    while at < TABLE.len() {
        assert!(TABLE[at].0 as usize == at);
        at += 1;
    }
};

impl Format {
    /// All formats, in no particular order.
    pub const ALL: &[Self] = &{
        let mut all = [Self::Gzip; TABLE.len()];
        let mut at = 0;
        while at < TABLE.len() {
            all[at] = TABLE[at].0;
            at += 1;
        }
        all
    };

    /// Returns the name of the format, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        TABLE[self as usize].1
    }

    /// Returns whether the format is a container of files or messages, not a single compressed file.
    #[must_use]
    pub const fn is_container(self) -> bool {
        !matches!(self.layer(), Layer::Stream(_))
    }

    /// Returns whether the format is a container whose members follow each other in a stream. If it is truncated, or a
    /// layer around it is damaged, nothing after the damage can be read.
    #[must_use]
    pub const fn is_stream_of_members(self) -> bool {
        matches!(self.layer(), Layer::Tar | Layer::Warc)
    }

    /// Returns how the format is read.
    pub(crate) const fn layer(self) -> Layer {
        TABLE[self as usize].2
    }

    /// Returns the magic numbers of the format. tar has none: it is recognised by its header.
    pub(crate) const fn magic(self) -> &'static [Magic] {
        TABLE[self as usize].3
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
