//! A validated URL for people: snippets that show its problems, and its parts.

use std::{
    io::{self, Write},
    ops::Range,
};

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use anstyle::{AnsiColor, Style};
use unicode_width::UnicodeWidthStr;
use urlsift_search::{
    Conformance, Verdict,
    rfc1738::{Base, Encoded, PartValue, Problem, Step, explain},
};

use urlsift::write_escaped;

/// The row of the canonical host, which is no part.
const HOST_ASCII: &str = "host_ascii";

/// The maximum number of problems of one URL that are shown; the rest are counted.
const MAX_PROBLEMS: usize = 10;

const URL: Style = Style::new().bold();
const HEADING: Style = Style::new().bold();
const NAME: Style = AnsiColor::Cyan.on_default();
const WARNING: Style = AnsiColor::Yellow.on_default().bold();
const SENT: Style = AnsiColor::Green.on_default();

/// Reports on URLs in lines of a given width.
#[derive(Clone, Debug)]
pub(crate) struct CheckReport {
    renderer: Renderer,
    color: bool,
    width: usize,
}

impl CheckReport {
    pub(crate) fn new(color: bool, width: usize) -> Self {
        let renderer = if color {
            Renderer::styled()
        } else {
            Renderer::plain()
        };
        Self {
            renderer: renderer.term_width(width),
            color,
            width,
        }
    }

    /// Draws the report on a URL: its conformance, warnings, problems and parts, and what a client does. Problems are
    /// errors, or warnings if the URL conforms to `level` all the same.
    pub(crate) fn draw(
        &self,
        out: &mut Vec<u8>,
        url: &[u8],
        verdict: &Verdict<'_>,
        level: Conformance,
        base: Option<Base<'_>>,
    ) -> io::Result<()> {
        let conformance = verdict.conformance();
        let heading = if url.is_empty() { EMPTY } else { url };
        self.painted(out, URL, heading)?;
        let is_accepted = verdict.is_accepted_today();
        writeln!(out, "\n{}", sentence(conformance, is_accepted))?;
        if is_accepted && !conformance.reaches(level) {
            let level = level.name();
            writeln!(
                out,
                "exit status 1: the level to reach is {level} (see --conforms)"
            )?;
        }
        // Often more important today than the problems by RFC 1738.
        self.warnings(out, verdict)?;
        let severity = if conformance.reaches(level) {
            Level::WARNING
        } else {
            Level::ERROR
        };
        self.problems(out, url, &severity, verdict)?;
        if let Some(help) = notation_help(url) {
            let group = Group::with_title(Level::HELP.primary_title(help));
            writeln!(out, "\n{}", self.renderer.render(&[group]))?;
        }
        if let Some(base) = base.filter(|_| conformance == Conformance::Relative) {
            self.heading(out, "resolved")?;
            out.write_all(b"  ")?;
            write_escaped(out, &base.resolve(url))?;
            out.write_all(b"\n")?;
        }
        self.parts(out, verdict)?;
        self.steps(out, &explain(verdict.parts()))
    }

    fn problems(
        &self,
        out: &mut Vec<u8>,
        url: &[u8],
        severity: &Level<'static>,
        verdict: &Verdict<'_>,
    ) -> io::Result<()> {
        let problems = verdict.problems();
        let shown = EscapedUrl::of(url)?;
        // Equal problems are shown together, as far as one line can show them.
        let mut equal: Vec<(Problem, String, Vec<Range<usize>>)> = Vec::new();
        for &problem in problems.iter().take(MAX_PROBLEMS) {
            let span = shown.span(problem.span());
            let help = problem.help(url);
            let known = equal.iter().position(|(first, other_help, spans)| {
                (first.code(), first.rule(), other_help) == (problem.code(), problem.rule(), &help)
                    && spans[0].start + self.width / 2 >= span.end
            });
            match known {
                Some(known) => equal[known].2.push(span),
                None => equal.push((problem, help, vec![span])),
            }
        }
        for (problem, help, spans) in equal {
            let rule = self.wrapped(&problem.rule().to_string(), RULE_INDENT);
            let carets = spans
                .into_iter()
                .map(|span| AnnotationKind::Primary.span(span));
            let snippet = Snippet::source(shown.text.as_str())
                .line_numbering(false)
                .annotations(carets);
            let group = severity
                .clone()
                .primary_title(problem.code().to_string())
                .id(problem.code().name())
                .element(snippet)
                .element(Level::NOTE.with_name("rule").message(rule))
                .element(Level::HELP.message(self.wrapped(&help, RULE_INDENT)));
            writeln!(out, "\n{}", self.renderer.render(&[group]))?;
        }
        match problems.len().saturating_sub(MAX_PROBLEMS) + verdict.problems_left_out() {
            0 => Ok(()),
            more => writeln!(out, "\n... and {more} more"),
        }
    }

