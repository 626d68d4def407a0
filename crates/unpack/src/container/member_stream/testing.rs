//! What a reader of a container reports, recorded for tests.

use std::{
    io::{self, Read},
    ops::ControlFlow,
};

use crate::{
    Fault, FaultKind,
    container::event::{Event, Events},
    io::peek::PeekReader,
};

/// An item that a reader reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    File(String, Vec<u8>),
    /// A file that ends too early, and the offset of its header.
    Cut(String, Vec<u8>, u64),
    /// A fault in the member with this name or in the container, and its offset.
    Fault(Option<String>, FaultKind, u64),
}

pub(crate) fn file(name: &str, bytes: &[u8]) -> Item {
    Item::File(name.to_owned(), bytes.to_vec())
}

pub(crate) fn cut(name: &str, bytes: &[u8], at: usize) -> Item {
    Item::Cut(name.to_owned(), bytes.to_vec(), at as u64)
}

pub(crate) fn fault(at: usize, kind: FaultKind) -> Item {
    Item::Fault(None, kind, at as u64)
}

pub(crate) fn corrupt(at: usize, reason: &'static str) -> Item {
    fault(at, FaultKind::Corrupt(reason))
}

/// A reader of containers.
type Reader = fn(&mut PeekReader<'_>, &mut Events<'_>) -> ControlFlow<()>;

/// Returns what a reader reports, and checks that it can be stopped after each item.
pub(crate) fn items(read: Reader, bytes: &[u8]) -> Vec<Item> {
    let all = record(read, &mut &*bytes, usize::MAX);
    for most in 1..=all.len() {
        assert_eq!(record(read, &mut &*bytes, most), all[..most]);
    }
    all
}

/// Returns what a reader reports if it gets at most `piece` bytes at a time.
pub(crate) fn items_in(read: Reader, bytes: &[u8], piece: usize) -> Vec<Item> {
    record(read, &mut Pieces(bytes, piece), usize::MAX)
}

struct Pieces<'p>(&'p [u8], usize);

impl Read for Pieces<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let most = into.len().min(self.1);
        self.0.read(&mut into[..most])
    }
}

fn record(read: Reader, source: &mut dyn Read, most: usize) -> Vec<Item> {
    let mut items = Vec::new();
    let mut bytes = PeekReader::new(source);
    let mut handler = |event: Event<'_>| {
        if let Event::CutMember { was_read: true, .. } = event {
            // It is the error of the last item.
            return ControlFlow::Continue(());
        }
        items.push(item(event));
        if items.len() == most {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    };
    let flow = read(&mut bytes, &mut Events::new(&mut handler));
    assert_eq!(flow.is_break(), items.len() == most);
    items
}

fn item(event: Event<'_>) -> Item {
    let shown = |name: &[u8]| String::from_utf8_lossy(name).into_owned();
    let parts = |error: &io::Error| {
        let fault = Fault::of(error).expect("a fault");
        (fault.kind().clone(), fault.offset())
    };
    match event {
        Event::Member { name, bytes } => {
            let mut data = Vec::new();
            match bytes.read_to_end(&mut data) {
                Ok(_) => Item::File(shown(name), data),
                Err(error) => {
                    let (kind, at) = parts(&error);
                    assert_eq!(kind, FaultKind::Truncated);
                    Item::Cut(shown(name), data, at)
                }
            }
        }
        Event::Fault { name, error } => {
            let (kind, at) = parts(&error);
            Item::Fault(name.map(shown), kind, at)
        }
        Event::CutMember { name, error, .. } => {
            let (kind, at) = parts(&error);
            Item::Fault(Some(shown(name)), kind, at)
        }
    }
}
