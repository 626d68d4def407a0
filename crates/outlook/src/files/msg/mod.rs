//! Messages in compound files (MS-OXMSG).

mod chains;
mod compound;

use std::{
    io::{Read, Seek, SeekFrom},
    ops::ControlFlow,
};

use cfb::CompoundFile;

use crate::files::{
    budget::Budget,
    fault::{FaultKind, Result},
    message::MessageReader,
    visitor::{Visitor, Watched},
};
use compound::{Message, Objects};

/// The length of the header of a compound file (MS-CFB, section 2.2), in bytes.
const HEADER_LEN: u64 = 512;

/// Returns whether a compound file is a message, which has a stream of properties.
///
/// # Errors
///
/// Returns the fault if its directory cannot be read. A file that is shorter than the header is not a compound file.
pub fn is_message(mut file: impl Read + Seek) -> Result<bool> {
    if file.seek(SeekFrom::End(0))? < HEADER_LEN {
        return Ok(false);
    }
    let file = CompoundFile::open(&mut file)?;
    Ok(file.is_stream(compound::PROPERTIES))
}

/// Passes the texts of a message in a compound file to a visitor, and the texts of the messages attached to it.
///
/// The message has no name. Memory: the tables of the file, which take a twentieth of the size of an ordinary one, and
/// up to three times the size of one that holds nothing but a directory; and four times the longest text, of which at
/// most [`MAX_PROPERTY`](crate::MAX_PROPERTY) bytes are read; a page made of RTF may be six times as long as the RTF.
///
/// # Errors
///
/// Breaks if the visitor does.
pub fn read_msg(mut file: impl Read + Seek, visitor: &mut dyn Visitor) -> ControlFlow<()> {
    let len = match file.seek(SeekFrom::End(0)) {
        Ok(len) => len,
        Err(error) => return visitor.fault(&[], error.into()),
    };
    // Other faults are found when it is opened.
    if let Err(fault) = chains::check(&mut file, len)
        && fault.is_final()
    {
        return visitor.fault(&[], fault);
    }
    let file = match CompoundFile::open(file) {
        Ok(file) => file,
        Err(error) => return visitor.fault(&[], error.into()),
    };
    let mut objects = Objects::new(file, Budget::of_file(len));
    let Some(message) = Message::root(&mut objects) else {
        let fault = FaultKind::Unsupported("a compound file that is no message");
        return visitor.fault(&[], fault.into());
    };
    let mut visitor = Watched::new(visitor);
    let mut reader = MessageReader {
        file: &mut objects,
        visitor: &mut visitor,
    };
    // The reader also breaks if no more of the file can be read.
    let _ = reader.message(&message, &mut Vec::new());
    visitor.flow()
}
