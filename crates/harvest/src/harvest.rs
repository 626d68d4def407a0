//! A data set in a directory.

use std::{
    fs,
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::Arc,
};

use urlsift_search::{Error as InputError, Input};

use crate::{
    dataset::{Manifest, check_directory},
    diff::{Change, diff},
    error::Error,
    finish::{MissingShards, Seeds, finish},
    observer::{NoObserver, RunObserver, Stop},
    options::Options,
    plan::{POINTER, Plan, PlanOptions, Planner, dropped},
    prune::{Pruned, prune},
    report::{Reported, changes_page, report},
    run::{RunOptions, RunOutcome, run},
    storage::{Digest, Disk, InputFiles, ObjectStore, Workspace},
};

/// A data set of links in a directory.
#[derive(Clone, Debug)]
pub struct Harvest {
    root: PathBuf,
    disk: Disk,
    files: InputFiles,
    stop: Stop,
}

impl Harvest {
    /// Creates the data set of a directory, which need not exist.
    #[must_use]
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self {
            root: root.into(),
            disk: Disk::default(),
            files: InputFiles::default(),
            stop: Stop::default(),
        }
    }

    /// Sets the file system, for an observer of all effects.
    #[must_use]
    pub fn disk(mut self, disk: Disk) -> Self {
        self.disk = disk;
        self
    }

    /// Sets the store of the inputs that are objects. [`plan`](Self::plan) reads them as
    /// [`InputReader`](urlsift_search::InputReader)s with their URLs as paths.
    #[must_use]
    pub fn objects(mut self, objects: Arc<dyn ObjectStore>) -> Self {
        self.files = InputFiles::new(objects);
        self
    }

    /// Sets what can stop the steps after the run.
    #[must_use]
    pub fn stopped_by(mut self, observer: Arc<dyn RunObserver + Send>) -> Self {
        self.stop = Stop::by(observer);
        self
    }

    /// Checks a path that is named as an input: that it is not in the directory of the data set. A data set in a
    /// directory that is searched is left out.
    ///
    /// # Errors
    ///
    /// Returns an error if it is.
    pub fn check_input(&self, path: &Path) -> Result<(), Error> {
        let real = fs::canonicalize(path)
            .ok()
            .zip(fs::canonicalize(&self.root).ok());
        if self.files.is_object(path) || !real.is_some_and(|(path, root)| path.starts_with(root)) {
            return Ok(());
        }
        Err(Error::UnsupportedInput {
            path: path.into(),
            reason: "it is in the directory of the data set".into(),
        })
    }

    /// Divides inputs into shards, and puts the plan in force.
    ///
    /// Inputs that cannot be read are in the plan, so that [`finish`](Self::finish) does not forget them.
    ///
    /// # Errors
    ///
    /// Returns an error if an option is invalid, if an input is neither a regular file nor in a directory, if the
    /// directory has other files, if files of the last plan would be dropped ([`PlanOptions`] allows both), or if a
    /// file of the data set cannot be written or read.
    pub fn plan(
        &self,
        inputs: impl Iterator<Item = Result<Input, InputError>>,
        options: &Options,
        plan_options: PlanOptions,
    ) -> Result<Plan, Error> {
        self.plan_observed(inputs, options, plan_options, &NoObserver)
    }

    /// Like [`plan`](Self::plan), for an observer of the inputs that cannot be read, which can also stop it.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`plan`](Self::plan), and [`Error::Stopped`]: then, the plan in force stays.
    pub fn plan_observed(
        &self,
        inputs: impl Iterator<Item = Result<Input, InputError>>,
        options: &Options,
        plan_options: PlanOptions,
        observer: &impl RunObserver,
    ) -> Result<Plan, Error> {
        options.check()?;
        let last = check_directory(&self.root, plan_options.into_existing)?;
        self.disk
            .ensure_dir(&self.root)
            .map_err(Error::io(&self.root))?;
        let workspace = Workspace::new(&self.root, &self.disk)?;
        let previous = match Plan::read(&self.root, None) {
            // The shards of such a plan have other keys, so nothing of it can be reused.
            Err(Error::OtherVersion { .. }) => None,
            previous => previous?,
        };
        let previous = previous.as_ref();
        let planner = Planner::new(
            &self.root,
            &self.files,
            options,
            &workspace,
            previous,
            plan_options,
            observer,
        );
        let kept = last.as_ref().filter(|_| plan_options.add);
        let kept = kept.into_iter().flat_map(|last| last.existing(&self.files));
        let (plan, failures) = planner.plan(kept.map(Ok).chain(inputs))?;
        for failure in &failures {
            observer.failed(failure);
        }
        if let Some(last) = &last {
            let dropped = dropped(last, &plan, &self.files, plan_options.drop_missing)?;
            if !dropped.is_empty() {
                observer.dropped(&dropped);
            }
        }
        workspace.replace(&Plan::path_of(plan.digest()), &plan.to_json())?;
        workspace.replace(POINTER, &plan.pointer())?;
        Ok(plan)
    }

    /// Returns the plan in force, or the one with a digest.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such plan, or it cannot be read.
    pub fn read_plan(&self, digest: Option<Digest>) -> Result<Plan, Error> {
        Plan::read(&self.root, digest)?.ok_or(Error::NoPlan)
    }

    /// Checks that the plan in force, if there is one, has these options and this version.
    ///
    /// # Errors
    ///
    /// Returns an error if it does not, or if it cannot be read.
    pub fn check_options(&self, options: &Options) -> Result<(), Error> {
        match Plan::read(&self.root, None) {
            Ok(Some(plan)) if !plan.has_options(options) => {
                Err(Error::OtherOptions(plan.options().differing(options)))
            }
            Err(Error::OtherVersion { .. }) => Err(Error::OtherOptions(Vec::new())),
            read => read.map(|_| ()),
        }
    }

    /// Writes the tables of the shards that are not done.
    ///
    /// # Errors
    ///
    /// Returns an error if a file of the data set cannot be written or read. Inputs that cannot be read are in the
    /// outcome.
    pub fn run(
        &self,
        plan: &Plan,
        options: &RunOptions,
        observer: &impl RunObserver,
    ) -> Result<RunOutcome, Error> {
        run(&self.root, &self.disk, &self.files, plan, options, observer)
    }

    /// Writes the table of URLs, the schemas and the manifest of the shards of a plan.
    ///
    /// # Errors
    ///
    /// Returns an error if shards are not done and may not be missing, or a file of the data set cannot be written or
    /// read.
    pub fn finish(&self, plan: &Plan, missing: MissingShards) -> Result<Manifest, Error> {
        finish(&self.root, &self.disk, plan, missing, &self.stop, false)
            .map(|(manifest, _)| manifest)
    }

    /// Like [`finish`](Self::finish), and returns the URLs of the data set for a crawler.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`finish`](Self::finish).
    pub fn finish_with_seeds(
        &self,
        plan: &Plan,
        missing: MissingShards,
    ) -> Result<(Manifest, Seeds), Error> {
        finish(&self.root, &self.disk, plan, missing, &self.stop, true)
    }

    /// Writes `report.html`: a page with totals of the finished data set, and charts and tables of its links. The same
    /// data set gives the same page.
    ///
    /// # Errors
    ///
    /// Returns an error if the data set is not finished, or a file of it cannot be written or read.
    pub fn report(&self) -> Result<Reported, Error> {
        report(&self.root, &self.disk, &self.stop)
    }

    /// Compares this data set with an earlier one, or with an earlier manifest of this one that was copied in its
    /// directory: the hosts, then the domains, then the links that are new, gone, more, fewer or in other files.
    ///
    /// # Errors
    ///
    /// Returns an error if one of them has no manifest, is of another version, or has tallies that cannot be read; and
    /// [`Error::Stopped`] if `report` breaks.
    pub fn diff(
        &self,
        old: &Path,
        mut report: impl FnMut(Change<'_>) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        diff(old, &self.root, &self.stop, &mut report)
    }

    /// Like [`diff`](Self::diff), and returns a page of HTML with the changes.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`diff`](Self::diff).
    pub fn diff_page(&self, old: &Path) -> Result<String, Error> {
        changes_page(old, &self.root, &self.stop)
    }

    /// Removes the files that neither the manifest nor the plan in force names.
    ///
    /// # Errors
    ///
    /// Returns an error if a file of the data set cannot be removed or read, if there is no manifest or no plan in
    /// force, or if another process works on the data set.
    pub fn prune(&self) -> Result<Pruned, Error> {
        prune(&self.root, &self.disk, &self.stop)
    }
}
