//! Unpacks an input on a separate thread, ahead of the caller that reads the files.
//!
//! The thread has the source and the decoders. The bytes of each file pass through a [`StreamBuffer`] of 1 MiB. While
//! it is full, the thread waits.
//!
//! A note to maintainers: the thread is not joined when the caller needs no more, because it may be blocked in a read
//! of a pipe. It ends at the next event that it cannot deliver.

use std::{
    io::{self, Read},
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::{
        Arc,
        mpsc::{SyncSender, sync_channel},
    },
};

use urlsift_unpack::{Format, MessageLayout, Probe, TempTurn, UnpackedFile, Unpacker, Visitor};

use super::{packing::ends_container, source::source};
use crate::{
    input::source::OpenedInput,
    stream_buffer::{MemoryBudget, ReadCursor, StreamBuffer, StreamReader},
    threads::IdleThread,
};

/// The number of bytes written to the buffer at a time.
const BLOCK: usize = 128 << 10;

/// The maximum number of bytes of a file that are unpacked and not read yet.
const MAX_AHEAD: usize = 1 << 20;

/// The maximum number of events that wait. Each may have a path of half a MiB, if there are eight layers.
const MAX_EVENTS: usize = 32;

/// An event of the unpacking thread.
enum UnpackEvent {
    File {
        path: PathBuf,
        packing: Vec<Format>,
        /// The layout, if the file is a message of a known one.
        layout: Option<MessageLayout>,
        bytes: Arc<StreamBuffer>,
        cursor: Arc<ReadCursor>,
    },
    Fault(PathBuf, io::Error),
    Container(PathBuf, Vec<Format>, u64),
    Done,
}

/// Passes on the files of a compressed input whose first bytes `probe` has read. Unpacks it on the calling thread if no
/// other can be started.
pub(super) fn unpack(
    unpacker: &Unpacker,
    path: &Path,
    mut probe: Probe,
    mut opened: OpenedInput,
    visitor: &mut impl Visitor,
) -> ControlFlow<()> {
    let Ok(thread) = IdleThread::start("unpack") else {
        let format = probe.format();
        return unpacker.resume(path, source(&mut opened, format), &mut probe, visitor);
    };
    let (sender, events) = sync_channel(MAX_EVENTS);
    let mut sender = EventSender {
        events: sender,
        budget: Arc::new(MemoryBudget::new(MAX_AHEAD)),
        scratch: Vec::new(),
    };
    let (mut unpacker, name) = (unpacker.clone(), path.to_owned());
    let turn = EndTurnOnDrop(unpacker.next_turn());
    unpacker.set_turn(Some(turn.0.clone()));
    thread.run(move || {
        let source = source(&mut opened, probe.format());
        // A break says that the receiver is gone.
        let _ = unpacker.resume(&name, source, &mut probe, &mut sender);
        let _ = sender.send(UnpackEvent::Done);
    });
    loop {
        visitor.before_read()?;
        match events.recv() {
            Ok(UnpackEvent::File {
                path,
                packing,
                layout,
                bytes,
                cursor,
            }) => {
                // However the visitor ends, the thread must not wait for a reader.
                let file = CurrentFile(Arc::clone(&bytes));
                let mut reader = StreamReader::new(bytes, cursor);
                visitor.file(UnpackedFile {
                    path: &path,
                    packing: &packing,
                    layout,
                    bytes: &mut reader,
                })?;
                let failure = file.0.drop_rest();
                if let Some(error) = failure.filter(|error| ends_container(&packing, error)) {
                    visitor.fault(&path, error)?;
                }
            }
            Ok(UnpackEvent::Fault(path, error)) => visitor.fault(&path, error)?,
            Ok(UnpackEvent::Container(path, packing, members)) => {
                visitor.container(&path, &packing, members)?;
            }
            Ok(UnpackEvent::Done) => return ControlFlow::Continue(()),
            // The thread panicked.
            Err(_) => {
                let error = io::Error::other("unpacking it has failed");
                return visitor.fault(path, error);
            }
        }
    }
}

/// Ends the turn for temporary files when the caller needs no more: the thread may be blocked forever.
struct EndTurnOnDrop(TempTurn);

impl Drop for EndTurnOnDrop {
    fn drop(&mut self) {
        self.0.give_up();
    }
}

