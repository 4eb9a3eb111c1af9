//! The man pages and the completions for shells in `packaging/linux`, which are generated from the declaration of a
//! command line.
//!
//! Tests of the server and of the client contain this file. A test fails if the files differ from the declaration, and
//! rewrites them if the environment variable `GOLDEN` is `write`.

use clap::Command;
use clap_complete::Shell;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the files, from the root of the workspace.
const FOLDER: &str = "packaging/linux";
/// The folder of the man pages in it, and that of the completions.
const PAGES: &str = "man";
const COMPLETIONS: &str = "completions";
/// The shells with completions.
const SHELLS: [Shell; 3] = [Shell::Bash, Shell::Fish, Shell::Zsh];

/// Checks or rewrites the files of `command`.
///
/// `replaced` are texts that depend on this machine, each with the text for everyone.
///
/// # Panics
/// If a file differs.
pub(crate) fn check(command: Command, replaced: &[(String, &str)]) {
    let workspace =
        Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a package is a folder of the workspace");
    let folder = workspace.join(FOLDER);
    let name = command.get_name().to_owned();
    let expected = files(&for_everyone(command, replaced), &name);
    if std::env::var_os("GOLDEN").is_some_and(|value| value == "write") {
        for file in present(&folder, &name) {
            fs::remove_file(file).expect("an old file can be removed");
        }
        for (file, text) in &expected {
            fs::write(folder.join(file), text).expect("the file can be written");
        }
    }
    let hint = "GOLDEN=write with this test writes the files anew";
    let found = present(&folder, &name);
    let named: Vec<PathBuf> = expected.keys().map(|file| folder.join(file)).collect();
    assert_eq!(found, named, "the files of {FOLDER}; {hint}");
    for (file, text) in expected {
        let stored = fs::read_to_string(folder.join(&file)).expect("the file exists");
        assert_eq!(text, stored, "{}; {hint}", file.display());
    }
}

/// Returns the command with other texts in its help, also that of its subcommands.
fn for_everyone(command: Command, replaced: &[(String, &str)]) -> Command {
    let replace = |text: String| replaced.iter().fold(text, |text, (from, to)| text.replace(from, to));
    command
        .mut_args(|argument| match argument.get_help().map(ToString::to_string) {
            Some(help) => argument.help(replace(help)),
            None => argument,
        })
        .mut_subcommands(|subcommand| for_everyone(subcommand, replaced))
}

/// Returns the text of each file.
fn files(command: &Command, name: &str) -> BTreeMap<PathBuf, String> {
    let mut files = BTreeMap::new();
    let pages = tempfile::tempdir().expect("a folder can be made");
    clap_mangen::generate_to(command.clone(), pages.path()).expect("the pages can be written");
    for page in of_program(pages.path(), name) {
        let text = fs::read_to_string(&page).expect("a page is text");
        files.insert(Path::new(PAGES).join(page.file_name().expect("a page has a name")), text);
    }
    for shell in SHELLS {
        let mut text = Vec::new();
        clap_complete::generate(shell, &mut command.clone(), name, &mut text);
        let file = clap_complete::Generator::file_name(&shell, name);
        let text = String::from_utf8(text).expect("completions are text");
        files.insert(Path::new(COMPLETIONS).join(file), text);
    }
    files
}

/// Returns the sorted files of the program `name` in both folders.
fn present(folder: &Path, name: &str) -> Vec<PathBuf> {
    [COMPLETIONS, PAGES].iter().flat_map(|part| of_program(&folder.join(part), name)).collect()
}

/// Returns the sorted files in `folder` of the program `name` and of its subcommands.
fn of_program(folder: &Path, name: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("an entry can be read").path();
        let file = path.file_name().and_then(|file| file.to_str()).unwrap_or_default();
        let rest = file.trim_start_matches('_').strip_prefix(name);
        // other programs have names such as `chuhe-server`, but `chuhe` has no subcommands
        let is_subcommand = |rest: &str| name.contains('-') && rest.starts_with('-');
        if rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.') || is_subcommand(rest)) {
            found.push(path);
        }
    }
    found.sort();
    found
}
