//! Tests for headings, line numbers and columns.

use crate::support::terminal::{run_on_terminal, strip_colors};
use urlsift_tests::packing::tar::Tar;

const A: &str = "<http://a/1>\n  <http://a/2>\n";
const C: &str = "<http://c/>\n";

#[test]
fn headings_default_to_terminal_only() {
    let files: [(&str, &[u8]); 2] = [("a", A.as_bytes()), ("c", C.as_bytes())];
    let headed = "a\n1:1:http://a/1\n2:3:http://a/2\n\nc\n1:1:http://c/\n";
    let plain = "a:1:http://a/1\na:2:http://a/2\nc:1:http://c/\n";
    for (args, expected) in [
        ("list a c", headed),
        (
            "list .",
            &headed
                .replace("a\n1:", "./a\n1:")
                .replace("\nc\n", "\n./c\n"),
        ),
        ("grep . a c", headed),
        ("list --no-heading --no-column a c", plain),
        ("list c", "1:1:http://c/\n"),
        ("list -H c", "c\n1:1:http://c/\n"),
        (
            "list -I a c",
            "1:1:http://a/1\n2:3:http://a/2\n1:1:http://c/\n",
        ),
        ("list -N a c", "a\nhttp://a/1\nhttp://a/2\n\nc\nhttp://c/\n"),
        ("list --range : c", "http://c/\n"),
        ("list -n a c | cat", plain),
        ("list c a -m1 | cat", "c:http://c/\na:http://a/1\n"),
        ("list -c a c", "a:2\nc:1\n"),
    ] {
        let Some(shown) = run_on_terminal(&files, args, &[]) else {
            return;
        };
        let shown = strip_colors(&shown).replace("\r\n", "\n");
        assert_eq!(shown, expected, "{args}");
    }
}

#[test]
fn terminal_shows_a_heading_per_member() {
    let tar = Tar::new().file("m", C.as_bytes()).file("n", A.as_bytes());
    let tar = tar.finish();
    let expected = "t!m\n1:1:http://c/\n\nt!n\n1:1:http://a/1\n2:3:http://a/2\n";
    for (args, expected) in [
        ("list t", expected),
        ("list -IN -m1 t", "http://c/\nhttp://a/1\n"),
    ] {
        let Some(shown) = run_on_terminal(&[("t", &tar)], args, &[]) else {
            return;
        };
        let shown = strip_colors(&shown).replace("\r\n", "\n");
        assert_eq!(shown, expected, "{args}");
    }
}
