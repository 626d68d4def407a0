//! Flags that select URLs by their parts and by the messages that contain them: one or two for each filter.

use clap::{
    Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches,
    builder::{PossibleValuesParser, ValueParser},
    error::Result,
};
use urlsift_select::{FilterBuilder, FilterOption, InvalidValue, ValueKind};

use super::values;

/// The filters of the command line.
#[derive(Debug)]
pub(crate) struct FilterFlags(pub(crate) FilterBuilder);

impl Args for FilterFlags {
    fn augment_args(command: Command) -> Command {
        let flags = FilterOption::ALL.iter().flat_map(flags_of);
        command.next_help_heading("Selection").args(flags)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for FilterFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self> {
        let mut filters = FilterBuilder::default();
        for option in FilterOption::ALL {
            for value in values_of(option, matches) {
                // The parsers of the flags have checked the values.
                let added = option.add(&mut filters, &value);
                added.map_err(|error| values::invalid(&error))?;
            }
        }
        Ok(Self(filters))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<()> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Returns the name of the flag that turns a filter off.
fn opposite(option: &FilterOption) -> String {
    format!("no_{}", option.name())
}

/// Returns the flags of a filter.
fn flags_of(option: &'static FilterOption) -> Vec<Arg> {
    let flag = flag(option.name().to_owned(), option.help());
    match option.kind() {
        ValueKind::Either { help_of_false } => {
            let opposite = opposite(option);
            let flag = flag
                .action(ArgAction::SetTrue)
                .overrides_with(opposite.clone());
            let other = self::flag(opposite, help_of_false)
                .action(ArgAction::SetTrue)
                .overrides_with(option.name());
            vec![flag, other]
        }
        ValueKind::One(value) => vec![flag.value_name(value).value_parser(parser(option))],
        ValueKind::Repeated(value) => {
            let flag = flag.value_name(value).value_parser(parser(option));
            vec![flag.action(ArgAction::Append)]
        }
        ValueKind::List(value) => {
            let flag = flag.value_name(value).value_parser(parser(option));
            vec![flag.action(ArgAction::Append).value_delimiter(',')]
        }
        ValueKind::Names(value, names) => {
            let flag = flag.value_name(value).hide_possible_values(true);
            let flag = flag.value_parser(PossibleValuesParser::new(names()));
            vec![flag.action(ArgAction::Append).value_delimiter(',')]
        }
        _ => vec![flag.action(ArgAction::SetTrue)],
    }
}

/// Returns a flag with its name and help, as clap makes them of the documentation of a field.
fn flag(name: String, help: &'static str) -> Arg {
    let line = help.split("\n\n").next();
    let long = name.replace('_', "-");
    let flag = Arg::new(name).long(long).help(line);
    if line == Some(help) {
        flag
    } else {
        flag.long_help(help)
    }
}

/// Returns a parser that checks the values of a filter.
fn parser(option: &'static FilterOption) -> ValueParser {
    let check = |value: &str| -> std::result::Result<String, InvalidValue> {
        option.add(&mut FilterBuilder::default(), value)?;
        Ok(value.to_owned())
    };
    check.into()
}

/// Returns the values that the command line gives to a filter.
fn values_of(option: &FilterOption, matches: &ArgMatches) -> Vec<String> {
    let name = option.name();
    match option.kind() {
        ValueKind::Switch | ValueKind::Either { .. } => {
            let has_opposite = matches!(option.kind(), ValueKind::Either { .. });
            if matches.get_flag(name) {
                vec!["true".to_owned()]
            } else if has_opposite && matches.get_flag(&opposite(option)) {
                vec!["false".to_owned()]
            } else {
                Vec::new()
            }
        }
        _ => {
            let values = matches.get_many::<String>(name);
            values.into_iter().flatten().cloned().collect()
        }
    }
}
