//! What is shown and what is chosen, whatever the terminal: keys in, wishes out.

use std::{
    collections::{BTreeSet, HashMap},
    mem,
    ops::Range,
};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::{
    found::Found,
    keys::{self, Command, Step},
    view::wrapped,
};

/// All that is known.
#[derive(Debug, Default)]
pub(super) struct Picker {
    links: Vec<Found>,
    /// Where each URL of the last message is among the links.
    of_message: HashMap<Vec<u8>, usize>,
    /// Those that have the words which were typed, in their order.
    shown: Vec<usize>,
    marked: BTreeSet<usize>,
    /// Which of those that are shown is the one at hand.
    cursor: usize,
    /// Which of them is the first on the screen.
    top: usize,
    /// The number that is being typed.
    number: usize,
    pub(super) words: String,
    pub(super) mode: Mode,
    /// What was done last.
    pub(super) note: Option<String>,
    pub(super) reading: Reading,
    /// How many files, or rests of files, could not be read.
    pub(super) errors: usize,
    /// Whether Enter prints.
    prints: bool,
}

/// What the keys are for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Mode {
    /// The list.
    #[default]
    List,
    /// Words that links have to have.
    Typing,
    /// A text over the list.
    Page(Page),
}

/// A text of several lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Page {
    pub(super) title: &'static str,
    pub(super) lines: Vec<String>,
    /// The first line on the screen.
    pub(super) top: usize,
}

/// How much of what is at hand has room on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Room {
    pub(super) columns: usize,
    pub(super) lines: usize,
}

/// How much of the inputs is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Reading {
    /// More may come.
    #[default]
    On,
    Over,
    /// There is more, which would take too much memory.
    Cut,
}

/// What is to be done with a terminal at hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    Open,
    Copy,
    Print,
    Explain,
    Redraw,
    Quit,
    Interrupt,
}

impl Picker {
    pub(super) fn new(prints: bool) -> Self {
        Self {
            prints,
            ..Self::default()
        }
    }

    /// Takes a link, behind all others; one that its message has already is counted.
    pub(super) fn add(&mut self, link: Found) {
        let last = self.links.last();
        if last.is_none_or(|last| !last.place.is_in_message_of(&link.place)) {
            self.of_message.clear();
        }
        let index = self.links.len();
        let first = *self.of_message.entry(link.url().to_vec()).or_insert(index);
        if let Some(first) = self.links.get_mut(first) {
            first.count(link);
            return;
        }
        if self.has_words(&link) {
            self.shown.push(index);
        }
        self.links.push(link);
    }

