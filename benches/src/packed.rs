//! Inputs in every form that is unpacked, and the programs that do nothing but unpack them.

use std::{
    ffi::OsStr,
    fs::{self, File},
    io::{self, BufWriter, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use bzip2::{read::BzDecoder, write::BzEncoder};
use flate2::{
    Compression, Crc,
    read::{DeflateDecoder, GzDecoder},
    write::{DeflateEncoder, GzEncoder},
};
use liblzma::{read::XzDecoder, write::XzEncoder};
use memchr::{memchr_iter, memmem};
use rawzip::{CompressionMethod, ZipArchive, ZipArchiveWriter};

use crate::{
    Error,
    inputs::{self, Input},
    process,
};

/// The argument that makes the bench's own program pack one file and do nothing else. An encoder keeps
/// a hundred megabytes, and what the bench ever had is taken for the peak of what it starts afterwards.
pub const MODE: &str = "pack";

/// The inputs that are packed.
const PACKED: [&str; 3] = ["lists.mbox", "mail.mbox", "mime.mbox"];

/// The most that is packed of an input: bzip2 takes seconds for it. No input made here is longer.
const MOST: u64 = 128_000_000;

/// What gzip, zip and tar take if nobody says otherwise.
const DEFLATE: Compression = Compression::new(6);

/// How an input is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// At level 6.
    Gzip,
    /// In blocks of 900 kB.
    Bzip2,
    /// At preset 6.
    Xz,
    /// At level 3.
    Zstd,
    /// One member, deflated at level 6.
    Zip,
    /// One member, the whole compressed at level 6.
    TarGz,
}

/// A program that only unpacks.
#[derive(Clone, Debug)]
pub struct Decompressor {
    /// What it is called.
    pub name: &'static str,
    /// Where it is.
    pub path: PathBuf,
    /// What makes it write to its standard output. The file goes behind.
    pub args: &'static [&'static str],
}

/// What is packed of an input, as a file beside which the packed ones lie.
#[derive(Clone, Debug)]
pub struct Plain {
    /// The input's name.
    pub name: &'static str,
    /// Where it is.
    pub path: PathBuf,
    /// How big it is.
    pub bytes: u64,
    /// How many line feeds are in it: what a decompressor writes.
    pub lines: u64,
    /// How many hits are in it, if that is known.
    pub hits: Option<u64>,
}

impl Form {
    /// All of them, in the order of the table.
    pub const ALL: [Self; 6] = [
        Self::Gzip,
        Self::Bzip2,
        Self::Xz,
        Self::Zstd,
        Self::Zip,
        Self::TarGz,
    ];

