//! Unpacking on a thread of its own, ahead of what is done with the files.
//!
//! The thread has the source and the decoders; what they give crosses over in blocks. It keeps at most
//! [`BLOCKS`] of them: where none is free it waits, so that a slow reader is waited for.
//!
//! A note to maintainers: the thread is not waited for when the taker has had enough. It may be reading
//! from a pipe in which nothing comes. It ends at the next thing that it has to say.

use std::{
    io::{self, Read},
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
        mpsc::{Receiver, Sender, SyncSender, channel, sync_channel},
    },
    thread,
};

use urlsift_unpack::{Format, Unpacker, Visitor};

use crate::{
    Error,
    files::{Opened, Take},
    packed::with_source,
};

/// How many bytes cross over at a time.
const BLOCK: usize = 128 << 10;

/// How many blocks there are.
const BLOCKS: usize = 8;

/// How many things may be said and not heard yet. Each may have a path of half a MiB, for eight layers.
const SAID: usize = 32;

/// What the thread says. A file is followed by its blocks and its end.
enum Said {
    File(PathBuf, Vec<Format>),
    Block(Block),
    /// The end of a file, and why it is not the one that it should have.
    End(Option<io::Error>),
    Fault(PathBuf, io::Error),
    Container(PathBuf, Vec<Format>, u64),
    /// There is nothing more.
    Done,
}

/// Some bytes of a file.
#[derive(Default)]
struct Block {
    buffer: Vec<u8>,
    /// How many bytes are in the buffer.
    filled: usize,
    /// How many of them have been taken.
    taken: usize,
}

/// Takes the files of a packed input whose first bytes are `head`.
pub(crate) fn unpack(
    unpacker: &Unpacker,
    path: &Path,
    head: &[u8],
    opened: Opened,
    taker: &mut impl Take,
) -> ControlFlow<()> {
    let (say, said) = sync_channel(SAID);
    let (give_back, free) = channel();
    for _ in 0..BLOCKS {
        // The other end is here.
        let _ = give_back.send(Block::default());
    }
    let passed = Arc::new(AtomicU64::new(0));
    let speaker = Speaker {
        say,
        free,
        next: None,
        files: 0,
        passed: Arc::clone(&passed),
    };
    let (unpacker, name, head) = (unpacker.clone(), path.to_owned(), head.to_vec());
    let spawned = thread::Builder::new()
        .name("unpack".into())
        .spawn(move || speaker.speak(&unpacker, &name, &head, opened));
    if let Err(error) = spawned {
        return taker.error(Error::io(path, error));
    }
    let mut listener = Listener {
        said,
        give_back,
        at_hand: None,
        has_ended: true,
    };
    let mut files = 0;
    loop {
        taker.before_read()?;
        match listener.said.recv() {
            Ok(Said::File(path, packing)) => {
                files += 1;
                listener.has_ended = false;
                taker.file(&path, &packing, &mut listener)?;
                passed.store(files, Ordering::Relaxed);
                if let Some(error) = listener.pass(taker)?
                    && packing.contains(&Format::Tar)
                {
                    taker.error(Error::io(&path, error))?;
                }
            }
            Ok(Said::Fault(path, error)) => taker.error(Error::io(&path, error))?,
            Ok(Said::Container(path, packing, members)) => {
                taker.container(&path, &packing, members)?;
            }
            Ok(Said::Done) => return ControlFlow::Continue(()),
            // It has panicked, or lost its way.
            Ok(Said::Block(_) | Said::End(_)) | Err(_) => {
                return taker.error(Error::io(path, failed()));
            }
        }
    }
}

fn failed() -> io::Error {
    io::Error::other("unpacking it has failed")
}

/// The thread's end.
struct Speaker {
    say: SyncSender<Said>,
    /// Blocks that can be filled.
    free: Receiver<Block>,
    /// The one that is filled next.
    next: Option<Block>,
    /// How many files were begun.
    files: u64,
    /// How many of them nobody reads any more.
    passed: Arc<AtomicU64>,
}

impl Speaker {
    fn speak(mut self, unpacker: &Unpacker, path: &Path, head: &[u8], opened: Opened) {
        // A break says that nobody listens, or that there is more than is looked at.
        let _ = with_source(head, opened, |source| match source {
            Ok(source) => unpacker.unpack(path, source, &mut self),
            Err(error) => self.fault(path, error),
        });
        let _ = self.say(Said::Done);
    }

    /// Says something. A break if nobody listens.
    fn say(&self, said: Said) -> ControlFlow<()> {
        match self.say.send(said) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }

    /// Says the bytes of a file, as long as they are read, and returns how they end.
    fn blocks(&mut self, bytes: &mut dyn Read) -> ControlFlow<(), Option<io::Error>> {
        while self.passed.load(Ordering::Relaxed) < self.files {
            let Some(mut block) = self.next.take().or_else(|| self.free.recv().ok()) else {
                return ControlFlow::Break(());
            };
            block.buffer.resize(BLOCK, 0);
            let read = bytes.read(&mut block.buffer);
            if let Ok(len @ 1..) = read {
                block.filled = len;
                block.taken = 0;
                self.say(Said::Block(block))?;
                continue;
            }
            self.next = Some(block);
            match read {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => return ControlFlow::Continue(read.err()),
            }
        }
        ControlFlow::Continue(None)
    }
}

