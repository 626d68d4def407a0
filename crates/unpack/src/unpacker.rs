//! Opens nested layers, down to the files.

#[cfg(feature = "outlook")]
use std::path::PathBuf;
use std::{fs::File, io::Read, num::NonZeroUsize, ops::ControlFlow, path::Path};

use crate::{
    ByteSource, Fault, FaultKind, Format, Probe, Recognised, Visitor, ar, cpio,
    event::{Event, Events},
    name::member_path,
    peek::{PeekReader, PlainReader},
    recognise::{Outcome, recognise},
    store::Location,
    stream::{self, Method, WindowBudget},
    tar,
    temp::{TempSpace, TempTurn},
    zip,
};
#[cfg(feature = "outlook")]
use crate::{
    outlook::{self, OutlookEvent},
    store::Store,
};

/// The maximum number of bytes of holes read from all sparse members of a source: 1 GiB. A hole takes no
/// space in a tar, but reading it takes time.
const MAX_HOLE_BYTES: u64 = 1 << 30;

/// Passes the files in a source, packed or not, to a [`Visitor`].
///
/// Memory: 64 KiB per layer, about 512 KiB per zip or tar, 1 MiB more for a zip in a stream, and at most
/// 4 MiB per decoder in addition to the window of its stream. The names and the sparse map of one tar member
/// take at most 6 MiB.
#[derive(Clone, Debug)]
pub struct Unpacker {
    window: u64,
    layers: u32,
    members: u64,
    temp: TempSpace,
    turn: Option<TempTurn>,
    threads: NonZeroUsize,
}

impl Unpacker {
    /// The default of [`max_window`](Self::max_window): 128 MiB.
    pub const DEFAULT_MAX_WINDOW: u64 = 128 << 20;

    /// The default of [`max_layers`](Self::max_layers).
    pub const DEFAULT_MAX_LAYERS: u32 = 8;

    /// The default of [`max_members`](Self::max_members).
    pub const DEFAULT_MAX_MEMBERS: u64 = 100_000_000;

    /// The default of [`max_temp`](Self::max_temp): 4 GiB.
    pub const DEFAULT_MAX_TEMP: u64 = 4 << 30;

    /// Creates an unpacker with the default limits.
    #[must_use]
    pub fn new() -> Self {
        Self {
            window: Self::DEFAULT_MAX_WINDOW,
            layers: Self::DEFAULT_MAX_LAYERS,
            members: Self::DEFAULT_MAX_MEMBERS,
            temp: TempSpace::new(Self::DEFAULT_MAX_TEMP),
            turn: None,
            threads: NonZeroUsize::MIN,
        }
    }

    /// Sets the maximum window of a stream, in bytes: how far back a decoder may refer. A larger window is a
    /// fault. The windows of nested streams may take 32 MiB more than this in total.
    #[must_use]
    pub fn max_window(mut self, bytes: u64) -> Self {
        self.window = bytes;
        self
    }

    /// Sets the maximum number of nested layers: compressed streams and containers. More is a fault.
    #[must_use]
    pub fn max_layers(mut self, layers: u32) -> Self {
        self.layers = layers;
        self
    }

    /// Sets the maximum total number of members in the containers of one source. More is a fault.
    #[must_use]
    pub fn max_members(mut self, members: u64) -> Self {
        self.members = members;
        self
    }

    /// Sets the maximum total size of temporary files, in bytes. A zip larger than 1 MiB is copied to one if it is
    /// read from a stream or nested in another format. All clones of the unpacker share the limit. A zip that exceeds
    /// the limit, together with the zips that contain it, is a fault; the part already copied is read.
    ///
    /// Clones that are used concurrently wait for each other; see [`TempTurn`].
    #[must_use]
    pub fn max_temp(mut self, bytes: u64) -> Self {
        self.temp = TempSpace::new(bytes);
        self.turn = None;
        self
    }

    /// Returns the [maximum total size of temporary files](Self::max_temp), in bytes.
    #[must_use]
    pub fn temp_limit(&self) -> u64 {
        self.temp.max()
    }

    /// Returns a new turn for temporary files, which follows all earlier turns. Without it, each source gets its own.
    #[must_use]
    pub fn next_turn(&self) -> TempTurn {
        self.temp.turn()
    }

