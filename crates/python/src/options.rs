//! Keyword arguments.

use std::{num::NonZeroUsize, ops::Range, sync::Arc};

use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::PyDict,
};
use urlsift_harvest::SearchSettings;
use urlsift_search::{
    Config, Delimiter, Driver, Globs, Kind, ReadOptions, Searcher, Sifter, Source, Unpacker,
    archive::Encoding,
};
use urlsift_select::Selection;

use crate::{
    argument::{
        ErrorMode, base, conformance, encoding, error_mode, extract, kinds, named, positive, range,
        read_as, skips_binary, strings, threads,
    },
    filters::FilterArguments,
};

/// The functions that have options. Each also accepts the options of those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Scope {
    Text,
    Message,
    Files,
}

/// The options of a search.
#[derive(Clone, Debug)]
// The switches are independent.
#[expect(clippy::struct_excessive_bools)]
pub(crate) struct Options {
    pub(crate) selection: Selection,
    names: bool,
    addresses: bool,
    headers: bool,
    bodies: bool,
    html: bool,
    pub(crate) read_as: Option<Kind>,
    pub(crate) public_inbox: bool,
    encoding: Option<Encoding>,
    pub(crate) skips_binary: bool,
    unpack: bool,
    max_window: u64,
    max_temp: u64,
    pub(crate) follow: bool,
    pub(crate) globs: Globs,
    threads: Option<NonZeroUsize>,
    pub(crate) range: Option<Range<u64>>,
    /// `None` for the default, which depends on what is read.
    pub(crate) errors: Option<ErrorMode>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            selection: Selection::of_all_kinds(),
            names: false,
            addresses: false,
            headers: true,
            bodies: true,
            html: true,
            read_as: None,
            public_inbox: false,
            encoding: None,
            skips_binary: true,
            unpack: true,
            max_window: Unpacker::DEFAULT_MAX_WINDOW,
            max_temp: Unpacker::DEFAULT_MAX_TEMP,
            follow: false,
            globs: Globs::default(),
            threads: None,
            range: None,
            errors: None,
        }
    }
}

impl Options {
    /// Reads the keyword arguments of a function. `None` is the default.
    ///
    /// # Errors
    ///
    /// `TypeError` for an unknown name or a value of another type, `ValueError` for an invalid value.
    pub(crate) fn new(
        function: &str,
        arguments: Option<&Bound<'_, PyDict>>,
        scope: Scope,
    ) -> PyResult<Self> {
        let mut options = Self::default();
        if arguments.is_none_or(PyDictMethods::is_empty) {
            return Ok(options);
        }
        let (mut include, mut exclude) = (Vec::new(), Vec::new());
        let mut filters = FilterArguments::default();
        for (name, value) in arguments.into_iter().flatten() {
            let name: String = name.extract()?;
            let known = match &name[..] {
                "include" => Scope::Files.set(scope, &value, &mut include, strings),
                "exclude" => Scope::Files.set(scope, &value, &mut exclude, strings),
                _ => options.set(&name, &value, scope),
            };
            let known = known.and_then(|is_known| {
                Ok(is_known || scope == Scope::Files && filters.set(&name, &value)?)
            });
            let is_known = known.map_err(|error| named(&value, &name, error))?;
            if !is_known {
                return Err(unexpected(value.py(), function, scope, &name)?);
            }
        }
        let globs = Globs::new(&include, &exclude);
        options.globs = globs.map_err(|invalid| {
            PyValueError::new_err(format!("the glob '{}': {invalid}", invalid.glob()))
        })?;
        options.selection.filters = filters.finish()?;
        options.selection.add_kind(Delimiter::Name, options.names);
        options
            .selection
            .add_kind(Delimiter::Address, options.addresses);
        // As with `--in headers`.
        options.selection.names_in_headers = !options.bodies;
        options.check()?;
        Ok(options)
    }

