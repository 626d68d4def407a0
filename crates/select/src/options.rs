//! The table of filters: what each is called, which values it has, and what it does.
//!
//! The command makes a flag of each row and Python an argument, so a new filter needs a row here and its code in
//! `filters`. The values are texts, even if a program has them in another form: they are few, and read once.

use std::str::FromStr;

use regex::Regex;

use crate::{
    InvalidValue,
    filters::{Date, FieldPattern, Filters, Scheme, WarningFilter, field_regex},
};

/// A filter: a flag of the command, and an argument in Python.
#[derive(Clone, Copy, Debug)]
pub struct FilterOption {
    name: &'static str,
    kind: ValueKind,
    help: &'static str,
    add: fn(&mut FilterBuilder, &str) -> Result<(), InvalidValue>,
}

/// The values of a filter. A placeholder stands for a value in help.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum ValueKind {
    /// `true`, or none.
    Switch,
    /// A value with a placeholder.
    One(&'static str),
    /// Any number of values with a placeholder, of which one must apply.
    Repeated(&'static str),
    /// The same. Each value is the path of a file, which is read once: it may be a pipe.
    Files(&'static str),
    /// The same. No value has a comma, so that several can be separated by commas.
    List(&'static str),
    /// The same. All values have names.
    Names(&'static str, fn() -> Vec<&'static str>),
}

/// Filters that are being collected.
#[derive(Clone, Debug, Default)]
pub struct FilterBuilder {
    filters: Filters,
    since: Option<Date>,
    until: Option<Date>,
    is_local: bool,
}

impl FilterBuilder {
    /// Returns the filters.
    ///
    /// # Errors
    ///
    /// Returns an error if `until` is before `since`.
    pub fn build(self) -> Result<Filters, InvalidValue> {
        let period = |date: Date| {
            if self.is_local {
                date.in_local_zone()
            } else {
                date.in_utc()
            }
        };
        let mut filters = self.filters;
        let messages = &mut filters.messages;
        messages.set_dates(self.since.map(period), self.until.map(period));
        if messages.has_reversed_dates() {
            return Err("the last date is before the first one".into());
        }
        Ok(filters)
    }
}

impl FilterOption {
    /// All filters.
    pub const ALL: &'static [Self] = &[
        Self {
            name: "scheme",
            kind: ValueKind::List("NAMES"),
            help: "Select only URLs with these schemes, comma-separated",
            add: |to, text| push(&mut to.filters.urls.schemes, text),
        },
        Self {
            name: "host",
            kind: ValueKind::List("HOSTS"),
            help: "Select only URLs with these hosts or their subdomains\n\n\
                   Comma-separated: ietf.org also selects www.ietf.org.\n\n\
                   International names are compared in ASCII, so a name is found in both of its forms.",
            add: |to, text| to.filters.urls.hosts.add(text),
        },
        Self {
            name: "host_file",
            kind: ValueKind::Files("FILE"),
            help: "Select only URLs with a host in a file, or with one of its subdomains\n\n\
                   The file has one host a line, and comments after #.\n\n\
                   As many hosts as are in a block list take little time. Hosts of --host are selected as well.",
            add: |to, path| to.filters.urls.hosts.read(path),
        },
        Self {
            name: "domain",
            kind: ValueKind::List("DOMAINS"),
            help: "Select only URLs with these registered domains: example.org, example.co.uk\n\n\
                   Comma-separated. A registered domain is one label below a public suffix such as co.uk or github.io, by \
                   the Public Suffix List.",
            add: |to, text| push(&mut to.filters.urls.domains, text),
        },
        Self {
            name: "exclude_scheme",
            kind: ValueKind::List("NAMES"),
            help: "Leave out URLs with these schemes, comma-separated",
            add: |to, text| push(&mut to.filters.urls.excluded_schemes, text),
        },
        Self {
            name: "exclude_host",
            kind: ValueKind::List("HOSTS"),
            help: "Leave out URLs with these hosts or their subdomains\n\n\
                   Comma-separated. URLs without a host are kept.",
            add: |to, text| to.filters.urls.excluded_hosts.add(text),
        },
        Self {
            name: "exclude_host_file",
            kind: ValueKind::Files("FILE"),
            help: "Leave out URLs with a host in a file, or with one of its subdomains\n\n\
                   The file is one as for --host-file. URLs without a host are kept.",
            add: |to, path| to.filters.urls.excluded_hosts.read(path),
        },
        Self {
            name: "no_mailto",
            kind: ValueKind::Switch,
            help: "Leave out mail addresses, as --exclude-scheme=mailto does",
            add: |to, text| {
                if is_true(text) {
                    to.filters.urls.excluded_schemes.push(Scheme::mailto());
                }
                Ok(())
            },
        },
        Self {
            name: "newsgroup",
            kind: ValueKind::Repeated("WILDMAT"),
            help: "Select only URLs in messages of matching newsgroups: comp.*,!comp.binaries.*\n\n\
                   The last pattern that matches a newsgroup decides; ! excludes it.\n\n\
                   The syntax is the wildmat of RFC 3977, section 4: * matches any characters, ? matches one. A \
                   cross-posted message is selected if any of its newsgroups is.",
            add: |to, text| push(&mut to.filters.messages.newsgroups, text),
        },
        Self {
            name: "from",
            kind: ValueKind::Repeated("REGEX"),
            help: "Select only URLs in messages whose From matches\n\n\
                   Case is ignored, unless the pattern starts with (?-i).\n\n\
                   Repeatable: any of the patterns may match. A pattern is matched against the unfolded and decoded \
                   field, as printed by --messages. The patterns of --subject and --header ignore case as well.",
            add: |to, text| push_regex(&mut to.filters.messages.from, text),
        },
        Self {
            name: "subject",
            kind: ValueKind::Repeated("REGEX"),
            help: "Select only URLs in messages whose Subject matches\n\n\
                   Repeatable: any of the patterns may match.",
            add: |to, text| push_regex(&mut to.filters.messages.subject, text),
        },
        Self {
            name: "header",
            kind: ValueKind::Repeated("NAME:REGEX"),
            help: "Select only URLs in messages with a matching header field\n\n\
                   An empty pattern matches if the field exists.\n\n\
                   Repeatable: patterns for the same name are alternatives; every name must match.",
            add: |to, text| {
                to.filters.messages.require(text.parse::<FieldPattern>()?);
                Ok(())
            },
        },
        Self {
            name: "message_id",
            kind: ValueKind::List("IDS"),
            help: "Select only URLs in messages with these Message-IDs, comma-separated\n\n\
                   Angle brackets are optional.",
            add: |to, text| push(&mut to.filters.messages.ids, text),
        },
        Self {
            name: "thread",
            kind: ValueKind::List("IDS"),
            help: "Select only URLs in messages with these Message-IDs and in their replies\n\n\
                   Comma-separated. Replies are found by References and In-Reply-To.",
            add: |to, text| push(&mut to.filters.messages.threads, text),
        },
        Self {
            name: "since",
            kind: ValueKind::One("DATE"),
            help: "Select only URLs in messages from this date on (UTC)\n\n\
                   Dates are written as 1995, 1995-01, `31 Jan 1995`, yesterday, `2 weeks ago` or 14d.\n\n\
                   Other forms are 1995-01-31, 1995/01/31, 19950131, `Jan 1995`, 1995-01-31T12:00:00Z, `1995-01-31 \
                   12:00 +0100`, `Tue, 31 Jan 1995 12:00:00 +0100`, today, `a week ago`, 2w, 1y, `last week`, `last \
                   month`, `last year`. Dates are in UTC unless they have an offset, or --local is given. Messages \
                   without a date are not selected.",
            add: |to, text| {
                to.since = Some(Date::parse(text)?);
                Ok(())
            },
        },
        Self {
            name: "until",
            kind: ValueKind::One("DATE"),
            help: "Select only URLs in messages up to this date (UTC)\n\n\
                   A day, month or year is included to its end.\n\n\
                   The syntax is the same as for --since.",
            add: |to, text| {
                to.until = Some(Date::parse(text)?);
                Ok(())
            },
        },
        Self {
            name: "local",
            kind: ValueKind::Switch,
            help: "Read --since and --until in the local time zone, not in UTC\n\n\
                   Dates with an offset keep it. Without the flag, all others are in UTC.",
            add: |to, text| {
                to.is_local = is_true(text);
                Ok(())
            },
        },
        Self {
            name: "type",
            kind: ValueKind::List("TYPES"),
            help: "Select only URLs in parts of these media types: text/plain, text/*\n\nComma-separated.",
            add: |to, text| push(&mut to.filters.types, text),
        },
        Self {
            name: "quoted",
            kind: ValueKind::Switch,
            help: "Select only URLs in quoted text, after a quote prefix such as >",
            add: |to, text| {
                to.filters.urls.is_quoted = Some(is_true(text));
                Ok(())
            },
        },
        Self {
            name: "no_quoted",
            kind: ValueKind::Switch,
            help: "Select only URLs outside quoted text",
            add: |to, text| {
                to.filters.urls.is_quoted = Some(!is_true(text));
                Ok(())
            },
        },
        Self {
            name: "joined",
            kind: ValueKind::Switch,
            help: "Select only URLs that were broken and have been rejoined",
            add: |to, text| {
                to.filters.urls.joined = is_true(text);
                Ok(())
            },
        },
        Self {
            name: "warn",
            kind: ValueKind::Names("CODES", || WarningFilter::names().collect()),
            help: "Select only URLs with one of these warning codes: doubtful-close, unclosed, ...\n\n\
                   hosts stands for all codes about hosts that may deceive. text-differs needs --all; refanged needs \
                   --refang.\n\n\
                   Comma-separated. docs/JSON.md and docs/PROBLEMS.md describe the codes; docs/HOSTS.md explains \
                   hosts. text-differs can also be had with --delimiter attribute.",
            add: |to, name| {
                let warning = WarningFilter::with_name(name);
                let names = || WarningFilter::names().collect::<Vec<_>>().join(", ");
                let unknown = || format!("there is no warning '{name}'; there are {}", names());
                to.filters.urls.warnings.push(warning.ok_or_else(unknown)?);
                Ok(())
            },
        },
    ];

    /// Returns the filter with a name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        Self::ALL.iter().find(|option| option.name == name)
    }

    /// Returns the name, with underscores between its words.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns which values it has.
    #[must_use]
    pub const fn kind(&self) -> ValueKind {
        self.kind
    }

    /// Returns the help: a line, and maybe more paragraphs about it.
    #[must_use]
    pub const fn help(&self) -> &'static str {
        self.help
    }

    /// Adds a value. The value of a switch is `true`.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such value.
    pub fn add(&self, to: &mut FilterBuilder, value: &str) -> Result<(), InvalidValue> {
        (self.add)(to, value)
    }
}

