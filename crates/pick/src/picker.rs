//! The state of the picker, independent of a terminal: keys in, actions out.
//!
//! The picker knows neither the terminal nor programs, so that the tests press keys and look at the state. Links never
//! move or vanish while they are added at the end: indices stay valid, and the cursor stays on its link while more
//! arrive. A list that is sorted, such as by host, would jump under the cursor.

use std::{
    collections::{BTreeSet, HashMap},
    mem,
    ops::Range,
};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::{
    keys::{self, Answer, Command, Motion},
    link::ListedLink,
    page::Page,
};

/// The links, the selections among them, and the state of the screen.
#[derive(Debug, Default)]
pub(crate) struct Picker {
    links: Vec<ListedLink>,
    /// The indices of the links of the last message, by whether they are names, and by URL.
    of_message: HashMap<(bool, Vec<u8>), usize>,
    /// The indices of the links of the kinds that are shown, in order.
    shown: Vec<usize>,
    /// Whether names and addresses without a scheme are shown.
    shows_names: bool,
    /// The indices of those of them that match the filter, in order.
    listed: Vec<usize>,
    /// The indices of the marked links.
    marked: BTreeSet<usize>,
    /// The row of the current link, in `listed`.
    cursor: usize,
    /// The index of the first row on the screen.
    top: usize,
    /// The number being typed.
    number: usize,
    /// The words of the filter, as typed.
    pub(crate) filter: String,
    pub(crate) mode: Mode,
    /// The result of the last command.
    pub(crate) status: Option<String>,
    pub(crate) progress: ReadProgress,
    /// The number of inputs that could not be read, in whole or in part.
    pub(crate) errors: usize,
    /// The number of links that wait for a background program to end.
    pub(crate) waiting: usize,
    /// Whether Enter prints instead of opening.
    prints: bool,
}

/// The input mode.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Mode {
    #[default]
    List,
    /// The words of the filter are being typed.
    Filter,
    /// A text is shown over the list.
    Page(Page),
    /// A question is shown over the list.
    Question(Page),
}

/// The size of the list, or of a page, on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Viewport {
    pub(crate) columns: usize,
    pub(crate) lines: usize,
}

/// How much of the inputs has been read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ReadProgress {
    /// More links may come.
    #[default]
    Reading,
    Complete,
    /// More links exist, but would take too much memory.
    Truncated,
}

/// An action that the event loop carries out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Open,
    Copy,
    Print,
    Explain,
    /// The answer to the question.
    Answer(Answer),
    Redraw,
    Quit,
    Interrupt,
}

/// Counts of links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) links: usize,
    /// The number of links that match the filter.
    pub(crate) listed: usize,
    pub(crate) marked: usize,
}

impl Picker {
    pub(crate) fn new(prints: bool) -> Self {
        Self {
            prints,
            ..Self::default()
        }
    }

    /// Appends a link, or counts it if its message already has it.
    pub(crate) fn add(&mut self, link: ListedLink) {
        let last = self.links.last();
        if last.is_none_or(|last| !last.location.is_in_message_of(&link.location)) {
            self.of_message.clear();
        }
        let index = self.links.len();
        let key = (link.is_name, link.url().to_vec());
        let first = *self.of_message.entry(key).or_insert(index);
        if let Some(first) = self.links.get_mut(first) {
            first.merge(link);
            return;
        }
        if self.shows(&link) {
            self.shown.push(index);
            if self.matches(&link) {
                self.listed.push(index);
            }
        }
        self.links.push(link);
    }

