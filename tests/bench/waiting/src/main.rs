//! The program `chuhe-waiting [--quick] [GAMES|- [SVG]]`: how long people wait for an opponent.
//!
//! It compares pairing by the real hub, at the moment in which two seeks fit, with pools that pair in waves, on the
//! same arrivals. It prints a table, and draws a plot into the file `SVG`. `GAMES` is a table of games that people
//! played, `-` reads it from standard input; without it a made-up distribution serves. `--quick` simulates a tenth
//! of the days.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "the program prints its result and its progress"
)]

mod figures;
mod history;
mod hub_pairing;
mod people;
mod plot;
mod simulation;
mod waves;

use anyhow::Context as _;
use chuhe_protocol::limits;
use figures::Figures;
use history::History;
use hub_pairing::HubPairing;
use simulation::Pairing;
use waves::Waves;

/// How many people are there at once on average, and for how many days they come.
const SCENARIOS: [(f64, u64); 3] = [(5.0, 60), (20.0, 20), (200.0, 3)];
/// The time between two waves, in milliseconds.
const WAVE_MS: u64 = 20_000;
/// Runs that look for the number of arrivals a day.
const CALIBRATIONS: usize = 4;
const SEED: u64 = 1;

/// Returns the arrivals a day with which so many people are there at once, if they are paired within a second.
fn arrivals_per_day(history: &History, at_once: f64, days: u64) -> anyhow::Result<f64> {
    let mut per_day = 48.0 * at_once;
    for _ in 0..CALIBRATIONS {
        let people = people::draw(history, per_day, days, SEED);
        let observed = simulation::run(&people, history, &mut Waves::new(1000), limits::SEEK_TERMS)?;
        per_day *= at_once / observed.at_once(days);
    }
    Ok(per_day)
}

/// Measures each method on the same people.
fn measure(history: &History, at_once: f64, days: u64) -> anyhow::Result<Vec<Figures>> {
    let per_day = arrivals_per_day(history, at_once, days)?;
    let people = people::draw(history, per_day, days, SEED);
    let run = |method, pairing: &mut dyn Pairing, terms| {
        let observed = simulation::run(&people, history, pairing, terms)?;
        eprintln!("{at_once} people at once, {days} days, {per_day:.0} arrivals a day, {method}: done");
        anyhow::Ok(Figures { method, observed, days })
    };
    Ok(vec![
        run("at once, up to 4 terms", &mut HubPairing::new(1), limits::SEEK_TERMS)?,
        run("at once, first terms only", &mut HubPairing::new(1), 1)?,
        run("at once, up to 4 terms, rated", &mut HubPairing::rated(1, &people)?, limits::SEEK_TERMS)?,
        run("waves of 20 s, up to 4 pools", &mut Waves::new(WAVE_MS), limits::SEEK_TERMS)?,
        run("waves of 20 s, first pool only", &mut Waves::new(WAVE_MS), 1)?,
    ])
}

fn main() -> anyhow::Result<()> {
    let (options, paths): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|argument| argument.starts_with("--"));
    let is_quick = options.iter().any(|option| option == "--quick");
    anyhow::ensure!(options.len() == usize::from(is_quick), "usage: chuhe-waiting [--quick] [GAMES|- [SVG]]");
    let (history, source) = match paths.first().map(String::as_str) {
        None => {
            eprintln!("NO FILE OF GAMES: the people are MADE UP, and the figures say nothing of real ones");
            (History::built_in(), "MADE-UP people, not real ones")
        }
        Some(path) => {
            let text = match path {
                "-" => std::io::read_to_string(std::io::stdin()),
                path => std::fs::read_to_string(path),
            };
            let text = text.with_context(|| format!("{path} could not be read as text"))?;
            (History::parse(&text)?, "people modelled after real games")
        }
    };
    println!("{source}: {}\n\n{}", history.summary(), figures::HEAD.trim_end());
    let mut scenarios = Vec::new();
    for (at_once, days) in SCENARIOS {
        let figures = measure(&history, at_once, if is_quick { days.div_ceil(10) } else { days })?;
        figures.iter().for_each(|figures| print!("{}", figures.row()));
        scenarios.push((format!("{at_once} people at once"), figures));
    }
    if let Some(path) = paths.get(1) {
        let panels: Vec<plot::Panel<'_>> =
            scenarios.iter().map(|(title, figures)| (title.clone(), figures.as_slice())).collect();
        std::fs::write(path, plot::plot(&format!("A model: {source}."), &panels))?;
    }
    Ok(())
}
