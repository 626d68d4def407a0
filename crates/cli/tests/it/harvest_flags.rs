//! Tests for the steps of `harvest` and their flags.

use std::fs;

use crate::{
    harvest::{SMALL, harvest, mail},
    support::{dir_with, run_in, terminal::run_shell_on_terminal},
};

#[test]
fn a_step_that_is_misspelled_is_refused() {
    let dir = mail();
    for args in [
        &["plna", "in", "-oout"][..],
        &["plna", "in"],
        &["runn", "-oout"],
        &["finsh", "out"],
    ] {
        let step = match args[0] {
            "plna" => "plan",
            "runn" => "run",
            _ => "finish",
        };
        let tip = format!("tip: a similar step exists: '{step}'");
        let value = format!("invalid value '{}' for '[PATH]...'", args[0]);
        harvest(dir.path(), args).refuses(&[&value, &tip]);
    }
    assert!(!dir.path().join("out").exists());
    // A file that is called like a step that is misspelled is a file.
    fs::write(dir.path().join("plna"), "<http://a.example/>").expect("written");
    harvest(dir.path(), &["plna", "-oout"]).gives(0, "");
}

#[test]
fn flags_of_other_steps_are_refused() {
    let dir = mail();
    harvest(dir.path(), &[&["plan"], &SMALL[..], &["in"]].concat());
    for (args, flag, owners) in [
        (
            &["report", "out", "--format=csv", "--all"][..],
            "--format <FORMAT>",
            "'harvest' without a step and 'harvest plan'; the other steps use the options of the plan",
        ),
        (&["report", "out", "--all"], "--all", "'harvest plan'"),
        (
            &["prune", "out", "--no-html"],
            "--no-html",
            "'harvest plan'",
        ),
        (
            &["run", "-oout", "--include=*.mbox"],
            "--include <GLOB>",
            "'harvest plan'",
        ),
        (&["run", "-oout", "--replan"], "--replan", "'harvest plan'"),
        (
            &["run", "-oout", "--partial"],
            "--partial",
            "'harvest' without a step and 'harvest finish'",
        ),
        (
            &["finish", "out", "--only=1/2"],
            "--only <K/N>",
            "'harvest run'",
        ),
        (&["finish", "out", "--verify"], "--verify", "'harvest plan'"),
        (
            &["report", "out", "--shard-size=1M"],
            "--shard-size <SIZE>",
            "'harvest plan'",
        ),
        (
            &["prune", "out", "--plan=00000000000000000000000000000000"],
            "--plan <DIGEST>",
            "'harvest run' and 'harvest finish'",
        ),
        (
            &["prune", "out", "--files-from=x"],
            "--files-from <FILE>",
            "'harvest plan'",
        ),
        (
            &["in", "-oout", "--only=1/2"],
            "--only <K/N>",
            "'harvest run'",
        ),
    ] {
        let refused = harvest(dir.path(), args);
        refused.refuses(&[
            &format!("the argument '{flag}' cannot be used with 'harvest"),
            owners,
        ]);
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
    assert!(refused.err().contains("--replan"), "{}", refused.err());
    let replanned = harvest(dir.path(), &[&other[..], &["--replan", "--stats"]].concat());
    assert_eq!(replanned.status, 0, "{}", replanned.err());
    assert!(replanned.err().contains("801 links"), "{}", replanned.err());
}

#[test]
fn usage_errors_name_the_value() {
    let dir = mail();
    for (args, expected) in [
        (&["in"][..], "--output <DIR>"),
        (&["-oout"], "not provided:\n  <PATH>..."),
        (&["run", "in", "-oout"], "'in' for '[PATH]...'"),
        (&["-oout", "-"], "not standard input"),
        (&["run", "-oout", "--only=0/3"], "with K from 1 to N"),
        (&["run", "-oout", "--only=4/3"], "with K from 1 to N"),
        (
            &["run", "-oout", "--plan=x"],
            "expected 32 hexadecimal digits",
        ),
        (
            &["in", "-oout", "--format=xml"],
            "possible values: parquet, jsonl, csv",
        ),
        (
            &["in", "-oout", "--without-fields=sender"],
            "there is no column 'sender'",
        ),
        (&["in", "-oout", "--www"], "'--www' needs '--all'"),
        (&["run", "-oout"], "there is no plan"),
    ] {
        let ended = harvest(dir.path(), args);
        assert_eq!((ended.out(), ended.status), ("", 2), "{args:?}");
        assert!(ended.err().contains(expected), "{args:?}: {}", ended.err());
    }
}

#[test]
fn flags_of_steps_are_accepted() {
    let dir = mail();
    for args in [
        &["harvest", "in", "-ox", "--shard-size=2K", "-j2", "--stats"][..],
        &[
            "harvest",
            "in",
            "-ox",
            "--shard-size=2K",
            "--threads=1",
            "--verify",
        ],
        &[
            "harvest",
            "in",
            "-ox",
            "--format=csv",
            "--without-fields=from",
            "--replan",
        ],
        &["harvest", "run", "-ox", "--only=1/2"],
        &["harvest", "finish", "-ox", "--partial"],
        &["harvest", "report", "-ox"],
    ] {
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
fn a_note_on_a_terminal_says_that_files_are_lost() {
    let dir = dir_with(&[
        ("in/a", b"<http://a.example/>".as_slice()),
        ("in/b", b"<http://b.example/>"),
        ("c", b"<http://c.example/>"),
    ]);
    for (paths, note) in [
        ("in", ""),
        ("in c", ""),
        (
            "in/a c",
            "1 file of the data set has vanished or is not named any more",
        ),
        ("in", "1 file of the data set has"),
        (
            "c",
            "2 files of the data set have vanished or are not named any more",
        ),
        ("c", ""),
    ] {
        let line = format!("\"$URLSIFT\" harvest -o out {paths}");
        let Some(shown) = run_shell_on_terminal(dir.path(), &line, &[]) else {
            return;
        };
        let text = String::from_utf8_lossy(&shown.stdout);
        assert_eq!(shown.status, 0, "{paths}: {text}");
        assert!(
            text.contains(note) && text.is_empty() == note.is_empty(),
            "{paths}: {text}"
        );
    }
    // Not in a script.
    let ended = harvest(dir.path(), &["-oout", "in"]);
    assert_eq!((ended.err(), ended.status), ("", 0));
}
