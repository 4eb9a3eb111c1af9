//! Registered accounts as operators read them, one line each.

use chuhe_hub::{ListedAccount, SharedAccount};
use chuhe_protocol::{ChallengePolicy, GameId, PlayerId, PlayerName};
use chuhe_rules::clock::Timestamp;

/// What a line says of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AccountLine {
    player: PlayerId,
    name: PlayerName,
    seen_at: Option<Timestamp>,
    has_played: bool,
    policy: ChallengePolicy,
    blocked: usize,
    /// Of an account of one hall.
    here: Option<Here>,
}

/// What only the hall of an account says.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Here {
    is_connected: bool,
    lapses_at: Option<Timestamp>,
    game: Option<GameId>,
}

impl From<ListedAccount> for AccountLine {
    fn from(account: ListedAccount) -> Self {
        let ListedAccount { player, name, seen_at, is_connected, has_played, .. } = account;
        let ListedAccount { lapses_at, game, policy, blocked, is_shared: _, .. } = account;
        let here = Some(Here { is_connected, lapses_at, game });
        Self { player, name, seen_at, has_played, policy, blocked, here }
    }
}

impl From<SharedAccount> for AccountLine {
    fn from(SharedAccount { player, row, .. }: SharedAccount) -> Self {
        Self {
            player,
            name: row.name,
            seen_at: Some(row.seen_at),
            has_played: row.has_played,
            policy: row.policy,
            blocked: row.blocked.len(),
            here: None,
        }
    }
}

impl AccountLine {
    /// Writes the line.
    pub(crate) fn write(&self) -> String {
        let Self { player, name, seen_at, has_played, policy, blocked, here } = self;
        let played = if *has_played { "yes" } else { "no" };
        let mut line = format!("{player} {name} last-visit={} played={played}", moment(*seen_at));
        if let Some(Here { is_connected, lapses_at, game }) = here {
            let connected = if *is_connected { "yes" } else { "no" };
            let game = game.map_or_else(|| "-".to_owned(), |game| game.to_string());
            line += &format!(" connected={connected} game={game} lapses={}", moment(*lapses_at));
        }
        line + &format!(" challenges={policy:?} blocks={blocked}")
    }

    /// Sorts lines by the last visit, and cuts them to `limit`.
    pub(crate) fn list(mut lines: Vec<Self>, oldest: bool, limit: usize) -> Vec<String> {
        let is_connected = |line: &Self| line.here.as_ref().is_some_and(|here| here.is_connected);
        lines.sort_by_key(|line| (is_connected(line), line.seen_at, line.player));
        if !oldest {
            lines.reverse();
        }
        lines.iter().take(limit).map(Self::write).collect()
    }
}

/// A time in UTC, to the minute.
fn moment(at: Option<Timestamp>) -> String {
    let at = at.and_then(|at| i64::try_from(at.as_ms()).ok());
    let at = at.and_then(|ms| jiff::Timestamp::from_millisecond(ms).ok());
    at.map_or_else(|| "-".to_owned(), |at| at.strftime("%Y-%m-%dT%H:%MZ").to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(player: u64, seen_at: Option<u64>) -> AccountLine {
        AccountLine {
            player: PlayerId(player),
            name: PlayerName::parse("Bo").expect("a name"),
            seen_at: seen_at.map(Timestamp::from_ms),
            has_played: false,
            policy: ChallengePolicy::Everyone,
            blocked: 2,
            here: None,
        }
    }

    #[test]
    fn accounts_are_listed_by_their_last_visit() {
        let all = vec![line(1, Some(60_000)), line(2, None), line(3, Some(1_795_000_000_000))];
        let oldest = AccountLine::list(all.clone(), true, 2);
        assert_eq!(
            oldest,
            [
                "2 Bo last-visit=- played=no challenges=Everyone blocks=2",
                "1 Bo last-visit=1970-01-01T00:01Z played=no challenges=Everyone blocks=2",
            ]
        );
        let latest = AccountLine::list(all, false, 1);
        assert_eq!(latest, ["3 Bo last-visit=2026-11-18T11:06Z played=no challenges=Everyone blocks=2"]);
    }
}
