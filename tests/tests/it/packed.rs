//! Packed files, read by the library: those of the table, and damaged ones.

use std::{
    io::{self, Read, Write},
    iter,
    ops::ControlFlow,
    path::Path,
};

use urlsift_tests::{
    effort,
    packed::{Case, Event, cases},
    readers::SplitReader,
    unpacking::{
        self,
        events::{self, Bytes, Problem},
        samples::{Layout, Sample},
    },
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
            let found = whole.events;
            wrong.push(format!("{about}:\n  {found:?}\n  expected: {events:?}"));
            continue;
        }
        containers += whole.containers;
        let mut on_disk = tempfile::tempfile().expect("a temporary file");
        on_disk.write_all(file).expect("a write");
        io::Seek::rewind(&mut on_disk).expect("a file that can seek");
        let other = unpack(ByteSource::File(&on_disk), usize::MAX);
        assert!(other.events == *events, "{about}, as a file");
        let is_long = file.len() > 100_000;
        let steps: &[usize] = if is_long { &[1000] } else { &[1, 7, 1000] };
        for &read_size in steps {
            let mut pieces = SplitReader {
                head: b"",
                tail: file,
                read_size,
            };
            let other = unpack(ByteSource::Stream(&mut pieces), usize::MAX);
            assert!(other.events == *events, "{about}, {read_size} at a time");
        }
        let breaks = if is_long { 0 } else { events.len() };
        for most in 1..=breaks {
            let begun = unpack(ByteSource::Stream(&mut &file[..]), most);
            assert!(begun.events == events[..most], "{about}, {most} events");
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(containers > 100, "{containers}");
}

/// Cuts a file of each layout at every byte, and flips each of its bits.
#[test]
fn damage_at_every_byte_is_reported() {
    const TEXT: &[u8] = b"<URL:http://a.example/> and, once more, <URL:http://a.example/>\n";
    for layout in Layout::all() {
        let whole = Sample::undamaged(layout, TEXT);
        for step in [1, 2, 70] {
            let _ = unpacking::any_file_is_unpacked_consistently(&whole.file, step, step);
        }
        for at in 0..whole.file.len() {
            let flips = (0..8).map(|bit| 1 << bit);
            for flip in iter::once(0).chain(effort::sample(flips, 2, at)) {
                let mut sample = whole.clone();
                sample.damage(at, flip);
                let events = events::Recorder::DEFAULT.record_stream(&mut &sample.file[..]);
                unpacking::damage_is_reported(&sample, &events);
            }
        }
    }
}

/// Fails at every read.
struct Broken;

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::other("no disk"))
    }
}

/// What is read of a source that ends is read of one that fails there.
#[test]
fn an_error_of_the_source_is_reported() {
    let record = |source: &mut dyn Read| events::Recorder::DEFAULT.record_stream(source);
    for (number, case) in cases().iter().enumerate() {
        let Case { about, file, .. } = case;
        let whole = record(&mut &file[..]);
        let is_sound = whole.iter().all(|event| event.problem().is_none());
        for len in effort::sample(0..=file.len(), file.len() / 20 + 1, number) {
            let events = record(&mut file[..len].chain(Broken));
            let no_disk = Problem::Source("no disk".to_owned());
            let is_failed = |event: &events::Event| event.problem() == Some(&no_disk);
            // A file with another problem may not be read to its end.
            let is_reported = !is_sound || events.iter().any(is_failed);
            assert!(is_reported, "{about}, {len} bytes: {events:?}");
            // Too little of a packed file is a text like any other.
            let is_packed = |event: &events::Event| !matches!(event, events::Event::File { packing, .. } if packing.is_empty());
            if !events.iter().all(is_packed) {
                continue;
            }
            let ended = record(&mut &file[..len]);
            let found = texts(&events);
            for text in texts(&ended) {
                assert!(found.contains(&text), "{about}, {len} bytes: {text:?}");
            }
        }
    }
}

/// Returns the files of which something was read.
fn texts(events: &[events::Event]) -> Vec<(&Path, &Bytes)> {
    let files = events.iter().filter_map(|event| match event {
        events::Event::File { path, bytes, .. } if !bytes.0.is_empty() => Some((&**path, bytes)),
        _ => None,
    });
    files.collect()
}
