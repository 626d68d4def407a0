//! Finds which files of a crate import which, from the modules, the items they define and the paths they
//! name.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use super::tokens::{Token, attribute_end, is_test_attribute, item_end, tokens};

/// The maximum number of re-exports to follow. Re-exports may be cyclic.
const MAX_STEPS: usize = 32;

/// The modules of a crate.
pub(crate) struct Crate {
    /// The root comes first.
    modules: Vec<Module>,
}

/// A module, inline or in a file.
struct Module {
    /// The file that contains the module, relative to the sources, and the folder of its child modules.
    file: String,
    folder: String,
    parent: Option<usize>,
    children: BTreeMap<String, usize>,
    /// The names of the items that the module defines.
    items: BTreeSet<String>,
    imports: Vec<Import>,
    /// Paths with more than one segment in the module's code.
    paths: Vec<Vec<String>>,
}

/// A name that a `use` declaration imports.
struct Import {
    path: Vec<String>,
    name: String,
    is_glob: bool,
}

/// The target of a path.
#[derive(Clone, Copy)]
enum Target {
    Module(usize),
    /// An item, by the index of the module that defines it.
    Item(usize),
}

impl Crate {
    /// Reads all files in a folder.
    pub(crate) fn read(folder: &Path) -> Self {
        let mut files = BTreeMap::new();
        read_files(folder, "", &mut files);
        Self::parse(&files)
    }

    /// Parses the given files.
    pub(crate) fn of(files: &[(&str, &str)]) -> Self {
        let files = files
            .iter()
            .map(|(name, text)| (name.to_string(), text.to_string()));
        Self::parse(&files.collect())
    }

    fn parse(files: &BTreeMap<String, String>) -> Self {
        let roots = ["lib.rs", "main.rs"].into_iter();
        let roots: Vec<_> = roots.filter(|name| files.contains_key(*name)).collect();
        let [root] = roots[..] else {
            panic!("not one root: {roots:?}");
        };
        let mut parser = Parser {
            files,
            modules: Vec::new(),
            test_modules: Vec::new(),
        };
        parser.file(root.to_owned(), String::new(), None);
        let Parser {
            modules,
            test_modules,
            ..
        } = parser;
        for file in files.keys() {
            let is_known = modules.iter().any(|module| module.file == *file)
                || test_modules.iter().any(|module| {
                    let rest = file.strip_prefix(module);
                    rest.is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
                });
            assert!(is_known, "{file} is no module");
        }
        Self { modules }
    }

    /// Returns the files that each file imports, each with a path that imports it.
    pub(crate) fn imports(&self) -> BTreeMap<String, BTreeMap<String, String>> {
        let mut imports: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
        for (index, module) in self.modules.iter().enumerate() {
            let found = imports.entry(module.file.clone()).or_default();
            let mut add = |path: &[String], target: usize| {
                let file = &self.modules[target].file;
                if *file != module.file {
                    found.entry(file.clone()).or_insert_with(|| path.join("::"));
                }
            };
            for import in &module.imports {
                match self.resolve(index, &import.path, 0) {
                    Some(Target::Item(target)) => add(&import.path, target),
                    // For an imported module, the paths through it show which items are used.
                    Some(Target::Module(target)) if import.is_glob => add(&import.path, target),
                    _ => {}
                }
            }
            for path in &module.paths {
                if let Some(Target::Item(target)) = self.resolve(index, path, 0) {
                    add(path, target);
                }
            }
        }
        imports
    }

    /// Resolves a path. Returns `None` for a path outside the crate.
    fn resolve(&self, module: usize, path: &[String], steps: usize) -> Option<Target> {
        let (first, rest) = path.split_first()?;
        let begin = match first.as_str() {
            "crate" => Target::Module(0),
            "self" => Target::Module(module),
            "super" => Target::Module(self.modules[module].parent?),
            name => self.find(module, name, steps)?,
        };
        let mut at = begin;
        for name in rest {
            let Target::Module(module) = at else {
                // An associated item or an enum variant.
                return Some(at);
            };
            at = match name.as_str() {
                "self" => at,
                "super" => Target::Module(self.modules[module].parent?),
                name => self.find(module, name, steps)?,
            };
        }
        Some(at)
    }

    /// Finds the target of a name in a module.
    fn find(&self, module: usize, name: &str, steps: usize) -> Option<Target> {
        if steps > MAX_STEPS {
            return None;
        }
        let of = &self.modules[module];
        if let Some(child) = of.children.get(name) {
            return Some(Target::Module(*child));
        }
        if of.items.contains(name) {
            return Some(Target::Item(module));
        }
        let mut named = of.imports.iter().filter(|import| !import.is_glob);
        if let Some(import) = named.find(|import| import.name == name) {
            return self.resolve(module, &import.path, steps + 1);
        }
        let mut globs = of.imports.iter().filter(|import| import.is_glob);
        globs.find_map(
            |import| match self.resolve(module, &import.path, steps + 1)? {
                Target::Module(module) => self.find(module, name, steps + 1),
                Target::Item(_) => None,
            },
        )
    }
}

fn read_files(folder: &Path, prefix: &str, files: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str());
        let name = format!("{prefix}{}", name.expect("UTF-8"));
        if path.is_dir() {
            read_files(&path, &format!("{name}/"), files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("a source file");
            files.insert(name, text);
        }
    }
}

/// Builds the module tree.
struct Parser<'f> {
    files: &'f BTreeMap<String, String>,
    modules: Vec<Module>,
    /// Test modules to skip, as file names without `.rs`.
    test_modules: Vec<String>,
}

