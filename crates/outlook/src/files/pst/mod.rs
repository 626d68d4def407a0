//! Messages in a store (MS-PST).
//!
//! Messages are found in the tree of nodes, not in the tables of folders: the node of a message refers to its folder,
//! and the attachments are nodes inside the node of their message. So a damaged table loses nothing.
//!
//! The work is in proportion to the size of the file, whatever its parts refer to: each page of nodes, and each list or
//! item of a tree, is read once, and every access is charged to a [`Budget`](crate::files::budget::Budget), even if the
//! data are cached.

mod bytes;
mod crypt;
mod heap;
mod ndb;
mod objects;
mod page;

use std::{
    collections::HashMap,
    io::{Read, Seek},
    ops::ControlFlow,
};

use crate::{
    files::{
        limits::MAX_NAME,
        message::MessageReader,
        property::Objects as _,
        visitor::{Visitor, Watched},
    },
    id,
};
use ndb::Database;
use objects::Objects;
use page::Node;

/// The types of the nodes of folders and messages (§2.2.2.1).
const FOLDER: u32 = 0x02;
const MESSAGE: u32 = 0x04;

/// The identifier of the root folder, which contains all others (§2.4.1).
const ROOT: u32 = 0x122;

/// The maximum number of nested folders in a name.
const MAX_FOLDERS: usize = 64;

/// Passes the texts of all messages in a store to a visitor, folder by folder, and the texts of the messages attached
/// to them. A message is named by its folders and the number of its node.
///
/// Memory: 32 bytes for each message and each folder, 8 bytes for each page of nodes, the names of the folders, 256 KiB
/// of pages, and four times the longest text, of which at most [`MAX_PROPERTY`](crate::MAX_PROPERTY) bytes are read; a
/// page made of RTF may be six times as long as the RTF. In addition, at most 4 MiB for each message or attachment that
/// contains the text.
///
/// # Errors
///
/// Breaks if the visitor does.
pub fn read_pst(file: impl Read + Seek, visitor: &mut dyn Visitor) -> ControlFlow<()> {
    let database = match Database::open(file) {
        Ok(database) => database,
        Err(fault) => return visitor.fault(&[], fault),
    };
    let mut visitor = Watched::new(visitor);
    // The reader also breaks if no more of the file can be read.
    let _ = read(&mut Objects { database }, &mut visitor);
    visitor.flow()
}

fn read<F: Read + Seek>(objects: &mut Objects<F>, visitor: &mut Watched<'_>) -> ControlFlow<()> {
    let (mut folders, mut messages) = (HashMap::new(), Vec::new());
    let faults = objects
        .database
        .each_node(&mut |node| match node.id & 0x1f {
            FOLDER => {
                folders.insert(node.id, node);
            }
            MESSAGE => messages.push(node),
            _ => {}
        });
    for fault in faults {
        let is_final = fault.is_final();
        visitor.fault(&[], fault)?;
        if is_final {
            return ControlFlow::Break(());
        }
    }
    // Within a folder, messages are in the order of their nodes, which is the order in which they were created.
    messages.sort_by_key(|message: &Node| (message.parent, message.id));
    let mut names = FolderNames {
        folders,
        names: HashMap::new(),
    };
    for message in messages {
        let folder = names.path(objects, message.parent);
        let mut name = vec![format!("{folder}{}", message.id)];
        let opened = objects.open(&message);
        let mut reader = MessageReader {
            file: &mut *objects,
            visitor: &mut *visitor,
        };
        match opened {
            Ok(opened) => reader.message(&opened, &mut name)?,
            Err(fault) => reader.fault_of_message(&name, fault)?,
        }
    }
    ControlFlow::Continue(())
}

/// The names of folders.
struct FolderNames {
    folders: HashMap<u32, Node>,
    /// The names of the folders seen so far.
    names: HashMap<u32, String>,
}

impl FolderNames {
    /// Returns the names of a folder and its parents, outermost first, each with `/` after it.
    fn path<F: Read + Seek>(&mut self, objects: &mut Objects<F>, folder: u32) -> String {
        let mut path = Vec::new();
        let mut id = folder;
        // In a damaged file, a folder may contain itself.
        while id != ROOT && path.len() < MAX_FOLDERS {
            let Some(&node) = self.folders.get(&id) else {
                break;
            };
            path.push(id);
            self.names.entry(id).or_insert_with(|| {
                // A folder without a name is named by its number.
                let opened = objects.open(&node);
                let name =
                    opened.and_then(|opened| objects.string(&opened, id::DISPLAY_NAME, None));
                let mut name = name.ok().flatten().unwrap_or_else(|| id.to_string());
                name.truncate(name.floor_char_boundary(MAX_NAME));
                name
            });
            id = node.parent;
        }
        let names = path.iter().rev().filter_map(|id| self.names.get(id));
        names.flat_map(|name| [name, "/"]).collect()
    }
}
