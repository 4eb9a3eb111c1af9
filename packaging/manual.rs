//! Writes the man pages and the completions for shells of a program, from the declaration of its command line.
//!
//! The server and the client contain this file in a build with the feature `manual`. Such a program writes the files
//! into the folder that the variable [`VARIABLE`] names, and ends: packages are built so.

use clap::Command;
use clap_complete::Shell;
use std::fs;
use std::io;
use std::path::Path;

/// Names the folder for the files.
#[cfg(feature = "manual")]
const VARIABLE: &str = "CHUHE_WRITE_MANUAL";
/// The folder of the man pages in it, and that of the completions.
const PAGES: &str = "man";
const COMPLETIONS: &str = "completions";
/// The shells with completions.
const SHELLS: [Shell; 3] = [Shell::Bash, Shell::Fish, Shell::Zsh];

/// The depth of the commands that are completed in fish, whose completions have no deeper ones.
#[cfg(test)]
const FISH_DEPTH: usize = 1;

/// Writes the files of `command` if [`VARIABLE`] names a folder; returns whether it does.
///
/// # Errors
/// Those of [`write()`].
#[cfg(feature = "manual")]
pub(crate) fn write_if_asked(command: Command, replaced: &[(String, &str)]) -> io::Result<bool> {
    let Some(folder) = std::env::var_os(VARIABLE) else { return Ok(false) };
    write(command, replaced, Path::new(&folder)).map(|()| true)
}

/// Writes the files of `command` into `folder`.
///
/// `replaced` are texts that depend on this machine, each with the text for everyone.
///
/// # Errors
/// If a folder cannot be made, or a file cannot be written.
fn write(command: Command, replaced: &[(String, &str)], folder: &Path) -> io::Result<()> {
    let (pages, completions) = (folder.join(PAGES), folder.join(COMPLETIONS));
    fs::create_dir_all(&pages)?;
    fs::create_dir_all(&completions)?;
    let name = command.get_name().to_owned();
    let mut command = for_everyone(command, replaced);
    clap_mangen::generate_to(command.clone(), &pages)?;
    for shell in SHELLS {
        clap_complete::generate_to(shell, &mut command, &name, &completions)?;
    }
    Ok(())
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

/// Checks that the files of `command` can be written, and that they name every command and every flag.
///
/// # Panics
/// If they do not, or if one has a text that only this machine has.
#[cfg(test)]
pub(crate) fn check(command: Command, replaced: &[(String, &str)]) {
    let folder = tempfile::tempdir().expect("a folder can be made");
    write(command.clone(), replaced, folder.path()).expect("the files can be written");
    let name = command.get_name().to_owned();
    let read = |part: &str, file: &str| {
        let path = folder.path().join(part).join(file);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let shells = [format!("{name}.bash"), format!("_{name}"), format!("{name}.fish")];
    let mut texts = shells.map(|file| read(COMPLETIONS, &file)).to_vec();
    let mut commands = vec![(name, command, 0)];
    while let Some((name, command, depth)) = commands.pop() {
        let page = read(PAGES, &format!("{name}.1"));
        let in_shells = if depth <= FISH_DEPTH { SHELLS.len() } else { SHELLS.len() - 1 };
        let is_completed = |word: &str| texts[..in_shells].iter().all(|text| text.contains(word));
        let shown = command.get_arguments().filter(|argument| !argument.is_hide_set());
        for flag in shown.filter_map(clap::Arg::get_long) {
            // a page has a backslash before each dash
            assert!(page.replace('\\', "").contains(&format!("--{flag}")), "the page of {name} has --{flag}");
            assert!(is_completed(flag), "--{flag} of {name} is completed");
        }
        for subcommand in command.get_subcommands().filter(|subcommand| !subcommand.is_hide_set()) {
            let word = subcommand.get_name();
            assert!(is_completed(word), "{word} of {name} is completed");
            commands.push((format!("{name}-{word}"), subcommand.clone(), depth + 1));
        }
        texts.push(page);
    }
    for (here, everywhere) in replaced {
        assert!(texts.iter().all(|text| !text.contains(here)), "{here} is of this machine");
        assert!(
            texts.iter().any(|text| text.replace('\\', "").contains(everywhere)),
            "{everywhere} stands for it"
        );
    }
}
