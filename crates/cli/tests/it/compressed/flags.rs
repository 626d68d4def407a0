//! Tests for the effect of flags on compressed input in every format. The others are cases.

use urlsift_tests::packing::{
    stream::Stream,
    tar::Tar,
    zip::{self, Entry},
};

use super::{paths, urls};
use crate::support::{dir_with, links::check_link, run_in, run_with};

const ONE: &str = "<http://a.example/1>\n";

/// In a piped tar, the rest of a member must be read to reach the next one.
#[test]
fn max_count_applies_per_member() {
    for stream in Stream::ALL {
        let tar = Tar::new().file("a", ONE.repeat(5000)).file("b", ONE);
        let found = run_with(&["list", "-m2", "-nH"], &stream.pack(&tar.finish()));
        let expected =
            "-!a:1:http://a.example/1\n-!a:2:http://a.example/1\n-!b:1:http://a.example/1\n";
        found.gives(0, expected);
    }
}

#[test]
fn no_decompress_reads_compressed_bytes() {
    let args = ["list", "--no-decompress", "--json"];
    for stream in Stream::ALL {
        // Enough lines that no URL survives verbatim in the compressed bytes.
        let lines = (0..500).map(|at| format!("<http://a.example/{at}>\n"));
        let text = lines.collect::<Vec<_>>().concat();
        let compressed = stream.pack(text.as_bytes());
        // lz4 keeps what has not occurred before as it is.
        if stream != Stream::Lz4 {
            run_with(&args, &compressed).gives(1, "");
        }
        let output = run_with(&["info", "--no-decompress", "--json"], &compressed).json();
        assert_eq!(output.len(), 1);
        assert_eq!(output[0]["bytes"], compressed.len());
        assert_eq!(output[0]["kind"], "text");
    }
    let tar = Tar::new().file("a", ONE.as_bytes()).finish();
    let zip = zip::zip(&[Entry::stored("a", ONE.as_bytes())]);
    for compressed in [tar, zip] {
        let dir = dir_with(&[("p", &compressed)]);
        for outcome in [
            run_with(&args, &compressed),
            run_in(&dir, &[&args[..], &["-a", "p"]].concat()),
        ] {
            let found = outcome.json();
            assert_eq!(urls(&found), ["http://a.example/1"]);
            check_link(&compressed, &found[0]);
            assert!(["-", "p"].contains(&paths(&found)[0]));
        }
    }
}
