//! What has changed between two data sets: a page, and a part of the report.

use std::{ops::ControlFlow, path::Path};

use askama::Template;

use super::{chart::Chart, figures::TOP, filters, top::Top};
use crate::{
    dataset::PREVIOUS,
    diff::{Change, DataSet, diff, diff_names},
    error::Error,
    figures::Amounts,
    observer::Stop,
};

/// What is compared, and how it changes, as a [`Change`] has them.
const COMPARED: [&str; 3] = ["host", "domain", "link"];
const CHANGES: [&str; 5] = ["new", "gone", "more", "fewer", "moved"];

/// The names by what they are and how they have changed, with the numbers of links by which they did.
#[derive(Debug, Default)]
struct AllChanges([[Top; CHANGES.len()]; COMPARED.len()]);

impl AllChanges {
    fn add(&mut self, change: &Change<'_>) -> ControlFlow<()> {
        let compared = COMPARED.iter().position(|name| *name == change.what);
        let how = CHANGES.iter().position(|name| *name == change.change);
        let count = match change.old.abs_diff(change.new) {
            0 => change.new,
            count => count,
        };
        let amounts = Amounts {
            count,
            ..Amounts::default()
        };
        if let (Some(compared), Some(how)) = (compared, how) {
            self.0[compared][how].add(change.name.as_bytes().into(), amounts, TOP);
        }
        ControlFlow::Continue(())
    }
}

/// What is new since the data set was finished with another plan.
#[derive(Debug)]
pub(super) struct Since {
    pub(super) links: u64,
    pub(super) hosts: Top,
    pub(super) domains: Top,
}

/// Compares a data set with the one before. `None` if it is the first, if what is compared was pruned, or if nothing is
/// new.
pub(super) fn since(root: &Path, stop: &Stop) -> Result<Option<Since>, Error> {
    let path = root.join(PREVIOUS);
    let compare = || -> Result<(u64, Since), Error> {
        let sets = [DataSet::open(&path)?, DataSet::open(root)?];
        let mut all = AllChanges::default();
        diff_names(sets.each_ref(), stop, &mut |change| all.add(&change))?;
        let [[hosts, ..], [domains, ..], _] = all.0;
        let links = sets[0].links;
        let since = Since {
            links,
            hosts,
            domains,
        };
        Ok((sets[1].links, since))
    };
    match compare() {
        Err(Error::Stopped) => Err(Error::Stopped),
        Ok((links, since)) if links != since.links || since.hosts.names > 0 => Ok(Some(since)),
        _ => Ok(None),
    }
}

/// What the template shows.
#[derive(Template)]
#[template(path = "changes.html")]
struct ChangesPage<'p> {
    old: u64,
    new: u64,
    /// What is compared, and a chart of each kind of change that there is.
    sections: Vec<(&'static str, Vec<Chart<'p>>)>,
    /// The plans of both.
    plans: [String; 2],
}

/// Returns a page with the changes between two data sets.
pub(crate) fn changes_page(old: &Path, new: &Path, stop: &Stop) -> Result<String, Error> {
    let sets = [DataSet::open(old)?, DataSet::open(new)?];
    let mut all = AllChanges::default();
    diff(old, new, stop, &mut |change| all.add(&change))?;
    let sections = COMPARED.into_iter().zip(&all.0).map(|(name, tops)| {
        let tops = CHANGES.into_iter().zip(tops);
        let changed = tops.filter(|(_, top)| top.names > 0);
        let charts = changed.map(|(name, top)| Chart::named(name, top, top.sum.count));
        (name, charts.collect())
    });
    let [old, new] = sets;
    let page = ChangesPage {
        old: old.links,
        new: new.links,
        sections: sections.collect(),
        plans: [old.plan, new.plan].map(|plan| plan.to_string()),
    };
    // Writing to a string does not fail.
    Ok(page.render().unwrap_or_default())
}
