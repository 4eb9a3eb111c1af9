//! Chooses a move: the best one on average over worlds that may be the true one.

use super::Knowledge;
use super::graph::Graph;
use super::random::Random;
use super::search::Search;
use super::world::{FLAG_SCORE, Man, OWN, Step, THEIR, World, value};
use super::worlds::Worlds;
use chuhe_rules::Viewer;
use chuhe_rules::luzhanqi::{Move, PieceView, Station, Strength};

/// The most worlds that are sampled for one move.
const WORLDS: usize = 40;

/// How much a choice may cost, and how well it is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The number of positions to search. The first world is searched in any case.
    pub nodes: u64,
    /// How many moves ahead, at least 1.
    pub depth: u8,
    /// The greatest random change of a move's score, in hundredths of a lieutenant.
    pub noise: u32,
}

/// A chosen move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// The expected score for the player, in hundredths of a lieutenant.
    pub score: i32,
}

impl Budget {
    /// The budget of a level, 1 (a beginner) to 10.
    #[must_use]
    pub const fn of_level(level: u8) -> Self {
        match level {
            0 | 1 => Self { nodes: 2_000, depth: 1, noise: 3_000 },
            2 => Self { nodes: 2_000, depth: 1, noise: 1_800 },
            3 => Self { nodes: 4_000, depth: 1, noise: 1_000 },
            4 => Self { nodes: 10_000, depth: 2, noise: 500 },
            5 => Self { nodes: 20_000, depth: 2, noise: 250 },
            6 => Self { nodes: 40_000, depth: 2, noise: 150 },
            7 => Self { nodes: 80_000, depth: 2, noise: 80 },
            8 => Self { nodes: 160_000, depth: 2, noise: 30 },
            9 => Self { nodes: 400_000, depth: 3, noise: 10 },
            _ => Self { nodes: 1_200_000, depth: 3, noise: 2 },
        }
    }
}

/// Chooses a move; `None` if it is not the player's turn, or they have no move.
///
/// It samples no further world once `is_over` returns `true`; until then, the same knowledge, seed and
/// budget give the same choice.
#[must_use]
pub fn choose(
    knowledge: &Knowledge,
    seed: u64,
    budget: Budget,
    is_over: &dyn Fn() -> bool,
) -> Option<Choice> {
    let view = knowledge.view().position()?;
    if view.is_revealed() || view.viewer() != Viewer::Player(view.side_to_move()) {
        return None;
    }
    let moves = view.legal_moves();
    let mut random = Random::new(seed);
    let mut worlds = Worlds::new(knowledge, Random::new(random.next()))?;
    let mut search = Search::default();
    let mut totals = vec![0i64; moves.len()];
    let mut counted = 0;
    while counted == 0 || counted < WORLDS && search.nodes < budget.nodes && !is_over() {
        let mut world = world(knowledge, worlds.next())?;
        for (mv, total) in moves.iter().zip(&mut totals) {
            let step = Step { from: mv.from.into(), to: mv.to.into() };
            // a certain capture of the flag must not outweigh all other worlds
            let score = search.score_of(&mut world, step, budget.depth).clamp(-LIMIT, LIMIT);
            *total += i64::from(score);
        }
        counted += 1;
    }
    let average = |total: i64| i32::try_from(total / i64::try_from(counted).unwrap_or(1)).unwrap_or(0);
    let noise = budget.noise.saturating_add(1);
    let choices = moves.iter().zip(&totals).map(|(&mv, &total)| {
        let score = average(total);
        let drawn = i32::try_from(random.below(noise)).unwrap_or(0);
        (score.saturating_add(drawn), Choice { mv, score })
    });
    choices.max_by_key(|&(drawn, _)| drawn).map(|(_, choice)| choice)
}

/// The score at which a world counts as won or lost.
const LIMIT: i32 = 8_000;
const _: () = assert!(LIMIT < FLAG_SCORE && LIMIT > 4 * value(Strength::Marshal));

/// The position that the player sees, with these strengths of the opponent's pieces.
fn world(knowledge: &Knowledge, strengths: &[Strength]) -> Option<World> {
    let view = knowledge.view().position()?;
    let mut men = [None; Station::COUNT];
    for (station, piece) in view.pieces() {
        men[station.index()] = match piece {
            PieceView::Known(piece) if piece.color == knowledge.own() => {
                Some(Man { side: OWN, strength: piece.strength })
            }
            PieceView::Known(_) | PieceView::Unknown(_) => None,
        };
    }
    for (piece, &strength) in knowledge.hidden().iter().zip(strengths) {
        if let Some(station) = piece.station {
            men[station.index()] = Some(Man { side: THEIR, strength });
        }
    }
    Some(World::new(Graph::of(view.board()), men, knowledge.view().options(), view.quiet_steps()))
}
