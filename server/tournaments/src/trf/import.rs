//! A tournament from TRF: the events that lead to the file's rounds.

use super::file::{Mark, Trf, TrfPlayer};
use crate::{
    AbsenceRule, Absent, BadJournal, BoardId, Concession, Entry, Event, LateEntry, Numbering, Pairing,
    PlayerId, Points, Record, Regulations, SwissRules, System, Tournament,
};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::{Color, PerColor};
use std::collections::{BTreeMap, BTreeSet};
use thiserror::Error;

/// Why a file cannot be continued as a tournament here.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadImport {
    /// A bye that brings other points than none, and that the pairing did not give.
    #[error("line {line}, column {column}: this kind of bye is not supported")]
    Bye {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
    },
    /// Points that are no multiples of one half.
    #[error("points are no multiples of one half")]
    Points,
    /// The rounds are impossible, such as a game after one that is still running.
    #[error(transparent)]
    Journal(#[from] BadJournal),
}

impl Trf {
    /// Makes a tournament of the file, as a Swiss whose rounds are those of the file.
    ///
    /// Halves of points are doubled: 1-½-0 becomes 2-1-0. Second meetings and byes in the file are conceded.
    ///
    /// # Errors
    /// What the file has and a tournament here cannot have.
    pub fn to_tournament(&self) -> Result<Tournament, BadImport> {
        let regulations = self.regulations()?;
        let mut players: Vec<&TrfPlayer> = self.players.iter().collect();
        players.sort_by_key(|player| player.number);
        let ids: BTreeMap<u16, PlayerId> =
            (1..).zip(&players).map(|(id, player)| (player.number, PlayerId(id))).collect();
        let mut events = entries(&players);
        // an even number of ones in the seed gives red to the best player
        events.push(Event::Started { seed: u64::from(self.first == Some(Color::Black)) });
        events.extend(self.concessions());
        for round in 1..=self.played_rounds() {
            events.extend(round_events(&players, &ids, round, self.played_rounds())?);
        }
        let record = |event| Record { at: Timestamp::from_ms(0), by: 0, event };
        Ok(Tournament::fold(regulations, events.into_iter().map(record))?)
    }

    fn regulations(&self) -> Result<Regulations, BadImport> {
        let tenths = [self.points.win, self.points.draw, self.points.loss, self.points.bye];
        let unit = [10, 5].into_iter().find(|unit| tenths.iter().all(|it| it.is_multiple_of(*unit)));
        let unit = unit.ok_or(BadImport::Points)?;
        let [win, draw, loss, bye] = tenths.map(|tenths| tenths / unit);
        let rounds = self.rounds.unwrap_or(0).max(self.played_rounds()).max(1);
        let system = System::Swiss(SwissRules { rounds, clubs_apart_rounds: 0 });
        Ok(Regulations {
            points: Points { win, draw, loss, bye, excused: 0 },
            numbering: Numbering::Entry,
            absence: AbsenceRule::Never,
            late_entry: LateEntry { last_round: rounds, points: 0 },
            ..Regulations::of(system)
        })
    }

    fn played_rounds(&self) -> u16 {
        let rounds = self.players.iter().map(|player| player.rounds.len()).max().unwrap_or(0);
        u16::try_from(rounds).unwrap_or(u16::MAX)
    }

    /// What the rounds of the file need.
    fn concessions(&self) -> Vec<Event> {
        let mut has_met_twice = false;
        let mut has_two_byes = false;
        for player in &self.players {
            let mut met = BTreeSet::new();
            has_met_twice |=
                player.rounds.iter().filter_map(|round| round.opponent).any(|number| !met.insert(number));
            let is_bye = |mark: Mark| matches!(mark, Mark::PairingBye | Mark::FullBye | Mark::ForfeitWin);
            has_two_byes |= player.rounds.iter().filter(|round| is_bye(round.mark)).count() > 1;
        }
        let rules = [(has_met_twice, Concession::SecondMeetings), (has_two_byes, Concession::SecondByes)];
        let needed = rules.into_iter().filter(|(is_needed, _)| *is_needed);
        needed.map(|(_, rule)| Event::Conceded { rule, why: "TRF".to_owned() }).collect()
    }
}

