//! The record of a finished game of luzhanqi.

use super::history::{History, Turn};
use chuhe_records::{GameTree, LuzhanqiStart, tag};
use chuhe_rules::luzhanqi::Formation;
use chuhe_rules::{Color, GameMove, Outcome, PerColor};

/// The record of a game; `None` while a formation is hidden.
#[must_use]
pub fn record(history: &History, names: [&str; 2], outcome: Outcome) -> Option<GameTree> {
    let view = history.view();
    let formation = |color| -> Option<Formation> { view.formation(color).copied() };
    let formations = PerColor::new(formation(Color::Red)?, formation(Color::Black)?);
    let start = LuzhanqiStart { board: view.board(), options: *view.options(), formations };
    let mut tree = GameTree::new(start);
    for (name, value) in [(tag::RED, names[0]), (tag::BLACK, names[1])] {
        tree.set_tag(name, value).ok()?;
    }
    tree.set_result(outcome.into());
    let mut replay = tree.replay();
    for turn in history.turns() {
        let turn = match *turn {
            Turn::Moved { mv, .. } => chuhe_records::Turn::Move(GameMove::Luzhanqi(mv)),
            Turn::Passed { .. } => chuhe_records::Turn::Pass,
        };
        replay.play(&mut tree, turn).ok()?;
    }
    Some(tree)
}

#[cfg(test)]
mod tests {
    use super::super::history::tests::{BLACK, RED, seen_by};
    use super::*;
    use chuhe_records::{GameResult, Start};
    use chuhe_rules::luzhanqi::{BoardKind, Options};
    use chuhe_rules::{Viewer, WinReason};

    const MOVES: [&str; 3] = ["s11n15", "n12n22", "s12s22"];
    const LOST: Outcome = Outcome::Won { winner: Color::Black, reason: WinReason::Resignation };

    fn history(close: bool) -> History {
        let viewer = Viewer::Player(Color::Red);
        let mut history = History::new(viewer, BoardKind::Classic, Options::default());
        for seen in seen_by(&MOVES, viewer, close) {
            history.apply(&seen).unwrap();
        }
        history
    }

    #[test]
    fn a_record_has_the_formations_turns_and_result() {
        let tree = record(&history(true), ["楚河客", "Bo"], LOST).unwrap();
        let Start::Luzhanqi(start) = tree.start() else { panic!("a game of luzhanqi") };
        assert_eq!((start.board, start.options), (BoardKind::Classic, Options::default()));
        assert_eq!([RED, BLACK], [start.formations.red.text(), start.formations.black.text()]);
        let moves: Vec<String> =
            tree.main_line().map(|node| tree.turn(node).unwrap().luzhanqi().unwrap().to_string()).collect();
        assert_eq!(moves, MOVES);
        assert_eq!(tree.result(), GameResult::from(LOST));
        assert_eq!((tree.tag(tag::RED), tree.tag(tag::BLACK)), (Some("楚河客"), Some("Bo")));
    }

    #[test]
    fn a_game_with_a_hidden_formation_has_no_record() {
        assert_eq!(record(&history(false), ["a", "b"], LOST), None);
    }
}
