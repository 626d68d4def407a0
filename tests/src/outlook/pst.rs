//! Stores (MS-PST), with as little as a reader needs.

use std::collections::BTreeMap;

use super::Value;

/// The length of a page.
const PAGE: usize = 512;

/// The offset of the first page or block.
const START: usize = 1024;

/// The version of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// The format with 32-bit identifiers and offsets.
    Ansi,
    /// The format with 64-bit identifiers and offsets.
    Unicode,
}

impl Version {
    fn size(self) -> usize {
        match self {
            Self::Ansi => 4,
            Self::Unicode => 8,
        }
    }

    fn write(self, number: u64, out: &mut Vec<u8>) {
        out.extend(&number.to_le_bytes()[..self.size()]);
    }
}

/// A tree of pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tree {
    /// The tree of nodes.
    Nodes,
    /// The tree of blocks.
    Blocks,
}

/// A store.
#[derive(Clone, Debug)]
pub struct Pst {
    version: Version,
    /// The number of levels to add above the root of a tree, and the number of entries of the page on each level, which
    /// all refer to the page below.
    repeated: Option<(Tree, u8, usize)>,
    nodes: BTreeMap<u32, (u64, u64, u32)>,
    blocks: BTreeMap<u64, Vec<u8>>,
    next_block: u64,
}

impl Pst {
    /// Creates an empty store.
    #[must_use]
    pub fn new(version: Version) -> Self {
        Self {
            version,
            repeated: None,
            nodes: BTreeMap::new(),
            blocks: BTreeMap::new(),
            next_block: 4,
        }
    }

    /// Adds a block of data. Returns its identifier.
    pub fn block(&mut self, bytes: &[u8]) -> u64 {
        let id = self.next_block;
        self.next_block += 4;
        self.blocks.insert(id, bytes.into());
        id
    }

    /// Adds a block that refers to others. Returns its identifier.
    pub fn internal(&mut self, bytes: &[u8]) -> u64 {
        let id = self.next_block | 2;
        self.next_block += 4;
        self.blocks.insert(id, bytes.into());
        id
    }

    /// Adds a list of blocks. `level` is 1 for a list of data blocks, 2 for a list of lists. Returns its identifier.
    pub fn list(&mut self, level: u8, blocks: &[u64]) -> u64 {
        let mut bytes = vec![1, level];
        bytes.extend((blocks.len() as u16).to_le_bytes());
        bytes.extend([0; 4]);
        for &block in blocks {
            self.version.write(block, &mut bytes);
        }
        self.internal(&bytes)
    }

    /// Adds a list of nodes, each with its data and the nodes inside it. Returns its identifier.
    pub fn subnodes(&mut self, nodes: &[(u32, u64, u64)]) -> u64 {
        let mut bytes = vec![2, 0];
        bytes.extend((nodes.len() as u16).to_le_bytes());
        bytes.resize(self.version.size(), 0);
        for &(id, data, subnodes) in nodes {
            self.version.write(id.into(), &mut bytes);
            self.version.write(data, &mut bytes);
            self.version.write(subnodes, &mut bytes);
        }
        self.internal(&bytes)
    }

    /// Adds a list of lists of nodes, each with its first node. Returns its identifier.
    pub fn subnode_lists(&mut self, lists: &[(u32, u64)]) -> u64 {
        let mut bytes = vec![2, 1];
        bytes.extend((lists.len() as u16).to_le_bytes());
        bytes.resize(self.version.size(), 0);
        for &(first, list) in lists {
            self.version.write(first.into(), &mut bytes);
            self.version.write(list, &mut bytes);
        }
        self.internal(&bytes)
    }

    /// Adds levels above the root of a tree. Each is a page with this number of entries, which all refer to the page
    /// below.
    pub fn repeat(&mut self, tree: Tree, levels: u8, entries: usize) {
        self.repeated = Some((tree, levels, entries));
    }

    /// Adds a node.
    pub fn node(&mut self, id: u32, data: u64, subnodes: u64, parent: u32) {
        self.nodes.insert(id, (data, subnodes, parent));
    }

    /// Adds an object: a block with its properties, and a list of nodes with its long values and `inside`. Returns
    /// both.
    pub fn object(
        &mut self,
        properties: &[(u16, Value)],
        inside: &[(u32, u64, u64)],
    ) -> (u64, u64) {
        let mut records = properties.to_vec();
        records.sort_by_key(|&(id, _)| id);
        let mut items = Vec::new();
        let mut nodes = inside.to_vec();
        let mut tree = Vec::new();
        for (index, (id, value)) in records.iter().enumerate() {
            let bytes = value.bytes();
            let place = match value {
                Value::Integer(value) => *value,
                _ if bytes.len() > 2000 => {
                    let node = ((0x400 + index as u32) << 5) | 0x1f;
                    let blocks: Vec<_> = bytes.chunks(8000).map(|part| self.block(part)).collect();
                    let data = match blocks[..] {
                        [block] => block,
                        _ => self.list(1, &blocks),
                    };
                    nodes.push((node, data, 0));
                    node
                }
                _ => {
                    items.push(bytes);
                    // After the header and the records of the tree.
                    (items.len() as u32 + 2) << 5
                }
            };
            tree.extend(id.to_le_bytes());
            tree.extend(value.kind().to_le_bytes());
            tree.extend(place.to_le_bytes());
        }
        let header = [0xb5, 2, 6, 0, 0x40, 0, 0, 0].to_vec();
        let heap = heap(0xbc, &[vec![header, tree], items].concat());
        let data = self.block(&heap);
        nodes.sort_by_key(|&(id, ..)| id);
        let subnodes = if nodes.is_empty() {
            0
        } else {
            self.subnodes(&nodes)
        };
        (data, subnodes)
    }

