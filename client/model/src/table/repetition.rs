//! A repetition as its players are shown it: the ruling or warning, and its grounds.

use chuhe_rules::PerColor;
use chuhe_rules::xiangqi::arbiter::{Conduct, OCCURRENCES_TO_RULE, Offence, Ruling, Verdict};
use chuhe_rules::xiangqi::{Game, Move, Piece, Square};

/// The most moves that a message names.
const MAX_MOVES: usize = 4;

/// A ruling on a repetition, or the warning of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// Who loses and why, or that it is a draw.
    pub verdict: Verdict,
    /// Whether it ends the game; otherwise it is a warning.
    pub is_final: bool,
    /// What both sides did, in a draw in which they did the same.
    pub both: Option<Offence>,
    /// The moves that it is founded on, each once, with the ply of each.
    ///
    /// These are the moves of the side that loses, and in a draw those of both.
    pub grounds: Vec<(usize, Move)>,
    /// How many moves in a row each of these sides has played in the cycle.
    pub times: usize,
    /// The pieces that are chased with every move.
    pub victims: Vec<(Square, Piece)>,
    from_ply: usize,
    to_ply: usize,
}

impl Repetition {
    /// The ruling on the current position, or the warning while the game goes on.
    #[must_use]
    pub fn of(game: &Game) -> Option<Self> {
        match (game.ruling(), game.warning()) {
            (Some(ruling), _) => Some(Self::from_ruling(game, ruling, true)),
            (None, Some(warning)) if game.outcome().is_none() => {
                Some(Self::from_ruling(game, warning, false))
            }
            _ => None,
        }
    }

    /// The ruling on the current position if it stands for the third time or more often.
    ///
    /// In a record the game may go on after it.
    #[must_use]
    pub fn of_record(game: &Game) -> Option<Self> {
        let is_due = game.history().occurrences() >= OCCURRENCES_TO_RULE;
        let ruling = game.rule_on_repetition().filter(|_| is_due)?;
        Some(Self::from_ruling(game, &ruling, true))
    }

    /// The points of the loser's moves that it is founded on, and of the pieces that they chase.
    ///
    /// A draw has none: the moves of both sides would cover the board.
    pub fn marks(&self) -> (Vec<(Square, Square)>, Vec<Square>) {
        let loses = self.verdict.loser().is_some();
        let moves = self.grounds.iter().filter(|_| loses).map(|(_, mv)| (mv.from, mv.to));
        (moves.collect(), self.victims.iter().map(|(at, _)| *at).collect())
    }

    /// The first moves that it is founded on as one text, each written by `write` from its ply.
    pub fn moves<'a>(&self, comma: &str, write: impl Fn(usize) -> Option<&'a str>) -> String {
        let moves: Vec<&str> = self.grounds.iter().filter_map(|(ply, _)| write(*ply)).collect();
        let is_to_and_fro = self.verdict.loser().is_some() && moves.len() == 2;
        let mut text = moves[..moves.len().min(MAX_MOVES)].join(if is_to_and_fro { " ↔ " } else { comma });
        if moves.len() > MAX_MOVES {
            text.push('…');
        }
        text
    }

    fn from_ruling(game: &Game, ruling: &Ruling, is_final: bool) -> Self {
        let loser = ruling.verdict.loser();
        // the position is that after the last of the moves, which the side to move did not play
        let loser_moved_last = loser.map(|loser| loser != game.position().side_to_move());
        let is_ground = |ply: usize| {
            loser_moved_last.is_none_or(|moved_last| (ruling.to_ply - ply).is_multiple_of(2) == moved_last)
        };
        let mut grounds: Vec<(usize, Move)> = Vec::new();
        for ply in (ruling.from_ply + 1..=ruling.to_ply).filter(|&ply| is_ground(ply)) {
            let mv = game.moves()[ply - 1];
            if grounds.iter().all(|(_, known)| *known != mv) {
                grounds.push((ply, mv));
            }
        }
        let offences = PerColor::from_fn(|color| ruling.conduct[color].offence);
        let Conduct { victims, .. } = loser.map_or_else(Conduct::default, |loser| ruling.conduct[loser]);
        let piece = |square| Some((square, game.position().piece_at(square)?));
        Self {
            verdict: ruling.verdict,
            is_final,
            both: offences.red.filter(|_| loser.is_none()),
            grounds,
            times: ruling.plies() / 2,
            victims: victims.into_iter().filter_map(piece).collect(),
            from_ply: ruling.from_ply,
            to_ply: ruling.to_ply,
        }
    }

    /// Whether the move of this ply belongs to the cycle.
    #[must_use]
    pub const fn holds(&self, ply: usize) -> bool {
        self.from_ply < ply && ply <= self.to_ply
    }
}
