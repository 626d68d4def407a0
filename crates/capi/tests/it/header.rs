//! Compares the header with what cbindgen makes of the source.

use std::{env, fs, path::PathBuf};

use cbindgen::{Builder, Config};

use crate::support::{compile, folder, header, scratch};

/// The files with public items, in the order of the header.
const FILES: [&str; 8] = [
    "version", "status", "codes", "options", "link", "find", "links", "check",
];

fn generated() -> String {
    let config = Config::from_file(folder().join("cbindgen.toml")).expect("cbindgen.toml");
    let mut builder = Builder::new().with_config(config);
    for name in FILES.iter().chain(&["scan_file"]) {
        builder = builder.with_src(folder().join(format!("src/{name}.rs")));
    }
    let mut text = Vec::new();
    builder.generate().expect("a header").write(&mut text);
    String::from_utf8(text).expect("UTF-8")
}

/// `URLSIFT_BLESS=1` writes the header instead.
#[test]
fn it_is_what_cbindgen_makes() {
    let generated = generated();
    let path: PathBuf = header();
    if env::var_os("URLSIFT_BLESS").is_some() {
        fs::write(&path, &generated).expect("a header that can be written");
    }
    let committed = fs::read_to_string(&path).expect("the header");
    assert!(
        committed == generated,
        "{} is old: run this test with URLSIFT_BLESS=1",
        path.display()
    );
}

#[test]
fn every_file_with_exports_is_in_it() {
    let generated = generated();
    for entry in fs::read_dir(folder().join("src")).expect("the source") {
        let path = entry.expect("a file").path();
        let source = fs::read_to_string(&path).expect("a source file");
        for line in source.lines() {
            let Some(rest) = line.split("extern \"C\" fn ").nth(1) else {
                continue;
            };
            let name = rest.split('(').next().expect("a name");
            if name.starts_with("urlsift_") {
                assert!(
                    generated.contains(&format!("{name}(")),
                    "{}: {name}",
                    path.display()
                );
            }
        }
    }
}

#[test]
#[expect(clippy::print_stderr)]
fn a_compiler_of_cxx_accepts_it() {
    let scratch = scratch();
    let source = scratch.path().join("header.cc");
    fs::write(
        &source,
        "#define URLSIFT_SEARCH\n#include \"urlsift.h\"\nint main() { return URLSIFT_OK; }\n",
    )
    .expect("a file that can be written");
    let compiler = env::var("CXX").unwrap_or_else(|_| "c++".into());
    let flags = [
        "-std=c++11",
        "-Wall",
        "-Wextra",
        "-pedantic",
        "-Werror",
        "-fsyntax-only",
    ];
    if !compile(&compiler, &flags, &source, None) {
        eprintln!("skipped: there is no {compiler}");
    }
}
