//! The limit: the least that a program has to do that looks for `<` in a file, or in all files of a
//! folder. Nothing that finds URLs can be expected to be faster, on any machine.

use std::{
    fs::{self, File},
    io::{self, Read},
    path::{Path, PathBuf},
    thread::{self, ScopedJoinHandle},
};

use crate::Error;

/// The argument that makes the bench's own program do this and nothing else.
pub const MODE: &str = "limit";

/// The argument that makes it do the same with two threads.
pub const MODE_OF_TWO: &str = "limit-of-two";

/// Maps the file and finds every `<` in it; the files of a folder are read. Says how many there are, and
/// the sum of their places, so that each of them must have been found.
///
/// # Errors
///
/// If the file cannot be mapped, or one of the folder cannot be read.
pub fn run(path: &Path) -> Result<String, Error> {
    let found = if path.is_dir() {
        in_files(&files(path)?)?
    } else {
        positions(&map(path)?)
    };
    Ok(told(found))
}

/// The same with two threads: each has half of the file, or of the files.
///
/// # Errors
///
/// If the file cannot be mapped, or one of the folder cannot be read.
pub fn run_by_two(path: &Path) -> Result<String, Error> {
    let found = if path.is_dir() {
        let files = files(path)?;
        let (front, back) = files.split_at(files.len() / 2);
        let (front, back) = thread::scope(|scope| {
            let front = scope.spawn(|| in_files(front));
            let back = in_files(back);
            Ok::<_, Error>((joined(front)??, back?))
        })?;
        together(front, back)
    } else {
        positions_by_two(&map(path)?)?
    };
    Ok(told(found))
}

/// The number of `<` in the bytes, and the sum of their places.
#[must_use]
pub fn positions(bytes: &[u8]) -> (u64, u64) {
    memchr::memchr_iter(b'<', bytes).fold((0, 0), |(count, sum), at| {
        (count + 1, sum.wrapping_add(at as u64))
    })
}

fn positions_by_two(bytes: &[u8]) -> Result<(u64, u64), Error> {
    let (front, back) = bytes.split_at(bytes.len() / 2);
    thread::scope(|scope| {
        let found = scope.spawn(|| positions(front));
        let (count, sum) = positions(back);
        let moved = sum.wrapping_add(count.wrapping_mul(front.len() as u64));
        Ok(together(joined(found)?, (count, moved)))
    })
}

fn joined<T>(thread: ScopedJoinHandle<'_, T>) -> Result<T, Error> {
    thread.join().map_err(|_| "a thread panicked".into())
}

fn together(left: (u64, u64), right: (u64, u64)) -> (u64, u64) {
    (left.0 + right.0, left.1.wrapping_add(right.1))
}

fn told((count, sum): (u64, u64)) -> String {
    format!("{count} {sum}")
}

fn map(path: &Path) -> io::Result<memmap2::Mmap> {
    let file = File::open(path)?;
    #[expect(unsafe_code, reason = "a file cannot be mapped without")]
    // SAFETY: the inputs belong to the bench, and nobody writes to them while it measures.
    let map = unsafe { memmap2::Mmap::map(&file) }?;
    Ok(map)
}

/// All of the files: to map a small one takes longer than to read it. Places are those in each file.
fn in_files(paths: &[PathBuf]) -> io::Result<(u64, u64)> {
    let (mut bytes, mut found) = (Vec::new(), (0, 0));
    for path in paths {
        bytes.clear();
        File::open(path)?.read_to_end(&mut bytes)?;
        found = together(found, positions(&bytes));
    }
    Ok(found)
}

/// All files in a folder, and in the folders in it.
///
/// # Errors
///
/// If one of the folders cannot be read.
pub fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let (mut folders, mut files) = (vec![folder.to_owned()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                folders.push(entry.path());
            } else {
                files.push(entry.path());
            }
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_threads_find_what_one_finds() {
        let folder = tempfile::tempdir().expect("a folder");
        let texts = ["<", "", "a<b<", "<<<c", "d<"];
        for (index, text) in texts.iter().enumerate() {
            let inner = folder.path().join((index % 2).to_string());
            fs::create_dir_all(&inner).expect("a folder");
            fs::write(inner.join(index.to_string()), text).expect("a file");
            assert_eq!(
                positions_by_two(text.as_bytes()).expect("two threads"),
                positions(text.as_bytes()),
                "{text}"
            );
        }
        assert_eq!(files(folder.path()).expect("files").len(), texts.len());
        // Of each text by itself: 0, none, 1 + 3, 0 + 1 + 2, 1.
        for run in [run, run_by_two] {
            assert_eq!(run(folder.path()).expect("a limit"), "7 8");
        }
        let file = folder.path().join("1/3");
        for run in [run, run_by_two] {
            assert_eq!(run(&file).expect("a limit"), "3 3");
        }
    }
}
