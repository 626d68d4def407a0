//! Benchmarks of the archive parser on mailboxes; the baselines are memchr counting `<`, and mail-parser. Items are
//! messages.

use std::ops::ControlFlow;

use divan::{Bencher, black_box, counter::ItemsCount};
use urlsift_archive::{Origin, ReadOptions, Rest, Visitor, Walker};
use urlsift_benches::baseline;

use super::{Sample, mailboxes};

/// The number of bytes pushed at a time, as when reading a file.
const BLOCK: usize = 128 << 10;

/// Counts `<` in the decoded texts.
#[derive(Default)]
struct Brackets(u64);

impl Visitor for Brackets {
    fn text(&mut self, bytes: &[u8], _origin: &Origin<'_>) -> ControlFlow<()> {
        self.0 += baseline::count(b'<', bytes);
        ControlFlow::Continue(())
    }
}

#[divan::bench(args = mailboxes(), max_time = 1)]
fn walker(bencher: Bencher<'_, '_>, mailbox: &Sample) {
    // Only the real prose has a `<` that does not begin a link.
    let most = match mailbox.name {
        "lists.mbox" => mailbox.brackets(),
        _ => mailbox.links,
    };
    per_message(bencher, mailbox).bench_local(|| {
        let brackets = walk(black_box(&mailbox.bytes));
        assert!((mailbox.links..=most).contains(&brackets), "{brackets}");
    });
}

#[divan::bench(args = mailboxes(), max_time = 1)]
fn baseline_memchr(bencher: Bencher<'_, '_>, mailbox: &Sample) {
    mailbox.count_brackets(per_message(bencher, mailbox));
}

#[divan::bench(args = mailboxes(), max_time = 1)]
fn baseline_mail_parser(bencher: Bencher<'_, '_>, mailbox: &Sample) {
    let expected = messages(mailbox);
    per_message(bencher, mailbox).bench_local(|| {
        let (messages, _) =
            baseline::parse_mail(black_box(&mailbox.bytes[..])).expect("a slice is readable");
        assert_eq!(messages, expected);
    });
}

fn per_message<'a, 'b>(bencher: Bencher<'a, 'b>, mailbox: &Sample) -> Bencher<'a, 'b> {
    mailbox
        .throughput(bencher)
        .counter(ItemsCount::new(messages(mailbox)))
}

fn messages(mailbox: &Sample) -> u64 {
    memchr::memmem::find_iter(&mailbox.bytes, "\n\nFrom ").count() as u64 + 1
}

fn walk(bytes: &[u8]) -> u64 {
    let prefilter = urlsift::prefilter(&urlsift::Config::new());
    let mut walker = Walker::new(ReadOptions::new().prefilter(Some(prefilter)));
    let (mut brackets, mut consumed, mut end) = (Brackets::default(), 0, 0);
    while end < bytes.len() {
        end = bytes.len().min(end + BLOCK);
        let rest = Rest::of(end == bytes.len());
        if let ControlFlow::Continue(more) = walker.push(&bytes[consumed..end], rest, &mut brackets)
        {
            consumed += more;
        }
    }
    brackets.0
}