fn entries(players: &[&TrfPlayer]) -> Vec<Event> {
    let mut names = BTreeSet::new();
    let mut events = Vec::with_capacity(players.len());
    for player in players {
        let number = player.number;
        let name = if player.name.is_empty() { number.to_string() } else { player.name.clone() };
        let federation = Some(&player.federation).filter(|it| !it.is_empty());
        let key = (name.to_lowercase(), federation.map(|it| it.to_lowercase()));
        // a file tells two players of one name apart by their numbers only
        let club = if names.insert(key) { federation.cloned() } else { Some(number.to_string()) };
        events.push(Event::Entered(Entry { name, club, rating: player.rating, account: None }));
    }
    events
}

/// The events of one round: excuses, the pairing, and the results.
fn round_events(
    players: &[&TrfPlayer],
    ids: &BTreeMap<u16, PlayerId>,
    round: u16,
    last: u16,
) -> Result<Vec<Event>, BadImport> {
    let mut events = Vec::new();
    let mut pairing = Pairing::default();
    let (mut results, mut unmarked) = (Vec::new(), Vec::new());
    let at = usize::from(round) - 1;
    let mark_of = |player: &TrfPlayer| player.rounds.get(at).copied().unwrap_or_default();
    let allocated = players.iter().any(|player| mark_of(player).mark == Mark::PairingBye);
    for player in players {
        let it = mark_of(player);
        let id = ids[&player.number];
        let unsupported = || BadImport::Bye { line: player.line, column: 92 + 10 * at };
        match (it.opponent, it.side, it.mark) {
            (Some(opponent), Some(Color::Red), mark) => {
                pairing.boards.push(PerColor::new(id, ids[&opponent]));
                let board = u16::try_from(pairing.boards.len()).expect("players are limited");
                let board = BoardId { round, board };
                results.extend(result(board, mark, mark_at(players, opponent, at)));
            }
            (Some(_), _, _) => {}
            (None, _, Mark::PairingBye) if pairing.bye.is_none() => pairing.bye = Some(id),
            // older programs write F for the bye of the pairing
            (None, _, Mark::FullBye) if !allocated && pairing.bye.is_none() => pairing.bye = Some(id),
            (None, _, Mark::Blank) => unmarked.push(Event::Excused { player: id, round }),
            (None, _, Mark::ZeroBye) => events.push(Event::Excused { player: id, round }),
            (None, _, _) => return Err(unsupported()),
        }
    }
    // the last column of a file may have nothing but the absences of a round that is not paired yet
    let is_paired = !pairing.boards.is_empty() || pairing.bye.is_some() || round < last;
    if is_paired {
        events.extend(unmarked);
        events.push(Event::Paired(pairing));
    }
    events.extend(results);
    Ok(events)
}

fn mark_at(players: &[&TrfPlayer], number: u16, at: usize) -> Mark {
    let player = players.iter().find(|player| player.number == number);
    player.and_then(|player| player.rounds.get(at)).map(|round| round.mark).unwrap_or_default()
}

/// The event of a result from red's side; `None` while the game runs.
fn result(board: BoardId, red: Mark, black: Mark) -> Option<Event> {
    let finished = |winner| Some(Event::Finished { board, winner });
    let forfeited = |absent| Some(Event::Forfeited { board, absent });
    match red {
        Mark::Win => finished(Some(Color::Red)),
        Mark::UnratedWin => finished(Some(Color::Red)),
        Mark::Draw => finished(None),
        Mark::UnratedDraw => finished(None),
        Mark::Loss => finished(Some(Color::Black)),
        Mark::UnratedLoss => finished(Some(Color::Black)),
        Mark::ForfeitWin => forfeited(Absent::One(Color::Black)),
        Mark::ForfeitLoss if black == Mark::ForfeitLoss => forfeited(Absent::Both),
        Mark::ForfeitLoss => forfeited(Absent::One(Color::Red)),
        Mark::PairingBye => None,
        Mark::FullBye => None,
        Mark::HalfBye => None,
        Mark::ZeroBye => None,
        Mark::Blank => None,
    }
}
