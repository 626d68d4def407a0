//! Charts, and the tables below them.

use super::{
    html::Html,
    number::{grouped, length, percent, short, ticks},
    years::YearColumn,
};

/// The name of a row.
#[derive(Clone, Copy, Debug)]
pub(super) enum Name<'n> {
    /// A label, and its code in the tables of the data set, if there is one.
    Words(&'static str, Option<&'n [u8]>),
    /// A text from an archive.
    Untrusted(&'n [u8]),
    /// The rest of a path from an archive, after the folder that all paths have in common.
    Below(&'n [u8]),
}

/// A row of a chart and of the table below it.
#[derive(Clone, Debug)]
pub(super) struct Row<'n> {
    pub(super) name: Name<'n>,
    /// The value of the bar.
    pub(super) count: u64,
    /// The values of further columns of the table.
    pub(super) more: Vec<String>,
}

/// The columns of a table, and the number of rows that the chart shows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Columns {
    /// The heading of the names, such as `Host`.
    pub(super) name: &'static str,
    /// The heading of the counts, such as `Links`.
    pub(super) count: &'static str,
    /// The headings of further columns.
    pub(super) more: &'static [&'static str],
    /// The number of rows that have a bar in the chart.
    pub(super) bars: usize,
}

fn write_name(html: &mut Html, name: Name<'_>) {
    match name {
        Name::Words(words, _) => {
            html.text(words);
        }
        Name::Untrusted(text) => {
            html.untrusted(text);
        }
        Name::Below(text) => {
            html.raw("<span class=\"dim\">…/</span>").untrusted(text);
        }
    }
}

