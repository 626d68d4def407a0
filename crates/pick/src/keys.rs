//! The key bindings. The help is generated from the same table.

use std::fmt::Write;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use self::Command::{
    Back, Enter, Explain, Filter, Help, Interrupt, Mark, MarkAll, Move, NextReading, Open, Quit,
    Redraw,
};

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

/// The keys of each command, and its description: the lines of the help. `{enter}` is replaced by the description of
/// Enter.
#[rustfmt::skip]
const BINDINGS: &[(&str, Command, &str)] = &[
    ("Down j ^N", Move(Motion::Down), "next link"),
    ("Up k ^P", Move(Motion::Up), "previous link"),
    ("PgDn ^F ^D", Move(Motion::PageDown), "page down"),
    ("PgUp ^B ^U", Move(Motion::PageUp), "page up"),
    ("Home g", Move(Motion::First), "first link"),
    ("End G", Move(Motion::Last), "last link"),
    ("/", Filter, "show only links that have all the words you type"),
    ("Space Tab", Mark, "mark the link, or unmark it"),
    ("a", MarkAll, "mark all that are shown, or none"),
    // Enter typed ahead arrives as a line feed.
    ("Enter ^J", Enter, "{enter}"),
    ("o", Open, "open the marked ones, or this one"),
    ("y", Command::Copy, "copy them (OSC 52)"),
    ("r", NextReading, "next reading, where a line ended in a hyphen"),
    ("n", Command::ShowNames, "show names without a scheme and addresses, or hide them"),
    ("c", Explain, "the report of `urlsift check`"),
    ("? F1", Help, "these keys"),
    ("^L", Redraw, "draw the screen again"),
    ("Esc", Back, "back: show all links again, or quit"),
    ("q", Quit, "quit"),
    ("^C", Interrupt, "quit at once, with status 130"),
];

/// Returns the name of a key in the table.
fn name(event: KeyEvent) -> Option<String> {
    let is_control = event.modifiers.contains(KeyModifiers::CONTROL);
    let is_alt = event.modifiers.contains(KeyModifiers::ALT);
    let name = match event.code {
        KeyCode::Char(char) if is_control => {
            return Some(format!("^{}", char.to_ascii_uppercase()));
        }
        KeyCode::Char(_) if is_alt => return None,
        KeyCode::Char(' ') => "Space",
        KeyCode::Char(char) => return Some(char.to_string()),
        KeyCode::Down => "Down",
        KeyCode::Up => "Up",
        KeyCode::PageDown => "PgDn",
        KeyCode::PageUp => "PgUp",
        KeyCode::Home => "Home",
        KeyCode::End => "End",
        KeyCode::Tab => "Tab",
        KeyCode::Enter => "Enter",
        KeyCode::Esc => "Esc",
        KeyCode::F(1) => "F1",
        _ => return None,
    };
    Some(name.to_owned())
}

/// Returns the command of a key.
pub(crate) fn command(event: KeyEvent) -> Option<Command> {
    let name = name(event)?;
    let mut bindings = BINDINGS.iter();
    let binding = bindings.find(|(keys, ..)| keys.split(' ').any(|key| key == name));
    binding.map(|(_, command, _)| *command)
}

/// Returns the answer of a key to a question.
pub(crate) fn answer(event: KeyEvent) -> Option<Answer> {
    match &*name(event)? {
        "y" | "Y" => Some(Answer::Yes),
        "n" | "N" => Some(Answer::No),
        _ => matches!(command(event)?, Back | Quit).then_some(Answer::Cancel),
    }
}

/// Returns the help: a line for each binding. `enter` describes the action of Enter.
pub(crate) fn help(enter: &str) -> String {
    let mut help = String::new();
    for (keys, _, text) in BINDINGS {
        let text = text.replace("{enter}", enter);
        // Writing to a string does not fail.
        let _ = writeln!(help, "{keys:14}{text}");
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

    use super::{Answer, BINDINGS, Command, Motion, command, help, name};

    fn control(char: char) -> KeyEvent {
        KeyEvent::new(KeyCode::Char(char), KeyModifiers::CONTROL)
    }

    #[test]
    fn each_key_has_the_command_of_its_binding() {
        let named = [
            KeyCode::Down,
            KeyCode::Up,
            KeyCode::PageDown,
            KeyCode::PageUp,
            KeyCode::Home,
            KeyCode::End,
            KeyCode::Tab,
            KeyCode::Enter,
            KeyCode::Esc,
            KeyCode::F(1),
        ];
        let chars = (' '..='~').map(KeyCode::Char).chain(named);
        let events = chars.map(KeyEvent::from).chain(('a'..='z').map(control));
        let events: Vec<_> = events.collect();
        let keys = |keys: &'static str| keys.split(' ');
        for (row, (names, expected, _)) in BINDINGS.iter().enumerate() {
            for key in keys(names) {
                let mut pressed = events
                    .iter()
                    .filter(|event| name(**event).as_deref() == Some(key));
                let event = pressed.next().expect("a key");
                assert_eq!(command(*event), Some(*expected), "{key}");
                let mut earlier = BINDINGS[..row].iter();
                assert!(
                    !earlier.any(|(names, ..)| keys(names).any(|other| other == key)),
                    "{key}"
                );
            }
        }
        assert_eq!(command(control('q')), None);
        assert_eq!(command(KeyCode::Char('J').into()), None);
        let alt = KeyEvent::new(KeyCode::Char('q'), KeyModifiers::ALT);
        assert_eq!(command(alt), None);
        // With shift, as some terminals report it.
        let last = KeyEvent::new(KeyCode::Char('G'), KeyModifiers::SHIFT);
        assert_eq!(command(last), Some(Command::Move(Motion::Last)));
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
        for char in ['n', 'y'] {
            assert_eq!(super::answer(control(char)), None, "{char}");
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
