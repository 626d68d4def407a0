//! Compressed files and containers, made in memory.

pub mod bombs;
pub mod lzw;
pub mod stream;
pub mod tar;
pub mod zip;

use lzw::Lzw;
use stream::Stream;
use tar::Tar;
use zip::{Entry, Method};

/// The path of a file, with `/` separators, and its bytes.
pub type File = (String, Vec<u8>);

/// Returns a text that hardly any format makes shorter.
#[must_use]
pub fn noise(len: usize) -> Vec<u8> {
    let mut state = 1_u32;
    let next = |_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        b"0123456789abcdefghijklmnopqrstu\n"[(state >> 27) as usize]
    };
    (0..len).map(next).collect()
}

/// Packs one file in each format. Returns the extension and the bytes of each compressed file.
#[must_use]
pub fn one_file(name: &str, bytes: &[u8]) -> [(&'static str, Vec<u8>); 10] {
    let tar = Tar::new().file(name, bytes).finish();
    [
        ("gz", Stream::Gzip.pack(bytes)),
        ("bz2", Stream::Bzip2.pack(bytes)),
        ("xz", Stream::Xz.pack(bytes)),
        ("zst", Stream::Zstd.pack(bytes)),
        ("lz", Stream::Lzip.pack(bytes)),
        ("lz4", Stream::Lz4.pack(bytes)),
        ("lzma", stream::lzma_file(bytes, 64 << 10)),
        ("Z", Lzw::DEFAULT.pack(bytes)),
        ("zip", zip::zip(&[Entry::deflated(name, bytes)])),
        ("tar.gz", Stream::Gzip.pack(&tar)),
    ]
}

/// Files compressed or archived in one way.
#[derive(Clone, Debug)]
pub struct Compressed {
    /// A short description.
    pub how: String,
    /// The compressed files.
    pub files: Vec<File>,
    /// The names of all formats around each original file, the outermost first.
    pub layers: Vec<&'static str>,
    /// The number of containers in the compressed files, nested ones included.
    pub containers: usize,
    prefix: String,
    suffix: String,
}

impl Compressed {
    /// Returns the path of an original file inside the compressed files.
    #[must_use]
    pub fn path(&self, name: &str) -> String {
        format!("{}{name}{}", self.prefix, self.suffix)
    }
}

/// Packs files in every way: each file alone in each stream format, all files in each container format,
/// each container in each stream format, and one container in the other.
///
/// # Panics
///
/// If there is no file, or a name is too long for the old tar format.
#[must_use]
pub fn every_way(files: &[File]) -> Vec<Compressed> {
    assert!(!files.is_empty(), "nothing to pack");
    let mut ways: Vec<_> = Stream::ALL.map(|stream| each_alone(files, stream)).into();
    let tar = tar::from_files(files);
    ways.push(all_in_one("tar", &["tar"], "all.tar", "!", tar.clone()));
    for stream in Stream::ALL {
        let how = format!("tar.{}", stream.extension());
        let name = format!("all.{how}");
        let layers = [stream.name(), "tar"];
        ways.push(all_in_one(&how, &layers, &name, "!", stream.pack(&tar)));
    }
    let stored = zip::zip(&zip::entries(files, Method::Stored));
    let deflated = zip::entries(files, Method::Deflated);
    let described = deflated.iter().cloned().map(Entry::described);
    let described = zip::zip(&described.collect::<Vec<_>>());
    let deflated = zip::zip(&deflated);
    for (how, zip) in [
        ("zip, stored", &stored),
        ("zip, deflated", &deflated),
        ("zip, with descriptors", &described),
        ("zip, by another writer", &zip::streamed(files)),
    ] {
        ways.push(all_in_one(how, &["zip"], "all.zip", "!", zip.clone()));
    }
    let tarred = Tar::new().file("in.zip", &deflated).finish();
    ways.push(all_in_one(
        "zip in a tar",
        &["tar", "zip"],
        "all.tar",
        "!in.zip!",
        tarred,
    ));
    let zipped = zip::zip(&[Entry::deflated("in.tar", &tar)]);
    ways.push(all_in_one(
        "tar in a zip",
        &["zip", "tar"],
        "all.zip",
        "!in.tar!",
        zipped,
    ));
    let gzipped = Stream::Gzip.pack(&stored);
    ways.push(all_in_one(
        "zip in gzip",
        &["gzip", "zip"],
        "all.zip.gz",
        "!",
        gzipped,
    ));
    ways.extend(Stream::ALL.map(|stream| streams_in_a_container(files, stream)));
    ways
}

fn each_alone(files: &[File], stream: Stream) -> Compressed {
    let suffix = format!(".{}", stream.extension());
    let pack = |(name, bytes): &File| (format!("{name}{suffix}"), stream.pack(bytes));
    Compressed {
        how: format!("each in {}", stream.name()),
        files: files.iter().map(pack).collect(),
        layers: vec![stream.name()],
        containers: 0,
        prefix: String::new(),
        suffix,
    }
}

fn streams_in_a_container(files: &[File], stream: Stream) -> Compressed {
    let alone = each_alone(files, stream);
    let how = format!("{} in a tar, zipped", alone.how);
    let zip = zip::zip(&[Entry::stored("in.tar", &tar::from_files(&alone.files))]);
    let layers = ["zip", "tar", stream.name()];
    let mut compressed = all_in_one(&how, &layers, "all.zip", "!in.tar!", zip);
    compressed.suffix = alone.suffix;
    compressed
}

/// Returns one compressed file with all files. `separator` stands between its name and the name of a member.
fn all_in_one(
    how: &str,
    layers: &[&'static str],
    name: &str,
    separator: &str,
    bytes: Vec<u8>,
) -> Compressed {
    let is_container = |layer: &&&str| ["tar", "zip"].contains(*layer);
    Compressed {
        how: how.into(),
        files: vec![(name.into(), bytes)],
        layers: layers.to_vec(),
        containers: layers.iter().filter(is_container).count(),
        prefix: format!("{name}{separator}"),
        suffix: String::new(),
    }
}
