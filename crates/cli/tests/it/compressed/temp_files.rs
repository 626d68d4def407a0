//! Tests for the limit on temporary files.

use urlsift_tests::packing::{
    stream::Stream,
    tar::Tar,
    zip::{self, Entry},
};

use super::{assert_errors, assert_output_and_errors};
use crate::support::{dir_with, run_in, run_with};

const ONE: &[u8] = b"<http://a.example/1>\n";

/// Returns a zip of more than 2 MiB with links at its start and end.
fn large_zip() -> Vec<u8> {
    let filling = vec![b'\n'; 2 << 20];
    zip::zip(&[
        Entry::stored("a", ONE),
        Entry::stored("filling", &filling),
        Entry::stored("b", ONE),
    ])
}

#[test]
fn zips_in_each_other_share_one_limit() {
    let compressed = Stream::Gzip.pack(&large_zip());
    let nested = zip::zip(&[Entry::stored("in.zip", &large_zip())]);
    let one_after_another = Tar::new()
        .file("d.zip", large_zip())
        .file("e.zip", large_zip());
    let dir = dir_with(&[
        ("a.gz", &compressed),
        ("b.gz", &compressed),
        ("c.gz", &Stream::Gzip.pack(&nested)),
        ("d.tar", &one_after_another.finish()),
    ]);
    let lines = |path: &str| {
        ["a", "b"]
            .map(|name| format!("{path}!{name}:http://a.example/1\n"))
            .concat()
    };
    let paths = ["a.gz", "b.gz", "c.gz!in.zip", "d.tar!d.zip", "d.tar!e.zip"];
    let all = paths.map(lines);
    for threads in ["-j1", "-j2", "-j8"] {
        let list = |max: &str| {
            let inputs = ["a.gz", "b.gz", "c.gz", "d.tar"];
            run_in(&dir, &[&["list", "-N", threads, max][..], &inputs].concat())
        };
        list("--max-temp=5M").gives(0, &all.concat());
        // All but the nested zip, which needs twice the space.
        let expected = [
            &all[0][..],
            &all[1],
            "c.gz!in.zip!a:http://a.example/1\n",
            &all[3],
            &all[4],
        ];
        let output = list("--max-temp=3M");
        assert_output_and_errors(
            &output,
            &expected.concat(),
            &["c.gz!in.zip", "c.gz!in.zip!filling"],
        );
        output.says("(see --max-temp)");
        output.says("3145728 bytes (3 MiB)");
    }
}

/// Many zips, and chunks that wait for the chunks of other zips.
#[test]
fn zips_are_copied_by_several_threads() {
    let links = |name: &str| {
        let lines = (0..3_000).map(|number| format!("<http://{name}.example/{number}>\n"));
        lines.collect::<Vec<_>>().concat()
    };
    let compressed = |name: &str| {
        let text = links(name);
        // Too large for memory.
        let inner = zip::zip(&[
            Entry::stored("t", text.as_bytes()),
            Entry::stored("filling", &vec![b'\n'; 2 << 20]),
            Entry::stored("u", text.as_bytes()),
        ]);
        let outer = zip::zip(&[
            Entry::stored("z", &inner),
            Entry::deflated("v", text.as_bytes()),
        ]);
        Stream::Gzip.pack(&outer)
    };
    let files: Vec<_> = ["a", "b", "c", "d", "e", "f"]
        .map(|name| (name, compressed(name)))
        .into();
    let files: Vec<_> = files
        .iter()
        .map(|(name, bytes)| (*name, &bytes[..]))
        .collect();
    let dir = dir_with(&files);
    let single_threaded = run_in(&dir, &["list", "--json", "-j1", "--max-temp=8M", "."]);
    assert_eq!((single_threaded.status, single_threaded.err()), (0, ""));
    for threads in ["-j2", "-j16"] {
        let output = run_in(&dir, &["list", "--json", threads, "--max-temp=8M", "."]);
        assert_eq!((output.status, output.err()), (0, ""));
        assert!(output.out() == single_threaded.out());
    }
}

#[test]
fn max_temp_accepts_the_usual_sizes() {
    let zip = large_zip();
    for size in ["", "1X", "-1"] {
        run_with(&["list", &format!("--max-temp={size}")], b"").refuses(&["--max-temp"]);
    }
    assert_errors(
        &run_with(&["info", "--max-temp=2M"], &zip),
        &["-", "-!filling"],
    );
    let output = run_with(&["info", "--max-temp=4M"], &zip);
    assert_eq!((output.status, output.err()), (0, ""));
}
