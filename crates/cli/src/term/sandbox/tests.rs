// Why a test is skipped.
#![expect(clippy::print_stderr)]

use std::{
    fs::{self, File, OpenOptions},
    io,
    net::{TcpListener, TcpStream, UdpSocket},
    os::unix::{
        fs::{OpenOptionsExt, PermissionsExt},
        net::{UnixDatagram, UnixStream},
        process::CommandExt,
    },
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::mpsc,
    thread,
    time::SystemTime,
};

use tempfile::TempDir;

use super::{
    Rights,
    calls::{METADATA, PROCESSES, SOCKETS, SYSTEM as SYSTEM_CALLS},
    restrict,
};

/// Where systems have programs.
const SYSTEM: &[&str] = &["/usr", "/bin", "/lib", "/lib64"];

/// Two directories, each with a file, of which only the first may be written to.
struct Directories {
    writable: TempDir,
    other: TempDir,
}

impl Directories {
    fn new() -> Self {
        let [writable, other] = [(), ()].map(|()| {
            let dir = tempfile::tempdir().expect("a directory");
            fs::write(dir.path().join("old"), "content").expect("a file");
            dir
        });
        Self { writable, other }
    }

    fn other(&self, name: &str) -> PathBuf {
        self.other.path().join(name)
    }
}

/// Calls a function on a thread that is restricted. Returns `None` if the kernel has no sandbox.
fn restricted(
    programs: &[&str],
    test: impl FnOnce(&Directories) + Send + 'static,
) -> Option<Directories> {
    let directories = Directories::new();
    let rights = Rights {
        writable: vec![
            "/no/such/directory".into(),
            directories.writable.path().into(),
        ],
        programs: programs.iter().map(PathBuf::from).collect(),
    };
    let run = move || {
        if let Err(reason) = restrict(&rights) {
            eprintln!("skipped: {reason}");
            return None;
        }
        test(&directories);
        Some(directories)
    };
    // It is for good, but only for this thread.
    thread::spawn(run).join().expect("no panic")
}

#[track_caller]
fn assert_denied<T>(result: io::Result<T>) {
    let error = result.err().expect("an error");
    assert_eq!(error.kind(), io::ErrorKind::PermissionDenied, "{error}");
}

#[test]
fn files_outside_cannot_be_changed() {
    let after = restricted(&[], |directories| {
        let old = directories.other("old");
        assert_denied(fs::write(directories.other("new"), ""));
        assert_denied(OpenOptions::new().append(true).open(&old));
        assert_denied(File::create(&old));
        assert_denied(fs::remove_file(&old));
        assert_denied(fs::create_dir(directories.other("new")));
        assert_denied(fs::remove_dir_all(directories.other.path()));
        assert_denied(std::os::unix::fs::symlink("/", directories.other("new")));
        assert_denied(tempfile::tempfile_in(directories.other.path()));
        // Out of the directory that may be written to.
        let from = directories.writable.path().join("old");
        let moved = fs::rename(&from, directories.other("new"));
        assert!(moved.is_err());
        assert!(fs::hard_link(&from, directories.other("new")).is_err());
    });
    let Some(after) = after else { return };
    assert_eq!(
        fs::read_to_string(after.other("old")).expect("a file"),
        "content"
    );
    assert_eq!(
        fs::read_dir(after.other.path())
            .expect("a directory")
            .count(),
        1
    );
}

#[test]
fn files_can_be_read_and_the_directory_written_to() {
    restricted(&[], |directories| {
        assert_eq!(
            fs::read_to_string(directories.other("old")).expect("a file"),
            "content"
        );
        let root = directories.writable.path();
        fs::create_dir_all(root.join("a/b")).expect("a directory");
        fs::write(root.join("a/new"), "new").expect("a file");
        // As the tables of a data set are: from one directory to another.
        fs::rename(root.join("a/new"), root.join("a/b/new")).expect("another name");
        fs::remove_dir_all(root.join("a")).expect("no directory");
        OpenOptions::new()
            .append(true)
            .open(root.join("old"))
            .expect("a file");
        tempfile::tempfile_in(root).expect("a temporary file");
        OpenOptions::new()
            .write(true)
            .open("/dev/null")
            .expect("the device");
    });
}

/// Copies a program, with its rights from the start.
fn copy_program(from: &str, to: &Path) {
    let mut options = OpenOptions::new();
    let copy = options.create_new(true).write(true).mode(0o755).open(to);
    let mut from = File::open(from).expect("a program");
    io::copy(&mut from, &mut copy.expect("a new file")).expect("a copy");
}

#[test]
fn programs_cannot_be_run() {
    restricted(&[], |directories| {
        assert_denied(Command::new("true").spawn());
        assert_denied(Err::<(), _>(Command::new("true").exec()));
        // Not even one that was written where writing is allowed.
        let program = directories.writable.path().join("program");
        copy_program("/bin/true", &program);
        assert_denied(Command::new(program).spawn());
    });
}

