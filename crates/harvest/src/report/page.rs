//! The page.

use askama::Template;
use urlsift_search::Delimiter;

use super::{
    changes::Since,
    chart::{Chart, Row},
    figures::Figures,
    filters,
    number::grouped,
    top::Top,
    years::{YearColumn, Years},
};
use crate::{
    dataset::Manifest,
    figures::{Amounts, Figure, JOINS, KINDS},
    options::Options,
};

/// What the template shows. A chart is `None` if its column is left out.
#[derive(Template)]
#[template(path = "report.html")]
struct Page<'p> {
    figures: &'p Figures,
    manifest: &'p Manifest,
    open: u64,
    shards: u64,
    is_stale: bool,
    /// The sum of all files.
    sum: &'p Amounts,
    /// The years of nearly all links.
    span: Option<(i64, i64)>,
    without_year: String,
    /// The years of the span, and their domains.
    by_year: Vec<(&'p i64, &'p Top)>,
    columns: &'p [YearColumn],
    label_interval: usize,
    greatest: u64,
    years: Option<Chart<'p>>,
    hosts: Option<Chart<'p>>,
    urls: Option<Chart<'p>>,
    all_hosts: &'p Top,
    domains: Option<Chart<'p>>,
    all_domains: &'p Top,
    senders: Option<Chart<'p>>,
    all_senders: &'p Top,
    since: Option<&'p Since>,
    standards: Option<Chart<'p>>,
    schemes: Option<Chart<'p>>,
    delimiters: Option<Chart<'p>>,
    damage: Option<Chart<'p>>,
    /// The numbers of links with and without damage, and of joins.
    damaged: u64,
    intact: u64,
    joins: u64,
    guesses: Option<Chart<'p>>,
    settled: Option<Chart<'p>>,
    warnings: Option<Chart<'p>>,
    folders: Option<Chart<'p>>,
    files: Option<Chart<'p>>,
    kinds: Option<Chart<'p>>,
    packings: Option<Chart<'p>>,
    error_codes: Chart<'p>,
    error_files: Chart<'p>,
    /// The number of files, or ranges of files, that are not complete.
    incomplete: u64,
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
    since: Option<&Since>,
) -> String {
    let top = |figure| figures.top(figure);
    let has = |column| !options.leaves_out(column);
    let (links, common) = (figures.links, &*figures.common);
    let named = |name, figure| Chart::named(name, top(figure), links);
    let sum = &top(Figure::File).sum;
    let inputs = |name, figure, unnamed| Chart::of_inputs(name, top(figure), unnamed, sum.count);
    let errors = |name, figure| Chart {
        count: "Places",
        ..Chart::named(name, top(figure), top(Figure::ErrorCode).sum.count)
    };
    let columns = figures.years.columns();
    let span = figures.years.period().filter(|_| has("date"));
    let is_in_span = |year: i64| span.is_some_and(|(first, last)| (first..=last).contains(&year));
    let by_year = figures
        .by_year
        .iter()
        .filter(|(year, _)| is_in_span(**year));
    let years: Vec<_> = columns.iter().map(YearColumn::years).collect();
    let damaged = top(Figure::Damage).unnamed.count;
    let search = &options.search;
    let searched: Vec<_> = search.links.kinds.iter().map(|kind| kind.name()).collect();
    let page = Page {
        figures,
        manifest,
        open: manifest.open as u64,
        shards: manifest.shards as u64,
        is_stale,
        sum,
        span,
        by_year: by_year.collect(),
        without_year: without_year(&figures.years, top(Figure::Outside).unnamed.count),
        columns: &columns,
        label_interval: columns.len().div_ceil(8),
        greatest: columns
            .iter()
            .map(|column| column.links)
            .max()
            .unwrap_or_default(),
        years: has("date").then(|| year_table(&figures.years, &columns, &years)),
        hosts: has("host_ascii").then(|| named("Host", Figure::Host)),
        urls: Some(url_chart(manifest, links)),
        all_hosts: top(Figure::Host),
        domains: has("host_ascii").then(|| named("Domain", Figure::Domain)),
        all_domains: top(Figure::Domain),
        senders: has("from").then(|| named("Sender", Figure::Sender)),
        all_senders: top(Figure::Sender),
        since,
        standards: Some(named("Standard", Figure::Standard)),
        schemes: has("scheme").then(|| scheme_chart(top(Figure::Scheme), links)),
        delimiters: has("delimiter").then(|| named("Kind", Figure::Delimiter)),
        damage: (has("joins") && has("warnings")).then(|| damage_chart(figures)),
        damaged,
        intact: links - damaged,
        joins: top(Figure::Join).unnamed.count,
        guesses: has("also").then(|| named("Reason", Figure::Guess)),
        settled: Some(Chart::named("Evidence", &figures.settled, links)),
        warnings: has("warnings").then(|| named("Warning", Figure::Warning)),
        folders: Some(inputs("Folder", Figure::Folder, "The current folder").below(common)),
        files: Some(file_chart(inputs("File", Figure::File, "")).below(common)),
        kinds: Some(inputs("Kind", Figure::Kind, "Containers and others").sorted()),
        packings: Some(inputs("Formats", Figure::Packing, "Not compressed").sorted()),
        error_codes: errors("Error", Figure::ErrorCode),
        error_files: errors("File", Figure::ErrorFile).below(common),
        incomplete: top(Figure::Incomplete).unnamed.count,
        searched: searched.join(", "),
        searches_delimited: search.links.kinds == Delimiter::DELIMITED,
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

/// Returns the numbers of links without a year. `outside` are those outside messages.
fn without_year(years: &Years, outside: u64) -> String {
    let without = [
        (years.implausible, "in messages with an implausible date"),
        (years.undated, "in messages without a date"),
        (outside, "outside messages"),
    ];
    let without = without.iter().filter(|(links, _)| *links > 0);
    let without = without.map(|(links, reason)| format!("{} {reason}", grouped(*links)));
    without.collect::<Vec<_>>().join(", ")
}

fn year_table<'n>(years: &Years, columns: &[YearColumn], names: &'n [String]) -> Chart<'n> {
    let rows = columns.iter().zip(names);
    let rows = rows.map(|(column, name)| Row::new(name.as_bytes(), column.links));
    Chart::new("Year", rows.collect(), years.dated())
}

