//! Runs the command in this process.

use std::{
    io::{self, Cursor, Write},
    mem,
    sync::{Arc, Mutex},
};

use urlsift_cli::Streams;

/// The bytes that a run writes to a stream.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Written {
    fn take(&self) -> Vec<u8> {
        mem::take(&mut self.0.lock().expect("no panic"))
    }
}

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Runs the command on streams that are no terminals. Returns its status, standard output and standard error.
pub(crate) fn run_here(args: &[impl AsRef<str>], stdin: &[u8]) -> (i32, Vec<u8>, Vec<u8>) {
    let (stdout, stderr) = (Written::default(), Written::default());
    let streams = Streams::new(Cursor::new(stdin.to_vec()), stdout.clone(), stderr.clone());
    let args = args.iter().map(|arg| arg.as_ref().into());
    let exit = urlsift_cli::run(
        ["urlsift".into()].into_iter().chain(args).collect(),
        &streams,
    );
    (exit.code().into(), stdout.take(), stderr.take())
}
