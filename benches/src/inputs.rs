//! The files to measure on: real mail if it can be had, else files made here.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{Error, flags::Flags, mime, runs, text};

/// The variable that names a folder in which the real inputs are already.
pub const FOLDER_VARIABLE: &str = "URLSIFT_BENCH_INPUTS";

/// A file to measure on.
#[derive(Clone, Debug)]
pub struct Input {
    /// What it is called in tables.
    pub name: &'static str,
    /// Where it is.
    pub path: PathBuf,
    /// How many hits are in it, unless it is a real one of another size than usual.
    pub hits: Option<u64>,
    /// How many times the limit's time is wanted at most.
    pub goal: f64,
    /// The same of two threads.
    pub goal_of_two: Option<f64>,
    /// What is wanted of it when it is read as messages, if it is to be.
    pub as_messages: Option<Archive>,
}

impl Input {
    /// How many hits are in it when it is read as what it is, if that is known.
    #[must_use]
    pub fn hits_of_messages(&self) -> Option<u64> {
        self.as_messages.map_or(self.hits, |archive| archive.hits)
    }

    /// Whether it means harm, so that others are not held against it.
    #[must_use]
    pub fn is_hostile(&self) -> bool {
        self.goal >= MOST_TIMES
    }
}

/// An input that is read as messages.
#[derive(Clone, Copy, Debug)]
pub struct Archive {
    /// How many hits are in it, if that is known.
    pub hits: Option<u64>,
    /// What is wanted.
    pub goals: Goals,
}

/// What is wanted of the time that it takes to read an input as messages. What is not wanted is not
/// measured against the parser, and only shown against the others.
#[derive(Clone, Copy, Debug, Default)]
pub struct Goals {
    /// How many times the limit's time at most.
    pub limit: Option<f64>,
    /// How many times the time that it takes to read it as one text at most.
    pub text: Option<f64>,
    /// How many times as fast as the parser at least.
    pub parser: Option<f64>,
}

/// A real input as it is made at full size. The test kit's slow second implementation has found as
/// many hits.
struct Known {
    name: &'static str,
    bytes: u64,
    hits: u64,
    goal: f64,
    as_messages: Option<Goals>,
}

/// Most of it is plain text, so that little is to be done but to find the messages.
const OF_LISTS: Goals = Goals {
    limit: None,
    text: Some(1.5),
    parser: None,
};

/// Much of it has to be decoded.
const OF_MIME: Goals = Goals {
    limit: None,
    text: None,
    parser: Some(2.0),
};

/// Most of it is to be passed over.
const OF_ATTACHMENTS: Goals = Goals {
    limit: Some(2.0),
    text: None,
    parser: None,
};

const REAL: [Known; 6] = [
    known("lists.mbox", 624_020_775, 47_796, 1.8).read_for(OF_LISTS),
    known("mime.mbox", 305_701_539, 28_677, 3.5).read_for(OF_MIME),
    known("attachments.mbox", 347_638_524, 144, 1.3).read_for(OF_ATTACHMENTS),
    known("dense.txt", 201_474_616, 3_360_000, 8.0),
    known("sparse.txt", 200_000_050, 0, 1.2),
    known("hostile.txt", 104_321_210, 14, MOST_TIMES),
];

/// Where two threads are to be done before one has found every `<`, in most of the mail there is: the
/// archives of lists.
fn goal_of_two(name: &str) -> Option<f64> {
    matches!(name, "lists.mbox" | "mail.mbox").then_some(1.0)
}

/// What no input may take more of than the limit does, however hostile it is.
pub const MOST_TIMES: f64 = 50.0;

const fn known(name: &'static str, bytes: u64, hits: u64, goal: f64) -> Known {
    Known {
        name,
        bytes,
        hits,
        goal,
        as_messages: None,
    }
}

impl Known {
    const fn read_for(self, goals: Goals) -> Self {
        Self {
            as_messages: Some(goals),
            ..self
        }
    }
}

