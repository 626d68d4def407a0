//! Tests with truncated, corrupt and hostile zips, and of what is read of them. What is read of valid and damaged files
//! is in the table of `urlsift_tests::packed`.

mod damage;
mod overlaps;
mod sources;

use std::{
    io::{self, Read},
    ops::ControlFlow,
};

use super::read;
use urlsift_tests::packing::zip::{Entry, Sizes, ZipWriter, zip};

use crate::{
    Fault, FaultKind, Format,
    container::event::{Event, Events},
    io::{
        peek::PeekReader,
        store::{Location, Store},
        temp::TempSpace,
    },
    stream::WindowBudget,
};

const WINDOW: u64 = 128 << 20;

/// An item that the reader reports: a member with its bytes and the fault at its end, or a fault.
#[derive(Debug, PartialEq)]
enum Item {
    Member(String, Vec<u8>, Option<FaultKind>),
    Fault(Option<String>, Option<FaultKind>),
}

#[derive(Default)]
struct Recorder {
    items: Vec<Item>,
    offsets: Vec<u64>,
    /// The number of items to break after.
    max_items: Option<usize>,
    /// The number of bytes of a member to read; `None` for all.
    max_bytes: Option<usize>,
}

impl Recorder {
    fn record_fault(&mut self, error: &io::Error) -> Option<FaultKind> {
        let fault = Fault::of(error)?;
        self.offsets.push(fault.offset());
        Some(fault.kind().clone())
    }

    fn push(&mut self, item: Item) -> ControlFlow<()> {
        self.items.push(item);
        match self.max_items {
            Some(max) if self.items.len() >= max => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }
}

fn text(name: &[u8]) -> String {
    String::from_utf8(name.to_vec()).expect("names are UTF-8")
}

impl Recorder {
    fn event(&mut self, event: Event<'_>) -> ControlFlow<()> {
        match event {
            Event::Member { name, bytes } => self.member(name, bytes),
            Event::Fault { name, error } => {
                let kind = self.record_fault(&error);
                self.push(Item::Fault(name.map(text), kind))
            }
            Event::CutMember { .. } => panic!("a zip is not read as a stream"),
        }
    }

    fn member(&mut self, name: &[u8], bytes: &mut dyn Read) -> ControlFlow<()> {
        let mut read = Vec::new();
        if let Some(max) = self.max_bytes {
            let mut head = bytes.take(max as u64);
            head.read_to_end(&mut read).expect("intact bytes");
            return self.push(Item::Member(text(name), read, None));
        }
        let error = bytes.read_to_end(&mut read).err();
        assert_eq!(bytes.read(&mut [0]).expect("the end"), 0);
        let kind = error.and_then(|error| self.record_fault(&error));
        self.push(Item::Member(text(name), read, kind))
    }
}

/// Reads at most `max_len` bytes at a time, and fails at the end if `fails`.
struct Pieces<'p> {
    bytes: &'p [u8],
    max_len: usize,
    fails: bool,
}

impl Read for Pieces<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let len = self.max_len.min(into.len()).min(self.bytes.len());
        if len == 0 && self.fails && !into.is_empty() {
            return Err(io::Error::other("no disk"));
        }
        let (now, rest) = self.bytes.split_at(len);
        into[..len].copy_from_slice(now);
        self.bytes = rest;
        Ok(len)
    }
}

fn record(from: &mut dyn Read) -> Recorder {
    record_with(Recorder::default(), from)
}

fn record_with(mut recorder: Recorder, from: &mut dyn Read) -> Recorder {
    let end = read(
        &mut PeekReader::new(from),
        Location::Stream(&TempSpace::new(u64::MAX)),
        &WindowBudget::new(WINDOW),
        &mut Events::new(&mut |event| recorder.event(event)),
    );
    assert_eq!(end, ControlFlow::Continue(()));
    recorder
}

fn items(bytes: &[u8]) -> Vec<Item> {
    record(&mut &*bytes).items
}

fn intact(name: &str, text: &[u8]) -> Item {
    Item::Member(name.to_owned(), text.to_vec(), None)
}

fn faulty(name: &str, text: &[u8], kind: FaultKind) -> Item {
    Item::Member(name.to_owned(), text.to_vec(), Some(kind))
}

fn fault(kind: FaultKind) -> Item {
    Item::Fault(None, Some(kind))
}

/// Returns whether an item is a fault of the zip itself.
fn is_fault(item: &Item) -> bool {
    matches!(item, Item::Fault(None, Some(_)))
}

fn members(items: &[Item]) -> Vec<&Item> {
    items
        .iter()
        .filter(|item| matches!(item, Item::Member(..)))
        .collect()
}

const TEXT: &[u8] = b"<URL:http://example.com/> and <URL:http://example.com/>, once more";

/// Returns three files and an empty one, with their sizes written in this way.
fn sample_entries(sizes: Sizes) -> Vec<Entry> {
    let entries = [
        Entry::deflated(b"a", TEXT),
        Entry::stored(b"dir/b", b"what is stored"),
        Entry::stored(b"empty", b""),
        Entry::deflated(b"z", b"the last one"),
    ];
    entries.map(|entry| entry.sizes(sizes)).into()
}

fn sample_items() -> Vec<Item> {
    vec![
        intact("a", TEXT),
        intact("dir/b", b"what is stored"),
        intact("empty", b""),
        intact("z", b"the last one"),
    ]
}
