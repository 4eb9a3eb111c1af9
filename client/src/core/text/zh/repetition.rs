//! Rulings on repetitions, in Simplified Chinese.

use super::sides::color;
use crate::core::repetition::Repetition;
use chuhe_rules::Color;
use chuhe_rules::xiangqi::arbiter::{Offence, Verdict};
use chuhe_rules::xiangqi::{Piece, PieceKind};

pub(super) fn repetition(repetition: &Repetition, moves: &str) -> String {
    let Repetition { verdict, is_final, both, times, .. } = *repetition;
    match (verdict, is_final) {
        (Verdict::Loss { loser, offence }, true) => {
            let (loser, done) = (color(loser), done(repetition, offence));
            format!("{loser}方{}：{moves}，连续 {times} 次{done}，判负", name(offence))
        }
        (Verdict::Loss { loser, offence }, false) => {
            let (loser, done) = (color(loser), done(repetition, offence));
            format!("再重复一次判{loser}方负。{loser}方{}：{moves}，已连续 {times} 次{done}", name(offence))
        }
        (Verdict::Draw, true) => match both {
            Some(offence) => format!("双方{}，不变作和：{moves}", name(offence)),
            None => format!("双方不变作和：{moves}"),
        },
        (Verdict::Draw, false) => match both {
            Some(offence) => format!("再重复一次判和。双方{}：{moves}", name(offence)),
            None => format!("再重复一次判和：{moves}"),
        },
    }
}

/// The name of what a side did.
const fn name(offence: Offence) -> &'static str {
    match offence {
        Offence::Check => "长将",
        Offence::Chase | Offence::PinnedRookChase => "长捉",
        Offence::Attack => "长打",
    }
}

/// What a side did with each of its moves.
fn done(repetition: &Repetition, offence: Offence) -> String {
    match offence {
        Offence::Check => "将军".to_owned(),
        Offence::Attack => "将军、要杀或捉子".to_owned(),
        Offence::PinnedRookChase => "捉被马牵制的车".to_owned(),
        Offence::Chase => {
            let mut victims: Vec<String> = Vec::new();
            for &(_, victim) in &repetition.victims {
                // a rook is chased even when it is protected
                let unprotected = if victim.kind == PieceKind::Rook { "" } else { "无根" };
                let named = format!("{unprotected}{}", piece(victim));
                if !victims.contains(&named) {
                    victims.push(named);
                }
            }
            format!("捉{}", victims.join("、"))
        }
    }
}

const fn piece(piece: Piece) -> &'static str {
    match (piece.kind, piece.color) {
        (PieceKind::King, Color::Red) => "帅",
        (PieceKind::King, Color::Black) => "将",
        (PieceKind::Advisor, Color::Red) => "仕",
        (PieceKind::Advisor, Color::Black) => "士",
        (PieceKind::Elephant, Color::Red) => "相",
        (PieceKind::Elephant, Color::Black) => "象",
        (PieceKind::Horse, _) => "马",
        (PieceKind::Rook, _) => "车",
        (PieceKind::Cannon, _) => "炮",
        (PieceKind::Pawn, Color::Red) => "兵",
        (PieceKind::Pawn, Color::Black) => "卒",
    }
}