fn is_true(text: &str) -> bool {
    text == "true"
}

fn push<T: FromStr<Err = InvalidValue>>(to: &mut Vec<T>, text: &str) -> Result<(), InvalidValue> {
    to.push(text.parse()?);
    Ok(())
}

fn push_regex(to: &mut Vec<Regex>, pattern: &str) -> Result<(), InvalidValue> {
    to.push(field_regex(pattern)?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{FilterBuilder, FilterOption, ValueKind};

    #[test]
    fn each_filter_has_a_name_and_one_line_of_help() {
        let mut names = BTreeSet::new();
        for option in FilterOption::ALL {
            let name = option.name();
            assert!(names.insert(name), "{name}");
            assert!(
                name.bytes()
                    .all(|byte| byte == b'_' || byte.is_ascii_lowercase())
            );
            let line = option.help().split("\n\n").next().unwrap_or_default();
            assert!(line.len() < 100, "{name}");
            assert!(!line.trim_end_matches("...").ends_with('.'), "{name}");
        }
    }

    #[test]
    fn each_filter_rejects_what_is_no_value() {
        for option in FilterOption::ALL {
            let invalid = match option.kind() {
                ValueKind::Switch => continue,
                _ if ["from", "subject"].contains(&option.name()) => "(",
                _ => "",
            };
            let added = option.add(&mut FilterBuilder::default(), invalid);
            assert!(added.is_err(), "{}", option.name());
        }
    }

    #[test]
    fn each_filter_narrows_the_selection() {
        let file = std::env::temp_dir().join(format!("urlsift-{}.hosts", std::process::id()));
        std::fs::write(&file, "a.example # a host\n").expect("a writable file");
        let file = file.to_str().expect("UTF-8");
        for option in FilterOption::ALL {
            let value = match option.name() {
                "local" => continue,
                "since" | "until" => "1995",
                "header" => "To:",
                "type" => "text/*",
                "warn" => "hosts",
                "domain" => "a.example",
                "host_file" | "exclude_host_file" => file,
                name => match option.kind() {
                    ValueKind::Switch => "true",
                    _ => name,
                },
            };
            // A scheme has no underscore.
            let value = if value == file {
                file.to_owned()
            } else {
                value.replace('_', "-")
            };
            let mut filters = FilterBuilder::default();
            option.add(&mut filters, &value).expect("a value");
            let filters = filters.build().expect("filters");
            assert!(!filters.accept_everything(), "{}", option.name());
        }
        std::fs::remove_file(file).expect("a file");
    }

    #[test]
    fn dates_are_in_order() {
        let build = |since: &str, until: &str| {
            let mut filters = FilterBuilder::default();
            for (name, value) in [("since", since), ("until", until)] {
                let option = FilterOption::named(name).expect("a filter");
                option.add(&mut filters, value).expect("a date");
            }
            filters.build()
        };
        assert!(build("1995-12", "1995").is_ok());
        assert!(build("1996", "1995").is_err());
    }
}
