//! Reads the properties of a node: a heap, and a tree in it (MS-PST §2.3).
//!
//! Only the properties of an object are read, not the tables of folders or recipients, whose format (§2.3.4) is more
//! intricate. What they repeat is in the properties of each message.

use std::{
    collections::{BTreeMap, btree_map::Entry},
    io::{Read, Seek},
};

use super::{
    bytes::{u16_at, u32_at},
    ndb::Database,
};
use crate::files::fault::{Result, corrupt};

/// Signatures of a heap (§2.3.1.2), of a heap with properties, and of a tree (§2.3.2.1).
const HEAP: u8 = 0xEC;
const PROPERTIES: u8 = 0xBC;
const TREE: u8 = 0xB5;

/// The maximum number of blocks of a heap. The identifier of an item (§2.3.1.1) has 16 bits for its block number.
const MAX_BLOCKS: usize = 1 << 16;

/// The maximum height of a tree.
const MAX_LEVEL: u8 = 8;

/// The maximum number of heap items per level of a tree. Even the 65,536 properties that an object can have, of 8 bytes
/// each, need fewer.
const MAX_ITEMS: usize = 256;

/// The maximum number of blocks of a heap that are cached.
const MAX_READ: usize = 16;

/// The cost of finding an item of a heap, in bytes.
const SEARCH_COST: usize = 8;

/// A property: its type, and its value or, if that has more than 4 bytes, where the value is (§2.3.3.3).
#[derive(Clone, Copy, Debug)]
pub(super) struct Property {
    pub(super) kind: u16,
    pub(super) value: u32,
}

/// A heap with properties.
#[derive(Debug)]
pub(super) struct Heap {
    blocks: Vec<u64>,
    /// The cached blocks, by number.
    read: BTreeMap<usize, Vec<u8>>,
    root: u32,
}

impl Heap {
    /// Opens the heap in the data of a node.
    pub(super) fn open<F: Read + Seek>(database: &mut Database<F>, data: u64) -> Result<Self> {
        let mut blocks = database.data_blocks(data)?;
        blocks.truncate(MAX_BLOCKS);
        let Some(&first) = blocks.first() else {
            return corrupt("an object has no properties");
        };
        let first = database.block(first)?;
        let (Some(&[signature, client]), Some(root)) = (
            first.get(2..).and_then(<[u8]>::first_chunk),
            u32_at(&first, 4),
        ) else {
            return corrupt("a heap is cut off");
        };
        if (signature, client) != (HEAP, PROPERTIES) {
            return corrupt("an object has no properties");
        }
        Ok(Self {
            blocks,
            read: BTreeMap::from([(0, first)]),
            root,
        })
    }

    /// Returns an item (§2.3.1.1, §2.3.1.5). The cost is charged to the budget even if its block is cached.
    pub(super) fn item<F: Read + Seek>(
        &mut self,
        database: &mut Database<F>,
        id: u32,
    ) -> Result<&[u8]> {
        let index = (id >> 5 & 0x7ff) as usize;
        let number = (id >> 16) as usize;
        let (Some(&block), Some(index)) = (self.blocks.get(number), index.checked_sub(1)) else {
            return corrupt("an item of a heap is missing");
        };
        if self.read.len() >= MAX_READ && !self.read.contains_key(&number) {
            self.read.clear();
        }
        let bytes = match self.read.entry(number) {
            Entry::Occupied(read) => read.into_mut(),
            Entry::Vacant(unread) => unread.insert(database.block(block)?),
        };
        match item_of(bytes, index) {
            Some(item) => {
                database.spend(item.len() + SEARCH_COST)?;
                Ok(item)
            }
            None => corrupt("an item of a heap is missing"),
        }
    }

    /// Returns the properties (§2.3.3.3).
    pub(super) fn properties<F: Read + Seek>(
        &mut self,
        database: &mut Database<F>,
    ) -> Result<BTreeMap<u16, Property>> {
        let header = self.item(database, self.root)?;
        let (Some(&[kind, key_size, value_size, levels]), Some(root)) =
            (header.first_chunk(), u32_at(header, 4))
        else {
            return corrupt("a tree of properties is damaged");
        };
        if (kind, key_size, value_size) != (TREE, 2, 6) || levels > MAX_LEVEL {
            return corrupt("a tree of properties is damaged");
        }
        let mut items = Vec::new();
        if root != 0 {
            items.push(root);
        }
        for _ in 0..levels {
            let mut below = Vec::new();
            for id in items {
                let entries = self.item(database, id)?.chunks_exact(6);
                below.extend(entries.filter_map(|entry| u32_at(entry, 2)));
                // In a wider tree, entries must refer to the same items.
                if below.len() > MAX_ITEMS {
                    return corrupt("a tree of properties is damaged");
                }
            }
            // Each item is read once, even if several entries refer to it.
            below.sort_unstable();
            below.dedup();
            items = below;
        }
        let mut properties = BTreeMap::new();
        for id in items {
            for entry in self.item(database, id)?.chunks_exact(8) {
                if let (Some(id), Some(kind), Some(value)) =
                    (u16_at(entry, 0), u16_at(entry, 2), u32_at(entry, 4))
                {
                    properties.insert(id, Property { kind, value });
                }
            }
        }
        Ok(properties)
    }
}

/// Returns an item of a block, by its index from 0.
fn item_of(block: &[u8], index: usize) -> Option<&[u8]> {
    let map = usize::from(u16_at(block, 0)?);
    let count = usize::from(u16_at(block, map)?);
    let offset = |index| u16_at(block, map + 4 + 2 * index).map(usize::from);
    if index >= count {
        return None;
    }
    block.get(offset(index)?..offset(index + 1)?)
}
