//! Finds the commit that the program is built from, which `-V` prints: `URLSIFT_COMMIT`, if it is set; otherwise the
//! commit of the package from crates.io, or of the clone. The source alone has none, so that equal sources give equal
//! programs.

use std::{env, fs, path::Path, process::Command};

/// Hexadecimal digits of the commit.
const DIGITS: usize = 12;

fn main() {
    println!("cargo::rerun-if-env-changed=URLSIFT_COMMIT");
    // The compiler sees the variable without help.
    if env::var_os("URLSIFT_COMMIT").is_some() {
        return;
    }
    if let Some(commit) = of_package().or_else(of_clone) {
        println!("cargo::rustc-env=URLSIFT_COMMIT={commit}");
    }
}

/// Returns the commit that Cargo wrote into the package.
fn of_package() -> Option<String> {
    let info = fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let (_, rest) = info.split_once("\"sha1\"")?;
    let commit = rest.split('"').nth(1)?;
    commit.get(..DIGITS).map(str::to_owned)
}

/// Returns the commit of the clone. The repository of another project, into which the source was unpacked, is none.
fn of_clone() -> Option<String> {
    let root = Path::new("../..").canonicalize().ok()?;
    let top = git(&["rev-parse", "--show-toplevel"])?;
    if Path::new(&top).canonicalize().ok()? != root {
        return None;
    }
    // Git writes to this log whenever the commit changes. Cargo would run a build that names a missing file each time.
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
    if Path::new(&log).exists() {
        println!("cargo::rerun-if-changed={log}");
    }
    git(&["rev-parse", &format!("--short={DIGITS}"), "HEAD"])
}

/// Runs Git and returns what it prints, without the end of the line, if it succeeds.
fn git(args: &[&str]) -> Option<String> {
    let output = Command::new("git").args(args).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim_end().to_owned())
}
