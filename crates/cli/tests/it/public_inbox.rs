//! Tests for public-inbox repositories, also hostile ones. Without git they pass, and say so.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use tempfile::TempDir;

use crate::support::{Outcome, run_command, run_in, skip, urlsift, write_script};

/// A repository in a temporary directory.
struct Repository(PathBuf);

impl Repository {
    /// Creates a bare repository; `None` without git.
    fn bare(path: PathBuf) -> Option<Self> {
        let path_text = path.to_str().expect("UTF-8");
        let made = Command::new("git")
            .args(["init", "--quiet", "--bare", path_text])
            .stderr(Stdio::null())
            .status();
        if made.is_err() {
            return None;
        }
        Some(Self(path))
    }

    /// Runs git, with something on its standard input.
    fn git(&self, arguments: &[&str], input: &str) -> String {
        let outcome = self.try_git(arguments, input);
        assert_eq!(outcome.status, 0, "git {arguments:?}");
        outcome.out().trim_end().into()
    }

    fn try_git(&self, arguments: &[&str], input: &str) -> Outcome {
        let mut command = Command::new("git");
        command.args(["-c", "user.name=a", "-c", "user.email=a@b.example"]);
        command.args(arguments).env("GIT_DIR", &self.0);
        run_command(&mut command, input.as_bytes())
    }

    fn blob(&self, text: &str) -> String {
        self.git(&["hash-object", "-w", "--stdin"], text)
    }

    /// Writes a tree of these files.
    fn tree(&self, files: &[(&str, &str)]) -> String {
        let entry =
            |(name, text): &(&str, &str)| format!("100644 blob {}\t{name}\n", self.blob(text));
        let entries: Vec<_> = files.iter().map(entry).collect();
        self.git(&["mktree"], &entries.concat())
    }

    /// Commits a tree of these files. Returns the commit.
    fn commit(&self, files: &[(&str, &str)]) -> String {
        self.commit_tree(&self.tree(files))
    }

    fn commit_tree(&self, tree: &str) -> String {
        let parent = self.try_git(&["rev-parse", "--verify", "--quiet", "HEAD"], "");
        let mut arguments = vec!["commit-tree", tree, "-m", "x"];
        if parent.status == 0 {
            arguments.extend(["-p", parent.out().trim()]);
        }
        let commit = self.git(&arguments, "");
        self.git(&["update-ref", "HEAD", &commit], "");
        commit
    }

    /// Commits a tree in the layout of version 1: a folder of two digits with files.
    fn commit_v1(&self, files: &[(&str, &str)]) -> String {
        let inner = self.tree(files);
        let tree = self.git(&["mktree"], &format!("040000 tree {inner}\tab\n"));
        self.commit_tree(&tree)
    }

    fn append(&self, file: &str, text: &str) {
        let path = self.0.join(file);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        let mut all = fs::read_to_string(&path).unwrap_or_default();
        all.push_str(text);
        fs::write(path, all).expect("a file");
    }
}

fn message(name: &str) -> String {
    format!("From: a@b.example\nSubject: {name}\n\nsee <http://{name}.example/>\n")
}

/// Creates an inbox with two epochs, of four messages; the second one is removed in the second epoch.
fn inbox(dir: &Path) -> Option<Vec<String>> {
    let first = Repository::bare(dir.join("inbox/git/0.git"))?;
    let second = Repository::bare(dir.join("inbox/git/1.git"))?;
    fs::create_dir_all(dir.join("inbox/all.git")).expect("a folder");
    let mut commits: Vec<_> = ["one", "two"]
        .map(|name| first.commit(&[("m", &message(name))]))
        .into();
    commits.push(second.commit(&[("m", &message("three"))]));
    second.commit(&[("d", &message("two"))]);
    commits.push(second.commit(&[("m", &message("four"))]));
    Some(commits)
}

#[test]
fn messages_are_read_oldest_first_without_those_removed() {
    let dir = TempDir::new().expect("a directory");
    let Some(commits) = inbox(dir.path()) else {
        return skip("git is not installed");
    };
    let line =
        |index: usize, name: &str| format!("inbox!{}:4:http://{name}.example/\n", commits[index]);
    let expected = [line(0, "one"), line(2, "three"), line(3, "four")].concat();
    for threads in ["1", "3"] {
        run_in(&dir, &["list", "-n", "-j", threads, "inbox"]).gives(0, &expected);
        run_in(
            &dir,
            &["list", "-n", "-j", threads, "--as", "public-inbox", "inbox"],
        )
        .gives(0, &expected);
    }
    let links = run_in(&dir, &["list", "--json", "inbox"]).json();
    assert_eq!(links[1]["message"]["subject"], "three");
    assert_eq!(links[1]["offset"], 38);
    assert!(
        links[1].get("virtual").is_none(),
        "the message is there byte for byte"
    );
    run_in(&dir, &["info", "inbox"]).gives(
        0,
        "inbox: public-inbox\n  180 bytes\n    3 messages\n    3 parts\n    3   text/plain  7bit\n",
    );
    let urls = "http://one.example/\nhttp://three.example/\nhttp://four.example/\n";
    run_in(&dir, &["list", "--no-filename", "-m1", "inbox"]).gives(0, urls);
    run_in(&dir, &["grep", "-q", "three", "inbox"]).gives(0, "");
}

