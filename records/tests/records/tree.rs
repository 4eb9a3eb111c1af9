//! Trees: adding plies, the order of variations, annotations, limits.

use crate::random::Random;
use chuhe_records::{
    Annotation, GameResult, GameTree, Glyph, Limit, LuzhanqiStart, MAX_COMMENT_BYTES, MAX_PLIES, MAX_TAGS,
    Mark, MarkColor, MarkShape, NodeId, PlayError, Ply, Point, Start, Visit, tag,
};
use chuhe_rules::game::IllegalPlay;
use chuhe_rules::luzhanqi::{self, BoardKind, Formation, Options, Strength};
use chuhe_rules::xiangqi::{IllegalMove, Move};
use chuhe_rules::{Color, Outcome, PerColor, WinReason};

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

/// Adds a line of moves and returns its nodes.
fn line(tree: &mut GameTree, from: NodeId, moves: &str) -> Vec<NodeId> {
    let mut replay = tree.replay_at(from);
    moves.split(' ').map(|text| replay.play(tree, mv(text)).unwrap()).collect()
}

/// Writes the moves with their variations in parentheses.
fn written(tree: &GameTree) -> String {
    let words = tree.walk().map(|visit| match visit {
        Visit::Ply(node) => tree.played(node).unwrap().xiangqi().unwrap().to_string(),
        Visit::VariationStart => "(".to_owned(),
        Visit::VariationEnd => ")".to_owned(),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Two replies to the first move, one of them with a variation, and a second first move.
fn branched() -> (GameTree, Vec<NodeId>, Vec<NodeId>) {
    let mut tree = GameTree::new(Start::xiangqi());
    let main = line(&mut tree, NodeId::ROOT, "h2e2 h9g7 h0g2");
    let side = line(&mut tree, main[0], "h7e7 h0g2 h9g7");
    line(&mut tree, side[0], "b0c2");
    line(&mut tree, NodeId::ROOT, "b2e2");
    (tree, main, side)
}

#[test]
fn variations_are_visited_after_the_move_they_replace() {
    let (tree, main, side) = branched();
    assert_eq!(written(&tree), "h2e2 ( b2e2 ) h9g7 ( h7e7 h0g2 ( b0c2 ) h9g7 ) h0g2");
    assert_eq!(tree.ply_count(), 8);
    assert_eq!(tree.main_line().collect::<Vec<_>>(), main);
    assert_eq!(tree.line_to(side[2]), [main[0], side[0], side[1], side[2]]);
    assert!(tree.is_main_line(main[2]) && tree.is_main_line(NodeId::ROOT) && !tree.is_main_line(side[1]));
    assert_eq!(
        (tree.ply(side[2]), tree.parent(side[0]), tree.parent(NodeId::ROOT)),
        (4, Some(main[0]), None)
    );
}

#[test]
fn a_ply_that_is_there_is_not_added_again() {
    let (mut tree, main, _) = branched();
    assert_eq!(tree.play(main[0], mv("h9g7")), Ok(main[1]));
    assert_eq!(tree.child(main[0], mv("h9g7")), Some(main[1]));
    assert_eq!(tree.ply_count(), 8);
}

#[test]
fn an_illegal_ply_is_refused_with_its_rule() {
    let (mut tree, main, _) = branched();
    let refused = |rule| Err(PlayError::Illegal(IllegalPlay::Xiangqi(rule)));
    assert_eq!(tree.play(main[2], mv("g2h4")), refused(IllegalMove::NotYourPiece));
    assert_eq!(tree.play(main[2], mv("g9e8")), refused(IllegalMove::NotItsMove));
    assert_eq!(tree.play(main[2], Ply::Pass), Err(PlayError::Illegal(IllegalPlay::OtherGame)));
    assert_eq!(tree.ply_count(), 8);
}

#[test]
fn promoting_and_demoting_change_the_order_of_alternatives() {
    let (mut tree, main, side) = branched();
    assert!(!tree.promote(main[1]) && !tree.demote(side[0]) && !tree.promote(NodeId::ROOT));
    assert!(tree.promote(side[0]));
    assert_eq!(written(&tree), "h2e2 ( b2e2 ) h7e7 ( h9g7 h0g2 ) h0g2 ( b0c2 ) h9g7");
    assert!(tree.demote(side[0]));
    assert_eq!(written(&tree), "h2e2 ( b2e2 ) h9g7 ( h7e7 h0g2 ( b0c2 ) h9g7 ) h0g2");
    let third = line(&mut tree, main[0], "b9c7")[0];
    assert!(tree.make_main_line(third) && !tree.make_main_line(third));
    assert_eq!(tree.children(main[0]).collect::<Vec<_>>(), [third, main[1], side[0]]);
    let deep = tree.children(side[0]).last().unwrap();
    assert!(tree.make_main_line(deep));
    assert_eq!(tree.main_line().collect::<Vec<_>>(), [main[0], side[0], deep]);
}

#[test]
fn deleting_removes_a_ply_with_all_that_follows() {
    let (mut tree, main, side) = branched();
    tree.set_comment(side[1], "gone").unwrap();
    assert!(tree.delete(side[0]) && !tree.delete(side[0]) && !tree.delete(NodeId::ROOT));
    assert_eq!(written(&tree), "h2e2 ( b2e2 ) h9g7 h0g2");
    assert_eq!((tree.ply_count(), tree.contains(side[2]), tree.contains(main[2])), (4, false, true));
    assert_eq!(tree.annotation(side[1]), &Annotation::EMPTY);
    assert_eq!(tree.play(side[2], mv("h0i0")), Err(PlayError::Deleted));
    assert!(tree.delete(main[0]));
    assert_eq!(written(&tree), "b2e2");
}

#[test]
fn a_replay_goes_from_any_node_to_any_other() {
    let (tree, _, _) = branched();
    let nodes: Vec<NodeId> = std::iter::once(NodeId::ROOT)
        .chain(tree.walk().filter_map(|visit| match visit {
            Visit::Ply(node) => Some(node),
            Visit::VariationStart | Visit::VariationEnd => None,
        }))
        .collect();
    for &from in &nodes {
        for &to in &nodes {
            let mut replay = tree.replay_at(from);
            replay.go_to(&tree, to);
            assert_eq!(replay.node(), to);
            assert_eq!(replay.xiangqi(), tree.xiangqi_position(to).as_ref());
        }
    }
}

#[test]
fn annotations_and_tags_are_kept_and_counted() {
    let (mut tree, main, _) = branched();
    let circle =
        Mark { color: MarkColor::Red, shape: MarkShape::Circle(Point::Xiangqi("e2".parse().unwrap())) };
    tree.set_comment(main[0], "中炮").unwrap();
    tree.set_marks(main[0], vec![circle]).unwrap();
    tree.set_glyphs(main[0], vec![Glyph::GOOD]).unwrap();
    tree.annotate(main[0], |annotation| annotation.spent_ms = Some(1_500)).unwrap();
    let annotation = tree.annotation(main[0]);
    assert_eq!(annotation.comment, "中炮");
    assert_eq!((annotation.marks.as_slice(), annotation.spent_ms), ([circle].as_slice(), Some(1_500)));

    for (name, value) in [(tag::RED, "胡荣华"), ("X-Own", "1"), (tag::RED, "许银川")] {
        tree.set_tag(name, value).unwrap();
    }
    assert_eq!(tree.tags().iter().collect::<Vec<_>>(), [(tag::RED, "许银川"), ("X-Own", "1")]);
    assert_eq!(tree.remove_tag(tag::RED).as_deref(), Some("许银川"));
    assert_eq!((tree.tag(tag::RED), tree.tag("X-Own")), (None, Some("1")));
}

#[test]
fn merged_annotations_keep_both_texts() {
    let mut first = Annotation { comment: "a".into(), glyphs: vec![Glyph::GOOD], ..Annotation::EMPTY };
    first.merge(Annotation {
        comment: "b".into(),
        glyphs: vec![Glyph::GOOD, Glyph::MISTAKE],
        clock_ms: Some(7),
        ..Annotation::EMPTY
    });
    assert_eq!(first.comment, "a\nb");
    assert_eq!((first.glyphs, first.clock_ms), (vec![Glyph::GOOD, Glyph::MISTAKE], Some(7)));
}

#[test]
fn merging_an_annotation_counts_its_text() {
    let (mut tree, main, _) = branched();
    let annotation = |text: &str| Annotation { comment: text.to_owned(), ..Annotation::EMPTY };
    for text in ["a", "", "b"] {
        tree.merge_annotation(main[0], annotation(text)).unwrap();
    }
    assert_eq!(tree.annotation(main[0]).comment, "a\nb");
    let rest = "x".repeat(MAX_COMMENT_BYTES - 3);
    assert_eq!(tree.merge_annotation(main[0], annotation(&rest)), Err(Limit::Comment));
    assert_eq!(tree.annotation(main[0]).comment, "a\nb");
    tree.merge_annotation(main[0], annotation(&rest[1..])).unwrap();
    assert_eq!(tree.annotation(main[0]).comment.len(), MAX_COMMENT_BYTES);
    // all text but that comment and a tag is free again
    let value = "x".repeat((16 << 20) - MAX_COMMENT_BYTES - 1);
    assert_eq!(tree.set_tag("a", &(value.clone() + "x")), Err(Limit::Text));
    tree.set_tag("a", &value).unwrap();
}

#[test]
fn trees_are_equal_if_they_record_the_same() {
    let (mut tree, main, side) = branched();
    let (other, _, _) = branched();
    assert_eq!(tree, other);
    let extra = line(&mut tree, main[2], "g9e7")[0];
    assert_ne!(tree, other);
    tree.delete(extra);
    assert_eq!(tree, other);
    tree.promote(side[0]);
    assert_ne!(tree, other);
    tree.demote(side[0]);
    tree.set_comment(NodeId::ROOT, "a game").unwrap();
    assert_ne!(tree, other);
    tree.set_comment(NodeId::ROOT, "").unwrap();
    tree.set_result(Outcome::won(Color::Red, WinReason::Checkmate).into());
    assert_ne!(tree, other);
    tree.set_result(GameResult::Unknown);
    assert_eq!(tree, other);
}

#[test]
fn limits_are_refused_and_change_nothing() {
    let mut tree = GameTree::new(Start::xiangqi());
    let long = "x".repeat(MAX_COMMENT_BYTES + 1);
    assert_eq!(tree.set_comment(NodeId::ROOT, &long), Err(Limit::Comment));
    assert_eq!(tree.set_tag("long", &"x".repeat(17 << 20)), Err(Limit::Text));
    for number in 0..MAX_TAGS {
        tree.set_tag(&number.to_string(), "").unwrap();
    }
    assert_eq!(tree.set_tag("one more", ""), Err(Limit::Tags));
    assert_eq!((tree.tags().len(), tree.annotation(NodeId::ROOT)), (MAX_TAGS, &Annotation::EMPTY));
}

#[test]
fn a_very_long_line_is_cut_and_walked_without_recursion() {
    let mut tree = GameTree::new(Start::xiangqi());
    let mut replay = tree.replay();
    let shuffle = ["b0c2", "b9c7", "c2b0", "c7b9"];
    for ply in shuffle.iter().cycle().take(MAX_PLIES) {
        replay.play(&mut tree, mv(ply)).unwrap();
    }
    tree.play(NodeId::ROOT, mv("h2e2")).unwrap();
    assert_eq!(replay.play(&mut tree, mv("b0c2")), Err(PlayError::Limit(Limit::Plies)));
    assert_eq!(tree.walk().count(), MAX_PLIES + 3);
    assert_eq!(tree.clone(), tree);
    let first = tree.main_line().next().unwrap();
    assert!(tree.delete(first));
    assert_eq!(tree.ply_count(), 1);
}

#[test]
fn variations_in_variations_need_no_stack() {
    let mut tree = GameTree::new(Start::xiangqi());
    let mut replay = tree.replay();
    // Each alternative to the line is itself continued: the depth of nesting is that of the tree.
    for ply in ["b0c2", "b9c7", "c2b0", "c7b9"].iter().cycle().take(8_000) {
        let node = replay.node();
        let other = replay.xiangqi().unwrap().legal_moves().iter().copied().find(|&other| other != mv(ply));
        replay.play(&mut tree, other.unwrap()).unwrap();
        replay.go_to(&tree, node);
        replay.play(&mut tree, mv(ply)).unwrap();
    }
    let starts = tree.walk().filter(|&visit| visit == Visit::VariationStart).count();
    assert_eq!((starts, tree.walk().count()), (8_000, 4 * 8_000));
    assert_eq!(tree.clone(), tree);
}

#[test]
fn every_position_of_a_random_tree_is_that_of_its_line() {
    let mut random = Random::new(14);
    let mut tree = GameTree::new(Start::xiangqi());
    let mut nodes = vec![NodeId::ROOT];
    for _ in 0..300 {
        let mut replay = tree.replay_at(nodes[random.below(nodes.len())]);
        if let Some(mv) = random.choose_move(replay.xiangqi().unwrap()) {
            nodes.push(replay.play(&mut tree, mv).unwrap());
        }
    }
    let mut replay = tree.replay();
    for visit in tree.walk() {
        if let Visit::Ply(node) = visit {
            replay.go_to(&tree, node);
            let mut position = chuhe_rules::xiangqi::Position::start();
            for node in tree.line_to(node) {
                position.play(tree.played(node).unwrap().xiangqi().unwrap()).unwrap();
            }
            assert_eq!(replay.xiangqi(), Some(&position));
        }
    }
}

#[test]
fn luzhanqi_has_variations_and_passes() {
    let formation = Formation::nearest_legal([Strength::Captain; 25]);
    let start = LuzhanqiStart {
        board: BoardKind::Classic,
        options: Options::default(),
        formations: PerColor::splat(formation),
    };
    let mut tree = GameTree::new(start);
    let station = |text: &str| text.parse::<luzhanqi::Move>().unwrap();
    let moves: Vec<luzhanqi::Move> = tree.replay().luzhanqi().unwrap().position().unwrap().legal_moves();
    let first = tree.play(NodeId::ROOT, moves[0]).unwrap();
    let pass = tree.play(NodeId::ROOT, Ply::Pass).unwrap();
    assert_eq!(tree.replay_at(pass).side_to_move(), Some(Color::Black));
    assert_eq!(tree.replay_at(pass).luzhanqi().unwrap().passes(Color::Red), 1);
    let mut replay = tree.replay_at(pass);
    replay.go_to(&tree, first);
    assert_eq!(replay.luzhanqi().unwrap().passes(Color::Red), 0);
    let other = tree.play(first, mv("h2e2"));
    assert_eq!(other, Err(PlayError::Illegal(IllegalPlay::OtherGame)));
    let own = tree.play(NodeId::ROOT, station("s61s51"));
    assert!(matches!(own, Err(PlayError::Illegal(IllegalPlay::Luzhanqi(_)))), "{own:?}");
}