    /// What stands behind the name of a file.
    #[must_use]
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Gzip => ".gz",
            Self::Bzip2 => ".bz2",
            Self::Xz => ".xz",
            Self::Zstd => ".zst",
            Self::Zip => ".zip",
            Self::TarGz => ".tar.gz",
        }
    }

    /// What nobody can unpack it without, in KiB.
    #[must_use]
    pub const fn window(self) -> u64 {
        match self {
            Self::Gzip | Self::Zip | Self::TarGz => 32,
            // Four bytes for each one of a block, as the manual of bzip2 has it.
            Self::Bzip2 => 4 * 900_000_u64.div_ceil(1024),
            // The dictionaries of preset 6 and of level 3.
            Self::Xz => 8 * 1024,
            Self::Zstd => 2 * 1024,
        }
    }

    /// The program that only unpacks this, if this machine has it.
    #[must_use]
    pub fn decompressor(self) -> Option<Decompressor> {
        let (name, args): (_, &[_]) = match self {
            Self::Gzip => ("zcat", &[]),
            Self::Bzip2 => ("bzcat", &[]),
            Self::Xz => ("xzcat", &[]),
            Self::Zstd => ("zstdcat", &[]),
            Self::Zip => ("unzip", &["-p"]),
            Self::TarGz => ("tar", &["xzOf"]),
        };
        let path = process::find(name)?;
        Some(Decompressor { name, path, args })
    }

    /// Packs the bytes, as a file of this name.
    ///
    /// # Errors
    ///
    /// If the encoder fails.
    pub fn pack(self, name: &str, bytes: &[u8]) -> Result<Vec<u8>, Error> {
        let mut packed = Vec::new();
        self.write(name, &mut &*bytes, bytes.len() as u64, &mut packed)?;
        Ok(packed)
    }

    /// Unpacks with nothing but the decoder, which knows what it is given, and hands on block by block
    /// what that holds. Only what [`pack`](Self::pack) gives can be unpacked.
    ///
    /// # Errors
    ///
    /// If it is not of this form, or broken.
    pub fn unpack(self, packed: &[u8], take: &mut dyn FnMut(&[u8])) -> Result<(), Error> {
        match self {
            Self::Gzip => read_out(GzDecoder::new(packed), take)?,
            Self::Bzip2 => read_out(BzDecoder::new(packed), take)?,
            Self::Xz => read_out(XzDecoder::new(packed), take)?,
            Self::Zstd => read_out(zstd::Decoder::with_buffer(packed)?, take)?,
            Self::Zip => {
                let zip = ZipArchive::from_slice(packed)?;
                let member = zip.entries().next_entry()?.ok_or("an empty zip")?;
                let member = zip.get_entry(member.wayfinder())?;
                let data = DeflateDecoder::new(member.data());
                // It compares the checksum at the end, as the others do.
                read_out(member.verifying_reader(data), take)?;
            }
            Self::TarGz => {
                let mut tar = tar::Archive::new(GzDecoder::new(packed));
                for member in tar.entries()? {
                    read_out(member?, take)?;
                }
            }
        }
        Ok(())
    }

    /// Writes so many bytes in this form.
    fn write(
        self,
        name: &str,
        mut from: &mut dyn Read,
        bytes: u64,
        to: &mut dyn Write,
    ) -> Result<(), Error> {
        match self {
            Self::Gzip => {
                let mut gzip = GzEncoder::new(to, DEFLATE);
                io::copy(&mut from, &mut gzip)?;
                gzip.finish()?;
            }
            Self::Bzip2 => {
                let mut bzip2 = BzEncoder::new(to, bzip2::Compression::best());
                io::copy(&mut from, &mut bzip2)?;
                bzip2.finish()?;
            }
            Self::Xz => {
                let mut xz = XzEncoder::new(to, 6);
                io::copy(&mut from, &mut xz)?;
                xz.finish()?;
            }
            Self::Zstd => {
                let mut zstd = zstd::Encoder::new(to, 3)?;
                // The command writes one, too, and both sides have to compute it.
                zstd.include_checksum(true)?;
                io::copy(&mut from, &mut zstd)?;
                zstd.finish()?;
            }
            Self::Zip => {
                let mut zip = ZipArchiveWriter::new(to);
                let member = zip
                    .new_file(name)
                    .compression_method(CompressionMethod::DEFLATE);
                let (mut member, config) = member.start()?;
                let mut data = config.wrap(DeflateEncoder::new(&mut member, DEFLATE));
                io::copy(&mut from, &mut data)?;
                let (deflate, descriptor) = data.finish()?;
                deflate.finish()?;
                member.finish(descriptor)?;
                zip.finish()?;
            }
            Self::TarGz => {
                let mut tar = tar::Builder::new(GzEncoder::new(to, DEFLATE));
                let mut header = tar::Header::new_gnu();
                header.set_size(bytes);
                header.set_mode(0o644);
                tar.append_data(&mut header, name, from)?;
                tar.into_inner()?.finish()?;
            }
        }
        Ok(())
    }

    /// The form of a file by its name, and the name of what is packed in it.
    fn of(name: &str) -> Option<(Self, &str)> {
        let fits = |form: Self| Some((form, name.strip_suffix(form.ending())?));
        // `.tar.gz` is longer than `.gz`.
        Self::ALL
            .into_iter()
            .filter_map(fits)
            .min_by_key(|(_, plain)| plain.len())
    }
}

/// Packs the file that lies beside this one and has its name without the ending. Says how many bytes
/// that gave.
///
/// # Errors
///
/// If there is no such file, or it cannot be packed.
pub fn run(packed: &Path) -> Result<String, Error> {
    let name = packed.file_name().and_then(OsStr::to_str);
    let (form, name) = name.and_then(Form::of).ok_or("a form that is not known")?;
    let mut plain = File::open(packed.with_file_name(name))?;
    let bytes = plain.metadata()?.len();
    complete(packed, |to| form.write(name, &mut plain, bytes, to))?;
    Ok(fs::metadata(packed)?.len().to_string())
}

impl Plain {
    /// What is packed of this input, if anything is: all of it, or as many whole messages as are not too
    /// long for it. It is kept from one run to the next, as is what is packed of it.
    ///
    /// # Errors
    ///
    /// If it cannot be read or written.
    pub fn of(input: &Input) -> Result<Option<Self>, Error> {
        if !PACKED.contains(&input.name) {
            return Ok(None);
        }
        let mut file = File::open(&input.path)?;
        let all = file.metadata()?.len();
        let bytes = cut(&mut file, all, MOST)?;
        let (lines, crc) = sum_up(&mut file, bytes)?;
        // What is made anew may be another text, for which nothing may be taken that was packed before.
        let folder = inputs::folder().join(format!("packed/{}-{crc:08x}", input.name));
        fs::create_dir_all(&folder)?;
        let path = folder.join(input.name);
        if !path.exists() {
            file.rewind()?;
            complete(&path, |to| {
                io::copy(&mut file.take(bytes), to)?;
                Ok(())
            })?;
        }
        let hits = input.as_messages.and_then(|archive| archive.hits);
        Ok(Some(Self {
            name: input.name,
            path,
            bytes,
            lines,
            hits: hits.filter(|_| bytes == all),
        }))
    }

