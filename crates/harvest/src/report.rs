//! The report of a finished data set: a page of HTML.

mod changes;
mod chart;
mod figures;
mod filters;
mod number;
mod page;
pub(crate) mod top;
mod years;

use std::path::Path;

use serde::Deserialize;

pub(crate) use self::changes::changes_page;
use self::{changes::since, figures::Figures, page::page};
use crate::{
    dataset::Manifest,
    error::Error,
    observer::Stop,
    options::Options,
    plan::{Plan, plan_in_force},
    storage::{Disk, Workspace, read_json},
    version::VERSION,
};

/// The path of the page in the data set.
const PAGE: &str = "report.html";

/// A report that was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reported {
    /// The number of shards of the data set's plan.
    pub shards: usize,
    /// The number of these shards that are not in the data set.
    pub open: usize,
    /// Whether the plan in force is not the plan of the data set.
    pub is_stale: bool,
}

/// The options of a plan, without its shards.
#[derive(Deserialize)]
struct PlanOptions {
    options: Options,
}

/// Writes the report of a data set.
pub(crate) fn report(root: &Path, disk: &Disk, stop: &Stop) -> Result<Reported, Error> {
    let in_force = plan_in_force(root)?.ok_or(Error::NoPlan)?;
    let manifest = Manifest::read(root)?.ok_or(Error::NotFinished)?;
    if manifest.version != VERSION {
        return Err(Error::OtherVersion {
            plan: manifest.plan,
            version: manifest.version,
        });
    }
    manifest.check_files(root, stop)?;
    let path = root.join(Plan::path_of(manifest.plan));
    let plan = read_json::<PlanOptions>(&path)?.ok_or(Error::UnknownPlan(manifest.plan))?;
    let is_stale = in_force != manifest.plan;
    let figures = Figures::gather(root, &manifest, stop)?;
    let since = since(root, stop)?;
    let page = page(&figures, &manifest, &plan.options, is_stale, since.as_ref());
    Workspace::new(root, disk)?.replace(PAGE, page.as_bytes())?;
    Ok(Reported {
        shards: manifest.shards,
        open: manifest.open,
        is_stale,
    })
}
