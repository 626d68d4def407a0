//! Limits of the unpacker that end one source, and not the run.

use std::{
    fs, io::Cursor, num::NonZeroUsize, path::PathBuf, sync::mpsc::channel, thread, time::Duration,
};

use urlsift_search::{Driver, InputReader, Inputs, Searcher, Unpacker};
use urlsift_tests::packing::{
    File,
    stream::Stream,
    tar::{self, Tar},
    zip::{Method, entries, zip},
};

use crate::driver::{LineCollector, TestChunk};

/// The maximum time for a run, which would otherwise wait forever.
const TIMEOUT: Duration = Duration::from_mins(1);

const MAX_MEMBERS: usize = 3;

/// Searches inputs, whose files are read in segments. Returns URLs and errors.
fn search(threads: usize, inputs: Inputs) -> Vec<String> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let unpacker = Unpacker::new().max_members(MAX_MEMBERS as u64);
        let driver = Driver::new(Searcher::new().unpacking(Some(unpacker)))
            .threads(NonZeroUsize::new(threads).expect("not 0"))
            .segment_size(1 << 10);
        let mut all = LineCollector::default();
        driver.run(inputs, TestChunk::default, &mut all);
        all.lines.retain(|line| !line.starts_with(['<', '>']));
        sender.send(all.lines).expect("the test waits");
    });
    receiver.recv_timeout(TIMEOUT).expect("the run ends")
}

/// Five files, each with a link and larger than a segment.
fn files() -> Vec<File> {
    (0..5)
        .map(|number| {
            let text = format!("<http://{number}/>\n{}\n", "x ".repeat(1 << 10));
            (number.to_string(), text.into_bytes())
        })
        .collect()
}

/// Containers with more members than allowed, each with its format.
fn containers() -> Vec<(&'static str, Vec<u8>)> {
    let files = files();
    let tar = tar::from_files(&files);
    let nested = files.iter().fold(Tar::new(), |outer, file| {
        outer.file(&file.0, tar::from_files(std::slice::from_ref(file)))
    });
    vec![
        ("zip", zip(&entries(&files, Method::Stored))),
        ("tar", Stream::Gzip.pack(&tar)),
        ("tar", tar),
        // Each of them counts twice: as a member of the outer and of an inner one.
        ("nested", nested.finish()),
    ]
}

#[test]
fn member_limit_ends_its_source_alone() {
    let dir = tempfile::tempdir().expect("a directory");
    let write = |name: &str, bytes: &[u8]| {
        let path = dir.path().join(name);
        fs::write(&path, bytes).expect("it is written");
        path
    };
    let after = write("after", b"<http://after/>");
    for (format, bytes) in containers() {
        let path = write("a", &bytes);
        let (found, name) = match format {
            "nested" => (1, "a!1"),
            _ => (MAX_MEMBERS, "a"),
        };
        let links = (0..found).map(|number| format!("http://{number}/"));
        let fault = format!("{name}: more than {MAX_MEMBERS} members; the rest is not read");
        let one: Vec<_> = links.chain([fault]).collect();
        let link = ["http://after/".to_owned()];
        let expected = [&one[..], &link, &one, &one, &link, &one, &one].concat();
        for threads in [1, 2, 4] {
            let stream = || InputReader::new("a", Cursor::new(bytes.clone()));
            let paths = [&path, &after, &path, &path, &after].map(PathBuf::clone);
            let inputs = Inputs::new(paths).reader(stream()).reader(stream());
            let found = search(threads, inputs);
            assert_eq!(found, expected, "{format}, {threads} threads");
        }
    }
}