    /// Sets an option. Returns whether the function has it.
    fn set(&mut self, name: &str, value: &Bound<'_, PyAny>, scope: Scope) -> PyResult<bool> {
        use Scope::{Files, Message, Text};
        let links = &mut self.selection;
        match name {
            "conforms" => Text.set(scope, value, &mut links.level, conformance),
            "kinds" => Text.set(scope, value, &mut links.kinds, kinds),
            "www" => Text.set(scope, value, &mut links.www, extract),
            "names" => Text.set(scope, value, &mut self.names, extract),
            "addresses" => Text.set(scope, value, &mut self.addresses, extract),
            "refang" => Text.set(scope, value, &mut links.refang, extract),
            "rejoin" => Text.set(scope, value, &mut links.rejoin, extract),
            "width" => Text.set(scope, value, &mut links.width, extract),
            "unwrap" => Text.set(scope, value, &mut links.unwrap, extract),
            "base" => Text.set(scope, value, &mut links.base, base),
            "max_len" => Text.set(scope, value, &mut links.max_len, positive),
            "schemes" => Text.set(scope, value, &mut links.schemes, strings),
            "headers" => Message.set(scope, value, &mut self.headers, extract),
            "bodies" => Message.set(scope, value, &mut self.bodies, extract),
            "html" => Message.set(scope, value, &mut self.html, extract),
            "read_as" => {
                let mut wanted = (self.read_as, self.public_inbox);
                let known = Files.set(scope, value, &mut wanted, read_as);
                (self.read_as, self.public_inbox) = wanted;
                known
            }
            "encoding" => Files.set(scope, value, &mut self.encoding, encoding),
            "binary" => Files.set(scope, value, &mut self.skips_binary, skips_binary),
            "unpack" => Files.set(scope, value, &mut self.unpack, extract),
            "max_window" => Files.set(scope, value, &mut self.max_window, extract),
            "max_temp" => Files.set(scope, value, &mut self.max_temp, extract),
            "follow" => Files.set(scope, value, &mut self.follow, extract),
            "threads" => Files.set(scope, value, &mut self.threads, threads),
            "errors" => Files.set(scope, value, &mut self.errors, error_mode),
            "range" => Files.set(scope, value, &mut self.range, range),
            _ => Ok(false),
        }
    }

    /// Returns whether the content of a file says how it is read.
    pub(crate) const fn detects_content(&self) -> bool {
        self.read_as.is_none() && self.encoding.is_none()
    }

    /// Returns how errors of inputs are reported.
    pub(crate) fn error_mode(&self) -> ErrorMode {
        self.errors.unwrap_or(ErrorMode::Warn)
    }

    /// Returns whether binary files are reported.
    pub(crate) fn warns_of_binary(&self) -> bool {
        self.skips_binary && self.error_mode() == ErrorMode::Warn
    }

    /// Returns an error if there is a range.
    pub(crate) fn check_no_range(&self) -> PyResult<()> {
        match self.range {
            Some(_) => Err(PyValueError::new_err(
                "the argument 'range': splits have their own ranges",
            )),
            None => Ok(()),
        }
    }

    fn check(&self) -> PyResult<()> {
        if self.selection.www && !self.selection.accepts_kind(Delimiter::Bare) {
            return Err(PyValueError::new_err("'www' needs the kind 'bare'"));
        }
        self.config().map(|_| ())
    }

