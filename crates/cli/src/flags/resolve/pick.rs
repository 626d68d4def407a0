//! The options of `pick`.

use std::{env, ffi::OsStr, fs::File};

use urlsift_pick::{Opener, PickOptions, open_terminal};

use super::{color::use_color, refusal::Refusal, search};
use crate::{
    flags::args::{
        CompatibilityFlags, DisplayFlags, InputFlags, List, OutputFlags, Pick, PickerFlags,
        RecordFlags, SandboxFlags, SearchFlags,
    },
    options::SearchOptions,
    term::streams::Streams,
};

/// The options of an interactive `pick`.
#[derive(Debug)]
pub(crate) struct PickTask {
    pub(crate) search: SearchOptions,
    pub(crate) picker: PickOptions,
}

/// How `pick` runs.
pub(super) enum PickMode {
    /// The user picks links on a terminal.
    Interactive(Box<PickTask>),
    /// All links are printed.
    PrintAll(Box<SearchOptions>),
}

/// Resolves the flags.
///
/// # Errors
///
/// Returns the reason if a value is invalid, or an argument is missing.
pub(super) fn resolve(flags: Pick, streams: &Streams) -> Result<PickMode, Refusal> {
    let Pick {
        paths,
        picker,
        reading,
        mut recognition,
        filters,
    } = flags;
    let PickerFlags {
        open,
        open_scheme,
        print,
        print_all,
        color,
    } = picker;
    let open = open.as_deref().map(command).transpose()?;
    // Other streams stand for no terminal.
    let is_interactive = !print_all && streams.are_of_process();
    let tty = if is_interactive { terminal() } else { None };
    let find = &mut recognition.find;
    // A reader wants every link of a message.
    let wants_all = find.delimiter.is_empty();
    let shows_names = find.names || find.addresses || !wants_all;
    find.all |= wants_all;
    // A key shows them.
    find.names |= tty.is_some() && wants_all;
    find.addresses |= tty.is_some() && wants_all;
    let flags = SearchFlags {
        reading,
        recognition,
        filters,
        input: InputFlags::default(),
        sandbox: SandboxFlags::default(),
        output: OutputFlags::default(),
        records: RecordFlags::default(),
        display: DisplayFlags {
            color,
            ..DisplayFlags::default()
        },
        compatibility: CompatibilityFlags::default(),
    };
    let search = List {
        paths,
        search: flags,
    };
    let mut search = search::list(search, streams)?;
    // The picker shows them, too.
    search.binary_as_text = true;
    let Some(tty) = tty else {
        return Ok(PickMode::PrintAll(Box::new(search)));
    };
    if search.input.has_stdin() && streams.stdin_is_terminal() {
        let reason =
            "standard input is the terminal, which the picker needs; name a file or pipe one in";
        return Err(format!("'-' for '[PATH]...': {reason}").into());
    }
    let picker = PickOptions {
        tty,
        opener: open.map_or_else(browser, Ok)?,
        open_schemes: open_scheme,
        prints: print,
        shows_names,
        color: use_color(color, true),
        draws_lines: has_utf8_locale(),
    };
    Ok(PickMode::Interactive(Box::new(PickTask { search, picker })))
}

/// Parses the value of `--open`.
fn command(text: &str) -> Result<Opener, String> {
    let opener = Opener::command(text);
    opener.map_err(|error| format!("'{text}' for '--open <CMD>': {error}"))
}

/// Returns the commands in `BROWSER`, or the default ones.
fn browser() -> Result<Opener, String> {
    let opener = Opener::browser(env::var_os("BROWSER"));
    opener.map_err(|error| format!("of BROWSER in the environment: {error}"))
}

/// Returns whether the locale has UTF-8, by the first of its variables that is set (POSIX, section 8.2).
fn has_utf8_locale() -> bool {
    let values = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().map(env::var_os);
    let first = values.flatten().find(|value| !value.is_empty());
    first.is_some_and(|locale| {
        let locale = locale.to_string_lossy().to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}

/// Opens the terminal if a picker can run on it.
fn terminal() -> Option<File> {
    let term = env::var_os("TERM");
    is_capable(term.as_deref(), cfg!(windows))
        .then(open_terminal)?
        .ok()
}

/// Returns whether a picker can run on a terminal with this value of `TERM`. Terminals of Windows usually have none.
fn is_capable(term: Option<&OsStr>, on_windows: bool) -> bool {
    term.filter(|term| !term.is_empty())
        .map_or(on_windows, |term| term != "dumb")
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;

    use super::is_capable;

    #[test]
    fn only_windows_has_terminals_without_a_name() {
        for (term, elsewhere, windows) in [
            (None, false, true),
            (Some(""), false, true),
            (Some("dumb"), false, false),
            (Some("xterm"), true, true),
        ] {
            let term = term.map(OsStr::new);
            assert_eq!(is_capable(term, false), elsewhere, "{term:?}");
            assert_eq!(is_capable(term, true), windows, "{term:?} on Windows");
        }
    }
}
