//! Sorted runs in temporary files.
//!
//! Runs are merged as digits are carried: 16 runs of one level become one of the next. A record is therefore rewritten
//! once for each factor of 16, and few files are open. Keeping all runs until the end would write each record once, but
//! the number of files and buffers would grow with the input. Merging each new run with everything before it would keep
//! one file, and rewrite it each time. With runs of 16 MiB, 64 GiB are rewritten three times.
//!
//! The last merge reads all runs at once, up to 15 of each level, without writing a file.

use std::io;

use borsh::BorshSerialize;

use super::{
    check::Check,
    merge::Merge,
    record::Record,
    run::{Run, RunWriter},
};

/// The number of runs of the same level that are merged into one.
const MERGED: usize = 16;

/// Sorted runs in temporary files. At most 15 files of one size are kept: the next one is merged with them into one
/// that is 16 times as large. Merging reads 64 KiB of each file at a time.
#[derive(Debug)]
pub struct Runs<R: Record> {
    order: R::Order,
    /// The runs with their levels: the number of merges that a run has gone through. Earlier, larger runs come first.
    files: Vec<(Run, u32)>,
    check: Check,
}

impl<R: Record> Runs<R> {
    /// Creates an empty list of runs, whose records are in this order.
    #[must_use]
    pub const fn new(order: R::Order) -> Self {
        Self {
            order,
            files: Vec::new(),
            check: Check::none(),
        }
    }

    /// Sets what ends a long merge. Its errors are returned like errors of a temporary file.
    #[must_use]
    pub fn check(mut self, check: Check) -> Self {
        self.check = check;
        self
    }

    /// Writes sorted records to a file, and merges files of the same size if there are too many.
    ///
    /// # Errors
    ///
    /// If a temporary file cannot be written or read. The records are then not added, and the earlier ones are kept.
    pub fn push(
        &mut self,
        sorted: impl IntoIterator<Item = impl BorshSerialize>,
    ) -> io::Result<()> {
        let sorted = sorted.into_iter().map(Ok);
        self.try_push(sorted)
    }

    /// Like [`push`](Self::push), for records that are read from elsewhere.
    ///
    /// # Errors
    ///
    /// The first error of `sorted`, or if a temporary file cannot be written or read. The records are then not added,
    /// and the earlier ones are kept.
    pub fn try_push(
        &mut self,
        sorted: impl IntoIterator<Item = io::Result<impl BorshSerialize>>,
    ) -> io::Result<()> {
        let mut last = RunWriter::new()?;
        for record in sorted {
            last.push(&record?)?;
        }
        let mut last = last.finish()?;
        let mut level = 0;
        // The runs from this index on are merged into the new one. They are dropped only when nothing can fail.
        let mut kept = self.files.len();
        while let Some(first) = (kept + 1).checked_sub(MERGED)
            && let runs = &self.files[first..kept]
            && runs.iter().all(|(_, other)| *other == level)
        {
            let mut merge = Merge::<R>::new(self.order);
            for (run, _) in runs {
                merge.push(run.read(&self.check)?)?;
            }
            merge.push(last.read(&self.check)?)?;
            let mut merged = RunWriter::new()?;
            for record in merge {
                merged.push(&record?)?;
            }
            last = merged.finish()?;
            level += 1;
            kept = first;
        }
        self.files.truncate(kept);
        self.files.push((last, level));
        Ok(())
    }

    /// Returns whether there are no files.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Returns the number of files.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.files.len()
    }

    /// Merges the files.
    ///
    /// # Errors
    ///
    /// If a temporary file cannot be read.
    pub fn merge(self) -> io::Result<Merge<R>> {
        let mut merge = Merge::new(self.order);
        for (run, _) in self.files {
            merge.push(run.read(&self.check)?)?;
        }
        Ok(merge)
    }
}

#[cfg(test)]
mod tests {
    use std::{
        cmp::Ordering,
        collections::BTreeMap,
        io::{self, Read},
        sync::{
            Arc,
            atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
        },
    };

    use proptest::{collection::vec, prelude::*};

    use super::{MERGED, Runs};
    use borsh::{BorshDeserialize, BorshSerialize};

    use crate::sort::{Check, Merge, ReadRun, Record};

    /// A number, and the names of the runs that contain it.
    #[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
    struct Named(u8, Vec<u8>);

    impl Record for Named {
        type Order = ();

        fn compare(&self, other: &Self, (): ()) -> Ordering {
            self.0.cmp(&other.0)
        }

