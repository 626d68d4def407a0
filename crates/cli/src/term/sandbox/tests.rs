use std::{
    fs::{self, File, OpenOptions},
    io,
    net::{TcpListener, TcpStream, UdpSocket},
    os::unix::{net::UnixDatagram, process::CommandExt},
    path::PathBuf,
    process::Command,
    thread,
};

use tempfile::TempDir;

use super::{Rights, restrict};

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
    runs_programs: bool,
    test: impl FnOnce(&Directories) + Send + 'static,
) -> Option<Directories> {
    let directories = Directories::new();
    let rights = Rights {
        writable: vec![
            "/no/such/directory".into(),
            directories.writable.path().into(),
        ],
        runs_programs,
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
    let after = restricted(false, |directories| {
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
    assert_eq!(fs::read_to_string(after.other("old")).expect("a file"), "content");
    assert_eq!(fs::read_dir(after.other.path()).expect("a directory").count(), 1);
}

#[test]
fn files_can_be_read_and_the_directory_written_to() {
    restricted(false, |directories| {
        assert_eq!(fs::read_to_string(directories.other("old")).expect("a file"), "content");
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

#[test]
fn programs_cannot_be_run() {
    restricted(false, |directories| {
        assert_denied(Command::new("true").spawn());
        assert_denied(Err::<(), _>(Command::new("true").exec()));
        // Not even one that was written where writing is allowed.
        let program = directories.writable.path().join("program");
        fs::copy("/bin/true", &program).expect("a program");
        assert_denied(Command::new(program).spawn());
    });
}

#[test]
fn programs_inherit_the_sandbox() {
    restricted(true, |directories| {
        let status = |script: &str| {
            let mut shell = Command::new("sh");
            shell.args(["-c", script]).current_dir(directories.other.path());
            shell.output().expect("a shell").status
        };
        assert!(status("cat old >/dev/null").success());
        assert!(!status("echo >new").success());
        assert!(!directories.other("new").exists());
    });
}

#[test]
fn no_socket_can_be_made() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    restricted(true, move |directories| {
        assert_denied(TcpStream::connect(address));
        assert_denied(TcpListener::bind("127.0.0.1:0"));
        assert_denied(UdpSocket::bind("127.0.0.1:0"));
        assert_denied(UnixDatagram::bind(directories.writable.path().join("socket")));
        assert_denied(UnixDatagram::unbound());
    });
}

#[test]
fn another_thread_is_restricted_if_it_is_started_later() {
    restricted(false, |directories| {
        let path = directories.other("new");
        let later = thread::spawn(move || fs::write(path, ""));
        assert_denied(later.join().expect("no panic"));
    });
}
