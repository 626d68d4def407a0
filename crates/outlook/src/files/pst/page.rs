//! The pages of the trees of nodes and of blocks (MS-PST §2.2.2.7).

use super::bytes::{u32_at, u64_at};
use crate::files::fault::{FaultKind, Result};

/// The size of a page, in bytes.
pub(super) const PAGE: usize = 512;

/// The maximum height of a tree. A page has up to 20 entries, so that eight levels hold more than any file has.
const MAX_LEVEL: u8 = 8;

/// The types of pages of the trees of blocks and of nodes (§2.2.2.7.1).
pub(super) const BLOCKS: u8 = 0x80;
pub(super) const NODES: u8 = 0x81;

/// The sizes of the fields of the two versions of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Version {
    /// Until Outlook 2002: 32 bits.
    Ansi,
    /// 64 bits.
    Unicode,
}

impl Version {
    /// Reads the reference at an index in an array of references.
    pub(super) fn reference(self, bytes: &[u8], index: usize) -> Option<u64> {
        match self {
            Self::Ansi => u32_at(bytes, 4 * index).map(u64::from),
            Self::Unicode => u64_at(bytes, 8 * index),
        }
    }

    pub(super) const fn size(self) -> usize {
        match self {
            Self::Ansi => 4,
            Self::Unicode => 8,
        }
    }
}

/// A node of the store, or one inside another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Node {
    pub(super) id: u32,
    /// The identifier of the block with its data.
    pub(super) data: u64,
    /// The identifier of the block with the nodes inside it; 0 if there are none.
    pub(super) subnodes: u64,
    /// The identifier of the node of its folder; 0 if it has none.
    pub(super) parent: u32,
}

impl Node {
    /// Parses an entry of a page of nodes (§2.2.2.7.7.4).
    pub(super) fn parse(entry: &[u8], version: Version) -> Option<Self> {
        Some(Self {
            id: u32_at(entry, 0)?,
            data: version.reference(entry, 1)?,
            subnodes: version.reference(entry, 2)?,
            parent: u32_at(entry, 3 * version.size())?,
        })
    }
}

/// A page of a tree.
#[derive(Debug)]
pub(super) struct Page {
    bytes: [u8; PAGE],
    version: Version,
    pub(super) offset: u64,
    pub(super) level: u8,
    /// The number of entries.
    pub(super) entries: usize,
    entry_size: usize,
}

impl Page {
    /// Parses the page at an offset (§2.2.2.7.7.1), which must be of this type.
    pub(super) fn parse(
        bytes: &[u8; PAGE],
        offset: u64,
        kind: u8,
        version: Version,
    ) -> Result<Self> {
        let (counts, page_type) = match version {
            Version::Ansi => (496, bytes[500]),
            Version::Unicode => (488, bytes[496]),
        };
        let (entries, entry_size, level) = (
            usize::from(bytes[counts]),
            usize::from(bytes[counts + 2]),
            bytes[counts + 3],
        );
        if page_type != kind || level > MAX_LEVEL || entries * entry_size > counts {
            return damaged_page(offset);
        }
        Ok(Self {
            bytes: *bytes,
            version,
            offset,
            level,
            entries,
            entry_size,
        })
    }

    pub(super) fn entry(&self, index: usize) -> Option<&[u8]> {
        self.bytes
            .get(index * self.entry_size..)?
            .get(..self.entry_size)
    }

    /// Returns the offset of the page that an entry refers to.
    pub(super) fn child(&self, index: usize) -> Option<u64> {
        // The offset follows the key and the identifier of the page.
        self.version.reference(self.entry(index)?, 2)
    }
}

/// Returns the fault for a page that is damaged or does not belong to its tree.
pub(super) fn damaged_page<T>(offset: u64) -> Result<T> {
    Err(FaultKind::CorruptAt("a page of a tree is damaged", offset).into())
}
