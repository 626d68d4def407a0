//! Archives read in ranges, between any offsets.

use std::fs;
use std::sync::LazyLock;

use proptest::prelude::*;
use urlsift::{Kind, ReadOptions, archive::recognise};
use urlsift_tables::bytes;
use urlsift_tests::{
    archive, cases, effort,
    mailboxes::{self, Writer},
    oracle::mailbox,
    ranges::{ALL_AT_ONCE, FullWalk, PushOptions},
    tokens,
};

use crate::support::config;

/// All bytes at once, skipping messages without a URL.
const SKIPPING: PushOptions = PushOptions {
    skip_messages: true,
    ..ALL_AT_ONCE
};

/// Sizes of ranges, in bytes.
const SIZES: [usize; 10] = [1, 2, 3, 5, 8, 21, 55, 144, 377, 987];

/// Splits a file into ranges of several sizes, and checks their results.
fn check_sizes(file: &[u8], kind: Kind, number: usize) {
    let whole = FullWalk::of(file, kind, false);
    for start in effort::cuts(file.len() + 1, number) {
        whole.check_first_message(start as u64);
    }
    let sizes = SIZES.into_iter().filter(|&size| size <= file.len() + 1);
    for size in effort::sample(sizes, 3, number) {
        let cuts: Vec<u64> = (size..=file.len() + 1)
            .step_by(size)
            .map(|cut| cut as u64)
            .collect();
        whole.check_guessed_ranges(&cuts, ALL_AT_ONCE);
        // A single size is enough here: only the start of a range differs.
        if size != 2 {
            whole.check_ranges(&cuts, ALL_AT_ONCE);
        }
    }
}

#[test]
fn ranges_of_the_archive_cases_equal_the_whole() {
    let mut kinds = Vec::new();
    for (number, case) in archive::cases().iter().enumerate() {
        let kind = case.read_as.or_else(|| recognise(&case.file, true));
        let kind = kind.expect("a kind is recognised at the end");
        check_sizes(&case.file, kind, number);
        kinds.push(kind);
    }
    let seen = Kind::ALL.iter().filter(|kind| kinds.contains(kind));
    assert_eq!(seen.count(), Kind::ALL.len());
}

#[test]
fn ranges_of_a_text_equal_the_whole() {
    for (number, case) in cases::scan().iter().enumerate() {
        check_sizes(&case.text, Kind::Text, number);
    }
}

#[test]
fn ranges_of_a_mailbox_equal_the_whole() {
    let files = cases::files("mail", "mbox");
    assert!(!files.is_empty());
    for (number, path) in files.iter().enumerate() {
        let file = fs::read(path).expect("a readable file");
        check_sizes(&file, Kind::Mboxo, number);
    }
}

#[test]
fn an_article_begins_in_the_middle_of_a_line_of_base64() {
    let article = b"Content-Type: image/png\nContent-Transfer-Encoding: base64\n\nQUJD";
    let batch = [format!("#! rnews {}\n", article.len()).as_bytes(), article].concat();
    let file = batch.repeat(3);
    let whole = FullWalk::of(&file, Kind::Rnews, false);
    assert_eq!(whole.begins().len(), 3);
    for push_size in 0..file.len() {
        let options = PushOptions {
            push_size,
            ..ALL_AT_ONCE
        };
        whole.check_ranges(&[batch.len() as u64], options);
    }
}

/// Checks that the messages of an mbox begin where the oracle finds them, whatever their headers declare.
fn check_message_offsets(file: &[u8], kind: Kind) {
    let begins = mailbox::messages(file);
    for whole in [
        FullWalk::framing(file, kind),
        FullWalk::of(file, kind, false),
    ] {
        let escaped = file.escape_ascii();
        // The oracle does not know lines that end in CR.
        if ReadOptions::new().can_be_cut(kind, file) || !file.contains(&b'\n') {
            assert_eq!(whole.begins(), begins, "{kind} {escaped}");
        } else {
            assert_eq!(whole.messages(), begins.len() as u64, "{kind} {escaped}");
        }
    }
}

