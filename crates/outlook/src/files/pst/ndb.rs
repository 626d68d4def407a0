//! Reads the nodes and blocks of a store (MS-PST §2.2).
//!
//! Trees are read level by level, to a fixed height, instead of recursively. The crate `outlook-pst` recurs, without a
//! limit in lists of blocks that refer to themselves, and allocates what a file declares; that is why stores are read
//! here.
//!
//! A page that is damaged, or occurs twice, is left out, and the others are read. Not worth doing: a search for pages
//! that no tree refers to, which would find deleted messages; and verifying checksums, since a page with a wrong one
//! may still have URLs.

use std::{
    collections::HashMap,
    io::{Read, Seek, SeekFrom},
    rc::Rc,
};

use super::{
    bytes::{u16_at, u32_at, u64_at},
    crypt,
    page::{BLOCKS, NODES, Node, PAGE, Page, Version, damaged_page},
};
use crate::files::{
    budget::Budget,
    fault::{Fault, FaultKind, Result, corrupt},
    limits::MAX_PROPERTY,
};

/// The maximum number of pages that are cached.
const MAX_PAGES: usize = 512;

/// The maximum number of bytes of a block (§2.2.2.8.1), and the minimum number that it takes in the file (§2.2.2.8).
const MAX_BLOCK: usize = 8192;
const MIN_BLOCK: usize = 64;

/// The maximum number of nodes inside a node. [`MAX_ATTACHMENTS`](crate::MAX_ATTACHMENTS) attachments need
/// about a sixth of that.
const MAX_SUBNODES: usize = 1 << 16;

/// The cost of a search in a page, in bytes, even if the page is cached.
const SEARCH_COST: usize = 16;

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

/// Where a block is in the file.
#[derive(Clone, Copy, Debug)]
struct Place {
    offset: u64,
    len: usize,
}

