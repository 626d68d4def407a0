//! Opens layer after layer, down to the files.

use std::{fs::File, io::Read, ops::ControlFlow, path::Path};

use crate::{
    Fault, FaultKind, Format, Probe, Recognised, Source, Visitor,
    event::{Event, Events},
    name::member_path,
    peek::{PeekReader, PlainReader},
    recognise::{Outcome, recognise},
    stream::{self, Memory, Method},
    tar,
    zip::{self, Location},
};

/// The maximum number of bytes of holes that are read in all sparse members of a source: 1 GiB. They
/// cost nothing in a tar, but time here.
const MOST_HOLES: u64 = 1 << 30;

/// Shows the files in a source, packed or not, to a [`Visitor`].
///
/// It keeps 64 KiB for each layer, some 512 KiB for a zip or a tar and 1 MiB more for a zip in a stream,
/// and at most 4 MiB for each decoder, beside the window that a stream asks for. The names and the map
/// of one tar member may take up to 6 MiB.
#[derive(Clone, Debug)]
pub struct Unpacker {
    window: u64,
    layers: u32,
    members: u64,
    copied: u64,
}

impl Unpacker {
    /// The default of [`most_window`](Self::most_window): 128 MiB.
    pub const DEFAULT_MOST_WINDOW: u64 = 128 << 20;

    /// The default of [`most_layers`](Self::most_layers).
    pub const DEFAULT_MOST_LAYERS: u32 = 8;

    /// The default of [`most_members`](Self::most_members).
    pub const DEFAULT_MOST_MEMBERS: u64 = 100_000_000;

    /// The default of [`most_copied`](Self::most_copied): 4 GiB.
    pub const DEFAULT_MOST_COPIED: u64 = 4 << 30;