#[test]
fn programs_inherit_the_sandbox() {
    restricted(SYSTEM, |directories| {
        let status = |script: &str| {
            let mut shell = Command::new("sh");
            shell
                .args(["-c", script])
                .current_dir(directories.other.path());
            shell.output().expect("a shell").status
        };
        assert!(status("cat old >/dev/null").success());
        assert!(!status("echo >new").success());
        assert!(!directories.other("new").exists());
    });
}

#[test]
fn only_programs_of_the_system_can_be_run() {
    restricted(SYSTEM, |directories| {
        let status = Command::new("true").status().expect("a program");
        assert!(status.success());
        let program = directories.writable.path().join("program");
        copy_program("/bin/true", &program);
        assert_denied(Command::new(program).spawn());
    });
}

#[test]
fn no_socket_can_be_made() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    restricted(SYSTEM, move |directories| {
        assert_denied(TcpStream::connect(address));
        assert_denied(TcpListener::bind("127.0.0.1:0"));
        assert_denied(UdpSocket::bind("127.0.0.1:0"));
        let path = directories.writable.path().join("socket");
        assert_denied(UnixDatagram::bind(path));
        assert_denied(UnixDatagram::unbound());
        // They could send to sockets that have a path.
        assert_denied(UnixDatagram::pair());
        // The handler of signals needs them.
        UnixStream::pair().expect("two streams");
    });
}

#[test]
fn metadata_cannot_be_changed() {
    restricted(&[], |directories| {
        let path = directories.other("old");
        let mut permissions = fs::metadata(&path).expect("a file").permissions();
        permissions.set_mode(0o777);
        assert_denied(fs::set_permissions(&path, permissions));
        assert_denied(std::os::unix::fs::chown(&path, None, None));
        let file = File::open(&path).expect("a file");
        assert_denied(file.set_modified(SystemTime::UNIX_EPOCH));
    });
}

/// Makes system calls with impossible arguments in the sandbox. Returns the error of each.
fn errors_of(calls: &[libc::c_long]) -> Option<Vec<i32>> {
    const SCRIPT: &str =
        "for (@ARGV) { $! = 0; syscall(0 + $_, -1, -1, -1, -1); print 0 + $!, qq(\n) }";

    let arguments: Vec<_> = calls.iter().map(ToString::to_string).collect();
    let (report, reported) = mpsc::channel();
    restricted(SYSTEM, move |_| {
        let mut perl = Command::new("perl");
        match perl.arg("-e").arg(SCRIPT).args(arguments).output() {
            Ok(output) => report.send(output.stdout).expect("a receiver"),
            Err(error) => eprintln!("skipped: perl: {error}"),
        }
    });
    let output = String::from_utf8(reported.recv().ok()?).expect("UTF-8");
    let errors = output.lines().map(|line| line.parse().expect("a number"));
    Some(errors.collect())
}

#[test]
fn dangerous_calls_are_denied() {
    let calls = [SOCKETS, METADATA, PROCESSES, SYSTEM_CALLS].concat();
    if let Some(errors) = errors_of(&calls) {
        assert_eq!(errors.len(), calls.len());
        for (call, error) in calls.iter().zip(errors) {
            assert_eq!(error, libc::EPERM, "{call}");
        }
    }
}

#[test]
fn calls_are_denied_by_their_arguments() {
    // The arguments are those that are denied.
    let denied = [
        libc::SYS_prlimit64,
        libc::SYS_sched_setaffinity,
        libc::SYS_socketpair,
    ];
    if let Some(errors) = errors_of(&denied) {
        assert_eq!(errors, [libc::EPERM; 3]);
    }
    // This request is unknown.
    if let Some(errors) = errors_of(&[libc::SYS_ioctl]) {
        assert_eq!(errors, [libc::EBADF]);
    }
}

#[test]
fn terminal_gets_no_input() {
    restricted(SYSTEM, |_| {
        for request in [libc::TIOCSTI, libc::TIOCLINUX] {
            // Other requests fail because it is no terminal.
            let script = format!("ioctl(STDIN, {request}, my $byte = q(x)); exit($! + 0)");
            let mut perl = Command::new("perl");
            let Ok(status) = perl.arg("-e").arg(script).stdin(Stdio::null()).status() else {
                return eprintln!("skipped: no perl");
            };
            assert_eq!(status.code(), Some(libc::EPERM));
        }
    });
}

#[test]
#[cfg(target_arch = "x86_64")]
fn other_interface_of_the_processor_is_denied() {
    // `getpid`, which is harmless.
    if let Some(errors) = errors_of(&[0x4000_0000 | libc::SYS_getpid]) {
        assert_eq!(errors, [libc::EPERM]);
    }
}

#[test]
fn another_thread_is_restricted_if_it_is_started_later() {
    restricted(&[], |directories| {
        let path = directories.other("new");
        let later = thread::spawn(move || fs::write(path, ""));
        assert_denied(later.join().expect("no panic"));
    });
}
