//! The tests of each threat in `docs/SECURITY.md`.

use std::fs;

use crate::support::console::root;

/// Threats, each with its tests. One whose name has hyphens is a case of the command; one without a module is a lint.
const TESTS: [(&str, &[&str]); 13] = [
    (
        "a text, a field or a name that controls the terminal",
        &[
            "hostile::search_prints_no_controls",
            "hostile::other_commands_print_no_controls",
        ],
    ),
    (
        "the same through JSON, headings, progress or errors",
        &[
            "hostile::search_prints_no_controls",
            "hostile::progress_line_prints_no_controls",
            "hostile::value_errors_print_no_controls",
        ],
    ),
    (
        "a hyperlink that leads elsewhere than it seems",
        &[
            "hyperlinks::url-bytes-cannot-end-a-link",
            "hyperlinks::unsafe-schemes-are-not-linked",
        ],
    ),
    (
        "a URL that a program takes for a flag or a command",
        &[
            "pick::open::url_is_passed_as_one_argument",
            "pick::hostile::each_case_is_opened_confirmed_or_refused",
        ],
    ),
    (
        "a link whose text shows another host",
        &["pick::display::every_kind_is_shown_and_a_false_text_warned_of"],
    ),
    (
        "a small file that unpacks to a large one",
        &[
            "compressed::bombs::bomb_is_read_within_bounds",
            "compressed::bombs::nested_bombs_stop_early",
        ],
    ),
    (
        "a file of pathological structure",
        &[
            "work::work_is_linear",
            "robustness::a-million-opening-brackets-are-scanned-in-time",
        ],
    ),
    (
        "damaged data",
        &[
            "compressed::packed::every_packed_file_is_read_from_a_file_and_from_a_pipe",
            "robustness::random_bytes_are_no_error",
        ],
    ),
    (
        "a name in a container that leaves it, or a link, or a device",
        &["compressed::packed::every_packed_file_is_read_from_a_file_and_from_a_pipe"],
    ),
    (
        "a directory with loops, FIFOs or sockets",
        &[
            "walk::directory-loop-is-an-error",
            "walk::fifo_and_socket_in_a_walk_are_not_opened",
        ],
    ),
    (
        "a repository that makes git run or fetch something",
        &[
            "public_inbox::settings_of_a_repository_run_nothing",
            "public_inbox::objects_of_a_partial_clone_are_not_fetched",
        ],
    ),
    (
        "an overflow or an index out of bounds",
        &["unsafe_code = \"deny\""],
    ),
    (
        "a fault in C code, or one that nobody has found",
        &[
            "term::sandbox::tests::files_outside_cannot_be_changed",
            "term::sandbox::tests::programs_cannot_be_run",
            "term::sandbox::tests::no_socket_can_be_made",
            "term::sandbox::tests::dangerous_calls_are_denied",
            "sandbox::every_thread_is_restricted",
        ],
    ),
];

#[test]
fn every_threat_has_its_tests() {
    let document = fs::read_to_string(root().join("docs/SECURITY.md")).expect("a readable file");
    let rows = document
        .lines()
        .skip_while(|line| !line.starts_with("| threat |"));
    let rows = rows.skip(2).take_while(|line| line.starts_with('|'));
    let threats: Vec<_> = rows.filter_map(|row| row.split(" | ").next()).collect();
    let tested = TESTS.map(|(threat, _)| format!("| {threat}"));
    assert_eq!(threats, tested);
    for name in TESTS.iter().flat_map(|(_, names)| *names) {
        let (file, item) = match name.rsplit_once("::") {
            // A case of the command.
            Some((module, case)) if case.contains('-') => {
                let file = format!("crates/cli/tests/cases/{module}.toml");
                (file, format!("\nname = \"{case}\"\n"))
            }
            Some((module, test)) => {
                let module = module.replace("::", "/");
                // A unit test, one that counts steps, or one of the command.
                let places = [
                    format!("crates/cli/src/{module}.rs"),
                    format!("tests/tests/{module}/main.rs"),
                    format!("crates/cli/tests/it/{module}.rs"),
                ];
                let path = places.into_iter().find(|path| root().join(path).exists());
                let path = path.unwrap_or_else(|| panic!("{name}: no such file"));
                (path, format!("\nfn {test}() {{"))
            }
            // A lint, which the manifest has.
            None => ("Cargo.toml".into(), format!("\n{name}\n")),
        };
        let source = fs::read_to_string(root().join(&file)).expect(&file);
        assert!(source.contains(&item), "{name}: not in {file}");
    }
}
