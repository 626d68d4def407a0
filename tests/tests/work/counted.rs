//! The command, built with counters of the code that it executes.

use std::{
    env,
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// The magic number and the version of an LLVM profile, without flags.
const MAGIC: u64 = 0xff_6c_70_72_6f_66_72_81;
const VERSION: u64 = 10;
const VERSION_FLAGS: u64 = 0xff << 56;

/// The sizes in bytes of a profile's header and of its record for each function.
const HEADER: usize = 16 * 8;
const FUNCTION: u64 = 64;

/// The command with a counter in every loop and branch, including its Rust dependencies. `rustc -C profile-generate`
/// inserts the counters for the optimiser. C libraries and the precompiled part of the standard library are not
/// counted.
#[derive(Debug)]
pub(crate) struct Counted {
    command: PathBuf,
}

/// The work done by a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Work {
    /// The sum of all counters.
    pub(crate) steps: u64,
    /// Bytes written to standard output.
    pub(crate) printed: u64,
    /// The exit status: 1 without links, 2 if a compressed file is damaged.
    pub(crate) status: i32,
}

impl Counted {
    /// Builds the command in a separate target directory.
    pub(crate) fn build() -> Self {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("counted");
        let host = host();
        let status = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()))
            .args(["build", "--locked", "--package", "urlsift-cli"])
            // No mode writes Parquet.
            .args(["--no-default-features", "--features", "outlook"])
            .arg("--target-dir")
            .arg(&target)
            // With a target, build scripts and procedural macros have no counters.
            .args(["--target", &host])
            .env_remove("CARGO_ENCODED_RUSTFLAGS")
            .env("RUSTFLAGS", "-Cprofile-generate")
            .env("CARGO_PROFILE_DEV_DEBUG", "0")
            .status();
        assert!(status.expect("Cargo starts").success());
        let name = format!("urlsift{}", env::consts::EXE_SUFFIX);
        Self {
            command: target.join(host).join("debug").join(name),
        }
    }

    /// Writes the output of `list` for a file to another file, and returns its length in bytes.
    pub(crate) fn list(&self, file: &Path, to: &Path, scratch: &Path) -> u64 {
        let to = File::create(to).expect("a file");
        let mut command = Command::new(&self.command);
        command.args(["list", SANDBOX, "--conforms=none"]).arg(file);
        command.env("LLVM_PROFILE_FILE", scratch.join("profile"));
        let stdout = to.try_clone().expect("a handle");
        let status = command.stdout(stdout).stderr(Stdio::null()).status();
        assert!(matches!(
            status.expect("the command starts").code(),
            Some(0..=2)
        ));
        to.metadata().expect("a file").len()
    }

    /// Runs the command and returns its work. No other run may use the directory `scratch`.
    pub(crate) fn run(&self, args: &[String], input: Input<'_>, scratch: &Path) -> Work {
        let profile = scratch.join("profile");
        let stdin = match input {
            Input::Path(_) => Stdio::null(),
            Input::Stdin(path) => File::open(path).expect("a readable file").into(),
        };
        let mut command = Command::new(&self.command);
        let (name, flags) = args.split_first().expect("a command");
        command.args([name, SANDBOX]).args(flags);
        command.env("LLVM_PROFILE_FILE", &profile);
        if let Input::Path(path) = input {
            command.arg(path);
        }
        // How much is written to a pipe at once depends on its reader, and the steps on that.
        let stdout = File::create(scratch.join("stdout")).expect("a file");
        let handle = stdout.try_clone().expect("a handle");
        let command = command.stdin(stdin).stdout(handle).stderr(Stdio::null());
        let status = command.status().expect("the command starts");
        let printed = stdout.metadata().expect("a file").len();
        let code = status.code().filter(|code| (0..3).contains(code));
        let status = code.unwrap_or_else(|| panic!("{args:?}: {status}"));
        let steps = File::open(profile).and_then(sum_of_counters);
        let steps = steps.expect("a profile");
        Work {
            steps,
            printed,
            status,
        }
    }
}

/// Returns the name of the platform that `rustc` runs on.
fn host() -> String {
    let rustc = Command::new(env::var_os("RUSTC").unwrap_or("rustc".into()))
        .args(["--print", "host-tuple"])
        .output()
        .expect("rustc starts");
    let host = String::from_utf8(rustc.stdout).expect("UTF-8");
    host.trim_end().to_owned()
}

/// The profile is written at the end of a run, to a file that the sandbox does not allow.
const SANDBOX: &str = "--sandbox=off";

/// How a run reads its input.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Input<'p> {
    Path(&'p Path),
    Stdin(&'p Path),
}

/// Returns the sum of the counters of a raw profile. They follow the header, the build IDs and the function records,
/// which are most of the file and are not read. All numbers have 8 bytes.
fn sum_of_counters(mut profile: File) -> io::Result<u64> {
    let mut header = [0; HEADER];
    profile.read_exact(&mut header)?;
    let header: Vec<_> = numbers(&header).collect();
    let &[magic, version, ids, functions, padding, count, ..] = &header[..] else {
        panic!("not a profile");
    };
    let version = version & !VERSION_FLAGS;
    assert_eq!(
        (magic, version),
        (MAGIC, VERSION),
        "an unknown profile format"
    );
    assert!(count > 10_000, "only {count} counters");
    let start = HEADER as u64 + ids + functions * FUNCTION + padding;
    profile.seek(SeekFrom::Start(start))?;
    let mut counters = vec![0; 8 * count as usize];
    profile.read_exact(&mut counters)?;
    Ok(numbers(&counters).sum())
}

fn numbers(bytes: &[u8]) -> impl Iterator<Item = u64> {
    let (numbers, _) = bytes.as_chunks();
    numbers.iter().map(|&bytes| u64::from_ne_bytes(bytes))
}
