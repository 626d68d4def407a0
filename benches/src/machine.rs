//! What the figures were measured on.

use std::{env, fs, process::Command, thread};

/// A line that names the processor, its cores and the compiler; `-` for what cannot be told.
#[must_use]
pub fn describe() -> String {
    let cores = thread::available_parallelism().map_or("-".into(), |cores| cores.to_string());
    let model = model().unwrap_or("-".into());
    let rustc = rustc().unwrap_or("-".into());
    format!("{model}, {cores} cores, {rustc}")
}

fn model() -> Option<String> {
    let info = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = info.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(": ")?.1.into())
}

fn rustc() -> Option<String> {
    let rustc = env::var_os("RUSTC").unwrap_or("rustc".into());
    let output = Command::new(rustc).arg("--version").output().ok()?;
    let version = String::from_utf8(output.stdout).ok()?;
    Some(version.trim_end().into())
}
