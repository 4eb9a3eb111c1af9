//! Tests of the analysis without an engine: what is searched, and what the findings change.

use super::testing::analysis::*;
use super::testing::review::reviewing;
use super::testing::*;
use super::*;
use chuhe_engine::xiangqi::Report;
use chuhe_model::actions::action::{Action, Field, RecordField};
use chuhe_model::actions::review_action::{ReviewAction, Step, VariationEdit};
use chuhe_model::analysis::{
    Advantage, AnalysisAction, AnalysisOptions, AnalysisRequest, Finding, Judgement,
};
use chuhe_model::drawing::theme::Theme;
use chuhe_model::exchange::effect::StorageEffect;
use chuhe_model::exchange::files::FilesEvent;
use chuhe_model::layout::table_layout::{BoardOf, FIRST_WINDOW, TableLayout};
use chuhe_model::notices::record_notice::RecordNotice;
use chuhe_model::review::{PracticeStep, Review};
use chuhe_model::table::move_list::MoveRows;
use chuhe_records::{Glyph, NodeId, tag};
use chuhe_rules::Color;

/// The same line of another depth.
fn of_depth(depth: u8, finding: Finding) -> Finding {
    let Finding::Line(report) = finding else { panic!("it is a line") };
    Finding::Line(Report { depth, ..report })
}

impl World {
    fn save_record(&mut self) {
        self.review(ReviewAction::AskSave);
        self.update(Event::Files(FilesEvent::GameSaved {
            path: "/games/x.pgn".into(),
            file: "x.pgn".into(),
        }));
        assert!(!self.reviewed().record.unsaved);
    }

    /// Plays a move on the board of the review.
    fn click_review(&mut self, from: &str, to: &str) {
        for square in [from, to] {
            let layout = TableLayout::of(FIRST_WINDOW, BoardOf::Xiangqi, self.reviewed().board.bottom);
            let at = layout
                .board
                .point(chuhe_model::drawing::scene::Place::Square(square.parse().unwrap()))
                .unwrap();
            for pointer in [Pointer::Moved(at), Pointer::Pressed(at), Pointer::Released(at)] {
                self.update(Event::Pointer(pointer));
            }
        }
    }
}

#[test]
fn the_shown_position_is_searched_while_the_analysis_is_on() {
    let mut world = reviewing(&["h2e2", "h9g7"]);
    assert_eq!(world.requests(), [], "the analysis is off at first");
    world.analyse(AnalysisAction::Toggle);
    let first = world.searched();
    assert_eq!((first.game.ply(), first.nodes, first.options.lines), (2, None, 3));
    world.found(first.number, line(30, 1, "h0g2 i9h9"));
    world.found(first.number, line(10, 2, "b0c2"));
    let lines = |world: &World| {
        let review = world.reviewed();
        review.analysis.lines(review.shown.node()).len()
    };
    assert_eq!(lines(&world), 2);
    world.review(ReviewAction::Step(Step::Back));
    let second = world.searched();
    assert_eq!((second.game.ply(), lines(&world)), (1, 0));
    world.found(first.number, line(500, 1, "h0g2"));
    assert_eq!(lines(&world), 0, "the answer to an earlier search is ignored");
    world.analyse(AnalysisAction::Toggle);
    assert_eq!(world.requests(), [AnalysisRequest::Stop]);
}

#[test]
fn a_line_is_played_on_the_board() {
    let mut world = with_lines();
    world.analyse(AnalysisAction::PlayLine(1));
    let review = world.reviewed();
    assert_eq!(review.record.tree().ply(review.shown.node()), 4);
    assert!(!review.record.tree().is_main_line(review.shown.node()));
}

#[test]
fn other_options_begin_another_search() {
    let mut world = reviewing(&["h2e2"]);
    world.app.desk.environment.cores = 4;
    world.analyse(AnalysisAction::Toggle);
    world.effects.clear();
    let options = AnalysisOptions { threads: 64, memory_mib: 256, lines: 2, engine: None };
    world.analyse(AnalysisAction::Options(options));
    let saved = AnalysisOptions { threads: 4, ..options };
    assert_eq!(world.app.desk.settings.analysis, saved);
    assert!(
        world.effects.iter().any(|effect| matches!(effect, Effect::Storage(StorageEffect::SaveSettings(_))))
    );
    assert_eq!(world.searched().options, saved);
}