#[test]
fn messages_of_version_1_are_files_of_a_tree() {
    let dir = TempDir::new().expect("a directory");
    let Some(repository) = Repository::bare(dir.path().join("a.git")) else {
        return skip("git is not installed");
    };
    let (first, second) = ("0".repeat(38), "1".repeat(38));
    let (one, two, three) = (message("one"), message("two"), message("three"));
    repository.commit_v1(&[(&first, &one)]);
    let kept = repository.commit_v1(&[(&first, &one), (&second, &two)]);
    repository.commit_v1(&[
        ("README", &message("readme")),
        (&first, &one),
        (&second, &two),
    ]);
    // The first message is replaced, and removed.
    repository.commit_v1(&[(&first, &three), (&second, &two)]);
    repository.commit_v1(&[(&second, &two)]);
    let expected = format!("a.git!{kept}:http://two.example/\n");
    run_in(&dir, &["list", "-H", "--as", "public-inbox", "a.git"]).gives(0, &expected);
    // Only its indices distinguish it from other repositories.
    fs::create_dir(repository.0.join("public-inbox")).expect("a folder");
    run_in(&dir, &["list", "-H", "a.git"]).gives(0, &expected);
}

#[test]
fn what_is_no_repository_is_an_error() {
    let dir = TempDir::new().expect("a directory");
    fs::create_dir(dir.path().join("empty")).expect("a folder");
    fs::write(dir.path().join("file"), "<http://a/>").expect("a file");
    let args = ["list", "--as", "public-inbox", "empty", "file", "missing"];
    run_in(&dir, &args).gives_errors("", &["empty", "file", "missing"]);
    run_in(&dir, &["split", "--as", "public-inbox", "empty"]).refuses(&["public-inbox"]);
}

#[test]
fn without_git_it_is_an_error_that_says_so() {
    let dir = TempDir::new().expect("a directory");
    let Some(_) = inbox(dir.path()) else {
        return skip("git is not installed");
    };
    let mut command = urlsift();
    command
        .current_dir(&dir)
        .args(["list", "inbox"])
        .env("PATH", dir.path());
    let outcome = run_command(&mut command, b"");
    outcome.gives_errors("", &["inbox"; 2]);
    outcome.says("is not installed");
}

/// Writes a program that leaves a file, and returns the program and the file.
#[cfg(unix)]
fn trap(dir: &Path) -> (String, PathBuf) {
    let (program, mark) = (dir.join("trap"), dir.join("sprung"));
    let script = format!("#!/bin/sh\necho \"$0 $*\" >>'{}'\ncat\n", mark.display());
    write_script(&program, &script);
    (program.to_str().expect("UTF-8").into(), mark)
}

#[cfg(unix)]
#[test]
fn settings_of_a_repository_run_nothing() {
    let dir = TempDir::new().expect("a directory");
    let Some(commits) = inbox(dir.path()) else {
        return skip("git is not installed");
    };
    let (trap, mark) = trap(dir.path());
    let repository = Repository(dir.path().join("inbox/git/0.git"));
    repository.append(
        "config",
        &format!(
            "[core]\n fsmonitor = {trap}\n sshCommand = {trap}\n pager = {trap}\n editor = {trap}\n \
             alternateRefsCommand = {trap}\n askPass = {trap}\n gitProxy = {trap}\n hooksPath = {0}\n \
             attributesFile = {0}/attributes\n\
             [diff]\n external = {trap}\n[diff \"x\"]\n command = {trap}\n textconv = {trap}\n\
             [filter \"x\"]\n smudge = {trap}\n clean = {trap}\n process = {trap}\n required = true\n\
             [gpg]\n program = {trap}\n[log]\n showSignature = true\n[credential]\n helper = {trap}\n\
             [uploadpack]\n packObjectsHook = {trap}\n[alias]\n rev-list = !{trap}\n cat-file = !{trap}\n\
             [pager]\n rev-list = {trap}\n cat-file = {trap}\n diff-tree = {trap}\n[trace2]\n \
             normalTarget = {1}\n eventTarget = {1}\n",
            dir.path().display(),
            mark.display()
        ),
    );
    fs::write(dir.path().join("attributes"), "* diff=x filter=x\n").expect("a file");
    repository.append("info/attributes", "* diff=x filter=x\n");
    for hook in [
        "post-index-change",
        "reference-transaction",
        "fsmonitor-watchman",
        "pre-auto-gc",
    ] {
        fs::copy(&trap, dir.path().join(hook)).expect("a program");
        fs::copy(&trap, repository.0.join("hooks").join(hook)).expect("a program");
    }
    let expected = format!("inbox!{}:http://one.example/\n", commits[0]);
    let outcome = run_in(&dir, &["list", "-H", "inbox"]);
    assert!(
        outcome.out().starts_with(&expected),
        "{} {}",
        outcome.out(),
        outcome.err()
    );
    assert_eq!((outcome.status, outcome.err()), (0, ""));
    assert_eq!(fs::read_to_string(&mark).unwrap_or_default(), "");
}

