//! `CONFORMANCE.md` names the code and the cases of each rule: whatever it names is there, and no
//! production and no file of cases is forgotten.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    sync::LazyLock,
};

use regex::Regex;
use urlsift::rfc1738::Rule;
use urlsift_tests::{archive, cases, verdicts};

/// The productions that each section has to name, in the RFC's order.
#[rustfmt::skip]
const PRODUCTIONS: [(&str, &str); 2] = [
    (
        "RFC 1738 §5",
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
        "RFC 1808 §2",
        "URL absoluteURL generic-RL relativeURL net_path abs_path rel_path path fsegment segment params param \
         scheme net_loc query fragment pchar",
    ),
];

#[test]
fn what_the_ledger_names_is_there() {
    let complaints = Ledger::read().complaints();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn an_empty_ledger_does_not_hold() {
    for text in ["", "# Title\n", "| rule | code | cases |\n|---|---|---|\n"] {
        let complaints = Ledger::of(text).complaints();
        assert!(complaints.contains(&"there is no row".to_string()));
        assert!(complaints.contains(&"RFC 1738 §5: no production xchar".to_string()));
        for file in ["ftp", "archive/html", "archive/mboxcl2"] {
            assert!(complaints.contains(&format!("no case of {file}")));
        }
    }
}

#[test]
fn a_row_that_names_what_is_not_there_does_not_hold() {
    const CODE: &str = "`crates/rfc1738/src/schemes/http.rs: httpurl`";
    const CASES: &str = "`http/host-only`, `scan/hyphens/one`, `archive/html/br`";
    let complaints = |rule: &str, code: &str, cases: &str| {
        let text = format!(
            "## A section\n\n| rule | code | cases |\n|---|---|---|\n| {rule} | {code} | {cases} |\n"
        );
        Ledger::of(&text).of_rows()
    };
    assert_eq!(complaints("a \\| b", CODE, CASES), [""; 0]);
    assert_eq!(complaints("a (no case: why)", CODE, "-"), [""; 0]);
    assert_eq!(complaints("a (no code: why)", "-", CASES), [""; 0]);
    assert_eq!(complaints("a | b", CODE, CASES).len(), 1);
    for (code, cases) in [
        ("-", CASES),
        (CODE, "-"),
        ("", CASES),
        (CODE, ""),
        ("crates/rfc1738/src/schemes/http.rs: httpurl", CASES),
        ("`httpurl`", CASES),
        ("`crates/rfc1738/src/schemes/http.rs: http`", CASES),
        ("`crates/rfc1738/src/schemes/http.rs: hostport`", CASES),
        ("`crates/rfc1738/src/schemes/https.rs: httpurl`", CASES),
        (CODE, "`http/host`"),
        (CODE, "`hyphens/one`"),
        (CODE, "`scan/hyphens/host-only`"),
        (CODE, "`html/br`"),
        (CODE, "`archive/br`"),
        (CODE, "`archive/html/one`"),
        (CODE, "`http/host-only` `scan/hyphens/one`"),
    ] {
        assert_eq!(complaints("a", code, cases).len(), 1, "{code} {cases}");
    }
}

#[test]
fn every_kind_of_item_is_found() {
    let source = "
        mod module;
        pub(super) const fn function<'a>() {
        pub(crate) struct Struct<'a>(&'a [u8]);
        enum Enum {
            Variant,
            Payload(u8),
            Entry = \"entry\", \"says\";
        }
        const CONST: u8 = 1;
        type Alias = u8;
        /// fn comment
            accessor: Enum::Payload(value) => value;
        call(argument);
        let local = 1;
            field: u8,
    ";
    let expected = [
        "module", "function", "Struct", "Enum", "Variant", "Payload", "Entry", "CONST", "Alias",
        "accessor",
    ];
    assert_eq!(items(source), expected.map(str::to_string).into());
}

/// The items of each file that was asked for.
type Sources = BTreeMap<String, BTreeSet<String>>;

/// `CONFORMANCE.md`, taken apart.
struct Ledger {
    rows: Vec<Row>,
    /// What stands between back quotes outside of the tables.
    quoted: Vec<String>,
    /// The names of all cases, as the ledger writes them.
    known: BTreeSet<String>,
}

/// One line of a table.
struct Row {
    /// The heading that it stands under.
    section: String,
    /// The line as it is written.
    line: String,
    cells: Vec<String>,
}

impl Ledger {
    fn read() -> Self {
        let path = cases::corpus().join("../CONFORMANCE.md");
        Self::of(&fs::read_to_string(path).expect("a readable file"))
    }

    fn of(text: &str) -> Self {
        let mut ledger = Self {
            rows: Vec::new(),
            quoted: Vec::new(),
            known: verdicts::names().into_iter().collect(),
        };
        let scan = cases::scan().into_iter();
        let archive = archive::cases().into_iter();
        ledger
            .known
            .extend(scan.map(|case| format!("scan/{}", case.name)));
        ledger
            .known
            .extend(archive.map(|case| format!("archive/{}", case.name)));
        let mut section = "";
        let mut lines = text.lines().peekable();
        while let Some(line) = lines.next() {
            if let Some(heading) = line.strip_prefix("## ") {
                section = heading;
            } else if !line.starts_with('|') {
                let quoted = line.split('`').skip(1).step_by(2);
                ledger.quoted.extend(quoted.map(str::to_string));
            } else if lines.next_if(|next| next.starts_with("|---")).is_none() {
                let section = section.to_string();
                let line = line.to_string();
                let cells = cells(&line);
                ledger.rows.push(Row {
                    section,
                    line,
                    cells,
                });
            }
        }
        ledger
    }

