//! The games of a match as PGN.

use crate::referee::FinishedGame;
use chuhe_records::formats::{self, Format, WriteOptions};
use chuhe_records::notation::Notation;
use chuhe_records::{GameTree, NodeId, tag};
use chuhe_rules::PerColor;

/// Writes a game; `names` are those of the engines.
///
/// # Panics
/// If a name or note is longer than records allow.
#[must_use]
pub fn pgn(finished: &FinishedGame, names: PerColor<&str>, round: u64) -> Vec<u8> {
    let mut tree = GameTree::new(finished.game.start().clone());
    let tags = [
        (tag::EVENT, "Engine match"),
        (tag::ROUND, &(round + 1).to_string()),
        (tag::RED, names.red),
        (tag::BLACK, names.black),
    ];
    for (name, value) in tags {
        tree.set_tag(name, value).expect("a name is short");
    }
    tree.set_result(finished.result);
    let mut node = NodeId::ROOT;
    for &mv in finished.game.moves() {
        node = tree.play(node, mv).expect("the referee checked the move");
    }
    if let Some(note) = &finished.note {
        tree.set_comment(node, note).expect("a note is short");
    }
    let options = WriteOptions { notation: Notation::Iccs, ..WriteOptions::default() };
    formats::write(&tree, Format::Pgn, &options).expect("PGN holds any game of xiangqi").bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_records::GameResult;
    use chuhe_rules::xiangqi::{Game, Position, Rules};
    use chuhe_rules::{Color, WinReason};
    use std::time::Duration;

    #[test]
    fn a_game_can_be_read_back() {
        let mut game = Game::new(Position::start(), Rules::default());
        for (side, mv) in [(Color::Red, "h2e2"), (Color::Black, "h9g7")] {
            game.play(side, mv.parse().expect("a move")).expect("it is legal");
        }
        let result = GameResult::Won { winner: Color::Red, reason: Some(WinReason::Resignation) };
        let longest = PerColor::splat(Duration::ZERO);
        let note = Some("a note".to_owned());
        let finished = FinishedGame { game, result, note, failed: None, longest };
        let text = pgn(&finished, PerColor::new("A", "B"), 4);
        let read = formats::read(&text, None).expect("it is PGN");
        let tree = &read.games[0].tree;
        assert_eq!((tree.tag(tag::BLACK), tree.tag(tag::ROUND)), (Some("B"), Some("5")));
        assert_eq!((tree.result(), tree.main_line().count()), (result, 2));
    }
}
