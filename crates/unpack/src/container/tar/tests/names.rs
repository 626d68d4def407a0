//! Tests for the names of members.

use super::*;

#[test]
fn names_in_all_formats() {
    let mut v7 = Header::new_old();
    named(&mut v7, "v7");
    v7.set_size(1);
    let mut ustar = header(b'0', "name", 1);
    ustar
        .as_ustar_mut()
        .expect("a header of this format")
        .prefix[..3]
        .copy_from_slice(b"a/b");
    let mut gnu = Header::new_gnu();
    named(&mut gnu, "gnu");
    gnu.set_size(1);
    gnu.as_gnu_mut()
        .expect("a header of this format")
        .set_atime(0o1234);
    let items = parse(
        &Tar::new()
            .bare(v7)
            .blocks("1")
            .bare(ustar)
            .blocks("2")
            .bare(gnu)
            .blocks("3")
            .member(b'7', "contiguous", "4")
            .member(0, "old", "5")
            .file("n".repeat(100), "6")
            .finish(),
    );
    let expected = [
        file("v7", "1"),
        file("a/b/name", "2"),
        file("gnu", "3"),
        file("contiguous", "4"),
        file("old", "5"),
        file(&"n".repeat(100), "6"),
    ];
    assert_eq!(items, expected);
}

#[test]
fn tar_of_another_writer() {
    let mut builder = tar::Builder::new(Vec::new());
    let long = "d/".repeat(120) + "name";
    let mut header = Header::new_gnu();
    header.set_size(3);
    let mut link = header.clone();
    link.set_entry_type(EntryType::Link);
    builder
        .append_data(&mut header.clone(), &long, &b"abc"[..])
        .expect("a Vec");
    builder
        .append_link(&mut link, "link", &long)
        .expect("a Vec");
    builder
        .append_data(&mut header, "last", &b"def"[..])
        .expect("a Vec");
    let tar = builder.into_inner().expect("a Vec");
    // The header of the link has a size of three bytes, but no data.
    assert_eq!(parse(&tar), [file(&long, "abc"), file("last", "def")]);
}

#[test]
fn precedence_of_names() {
    let items = parse(
        &Tar::new()
            .member(b'g', "g", pax_records(&[("path", "all"), ("size", "1")]))
            .member(b'g', "g", pax_records(&[("comment", "c")]))
            .file("a", "global")
            .member(b'L', "L", "long\0\0")
            .pax(b'x', &[("path", "p\nq\0")])
            .file("a", "local")
            .pax(b'x', &[("path", "")])
            .file("a", "none")
            .pax(b'x', &[("path", "p"), ("GNU.sparse.name", "s")])
            .file("a", "sparse")
            .member(b'g', "g", pax_records(&[("path", "")]))
            .member(b'L', "L", "long\0")
            .member(b'K', "K", "link\0")
            .member(b'g', "g", pax_records(&[("comment", "c")]))
            .file("a", "long")
            .member(b'L', "L", "long\0")
            .member(b'2', "link", "")
            .file("a", "own")
            .finish(),
    );
    let expected = [
        file("all", "global"),
        file("p\\nq", "local"),
        file("a", "none"),
        file("s", "sparse"),
        file("long", "long"),
        file("a", "own"),
    ];
    assert_eq!(items, expected);
}

#[test]
fn duplicate_names() {
    let tar = Tar::new().file("a", "1").file("a", "2").finish();
    assert_eq!(parse(&tar), [file("a", "1"), file("a", "2")]);
}

#[test]
fn longest_name() {
    let longest = "n".repeat(1 << 20);
    let one_more = "n".repeat((1 << 20) + 1);
    let items = parse(
        &Tar::new()
            .member(b'L', "L", &longest)
            .file("a", "1")
            .member(b'L', "L", &one_more)
            .file("b", "2")
            .pax(b'x', &[("path", &longest)])
            .file("c", "3")
            .finish(),
    );
    let second = 2 * BLOCK + (1 << 20) + BLOCK;
    let third = second + 3 * BLOCK + (1 << 20) + BLOCK;
    let expected = [
        file(&longest, "1"),
        corrupt(second, LONG),
        file("b", "2"),
        corrupt(third, LONG),
        file("c", "3"),
    ];
    assert!(items == expected, "{}", items.len());
}

#[test]
fn too_long_metadata_is_skipped() {
    const GIB: u64 = 1 << 30;
    for typeflag in *b"LKxg" {
        let head = Tar::new().bare(header(typeflag, "x", GIB)).unfinished();
        let tail = Tar::new().file("a", "1").finish();
        let source = head.chain(io::repeat(b'n').take(GIB)).chain(&*tail);
        let mut expected = vec![corrupt(0, LONG), file("a", "1")];
        if typeflag == b'K' {
            expected.remove(0);
        }
        assert_eq!(Recorder::new().parse(source), expected);
    }
}