        fn absorb(&mut self, equal: Self) {
            self.1.extend(equal.1);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(30))]
        #[test]
        fn equal_records_are_combined_in_the_order_of_their_runs(
            pushed in vec(vec(0..20_u8, 0..4), 0..80),
        ) {
            let mut runs = Runs::new(());
            let mut expected: BTreeMap<u8, Vec<u8>> = BTreeMap::new();
            for (name, mut numbers) in pushed.into_iter().enumerate() {
                let name = name as u8;
                numbers.sort_unstable();
                numbers.dedup();
                for &number in &numbers {
                    expected.entry(number).or_default().push(name);
                }
                let records = numbers.into_iter().map(|number| Named(number, vec![name]));
                runs.push(records).expect("temporary files");
                prop_assert!(runs.len() <= 15 * 2);
            }
            let merged: io::Result<Vec<Named>> = runs.merge().expect("temporary files").collect();
            let expected: Vec<_> = expected
                .into_iter()
                .map(|(number, names)| Named(number, names))
                .collect();
            prop_assert_eq!(merged.expect("temporary files"), expected);
        }
    }

    #[test]
    fn an_error_of_the_records_is_returned() {
        let mut runs = Runs::<Named>::new(());
        let records = [Ok(Named(0, Vec::new())), Err(io::Error::other("x"))];
        let error = runs.try_push(records).expect_err("the error");
        assert_eq!(error.to_string(), "x");
        assert!(runs.is_empty());
    }

    /// A number. 7 cannot be read while `IS_FAULTY`.
    #[derive(Debug, PartialEq, Eq, BorshSerialize)]
    struct Faulty(u8);

    static IS_FAULTY: AtomicBool = AtomicBool::new(false);

    impl BorshDeserialize for Faulty {
        fn deserialize_reader<R: Read>(source: &mut R) -> io::Result<Self> {
            match u8::deserialize_reader(source)? {
                7 if IS_FAULTY.load(Relaxed) => Err(io::Error::other("seven")),
                number => Ok(Self(number)),
            }
        }
    }

    impl Record for Faulty {
        type Order = ();

        fn compare(&self, other: &Self, (): ()) -> Ordering {
            self.0.cmp(&other.0)
        }

        fn absorb(&mut self, _: Self) {}
    }

    #[test]
    fn an_error_of_a_merge_loses_no_earlier_record() {
        let mut runs = Runs::<Faulty>::new(());
        for number in 1..MERGED as u8 {
            runs.push([Faulty(number)]).expect("temporary files");
        }
        IS_FAULTY.store(true, Relaxed);
        assert!(runs.push([Faulty(100)]).is_err());
        IS_FAULTY.store(false, Relaxed);
        assert_eq!(runs.len(), MERGED - 1);
        runs.push([Faulty(101)]).expect("temporary files");
        assert_eq!(runs.len(), 1);
        let merged = runs.merge().expect("temporary files");
        let numbers: Vec<u8> = merged.map(|record| record.expect("a record").0).collect();
        let expected: Vec<u8> = (1..MERGED as u8).chain([101]).collect();
        assert_eq!(numbers, expected);
    }

    #[test]
    fn a_check_ends_merges() {
        let asked = Arc::new(AtomicUsize::new(0));
        let ask = {
            let asked = Arc::clone(&asked);
            move || match asked.fetch_add(1, Relaxed) {
                3.. => Err(io::Error::other("enough")),
                _ => Ok(()),
            }
        };
        let mut runs = Runs::<Named>::new(()).check(Check::new(ask));
        let push = |runs: &mut Runs<_>| runs.push([Named(0, Vec::new())]);
        for _ in 1..MERGED {
            push(&mut runs).expect("temporary files");
        }
        // These files are merged, and then all that there are.
        assert_eq!(asked.load(Relaxed), 0);
        let error = push(&mut runs).expect_err("the check");
        assert_eq!(error.to_string(), "enough");
        assert_eq!(runs.len(), MERGED - 1);
        let error = runs.merge().expect_err("the check");
        assert_eq!(error.to_string(), "enough");
    }

    #[test]
    fn an_error_is_the_last_item() {
        // The second record is truncated.
        let truncated = || ReadRun::<Named>::new(&[1, 0, 0, 0, 0, 2][..], 3);
        let mut run = truncated();
        assert!(run.next().is_some_and(|record| record.is_ok()));
        assert!(run.next().is_some_and(|record| record.is_err()));
        assert!(run.next().is_none());
        let mut merge = Merge::new(());
        merge.push(truncated()).expect("a record");
        merge
            .push(ReadRun::new(
                &[0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 3, 0, 0, 0, 0][..],
                3,
            ))
            .expect("a record");
        assert_eq!(
            merge.next().and_then(Result::ok),
            Some(Named(0, Vec::new()))
        );
        assert!(merge.next().is_some_and(|record| record.is_err()));
        assert!(merge.next().is_none());
    }
}
