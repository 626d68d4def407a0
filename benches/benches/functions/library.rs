//! Benchmarks of the library as a whole: the archive parser, the scanner and the verdict on each link. Items are links.

use divan::{Bencher, black_box, counter::ItemsCount};
use urlsift_benches::links;

use super::{Sample, mailboxes};

#[divan::bench(args = mailboxes(), max_time = 1)]
fn offsets(bencher: Bencher<'_, '_>, mailbox: &Sample) {
    sift(bencher, mailbox, false);
}

/// The same with lines and columns.
#[divan::bench(args = mailboxes(), max_time = 1)]
fn positions(bencher: Bencher<'_, '_>, mailbox: &Sample) {
    sift(bencher, mailbox, true);
}

fn sift(bencher: Bencher<'_, '_>, mailbox: &Sample, positions: bool) {
    let bencher = mailbox
        .throughput(bencher)
        .counter(ItemsCount::new(mailbox.links));
    bencher.bench_local(|| {
        let found = links(black_box(&mailbox.bytes), false, positions);
        assert_eq!(found, mailbox.links);
    });
}