    /// What it is called in this form.
    #[must_use]
    pub fn name_in(&self, form: Form) -> String {
        format!("{}{}", self.name, form.ending())
    }

    /// Where it is in this form, or is to be.
    #[must_use]
    pub fn path_in(&self, form: Form) -> PathBuf {
        self.path.with_file_name(self.name_in(form))
    }
}

fn read_out(mut from: impl Read, take: &mut dyn FnMut(&[u8])) -> io::Result<()> {
    let mut block = vec![0; 1 << 16];
    loop {
        match from.read(&mut block)? {
            0 => return Ok(()),
            len => take(&block[..len]),
        }
    }
}

/// Where at most so many bytes end: before a message, if the last megabyte of them has the start of one.
fn cut(file: &mut (impl Read + Seek), all: u64, most: u64) -> io::Result<u64> {
    const START: &[u8] = b"\n\nFrom ";
    if all <= most {
        return Ok(all);
    }
    let from = most.saturating_sub(1 << 20);
    let mut last = Vec::new();
    file.seek(SeekFrom::Start(from))?;
    file.take(most - from).read_to_end(&mut last)?;
    Ok(memmem::rfind(&last, START).map_or(most, |at| from + at as u64 + 2))
}

/// How many line feeds are in the first bytes of a file, and their checksum.
fn sum_up(file: &mut (impl Read + Seek), bytes: u64) -> io::Result<(u64, u32)> {
    file.rewind()?;
    let mut file = file.take(bytes);
    let (mut block, mut lines, mut crc) = (vec![0; 1 << 16], 0, Crc::new());
    loop {
        let read = match file.read(&mut block)? {
            0 => return Ok((lines, crc.sum())),
            len => &block[..len],
        };
        lines += memchr_iter(b'\n', read).count() as u64;
        crc.update(read);
    }
}

/// Writes a file under another name first, so that what was interrupted is not taken for what is
/// complete.
fn complete(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), Error>,
) -> Result<(), Error> {
    let part = path.with_added_extension("part");
    let mut file = BufWriter::with_capacity(1 << 16, File::create(&part)?);
    write(&mut file)?;
    file.flush()?;
    fs::rename(part, path)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn unpacked(form: Form, packed: &[u8]) -> Vec<u8> {
        let mut plain = Vec::new();
        form.unpack(packed, &mut |bytes| plain.extend_from_slice(bytes))
            .expect("it is sound");
        plain
    }

    #[test]
    fn what_is_packed_is_there_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let plain = "From here\nto there\n".repeat(10_000).into_bytes();
        fs::write(folder.path().join("a.mbox"), &plain).expect("a file");
        for form in Form::ALL {
            let path = folder.path().join(format!("a.mbox{}", form.ending()));
            let told = run(&path).expect("it is packed");
            let packed = fs::read(path).expect("it is there");
            assert_eq!(told, packed.len().to_string(), "{form:?}");
            assert!(packed.len() < plain.len() / 10, "{form:?}");
            assert!(unpacked(form, &packed) == plain, "{form:?}");
            let again = form.pack("a.mbox", &plain).expect("it is packed");
            assert!(unpacked(form, &again) == plain, "{form:?}");
        }
    }

    #[test]
    fn a_form_is_told_by_its_ending() {
        for form in Form::ALL {
            let name = format!("a.mbox{}", form.ending());
            assert_eq!(Form::of(&name), Some((form, "a.mbox")));
        }
        assert_eq!(Form::of("a.mbox"), None);
        assert!(run(Path::new("nowhere/a.mbox.gz")).is_err());
    }

    #[test]
    fn what_is_too_long_ends_with_a_message() {
        let mbox = b"From a\n\nb\n\nFrom c\n\nd\n\nFrom e\n";
        let cut = |most| cut(&mut Cursor::new(mbox), mbox.len() as u64, most).expect("a slice");
        let second = 11;
        assert!(mbox[second..].starts_with(b"From c"));
        assert_eq!(cut(mbox.len() as u64), mbox.len() as u64);
        assert_eq!(cut(mbox.len() as u64 - 3), second as u64);
        // There is no message to end with.
        assert_eq!(cut(9), 9);
    }

    #[test]
    fn lines_are_counted_up_to_the_cut() {
        let sum = |bytes| sum_up(&mut Cursor::new(b"a\nb\nc\n"), bytes).expect("a slice");
        assert_eq!(sum(0), (0, 0));
        assert_eq!((sum(3).0, sum(4).0, sum(9).0), (1, 2, 3));
        assert_ne!(sum(3).1, sum(4).1);
    }
}
