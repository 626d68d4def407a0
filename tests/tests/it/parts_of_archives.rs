//! Archives that are read in ranges, from any offset to any other.

use std::fs;

use proptest::prelude::*;
use urlsift::{Kind, archive::recognise};
use urlsift_tests::{
    archive, cases,
    mailboxes::{self, Writer},
    ranges::{AT_ONCE, Pieces, Whole},
    soup,
};

/// Everything at once, and not all of it.
const PASSING: Pieces = Pieces {
    passes: true,
    ..AT_ONCE
};

/// Sizes of ranges, in bytes.
const SIZES: [usize; 10] = [1, 2, 3, 5, 8, 21, 55, 144, 377, 987];

/// Cuts a file into ranges of a size, and checks what they tell.
fn every_size_tells_the_same(file: &[u8], kind: Kind) {
    let whole = Whole::of(file, kind, false);
    for start in 0..=file.len() as u64 + 1 {
        whole.first_message_is_found(start);
    }
    for size in SIZES.into_iter().filter(|&size| size <= file.len() + 1) {
        let cuts: Vec<u64> = (size..=file.len() + 1)
            .step_by(size)
            .map(|cut| cut as u64)
            .collect();
        whole.guessing_tells_the_same(&cuts, AT_ONCE);
        // One is the same as the other, but for where a range begins anew.
        if size != 2 {
            whole.ranges_tell_the_same(&cuts, AT_ONCE);
        }
    }
}

#[test]
fn the_ranges_of_the_cases_of_archives_tell_what_they_tell() {
    let mut kinds = Vec::new();
    for case in archive::cases() {
        let kind = case.read_as.or_else(|| recognise(&case.file, true));
        let kind = kind.expect("it is told at the end");
        every_size_tells_the_same(&case.file, kind);
        kinds.push(kind);
    }
    let met = Kind::ALL.iter().filter(|kind| kinds.contains(kind));
    assert_eq!(met.count(), Kind::ALL.len());
}

#[test]
fn the_ranges_of_a_text_tell_what_the_scanner_finds_in_all_of_it() {
    for case in cases::scan() {
        every_size_tells_the_same(&case.text, Kind::Text);
    }
}

#[test]
fn the_ranges_of_a_mailbox_tell_what_it_tells() {
    let mut seen = 0;
    for path in cases::files("mail", "mbox") {
        let file = fs::read(&path).expect("a readable file");
        every_size_tells_the_same(&file, Kind::Mboxo);
        seen += 1;
    }
    assert!(seen > 0);
}

#[test]
fn an_article_begins_in_the_middle_of_a_line_of_base64() {
    let article = b"Content-Type: image/png\nContent-Transfer-Encoding: base64\n\nQUJD";
    let batch = [format!("#! rnews {}\n", article.len()).as_bytes(), article].concat();
    let file = batch.repeat(3);
    let whole = Whole::of(&file, Kind::Rnews, false);
    assert_eq!(whole.begins().len(), 3);
    for at_a_time in 0..file.len() {
        let pieces = Pieces {
            at_a_time,
            ..AT_ONCE
        };
        whole.ranges_tell_the_same(&[batch.len() as u64], pieces);
    }
}

/// Any kind, each as often as the others.
fn kind() -> impl Strategy<Value = Kind> {
    prop::sample::select(Kind::ALL)
}

/// What choices are made from.
fn numbers() -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(any::<u16>(), 1..200)
}

/// Offsets in their order, in files that are not longer than the fewest bytes.
fn cuts() -> impl Strategy<Value = Vec<u64>> {
    let most = prop::sample::select(vec![60_u64, 400, 2000]);
    let cuts = most.prop_flat_map(|most| prop::collection::vec(0..most, 0..30));
    cuts.prop_map(|mut cuts| {
        cuts.sort_unstable();
        cuts
    })
}

fn random_ranges_tell_the_same(file: &[u8], kind: Kind, cuts: &[u64], at_a_time: usize) {
    let whole = Whole::of(file, kind, false);
    let pieces = Pieces {
        at_a_time,
        ..AT_ONCE
    };
    whole.ranges_tell_the_same(cuts, pieces);
    whole.guessing_tells_the_same(cuts, pieces);
    Whole::of(file, kind, true).guessing_tells_the_same(cuts, PASSING);
    for &cut in cuts {
        whole.first_message_is_found(cut);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_ranges_of_any_archive_tell_what_it_tells(
        kind in kind(), numbers in numbers(), cuts in cuts(), at_a_time in 0..40_usize,
    ) {
        let mut choices = mailboxes::choices(&numbers);
        let file = Writer::new(kind, &mut choices, &[]).archive(8);
        random_ranges_tell_the_same(&file, kind, &cuts, at_a_time);
    }

    #[test]
    fn the_ranges_of_any_text_tell_what_the_scanner_finds(
        tokens in prop::collection::vec(any::<u8>(), 0..100), cuts in cuts(), at_a_time in 0..40_usize,
    ) {
        let text = soup::from_bytes(&tokens);
        random_ranges_tell_the_same(&text, Kind::Text, &cuts, at_a_time);
    }
}
