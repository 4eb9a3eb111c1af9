//! What a player concludes about hidden pieces is always true.

use crate::match_play::{Dice, Match, Player};
use chuhe_engine::luzhanqi::{Knowledge, Strengths};
use chuhe_rules::luzhanqi::{BoardKind, Formation, Move, Slot, Station, Strength};
use chuhe_rules::{Color, PerColor};

fn station(text: &str) -> Station {
    text.parse().expect("a station")
}

/// A formation with these pieces, which fills the other slots as it may.
fn formation(pieces: &[(u8, u8, Strength)]) -> Formation {
    let mut formation = Formation::nearest_legal([Strength::Captain; 25]);
    for &(row, column, strength) in pieces {
        let slot = Slot::new(row, column).expect("a slot");
        let fixed = |other: Slot| {
            pieces.iter().any(|&(row, column, strength)| {
                (row, column) == (other.row(), other.column()) && formation.at(other) == strength
            })
        };
        if formation.at(slot) == strength {
            continue;
        }
        let from = formation.pieces().map(|(slot, _)| slot).collect::<Vec<_>>();
        let from = from.into_iter().filter(|&from| formation.at(from) == strength && !fixed(from));
        let swapped = from.collect::<Vec<_>>().into_iter().any(|from| formation.swap(from, slot).is_ok());
        assert!(swapped, "{strength:?} can stand on {slot}");
    }
    formation
}

fn may_be(knowledge: &Knowledge, at: &str) -> Strengths {
    let at = station(at);
    let piece = knowledge.hidden().iter().find(|piece| piece.station == Some(at));
    piece.expect("a hidden piece").may_be
}

#[test]
fn the_truth_is_always_possible() {
    for (seed, board) in (0..40).zip(BoardKind::ALL.into_iter().cycle()) {
        let mut dice = Dice::new(seed);
        let formations = PerColor::from_fn(|_| Formation::random(|n| dice.below(n)));
        let mut game = Match::new(board, formations);
        while let Some(turn) = game.game.turn() {
            let player = if dice.below(3) == 0 { Player::Random } else { Player::Greedy };
            let mv = player.choose(&game.knowledge[turn], &mut dice).expect("a move");
            game.play(mv);
            for color in Color::ALL {
                check(&game, color, &formations, mv);
            }
        }
    }
}

/// Checks what `color` knows of the other side's pieces.
fn check(game: &Match, color: Color, formations: &PerColor<Formation>, mv: Move) {
    let other = color.opponent();
    let position = game.game.position().expect("play has begun");
    for piece in game.knowledge[color].hidden() {
        let truth = formations[other].at(piece.slot);
        assert!(piece.may_be.contains(truth), "{truth:?} on {:?} after {mv}", piece.slot);
        if let Some(station) = piece.station {
            let stands = position.piece_at(station);
            assert_eq!(stands.map(|piece| (piece.color, piece.strength)), Some((other, truth)), "after {mv}");
        }
    }
    let standing = game.knowledge[color].hidden().iter().filter(|piece| piece.station.is_some()).count();
    assert_eq!(standing, position.pieces().filter(|(_, piece)| piece.color == other).count());
}

#[test]
fn a_piece_that_moves_is_neither_a_mine_nor_a_flag() {
    let formations = PerColor::splat(formation(&[(5, 1, Strength::Captain)]));
    let mut game = Match::new(BoardKind::Classic, formations);
    let before = may_be(&game.knowledge.black, "s51");
    assert!(before.contains(Strength::Mine) && !before.contains(Strength::Flag));
    game.play("s51s42".parse().expect("a move"));
    let after = may_be(&game.knowledge.black, "s42");
    assert!(!after.contains(Strength::Mine) && after.contains(Strength::Engineer));
}

#[test]
fn a_piece_that_turns_on_the_railway_is_an_engineer() {
    let formations = PerColor::splat(formation(&[(1, 2, Strength::Engineer), (1, 1, Strength::Captain)]));
    let mut game = Match::new(BoardKind::Classic, formations);
    for mv in ["s11s22", "n11n22", "s12n15"] {
        game.play(mv.parse().expect("a move"));
    }
    // along the front row and round the corner, onto an equal or weaker piece
    let sight =
        game.knowledge.black.hidden().iter().find(|piece| piece.slot.column() == 2 && piece.slot.row() == 1);
    assert_eq!(sight.expect("a piece").may_be, Strengths::only(Strength::Engineer));
}

#[test]
fn a_battle_bounds_the_rank() {
    let formations = PerColor::new(
        formation(&[(1, 1, Strength::Colonel)]),
        // n15 lies across the river from s11
        formation(&[(1, 5, Strength::Captain)]),
    );
    let mut game = Match::new(BoardKind::Classic, formations);
    game.play("s11n15".parse().expect("a move"));
    let fallen =
        game.knowledge.red.hidden().iter().find(|piece| (piece.slot.row(), piece.slot.column()) == (1, 5));
    let fallen = fallen.expect("a piece");
    assert_eq!(fallen.station, None);
    let expected = [Strength::Major, Strength::Captain, Strength::Lieutenant, Strength::Engineer];
    assert_eq!(fallen.may_be.iter().collect::<Vec<_>>(), expected);
    let winner = may_be(&game.knowledge.black, "n15");
    let expected = [
        Strength::Marshal,
        Strength::General,
        Strength::MajorGeneral,
        Strength::Brigadier,
        Strength::Colonel,
        Strength::Major,
    ];
    assert_eq!(winner.iter().collect::<Vec<_>>(), expected);
}

#[test]
fn the_fallen_marshal_shows_its_flag() {
    let formations = PerColor::new(
        formation(&[(1, 1, Strength::Captain), (2, 1, Strength::Bomb)]),
        formation(&[(1, 5, Strength::Marshal)]),
    );
    let mut game = Match::new(BoardKind::Classic, formations);
    for mv in ["s11s22", "n11n22", "s21n15"] {
        game.play(mv.parse().expect("a move"));
    }
    let hidden = game.knowledge.red.hidden();
    let fallen = hidden.iter().find(|piece| piece.station.is_none()).expect("a fallen piece");
    assert_eq!(fallen.may_be, Strengths::only(Strength::Marshal));
    assert_eq!(hidden.iter().filter(|piece| piece.may_be == Strengths::only(Strength::Flag)).count(), 1);
}
