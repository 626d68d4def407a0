//! The screen: the list, the details of the current link, and a line of key hints. It is ASCII except for text from the
//! inputs and for a line where the terminal has a character for it, and does not rely on colours.

use ratatui_core::{
    layout::{Rect, Size},
    style::{Color, Modifier, Style},
    terminal::Frame,
    text::{Line, Span},
};
use unicode_width::UnicodeWidthStr;
use urlsift_search::escaped;

use crate::{
    layout::{link_count, prefix, suffix, wrap, wrap_words},
    link::ListedLink,
    page::Page,
    picker::{Counts, Mode, Picker, ReadProgress, Row, Viewport},
    shown_url::{DeceptiveHost, ShownUrl, detour},
};

/// The minimum height of a screen with details.
const MIN_HEIGHT_FOR_DETAILS: u16 = 10;

/// The maximum height of the details, in lines.
const MAX_DETAILS: u16 = 13;

/// The maximum number of lines of the URL in the details.
const MAX_URL_LINES: usize = 5;

/// The styles of the screen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Theme {
    pub(crate) color: bool,
    /// Whether lines are drawn with characters for that.
    pub(crate) draws_lines: bool,
}

impl Theme {
    fn colored(self, color: Color) -> Style {
        if self.color {
            Style::new().fg(color)
        } else {
            Style::new()
        }
    }

    /// Returns a line across the screen.
    fn rule(self, width: usize) -> String {
        let dash = if self.draws_lines { "\u{2500}" } else { "-" };
        dash.repeat(width)
    }

    /// The colour of warnings.
    fn warning(self) -> Style {
        self.colored(Color::Magenta)
    }

    const fn dim() -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    const fn bold() -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    const fn reversed() -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }
}

/// The heights of the regions of the screen, in lines.
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
        let details = if height < MIN_HEIGHT_FOR_DETAILS {
            0
        } else {
            (rest / 2 + 1).min(MAX_DETAILS)
        };
        Self {
            title,
            list: rest - details,
            details,
            keys,
        }
    }
}

/// Returns the size of the list, or of the page, on a screen.
pub(crate) fn viewport(size: Size, mode: &Mode) -> Viewport {
    let heights = Heights::of(size.height);
    let lines = match mode {
        Mode::Page(_) | Mode::Question(_) => heights.list + heights.details,
        Mode::List | Mode::Filter => heights.list,
    };
    Viewport {
        columns: usize::from(size.width),
        lines: usize::from(lines),
    }
}

/// Draws the screen.
pub(crate) fn draw(frame: &mut Frame<'_>, picker: &mut Picker, theme: Theme) {
    let area = frame.area();
    let heights = Heights::of(area.height);
    let mut rows = Rows { area, next: 0 };
    let height = viewport(area.into(), &picker.mode).lines;
    if let Mode::Page(page) | Mode::Question(page) = &mut picker.mode {
        page.fit(usize::from(area.width));
        draw_page(frame, &mut rows, page, height, heights);
        return;
    }
    if heights.title > 0 {
        let title = title(" urlsift pick", &counts(picker), area.width);
        rows.draw(frame, title);
    }
    let width = usize::from(area.width);
    let digits = picker.counts().links.to_string().len();
    let visible = picker.scroll(usize::from(heights.list));
    for row in picker.rows(visible) {
        rows.draw(frame, list_row(row, digits, width, theme));
    }
    rows.next = heights.title + heights.list;
    if let Some(link) = picker.current().filter(|_| heights.details > 0) {
        let lines = details(link, width, theme);
        for line in lines.into_iter().take(usize::from(heights.details)) {
            rows.draw(frame, line);
        }
    }
    rows.next = area.height - heights.keys;
    if heights.keys > 0 {
        let line = last_line(picker, width);
        if picker.mode == Mode::Filter && picker.status.is_none() {
            let column = u16::try_from(line.width()).unwrap_or(u16::MAX);
            let last = area.width.saturating_sub(1);
            frame.set_cursor_position((area.x + column.min(last), area.y + rows.next));
        }
        rows.draw(frame, line);
    }
}

