//! Messages, attachments and folders: nodes with properties (MS-PST §2.4).

use std::{
    cell::RefCell,
    collections::BTreeMap,
    io::{Read, Seek},
};

use super::{
    bytes::{u32_at, u64_at},
    heap::{Heap, Property},
    ndb::Database,
    page::Node,
};
use crate::{
    files::{
        fault::{Result, corrupt},
        limits::{MAX_ATTACHMENTS, MAX_PROPERTY},
        property::{self, Value},
    },
    id, value_type,
};

/// The type of the node of an attachment (§2.2.2.1).
const ATTACHMENT: u32 = 0x05;

/// A folder, a message or an attachment.
#[derive(Debug)]
pub(super) struct Object {
    heap: RefCell<Heap>,
    properties: BTreeMap<u16, Property>,
    subnodes: Vec<Node>,
}

/// The objects of a store.
pub(super) struct Objects<F> {
    pub(super) database: Database<F>,
}

impl<F: Read + Seek> Objects<F> {
    /// Opens the object that a node holds.
    pub(super) fn open(&mut self, node: &Node) -> Result<Object> {
        let mut heap = Heap::open(&mut self.database, node.data)?;
        let properties = heap.properties(&mut self.database)?;
        let subnodes = self.database.subnodes(node.subnodes)?;
        Ok(Object {
            heap: RefCell::new(heap),
            properties,
            subnodes,
        })
    }

    /// Reads a value that is in the heap, or in a node inside the object (§2.3.3.2).
    fn bytes(&mut self, object: &Object, place: u32) -> Result<Vec<u8>> {
        if place == 0 {
            return Ok(Vec::new());
        }
        // In the identifier of a heap item, the low five bits, which are the type, are 0 (§2.3.1.1).
        if place.trailing_zeros() >= 5 {
            let mut heap = object.heap.borrow_mut();
            return heap.item(&mut self.database, place).map(<[u8]>::to_vec);
        }
        match find(&object.subnodes, place) {
            Some(node) => self.database.data(node.data),
            None => corrupt("the value of a property is missing"),
        }
    }
}

/// Returns the node with an identifier.
fn find(nodes: &[Node], id: u32) -> Option<&Node> {
    let at = nodes.partition_point(|node| node.id < id);
    nodes.get(at).filter(|node| node.id == id)
}

impl<F: Read + Seek> property::Objects for Objects<F> {
    type Object = Object;
    type Attachment = Node;

    fn spend(&mut self, bytes: usize) -> Result<()> {
        self.database.spend(bytes)
    }

    fn value(&mut self, object: &Object, id: u16) -> Result<Option<Value>> {
        let Some(&Property { kind, value }) = object.properties.get(&id) else {
            return Ok(None);
        };
        let text = match kind {
            value_type::INTEGER16 => return Ok(Some(Value::Integer((value & 0xffff).into()))),
            value_type::INTEGER32 => return Ok(Some(Value::Integer(value.into()))),
            value_type::BOOLEAN => return Ok(Some(Value::Integer((value & 0xff).into()))),
            value_type::TIME | value_type::INTEGER64 => {
                let bytes = self.bytes(object, value)?;
                return Ok(u64_at(&bytes, 0).map(Value::Integer));
            }
            value_type::STRING => Value::Unicode,
            value_type::STRING8 => Value::String8,
            value_type::BINARY => Value::Binary,
            _ => return Ok(None),
        };
        let mut bytes = self.bytes(object, value)?;
        bytes.truncate(MAX_PROPERTY + 1);
        Ok(Some(text(bytes)))
    }

    fn attachments(&mut self, message: &Object) -> Result<Vec<Node>> {
        let nodes = message.subnodes.iter();
        let nodes = nodes.filter(|node| node.id & 0x1f == ATTACHMENT);
        Ok(nodes.take(MAX_ATTACHMENTS).copied().collect())
    }

    fn open_attachment(&mut self, node: &Node) -> Result<Object> {
        self.open(node)
    }

    fn embedded(&mut self, attachment: &Object) -> Result<Option<Object>> {
        let Some(&Property {
            kind: value_type::OBJECT,
            value,
        }) = attachment.properties.get(&id::ATTACH_DATA)
        else {
            return Ok(None);
        };
        // The identifier of the node of the message, followed by its size (§2.3.3.5).
        let place = self.bytes(attachment, value)?;
        let node = u32_at(&place, 0).and_then(|id| find(&attachment.subnodes, id).copied());
        match node {
            Some(node) => self.open(&node).map(Some),
            None => corrupt("an attached message is missing"),
        }
    }
}
