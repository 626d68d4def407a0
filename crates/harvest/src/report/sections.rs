//! The sections of the page.

use std::cmp::Reverse;

use super::{
    chart::{Columns, Name, Row, bars, histogram, table, years as year_text},
    figures::{Figures, Sources},
    html::Html,
    labels::{DELIMITERS, EVIDENCE, GUESSES, NONE, STANDARDS, WARNINGS, label},
    number::{grouped, size},
    top::Top,
    words::counted,
};
use crate::figures::{Amounts, KINDS};

/// The maximum number of bars of most charts.
const BARS: usize = 10;

/// The columns after the number of links, where there are several.
const AMOUNTS: &[&str] = &["Messages", "Files", "Size"];

/// Writes the histogram of years.
pub(super) fn years(html: &mut Html, figures: &Figures) {
    html.raw("<section class=\"wide\">\n<h2>Links by year</h2>\n");
    let Some(years) = &figures.years else {
        left_out(html, "date");
        html.raw("</section>\n");
        return;
    };
    let without = [
        (years.implausible, "in messages with an implausible date"),
        (years.undated, "in messages without a date"),
        (years.outside, "outside messages"),
    ];
    let without = without.iter().filter(|(links, _)| *links > 0);
    let without: Vec<_> = without
        .map(|(links, reason)| format!("{} {reason}", grouped(*links)))
        .collect();
    html.raw("<p class=\"note\">By the date of the message.");
    if !without.is_empty() {
        html.raw(" Without a year: ")
            .text(&without.join(", "))
            .raw(".");
    }
    html.raw("</p>\n");
    let columns = years.columns();
    if columns.is_empty() {
        html.raw("<p class=\"note\">No link is in a message with a plausible date.</p>\n");
    } else {
        histogram(html, &columns);
        let names: Vec<_> = columns.iter().map(|column| year_text(*column)).collect();
        let rows: Vec<_> = columns
            .iter()
            .zip(&names)
            .map(|(column, name)| Row {
                name: Name::Untrusted(name.as_bytes()),
                count: column.links,
                more: Vec::new(),
            })
            .collect();
        table(html, counted_links("Year"), &rows, years.dated());
    }
    html.raw("</section>\n");
}

/// Writes the hosts, schemes, standards and kinds of links.
pub(super) fn links(html: &mut Html, figures: &Figures) {
    html.raw("<div class=\"pair\"><div>\n");
    hosts(html, figures);
    html.raw("</div><div>\n");
    standards(html, figures);
    schemes(html, figures);
    delimiters(html, figures);
    html.raw("</div></div>\n");
}

/// Writes the damage of links, the second guesses and the warnings.
pub(super) fn damage(html: &mut Html, figures: &Figures) {
    html.raw("<div class=\"pair\"><div>\n");
    damage_kinds(html, figures);
    html.raw("</div><div>\n");
    guesses(html, figures);
    settled(html, figures);
    url_warnings(html, figures);
    html.raw("</div></div>\n");
}

fn hosts(html: &mut Html, figures: &Figures) {
    section(
        html,
        "Hosts",
        figures.hosts.as_ref(),
        "host_ascii",
        |html, hosts| {
            let without = hosts.unnamed.count;
            html.raw("<p class=\"note\">")
                .text(&counted(hosts.names, "host", "hosts"))
                .raw(" in all");
            if without > 0 {
                html.raw("; ")
                    .text(&counted(without, "link", "links"))
                    .raw(" without a host or with an invalid one");
            }
            html.raw(".</p>\n");
            // About as many as the lists in the other column have together.
            let columns = Columns {
                bars: 20,
                ..counted_links("Host")
            };
            list(html, columns, &named(hosts, NONE), figures.links);
        },
    );
}

fn standards(html: &mut Html, figures: &Figures) {
    section(
        html,
        "Standards",
        Some(&figures.standards),
        "conforms",
        |html, standards| {
            html.raw("<p class=\"note\">The strictest standard that the URL satisfies.</p>\n");
            list(
                html,
                counted_links("Standard"),
                &named(standards, STANDARDS),
                figures.links,
            );
        },
    );
}

fn schemes(html: &mut Html, figures: &Figures) {
    section(
        html,
        "Schemes",
        figures.schemes.as_ref(),
        "scheme",
        |html, schemes| {
            let mut rows = named(schemes, NONE);
            if schemes.unnamed.count > 0 {
                rows.push(words("No scheme", schemes.unnamed.count));
                rows.sort_by_key(|row| Reverse(row.count));
            }
            let columns = Columns {
                bars: 8,
                ..counted_links("Scheme")
            };
            list(html, columns, &rows, figures.links);
        },
    );
}

fn delimiters(html: &mut Html, figures: &Figures) {
    section(
        html,
        "Kinds",
        figures.delimiters.as_ref(),
        "delimiter",
        |html, delimiters| {
            html.raw("<p class=\"note\">How the link is set off from the text.</p>\n");
            list(
                html,
                counted_links("Kind"),
                &named(delimiters, DELIMITERS),
                figures.links,
            );
        },
    );
}