#[test]
fn mistakes_of_a_whole_game_are_marked_with_the_better_line() {
    let mut world = analysed();
    let nodes: Vec<NodeId> = world.reviewed().record.tree().main_line().collect();
    let Review { analysis, record, .. } = world.reviewed();
    let mistakes: Vec<_> = analysis.mistakes(record.tree()).collect();
    assert_eq!(mistakes, [(nodes[2], Judgement::Blunder)]);
    let (_, better) = analysis.judgement(record.tree(), nodes[2]).unwrap();
    assert_eq!(better[0].to_string(), "h0g2");
    assert!(!world.reviewed().record.unsaved);
    world.analyse(AnalysisAction::Annotate);
    let tree = world.reviewed().record.tree();
    let alternatives: Vec<_> = tree.children(nodes[1]).collect();
    assert_eq!((alternatives[0], alternatives.len()), (nodes[2], 2));
    assert_eq!(tree.annotation(nodes[2]).glyphs, [Glyph::BLUNDER]);
    assert!(tree.next(alternatives[1]).is_some(), "the whole better line is added");
    assert!(world.reviewed().record.labels().get(alternatives[1]).is_some());
    world.review(ReviewAction::Undo);
    assert_eq!(world.reviewed().record.tree().ply_count(), 4);
    let Review { analysis, record, .. } = world.reviewed();
    assert_eq!(analysis.mistakes(record.tree()).count(), 1, "an undo keeps what the engine found");
}

#[test]
fn a_mistake_is_practised_until_a_better_move_is_found() {
    let mut world = practising();
    world.effects.clear();
    let step = |world: &World| world.reviewed().analysis.practice().map(|practice| practice.step());
    let ply = |world: &World| world.reviewed().record.tree().ply(world.reviewed().shown.node());
    assert_eq!((step(&world), ply(&world)), (Some(PracticeStep::Asked), 2));
    // another bad move, which the engine checks
    world.click_review("a0", "a2");
    assert!(matches!(step(&world), Some(PracticeStep::Checking(_))));
    let search = world.searched();
    assert_eq!((search.game.ply(), search.nodes.is_some()), (3, true));
    world.found(search.number, end(900, "b9c7"));
    assert_eq!(step(&world), Some(PracticeStep::Wrong));
    world.analyse(AnalysisAction::TryAgain);
    assert_eq!((step(&world), ply(&world)), (Some(PracticeStep::Asked), 2));
    assert_eq!(world.reviewed().record.tree().ply_count(), 4, "the attempt leaves the record");
    assert!(!world.reviewed().record.unsaved);
    // a move that the engine thinks as good as the best one
    world.click_review("b0", "c2");
    let search = world.searched();
    world.found(search.number, end(-25, "b9c7"));
    assert_eq!(step(&world), Some(PracticeStep::Right));
    world.analyse(AnalysisAction::NextMistake);
    assert_eq!((step(&world), world.reviewed().record.tree().ply_count()), (Some(PracticeStep::Done), 4));
    let score = |world: &World| world.reviewed().analysis.practice().map(|practice| practice.score());
    assert_eq!(score(&world), Some((0, 1)), "not at the first try");
    world.analyse(AnalysisAction::Practise);
    assert_eq!(step(&world), None);
    world.analyse(AnalysisAction::Practise);
    world.click_review("h0", "g2");
    world.analyse(AnalysisAction::Solve);
    assert_eq!(step(&world), Some(PracticeStep::Solved), "the better line is shown after a good move, too");
    world.analyse(AnalysisAction::NextMistake);
    assert_eq!((step(&world), score(&world)), (Some(PracticeStep::Done), Some((1, 1))));
    // a move of the user after that is theirs
    world.click_review("a0", "a2");
    world.analyse(AnalysisAction::Practise);
    assert_eq!(world.reviewed().record.tree().ply_count(), 5);
}