fn draw_page(frame: &mut Frame<'_>, rows: &mut Rows, page: &Page, height: usize, heights: Heights) {
    let area = rows.area;
    let lines = page.visible(height);
    let position = format!(
        "{} to {} of {}",
        lines.start + 1,
        lines.end,
        page.lines.len()
    );
    if heights.title > 0 {
        let title = title(&format!(" {}", page.title), &position, area.width);
        rows.draw(frame, title);
    }
    for line in &page.lines[lines] {
        rows.draw(frame, Line::raw(line.as_str()));
    }
    rows.next = area.height - heights.keys;
    if heights.keys > 0 {
        rows.draw(frame, Line::styled(page.keys, Theme::dim()));
    }
}

/// Draws lines from the top of the screen down.
struct Rows {
    area: Rect,
    next: u16,
}

impl Rows {
    fn draw(&mut self, frame: &mut Frame<'_>, line: Line<'_>) {
        if self.next < self.area.height {
            let y = self.area.y + self.next;
            frame.render_widget(line, Rect::new(self.area.x, y, self.area.width, 1));
            self.next += 1;
        }
    }
}

fn title(left: &str, right: &str, width: u16) -> Line<'static> {
    let width = usize::from(width).saturating_sub(left.width() + 1);
    let text = format!("{left}{right:>width$} ");
    Line::styled(text, Theme::reversed())
}

/// Returns the counts of links so far.
fn counts(picker: &Picker) -> String {
    let Counts {
        links,
        listed,
        marked,
    } = picker.counts();
    let links = link_count(links);
    let listed = (!picker.filter.is_empty()).then(|| format!("{listed} of "));
    let progress = match picker.progress {
        ReadProgress::Reading => " so far",
        ReadProgress::Complete => "",
        ReadProgress::Truncated => ", and more that are not read",
    };
    let marked = (marked > 0).then(|| format!(", {marked} marked"));
    let errors = match picker.errors {
        0 => None,
        1 => Some(", 1 error".to_owned()),
        errors => Some(format!(", {errors} errors")),
    };
    let waiting = (picker.waiting > 0).then(|| format!(", {} waiting", picker.waiting));
    [listed, Some(links + progress), marked, waiting, errors]
        .into_iter()
        .flatten()
        .collect()
}

fn list_row(row: Row<'_>, digits: usize, width: usize, theme: Theme) -> Line<'static> {
    let cursor = if row.is_current { '>' } else { ' ' };
    let mark = if row.is_marked { '*' } else { ' ' };
    let bracket = if row.link.is_delimited { '<' } else { ' ' };
    let before = format!("{cursor}{mark}{:digits$}{bracket}", row.number);
    let (doubts, after) = (doubt_labels(row.link), count_label(row.link));
    let warning = warning_label(row.link).unwrap_or_default();
    let labels = warning.width() + doubts.width() + after.width();
    let width = width.saturating_sub(before.width() + labels);
    let url = ShownUrl::new(row.link.url(), width.max(8));
    let mut style = Style::new();
    if row.is_marked {
        style = theme.colored(Color::Green).add_modifier(Modifier::BOLD);
    }
    if row.is_current {
        style = style.add_modifier(Modifier::REVERSED);
    }
    let line = Line::from(vec![
        Span::styled(before, style),
        Span::styled(url.before, style),
        Span::styled(url.host, style.patch(Theme::bold())),
        Span::styled(url.after, style),
        Span::styled(warning, style.patch(theme.warning())),
        Span::styled(doubts, style.patch(theme.warning())),
        Span::styled(after, style.patch(Theme::dim())),
    ]);
    line.style(style)
}

/// Returns the label of a link whose text shows another host, or whose host a reader may take for another one.
fn warning_label(link: &ListedLink) -> Option<&'static str> {
    let differs = link.differing_hosts.as_ref().map(|_| " [other host!]");
    differs.or_else(|| DeceptiveHost::of(link.url()).map(|_| " [host!]"))
}

/// Returns the labels of what is doubtful about a link.
fn doubt_labels(link: &ListedLink) -> String {
    let hyphen = (link.reading().1 > 1).then_some(" [hyphen?]");
    let close = link.is_close_doubtful.then_some(" [close?]");
    [hyphen, close].into_iter().flatten().collect()
}

