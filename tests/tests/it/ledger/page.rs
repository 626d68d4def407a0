//! Chapters of the ledger as a page of Markdown.

use std::{cmp::Reverse, collections::BTreeMap, fmt::Write as _};

use super::model::{Chapter, Rule, Section, file};

/// The width of the text, in characters. Tables may be wider.
const WIDTH: usize = 110;

/// The maximum number of files of cases that a rule shows.
const MAX_FILES: usize = 2;

/// Returns the page that begins with `introduction`. Its links are relative to a folder of the repository's root.
pub(super) fn render(introduction: &str, chapters: &[Chapter]) -> String {
    let mut page = Page {
        text: introduction.to_string(),
        links: BTreeMap::new(),
    };
    for chapter in chapters {
        page.chapter(chapter);
    }
    page.text.push('\n');
    for (label, target) in page.links {
        writeln!(page.text, "[{label}]: ../{target}").expect("a string takes every text");
    }
    page.text
}

struct Page {
    text: String,
    /// The target of each label.
    links: BTreeMap<String, String>,
}

impl Page {
    fn chapter(&mut self, chapter: &Chapter) {
        write!(self.text, "\n## {}\n", chapter.title).expect("a string takes every text");
        self.paragraph(chapter.introduction.as_deref());
        for section in &chapter.sections {
            write!(self.text, "\n### {}\n", section.heading).expect("a string takes every text");
            self.paragraph(section.introduction.as_deref());
            let no_cases = section.no_cases.as_ref();
            let no_cases = no_cases.map(|reason| format!("Without cases: {reason}."));
            self.paragraph(no_cases.as_deref());
            if section.rules.is_empty() {
                continue;
            }
            self.text.push('\n');
            if section.rules.iter().any(|rule| rule.why.is_some()) {
                self.list(&section.rules);
            } else {
                self.table(section);
            }
        }
    }

    fn paragraph(&mut self, text: Option<&str>) {
        if let Some(text) = text {
            self.text.push('\n');
            self.wrapped(text, "", "");
        }
    }

    /// One item per rule: the rule and its reason, and below it the code and the cases.
    fn list(&mut self, rules: &[Rule]) {
        for rule in rules {
            let mut text = format!("**{}**", statement(rule));
            if let Some(why) = &rule.why {
                text.push(' ');
                text.push_str(why);
            }
            self.wrapped(&text, "- ", "  ");
            let mut evidence = vec![format!("Code: {}", self.code(rule))];
            match (&rule.no_cases, rule.cases.as_slice()) {
                (Some(reason), _) => evidence.push(format!("No cases: {reason}")),
                (None, []) => {}
                (None, cases) => evidence.push(format!("Cases: {}", self.cases(cases))),
            }
            self.wrapped(&format!("{}.", evidence.join(". ")), "  - ", "    ");
        }
    }

    /// One row per rule. Columns without content are left out.
    fn table(&mut self, section: &Section) {
        let rules = &section.rules;
        let has_sections = rules.iter().any(|rule| rule.section.is_some());
        let has_cases =
            section.no_cases.is_none() || rules.iter().any(|rule| !rule.cases.is_empty());
        let columns = [
            (has_sections, "Section"),
            (true, "Rule"),
            (true, "Code"),
            (has_cases, "Cases"),
        ];
        let columns = columns.into_iter().filter(|(is_shown, _)| *is_shown);
        let header: Vec<_> = columns.map(|(_, name)| name.to_string()).collect();
        self.row(&header);
        self.row(&vec!["---".to_string(); header.len()]);
        for rule in rules {
            let mut cells = Vec::new();
            if has_sections {
                cells.push(rule.section.clone().unwrap_or_default());
            }
            cells.push(statement(rule));
            cells.push(self.code(rule));
            if has_cases {
                cells.push(match &rule.no_cases {
                    Some(reason) => format!("none: {reason}"),
                    None if rule.cases.is_empty() => "none".to_string(),
                    None => self.cases(&rule.cases),
                });
            }
            self.row(&cells);
        }
    }

    fn row(&mut self, cells: &[String]) {
        let cells: Vec<_> = cells
            .iter()
            .map(|cell| words(cell).join(" ").replace('|', "\\|"))
            .collect();
        writeln!(self.text, "| {} |", cells.join(" | ")).expect("a string takes every text");
    }

    /// The main item, linked to its file, or why there is none.
    fn code(&mut self, rule: &Rule) -> String {
        let Some((path, item)) = rule.code.first().and_then(|name| name.split_once(": ")) else {
            let reason = rule.no_code.as_deref().unwrap_or_default();
            return format!("none: {reason}");
        };
        let label = path.replacen("crates/", "", 1).replacen("src/", "", 1);
        let link = format!("[`{item}`][{label}]");
        self.links.insert(label, path.to_string());
        link
    }

    /// The number of cases and the files that hold most of them.
    fn cases(&mut self, cases: &[String]) -> String {
        let mut counts = BTreeMap::<&str, usize>::new();
        for file in cases.iter().filter_map(|name| file(name)) {
            *counts.entry(file).or_default() += 1;
        }
        let mut files: Vec<_> = counts.into_iter().collect();
        files.sort_by_key(|(_, count)| Reverse(*count));
        let rest = files.split_off(files.len().min(MAX_FILES));
        let mut links: Vec<_> = files.into_iter().map(|(file, _)| self.file(file)).collect();
        if !rest.is_empty() {
            links.push("…".to_string());
        }
        format!("{} in {}", cases.len(), links.join(", "))
    }

    fn file(&mut self, file: &str) -> String {
        let folder = if file.contains('/') { "" } else { "rfc1738/" };
        self.links
            .insert(file.to_string(), format!("corpus/{folder}{file}.toml"));
        format!("[{file}]")
    }

    /// Appends a text in lines of at most [`WIDTH`] characters.
    fn wrapped(&mut self, text: &str, first: &str, indent: &str) {
        let mut line = first.to_string();
        let mut is_empty = true;
        for word in words(text) {
            let width = line.chars().count() + 1 + word.chars().count();
            // At the start of a line these would begin a list, a heading or a quotation.
            let may_begin_line = !word.starts_with(['-', '+', '*', '#', '>', '=']);
            if !is_empty && width > WIDTH && may_begin_line {
                self.text.push_str(&line);
                self.text.push('\n');
                line = indent.to_string();
                is_empty = true;
            }
            if !is_empty {
                line.push(' ');
            }
            line.push_str(word);
            is_empty = false;
        }
        self.text.push_str(&line);
        self.text.push('\n');
    }
}

/// A rule's productions and its sentence.
fn statement(rule: &Rule) -> String {
    let productions = rule
        .productions
        .iter()
        .map(|production| code_span(production));
    let sentence = rule.sentence.clone();
    productions.chain(sentence).collect::<Vec<_>>().join(" ")
}

/// A text in code font, whatever it contains.
fn code_span(text: &str) -> String {
    if text.contains('`') {
        format!("`` {text} ``")
    } else {
        format!("`{text}`")
    }
}

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}
