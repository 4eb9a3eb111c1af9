//! Damages the data of a real server at random, and looks at what a server makes of it.
//!
//! A server plays some games, registers names and is killed. In each case a server plays on with a copy of its files,
//! which are damaged while it does or after it was killed or stopped, and a server is started on the result. Three outcomes are right: it
//! serves everything; it serves less, says so, and tells the players concerned; or it refuses to start and says
//! what to do, which is then done. Serving less in silence, freeing a registered name, and dying after the start
//! are wrong. `scripts/torture damage` is the long form.

#![expect(clippy::wildcard_enum_match_arm, reason = "a test waits for one message and skips the others")]

#[expect(dead_code, reason = "the tests of the sockets use the rest")]
#[path = "../sockets/client.rs"]
mod client;
mod harm;
mod observer;
mod people;
mod program;
#[path = "../../../tests/torture/random.rs"]
mod random;

use harm::{Files, Harm, Kind};
use observer::Seen;
use people::{People, Play};
use program::{Started, files_of, write_files};
use random::Random;
use std::collections::BTreeMap;
use std::env;
use std::io::{self, Write as _};
use std::path::Path;
use std::time::Instant;
use tempfile::TempDir;

/// How a server treats damaged data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    Whole,
    Less,
    Refused,
    /// It serves less and does not say so.
    Silent,
    /// It ends after its start.
    Dies,
}

impl Outcome {
    const ALL: [(Self, &str); 5] = [
        (Self::Whole, "served whole"),
        (Self::Less, "served less and said so"),
        (Self::Refused, "refused with a remedy"),
        (Self::Silent, "SILENT"),
        (Self::Dies, "STARTS AND DIES"),
    ];
}

/// The files of a server that has ended, with what its players know.
struct Base {
    files: Files,
    people: People,
}

/// Everything that cases start from.
struct Bases {
    bases: Vec<Base>,
    /// The files of another server.
    other: Files,
}

#[tokio::test]
async fn damage_is_never_silent() {
    torture(6, 0x00C0_FFEE).await;
}

#[tokio::test]
#[ignore = "long: scripts/torture damage"]
async fn many_damages_are_never_silent() {
    let number = |name| env::var(name).ok().map(|text| text.parse::<u64>().expect("a number"));
    let cases = number("TORTURE_DAMAGES").unwrap_or(200);
    let seed = number("TORTURE_SEED").unwrap_or_else(|| u64::from(std::process::id()));
    torture(cases, seed).await;
}

async fn torture(cases: u64, seed: u64) {
    print_line(&format!("seed {seed}, {cases} damages"));
    let begun = Instant::now();
    let bases = Bases::make(seed).await;
    let mut counts = BTreeMap::<(Kind, Outcome), usize>::new();
    let mut failures = Vec::new();
    // one case alone: TORTURE_CASE
    let only = env::var("TORTURE_CASE").ok().map(|text| text.parse::<u64>().expect("a number"));
    for case in (0..cases).filter(|case| only.is_none_or(|only| only == *case)) {
        let mut random = Random::new(seed ^ (case + 1) << 20);
        let kind = Kind::ALL[case as usize % Kind::ALL.len()].0;
        let (outcome, what) = bases.run(kind, &mut random).await;
        print_line(&format!("case {case}: {what}: {outcome:?}"));
        *counts.entry((kind, outcome)).or_default() += 1;
        if matches!(outcome, Outcome::Silent | Outcome::Dies) {
            failures.push(format!("case {case}: {what}"));
        }
    }
    print_table(&counts);
    print_line(&format!("took {:.0?}", begun.elapsed()));
    assert!(failures.is_empty(), "seed {seed}: {failures:#?}");
}

fn print_table(counts: &BTreeMap<(Kind, Outcome), usize>) {
    let count = |kind, outcome| counts.get(&(kind, outcome)).copied().unwrap_or_default();
    let heads: Vec<&str> = Outcome::ALL.iter().map(|(_, name)| *name).collect();
    print_line(&format!("{:44} {}", "damage", heads.join(" | ")));
    let mut sums = [0; Outcome::ALL.len()];
    for (kind, name) in Kind::ALL {
        let row = Outcome::ALL.map(|(outcome, _)| count(kind, outcome));
        sums.iter_mut().zip(row).for_each(|(sum, count)| *sum += count);
        print_line(&row_of(name, &row));
    }
    print_line(&row_of("all", &sums));
}

fn row_of(name: &str, counts: &[usize]) -> String {
    let cells = counts.iter().zip(Outcome::ALL).map(|(count, (_, head))| format!("{count:>0$}", head.len()));
    format!("{name:44} {}", cells.collect::<Vec<_>>().join(" | "))
}

