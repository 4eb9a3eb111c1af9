//! The lists of players' finished games, and what operators have made of these since.

use super::records::{correction_at, game_key};
use super::scanning::for_each;
use super::{Order, Store, StoreError, Table, end_of, values, warned};
use chuhe_hub::Correction;
use chuhe_protocol::{GameId, GameSummary, PlayerId};
use chuhe_rules::clock::Timestamp;
use std::collections::BTreeSet;

/// A player's finished games, latest first, at most `most`, and whether there are more.
///
/// With `before`, only those before that game. Each has what an operator has made of it since. Games that cannot be
/// decoded are left out, and older ones fill their places.
///
/// # Errors
/// Those of the store.
pub fn games_of(
    store: &mut dyn Store,
    player: PlayerId,
    before: Option<GameId>,
    most: usize,
) -> Result<(Vec<GameSummary>, bool), StoreError> {
    let from = player.0.to_be_bytes();
    let mut to = match before {
        Some(before) => Some(game_key(player, before).to_vec()),
        None => end_of(&from),
    };
    let mut listed = Vec::new();
    loop {
        let page = store.scan(Table::PlayerGames, &from, to.as_deref(), Order::Down, most + 1)?;
        listed.extend(page.iter().filter_map(|row| {
            let summary = values::decode(&row.value);
            summary
                .inspect_err(|why| {
                    if warned::admit(Table::PlayerGames, &row.key) {
                        tracing::warn!(%player, %why, "a finished game cannot be listed");
                    }
                })
                .ok()
        }));
        let is_last = page.len() <= most || listed.len() > most;
        let Some(last) = page.into_iter().next_back().filter(|_| !is_last) else { break };
        to = Some(last.key);
    }
    let more = listed.len() > most;
    listed.truncate(most);
    add_corrections(store, &mut listed)?;
    Ok((listed, more))
}

/// Returns the games in the lists of finished games, in the order of their numbers.
///
/// # Errors
/// Those of the store.
pub fn listed_games(store: &mut dyn Store) -> Result<Vec<GameId>, StoreError> {
    let mut games = BTreeSet::new();
    for_each(store, Table::PlayerGames, |key, _, _| games.extend(game_of_list(key)))?;
    Ok(games.into_iter().collect())
}

/// Returns the game of a key in the lists of finished games; `None` if it is no such key.
pub fn game_of_list(key: &[u8]) -> Option<GameId> {
    let (_, game) = key.split_at_checked(8)?;
    game.try_into().ok().map(u64::from_be_bytes).map(GameId)
}

/// Whether a player's list of finished games has this game.
///
/// # Errors
/// Those of the store.
pub fn has_listed(store: &mut dyn Store, player: PlayerId, game: GameId) -> Result<bool, StoreError> {
    let key = game_key(player, game);
    let next = store.scan(Table::PlayerGames, &key, None, Order::Up, 1)?;
    Ok(next.first().is_some_and(|row| row.key == key))
}

/// Returns what an operator has made of a game of a player's list; `None` if it counts as it was played.
///
/// # Errors
/// Those of the store. A damaged row says nothing.
pub fn correction_of(
    store: &mut dyn Store,
    player: PlayerId,
    game: GameId,
) -> Result<Option<Correction>, StoreError> {
    let listed = store.get(Table::PlayerGames, &game_key(player, game))?;
    let summary = listed.and_then(|(_, value)| values::decode::<GameSummary>(&value).ok());
    let ended_at = summary.map(|summary| Timestamp::from_ms(summary.ended_at_ms));
    ended_at.map_or(Ok(None), |ended_at| correction_at(store, ended_at, game))
}

/// Adds to each game of a list what operators have made of them.
///
/// # Errors
/// Those of the store.
fn add_corrections(store: &mut dyn Store, games: &mut [GameSummary]) -> Result<(), StoreError> {
    for game in games {
        let correction = correction_at(store, Timestamp::from_ms(game.ended_at_ms), game.game)?;
        game.correction = correction.map(|correction| correction.shown());
    }
    Ok(())
}
