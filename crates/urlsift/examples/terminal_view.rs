//! Shows the bodies of a message on a terminal, with their links underlined: `terminal_view FILE`. Tab goes to the next
//! link and shows its URL and its warnings; Enter opens it with the program that `BROWSER` names; `q` ends.

use std::{borrow::Cow, env, fs, io, process::Command};

use crossterm::{
    event::{self, Event, KeyCode},
    execute,
    terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode},
};
use ratatui_core::{
    layout::{Constraint, Layout},
    style::Stylize,
    terminal::{Frame, Terminal},
    text::{Line, Span, Text},
};
use ratatui_crossterm::CrosstermBackend;
use urlsift::{Advice, Conformance, DecodedText, Link, Section};

fn main() -> io::Result<()> {
    let path = env::args_os().nth(1).ok_or(io::ErrorKind::InvalidInput)?;
    let view = View::of(&fs::read(path)?);
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen)?;
    let ended = run(view);
    execute!(io::stdout(), LeaveAlternateScreen)?;
    disable_raw_mode()?;
    ended
}

fn run(mut view: View) -> io::Result<()> {
    let mut terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
    loop {
        terminal.draw(|frame| view.render(frame))?;
        if let Event::Key(key) = event::read()? {
            match key.code {
                KeyCode::Char('q') => return Ok(()),
                KeyCode::Tab => view.select_next(),
                KeyCode::Enter => {
                    if let Some(url) = view.open() {
                        let browser = env::var_os("BROWSER").unwrap_or_else(|| "xdg-open".into());
                        Command::new(browser).arg(url.as_ref()).spawn()?;
                    }
                }
                _ => {}
            }
        }
    }
}

/// The bodies of a message.
pub(crate) struct View {
    links: Vec<Link<'static>>,
    /// Pieces of lines, each with the index of its link.
    lines: Vec<Vec<(String, Option<usize>)>>,
    selected: usize,
    /// Whether the user has seen why the selected link should not be opened without a look.
    is_warned: bool,
}

impl View {
    pub(crate) fn of(message: &[u8]) -> Self {
        let mut view = Self {
            links: Vec::new(),
            lines: vec![Vec::new()],
            selected: 0,
            is_warned: false,
        };
        let source = urlsift::message(message).conforms(Conformance::Relative);
        for text in source.texts() {
            // The others are header fields.
            if let Section::Part(_) = text.section() {
                view.add(&text);
            }
        }
        view
    }

    fn add(&mut self, text: &DecodedText) {
        let mut end = 0;
        for (piece, link) in text.pieces() {
            self.push(&text.bytes()[end..piece.start], None);
            // The pieces of a link stand together.
            if self.links.last().map(Link::span) != Some(link.span()) {
                self.links.push(link.clone());
            }
            self.push(&text.bytes()[piece.clone()], Some(self.links.len() - 1));
            end = piece.end;
        }
        self.push(&text.bytes()[end..], None);
    }

    fn push(&mut self, bytes: &[u8], link: Option<usize>) {
        for (number, line) in String::from_utf8_lossy(bytes).split('\n').enumerate() {
            if number > 0 {
                self.lines.push(Vec::new());
            }
            if let Some(last) = self.lines.last_mut() {
                last.push((line.to_owned(), link));
            }
        }
    }

    pub(crate) fn select_next(&mut self) {
        self.selected = (self.selected + 1) % self.links.len().max(1);
        self.is_warned = false;
    }

    /// Returns the absolute URL of the selected link. If the advice is not to open it at once, it is returned the
    /// second time; what should not be opened at all is not.
    pub(crate) fn open(&mut self) -> Option<Cow<'_, str>> {
        let link = self.links.get(self.selected)?;
        let may_open = match link.advice().0 {
            Advice::Open => true,
            Advice::Show | Advice::Ask => self.is_warned,
            Advice::Text => false,
        };
        self.is_warned = true;
        link.absolute().filter(|_| may_open)
    }

    pub(crate) fn render(&self, frame: &mut Frame<'_>) {
        let [body, status] =
            Layout::vertical([Constraint::Min(1), Constraint::Length(1)]).areas(frame.area());
        let span = |(text, link): &(String, Option<usize>)| match link {
            None => Span::raw(text.clone()),
            Some(link) if *link == self.selected => Span::raw(text.clone()).underlined().reversed(),
            Some(_) => Span::raw(text.clone()).underlined(),
        };
        let is_selected = |(_, link): &(String, Option<usize>)| *link == Some(self.selected);
        let row = self
            .lines
            .iter()
            .position(|line| line.iter().any(is_selected));
        let above = row
            .unwrap_or(0)
            .saturating_sub(usize::from(body.height) / 2);
        let lines = self.lines.iter().skip(above);
        let lines = lines.map(|line| line.iter().map(span).collect::<Line<'_>>());
        frame.render_widget(lines.collect::<Text<'_>>(), body);
        frame.render_widget(Line::raw(self.status()), status);
    }

    /// Returns the URL of the selected link, and its warnings or, after Enter, what the user should know.
    fn status(&self) -> String {
        let Some(link) = self.links.get(self.selected) else {
            return "no link".to_owned();
        };
        let url = link.absolute().unwrap_or(link.url().into());
        match link.advice() {
            (Advice::Text, reason) if self.is_warned => format!("not opened, {reason}: {url}"),
            (Advice::Show | Advice::Ask, reason) if self.is_warned => {
                format!("{reason}; Enter opens {url}")
            }
            _ => {
                let warnings = link.warnings().map(|warning| format!(" - {warning}"));
                url.into_owned() + &warnings.collect::<String>()
            }
        }
    }
}
