//! Makes the record of a game at the table, and the game of a record.

use super::recorded_time;
use crate::luzhanqi::{History, SeenPly};
use crate::table::GameState;
use chuhe_protocol::{GameTerms, RatedEnd};
use chuhe_records::{GameTree, LuzhanqiStart, NodeId, Ply, Start, tag};
use chuhe_rules::xiangqi::{Game, RuleSet, Rules};
use chuhe_rules::{Color, PerColor, RulesVersion};

/// The record of a game, as far as it was played; `None` while a formation of luzhanqi is hidden.
///
/// `date` is the local date as PGN writes it.
#[must_use]
pub fn tree_of(game: &GameState, date: Option<&str>) -> Option<GameTree> {
    let start = match (game.xiangqi(), game.luzhanqi()) {
        (Some(xiangqi), _) => xiangqi.start().clone().into(),
        (None, Some(history)) => Start::from(luzhanqi_start(game, history)?),
        (None, None) => return None,
    };
    let mut tree = GameTree::new(start);
    let plies: Vec<Ply> = match (game.xiangqi(), game.luzhanqi()) {
        (Some(xiangqi), _) => xiangqi.moves().iter().map(|&mv| mv.into()).collect(),
        (None, Some(history)) => history.plies().iter().map(ply_of).collect(),
        (None, None) => Vec::new(),
    };
    let mut replay = tree.replay();
    for (index, ply) in plies.into_iter().enumerate() {
        let node = replay.play(&mut tree, ply).ok()?;
        let (spent, clock) = (game.spent_ms(index + 1), clock_ms(game, index));
        let set = tree.annotate(node, |annotation| {
            (annotation.spent_ms, annotation.clock_ms) = (spent, clock);
        });
        debug_assert!(set.is_ok(), "times are within the limits");
    }
    if let Some(outcome) = game.outcome() {
        tree.set_result(outcome.into());
    }
    set_tags(&mut tree, game, date);
    Some(tree)
}

fn set_tags(tree: &mut GameTree, game: &GameState, date: Option<&str>) {
    let seats = game.seats();
    let time = recorded_time::tags_of(game.times()[Color::Red]);
    let rules = match game.terms().game {
        GameTerms::Xiangqi { rules, .. } => Some(rules.name()),
        GameTerms::Luzhanqi { .. } => None,
    };
    let ratings = ratings(game);
    let correction = game.correction.as_ref();
    let tags = [
        (tag::RED, Some(seats.red.name.as_str())),
        (tag::BLACK, Some(seats.black.name.as_str())),
        (tag::RED_ELO, ratings.red.as_deref()),
        (tag::BLACK_ELO, ratings.black.as_deref()),
        (tag::DATE, date),
        (tag::RULES, rules),
        (tag::CORRECTION, correction.map(|it| it.counts_as.tag())),
        (tag::CORRECTION_REASON, correction.map(|it| &*it.reason).filter(|it| !it.is_empty())),
    ];
    let times = time.iter().map(|(name, value)| (*name, value.as_deref()));
    for (name, value) in tags.into_iter().chain(times) {
        if let Some(value) = value {
            // short tags are within the limits
            let _ = tree.set_tag(name, value);
        }
    }
}

/// The ratings of both players before a rated game, once it has changed them.
fn ratings(game: &GameState) -> PerColor<Option<String>> {
    match game.rated() {
        Some(RatedEnd::Changed(changes)) => changes.map(|change| Some(change.before.to_string())),
        Some(RatedEnd::Uncounted(_)) | None => PerColor::default(),
    }
}

/// The game of xiangqi to a node; `None` if the rules end it before, and for luzhanqi.
///
/// The rules are those that the record names, or else the Asian ones.
pub(super) fn game_at(tree: &GameTree, node: NodeId, version: RulesVersion) -> Option<Game> {
    let Start::Xiangqi(start) = tree.start() else { return None };
    let named = tree.tag(tag::RULES).and_then(|name| name.trim().parse().ok());
    let rules = Rules { set: named.unwrap_or(RuleSet::Asian), version };
    let mut game = Game::new((**start).clone(), rules);
    for ply in tree.line_to(node).into_iter().filter_map(|node| tree.played(node)) {
        let by = game.position().side_to_move();
        game.play(by, ply.xiangqi()?).ok()?;
    }
    Some(game)
}

/// The time on the clock of the player who made the ply of this index, after it.
fn clock_ms(game: &GameState, index: usize) -> Option<u64> {
    let by = game.mover(index + 1);
    game.clocks_after(index + 1).sides[by].game_ms
}

fn luzhanqi_start(game: &GameState, history: &History) -> Option<LuzhanqiStart> {
    let GameTerms::Luzhanqi { board, options } = game.terms().game else { return None };
    let formation = |color| history.view().formation(color).copied();
    let formations = PerColor::new(formation(Color::Red)?, formation(Color::Black)?);
    history.has_begun().then_some(LuzhanqiStart { board, options, formations })
}

const fn ply_of(ply: &SeenPly) -> Ply {
    match ply {
        SeenPly::Moved { mv, .. } => Ply::Move(chuhe_rules::GameMove::Luzhanqi(*mv)),
        SeenPly::Passed { .. } => Ply::Pass,
    }
}

/// The node after this number of plies of the main line, or its last one.
#[must_use]
pub fn node_at(tree: &GameTree, ply: usize) -> NodeId {
    tree.main_line().take(ply).last().unwrap_or(NodeId::ROOT)
}
