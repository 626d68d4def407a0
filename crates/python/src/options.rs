//! Keyword arguments.

use std::{num::NonZeroUsize, sync::Arc};

use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::{PyDict, PyString},
};
use urlsift_search::{Config, Conformance, Delimiter, Kind, ReadOptions, Sifter, rfc1738::Base};

use crate::selection::Selection;

/// The functions that have options. Each accepts those of the ones before it, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Scope {
    Text,
    Message,
}

/// The options of a search.
#[derive(Clone, Debug)]
// The switches are independent.
#[expect(clippy::struct_excessive_bools)]
pub(crate) struct Options {
    conforms: Conformance,
    kinds: Vec<Delimiter>,
    www: bool,
    refang: bool,
    unwrap: bool,
    base: Option<Arc<[u8]>>,
    max_len: usize,
    schemes: Vec<String>,
    headers: bool,
    bodies: bool,
    html: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            conforms: Conformance::Whatwg,
            kinds: Delimiter::DELIMITED.to_vec(),
            www: false,
            refang: false,
            unwrap: false,
            base: None,
            max_len: Config::new().length_limit(),
            schemes: Vec::new(),
            headers: true,
            bodies: true,
            html: true,
        }
    }
}

impl Options {
    /// Reads keyword arguments.
    ///
    /// # Errors
    ///
    /// `TypeError` for an unknown name or a value of another type, `ValueError` for an invalid value.
    pub(crate) fn new(arguments: Option<&Bound<'_, PyDict>>, scope: Scope) -> PyResult<Self> {
        let mut options = Self::default();
        for (name, value) in arguments.into_iter().flatten() {
            let name: String = name.extract()?;
            let known = options.set(&name, &value, scope);
            let is_known = known.map_err(|error| named(&value, &name, error))?;
            if !is_known {
                let text = format!("got an unexpected keyword argument '{name}'");
                return Err(PyTypeError::new_err(text));
            }
        }
        options.check()?;
        Ok(options)
    }

    /// Sets an option. Returns whether the function has it.
    fn set(&mut self, name: &str, value: &Bound<'_, PyAny>, scope: Scope) -> PyResult<bool> {
        use Scope::{Message, Text};
        match name {
            "conforms" => Text.set(scope, &mut self.conforms, || conformance(value)),
            "kinds" => Text.set(scope, &mut self.kinds, || kinds(value)),
            "www" => Text.set(scope, &mut self.www, || value.extract()),
            "refang" => Text.set(scope, &mut self.refang, || value.extract()),
            "unwrap" => Text.set(scope, &mut self.unwrap, || value.extract()),
            "base" => Text.set(scope, &mut self.base, || base(value)),
            "max_len" => Text.set(scope, &mut self.max_len, || positive(value)),
            "schemes" => Text.set(scope, &mut self.schemes, || strings(value)),
            "headers" => Message.set(scope, &mut self.headers, || value.extract()),
            "bodies" => Message.set(scope, &mut self.bodies, || value.extract()),
            "html" => Message.set(scope, &mut self.html, || value.extract()),
            _ => Ok(false),
        }
    }

    fn check(&self) -> PyResult<()> {
        if self.www && !self.kinds.contains(&Delimiter::Bare) {
            return Err(PyValueError::new_err("'www' needs the kind 'bare'"));
        }
        self.config().map(|_| ())
    }

    fn config(&self) -> PyResult<Config> {
        let is_undelimited = |kind: &Delimiter| kind.is_in_text() && !kind.is_delimited();
        let config = Config::new()
            .max_len(self.max_len)
            .undelimited(self.kinds.iter().any(is_undelimited))
            .attributes(self.kinds.contains(&Delimiter::Attribute))
            .www(self.www)
            .refang(self.refang);
        self.schemes.iter().try_fold(config, |config, name| {
            let added = config.scheme(name);
            added.map_err(|error| PyValueError::new_err(format!("the scheme '{name}': {error}")))
        })
    }

