//! All standings as the fold of the rated games.

use crate::{Change, RatedGame, Standing, Uncounted, rate};
use chuhe_rules::PerColor;
use std::collections::BTreeMap;

/// The standings of all players, by class and then by player.
pub type Standings<C> = BTreeMap<(C, u64), Standing>;

/// Returns the standings after `games`, in the order of their ends, and of their ids where ends are equal.
///
/// A server that rates each game as it ends has the same standings, byte for byte, if it calls [`record`] in the same
/// order. The order of games without a player in common makes no difference.
pub fn fold<C: Ord + Clone>(games: impl IntoIterator<Item = RatedGame<C>>) -> Standings<C> {
    let mut standings = BTreeMap::new();
    for game in games {
        // a game that does not count leaves no trace
        let _uncounted = record(&mut standings, &game);
    }
    standings
}

/// Rates one game, and puts the new standings of its players in place of the old ones.
///
/// # Errors
/// Why the game does not count; the standings stay as they are.
pub fn record<C: Ord + Clone>(
    standings: &mut Standings<C>,
    game: &RatedGame<C>,
) -> Result<PerColor<Change>, Uncounted> {
    let keys = game.players.map(|player| (game.class.clone(), player));
    let new = Standing::default();
    let red = standings.get(&keys.red).unwrap_or(&new);
    let rated = rate(game, red, standings.get(&keys.black).unwrap_or(&new))?;
    standings.insert(keys.red, rated.standings.red);
    standings.insert(keys.black, rated.standings.black);
    Ok(rated.changes)
}