    /// Returns the file.
    #[must_use]
    pub fn finish(&self) -> Vec<u8> {
        let mut file = vec![0; START];
        let mut entries = Vec::new();
        for (&id, bytes) in &self.blocks {
            let mut entry = Vec::new();
            self.version.write(id, &mut entry);
            self.version.write(file.len() as u64, &mut entry);
            entry.extend((bytes.len() as u16).to_le_bytes());
            entry.extend([1, 0]);
            entry.resize(3 * self.version.size(), 0);
            entries.push((id, entry));
            file.extend(bytes);
            let len = file.len().next_multiple_of(64);
            file.resize(len, 0);
        }
        let blocks = self.tree(Tree::Blocks, entries, &mut file);
        let nodes = self.nodes.iter().map(|(&id, &(data, subnodes, parent))| {
            let mut entry = Vec::new();
            for number in [id.into(), data, subnodes] {
                self.version.write(number, &mut entry);
            }
            entry.extend(parent.to_le_bytes());
            entry.resize(4 * self.version.size(), 0);
            (id.into(), entry)
        });
        let nodes = self.tree(Tree::Nodes, nodes.collect(), &mut file);
        let (version, at) = match self.version {
            Version::Ansi => (15_u16, [188, 196]),
            Version::Unicode => (23, [224, 240]),
        };
        file[..4].copy_from_slice(b"!BDN");
        file[8..10].copy_from_slice(b"SM");
        file[10..12].copy_from_slice(&version.to_le_bytes());
        for (at, root) in at.into_iter().zip([nodes, blocks]) {
            let mut number = Vec::new();
            self.version.write(root, &mut number);
            file[at..at + number.len()].copy_from_slice(&number);
        }
        file
    }

    /// Writes the pages of a tree. Returns the offset of its root.
    fn tree(&self, tree: Tree, mut entries: Vec<(u64, Vec<u8>)>, file: &mut Vec<u8>) -> u64 {
        let mut level = 0;
        let root = loop {
            let size = entries.first().map_or(1, |(_, entry)| entry.len());
            let most = (480 / size).min(200);
            let mut above = Vec::new();
            for page in entries.chunks(most) {
                let offset = file.len() as u64;
                let bytes: Vec<_> = page.iter().flat_map(|(_, entry)| entry).copied().collect();
                file.extend(self.page(tree, level, page.len(), size, bytes));
                above.push((page[0].0, self.reference(page[0].0, offset)));
            }
            match above.len() {
                0 => return 0,
                1 => break above.swap_remove(0),
                _ => {}
            }
            entries = above;
            level += 1;
        };
        if let Some((repeated, levels, times)) = self.repeated
            && repeated == tree
        {
            let (key, mut entry) = root;
            for level in level + 1..=level + levels {
                let offset = file.len() as u64;
                let bytes = entry.repeat(times);
                file.extend(self.page(tree, level, times, entry.len(), bytes));
                entry = self.reference(key, offset);
            }
        }
        (file.len() - PAGE) as u64
    }

    /// Returns an entry that refers to a page.
    fn reference(&self, key: u64, offset: u64) -> Vec<u8> {
        let mut entry = Vec::new();
        for number in [key, offset, offset] {
            self.version.write(number, &mut entry);
        }
        entry
    }

    fn page(&self, tree: Tree, level: u8, count: usize, size: usize, mut page: Vec<u8>) -> Vec<u8> {
        let (counts, trailer) = match self.version {
            Version::Ansi => (496, 500),
            Version::Unicode => (488, 496),
        };
        let kind = match tree {
            Tree::Blocks => 0x80,
            Tree::Nodes => 0x81,
        };
        page.resize(PAGE, 0);
        page[counts] = count as u8;
        page[counts + 2] = size as u8;
        page[counts + 3] = level;
        page[trailer] = kind;
        page[trailer + 1] = kind;
        page
    }
}

/// Returns a heap of these items.
#[must_use]
pub fn heap(client: u8, items: &[Vec<u8>]) -> Vec<u8> {
    let mut heap = vec![0, 0, 0xec, client, 0x20, 0, 0, 0, 0, 0, 0, 0];
    let mut offsets = vec![heap.len() as u16];
    for item in items {
        heap.extend(item);
        offsets.push(heap.len() as u16);
    }
    let map = heap.len() as u16;
    heap[..2].copy_from_slice(&map.to_le_bytes());
    heap.extend((items.len() as u16).to_le_bytes());
    heap.extend([0, 0]);
    heap.extend(offsets.into_iter().flat_map(u16::to_le_bytes));
    heap
}
