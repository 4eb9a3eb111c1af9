//! Tests of the state of a review, without a screen.

use super::*;
use crate::actions::review_action::{Step, VariationEdit};
use crate::drawing::scene::{Modifiers, Point, Pointer, Rect};
use crate::layout::table_layout::{BoardOf, Placed};
use crate::notices::notice::Notice;
use crate::notices::outbox::Outbox;
use crate::notices::record_notice::RecordNotice;
use crate::testing::large;
use chuhe_records::formats::{Fault, Location, NoteKind};
use chuhe_records::{GameTree, Mark, MarkColor, MarkShape, NodeId, Ply, Start};
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::game::IllegalPlay;
use chuhe_rules::xiangqi::arbiter::{Offence, Verdict};
use chuhe_rules::xiangqi::{IllegalMove, Move, Position};
use emath::{pos2, vec2};

const fn at(ms: u64) -> Timestamp {
    Timestamp::from_ms(ms)
}

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

/// A review of a game with these moves, at its start.
pub(crate) fn review(moves: &[&str]) -> Review {
    let mut tree = GameTree::new(Start::xiangqi());
    let mut replay = tree.replay();
    for text in moves {
        replay.play(&mut tree, mv(text)).unwrap();
    }
    Review::new(tree.into())
}

fn layout() -> Placed {
    Placed::fit(Rect::from_min_size(pos2(0.0, 0.0), vec2(632.0, 710.0)), BoardOf::Xiangqi, Color::Red)
}

fn place(square: &str) -> Point {
    layout().point(crate::drawing::scene::Place::Square(square.parse().unwrap())).unwrap()
}

fn click(review: &mut Review, square: &str, out: &mut Outbox) {
    let here = place(square);
    for pointer in [Pointer::Moved(here), Pointer::Pressed(here), Pointer::Released(here)] {
        review.pointer(pointer, &layout(), at(0), out);
    }
}

fn draw(review: &mut Review, from: &str, to: &str, modifiers: Modifiers) {
    let (from, to) = (place(from), place(to));
    let mut out = Outbox::default();
    for pointer in
        [Pointer::Secondary(from), Pointer::Moved(to), Pointer::SecondaryReleased { at: to, modifiers }]
    {
        review.pointer(pointer, &layout(), at(0), &mut out);
    }
}

fn ply(review: &Review) -> usize {
    review.record.tree().ply(review.shown.node())
}

#[test]
fn steps_lead_along_the_line_and_to_its_ends() {
    let mut review = review(&["h2e2", "h9g7", "h0g2"]);
    for (step, wanted) in [
        (Step::Back, 0),
        (Step::Forward, 1),
        (Step::Last, 3),
        (Step::Forward, 3),
        (Step::Back, 2),
        (Step::First, 0),
        (Step::NextVariation, 0),
    ] {
        review.step(step, at(0));
        assert_eq!(ply(&review), wanted, "{step:?}");
    }
}

#[test]
fn a_move_on_the_board_becomes_a_variation_and_a_known_one_is_just_shown() {
    let mut review = review(&["h2e2", "h9g7"]);
    let mut out = Outbox::default();
    click(&mut review, "h2", &mut out);
    click(&mut review, "e2", &mut out);
    assert_eq!((ply(&review), review.record.unsaved), (1, false));
    click(&mut review, "b7", &mut out);
    click(&mut review, "e7", &mut out);
    assert_eq!((ply(&review), review.record.unsaved), (2, true));
    assert!(!review.record.tree().is_main_line(review.shown.node()));
    // steps return to the variation that was visited
    let variation = review.shown.node();
    review.step(Step::First, at(0));
    review.step(Step::Forward, at(0));
    review.step(Step::Forward, at(0));
    assert_eq!(review.shown.node(), variation);
    review.step(Step::PreviousVariation, at(0));
    assert!(review.record.tree().is_main_line(review.shown.node()));
    review.step(Step::NextVariation, at(0));
    assert_eq!(review.shown.node(), variation);
}

#[test]
fn an_illegal_move_is_explained_and_changes_nothing() {
    let mut review = review(&[]);
    let mut out = Outbox::default();
    click(&mut review, "h0", &mut out);
    click(&mut review, "h1", &mut out);
    let illegal = Notice::Illegal(IllegalPlay::Xiangqi(IllegalMove::NotItsMove));
    assert_eq!(out.take_notices(), [illegal]);
    assert_eq!((review.record.tree().ply_count(), review.record.unsaved), (0, false));
}

