//! The nodes and blocks of a store (MS-PST §2.2).

use std::{
    collections::HashMap,
    io::{Read, Seek, SeekFrom},
    rc::Rc,
};

use super::{
    bytes::{u16_at, u32_at, u64_at},
    crypt,
};
use crate::{
    budget::Budget,
    fault::{Fault, FaultKind, Result, corrupt},
    limits::MAX_PROPERTY,
};

const PAGE: usize = 512;

/// The maximum number of pages that are kept.
const MAX_PAGES: usize = 512;

/// The maximum height of a tree. Two levels hold 400 entries, eight more than a file can have.
const MAX_LEVEL: u8 = 8;

/// The maximum number of bytes of a block (§2.2.2.8.1).
const MAX_BLOCK: usize = 8192;

/// The types of pages with nodes and with blocks (§2.2.2.7.1).
const BLOCKS: u8 = 0x80;
const NODES: u8 = 0x81;

/// The types of blocks that refer to others.
const DATA_TREE: u8 = 1;
const SUBNODES: u8 = 2;

/// How the data of a store are encoded (§2.2.2.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Encoding {
    None,
    Permute,
    Cyclic,
}

/// The sizes of the fields of the two versions of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Version {
    /// Until Outlook 2002: 32 bits.
    Ansi,
    /// 64 bits.
    Unicode,
}

impl Version {
    /// Reads the reference number `index` in a row of them.
    fn reference(self, bytes: &[u8], index: usize) -> Option<u64> {
        match self {
            Self::Ansi => u32_at(bytes, 4 * index).map(u64::from),
            Self::Unicode => u64_at(bytes, 8 * index),
        }
    }

    const fn size(self) -> usize {
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
    /// The block with its data.
    pub(super) data: u64,
    /// The block with the nodes inside it; 0 if there are none.
    pub(super) subnodes: u64,
    /// The folder that it is in; 0 if there is none.
    pub(super) parent: u32,
}

/// The place of a block.
#[derive(Clone, Copy, Debug)]
struct Place {
    offset: u64,
    len: usize,
}

/// The bytes of a store.
pub(super) struct Database<F> {
    file: F,
    version: Version,
    encoding: Encoding,
    nodes: u64,
    blocks: u64,
    budget: Budget,
    pages: HashMap<u64, Rc<Page>>,
}

/// A page of a tree.
#[derive(Debug)]
struct Page {
    bytes: [u8; PAGE],
    level: u8,
    entries: usize,
    entry_size: usize,
}

impl Page {
    fn entry(&self, index: usize) -> Option<&[u8]> {
        self.bytes
            .get(index * self.entry_size..)?
            .get(..self.entry_size)
    }
}

impl<F: Read + Seek> Database<F> {
    /// Reads the header.
    pub(super) fn open(mut file: F) -> Result<Self> {
        let len = file.seek(SeekFrom::End(0))?;
        let mut header = [0; 564];
        let ends_early = "the header is cut off";
        if len < header.len() as u64 {
            return corrupt(ends_early);
        }
        file.seek(SeekFrom::Start(0))?;
        file.read_exact(&mut header)?;
        let (version, nodes, blocks, crypt) = match u16_at(&header, 10) {
            Some(14 | 15) => {
                let at = |offset| u32_at(&header, offset).map(u64::from);
                (Version::Ansi, at(188), at(196), header[461])
            }
            Some(23) => {
                let at = |offset| u64_at(&header, offset);
                (Version::Unicode, at(224), at(240), header[513])
            }
            Some(36..) => {
                let reason =
                    "a store with pages of 4096 bytes, as Outlook 2013 and later keep an .ost";
                return Err(FaultKind::Unsupported(reason).into());
            }
            _ => return Err(FaultKind::Unsupported("a store of an unknown version").into()),
        };
        let encoding = match crypt {
            0 => Encoding::None,
            1 => Encoding::Permute,
            2 => Encoding::Cyclic,
            _ => return Err(FaultKind::Unsupported("an encrypted store").into()),
        };
        let (Some(nodes), Some(blocks)) = (nodes, blocks) else {
            return corrupt(ends_early);
        };
        Ok(Self {
            file,
            version,
            encoding,
            nodes,
            blocks,
            budget: Budget::of_file(len),
            pages: HashMap::new(),
        })
    }

    /// Reads bytes at an offset.
    fn read_at(&mut self, offset: u64, into: &mut [u8]) -> Result<()> {
        self.budget.spend(into.len())?;
        self.file.seek(SeekFrom::Start(offset))?;
        self.file.read_exact(into)?;
        Ok(())
    }