    /// The links that are shown, each with its number, counted from 1.
    pub(super) fn rows(&self, rows: Range<usize>) -> impl Iterator<Item = Row<'_>> {
        let rows = rows.start.min(self.shown.len())..rows.end.min(self.shown.len());
        let at_hand = self.at_hand_index();
        self.shown[rows].iter().map(move |&index| Row {
            number: index + 1,
            link: &self.links[index],
            is_marked: self.marked.contains(&index),
            is_at_hand: at_hand == Some(index),
        })
    }

    /// How many links there are, how many of them are shown, and how many marked.
    pub(super) fn counts(&self) -> (usize, usize, usize) {
        (self.links.len(), self.shown.len(), self.marked.len())
    }

    /// The one that keys are about.
    pub(super) fn at_hand(&self) -> Option<&Found> {
        self.links.get(self.at_hand_index()?)
    }

    fn at_hand_index(&self) -> Option<usize> {
        self.shown.get(self.cursor).copied()
    }

    /// The marked ones, in their order; the one at hand if none is marked.
    pub(super) fn chosen(&self) -> impl Iterator<Item = &Found> {
        let at_hand = self.at_hand_index().filter(|_| self.marked.is_empty());
        let chosen = self.marked.iter().copied().chain(at_hand);
        chosen.filter_map(|index| self.links.get(index))
    }

    /// Takes the marks off the first ones.
    pub(super) fn unmark(&mut self, count: usize) {
        for _ in 0..count {
            self.marked.pop_first();
        }
    }

    /// What Enter does.
    pub(super) fn take(&self) -> &'static str {
        if self.prints {
            "print the marked ones, or this one, and quit"
        } else {
            "open the marked ones, or this one"
        }
    }

    /// Puts a text over the list, in lines of a width.
    pub(super) fn lay(&mut self, title: &'static str, text: &str, width: usize) {
        self.mode = Mode::Page(Page {
            title,
            lines: text.lines().flat_map(|line| wrapped(line, width)).collect(),
            top: 0,
        });
    }

    /// Which of the links that are shown are on a screen with room for so many, the one at hand among
    /// them.
    pub(super) fn scroll(&mut self, room: usize) -> Range<usize> {
        let first = (self.cursor + 1).saturating_sub(room);
        let last = self.shown.len().saturating_sub(room);
        self.top = self.top.clamp(first, self.cursor.max(first)).min(last);
        self.top..self.top + room
    }

    /// Takes a key.
    pub(super) fn press(&mut self, key: KeyEvent, room: Room) -> Option<Wish> {
        self.note = None;
        match &mut self.mode {
            Mode::Typing => self.type_key(key, room),
            Mode::Page(page) => match keys::command(key)? {
                Command::Interrupt => Some(Wish::Interrupt),
                Command::Redraw => Some(Wish::Redraw),
                Command::Move(step) => {
                    let last = page.lines.len().saturating_sub(room.lines);
                    page.top = moved(page.top, step, room.lines, last);
                    None
                }
                Command::Back
                | Command::Quit
                | Command::Help
                | Command::Explain
                | Command::Take => {
                    self.mode = Mode::List;
                    None
                }
                _ => None,
            },
            Mode::List => self.command(key, room),
        }
    }

    /// Takes a text that was pasted.
    pub(super) fn paste(&mut self, text: &str) {
        if self.mode == Mode::Typing {
            self.words
                .extend(text.chars().filter(|char| !char.is_control()));
            self.narrow_on();
        }
    }

    fn command(&mut self, key: KeyEvent, room: Room) -> Option<Wish> {
        if let KeyCode::Char(digit @ '0'..='9') = key.code {
            self.digit(digit as usize - '0' as usize);
            return None;
        }
        self.number = 0;
        match keys::command(key)? {
            Command::Move(step) => self.step(step, room),
            Command::Narrow => self.mode = Mode::Typing,
            Command::Mark => self.mark(room),
            Command::MarkAll => self.mark_all(),
            Command::Take if self.prints => return self.wish(Wish::Print),
            Command::Take | Command::Open => return self.wish(Wish::Open),
            Command::Copy => return self.wish(Wish::Copy),
            Command::ReadOn => self.read_on(),
            Command::Explain => {
                let is_any = self.at_hand_index().is_some();
                return self.wish_if(is_any, Wish::Explain);
            }
            Command::Help => self.lay("Keys", &keys::help(self.take()), room.columns),
            Command::Redraw => return Some(Wish::Redraw),
            Command::Back if !self.words.is_empty() => self.widen(),
            Command::Back | Command::Quit => return Some(Wish::Quit),
            Command::Interrupt => return Some(Wish::Interrupt),
        }
        None
    }

    /// What can be done with a link only.
    fn wish(&mut self, wish: Wish) -> Option<Wish> {
        let is_any = self.chosen().next().is_some();
        self.wish_if(is_any, wish)
    }

    fn wish_if(&mut self, has_link: bool, wish: Wish) -> Option<Wish> {
        if !has_link {
            self.note = Some("no link has these words".to_owned());
        }
        has_link.then_some(wish)
    }

    fn type_key(&mut self, key: KeyEvent, room: Room) -> Option<Wish> {
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Esc => {
                self.widen();
                self.mode = Mode::List;
            }
            KeyCode::Backspace => {
                if self.words.pop().is_none() {
                    self.mode = Mode::List;
                }
                self.narrow();
            }
            KeyCode::Char('u') if is_control => self.widen(),
            KeyCode::Char(char) if !is_control => {
                self.words.push(char);
                self.narrow_on();
            }
            _ => match keys::command(key)? {
                Command::Interrupt => return Some(Wish::Interrupt),
                Command::Redraw => return Some(Wish::Redraw),
                Command::Move(step) => self.step(step, room),
                Command::Mark => self.mark(room),
                Command::Take => self.mode = Mode::List,
                _ => {}
            },
        }
        None
    }

    fn step(&mut self, step: Step, room: Room) {
        let last = self.shown.len().saturating_sub(1);
        self.cursor = moved(self.cursor, step, room.lines, last);
    }

    /// Moves to the link with the number that is being typed; if there is none, a new number begins.
    fn digit(&mut self, digit: usize) {
        let longer = self.number.saturating_mul(10).saturating_add(digit);
        for number in [longer, digit] {
            let at = number.checked_sub(1);
            if let Some(row) = at.and_then(|index| self.shown.binary_search(&index).ok()) {
                self.cursor = row;
                self.number = number;
                return;
            }
        }
        self.number = 0;
        self.note = Some(format!("no link {longer} is shown"));
    }

    fn mark(&mut self, room: Room) {
        if let Some(index) = self.at_hand_index() {
            if !self.marked.remove(&index) {
                self.marked.insert(index);
            }
            self.step(Step::Down, room);
        }
    }

    /// Marks all that are shown, or takes the marks off if they all have one.
    fn mark_all(&mut self) {
        if self.shown.iter().all(|index| self.marked.contains(index)) {
            for index in &self.shown {
                self.marked.remove(index);
            }
        } else {
            self.marked.extend(&self.shown);
        }
    }

    fn read_on(&mut self) {
        let Some(link) = self
            .at_hand_index()
            .and_then(|index| self.links.get_mut(index))
        else {
            return;
        };
        self.note = Some(if link.read_on() {
            let (reading, readings) = link.reading();
            format!("reading {reading} of {readings}")
        } else {
            "it can be read in one way only".to_owned()
        });
    }

    /// Shows all links again.
    fn widen(&mut self) {
        self.words.clear();
        self.narrow();
    }

    /// Shows the links that have all words. The one at hand stays so, if it is among them.
    fn narrow(&mut self) {
        let at_hand = self.at_hand_index();
        self.narrow_to(0..self.links.len(), at_hand);
    }

    /// The same where the words have grown: no link has them that had not before.
    fn narrow_on(&mut self) {
        let shown = mem::take(&mut self.shown);
        let at_hand = shown.get(self.cursor).copied();
        self.narrow_to(shown, at_hand);
    }

    fn narrow_to(&mut self, links: impl IntoIterator<Item = usize>, at_hand: Option<usize>) {
        let links = links.into_iter();
        let has_words = |&index: &usize| self.has_words(&self.links[index]);
        self.shown = links.filter(has_words).collect();
        let row = at_hand.and_then(|index| self.shown.binary_search(&index).ok());
        self.cursor = row.unwrap_or(0);
    }

    /// Whether a link has all words that were typed, each somewhere; one without upper case letters in
    /// any case.
    fn has_words(&self, link: &Found) -> bool {
        self.words.split_whitespace().all(|word| {
            let is_exact = word.chars().any(char::is_uppercase);
            link.texts().any(|text| {
                if is_exact {
                    text.contains(word)
                } else {
                    text.to_lowercase().contains(word)
                }
            })
        })
    }
}