fn damage_kinds(html: &mut Html, figures: &Figures) {
    section(
        html,
        "Damage",
        figures.damage.as_ref(),
        "joins or warnings",
        |html, damage| {
            html.raw("<p class=\"note\">")
                .text(&grouped(figures.links - damage.damaged))
                .raw(" links are intact, ")
                .text(&grouped(damage.damaged))
                .raw(" were repaired or remain doubtful; a link may be in several rows. They have ")
                .text(&counted(damage.all_joins, "join", "joins"))
                .raw(".</p>\n");
            let counts = damage.links.iter().zip(damage.joins);
            let mut rows: Vec<_> = KINDS
                .iter()
                .zip(counts)
                .filter(|(_, (links, _))| **links > 0)
                .map(|(kind, (links, joins))| Row {
                    name: Name::Words(kind.label, Some(kind.code.as_bytes())),
                    count: *links,
                    more: vec![if kind.is_join {
                        grouped(joins)
                    } else {
                        "–".to_owned()
                    }],
                })
                .collect();
            rows.sort_by_key(|row| Reverse(row.count));
            let columns = Columns {
                more: &["Joins"],
                ..counted_links("Damage")
            };
            list(html, columns, &rows, figures.links);
        },
    );
}

fn guesses(html: &mut Html, figures: &Figures) {
    section(
        html,
        "Second guesses",
        figures.guesses.as_ref(),
        "also",
        |html, guesses| {
            html.raw("<p class=\"note\">Damage that cannot be decided: another reading is in the column <code>also</code>.</p>\n");
            list(
                html,
                counted_links("Reason"),
                &named(guesses, GUESSES),
                figures.links,
            );
        },
    );
}

fn settled(html: &mut Html, figures: &Figures) {
    html.raw("<section>\n<h2>Settled readings</h2>\n<p class=\"note\">")
        .text(&counted(figures.mended, "link mended", "links mended"))
        .raw(" by evidence in the other links; where a first reading was right, it is confirmed.</p>\n");
    let rows = named(&figures.settled, EVIDENCE);
    list(html, counted_links("Evidence"), &rows, figures.links);
    html.raw("</section>\n");
}

fn url_warnings(html: &mut Html, figures: &Figures) {
    section(
        html,
        "Warnings about URLs",
        figures.warnings.as_ref(),
        "warnings",
        |html, warnings| {
            list(
                html,
                counted_links("Warning"),
                &named(warnings, WARNINGS),
                figures.links,
            );
        },
    );
}

/// Writes the files that were read, and the damaged places.
pub(super) fn archives(html: &mut Html, figures: &Figures) {
    let sources = &figures.sources;
    html.raw("<section class=\"wide\">\n<h2>Archives</h2>\n<p class=\"note\">")
        .text(&counted(sources.sum.files, "file", "files"))
        .raw(", ")
        .text(&size(sources.sum.bytes))
        .raw(" as they are on disk, with ")
        .text(&counted(sources.sum.messages, "message", "messages"))
        .raw(".");
    if !sources.common.is_empty() {
        html.raw(" All are below <code>")
            .untrusted(&sources.common)
            .raw("</code>.");
    }
    html.raw("</p>\n</section>\n<div class=\"pair\"><div>\n");
    places(html, sources);
    html.raw("</div><div>\n");
    formats(html, sources);
    errors(html, figures);
    html.raw("</div></div>\n");
}

/// Writes the folders and the files.
fn places(html: &mut Html, sources: &Sources) {
    let links = sources.sum.count;
    section(
        html,
        "Folders",
        Some(&sources.folders),
        "path",
        |html, folders| {
            let columns = Columns {
                more: AMOUNTS,
                ..counted_links("Folder")
            };
            list(html, columns, &paths(folders, &sources.common), links);
        },
    );
    section(
        html,
        "Files",
        Some(&sources.files),
        "path",
        |html, files| {
            let mut rows = paths(files, &sources.common);
            // Each is one file.
            for row in &mut rows {
                row.more.remove(1);
            }
            let columns = Columns {
                more: &["Messages", "Size"],
                ..counted_links("File")
            };
            list(html, columns, &rows, links);
        },
    );
}

/// Writes the kinds of files, and how they are compressed.
fn formats(html: &mut Html, sources: &Sources) {
    let links = sources.sum.count;
    section(
        html,
        "Kinds of files",
        Some(&sources.kinds),
        "kind",
        |html, kinds| {
            let mut rows = with_amounts(named(kinds, NONE), kinds);
            rows.extend(rest(kinds, "Containers and others"));
            rows.sort_by_key(|row| Reverse(row.count));
            let columns = Columns {
                more: AMOUNTS,
                ..counted_links("Kind")
            };
            list(html, columns, &rows, links);
        },
    );
    section(
        html,
        "Packing",
        Some(&sources.packings),
        "packing",
        |html, packings| {
            let mut rows = with_amounts(named(packings, NONE), packings);
            rows.extend(rest(packings, "Not compressed"));
            rows.sort_by_key(|row| Reverse(row.count));
            let columns = Columns {
                more: AMOUNTS,
                ..counted_links("Formats")
            };
            list(html, columns, &rows, links);
        },
    );
}

