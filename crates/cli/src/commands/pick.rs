//! `pick`: lets the user choose among the links of the inputs.

use std::path::Path;

use urlsift::escaped;
use urlsift_pick::{
    Diagnostic, Host, LinkSource, Outcome, PickEnd, Selector, pick, restore_terminal,
};
use urlsift_search::{
    CharsetCounts, Conformance, Link, Message, SystemReason, Verdict,
    archive::{ArchiveWarning, Place},
    rfc1738::Base,
};
use urlsift_select::Selection;

use crate::{
    flags::PickTask,
    options::SearchOptions,
    report::check_report::CheckReport,
    term::{
        diagnostics::reason,
        exit::Exit,
        interrupt,
        output::{Output, Stop},
        shortage::report_thread_shortage,
    },
};

/// Runs the picker, and prints what the user chose.
pub(crate) fn run(task: &'static PickTask) -> Exit {
    interrupt::on_exit(restore_terminal);
    let search = &task.search;
    interrupt::watch_terminal(&search.input.streams);
    let source = LinkSource::new(
        search.searcher(),
        search.input.inputs(),
        SelectionFilter(&search.selection),
    )
    .threads(search.threads)
    .hyphen(search.style.hyphen);
    let outcome = pick(source, &task.picker, &CommandHost);
    finish(task, &outcome)
}

/// Prints the outcome, and returns the exit status.
fn finish(task: &PickTask, outcome: &Outcome) -> Exit {
    if let Some(exit) = interrupt::requested() {
        return exit;
    }
    if let Some(error) = &outcome.thread_shortage {
        report_thread_shortage(&task.search.input.streams, error);
    }
    let mut output = Output::new(&task.search.input.streams);
    let printed = print(&task.search, outcome, &mut output);
    let mut has_failed = output.has_failed(printed) || outcome.errors > 0;
    if let PickEnd::Failed(error) = &outcome.end {
        let _ = output.diagnose(Path::new("terminal"), &SystemReason(error));
        has_failed = true;
    }
    let is_selected = if task.picker.is_printing() {
        matches!(&outcome.end, PickEnd::Print(urls) if !urls.is_empty())
    } else {
        outcome.links > 0
    };
    interrupt::exit_or_signal(match outcome.end {
        PickEnd::Interrupted => Exit::INTERRUPTED,
        _ => Exit::of_selection(is_selected).or_error(has_failed),
    })
}

fn print(search: &SearchOptions, outcome: &Outcome, output: &mut Output) -> Result<(), Stop> {
    if let PickEnd::Print(urls) = &outcome.end {
        for url in urls {
            search.style.painter.plain(&mut output.out, url)?;
            output.out.push(b'\n');
        }
    }
    output.flush()?;
    let mut charsets = CharsetCounts::default();
    for diagnostic in &outcome.diagnostics {
        let path = diagnostic.path().as_os_str().as_encoded_bytes();
        let reason = match diagnostic {
            Diagnostic::Error(error) => reason(error),
            Diagnostic::Warning {
                warning: ArchiveWarning::UnknownCharset(name),
                ..
            } => {
                charsets.add(*name);
                continue;
            }
            Diagnostic::Warning {
                offset, warning, ..
            } => format!("byte {offset}: {warning}"),
            _ => continue,
        };
        let [path, reason] = [path, reason.as_bytes()].map(escaped);
        output.note(&format_args!("{path}: {reason}"))?;
    }
    if !charsets.is_empty() {
        output.note(&charsets)?;
    }
    if outcome.more_diagnostics > 0 {
        output.note(&format_args!("... and {} more", outcome.more_diagnostics))?;
    }
    if outcome.links == 0 && outcome.errors == 0 {
        output.note(&"no links found")?;
    }
    Ok(())
}

/// Selects the links that `list` selects.
struct SelectionFilter(&'static Selection);

impl Selector for SelectionFilter {
    fn wants_message(&self, message: &Message<'_>) -> bool {
        self.0.accepts_message(message)
    }

    fn wants_text(&self, place: Place<'_>) -> bool {
        self.0.accepts_text(place)
    }

    fn base<'l>(&'l self, link: &'l Link<'_>, verdict: &Verdict<'_>) -> Option<Base<'l>> {
        self.0.base(link, verdict)
    }

    fn selects(&self, link: &Link<'_>, verdict: &Verdict<'_>, base: Option<&Base<'_>>) -> bool {
        self.0.accepts_kind(link.delimiter())
            && self
                .0
                .accepts_level(verdict.conformance(), link.delimiter())
            && self.0.accepts_url(link, verdict, base)
    }
}

/// The host of the picker: this command.
struct CommandHost;

impl Host for CommandHost {
    fn explain(&self, url: &[u8], width: usize) -> String {
        let mut text = Vec::new();
        let report = CheckReport::new(false, width);
        // Writing to a vector does not fail.
        let _ = report.draw(
            &mut text,
            url,
            &Verdict::of(url),
            Conformance::Rfc1738,
            None,
        );
        String::from_utf8_lossy(&text).into_owned()
    }

    fn is_ending(&self) -> bool {
        interrupt::requested().is_some()
    }

    fn hold_interrupt(&self) {
        interrupt::yield_sigint();
    }

    fn release_interrupt(&self) {
        interrupt::reclaim_sigint();
    }
}
