//! `pick`: lets the user choose among the links of the inputs.

use std::path::Path;

use urlsift_pick::{Diagnostic, End, Host, LinkSource, Outcome, Selector, pick, restore_terminal};
use urlsift_record::escaped;
use urlsift_search::{
    Conformance, InMessage, Link, SystemReason, Verdict, archive::Place, rfc1738::Base,
};

use crate::{
    flags::Picks,
    options::SearchOptions,
    report::check_report::CheckReport,
    select::selection::Selection,
    term::{
        diagnostics::reason,
        exit::Exit,
        interrupt,
        output::{Output, Stop},
    },
};

/// Runs the picker, and prints what the user chose.
pub(crate) fn run(picks: &'static Picks) -> Exit {
    interrupt::on_exit(restore_terminal);
    interrupt::watch_terminal();
    let plan = &picks.plan;
    let source = LinkSource::new(
        plan.searcher(),
        plan.input.inputs(),
        Selected(&plan.selection),
    )
    .threads(plan.threads)
    .hyphen(plan.style.hyphen);
    let outcome = pick(source, &picks.options, &Command);
    finish(picks, &outcome)
}

/// Prints the outcome, and returns the exit status.
fn finish(picks: &Picks, outcome: &Outcome) -> Exit {
    if let Some(exit) = interrupt::asked() {
        return exit;
    }
    let mut output = Output::new();
    let printed = print(&picks.plan, outcome, &mut output);
    let mut has_failed = output.has_failed(printed) || outcome.errors > 0;
    if let End::Failed(error) = &outcome.end {
        let _ = output.diagnose(Path::new("terminal"), &SystemReason(error));
        has_failed = true;
    }
    if let Some(exit) = interrupt::asked() {
        return exit;
    }
    let is_selected = if picks.options.is_printing() {
        matches!(&outcome.end, End::Print(urls) if !urls.is_empty())
    } else {
        outcome.links > 0
    };
    if matches!(outcome.end, End::Interrupted) {
        Exit::INTERRUPTED
    } else if has_failed {
        Exit::Error
    } else if is_selected {
        Exit::Selected
    } else {
        Exit::Nothing
    }
}

fn print(plan: &SearchOptions, outcome: &Outcome, output: &mut Output) -> Result<(), Stop> {
    if let End::Print(urls) = &outcome.end {
        for url in urls {
            plan.style.painter.plain(&mut output.out, url)?;
            output.out.push(b'\n');
        }
    }
    output.flush()?;
    for diagnostic in &outcome.diagnostics {
        let path = diagnostic.path().as_os_str().as_encoded_bytes();
        let reason = match diagnostic {
            Diagnostic::Error(error) => reason(error),
            Diagnostic::Warning {
                offset, warning, ..
            } => format!("byte {offset}: {warning}"),
            _ => continue,
        };
        let [path, reason] = [path, reason.as_bytes()].map(escaped);
        output.note(&format_args!("{path}: {reason}"))?;
    }
    if outcome.more_diagnostics > 0 {
        output.note(&format_args!("... and {} more", outcome.more_diagnostics))?;
    }
    if outcome.links == 0 && outcome.errors == 0 {
        output.note(&"no link was found")?;
    }
    Ok(())
}

/// Selects links as the flags do.
struct Selected(&'static Selection);

impl Selector for Selected {
    fn wants_message(&self, message: &InMessage<'_>) -> bool {
        self.0.takes_message(message)
    }

    fn wants_text(&self, place: Place<'_>) -> bool {
        self.0.takes_text(place)
    }

    fn base<'l>(&'l self, link: &Link<'l>, verdict: &Verdict<'_>) -> Option<Base<'l>> {
        self.0.base(link, verdict)
    }

    fn selects(&self, link: &Link<'_>, verdict: &Verdict<'_>, base: Option<&Base<'_>>) -> bool {
        self.0.takes(link, verdict, base) && self.0.takes_level(verdict.conformance())
    }
}

/// This program, as the picker's host.
struct Command;

impl Host for Command {
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
        interrupt::asked().is_some()
    }

    fn hold_interrupt(&self) {
        interrupt::hold();
    }

    fn release_interrupt(&self) {
        interrupt::release();
    }
}