    /// Sets the turn of the sources that are unpacked next. With `None`, the default, each source takes a new
    /// turn.
    pub fn set_turn(&mut self, turn: Option<TempTurn>) {
        self.turn = turn;
    }

    /// Sets the number of threads that decode a bzip2 file, by default only the calling one. The file must be a
    /// [seekable source](ByteSource::Seekable). Files, faults and their offsets do not depend on it.
    ///
    /// With more than one, at most 16 threads decode and the calling one reads. Each thread takes 4 MB, and each block
    /// that is decoded ahead up to 3 MiB; these are two more than the threads. A file that is damaged, or whose blocks
    /// contain the mark of a block by accident, is decoded again by the calling thread from the start of the affected
    /// stream.
    pub fn set_threads(&mut self, threads: NonZeroUsize) {
        self.threads = threads;
    }

    /// Passes all files in a source to a visitor, in order.
    ///
    /// `path` is the name of the source. A source that is not packed is one file, with an empty packing. To
    /// detect the format before unpacking, use a [`Probe`] and [`resume`](Self::resume).
    ///
    /// # Errors
    ///
    /// Breaks if the visitor does, or if the source has more members than allowed.
    pub fn unpack(
        &self,
        path: &Path,
        mut source: ByteSource<'_>,
        visitor: &mut dyn Visitor,
    ) -> ControlFlow<()> {
        let mut probe = Probe::new();
        probe.read(&mut source, &mut || visitor.before_read())?;
        self.resume(path, source, &mut probe, visitor)
    }

    /// Like [`unpack`](Self::unpack), for a source whose first bytes `probe` has read.
    ///
    /// # Errors
    ///
    /// As for [`unpack`](Self::unpack).
    pub fn resume(
        &self,
        path: &Path,
        mut source: ByteSource<'_>,
        probe: &mut Probe,
        visitor: &mut dyn Visitor,
    ) -> ControlFlow<()> {
        let file = match source {
            ByteSource::File(file) => Some(file),
            ByteSource::Stream(_) | ByteSource::Seekable(_) => None,
        };
        let turn = self.turn.clone().unwrap_or_else(|| self.next_turn());
        let mut driver = Driver {
            limits: self,
            turn: &turn,
            visitor,
            packing: Vec::new(),
            budget: &WindowBudget::new(self.window),
            members: 0,
            holes: MAX_HOLE_BYTES,
            is_full: false,
        };
        let format = probe.format();
        probe.with_reader(&mut source, |bytes| match format {
            None => driver.visitor.file(path, &[], &mut PlainReader(bytes)),
            format => driver.open_as(format, path, bytes, file),
        })
    }
}

impl Default for Unpacker {
    fn default() -> Self {
        Self::new()
    }
}

/// The state of unpacking one source.
struct Driver<'u> {
    limits: &'u Unpacker,
    turn: &'u TempTurn,
    visitor: &'u mut dyn Visitor,
    /// The open layers, outermost first.
    packing: Vec<Format>,
    budget: &'u WindowBudget,
    /// The number of members so far, in all containers.
    members: u64,
    /// The number of bytes of holes that may still be read.
    holes: u64,
    /// Whether the source has more members than allowed.
    is_full: bool,
}

