//! Which files of a crate import which: its modules, the items that they define, and the paths that they name.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs, mem,
    path::Path,
};

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::{Attribute, Item, Meta, UseTree};

/// The maximum number of re-exports to follow. Re-exports may be cyclic.
const MAX_STEPS: usize = 32;

/// The files that each file imports, each with a path that imports it.
pub(super) type Imports = BTreeMap<String, BTreeMap<String, String>>;

/// The names of a path.
type Names = Vec<String>;

/// A path that a module names. A `use` declaration also has the name by which it is imported, `*` for all names.
type Reference = (Names, Option<String>);

/// Returns the attributes of an item, and its name.
macro_rules! declared {
    ($item:expr, $($kind:ident)*) => {
        match $item {
            $(Item::$kind(item) => (&item.attrs[..], Some(item.ident.to_string())),)*
            Item::Fn(item) => (&item.attrs[..], Some(item.sig.ident.to_string())),
            Item::Impl(item) => (&item.attrs[..], None),
            Item::Use(item) => (&item.attrs[..], None),
            _ => (&[][..], None),
        }
    };
}

/// The modules of a crate. The root is the empty path.
#[derive(Default)]
pub(super) struct Crate {
    sources: BTreeMap<String, String>,
    /// The file of each module.
    modules: BTreeMap<Names, String>,
    items: BTreeSet<Names>,
    references: BTreeMap<Names, Vec<Reference>>,
    test_modules: Vec<Names>,
}

