//! Rulings on repetitions, in English.

use super::sides::color;
use crate::core::repetition::Repetition;
use chuhe_rules::xiangqi::PieceKind;
use chuhe_rules::xiangqi::arbiter::{Offence, Verdict};

pub(super) fn repetition(repetition: &Repetition, moves: &str) -> String {
    let Repetition { verdict, is_final, both, .. } = *repetition;
    match (verdict, is_final) {
        (Verdict::Loss { loser, offence }, true) => {
            let (loser, done) = (color(loser), done(repetition, offence));
            format!("{loser} loses by {}: {moves}, {done}", name(offence))
        }
        (Verdict::Loss { loser, offence }, false) => {
            let (loser, done) = (color(loser), done(repetition, offence));
            format!("If this repeats again, {loser} loses by {}: {moves}, {done}", name(offence))
        }
        (Verdict::Draw, true) => match both {
            Some(offence) => format!("A draw: {} by both sides. {moves}", name(offence)),
            None => format!("A draw: the position stands for the third time. {moves}"),
        },
        (Verdict::Draw, false) => match both {
            Some(offence) => {
                format!("If this repeats again, it is a draw: {} by both sides. {moves}", name(offence))
            }
            None => format!("If this repeats again, it is a draw. {moves}"),
        },
    }
}

/// The name of what a side did.
const fn name(offence: Offence) -> &'static str {
    match offence {
        Offence::Check => "perpetual check",
        Offence::Chase | Offence::PinnedRookChase => "perpetual chase",
        Offence::Attack => "perpetual attack",
    }
}

/// What a side did with each of its moves.
fn done(repetition: &Repetition, offence: Offence) -> String {
    let times = repetition.times;
    match offence {
        Offence::Check => format!("{times} checks in a row"),
        Offence::Attack => format!("{times} checks, mate threats or chases in a row"),
        Offence::PinnedRookChase => format!("{times} attacks in a row on a rook that a horse pins"),
        Offence::Chase => {
            let mut victims: Vec<&str> = Vec::new();
            for (_, victim) in &repetition.victims {
                let named = piece(victim.kind);
                if !victims.contains(&named) {
                    victims.push(named);
                }
            }
            format!("{times} attacks in a row on {}", victims.join(" and "))
        }
    }
}

/// A chased piece. A rook is chased even when it is protected.
const fn piece(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::King => "the general",
        PieceKind::Advisor => "an unprotected advisor",
        PieceKind::Elephant => "an unprotected elephant",
        PieceKind::Horse => "an unprotected horse",
        PieceKind::Rook => "a rook",
        PieceKind::Cannon => "an unprotected cannon",
        PieceKind::Pawn => "an unprotected pawn",
    }
}
