//! A player's games round by round, with the points of each.

use crate::{Absent, Board, Outcome, Phase, PlayerId, Presence, Regulations, State, System};
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;

/// What a round was for one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Score {
    /// The player won on the board.
    Win,
    /// A draw on the board.
    Draw,
    /// The player lost on the board.
    Loss,
    /// The opponent did not appear.
    ForfeitWin,
    /// The player did not appear.
    ForfeitLoss,
    /// The game runs.
    Running,
    /// The player had the bye.
    Bye,
    /// The organiser excused the player.
    Excused,
    /// The player had not entered yet.
    Late,
    /// The player was not paired: they were away, or a round robin with an odd number has them rest.
    Unpaired,
    /// The game counts for nobody, since one of both left a round robin too early.
    Void,
}

/// One round of one player, or one game of an arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The round, from 1.
    pub round: u16,
    /// The opponent, if there was one.
    pub opponent: Option<PlayerId>,
    /// The player's side, if there was an opponent.
    pub side: Option<Color>,
    /// What the round was for the player.
    pub score: Score,
    /// What it is worth.
    pub points: u16,
    /// The player's fouls.
    pub fouls: u16,
    /// When the game ended, as Unix time.
    pub ended_at: Option<Timestamp>,
}

/// All rounds of one player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sheet {
    /// The rounds, the first first. An arena has the player's games only.
    pub lines: Vec<Line>,
}

impl Score {
    /// Whether two people moved pieces.
    #[must_use]
    pub fn is_played(self) -> bool {
        matches!(self, Self::Win | Self::Draw | Self::Loss)
    }
}

impl Sheet {
    /// The sum of all rounds.
    #[must_use]
    pub fn points(&self) -> u32 {
        self.lines.iter().map(|line| u32::from(line.points)).sum()
    }

    /// The sum of the rounds before this one.
    #[must_use]
    pub fn points_before(&self, round: u16) -> u32 {
        self.lines.iter().filter(|line| line.round < round).map(|line| u32::from(line.points)).sum()
    }

    /// The rounds that were played on a board.
    pub fn played(&self) -> impl DoubleEndedIterator<Item = &Line> {
        self.lines.iter().filter(|line| line.score.is_played())
    }
}

/// The sheets of all players, in the order of their ids.
///
/// The first element belongs to player 1. [`sheet_of`] finds one.
#[must_use]
pub fn sheets(regulations: &Regulations, state: &State) -> Vec<Sheet> {
    let mut sheets = vec![Sheet::default(); state.players.len()];
    let is_arena = regulations.system.is_arena();
    let void = void_players(regulations, state);
    for (round, paired) in (1..).zip(&state.rounds) {
        for board in &paired.boards {
            for side in Color::ALL {
                let mut line = board_line(regulations, round, board, side);
                let concerns = |id: &PlayerId| *id == board.seats.red || *id == board.seats.black;
                let is_cut_short = board.outcome.is_none() && state.phase == Phase::Ended;
                if is_cut_short || void.iter().any(concerns) {
                    line.score = Score::Void;
                    line.points = 0;
                }
                if let Some(sheet) = sheets.get_mut(usize::from(board.seats[side].0) - 1) {
                    sheet.lines.push(line);
                }
            }
        }
        if !is_arena {
            for (id, sheet) in state.ids().zip(&mut sheets) {
                if sheet.lines.last().is_none_or(|line| line.round < round) {
                    sheet.lines.push(line_without_board(regulations, state, id, round));
                }
            }
        }
    }
    if let System::Arena(rules) = regulations.system
        && rules.streaks
    {
        sheets.iter_mut().for_each(double_streaks);
    }
    sheets
}

/// The sheet of a player among those of [`sheets`].
#[must_use]
pub fn sheet_of(sheets: &[Sheet], player: PlayerId) -> Option<&Sheet> {
    sheets.get(usize::from(player.0).checked_sub(1)?)
}

/// Who left a round robin with fewer than half of their games played (FIDE C.05).
fn void_players(regulations: &Regulations, state: &State) -> Vec<PlayerId> {
    let System::RoundRobin(rules) = regulations.system else { return Vec::new() };
    if !rules.void_below_half {
        return Vec::new();
    }
    let seeded = state.seeded();
    let games = seeded.len().saturating_sub(1) * usize::from(rules.cycles);
    let has_left = |id: &PlayerId| {
        state.player(*id).is_some_and(|player| player.presence == Presence::Withdrawn)
            || state.is_out(regulations, *id)
    };
    let played = |id: PlayerId| {
        let is_played = |board: &Board| matches!(board.outcome, Some(Outcome::Won(_) | Outcome::Drawn));
        state.boards().filter(|(_, board)| board.side_of(id).is_some() && is_played(board)).count()
    };
    seeded.into_iter().filter(|id| has_left(id) && played(*id) * 2 < games).collect()
}

fn board_line(regulations: &Regulations, round: u16, board: &Board, side: Color) -> Line {
    let points = regulations.points;
    let (score, points) = match board.outcome {
        None => (Score::Running, 0),
        Some(Outcome::Drawn) => (Score::Draw, points.draw),
        Some(Outcome::Won(winner)) if winner == side => (Score::Win, points.win),
        Some(Outcome::Won(_)) => (Score::Loss, points.loss),
        Some(Outcome::Forfeited(Absent::One(absent))) if absent != side => (Score::ForfeitWin, points.win),
        Some(Outcome::Forfeited(_)) => (Score::ForfeitLoss, 0),
    };
    Line {
        round,
        opponent: Some(board.seats[side.opponent()]),
        side: Some(side),
        score,
        points,
        fouls: board.fouls[side],
        ended_at: board.ended_at,
    }
}

fn line_without_board(regulations: &Regulations, state: &State, id: PlayerId, round: u16) -> Line {
    let player = state.player(id).expect("the id is of this tournament");
    let has_bye = state.rounds[usize::from(round) - 1].bye == Some(id);
    let (score, points) = if has_bye {
        (Score::Bye, regulations.points.bye)
    } else if player.number > 0 && round < player.first_round {
        (Score::Late, regulations.late_entry.points)
    } else if player.excused.contains(&round) {
        (Score::Excused, regulations.points.excused)
    } else {
        (Score::Unpaired, 0)
    };
    Line { round, opponent: None, side: None, score, points, fouls: 0, ended_at: None }
}

/// Doubles the points of each game after two wins in a row.
fn double_streaks(sheet: &mut Sheet) {
    let mut wins = 0;
    for line in &mut sheet.lines {
        if wins >= 2 {
            line.points *= 2;
        }
        match line.score {
            Score::Win => wins += 1,
            Score::ForfeitWin => {}
            Score::Running => {}
            Score::Draw => wins = 0,
            Score::Loss => wins = 0,
            Score::ForfeitLoss => wins = 0,
            Score::Bye => {}
            Score::Excused => {}
            Score::Late => {}
            Score::Unpaired => {}
            Score::Void => {}
        }
    }
}
