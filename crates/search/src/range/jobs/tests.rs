use std::{fs, num::NonZeroU64, path::Path};

use tempfile::TempDir;

use super::{Job, MAX_FILES};
use crate::{Error, Input, Inputs, Split};

fn split(size: u64) -> Split {
    Split::new().size(NonZeroU64::new(size).expect("not zero"))
}

/// Creates files with these names and numbers of lines, each of which is a text of four bytes.
fn dir_with(files: &[(&str, usize)]) -> TempDir {
    let dir = tempfile::tempdir().expect("a directory");
    for (name, lines) in files {
        fs::write(dir.path().join(name), "ab\n\n".repeat(*lines)).expect("a file");
    }
    dir
}

/// Returns the names and ranges of a job, and its size.
fn named(dir: &Path, job: &Job) -> (Vec<String>, Option<u64>) {
    let ranges = job.ranges.iter().map(|file| {
        let name = file.path.strip_prefix(dir).unwrap_or(&file.path).display();
        let end = file.range.end.map_or(String::new(), |end| end.to_string());
        format!("{name} {}:{end}", file.range.start)
    });
    (ranges.collect(), job.bytes)
}

#[test]
fn small_files_form_jobs_in_order() {
    let files = [("a", 3), ("b", 2), ("c", 3), ("d", 12), ("e", 0), ("f", 1)];
    let dir = dir_with(&files);
    let inputs = || Inputs::new([dir.path().to_owned()]);
    let jobs = |size| {
        let jobs = split(size)
            .jobs(inputs())
            .map(|job| named(dir.path(), &job.expect("a job")))
            .collect::<Vec<_>>();
        let shown = jobs
            .iter()
            .map(|(ranges, bytes)| format!("{} = {}", ranges.join(", "), bytes.unwrap_or(0)));
        shown.collect::<Vec<_>>()
    };
    assert_eq!(
        jobs(20),
        [
            "a 0:12, b 0:8 = 20",
            "c 0:12 = 12",
            "d 0:20 = 20",
            "d 20:48 = 28",
            "e 0:0, f 0:4 = 4"
        ]
    );
    assert_eq!(
        jobs(1000),
        ["a 0:12, b 0:8, c 0:12, d 0:48, e 0:0, f 0:4 = 84"]
    );
    assert_eq!(jobs(49)[..1], ["a 0:12, b 0:8, c 0:12, d 0:48 = 80"]);
    let each: Vec<_> = inputs()
        .flat_map(|input| {
            split(20)
                .ranges(&input.expect("a file"))
                .expect("it is readable")
        })
        .map(|range| range.expect("a range"))
        .collect();
    let of_jobs: Vec<_> = split(20)
        .jobs(inputs())
        .flat_map(|job| job.expect("a job").ranges)
        .map(|file| file.range)
        .collect();
    assert_eq!(of_jobs, each);
}

#[test]
fn jobs_have_a_maximum_number_of_files() {
    let dir = dir_with(&[("a", 0)]);
    let input = Input::Path(dir.path().join("a"));
    let inputs = (0..MAX_FILES + 2).map(|_| Ok::<_, Error>(input.clone()));
    let jobs: Vec<_> = split(100)
        .jobs(inputs)
        .map(|job| job.expect("a job").ranges.len())
        .collect();
    assert_eq!(jobs, [MAX_FILES, 2]);
}

#[test]
fn errors_do_not_end_the_jobs() {
    let dir = dir_with(&[("a", 1), ("c", 1)]);
    let paths = ["a", "b", "c"].map(|name| dir.path().join(name));
    let mut jobs = Vec::new();
    let mut errors = Vec::new();
    for job in split(100).jobs(Inputs::new(paths)) {
        match job {
            Ok(job) => jobs.push(named(dir.path(), &job).0),
            Err(error) => errors.push(error.code()),
        }
    }
    assert_eq!(jobs, [["a 0:4", "c 0:4"]]);
    assert_eq!(errors, ["not-found"]);
}

#[cfg(unix)]
#[test]
fn a_compressed_file_is_whole_and_a_pipe_is_alone() {
    let dir = dir_with(&[("a", 1)]);
    // A header of gzip.
    let gzip = [
        0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    ];
    fs::write(dir.path().join("b"), gzip).expect("a file");
    let file = |name: &str| Ok(Input::Path(dir.path().join(name)));
    let split = split(100).unpacking(Some(crate::Unpacker::new()));
    let device = Ok(Input::Path("/dev/null".into()));
    let jobs: Vec<_> = split
        .jobs([file("a"), file("b"), device].into_iter())
        .map(|job| named(dir.path(), &job.expect("a job")))
        .collect();
    let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    let expected: [(Vec<String>, _); 2] = [
        (owned(&["a 0:4", "b 0:"]), Some(24)),
        (owned(&["/dev/null 0:"]), None),
    ];
    assert_eq!(jobs, expected);
}
