//! Tests that a review comes back from its text as it was.

use super::super::tests::review;
use super::*;
use crate::actions::set_up_action::Tool;
use crate::review::set_up::Purpose;
use crate::testing::large;
use chuhe_records::{Annotation, GameResult, Glyph, LuzhanqiStart, Mark, MarkColor, MarkShape, Point};
use chuhe_rules::luzhanqi::{BoardKind, Formation, Options};
use chuhe_rules::xiangqi::{Piece, PieceKind, Position};
use chuhe_rules::{PerColor, WinReason};

const FORMATION: &str = "luzhanqi layout 1\nMGDDB\nB.R.R\nTT.CC\nC.P.P\nPLXLX\nEFLEE\n";

/// The review that comes back from the text of this one.
fn again(review: &Review) -> Review {
    let text = WrittenRecord::of(review.tree()).unwrap().text(review, None).unwrap();
    let kept = KeptReview::read(&text).unwrap();
    let mut read = Review::new(kept.opened());
    kept.restore(&mut read);
    read
}

/// Two comments and times that PGN does not hold as they are, and marks.
fn annotation(from: Point, to: Point) -> Annotation {
    Annotation {
        before: " 前 ".to_owned(),
        comment: "  } a comment\n\n% with spaces ".to_owned(),
        glyphs: vec![Glyph::BLUNDER, Glyph(14)],
        marks: vec![
            Mark { color: MarkColor::Blue, shape: MarkShape::Arrow(from, to) },
            Mark { color: MarkColor::Red, shape: MarkShape::Circle(to) },
        ],
        spent_ms: Some(1_234),
        clock_ms: Some(56_789),
    }
}

#[test]
fn a_record_comes_back_with_everything_that_is_said_in_it() {
    let mut review = review(&["h2e2", "h9g7", "h0g2"]);
    let line: Vec<NodeId> = review.tree.main_line().collect();
    let other = review.tree.play(line[0], "b9c7".parse::<Move>().unwrap()).unwrap();
    review.tree.play(NodeId::ROOT, "b0c2".parse::<Move>().unwrap()).unwrap();
    let point = |text: &str| Point::Xiangqi(text.parse().unwrap());
    review.tree.set_annotation(other, annotation(point("a0"), point("i9"))).unwrap();
    review.tree.set_comment(NodeId::ROOT, "the game").unwrap();
    for (name, value) in [("Red", "云中鹤"), ("Black", "Bo \"x\""), ("a name\n", " two\nlines ")] {
        review.tree.set_tag(name, value).unwrap();
    }
    review.tree.set_result(GameResult::Won { winner: Color::Red, reason: Some(WinReason::Resignation) });
    (review.file, review.path) = ("a.pgn".into(), "/games/a.pgn".into());
    (review.encoding, review.unsaved, review.bottom) = (Encoding::Gb18030, true, Color::Black);
    review.replay = review.tree.replay_at(other);
    let read = again(&review);
    assert_eq!(read.tree, review.tree);
    assert_eq!((read.node(), read.target(crate::actions::review_action::Step::Forward)), (other, None));
    assert_eq!((&*read.file, &*read.path, read.unsaved), ("a.pgn", "/games/a.pgn", true));
    assert_eq!((read.encoding, read.bottom()), (Encoding::Gb18030, Color::Black));
}

#[test]
fn a_record_of_luzhanqi_comes_back_with_variations_marks_and_passes() {
    let formation = Formation::from_text(FORMATION).unwrap();
    let formations = PerColor::new(formation, formation);
    let start = LuzhanqiStart { board: BoardKind::Classic, options: Options::default(), formations };
    let mut tree = GameTree::new(start);
    let first = start.game().position().unwrap().legal_moves();
    let main = tree.play(NodeId::ROOT, first[0]).unwrap();
    let other = tree.play(NodeId::ROOT, first[1]).unwrap();
    let pass = tree.play(other, chuhe_records::Ply::Pass).unwrap();
    let point = |station| Point::Luzhanqi(station);
    tree.set_annotation(pass, annotation(point(first[0].from), point(first[0].to))).unwrap();
    let mut review = Review::new(tree.into());
    review.replay = review.tree.replay_at(pass);
    let read = again(&review);
    assert_eq!(read.tree, review.tree);
    assert_eq!(read.tree.line_to(read.node()).len(), 2);
    assert!(read.tree.is_main_line(read.tree.next(NodeId::ROOT).unwrap()) && review.tree.is_main_line(main));
}

