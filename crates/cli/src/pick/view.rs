//! The screen: the list, below it what is known of the link at hand, and a line of keys. All of it is
//! ASCII but for what the inputs hold, and can be told apart without colours.

use std::ops::Range;

use ratatui::{
    Frame,
    layout::{Rect, Size},
    style::{Color, Modifier, Style},
    text::{Line, Span},
};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::{
    found::Found,
    links,
    picker::{Mode, Page, Picker, Reading, Room, Row},
};
use crate::term::escape::escaped;

/// With fewer lines there is nothing but the list.
const LEAST_FOR_DETAILS: u16 = 10;

/// So many lines are enough for all that is told of a link.
const MOST_DETAILS: u16 = 13;

/// So many lines of its URL are shown.
const MOST_OF_URL: usize = 5;

/// How things look.
#[derive(Clone, Copy, Debug)]
pub(super) struct Looks {
    pub(super) color: bool,
}

impl Looks {
    fn colored(self, color: Color) -> Style {
        if self.color {
            Style::new().fg(color)
        } else {
            Style::new()
        }
    }

    const fn aside() -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    const fn strong() -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    const fn reversed() -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }
}

/// How many lines there are for what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Heights {
    title: u16,
    list: u16,
    details: u16,
    keys: u16,
}

impl Heights {
    fn of(height: u16) -> Self {
        let title = u16::from(height > 2);
        let keys = u16::from(height > 1);
        let rest = height - title - keys;
        let details = if height < LEAST_FOR_DETAILS {
            0
        } else {
            (rest / 2 + 1).min(MOST_DETAILS)
        };
        Self {
            title,
            list: rest - details,
            details,
            keys,
        }
    }
}

/// How much of the list has room on a screen, or of a text.
pub(super) fn room(size: Size, mode: &Mode) -> Room {
    let heights = Heights::of(size.height);
    let lines = match mode {
        Mode::Page(_) => heights.list + heights.details,
        Mode::List | Mode::Typing => heights.list,
    };
    Room {
        columns: usize::from(size.width),
        lines: usize::from(lines),
    }
}

/// Draws all of it.
pub(super) fn draw(frame: &mut Frame<'_>, picker: &mut Picker, looks: Looks) {
    let area = frame.area();
    let heights = Heights::of(area.height);
    let mut rows = Rows { area, next: 0 };
    if let Mode::Page(page) = &picker.mode {
        let lines = page.shown(room(area.into(), &picker.mode).lines);
        let told = format!(
            "{} to {} of {}",
            lines.start + 1,
            lines.end,
            page.lines.len()
        );
        if heights.title > 0 {
            rows.put(frame, title(&format!(" {}", page.title), &told, area.width));
        }
        for line in &page.lines[lines] {
            rows.put(frame, Line::raw(line.as_str()));
        }
        rows.next = area.height - heights.keys;
        if heights.keys > 0 {
            rows.put(
                frame,
                Line::styled(" arrows move  q goes back", Looks::aside()),
            );
        }
        return;
    }
    if heights.title > 0 {
        rows.put(frame, title(" urlsift pick", &counts(picker), area.width));
    }
    let width = usize::from(area.width);
    let digits = picker.counts().0.to_string().len();
    let shown = picker.scroll(usize::from(heights.list));
    for row in picker.rows(shown) {
        rows.put(frame, list_row(row, digits, width, looks));
    }
    rows.next = heights.title + heights.list;
    if let Some(link) = picker.at_hand().filter(|_| heights.details > 0) {
        let lines = details(link, width, looks);
        for line in lines.into_iter().take(usize::from(heights.details)) {
            rows.put(frame, line);
        }
    }
    rows.next = area.height - heights.keys;
    if heights.keys > 0 {
        let line = last_line(picker, width);
        if picker.mode == Mode::Typing && picker.note.is_none() {
            let column = u16::try_from(line.width()).unwrap_or(u16::MAX);
            let last = area.width.saturating_sub(1);
            frame.set_cursor_position((area.x + column.min(last), area.y + rows.next));
        }
        rows.put(frame, line);
    }
}

/// The lines of the screen, from the top down.
struct Rows {
    area: Rect,
    next: u16,
}

impl Rows {
    fn put(&mut self, frame: &mut Frame<'_>, line: Line<'_>) {
        if self.next < self.area.height {
            let y = self.area.y + self.next;
            frame.render_widget(line, Rect::new(self.area.x, y, self.area.width, 1));
            self.next += 1;
        }
    }
}

impl Page {
    /// The lines that are on a screen with room for so many.
    fn shown(&self, room: usize) -> Range<usize> {
        let top = self.top.min(self.lines.len().saturating_sub(room));
        top..(top + room).min(self.lines.len())
    }
}