/// The object of a message is missing, and a server would have it.
#[cfg(unix)]
#[test]
fn objects_of_a_partial_clone_are_not_fetched() {
    let dir = TempDir::new().expect("a directory");
    let Some(commits) = inbox(dir.path()) else {
        return skip("git is not installed");
    };
    let (trap, mark) = trap(dir.path());
    let repository = Repository(dir.path().join("inbox/git/1.git"));
    let full = dir.path().join("full.git");
    let paths = [&repository.0, &full].map(|path| path.to_str().expect("UTF-8"));
    repository.git(&["clone", "--quiet", "--bare", paths[0], paths[1]], "");
    let blob = repository.git(&["rev-parse", &format!("{}:m", commits[2])], "");
    remove(&repository, &blob);
    let config = fs::read_to_string(repository.0.join("config")).expect("a file");
    for remote in [
        "url = ssh://a.example/b\n".to_owned(),
        format!("url = ext::{trap}\n"),
        format!("url = {}\n uploadpack = {trap}\n", full.display()),
        format!("url = file://{}\n uploadpack = {trap}\n", full.display()),
        format!("url = {}\n", full.display()),
        "url = x\n vcs = ../../trap\n".to_owned(),
        format!("url = git://a.example/b\n proxy = {trap}\n"),
    ] {
        let partial = format!(
            "{config}[core]\n sshCommand = {trap}\n gitProxy = {trap}\n[protocol]\n allow = always\n\
             [protocol \"ext\"]\n allow = always\n[protocol \"file\"]\n allow = always\n\
             [remote \"origin\"]\n {remote} promisor = true\n partialclonefilter = blob:none\n\
             [extensions]\n partialClone = origin\n"
        );
        let partial = partial.replace("repositoryformatversion = 0", "repositoryformatversion = 1");
        fs::write(repository.0.join("config"), partial).expect("a file");
        let outcome = run_in(&dir, &["list", "--no-filename", "inbox"]);
        let urls = outcome.out();
        assert!(
            urls.starts_with("http://one.example/\n"),
            "{remote}: {urls}"
        );
        assert!(!urls.contains("three"), "{remote}: {urls}");
        assert_eq!(outcome.status, 2, "{remote}");
        assert!(outcome.err().contains("git"), "{remote}: {}", outcome.err());
        assert_eq!(
            fs::read_to_string(&mark).unwrap_or_default(),
            "",
            "{remote}"
        );
    }
}

#[test]
fn repositories_that_borrow_from_others_are_not_read() {
    let dir = TempDir::new().expect("a directory");
    let Some(_) = inbox(dir.path()) else {
        return skip("git is not installed");
    };
    let other = Repository::bare(dir.path().join("secret.git")).expect("git");
    let blob = other.blob(&message("secret"));
    let repository = Repository(dir.path().join("inbox/git/0.git"));
    let objects = other.0.join("objects");
    repository.append(
        "objects/info/alternates",
        &format!("{}\n", objects.display()),
    );
    let tree = repository.git(
        &["mktree", "--missing"],
        &format!("100644 blob {blob}\tm\n"),
    );
    repository.commit_tree(&tree);
    let outcome = run_in(&dir, &["list", "inbox"]);
    outcome.gives_errors("", &["inbox"]);
    outcome.says("alternates");
}

