//! Prints the delimited URLs of files and directories, searched on all cores: `urls PATH...`.

use std::{
    io::{self, Write},
    ops::ControlFlow,
};

use urlsift_search::{Collector, Driver, Error, FileSink, Inputs, Link, Searcher, Sink, Skip};

/// The URLs and the errors of a chunk of input. Each thread fills its own.
#[derive(Default)]
struct Chunk {
    urls: Vec<u8>,
    errors: Vec<Error>,
}

impl Sink for Chunk {
    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        self.urls.extend_from_slice(link.candidate().url());
        self.urls.push(b'\n');
        ControlFlow::Continue(())
    }
}

impl FileSink for Chunk {
    fn error(&mut self, error: Error) {
        self.errors.push(error);
    }

    fn size(&self) -> usize {
        self.urls.len()
    }
}

/// Writes the chunks, which come in the order of the inputs.
struct Print;

impl Collector<Chunk> for Print {
    #[expect(clippy::print_stderr, reason = "an example")]
    fn write(&mut self, chunk: Chunk) -> ControlFlow<()> {
        for error in &chunk.errors {
            eprintln!("{}: {error}", error.path().display());
        }
        // The reader of a pipe may have ended.
        match io::stdout().write_all(&chunk.urls) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }
}

fn main() {
    let inputs = Inputs::new(std::env::args_os().skip(1).map(Into::into));
    Driver::new(Searcher::new()).run(inputs, Chunk::default, &mut Print);
}
