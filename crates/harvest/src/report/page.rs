//! The page.

use urlsift_search::Delimiter;

use super::{
    figures::Figures,
    html::Html,
    number::{grouped, percent, size},
    reported::Reported,
    sections::{archives, damage, links, years},
    words::counted,
    years::Years,
};
use crate::{dataset::Manifest, options::Options};

/// Returns the page of a data set.
pub(super) fn page(
    figures: &Figures,
    manifest: &Manifest,
    options: &Options,
    reported: &Reported,
) -> String {
    let mut html = Html::default();
    html.raw("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .raw("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n")
        .raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .raw("<meta name=\"color-scheme\" content=\"light dark\">\n")
        .raw("<meta name=\"referrer\" content=\"no-referrer\">\n")
        .raw("<title>Links of a harvest</title>\n<style>\n")
        .raw(include_str!("style.css"))
        .raw("</style>\n</head>\n<body>\n<main>\n");
    header(&mut html, figures, manifest, options, reported);
    years(&mut html, figures);
    links(&mut html, figures);
    damage(&mut html, figures);
    archives(&mut html, figures);
    html.raw("</main>\n");
    footer(&mut html, manifest, options);
    html.raw("</body>\n</html>\n");
    html.into_string()
}

fn header(
    html: &mut Html,
    figures: &Figures,
    manifest: &Manifest,
    options: &Options,
    reported: &Reported,
) {
    html.raw("<header>\n<p class=\"kicker\">urlsift harvest</p>\n<h1>")
        .show(grouped(figures.links))
        .raw(if figures.links == 1 {
            " link"
        } else {
            " links"
        })
        .raw("</h1>\n<p class=\"lead\">");
    let sources = &figures.sources.sum;
    html.raw("From ")
        .show(counted(sources.files, "file", "files"))
        .raw(" with ")
        .show(counted(sources.messages, "message", "messages"));
    if let Some((first, last)) = figures.years.as_ref().and_then(Years::span) {
        html.raw(", ").show(first);
        if last != first {
            html.raw(" to ").show(last);
        }
    }
    html.raw(".</p>\n");
    kinds_note(html, options);
    state_note(html, reported);
    html.raw("<dl class=\"totals\">\n");
    let mut total = |name: &'static str, value: String| {
        html.raw("<div><dt>")
            .text(name)
            .raw("</dt><dd>")
            .text(&value)
            .raw("</dd></div>\n");
    };
    total("Distinct URLs", grouped(manifest.rows("urls")));
    if let Some(hosts) = &figures.hosts {
        total("Hosts", grouped(hosts.names));
    }
    total("Messages with links", grouped(manifest.rows("messages")));
    total("Messages read", grouped(sources.messages));
    total("Files read", grouped(sources.files));
    total("Size on disk", size(sources.bytes));
    if let Some(damage) = &figures.damage {
        total("Damaged links", percent(damage.damaged, figures.links));
    }
    total("Damaged places in files", grouped(manifest.rows("errors")));
    html.raw("</dl>\n</header>\n");
}

/// Says which kinds of links were searched for, if not all were. The share was counted in the list mail of
/// docs/LIST.md.
fn kinds_note(html: &mut Html, options: &Options) {
    let kinds = &options.search.links.kinds;
    if kinds == Delimiter::DELIMITED {
        html.raw(
            "<p>Only links in angle brackets were searched for. In most mail, nine links in ten ",
        )
        .raw("stand without; <code>--all</code> finds them.</p>\n");
    } else if kinds.len() < Delimiter::ALL.len() {
        let names: Vec<_> = kinds.iter().map(|kind| kind.name()).collect();
        html.raw("<p>Only links of some kinds were searched for: ")
            .text(&names.join(", "))
            .raw(".</p>\n");
    }
}

/// Notes that the data set is incomplete or out of date.
fn state_note(html: &mut Html, reported: &Reported) {
    if reported.open > 0 {
        html.raw("<p class=\"state\"><strong>Not complete.</strong> ")
            .show(grouped(reported.open as u64))
            .raw(" of ")
            .show(grouped(reported.shards as u64))
            .raw(" shards are not in this data set: they had not been read when it was finished, or could not be.</p>\n");
    }
    if reported.is_stale {
        html.raw("<p class=\"state\"><strong>Not up to date.</strong> A newer plan is in force, which has not been ")
            .raw("finished. This is the data set of the plan before it.</p>\n");
    }
}

fn footer(html: &mut Html, manifest: &Manifest, options: &Options) {
    html.raw("<footer>\n<dl>\n");
    let mut item = |name: &'static str, value: &str| {
        html.raw("<div><dt>")
            .text(name)
            .raw("</dt><dd>")
            .untrusted(value.as_bytes())
            .raw("</dd></div>\n");
    };
    let delimiters = options.search.links.kinds.iter();
    let delimiters: Vec<_> = delimiters.map(|kind| kind.name()).collect();
    item("Kinds of links searched for", &delimiters.join(", "));
    let texts = match (options.search.headers, options.search.bodies) {
        (true, true) => "headers and bodies",
        (true, false) => "headers",
        (false, true) => "bodies",
        (false, false) => "none",
    };
    item("Texts searched", texts);
    if !options.without.is_empty() {
        item("Columns left out", &options.without.join(", "));
    }
    item("Plan", &manifest.plan.to_string());
    item("Written by", &manifest.writer);
    html.raw("</dl>\n</footer>\n");
}
