//! Reads tournaments in TRF and writes their tables, or plays tournaments at random and writes them as TRF.
//!
//! `cargo run --release -p chuhe-tournaments --example trf -- table FILE...` prints the standings of each file as CSV.
//! `… -- generate FOLDER COUNT` writes tournaments as `NUMBER.trf`, with all tie-breaks in `NUMBER.csv` beside it. Other
//! programs can check these; `docs/tournaments.md` says which did.

#![expect(clippy::print_stdout, reason = "what the program finds is its output")]

use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;
use chuhe_tournaments::trf::{Edition, Trf};
use chuhe_tournaments::{
    AbsenceRule, Absent, BoardId, Entry, Event, Record, Regulations, RoundRobinRules, SwissRules, System,
    TieBreak, Tournament, Unplayed, csv, next_pairing,
};
use std::error::Error;
use std::path::Path;
use std::{env, fs};

const TIE_BREAKS: [TieBreak; 9] = [
    TieBreak::OpponentsScore,
    TieBreak::SonnebornBerger,
    TieBreak::Cumulative,
    TieBreak::Wins,
    TieBreak::WinsAsSecond,
    TieBreak::GamesAsSecond,
    TieBreak::DirectEncounter,
    TieBreak::Fouls,
    TieBreak::DropRounds,
];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["table", files @ ..] => files.iter().try_for_each(|file| print_table(file)),
        ["generate", folder, count] => generate(Path::new(folder), count.parse()?),
        _ => Err("usage: trf table FILE... | trf generate FOLDER COUNT".into()),
    }
}

fn print_table(file: &str) -> Result<(), Box<dyn Error>> {
    let trf = Trf::read(&fs::read_to_string(file)?).map_err(|error| format!("{file}: {error}"))?;
    let tournament = trf.to_tournament().map_err(|error| format!("{file}: {error}"))?;
    println!("{file}: {}\n{}", trf.name, csv::standings_csv(&tournament));
    match next_pairing(&tournament) {
        Ok(proposal) => println!("round {}: {:?}", proposal.round, proposal.pairing),
        Err(reason) => println!("{reason}"),
    }
    Ok(())
}

fn generate(folder: &Path, count: u32) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(folder)?;
    for number in 0..count {
        let tournament = play(number)?;
        let trf = Trf::of(&tournament, &format!("Generated {number}"));
        fs::write(folder.join(format!("{number}.trf")), trf.write(Edition::Trf16))?;
        fs::write(folder.join(format!("{number}.csv")), csv::standings_csv(&tournament))?;
    }
    println!("{count} tournaments in {}", folder.display());
    Ok(())
}

/// Plays a round robin or a Swiss whose size, absences and results follow from the seed.
fn play(seed: u32) -> Result<Tournament, Box<dyn Error>> {
    let mut state = u64::from(seed) + 1;
    let mut below = |end: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % end
    };
    let players = 4 + below(40);
    let is_swiss = below(4) > 0;
    let rounds = u16::try_from(3 + below(7).min(players / 2 - 2))?;
    let system = if is_swiss {
        System::Swiss(SwissRules { rounds, clubs_apart_rounds: 0 })
    } else {
        System::RoundRobin(RoundRobinRules { cycles: 1 + u8::from(below(3) == 0), void_below_half: false })
    };
    let mut tournament = Tournament::new(Regulations {
        tie_breaks: TIE_BREAKS.to_vec(),
        absence: AbsenceRule::Never,
        unplayed: Unplayed::Own,
        ..Regulations::of(system)
    })?;
    let record = |tournament: &mut Tournament, event| {
        tournament.record(Record { at: Timestamp::from_ms(0), by: 0, event })
    };
    for number in 1..=players {
        let entry = Entry { name: format!("Player {number}"), ..Entry::default() };
        record(&mut tournament, Event::Entered(entry))?;
    }
    record(&mut tournament, Event::Started { seed: below(1 << 20) })?;
    let has_absences = below(2) == 0;
    while let Ok(proposal) = next_pairing(&tournament) {
        let boards = proposal.pairing.boards.len();
        record(&mut tournament, Event::Paired(proposal.pairing))?;
        for board in 1..=u16::try_from(boards)? {
            let board = BoardId { round: proposal.round, board };
            let event = match below(if has_absences { 20 } else { 18 }) {
                0..8 => Event::Finished { board, winner: Some(Color::Red) },
                8..13 => Event::Finished { board, winner: Some(Color::Black) },
                13..18 => Event::Finished { board, winner: None },
                18 => Event::Forfeited { board, absent: Absent::One(Color::Red) },
                _ => Event::Forfeited { board, absent: Absent::Both },
            };
            record(&mut tournament, event)?;
        }
    }
    Ok(tournament)
}