impl Crate {
    /// Reads all files in a folder.
    pub(super) fn read(folder: &Path) -> Self {
        let mut sources = BTreeMap::new();
        let mut folders = vec![folder.to_owned()];
        while let Some(next) = folders.pop() {
            for entry in fs::read_dir(next).expect("a folder of sources") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    let name = path.strip_prefix(folder).expect("a file in the folder");
                    let text = fs::read_to_string(&path).expect("a source file");
                    sources.insert(name.display().to_string(), text);
                }
            }
        }
        Self::parse(sources)
    }

    /// Parses the files of a library, or of a program without one.
    fn parse(mut sources: BTreeMap<String, String>) -> Self {
        let root = if sources.contains_key("lib.rs") {
            // The program is another crate, which uses the library.
            sources.remove("main.rs");
            "lib.rs"
        } else {
            "main.rs"
        };
        let mut parsed = Self {
            sources,
            ..Self::default()
        };
        parsed.file(root, &Vec::new());
        for file in parsed.sources.keys() {
            let is_test = |module: &Names| {
                Path::new(file)
                    .with_extension("")
                    .starts_with(module.join("/"))
            };
            let is_known = parsed.modules.values().any(|known| known == file);
            assert!(
                is_known || parsed.test_modules.iter().any(is_test),
                "{file} is no module"
            );
        }
        parsed
    }

    /// Parses the module in a file.
    fn file(&mut self, file: &str, module: &Names) {
        let source = syn::parse_file(&self.sources[file]);
        let source = source.unwrap_or_else(|error| panic!("{file}: {error}"));
        self.modules.insert(module.clone(), file.to_owned());
        self.items(&source.items, module);
    }

    fn items(&mut self, items: &[Item], module: &Names) {
        for item in items {
            let (attributes, name) = declared!(item, Const Enum Mod Static Struct Trait Type Union);
            let path: Names = module.iter().cloned().chain(name).collect();
            match item {
                Item::Mod(_) if attributes.iter().any(is_test) => self.test_modules.push(path),
                _ if attributes.iter().any(is_test) => {}
                Item::Use(item) if item.leading_colon.is_none() => {
                    self.import(&item.tree, Vec::new(), module);
                }
                Item::Mod(item) => {
                    if let Some((_, items)) = &item.content {
                        let file = self.modules[module].clone();
                        self.modules.insert(path.clone(), file);
                        self.items(items, &path);
                    } else {
                        let mut files = [".rs", "/mod.rs"]
                            .map(|end| path.join("/") + end)
                            .into_iter();
                        let file = files.find(|file| self.sources.contains_key(file));
                        self.file(&file.expect("the file of a module"), &path);
                    }
                }
                Item::Macro(item) if item.mac.path.is_ident("cfg_if") => {
                    for token in item.mac.tokens.clone() {
                        if let TokenTree::Group(arm) = token
                            && arm.delimiter() == Delimiter::Brace
                        {
                            let arm: syn::File = syn::parse2(arm.stream()).expect("items");
                            self.items(&arm.items, module);
                        }
                    }
                }
                _ => {
                    if path.len() > module.len() {
                        self.items.insert(path);
                    }
                    self.paths(item.to_token_stream(), module);
                }
            }
        }
    }

    fn import(&mut self, tree: &UseTree, mut path: Names, module: &Names) {
        let (last, name) = match tree {
            UseTree::Group(tree) => {
                for tree in &tree.items {
                    self.import(tree, path.clone(), module);
                }
                return;
            }
            UseTree::Path(tree) => {
                path.push(tree.ident.to_string());
                return self.import(&tree.tree, path, module);
            }
            UseTree::Glob(_) => (None, "*".to_owned()),
            UseTree::Rename(tree) => (Some(&tree.ident), tree.rename.to_string()),
            UseTree::Name(tree) if tree.ident == "self" => {
                (None, path.last().cloned().unwrap_or_default())
            }
            UseTree::Name(tree) => (Some(&tree.ident), tree.ident.to_string()),
        };
        path.extend(last.map(ToString::to_string));
        self.refer(path, Some(name), module);
    }

    /// Finds the paths in the tokens of an item.
    fn paths(&mut self, tokens: TokenStream, module: &Names) {
        let mut path = Names::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Punct(mark) if mark.as_char() == ':' => colons += 1,
                TokenTree::Ident(name) if colons == 2 && !path.is_empty() => {
                    path.push(name.to_string());
                    colons = 0;
                }
                other => {
                    self.refer(mem::take(&mut path), None, module);
                    colons = 0;
                    match other {
                        TokenTree::Ident(name) => path.push(name.to_string()),
                        TokenTree::Group(group) => self.paths(group.stream(), module),
                        TokenTree::Punct(_) | TokenTree::Literal(_) => {}
                    }
                }
            }
        }
        self.refer(path, None, module);
    }

    /// Adds a reference. A name alone is no path.
    fn refer(&mut self, path: Names, name: Option<String>, module: &Names) {
        if path.len() > 1 || name.is_some() {
            self.references
                .entry(module.clone())
                .or_default()
                .push((path, name));
        }
    }

    pub(super) fn imports(&self) -> Imports {
        let mut imports = Imports::new();
        for (module, file) in &self.modules {
            let imported = imports.entry(file.clone()).or_default();
            for (path, name) in self.references.get(module).into_iter().flatten() {
                let target = self.resolve(module, path, 0);
                let target = target.and_then(|target| match self.modules.get(&target) {
                    // For an imported module, the paths through it show which items are used.
                    Some(file) => (name.as_deref() == Some("*")).then_some(file),
                    None => self.modules.get(&target[..target.len() - 1]),
                });
                if let Some(target) = target.filter(|target| *target != file) {
                    imported
                        .entry(target.clone())
                        .or_insert_with(|| path.join("::"));
                }
            }
        }
        imports
    }

    /// Resolves a path to the path of a module or an item. Returns `None` for a path outside the crate.
    fn resolve(&self, module: &[String], path: &[String], steps: usize) -> Option<Names> {
        let parent = |module: &[String]| module.split_last().map(|(_, parent)| parent.to_vec());
        let mut at = module.to_vec();
        for (index, name) in path.iter().enumerate() {
            at = match name.as_str() {
                // An associated item or a variant.
                _ if !self.modules.contains_key(&at) => return Some(at),
                "crate" => Vec::new(),
                "self" => at,
                "super" => parent(&at)?,
                _ => self.find(&at, name, steps + usize::from(index == 0))?,
            };
        }
        Some(at)
    }

    /// Returns the path of what a module calls `name`.
    fn find(&self, module: &[String], name: &str, steps: usize) -> Option<Names> {
        let own = [module, &[name.to_owned()]].concat();
        if self.modules.contains_key(&own) || self.items.contains(&own) {
            return Some(own);
        }
        let imports = self.references.get(module).filter(|_| steps < MAX_STEPS)?;
        let resolve = |(path, _): &Reference| self.resolve(module, path, steps + 1);
        let is = |wanted: &str, found: &Reference| found.1.as_deref() == Some(wanted);
        if let Some(import) = imports.iter().find(|import| is(name, import)) {
            return resolve(import);
        }
        let globs = imports
            .iter()
            .filter(|import| is("*", import))
            .filter_map(resolve);
        globs
            .filter(|target| self.modules.contains_key(target))
            .find_map(|target| self.find(&target, name, steps + 1))
    }
}

/// Returns whether an attribute is `cfg(test)` or `cfg(all(test, ...))`.
fn is_test(attribute: &Attribute) -> bool {
    let Meta::List(list) = &attribute.meta else {
        return false;
    };
    let condition = list.tokens.to_string();
    list.path.is_ident("cfg") && (condition == "test" || condition.starts_with("all (test"))
}
