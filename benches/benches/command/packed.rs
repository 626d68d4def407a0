//! Compressed files and containers.

use urlsift_tests::packing::{
    stream::Stream,
    tar,
    zip::{self, Entry},
};

/// A way to pack one mailbox.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Format {
    /// The extension of such a file.
    pub(crate) extension: &'static str,
    /// Packs the bytes of the mailbox.
    pub(crate) pack: fn(&[u8]) -> Vec<u8>,
    /// The program that only unpacks, and its arguments before the path.
    pub(crate) unpacker: &'static [&'static str],
}

/// The name of the mailbox in a container.
const MEMBER: &str = "a.mbox";

/// Every format that is measured.
pub(crate) const FORMATS: [Format; 6] = [
    Format {
        extension: "gz",
        pack: |bytes| Stream::Gzip.pack(bytes),
        unpacker: &["zcat"],
    },
    Format {
        extension: "bz2",
        pack: |bytes| Stream::Bzip2.pack(bytes),
        unpacker: &["bzcat"],
    },
    Format {
        extension: "xz",
        pack: |bytes| Stream::Xz.pack(bytes),
        unpacker: &["xzcat"],
    },
    Format {
        extension: "zst",
        pack: |bytes| Stream::Zstd.pack(bytes),
        unpacker: &["zstdcat"],
    },
    Format {
        extension: "zip",
        pack: |bytes| zip::zip(&[Entry::deflated(MEMBER, bytes)]),
        unpacker: &["unzip", "-p"],
    },
    Format {
        extension: "tar.gz",
        pack: |bytes| Stream::Gzip.pack(&tar::of(&[(MEMBER.into(), bytes.to_vec())])),
        unpacker: &["tar", "xzOf"],
    },
];
