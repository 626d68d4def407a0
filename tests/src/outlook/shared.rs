//! Stores that refer to the same part many times.

use super::{
    Value, id,
    pst::{Pst, Tree, Version, heap},
    text,
};

/// The part that is referred to many times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A page of nodes, on several levels.
    NodePage,
    /// A page of blocks, on several levels.
    BlockPage,
    /// A block without bytes, which a list of blocks refers to.
    EmptyBlock,
    /// A list of blocks without bytes, which a list of lists refers to.
    List,
    /// A list of nodes inside a message.
    Subnodes,
    /// An item of the heap, which the tree of properties refers to.
    Item,
    /// Overlapping items of the heap, which the tree of properties refers to.
    OverlappingItems,
    /// An attached file, which is read after the header section of its message.
    Attachment,
    /// A message that is attached to itself.
    Message,
    /// A folder with a long name that contains many others.
    Folder,
}

impl Part {
    /// Every part.
    pub const ALL: &[Self] = &[
        Self::NodePage,
        Self::BlockPage,
        Self::EmptyBlock,
        Self::List,
        Self::Subnodes,
        Self::Item,
        Self::OverlappingItems,
        Self::Attachment,
        Self::Message,
        Self::Folder,
    ];
}

/// A store that refers to the same part many times.
#[derive(Clone, Copy, Debug)]
pub struct Shared {
    /// The version of the format.
    pub version: Version,
    /// The part that is referred to.
    pub part: Part,
    /// How many entries of a page or list refer to it, at most as many as fit.
    pub times: usize,
    /// The levels of pages or folders.
    pub levels: u8,
    /// The number of messages, which all have the same data.
    pub messages: usize,
}

impl Shared {
    /// Returns the file.
    #[must_use]
    pub fn store(self) -> Vec<u8> {
        let mut pst = Pst::new(self.version);
        let mut parent = 0;
        let (data, subnodes) = match self.part {
            Part::NodePage => {
                pst.repeat(Tree::Nodes, self.levels, self.times.min(20));
                pst.object(&[(id::BODY, text("<http://a/>"))], &[])
            }
            Part::BlockPage => {
                pst.repeat(Tree::Blocks, self.levels, self.times.min(20));
                pst.object(&[(id::BODY, text("<http://a/>"))], &[])
            }
            Part::EmptyBlock | Part::List => self.data(&mut pst),
            Part::Subnodes => self.subnodes(&mut pst),
            Part::Item | Part::OverlappingItems => self.items(&mut pst),
            Part::Attachment => self.attachments(&mut pst),
            Part::Message => self.attached_to_itself(&mut pst),
            Part::Folder => {
                for level in 0..self.levels {
                    let name = text(&"n".repeat(900));
                    let (data, subnodes) = pst.object(&[(id::DISPLAY_NAME, name)], &[]);
                    let folder = 0x8022 + 0x20 * u32::from(level);
                    pst.node(folder, data, subnodes, parent);
                    parent = folder;
                }
                (0, 0)
            }
        };
        for message in 0..self.messages as u32 {
            pst.node(0x20_0004 + 0x20 * message, data, subnodes, parent);
        }
        pst.finish()
    }

    /// A text in a list of blocks.
    fn data(self, pst: &mut Pst) -> (u64, u64) {
        let block = pst.block(b"");
        let mut data = pst.list(1, &vec![block; self.times.min(1000)]);
        if self.part == Part::List {
            data = pst.list(2, &vec![data; self.times.min(1000)]);
        }
        let node = 0x801f;
        let subnodes = pst.subnodes(&[(node, data, 0)]);
        let tree = record(id::BODY, 0x0102, node);
        (pst.block(&heap(0xbc, &[header(0, 2), tree])), subnodes)
    }

