//! The page.

use askama::Template;
use urlsift_search::Delimiter;

use super::{
    chart::{Chart, Row},
    figures::{DamagedLinks, Figures, Sources},
    filters,
    histogram::Histogram,
    labels::{DELIMITERS, EVIDENCE, GUESSES, NONE, STANDARDS, WARNINGS},
    number::grouped,
    years::Years,
};
use crate::{dataset::Manifest, figures::KINDS, options::Options};

/// What the template shows. A chart is `None` if its column is left out.
#[derive(Template)]
#[template(path = "report.html")]
struct Page<'p> {
    figures: &'p Figures,
    sources: &'p Sources,
    manifest: &'p Manifest,
    open: u64,
    shards: u64,
    is_stale: bool,
    /// The first and the last year.
    span: Option<(i64, i64)>,
    without_year: String,
    histogram: &'p Histogram,
    years: Option<Chart<'p>>,
    hosts: Option<Chart<'p>>,
    standards: Option<Chart<'p>>,
    schemes: Option<Chart<'p>>,
    delimiters: Option<Chart<'p>>,
    damage: Option<Chart<'p>>,
    /// The number of links without damage.
    intact: u64,
    guesses: Option<Chart<'p>>,
    settled: Option<Chart<'p>>,
    warnings: Option<Chart<'p>>,
    folders: Option<Chart<'p>>,
    files: Option<Chart<'p>>,
    kinds: Option<Chart<'p>>,
    packings: Option<Chart<'p>>,
    error_codes: Chart<'p>,
    error_files: Chart<'p>,
    /// The names of the kinds of links that were searched for.
    searched: String,
    searches_delimited: bool,
    searches_all: bool,
    texts: &'static str,
    /// The columns that are left out.
    without: String,
}

/// Returns the page of a data set. `is_stale`: whether a newer plan is in force.
pub(super) fn page(
    figures: &Figures,
    manifest: &Manifest,
    options: &Options,
    is_stale: bool,
) -> String {
    let columns = figures.years.as_ref().map(Years::columns);
    let histogram = Histogram::new(&columns.unwrap_or_default());
    let (links, sources, errors) = (figures.links, &figures.sources, &figures.errors);
    let named = |name, top, labels| Chart::named(name, top, labels, links);
    let inputs = |name, top, unnamed| Chart::of_inputs(name, top, unnamed, sources.sum.count);
    let places = errors.codes.sum.count;
    let search = &options.search;
    let searched: Vec<_> = search.delimiters.iter().map(|kind| kind.name()).collect();
    let page = Page {
        figures,
        sources,
        manifest,
        open: manifest.open as u64,
        shards: manifest.shards as u64,
        is_stale,
        span: figures.years.as_ref().and_then(Years::span),
        without_year: figures
            .years
            .as_ref()
            .map_or_else(String::new, without_year),
        histogram: &histogram,
        years: figures
            .years
            .as_ref()
            .map(|years| year_table(years, &histogram)),
        hosts: figures.hosts.as_ref().map(|hosts| Chart {
            // About as many as the lists in the other column have together.
            bars: 20,
            ..named("Host", hosts, NONE)
        }),
        standards: Some(named("Standard", &figures.standards, STANDARDS)),
        schemes: figures.schemes.as_ref().map(|schemes| {
            let mut rows = named("Scheme", schemes, NONE).rows;
            let unnamed = Row {
                label: Some("No scheme"),
                ..Row::new(b"", schemes.unnamed.count)
            };
            rows.extend((unnamed.count > 0).then_some(unnamed));
            let chart = Chart::new("Scheme", rows, links).sorted();
            Chart { bars: 8, ..chart }
        }),
        delimiters: figures
            .delimiters
            .as_ref()
            .map(|kinds| named("Kind", kinds, DELIMITERS)),
        damage: figures
            .damage
            .as_ref()
            .map(|damage| damage_chart(damage, links)),
        intact: links - figures.damage.as_ref().map_or(0, DamagedLinks::count),
        guesses: figures
            .guesses
            .as_ref()
            .map(|guesses| named("Reason", guesses, GUESSES)),
        settled: Some(named("Evidence", &figures.settled, EVIDENCE)),
        warnings: figures
            .warnings
            .as_ref()
            .map(|warnings| named("Warning", warnings, WARNINGS)),
        folders: Some(
            inputs("Folder", &sources.folders, "The current folder").below(&sources.common),
        ),
        files: Some(file_chart(sources)),
        kinds: Some(inputs("Kind", &sources.kinds, "Containers and others").sorted()),
        packings: Some(inputs("Formats", &sources.packings, "Not compressed").sorted()),
        error_codes: Chart {
            count: "Places",
            ..Chart::named("Error", &errors.codes, NONE, places)
        },
        error_files: Chart {
            count: "Places",
            ..Chart::named("File", &errors.files, NONE, places).below(&sources.common)
        },
        searched: searched.join(", "),
        searches_delimited: search.delimiters == Delimiter::DELIMITED,
        searches_all: searched.len() == Delimiter::ALL.len(),
        texts: match (search.headers, search.bodies) {
            (true, true) => "headers and bodies",
            (true, false) => "headers",
            (false, true) => "bodies",
            (false, false) => "none",
        },
        without: options.without.join(", "),
    };
    // Writing to a string does not fail.
    page.render().unwrap_or_default()
}

/// Returns the numbers of links without a year.
fn without_year(years: &Years) -> String {
    let without = [
        (years.implausible, "in messages with an implausible date"),
        (years.undated, "in messages without a date"),
        (years.outside, "outside messages"),
    ];
    let without = without.iter().filter(|(links, _)| *links > 0);
    let without = without.map(|(links, reason)| format!("{} {reason}", grouped(*links)));
    without.collect::<Vec<_>>().join(", ")
}

fn year_table<'h>(years: &Years, histogram: &'h Histogram) -> Chart<'h> {
    let columns = histogram.columns.iter();
    let rows = columns.map(|column| Row::new(column.years.as_bytes(), column.links));
    Chart::new("Year", rows.collect(), years.dated())
}

fn damage_chart(damage: &DamagedLinks, links: u64) -> Chart<'static> {
    let rows = KINDS.iter().map(|kind| Row {
        label: Some(kind.label),
        more: vec![if kind.is_join {
            grouped(damage.joins.count_of(kind.code))
        } else {
            "–".to_owned()
        }],
        ..Row::new(kind.code.as_bytes(), damage.links.count_of(kind.code))
    });
    let rows = rows.filter(|row| row.count > 0).collect();
    Chart {
        more: &["Joins"],
        ..Chart::new("Damage", rows, links).sorted()
    }
}

fn file_chart(sources: &Sources) -> Chart<'_> {
    let sum = sources.sum.count;
    let mut chart = Chart::of_inputs("File", &sources.files, "The current folder", sum);
    // Each is one file.
    for row in &mut chart.rows {
        row.more.remove(1);
    }
    chart.more = &["Messages", "Size"];
    chart.below(&sources.common)
}
