//! The key bindings. The help is generated from the same table.

use std::fmt::Write;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use self::Command::{
    Back, Enter, Explain, Filter, Help, Interrupt, Mark, MarkAll, Move, NextReading, Open, Quit,
    Redraw,
};
use self::Key::{Char, Control, Named};

/// The command of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    Move(Motion),
    /// Type the words of the filter.
    Filter,
    Mark,
    MarkAll,
    /// The action of Enter: to open, or to print.
    Enter,
    Open,
    Copy,
    NextReading,
    /// Show names and addresses without a scheme, or hide them.
    ShowNames,
    Explain,
    Help,
    Redraw,
    /// Leave the page, the filter, or the program.
    Back,
    Quit,
    Interrupt,
}

/// An answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Yes,
    No,
    /// Open nothing at all.
    Cancel,
}

/// A motion in a list or a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Motion {
    Up,
    Down,
    PageUp,
    PageDown,
    First,
    Last,
}

impl Motion {
    /// Returns the position that a motion leads to, at most `last`, on a screen of `height` lines.
    pub(crate) fn apply(self, position: usize, height: usize, last: usize) -> usize {
        let page = height.saturating_sub(1).max(1);
        match self {
            Self::Up => position.saturating_sub(1),
            Self::Down => position.saturating_add(1),
            Self::PageUp => position.saturating_sub(page),
            Self::PageDown => position.saturating_add(page),
            Self::First => 0,
            Self::Last => last,
        }
        .min(last)
    }
}

/// Keys with the same command: a line of the help.
#[derive(Debug)]
struct Binding {
    keys: &'static [Key],
    command: Command,
    /// The description; `{enter}` is replaced by the description of Enter.
    help: &'static str,
}

/// A key of the keyboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Key {
    Char(char),
    Control(char),
    Named(KeyCode, &'static str),
}

const BINDINGS: &[Binding] = &[
    binding(
        &[Named(KeyCode::Down, "Down"), Char('j'), Control('n')],
        Move(Motion::Down),
        "next link",
    ),
    binding(
        &[Named(KeyCode::Up, "Up"), Char('k'), Control('p')],
        Move(Motion::Up),
        "previous link",
    ),
    binding(
        &[Named(KeyCode::PageDown, "PgDn"), Control('f'), Control('d')],
        Move(Motion::PageDown),
        "page down",
    ),
    binding(
        &[Named(KeyCode::PageUp, "PgUp"), Control('b'), Control('u')],
        Move(Motion::PageUp),
        "page up",
    ),
    binding(
        &[Named(KeyCode::Home, "Home"), Char('g')],
        Move(Motion::First),
        "first link",
    ),
    binding(
        &[Named(KeyCode::End, "End"), Char('G')],
        Move(Motion::Last),
        "last link",
    ),
    binding(
        &[Char('/')],
        Filter,
        "show only links that have all the words you type",
    ),
    binding(
        &[Char(' '), Named(KeyCode::Tab, "Tab")],
        Mark,
        "mark the link, or unmark it",
    ),
    binding(&[Char('a')], MarkAll, "mark all that are shown, or none"),
    // Enter typed ahead arrives as a line feed.
    binding(
        &[Named(KeyCode::Enter, "Enter"), Control('j')],
        Enter,
        "{enter}",
    ),
    binding(&[Char('o')], Open, "open the marked ones, or this one"),
    binding(&[Char('y')], Command::Copy, "copy them (OSC 52)"),
    binding(
        &[Char('r')],
        NextReading,
        "next reading, where a line ended in a hyphen",
    ),
    binding(
        &[Char('n')],
        Command::ShowNames,
        "show names without a scheme and addresses, or hide them",
    ),
    binding(&[Char('c')], Explain, "the report of `urlsift check`"),
    binding(&[Char('?'), Named(KeyCode::F(1), "F1")], Help, "these keys"),
    binding(&[Control('l')], Redraw, "draw the screen again"),
    binding(
        &[Named(KeyCode::Esc, "Esc")],
        Back,
        "back: show all links again, or quit",
    ),
    binding(&[Char('q')], Quit, "quit"),
    binding(&[Control('c')], Interrupt, "quit at once, with status 130"),
];

