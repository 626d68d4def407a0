//! The objects in a compound file: storages with a stream for each property.

use std::{
    collections::HashMap,
    io::{Read, Seek},
    rc::Rc,
};

use cfb::CompoundFile;

use crate::{
    files::{
        budget::Budget,
        fault::{Result, corrupt},
        limits::{MAX_ATTACHMENTS, MAX_PROPERTY},
        property::{self, Value},
    },
    id, value_type,
};

/// The stream with the properties of fixed size and the types of all properties (MS-OXMSG §2.4).
pub(super) const PROPERTIES: &str = "__properties_version1.0";

/// The prefix of the names of attachment storages (§2.2.2).
const ATTACHMENT: &str = "__attach_version1.0_#";

/// The maximum number of bytes that are read of a stream of properties. An entry has 16 bytes.
const MAX_PROPERTIES: usize = 1 << 20;

/// A message or an attachment: a storage.
#[derive(Debug)]
pub(super) struct Message {
    /// The path of the storage, with `/` at its end.
    path: String,
    /// The values of fixed size.
    numbers: Rc<HashMap<u16, u64>>,
}

impl Message {
    /// Returns the message of a file, if it is one.
    pub(super) fn root<F: Read + Seek>(objects: &mut Objects<F>) -> Option<Self> {
        objects.open("/".into(), 32).ok()
    }
}

/// The objects in a compound file.
pub(super) struct Objects<F> {
    file: CompoundFile<F>,
    budget: Budget,
}

impl<F: Read + Seek> Objects<F> {
    pub(super) fn new(file: CompoundFile<F>, budget: Budget) -> Self {
        Self { file, budget }
    }

    /// Opens the object in a storage. Its properties begin after a header of this length (§2.4.1).
    fn open(&mut self, path: String, header: usize) -> Result<Message> {
        let name = format!("{path}{PROPERTIES}");
        if !self.file.is_stream(&name) {
            return corrupt("an object has no properties");
        }
        let bytes = self.read(&name, MAX_PROPERTIES)?;
        let entries = bytes.get(header..).unwrap_or_default();
        let numbers = entries.chunks_exact(16).filter_map(fixed).collect();
        Ok(Message {
            path,
            numbers: Rc::new(numbers),
        })
    }

    /// Reads at most `most` bytes of a stream.
    fn read(&mut self, name: &str, most: usize) -> Result<Vec<u8>> {
        let stream = self.file.open_stream(name)?;
        let len = usize::try_from(stream.len())
            .unwrap_or(usize::MAX)
            .min(most);
        let mut bytes = Vec::new();
        // The length may be wrong: memory is allocated only for bytes that were read.
        let mut rest = stream.take(len as u64);
        loop {
            let read = rest.by_ref().take(BLOCK).read_to_end(&mut bytes)?;
            self.budget.spend(read + READ_COST)?;
            if (read as u64) < BLOCK {
                return Ok(bytes);
            }
        }
    }
}

/// The number of bytes of a stream that are read at a time.
const BLOCK: u64 = 64 << 10;

/// The cost of a read, in bytes, in addition to its length.
const READ_COST: usize = 64;

/// Returns the identifier and the value of an entry in a stream of properties, if the value is a number (§2.4.2).
fn fixed(entry: &[u8]) -> Option<(u16, u64)> {
    let (head, value) = entry.split_at_checked(8)?;
    let value = u64::from_le_bytes(value.try_into().ok()?);
    let (kind, id) = (
        u16::from_le_bytes([head[0], head[1]]),
        u16::from_le_bytes([head[2], head[3]]),
    );
    let value = match kind {
        value_type::INTEGER16 => value & 0xffff,
        value_type::INTEGER32 => value & 0xffff_ffff,
        value_type::BOOLEAN => value & 0xff,
        value_type::TIME | value_type::INTEGER64 => value,
        _ => return None,
    };
    Some((id, value))
}

impl<F: Read + Seek> property::Objects for Objects<F> {
    type Object = Message;
    type Attachment = String;

    fn spend(&mut self, bytes: usize) -> Result<()> {
        self.budget.spend(bytes)
    }

    fn value(&mut self, object: &Message, id: u16) -> Result<Option<Value>> {
        if let Some(&number) = object.numbers.get(&id) {
            return Ok(Some(Value::Integer(number)));
        }
        for (kind, value) in [
            (value_type::STRING, Value::Unicode as fn(Vec<u8>) -> Value),
            (value_type::STRING8, Value::String8),
            (value_type::BINARY, Value::Binary),
        ] {
            let name = stream_name(&object.path, id, kind);
            if self.file.is_stream(&name) {
                return self
                    .read(&name, MAX_PROPERTY + 1)
                    .map(|bytes| Some(value(bytes)));
            }
        }
        Ok(None)
    }

    fn attachments(&mut self, message: &Message) -> Result<Vec<String>> {
        let mut paths: Vec<_> = self
            .file
            .read_storage(&message.path)?
            .filter(|entry| entry.is_storage() && entry.name().starts_with(ATTACHMENT))
            .map(|entry| format!("{}{}/", message.path, entry.name()))
            .take(MAX_ATTACHMENTS)
            .collect();
        // The names end in a number of eight hexadecimal digits, so that they sort by number.
        paths.sort_unstable();
        Ok(paths)
    }

    fn open_attachment(&mut self, path: &String) -> Result<Message> {
        self.open(path.clone(), 8)
    }

    fn embedded(&mut self, attachment: &Message) -> Result<Option<Message>> {
        let path = format!(
            "{}/",
            stream_name(&attachment.path, id::ATTACH_DATA, value_type::OBJECT)
        );
        if !self.file.is_storage(&path) {
            return Ok(None);
        }
        self.open(path, 24).map(Some)
    }
}

/// Returns the name of the stream or storage of a property (§2.1.3).
fn stream_name(path: &str, id: u16, kind: u16) -> String {
    format!("{path}__substg1.0_{id:04X}{kind:04X}")
}