#[test]
fn an_attempt_is_judged_the_same_in_any_order_of_findings() {
    let verdict = |looks_before: bool, looks_longer: bool| {
        let mut world = reviewing(&["h2e2", "h9g7", "i0i2", "b9c7"]);
        if looks_before {
            // a glance at each position, of a small depth, while the user steps through the game
            world.analyse(AnalysisAction::Toggle);
            for score in [0, 900, -900, 900] {
                let number = world.searched().number;
                world.found(number, of_depth(2, line(score, 1, "a0a1")));
                world.review(ReviewAction::Step(Step::Back));
            }
            world.analyse(AnalysisAction::Toggle);
        }
        world.effects.clear();
        world.analyse(AnalysisAction::WholeGame);
        let best = ["h2e2 h9g7", "h9g7", "h0g2 i9h9", "b9c7", "a0a1"];
        world.answer(&[30, 30, 30, -900, -900], &best);
        assert_eq!(world.reviewed().analysis.progress(), None, "no glance counts for the whole game");
        if looks_longer {
            // a search without an end, of the position before the mistake and of the attempt
            for ply in [2, 3] {
                world.review(ReviewAction::Step(Step::First));
                for _ in 0..2 {
                    world.review(ReviewAction::Step(Step::Forward));
                }
                if ply == 3 {
                    world.click_review("b0", "c2");
                }
                world.effects.clear();
                world.analyse(AnalysisAction::Toggle);
                let number = world.searched().number;
                world.found(number, of_depth(30, line(400, 1, if ply == 2 { "g3g4" } else { "b9c7" })));
                world.analyse(AnalysisAction::Toggle);
            }
        }
        world.effects.clear();
        world.analyse(AnalysisAction::Practise);
        world.click_review("b0", "c2");
        let search = world.searched();
        assert_eq!(world.reviewed().analysis.practice().map(|it| it.place()), Some((1, 1)));
        world.found(search.number, line(-25, 1, "b9c7"));
        world.found(search.number, end(-25, "b9c7"));
        (world.reviewed().analysis.practice().map(|it| it.step()), search.nodes, search.options)
    };
    let first = verdict(false, false);
    assert_eq!(first.0, Some(PracticeStep::Right));
    for (looks_before, looks_longer) in [(true, false), (false, true), (true, true)] {
        assert_eq!(verdict(looks_before, looks_longer), first, "{looks_before} {looks_longer}");
    }
}

#[test]
fn the_mistakes_are_found_and_asked_about_with_one_press() {
    for (score, wanted) in [(-900, (PracticeStep::Asked, (0, 1))), (30, (PracticeStep::Done, (0, 0)))] {
        let mut world = reviewing(&["h2e2", "h9g7", "i0i2", "b9c7"]);
        world.analyse(AnalysisAction::FindMistakes);
        let best = ["h2e2 h9g7", "h9g7", "h0g2 i9h9", "b9c7", "a0a1"];
        world.answer(&[30, 30, 30, score, score], &best);
        let practice = world.reviewed().analysis.practice().expect("it begins by itself");
        assert_eq!((practice.step(), practice.score()), wanted);
    }
    let mut world = reviewing(&["h2e2", "h9g7"]);
    world.analyse(AnalysisAction::FindMistakes);
    world.analyse(AnalysisAction::FindMistakes);
    assert_eq!(world.reviewed().analysis.progress(), None, "a second press stops it");
    assert_eq!(world.reviewed().analysis.practice(), None);
}

#[test]
fn an_analysis_of_the_whole_game_says_if_it_finds_nothing() {
    let none = Notice::Record(RecordNotice::NoMistakes);
    for (score, notice) in [(30, Some(&none)), (-100, None), (-900, None)] {
        assert_eq!(analysed_after(score).notice(), notice, "{score}");
    }
    // a position that the rules never reach is none that is left
    let cycle = ["a0a1", "a9a8", "a1a0", "a8a9"];
    let moves: Vec<&str> = cycle.into_iter().cycle().take(10).collect();
    let mut world = reviewing(&moves);
    world.analyse(AnalysisAction::WholeGame);
    world.answer(&[0; 9], &moves);
    assert_eq!((world.reviewed().analysis.progress(), world.notice()), (None, Some(&none)));
}

#[test]
fn a_search_of_a_fixed_size_is_the_same_on_every_machine() {
    let searched = |options: AnalysisOptions| {
        let mut world = reviewing(&["h2e2"]);
        world.app.desk.environment.cores = 16;
        world.analyse(AnalysisAction::Options(options));
        world.analyse(AnalysisAction::WholeGame);
        let search = world.searched();
        (search.nodes, search.options)
    };
    let fast = AnalysisOptions { threads: 16, memory_mib: 4_096, lines: 5, engine: None };
    assert_eq!(searched(fast), searched(AnalysisOptions::default()));
}

#[test]
fn escape_ends_the_practice_before_it_closes_the_review() {
    let mut world = practising();
    world.review(ReviewAction::Cancel);
    assert!(world.reviewed().analysis.practice().is_none());
    world.review(ReviewAction::Cancel);
    assert!(world.app.study.reviewing().is_none());
}