/// The file that is being read. Dropping this drops the rest of the file.
struct CurrentFile(Arc<StreamBuffer>);

impl Drop for CurrentFile {
    fn drop(&mut self) {
        self.0.drop_rest();
    }
}

/// Sends the events of the unpacker.
struct EventSender {
    events: SyncSender<UnpackEvent>,
    budget: Arc<MemoryBudget>,
    scratch: Vec<u8>,
}

impl EventSender {
    /// Sends an event. Breaks if the receiver is gone.
    fn send(&self, event: UnpackEvent) -> ControlFlow<()> {
        match self.events.send(event) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }

    /// Writes the bytes of a file to its buffer, as long as they are wanted. Returns the error that ended them, if any.
    fn write(&mut self, file: &StreamBuffer, bytes: &mut dyn Read) -> Option<io::Error> {
        loop {
            self.scratch.resize(BLOCK, 0);
            match bytes.read(&mut self.scratch) {
                Ok(0) => return None,
                Ok(len) => {
                    if file.write(self.scratch[..len].to_vec()).is_break() {
                        return None;
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Some(error),
            }
        }
    }
}

impl Visitor for EventSender {
    fn file(&mut self, file: UnpackedFile<'_>) -> ControlFlow<()> {
        let UnpackedFile {
            path,
            packing,
            layout,
            bytes,
        } = file;
        let cursor = Arc::new(ReadCursor::at(0));
        let file = StreamBuffer::new(Arc::clone(&self.budget), Arc::clone(&cursor));
        let file = Arc::new(file);
        let _closing = file.close_on_drop(Some("unpacking it has failed"));
        self.send(UnpackEvent::File {
            path: path.into(),
            packing: packing.into(),
            layout,
            bytes: Arc::clone(&file),
            cursor,
        })?;
        let failure = self.write(&file, bytes);
        match file.close(failure) {
            Some(error) if ends_container(packing, &error) => self.fault(path, error),
            _ => ControlFlow::Continue(()),
        }
    }

    fn fault(&mut self, path: &Path, error: io::Error) -> ControlFlow<()> {
        self.send(UnpackEvent::Fault(path.into(), error))
    }

    fn container(&mut self, path: &Path, packing: &[Format], members: u64) -> ControlFlow<()> {
        self.send(UnpackEvent::Container(path.into(), packing.into(), members))
    }
}

#[cfg(test)]
mod tests {
    use std::{
        io::{self, Seek, Write},
        ops::ControlFlow,
        path::Path,
        thread,
        time::Duration,
    };

    use urlsift_unpack::{Probe, UnpackedFile, Unpacker, Visitor};

    use super::unpack;
    use crate::input::{opened_file::OpenedFile, source::OpenedInput};

    /// Reads nothing of any file, after a pause.
    struct Passing {
        pause: Duration,
        files: usize,
        errors: usize,
    }

    impl Visitor for Passing {
        fn file(&mut self, _: UnpackedFile<'_>) -> ControlFlow<()> {
            self.files += 1;
            thread::sleep(self.pause);
            ControlFlow::Continue(())
        }

        fn fault(&mut self, _: &Path, _: io::Error) -> ControlFlow<()> {
            self.errors += 1;
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
    fn a_fault_in_a_tar_is_reported_once_by_either_thread() {
        let mut tar = header();
        tar.extend([b'.'; 700]);
        for pause in [0, 50] {
            let mut file = tempfile::tempfile().expect("a temporary file");
            file.write_all(&tar).expect("it takes it");
            file.rewind().expect("it is a file");
            let mut passing = Passing {
                pause: Duration::from_millis(pause),
                files: 0,
                errors: 0,
            };
            let unpacker = Unpacker::new();
            let opened = OpenedInput::File(OpenedFile::new(file).expect("it has a length"));
            let mut opened = opened;
            let mut probe = Probe::new();
            let probed = probe.read(&mut opened, &mut || ControlFlow::Continue(()));
            assert!(probed.is_continue());
            let end = unpack(&unpacker, Path::new("a.tar"), probe, opened, &mut passing);
            assert!(end.is_continue());
            assert_eq!((passing.files, passing.errors), (1, 1), "{pause} ms");
        }
    }
}