    /// Reads a page (§2.2.2.7.7.1).
    fn page(&mut self, offset: u64, kind: u8) -> Result<Rc<Page>> {
        if let Some(page) = self.pages.get(&offset) {
            return Ok(Rc::clone(page));
        }
        let mut bytes = [0; PAGE];
        self.read_at(offset, &mut bytes)?;
        let (counts, page_type) = match self.version {
            Version::Ansi => (496, bytes[500]),
            Version::Unicode => (488, bytes[496]),
        };
        let (entries, entry_size, level) = (
            usize::from(bytes[counts]),
            usize::from(bytes[counts + 2]),
            bytes[counts + 3],
        );
        if page_type != kind || level > MAX_LEVEL || entries * entry_size > counts {
            return corrupt("a page of a tree is damaged");
        }
        let page = Rc::new(Page {
            bytes,
            level,
            entries,
            entry_size,
        });
        if self.pages.len() >= MAX_PAGES {
            self.pages.clear();
        }
        self.pages.insert(offset, Rc::clone(&page));
        Ok(page)
    }

    /// Returns the offset of the page that an entry of a page refers to.
    fn child(&self, page: &Page, index: usize) -> Option<u64> {
        // After the key and the identifier of the page.
        self.version.reference(page.entry(index)?, 2)
    }

    /// Reads the page that an entry of a page refers to: one of the level below.
    fn child_page(&mut self, page: &Page, index: usize, kind: u8) -> Result<Rc<Page>> {
        let Some(offset) = self.child(page, index) else {
            return corrupt("a page of a tree is damaged");
        };
        let child = self.page(offset, kind)?;
        if child.level + 1 != page.level {
            return corrupt("a tree has a page of another level");
        }
        Ok(child)
    }

    /// Calls `found` with all nodes, in the order of their identifiers. Returns the faults.
    pub(super) fn each_node(&mut self, found: &mut dyn FnMut(Node)) -> Vec<Fault> {
        let mut faults = Vec::new();
        match self.page(self.nodes, NODES) {
            Ok(root) => self.each_node_below(&root, found, &mut faults),
            Err(fault) => faults.push(fault),
        }
        faults
    }

    /// Recurs at most as often as a tree has levels.
    fn each_node_below(
        &mut self,
        page: &Page,
        found: &mut dyn FnMut(Node),
        faults: &mut Vec<Fault>,
    ) {
        for index in 0..page.entries {
            if page.level == 0 {
                let node = page.entry(index).and_then(|entry| self.node(entry));
                node.into_iter().for_each(&mut *found);
                continue;
            }
            match self.child_page(page, index, NODES) {
                Ok(child) => self.each_node_below(&child, found, faults),
                Err(fault) => {
                    let is_final = fault.is_final();
                    // One fault says that some are missing.
                    if faults.is_empty() || is_final {
                        faults.push(fault);
                    }
                    if is_final {
                        return;
                    }
                }
            }
        }
    }

    /// Reads a node (§2.2.2.7.7.4).
    fn node(&self, entry: &[u8]) -> Option<Node> {
        Some(Node {
            id: u32_at(entry, 0)?,
            data: self.version.reference(entry, 1)?,
            subnodes: self.version.reference(entry, 2)?,
            parent: u32_at(entry, 3 * self.version.size())?,
        })
    }