/// Writes the first rows as bars, with their shares of a sum.
pub(super) fn bars(html: &mut Html, columns: Columns, rows: &[Row<'_>], sum: u64) {
    let greatest = rows.iter().map(|row| row.count).max().unwrap_or_default();
    html.raw("<ol class=\"bars\">\n");
    for row in &rows[..rows.len().min(columns.bars)] {
        html.raw("<li><span class=\"name\">");
        write_name(html, row.name);
        html.raw("</span> <span class=\"count\">")
            .show(grouped(row.count))
            .raw("</span> <span class=\"share\">")
            .show(percent(row.count, sum))
            .raw("</span><svg class=\"bar\" width=\"100%\" height=\"8\" aria-hidden=\"true\">")
            .raw("<rect class=\"track\" width=\"100%\" height=\"8\" rx=\"1.5\"/><rect class=\"fill\" width=\"")
            .show(length(row.count, greatest))
            .raw("\" height=\"8\" rx=\"1.5\"/></svg></li>\n");
    }
    html.raw("</ol>\n");
}

/// Writes a table of all rows.
pub(super) fn table(html: &mut Html, columns: Columns, rows: &[Row<'_>], sum: u64) {
    let has_codes = rows
        .iter()
        .any(|row| matches!(row.name, Name::Words(_, Some(_))));
    html.raw("<details><summary>Table</summary><div class=\"scroll\"><table>\n<thead><tr><th scope=\"col\">")
        .text(columns.name);
    if has_codes {
        html.raw("</th><th scope=\"col\">Code");
    }
    for heading in [columns.count, "Share"].iter().chain(columns.more) {
        html.raw("</th><th scope=\"col\" class=\"n\">")
            .text(heading);
    }
    html.raw("</th></tr></thead>\n<tbody>\n");
    for row in rows {
        html.raw("<tr><th scope=\"row\">");
        write_name(html, row.name);
        html.raw("</th>");
        if has_codes {
            html.raw("<td><code>");
            if let Name::Words(_, Some(code)) = row.name {
                html.untrusted(code);
            }
            html.raw("</code></td>");
        }
        let cells = [grouped(row.count), percent(row.count, sum)];
        for cell in cells.iter().chain(&row.more) {
            html.raw("<td class=\"n\">").text(cell).raw("</td>");
        }
        html.raw("</tr>\n");
    }
    html.raw("</tbody></table></div></details>\n");
}

/// The height in pixels of the area for the columns of the histogram.
const PLOT: u64 = 180;

/// The height in pixels of the area above the columns, for their numbers.
const ABOVE: u64 = 20;

/// The height in pixels of the area below the columns, for the years.
const BELOW: u64 = 28;

/// The maximum number of columns that have their numbers above them.
const NUMBERED: usize = 34;

/// Returns the distance of a value from the top of the histogram, in hundredths of a pixel.
fn top(value: u64, greatest: u64) -> u64 {
    let height = u128::from(value) * u128::from(PLOT) * 100 / u128::from(greatest.max(1));
    (ABOVE + PLOT) * 100 - u64::try_from(height).unwrap_or_default()
}

/// Returns hundredths as a decimal number.
fn decimal(hundredths: u64) -> String {
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

/// Writes the columns of a histogram.
pub(super) fn histogram(html: &mut Html, columns: &[YearColumn]) {
    let greatest = columns.iter().map(|column| column.links).max();
    let ticks = ticks(greatest.unwrap_or_default());
    let end = ticks.last().copied().unwrap_or(1);
    html.raw("<div class=\"histogram\"><svg class=\"axis\" width=\"38\" height=\"")
        .show(ABOVE + PLOT + BELOW)
        .raw("\" aria-hidden=\"true\">");
    for &tick in &ticks {
        html.raw("<text x=\"32\" y=\"")
            .show(decimal(top(tick, end) + 400))
            .raw("\" text-anchor=\"end\">")
            .show(short(tick))
            .raw("</text>");
    }
    html.raw("</svg><svg class=\"plot\" width=\"100%\" height=\"")
        .show(ABOVE + PLOT + BELOW)
        .raw(
            "\" role=\"img\" aria-label=\"Links by year. The numbers are in the table below.\">\n",
        );
    for &tick in &ticks {
        html.raw("<line class=\"grid\" x1=\"0\" x2=\"100%\" y1=\"")
            .show(decimal(top(tick, end)))
            .raw("\" y2=\"")
            .show(decimal(top(tick, end)))
            .raw("\"/>");
    }
    html.raw("\n");
    // In hundredths of a percent of the width. A column takes four fifths of its share, or less if there are few.
    let len = columns.len().max(1) as u64;
    let at = |index: usize, part: u64| decimal((index as u64 * 100 + part) * 100 / len);
    let width = (8000 / len).min(1000);
    let left = |index: usize| decimal((index as u64 * 2 + 1) * 5000 / len - width / 2);
    let every = label_interval(columns);
    for (index, column) in columns.iter().enumerate() {
        let top = top(column.links, end);
        html.raw("<g class=\"column\"><title>")
            .show(years(*column))
            .raw(": ")
            .show(grouped(column.links))
            .raw("</title><rect class=\"hit\" x=\"")
            .show(at(index, 0))
            .raw("%\" y=\"0\" width=\"")
            .show(decimal(10_000 / len))
            .raw("%\" height=\"")
            .show(ABOVE + PLOT)
            .raw("\"/><rect class=\"fill\" x=\"")
            .show(left(index))
            .raw("%\" y=\"")
            .show(decimal(top))
            .raw("\" width=\"")
            .show(decimal(width))
            .raw("%\" height=\"")
            .show(decimal((ABOVE + PLOT) * 100 - top))
            .raw("\"/>");
        if columns.len() <= NUMBERED && column.links > 0 {
            html.raw("<text class=\"number\" x=\"")
                .show(at(index, 50))
                .raw("%\" y=\"")
                .show(decimal(top - 500))
                .raw("\" text-anchor=\"middle\">")
                .show(short(column.links))
                .raw("</text>");
        }
        html.raw("</g>");
        if (column.first.rem_euclid(every)) < column.last - column.first + 1 || columns.len() == 1 {
            html.raw("<text x=\"")
                .show(at(index, 50))
                .raw("%\" y=\"")
                .show(ABOVE + PLOT + 18)
                .raw("\" text-anchor=\"middle\">")
                .show(column.first)
                .raw("</text>");
        }
        html.raw("\n");
    }
    html.raw("</svg></div>\n");
}

/// Returns the number of years between labels, such that at most about eight labels fit next to each other.
fn label_interval(columns: &[YearColumn]) -> i64 {
    let (Some(first), Some(last)) = (columns.first(), columns.last()) else {
        return 1;
    };
    let span = last.last - first.first + 1;
    let mut intervals = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].into_iter();
    let step = first.last - first.first + 1;
    let fits = |interval: &i64| *interval >= step && span <= 8 * interval;
    intervals.find(fits).unwrap_or(2000)
}

/// Returns the years of a column.
pub(super) fn years(column: YearColumn) -> String {
    let YearColumn { first, last, .. } = column;
    if first == last {
        return first.to_string();
    }
    format!("{first}–{last}")
}

#[cfg(test)]
mod tests {
    use super::{Columns, Name, Row, YearColumn, bars, histogram, label_interval, table};
    use crate::report::html::Html;

    fn columns(first: i64, len: i64, step: i64) -> Vec<YearColumn> {
        let column = |index: i64| YearColumn {
            first: first + index * step,
            last: first + index * step + step - 1,
            links: index.unsigned_abs() * 10,
        };
        (0..len).map(column).collect()
    }

    #[test]
    fn few_columns_have_labels() {
        for (first, len, step) in [
            (1995, 1, 1),
            (1990, 8, 1),
            (1990, 9, 1),
            (1980, 48, 1),
            (1980, 40, 2),
            (1800, 41, 200),
        ] {
            let columns = columns(first, len, step);
            let every = label_interval(&columns);
            let labels = columns
                .iter()
                .filter(|column| column.first.rem_euclid(every) < column.last - column.first + 1);
            let labels = labels.count();
            assert!((1..=9).contains(&labels), "{first} {len} {step}: {labels}");
        }
    }

    #[test]
    fn columns_reach_their_values() {
        let mut html = Html::default();
        histogram(&mut html, &columns(1990, 5, 1));
        let html = html.into_string();
        // The axis ends at 40, the greatest value.
        assert!(html.contains("<title>1994: 40</title>"));
        assert!(html.contains("x=\"85.00%\" y=\"20.00\" width=\"10.00%\" height=\"180.00\""));
        assert!(html.contains("x=\"45.00%\" y=\"110.00\" width=\"10.00%\" height=\"90.00\""));
        assert!(html.contains("x=\"5.00%\" y=\"200.00\" width=\"10.00%\" height=\"0.00\""));
    }

    #[test]
    fn the_table_has_the_rows_that_have_no_bar() {
        let names: Vec<String> = (0..=12).map(|number| format!("<{number}>")).collect();
        let rows: Vec<_> = names
            .iter()
            .map(|name| Row {
                name: Name::Untrusted(name.as_bytes()),
                count: 1000,
                more: vec!["x&y".to_owned()],
            })
            .collect();
        let columns = Columns {
            name: "Host",
            count: "Links",
            more: &["More"],
            bars: 12,
        };
        let mut html = Html::default();
        bars(&mut html, columns, &rows, 4000);
        let picture = html.into_string();
        assert_eq!(picture.matches("<li>").count(), 12);
        assert!(picture.contains("<bdi>&lt;0&gt;</bdi>") && !picture.contains("&lt;12&gt;"));
        assert!(picture.contains("1,000") && picture.contains("25.0%"));
        let mut html = Html::default();
        table(&mut html, columns, &rows, 4000);
        let table = html.into_string();
        assert_eq!(table.matches("<tr>").count(), 14);
        assert!(table.contains("&lt;12&gt;") && table.contains("x&amp;y"));
    }
}
