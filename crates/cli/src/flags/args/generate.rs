//! The values of `--generate`.

use clap::builder::TypedValueParser;
use clap_complete::Shell;

use super::values;

/// A document for packagers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Document {
    /// The manual page of the program or of a command, by name.
    Man(&'static str),
    /// A shell completion script.
    Completions(Shell),
}

const DOCUMENTS: &[(&str, Document)] = &[
    ("man", Document::Man("urlsift")),
    ("man-list", Document::Man("list")),
    ("man-grep", Document::Man("grep")),
    ("man-check", Document::Man("check")),
    ("man-info", Document::Man("info")),
    ("man-split", Document::Man("split")),
    ("man-harvest", Document::Man("harvest")),
    ("man-pick", Document::Man("pick")),
    ("complete-bash", Document::Completions(Shell::Bash)),
    ("complete-zsh", Document::Completions(Shell::Zsh)),
    ("complete-fish", Document::Completions(Shell::Fish)),
    ("complete-elvish", Document::Completions(Shell::Elvish)),
];

/// Returns a parser for the name of a document.
pub(super) fn document() -> impl TypedValueParser<Value = Document> {
    values::named(DOCUMENTS, |(name, _)| name).map(|(_, document)| document)
}

#[cfg(test)]
mod tests {
    use clap::{Command, CommandFactory};

    use super::{DOCUMENTS, Document};
    use crate::flags::{args::Cli, help::Page};

    #[test]
    fn every_command_has_a_manual_page() {
        let commands: Vec<_> = Cli::command()
            .get_subcommands()
            .map(Command::get_name)
            .map(str::to_owned)
            .collect();
        assert!(commands.len() >= 6, "{commands:?}");
        for command in commands {
            let name = format!("man-{command}");
            let found = DOCUMENTS.iter().find(|(known, _)| *known == name);
            let page = found.map(|(_, document)| *document);
            assert!(
                matches!(page, Some(Document::Man(of)) if of == command),
                "{name}"
            );
            assert!(Page::of(&command).is_some(), "{command}");
        }
    }
}
