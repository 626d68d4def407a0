//! Layer by layer, down to the files.

use std::{
    fs::File,
    io::{self, Read},
    ops::ControlFlow,
    path::Path,
};

use crate::{
    Fault, FaultKind, Format, Recognised,
    bytes::Bytes,
    name::member_path,
    stream::{self, Memory, Method},
    tar,
    zip::{self, Place},
};

/// How many bytes of holes are read, 1 GiB in all sparse members of a source: they cost nothing in a tar,
/// and time here.
const MOST_HOLES: u64 = 1 << 30;

/// Takes the files that an [`Unpacker`] comes upon. Each method may end the unpacking.
pub trait Visitor {
    /// A file that is neither compressed nor a container, and its bytes.
    ///
    /// `path` is that of the packed file, with `!` and the name of the member for each container on the
    /// way; `packing` are all layers on the way, the outermost first. It need not be read to its end.
    /// That reading fails is told by reading alone; the bytes before it are as they should be, but
    /// where a checksum does not fit.
    fn file(&mut self, path: &Path, packing: &[Format], bytes: &mut dyn Read) -> ControlFlow<()>;

    /// Something that cannot be read, in part or at all: a [`Fault`] or an error of the system.
    fn fault(&mut self, path: &Path, error: io::Error) -> ControlFlow<()>;

    /// The end of a container, and how many members were seen in it.
    fn container(&mut self, _path: &Path, _packing: &[Format], _members: u64) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// A read follows that may block, while it is not known yet what the input is.
    fn before_read(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Where the packed bytes come from.
pub enum Source<'s> {
    /// A file that has a length and can be read anywhere. It is read from where it stands.
    File(&'s File),
    /// A stream. A zip in it is copied to a temporary file first, as its directory is at its end.
    Stream(&'s mut dyn Read),
}

/// Unpacks.
///
/// It keeps 64 KiB for each layer, some 512 KiB for a zip or a tar and 1 MiB more for a zip in a stream,
/// and at most 4 MiB for each decoder, beside the window that a stream asks for. What is kept of one tar
/// member, its names and its map, may take up to 6 MiB.
#[derive(Clone, Debug)]
pub struct Unpacker {
    window: u64,
    layers: u32,
    members: u64,
    copied: u64,
}

impl Unpacker {
    /// What a stream may ask for, in bytes, unless said otherwise: 128 MiB.
    pub const DEFAULT_MOST_WINDOW: u64 = 128 << 20;

    /// How many layers are opened, one in the other, unless said otherwise.
    pub const DEFAULT_MOST_LAYERS: u32 = 8;

    /// How many members of containers are looked at, unless said otherwise.
    pub const DEFAULT_MOST_MEMBERS: u64 = 100_000_000;

    /// How much of a zip in a compressed stream is copied, in bytes, unless said otherwise: 4 GiB.
    pub const DEFAULT_MOST_COPIED: u64 = 4 << 30;

    /// With the default bounds.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            window: Self::DEFAULT_MOST_WINDOW,
            layers: Self::DEFAULT_MOST_LAYERS,
            members: Self::DEFAULT_MOST_MEMBERS,
            copied: Self::DEFAULT_MOST_COPIED,
        }
    }

    /// How many bytes of what it has given a decoder may be asked to remember. More is a fault. Those of
    /// layers that lie in each other may have 32 MiB more than this together.
    #[must_use]
    pub const fn most_window(mut self, bytes: u64) -> Self {
        self.window = bytes;
        self
    }

    /// How many layers of compression and containers are opened, one in the other. More is a fault.
    #[must_use]
    pub const fn most_layers(mut self, layers: u32) -> Self {
        self.layers = layers;
        self
    }

    /// How many members of containers are looked at, all containers of one source together. More is
    /// a fault.
    #[must_use]
    pub const fn most_members(mut self, members: u64) -> Self {
        self.members = members;
        self
    }

    /// How many bytes are copied of a zip that lies in something compressed: a small file may hold a huge
    /// one. More is a fault, and is not read. A zip in a stream that is not compressed is copied whole.
    #[must_use]
    pub const fn most_copied(mut self, bytes: u64) -> Self {
        self.copied = bytes;
        self
    }

    /// Shows all files in a source to a visitor, in their order, until the visitor has enough.
    ///
    /// `path` is what the source is called. A source that is not packed is one file.
    pub fn unpack(
        &self,
        path: &Path,
        source: Source<'_>,
        visitor: &mut dyn Visitor,
    ) -> ControlFlow<()> {
        let mut unpacking = Unpacking {
            limits: self,
            visitor,
            packing: Vec::new(),
            memory: &Memory::new(self.window),
            members: 0,
            holes: MOST_HOLES,
            is_full: false,
        };
        match source {
            Source::File(file) => {
                let mut file_bytes = file;
                unpacking.open(path, &mut Bytes::new(&mut file_bytes), Some(file))
            }
            Source::Stream(stream) => unpacking.open(path, &mut Bytes::new(stream), None),
        }
    }
}

impl Default for Unpacker {
    fn default() -> Self {
        Self::new()
    }
}

/// One source on its way.
struct Unpacking<'u> {
    limits: &'u Unpacker,
    visitor: &'u mut dyn Visitor,
    packing: Vec<Format>,
    memory: &'u Memory,
    members: u64,
    /// How many bytes of holes may be read yet.
    holes: u64,
    /// Whether there were more members than are looked at.
    is_full: bool,
}