#[test]
fn every_edit_is_undone_and_redone() {
    let mut review = review(&["h2e2", "h9g7", "h0g2"]);
    let mut out = Outbox::default();
    let before = review.record.tree().clone();
    review.step(Step::Forward, at(0));
    review.play(Ply::from(mv("b7e7")), None, at(0)).unwrap();
    for letter in ["好", "好棋"] {
        review.set_comment(letter, &mut out);
    }
    review.edit_variation(VariationEdit::MakeMain, at(0));
    assert!(review.record.tree().is_main_line(review.shown.node()));
    review.edit_variation(VariationEdit::Delete, at(0));
    assert_eq!(ply(&review), 1);
    draw(&mut review, "e2", "e6", Modifiers::NONE);
    let after = review.record.tree().clone();
    for _ in 0..5 {
        review.undo();
    }
    assert_eq!((review.record.tree() == &before, review.record.can_undo()), (true, (false, true)));
    for _ in 0..5 {
        review.redo();
    }
    assert_eq!((review.record.tree() == &after, review.record.can_undo()), (true, (true, false)));
    assert_eq!(out.take_notices(), []);
}

#[test]
fn a_deleted_move_that_an_undo_brings_back_keeps_its_label() {
    let mut review = review(&["h2e2"]);
    review.step(Step::Forward, at(0));
    let node = review.shown.node();
    review.play(Ply::from(mv("h9g7")), None, at(0)).unwrap();
    review.undo();
    review.play(Ply::from(mv("b9c7")), None, at(0)).unwrap();
    let Some(Label::Xiangqi(written)) = review.record.labels().get(review.shown.node()) else {
        panic!("a label")
    };
    assert_eq!(written.chinese, "马２进３");
    review.go_to(node, at(0));
    review.edit_variation(VariationEdit::Delete, at(0));
    review.undo();
    assert_eq!(review.shown.node(), node);
}

#[test]
fn marks_are_drawn_with_the_right_button_and_drawn_again_to_remove_them() {
    let mut review = review(&[]);
    draw(&mut review, "e0", "e0", Modifiers::NONE);
    draw(&mut review, "h2", "e2", Modifiers::SHIFT);
    let point = |square: &str| chuhe_records::Point::Xiangqi(square.parse().unwrap());
    let circle = Mark { color: MarkColor::Green, shape: MarkShape::Circle(point("e0")) };
    let arrow = Mark { color: MarkColor::Red, shape: MarkShape::Arrow(point("h2"), point("e2")) };
    assert_eq!(review.record.tree().annotation(NodeId::ROOT).marks, [circle, arrow]);
    let theme = crate::drawing::theme::Theme::of(crate::drawing::theme::Appearance::Light);
    let shapes = |review: &Review| review.scene(&layout(), &theme, at(0)).shapes.len();
    let with_marks = shapes(&review);
    draw(&mut review, "h2", "e2", Modifiers::ALT);
    let blue = review.record.tree().annotation(NodeId::ROOT).marks[1].color;
    assert_eq!(blue, MarkColor::Blue, "another colour replaces the mark");
    draw(&mut review, "h2", "e2", Modifiers::ALT);
    assert_eq!(review.record.tree().annotation(NodeId::ROOT).marks, [circle]);
    assert_eq!(shapes(&review), with_marks - 1);
    review.clear_marks(&mut Outbox::default());
    assert!(review.record.tree().annotation(NodeId::ROOT).marks.is_empty());
}

#[test]
fn a_record_plays_by_itself_to_its_end_and_then_anew() {
    let mut review = review(&["h2e2", "h9g7"]);
    review.toggle_playing(at(0));
    let mut now = 0;
    while review.shown.is_playing() {
        now = review.shown.next_move_at.unwrap().as_ms();
        review.tick(at(now));
        assert!(review.board.animating(at(now)), "each move glides");
    }
    assert_eq!(ply(&review), 2);
    review.toggle_playing(at(now));
    assert_eq!((ply(&review), review.shown.is_playing()), (0, true));
    review.toggle_playing(at(now));
    assert!(!review.shown.is_playing());
}

