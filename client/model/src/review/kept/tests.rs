//! Tests that a review comes back from its text as it was.

use super::super::tests::review;
use super::*;
use crate::actions::action::SetUpField;
use crate::actions::review_action::Step;
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
    let text = WrittenRecord::of(review.record.tree()).unwrap().text(review, None, None).unwrap();
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
    let tree = &mut review.record.tree;
    let line: Vec<NodeId> = tree.main_line().collect();
    let other = tree.play(line[0], "b9c7".parse::<Move>().unwrap()).unwrap();
    tree.play(NodeId::ROOT, "b0c2".parse::<Move>().unwrap()).unwrap();
    let point = |text: &str| Point::Xiangqi(text.parse().unwrap());
    tree.set_annotation(other, annotation(point("a0"), point("i9"))).unwrap();
    tree.set_comment(NodeId::ROOT, "the game").unwrap();
    for (name, value) in [("Red", "云中鹤"), ("Black", "Bo \"x\""), ("a name\n", " two\nlines ")] {
        tree.set_tag(name, value).unwrap();
    }
    tree.set_result(GameResult::Won { winner: Color::Red, reason: Some(WinReason::Resignation) });
    (review.file.name, review.file.path) = ("a.pgn".into(), "/games/a.pgn".into());
    (review.file.encoding, review.record.unsaved) = (Encoding::Gb18030, true);
    review.board.bottom = Color::Black;
    review.shown = ShownPosition::at(&review.record.tree, other);
    let copy = LibraryCopy { game: LibraryId(i64::MAX), record: u128::MAX - 1 };
    review.file.library = Some(copy);
    let read = again(&review);
    assert_eq!(read.record.tree, review.record.tree);
    assert_eq!(read.file.library, Some(copy), "it is saved to the library after a reload, too");
    let forward = read.shown.target(read.record.tree(), Step::Forward);
    assert_eq!((read.shown.node(), forward), (other, None));
    assert_eq!((&*read.file.name, &*read.file.path, read.record.unsaved), ("a.pgn", "/games/a.pgn", true));
    assert_eq!((read.file.encoding, read.board.bottom), (Encoding::Gb18030, Color::Black));
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
    review.shown = ShownPosition::at(&review.record.tree, pass);
    let (read, before) = (again(&review), &review.record.tree);
    let after = &read.record.tree;
    assert_eq!(after, before);
    assert_eq!(after.line_to(read.shown.node()).len(), 2);
    assert!(after.is_main_line(after.next(NodeId::ROOT).unwrap()) && before.is_main_line(main));
}

#[test]
fn the_findings_of_the_engine_come_back_if_there_is_room() {
    let mut review = review(&["h2e2", "h9g7"]);
    let moves = || vec!["h0g2".parse().unwrap(), "g6g5".parse().unwrap()];
    let of = |score, by| Evaluation { score, by, depth: 12, line: moves(), is_measured: by == Color::Red };
    let nodes: Vec<NodeId> = std::iter::once(NodeId::ROOT).chain(review.record.tree.main_line()).collect();
    review.analysis.known.insert(nodes[0], of(Score::Cp(-35), Color::Red));
    review.analysis.known.insert(nodes[1], of(Score::Mate(-3), Color::Black));
    let read = again(&review);
    let known = |review: &Review| review.analysis.known.values().cloned().collect::<Vec<_>>();
    assert_eq!(known(&read), known(&review));
    // a record that only fits without them
    let written =
        |review: &Review| WrittenRecord::of(&review.record.tree).and_then(|it| it.text(review, None, None));
    let fill = |review: &mut Review, left: usize| {
        while MAX_KEPT_BYTES - written(review).unwrap().len() > 40_000 {
            let name = format!("T{}", review.record.tree.tags().len());
            review.record.tree.set_tag(&name, &"x".repeat(30_000)).unwrap();
        }
        let rest = MAX_KEPT_BYTES - written(review).unwrap().len() - left;
        review.record.tree.set_tag("Rest", &"x".repeat(rest)).unwrap();
    };
    fill(&mut review, 60);
    assert!(written(&review).unwrap().contains("evaluations"));
    review.record.tree.set_tag("More", &"x".repeat(100)).unwrap();
    assert!(!written(&review).unwrap().contains("evaluations"));
    review.record.tree.set_tag("Most", &"x".repeat(1_000)).unwrap();
    assert_eq!(written(&review), None, "a record that does not fit is not kept in part");
}

#[test]
fn guesses_that_cannot_be_read_cost_no_review() {
    let review = review(&["h2e2", "h9g7"]);
    let text = WrittenRecord::of(&review.record.tree).unwrap().text(&review, None, None).unwrap();
    let mut value: serde_json::Value = serde_json::from_str(&text).unwrap();
    value["guessing"] = serde_json::json!({ "sides": "Neither" });
    let kept = KeptReview::read(&value.to_string()).unwrap();
    assert!(kept.guessing(&review, Timestamp::from_ms(0)).is_none());
    assert!(Review::new(kept.opened()).record.tree == review.record.tree);
}

#[test]
fn a_large_record_fits_and_keeps_its_place() {
    let mut review = Review::new(large().into());
    let node = review.record.tree.main_line().last().unwrap();
    review.shown = ShownPosition::at(&review.record.tree, node);
    let read = again(&review);
    assert!(read.record.tree == review.record.tree && read.record.tree.ply(read.shown.node()) == 500);
}

#[test]
fn a_position_that_is_being_set_up_comes_back_with_its_faults() {
    let mut set_up = SetUp::new(&Position::start(), Purpose::Review, Color::Black);
    set_up.clear();
    set_up.choose(Tool::Put(Piece::new(Color::Red, PieceKind::Pawn)));
    set_up.set_side(Color::Black);
    set_up.edit(SetUpField::Squares, "e1".into());
    set_up.use_tool();
    let review = review(&[]);
    let text = WrittenRecord::of(review.record.tree()).unwrap().text(&review, Some(&set_up), None).unwrap();
    let read = KeptReview::read(&text).unwrap().set_up().unwrap();
    assert_eq!((read.fen(), read.bottom()), (set_up.fen(), Color::Black));
    assert_eq!(read.position(), set_up.position());
    assert!(read.position().is_err());
}

#[test]
fn a_damaged_text_and_one_of_another_version_are_refused() {
    let review = review(&["h2e2"]);
    let text = WrittenRecord::of(review.record.tree()).unwrap().text(&review, None, None).unwrap();
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
