//! A match of two teams: the boards of each game, and the teams' points.
//!
//! Sources: the match of two clubs of 2013 (10 boards, two games each, the order of boards fixed in advance) and the
//! team match 南北对抗 (a further game after a draw, in which a draw is a win of black).

use crate::sheet::{sheet_of, sheets};
use crate::{BoardId, Outcome, PlayerId, Regulations, State, TeamMatchRules};
use chuhe_rules::PerColor;

/// The players of both teams, each in the order of the boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Team {
    /// The team's name: the club of its players.
    pub name: String,
    /// The players, the first board first.
    pub players: Vec<PlayerId>,
}

/// The teams, in the order in which their first players entered.
///
/// Players without a club form the team with the empty name.
#[must_use]
pub fn teams(state: &State) -> Vec<Team> {
    let mut teams: Vec<Team> = Vec::new();
    for id in state.seeded() {
        let club = state.player(id).and_then(|player| player.entry.club.clone()).unwrap_or_default();
        match teams.iter_mut().find(|team| team.name == club) {
            Some(team) => team.players.push(id),
            None => teams.push(Team { name: club, players: vec![id] }),
        }
    }
    teams
}

/// The points of each team, in the order of [`teams`]: the sum of its players' points.
#[must_use]
pub fn team_points(regulations: &Regulations, state: &State) -> Vec<u32> {
    let sheets = sheets(regulations, state);
    let points = |id: &PlayerId| sheet_of(&sheets, *id).map_or(0, |sheet| sheet.points());
    teams(state).iter().map(|team| team.players.iter().map(points).sum()).collect()
}

/// The boards of a round: all of them in the regular games, and those that are level in the deciding one.
pub(crate) fn due(rules: TeamMatchRules, state: &State, round: u16) -> Vec<PerColor<PlayerId>> {
    let teams = teams(state);
    let [home, guests] = teams.as_slice() else { return Vec::new() };
    let games = u16::from(rules.games);
    if round > games + u16::from(rules.decider.is_some()) {
        return Vec::new();
    }
    let pairs = home.players.iter().zip(&guests.players).enumerate();
    pairs
        .filter(|(_, (home, guest))| round <= games || is_level(state, **home, **guest))
        .map(|(board, (home, guest))| {
            // odd boards of the first team begin with red, and colours alternate from game to game
            let home_is_red = (board + usize::from(round)) % 2 == 1;
            if home_is_red { PerColor::new(*home, *guest) } else { PerColor::new(*guest, *home) }
        })
        .collect()
}

fn is_level(state: &State, home: PlayerId, guest: PlayerId) -> bool {
    let mut lead = 0_i32;
    for (_, board) in state.boards() {
        if let (Some(side), Some(_), Some(Outcome::Won(winner))) =
            (board.side_of(home), board.side_of(guest), board.outcome)
        {
            lead += if winner == side { 1 } else { -1 };
        }
    }
    lead == 0
}

/// How a game counts whose players agreed on a draw: in the deciding game the side of the rules wins.
pub(crate) fn decided(rules: TeamMatchRules, board: BoardId, outcome: Outcome) -> Outcome {
    match (outcome, rules.decider) {
        (Outcome::Drawn, Some(side)) if board.round > u16::from(rules.games) => Outcome::Won(side),
        _ => outcome,
    }
}
