//! Records that are analysed.

use crate::testing::review::reviewing;
use crate::testing::*;
use crate::*;
use chuhe_engine::xiangqi::{Answer, Bound, Report, Score};
use chuhe_model::actions::action::Action;
use chuhe_model::actions::review_action::{ReviewAction, Step};
use chuhe_model::analysis::{AnalysisAction, AnalysisEvent, AnalysisRequest, Finding, Search};
use chuhe_model::exchange::effect::EngineEffect;
use chuhe_model::review::Review;
use chuhe_protocol::Event as GameEvent;
use chuhe_rules::{Color, Outcome, WinReason};
use std::time::Duration;

impl World {
    pub(crate) fn analyse(&mut self, action: AnalysisAction) {
        self.act(Action::Review(ReviewAction::Analysis(action)));
    }

    pub(crate) fn requests(&mut self) -> Vec<AnalysisRequest> {
        let request = |effect| {
            if let Effect::Engine(EngineEffect::Analyse(request)) = effect { Some(request) } else { None }
        };
        self.effects.drain(..).filter_map(request).collect()
    }

    /// The only request, which is for a search.
    pub(crate) fn searched(&mut self) -> Search {
        match &self.requests()[..] {
            [AnalysisRequest::Search(search)] => (**search).clone(),
            other => panic!("one search: {other:?}"),
        }
    }

    /// The search with this number finds something.
    pub fn found(&mut self, number: u32, finding: Finding) {
        self.update(Event::Analysis(AnalysisEvent { number, finding }));
    }

    pub(crate) fn reviewed(&self) -> &Review {
        &self.app.study.reviewing.as_ref().expect("a record is open").review
    }

    /// Answers the searches of the whole game with these scores for red, in centipawns.
    pub(crate) fn answer(&mut self, scores: &[i32], best: &[&str]) {
        for (score, best) in scores.iter().zip(best) {
            let search = self.searched();
            let by = search.game.position().side_to_move();
            let score = if by == Color::Red { *score } else { -score };
            self.found(search.number, line(score, 1, best));
            self.found(search.number, end(score, best));
        }
    }
}

/// A line that an engine finds, with its score for the side to move.
pub fn line(score: i32, multi_pv: usize, moves: &str) -> Finding {
    Finding::Line(Report {
        depth: 9,
        selective_depth: 12,
        multi_pv,
        score: Score::Cp(score),
        bound: Bound::Exact,
        nodes: 1_000,
        elapsed: Duration::from_millis(5),
        hash_permille: 1,
        line: moves.split(' ').map(|text| text.parse().unwrap()).collect(),
    })
}

pub(crate) fn end(score: i32, best: &str) -> Finding {
    let best = best.split(' ').next().map(|text| text.parse().unwrap());
    Finding::End(Answer { best, ponder: None, score: Score::Cp(score), nodes: 2_000, depth: 9 })
}

/// A record whose moves are all analysed: red's second move loses a rook.
pub fn analysed() -> World {
    analysed_after(-900)
}

/// The same with this score for red, in centipawns, after red's second move.
pub fn analysed_after(score: i32) -> World {
    analysed_in(reviewing(&MOVES), score)
}

/// The moves of the record.
const MOVES: [&str; 4] = ["h2e2", "h9g7", "i0i2", "b9c7"];

fn analysed_in(mut world: World, score: i32) -> World {
    world.analyse(AnalysisAction::WholeGame);
    let best = ["h2e2 h9g7", "h9g7", "h0g2 i9h9", "b9c7", "a0a1"];
    world.answer(&[30, 30, 30, score, score], &best);
    assert_eq!(world.reviewed().analysis.progress(), None);
    world
}

/// The same while the user learns from the mistake of red.
pub fn practising() -> World {
    let mut world = analysed();
    world.analyse(AnalysisAction::Practise);
    world
}

/// A record whose shown position has lines.
pub fn with_lines() -> World {
    with_lines_in(analysed())
}

/// The same, of a file with text beside the game, which ends early by a move that the rules forbid.
pub fn with_lines_of_a_fault() -> World {
    let mut world = World::new();
    let [first, second, third, fourth] = MOVES;
    let game =
        format!("1. {first} {second} 2. {third} {fourth} 3. a0a9 *\n\n==========\nhttps://example.org/\n");
    world.opens_bytes("cup.pgn", game.as_bytes());
    world.review(ReviewAction::Step(Step::Last));
    with_lines_in(analysed_in(world, -900))
}

/// The same, of a game that a beginner has just played; all tools are switched on.
pub fn with_lines_of_a_beginner() -> World {
    let mut world = World::at_board(Color::Red);
    for (index, mv) in MOVES.into_iter().enumerate() {
        world.receive_event(played(if index % 2 == 0 { Color::Red } else { Color::Black }, mv));
    }
    let outcome = Outcome::won(Color::Black, WinReason::Resignation);
    world.receive_event(GameEvent::Ended { outcome, clocks: reading(None) });
    world.review(ReviewAction::Table);
    world.analyse(AnalysisAction::MoreTools(true));
    with_lines_in(analysed_in(world, -900))
}

fn with_lines_in(mut world: World) -> World {
    world.analyse(AnalysisAction::Toggle);
    let number = world.searched().number;
    for (rank, moves) in [(1, "a0a1 a9a8 a1d1"), (2, "b0c2 a9a8"), (3, "g3g4")] {
        world.found(number, line(-40 * rank as i32, rank, moves));
    }
    world.review(ReviewAction::Step(Step::Back));
    let number = world.searched().number;
    for (rank, moves) in [(1, "b9c7 a0a1 a9a8"), (2, "h7i7 i2i1")] {
        world.found(number, line(900, rank, moves));
    }
    world
}
