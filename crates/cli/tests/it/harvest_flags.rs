//! Tests for the steps of `harvest` and their flags.

use std::fs;

use urlsift_tables::{commands, rows, words};

use crate::{
    harvest::{SMALL, harvest, mail},
    support::{dir_with, run_in},
};

#[test]
fn flags_of_other_steps_are_refused() {
    let dir = mail();
    harvest(dir.path(), &[&["plan"], &SMALL[..], &["in"]].concat());
    for (args, flag) in rows!("harvest_flags.toml", "flags_of_other_steps_are_refused") {
        let message = format!("the argument '{flag}' cannot be used with 'harvest");
        harvest(dir.path(), words(args)).refuses(&[&message]);
    }
    // Nothing was done.
    assert!(!dir.path().join("out/shards").exists());
}

#[test]
fn options_of_the_plan_may_be_given_again() {
    let dir = mail();
    let plan = [&["plan"], &SMALL[..], &["in", "-j2"]].concat();
    assert_eq!(harvest(dir.path(), &plan).status, 0);
    for step in ["run", "finish"] {
        for (other, name) in [
            ("--all", "delimiters"),
            ("--no-html", "html"),
            ("--format=csv", "format"),
        ] {
            let refused = harvest(dir.path(), &[&[step], &SMALL[..], &[other]].concat());
            refused.refuses(&[&format!("the plan in force has other options ({name})")]);
        }
    }
    assert!(!dir.path().join("out/shards").exists());
    for step in ["run", "finish"] {
        let again = [&[step, "-j2", "--progress=never"], &SMALL[..]].concat();
        let ended = harvest(dir.path(), &again);
        assert_eq!((ended.err(), ended.status), ("", 0), "{step}");
    }
    let report = harvest(dir.path(), &["report", "out", "-j2", "--stats"]);
    assert_eq!((report.err(), report.status), ("", 0));
}

#[test]
fn help_of_a_step_has_its_flags() {
    let dir = mail();
    let help = |args: &[&str]| {
        let ended = harvest(dir.path(), args);
        assert_eq!((ended.err(), ended.status), ("", 0));
        ended.out().to_owned()
    };
    let all = help(&["--help"]);
    let without_inputs = all.replace("`-`, which would be standard input, and", "");
    assert!(!without_inputs.contains("`-` is standard input"), "{all}");
    let run = help(&["run", "--help"]);
    assert!(
        run.contains("Usage: urlsift harvest run [OPTIONS] <DIR>"),
        "{run}"
    );
    let has = |name: &str| {
        let mut rows = run.lines().map(str::trim_start);
        rows.any(|row| row.starts_with('-') && row.contains(name))
    };
    assert!(
        ["--only", "--plan", "--threads", "--sandbox"]
            .into_iter()
            .all(has),
        "{run}"
    );
    assert!(
        !["--format", "--partial", "--files-from"]
            .into_iter()
            .any(has),
        "{run}"
    );
    let plan = help(&["plan", "-h"]);
    assert!(
        plan.contains(" --format") && !plan.contains(" --only"),
        "{plan}"
    );
}

#[test]
fn other_options_need_a_new_plan() {
    let dir = mail();
    let args = [&SMALL[..], &["in"]].concat();
    assert_eq!(harvest(dir.path(), &args).status, 0);
    let other = ["--format=csv", "--shard-size=2K", "-oout", "in"];
    let refused = harvest(dir.path(), &other);
    assert_eq!(refused.status, 2);
    refused.says("--replan");
    let replanned = harvest(dir.path(), &[&other[..], &["--replan", "--stats"]].concat());
    assert_eq!(replanned.status, 0, "{}", replanned.err());
    replanned.says("801 links");
}

#[test]
fn usage_errors_name_the_value() {
    let dir = mail();
    for (args, expected) in rows!("harvest_flags.toml", "usage_errors_name_the_value") {
        let ended = harvest(dir.path(), words(args));
        assert_eq!((ended.out(), ended.status), ("", 2), "{args:?}");
        assert!(ended.err().contains(expected), "{args:?}: {}", ended.err());
    }
}

#[test]
fn flags_of_steps_are_accepted() {
    let dir = mail();
    for args in commands!("harvest_flags.toml", "flags_of_steps_are_accepted") {
        assert_eq!(run_in(&dir, args).status, 0, "{args:?}");
    }
    run_in(
        &dir,
        &[
            "harvest",
            "run",
            "-ox",
            "--plan=00000000000000000000000000000000",
        ],
    )
    .refuses(&["there is no plan"]);
    for args in [
        &["harvest", "-h"],
        &["harvest", "--help"],
        &["harvest", "-V"],
        &["harvest", "--version"],
    ] {
        assert_eq!(run_in(&dir, args).status, 0, "{args:?}");
    }
}

#[test]
fn steps_take_the_data_set_as_their_path() {
    let dir = mail();
    let planned = harvest(dir.path(), &["plan", "in", "-o", "out"]);
    assert_eq!(planned.status, 0, "{}", planned.err());
    for step in ["run", "finish", "report", "prune"] {
        let ended = harvest(dir.path(), &[step, "out"]);
        assert_eq!((ended.status, ended.err()), (0, ""), "{step}");
    }
    assert!(dir.path().join("out/manifest.json").exists());
}

