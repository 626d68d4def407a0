#!/usr/bin/env python3
"""Prints the table of docs/embedding/rust.md: what a program pays for each feature set of urlsift, beside other crates.

    python3 benches/embedding/measure.py [--jobs N] [NUMBER...]

For each row, or those with the numbers, it makes a program in a folder of its own that prints the links of its input, and measures

- the crates that `cargo tree -e normal` lists, those of this repository included, the program not;
- the CPU seconds (user) of a debug build from nothing, so that other processes disturb little. Build scripts and the
  crates of macros are included;
- the size of a release program, with `strip = true`, `lto = true` and `codegen-units = 1`, less that of a program that
  reads its input and prints it.

Needs Cargo and its registry, and a Unix. Takes some minutes.
"""

import argparse
import os
import pathlib
import resource
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]

MANIFEST = """
[package]
name = "row"
version = "0.1.0"
edition = "2024"

[dependencies]
{dependencies}

[profile.release]
strip = true
lto = true
codegen-units = 1

[workspace]
"""

READ = "let input = std::io::read_to_string(std::io::stdin()).unwrap();"

TEXT = READ + """
for link in urlsift::text(&input).links() {
    println!("{} {:?}", link.url(), link.warnings().collect::<Vec<_>>());
}
"""
HTML = TEXT + """
for link in urlsift::html(&input).links() {
    println!("{}", link.url());
}
"""
MESSAGE = HTML + """
for link in urlsift::message(input.as_bytes()).links() {
    println!("{}", link.url());
}
"""
UNWRAP = MESSAGE + """
for link in urlsift::text(&input).links() {
    println!("{:?}", link.with_unwrapping().target());
}
"""
LINKIFY = READ + """
for link in linkify::LinkFinder::new().links(&input) {
    println!("{}", link.as_str());
}
"""
MIME = READ + """
let message = mail_parser::MessageParser::default().parse(&input).unwrap_or_default();
for part in &message.parts {
    if let mail_parser::PartType::Text(text) | mail_parser::PartType::Html(text) = &part.body {
        println!("{text}");
    }
}
"""
MIME_LINKIFY = MIME.replace(
    'println!("{text}");',
    "for link in linkify::LinkFinder::new().links(text) { println!(\"{}\", link.as_str()); }",
)
MIME_URLSIFT = READ + """
let message = mail_parser::MessageParser::default().parse(&input).unwrap_or_default();
for part in &message.parts {
    let source = match &part.body {
        mail_parser::PartType::Text(text) => urlsift::text(text),
        mail_parser::PartType::Html(page) => urlsift::html(page),
        _ => continue,
    };
    for link in source.links() {
        println!("{}", link.url());
    }
}
"""


def urlsift(*features):
    listed = ", ".join(f'"{feature}"' for feature in features)
    path = ROOT / "crates/urlsift"
    return f'urlsift = {{ path = "{path}", default-features = false, features = [{listed}] }}\n'


def version(name):
    """The version of the lock file, with which the tests run."""
    lock = (ROOT / "Cargo.lock").read_text().split("[[package]]")
    found = [entry for entry in lock if f'\nname = "{name}"\n' in entry]
    return found[0].split('version = "')[1].split('"')[0]


def crate(name):
    return f'{name} = "={version(name)}"\n'


def rows():
    yield "urlsift without features", urlsift(), TEXT
    yield "`whatwg`", urlsift("whatwg"), TEXT
    yield "`html`", urlsift("html"), HTML
    yield "`html`, `whatwg`", urlsift("html", "whatwg"), HTML
    yield "`mail`", urlsift("mail"), MESSAGE
    yield "`mail`, `whatwg`", urlsift("mail", "whatwg"), MESSAGE
    yield "all (the default)", urlsift("mail", "whatwg", "unwrap", "hash"), UNWRAP
    yield f"linkify {version('linkify')}", crate("linkify"), LINKIFY
    yield f"mail-parser {version('mail-parser')}", crate("mail-parser"), MIME
    yield "mail-parser and linkify", crate("mail-parser") + crate("linkify"), MIME_LINKIFY
    both = crate("mail-parser") + urlsift("html")
    yield "mail-parser and urlsift with `html`", both, MIME_URLSIFT


def cargo(folder, *args):
    environment = {**os.environ, "CARGO_TARGET_DIR": str(folder / "target"), "CARGO_INCREMENTAL": "0"}
    environment.pop("CARGO_PROFILE_DEV_DEBUG", None)
    done = subprocess.run(
        ["cargo", *args], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(done.stderr)
    return done.stdout


def make(folder, dependencies, body):
    (folder / "src").mkdir(parents=True)
    (folder / "Cargo.toml").write_text(MANIFEST.format(dependencies=dependencies))
    (folder / "src/main.rs").write_text("fn main() {" + body + "}\n")
    # The versions of the repository.
    (folder / "Cargo.lock").write_bytes((ROOT / "Cargo.lock").read_bytes())
    cargo(folder, "fetch")


def release_size(folder, jobs):
    cargo(folder, "build", "--release", "--jobs", jobs)
    return (folder / "target/release/row").stat().st_size


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jobs", default=str(os.cpu_count()))
    parser.add_argument("numbers", nargs="*", type=int, metavar="NUMBER", help="only these rows, counted from 1")
    options = parser.parse_args()
    jobs = options.jobs
    with tempfile.TemporaryDirectory() as scratch:
        empty = pathlib.Path(scratch) / "empty"
        make(empty, "", READ + 'print!("{input}");')
        least = release_size(empty, jobs)
        print("| dependency | crates | debug build | in the program |\n|---|---:|---:|---:|")
        for number, (name, dependencies, body) in enumerate(rows(), 1):
            if options.numbers and number not in options.numbers:
                continue
            folder = pathlib.Path(scratch) / str(number)
            make(folder, dependencies, body)
            tree = cargo(folder, "tree", "-e", "normal", "--prefix", "none").splitlines()
            crates = {line.removesuffix(" (*)") for line in tree[1:]}
            before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            cargo(folder, "build", "--jobs", jobs)
            seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
            size = release_size(folder, jobs) - least
            print(f"| {name} | {len(crates)} | {seconds:.1f} s | {size / 1000:,.0f} kB |", flush=True)


if __name__ == "__main__":
    main()
