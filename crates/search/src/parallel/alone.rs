//! Searches inputs on the calling thread alone.

use std::{
    ops::ControlFlow,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::Mutex,
};

use urlsift::record::Preceding;

use super::{
    chunk_writer::{CallersCollector, ChunkFactory, ChunkWriter, Destination},
    collector::Collector,
    remaining::RemainingInputs,
    task::WholeFile,
};
use crate::{searcher::Searcher, sink::FileSink, sync::lock};

/// Searches the remaining inputs. Breaks if the collector ended the run.
pub(super) fn search<C: FileSink + Send + 'static>(
    inputs: &Mutex<RemainingInputs>,
    searcher: &mut Searcher,
    factory: &ChunkFactory<C>,
    collector: &mut dyn Collector<C>,
) -> ControlFlow<()> {
    let destination = Destination::Here {
        collector: CallersCollector::new(collector),
        preceding: Preceding::default(),
        may_wait: false,
    };
    let mut writer = ChunkWriter::new(factory, destination);
    loop {
        if lock(inputs).may_wait() {
            writer.flush()?;
        }
        let next = lock(inputs).next();
        let file = match next {
            Some(Ok(input)) => {
                let may_wait = input.may_wait();
                if may_wait {
                    // Opening a FIFO waits for its writer.
                    writer.flush()?;
                }
                writer.set_may_wait(may_wait);
                WholeFile::Input(input)
            }
            Some(Err(file)) => file,
            None => return writer.finish(),
        };
        // A break says only that no more of this input is wanted. After a panic only the chunk is used.
        let search = AssertUnwindSafe(|| file.search(searcher, &mut writer));
        match catch_unwind(search) {
            Ok(_) => {}
            // The collector is the caller's.
            Err(panic) if writer.has_collector_panicked() => resume_unwind(panic),
            Err(_) => {
                *searcher = searcher.with_fresh_buffers();
                writer.fail_by_panic();
            }
        }
        if writer.is_over() {
            return ControlFlow::Break(());
        }
    }
}