/// The data set has the files of the last command alone, which may be a surprise.
#[test]
fn an_update_says_what_it_drops() {
    let dir = dir_with(&[
        ("in/a", b"<http://a.example/>".as_slice()),
        ("in/b", b"<http://b.example/>"),
        ("c", b"<http://c.example/>"),
    ]);
    let run = |args: &[&str]| run_in(&dir, &[&["harvest", "-oout"], args].concat());
    run(&["in"]).gives(0, "");
    run(&["in", "c"]).gives(0, "");
    let plan = fs::read(dir.path().join("out/plan.json")).expect("a plan");
    let refused = run(&["in/a", "c"]);
    assert_eq!(refused.status, 2);
    for text in ["would drop 1 file (in/b)", "--add", "--drop-missing"] {
        refused.says(text);
    }
    assert_eq!(
        fs::read(dir.path().join("out/plan.json")).expect("a plan"),
        plan
    );
    run(&["--add", "in/a"]).gives(0, "");
    let dropping = run(&["--drop-missing", "--stats", "in/a", "c"]);
    assert_eq!(dropping.status, 0, "{}", dropping.err());
    for text in [
        "1 file (in/b) is dropped from the data set; ",
        "2 links",
        ", 1 file dropped",
    ] {
        dropping.says(text);
    }
    // Not an error if the user has removed it.
    fs::remove_file(dir.path().join("c")).expect("removed");
    let gone = run(&["in/a"]);
    assert_eq!(gone.status, 0, "{}", gone.err());
    let note =
        "1 file (c) is dropped from the data set, and gone from disk; `urlsift harvest prune`";
    gone.says(note);
    run(&["in/a"]).gives(0, "");
    let both = run(&["--add", "--drop-missing", "in"]);
    assert_eq!(both.status, 2);
}

#[test]
fn files_of_a_user_are_not_touched() {
    let dir = dir_with(&[
        ("in/a", b"<http://a.example/>".as_slice()),
        ("out/errors/2024.csv", b"mine"),
    ]);
    let refused = harvest(dir.path(), &["-oout", "in"]);
    assert_eq!(refused.status, 2);
    assert!(
        refused
            .err()
            .contains("out: it is not empty, and no data set; add --into-existing")
    );
    run_in(&dir, &["harvest", "-oout", "--into-existing", "in"]).gives(0, "");
    harvest(dir.path(), &["-oout", "in"]).gives(0, "");
    harvest(dir.path(), &["prune", "out"]).gives(0, "");
    let mine = fs::read(dir.path().join("out/errors/2024.csv"));
    assert_eq!(mine.expect("the file of the user"), b"mine");
    // The data set is no input of itself, but may be in a directory that is searched.
    for args in [
        &["-oout", "out/errors/2024.csv"][..],
        &["-oout", "in", "out"],
    ] {
        let refused = harvest(dir.path(), args);
        assert_eq!(refused.status, 2);
        refused.says("it is in the directory of the data set");
    }
    harvest(dir.path(), &["-oout", "."]).gives(0, "");
}

#[cfg(unix)]
#[test]
fn a_loop_of_directories_is_reported() {
    let dir = dir_with(&[("in/a", b"<http://a.example/>".as_slice())]);
    std::os::unix::fs::symlink("../in", dir.path().join("in/loop")).expect("a link");
    let made = harvest(dir.path(), &["-oout", "--follow", "in"]);
    assert_eq!(made.status, 2);
    made.says("in/loop: directory loop");
    assert!(dir.path().join("out/manifest.json").exists());
}

/// `diff` prints what has changed, with everything unprintable escaped.
#[test]
fn changes_are_printed() {
    let dir = dir_with(&[
        ("old/a", "<http://a.example/1> <http://b.example/>\n"),
        (
            "new/a",
            "<http://a.example/1> <http://x.b.example/\u{202e}>\n",
        ),
    ]);
    for set in ["old", "new"] {
        let out = format!("-o{set}.set");
        run_in(dir.path(), &["harvest", set, &out, "--no-wide"]).gives(0, "");
        assert!(!dir.path().join(format!("{set}.set/wide")).exists());
    }
    let diff = ["diff", "old.set", "new.set"];
    harvest(dir.path(), &diff).gives(
        0,
        "what,change,old,new,name\r\n\
         host,gone,1,0,\"b.example\"\r\n\
         host,new,0,1,\"x.b.example\"\r\n\
         link,moved,1,1,\"http://a.example/1\"\r\n\
         link,gone,1,0,\"http://b.example/\"\r\n\
         link,new,0,1,\"http://x.b.example/%E2%80%AE\"\r\n",
    );
    let json = harvest(dir.path(), &[&diff[..], &["--json"]].concat());
    let last = "{\"what\":\"link\",\"change\":\"new\",\"old\":0,\"new\":1,\
                \"name\":\"http://x.b.example/\\u202e\"}";
    assert_eq!((json.status, json.out().lines().last()), (0, Some(last)));
    harvest(dir.path(), &["diff", "old.set"]).refuses(&["<OLD> <NEW>"]);
    let missing = harvest(dir.path(), &["diff", "none", "new.set"]);
    assert_eq!(missing.status, 2);
    assert!(
        missing.err().starts_with("urlsift: none"),
        "{}",
        missing.err()
    );
    harvest(dir.path(), &["report", "new.set", "--json"]).refuses(&["--json", "'harvest report'"]);
}

/// As `list` does, but standard error need not be a terminal.
#[test]
fn links_that_need_all_are_counted() {
    let text = "<http://a.example/> http://b.example/ \"http://c.example/\"\n";
    let dir = dir_with(&[("in", text)]);
    let hint = "urlsift: 1 link in angle brackets; 2 more without: --all\n";
    for (args, expected) in [
        (&["in", "-oone"][..], hint),
        // The data set is up to date, and the hint is as true.
        (&["in", "-oone"][..], hint),
        (&["in", "-otwo", "--all"][..], ""),
        (&["in", "-othree", "--delimiter=bare"][..], ""),
        (&["plan", "in", "-ofour"][..], ""),
    ] {
        let ended = harvest(dir.path(), args);
        assert_eq!((ended.err(), ended.status), (expected, 0), "{args:?}");
    }
}
