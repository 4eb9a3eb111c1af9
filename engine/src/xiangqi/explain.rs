//! Says in a word what searches found: why a move was bad, and what the opponent threatens.
//!
//! Both are pure functions of a position and of what searches of fixed sizes said about it. They search nothing: they
//! compare mates, follow the lines until no capture is pending, and count the pieces. A fault that is no mate and costs no
//! piece has no name; then there was merely a better move.

use super::Score;
use super::see::{value, wins};
use chuhe_rules::xiangqi::{Bitboard, Move, Piece, Position};

/// What a search found in a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outlook<'a> {
    /// The score of the line for the side to move.
    pub score: Score,
    /// The expected moves, the best one first.
    pub line: &'a [Move],
}

/// What was wrong with a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The opponent mates in so many of their moves.
    AllowsMate {
        /// The opponent's moves until the mate.
        moves: u32,
    },
    /// The player could have mated in so many moves.
    MissesMate {
        /// The player's moves until the mate.
        moves: u32,
    },
    /// It leaves this piece of the player without protection, and the opponent takes it at once.
    Hangs(Piece),
    /// The opponent takes this piece at once, and the captures on its point win more for the opponent.
    LosesExchange(Piece),
    /// The opponent wins this piece of the player within a few moves, by a fork or a pin.
    Loses(Piece),
    /// The player could have won this piece of the opponent.
    MissesPiece(Piece),
    /// There was a better move.
    Better,
}

/// Why a move was bad.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reason {
    /// What was wrong with it.
    pub fault: Fault,
    /// The move that shows it: the opponent's reply, or the better move in place of it.
    pub shown: Move,
}

impl Fault {
    /// Whether it is a mate that a beginner can follow.
    const fn is_near_mate(self) -> bool {
        match self {
            Self::AllowsMate { moves } | Self::MissesMate { moves } => moves <= NEAR_MATE,
            Self::Hangs(_)
            | Self::LosesExchange(_)
            | Self::Loses(_)
            | Self::MissesPiece(_)
            | Self::Better => false,
        }
    }
}

impl Reason {
    /// Whether [`Reason::shown`] is the opponent's reply; otherwise it is the better move.
    #[must_use]
    pub const fn shows_reply(&self) -> bool {
        match self.fault {
            Fault::AllowsMate { .. } | Fault::Hangs(_) | Fault::LosesExchange(_) | Fault::Loses(_) => true,
            Fault::MissesMate { .. } | Fault::MissesPiece(_) | Fault::Better => false,
        }
    }
}

/// What the opponent would do if the side to move passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threat {
    /// Nothing that wins a piece.
    Nothing,
    /// Mate in so many of their moves, beginning with this one.
    Mate {
        /// The opponent's moves until the mate.
        moves: u32,
        /// The first of them.
        by: Move,
    },
    /// They win this piece, beginning with this move.
    Wins {
        /// The most valuable piece that they win.
        piece: Piece,
        /// Their first move.
        by: Move,
    },
}

/// Less than any piece but a pawn, in centipawns: smaller differences are no lost piece.
const PIECE: i32 = 150;
/// By how much more than its line wins a piece may be worth that is said to be won: a pawn.
const PAWN: i32 = 100;
/// The moves of a mate that a beginner can follow.
const NEAR_MATE: u32 = 4;
/// The plies of a line in which pieces are counted: what happens later is a plan, not a threat.
const PLIES: usize = 8;

/// Why `played` in the position `before` was bad, by what searches found in that position and after the move.
///
/// `None` if the move is illegal, if it is the first one of `expected`, or if a search has no line.
#[must_use]
pub fn explain(
    before: &Position,
    played: Move,
    expected: Outlook<'_>,
    answer: Outlook<'_>,
) -> Option<Reason> {
    let (&better, &reply) = (expected.line.first()?, answer.line.first()?);
    let mut after = before.clone();
    after.play(played).ok()?;
    if better == played {
        return None;
    }
    let is_lost = matches!(expected.score, Score::Mate(moves) if moves <= 0);
    let mate = match (answer.score, expected.score) {
        (Score::Mate(moves), _) if moves > 0 && !is_lost => {
            Some(Fault::AllowsMate { moves: moves.unsigned_abs() })
        }
        (_, Score::Mate(moves)) if moves > 0 && !matches!(answer.score, Score::Mate(_)) => {
            Some(Fault::MissesMate { moves: moves.unsigned_abs() })
        }
        (Score::Mate(_) | Score::Cp(_), Score::Mate(_) | Score::Cp(_)) => None,
    };
    let lost = || material_fault(before, &after, played, expected, answer);
    let fault = match mate {
        Some(fault) if fault.is_near_mate() => fault,
        // a lost piece is easier to see than a mate that is far
        Some(far) => Some(lost()).filter(|lost| *lost != Fault::Better).unwrap_or(far),
        None => lost(),
    };
    let reason = Reason { fault, shown: better };
    Some(if reason.shows_reply() { Reason { shown: reply, ..reason } } else { reason })
}