    /// Creates an unpacker with the default limits.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            window: Self::DEFAULT_MOST_WINDOW,
            layers: Self::DEFAULT_MOST_LAYERS,
            members: Self::DEFAULT_MOST_MEMBERS,
            copied: Self::DEFAULT_MOST_COPIED,
        }
    }

    /// Sets the maximum window of a stream: the number of its last bytes that a decoder has to
    /// remember. More is a fault. Streams that lie in each other may have 32 MiB more than this
    /// together.
    #[must_use]
    pub const fn most_window(mut self, bytes: u64) -> Self {
        self.window = bytes;
        self
    }

    /// Sets the maximum number of nested layers, compressed streams and containers. More is a fault.
    #[must_use]
    pub const fn most_layers(mut self, layers: u32) -> Self {
        self.layers = layers;
        self
    }

    /// Sets the maximum number of members in all containers of one source together. More is a fault.
    #[must_use]
    pub const fn most_members(mut self, members: u64) -> Self {
        self.members = members;
        self
    }

    /// Sets the maximum number of bytes that are copied of a zip in something compressed, as a small
    /// file may hold a huge one. More is a fault, and is not read. A zip in a stream that is not
    /// compressed is copied whole.
    #[must_use]
    pub const fn most_copied(mut self, bytes: u64) -> Self {
        self.copied = bytes;
        self
    }

    /// Shows all files in a source to a visitor, in their order.
    ///
    /// `path` is the name of the source. A source that is not packed is one file, with an empty
    /// packing. To recognise the source first, and decide how to go on, use a [`Probe`] and
    /// [`resume`](Self::resume).
    ///
    /// # Errors
    ///
    /// A break if the visitor asks for one, or if there are more members than allowed.
    pub fn unpack(
        &self,
        path: &Path,
        mut source: Source<'_>,
        visitor: &mut dyn Visitor,
    ) -> ControlFlow<()> {
        let mut probe = Probe::new();
        probe.read(&mut source, &mut || visitor.before_read())?;
        self.resume(path, source, &mut probe, visitor)
    }

    /// Shows all files in a source whose first bytes were read by `probe`, as
    /// [`unpack`](Self::unpack) does.
    ///
    /// # Errors
    ///
    /// As for [`unpack`](Self::unpack).
    pub fn resume(
        &self,
        path: &Path,
        mut source: Source<'_>,
        probe: &mut Probe,
        visitor: &mut dyn Visitor,
    ) -> ControlFlow<()> {
        let file = match source {
            Source::File(file) => Some(file),
            Source::Stream(_) => None,
        };
        let mut driver = Driver {
            limits: self,
            visitor,
            packing: Vec::new(),
            memory: &Memory::new(self.window),
            members: 0,
            holes: MOST_HOLES,
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
    visitor: &'u mut dyn Visitor,
    /// The layers that are open, the outermost first.
    packing: Vec<Format>,
    memory: &'u Memory,
    /// The number of members seen in all containers.
    members: u64,
    /// The number of bytes of holes that may still be read.
    holes: u64,
    /// Whether there were more members than allowed.
    is_full: bool,
}

impl Driver<'_> {
    /// Opens what lies in a layer: a stream whose format is not known.
    fn open(&mut self, path: &Path, from: &mut dyn Read) -> ControlFlow<()> {
        let mut bytes = PeekReader::new(from);
        let format = match recognise(&mut bytes, &mut || ControlFlow::Continue(()))? {
            Outcome::Known(format) => format,
            Outcome::Failed(error) if bytes.buffered().is_empty() => {
                return self.visitor.fault(path, error);
            }
            // The bytes before the failure decide; the failure is for whoever reads on.
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

    /// Opens a stream of a known format, `None` for a plain file. `file` is the file that the bytes are
    /// read from, if they are all of it.
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
            Format::Tar | Format::Zip => return self.open_container(format, path, bytes, file),
        };
        let mut decoder = stream::decoder(method, bytes, format, 0, self.memory);
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
            Some(file) => Location::File(file),
            None => Location::Stream(self.most_copied()),
        };
        let (memory, mut holes, mut members) = (self.memory, self.holes, 0);
        let mut handler = |event: Event<'_>| self.event(format, path, &mut members, event);
        let mut events = Events::new(&mut handler);
        let end = match format {
            Format::Zip => zip::read(bytes, location, memory, &mut events),
            _ => tar::read(bytes, &mut holes, &mut events),
        };
        // Tars among the members have taken off theirs.
        self.holes = self.holes.min(holes);
        if end.is_continue() || self.is_full {
            self.visitor.container(path, &self.packing, members)?;
        }
        end
    }

    /// Handles what a container reader reports. `members` counts the members of this container.
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

    /// Counts one more member. Breaks if it exceeds the limit.
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

    /// Returns how many bytes of a zip may be copied that lies in the open layers.
    fn most_copied(&self) -> u64 {
        let outer = self
            .packing
            .split_last()
            .map_or(&[][..], |(_, outer)| outer);
        let is_compressed = outer.iter().any(|format| *format != Format::Tar);
        if is_compressed {
            self.limits.copied
        } else {
            u64::MAX
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{
        io::{self, Read, Write},
        ops::ControlFlow,
        path::{Path, PathBuf},
    };

    use flate2::{Compression, write::GzEncoder};
    use tar::{Builder, Header};

    use crate::{Fault, FaultKind, Format, Probe, Source, Unpacker, Visitor};

    /// What a visitor was told.
    #[derive(Debug, PartialEq, Eq)]
    enum Told {
        File(PathBuf, Vec<Format>, String),
        Fault(PathBuf, FaultKind),
        Container(PathBuf, Vec<Format>, u64),
    }

    /// Takes everything, or so many files.
    struct All {
        told: Vec<Told>,
        most: usize,
    }

    impl Visitor for All {
        fn file(
            &mut self,
            path: &Path,
            packing: &[Format],
            bytes: &mut dyn Read,
        ) -> ControlFlow<()> {
            let mut text = String::new();
            bytes.read_to_string(&mut text).expect("it is sound");
            self.told
                .push(Told::File(path.into(), packing.into(), text));
            if self.told.len() == self.most {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        }

        fn fault(&mut self, path: &Path, error: io::Error) -> ControlFlow<()> {
            let kind = Fault::of(&error).expect("nothing fails by itself").kind();
            self.told.push(Told::Fault(path.into(), kind.clone()));
            ControlFlow::Continue(())
        }

        fn container(&mut self, path: &Path, packing: &[Format], members: u64) -> ControlFlow<()> {
            self.told
                .push(Told::Container(path.into(), packing.into(), members));
            ControlFlow::Continue(())
        }
    }

    fn told(unpacker: &Unpacker, bytes: &[u8]) -> Vec<Told> {
        up_to(usize::MAX, unpacker, bytes)
    }

    fn up_to(most: usize, unpacker: &Unpacker, mut bytes: &[u8]) -> Vec<Told> {
        let mut all = All {
            told: Vec::new(),
            most,
        };
        let source = Source::Stream(&mut bytes);
        let end = unpacker.unpack(Path::new("in"), source, &mut all);
        let is_known = all.told.len() == most || unpacker.members < 100;
        assert_eq!(end.is_break(), is_known, "{:?}", all.told);
        all.told
    }

    fn file(path: &str, packing: &[Format], text: &str) -> Told {
        Told::File(path.into(), packing.into(), text.into())
    }

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(bytes).expect("there is room");
        encoder.finish().expect("there is room")
    }

    fn tar(members: &[(&str, &[u8])]) -> Vec<u8> {
        let mut builder = Builder::new(Vec::new());
        for (name, bytes) in members {
            let mut header = Header::new_gnu();
            header.set_size(bytes.len() as u64);
            builder
                .append_data(&mut header, name, *bytes)
                .expect("there is room");
        }
        builder.into_inner().expect("there is room")
    }

    #[test]
    fn a_file_that_is_not_packed_is_one_file() {
        for text in ["", "text", "a line\n"] {
            let all = told(&Unpacker::new(), text.as_bytes());
            assert_eq!(all, [file("in", &[], text)]);
        }
    }

    #[test]
    fn layers_are_opened_one_by_one() {
        use Format::{Gzip, Tar};

        let inner = tar(&[("b", &gzip(b"2")), ("c", b"3")]);
        let packed = gzip(&tar(&[("a", b"1"), ("t", &inner), ("d", b"4")]));
        let expected = [
            file("in!a", &[Gzip, Tar], "1"),
            file("in!t!b", &[Gzip, Tar, Tar, Gzip], "2"),
            file("in!t!c", &[Gzip, Tar, Tar], "3"),
            Told::Container("in!t".into(), vec![Gzip, Tar, Tar], 2),
            file("in!d", &[Gzip, Tar], "4"),
            Told::Container("in".into(), vec![Gzip, Tar], 3),
        ];
        assert_eq!(told(&Unpacker::new(), &packed), expected);
        for most in 1..=3 {
            assert_eq!(up_to(most, &Unpacker::new(), &packed), expected[..most]);
        }
    }

    #[test]
    fn layers_are_bounded_and_the_rest_goes_on() {
        let nested = |layers: u32| (0..layers).fold(b"text".to_vec(), |bytes, _| gzip(&bytes));
        let allowed = Unpacker::DEFAULT_MOST_LAYERS;
        let packing = vec![Format::Gzip; allowed as usize];
        assert_eq!(
            told(&Unpacker::new(), &nested(allowed)),
            [file("in", &packing, "text")]
        );
        let too_deep =
            |path: &str, allowed| Told::Fault(path.into(), FaultKind::TooDeep { allowed });
        assert_eq!(
            told(&Unpacker::new(), &nested(allowed + 1)),
            [too_deep("in", allowed)]
        );
        let packed = tar(&[("a", &nested(2)), ("b", &nested(1)), ("c", b"text")]);
        let expected = [
            too_deep("in!a", 2),
            file("in!b", &[Format::Tar, Format::Gzip], "text"),
            file("in!c", &[Format::Tar], "text"),
            Told::Container("in".into(), vec![Format::Tar], 3),
        ];
        assert_eq!(told(&Unpacker::new().most_layers(2), &packed), expected);
    }

    #[test]
    fn members_are_bounded_in_all_containers_together() {
        let inner = tar(&[("b", b"2"), ("c", b"3")]);
        let packed = tar(&[("a", b"1"), ("t", &inner)]);
        let expected = [
            file("in!a", &[Format::Tar], "1"),
            file("in!t!b", &[Format::Tar, Format::Tar], "2"),
            Told::Fault("in!t".into(), FaultKind::TooMany { allowed: 3 }),
            Told::Container("in!t".into(), vec![Format::Tar, Format::Tar], 1),
            Told::Container("in".into(), vec![Format::Tar], 2),
        ];
        assert_eq!(told(&Unpacker::new().most_members(3), &packed), expected);
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
    fn a_source_that_cannot_be_read_is_a_file_with_its_error() {
        struct Errors(Vec<String>);

        impl Visitor for Errors {
            fn file(
                &mut self,
                _: &Path,
                layers: &[Format],
                from: &mut dyn Read,
            ) -> ControlFlow<()> {
                let error = from.read(&mut [0]).expect_err("it cannot be read");
                assert_eq!(from.read(&mut [0]).expect("it was reported"), 0);
                assert!(layers.is_empty());
                self.0.push(error.to_string());
                ControlFlow::Continue(())
            }

            fn fault(&mut self, _: &Path, error: io::Error) -> ControlFlow<()> {
                panic!("whoever reads gets the error: {error}")
            }
        }

        let mut errors = Errors(Vec::new());
        let mut unreadable = Unreadable(0);
        let source = Source::Stream(&mut unreadable);
        let end = Unpacker::new().unpack(Path::new("in"), source, &mut errors);
        assert!(end.is_continue());
        assert_eq!((errors.0, unreadable.0), (vec!["no disk".to_string()], 1));
    }

    #[test]
    fn a_probe_says_what_comes_and_may_be_used_again() {
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
            // A plain file is read to its end, as it might be a tar.
            assert_eq!(reads, if format.is_some() { 1 } else { 2 });
            let mut all = All {
                told: Vec::new(),
                most: usize::MAX,
            };
            let source = Source::Stream(&mut from);
            let end = Unpacker::new().resume(Path::new("in"), source, &mut probe, &mut all);
            assert!(end.is_continue());
            assert_eq!(all.told, [file("in", packing, "text")]);
        }
    }

    #[test]
    fn a_visitor_can_stop_before_a_read_that_may_wait() {
        struct Hurried(u32);

        impl Visitor for Hurried {
            fn file(&mut self, _: &Path, _: &[Format], _: &mut dyn Read) -> ControlFlow<()> {
                panic!("it is not known what the input is")
            }

            fn fault(&mut self, _: &Path, error: io::Error) -> ControlFlow<()> {
                panic!("nothing is wrong: {error}")
            }

            fn before_read(&mut self) -> ControlFlow<()> {
                self.0 += 1;
                ControlFlow::Break(())
            }
        }

        let mut hurried = Hurried(0);
        let source = Source::Stream(&mut &b"text\n"[..]);
        let end = Unpacker::new().unpack(Path::new("in"), source, &mut hurried);
        assert_eq!((end, hurried.0), (ControlFlow::Break(()), 1));
    }

    /// A frame that asks for a window of 128 MiB.
    fn zstd(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = zstd::Encoder::new(Vec::new(), 1).expect("a level");
        encoder.window_log(27).expect("a window");
        encoder.write_all(bytes).expect("there is room");
        encoder.finish().expect("there is room")
    }

    #[test]
    fn streams_in_streams_have_one_memory() {
        let twice = zstd(&zstd(b"text"));
        let (needed, allowed) = (128 << 20, 32 << 20);
        assert_eq!(
            told(&Unpacker::new(), &twice),
            [Told::Fault(
                "in".into(),
                FaultKind::Window { needed, allowed }
            )]
        );
        let packing = [Format::Zstd, Format::Zstd];
        let larger = Unpacker::new().most_window(256 << 20);
        assert_eq!(told(&larger, &twice), [file("in", &packing, "text")]);
        // What one has had, the next one has again.
        let both = tar(&[("a", &zstd(b"1")), ("b", &zstd(b"2"))]);
        let packing = [Format::Tar, Format::Zstd];
        let all = told(&Unpacker::new(), &both);
        let expected = [file("in!a", &packing, "1"), file("in!b", &packing, "2")];
        assert_eq!(all[..2], expected);
    }

    #[test]
    fn a_file_that_fails_before_it_is_recognised_is_a_file() {
        /// Takes what there is of a file, and whether it failed.
        struct Cut(Vec<(Vec<u8>, bool)>);

        impl Visitor for Cut {
            fn file(&mut self, _: &Path, _: &[Format], bytes: &mut dyn Read) -> ControlFlow<()> {
                let mut text = Vec::new();
                let has_failed = bytes.read_to_end(&mut text).is_err();
                self.0.push((text, has_failed));
                ControlFlow::Continue(())
            }

            fn fault(&mut self, _: &Path, error: io::Error) -> ControlFlow<()> {
                panic!("nobody else is told: {error}")
            }
        }

        // What has a NUL and no more than this may be the begin of a tar.
        let mut packed = gzip(b"\0 see <http://a.example/>");
        packed.truncate(packed.len() - 8);
        let mut cut = Cut(Vec::new());
        let source = Source::Stream(&mut &packed[..]);
        let end = Unpacker::new().unpack(Path::new("in"), source, &mut cut);
        assert!(end.is_continue());
        assert_eq!(cut.0, [(b"\0 see <http://a.example/>".to_vec(), true)]);
    }

    #[test]
    fn a_zip_in_a_compressed_stream_is_copied_up_to_a_number_of_bytes() {
        // It has no directory, and is no less a zip for that.
        let mut zip = b"PK\x03\x04".to_vec();
        zip.resize(3 << 20, 0);
        let small = Unpacker::new().most_copied(2 << 20);
        let copied = |packed: &[u8]| {
            told(&small, packed).into_iter().any(|told| {
                matches!(told, Told::Fault(_, FaultKind::TooLarge { allowed }) if allowed >= 2 << 20)
            })
        };
        assert!(copied(&gzip(&zip)));
        assert!(copied(&tar(&[("a.gz", &gzip(&zip))])));
        // These are not made of less.
        assert!(!copied(&zip));
        assert!(!copied(&tar(&[("a.zip", &zip)])));
    }
}