fn title(left: &str, right: &str, width: u16) -> Line<'static> {
    let room = usize::from(width).saturating_sub(left.width() + 1);
    let text = format!("{left}{right:>room$} ");
    Line::styled(text, Looks::reversed())
}

/// How many links there are, as far as it is known.
fn counts(picker: &Picker) -> String {
    let (all, shown, marked) = picker.counts();
    let all = links(all);
    let shown = (!picker.words.is_empty()).then(|| format!("{shown} of "));
    let more = match picker.reading {
        Reading::On => " so far",
        Reading::Over => "",
        Reading::Cut => ", and more that are not read",
    };
    let marked = (marked > 0).then(|| format!(", {marked} marked"));
    let errors = match picker.errors {
        0 => None,
        1 => Some(", 1 error".to_owned()),
        errors => Some(format!(", {errors} errors")),
    };
    [shown, Some(all + more), marked, errors]
        .into_iter()
        .flatten()
        .collect()
}

fn list_row(row: Row<'_>, digits: usize, width: usize, looks: Looks) -> Line<'static> {
    let cursor = if row.is_at_hand { '>' } else { ' ' };
    let mark = if row.is_marked { '*' } else { ' ' };
    let front = format!("{cursor}{mark}{:digits$} ", row.number);
    let behind = marks(row.link);
    let room = width.saturating_sub(front.width() + behind.width());
    let url = cut(&row.link.shown(), room.max(8));
    let mut style = Style::new();
    if row.is_marked {
        style = looks.colored(Color::Green).add_modifier(Modifier::BOLD);
    }
    if row.is_at_hand {
        style = style.add_modifier(Modifier::REVERSED);
    }
    let line = Line::from(vec![
        Span::styled(front, style),
        Span::styled(url, style),
        Span::styled(behind, style.patch(Looks::aside())),
    ]);
    line.style(style)
}

/// What stands behind a URL.
fn marks(link: &Found) -> String {
    let hyphen = (link.reading().1 > 1).then(|| " [hyphen?]".to_owned());
    let close = link.is_close_doubtful.then(|| " [close?]".to_owned());
    let count = (link.count > 1).then(|| format!(" ({} times)", link.count));
    [hyphen, close, count].into_iter().flatten().collect()
}

/// All that is told of a link.
fn details(link: &Found, width: usize, looks: Looks) -> Vec<Line<'static>> {
    let mut lines = vec![Line::styled("-".repeat(width), Looks::aside())];
    let mut url = wrapped(&link.shown(), width);
    if url.len() > MOST_OF_URL {
        url.truncate(MOST_OF_URL);
        let last = &mut url[MOST_OF_URL - 1];
        *last = format!("{}...", fitting(last, width.saturating_sub(3)));
    }
    let style = looks.colored(Color::Cyan).patch(Looks::strong());
    lines.extend(url.into_iter().map(|line| Line::styled(line, style)));
    let (reading, readings) = link.reading();
    let mut doubts = Vec::new();
    if readings > 1 {
        doubts.push(format!(
            "reading {reading} of {readings}: a line ended in a hyphen"
        ));
    }
    if link.is_close_doubtful {
        doubts.push("it is not sure that it ends there".to_owned());
    }
    if !doubts.is_empty() {
        let doubts = doubts.join("; ");
        lines.push(Line::styled(doubts, looks.colored(Color::Magenta)));
    }
    let place = &link.place;
    lines.extend(place.title.clone().map(Line::raw));
    let told = match (&place.part, &*place.path) {
        (Some(part), "-") => part.clone(),
        (Some(part), path) => format!("{part}, in {path}"),
        (None, "-") => "standard input".to_owned(),
        (None, path) => path.to_owned(),
    };
    lines.push(Line::raw(told));
    lines.push(Line::default());
    let around = link.around.iter();
    let around = around.flat_map(|line| wrapped_at_blanks(line, width.saturating_sub(2)));
    lines.extend(around.map(|line| Line::styled(format!("  {line}"), Looks::aside())));
    lines
}

/// What was done last; or else what is typed, or the keys that are used most.
fn last_line(picker: &Picker, width: usize) -> Line<'static> {
    if let Some(note) = &picker.note {
        return Line::styled(format!(" {note}"), Looks::strong());
    }
    if picker.mode == Mode::Typing {
        // What was typed last, and the cursor behind it.
        let words = escaped(picker.words.as_bytes());
        let last = fitting_end(&words, width.saturating_sub(2));
        return Line::raw(format!("/{last}"));
    }
    let take = picker.take().split(' ').next().unwrap_or_default();
    let all = if picker.words.is_empty() {
        "q quit"
    } else {
        "Esc all"
    };
    let keys =
        format!(" Enter {take}  Space mark  / narrow  y copy  r reading  c check  ? help  {all}");
    Line::styled(keys, Looks::aside())
}

