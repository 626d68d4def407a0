//! The keys, each with what it does: what is pressed and what the help says of it cannot differ.

use std::fmt::Write;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Move(Step),
    Narrow,
    Mark,
    MarkAll,
    /// What Enter is for: to open, or to print.
    Take,
    Open,
    Copy,
    ReadOn,
    Explain,
    Help,
    Redraw,
    /// Leaves what is at hand: a page, what is typed, the program.
    Back,
    Quit,
    Interrupt,
}

/// How far to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Up,
    Down,
    PageUp,
    PageDown,
    First,
    Last,
}

/// A row of the help: keys that do the same.
#[derive(Debug)]
struct Row {
    keys: &'static [Key],
    command: Command,
    /// What is done; with `{take}` for what Enter does.
    does: &'static str,
}

/// A key of the keyboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Key {
    Char(char),
    Control(char),
    Named(KeyCode, &'static str),
}

use Command::{
    Back, Explain, Help, Interrupt, Mark, MarkAll, Move, Narrow, Open, Quit, ReadOn, Redraw, Take,
};
use Key::{Char, Control, Named};

const ROWS: &[Row] = &[
    row(
        &[Named(KeyCode::Down, "Down"), Char('j'), Control('n')],
        Move(Step::Down),
        "next link",
    ),
    row(
        &[Named(KeyCode::Up, "Up"), Char('k'), Control('p')],
        Move(Step::Up),
        "link before",
    ),
    row(
        &[Named(KeyCode::PageDown, "PgDn"), Control('f'), Control('d')],
        Move(Step::PageDown),
        "a page on",
    ),
    row(
        &[Named(KeyCode::PageUp, "PgUp"), Control('b'), Control('u')],
        Move(Step::PageUp),
        "a page back",
    ),
    row(
        &[Named(KeyCode::Home, "Home"), Char('g')],
        Move(Step::First),
        "first link",
    ),
    row(
        &[Named(KeyCode::End, "End"), Char('G')],
        Move(Step::Last),
        "last link",
    ),
    row(
        &[Char('/')],
        Narrow,
        "show only links that have all the words you type",
    ),
    row(
        &[Char(' '), Named(KeyCode::Tab, "Tab")],
        Mark,
        "mark it, or take the mark off",
    ),
    row(&[Char('a')], MarkAll, "mark all that are shown, or none"),
    // A line feed is what comes of an Enter that was typed ahead.
    row(
        &[Named(KeyCode::Enter, "Enter"), Control('j')],
        Take,
        "{take}",
    ),
    row(&[Char('o')], Open, "open the marked ones, or this one"),
    row(&[Char('y')], Command::Copy, "copy them (OSC 52)"),
    row(
        &[Char('r')],
        ReadOn,
        "read it in another way, where a line ended in a hyphen",
    ),
    row(&[Char('c')], Explain, "what `urlsift check` says of it"),
    row(&[Char('?'), Named(KeyCode::F(1), "F1")], Help, "these keys"),
    row(&[Control('l')], Redraw, "draw the screen again"),
    row(
        &[Named(KeyCode::Esc, "Esc")],
        Back,
        "back: show all links again, or quit",
    ),
    row(&[Char('q')], Quit, "quit"),
    row(&[Control('c')], Interrupt, "quit at once, with status 130"),
];

const fn row(keys: &'static [Key], command: Command, does: &'static str) -> Row {
    Row {
        keys,
        command,
        does,
    }
}

impl Key {
    fn is(self, event: KeyEvent) -> bool {
        let is_control = event.modifiers.contains(KeyModifiers::CONTROL);
        let is_alt = event.modifiers.contains(KeyModifiers::ALT);
        match self {
            Char(char) => event.code == KeyCode::Char(char) && !is_control && !is_alt,
            Control(char) => event.code == KeyCode::Char(char) && is_control,
            Named(code, _) => event.code == code,
        }
    }

    fn name(self) -> String {
        match self {
            Char(' ') => "Space".to_owned(),
            Char(char) => char.to_string(),
            Control(char) => format!("^{}", char.to_ascii_uppercase()),
            Named(_, name) => name.to_owned(),
        }
    }
}

/// What a key asks for, if anything.
pub(super) fn command(event: KeyEvent) -> Option<Command> {
    let is_pressed = |row: &&Row| row.keys.iter().any(|key| key.is(event));
    ROWS.iter().find(is_pressed).map(|row| row.command)
}

/// What the keys do, a line each.
pub(super) fn help(take: &str) -> String {
    let mut help = String::new();
    for row in ROWS {
        let names: Vec<_> = row.keys.iter().map(|key| key.name()).collect();
        let does = row.does.replace("{take}", take);
        // A string takes whatever is written to it.
        let _ = writeln!(help, "{:14}{does}", names.join(" "));
    }
    help.push_str(
        "\n1 to 9 begin the number of a link. While you type words, the arrows move.\n\
         [hyphen?] see r.  [close?] it may end elsewhere.  (3 times) in its message.\n",
    );
    help
}

#[cfg(test)]
mod tests {
    use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

    use super::{Char, Command, Control, Key, Named, ROWS, Step, command, help};

    fn event(key: Key) -> KeyEvent {
        match key {
            // With shift, as some terminals tell it.
            Char(char) if char.is_uppercase() => {
                KeyEvent::new(KeyCode::Char(char), KeyModifiers::SHIFT)
            }
            Char(char) => KeyCode::Char(char).into(),
            Control(char) => KeyEvent::new(KeyCode::Char(char), KeyModifiers::CONTROL),
            Named(code, _) => code.into(),
        }
    }

    #[test]
    fn each_key_does_what_its_row_says() {
        let mut seen: Vec<Key> = Vec::new();
        for row in ROWS {
            for &key in row.keys {
                assert_eq!(command(event(key)), Some(row.command), "{key:?}");
                assert!(!seen.contains(&key), "{key:?}");
                seen.push(key);
            }
        }
        assert!(seen.len() > 25, "{}", seen.len());
        assert_eq!(command(event(Control('q'))), None);
        assert_eq!(command(event(Char('J'))), None);
        let alt = KeyEvent::new(KeyCode::Char('q'), KeyModifiers::ALT);
        assert_eq!(command(alt), None);
        assert_eq!(command(event(Char('G'))), Some(Command::Move(Step::Last)));
    }

    #[test]
    fn help_has_room_on_a_usual_screen() {
        let help = help("print the marked ones, or this one, and quit");
        assert!(help.lines().count() <= 22, "{help}");
        assert!(help.lines().all(|line| line.len() <= 80), "{help}");
        assert!(
            help.contains("\nEnter ^J      print the marked ones"),
            "{help}"
        );
    }
}