impl Driver<'_> {
    /// Opens the contents of a layer: a stream of unknown format.
    fn open(&mut self, path: &Path, from: &mut dyn Read) -> ControlFlow<()> {
        let mut bytes = PeekReader::new(from);
        let format = match recognise(&mut bytes, &mut || ControlFlow::Continue(()))? {
            Outcome::Known(format) => format,
            Outcome::Failed(error) if bytes.buffered().is_empty() => {
                return self.visitor.fault(path, error);
            }
            // The bytes before the error decide. The next reader gets the error.
            Outcome::Failed(error) => {
                bytes.fail_later(error);
                match Recognised::from_head(bytes.buffered(), true) {
                    Recognised::Packed(format) => Some(format),
                    Recognised::Plain | Recognised::Undecided => None,
                }
            }
        };
        self.open_as(format, path, &mut bytes, None)
    }

    /// Opens a stream of a known format, `None` for a plain file. `file` is the file whose whole contents
    /// `bytes` reads, if any.
    fn open_as(
        &mut self,
        format: Option<Format>,
        path: &Path,
        bytes: &mut PeekReader<'_>,
        file: Option<&File>,
    ) -> ControlFlow<()> {
        let Some(format) = format else {
            return self.visitor.file(path, &self.packing, bytes);
        };
        let allowed = self.limits.layers;
        if self.packing.len() >= allowed as usize {
            let fault = Fault::new(format, 0, FaultKind::TooDeep { allowed });
            return self.visitor.fault(path, fault.into());
        }
        self.packing.push(format);
        let end = self.open_layer(format, path, bytes, file);
        self.packing.pop();
        end
    }

    fn open_layer(
        &mut self,
        format: Format,
        path: &Path,
        bytes: &mut PeekReader<'_>,
        file: Option<&File>,
    ) -> ControlFlow<()> {
        let method = match format {
            Format::Gzip => Method::Gzip,
            Format::Bzip2 => Method::Bzip2,
            Format::Xz => Method::Xz,
            Format::Zstd => Method::Zstd,
            Format::Lzip => Method::Lzip,
            Format::Lz4 => Method::Lz4,
            Format::Lzma => Method::LzmaFile,
            Format::Compress => Method::Compress,
            #[cfg(feature = "outlook")]
            Format::Msg | Format::Pst => return self.open_outlook(format, path, bytes, file),
            #[cfg(not(feature = "outlook"))]
            Format::Msg | Format::Pst => {
                let fault = Fault::new(format, 0, FaultKind::Unsupported);
                return self.visitor.fault(path, fault.into());
            }
            Format::Dbx | Format::PublicInbox => {
                let fault = Fault::new(format, 0, FaultKind::Unsupported);
                return self.visitor.fault(path, fault.into());
            }
            Format::Tar | Format::Zip | Format::Cpio | Format::Ar => {
                return self.open_container(format, path, bytes, file);
            }
        };
        let threads = self.limits.threads;
        let mut decoder = if method == Method::Bzip2 && threads.get() > 1 && bytes.is_seekable() {
            stream::parallel_bzip2(bytes, threads)
        } else {
            stream::decoder(method, bytes, format, 0, self.budget)
        };
        self.open(path, &mut *decoder)
    }

    fn open_container(
        &mut self,
        format: Format,
        path: &Path,
        bytes: &mut PeekReader<'_>,
        file: Option<&File>,
    ) -> ControlFlow<()> {
        let location = match file {
            Some(file) => Location::File(file, self.turn),
            None => Location::Stream(self.turn),
        };
        let (budget, mut holes, mut members) = (self.budget, self.holes, 0);
        let mut handler = |event: Event<'_>| self.event(format, path, &mut members, event);
        let mut events = Events::new(&mut handler);
        let end = match format {
            Format::Zip => zip::read(bytes, location, budget, &mut events),
            Format::Cpio => cpio::read(bytes, &mut events),
            Format::Ar => ar::read(bytes, &mut events),
            _ => tar::read(bytes, &mut holes, &mut events),
        };
        // Nested tars have already subtracted their holes.
        self.holes = self.holes.min(holes);
        if end.is_continue() || self.is_full {
            self.visitor.container(path, &self.packing, members)?;
        }
        end
    }

    /// Opens a file of Outlook. A compound file that is no message is a plain file.
    #[cfg(feature = "outlook")]
    fn open_outlook(
        &mut self,
        format: Format,
        path: &Path,
        bytes: &mut PeekReader<'_>,
        file: Option<&File>,
    ) -> ControlFlow<()> {
        let location = match file {
            Some(file) => Location::File(file, self.turn),
            None => Location::Stream(self.turn),
        };
        let (store, failed) = Store::open(bytes, format, location);
        if let Some(error) = failed {
            self.visitor.fault(path, error)?;
        }
        if format == Format::Msg && !outlook::holds_message(&store) {
            self.packing.pop();
            let end = self
                .visitor
                .file(path, &self.packing, &mut store.section(0..store.len()));
            self.packing.push(format);
            return end;
        }
        let mut members = 0;
        let end = outlook::read(&store, format, &mut |event| match event {
            OutlookEvent::Message => self.count_member(format, path, &mut members),
            OutlookEvent::Text {
                name,
                layout,
                bytes,
            } => {
                let path = text_path(path, name);
                self.visitor.message(&path, &self.packing, layout, bytes)
            }
            OutlookEvent::Fault { name, error } => {
                self.visitor.fault(&text_path(path, name), error)
            }
        });
        if end.is_continue() || self.is_full {
            self.visitor.container(path, &self.packing, members)?;
        }
        end
    }

    /// Handles an event of a container reader. `members` counts the members of this container.
    fn event(
        &mut self,
        format: Format,
        path: &Path,
        members: &mut u64,
        event: Event<'_>,
    ) -> ControlFlow<()> {
        match event {
            Event::Member { name, bytes } => {
                self.count_member(format, path, members)?;
                self.open(&member_path(path, name), bytes)
            }
            Event::Fault { name: None, error } => self.visitor.fault(path, error),
            Event::Fault {
                name: Some(name),
                error,
            } => {
                self.count_member(format, path, members)?;
                self.visitor.fault(&member_path(path, name), error)
            }
        }
    }

    /// Counts a member. Breaks if it exceeds the limit.
    fn count_member(&mut self, format: Format, path: &Path, members: &mut u64) -> ControlFlow<()> {
        let allowed = self.limits.members;
        if self.members == allowed {
            let fault = Fault::new(format, 0, FaultKind::TooMany { allowed });
            self.visitor.fault(path, fault.into())?;
            self.is_full = true;
            return ControlFlow::Break(());
        }
        self.members += 1;
        *members += 1;
        ControlFlow::Continue(())
    }
}

