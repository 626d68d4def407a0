//! Programs side by side on one input, each in its turn; and the most memory of two threads.

use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use super::{Bench, Measured, Reading, check, ratios};
use crate::{
    Error, limit, parser,
    peers::Peers,
    process::{self, How, Ran},
};

/// A program that takes its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The limit.
    Limit,
    /// The command with one thread.
    One,
    /// The command with two threads.
    Two,
    /// The limit with two threads.
    LimitOfTwo,
    /// ripgrep, with an expression for what the command finds in plain text.
    Ripgrep,
    /// The parser.
    Parser,
    /// Another limit, which was given.
    GivenLimit,
}

/// An input, and the programs that read it in turns.
#[derive(Clone, Debug)]
pub struct Lane {
    /// A file or a folder.
    pub path: PathBuf,
    /// How many hits are in it, if that is known.
    pub hits: Option<u64>,
    /// The programs, in their order.
    pub sides: Vec<Side>,
}

/// What all programs took for an input.
#[derive(Clone, Debug)]
pub struct Turns {
    /// How big the input is.
    pub bytes: u64,
    /// How many hits the command found.
    pub hits: u64,
    /// What each took, round by round.
    pub(crate) times: Vec<(Side, Vec<Duration>)>,
}

/// The most memory that the command had with two threads, in a run by itself.
#[derive(Clone, Debug)]
pub struct Peak {
    /// How big the input is.
    pub bytes: u64,
    /// What came of the run.
    pub ran: Ran,
}

impl Turns {
    /// What a program took, round by round; nothing if it had no turns.
    #[must_use]
    pub fn of(&self, side: Side) -> &[Duration] {
        let found = self.times.iter().find(|(of, _)| *of == side);
        found.map_or(&[], |(_, times)| times)
    }

    /// How many times the limit's time a program took, round by round.
    #[must_use]
    pub fn to_limit(&self, side: Side) -> Vec<f64> {
        ratios(self.of(side), self.of(Side::Limit))
    }

    /// How many times as fast two threads were as one, round by round.
    #[must_use]
    pub fn gains(&self) -> Vec<f64> {
        ratios(self.of(Side::One), self.of(Side::Two))
    }

    /// The same of the limit.
    #[must_use]
    pub fn limit_gains(&self) -> Vec<f64> {
        ratios(self.of(Side::Limit), self.of(Side::LimitOfTwo))
    }
}

impl Bench {
    /// Has programs read inputs in turns, round by round. First two threads have to write what one
    /// writes, to the byte, which also brings the input into memory.
    ///
    /// # Errors
    ///
    /// If a program gives a wrong answer, or not the same one in each round.
    pub fn turns(&self, lanes: &[Lane], peers: &Peers, rounds: usize) -> Result<Vec<Turns>, Error> {
        let mut all = Vec::new();
        for lane in lanes {
            all.push(Turns {
                bytes: size(&lane.path)?,
                hits: self.same_by_two(&lane.path, lane.hits)?,
                times: lane.sides.iter().map(|&side| (side, Vec::new())).collect(),
            });
        }
        let nothing = |lane: &Lane| vec![None; lane.sides.len()];
        let mut written: Vec<Vec<Option<u64>>> = lanes.iter().map(nothing).collect();
        for _ in 0..rounds {
            for ((lane, turns), written) in lanes.iter().zip(&mut all).zip(&mut written) {
                for ((side, times), lines) in turns.times.iter_mut().zip(written) {
                    let ran = self.turn(*side, &lane.path, turns.hits, peers)?;
                    if *lines.get_or_insert(ran.lines) != ran.lines {
                        return Err(format!("{side:?} does not always write as much").into());
                    }
                    times.push(ran.time);
                }
            }
        }
        Ok(all)
    }

    fn turn(&self, side: Side, path: &Path, hits: u64, peers: &Peers) -> Result<Ran, Error> {
        match side {
            Side::Limit => self.limit(path),
            Side::LimitOfTwo => self.baseline(limit::MODE_OF_TWO, path),
            Side::Parser => self.baseline(parser::MODE, path),
            Side::One => self.urlsift(path, Reading::Messages, How::Path, Some(hits)),
            Side::Two => self.urlsift(path, Reading::ByTwo, How::Path, Some(hits)),
            Side::Ripgrep => peers.run_ripgrep(path),
            Side::GivenLimit => peers.run_limit(path),
        }
    }

    /// Compares what two threads write with what one writes. Says how many hits that are.
    fn same_by_two(&self, path: &Path, hits: Option<u64>) -> Result<u64, Error> {
        let [one, two] = [Reading::Messages, Reading::ByTwo]
            .map(|reading| process::sum_up(&self.urlsift, reading.flags(), path, How::Path));
        let ((one, sum), (two, other)) = (one?, two?);
        check(&one, hits)?;
        check(&two, Some(one.lines))?;
        if sum != other {
            return Err("two threads do not write what one writes".into());
        }
        Ok(one.lines)
    }

    /// Has the command read an input with two threads, once: how much memory it takes does not depend
    /// on what else goes on.
    ///
    /// # Errors
    ///
    /// If the command gives a wrong answer.
    pub fn peak(&self, path: &Path, how: How, hits: Option<u64>) -> Result<Peak, Error> {
        let bytes = Measured::of(path)?.bytes;
        let ran = self.urlsift(path, Reading::ByTwo, how, hits)?;
        Ok(Peak { bytes, ran })
    }
}

/// How big a file is, or all files in a folder are.
fn size(path: &Path) -> Result<u64, Error> {
    if !path.is_dir() {
        return Ok(fs::metadata(path)?.len());
    }
    let mut bytes = 0;
    for file in limit::files(path)? {
        bytes += fs::metadata(file)?.len();
    }
    Ok(bytes)
}
