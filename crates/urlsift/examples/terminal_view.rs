//! Shows the bodies of a message on a terminal, with their links underlined: `terminal_view FILE`. Tab goes to the next
//! link and shows its URL and its warnings; `q` ends.

use std::{env, fs, io};

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
use urlsift::{DecodedText, Link, Section};

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
}

impl View {
    pub(crate) fn of(message: &[u8]) -> Self {
        let mut view = Self {
            links: Vec::new(),
            lines: vec![Vec::new()],
            selected: 0,
        };
        for text in urlsift::message(message).texts() {
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
    }

    pub(crate) fn render(&self, frame: &mut Frame<'_>) {
        let [body, status] =
            Layout::vertical([Constraint::Min(1), Constraint::Length(1)]).areas(frame.area());
        let span = |(text, link): &(String, Option<usize>)| match link {
            None => Span::raw(text.clone()),
            Some(link) if *link == self.selected => Span::raw(text.clone()).underlined().reversed(),
            Some(_) => Span::raw(text.clone()).underlined(),
        };
        let lines = self.lines.iter();
        let lines = lines.map(|line| line.iter().map(span).collect::<Line<'_>>());
        frame.render_widget(lines.collect::<Text<'_>>(), body);
        frame.render_widget(Line::raw(self.status()), status);
    }

    /// Returns the URL of the selected link, and its warnings.
    fn status(&self) -> String {
        let Some(link) = self.links.get(self.selected) else {
            return "no link".to_owned();
        };
        let warnings = link.warnings().map(|warning| format!(" - {warning}"));
        link.url().to_owned() + &warnings.collect::<String>()
    }
}