#[test]
fn a_practice_ends_when_its_mistake_leaves_the_record() {
    for edits in
        [&[ReviewAction::Undo, ReviewAction::Undo][..], &[ReviewAction::Variation(VariationEdit::Delete)]]
    {
        let mut world = reviewing(&["h2e2", "h9g7"]);
        world.click_review("i0", "i2");
        world.click_review("b9", "c7");
        world.analyse(AnalysisAction::WholeGame);
        world.answer(&[30, 30, 30, -900, -900], &["h2e2 h9g7", "h9g7", "h0g2 i9h9", "b9c7", "a0a1"]);
        world.analyse(AnalysisAction::Practise);
        assert!(world.reviewed().analysis.practice().is_some());
        world.review(ReviewAction::Step(Step::First));
        world.review(ReviewAction::Step(Step::Forward));
        for edit in edits {
            world.review(edit.clone());
        }
        assert_eq!(world.reviewed().analysis.practice(), None, "{edits:?}");
        world.review(ReviewAction::Step(Step::First));
        world.click_review("a0", "a2");
    }
}

#[test]
fn an_attempt_that_is_undone_is_asked_for_again() {
    for edit in [ReviewAction::Undo, ReviewAction::Variation(VariationEdit::Delete)] {
        let mut world = practising();
        world.click_review("i0", "i1");
        let number = world.searched().number;
        world.found(number, end(900, "b9c7"));
        let step = |world: &World| world.reviewed().analysis.practice().map(|it| it.step());
        assert_eq!(step(&world), Some(PracticeStep::Wrong));
        world.review(edit.clone());
        assert_eq!(step(&world), Some(PracticeStep::Asked), "{edit:?}");
    }
}

#[test]
fn who_turns_the_board_is_asked_about_their_own_mistakes() {
    let mut world = with_lines_of_a_beginner();
    assert_eq!(world.reviewed().mistakes_to_practise().len(), 1, "red has lost a rook");
    world.review(ReviewAction::Flip);
    assert_eq!(world.reviewed().board.bottom, Color::Black);
    assert_eq!(world.reviewed().mistakes_to_practise().len(), 1);
    // nobody played this one
    let mut world = analysed();
    world.review(ReviewAction::Flip);
    assert_eq!(world.reviewed().mistakes_to_practise().len(), 0);
}

#[test]
fn an_attempt_leaves_nothing_to_redo() {
    let mut world = practising();
    world.click_review("i0", "i1");
    let number = world.searched().number;
    world.found(number, end(900, "b9c7"));
    world.analyse(AnalysisAction::TryAgain);
    assert_eq!(world.reviewed().record.can_undo(), (false, false));
}

#[test]
fn the_list_of_moves_does_not_give_the_answer_away() {
    let mut world = analysed();
    world.analyse(AnalysisAction::Annotate);
    let seen = |world: &World| (world.reviewed().seen_rows(), world.reviewed().record.rows().count());
    let (all, count) = seen(&world);
    assert_eq!(all, count);
    world.analyse(AnalysisAction::Practise);
    let mistake = world.reviewed().analysis.practice().unwrap().mistake();
    let row = world.reviewed().record.rows().find(mistake).unwrap();
    assert!(row + 1 < count, "the better line stands below the mistake");
    assert_eq!(seen(&world), (row + 1, count));
    world.analyse(AnalysisAction::Solve);
    assert_eq!(seen(&world).0, seen(&world).1);
}

#[test]
fn the_better_line_is_shown_on_the_board_and_played() {
    let mut world = practising();
    let shapes = |world: &World| {
        let layout = TableLayout::of(FIRST_WINDOW, BoardOf::Xiangqi, world.reviewed().board.bottom);
        world
            .reviewed()
            .scene(&layout.board, &Theme::of(world.app.desk.look().appearance), world.now)
            .shapes
            .len()
    };
    let before = shapes(&world);
    world.analyse(AnalysisAction::Solve);
    assert!(shapes(&world) > before, "an arrow shows the next move");
    assert!(world.reviewed().shown.is_playing());
    let start = world.reviewed().record.tree().ply(world.reviewed().shown.node());
    for _ in 0..4 {
        world.wait(1_200);
    }
    let review = world.reviewed();
    assert_eq!(
        (review.record.tree().ply(review.shown.node()), review.shown.is_playing()),
        (start + 2, false)
    );
    world.analyse(AnalysisAction::NextMistake);
    assert_eq!(world.reviewed().record.tree().ply_count(), 4, "the line leaves the record");
    assert!(!world.reviewed().record.unsaved);
}