impl Bases {
    /// Plays on servers: one that is killed, one that is stopped, and one whose events have moved to the journals.
    async fn make(seed: u64) -> Self {
        let (folder, mut random) = (data(), Random::new(seed));
        let mut people = People::default();
        let mut bases = Vec::new();
        let mut server = Started::expect(folder.path()).await;
        people.join(&mut server, &mut random).await;
        people.play(&mut server, &mut random, Play { moves: 200, in_flight: false }).await;
        server.kill();
        bases.push(Base { files: files_of(folder.path()), people: people.known() });
        // a repair moves all events to the journals
        chuhe_server::store::Sqlite::repair(folder.path()).expect("the data can be read");
        let mut server = Started::expect(folder.path()).await;
        people.resume(&mut server).await;
        people.play(&mut server, &mut random, Play { moves: 60, in_flight: false }).await;
        server.kill();
        bases.push(Base { files: files_of(folder.path()), people: people.known() });
        let mut server = Started::expect(folder.path()).await;
        people.resume(&mut server).await;
        people.play(&mut server, &mut random, Play { moves: 20, in_flight: false }).await;
        server.stop();
        people.receive_rest().await;
        bases.push(Base { files: files_of(folder.path()), people: people.known() });
        let folder = data();
        let mut server = Started::expect(folder.path()).await;
        let mut strangers = People::default();
        strangers.join(&mut server, &mut random).await;
        strangers.play(&mut server, &mut random, Play { moves: 40, in_flight: false }).await;
        server.kill();
        Self { bases, other: files_of(folder.path()) }
    }

    /// Runs a case: a server plays on, is killed or stopped, and its files are damaged then or before. Also
    /// describes it.
    async fn run(&self, kind: Kind, random: &mut Random) -> (Outcome, String) {
        let base = &self.bases[random.below(self.bases.len())];
        let folder = data();
        write_files(folder.path(), &base.files);
        let (mut people, harm) = (base.people.known(), Harm::new(kind, [&base.files, &self.other]));
        let mut server = Started::expect(folder.path()).await;
        people.resume(&mut server).await;
        let moves = 5 + random.below(40);
        people.play(&mut server, random, Play { moves, in_flight: false }).await;
        let end = random.below(4);
        let mut done = String::new();
        if end == 0 {
            // the files change while the server uses them
            done = format!("under load, {}", harm.apply(folder.path(), random));
            people.play(&mut server, random, Play { moves: 20, in_flight: true }).await;
            if server.ended_by_itself() {
                return (Outcome::Dies, done);
            }
        }
        if end == 1 {
            server.stop();
        } else {
            people.send_move(random).await;
            server.kill();
        }
        people.receive_rest().await;
        if end > 0 {
            done = harm.apply(folder.path(), random);
        }
        let (outcome, seen) = self.observe(folder.path(), &people.known(), random).await;
        (outcome, format!("{done}: {seen}"))
    }

    /// Starts a server on damaged data. If it refuses, does what it says, and starts it again.
    async fn observe(&self, data: &Path, people: &People, random: &mut Random) -> (Outcome, String) {
        let refusal = match Started::launch(data).await {
            Ok(server) => return observer::observe(server, people, random).await.outcome(),
            Err(refusal) => refusal,
        };
        let Some(remedy) = refusal.lines().find(|line| line.contains("what to do: ")) else {
            return (Outcome::Silent, format!("refused without a remedy: {refusal}"));
        };
        let checked = program::run("check", data);
        if checked.is_none_or(|code| code == 0) {
            return (Outcome::Silent, format!("refused, but a check ends with {checked:?}: {refusal}"));
        }
        if remedy.contains("chuhe.db.mark") {
            return (Outcome::Refused, refusal);
        }
        if program::run("repair", data) != Some(0) {
            return (Outcome::Refused, format!("{refusal}; a repair is refused too"));
        }
        let repaired = match Started::launch(data).await {
            Ok(server) => observer::observe(server, people, random).await,
            Err(why) => return (Outcome::Dies, format!("{refusal}; after a repair: {why}")),
        };
        match repaired.outcome() {
            (Outcome::Whole | Outcome::Less | Outcome::Refused, seen) => {
                (Outcome::Refused, format!("{refusal}; after a repair: {seen}"))
            }
            (bad @ (Outcome::Silent | Outcome::Dies), seen) => {
                (bad, format!("{refusal}; after a repair: {seen}"))
            }
        }
    }
}

impl Seen {
    /// Judges what was seen of a server.
    fn outcome(self) -> (Outcome, String) {
        let Self { report, silent, told, has_ended, is_paused } = self;
        let first = report.lines().nth(usize::from(report.starts_with("ok"))).unwrap_or_default().to_owned();
        let what = format!("{first} [{}]", told.join("; "));
        if has_ended {
            (Outcome::Dies, what)
        } else if !silent.is_empty() {
            (Outcome::Silent, format!("{what} SILENT: {}", silent.join("; ")))
        } else if report == "ok\n" && told.is_empty() && !is_paused {
            (Outcome::Whole, "whole".to_owned())
        } else {
            (Outcome::Less, what)
        }
    }
}

fn data() -> TempDir {
    tempfile::tempdir().expect("a directory")
}

/// Prints a line of progress.
fn print_line(line: &str) {
    // a closed output does not fail the run
    let _ = writeln!(io::stdout(), "{line}");
}