/// Returns the path of a text in a file of Outlook.
#[cfg(feature = "outlook")]
fn text_path(path: &Path, name: &[String]) -> PathBuf {
    let names = name.iter();
    names.fold(path.into(), |path, name| {
        member_path(&path, name.as_bytes())
    })
}

#[cfg(test)]
mod tests {
    use std::{
        io::{self, Read},
        ops::ControlFlow,
        path::{Path, PathBuf},
    };

    use urlsift_tests::packing::{
        stream::{Stream, zstd_with_window},
        tar::Tar,
        zip::{Entry, zip},
    };

    use crate::{ByteSource, Fault, FaultKind, Format, Probe, Unpacker, Visitor};

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

    impl Visitor for Recorder {
        fn file(
            &mut self,
            path: &Path,
            packing: &[Format],
            bytes: &mut dyn Read,
        ) -> ControlFlow<()> {
            let mut text = String::new();
            bytes.read_to_string(&mut text).expect("valid UTF-8");
            self.calls
                .push(Call::File(path.into(), packing.into(), text));
            if self.calls.len() == self.most {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        }

        fn fault(&mut self, path: &Path, error: io::Error) -> ControlFlow<()> {
            let kind = Fault::of(&error).expect("a fault").kind();
            self.calls.push(Call::Fault(path.into(), kind.clone()));
            ControlFlow::Continue(())
        }

        fn container(&mut self, path: &Path, packing: &[Format], members: u64) -> ControlFlow<()> {
            self.calls
                .push(Call::Container(path.into(), packing.into(), members));
            ControlFlow::Continue(())
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
        let is_known = recorder.calls.len() == most || unpacker.members < 100;
        assert_eq!(end.is_break(), is_known, "{:?}", recorder.calls);
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
    fn plain_source_is_one_file() {
        for text in ["", "text", "a line\n"] {
            let calls = unpack(&Unpacker::new(), text.as_bytes());
            assert_eq!(calls, [file("in", &[], text)]);
        }
    }

    #[test]
    fn nested_layers_are_opened() {
        use Format::{Gzip, Tar};

        let inner = tar(&[("b", &gzip(b"2")), ("c", b"3")]);
        let packed = gzip(&tar(&[("a", b"1"), ("t", &inner), ("d", b"4")]));
        let expected = [
            file("in!a", &[Gzip, Tar], "1"),
            file("in!t!b", &[Gzip, Tar, Tar, Gzip], "2"),
            file("in!t!c", &[Gzip, Tar, Tar], "3"),
            Call::Container("in!t".into(), vec![Gzip, Tar, Tar], 2),
            file("in!d", &[Gzip, Tar], "4"),
            Call::Container("in".into(), vec![Gzip, Tar], 3),
        ];
        assert_eq!(unpack(&Unpacker::new(), &packed), expected);
        for most in 1..=3 {
            assert_eq!(
                unpack_up_to(most, &Unpacker::new(), &packed),
                expected[..most]
            );
        }
    }

    #[test]
    fn exceeding_the_layer_limit_is_a_fault() {
        let nested = |layers: u32| (0..layers).fold(b"text".to_vec(), |bytes, _| gzip(&bytes));
        let allowed = Unpacker::DEFAULT_MAX_LAYERS;
        let packing = vec![Format::Gzip; allowed as usize];
        assert_eq!(
            unpack(&Unpacker::new(), &nested(allowed)),
            [file("in", &packing, "text")]
        );
        let too_deep =
            |path: &str, allowed| Call::Fault(path.into(), FaultKind::TooDeep { allowed });
        assert_eq!(
            unpack(&Unpacker::new(), &nested(allowed + 1)),
            [too_deep("in", allowed)]
        );
        let packed = tar(&[("a", &nested(2)), ("b", &nested(1)), ("c", b"text")]);
        let expected = [
            too_deep("in!a", 2),
            file("in!b", &[Format::Tar, Format::Gzip], "text"),
            file("in!c", &[Format::Tar], "text"),
            Call::Container("in".into(), vec![Format::Tar], 3),
        ];
        assert_eq!(unpack(&Unpacker::new().max_layers(2), &packed), expected);
    }

    #[test]
    fn formats_that_are_not_read_are_faults() {
        let packed = b"\xcf\xad\x12\xfe\xc5\xfd\x74\x6f<http://a>";
        let fault = |path: &str| Call::Fault(path.into(), FaultKind::Unsupported);
        assert_eq!(unpack(&Unpacker::new(), packed), [fault("in")]);
        assert_eq!(unpack(&Unpacker::new(), &gzip(packed)), [fault("in")]);
        let expected = [
            fault("in!a"),
            file("in!b", &[Format::Tar], "b"),
            Call::Container("in".into(), vec![Format::Tar], 2),
        ];
        let tar = tar(&[("a", packed), ("b", b"b")]);
        assert_eq!(unpack(&Unpacker::new(), &tar), expected);
    }

    #[test]
    fn member_limit_is_shared_by_all_containers() {
        let inner = tar(&[("b", b"2"), ("c", b"3")]);
        let packed = tar(&[("a", b"1"), ("t", &inner)]);
        let expected = [
            file("in!a", &[Format::Tar], "1"),
            file("in!t!b", &[Format::Tar, Format::Tar], "2"),
            Call::Fault("in!t".into(), FaultKind::TooMany { allowed: 3 }),
            Call::Container("in!t".into(), vec![Format::Tar, Format::Tar], 1),
            Call::Container("in".into(), vec![Format::Tar], 2),
        ];
        assert_eq!(unpack(&Unpacker::new().max_members(3), &packed), expected);
    }

    /// Fails at its first read, and counts the reads.
    struct Unreadable(u32);

    impl Read for Unreadable {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            self.0 += 1;
            Err(io::Error::other("no disk"))
        }
    }

    #[test]
    fn unreadable_source_is_a_file_with_an_error() {
        struct Errors(Vec<String>);

        impl Visitor for Errors {
            fn file(
                &mut self,
                _: &Path,
                layers: &[Format],
                from: &mut dyn Read,
            ) -> ControlFlow<()> {
                let error = from.read(&mut [0]).expect_err("the source fails");
                assert_eq!(from.read(&mut [0]).expect("an error is reported once"), 0);
                assert!(layers.is_empty());
                self.0.push(error.to_string());
                ControlFlow::Continue(())
            }

            fn fault(&mut self, _: &Path, error: io::Error) -> ControlFlow<()> {
                panic!("not reported by the read: {error}")
            }
        }

        let mut errors = Errors(Vec::new());
        let mut unreadable = Unreadable(0);
        let source = ByteSource::Stream(&mut unreadable);
        let end = Unpacker::new().unpack(Path::new("in"), source, &mut errors);
        assert!(end.is_continue());
        assert_eq!((errors.0, unreadable.0), (vec!["no disk".to_string()], 1));
    }

    #[test]
    fn probe_detects_the_format_and_is_reusable() {
        let packed = gzip(b"text");
        let mut probe = Probe::new();
        for (bytes, format, packing) in [
            (&packed[..], Some(Format::Gzip), &[Format::Gzip][..]),
            (b"text", None, &[]),
            (&packed, Some(Format::Gzip), &[Format::Gzip]),
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
            fn file(&mut self, _: &Path, _: &[Format], _: &mut dyn Read) -> ControlFlow<()> {
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

    #[test]
    fn error_before_recognition_is_reported_by_the_file() {
        /// Records the bytes of each file, and whether reading failed.
        struct Cut(Vec<(Vec<u8>, bool)>);

        impl Visitor for Cut {
            fn file(&mut self, _: &Path, _: &[Format], bytes: &mut dyn Read) -> ControlFlow<()> {
                let mut text = Vec::new();
                let has_failed = bytes.read_to_end(&mut text).is_err();
                self.0.push((text, has_failed));
                ControlFlow::Continue(())
            }

            fn fault(&mut self, _: &Path, error: io::Error) -> ControlFlow<()> {
                panic!("not reported by the read: {error}")
            }
        }

        // A short text with a NUL may be the start of a tar.
        let mut packed = gzip(b"\0 see <http://a.example/>");
        packed.truncate(packed.len() - 8);
        let mut cut = Cut(Vec::new());
        let source = ByteSource::Stream(&mut &packed[..]);
        let end = Unpacker::new().unpack(Path::new("in"), source, &mut cut);
        assert!(end.is_continue());
        assert_eq!(cut.0, [(b"\0 see <http://a.example/>".to_vec(), true)]);
    }

    /// A zip of stored members of 1 MiB each.
    fn large_zip(names: &str) -> Vec<u8> {
        let text = "<http://a.example/>\n".repeat((1 << 20) / 20 + 1);
        let entry = |name: char| Entry::stored(name.to_string(), text.as_bytes());
        zip(&names.chars().map(entry).collect::<Vec<_>>())
    }

    #[test]
    fn zips_share_the_limit_on_temporary_files() {
        let outer = zip(&[Entry::deflated("inner.zip", &large_zip("ab"))]);
        let whole = large_zip("abc");
        let faults = |max: u64, packed: &[u8]| -> Vec<(String, FaultKind)> {
            let mut kinds = Kinds::default();
            let source = ByteSource::Stream(&mut &*packed);
            let unpacker = Unpacker::new().max_temp(max);
            let end = unpacker.unpack(Path::new("in"), source, &mut kinds);
            assert!(end.is_continue());
            kinds.0
        };
        let too_large = |allowed| FaultKind::TooLarge { allowed };
        assert_eq!(faults(3 << 20, &whole).len(), 2);
        for packed in [gzip(&whole), tar(&[("a.zip", &whole)]), whole.clone()] {
            assert_eq!(faults(4 << 20, &packed), []);
            let name = if packed.starts_with(b"a.zip") {
                "in!a.zip"
            } else {
                "in"
            };
            let expected = [
                (name.to_owned(), too_large(2 << 20)),
                (format!("{name}!b"), FaultKind::NotCopied),
            ];
            assert_eq!(faults(2 << 20, &packed), expected);
        }
        // Consecutive zips have all of the space each; a nested zip has what the outer one leaves.
        let both = tar(&[("a.zip", &whole), ("b.zip", &whole)]);
        assert_eq!(faults(4 << 20, &both), []);
        let stored = zip(&[Entry::stored("inner.zip", &whole)]);
        assert_eq!(faults(7 << 20, &stored), []);
        let nested = faults(5 << 20, &stored);
        assert_eq!(nested[0], ("in!inner.zip".to_owned(), too_large(5 << 20)));
        // A small zip needs no temporary file.
        assert_eq!(faults(3 << 20, &outer), []);
    }

    /// Reads all files, and records all faults, including those at the end of files.
    #[derive(Default)]
    struct Kinds(Vec<(String, FaultKind)>);

    impl Visitor for Kinds {
        fn file(&mut self, path: &Path, _: &[Format], bytes: &mut dyn Read) -> ControlFlow<()> {
            match io::copy(bytes, &mut io::sink()) {
                Ok(_) => ControlFlow::Continue(()),
                Err(error) => self.fault(path, error),
            }
        }

        fn fault(&mut self, path: &Path, error: io::Error) -> ControlFlow<()> {
            let kind = Fault::of(&error).expect("a fault").kind();
            self.0.push((path.display().to_string(), kind.clone()));
            ControlFlow::Continue(())
        }
    }
}