/// A place some steps on, of those up to the last.
fn moved(at: usize, step: Step, room: usize, last: usize) -> usize {
    let page = room.saturating_sub(1).max(1);
    match step {
        Step::Up => at.saturating_sub(1),
        Step::Down => at.saturating_add(1),
        Step::PageUp => at.saturating_sub(page),
        Step::PageDown => at.saturating_add(page),
        Step::First => 0,
        Step::Last => last,
    }
    .min(last)
}

/// A link on the screen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'p> {
    pub(super) number: usize,
    pub(super) link: &'p Found,
    pub(super) is_marked: bool,
    pub(super) is_at_hand: bool,
}

#[cfg(test)]
mod tests {
    use crossterm::event::KeyCode;

    use super::{Picker, Room, Wish};
    use crate::pick::found::{Found, InFile};

    /// A link of the message that begins at a byte.
    fn link(url: &str, message: u64) -> Found {
        let place = InFile {
            path: "mbox".into(),
            message: Some(message),
            title: Some(format!("Message {message}")),
            part: Some("header field Xref".into()),
        };
        Found::of([url], place)
    }

    fn picker(links: usize) -> Picker {
        let mut picker = Picker::new(false);
        for number in 1..=links {
            picker.add(link(&format!("http://a.example/{number}"), 0));
        }
        picker
    }

    fn press(picker: &mut Picker, keys: &str) -> Vec<Wish> {
        let keys = keys.chars().map(|char| match char {
            '\n' => KeyCode::Enter,
            '\x1b' => KeyCode::Esc,
            char => KeyCode::Char(char),
        });
        let room = Room {
            columns: 80,
            lines: 10,
        };
        keys.filter_map(|key| picker.press(key.into(), room))
            .collect()
    }

    fn at_hand(picker: &Picker) -> String {
        picker.at_hand().map(Found::shown).unwrap_or_default()
    }