#[test]
fn the_search_says_how_deep_and_how_fast_it_is() {
    let mut world = reviewing(&["h2e2"]);
    world.analyse(AnalysisAction::Toggle);
    let number = world.searched().number;
    world.found(number, line(500, 1, "h9g7 h0g2"));
    world.found(number, end(500, "h9g7"));
    // another engine, whose depth is smaller
    world.analyse(AnalysisAction::Options(AnalysisOptions { lines: 2, ..AnalysisOptions::default() }));
    let number = world.searched().number;
    world.found(number, of_depth(3, line(-70, 1, "b9c7")));
    let review = world.reviewed();
    let best = review.analysis.lines(review.shown.node()).first().map(|line| line.evaluation.advantage());
    assert_eq!(best, Some(Advantage::Centipawns(70)));
    let search = review.analysis.search_of(review.shown.node()).expect("it is known");
    assert_eq!((search.depth, search.nodes_per_s), (3, 200_000));
}

#[test]
fn a_comment_made_while_practising_stays_unsaved() {
    let mut world = practising();
    world.act(Action::Edit(Field::Record(RecordField::Comment), "why?".to_owned()));
    world.click_review("a0", "a2");
    world.analyse(AnalysisAction::NextMistake);
    assert!(world.reviewed().record.unsaved);
}

#[test]
fn a_text_continued_after_a_save_stays_unsaved() {
    let mut world = analysed();
    world.act(Action::Edit(Field::Record(RecordField::Tag(tag::EVENT)), "Cu".to_owned()));
    world.save_record();
    world.analyse(AnalysisAction::Practise);
    world.act(Action::Edit(Field::Record(RecordField::Tag(tag::EVENT)), "Cup".to_owned()));
    world.click_review("a0", "a2");
    world.analyse(AnalysisAction::NextMistake);
    assert!(world.reviewed().record.unsaved);
}

#[test]
fn an_attempt_that_was_saved_leaves_the_record_unsaved() {
    let mut world = practising();
    world.click_review("a0", "a2");
    world.save_record();
    world.analyse(AnalysisAction::NextMistake);
    assert_eq!(world.reviewed().record.tree().ply_count(), 4);
    assert!(world.reviewed().record.unsaved);
}

#[test]
fn the_best_move_and_the_mistake_itself_need_no_check() {
    for (to, wanted) in [(["h0", "g2"], PracticeStep::Right), (["i0", "i2"], PracticeStep::Wrong)] {
        let mut world = practising();
        world.effects.clear();
        world.click_review(to[0], to[1]);
        assert_eq!(world.reviewed().analysis.practice().map(|it| it.step()), Some(wanted));
        assert_eq!(world.requests(), []);
    }
}

#[test]
fn no_engine_helps_during_a_game_of_the_user() {
    let mut world = World::in_lobby();
    world.opens("h2e2 h9g7");
    world.analyse(AnalysisAction::Toggle);
    world.effects.clear();
    world.receive_event(started(ME, OTHER));
    assert_eq!(world.requests(), [AnalysisRequest::Stop]);
    world.analyse(AnalysisAction::Toggle);
    assert_eq!(world.notice(), Some(&Notice::Record(RecordNotice::DuringGame)));
    world.analyse(AnalysisAction::WholeGame);
    assert_eq!(world.requests(), []);
    assert!(!world.reviewed().analysis.is_on());
}

#[test]
fn closing_the_record_stops_the_search() {
    let mut world = reviewing(&["h2e2"]);
    world.analyse(AnalysisAction::Toggle);
    world.effects.clear();
    world.review(ReviewAction::Leave);
    assert_eq!(world.requests(), [AnalysisRequest::Stop]);
}

#[test]
fn a_position_that_the_rules_never_reach_is_skipped() {
    let cycle = ["a0a1", "a9a8", "a1a0", "a8a9"];
    let moves: Vec<&str> = cycle.into_iter().cycle().take(10).collect();
    let mut world = reviewing(&moves);
    world.analyse(AnalysisAction::Toggle);
    world.wait(100);
    assert_eq!(world.requests(), [], "the game was drawn before");
    world.review(ReviewAction::Step(Step::First));
    assert_eq!(world.searched().game.ply(), 0);
}
