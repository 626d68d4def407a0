//! The threads that decode blocks.

use std::{
    num::NonZeroUsize,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, Sender, SyncSender, channel, sync_channel},
    },
    thread,
};

use super::job::{Decoded, decode};

/// The stack of a helper, in bytes. The tables of a decoder are on the heap.
const STACK: usize = 256 << 10;

type Job = (Vec<u8>, SyncSender<Decoded>);

/// Threads that decode streams. They end after their current job when this is dropped.
#[derive(Debug)]
pub(super) struct Helpers {
    jobs: Sender<Job>,
    is_over: Arc<AtomicBool>,
    threads: usize,
}

impl Helpers {
    /// Starts at most `most` threads; `None` if the system has fewer than two.
    pub(super) fn start(most: NonZeroUsize) -> Option<Self> {
        let (jobs, receiver) = channel::<Job>();
        let receiver = Arc::new(Mutex::new(receiver));
        let is_over = Arc::new(AtomicBool::new(false));
        let start = |_: &usize| {
            let (receiver, is_over) = (Arc::clone(&receiver), Arc::clone(&is_over));
            let builder = thread::Builder::new()
                .name("bzip2".into())
                .stack_size(STACK);
            builder.spawn(move || help(&receiver, &is_over)).is_ok()
        };
        let threads = (0..most.get()).take_while(start).count();
        (threads > 1).then_some(Self {
            jobs,
            is_over,
            threads,
        })
    }

    /// Returns the number of threads.
    pub(super) fn threads(&self) -> usize {
        self.threads
    }

    /// Begins to decode a stream, and returns where the result will be sent.
    pub(super) fn decode(&self, compressed: Vec<u8>) -> Receiver<Decoded> {
        let (sender, decoded) = sync_channel(1);
        // Without a thread, the result has no sender.
        let _ = self.jobs.send((compressed, sender));
        decoded
    }
}

impl Drop for Helpers {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
    }
}

fn help(jobs: &Mutex<Receiver<Job>>, is_over: &AtomicBool) {
    loop {
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        match job {
            Ok((compressed, sender)) if !is_over.load(Ordering::Relaxed) => {
                // The receiver may be gone.
                let _ = sender.send(decode(compressed));
            }
            _ => return,
        }
    }
}