#[test]
fn the_findings_of_the_engine_come_back_if_there_is_room() {
    let mut review = review(&["h2e2", "h9g7"]);
    let moves = || vec!["h0g2".parse().unwrap(), "g6g5".parse().unwrap()];
    let of = |score, by| Evaluation { score, by, depth: 12, line: moves(), is_measured: by == Color::Red };
    let nodes: Vec<NodeId> = std::iter::once(NodeId::ROOT).chain(review.tree.main_line()).collect();
    review.analysis.known.insert(nodes[0], of(Score::Cp(-35), Color::Red));
    review.analysis.known.insert(nodes[1], of(Score::Mate(-3), Color::Black));
    let read = again(&review);
    let known = |review: &Review| review.analysis.known.values().cloned().collect::<Vec<_>>();
    assert_eq!(known(&read), known(&review));
    // a record that only fits without them
    let written = |review: &Review| WrittenRecord::of(&review.tree).and_then(|it| it.text(review, None));
    let fill = |review: &mut Review, left: usize| {
        while MAX_KEPT_BYTES - written(review).unwrap().len() > 40_000 {
            let name = format!("T{}", review.tree.tags().len());
            review.tree.set_tag(&name, &"x".repeat(30_000)).unwrap();
        }
        let rest = MAX_KEPT_BYTES - written(review).unwrap().len() - left;
        review.tree.set_tag("Rest", &"x".repeat(rest)).unwrap();
    };
    fill(&mut review, 60);
    assert!(written(&review).unwrap().contains("evaluations"));
    review.tree.set_tag("More", &"x".repeat(100)).unwrap();
    assert!(!written(&review).unwrap().contains("evaluations"));
    review.tree.set_tag("Most", &"x".repeat(1_000)).unwrap();
    assert_eq!(written(&review), None, "a record that does not fit is not kept in part");
}

#[test]
fn a_large_record_fits_and_keeps_its_place() {
    let mut review = Review::new(large().into());
    let node = review.tree.main_line().last().unwrap();
    review.replay = review.tree.replay_at(node);
    let read = again(&review);
    assert!(read.tree == review.tree && read.tree.ply(read.node()) == 500);
}

#[test]
fn a_position_that_is_being_set_up_comes_back_with_its_faults() {
    let mut set_up = SetUp::new(&Position::start(), Purpose::Review, Color::Black);
    set_up.clear();
    set_up.choose(Tool::Put(Piece::new(Color::Red, PieceKind::Pawn)));
    set_up.set_side(Color::Black);
    set_up.edit_squares("e1");
    set_up.use_tool();
    let review = review(&[]);
    let text = WrittenRecord::of(review.tree()).unwrap().text(&review, Some(&set_up)).unwrap();
    let read = KeptReview::read(&text).unwrap().set_up().unwrap();
    assert_eq!((read.fen(), read.bottom()), (set_up.fen(), Color::Black));
    assert_eq!(read.position(), set_up.position());
    assert!(read.position().is_err());
}

#[test]
fn a_damaged_text_and_one_of_another_version_are_refused() {
    let review = review(&["h2e2"]);
    let text = WrittenRecord::of(review.tree()).unwrap().text(&review, None).unwrap();
    assert!(KeptReview::read(&text).is_ok());
    for damaged in [
        text.replace("\"version\":1", "\"version\":2"),
        text.replace("\"node\":0", "\"node\":9"),
        text.replace("UTF-8", "UTF-9"),
        text[..text.len() - 1].to_owned(),
        String::new(),
    ] {
        assert_eq!(KeptReview::read(&damaged).unwrap_err(), Unreadable, "{damaged}");
    }
}