    /// Lists of nodes with one attached file.
    fn subnodes(self, pst: &mut Pst) -> (u64, u64) {
        let (file, inside) = pst.object(&file(), &[]);
        let attachment = 0x8005;
        let list = pst.subnodes(&[(attachment, file, inside)]);
        let lists = pst.subnode_lists(&vec![(attachment, list); self.times.min(500)]);
        let (data, _) = pst.object(&[(id::BODY, text("<http://a/>"))], &[]);
        (data, lists)
    }

    /// A tree of properties of two levels.
    fn items(self, pst: &mut Pst) -> (u64, u64) {
        let times = self.times.clamp(1, 250) as u32;
        let records: Vec<u8> = (0..400)
            .flat_map(|number| record(0x6000 + number, 3, 7))
            .collect();
        let overlap = self.part == Part::OverlappingItems;
        // Every second item, since those between them have no length.
        let item = |number| if overlap { 3 + 2 * number } else { 3 };
        let references = (0..times).flat_map(|number| {
            let place: u32 = item(number) << 5;
            [&[0, 0x60][..], &place.to_le_bytes()].concat()
        });
        let items = [header(1, 2), references.collect(), records];
        let mut heap = heap(0xbc, &items);
        if overlap {
            // The offsets of the last item, repeated.
            let map = usize::from(u16::from_le_bytes([heap[0], heap[1]]));
            let ends = heap[heap.len() - 4..].to_vec();
            heap.extend(ends.repeat(times as usize - 1));
            let count = 2 + 2 * times as u16;
            heap[map..map + 2].copy_from_slice(&count.to_le_bytes());
        }
        (pst.block(&heap), 0)
    }

    /// A message with a long header section, and attached files.
    fn attachments(self, pst: &mut Pst) -> (u64, u64) {
        let (file, inside) = pst.object(&file(), &[]);
        let nodes: Vec<_> = (0..self.times.min(250) as u32)
            .map(|number| (0x8005 + 0x20 * number, file, inside))
            .collect();
        let section = Value::String8(b"X: ab\r\n".repeat(9000));
        pst.object(&[(id::TRANSPORT_MESSAGE_HEADERS, section)], &nodes)
    }

    /// A message, attached to itself under a long name.
    fn attached_to_itself(self, pst: &mut Pst) -> (u64, u64) {
        let message = 0x24;
        let attachment = [
            (id::ATTACH_METHOD, Value::Integer(5)),
            (id::ATTACH_LONG_FILENAME, text(&"n".repeat(900))),
            (id::ATTACH_DATA, Value::Object(message)),
        ];
        let (attachment, _) = pst.object(&attachment, &[]);
        let (data, _) = pst.object(&[(id::BODY, text("<http://a/>"))], &[]);
        // The list after the next one.
        let own = (pst.block(b"") + 8) | 2;
        let inside = pst.subnodes(&[(message, data, own)]);
        let nodes: Vec<_> = (0..self.times.min(250) as u32)
            .map(|number| (0x8005 + 0x20 * number, attachment, inside))
            .collect();
        let subnodes = pst.subnodes(&nodes);
        assert_eq!(subnodes, own);
        (data, subnodes)
    }
}

/// The properties of an attached text.
fn file() -> [(u16, Value); 3] {
    [
        (id::ATTACH_METHOD, Value::Integer(1)),
        (id::ATTACH_LONG_FILENAME, text("a.txt")),
        (id::ATTACH_DATA, Value::Binary(b"<http://a/>".into())),
    ]
}

/// Returns the header of a tree of properties: its levels, and the item of its root.
fn header(levels: u8, root: u32) -> Vec<u8> {
    [&[0xb5, 2, 6, levels][..], &(root << 5).to_le_bytes()].concat()
}

/// Returns a record of a property: its identifier, type, and value or the place of it.
fn record(id: u16, kind: u16, value: u32) -> Vec<u8> {
    [
        &id.to_le_bytes()[..],
        &kind.to_le_bytes(),
        &value.to_le_bytes(),
    ]
    .concat()
}
