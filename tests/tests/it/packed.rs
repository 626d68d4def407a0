//! The table of packed files, read by the library.

use std::{
    io::{self, Read, Write},
    ops::ControlFlow,
    path::Path,
};

use urlsift_tests::{
    packed::{Case, Event, cases},
    unpacking::events::Bytes,
};
use urlsift_unpack::{ByteSource, Fault, Format, UnpackedFile, Unpacker, Visitor};

/// The name of the packed file.
const NAME: &str = "in";

/// Records events, and breaks after `most`.
struct Recorder {
    events: Vec<Event>,
    most: usize,
    containers: usize,
}

impl Recorder {
    fn new(most: usize) -> Self {
        Self {
            events: Vec::new(),
            most,
            containers: 0,
        }
    }

    fn record(&mut self, event: Event) -> ControlFlow<()> {
        assert!(self.events.len() < self.most, "an event after the break");
        self.events.push(event);
        if self.events.len() == self.most {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

/// Returns what follows the name of the packed file.
fn inside(path: &Path) -> String {
    let path = path.to_string_lossy();
    path.strip_prefix(NAME).expect("the name first").to_owned()
}

fn fault(error: &io::Error) -> (u64, urlsift_unpack::FaultKind) {
    let fault = Fault::of(error).expect("a fault");
    (fault.offset(), fault.kind().clone())
}

impl Visitor for Recorder {
    fn file(&mut self, file: UnpackedFile<'_>) -> ControlFlow<()> {
        let mut text = Vec::new();
        let error = file.bytes.read_to_end(&mut text).err();
        let end = file.bytes.read(&mut [0]);
        assert_eq!(end.expect("an error is returned once"), 0);
        let error = error.as_ref().map(fault);
        self.record(Event::File(inside(file.path), Bytes(text), error))
    }

    fn fault(&mut self, path: &Path, error: io::Error) -> ControlFlow<()> {
        self.record(Event::Fault(inside(path), fault(&error)))
    }

    fn container(&mut self, _: &Path, packing: &[Format], _: u64) -> ControlFlow<()> {
        assert!(packing.last().is_some_and(|format| format.is_container()));
        self.containers += 1;
        ControlFlow::Continue(())
    }
}

fn unpack(source: ByteSource<'_>, most: usize) -> Recorder {
    let mut recorder = Recorder::new(most);
    let end = Unpacker::new().unpack(Path::new(NAME), source, &mut recorder);
    assert_eq!(end.is_break(), recorder.events.len() == most);
    recorder
}

/// Reads at most this number of bytes at a time.
struct Pieces<'p>(&'p [u8], usize);

impl Read for Pieces<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let most = into.len().min(self.1);
        self.0.read(&mut into[..most])
    }
}

#[test]
fn every_packed_file_is_unpacked_however_it_is_read() {
    let cases = cases();
    assert!(cases.len() > 200, "{}", cases.len());
    let mut containers = 0;
    let mut wrong = Vec::new();
    for Case {
        about,
        file,
        events,
    } in &cases
    {
        let whole = unpack(ByteSource::Stream(&mut &file[..]), usize::MAX);
        if whole.events != *events {
            wrong.push(format!(
                "{about}:\n  {:?}\n  expected: {events:?}",
                whole.events
            ));
            continue;
        }
        containers += whole.containers;
        let is_long = file.len() > 100_000;
        let steps: &[usize] = if is_long { &[1000] } else { &[1, 7, 1000] };
        for &step in steps {
            let mut pieces = Pieces(file, step);
            let other = unpack(ByteSource::Stream(&mut pieces), usize::MAX);
            assert!(other.events == *events, "{about}, {step} bytes at a time");
        }
        let mut on_disk = tempfile::tempfile().expect("a temporary file");
        on_disk.write_all(file).expect("a write");
        io::Seek::rewind(&mut on_disk).expect("a file that can seek");
        let other = unpack(ByteSource::File(&on_disk), usize::MAX);
        assert!(other.events == *events, "{about}, as a file");
        let breaks = if is_long { 0 } else { events.len() };
        for most in 1..=breaks {
            let begun = unpack(ByteSource::Stream(&mut &file[..]), most);
            assert!(begun.events == events[..most], "{about}, {most} events");
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(containers > 100, "{containers}");
}
