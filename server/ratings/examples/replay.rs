//! Compares the predictions of the ratings with those of another server's Elo, on games that it recorded.
//!
//! `cargo run -p chuhe-ratings --example replay -- FILE`, or without `FILE` from the standard input. Each line is a game
//! with tabs between its fields: begin, end (both as `2023-07-24T18:57:22`), red, black, time control (in seconds:
//! `1800+0`, or `86400/move`), class, mode (`rated` or other), how it ended, outcome (`RED_WINS`, `BLACK_WINS` or
//! `DRAW`), origin, and the Elo of red and of black before the game. Lines that begin with `#` and games that are not
//! rated or have no outcome are skipped.

#![expect(clippy::print_stdout, reason = "what the program finds is its output")]

use chuhe_ratings::{RatedGame, Rating, Standings, record};
use chuhe_rules::clock::{Speed, TimeControl, Timestamp};
use chuhe_rules::{Color, PerColor};
use std::collections::BTreeMap;
use std::io::Read;

/// The games that both players have behind them where the second table begins.
const EXPERIENCED: u32 = 5;

/// A game with the other server's ratings.
struct Recorded {
    game: RatedGame<Speed>,
    elo: PerColor<f64>,
}

/// The errors of one way to predict.
#[derive(Default)]
struct Errors {
    games: u32,
    log_loss: f64,
    brier: f64,
}

impl Errors {
    fn add(&mut self, predicted: f64, score: f64) {
        let predicted = predicted.clamp(1e-9, 1.0 - 1e-9);
        self.games += 1;
        self.log_loss -= score * predicted.ln() + (1.0 - score) * (1.0 - predicted).ln();
        self.brier += (predicted - score) * (predicted - score);
    }

    fn print(&self, name: &str) {
        let games = f64::from(self.games);
        println!("  {name:<28} log loss {:.4}, Brier {:.4}", self.log_loss / games, self.brier / games);
    }
}

/// The errors over the same games.
#[derive(Default)]
struct Table {
    glicko: Errors,
    /// With every game of a pair counted, as the Elo has them.
    unlimited: Errors,
    elo: Errors,
    even: Errors,
}

impl Table {
    fn add(&mut self, [glicko, unlimited, elo]: [f64; 3], score: f64) {
        self.glicko.add(glicko, score);
        self.unlimited.add(unlimited, score);
        self.elo.add(elo, score);
        self.even.add(0.5, score);
    }

    fn print(&self, title: &str) {
        println!("{title}: {} games", self.even.games);
        self.glicko.print("Glicko-2");
        self.unlimited.print("without the limit of a pair");
        self.elo.print("Elo");
        self.even.print("always ½");
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut text = String::new();
    match std::env::args().nth(1) {
        Some(path) => text = std::fs::read_to_string(path)?,
        None => {
            std::io::stdin().read_to_string(&mut text)?;
        }
    }
    let mut ids = BTreeMap::new();
    let mut games = Vec::new();
    for (line, number) in text.lines().zip(1..).filter(|(line, _)| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        if fields.get(6) == Some(&"rated") && fields.get(8).is_some_and(|outcome| !outcome.is_empty()) {
            games
                .push(parse(&fields, number, &mut ids).ok_or_else(|| format!("line {number} is malformed"))?);
        }
    }
    games.sort_by_key(|recorded| (recorded.game.ended_at, recorded.game.game));
    replay(&games);
    Ok(())
}

fn replay(games: &[Recorded]) {
    let (mut standings, mut unlimited) = (Standings::new(), Standings::new());
    // of all games, counted or not, because the Elo has all of them
    let mut played: BTreeMap<(Speed, u64), u32> = BTreeMap::new();
    let (mut all, mut experienced) = (Table::default(), Table::default());
    let mut uncounted = 0;
    for Recorded { game, elo } in games {
        let elo = 1.0 / (1.0 + 10_f64.powf((elo.black - elo.red) / 400.0));
        let predicted = [expected_score(&standings, game), expected_score(&unlimited, game), elo];
        let score = game.winner.map_or(0.5, |winner| if winner == Color::Red { 1.0 } else { 0.0 });
        all.add(predicted, score);
        let games = game.players.map(|player| {
            let games = played.entry((game.class, player)).or_default();
            *games += 1;
            *games - 1
        });
        if games.red.min(games.black) >= EXPERIENCED {
            experienced.add(predicted, score);
        }
        uncounted += u32::from(record(&mut standings, game).is_err());
        record(&mut unlimited, game).expect("no standing has a game of the pair");
        unlimited.values_mut().for_each(|standing| standing.recent.clear());
    }
    all.print("all");
    experienced.print("both with 5 games or more in the class");
    println!("{uncounted} games did not count, because three of the pair had on that day");
}

/// The score that the standings before a game predict for red.
fn expected_score(standings: &Standings<Speed>, game: &RatedGame<Speed>) -> f64 {
    let ratings = game.players.map(|player| {
        let standing = standings.get(&(game.class, player));
        standing.map_or(Rating::NEW, |standing| standing.rating_at(game.ended_at))
    });
    ratings.red.expected_score(ratings.black)
}

fn parse(fields: &[&str], line: u64, ids: &mut BTreeMap<String, u64>) -> Option<Recorded> {
    let mut id = |name: &str| {
        let next = ids.len() as u64;
        *ids.entry(name.to_owned()).or_insert(next)
    };
    let players = PerColor::new(id(fields.get(2)?), id(fields.get(3)?));
    let winner = match *fields.get(8)? {
        "RED_WINS" => Some(Color::Red),
        "BLACK_WINS" => Some(Color::Black),
        "DRAW" => None,
        _ => return None,
    };
    let class = Speed::of(control(fields.get(4)?)?);
    let game = RatedGame { game: line, players, class, winner, ended_at: timestamp(fields.get(1)?)? };
    Some(Recorded { game, elo: PerColor::new(fields.get(10)?.parse().ok()?, fields.get(11)?.parse().ok()?) })
}

/// Reads `SECONDS+INCREMENT` or `SECONDS/move`.
fn control(text: &str) -> Option<TimeControl> {
    let ms = |text: &str| text.parse::<u32>().ok()?.checked_mul(1000);
    if let Some(each) = text.strip_suffix("/move") {
        return Some(TimeControl { move_ms: ms(each)?, ..TimeControl::UNTIMED });
    }
    let (game, increment) = text.split_once('+')?;
    Some(TimeControl { game_ms: ms(game)?, increment_ms: ms(increment)?, ..TimeControl::UNTIMED })
}

/// Reads a time of the Gregorian calendar after 1970, such as `2023-07-24T18:57:22`.
fn timestamp(text: &str) -> Option<Timestamp> {
    let parts: Vec<u64> = text.split(['-', 'T', ':']).map(str::parse).collect::<Result<_, _>>().ok()?;
    let &[year, month, day, hour, minute, second] = parts.as_slice() else { return None };
    // years begin in March, so that a leap day is the last day of its year
    let (year, month) = if month < 3 { (year - 1, month + 9) } else { (year, month - 3) };
    let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day - 1 - 719_468;
    Some(Timestamp::from_ms((((days * 24 + hour) * 60 + minute) * 60 + second) * 1000))
}
