//! A large bzip2 file, whose blocks several threads decode.

use urlsift_tests::{mail, packing::stream::Stream};

use crate::support::{Outcome, dir_with, run_in};

/// Returns an mbox that stays larger than a segment when it is compressed: 4 MiB.
pub(super) fn mbox() -> Vec<u8> {
    let mut state = 1_u64;
    let mut noise = || {
        let hex = (0..60).map(|_| {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            // Printable, and neither `<` nor `>`.
            char::from(b'A' + (state >> 58) as u8 % 58)
        });
        hex.collect::<String>()
    };
    let messages = (0..800).map(|number| {
        let lines: String = (0..120).map(|_| noise() + "\n").collect();
        format!("Subject: {number}\n\n{lines}<http://a.example/{number}>\n")
    });
    mail::mbox(messages).into_bytes()
}

/// Runs the program with one thread and with several, and returns what both print.
#[track_caller]
fn run_threads(compressed: &[u8], name: &str) -> Outcome {
    assert!(compressed.len() > 4 << 20, "{} bytes", compressed.len());
    let dir = dir_with(&[("a.bz2", compressed)]);
    let run = |threads| run_in(&dir, &["list", "--json", "-j", threads, "a.bz2"]);
    let expected = run("1");
    let found = run("3");
    assert!(found.out() == expected.out(), "{name}: links");
    assert_eq!(found.err(), expected.err(), "{name}");
    assert_eq!(found.status, expected.status, "{name}");
    expected
}

#[test]
fn threads_do_not_change_the_links_of_a_large_file() {
    let text = mbox();
    let whole = Stream::Bzip2.pack_piped(9, &text);
    let found = run_threads(&whole, "whole");
    assert_eq!(found.out().lines().count(), 800);
    assert_eq!((found.err(), found.status), ("", 0));
    let middle = text.len() / 2;
    let members = [
        Stream::Bzip2.pack_piped(1, &text[..middle]),
        Stream::Bzip2.pack_piped(5, &text[middle..]),
    ];
    let found = run_threads(&members.concat(), "two streams");
    assert_eq!(found.out().lines().count(), 800);
    assert_eq!(found.status, 0);
}

#[test]
fn threads_do_not_change_the_errors_of_a_large_file() {
    let whole = Stream::Bzip2.pack_piped(9, &mbox());
    let last = whole.len() - 1;
    for at in [whole.len() * 2 / 3, last - 40] {
        let mut flipped = whole.clone();
        flipped[at] ^= 0x10;
        let found = run_threads(&flipped, "damaged");
        assert!(found.err().contains("bzip2 data are corrupt at byte "));
        assert_eq!(found.status, 2);
    }
    let found = run_threads(&whole[..last], "cut");
    let expected = format!("bzip2 data ends too early, at byte {last}\n");
    assert!(found.err().ends_with(&expected), "{}", found.err());
    assert_eq!(found.out().lines().count(), 800);
    let garbage = [&whole[..], b"BZh is a name"].concat();
    let found = run_threads(&garbage, "garbage");
    let expected = format!(
        "other data follow the bzip2 data, at byte {}\n",
        whole.len()
    );
    assert!(found.err().ends_with(&expected), "{}", found.err());
    let zeros = [&whole[..], &[0; 5000]].concat();
    assert_eq!(run_threads(&zeros, "zeros").status, 0);
}