fn url_chart(manifest: &Manifest, links: u64) -> Chart<'_> {
    let rows = manifest.frequent.iter();
    let rows = rows.map(|(url, count)| Row::new(url.as_bytes(), *count));
    Chart::new("URL", rows.collect(), links)
}

fn scheme_chart(schemes: &Top, links: u64) -> Chart<'_> {
    let mut rows = Chart::named("", schemes, links).rows;
    let unnamed = Row {
        label: Some("No scheme"),
        ..Row::new(b"", schemes.unnamed.count)
    };
    rows.extend((unnamed.count > 0).then_some(unnamed));
    Chart {
        bars: 8,
        ..Chart::new("Scheme", rows, links).sorted()
    }
}

fn damage_chart(figures: &Figures) -> Chart<'static> {
    let rows = KINDS.iter().enumerate().map(|(index, kind)| Row {
        more: vec![if index < JOINS {
            grouped(figures.top(Figure::Join).count_of(kind))
        } else {
            "–".to_owned()
        }],
        ..Row::new(kind.as_bytes(), figures.top(Figure::Damage).count_of(kind))
    });
    let rows = rows.filter(|row| row.count > 0).collect();
    Chart {
        more: &["Joins"],
        ..Chart::new("Damage", rows, figures.links).sorted()
    }
}

/// Leaves out the numbers of files: each is one.
fn file_chart(mut files: Chart<'_>) -> Chart<'_> {
    for row in &mut files.rows {
        row.more.remove(1);
    }
    files.more = &["Messages", "Size"];
    files
}