    fn parts(&self, out: &mut Vec<u8>, verdict: &Verdict<'_>) -> io::Result<()> {
        let parts = verdict.parts();
        let is_written = parts.port().is_some();
        let rows: Vec<_> = parts
            .iter()
            .filter(|(name, _)| !(is_written && *name == "effective_port"))
            .collect();
        let names = rows.iter().map(|(name, _)| *name);
        // Only where the host is not written in its canonical form.
        let host_ascii = parts.host_ascii().filter(|ascii| {
            let written = parts.host().map(Encoded::as_bytes);
            written != Some(ascii.as_bytes())
        });
        let names = names.chain(host_ascii.as_ref().map(|_| HOST_ASCII));
        let Some(width) = names.map(str::len).max() else {
            return Ok(());
        };
        self.heading(out, "parts")?;
        for (name, value) in rows {
            match value {
                PartValue::Text(part) => {
                    self.row(out, width, name, &[part])?;
                    if let Some(ascii) = host_ascii.as_deref().filter(|_| name == "host") {
                        self.row(out, width, HOST_ASCII, &[Encoded::from(ascii)])?;
                    }
                }
                PartValue::Port(port) => {
                    let port = port.to_string();
                    self.row(out, width, name, &[Encoded::from(port.as_str())])?;
                }
                PartValue::Cwds(cwds) => {
                    for cwd in cwds {
                        self.row(out, width, name, &[cwd])?;
                    }
                }
                PartValue::Fields(fields) => {
                    for (field, value) in fields {
                        let both: Vec<_> = Iterator::chain([field].into_iter(), value).collect();
                        self.row(out, width, name, &both)?;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Draws a part, and after it its decoded form if that differs.
    fn row(
        &self,
        out: &mut Vec<u8>,
        width: usize,
        name: &str,
        values: &[Encoded<'_>],
    ) -> io::Result<()> {
        out.write_all(b"  ")?;
        self.painted(out, NAME, name.as_bytes())?;
        let column = width + 4;
        write!(out, "{:1$}", "", width - name.len() + 2)?;
        let mut used = column;
        for (at, value) in values.iter().enumerate() {
            if at > 0 {
                out.write_all(b" = ")?;
                used += 3;
            }
            let bytes = value.as_bytes();
            used += write_measured(out, if bytes.is_empty() { EMPTY } else { bytes })?;
            let decoded = value.decode();
            if *decoded != *bytes {
                let mut decoded_text = b"(decoded: ".to_vec();
                let len = decoded_text.len() + write_measured(&mut decoded_text, &decoded)? + 1;
                if used + 2 + len <= self.width {
                    out.write_all(b"  ")?;
                    used += 2 + len;
                } else {
                    write!(out, "\n{:column$}", "")?;
                    used = column + len;
                }
                out.write_all(&decoded_text)?;
                out.write_all(b")")?;
            }
        }
        out.write_all(b"\n")
    }

    fn warnings(&self, out: &mut Vec<u8>, verdict: &Verdict<'_>) -> io::Result<()> {
        let warnings = verdict.warnings();
        if !warnings.is_empty() {
            self.heading(out, "warnings")?;
        }
        for warning in warnings.iter() {
            out.write_all(b"  ")?;
            self.painted(out, WARNING, warning.code().as_bytes())?;
            let column = warning.code().len() + 4;
            let says = self.wrapped(&warning.to_string(), column);
            writeln!(out, ": {}", says.replace('\n', "\n    "))?;
        }
        Ok(())
    }

    fn steps(&self, out: &mut Vec<u8>, steps: &[Step]) -> io::Result<()> {
        if !steps.is_empty() {
            self.heading(out, "what a client does")?;
        }
        for step in steps {
            out.write_all(b"  ")?;
            match step {
                Step::Say(sentence) => {
                    let mut escaped = Vec::with_capacity(sentence.len());
                    write_escaped(&mut escaped, sentence.as_bytes())?;
                    let sentence = self.wrapped(&String::from_utf8_lossy(&escaped), 2);
                    out.write_all(sentence.replace('\n', "\n  ").as_bytes())?;
                }
                Step::Send(line) => {
                    out.write_all(b"> ")?;
                    for (at, field) in line.split(|&byte| byte == b'\t').enumerate() {
                        if at > 0 {
                            out.write_all(b"\\t")?;
                        }
                        self.painted(out, SENT, field)?;
                    }
                }
                Step::LeftOut(more) => write!(out, "... and {more} more")?,
                _ => {}
            }
            out.write_all(b"\n")?;
        }
        Ok(())
    }

    fn heading(&self, out: &mut Vec<u8>, heading: &str) -> io::Result<()> {
        out.write_all(b"\n")?;
        self.painted(out, HEADING, heading.as_bytes())?;
        out.write_all(b"\n")
    }

    /// Draws styled text from an input, escaped.
    fn painted(&self, out: &mut Vec<u8>, style: Style, text: &[u8]) -> io::Result<()> {
        if !self.color {
            return write_escaped(out, text);
        }
        write!(out, "{style}")?;
        write_escaped(out, text)?;
        write!(out, "{style:#}")
    }

    /// Wraps a text at its spaces, for lines that begin at a column.
    fn wrapped(&self, text: &str, column: usize) -> String {
        let width = self.width.saturating_sub(column).max(20);
        let mut wrapped = String::new();
        let mut used = 0;
        for word in text.split(' ') {
            let len = word.width();
            if used > 0 && used + 1 + len > width {
                wrapped.push('\n');
                used = 0;
            } else if used > 0 {
                wrapped.push(' ');
                used += 1;
            }
            wrapped.push_str(word);
            used += len;
        }
        wrapped
    }
}

/// The text that is shown for an empty value.
const EMPTY: &[u8] = b"(empty)";

/// Writes text from an input, escaped, and returns its width in columns.
fn write_measured(out: &mut Vec<u8>, text: &[u8]) -> io::Result<usize> {
    let start = out.len();
    write_escaped(out, text)?;
    Ok(String::from_utf8_lossy(&out[start..]).width())
}

/// The width of the label before a rule: `  = rule: `.
const RULE_INDENT: usize = 10;

/// Returns whether programs of today accept a URL, and the strictest standard that it satisfies.
fn sentence(conformance: Conformance, is_accepted: bool) -> String {
    let name = conformance.name();
    let today = match conformance {
        Conformance::Relative | Conformance::None => "",
        _ if is_accepted => "valid today, ",
        _ => "refused today, but ",
    };
    let but = match conformance {
        Conformance::Rfc1738 => " (1994)",
        Conformance::Rfc3986 if is_accepted => " (2005), but not by RFC 1738 (1994)",
        Conformance::Rfc3986 => " (2005)",
        Conformance::Whatwg => ", but not by RFC 1738 (1994)",
        Conformance::Relative => ", but not a URL by RFC 1738 (1994)",
        Conformance::None if is_accepted => {
            return format!(
                "{name}: accepted by browsers, but not a URL by RFC 1738 (1994) or RFC 3986 (2005)"
            );
        }
        Conformance::None => "",
    };
    format!("{name}: {today}{conformance}{but}")
}

/// Returns what to leave out of a URL that is written as in a text, such as `<URL:http://a.example/>`.
fn notation_help(url: &[u8]) -> Option<&'static str> {
    const PREFIX: &[u8] = b"URL:";

    let bracketed = url.strip_prefix(b"<");
    let bracketed = bracketed.and_then(|rest| rest.strip_suffix(b">"));
    let text = bracketed.unwrap_or(url);
    let split = text.split_at_checked(PREFIX.len());
    let has_prefix =
        split.is_some_and(|(first, rest)| first.eq_ignore_ascii_case(PREFIX) && !rest.is_empty());
    match (bracketed, has_prefix) {
        (Some(_), true) => Some("leave out the angle brackets and `URL:`"),
        (Some(_), false) => (!text.is_empty()).then_some("leave out the angle brackets"),
        (None, true) => Some("leave out `URL:`"),
        (None, false) => None,
    }
}

/// A URL escaped for a terminal, and where each byte of it is shown.
struct EscapedUrl {
    text: String,
    /// The offset in `text` of each byte of the URL, and the end of `text`.
    starts: Vec<usize>,
}

impl EscapedUrl {
    fn of(url: &[u8]) -> io::Result<Self> {
        let mut text = Vec::with_capacity(url.len());
        let mut starts = Vec::with_capacity(url.len() + 1);
        let mut show = |bytes: &[u8]| {
            starts.resize(starts.len() + bytes.len(), text.len());
            write_escaped(&mut text, bytes)
        };
        for chunk in url.utf8_chunks() {
            let mut utf8 = [0; 4];
            for char in chunk.valid().chars() {
                show(char.encode_utf8(&mut utf8).as_bytes())?;
            }
            chunk.invalid().chunks(1).try_for_each(&mut show)?;
        }
        starts.push(text.len());
        let text = String::from_utf8(text).map_err(io::Error::other)?;
        Ok(Self { text, starts })
    }

    /// Returns where a span of the URL is shown. A character that the span touches is part of it as a whole.
    fn span(&self, span: Range<usize>) -> Range<usize> {
        let end = if span.is_empty() {
            self.starts[span.start]
        } else {
            let last = self.starts[span.end - 1];
            let after = self.starts.partition_point(|&start| start <= last);
            self.starts[after.min(self.starts.len() - 1)]
        };
        self.starts[span.start]..end
    }
}
