//! Compressed files and containers, made in memory from named bytes; and one set of messages in each
//! kind of archive, to be put into them.

pub mod archives;
pub mod bombs;
pub mod stream;
pub mod tar;
pub mod zip;

use stream::Stream;
use tar::Tar;
use zip::{Entry, Method};

/// The name of a file, with `/` between its parts, and its bytes.
pub type File = (String, Vec<u8>);

/// Files that were packed in one way.
#[derive(Clone, Debug)]
pub struct Packed {
    /// How, in a word or two.
    pub how: String,
    /// What there is in their place.
    pub files: Vec<File>,
    /// The names of all layers around each, the outermost first.
    pub layers: Vec<&'static str>,
    /// How many of what there is in their place are containers, and containers in these.
    pub containers: usize,
    before: String,
    behind: String,
}

impl Packed {
    /// What the path of a file has become, by its name.
    #[must_use]
    pub fn path(&self, name: &str) -> String {
        format!("{}{name}{}", self.before, self.behind)
    }
}

/// Files packed in every way: each file on its own in each kind of stream, all in each kind of
/// container, each container in each kind of stream, and one in the other.
///
/// # Panics
///
/// If there is no file, or a name is longer than a tar of the old form takes.
#[must_use]
pub fn every_way(files: &[File]) -> Vec<Packed> {
    assert!(!files.is_empty(), "nothing to pack");
    let mut ways: Vec<_> = Stream::ALL
        .map(|stream| each_on_its_own(files, stream))
        .into();
    let tar = tar::of(files);
    ways.push(whole("tar", &["tar"], "all.tar", "!", tar.clone()));
    for stream in Stream::ALL {
        let how = format!("tar.{}", stream.ending());
        let name = format!("all.{how}");
        let layers = [stream.name(), "tar"];
        ways.push(whole(&how, &layers, &name, "!", stream.pack(&tar)));
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
        ways.push(whole(how, &["zip"], "all.zip", "!", zip.clone()));
    }
    let tarred = Tar::new().file("in.zip", &deflated).finish();
    ways.push(whole(
        "zip in a tar",
        &["tar", "zip"],
        "all.tar",
        "!in.zip!",
        tarred,
    ));
    let zipped = zip::zip(&[Entry::deflated("in.tar", &tar)]);
    ways.push(whole(
        "tar in a zip",
        &["zip", "tar"],
        "all.zip",
        "!in.tar!",
        zipped,
    ));
    let gzipped = Stream::Gzip.pack(&stored);
    ways.push(whole(
        "zip in gzip",
        &["gzip", "zip"],
        "all.zip.gz",
        "!",
        gzipped,
    ));
    ways.extend(Stream::ALL.map(|stream| streams_in_a_container(files, stream)));
    ways
}

fn each_on_its_own(files: &[File], stream: Stream) -> Packed {
    let behind = format!(".{}", stream.ending());
    let pack = |(name, bytes): &File| (format!("{name}{behind}"), stream.pack(bytes));
    Packed {
        how: format!("each in {}", stream.name()),
        files: files.iter().map(pack).collect(),
        layers: vec![stream.name()],
        containers: 0,
        before: String::new(),
        behind,
    }
}

fn streams_in_a_container(files: &[File], stream: Stream) -> Packed {
    let alone = each_on_its_own(files, stream);
    let how = format!("{} in a tar, zipped", alone.how);
    let zip = zip::zip(&[Entry::stored("in.tar", &tar::of(&alone.files))]);
    let layers = ["zip", "tar", stream.name()];
    let mut packed = whole(&how, &layers, "all.zip", "!in.tar!", zip);
    packed.behind = alone.behind;
    packed
}

/// One file that holds all; `inside` stands between its name and that of a member.
fn whole(how: &str, layers: &[&'static str], name: &str, inside: &str, bytes: Vec<u8>) -> Packed {
    let is_container = |layer: &&&str| ["tar", "zip"].contains(*layer);
    Packed {
        how: how.into(),
        files: vec![(name.into(), bytes)],
        layers: layers.to_vec(),
        containers: layers.iter().filter(is_container).count(),
        before: format!("{name}{inside}"),
        behind: String::new(),
    }
}
