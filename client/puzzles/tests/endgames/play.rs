//! Games of the engine against itself from endgames.

use chuhe_engine::xiangqi::{Control, Limits, Options, Searcher};
use chuhe_puzzles::Endgame;
use chuhe_rules::Outcome;
use chuhe_rules::xiangqi::{Game, Rules};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// The plies after which a game fails that the rules have not ended: the natural limit comes before.
const MOST_PLIES: usize = 600;

/// How a game from an endgame went.
pub(super) struct Kept {
    /// Whether its result is that of the endgame.
    pub(super) is_kept: bool,
    /// How it ended; `None` if the draw was held long enough.
    pub(super) outcome: Option<Outcome>,
    /// How long it was.
    pub(super) plies: usize,
}

/// Plays both sides within these limits for each move, and judges the game as the client judges that of a user.
pub(super) fn play(endgame: &Endgame, limits: &Limits) -> Kept {
    let mut game = Game::new(endgame.position.clone(), Rules::default());
    let options = Options { hash_mib: 16, threads: 1, ..Options::default() };
    let mut searchers = [Searcher::new(options), Searcher::new(options)];
    let stop = AtomicBool::new(false);
    while let Some(side) = game.turn().filter(|_| game.ply() < MOST_PLIES) {
        let is_user = side == endgame.user();
        let began = Instant::now();
        let control = Control { stop: &stop, elapsed: &|| began.elapsed(), ponder: None };
        let answer = searchers[usize::from(is_user)].search(&game, limits, &control, &mut |_| {});
        if !is_user && endgame.is_held_after(game.ply(), answer.score) {
            return Kept { is_kept: true, outcome: None, plies: game.ply() };
        }
        let mv = answer.best.expect("the game is not over");
        game.play(side, mv).expect("the engine plays legal moves");
    }
    let outcome = game.outcome();
    let is_kept = outcome.is_some_and(|outcome| endgame.is_kept_by(outcome));
    Kept { is_kept, outcome, plies: game.ply() }
}