/// The node database (NDB) layer of a store.
pub(super) struct Database<F> {
    file: F,
    version: Version,
    encoding: Encoding,
    len: u64,
    nodes: u64,
    blocks: u64,
    budget: Budget,
    /// Cached pages of the tree of blocks, by offset.
    pages: HashMap<u64, Rc<Page>>,
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
            len,
            nodes,
            blocks,
            budget: Budget::of_file(len),
            pages: HashMap::new(),
        })
    }

    /// Charges work to the budget, as a number of bytes.
    pub(super) fn spend(&mut self, bytes: usize) -> Result<()> {
        self.budget.spend(bytes)
    }

    /// Reads bytes at an offset.
    fn read_at(&mut self, offset: u64, into: &mut [u8]) -> Result<()> {
        // Reading an empty block costs something, too.
        self.budget.spend(into.len().max(MIN_BLOCK))?;
        self.file.seek(SeekFrom::Start(offset))?;
        self.file.read_exact(into)?;
        Ok(())
    }

    /// Reads a page of a tree.
    fn page(&mut self, offset: u64, kind: u8) -> Result<Page> {
        let mut bytes = [0; PAGE];
        match self.read_at(offset, &mut bytes) {
            Err(fault) if fault.is_end_of_file() => return damaged_page(offset),
            read => read?,
        }
        Page::parse(&bytes, offset, kind, self.version)
    }

    /// Calls `found` with all nodes. Returns the faults.
    ///
    /// The pages are read level by level and by offset, each once, even if several entries refer to it. So the nodes
    /// are not in the order of their identifiers, and a page whose key is damaged is still read.
    pub(super) fn each_node(&mut self, found: &mut dyn FnMut(Node)) -> Vec<Fault> {
        let mut level = match self.page(self.nodes, NODES) {
            Ok(root) => root.level,
            Err(fault) => return vec![fault],
        };
        let mut faults = Vec::new();
        let mut pages = vec![self.nodes];
        // More nodes than this can only be in overlapping pages.
        let mut left = self.len / (4 * self.version.size() as u64);
        loop {
            let mut below = Vec::new();
            for offset in pages {
                let read = match self.page(offset, NODES) {
                    Ok(page) if page.level != level => damaged_page(offset),
                    Ok(page) if level > 0 => {
                        let children = (0..page.entries).filter_map(|at| page.child(at));
                        below.extend(children);
                        Ok(())
                    }
                    Ok(page) => self.each_node_in(&page, &mut left, found),
                    Err(fault) => Err(fault),
                };
                let Err(fault) = read else {
                    continue;
                };
                let is_final = fault.is_final();
                // One fault is enough to show that nodes are missing.
                if faults.is_empty() || is_final {
                    faults.push(fault);
                }
                if is_final {
                    return faults;
                }
            }
            if level == 0 {
                return faults;
            }
            level -= 1;
            below.sort_unstable();
            if faults.is_empty()
                && let Some(twice) = below.windows(2).find(|two| two[0] == two[1])
            {
                let reason = "a page of a tree occurs twice in it";
                faults.push(FaultKind::CorruptAt(reason, twice[0]).into());
            }
            below.dedup();
            pages = below;
        }
    }

    /// Calls `found` with the nodes in a page, of which there may be `left` more.
    fn each_node_in(&self, page: &Page, left: &mut u64, found: &mut dyn FnMut(Node)) -> Result<()> {
        for index in 0..page.entries {
            let Some(node) = page
                .entry(index)
                .and_then(|entry| Node::parse(entry, self.version))
            else {
                return damaged_page(page.offset);
            };
            *left = left.checked_sub(1).ok_or(FaultKind::TooMuch)?;
            found(node);
        }
        Ok(())
    }

    /// Returns a page of the tree of blocks, which is read unless it is cached. Both are charged to the budget.
    fn page_of_blocks(&mut self, offset: u64) -> Result<Rc<Page>> {
        self.budget.spend(SEARCH_COST)?;
        if let Some(page) = self.pages.get(&offset) {
            return Ok(Rc::clone(page));
        }
        let page = Rc::new(self.page(offset, BLOCKS)?);
        if self.pages.len() >= MAX_PAGES {
            self.pages.clear();
        }
        self.pages.insert(offset, Rc::clone(&page));
        Ok(page)
    }

    /// Finds a block (§2.2.2.7.7.3), in at most as many steps as a tree has levels.
    fn block_place(&mut self, id: u64) -> Result<Place> {
        let key = id & !1;
        let mut page = self.page_of_blocks(self.blocks)?;
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
                let Some(offset) = page.child(index) else {
                    return damaged_page(page.offset);
                };
                let child = self.page_of_blocks(offset)?;
                if child.level + 1 != page.level {
                    return damaged_page(offset);
                }
                page = child;
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

    /// Returns the identifiers of the blocks with the data of a node (§2.2.2.8.3.2), at most as many as the longest
    /// property needs.
    pub(super) fn data_blocks(&mut self, id: u64) -> Result<Vec<u64>> {
        let mut blocks = Vec::new();
        if id != 0 {
            self.data_blocks_below(id, 2, &mut blocks)?;
        }
        Ok(blocks)
    }

    /// Adds the blocks below a block. Recurses at most `level` times.
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
            // Each block but the last one holds more than half of the maximum.
            if blocks.len() > 2 * MAX_PROPERTY / MAX_BLOCK {
                return Ok(());
            }
            self.data_blocks_below(id, own_level - 1, blocks)?;
        }
        Ok(())
    }

    /// Reads the data of a node: at most [`MAX_PROPERTY`] bytes, and one more if there are more.
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
        if id == 0 {
            return Ok(nodes);
        }
        let list = self.subnode_list(id)?;
        match list.level {
            0 => self.each_subnode(&list, &mut nodes),
            1 => {
                // Each list is read once, even if several entries refer to it.
                let mut lists: Vec<_> = list
                    .entries(2 * self.version.size())
                    .filter_map(|entry| self.version.reference(entry, 1))
                    .collect();
                lists.sort_unstable();
                lists.dedup();
                for id in lists {
                    let list = self.subnode_list(id)?;
                    if list.level != 0 || nodes.len() > MAX_SUBNODES {
                        return corrupt("a list of nodes is damaged");
                    }
                    self.each_subnode(&list, &mut nodes);
                }
            }
            _ => return corrupt("a list of nodes is damaged"),
        }
        nodes.sort_by_key(|node| node.id);
        nodes.dedup_by_key(|node| node.id);
        Ok(nodes)
    }

    /// Reads a list of nodes, or a list of such lists.
    fn subnode_list(&mut self, id: u64) -> Result<SubnodeList> {
        let bytes = self.block(id)?;
        let header = match self.version {
            Version::Ansi => 4,
            Version::Unicode => 8,
        };
        match (bytes.first_chunk(), u16_at(&bytes, 2)) {
            (Some(&[SUBNODES, level]), Some(count)) => Ok(SubnodeList {
                bytes,
                header,
                level,
                count: count.into(),
            }),
            _ => corrupt("a list of nodes is damaged"),
        }
    }

    /// Adds the nodes of a list.
    fn each_subnode(&self, list: &SubnodeList, nodes: &mut Vec<Node>) {
        for entry in list.entries(3 * self.version.size()) {
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
    }
}

/// A list of nodes inside a node, or a list of such lists.
struct SubnodeList {
    bytes: Vec<u8>,
    header: usize,
    level: u8,
    count: usize,
}

impl SubnodeList {
    fn entries(&self, size: usize) -> impl Iterator<Item = &[u8]> {
        let entries = self.bytes.get(self.header..).unwrap_or_default();
        entries.chunks_exact(size).take(self.count)
    }
}

/// Returns whether a block refers to others (§2.2.2.2).
const fn is_internal(id: u64) -> bool {
    id & 2 != 0
}
