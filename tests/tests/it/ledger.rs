//! The conformance ledger, `conformance/*.toml`, names the code and the cases of each rule. Everything it names
//! exists, no production and no file of cases is missing, and the pages that are generated from it are up to date.
//! `URLSIFT_BLESS=1` writes these pages.

mod items;
mod model;
mod page;

use std::{collections::BTreeSet, env, fs, path::PathBuf, slice, sync::LazyLock};

use items::Sources;
use model::{Chapter, INTRODUCTION, Rule, Section};
use urlsift::rfc1738;
use urlsift_tests::{archive, cases, verdicts};

/// Each chapter and section that must have these productions, in the order of its RFC.
#[rustfmt::skip]
const PRODUCTIONS: [(&str, &str, &str); 2] = [
    (
        "RFC 1738", "§5: ",
        "genericurl url otherurl scheme schemepart ip-schemepart login hostport host hostname domainlabel \
         toplabel alphadigit hostnumber port user password urlpath \
         ftpurl fpath fsegment ftptype fileurl httpurl hpath hsegment search \
         gopherurl gtype selector gopher+_string mailtourl encoded822addr newsurl grouppart group article \
         nntpurl telneturl waisurl waisdatabase waisindex waisdoc database wtype wpath \
         prosperourl ppath psegment fieldspec fieldname fieldvalue \
         lowalpha hialpha alpha digit safe extra national punctuation reserved hex escape unreserved uchar \
         xchar digits",
    ),
    (
        "RFC 1808", "§2: ",
        "URL absoluteURL generic-RL relativeURL net_path abs_path rel_path path fsegment segment params param \
         scheme net_loc query fragment pchar",
    ),
];

/// The maximum number of characters in a line of a page and of the ledger.
const MAX_LINE: usize = 200;

/// The text before the last chapter, which has a page of its own.
const DIFFERENCES: &str = "\
# Differences

This page says where urlsift deliberately differs from a specification, and how it reads what a specification leaves
open. The [ledger](LEDGER.md) has the rules that it follows. Each entry names the code and the cases that test it. It is
generated from `differences.toml`: edit that file, and run `URLSIFT_BLESS=1 cargo test -p urlsift-tests ledger`.
";

#[test]
fn everything_that_the_ledger_names_exists() {
    let errors = Ledger::read().errors();
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}

#[test]
fn the_pages_are_up_to_date() {
    let is_blessed = env::var_os("URLSIFT_BLESS").is_some_and(|value| value == "1");
    for (path, page) in pages() {
        if is_blessed {
            fs::write(root().join(path), &page).expect("a file that can be written");
        }
        assert!(
            page == read_page(path),
            "{path} differs from conformance/*.toml: run \
             `URLSIFT_BLESS=1 cargo test -p urlsift-tests ledger`"
        );
    }
}

#[test]
fn no_line_is_too_long() {
    let sources = model::FILES.map(model::source);
    let pages = pages().map(|(_, page)| page);
    let texts = sources.iter().chain(&pages);
    let long: Vec<_> = texts
        .flat_map(|text| text.lines())
        .filter(|line| line.chars().count() > MAX_LINE)
        .collect();
    assert!(long.is_empty(), "{}", long.join("\n"));
}

