//! The program, from games to a match.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe-trainer"));
    command.current_dir(folder).args(arguments).output().expect("the program runs")
}

/// Runs the program and returns its standard output.
fn output(folder: &Path, arguments: &[&str]) -> String {
    let output = run(folder, arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("the output is text")
}

#[test]
fn games_become_a_net_that_plays() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let generate =
        ["generate", "games", "--games", "6", "--nodes", "100", "--threads", "1", "--net", "tables"];
    assert!(output(folder, &generate).starts_with("6 games, "));
    let samples = "games/seed1-0of1.samples";

    let train = |out| output(folder, &["train", samples, "--out", out, "--epochs", "2", "--batch", "64"]);
    assert!(train("a.net").starts_with("quantisation: mean error "));
    train("b.net");
    let [a, b] = ["a.net", "b.net"].map(|name| fs::read(folder.join(name)).unwrap());
    assert!(a == b, "training depends on its seed alone");

    assert!(output(folder, &["check", "a.net", samples]).contains("samples, 0 illegal"));
    let duel =
        output(folder, &["match", "a.net", "tables", "--pairs", "1", "--nodes", "100", "--threads", "1"]);
    assert!(duel.starts_with('+'), "{duel}");
}

#[test]
fn games_do_not_depend_on_the_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let generate = ["generate", "games", "--games", "4", "--nodes", "100", "--threads"];
    output(folder, &[&generate[..], &["1"]].concat());
    output(folder, &[&generate[..], &["2"]].concat());
    let length = |name: &str| fs::read(folder.join("games").join(name)).unwrap()[8..].len();
    let halves = length("seed1-0of2.samples") + length("seed1-1of2.samples");
    assert_eq!(length("seed1-0of1.samples"), halves);
}

#[test]
fn bad_files_are_named_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("no.net"), "not a net").unwrap();
    fs::write(folder.join("short.samples"), "CHU").unwrap();
    for (arguments, expected) in [
        (&["check", "no.net"][..], "error: cannot use no.net: the file is not a net\n"),
        (&["train", "no.net", "--out", "x.net"], "error: no.net is no file of samples\n"),
        (&["train", "short.samples", "--out", "x.net"], "error: short.samples is no file of samples\n"),
    ] {
        let output = run(folder, arguments);
        assert!(!output.status.success());
        assert_eq!(String::from_utf8(output.stderr).unwrap(), expected);
    }
    let missing = run(folder, &["check", "missing.net"]);
    assert!(String::from_utf8(missing.stderr).unwrap().starts_with("error: cannot read missing.net: "));
}

#[test]
fn rates_and_shares_out_of_range_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (option, values) in [
        ("--rate", &["nan", "inf", "0", "-0.1", "1.5"][..]),
        ("--result-share", &["nan", "inf", "-0.1", "1.1"]),
    ] {
        for value in values {
            let argument = format!("{option}={value}");
            let output = run(folder.path(), &["train", "no.samples", "--out", "x.net", &argument]);
            let error = String::from_utf8(output.stderr).unwrap();
            assert!(error.starts_with(&format!("error: invalid value '{value}' for '{option} ")), "{error}");
        }
    }
}