    #[test]
    fn same_url_is_counted_in_one_message_only() {
        let mut picker = Picker::new(false);
        for (url, message) in [
            ("a:", 0),
            ("b:", 0),
            ("a:", 0),
            ("a:", 9),
            ("b:", 9),
            ("a:", 9),
        ] {
            picker.add(link(url, message));
        }
        let rows: Vec<_> = picker
            .rows(0..9)
            .map(|row| (row.number, row.link.shown(), row.link.count))
            .collect();
        let expected = [(1, "a:", 2), (2, "b:", 1), (3, "a:", 2), (4, "b:", 1)];
        assert_eq!(
            rows,
            expected.map(|(at, url, count)| (at, url.to_owned(), count))
        );
    }

    #[test]
    fn number_leads_to_its_link() {
        let mut picker = picker(12);
        for (keys, number) in [
            ("1", 1),
            ("2", 12),
            ("1", 1),
            ("3", 3),
            ("4", 4),
            ("j1", 1),
            ("0", 10),
        ] {
            press(&mut picker, keys);
            assert_eq!(
                at_hand(&picker),
                format!("http://a.example/{number}"),
                "{keys}"
            );
        }
        press(&mut picker, "0");
        assert_eq!(picker.note.as_deref(), Some("no link 100 is shown"));
        // What is not shown cannot be led to.
        press(&mut picker, "/2\n1");
        assert_eq!(at_hand(&picker), "http://a.example/2");
        assert_eq!(picker.note.as_deref(), Some("no link 1 is shown"));
    }

    #[test]
    fn link_at_hand_is_on_the_screen() {
        let mut picker = picker(30);
        assert_eq!(picker.scroll(10), 0..10);
        press(&mut picker, "jjjjjjjjjj");
        assert_eq!(picker.scroll(10), 1..11);
        press(&mut picker, "kkkkk");
        assert_eq!(picker.scroll(10), 1..11);
        press(&mut picker, "G");
        assert_eq!(picker.scroll(10), 20..30);
        assert_eq!(picker.scroll(50), 0..50);
        press(&mut picker, "g");
        assert_eq!(picker.scroll(0), 1..1);
        assert_eq!(picker.scroll(1), 0..1);
    }

    #[test]
    fn link_at_hand_stays_where_it_has_the_words() {
        let mut picker = picker(12);
        press(&mut picker, "5/example message");
        assert_eq!(picker.counts(), (12, 12, 0));
        assert_eq!(at_hand(&picker), "http://a.example/5");
        press(&mut picker, " 1");
        assert_eq!(picker.counts(), (12, 4, 0));
        assert_eq!(at_hand(&picker), "http://a.example/1");
        picker.add(link("http://a.example/13", 0));
        picker.add(link("http://a.example/24", 0));
        assert_eq!(picker.counts(), (14, 5, 0));
        picker.paste("3\n");
        assert_eq!(at_hand(&picker), "http://a.example/13");
        press(&mut picker, "\x1b");
        assert_eq!(picker.counts(), (14, 14, 0));
        assert_eq!(at_hand(&picker), "http://a.example/13");
    }

    #[test]
    fn nothing_is_done_with_no_link() {
        let mut picker = picker(2);
        assert_eq!(press(&mut picker, "/none\n\noycr "), []);
        assert_eq!(picker.note, None);
        assert_eq!(press(&mut picker, "o"), []);
        assert_eq!(picker.note.as_deref(), Some("no link has these words"));
        assert_eq!(press(&mut picker, "\x1b\n\x1b"), [Wish::Open, Wish::Quit]);
    }

    #[test]
    fn marks_stay_where_links_are_not_shown() {
        let mut picker = picker(3);
        press(&mut picker, "a");
        assert_eq!(picker.counts(), (3, 3, 3));
        press(&mut picker, "/2\na");
        assert_eq!(picker.counts(), (3, 1, 2));
        let chosen: Vec<_> = picker.chosen().map(Found::shown).collect();
        assert_eq!(chosen, ["http://a.example/1", "http://a.example/3"]);
        picker.unmark(1);
        assert_eq!(picker.counts(), (3, 1, 1));
        let chosen: Vec<_> = picker.chosen().map(Found::shown).collect();
        assert_eq!(chosen, ["http://a.example/3"]);
        picker.unmark(1);
        let chosen: Vec<_> = picker.chosen().map(Found::shown).collect();
        assert_eq!(chosen, ["http://a.example/2"]);
    }
}
