//! Flags that select URLs by their parts and by the messages that contain them: one for each filter.

use clap::{
    Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches, ValueHint,
    builder::{PossibleValuesParser, ValueParser},
    error::{ErrorKind, Result},
};
use urlsift_select::{FilterBuilder, FilterOption, InvalidValue, ValueKind};

/// The filters of the command line.
#[derive(Debug)]
pub(crate) struct FilterFlags(pub(crate) FilterBuilder);

impl Args for FilterFlags {
    fn augment_args(command: Command) -> Command {
        let flags = FilterOption::ALL.iter().map(flag_of);
        command.next_help_heading("Selection").args(flags)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for FilterFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self> {
        let mut filters = FilterBuilder::default();
        let mut add = |option: &FilterOption, value: &str| {
            let flag = option.name().replace('_', "-");
            // The parser of the flag has checked all values but files.
            let invalid = |error: InvalidValue| {
                let error = format!("'{value}' of '--{flag}': {error}\n");
                Error::raw(ErrorKind::ValueValidation, error)
            };
            option.add(&mut filters, value).map_err(invalid)
        };
        for option in FilterOption::ALL {
            if let ValueKind::Switch = option.kind() {
                if matches.get_flag(option.name()) {
                    add(option, "true")?;
                }
                continue;
            }
            let values = matches.get_many::<String>(option.name());
            for value in values.into_iter().flatten() {
                add(option, value)?;
            }
        }
        Ok(Self(filters))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<()> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Returns the flag of a filter, with its help as clap makes it of the documentation of a field.
fn flag_of(option: &'static FilterOption) -> Arg {
    let (name, help) = (option.name(), option.help());
    let line = help.split("\n\n").next();
    let flag = Arg::new(name).long(name.replace('_', "-")).help(line);
    let flag = flag.long_help((line != Some(help)).then_some(help));
    let with = |value: &'static str, parser: ValueParser| {
        flag.clone().value_name(value).value_parser(parser)
    };
    match option.kind() {
        ValueKind::One(value) => with(value, parser(option)),
        ValueKind::Files(value) => {
            let flag = with(value, ValueParser::string()).value_hint(ValueHint::FilePath);
            flag.action(ArgAction::Append)
        }
        ValueKind::Repeated(value) => with(value, parser(option)).action(ArgAction::Append),
        ValueKind::List(value) => {
            let flag = with(value, parser(option));
            flag.action(ArgAction::Append).value_delimiter(',')
        }
        ValueKind::Names(value, names) => {
            let flag = with(value, PossibleValuesParser::new(names()).into());
            let flag = flag.hide_possible_values(true);
            flag.action(ArgAction::Append).value_delimiter(',')
        }
        _ => {
            let opposite = FilterOption::ALL.iter().map(FilterOption::name);
            let opposite = opposite.filter(|other| are_opposites(name, other));
            opposite
                .fold(flag, Arg::overrides_with)
                .action(ArgAction::SetTrue)
        }
    }
}

/// Returns whether one of two names is the other one after `no_`.
fn are_opposites(one: &str, other: &str) -> bool {
    one.strip_prefix("no_") == Some(other) || other.strip_prefix("no_") == Some(one)
}

/// Returns a parser that checks the values of a filter.
fn parser(option: &'static FilterOption) -> ValueParser {
    let check = |value: &str| -> std::result::Result<String, InvalidValue> {
        option.add(&mut FilterBuilder::default(), value)?;
        Ok(value.to_owned())
    };
    check.into()
}