fn errors(html: &mut Html, figures: &Figures) {
    let errors = &figures.errors;
    html.raw("<section>\n<h2>What failed</h2>\n");
    let places = errors.codes.sum.count;
    if places == 0 {
        html.raw("<p class=\"note\">Nothing: all files are read completely.</p>\n</section>\n");
        return;
    }
    html.raw("<p class=\"note\">")
        .text(&counted(places, "damaged place", "damaged places"))
        .raw(" in ")
        .text(&counted(figures.sources.incomplete, "input", "inputs"))
        .raw(". The rest of these was read.</p>\n");
    let columns = Columns {
        name: "Error",
        count: "Places",
        more: &[],
        bars: BARS,
    };
    list(html, columns, &named(&errors.codes, NONE), places);
    html.raw("<h3>Where</h3>\n");
    let columns = Columns {
        name: "File",
        ..columns
    };
    let rows: Vec<_> = errors
        .files
        .rows
        .iter()
        .map(|(path, amounts)| Row {
            name: below(path, &figures.sources.common),
            count: amounts.count,
            more: Vec::new(),
        })
        .collect();
    list(html, columns, &rows, places);
    html.raw("</section>\n");
}

/// Writes a section, or a note that its column is left out.
fn section<T>(
    html: &mut Html,
    heading: &'static str,
    figures: Option<&T>,
    column: &'static str,
    write: impl FnOnce(&mut Html, &T),
) {
    html.raw("<section>\n<h2>").raw(heading).raw("</h2>\n");
    match figures {
        Some(figures) => write(html, figures),
        None => left_out(html, column),
    }
    html.raw("</section>\n");
}

fn left_out(html: &mut Html, column: &'static str) {
    html.raw("<p class=\"note\">Not known: the data set has no column <code>")
        .raw(column)
        .raw("</code>.</p>\n");
}

/// Writes a chart and a table.
fn list(html: &mut Html, columns: Columns, rows: &[Row<'_>], sum: u64) {
    if rows.is_empty() {
        html.raw("<p class=\"note\">None.</p>\n");
        return;
    }
    bars(html, columns, rows, sum);
    table(html, columns, rows, sum);
}

const fn counted_links(name: &'static str) -> Columns {
    Columns {
        name,
        count: "Links",
        more: &[],
        bars: BARS,
    }
}

/// Returns rows for names, with labels for those that have one.
fn named<'t>(top: &'t Top, labels: &'static [(&'static str, &'static str)]) -> Vec<Row<'t>> {
    let row = |(name, amounts): &'t (Box<[u8]>, Amounts)| Row {
        name: match label(labels, name) {
            Some(words) => Name::Words(words, Some(name)),
            None => Name::Untrusted(name),
        },
        count: amounts.count,
        more: Vec::new(),
    };
    top.rows.iter().map(row).collect()
}

fn words(words: &'static str, count: u64) -> Row<'static> {
    Row {
        name: Name::Words(words, None),
        count,
        more: Vec::new(),
    }
}

/// Adds the messages, files and bytes to rows of named entries.
fn with_amounts<'t>(mut rows: Vec<Row<'t>>, top: &Top) -> Vec<Row<'t>> {
    for (row, (_, amounts)) in rows.iter_mut().zip(&top.rows) {
        row.more = more(amounts);
    }
    rows
}

/// Returns a row for the items without a name, if there are any.
fn rest(top: &Top, name: &'static str) -> Option<Row<'static>> {
    let row = Row {
        more: more(&top.unnamed),
        ..words(name, top.unnamed.count)
    };
    (top.unnamed != Amounts::default()).then_some(row)
}

fn more(amounts: &Amounts) -> Vec<String> {
    vec![
        grouped(amounts.messages),
        grouped(amounts.files),
        size(amounts.bytes),
    ]
}

/// Returns rows for paths, without the folder that they have in common.
fn paths<'t>(top: &'t Top, common: &[u8]) -> Vec<Row<'t>> {
    let row = |(path, amounts): &'t (Box<[u8]>, Amounts)| Row {
        name: below(path, common),
        count: amounts.count,
        more: more(amounts),
    };
    let mut rows: Vec<_> = top.rows.iter().map(row).collect();
    rows.extend(rest(top, "The current folder"));
    rows
}

fn below<'p>(path: &'p [u8], common: &[u8]) -> Name<'p> {
    match path.strip_prefix(common) {
        Some(rest) if !common.is_empty() && !rest.is_empty() => Name::Below(rest),
        _ => Name::Untrusted(path),
    }
}
