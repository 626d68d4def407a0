//! Searches inputs on the calling thread alone.

use std::{ops::ControlFlow, sync::Mutex};

use urlsift::Preceding;

use super::{
    chunk::{BoxedChunk, ChunkFactory},
    chunk_writer::{ChunkWriter, Destination},
    collector::Collector,
    panics::CallersCollector,
    reading::inputs::RemainingInputs,
    task::WholeFile,
};
use crate::{searcher::Searcher, sync::lock};

/// Searches the remaining inputs. Breaks if the collector ended the run.
pub(super) fn search(
    inputs: &Mutex<RemainingInputs>,
    searcher: &mut Searcher,
    factory: &ChunkFactory,
    collector: &mut dyn Collector<BoxedChunk>,
) -> ControlFlow<()> {
    CallersCollector::lend(collector, |collector| {
        let destination = Destination::Here {
            collector,
            preceding: Preceding::default(),
            may_wait: false,
        };
        search_all(inputs, searcher, ChunkWriter::new(factory, destination))
    })
}

fn search_all(
    inputs: &Mutex<RemainingInputs>,
    searcher: &mut Searcher,
    mut writer: ChunkWriter<'_>,
) -> ControlFlow<()> {
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
        // A break says only that no more of this input is wanted.
        let _ = file.search(searcher, &mut writer);
        if writer.is_over() {
            return ControlFlow::Break(());
        }
    }
}
