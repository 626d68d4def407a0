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
    stream::{self, Method},
    tar, zip,
};

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
}

/// Where the packed bytes come from.
pub enum Source<'s> {
    /// A file that has a length and can be read anywhere. It is read from its start.
    File(&'s File),
    /// A stream. A zip in it is copied to a temporary file first, as its directory is at its end.
    Stream(&'s mut dyn Read),
}

/// Unpacks.
///
/// It keeps 64 KiB for each layer, some 512 KiB for a zip or a tar and 1 MiB more for a zip in a stream,
/// and at most 4 MiB for each decoder, beside the window that the stream asks for. Only what is kept of
/// one tar member, its names and its map, may take up to 6 MiB.
#[derive(Clone, Debug)]
pub struct Unpacker {
    window: u64,
    layers: u32,
    members: u64,
}

impl Unpacker {
    /// What a stream may ask for, in bytes, unless said otherwise: 128 MiB.
    pub const DEFAULT_MOST_WINDOW: u64 = 128 << 20;

    /// How many layers are opened, one in the other, unless said otherwise.
    pub const DEFAULT_MOST_LAYERS: u32 = 8;

    /// How many members of containers are looked at, unless said otherwise.
    pub const DEFAULT_MOST_MEMBERS: u64 = 100_000_000;

    /// With the default bounds.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            window: Self::DEFAULT_MOST_WINDOW,
            layers: Self::DEFAULT_MOST_LAYERS,
            members: Self::DEFAULT_MOST_MEMBERS,
        }
    }

    /// How many bytes of what it has given a decoder may be asked to remember. More is a fault.
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
            members: 0,
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
    members: u64,
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
        let window = self.limits.window;
        let method = match format {
            Format::Gzip => Method::Gzip,
            Format::Bzip2 => Method::Bzip2,
            Format::Xz => Method::Xz,
            Format::Zstd => Method::Zstd,
            Format::Tar | Format::Zip => return self.open_container(format, path, bytes, file),
        };
        let mut decoder = stream::decoder(method, bytes, format, 0, window);
        self.open(path, &mut Bytes::new(&mut *decoder), None)
    }

    fn open_container(
        &mut self,
        format: Format,
        path: &Path,
        bytes: &mut Bytes<'_>,
        file: Option<&File>,
    ) -> ControlFlow<()> {
        let window = self.limits.window;
        let mut container = Container {
            unpacking: self,
            format,
            path,
            members: 0,
        };
        match format {
            Format::Zip => zip::read(bytes, file, window, &mut container)?,
            _ => tar::read(bytes, &mut container)?,
        }
        let members = container.members;
        self.visitor.container(path, &self.packing, members)
    }
}

/// What a stream is packed in, by as few of its first bytes as will do.
fn recognise(bytes: &mut Bytes<'_>) -> io::Result<Option<Format>> {
    loop {
        match Recognised::from_head(bytes.at_hand(), bytes.at_end()) {
            Recognised::Plain => return Ok(None),
            Recognised::Packed(format) => return Ok(Some(format)),
            Recognised::Undecided => bytes.read_ahead()?,
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
        ];
        assert_eq!(told(&Unpacker::new().most_members(3), &packed), expected);
    }
}