const fn binding(keys: &'static [Key], command: Command, help: &'static str) -> Binding {
    Binding {
        keys,
        command,
        help,
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

/// Returns the command of a key, if it has one.
pub(crate) fn command(event: KeyEvent) -> Option<Command> {
    let is_pressed = |binding: &&Binding| binding.keys.iter().any(|key| key.is(event));
    BINDINGS
        .iter()
        .find(is_pressed)
        .map(|binding| binding.command)
}

/// Returns the answer of a key, if it is one.
pub(crate) fn answer(event: KeyEvent) -> Option<Answer> {
    let is = |char| Char(char).is(event);
    if is('y') || is('Y') {
        return Some(Answer::Yes);
    }
    if is('n') || is('N') {
        return Some(Answer::No);
    }
    matches!(command(event)?, Back | Quit).then_some(Answer::Cancel)
}

/// Returns the help: a line for each binding. `enter` describes the action of Enter.
pub(crate) fn help(enter: &str) -> String {
    let mut help = String::new();
    for binding in BINDINGS {
        let names: Vec<_> = binding.keys.iter().map(|key| key.name()).collect();
        let text = binding.help.replace("{enter}", enter);
        // Writing to a string does not fail.
        let _ = writeln!(help, "{:14}{text}", names.join(" "));
    }
    help.push_str(
        "1 to 9 begin a number. While you type words, the arrows move. < in brackets.\n\
         [hyphen?] see r.  [close?] may end elsewhere.  [host!] [other host!] deceptive.\n",
    );
    help
}

#[cfg(test)]
mod tests {
    use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

    use super::{Answer, BINDINGS, Char, Command, Control, Key, Motion, Named, command, help};

    fn event(key: Key) -> KeyEvent {
        match key {
            // With shift, as some terminals report it.
            Char(char) if char.is_uppercase() => {
                KeyEvent::new(KeyCode::Char(char), KeyModifiers::SHIFT)
            }
            Char(char) => KeyCode::Char(char).into(),
            Control(char) => KeyEvent::new(KeyCode::Char(char), KeyModifiers::CONTROL),
            Named(code, _) => code.into(),
        }
    }

    #[test]
    fn each_key_has_the_command_of_its_binding() {
        let mut seen: Vec<Key> = Vec::new();
        for binding in BINDINGS {
            for &key in binding.keys {
                assert_eq!(command(event(key)), Some(binding.command), "{key:?}");
                assert!(!seen.contains(&key), "{key:?}");
                seen.push(key);
            }
        }
        assert!(seen.len() > 25, "{}", seen.len());
        assert_eq!(command(event(Control('q'))), None);
        assert_eq!(command(event(Char('J'))), None);
        let alt = KeyEvent::new(KeyCode::Char('q'), KeyModifiers::ALT);
        assert_eq!(command(alt), None);
        assert_eq!(command(event(Char('G'))), Some(Command::Move(Motion::Last)));
    }

    #[test]
    fn answers_are_deliberate() {
        for (key, answer) in [
            (KeyCode::Char('y'), Some(Answer::Yes)),
            (KeyCode::Char('N'), Some(Answer::No)),
            (KeyCode::Esc, Some(Answer::Cancel)),
            (KeyCode::Char('q'), Some(Answer::Cancel)),
            (KeyCode::Enter, None),
            (KeyCode::Char(' '), None),
            (KeyCode::Char('o'), None),
        ] {
            assert_eq!(super::answer(key.into()), answer, "{key:?}");
        }
        // Scrolling is no answer.
        for control in ['n', 'y'] {
            assert_eq!(super::answer(event(Control(control))), None, "{control}");
        }
    }

    #[test]
    fn help_fits_on_a_screen_of_80_by_24() {
        let help = help("print the marked ones, or this one, and quit");
        assert!(help.lines().count() <= 22, "{help}");
        assert!(help.lines().all(|line| line.len() <= 80), "{help}");
        assert!(
            help.contains("\nEnter ^J      print the marked ones"),
            "{help}"
        );
    }
}
