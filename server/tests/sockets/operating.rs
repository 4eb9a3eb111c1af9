//! The commands of the operator's page, run as they stand there.

use crate::program::{end, listening, program};
use chuhe_server::shell::operate::args::CommandLine;
use clap::Parser as _;
use clap::error::ErrorKind;
use std::fs;
use std::path::Path;
use std::process::Command;

const PAGE: &str = include_str!("../../../docs/operating.md");
/// The data that the page names; a test replaces the folder.
const STATE: &str = "/var/lib/";

/// The lines of the page's code blocks that are commands on stored data.
fn commands() -> Vec<&'static str> {
    let blocks = PAGE.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    let kinds = ["backup", "check", "repair", "export", "import", "prune"]
        .map(|kind| format!("chuhe-server {kind} "));
    let is_ours =
        |line: &&str| kinds.iter().any(|kind| line.starts_with(kind)) || line.starts_with("cp chuhe-backup");
    blocks.flat_map(str::lines).filter(is_ours).collect()
}

/// Creates data with finished and running games.
fn create_data(directory: &Path) {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/store/fixtures/schema_4");
    fs::create_dir(directory).expect("a new directory");
    for file in fs::read_dir(fixtures).expect("the fixture").map(|file| file.expect("a file").path()) {
        fs::copy(&file, directory.join(file.file_name().expect("a name"))).expect("a copy");
    }
    drop(chuhe_server::store::Sqlite::open(directory).expect("it is migrated"));
}

#[test]
fn commands_of_the_operators_page_do_what_it_says() {
    let folder = tempfile::tempdir().expect("a directory");
    create_data(&folder.path().join("chuhe"));
    let programs = Path::new(env!("CARGO_BIN_EXE_chuhe-server")).parent().expect("a directory");
    let path = format!("{}:/usr/bin:/bin", programs.display());
    let commands = commands();
    assert_eq!(commands.len(), 11, "{commands:#?}");
    for command in commands {
        let here = command.replace(STATE, &format!("{}/", folder.path().display()));
        let output = Command::new("sh")
            .args(["-c", &here])
            .current_dir(folder.path())
            .env_clear()
            .env("PATH", &path)
            .output()
            .expect("a shell");
        let (out, error) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "{here}: {out}{error}");
        if command.contains(" check ") {
            assert!(out.contains("5 games replayed") && out.ends_with("no problem found\n"), "{out}");
        }
        if command.contains(" repair ") {
            assert!(out.ends_with("nothing to repair\n"), "{out}");
        }
        if command.contains(" import ") {
            assert!(out.starts_with("imported 8 players and 2 games"), "{out}");
        }
    }
    assert!(folder.path().join("chuhe-new/chuhe.db").exists());
}

/// The pages with command lines of the server.
const PAGES: [(&str, &str); 6] = [
    ("README.md", include_str!("../../../README.md")),
    ("docs/cluster.md", include_str!("../../../docs/cluster.md")),
    ("docs/operating.md", PAGE),
    ("docs/packages.md", include_str!("../../../docs/packages.md")),
    ("docs/postgres.md", include_str!("../../../docs/postgres.md")),
    ("docs/protocol.md", include_str!("../../../docs/protocol.md")),
];

/// The command lines of the server on a page: whether each stands in a block of its own, and its text.
fn command_lines(page: &str) -> Vec<(bool, String)> {
    let mut lines = Vec::new();
    for (n, part) in page.split("```").enumerate() {
        if n % 2 == 1 {
            let joined = part.replace("\\\n", " ");
            lines.extend(joined.lines().map(|line| (true, line.to_owned())));
        } else {
            lines.extend(part.split('`').skip(1).step_by(2).map(|code| (false, code.to_owned())));
        }
    }
    lines.retain(|(_, line)| line.trim_start_matches("sudo ").starts_with("chuhe-server "));
    lines
}

#[test]
fn every_command_line_of_the_documentation_is_understood() {
    let mut count = 0;
    for (name, page) in PAGES {
        for (is_whole, line) in command_lines(page) {
            count += 1;
            let filled = line.trim_start_matches("sudo ").replace("ADDR:PORT", "127.0.0.1:8080");
            let words = shlex::split(&filled).unwrap_or_else(|| panic!("{name}: {line}"));
            let Err(error) = CommandLine::try_parse_from(words) else { continue };
            // in a sentence, a command stands for all its forms
            let is_name = !is_whole
                && matches!(
                    error.kind(),
                    ErrorKind::MissingRequiredArgument
                        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
                        | ErrorKind::MissingSubcommand
                        | ErrorKind::InvalidValue
                );
            assert!(is_name || error.kind() == ErrorKind::DisplayHelp, "{name}: {line}\n{error}");
        }
    }
    assert!(count > 50, "{count} command lines were found");
}

#[test]
fn check_and_repair_tell_scripts_how_they_ended() {
    let folder = tempfile::tempdir().expect("a directory");
    let data = folder.path().join("chuhe");
    let run = |args: &[&str]| {
        let output = program(&[]).args(args).arg("--data").arg(&data).output().expect("the program starts");
        (output.status.code(), String::from_utf8(output.stdout).expect("text"))
    };
    assert_eq!(run(&["check"]), (Some(2), String::new()), "there is nothing to check");
    create_data(&data);
    let database = rusqlite::Connection::open(data.join("chuhe.db")).expect("a database");
    assert_eq!(database.execute("UPDATE challenges SET value = x'00'", ()), Ok(1));
    drop(database);
    let (code, report) = run(&["check"]);
    assert_eq!(code, Some(1), "{report}");
    assert!(report.contains("\nproblem: challenge ") && report.contains("\n1 problems found\n"), "{report}");
    let before = fs::read(data.join("chuhe.db")).expect("a database");
    let (code, report) = run(&["repair", "--dry-run"]);
    assert!(code == Some(1) && report.ends_with("this is a dry run\n"), "{report}");
    assert!(fs::read(data.join("chuhe.db")).expect("a database") == before);
    let (code, report) = run(&["repair"]);
    assert_eq!(code, Some(0), "{report}");
    let kept = report.lines().find_map(|line| line.strip_prefix("the files as they were are in "));
    let kept = Path::new(kept.expect("a folder")).join("chuhe.db");
    assert!(fs::read(&kept).expect("the damaged database") == before);
    let (code, report) = run(&["check"]);
    assert!(code == Some(0) && report.contains("\nset aside before: challenge "), "{report}");
    assert_eq!(run(&["repair"]).0, Some(0));
}

#[test]
fn prune_refuses_the_data_of_a_running_server() {
    let data = tempfile::tempdir().expect("a directory");
    let folder = data.path().to_str().expect("text");
    let (child, _) = listening(&["--listen", "127.0.0.1:0", "--data", folder]);
    let prune = || {
        let output = program(&["prune", "--older-than", "1d", "--data", folder]).output().expect("it runs");
        (output.status.code(), String::from_utf8(output.stderr).expect("text"))
    };
    let (code, error) = prune();
    assert_eq!(code, Some(1));
    assert!(error.starts_with("error: another server uses the data\nwhat to do: "), "{error}");
    assert_eq!(end(child, "-TERM").0, Some(0));
    assert_eq!(prune(), (Some(0), String::new()));
}