#[test]
fn objects_are_read_as_they_are_and_the_environment_does_not_matter() {
    let dir = TempDir::new().expect("a directory");
    let Some(commits) = inbox(dir.path()) else {
        return skip("git is not installed");
    };
    let repository = Repository(dir.path().join("inbox/git/0.git"));
    let blob = repository.git(&["rev-parse", &format!("{}:m", commits[0])], "");
    let other = repository.blob(&message("replaced"));
    repository.git(&["replace", &blob, &other], "");
    let expected = run_in(&dir, &["list", "inbox"]);
    expected.shows("http://one.example/");
    let traced = dir.path().join("traced");
    let mut command = urlsift();
    command
        .current_dir(&dir)
        .args(["list", "inbox"])
        .env("GIT_DIR", dir.path().join("nowhere"))
        .env("GIT_OBJECT_DIRECTORY", dir.path())
        .env("GIT_TRACE", &traced)
        .env("GIT_CONFIG_COUNT", "1")
        .env("GIT_CONFIG_KEY_0", "core.bare")
        .env("GIT_CONFIG_VALUE_0", "nonsense")
        .env("HOME", dir.path());
    fs::write(dir.path().join(".gitconfig"), "[core\n").expect("a file");
    run_command(&mut command, b"").gives(0, expected.out());
    assert!(!traced.exists());
}

#[test]
fn damage_is_an_error_of_its_inbox() {
    let dir = TempDir::new().expect("a directory");
    let Some(commits) = inbox(dir.path()) else {
        return skip("git is not installed");
    };
    let (folder, file) = commits[2].split_at(2);
    let objects = dir.path().join("inbox/git/1.git/objects");
    let object = objects.join(folder).join(file);
    fs::remove_file(&object).expect("a commit");
    fs::write(&object, "damage").expect("a commit");
    let outcome = run_in(&dir, &["list", "inbox"]);
    assert_eq!(outcome.status, 2);
    assert!(
        outcome.err().starts_with("urlsift: inbox: git "),
        "{}",
        outcome.err()
    );
    let empty = Repository::bare(dir.path().join("b/git/0.git")).expect("git");
    run_in(&dir, &["list", "b"]).gives(1, "");
    drop(empty);
}

/// Removes an object of a repository.
fn remove(repository: &Repository, object: &str) {
    let (folder, file) = object.split_at(2);
    fs::remove_file(repository.0.join("objects").join(folder).join(file)).expect("an object");
}

#[test]
fn a_repository_without_its_newest_commit_is_damaged_and_not_empty() {
    let dir = TempDir::new().expect("a directory");
    let Some(repository) = Repository::bare(dir.path().join("a/git/0.git")) else {
        return skip("git is not installed");
    };
    let commit = repository.commit(&[("m", &message("one"))]);
    remove(&repository, &commit);
    let outcome = run_in(&dir, &["list", "a"]);
    outcome.gives_errors("", &["a"]);
    outcome.says(&commit);
    // The object is not a commit.
    let blob = repository.blob("x");
    let branch = repository.git(&["symbolic-ref", "HEAD"], "");
    for damaged in [
        format!("{blob}\n"),
        "0".repeat(40),
        "x".into(),
        String::new(),
    ] {
        fs::write(repository.0.join(&branch), &damaged).expect("a branch");
        run_in(&dir, &["list", "a"]).gives_errors("", &["a"]);
    }
    fs::remove_file(repository.0.join(&branch)).expect("a branch");
    run_in(&dir, &["list", "a"]).gives(1, "");
}

#[cfg(unix)]
#[test]
fn a_git_that_is_killed_is_an_error() {
    let dir = TempDir::new().expect("a directory");
    for name in ["objects", "refs"] {
        fs::create_dir_all(dir.path().join("a/git/0.git").join(name)).expect("a folder");
    }
    fs::write(
        dir.path().join("a/git/0.git/HEAD"),
        "ref: refs/heads/master\n",
    )
    .expect("a file");
    write_script(&dir.path().join("git"), "#!/bin/sh\nkill -9 $$\n");
    let mut command = urlsift();
    command
        .current_dir(&dir)
        .args(["list", "a"])
        .env("PATH", dir.path());
    let outcome = run_command(&mut command, b"");
    outcome.gives_errors("", &["a"]);
    outcome.says("signal");
}

#[test]
fn an_epoch_that_cannot_be_read_does_not_keep_the_others_from_being_read() {
    for is_commit in [true, false] {
        for (epoch, damaged, expected) in [
            (0, 0, "http://three.example/\nhttp://four.example/\n"),
            // The removal of the second message is not known.
            (1, 2, "http://one.example/\nhttp://two.example/\n"),
        ] {
            let dir = TempDir::new().expect("a directory");
            let Some(commits) = inbox(dir.path()) else {
                return skip("git is not installed");
            };
            let repository = Repository(dir.path().join(format!("inbox/git/{epoch}.git")));
            let commit = &commits[damaged];
            let tree = repository.git(&["rev-parse", &format!("{commit}^{{tree}}")], "");
            remove(&repository, if is_commit { commit } else { &tree });
            let outcome = run_in(&dir, &["list", "--no-filename", "inbox"]);
            outcome.gives_errors(expected, &["inbox"]);
        }
    }
}
