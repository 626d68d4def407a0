//! The names of members.

use super::*;

#[test]
fn the_forms_of_all_ages() {
    let mut v7 = Header::new_old();
    named(&mut v7, "v7");
    v7.set_size(1);
    let mut ustar = header(b'0', "name", 1);
    ustar.as_ustar_mut().expect("it is").prefix[..3].copy_from_slice(b"a/b");
    let mut gnu = Header::new_gnu();
    named(&mut gnu, "gnu");
    gnu.set_size(1);
    gnu.as_gnu_mut().expect("it is").set_atime(0o1234);
    let seen = view(
        &tar()
            .bare(v7)
            .blocks("1")
            .bare(ustar)
            .blocks("2")
            .bare(gnu)
            .blocks("3")
            .typed(b'7', "contiguous", "4")
            .typed(0, "old", "5")
            .file(&"n".repeat(100), "6")
            .end(),
    );
    let expected = [
        file("v7", "1"),
        file("a/b/name", "2"),
        file("gnu", "3"),
        file("contiguous", "4"),
        file("old", "5"),
        file(&"n".repeat(100), "6"),
    ];
    assert_eq!(seen, expected);
}

#[test]
fn a_tar_as_others_write_it() {
    let mut builder = tar::Builder::new(Vec::new());
    let long = "d/".repeat(120) + "name";
    let mut header = Header::new_gnu();
    header.set_size(3);
    let mut link = header.clone();
    link.set_entry_type(EntryType::Link);
    builder
        .append_data(&mut header.clone(), &long, &b"abc"[..])
        .expect("a Vec takes all");
    builder
        .append_link(&mut link, "link", &long)
        .expect("a Vec takes all");
    builder
        .append_data(&mut header, "last", &b"def"[..])
        .expect("a Vec takes all");
    let tar = builder.into_inner().expect("a Vec takes all");
    // The link's header says that it has three bytes, and there are none.
    assert_eq!(view(&tar), [file(&long, "abc"), file("last", "def")]);
}

#[test]
fn the_nearest_name_counts() {
    let seen = view(
        &tar()
            .typed(b'g', "g", records(&[("path", "all"), ("size", "1")]))
            .typed(b'g', "g", records(&[("comment", "c")]))
            .file("a", "global")
            .typed(b'L', "L", "long\0\0")
            .extended(&[("path", "p\nq\0")])
            .file("a", "local")
            .extended(&[("path", "")])
            .file("a", "none")
            .extended(&[("path", "p"), ("GNU.sparse.name", "s")])
            .file("a", "sparse")
            .typed(b'g', "g", records(&[("path", "")]))
            .typed(b'L', "L", "long\0")
            .typed(b'K', "K", "link\0")
            .typed(b'g', "g", records(&[("comment", "c")]))
            .file("a", "long")
            .typed(b'L', "L", "long\0")
            .typed(b'2', "link", "")
            .file("a", "own")
            .end(),
    );
    let expected = [
        file("all", "global"),
        file("p\\nq", "local"),
        file("a", "none"),
        file("s", "sparse"),
        file("long", "long"),
        file("a", "own"),
    ];
    assert_eq!(seen, expected);
}

#[test]
fn two_members_may_have_one_name() {
    let tar = tar().file("a", "1").file("a", "2").end();
    assert_eq!(view(&tar), [file("a", "1"), file("a", "2")]);
}

#[test]
fn the_longest_name() {
    let longest = "n".repeat(1 << 20);
    let one_more = "n".repeat((1 << 20) + 1);
    let seen = view(
        &tar()
            .typed(b'L', "L", &longest)
            .file("a", "1")
            .typed(b'L', "L", &one_more)
            .file("b", "2")
            .extended(&[("path", &longest)])
            .file("c", "3")
            .end(),
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
    assert!(seen == expected, "{}", seen.len());
}

#[test]
fn what_is_too_long_is_not_kept() {
    const GIB: u64 = 1 << 30;
    for typeflag in *b"LKxg" {
        let head = tar().bare(header(typeflag, "x", GIB)).0;
        let tail = tar().file("a", "1").end();
        let source = head.chain(io::repeat(b'n').take(GIB)).chain(&*tail);
        let mut expected = vec![corrupt(0, LONG), file("a", "1")];
        if typeflag == b'K' {
            expected.remove(0);
        }
        assert_eq!(Viewer::new().view(source), expected);
    }
}
