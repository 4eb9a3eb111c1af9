//! Says in a word what searches found: why a move was bad, and what the opponent threatens.
//!
//! Both are pure functions of a position and of what searches of fixed sizes said about it. They search nothing: they
//! compare mates, follow the lines until no capture is pending, and count the pieces. A fault that costs no piece is named
//! by what the opponent's reply attacks, or by what the better move would have done.

use super::Score;
use super::course::{Course, PLIES, Taken};
use super::see::{value, wins};
use super::tactics::{PIECE, is_pinned, is_trapped, prey, reach};
use chuhe_rules::Color;
use chuhe_rules::xiangqi::{Bitboard, Move, Piece, Position, Square};

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
    /// The opponent wins this piece of the player within a few moves.
    Loses(Piece, Means),
    /// The player could have won this piece of the opponent.
    MissesPiece(Piece),
    /// The opponent gets several checks in a row.
    ExposesGeneral,
    /// The opponent's reply attacks this piece of the player, which costs a move.
    LosesTempo(Piece),
    /// It stands in the way of this piece of the player.
    Blocks(Piece),
    /// The player could have given a check that is worth more.
    MissesCheck,
    /// The player could have attacked this piece of the opponent.
    MissesAttack(Piece),
    /// The player could have exchanged this piece of the opponent.
    MissesExchange(Piece),
    /// The player could have brought this piece of theirs to where it can go to more points.
    MissesActivity(Piece),
    /// There was a better move.
    Better,
}

/// How the opponent wins a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Means {
    /// The move took its protection away.
    Unprotected,
    /// The move opened the line to it, or put a screen before a cannon.
    Opened,
    /// The reply is a check, and the piece is taken next.
    Check,
    /// The reply attacks two pieces.
    Fork,
    /// It cannot leave its line, because its general is behind it.
    Pin,
    /// It can be taken wherever it goes.
    Trap,
    /// In none of these ways, by so many of the opponent's moves.
    Moves(u32),
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
    fn is_near_mate(self) -> bool {
        matches!(self, Self::AllowsMate { moves } | Self::MissesMate { moves } if moves <= NEAR_MATE)
    }
}

impl Reason {
    /// Whether [`Reason::shown`] is the opponent's reply; otherwise it is the better move.
    #[must_use]
    pub const fn shows_reply(&self) -> bool {
        match self.fault {
            Fault::AllowsMate { .. }
            | Fault::Hangs(_)
            | Fault::LosesExchange(_)
            | Fault::Loses(..)
            | Fault::ExposesGeneral
            | Fault::LosesTempo(_) => true,
            Fault::MissesMate { .. }
            | Fault::MissesPiece(_)
            | Fault::Blocks(_)
            | Fault::MissesCheck
            | Fault::MissesAttack(_)
            | Fault::MissesExchange(_)
            | Fault::MissesActivity(_)
            | Fault::Better => false,
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

/// In centipawns, less than a pawn is worth: a smaller loss costs nothing.
const LEAST_LOSS: i32 = 80;
/// The moves of a mate that a beginner can follow.
const NEAR_MATE: u32 = 4;
/// The points to which a piece can go more or less, where that matters.
const ROOM: usize = 3;

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
    let mistake = Mistake::of(before, played, expected.line, answer.line)?;
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
    let near = mate.filter(|fault| fault.is_near_mate());
    // a lost piece is easier to see than a mate that is far
    let fault = near
        .or_else(|| mistake.material(PIECE))
        .or(mate)
        .or_else(|| mistake.checks())
        .or_else(|| mistake.material(LEAST_LOSS))
        .or_else(|| mistake.tempo())
        .or_else(|| mistake.missed())
        .unwrap_or(Fault::Better);
    let reason = Reason { fault, shown: mistake.better };
    Some(if reason.shows_reply() { Reason { shown: mistake.reply, ..reason } } else { reason })
}

/// A bad move, with what is expected of the better one and after it.
struct Mistake<'a> {
    before: &'a Position,
    played: Move,
    /// The position after the move.
    after: Position,
    /// The better line.
    best: &'a [Move],
    better: Move,
    /// The line after the move.
    answer: &'a [Move],
    reply: Move,
    /// The side that has made the mistake.
    by: Color,
}

impl<'a> Mistake<'a> {
    fn of(before: &'a Position, played: Move, best: &'a [Move], answer: &'a [Move]) -> Option<Self> {
        let (&better, &reply) = (best.first()?, answer.first()?);
        let (mut after, by) = (before.clone(), before.side_to_move());
        after.play(played).ok()?;
        (better != played).then_some(Self { before, played, after, best, better, answer, reply, by })
    }

    /// What the move costs in pieces, if it is so many centipawns.
    fn material(&self, least: i32) -> Option<Fault> {
        let taken = self.before.piece_at(self.played.to).map_or(0, |piece| value(piece.kind));
        let (best, lost) = (Course::of(self.before, self.best), Course::of(&self.after, self.answer));
        if best.balance - (taken - lost.balance) < least {
            return None;
        }
        let loss = lost.balance - taken;
        if loss < least {
            let won = best.won(best.balance).filter(|_| best.balance >= least);
            return won.map(|won| Fault::MissesPiece(won.piece));
        }
        let elsewhere = || lost.won(loss).map(|taken| Fault::Loses(taken.piece, self.means(taken)));
        let Some(victim) = self.after.piece_at(self.reply.to) else { return elsewhere() };
        let worth = value(victim.kind);
        if loss - worth >= PIECE {
            // this piece is the least of it
            return elsewhere();
        }
        let is_exchange = self.is_protected(&self.after) || taken > 0 && self.reply.to == self.played.to;
        match is_exchange {
            false if worth - loss < PIECE => Some(match self.means_of_capture() {
                Some(means) => Fault::Loses(victim, means),
                None => Fault::Hangs(victim),
            }),
            true if wins(&self.after, self.reply, taken + 1) => Some(Fault::LosesExchange(victim)),
            // the player takes something for it, and loses another piece
            false | true => elsewhere(),
        }
    }