    fn config(&self) -> PyResult<Config> {
        let config = self.selection.config();
        config.map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// Returns how texts are read.
    fn read_options(&self) -> ReadOptions {
        ReadOptions::new()
            .kind(self.read_as)
            .headers(self.headers)
            .bodies(self.bodies)
            .html(self.html)
            .encoding(self.encoding)
    }

    /// Returns a sifter for one text or message of a kind.
    pub(crate) fn sifter(&self, kind: Kind) -> PyResult<Sifter> {
        let reading = self.read_options().kind(Some(kind));
        Ok(Sifter::with(self.config()?)
            .reading(reading)
            .positions(true))
    }

    /// Returns what [`sifter`](Self::sifter) depends on.
    pub(crate) fn sifter_key(&self, kind: Kind) -> String {
        let links = &self.selection;
        let reading = (kind, self.headers, self.bodies, self.html, self.encoding);
        let switches = (
            links.www,
            links.names_in_headers,
            links.refang,
            links.rejoin,
        );
        let found = (
            &links.kinds,
            links.width,
            links.max_len,
            &links.base,
            &links.schemes,
        );
        format!("{reading:?}{switches:?}{found:?}")
    }

    /// Returns a source whose texts are read.
    pub(crate) fn source<'s>(&self, bytes: &'s [u8], kind: Kind) -> PyResult<Source<'s>> {
        let source = Source::new(bytes, self.read_options().kind(Some(kind)));
        let source = source
            .kinds(&self.selection.kinds)
            .conforms(self.selection.level);
        Ok(source.config(self.config()?))
    }

    /// Returns how the links of a data set are found.
    pub(crate) fn search_settings(&self) -> SearchSettings {
        SearchSettings {
            links: self.selection.clone(),
            kind: self.read_as.map(|kind| kind.name().to_owned()),
            headers: self.headers,
            bodies: self.bodies,
            html: self.html,
            conditional_comments: true,
            encoding: self.encoding.map(|encoding| encoding.name().to_owned()),
            unpack: self.unpack,
            max_window: self.max_window,
            max_temp: self.max_temp,
        }
    }

    /// Returns a driver that searches files. `positions` says whether links have a line and a column.
    pub(crate) fn driver(&self, positions: bool) -> PyResult<Driver> {
        let searcher = Searcher::with_config(self.config()?)
            .reading(self.read_options())
            .unpacking(self.unpacker())
            // In a range, lines and columns are not known.
            .positions(positions && self.range.is_none());
        let searcher = match self.range.clone() {
            Some(range) => searcher.range(range),
            None => searcher,
        };
        let driver = Driver::new(searcher);
        Ok(match self.threads {
            Some(threads) => driver.threads(threads),
            None => driver,
        })
    }

    /// Returns the unpacker, if files are unpacked.
    pub(crate) fn unpacker(&self) -> Option<Unpacker> {
        let unpacker = Unpacker::new()
            .max_window(self.max_window)
            .max_temp(self.max_temp);
        self.unpack.then_some(unpacker)
    }

    /// Sets the charset of a page that was decoded, in place of the one that it declares.
    pub(crate) fn of_decoded_page(mut self) -> Self {
        self.encoding = Encoding::for_label("utf-8");
        self
    }

    /// Returns which links are wanted.
    pub(crate) fn selection(&self) -> Arc<Selection> {
        Arc::new(self.selection.clone())
    }
}

impl Scope {
    /// Sets an option that `self` and later scopes have, unless its value is `None`. Returns whether `scope` has it.
    fn set<'py, T>(
        self,
        scope: Self,
        value: &Bound<'py, PyAny>,
        to: &mut T,
        read: impl FnOnce(&Bound<'py, PyAny>) -> PyResult<T>,
    ) -> PyResult<bool> {
        let is_known = scope >= self;
        if is_known && !value.is_none() {
            *to = read(value)?;
        }
        Ok(is_known)
    }
}

/// Returns the error for an option that a function does not have. It names the option that is most like it.
fn unexpected(py: Python<'_>, function: &str, scope: Scope, name: &str) -> PyResult<PyErr> {
    let with_options = match scope {
        Scope::Text => "find",
        Scope::Message => "find_message",
        Scope::Files => "scan",
    };
    let with_options = py.import("urlsift")?.getattr(with_options)?;
    let signature = py
        .import("inspect")?
        .call_method1("signature", (with_options,))?;
    let known: Vec<String> = signature
        .getattr("parameters")?
        .try_iter()?
        .map(|item| item?.extract())
        .collect::<PyResult<_>>()?;
    let close = py
        .import("difflib")?
        .call_method1("get_close_matches", (name, known, 1))?;
    let close: Vec<String> = close.extract()?;
    let hint = close
        .first()
        .map_or(String::new(), |close| format!(". Did you mean '{close}'?"));
    let text = format!("{function}() got an unexpected keyword argument '{name}'{hint}");
    Ok(PyTypeError::new_err(text))
}