impl Unpacking<'_> {
    /// Opens a layer. `file` is what the bytes come from, if they are a whole file.
    fn open(&mut self, path: &Path, bytes: &mut Bytes<'_>, file: Option<&File>) -> ControlFlow<()> {
        let format = match recognise(bytes) {
            Ok(Some(format)) => format,
            Ok(None) => return self.visitor.file(path, &self.packing, bytes),
            Err(error) => return self.visitor.fault(path, error),
        };
        let allowed = self.limits.layers;
        if self.packing.len() >= allowed as usize {
            let fault = Fault::new(format, 0, FaultKind::TooDeep { allowed });
            return self.visitor.fault(path, fault.into());
        }
        self.packing.push(format);
        let end = self.open_as(format, path, bytes, file);
        self.packing.pop();
        end
    }

    fn open_as(
        &mut self,
        format: Format,
        path: &Path,
        bytes: &mut Bytes<'_>,
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
        self.open(path, &mut Bytes::new(&mut *decoder), None)
    }

    fn open_container(
        &mut self,
        format: Format,
        path: &Path,
        bytes: &mut Bytes<'_>,
        file: Option<&File>,
    ) -> ControlFlow<()> {
        let place = match file {
            Some(file) => Place::File(file),
            None => Place::Stream(self.most_copied()),
        };
        let (memory, mut holes) = (self.memory, self.holes);
        let mut container = Container {
            unpacking: self,
            format,
            path,
            members: 0,
        };
        let end = match format {
            Format::Zip => zip::read(bytes, place, memory, &mut container),
            _ => tar::read(bytes, &mut holes, &mut container),
        };
        let members = container.members;
        // Those in it have taken theirs.
        self.holes = self.holes.min(holes);
        if end.is_continue() || self.is_full {
            self.visitor.container(path, &self.packing, members)?;
        }
        end
    }

    /// How much of a zip may be copied that lies in the layers at hand.
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

/// What a stream is packed in, by as few of its first bytes as will do. Where more of them cannot be
/// read, those at hand tell; that they cannot is told to who wants more.
fn recognise(bytes: &mut Bytes<'_>) -> io::Result<Option<Format>> {
    let mut is_all = false;
    loop {
        match Recognised::from_head(bytes.at_hand(), is_all || bytes.at_end()) {
            Recognised::Plain => return Ok(None),
            Recognised::Packed(format) => return Ok(Some(format)),
            Recognised::Undecided => {
                if let Err(error) = bytes.read_ahead() {
                    if bytes.at_hand().is_empty() {
                        return Err(error);
                    }
                    bytes.fail_later(error);
                    is_all = true;
                }
            }
        }
    }
}

/// Takes the members of a container.
pub(crate) trait Members {
    /// A member that is a file, and its bytes. They need not be read to their end.
    fn member(&mut self, name: &[u8], bytes: &mut dyn Read) -> ControlFlow<()>;

    /// Something is wrong with a member, or, without a name, with the container.
    fn fault(&mut self, name: Option<&[u8]>, error: io::Error) -> ControlFlow<()>;
}

struct Container<'c, 'u> {
    unpacking: &'c mut Unpacking<'u>,
    format: Format,
    path: &'c Path,
    members: u64,
}

impl Container<'_, '_> {
    /// Counts one member more. Whether it may be looked at; if not, nor may any other.
    fn count(&mut self) -> ControlFlow<()> {
        let allowed = self.unpacking.limits.members;
        if self.unpacking.members == allowed {
            let fault = Fault::new(self.format, 0, FaultKind::TooMany { allowed });
            self.unpacking.visitor.fault(self.path, fault.into())?;
            self.unpacking.is_full = true;
            return ControlFlow::Break(());
        }
        self.unpacking.members += 1;
        self.members += 1;
        ControlFlow::Continue(())
    }
}

impl Members for Container<'_, '_> {
    fn member(&mut self, name: &[u8], bytes: &mut dyn Read) -> ControlFlow<()> {
        self.count()?;
        let path = member_path(self.path, name);
        self.unpacking.open(&path, &mut Bytes::new(bytes), None)
    }

    fn fault(&mut self, name: Option<&[u8]>, error: io::Error) -> ControlFlow<()> {
        match name {
            None => self.unpacking.visitor.fault(self.path, error),
            Some(name) => {
                self.count()?;
                let path = member_path(self.path, name);
                self.unpacking.visitor.fault(&path, error)
            }
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

    use super::{Source, Unpacker, Visitor};
    use crate::{Fault, FaultKind, Format};

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
