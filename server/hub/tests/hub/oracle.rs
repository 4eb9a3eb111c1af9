//! Answers the hub's queries in place of a store and argon2id.

use super::stored::Stored;
use chuhe_hub::{Answer, Correction, PasswordHash, Query};
use chuhe_protocol::{GameId, GameSummary, Password, PlayerId};

/// The finished games of a player before this one, the last one first.
fn listed(kept: &Stored, player: PlayerId, before: Option<GameId>) -> Vec<GameSummary> {
    let list = kept.lists.get(&player).into_iter().flat_map(|list| list.values()).rev();
    let list = list.filter(|summary| before.is_none_or(|before| summary.game < before));
    let corrected = |summary: &GameSummary| {
        let correction = correction(kept, summary.game).map(Correction::shown);
        GameSummary { correction, ..summary.clone() }
    };
    list.map(corrected).collect()
}

/// What an operator has made of a game.
fn correction(kept: &Stored, game: GameId) -> Option<&Correction> {
    kept.rated.values().find(|(_, row)| row.game.game == game.0)?.1.correction.as_ref()
}

/// The answer that a store and a hasher would give.
pub(crate) fn answer(kept: &Stored, ask: &Query) -> Answer {
    match ask {
        // the tests of shared accounts answer these
        Query::Accounts(_) => Answer::Failed,
        Query::ListGames { player, before, limit } => {
            let mut games = listed(kept, *player, *before);
            let more = games.len() > *limit;
            games.truncate(*limit);
            Answer::Games { games, more }
        }
        Query::FindGames { search, before, limit } => {
            let list = listed(kept, search.player(), *before);
            let events = |game| kept.games.get(&game).into_iter().flatten().map(|entry| &entry.event);
            let (games, next) = (**search).clone().find_among(*limit, &list, events);
            Answer::Found { games, next }
        }
        Query::ReadGame { player, game, from, limit } => {
            let is_listed = kept.lists.get(player).is_some_and(|list| list.contains_key(game));
            let listed = kept.games.get(game).filter(|_| is_listed);
            let all = listed.map_or(&[][..], Vec::as_slice);
            let rest = all.get(*from as usize..).unwrap_or_default();
            let entries = rest[..rest.len().min(*limit)].to_vec();
            let (first, more) = (all.first().cloned(), entries.len() < rest.len());
            let correction = correction(kept, *game).cloned();
            Answer::Entries { first, entries, more, correction }
        }
        Query::Pair(of) => chuhe_hub::find_pairing(of),
        Query::Examine { .. } => Answer::Examined(None),
        Query::HashPassword { password, salt } => Answer::Hashed(hash(password, salt)),
        Query::VerifyPassword { password, hash } => {
            Answer::Verified(hash.0.split_once('$').is_some_and(|(_, hashed)| hashed == password.0))
        }
    }
}

/// A stand-in for a password hash.
fn hash(password: &Password, salt: &[u8]) -> PasswordHash {
    let salt: String = salt.iter().map(|byte| format!("{byte:02x}")).collect();
    PasswordHash(format!("{salt}${}", password.0))
}
