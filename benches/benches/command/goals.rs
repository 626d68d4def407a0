//! What is wanted in the end: each input read by all programs in turns, with one thread and with two,
//! by path and from a pipe, and as ten thousand small files.

use std::{fs, path::Path};

use urlsift_benches::{
    Error,
    flags::Flags,
    inputs::{self, Input},
    measure::{Bench, Lane, Side, Turns},
    mime,
    peers::Peers,
    process::How,
    report::Table,
    spool::Spool,
};

use crate::tell;

/// The inputs on which two threads are to gain something.
const GAINING: [&str; 3] = ["lists.mbox", "mail.mbox", "mime.mbox"];

/// The inputs of which a spool is made.
const SPOOLED: [&str; 2] = ["lists.mbox", "mail.mbox"];

/// What shows the gain of two threads.
const OF_GAIN: [Side; 4] = [Side::Limit, Side::One, Side::Two, Side::LimitOfTwo];

/// How many small files there are.
const FILES: usize = 10_000;

/// How long one message is.
const ONE_MESSAGE: usize = 1_000_000_000;

/// All tables of the goals but those of the packed inputs and of the hostile runs.
pub(crate) fn measure(
    bench: &Bench,
    flags: &Flags,
    inputs: &[Input],
    peers: &Peers,
) -> Result<Vec<Table>, Error> {
    let mut sides = OF_GAIN.to_vec();
    sides.extend(peers.ripgrep.is_some().then_some(Side::Ripgrep));
    sides.push(Side::Parser);
    sides.extend(peers.limit.is_some().then_some(Side::GivenLimit));
    let (mut beside, mut gains) = (Table::of_sides(&sides), Table::of_gains());
    let friendly = || inputs.iter().filter(|input| !input.is_hostile());
    for input in friendly().filter(|input| flags.wants(input.name)) {
        let lane = Lane {
            path: input.path.clone(),
            hits: input.hits_of_messages(),
            sides: sides.clone(),
        };
        for turns in take_turns(bench, flags, input.name, &[lane], peers)? {
            beside.add_sides(input, &turns);
            if GAINING.contains(&input.name) {
                gains.add_gain(input.name, &turns, input.hits_of_messages().is_some());
            }
        }
    }
    let mut small = Table::of_small_files();
    for input in inputs.iter().filter(|input| SPOOLED.contains(&input.name)) {
        measure_spool(bench, flags, input, peers, [&mut gains, &mut small])?;
    }
    if let Some(folder) = flags.folder.clone().filter(|_| flags.wants("folder")) {
        let lane = Lane {
            path: folder,
            hits: None,
            sides: OF_GAIN.to_vec(),
        };
        for turns in take_turns(bench, flags, "folder", &[lane], peers)? {
            gains.add_gain("folder", &turns, false);
        }
    }
    let mut peaks = Table::of_peaks();
    for input in friendly().filter(|input| flags.wants(input.name)) {
        let hits = input.hits_of_messages();
        add_peaks(&mut peaks, bench, input.name, &input.path, hits)?;
    }
    measure_one_message(&mut peaks, bench, flags)?;
    Ok(vec![beside, gains, small, peaks])
}

/// What small files made of an input take: two threads against one, and against the same bytes in one file.
fn measure_spool(
    bench: &Bench,
    flags: &Flags,
    input: &Input,
    peers: &Peers,
    [gains, small]: [&mut Table; 2],
) -> Result<(), Error> {
    let name = format!("{}.files", input.name);
    if !flags.wants(input.name) && !flags.wants(&name) {
        return Ok(());
    }
    let most = if flags.quick { FILES / 50 } else { FILES };
    let spool = Spool::of(input.name, &input.path, most)?;
    let one = Lane {
        path: spool.mbox,
        hits: None,
        sides: vec![Side::One, Side::Two],
    };
    let many = Lane {
        path: spool.folder,
        hits: None,
        sides: OF_GAIN.to_vec(),
    };
    let turns = take_turns(bench, flags, &name, &[one, many], peers)?;
    let [one, many] = &turns[..] else {
        return Err("two inputs give two results".into());
    };
    if (one.bytes, one.hits) != (many.bytes, many.hits) {
        let [one, many] = [one, many].map(|turns| format!("{} in {}", turns.hits, turns.bytes));
        return Err(format!("{name}: {many} bytes, and in one file {one}").into());
    }
    // Each is checked by the other.
    gains.add_gain(&name, many, true);
    small.add_small_files(&name, spool.files, many, one);
    Ok(())
}

fn take_turns(
    bench: &Bench,
    flags: &Flags,
    name: &str,
    lanes: &[Lane],
    peers: &Peers,
) -> Result<Vec<Turns>, Error> {
    tell(&format!("{name} side by side"))?;
    let turns = bench.turns(lanes, peers, flags.times(11));
    turns.map_err(|error| format!("{name}: {error}").into())
}

fn add_peaks(
    table: &mut Table,
    bench: &Bench,
    name: &str,
    path: &Path,
    hits: Option<u64>,
) -> Result<(), Error> {
    for how in [How::Path, How::Pipe] {
        tell(&format!("the memory for {name} by {}", how.name()))?;
        let peak = bench.peak(path, how, hits);
        let peak = peak.map_err(|error| format!("{name} by {}: {error}", how.name()))?;
        table.add_peak(name, how, &peak, hits.is_some());
    }
    Ok(())
}

/// One message of a gigabyte.
fn measure_one_message(table: &mut Table, bench: &Bench, flags: &Flags) -> Result<(), Error> {
    let size = if flags.quick { 2_000_000 } else { ONE_MESSAGE };
    let folder = inputs::folder().join("runs");
    fs::create_dir_all(&folder)?;
    for text in mime::one_message() {
        if flags.wants(text.name()) {
            let path = folder.join(text.name());
            text.save(size, &path)?;
            add_peaks(table, bench, text.name(), &path, Some(text.hits(size)))?;
            fs::remove_file(path)?;
        }
    }
    Ok(())
}
