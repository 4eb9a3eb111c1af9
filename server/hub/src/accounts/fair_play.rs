//! What the registered players' games from searches and public tournaments say of them.

use super::{Account, Accounts};
use crate::fair_play::{EndedGame, FairPlayRow, KeptRow};
use crate::record::Record;
use chuhe_protocol::{Completion, FairPlay, GameId, PlayerId, Refusal, SearchWait, SeekRefusal};
use chuhe_rules::clock::Timestamp;

fn write(kept: &mut KeptRow, player: PlayerId) -> Record {
    let revision = kept.revision;
    kept.revision += 1;
    Record::FairPlay { player, revision, row: Some(kept.row.clone()) }
}

/// How many of the last games that count a player has finished; `None` if there are too few.
pub(super) fn completion(account: &Account) -> Option<Completion> {
    account.fair_play.as_ref()?.row.completion()
}

impl Account {
    /// Returns the record that deletes the player's games that count, if there are any.
    pub(super) fn erase_fair_play(&self, player: PlayerId) -> Option<Record> {
        let revision = self.fair_play.as_ref()?.revision;
        Some(Record::FairPlay { player, revision, row: None })
    }
}

/// Adds stored rows to their players. Call it after all players are restored.
pub(crate) fn restore(accounts: &mut Accounts, rows: Vec<(PlayerId, u32, FairPlayRow)>, now: Timestamp) {
    for (player, revision, mut row) in rows {
        // a clock that was set back makes no wait longer
        if let Some(wait) = &mut row.last_wait {
            wait.began_at = wait.began_at.min(now);
        }
        if let Some(account) = accounts.players.get_mut(&player) {
            account.fair_play = Some(Box::new(KeptRow { row, revision }));
        }
    }
}

/// Notes that a game of these players has begun that may count, and returns the records.
#[must_use = "the rows must be saved"]
pub(crate) fn began(
    accounts: &mut Accounts,
    players: [PlayerId; 2],
    game: GameId,
    now: Timestamp,
) -> Vec<Record> {
    let began = |player: PlayerId| {
        let account = accounts.players.get_mut(&player).filter(|account| account.is_registered())?;
        let kept = account.fair_play.get_or_insert_default();
        kept.row.began(game, now);
        Some(write(kept, player))
    };
    players.into_iter().filter_map(began).collect()
}

/// Counts a game of a player that is over, if it may count and is not counted.
///
/// Returns the record, and what counts against the player from `now` on, if that has changed.
#[must_use = "the row must be saved"]
pub(crate) fn count(
    accounts: &mut Accounts,
    player: PlayerId,
    end: EndedGame,
    now: Timestamp,
) -> Option<(Record, Option<FairPlay>)> {
    let account = accounts.players.get_mut(&player).filter(|account| account.is_registered())?;
    let kept = account.fair_play.as_mut()?;
    let before = kept.row.to_message(now);
    kept.row.ended(end).then_some(())?;
    let after = kept.row.to_message(now);
    Some((write(kept, player), (after != before).then_some(after)))
}

/// What counts against a player; `None` if nothing does.
pub(crate) fn message(accounts: &Accounts, player: PlayerId, now: Timestamp) -> Option<FairPlay> {
    let message = accounts.get(player)?.fair_play.as_ref()?.row.to_message(now);
    (message != FairPlay::default()).then_some(message)
}

/// Checks that a player need not wait before the next search.
///
/// # Errors
/// [`SeekRefusal::Wait`] with the reason and the rest of the wait.
pub(crate) fn check_may_search(accounts: &Accounts, player: PlayerId, now: Timestamp) -> Result<(), Refusal> {
    wait(accounts, player, now).map_or(Ok(()), |wait| Err(Refusal::Seek(SeekRefusal::Wait(wait))))
}

/// The wait of a player before their next search.
pub(crate) fn wait(accounts: &Accounts, player: PlayerId, now: Timestamp) -> Option<SearchWait> {
    accounts.get(player)?.fair_play.as_ref()?.row.wait(now)
}

/// Ends the wait of a player; returns the record, and what still counts against them. `None` if they do not wait.
#[must_use = "the row must be saved"]
pub(crate) fn end_wait(
    accounts: &mut Accounts,
    player: PlayerId,
    now: Timestamp,
) -> Option<(Record, FairPlay)> {
    wait(accounts, player, now)?;
    let kept = accounts.players.get_mut(&player)?.fair_play.as_mut()?;
    kept.row.end_wait(now);
    Some((write(kept, player), kept.row.to_message(now)))
}