/// Returns how often a link occurs, if it does several times.
fn count_label(link: &ListedLink) -> String {
    match link.count {
        0 | 1 => String::new(),
        count => format!(" ({count} times)"),
    }
}

/// Returns the details of a link.
fn details(link: &ListedLink, width: usize, theme: Theme) -> Vec<Line<'static>> {
    let mut lines = vec![Line::styled(theme.rule(width), Theme::dim())];
    let mut url = wrap(&link.printable_url(), width);
    let is_cut = url.len() > MAX_URL_LINES;
    if is_cut {
        url.truncate(MAX_URL_LINES);
        let last = &mut url[MAX_URL_LINES - 1];
        *last = format!("{}...", prefix(last, width.saturating_sub(3)));
    }
    let style = theme.colored(Color::Cyan).patch(Theme::bold());
    lines.extend(url.into_iter().map(|line| Line::styled(line, style)));
    let detour = detour(link.url()).map(|text| wrap_words(&text, width));
    lines.extend(detour.into_iter().flatten().map(Line::raw));
    let parts = ShownUrl::whole(link.url());
    let deceptive = DeceptiveHost::of(link.url());
    if deceptive.is_some() || parts.has_login() || is_cut && !parts.host.is_empty() {
        let host = deceptive.as_ref().map_or(&parts.host, |found| &found.host);
        let host = suffix(host, width.saturating_sub("host: ".len()));
        lines.push(Line::styled(format!("host: {host}"), theme.warning()));
    }
    if let Some(deceptive) = deceptive {
        let warnings = wrap_words(&deceptive.warnings, width).into_iter();
        lines.extend(warnings.map(|line| Line::styled(line, theme.warning())));
    }
    if let Some((shown, target)) = &link.differing_hosts {
        let warning = format!("the text shows {shown}, but the link leads to {target}");
        let warning = wrap_words(&warning, width);
        lines.extend(
            warning
                .into_iter()
                .map(|line| Line::styled(line, theme.warning())),
        );
    }
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
        lines.push(Line::styled(doubts, theme.warning()));
    }
    let location = &link.location;
    lines.extend(location.title.clone().map(Line::raw));
    let place = match (&location.part, &*location.path) {
        (Some(part), "-") => part.clone(),
        (Some(part), path) => format!("{part}, in {path}"),
        (None, "-") => "standard input".to_owned(),
        (None, path) => path.to_owned(),
    };
    lines.push(Line::raw(place));
    lines.push(Line::default());
    let excerpt = link.excerpt.iter();
    let excerpt = excerpt.flat_map(|line| wrap_words(line, width.saturating_sub(2)));
    lines.extend(excerpt.map(|line| Line::styled(format!("  {line}"), Theme::dim())));
    lines
}

/// Returns the last line: the status, the filter being typed, or the most common keys.
fn last_line(picker: &Picker, width: usize) -> Line<'static> {
    if let Some(status) = &picker.status {
        return Line::styled(format!(" {status}"), Theme::bold());
    }
    if picker.mode == Mode::Filter {
        // The end of the filter, and the cursor after it.
        let filter = escaped(picker.filter.as_bytes());
        let end = suffix(&filter, width.saturating_sub(2));
        return Line::raw(format!("/{end}"));
    }
    let enter = picker.enter_help().split(' ').next().unwrap_or_default();
    let quit = if picker.filter.is_empty() {
        "q quit"
    } else {
        "Esc all"
    };
    let keys =
        format!(" Enter {enter}  Space mark  / narrow  y copy  r reading  c check  ? help  {quit}");
    Line::styled(keys, Theme::dim())
}

#[cfg(test)]
mod tests {
    use super::Heights;

    #[test]
    fn regions_cover_the_screen() {
        for height in 0..200 {
            let Heights {
                title,
                list,
                details,
                keys,
            } = Heights::of(height);
            assert_eq!(title + list + details + keys, height);
            // The current link is always visible.
            assert!(list > 0 || height == 0, "{height}");
        }
    }
}
