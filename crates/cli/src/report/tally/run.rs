//! What was counted, sorted, in a temporary file.

use std::{
    fs::File,
    io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write},
};

use super::counted::Counted;

/// So much is read at once.
const READ: usize = 64 << 10;

/// A file without a name: it is gone when this is, and when the process is.
#[derive(Debug)]
pub(super) struct Run {
    file: File,
    entries: u64,
}

impl Run {
    /// Writes what comes.
    ///
    /// # Errors
    ///
    /// The temporary file cannot be made or written; or an item has an error.
    pub(super) fn write(all: impl Iterator<Item = io::Result<Counted>>) -> io::Result<Self> {
        let mut file = BufWriter::with_capacity(READ, tempfile::tempfile()?);
        let mut entries = 0;
        for counted in all {
            let Counted { text, count } = counted?;
            file.write_all(&count.to_le_bytes())?;
            file.write_all(&(text.len() as u64).to_le_bytes())?;
            file.write_all(&text)?;
            entries += 1;
        }
        let file = file.into_inner()?;
        Ok(Self { file, entries })
    }

    /// What was written.
    ///
    /// # Errors
    ///
    /// The file cannot be read; so may each of the items say.
    pub(super) fn read(self) -> io::Result<impl Iterator<Item = io::Result<Counted>> + use<>> {
        let Self { mut file, entries } = self;
        file.seek(SeekFrom::Start(0))?;
        let mut file = BufReader::with_capacity(READ, file);
        let next = move |_| {
            let count = number(&mut file)?;
            let mut text = vec![0; number(&mut file)? as usize];
            file.read_exact(&mut text)?;
            let text = text.into();
            Ok(Counted { text, count })
        };
        Ok((0..entries).map(next))
    }
}

fn number(file: &mut impl Read) -> io::Result<u64> {
    let mut bytes = [0; size_of::<u64>()];
    file.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}