impl Visitor for Speaker {
    fn file(&mut self, path: &Path, packing: &[Format], bytes: &mut dyn Read) -> ControlFlow<()> {
        self.files += 1;
        self.say(Said::File(path.into(), packing.into()))?;
        let end = self.blocks(bytes)?;
        self.say(Said::End(end))
    }

    fn fault(&mut self, path: &Path, error: io::Error) -> ControlFlow<()> {
        self.say(Said::Fault(path.into(), error))
    }

    fn container(&mut self, path: &Path, packing: &[Format], members: u64) -> ControlFlow<()> {
        self.say(Said::Container(path.into(), packing.into(), members))
    }
}

/// The taker's end: reads the file that was begun.
struct Listener {
    said: Receiver<Said>,
    /// Takes blocks that are empty again.
    give_back: Sender<Block>,
    at_hand: Option<Block>,
    has_ended: bool,
}

impl Listener {
    /// Gets the next block, unless the file has ended.
    fn hear(&mut self) -> io::Result<()> {
        match self.said.recv() {
            Ok(Said::Block(block)) => self.at_hand = Some(block),
            Ok(Said::End(end)) => {
                self.has_ended = true;
                return end.map_or(Ok(()), Err);
            }
            // It has panicked, or lost its way.
            _ => {
                self.has_ended = true;
                return Err(failed());
            }
        }
        Ok(())
    }

    /// Gives the block at hand back.
    fn give_back(&mut self) {
        if let Some(block) = self.at_hand.take() {
            // Nobody may want it any more.
            let _ = self.give_back.send(block);
        }
    }

    /// Passes over what is left of the file, and returns why that cannot be read, if that was seen. A
    /// tar cannot be read on then, and will not say so again.
    fn pass(&mut self, taker: &mut impl Take) -> ControlFlow<(), Option<io::Error>> {
        let mut failure = None;
        self.give_back();
        while !self.has_ended {
            taker.before_read()?;
            failure = self.hear().err();
            self.give_back();
        }
        ControlFlow::Continue(failure)
    }
}

impl Read for Listener {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while !self.has_ended || self.at_hand.is_some() {
            if let Some(block) = &mut self.at_hand {
                let rest = &block.buffer[block.taken..block.filled];
                let len = rest.len().min(into.len());
                into[..len].copy_from_slice(&rest[..len]);
                block.taken += len;
                if len > 0 || into.is_empty() {
                    return Ok(len);
                }
                self.give_back();
                continue;
            }
            self.hear()?;
        }
        Ok(0)
    }
}

#[cfg(test)]
mod tests {
    use std::{
        io::{Read, Write},
        ops::ControlFlow,
        path::Path,
        thread,
        time::Duration,
    };

    use urlsift_unpack::{Format, Unpacker};

    use super::unpack;
    use crate::{
        Error,
        files::{Opened, Take},
    };

    /// Reads nothing of any file, but takes its time.
    struct Passing {
        pause: Duration,
        files: usize,
        errors: Vec<Error>,
    }

    impl Take for Passing {
        fn file(&mut self, _: &Path, _: &[Format], _: &mut dyn Read) -> ControlFlow<()> {
            self.files += 1;
            thread::sleep(self.pause);
            ControlFlow::Continue(())
        }

        fn error(&mut self, error: Error) -> ControlFlow<()> {
            self.errors.push(error);
            ControlFlow::Continue(())
        }

        fn container(&mut self, _: &Path, _: &[Format], _: u64) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }

        fn before_read(&mut self) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }
    }

    /// A header of a tar (POSIX ustar) for a file of 1000 bytes.
    fn header() -> Vec<u8> {
        let mut header = vec![0; 512];
        header[..1].copy_from_slice(b"a");
        header[124..135].copy_from_slice(b"00000001750");
        header[148..156].fill(b' ');
        header[257..265].copy_from_slice(b"ustar\x0000");
        let sum: u32 = header.iter().map(|&byte| u32::from(byte)).sum();
        let sum = format!("{sum:06o}\0 ");
        header[148..156].copy_from_slice(sum.as_bytes());
        header
    }

    #[test]
    fn a_fault_in_a_tar_is_told_once_whoever_comes_upon_it() {
        let mut tar = header();
        tar.extend([b'.'; 700]);
        for pause in [0, 50] {
            let mut file = tempfile::tempfile().expect("a temporary file");
            file.write_all(&tar).expect("it takes it");
            let mut passing = Passing {
                pause: Duration::from_millis(pause),
                files: 0,
                errors: Vec::new(),
            };
            let unpacker = Unpacker::new();
            let opened = Opened::File(file);
            let end = unpack(&unpacker, Path::new("a.tar"), &tar, opened, &mut passing);
            assert!(end.is_continue());
            assert_eq!((passing.files, passing.errors.len()), (1, 1), "{pause} ms");
        }
    }
}
