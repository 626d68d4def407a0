use std::{
    io,
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use urlsift_tests::packing::{
    stream::{Stream, zstd_with_window},
    tar::Tar,
};

use crate::{ByteSource, Fault, FaultKind, Format, Probe, UnpackedFile, Unpacker, Visitor};

/// A call of a visitor.
#[derive(Debug, PartialEq, Eq)]
enum Call {
    File(PathBuf, Vec<Format>, String),
    Fault(PathBuf, FaultKind),
    Container(PathBuf, Vec<Format>, u64),
}

/// Records all calls, and breaks after `most` of them.
struct Recorder {
    calls: Vec<Call>,
    most: usize,
}

impl Recorder {
    fn record(&mut self, call: Call) -> ControlFlow<()> {
        assert!(self.calls.len() < self.most, "a call after the break");
        self.calls.push(call);
        if self.calls.len() == self.most {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

impl Visitor for Recorder {
    fn file(&mut self, file: UnpackedFile<'_>) -> ControlFlow<()> {
        let mut text = String::new();
        file.bytes.read_to_string(&mut text).expect("valid UTF-8");
        self.record(Call::File(file.path.into(), file.packing.into(), text))
    }

    fn fault(&mut self, path: &Path, error: io::Error) -> ControlFlow<()> {
        let kind = Fault::of(&error).expect("a fault").kind();
        self.record(Call::Fault(path.into(), kind.clone()))
    }

    fn container(&mut self, path: &Path, packing: &[Format], members: u64) -> ControlFlow<()> {
        self.record(Call::Container(path.into(), packing.into(), members))
    }
}

fn unpack(unpacker: &Unpacker, bytes: &[u8]) -> Vec<Call> {
    unpack_up_to(usize::MAX, unpacker, bytes)
}

fn unpack_up_to(most: usize, unpacker: &Unpacker, mut bytes: &[u8]) -> Vec<Call> {
    let mut recorder = Recorder {
        calls: Vec::new(),
        most,
    };
    let source = ByteSource::Stream(&mut bytes);
    let end = unpacker.unpack(Path::new("in"), source, &mut recorder);
    let has_stopped = recorder.calls.len() == most;
    assert_eq!(end.is_break(), has_stopped, "{:?}", recorder.calls);
    recorder.calls
}

fn file(path: &str, packing: &[Format], text: &str) -> Call {
    Call::File(path.into(), packing.into(), text.into())
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    Stream::Gzip.pack(bytes)
}

fn tar(members: &[(&str, &[u8])]) -> Vec<u8> {
    let members = members.iter();
    let tar = members.fold(Tar::new(), |tar, (name, bytes)| tar.file(name, bytes));
    tar.finish()
}

#[test]
fn member_limit_is_shared_by_all_containers() {
    let inner = tar(&[("b", b"2"), ("c", b"3")]);
    let compressed = tar(&[("a", b"1"), ("t", &inner)]);
    let expected = [
        file("in!a", &[Format::Tar], "1"),
        file("in!t!b", &[Format::Tar, Format::Tar], "2"),
        Call::Fault("in!t".into(), FaultKind::TooMany { allowed: 3 }),
        Call::Container("in!t".into(), vec![Format::Tar, Format::Tar], 1),
        Call::Container("in".into(), vec![Format::Tar], 2),
    ];
    let unpacker = Unpacker::new().max_members(3);
    assert_eq!(unpack(&unpacker, &compressed), expected);
    for most in 1..=5 {
        assert_eq!(unpack_up_to(most, &unpacker, &compressed), expected[..most]);
    }
}

#[test]
fn probe_detects_the_format_and_is_reusable() {
    let compressed = gzip(b"text");
    let mut probe = Probe::new();
    for (bytes, format, packing) in [
        (&compressed[..], Some(Format::Gzip), &[Format::Gzip][..]),
        (b"text", None, &[]),
        (&compressed, Some(Format::Gzip), &[Format::Gzip]),
    ] {
        let mut from = bytes;
        let mut reads = 0;
        let found = probe.read(&mut from, &mut || {
            reads += 1;
            ControlFlow::Continue(())
        });
        assert_eq!(found, ControlFlow::Continue(format));
        assert_eq!((probe.format(), probe.head()), (format, bytes));
        // A short plain file is read to its end: it could be a tar.
        assert_eq!(reads, if format.is_some() { 1 } else { 2 });
        let mut recorder = Recorder {
            calls: Vec::new(),
            most: usize::MAX,
        };
        let source = ByteSource::Stream(&mut from);
        let end = Unpacker::new().resume(Path::new("in"), source, &mut probe, &mut recorder);
        assert!(end.is_continue());
        assert_eq!(recorder.calls, [file("in", packing, "text")]);
    }
}

#[test]
fn visitor_can_break_before_a_blocking_read() {
    struct Hurried(u32);

    impl Visitor for Hurried {
        fn file(&mut self, _: UnpackedFile<'_>) -> ControlFlow<()> {
            panic!("the format is not known yet")
        }

        fn fault(&mut self, _: &Path, error: io::Error) -> ControlFlow<()> {
            panic!("no fault expected: {error}")
        }

        fn before_read(&mut self) -> ControlFlow<()> {
            self.0 += 1;
            ControlFlow::Break(())
        }
    }

    let mut hurried = Hurried(0);
    let source = ByteSource::Stream(&mut &b"text\n"[..]);
    let end = Unpacker::new().unpack(Path::new("in"), source, &mut hurried);
    assert_eq!((end, hurried.0), (ControlFlow::Break(()), 1));
}

/// Compresses bytes to a frame with a window of 128 MiB.
fn zstd(bytes: &[u8]) -> Vec<u8> {
    zstd_with_window(bytes, 27)
}

#[test]
fn nested_streams_share_the_window_budget() {
    let twice = zstd(&zstd(b"text"));
    let (needed, allowed) = (128 << 20, 32 << 20);
    assert_eq!(
        unpack(&Unpacker::new(), &twice),
        [Call::Fault(
            "in".into(),
            FaultKind::Window { needed, allowed }
        )]
    );
    let packing = [Format::Zstd, Format::Zstd];
    let larger = Unpacker::new().max_window(256 << 20);
    assert_eq!(unpack(&larger, &twice), [file("in", &packing, "text")]);
    // A stream that ends frees its window.
    let both = tar(&[("a", &zstd(b"1")), ("b", &zstd(b"2"))]);
    let packing = [Format::Tar, Format::Zstd];
    let calls = unpack(&Unpacker::new(), &both);
    let expected = [file("in!a", &packing, "1"), file("in!b", &packing, "2")];
    assert_eq!(calls[..2], expected);
}