    /// Returns the existing rows in a range.
    pub(crate) fn rows(&self, rows: Range<usize>) -> impl Iterator<Item = Row<'_>> {
        let rows = rows.start.min(self.listed.len())..rows.end.min(self.listed.len());
        let current = self.current_index();
        self.listed[rows].iter().map(move |&index| Row {
            number: self.shown.partition_point(|&shown| shown <= index),
            link: &self.links[index],
            is_marked: self.marked.contains(&index),
            is_current: current == Some(index),
        })
    }

    pub(crate) fn counts(&self) -> Counts {
        Counts {
            links: self.shown.len(),
            listed: self.listed.len(),
            marked: self.marked.len(),
        }
    }

    /// Returns the link at the cursor.
    pub(crate) fn current(&self) -> Option<&ListedLink> {
        self.links.get(self.current_index()?)
    }

    fn current_index(&self) -> Option<usize> {
        self.listed.get(self.cursor).copied()
    }

    /// Returns the marked links with their indices, in order; without marks, the current one.
    pub(crate) fn chosen(&self) -> impl Iterator<Item = (usize, &ListedLink)> {
        let current = self.current_index().filter(|_| self.marked.is_empty());
        let chosen = self.marked.iter().copied().chain(current);
        chosen.filter_map(|index| Some((index, self.links.get(index)?)))
    }

    /// Unmarks a link, if it is marked.
    pub(crate) fn unmark(&mut self, index: usize) {
        self.marked.remove(&index);
    }

    /// Describes the action of Enter.
    pub(crate) fn enter_help(&self) -> &'static str {
        if self.prints {
            "print the marked ones, or this one, and quit"
        } else {
            "open the marked ones, or this one"
        }
    }

    /// Shows a text over the list.
    pub(crate) fn show_page(&mut self, title: &str, text: String) {
        let keys = " arrows move  q back";
        self.mode = Mode::Page(Page::new(title.to_owned(), text, keys));
    }

    /// Shows a question over the list, or the list again.
    pub(crate) fn ask(&mut self, question: Option<Page>) {
        self.mode = question.map_or(Mode::List, Mode::Question);
    }

    /// Scrolls the list until the current link is on a screen of `height` rows. Returns the rows on the screen.
    pub(crate) fn scroll(&mut self, height: usize) -> Range<usize> {
        let first = (self.cursor + 1).saturating_sub(height);
        let last = self.listed.len().saturating_sub(height);
        self.top = self.top.clamp(first, self.cursor.max(first)).min(last);
        self.top..self.top + height
    }

    /// Handles a key.
    pub(crate) fn press(&mut self, key: KeyEvent, viewport: Viewport) -> Option<Action> {
        self.status = None;
        match &mut self.mode {
            Mode::List => self.press_in_list(key, viewport),
            Mode::Filter => self.press_in_filter(key, viewport),
            Mode::Page(page) => match keys::command(key)? {
                Command::Back
                | Command::Quit
                | Command::Help
                | Command::Explain
                | Command::Enter => {
                    self.mode = Mode::List;
                    None
                }
                command => press_in_page(page, command, viewport),
            },
            Mode::Question(page) => match keys::answer(key) {
                Some(answer) => Some(Action::Answer(answer)),
                None => press_in_page(page, keys::command(key)?, viewport),
            },
        }
    }

    /// Handles a pasted text.
    pub(crate) fn paste(&mut self, text: &str) {
        if self.mode == Mode::Filter {
            self.filter
                .extend(text.chars().filter(|char| !char.is_control()));
            self.narrow_filter();
        }
    }

    fn press_in_list(&mut self, key: KeyEvent, viewport: Viewport) -> Option<Action> {
        if let KeyCode::Char(digit @ '0'..='9') = key.code {
            self.digit(digit as usize - '0' as usize);
            return None;
        }
        self.number = 0;
        match keys::command(key)? {
            Command::Move(motion) => self.move_cursor(motion, viewport),
            Command::Filter => self.mode = Mode::Filter,
            Command::Mark => self.mark(viewport),
            Command::MarkAll => self.mark_all(),
            Command::Enter if self.prints => return self.on_chosen(Action::Print),
            Command::Enter | Command::Open => return self.on_chosen(Action::Open),
            Command::Copy => return self.on_chosen(Action::Copy),
            Command::NextReading => self.next_reading(),
            Command::ShowNames => self.show_names(!self.shows_names),
            Command::Explain => {
                let has_link = self.current_index().is_some();
                return self.on_link(has_link, Action::Explain);
            }
            Command::Help => {
                self.show_page("Keys", keys::help(self.enter_help()));
            }
            Command::Redraw => return Some(Action::Redraw),
            Command::Back if !self.filter.is_empty() => self.clear_filter(),
            Command::Back | Command::Quit => return Some(Action::Quit),
            Command::Interrupt => return Some(Action::Interrupt),
        }
        None
    }

    /// Returns an action on the chosen links, if there are any.
    fn on_chosen(&mut self, action: Action) -> Option<Action> {
        let has_link = self.chosen().next().is_some();
        self.on_link(has_link, action)
    }

    fn on_link(&mut self, has_link: bool, action: Action) -> Option<Action> {
        if !has_link {
            self.status = Some("no link has these words".to_owned());
        }
        has_link.then_some(action)
    }

    fn press_in_filter(&mut self, key: KeyEvent, viewport: Viewport) -> Option<Action> {
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Esc => {
                self.clear_filter();
                self.mode = Mode::List;
            }
            KeyCode::Backspace => {
                if self.filter.pop().is_none() {
                    self.mode = Mode::List;
                }
                self.apply_filter();
            }
            KeyCode::Char('u') if is_control => self.clear_filter(),
            KeyCode::Char(char) if !is_control => {
                self.filter.push(char);
                self.narrow_filter();
            }
            _ => match keys::command(key)? {
                Command::Interrupt => return Some(Action::Interrupt),
                Command::Redraw => return Some(Action::Redraw),
                Command::Move(motion) => self.move_cursor(motion, viewport),
                Command::Mark => self.mark(viewport),
                Command::Enter => self.mode = Mode::List,
                _ => {}
            },
        }
        None
    }

    fn move_cursor(&mut self, motion: Motion, viewport: Viewport) {
        let last = self.listed.len().saturating_sub(1);
        self.cursor = motion.apply(self.cursor, viewport.lines, last);
    }

    /// Adds a digit to the number being typed, and moves to the link with that number. If it is not listed, starts a
    /// new number with the digit.
    fn digit(&mut self, digit: usize) {
        let longer = self.number.saturating_mul(10).saturating_add(digit);
        for number in [longer, digit] {
            let index = number.checked_sub(1).and_then(|at| self.shown.get(at));
            if let Some(row) = index.and_then(|index| self.listed.binary_search(index).ok()) {
                self.cursor = row;
                self.number = number;
                return;
            }
        }
        self.number = 0;
        self.status = Some(format!("no link {longer} is shown"));
    }

    /// Marks or unmarks the current link, and moves to the next one.
    fn mark(&mut self, viewport: Viewport) {
        if let Some(index) = self.current_index() {
            if !self.marked.remove(&index) {
                self.marked.insert(index);
            }
            self.move_cursor(Motion::Down, viewport);
        }
    }

    /// Marks all listed links, or unmarks them if all are marked.
    fn mark_all(&mut self) {
        if self.listed.iter().all(|index| self.marked.contains(index)) {
            for index in &self.listed {
                self.marked.remove(index);
            }
        } else {
            self.marked.extend(&self.listed);
        }
    }

    fn next_reading(&mut self) {
        let Some(link) = self
            .current_index()
            .and_then(|index| self.links.get_mut(index))
        else {
            return;
        };
        self.status = Some(if link.next_reading() {
            let (reading, readings) = link.reading();
            format!("reading {reading} of {readings}")
        } else {
            "it can be read in one way only".to_owned()
        });
    }

    /// Lists all links again.
    fn clear_filter(&mut self) {
        self.filter.clear();
        self.apply_filter();
    }

    /// Lists the links that match the filter. The current link stays current if it does.
    fn apply_filter(&mut self) {
        let current = self.current_index();
        self.list_matching(self.shown.clone(), current);
    }

    /// Applies a filter that has grown: only listed links can match.
    fn narrow_filter(&mut self) {
        let listed = mem::take(&mut self.listed);
        let current = listed.get(self.cursor).copied();
        self.list_matching(listed, current);
    }

    fn list_matching(&mut self, links: impl IntoIterator<Item = usize>, current: Option<usize>) {
        let links = links.into_iter();
        let matches = |&index: &usize| self.matches(&self.links[index]);
        self.listed = links.filter(matches).collect();
        let row = current.and_then(|index| self.listed.binary_search(&index).ok());
        self.cursor = row.unwrap_or(0);
    }

    /// Shows names and addresses without a scheme, or hides and unmarks them.
    pub(crate) fn show_names(&mut self, shows: bool) {
        self.shows_names = shows;
        let indices = 0..self.links.len();
        let listed = indices.filter(|&index| self.shows(&self.links[index]));
        self.shown = listed.collect();
        self.marked
            .retain(|index| self.shown.binary_search(index).is_ok());
        self.apply_filter();
    }

    fn shows(&self, link: &ListedLink) -> bool {
        self.shows_names || !link.is_name
    }

    /// Returns whether a link has all words of the filter. A word without upper case letters matches in any
    /// case.
    fn matches(&self, link: &ListedLink) -> bool {
        self.filter.split_whitespace().all(|word| {
            let is_exact = word.chars().any(char::is_uppercase);
            link.searched_texts().any(|text| {
                if is_exact {
                    text.contains(word)
                } else {
                    text.to_lowercase().contains(word)
                }
            })
        })
    }
}

/// Handles a command in a text over the list.
fn press_in_page(page: &mut Page, command: Command, viewport: Viewport) -> Option<Action> {
    match command {
        Command::Interrupt => return Some(Action::Interrupt),
        Command::Redraw => return Some(Action::Redraw),
        Command::Move(motion) => page.scroll(motion, viewport.lines),
        _ => {}
    }
    None
}

/// A row of the list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row<'p> {
    /// The number of the link, from 1.
    pub(crate) number: usize,
    pub(crate) link: &'p ListedLink,
    pub(crate) is_marked: bool,
    pub(crate) is_current: bool,
}

#[cfg(test)]
mod tests;