impl Parser<'_> {
    fn add(&mut self, file: String, folder: String, parent: Option<usize>) -> usize {
        self.modules.push(Module {
            file,
            folder,
            parent,
            children: BTreeMap::new(),
            items: BTreeSet::new(),
            imports: Vec::new(),
            paths: Vec::new(),
        });
        self.modules.len() - 1
    }

    /// Parses the module in a file. Its child modules are in `folder`.
    fn file(&mut self, file: String, folder: String, parent: Option<usize>) -> usize {
        let tokens = tokens(&self.files[&file]);
        let module = self.add(file, folder, parent);
        self.items(module, &tokens);
        module
    }

    fn items(&mut self, module: usize, tokens: &[Token]) {
        let mut at = 0;
        let mut depth = 0;
        while let Some(token) = tokens.get(at) {
            let word_at = |at: usize| tokens.get(at).and_then(Token::word);
            let is = |at: usize, text| tokens.get(at).is_some_and(|token: &Token| token.is(text));
            match token.word() {
                None if token.is("#") && (is(at + 1, "[")) => {
                    let end = attribute_end(tokens, at);
                    if is_test_attribute(&tokens[at..end]) {
                        let item_end = item_end(tokens, end);
                        self.skip_test_module(module, &tokens[end..item_end]);
                        at = item_end;
                    } else {
                        // Skip attributes: those of clap contain paths.
                        at += 1;
                    }
                    continue;
                }
                None => depth += i32::from(token.is("{")) - i32::from(token.is("}")),
                Some("mod") if word_at(at + 1).is_some() => {
                    at = self.child(module, tokens, at + 1);
                    continue;
                }
                Some("pub") if is(at + 1, "(") => {
                    while !is(at, ")") {
                        at += 1;
                    }
                }
                Some("use") if !is(at + 1, "<") => {
                    let len = tokens[at..].iter().position(|token| token.is(";"));
                    let end = at + len.expect("a use declaration ends");
                    let mut rest = &tokens[at + 1..end];
                    if rest[0].is("::") {
                        rest = &[];
                    }
                    let mut imports = Vec::new();
                    use_tree(&mut rest, &[], &mut imports);
                    self.modules[module].imports.extend(imports);
                    at = end;
                }
                Some(
                    "struct" | "enum" | "union" | "trait" | "type" | "fn" | "const" | "static",
                ) if depth == 0 => {
                    let at = if is(at + 1, "mut") { at + 2 } else { at + 1 };
                    if let Some(name) = word_at(at) {
                        self.modules[module].items.insert(name.to_owned());
                    }
                }
                Some(first) if is(at + 1, "::") && !(at > 0 && is(at - 1, "::")) => {
                    let mut path = vec![first.to_owned()];
                    while is(at + 1, "::")
                        && let Some(word) = word_at(at + 2)
                    {
                        path.push(word.to_owned());
                        at += 2;
                    }
                    self.modules[module].paths.push(path);
                }
                Some(_) => {}
            }
            at += 1;
        }
    }

    /// Parses the module whose name is at index `at`. Returns the index after it.
    fn child(&mut self, module: usize, tokens: &[Token], at: usize) -> usize {
        let name = tokens[at].word().expect("a name").to_owned();
        let path = format!("{}{name}", self.modules[module].folder);
        let folder = format!("{path}/");
        let is_inline = tokens.get(at + 1).is_some_and(|token| token.is("{"));
        let (child, end) = if is_inline {
            let end = item_end(tokens, at);
            let file = self.modules[module].file.clone();
            let child = self.add(file, folder, Some(module));
            self.items(child, &tokens[at + 2..end - 1]);
            (child, end)
        } else {
            let names = [format!("{path}.rs"), format!("{path}/mod.rs")];
            let mut names = names.into_iter();
            let file = names.find(|name| self.files.contains_key(name));
            let file = file.unwrap_or_else(|| panic!("no file of the module {path}"));
            (self.file(file, folder, Some(module)), at + 2)
        };
        self.modules[module].children.insert(name, child);
        end
    }

    /// Records a test module to skip.
    fn skip_test_module(&mut self, module: usize, item: &[Token]) {
        let mut words = item.iter().map(Token::word);
        if words.any(|word| word == Some("mod"))
            && let Some(Some(name)) = words.next()
        {
            let folder = &self.modules[module].folder;
            self.test_modules.push(format!("{folder}{name}"));
        }
    }
}

/// Adds the names that a `use` tree imports, up to a comma or the end of the group.
fn use_tree(rest: &mut &[Token], before: &[String], imports: &mut Vec<Import>) {
    let mut path = before.to_vec();
    while let Some((token, after)) = rest.split_first() {
        match token {
            Token::Other(',' | '}') => break,
            Token::Other('{') => {
                *rest = after;
                while rest.first().is_some_and(|token| !token.is("}")) {
                    use_tree(rest, &path, imports);
                    if rest.first().is_some_and(|token| token.is(",")) {
                        *rest = &rest[1..];
                    }
                }
                *rest = rest.get(1..).unwrap_or_default();
                return;
            }
            Token::Other('*') => {
                *rest = after;
                imports.push(Import {
                    path,
                    name: String::new(),
                    is_glob: true,
                });
                return;
            }
            Token::Word(word) if word == "as" => {
                let name = after.first().and_then(Token::word).unwrap_or("_");
                imports.push(Import {
                    path,
                    name: name.to_owned(),
                    is_glob: false,
                });
                *rest = after.get(1..).unwrap_or_default();
                return;
            }
            Token::Word(word) => path.push(word.clone()),
            _ => {}
        }
        *rest = after;
    }
    if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
        path.pop();
    }
    if let Some(name) = path.last().cloned() {
        imports.push(Import {
            path,
            name,
            is_glob: false,
        });
    }
}
