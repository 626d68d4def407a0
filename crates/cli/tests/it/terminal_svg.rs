//! Draws `docs/terminal.svg`, a picture of a terminal on which commands were run.

use std::{fmt::Write, path::PathBuf};

use vt100::Color;

use crate::support::{
    console::root,
    pty::{Pty, Run},
};

/// What is typed, in `corpus/mail`.
const COMMANDS: [&str; 3] = [
    "sed -n 29,30p reading-list.mbox",
    "grep -o 'http:[^ >]*wrap[^ >]*' reading-list.mbox",
    "urlsift grep wrap reading-list.mbox",
];

/// The width of a column in tenths of a pixel.
const COLUMN_WIDTH: usize = 84;

/// In pixels.
const LINE_HEIGHT: usize = 20;

/// In pixels.
const MARGIN: usize = 16;

const COLUMNS: usize = 80;

/// The path of the picture.
pub(crate) fn path() -> PathBuf {
    root().join("docs/terminal.svg")
}

/// Runs the commands on a terminal and returns the picture of its screen.
///
/// The picture has its own dark background and a border, so that it can be read on any page.
pub(crate) fn draw() -> String {
    let mut script = String::new();
    for command in COMMANDS {
        let typed = command.replace('\'', r"'\''");
        writeln!(
            script,
            "printf '\\033[90m$\\033[0m %s\\n' '{typed}'\n{command}"
        )
        .expect("a text");
    }
    // Once the last line is shown, all others are.
    script += "printf THE-END";
    let terminal = Pty::shell(&root().join("corpus/mail"), &script, &[]);
    terminal.shows("\nTHE-END");
    let (status, mut lines) = terminal.end_styled();
    assert_eq!(status, 0, "{lines:?}");
    lines.pop();

    let width = MARGIN * 2 + COLUMNS * COLUMN_WIDTH / 10;
    let height = MARGIN * 2 + lines.len() * LINE_HEIGHT;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\" font-family=\"ui-monospace, SFMono-Regular, Menlo, Consolas, \
         'DejaVu Sans Mono', monospace\" font-size=\"14\">\n\
         <title>grep prints the first half of each link, urlsift prints the links whole</title>\n\
         <rect x=\"0.5\" y=\"0.5\" width=\"{}\" height=\"{}\" rx=\"8\" fill=\"#0d1117\" stroke=\"#6e7681\"/>\n",
        width - 1,
        height - 1,
    );
    for (number, line) in lines.iter().enumerate() {
        let y = MARGIN + number * LINE_HEIGHT + LINE_HEIGHT * 3 / 4;
        for run in line {
            svg += &text(run, y);
        }
    }
    svg + "</svg>\n"
}

/// Returns the element of a run, which is stretched to its columns, whatever the font is.
fn text(run: &Run, y: usize) -> String {
    let x = pixels(MARGIN * 10 + usize::from(run.column) * COLUMN_WIDTH);
    let length = pixels(run.text.chars().count() * COLUMN_WIDTH);
    let mut element = format!(
        "<text x=\"{x}\" y=\"{y}\" textLength=\"{length}\" lengthAdjust=\"spacingAndGlyphs\" \
         xml:space=\"preserve\" fill=\"{}\"",
        color(run.color)
    );
    if run.is_bold {
        element += " font-weight=\"bold\"";
    }
    let escaped = run.text.replace('&', "&amp;").replace('<', "&lt;");
    writeln!(element, ">{escaped}</text>").expect("a text");
    element
}

fn pixels(tenths: usize) -> String {
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// Returns a color that has enough contrast on the background.
fn color(color: Color) -> &'static str {
    match color {
        Color::Idx(1 | 9) => "#ff7b72",
        Color::Idx(2 | 10) => "#7ee787",
        Color::Idx(3 | 11) => "#e3b341",
        Color::Idx(4 | 12) => "#79c0ff",
        Color::Idx(5 | 13) => "#d2a8ff",
        Color::Idx(6 | 14) => "#76e3ea",
        Color::Idx(8) => "#8b949e",
        _ => "#e6edf3",
    }
}