    /// Whether the player would take back on the target of the reply in this position.
    fn is_protected(&self, position: &Position) -> bool {
        let occupied = position.board().occupied() - Bitboard::from(self.reply.from);
        let protectors = position.board().attackers(self.reply.to, self.by, occupied);
        (protectors - Bitboard::from(self.reply.to)).any()
    }

    /// Why the reply takes a piece that could not be taken without loss before the move.
    fn means_of_capture(&self) -> Option<Means> {
        let (at, board) = (self.reply.to, self.before.board());
        if at == self.played.to {
            return None;
        }
        let attackers = board.attackers(at, self.by.opponent(), board.occupied());
        if !attackers.contains(self.reply.from) {
            // the opponent's piece has not moved, so the player's has
            return Some(Means::Opened);
        }
        let was_protected = self.is_protected(self.before) && !self.is_protected(&self.after);
        was_protected.then_some(Means::Unprotected)
    }

    /// How the opponent wins a piece in their line.
    fn means(&self, taken: Taken) -> Means {
        let later = Means::Moves(u32::try_from(taken.ply / 2 + 1).unwrap_or(u32::MAX));
        let mut replied = self.after.clone();
        if replied.play(self.reply).is_err() {
            return later;
        }
        let (was_attacked, attacked) =
            (prey(&self.after, self.by.opponent()), prey(&replied, self.by.opponent()));
        let is_attacked = attacked.iter().any(|(at, _)| *at == taken.from);
        let mut new = attacked.iter().filter(|it| !was_attacked.contains(it)).map(|(at, _)| *at);
        let is_fork = new.clone().count() > 1 && new.any(|at| at == taken.from);
        let is_pinned_now = is_pinned(&replied, taken.from) && !is_pinned(&self.after, taken.from);
        match taken.ply {
            0 => self.means_of_capture().unwrap_or(later),
            2 if replied.in_check() => Means::Check,
            // the check, not the attack, keeps the piece where it is
            _ if !is_attacked || replied.in_check() => later,
            _ if is_fork => Means::Fork,
            _ if is_pinned_now => Means::Pin,
            _ if is_trapped(&replied, taken.from) => Means::Trap,
            _ => later,
        }
    }

    /// Whether the opponent gets checks that the better line does not allow.
    fn checks(&self) -> Option<Fault> {
        let opponent = self.by.opponent();
        let (allowed, avoided) =
            (checks(&self.after, self.answer, opponent), checks(self.before, self.best, opponent));
        (allowed >= 2 && allowed > avoided).then_some(Fault::ExposesGeneral)
    }

    /// The piece that the reply attacks, if it is no capture.
    fn tempo(&self) -> Option<Fault> {
        let mut replied = self.after.clone();
        if replied.play(self.reply).ok()?.captured().is_some() {
            return None;
        }
        let attacked = new_prey(&self.after, &replied, self.by.opponent());
        attacked.map(Fault::LosesTempo)
    }

    /// What the better move would have done.
    fn missed(&self) -> Option<Fault> {
        let mut then = self.before.clone();
        let undo = then.play(self.better).ok()?;
        if then.in_check() {
            return Some(Fault::MissesCheck);
        }
        if let Some(piece) = new_prey(self.before, &then, self.by) {
            return Some(Fault::MissesAttack(piece));
        }
        if let Some(piece) = undo.captured() {
            return Some(Fault::MissesExchange(piece));
        }
        if self.before.in_check() {
            // few moves are legal, so no piece can go far
            return None;
        }
        self.blocked().or_else(|| {
            let piece = self.before.piece_at(self.better.from)?;
            let (was, is) = (reach(self.before, self.better.from)?, reach(&then, self.better.to)?);
            (is >= was + ROOM).then_some(Fault::MissesActivity(piece))
        })
    }

    /// The piece in whose way the move stands.
    fn blocked(&self) -> Option<Fault> {
        let own =
            self.before.board().iter().filter(|(at, it)| it.color == self.by && *at != self.played.from);
        own.filter_map(|(at, piece)| {
            let lost = reach(self.before, at)?.checked_sub(reach(&self.after, at)?)?;
            (lost >= ROOM).then_some((lost, piece))
        })
        .max_by_key(|(lost, _)| *lost)
        .map(|(_, piece)| Fault::Blocks(piece))
    }
}

/// How many checks in a row a side gives in this line, at most.
fn checks(position: &Position, line: &[Move], by: Color) -> usize {
    let mut position = position.clone();
    let (mut row, mut most) = (0, 0);
    for &mv in line.iter().take(PLIES) {
        let side = position.side_to_move();
        if position.play(mv).is_err() {
            break;
        }
        if side == by {
            row = if position.in_check() { row + 1 } else { 0 };
            most = most.max(row);
        }
    }
    most
}

/// The most valuable piece that a side attacks now, and did not attack.
fn new_prey(before: &Position, after: &Position, by: Color) -> Option<Piece> {
    let old: Vec<Square> = prey(before, by).into_iter().map(|(at, _)| at).collect();
    let new = prey(after, by).into_iter().filter(|(at, _)| !old.contains(at));
    new.map(|(_, piece)| piece).max_by_key(|piece| value(piece.kind))
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
            won.map_or(Threat::Nothing, |won| Threat::Wins { piece: won.piece, by })
        }
    }
}
