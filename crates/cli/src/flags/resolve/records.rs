//! The options of records, of `--unique` and of `--tally`.

use urlsift::{Field, JsonFields};

use crate::{
    flags::args::{self, OutputFlags},
    options::{RecordOptions, Show},
    report::{
        export::{self, ExportFormat},
        record::{Columns, Formulas, RecordFormat, Template, field_of_column},
        tallied::TallyForm,
    },
    select::compare::{CompareBy, TallyBy, Unique, UniqueIn},
};

/// Resolves the flags. Returns the options, and `show` unless the flags override it.
///
/// # Errors
///
/// Returns the invalid value and the reason.
pub(super) fn resolve(
    flags: &args::RecordFlags,
    output: &OutputFlags,
    show: Show,
) -> Result<(RecordOptions, Show), String> {
    let is_quiet = show == Show::Nothing;
    let tally_form = flags.tally.as_ref().map(|_| tally_form(flags, output));
    let format = match flags {
        _ if tally_form.is_some() => None,
        args::RecordFlags {
            format: Some(template),
            ..
        } => {
            let parsed = Template::new(template);
            let describe = |error| format!("'{template}' for '--format <TEMPLATE>': {error}");
            Some(RecordFormat::Template(parsed.map_err(describe)?))
        }
        args::RecordFlags {
            export: Some(format),
            ..
        } => {
            use ExportFormat::{Bookmarks, Misp, Stix};
            if output.defang && matches!(format, Misp | Stix | Bookmarks) {
                return Err(
                    "'--defang' with '--export': only iocs and markdown are defanged".into(),
                );
            }
            Some(RecordFormat::Template(Template::new(export::TEMPLATE)?))
        }
        args::RecordFlags { csv_safe: true, .. } => Some(RecordFormat::Csv(
            columns(flags, output)?,
            Formulas::Escaped,
        )),
        args::RecordFlags { csv: true, .. } => {
            Some(RecordFormat::Csv(columns(flags, output)?, Formulas::Exact))
        }
        args::RecordFlags { tsv: true, .. } => Some(RecordFormat::Tsv(columns(flags, output)?)),
        _ if show == Show::Json => Some(RecordFormat::Json(json_fields(&flags.fields))),
        _ => None,
    };
    let shown = if is_quiet {
        show
    } else if format.is_some() && show != Show::Json {
        Show::Records
    } else if tally_form.is_some() {
        Show::Tally
    } else {
        show
    };
    // A field that is named is wanted.
    let names_target = match &format {
        Some(RecordFormat::Json(_)) if flags.fields.is_empty() => false,
        format => format
            .as_ref()
            .is_some_and(|format| format.has(Field::Target)),
    };
    let records = RecordOptions {
        unwrap: output.unwrap || names_target,
        format: format.filter(|_| !is_quiet),
        // A quiet search stops at the first link, which is never a duplicate.
        export: flags.export.filter(|_| !is_quiet),
        defang: output.defang,
        unique: unique(flags).filter(|_| !is_quiet),
        tally: tally_keys(flags.tally.as_deref())?,
        tally_form: tally_form.unwrap_or(TallyForm::Text),
        json: output.json,
        buffer: usize::try_from(flags.buffer_size.get()).unwrap_or(usize::MAX),
    };
    Ok((records, shown))
}

/// Returns what is counted. Each property is there once.
fn tally_keys(keys: Option<&[TallyBy]>) -> Result<Vec<TallyBy>, String> {
    let keys = keys.unwrap_or(&[TallyBy::Url]);
    for (index, key) in keys.iter().enumerate() {
        if keys[..index].contains(key) {
            let name = key.name();
            return Err(format!("'{name}' for '--tally=<WHAT>': it is there twice"));
        }
    }
    Ok(keys.to_vec())
}

/// Returns how counts are printed.
fn tally_form(flags: &args::RecordFlags, output: &OutputFlags) -> TallyForm {
    match flags {
        args::RecordFlags { csv_safe: true, .. } => TallyForm::Csv(Formulas::Escaped),
        args::RecordFlags { csv: true, .. } => TallyForm::Csv(Formulas::Exact),
        args::RecordFlags { tsv: true, .. } => TallyForm::Tsv,
        _ if output.json => TallyForm::Json,
        _ => TallyForm::Text,
    }
}

/// Returns the columns of a table.
fn columns(flags: &args::RecordFlags, output: &OutputFlags) -> Result<Columns, String> {
    let names = &flags.fields;
    let columns = Columns::named(names).map_err(|name| {
        let why = "only --json has this field";
        format!("'{name}' for '--fields <NAMES>': {why}")
    })?;
    if !names.is_empty() {
        return Ok(columns);
    }
    let target = output.unwrap.then_some(Field::Target);
    let settled = output.settle.then_some([Field::Settled, Field::ResolvedBy]);
    Ok(columns.with(target.into_iter().chain(settled.into_iter().flatten())))
}

/// Returns the fields of the JSON: all of them if there are no names.
fn json_fields(names: &[String]) -> JsonFields {
    if names.is_empty() {
        return JsonFields::ALL;
    }
    let fields = names.iter().filter_map(|name| {
        let column = field_of_column(name).map(Field::name);
        JsonFields::named(column.unwrap_or(name))
    });
    fields.fold(JsonFields::NONE, JsonFields::union)
}

fn unique(flags: &args::RecordFlags) -> Option<Unique> {
    if flags.html_once {
        return Some(Unique {
            by: CompareBy::Url,
            within: UniqueIn::Html,
        });
    }
    let value = flags.unique?;
    Some(Unique {
        by: match value {
            args::Unique::Url | args::Unique::Message => CompareBy::Url,
            args::Unique::UrlKey => CompareBy::UrlKey,
            args::Unique::Host => CompareBy::Host,
            args::Unique::Domain => CompareBy::Domain,
        },
        within: match value {
            args::Unique::Message => UniqueIn::Message,
            _ => UniqueIn::Run,
        },
    })
}
