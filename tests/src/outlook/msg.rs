//! Messages in compound files (MS-OXMSG).

use std::io::{Cursor, Write};

use cfb::CompoundFile;

use super::{Value, id};

/// A message, or an attachment.
#[derive(Clone, Debug, Default)]
pub struct Msg {
    properties: Vec<(u16, Value)>,
    attachments: Vec<Msg>,
    /// The attached message, if this is an attachment that is one.
    embedded: Option<Box<Msg>>,
}

impl Msg {
    /// Creates a message without properties.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a property.
    #[must_use]
    pub fn with(mut self, id: u16, value: Value) -> Self {
        self.properties.push((id, value));
        self
    }

    /// Adds an attached file.
    #[must_use]
    pub fn file(mut self, name: &str, media_type: &str, bytes: &[u8]) -> Self {
        let mut attachment = Self::new()
            .with(id::ATTACH_METHOD, Value::Integer(1))
            .with(id::ATTACH_LONG_FILENAME, super::text(name))
            .with(id::ATTACH_DATA, Value::Binary(bytes.into()));
        if !media_type.is_empty() {
            attachment = attachment.with(id::ATTACH_MIME_TAG, super::text(media_type));
        }
        self.attachments.push(attachment);
        self
    }

    /// Adds an attached message.
    #[must_use]
    pub fn message(mut self, name: &str, message: Self) -> Self {
        self.attachments.push(Self {
            embedded: Some(Box::new(message)),
            ..Self::new()
                .with(id::ATTACH_METHOD, Value::Integer(5))
                .with(id::ATTACH_LONG_FILENAME, super::text(name))
        });
        self
    }

    /// Returns the file.
    ///
    /// # Panics
    ///
    /// If memory cannot be written.
    #[must_use]
    pub fn finish(&self) -> Vec<u8> {
        let mut file = CompoundFile::create(Cursor::new(Vec::new())).expect("memory");
        self.write(&mut file, "/", 32);
        file.flush().expect("memory");
        file.into_inner().into_inner()
    }

    fn write(&self, file: &mut CompoundFile<Cursor<Vec<u8>>>, path: &str, header: usize) {
        let mut stream = |name: String, bytes: &[u8]| {
            let mut stream = file.create_stream(&name).expect("a new stream");
            stream.write_all(bytes).expect("memory");
        };
        let mut entries = vec![0; header];
        for (id, value) in &self.properties {
            let (kind, bytes) = (value.kind(), value.bytes());
            entries.extend(kind.to_le_bytes());
            entries.extend(id.to_le_bytes());
            entries.extend([0; 4]);
            let is_fixed = matches!(value, Value::Integer(_) | Value::Time(_));
            let mut value = if is_fixed {
                bytes.clone()
            } else {
                (bytes.len() as u32).to_le_bytes().into()
            };
            value.resize(8, 0);
            entries.extend(value);
            if !is_fixed {
                stream(format!("{path}__substg1.0_{id:04X}{kind:04X}"), &bytes);
            }
        }
        stream(format!("{path}__properties_version1.0"), &entries);
        for (number, attachment) in self.attachments.iter().enumerate() {
            let storage = format!("{path}__attach_version1.0_#{number:08X}/");
            file.create_storage(&storage).expect("a new storage");
            attachment.write(file, &storage, 8);
            if let Some(embedded) = &attachment.embedded {
                let storage = format!("{storage}__substg1.0_3701000D/");
                file.create_storage(&storage).expect("a new storage");
                embedded.write(file, &storage, 24);
            }
        }
    }
}

/// Makes all short sectors of a compound file one chain, of which each stream has the rest.
pub fn join_chains(file: &mut [u8]) {
    const FREE: u32 = u32::MAX;
    const END: u32 = 0xffff_fffe;
    let number = |file: &[u8], at: usize| {
        u32::from_le_bytes([file[at], file[at + 1], file[at + 2], file[at + 3]])
    };
    let shift = file[30];
    let offset = |sector: u32| (sector as usize + 1) << shift;
    let per_sector = 1_usize << (shift - 2);
    let mut sector = number(file, 60);
    let mut entries = Vec::new();
    while sector != END {
        entries.extend((0..per_sector).map(|index| offset(sector) + 4 * index));
        let table = number(file, 76 + 4 * (sector as usize / per_sector));
        sector = number(file, offset(table) + 4 * (sector as usize % per_sector));
    }
    entries.retain(|&at| number(file, at) != FREE);
    for (index, &at) in entries.iter().enumerate() {
        let next = if index + 1 < entries.len() {
            index as u32 + 1
        } else {
            END
        };
        file[at..at + 4].copy_from_slice(&next.to_le_bytes());
    }
}