/// What a move costs in pieces.
fn material_fault(
    before: &Position,
    after: &Position,
    played: Move,
    expected: Outlook<'_>,
    answer: Outlook<'_>,
) -> Fault {
    let Some(&reply) = answer.line.first() else { return Fault::Better };
    let taken = before.piece_at(played.to).map_or(0, |piece| value(piece.kind));
    let (best, lost) = (Course::of(before, expected.line), Course::of(after, answer.line));
    if best.balance - (taken - lost.balance) < PIECE {
        return Fault::Better;
    }
    let loss = lost.balance - taken;
    if loss < PIECE {
        let won = best.won(best.balance).filter(|_| best.balance >= PIECE);
        return won.map_or(Fault::Better, Fault::MissesPiece);
    }
    let elsewhere = || lost.won(loss).map_or(Fault::Better, Fault::Loses);
    let Some(victim) = after.piece_at(reply.to) else { return elsewhere() };
    let worth = value(victim.kind);
    if loss - worth >= PIECE {
        // this piece is the least of it
        return elsewhere();
    }
    let occupied = after.board().occupied() - Bitboard::from(reply.from);
    let is_protected = after.board().attackers(reply.to, victim.color, occupied).any();
    let is_exchange = is_protected || taken > 0 && reply.to == played.to;
    match is_exchange {
        false if worth - loss < PIECE => Fault::Hangs(victim),
        true if wins(after, reply, taken + 1) => Fault::LosesExchange(victim),
        // the player takes something for it, and loses another piece
        false | true => elsewhere(),
    }
}

/// The position in which the side to move has passed; `None` in check, which leaves no choice.
#[must_use]
pub fn passed(position: &Position) -> Option<Position> {
    let mut passed = position.clone();
    (!position.in_check()).then(|| {
        passed.pass();
        passed
    })
}

/// What the opponent threatens, by what a search found in the position that [`passed`] returns.
#[must_use]
pub fn threat(passed: &Position, found: Outlook<'_>) -> Threat {
    let Some(&by) = found.line.first() else { return Threat::Nothing };
    match found.score {
        Score::Mate(moves) if moves > 0 => Threat::Mate { moves: moves.unsigned_abs(), by },
        Score::Mate(_) | Score::Cp(_) => {
            let course = Course::of(passed, found.line);
            let won = course.won(course.balance).filter(|_| course.balance >= PIECE);
            won.map_or(Threat::Nothing, |piece| Threat::Wins { piece, by })
        }
    }
}

/// What a line wins for the side that begins it.
#[derive(Clone, Debug, Default)]
struct Course {
    /// What it wins until no capture is pending, in centipawns; negative if it loses.
    balance: i32,
    /// The pieces that it takes until then.
    taken: Vec<Piece>,
}

impl Course {
    fn of(position: &Position, line: &[Move]) -> Self {
        let (mut position, first) = (position.clone(), position.side_to_move());
        let (mut settled, mut course) = (Self::default(), Self::default());
        for (index, &mv) in line.iter().enumerate().take(PLIES) {
            let by = position.side_to_move();
            let Ok(undo) = position.play(mv) else { break };
            if let Some(victim) = undo.captured() {
                let worth = value(victim.kind);
                course.balance += if by == first { worth } else { -worth };
                course.taken.extend((by == first).then_some(victim));
            }
            let is_pending = match line.get(index + 1) {
                Some(next) => position.piece_at(next.to).is_some(),
                // a line may end before the capture is answered
                None => undo.captured().is_some() && is_retaken(&position, mv),
            };
            if !is_pending {
                settled.clone_from(&course);
            }
        }
        settled
    }

    /// The piece that a line wins whose captures win so much: the most valuable one that it can be, because more was
    /// traded; otherwise the least valuable, for which less was given.
    fn won(&self, balance: i32) -> Option<Piece> {
        let worth = |piece: &&Piece| value(piece.kind);
        let is_won = |piece: &&Piece| worth(piece) <= balance + PAWN;
        let won = self.taken.iter().filter(is_won).max_by_key(worth);
        won.or_else(|| self.taken.iter().min_by_key(worth)).copied()
    }
}

/// Whether the side to move takes back on the target of the last move without loss.
fn is_retaken(position: &Position, last: Move) -> bool {
    position.legal_moves().iter().any(|mv| mv.to == last.to && wins(position, *mv, 0))
}