#[test]
fn message_offsets_of_the_cases_agree_with_the_oracle() {
    let mut seen = 0;
    // The oracle knows the dates of their `From ` lines.
    for case in archive::cases() {
        let is_known = ["nested/", "multipart/", "mboxo/", "mboxrd/"];
        let is_known = is_known.iter().any(|file| case.name.starts_with(file));
        let kind = case.read_as.or_else(|| recognise(&case.file, true));
        if let Some(kind) = kind.filter(|kind| is_known && kind.is_mbox()) {
            check_message_offsets(&without_lengths(&case.file), kind);
            seen += 1;
        }
    }
    assert!(seen > 20, "{seen}");
}

/// Renames the fields that declare a length.
fn without_lengths(file: &[u8]) -> Vec<u8> {
    let mut file = file.to_vec();
    let field = b"content-length";
    for at in 0..file.len().saturating_sub(field.len()) {
        let name = &mut file[at..at + field.len()];
        if name.eq_ignore_ascii_case(field) {
            name.fill(b'X');
        }
    }
    file
}

/// Tokens of mailboxes with incomplete messages.
static BROKEN: LazyLock<Vec<&[u8]>> = LazyLock::new(|| bytes!("archive_ranges.toml", "broken"));

/// Generates any kind of mbox.
fn kind_of_mbox() -> impl Strategy<Value = Kind> {
    let kinds = Kind::ALL.iter().copied().filter(|kind| kind.is_mbox());
    prop::sample::select(kinds.collect::<Vec<_>>())
}

/// Generates any kind, all equally likely.
fn kind() -> impl Strategy<Value = Kind> {
    prop::sample::select(Kind::ALL)
}

/// Generates numbers for making choices.
fn numbers() -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(any::<u16>(), 1..200)
}

/// Generates sorted offsets, for files of various lengths.
fn cuts() -> impl Strategy<Value = Vec<u64>> {
    let max = prop::sample::select(vec![60_u64, 400, 2000]);
    let cuts = max.prop_flat_map(|max| prop::collection::vec(0..max, 0..30));
    cuts.prop_map(|mut cuts| {
        cuts.sort_unstable();
        cuts
    })
}

fn check_random_ranges(file: &[u8], kind: Kind, cuts: &[u64], push_size: usize) {
    let whole = FullWalk::of(file, kind, false);
    let options = PushOptions {
        push_size,
        ..ALL_AT_ONCE
    };
    whole.check_ranges(cuts, options);
    whole.check_guessed_ranges(cuts, options);
    FullWalk::of(file, kind, true).check_guessed_ranges(cuts, SKIPPING);
    for &cut in cuts {
        whole.check_first_message(cut);
    }
}

proptest! {
    #![proptest_config(config(8))]

    #[test]
    fn ranges_of_any_archive_equal_the_whole(
        kind in kind(), numbers in numbers(), cuts in cuts(), push_size in 0..40_usize,
    ) {
        let mut choices = mailboxes::choices(&numbers);
        let file = Writer::new(kind, &mut choices, &[]).archive(8);
        check_random_ranges(&file, kind, &cuts, push_size);
    }

    #[test]
    fn message_offsets_of_any_mbox_agree_with_the_oracle(
        kind in kind_of_mbox(), numbers in numbers(),
    ) {
        let mut choices = mailboxes::choices(&numbers);
        let file = Writer::new(kind, &mut choices, &[]).archive(8);
        check_message_offsets(&without_lengths(&file), kind);
    }

    #[test]
    fn an_incomplete_message_ends_at_the_next(
        kind in kind_of_mbox(), tokens in prop::collection::vec(prop::sample::select(&BROKEN[..]), 0..20), cuts in cuts(),
        push_size in 0..40_usize,
    ) {
        let file = tokens.concat();
        check_message_offsets(&file, kind);
        check_random_ranges(&file, kind, &cuts, push_size);
    }

    #[test]
    fn ranges_of_any_text_equal_the_whole(
        tokens in prop::collection::vec(any::<u8>(), 0..100), cuts in cuts(), push_size in 0..40_usize,
    ) {
        let text = tokens::from_bytes(&tokens);
        check_random_ranges(&text, Kind::Text, &cuts, push_size);
    }
}
