//! The coach in a game against the computer, and the reason of a mistake in a review, in pictures that are asked for.

use super::games::Scene;
use super::stages::{Stage, computer};
use chuhe_bot::Thought;
use chuhe_model::actions::action::{Action, TableAction};
use chuhe_model::actions::review_action::{ReviewAction, Step};
use chuhe_model::actions::start_action::StartAction;
use chuhe_model::analysis::AnalysisAction;
use chuhe_model::choices::lang::Lang;
use chuhe_model::coaching::CoachAction;
use chuhe_model::exchange::effect::{Effect, EngineEffect};
use chuhe_model::exchange::event::Event;
use chuhe_rules::GameMove;

/// Moves of the user and of the computer, which has not seen that its horse can take the cannon.
const BLUNDER: [(&str, &str); 3] = [("a0a1", "g6g5"), ("a1a0", "h9g7"), ("h2h5", "c9e7")];
/// Moves after which the horse can attack the rook and the cannon.
const FORK: [(&str, &str); 4] = [("i0i1", "g6g5"), ("i1f1", "h9g7"), ("a3a4", "g7f5"), ("h2h5", "c9e7")];

/// What a hint can show, a remark on a costly move, why two moves were bad, a threat, and a move in the review.
pub(super) const COACHING: &[Stage] = &[
    Stage::new("coach-asks", |lang| coached(lang, &BLUNDER, &[CoachAction::Ask])),
    Stage::new("coach-remarks", |lang| coached(lang, &BLUNDER, &[])),
    Stage::new("coach-explains", |lang| coached(lang, &BLUNDER, &[CoachAction::LastMove])),
    Stage::new("coach-explains-more", |lang| coached(lang, &FORK, &[CoachAction::LastMove])),
    Stage::new("coach-warns", |lang| coached(lang, &BLUNDER, &[CoachAction::Threat])),
    Stage::new("review-reason", review_reason),
];

/// The review of a game at a move that lost a piece.
fn review_reason(lang: Lang) -> Scene {
    let mut scene = coached(lang, &BLUNDER, &[]);
    scene.act(Action::Table(TableAction::AskGiveUp));
    scene.act(Action::Table(TableAction::Resign));
    scene.world.advance(2_000);
    scene.act(Action::Review(ReviewAction::Table));
    scene.world.take_unperformed(scene.user);
    scene.act(Action::Review(ReviewAction::Analysis(AnalysisAction::WholeGame)));
    scene.search();
    scene.act(Action::Review(ReviewAction::Step(Step::Back)));
    scene.world.advance(1_000);
    scene
}

/// A game against a low level after these moves, in which the user asks the coach.
fn coached(lang: Lang, moves: &[(&str, &str)], asked: &[CoachAction]) -> Scene {
    let mut scene = computer(lang);
    for (own, reply) in moves {
        exchange_moves(&mut scene, own, reply);
    }
    scene.search();
    for &action in asked {
        scene.act(Action::Start(StartAction::Coach(action)));
        scene.search();
    }
    scene.world.advance(1_000);
    scene
}

/// The user plays, and the computer answers.
fn exchange_moves(scene: &mut Scene, own: &str, reply: &str) {
    let game_move = |text: &str| GameMove::Xiangqi(text.parse().expect("the text is a move"));
    scene.world.take_unperformed(scene.user);
    scene.act(Action::Table(TableAction::Play(game_move(own))));
    scene.world.advance(1_000);
    let task = |effect| {
        if let Effect::Engine(EngineEffect::Think(task)) = effect { Some(task.id) } else { None }
    };
    let task = scene.world.take_unperformed(scene.user).into_iter().find_map(task).expect("it thinks");
    let thought = Thought { mv: Some(game_move(reply)), score: None, resigns: false };
    scene.pass(Event::Thought(task, Ok(thought)));
    // the piece comes to rest
    scene.world.advance(1_000);
}