/// As much of a text as has room, from both of its ends: those of URLs that look alike differ there.
fn cut(text: &str, room: usize) -> String {
    if text.width() <= room {
        return text.to_owned();
    }
    let room = room.saturating_sub(3);
    let front = fitting(text, room - room / 3);
    let behind = fitting_end(text, room / 3);
    format!("{front}...{behind}")
}

/// As much of a text as has room, from its beginning.
fn fitting(text: &str, room: usize) -> &str {
    &text[..fitting_len(text.chars(), room)]
}

/// The same from its end.
fn fitting_end(text: &str, room: usize) -> &str {
    &text[text.len() - fitting_len(text.chars().rev(), room)..]
}

/// How many bytes the first of these characters take that have room.
fn fitting_len(chars: impl Iterator<Item = char>, room: usize) -> usize {
    let mut used = 0;
    let fitting = chars.take_while(|char| {
        used += char.width().unwrap_or(0);
        used <= room
    });
    fitting.map(char::len_utf8).sum()
}

/// A text in lines that are not wider than this, if a character is not.
pub(super) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest = text;
    loop {
        let (line, behind) = split_line(rest, width);
        lines.push(line.to_owned());
        if behind.is_empty() {
            return lines;
        }
        rest = behind;
    }
}

/// The same with whole words, if they are not wider themselves.
fn wrapped_at_blanks(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest = text;
    loop {
        let (line, behind) = split_line(rest, width);
        if behind.is_empty() {
            lines.push(line.to_owned());
            return lines;
        }
        let word = match line.rfind(' ') {
            Some(blank) if !behind.starts_with(' ') => blank + 1,
            _ => line.len(),
        };
        // Blanks that a line begins with are no end of a word.
        let end = if line[..word].trim().is_empty() {
            line.len()
        } else {
            word
        };
        lines.push(line[..end].trim_end().to_owned());
        rest = rest[end..].trim_start();
    }
}

/// What has room of a text on one line, one character at least, and what is behind it.
fn split_line(text: &str, width: usize) -> (&str, &str) {
    let first = text.chars().next().map_or(0, char::len_utf8);
    text.split_at(fitting(text, width).len().max(first))
}

#[cfg(test)]
mod tests {
    use unicode_width::UnicodeWidthStr;

    use super::{Heights, cut, wrapped, wrapped_at_blanks};

    #[test]
    fn every_line_of_the_screen_is_for_something() {
        for height in 0..200 {
            let Heights {
                title,
                list,
                details,
                keys,
            } = Heights::of(height);
            assert_eq!(title + list + details + keys, height);
            // There is always room for the link at hand.
            assert!(list > 0 || height == 0, "{height}");
        }
    }

    #[test]
    fn text_is_cut_to_its_room() {
        assert_eq!(cut("http://a/b", 10), "http://a/b");
        assert_eq!(cut("http://a/bc", 10), "http:...bc");
        for text in [
            "http://a.example/b/c",
            "漢字漢字漢字漢字",
            "e\u{301}e\u{301}e\u{301}",
        ] {
            for room in 3..30 {
                let cut = cut(text, room);
                assert!(cut.width() <= room.max(3), "{cut}, {room}");
                assert_eq!(cut == text, text.width() <= room);
            }
        }
    }

    #[test]
    fn words_are_whole_where_they_can_be() {
        assert_eq!(wrapped_at_blanks("ab cd ef", 5), ["ab cd", "ef"]);
        assert_eq!(wrapped_at_blanks("ab cd ef", 4), ["ab", "cd", "ef"]);
        assert_eq!(wrapped_at_blanks("ab cdefghi", 4), ["ab", "cdef", "ghi"]);
        assert_eq!(wrapped_at_blanks("    abcd ef", 6), ["    ab", "cd ef"]);
        assert_eq!(wrapped_at_blanks("漢 字字", 3), ["漢", "字", "字"]);
        assert_eq!(wrapped_at_blanks("a   ", 2), ["a", ""]);
        assert_eq!(wrapped_at_blanks("", 4), [""]);
        assert_eq!(wrapped_at_blanks("ab", 0), ["a", "b"]);
    }

    #[test]
    fn text_is_wrapped_at_the_width() {
        assert_eq!(wrapped("abcdef", 4), ["abcd", "ef"]);
        assert_eq!(wrapped("a漢字b", 4), ["a漢", "字b"]);
        assert_eq!(wrapped("漢字", 1), ["漢", "字"]);
        assert_eq!(wrapped("", 4), [""]);
        assert_eq!(wrapped("ab", 0), ["a", "b"]);
    }
}