    /// Returns how texts are read.
    fn read_options(&self) -> ReadOptions {
        ReadOptions::new()
            .headers(self.headers)
            .bodies(self.bodies)
            .html(self.html)
    }

    /// Returns a sifter for one text or message of a kind.
    pub(crate) fn sifter(&self, kind: Kind) -> PyResult<Sifter> {
        let reading = self.read_options().kind(Some(kind));
        Ok(Sifter::with(self.config()?)
            .reading(reading)
            .positions(true))
    }

    /// Returns which links are wanted.
    pub(crate) fn selection(&self) -> Selection {
        Selection {
            level: self.conforms,
            kinds: self.kinds.clone(),
            base: self.base.clone(),
            unwraps: self.unwrap,
        }
    }
}

impl Scope {
    /// Sets an option of this function and later ones. Returns whether `scope` has it.
    fn set<T>(
        self,
        scope: Self,
        to: &mut T,
        value: impl FnOnce() -> PyResult<T>,
    ) -> PyResult<bool> {
        let is_known = scope >= self;
        if is_known {
            *to = value()?;
        }
        Ok(is_known)
    }
}

/// Adds the name of the argument to an error.
fn named(value: &Bound<'_, PyAny>, name: &str, error: PyErr) -> PyErr {
    let py = value.py();
    let text = format!("the argument '{name}': {}", error.value(py));
    if error.is_instance_of::<PyTypeError>(py) {
        PyTypeError::new_err(text)
    } else {
        PyValueError::new_err(text)
    }
}

fn optional<T>(
    value: &Bound<'_, PyAny>,
    read: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<T>,
) -> PyResult<Option<T>> {
    (!value.is_none()).then(|| read(value)).transpose()
}

/// Returns the strings of a string or an iterable of strings.
fn strings(value: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    if value.is_instance_of::<PyString>() {
        return Ok(vec![value.extract()?]);
    }
    value.try_iter()?.map(|item| item?.extract()).collect()
}

fn conformance(value: &Bound<'_, PyAny>) -> PyResult<Conformance> {
    let name: String = value.extract()?;
    let mut all = Conformance::ALL.iter().copied();
    let level = all.find(|level| level.name() == name);
    level.ok_or_else(|| {
        unknown(
            "level",
            &name,
            Conformance::ALL.iter().map(|level| level.name()),
        )
    })
}

fn kinds(value: &Bound<'_, PyAny>) -> PyResult<Vec<Delimiter>> {
    if value.is_none() {
        return Ok(Delimiter::DELIMITED.to_vec());
    }
    let mut wanted = Vec::new();
    for name in strings(value)? {
        match &name[..] {
            "all" => wanted.extend(Delimiter::ALL),
            "delimited" => wanted.extend(Delimiter::DELIMITED),
            _ => {
                let mut all = Delimiter::ALL.iter().copied();
                let names = Delimiter::ALL.iter().map(|kind| kind.name());
                let kind = all.find(|kind| kind.name() == name);
                wanted.push(
                    kind.ok_or_else(|| unknown("kind", &name, names.chain(["delimited", "all"])))?,
                );
            }
        }
    }
    let all = Delimiter::ALL.iter().copied();
    Ok(all.filter(|kind| wanted.contains(kind)).collect())
}

fn base(value: &Bound<'_, PyAny>) -> PyResult<Option<Arc<[u8]>>> {
    let Some(text) = optional(value, |value| value.extract::<String>())? else {
        return Ok(None);
    };
    match Base::new(text.as_bytes()) {
        Ok(_) => Ok(Some(Arc::from(text.as_bytes()))),
        Err(error) => Err(PyValueError::new_err(error.to_string())),
    }
}

/// Returns a number that is at least 1.
fn positive(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    let number: NonZeroUsize = value.extract()?;
    Ok(number.get())
}

fn unknown(what: &str, name: &str, known: impl Iterator<Item = &'static str>) -> PyErr {
    let known: Vec<_> = known.collect();
    let known = known.join(", ");
    PyValueError::new_err(format!("there is no {what} '{name}'; there are {known}"))
}
