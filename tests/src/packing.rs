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
    pub layers: Vec<String>,
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
    let tar = tar::from_files(files);
    let stored = zip::zip(&zip::entries(files, Method::Stored));
    let deflated = zip::entries(files, Method::Deflated);
    let described = deflated.iter().cloned().map(Entry::described);
    let described = zip::zip(&described.collect::<Vec<_>>());
    let deflated = zip::zip(&deflated);
    let zip_in_tar = Tar::new().file("in.zip", &deflated).finish();
    let tar_in_zip = zip::zip(&[Entry::deflated("in.tar", &tar)]);
    let zip_in_gzip = Stream::Gzip.pack(&stored);
    let mut ways = vec![
        all_in_one("zip, stored", "zip", "!", stored),
        all_in_one("zip, deflated", "zip", "!", deflated),
        all_in_one("zip, with descriptors", "zip", "!", described),
        all_in_one("zip, by another writer", "zip", "!", zip::streamed(files)),
        all_in_one("zip in a tar", "tar zip", "!in.zip!", zip_in_tar),
        all_in_one("tar in a zip", "zip tar", "!in.tar!", tar_in_zip),
        all_in_one("zip in gzip", "gzip zip", "!", zip_in_gzip),
    ];
    for stream in Stream::ALL {
        let name = stream.name();
        let suffix = format!(".{}", stream.extension());
        let pack = |(name, bytes): &File| (format!("{name}{suffix}"), stream.pack(bytes));
        let alone: Vec<_> = files.iter().map(pack).collect();
        let zip = zip::zip(&[Entry::stored("in.tar", &tar::from_files(&alone))]);
        let layers = format!("zip tar {name}");
        let in_zip = all_in_one("each alone, in a tar, zipped", &layers, "!in.tar!", zip);
        let in_stream = stream.pack(&tar);
        ways.extend([
            all_in_one("a tar in a stream", &format!("{name} tar"), "!", in_stream),
            Compressed {
                how: "each alone".into(),
                files: alone,
                layers: vec![name.into()],
                prefix: String::new(),
                suffix: suffix.clone(),
            },
            Compressed { suffix, ..in_zip },
        ]);
    }
    ways.push(all_in_one("tar", "tar", "!", tar));
    ways
}

/// Returns one compressed file with all files. The names of the layers are separated by spaces; `separator` stands
/// between the name of the file and that of a member.
fn all_in_one(how: &str, layers: &str, separator: &str, bytes: Vec<u8>) -> Compressed {
    Compressed {
        how: format!("{how}: {layers}"),
        files: vec![("all".into(), bytes)],
        layers: layers.split(' ').map(str::to_owned).collect(),
        prefix: format!("all{separator}"),
        suffix: String::new(),
    }
}