/// The folder in which everything is made that is measured on; git ignores it.
#[must_use]
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("inputs")
}

/// The inputs that the flags ask for, packed or not, made first if need be.
///
/// # Errors
///
/// If they cannot be made, or the folder that was named does not have them.
pub fn all(flags: &Flags) -> Result<Vec<Input>, Error> {
    if flags.quick {
        return generated(2_000_000, flags);
    }
    // They take a while to make: not for one of the runs.
    let folder = match env::var_os(FOLDER_VARIABLE) {
        _ if !REAL.iter().any(|known| flags.wants_any_of(known.name)) => None,
        Some(named) => Some(named.into()),
        None => make_real()?,
    };
    match folder {
        Some(folder) => real(&folder, flags),
        None => generated(100_000_000, flags),
    }
}

fn real(folder: &Path, flags: &Flags) -> Result<Vec<Input>, Error> {
    let wanted = REAL.iter().filter(|known| flags.wants_any_of(known.name));
    wanted
        .map(|known| {
            let path = folder.join(known.name);
            let found =
                fs::metadata(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            Ok(Input {
                name: known.name,
                path,
                hits: (found.len() == known.bytes).then_some(known.hits),
                goal: known.goal,
                goal_of_two: goal_of_two(known.name),
                // Nobody has counted these in another way yet.
                as_messages: known.as_messages.map(|goals| Archive { hits: None, goals }),
            })
        })
        .collect()
}

/// Has the real inputs made by the script in the folder beside the checkout, unless they already
/// are. Nothing is made where there is no such script, or nothing to run it with.
fn make_real() -> Result<Option<PathBuf>, Error> {
    let made = folder().join("real");
    if made.exists() {
        return Ok(Some(made));
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/bench/make.py");
    let python = Command::new("python3").arg("--version").output();
    if !script.exists() || python.is_err() {
        return Ok(None);
    }
    // Under another name, so that what was interrupted is not taken for what is complete.
    let part = folder().join("real.part");
    fs::create_dir_all(&part)?;
    let status = Command::new("python3").arg(script).arg(&part).status()?;
    if !status.success() {
        return Err(format!("the inputs could not be made: {status}").into());
    }
    fs::rename(part, &made)?;
    Ok(Some(made))
}

/// Makes the inputs that need nothing but this package and the corpus.
fn generated(size: usize, flags: &Flags) -> Result<Vec<Input>, Error> {
    let folder = folder().join("generated");
    fs::create_dir_all(&folder)?;
    let texts = [
        (text::mail()?, 1.8),
        (text::dense(), 8.0),
        (text::sparse(), 1.2),
        (runs::together(), MOST_TIMES),
    ];
    let wanted = texts
        .into_iter()
        .filter(|(text, _)| flags.wants_any_of(text.name()));
    let mut inputs = wanted
        .map(|(text, goal)| {
            let path = folder.join(text.name());
            text.save(size, &path)?;
            Ok(Input {
                name: text.name(),
                path,
                hits: Some(text.hits(size)),
                goal,
                goal_of_two: goal_of_two(text.name()),
                as_messages: None,
            })
        })
        .collect::<Result<Vec<_>, Error>>()?;
    let mime = mime::text();
    let encoded = mime::hits_of_encoded(&mime, size);
    let archives = [
        (mime, encoded, 3.5, OF_MIME),
        (mime::attachments(), 0, 1.3, OF_ATTACHMENTS),
    ];
    for (text, encoded, goal, goals) in archives {
        if flags.wants_any_of(text.name()) {
            let path = folder.join(text.name());
            text.save(size, &path)?;
            let hits = text.hits(size);
            inputs.push(Input {
                name: text.name(),
                path,
                hits: Some(hits - encoded),
                goal,
                goal_of_two: None,
                as_messages: Some(Archive {
                    hits: Some(hits),
                    goals,
                }),
            });
        }
    }
    Ok(inputs)
}
