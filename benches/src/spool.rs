//! A spool: many small files, one message each, as a news server keeps them; and the same bytes in one
//! mbox.

use std::{
    fs::{self, File},
    io::{self, BufRead, BufReader, BufWriter, Write},
    path::{Path, PathBuf},
};

use crate::{Error, inputs};

/// How many files a folder of the spool has at most.
const FILES_OF_FOLDER: usize = 100;

/// The same messages twice.
#[derive(Clone, Debug)]
pub struct Spool {
    /// The folder that has each of them in a file.
    pub folder: PathBuf,
    /// The file that has all of them.
    pub mbox: PathBuf,
    /// How many there are.
    pub files: usize,
    /// How many bytes they have together.
    pub bytes: u64,
}

impl Spool {
    /// Makes one of the first `most` messages of an mbox, anew each time.
    ///
    /// # Errors
    ///
    /// If the mbox cannot be read, or the spool cannot be written.
    pub fn of(name: &str, mbox: &Path, most: usize) -> Result<Self, Error> {
        Self::make(mbox, most, &inputs::folder().join("spool").join(name))
    }

    fn make(from: &Path, most: usize, to: &Path) -> Result<Self, Error> {
        if to.exists() {
            fs::remove_dir_all(to)?;
        }
        let mut spool = Self {
            folder: to.join("files"),
            mbox: to.join("mbox"),
            files: 0,
            bytes: 0,
        };
        fs::create_dir_all(&spool.folder)?;
        let mut from = BufReader::with_capacity(1 << 16, File::open(from)?);
        let mut mbox = BufWriter::with_capacity(1 << 16, File::create(&spool.mbox)?);
        let (mut message, mut line, mut is_behind_empty) = (Vec::new(), Vec::new(), true);
        while spool.files < most {
            line.clear();
            let is_end = from.read_until(b'\n', &mut line)? == 0;
            let is_next = is_end || is_behind_empty && is_from_line(&line);
            if is_next && !message.is_empty() {
                spool.write(&message, &mut mbox)?;
                message.clear();
            }
            if is_end {
                break;
            }
            is_behind_empty = line.trim_ascii_end().is_empty();
            message.extend_from_slice(&line);
        }
        mbox.flush()?;
        Ok(spool)
    }

    /// Writes one more message to both.
    fn write(&mut self, message: &[u8], mbox: &mut impl Write) -> io::Result<()> {
        let (folder, file) = (self.files / FILES_OF_FOLDER, self.files % FILES_OF_FOLDER);
        let folder = self.folder.join(format!("{folder:03}"));
        if file == 0 {
            fs::create_dir(&folder)?;
        }
        fs::write(folder.join(format!("{file:02}")), message)?;
        mbox.write_all(message)?;
        self.files += 1;
        self.bytes += message.len() as u64;
        Ok(())
    }
}

/// Whether the line begins a message: it ends with a year. All inputs have such lines.
fn is_from_line(line: &[u8]) -> bool {
    let text = line.trim_ascii_end();
    text.starts_with(b"From ")
        && text
            .last_chunk::<5>()
            .is_some_and(|[blank, year @ ..]| *blank == b' ' && year.iter().all(u8::is_ascii_digit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_have_the_same_messages() {
        let folder = tempfile::tempdir().expect("a folder");
        let [from, to] = ["from", "to"].map(|name| folder.path().join(name));
        let messages = [
            "From a Mon Jan 30 09:12:04 1995\n\nFrom here\n\n",
            "From b Mon Jan 30 09:12:04 1995\n\nc\nFrom d Mon Jan 30 09:12:04 1995\n\n",
            "From e Mon Jan 30 09:12:04 1995\n\nf",
        ];
        fs::write(&from, messages.concat()).expect("a file");
        for most in [2, 3, 4] {
            let spool = Spool::make(&from, most, &to).expect("a spool");
            let wanted = &messages[..most.min(3)];
            assert_eq!(spool.files, wanted.len());
            assert_eq!(spool.bytes, wanted.concat().len() as u64);
            let mbox = fs::read_to_string(&spool.mbox).expect("it is there");
            assert_eq!(mbox, wanted.concat());
            for (index, message) in wanted.iter().enumerate() {
                let file = spool.folder.join(format!("000/{index:02}"));
                assert_eq!(fs::read_to_string(file).expect("it is there"), *message);
            }
        }
    }
}