/// Each page, from the root of the repository, and its text as it should be.
fn pages() -> [(&'static str, String); 2] {
    let chapters = Ledger::read().chapters;
    let (differences, rules) = chapters.split_last().expect("a chapter");
    let differences = page::render(DIFFERENCES, slice::from_ref(differences));
    [
        ("conformance/LEDGER.md", page::render(INTRODUCTION, rules)),
        ("conformance/DIFFERENCES.md", differences),
    ]
}

fn root() -> PathBuf {
    cases::corpus().join("..")
}

fn read_page(path: &str) -> String {
    fs::read_to_string(root().join(path)).expect("a readable file")
}

#[test]
fn no_file_of_the_ledger_is_ignored() {
    let files = cases::files("../conformance", "toml");
    let found: BTreeSet<_> = files.iter().filter_map(|path| path.file_stem()).collect();
    let read: BTreeSet<_> = model::FILES.iter().map(AsRef::as_ref).collect();
    assert_eq!(found, read);
}

#[test]
fn a_rule_that_names_something_that_does_not_exist_is_rejected() {
    const CODE: &str = "'crates/rfc1738/src/schemes/http.rs: httpurl'";
    const CASES: &str = "'http/host-only', 'scan/hyphens/one', 'archive/html/br'";
    let errors = |code: &str, cases: &str, reasons: &str| {
        let text = format!(
            "title = 'A chapter'\n[[section]]\nheading = 'A section'\n\
             [[section.rule]]\nrule = 'a'\ncode = [{code}]\ncases = [{cases}]\n{reasons}"
        );
        let chapter = model::parse(&text).expect("a chapter");
        Ledger::new(vec![chapter]).errors_of_rules()
    };
    assert_eq!(errors(CODE, CASES, ""), [""; 0]);
    assert_eq!(errors(CODE, "", "no-cases = 'why'"), [""; 0]);
    assert_eq!(errors("", CASES, "no-code = 'why'"), [""; 0]);
    // A reason for the wrong thing is one error more.
    assert_eq!(errors("", CASES, "no-cases = 'why'").len(), 2);
    assert_eq!(errors(CODE, "", "no-code = 'why'").len(), 2);
    for (code, cases, reasons) in [
        ("", CASES, ""),
        (CODE, "", ""),
        (CODE, CASES, "no-cases = 'why'"),
        (CODE, CASES, "no-code = 'why'"),
        ("'httpurl'", CASES, ""),
        ("'crates/rfc1738/src/schemes/http.rs: http'", CASES, ""),
        ("'crates/rfc1738/src/schemes/http.rs: hostport'", CASES, ""),
        ("'crates/rfc1738/src/schemes/https.rs: httpurl'", CASES, ""),
        (CODE, "'http/host'", ""),
        (CODE, "'hyphens/one'", ""),
        (CODE, "'scan/hyphens/host-only'", ""),
        (CODE, "'html/br'", ""),
        (CODE, "'archive/br'", ""),
        (CODE, "'archive/html/one'", ""),
        (CODE, "'http/host-only scan/hyphens/one'", ""),
        (CODE, "'http/host-only', 'http/host-only'", ""),
    ] {
        assert_eq!(errors(code, cases, reasons).len(), 1, "{code} {cases}");
    }
}

/// The ledger, and the cases that exist.
struct Ledger {
    chapters: Vec<Chapter>,
    /// The names of all cases, as the ledger writes them.
    known: &'static BTreeSet<String>,
}

impl Ledger {
    fn read() -> Self {
        Self::new(model::FILES.map(model::read).into())
    }

    fn new(chapters: Vec<Chapter>) -> Self {
        // Parsing the corpus takes far longer than all checks of the ledger.
        static KNOWN: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
            let scan = cases::scan().into_iter();
            let archive = archive::cases().into_iter();
            let attributes = archive::attribute_cases().into_iter();
            verdicts::names()
                .into_iter()
                .chain(scan.map(|case| format!("scan/{}", case.name)))
                .chain(archive.map(|case| format!("archive/{}", case.name)))
                .chain(attributes.map(|case| format!("attributes/{}", case.name)))
                .collect()
        });
        Self {
            chapters,
            known: &KNOWN,
        }
    }

    fn rules(&self) -> impl Iterator<Item = (&Section, &Rule)> {
        let sections = self.chapters.iter().flat_map(|chapter| &chapter.sections);
        sections.flat_map(|section| section.rules.iter().map(move |rule| (section, rule)))
    }

    /// Everything that is wrong with the ledger.
    fn errors(&self) -> Vec<String> {
        let mut errors = self.errors_of_rules();
        if self.rules().next().is_none() {
            errors.push("there is no rule".into());
        }
        errors.extend(self.missing_productions());
        errors.extend(self.errors_of_texts());
        errors.extend(self.missing_files());
        errors
    }

    /// Rules that say nothing, have neither code nor a reason, neither cases nor a reason, or name code or cases
    /// that do not exist.
    fn errors_of_rules(&self) -> Vec<String> {
        let mut errors = Vec::new();
        let mut sources = Sources::default();
        for (section, rule) in self.rules() {
            let mut error = |text: &str| errors.push(format!("{text}\n    in {}", rule.title()));
            if rule.sentence.is_none() && rule.productions.is_empty() {
                error("neither a rule nor a production");
            }
            if rule.code.is_empty() != rule.no_code.is_some() {
                error("either code or a reason for its absence is required");
            }
            // The reason of a section holds for each of its rules without cases.
            let is_explained =
                rule.no_cases.is_some() || rule.cases.is_empty() && section.no_cases.is_some();
            if rule.cases.is_empty() != is_explained {
                error("either cases or a reason for their absence is required");
            }
            for name in rule.code.iter().filter(|name| !sources.contains(name)) {
                error(&format!("no such item: {name}"));
            }
            for name in rule.cases.iter().filter(|name| !self.known.contains(*name)) {
                error(&format!("no such case: {name}"));
            }
            if rule.cases.iter().collect::<BTreeSet<_>>().len() < rule.cases.len() {
                error("a case is named twice");
            }
        }
        errors
    }

    /// Productions that no rule of their section has, or that differ from those in the code.
    fn missing_productions(&self) -> Vec<String> {
        let productions = |index: usize| {
            let (title, number, _) = PRODUCTIONS[index];
            let chapters = self
                .chapters
                .iter()
                .filter(move |chapter| chapter.title == title);
            let sections = chapters.flat_map(|chapter| &chapter.sections);
            sections
                .filter(move |section| section.heading.starts_with(number))
                .flat_map(|section| &section.rules)
                .flat_map(|rule| &rule.productions)
        };
        let mut errors = Vec::new();
        for (index, (title, number, names)) in PRODUCTIONS.into_iter().enumerate() {
            let section = format!("{title} {}", number.trim_end_matches(": "));
            for name in names.split_whitespace() {
                let prefix = format!("{name} = ");
                if !productions(index).any(|production| production.starts_with(&prefix)) {
                    errors.push(format!("{section}: no production {name}"));
                }
            }
        }
        for rule in rfc1738::Rule::ALL {
            let index = usize::from(matches!(rule, rfc1738::Rule::Fragment));
            let expected = rule.to_string();
            if !productions(index).any(|production| *production == expected) {
                errors.push(format!("no production {expected}"));
            }
        }
        errors
    }

    /// The files of cases, as far as names of cases have them: `ftp`, `scan/hyphens`, `archive/html`.
    fn files(&self) -> BTreeSet<&str> {
        self.known
            .iter()
            .filter_map(|name| model::file(name))
            .collect()
    }

    /// Cases and items that a text between the rules names and that do not exist.
    fn errors_of_texts(&self) -> Vec<String> {
        let files = self.files();
        let mut sources = Sources::default();
        let texts = self.chapters.iter().flat_map(Chapter::texts);
        let quoted = [INTRODUCTION]
            .into_iter()
            .chain(texts)
            .flat_map(|text| text.split('`').skip(1).step_by(2));
        quoted
            .filter(|name| {
                let is_case = model::file(name).is_some_and(|file| files.contains(file));
                is_case && !self.known.contains(*name)
                    || name.contains(".rs: ") && !sources.contains(name)
            })
            .map(|name| format!("there is no {name}"))
            .collect()
    }

    /// Files of cases that no rule names, except the scanner's.
    fn missing_files(&self) -> Vec<String> {
        let cases = self.rules().flat_map(|(_, rule)| &rule.cases);
        let named: BTreeSet<_> = cases.filter_map(|name| model::file(name)).collect();
        let files = self.files().into_iter();
        files
            .filter(|file| !file.starts_with("scan/") && !named.contains(file))
            .map(|file| format!("no case of {file}"))
            .collect()
    }
}
