//! A tournament as TRF.

use super::file::{Mark, Trf, TrfPlayer, TrfPoints, TrfRound};
use crate::sheet::{sheet_of, sheets};
use crate::{System, Tournament, round_robin, standings};
use chuhe_rules::Color;

impl Trf {
    /// Makes a file of a tournament, with its points as they are: 2.0 for a win where it counts two.
    ///
    /// The club takes the place of the federation, cut to three characters. A game that counts for nobody, and a round in
    /// which a player rested, are written as absences.
    #[must_use]
    pub fn of(tournament: &Tournament, name: &str) -> Self {
        let (regulations, state) = (tournament.regulations(), tournament.state());
        let sheets = sheets(regulations, state);
        let points = regulations.points;
        let tenths = |points: u16| points.saturating_mul(10);
        let mut players: Vec<TrfPlayer> = Vec::new();
        for row in standings(regulations, state) {
            let (Some(player), Some(sheet)) = (state.player(row.player), sheet_of(&sheets, row.player))
            else {
                continue;
            };
            let mut rounds = vec![TrfRound::default(); state.rounds.len()];
            for line in &sheet.lines {
                let is_full = line.points == points.win;
                let mark = Mark::of_score(line.score, is_full, line.points == points.draw && line.points > 0);
                let has_game = !matches!(mark, Mark::ZeroBye);
                rounds[usize::from(line.round) - 1] = TrfRound {
                    opponent: line.opponent.filter(|_| has_game).map(|id| state.number(id)),
                    side: line.side.filter(|_| has_game),
                    mark,
                };
            }
            players.push(TrfPlayer {
                line: 0,
                number: player.number,
                title: String::new(),
                name: player.entry.name.clone(),
                rating: player.entry.rating,
                federation: player.entry.club.clone().unwrap_or_default(),
                identity: String::new(),
                points: row.points.saturating_mul(10),
                rank: Some(row.place),
                rounds,
            });
        }
        players.sort_by_key(|player| player.number);
        let rounds = match regulations.system {
            System::Swiss(rules) => Some(rules.rounds),
            System::RoundRobin(rules) => Some(round_robin::rounds(rules, state)),
            System::KnockOut(_) => None,
            System::Arena(_) => None,
            System::TeamMatch(rules) => Some(u16::from(rules.games)),
        };
        let first_is_red = state.seed.count_ones().is_multiple_of(2);
        Self {
            name: name.to_owned(),
            rounds,
            first: Some(if first_is_red { Color::Red } else { Color::Black }),
            points: TrfPoints {
                win: tenths(points.win),
                draw: tenths(points.draw),
                loss: tenths(points.loss),
                bye: tenths(points.bye),
            },
            players,
            others: Vec::new(),
        }
    }
}