#[test]
fn moves_by_coordinates_are_read_up_to_the_first_illegal_one() {
    let opened = read("", "", "1. H2-E2 h9g7\n2. a0a9 h0g2".as_bytes()).unwrap();
    let [opened] = &opened.games[..] else { panic!("one record") };
    assert_eq!(opened.tree.ply_count(), 2);
    let [note] = &opened.notes[..] else { panic!("one note") };
    let NoteKind::IllegalMove { ply, text, rule } = &note.kind else { panic!("{note:?}") };
    assert_eq!((*ply, text.as_str()), (3, "a0a9"));
    assert_eq!(*rule, IllegalPlay::Xiangqi(IllegalMove::PathBlocked));
    assert_eq!(read("", "", "hello".as_bytes()).map(|_| ()).unwrap_err().fault, Fault::UnknownFormat);
}

#[test]
fn moves_after_a_position_are_played_from_it() {
    let fen = "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1";
    for text in [
        format!("{fen}\n1. a0a9 d9d8\n2. a9a8"),
        format!("\n{fen} moves a0a9 d9d8 a9a8\n"),
        format!("position fen {fen} moves a0a9 d9d8 a9a8"),
        format!("{fen}\n1. 车九进九 将4进1 2. 车九退一"),
    ] {
        let opened = read("", "", text.as_bytes()).unwrap();
        let [opened] = &opened.games[..] else { panic!("one record of {text}") };
        let start = opened.tree.xiangqi_position(NodeId::ROOT).map(|position| position.fen());
        assert_eq!((start.as_deref(), opened.tree.ply_count()), (Some(fen), 3), "{text}");
        assert!(opened.notes.is_empty(), "{text}");
    }
    let opened = read("", "", format!("{fen}\na0a9 d9e8").as_bytes()).unwrap();
    assert_eq!((opened.games[0].tree.ply_count(), opened.games[0].notes[0].at), (1, Location::Line(2)));
    let list = read("", "", format!("{fen}\n{fen}\n").as_bytes()).unwrap();
    assert_eq!(list.games.len(), 2);
}

#[test]
fn an_edit_beyond_a_limit_is_refused_with_a_notice() {
    let mut review = review(&[]);
    let mut out = Outbox::default();
    review.set_comment(&"字".repeat(chuhe_records::MAX_COMMENT_BYTES), &mut out);
    let limit = Notice::Record(RecordNotice::Limit(chuhe_records::Limit::Comment));
    assert_eq!(out.take_notices(), [limit]);
    assert_eq!((review.record.unsaved, review.record.can_undo()), (false, (false, false)));
}

#[test]
fn a_large_record_has_its_rows_and_labels() {
    let review = Review::new(large().into());
    use crate::table::move_list::MoveRows as _;
    assert_eq!(review.record.tree().ply_count(), 500 + 2 * 2 * 500);
    assert!(review.record.rows().count() >= 1_500, "{}", review.record.rows().count());
}

#[test]
fn the_third_repetition_of_a_record_has_a_ruling() {
    let start = Position::from_fen("3k5/9/9/9/c8/9/4R4/9/9/4K4 w - - 0 1").expect("a position");
    let mut tree = GameTree::new(start);
    let mut replay = tree.replay();
    let chase = ["e3e5", "a5a6", "e5e6", "a6a5", "e6e5", "a5a6", "e5e6", "a6a5", "e6e5", "a5b5"];
    let play = |text| replay.play(&mut tree, mv(text)).expect("a legal move");
    let nodes: Vec<NodeId> = chase.into_iter().map(play).collect();
    let mut review = Review::new(tree.into());
    for (index, &node) in nodes.iter().enumerate() {
        review.go_to(node, at(0));
        let verdict = review.shown.repetition().map(|it| it.verdict);
        let lost = Verdict::Loss { loser: Color::Red, offence: Offence::Chase };
        assert_eq!(verdict, (index == 8).then_some(lost), "after {} plies", index + 1);
    }
    let mut tree = review.record.tree().clone();
    tree.set_tag(chuhe_records::tag::RULES, "Simple").expect("a short tag");
    let mut simple = Review::new(tree.into());
    simple.go_to(nodes[8], at(0));
    assert_eq!(simple.shown.repetition().map(|it| it.verdict), Some(Verdict::Draw));
    review.go_to(nodes[8], at(0));
    let marked: Vec<usize> =
        (1..=10).filter(|ply| review.shown.repeats(review.record.tree(), nodes[ply - 1])).collect();
    assert_eq!(marked, [2, 3, 4, 5, 6, 7, 8, 9]);
}
