//! The dates of the messages that contain links.

use std::{collections::VecDeque, path::Path};

use urlsift_record::table::MESSAGES;

use crate::{
    error::Error,
    manifest::DataFile,
    options::Format,
    reader::{Batch, TableReader},
};

/// The number of messages before and after the message of the last link that are searched for the message of the next
/// link. The rows of `messages` are in the order of the links, so that it is nearly always the same or the next one.
const WINDOW: usize = 64;

/// The columns that are read.
const COLUMNS: [&str; 5] = ["input", "path", "member", "offset", "date"];

/// The columns that identify a message in a shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MessageKey<'k> {
    pub(super) input: i64,
    pub(super) path: &'k [u8],
    pub(super) member: i64,
    pub(super) offset: i64,
}

/// Finds the dates of the messages of a shard.
#[derive(Debug)]
pub(super) struct MessageDates {
    reader: TableReader,
    batch: Batch,
    /// The next row of the batch.
    row: usize,
    is_end: bool,
    window: VecDeque<Message>,
    /// The number of messages of the window up to the last one that was found.
    found: usize,
}

#[derive(Debug)]
struct Message {
    input: i64,
    path: Box<[u8]>,
    member: i64,
    offset: i64,
    date: Option<i64>,
}

impl Message {
    fn has_key(&self, key: MessageKey<'_>) -> bool {
        (self.offset, self.input, self.member) == (key.offset, key.input, key.member)
            && *self.path == *key.path
    }
}

impl MessageDates {
    /// Opens the messages of a shard.
    pub(super) fn open(root: &Path, file: &DataFile, format: Format) -> Result<Self, Error> {
        Ok(Self {
            reader: TableReader::open(root, file, format)?,
            batch: Batch::new(&MESSAGES, &COLUMNS),
            row: 0,
            is_end: false,
            window: VecDeque::new(),
            found: 0,
        })
    }

    /// Returns the date of a message in seconds since 1970; `None` if it has no date or is not found. The messages are
    /// expected in the order of the table.
    pub(super) fn date(&mut self, key: MessageKey<'_>) -> Result<Option<i64>, Error> {
        let last = self
            .found
            .checked_sub(1)
            .and_then(|last| self.window.get(last));
        if let Some(last) = last.filter(|last| last.has_key(key)) {
            return Ok(last.date);
        }
        let found = self.window.iter().rposition(|message| message.has_key(key));
        if let Some(index) = found {
            return Ok(self.find(index));
        }
        while self.window.len() - self.found < WINDOW && self.read_message()? {
            let index = self.window.len() - 1;
            if self.window[index].has_key(key) {
                return Ok(self.find(index));
            }
        }
        Ok(None)
    }

    /// Reads to the end, so that the table is known to be complete.
    pub(super) fn finish(&mut self) -> Result<(), Error> {
        while !self.is_end {
            self.is_end = !self.reader.read(&mut self.batch)?;
        }
        Ok(())
    }

    /// Marks a message of the window as found. Returns its date.
    fn find(&mut self, index: usize) -> Option<i64> {
        let date = self.window[index].date;
        let dropped = index.saturating_sub(WINDOW);
        self.window.drain(..dropped);
        self.found = index - dropped + 1;
        date
    }

    /// Adds the next message to the window. Returns `false` at the end.
    fn read_message(&mut self) -> Result<bool, Error> {
        if self.row >= self.batch.rows() {
            if self.is_end || !self.reader.read(&mut self.batch)? {
                self.is_end = true;
                return Ok(false);
            }
            self.row = 0;
        }
        let (batch, row) = (&self.batch, self.row);
        let number = |name| batch.number(batch.column(name), row);
        self.window.push_back(Message {
            input: number("input").unwrap_or_default(),
            path: batch
                .text(batch.column("path"), row)
                .unwrap_or_default()
                .into(),
            member: number("member").unwrap_or_default(),
            offset: number("offset").unwrap_or_default(),
            date: number("date"),
        });
        self.row += 1;
        Ok(true)
    }
}