    /// Finds a block (§2.2.2.7.7.3).
    fn block_place(&mut self, id: u64) -> Result<Place> {
        let key = id & !1;
        let mut page = self.page(self.blocks, BLOCKS)?;
        loop {
            let key_of = |index| {
                let key = page
                    .entry(index)
                    .and_then(|entry| self.version.reference(entry, 0));
                key.map_or(u64::MAX, |key| key & !1)
            };
            let (mut low, mut high) = (0, page.entries);
            while low < high {
                let middle = usize::midpoint(low, high);
                if key_of(middle) <= key {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            let Some(index) = low.checked_sub(1) else {
                return corrupt("a block is missing");
            };
            if page.level > 0 {
                page = self.child_page(&page, index, BLOCKS)?;
                continue;
            }
            let size = self.version.size();
            let place = page.entry(index).and_then(|entry| {
                let place = Place {
                    offset: self.version.reference(entry, 1)?,
                    len: u16_at(entry, 2 * size)?.into(),
                };
                (key_of(index) == key && place.len <= MAX_BLOCK).then_some(place)
            });
            return match place {
                Some(place) => Ok(place),
                None => corrupt("a block is missing"),
            };
        }
    }

    /// Reads a block, decoded.
    pub(super) fn block(&mut self, id: u64) -> Result<Vec<u8>> {
        let place = self.block_place(id)?;
        let mut bytes = vec![0; place.len];
        self.read_at(place.offset, &mut bytes)?;
        if !is_internal(id) {
            match self.encoding {
                Encoding::None => {}
                Encoding::Permute => crypt::permute(&mut bytes),
                Encoding::Cyclic => crypt::cycle(&mut bytes, id as u32),
            }
        }
        Ok(bytes)
    }

    /// Returns the blocks with the data of a node (§2.2.2.8.3.2), at most as many as the longest property has.
    pub(super) fn data_blocks(&mut self, id: u64) -> Result<Vec<u64>> {
        let mut blocks = Vec::new();
        if id != 0 {
            self.data_blocks_below(id, 2, &mut blocks)?;
        }
        Ok(blocks)
    }

    /// Recurs at most `level` times.
    fn data_blocks_below(&mut self, id: u64, level: u8, blocks: &mut Vec<u64>) -> Result<()> {
        if !is_internal(id) {
            blocks.push(id);
            return Ok(());
        }
        let bytes = self.block(id)?;
        let (&[kind, own_level], Some(count)) =
            (bytes.first_chunk().unwrap_or(&[0; 2]), u16_at(&bytes, 2))
        else {
            return corrupt("a list of blocks is damaged");
        };
        if kind != DATA_TREE || own_level == 0 || own_level > level {
            return corrupt("a list of blocks is damaged");
        }
        let ids = bytes.get(8..).unwrap_or_default();
        for index in 0..usize::from(count) {
            let Some(id) = self.version.reference(ids, index) else {
                return corrupt("a list of blocks is damaged");
            };
            // The least that a block holds, unless it is the last one, is more than half of its maximum.
            if blocks.len() > 2 * MAX_PROPERTY / MAX_BLOCK {
                return Ok(());
            }
            self.data_blocks_below(id, own_level - 1, blocks)?;
        }
        Ok(())
    }

    /// Reads the data of a node: at most [`MAX_PROPERTY`] bytes and one more.
    pub(super) fn data(&mut self, id: u64) -> Result<Vec<u8>> {
        let mut data = Vec::new();
        for block in self.data_blocks(id)? {
            let bytes = self.block(block)?;
            let rest = MAX_PROPERTY + 1 - data.len();
            data.extend_from_slice(&bytes[..bytes.len().min(rest)]);
            if data.len() > MAX_PROPERTY {
                break;
            }
        }
        Ok(data)
    }

    /// Returns the nodes inside a node (§2.2.2.8.3.3), in the order of their identifiers.
    pub(super) fn subnodes(&mut self, id: u64) -> Result<Vec<Node>> {
        let mut nodes = Vec::new();
        if id != 0 {
            self.subnodes_below(id, 1, &mut nodes)?;
        }
        nodes.sort_by_key(|node| node.id);
        Ok(nodes)
    }

    /// Recurs at most once.
    fn subnodes_below(&mut self, id: u64, level: u8, nodes: &mut Vec<Node>) -> Result<()> {
        let bytes = self.block(id)?;
        let size = self.version.size();
        let header = match self.version {
            Version::Ansi => 4,
            Version::Unicode => 8,
        };
        let (&[kind, own_level], Some(count)) =
            (bytes.first_chunk().unwrap_or(&[0; 2]), u16_at(&bytes, 2))
        else {
            return corrupt("a list of nodes is damaged");
        };
        if kind != SUBNODES || own_level > level {
            return corrupt("a list of nodes is damaged");
        }
        let entry_size = if own_level == 0 { 3 * size } else { 2 * size };
        let entries = bytes.get(header..).unwrap_or_default();
        for entry in entries.chunks_exact(entry_size).take(count.into()) {
            if own_level > 0 {
                if let Some(id) = self.version.reference(entry, 1) {
                    self.subnodes_below(id, own_level - 1, nodes)?;
                }
                continue;
            }
            if let (Some(id), Some(data), Some(subnodes)) = (
                u32_at(entry, 0),
                self.version.reference(entry, 1),
                self.version.reference(entry, 2),
            ) {
                nodes.push(Node {
                    id,
                    data,
                    subnodes,
                    parent: 0,
                });
            }
        }
        Ok(())
    }
}

/// Returns whether a block refers to others (§2.2.2.2).
const fn is_internal(id: u64) -> bool {
    id & 2 != 0
}