    /// All that is wrong with it.
    fn complaints(&self) -> Vec<String> {
        let mut complaints = self.of_rows();
        if self.rows.is_empty() {
            complaints.push("there is no row".into());
        }
        complaints.extend(self.of_productions());
        complaints.extend(self.of_names());
        complaints
    }

    /// Rows that have no code or no case, or name one that is not there.
    fn of_rows(&self) -> Vec<String> {
        let mut complaints = Vec::new();
        let mut sources = Sources::new();
        for Row { line, cells, .. } in &self.rows {
            let [rule, code, cases] = cells.as_slice() else {
                complaints.push(format!("not three columns: {line}"));
                continue;
            };
            for (what, cell) in [("code", code), ("case", cases)] {
                if cell == "-" && rule.contains(&format!("(no {what}: ")) {
                    continue;
                }
                for name in cell.split(", ") {
                    let name = name
                        .strip_prefix('`')
                        .and_then(|name| name.strip_suffix('`'));
                    let is_there = name.is_some_and(|name| match what {
                        "code" => is_item(&mut sources, name),
                        _ => self.known.contains(name),
                    });
                    if !is_there {
                        complaints.push(format!("no such {what}: {cell}\n    in {line}"));
                        break;
                    }
                }
            }
        }
        complaints
    }

    /// Productions that no row of their section begins with, or that differ from the code's.
    fn of_productions(&self) -> Vec<String> {
        let mut complaints = Vec::new();
        let rules = |section| {
            let rows = self.rows.iter();
            let here = rows.filter(move |row| row.section.starts_with(section));
            here.filter_map(|row| row.cells.first())
        };
        for (section, names) in PRODUCTIONS {
            for name in names.split_whitespace() {
                let begins = format!("`{name} = ");
                if !rules(section).any(|rule| rule.contains(&begins)) {
                    complaints.push(format!("{section}: no production {name}"));
                }
            }
        }
        for rule in Rule::ALL {
            let section = match rule {
                Rule::Fragment => "RFC 1808 §2",
                _ => "RFC 1738 §5",
            };
            let production = format!("`{rule}`");
            if !rules(section).any(|rule| rule.contains(&production)) {
                complaints.push(format!("{section}: no production {production}"));
            }
        }
        complaints
    }

    /// What is named outside of the tables and is not there, and files of cases that no row names.
    fn of_names(&self) -> Vec<String> {
        let file = |name: &str| Some(name.rsplit_once('/')?.0.to_string());
        let files: BTreeSet<_> = self.known.iter().filter_map(|name| file(name)).collect();
        let mut sources = Sources::new();
        let outside = self.quoted.iter().filter(|name| {
            let is_case = file(name).is_some_and(|file| files.contains(&file));
            is_case && !self.known.contains(*name)
                || name.contains(".rs: ") && !is_item(&mut sources, name)
        });
        let in_tables = self.rows.iter().filter_map(|row| row.cells.get(2));
        let in_tables = in_tables.flat_map(|cell| cell.split('`').skip(1).step_by(2));
        let named: BTreeSet<_> = in_tables.filter_map(file).collect();
        let forgotten = files
            .iter()
            .filter(|file| !file.starts_with("scan/") && !named.contains(*file));
        outside
            .map(|name| format!("there is no {name}"))
            .chain(forgotten.map(|file| format!("no case of {file}")))
            .collect()
    }
}

/// What stands between the bars of a line, but for those that are escaped.
fn cells(line: &str) -> Vec<String> {
    let bare = line.replace("\\|", "\0");
    let inside = bare.trim_matches('|').split('|');
    inside.map(|cell| cell.trim().replace('\0', "|")).collect()
}

/// Whether `path: item` is there.
fn is_item(sources: &mut Sources, name: &str) -> bool {
    let Some((path, item)) = name.split_once(": ") else {
        return false;
    };
    let items = sources.entry(path.to_string()).or_insert_with(|| {
        let path = cases::corpus().join("..").join(path);
        items(&fs::read_to_string(path).unwrap_or_default())
    });
    items.contains(item)
}

/// What a source declares: functions, types, constants, modules, variants, and what macros make of a
/// line, such as `ftptype: Specific::Ftp { .. } => ..;`.
fn items(source: &str) -> BTreeSet<String> {
    static ITEM: LazyLock<Regex> = LazyLock::new(|| {
        let declared = r"(?:pub(?:\([a-z]+\))? )?(?:(?:const )?fn|struct|enum|const|mod|type|macro_rules!) (\w+)";
        // Of an enum or a macro's list: by itself, or with what it holds or stands for.
        let listed = r"([A-Z]\w*)(?:,$|\(\w+\),$| = | \{$)";
        let of_macro = r"([a-z]\w*): [A-Z]\w*::";
        let item = format!(r"(?m)^\s*(?:{declared}|{listed}|{of_macro})");
        Regex::new(&item).expect("a regular expression")
    });
    let names = ITEM.captures_iter(source);
    names
        .filter_map(|found| found.iter().skip(1).flatten().next())
        .map(|name| name.as_str().to_string())
        .collect()
}
