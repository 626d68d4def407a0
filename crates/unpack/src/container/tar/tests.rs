//! Tests of the recognition of tars. What is read of them is in the table of `urlsift_tests::packed`.

use tar::Header;
use urlsift_tests::packing::tar::Tar;

use super::{BLOCK, begins_with, header::is_header};

#[test]
fn all_header_formats_are_recognised() {
    let mut v7 = Header::new_old();
    v7.as_old_mut().name[..2].copy_from_slice(b"v7");
    assert!(begins_with(&Tar::new().bare(v7).unfinished()));
    assert!(begins_with(&Tar::new().file("a", "1").unfinished()));
    assert!(begins_with(&Tar::new().member(b'L', "L", "1").finish()));
}

#[test]
fn corrupt_and_truncated_headers_are_recognised_by_magic() {
    let mut tar = Tar::new().file("a", "1").unfinished();
    tar[0] = b'b';
    assert!(!is_header(&tar[..BLOCK]));
    assert!(begins_with(&tar));
    assert!(begins_with(&tar[..262]));
    assert!(!begins_with(&tar[..261]));
}

#[test]
fn other_blocks_are_not_recognised() {
    assert!(!begins_with(b""));
    assert!(!begins_with(&[0; BLOCK]));
    assert!(!begins_with(&[b'a'; BLOCK]));
    let mut text = [b' '; BLOCK];
    text[257..263].copy_from_slice(b"ustar\n");
    assert!(!begins_with(&text), "text with the magic");
    // 504 spaces, these digits and one more space have this sum.
    let mut sum = [b' '; BLOCK];
    sum[148..156].copy_from_slice(b"040000  ");
    assert!(!begins_with(&sum), "text with its own checksum");
    assert!(!is_header(&sum), "text with its own checksum");
    sum[0] = 0;
    sum[148..156].copy_from_slice(b"037740  ");
    assert!(begins_with(&sum), "{}", 511 * 32);
}
