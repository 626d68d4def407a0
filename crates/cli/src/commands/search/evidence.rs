//! The first pass of `--settle`, which gathers evidence.

use std::{io, mem, ops::ControlFlow};

use urlsift_search::{Collector, Error, FileSink, Input, Link, Sink, Skip};
use urlsift_settle::{Gatherer, Testimony};

use crate::{options::SearchOptions, select::settler::Settler, term::interrupt};

/// Why no evidence can be gathered.
#[derive(Debug)]
pub(super) enum GatherError {
    /// An input is a stream, which cannot be read again.
    Stream(Input),
    /// A temporary file cannot be written or read.
    TempFile(io::Error),
}

/// Reads all inputs and gathers the evidence of all links, whether they are selected or not. Errors of inputs are left
/// to the second pass.
pub(super) fn gather(options: &'static SearchOptions) -> Result<Settler, GatherError> {
    if let Some(stream) = options.input.first_stream() {
        return Err(GatherError::Stream(stream));
    }
    let max_bytes = options.records.buffer;
    let mut collected = Collected {
        gatherer: Gatherer::new(),
        max_bytes,
        error: None,
    };
    // What is settled in a range does not depend on the range.
    let driver = options.driver(options.searcher_of_files(options.config.clone()));
    let inputs = options.input.inputs_besides_output();
    driver.run(inputs, EvidenceChunk::default, &mut collected);
    if let Some(error) = collected.error {
        return Err(GatherError::TempFile(error));
    }
    let decisions = collected.gatherer.finish();
    let settler = decisions.and_then(|decisions| Settler::new(decisions, max_bytes));
    settler.map_err(GatherError::TempFile)
}

/// The evidence of a chunk.
#[derive(Default)]
struct EvidenceChunk(Gatherer);

impl Sink for EvidenceChunk {
    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        self.0
            .add(&Testimony::of(link.candidate(), link.second_guesses()));
        ControlFlow::Continue(())
    }
}

impl FileSink for EvidenceChunk {
    /// Ignores the error, which the second pass reports.
    fn error(&mut self, _: Error) {}

    fn size(&self) -> usize {
        self.0.size()
    }
}

/// The evidence of all chunks.
struct Collected {
    gatherer: Gatherer,
    max_bytes: usize,
    error: Option<io::Error>,
}

impl Collected {
    fn flow(&self) -> ControlFlow<()> {
        if self.error.is_some() || interrupt::requested().is_some() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

impl Collector<EvidenceChunk> for Collected {
    fn write(&mut self, mut chunk: EvidenceChunk) -> ControlFlow<()> {
        let gatherer = mem::take(&mut chunk.0);
        if let Err(error) = self.gatherer.absorb(gatherer, self.max_bytes) {
            self.error = Some(error);
        }
        self.flow()
    }

    fn idle(&mut self) -> ControlFlow<()> {
        self.flow()
    }
}
