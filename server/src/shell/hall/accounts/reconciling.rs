//! Shares the registered players of halls that open, and updates the halls' copies of shared accounts.

use super::{Accounts, HallNumber, News};
use chuhe_hub::{AccountAnswer, AccountRefusal, AccountRow, PlayerRow, Removal, Restored};
use chuhe_protocol::{HallName, PlayerId};
use chuhe_rules::clock::Timestamp;
use chuhe_store::StoreError;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The stored players of a hall that opens.
#[derive(Clone, Debug, Default)]
pub(crate) struct HallPlayers {
    /// The name of the hall, for the log.
    pub(crate) name: String,
    pub(crate) number: HallNumber,
    /// The players, without computer players.
    pub(crate) players: BTreeMap<PlayerId, PlayerRow>,
    /// The players whom a token resumes, with when the last one was issued.
    sessions: BTreeMap<PlayerId, Timestamp>,
}

impl HallPlayers {
    pub(crate) fn new(name: &HallName, number: HallNumber, restored: &Restored) -> Self {
        let people = restored.players.iter().filter(|(_, _, row)| row.computer_level.is_none());
        let mut sessions = BTreeMap::new();
        for (_, _, row) in &restored.sessions {
            let last: &mut Timestamp = sessions.entry(row.player).or_default();
            *last = row.issued_at.max(*last);
        }
        Self {
            name: name.to_string(),
            number,
            players: people.map(|(id, _, row)| (*id, row.clone())).collect(),
            sessions,
        }
    }

    /// Returns when the hall saw a player last, as far as it knows.
    fn seen_at(&self, player: PlayerId, row: &PlayerRow) -> Timestamp {
        self.sessions.get(&player).copied().unwrap_or_default().max(row.joined_at)
    }

    /// Returns the account of a registered player, from the hall's row.
    fn to_share(&self, player: PlayerId, row: &PlayerRow) -> Option<AccountRow> {
        let password = row.password.clone()?;
        let blocked = row.preferences.blocked.iter();
        let named = blocked.filter_map(|id| {
            let other = self.players.get(id).filter(|other| other.password.is_some())?;
            Some((*id, other.name.clone()))
        });
        Some(AccountRow {
            name: row.name.clone(),
            registered_at: row.joined_at,
            password,
            policy: row.preferences.policy,
            blocked: named.collect(),
            sign_outs: row.shared.unwrap_or(0),
            seen_at: self.seen_at(player, row),
            has_played: row.has_played,
        })
    }
}

impl Accounts {
    /// Shares the accounts of halls that open, and returns what each hall learns of its players.
    ///
    /// If two players registered the same name in different halls, the account goes to the older one,
    /// whose number is lower. The other stays in their hall as long as a token resumes them, and the log
    /// has a line.
    ///
    /// # Errors
    /// If the accounts cannot be used.
    pub(crate) async fn reconcile(&self, halls: &[HallPlayers]) -> Result<Vec<Vec<News>>, StoreError> {
        let mut claims: Vec<(PlayerId, AccountRow, &HallPlayers)> = Vec::new();
        for hall in halls {
            for (&player, row) in &hall.players {
                let Some(account) = hall.to_share(player, row) else { continue };
                // one that has lapsed meanwhile does not come back
                if !self.may_have_lapsed(hall, player, row) || self.get(player).await?.is_some() {
                    claims.push((player, account, hall));
                }
            }
        }
        // of several copies of a lost account, the one with most sign-outs comes first
        claims.sort_by_key(|(player, row, hall)| (*player, Reverse(row.sign_outs), hall.number));
        for (player, row, hall) in claims {
            let claimed = self.claim(hall.number, player, &row, u64::MAX).await?;
            if claimed == AccountAnswer::Refused(AccountRefusal::Missing) {
                // erased; the hall learns it below
                continue;
            }
            // an account that this hall has a copy of may have another name since
            let is_copy = hall.players.get(&player).is_some_and(|row| row.shared.is_some());
            let is_theirs =
                matches!(&claimed, AccountAnswer::Stored(account) if is_copy || account.row.name == row.name);
            if !is_theirs {
                tracing::error!(
                    hall = %hall.name, %player, name = %row.name,
                    "the name of this registered player belongs to an older registration; they can \
                     resume, but cannot log in any more"
                );
            }
        }
        let mut accounts = Vec::new();
        for hall in halls {
            let mut of_hall = Vec::new();
            for (&player, row) in &hall.players {
                if row.shared.is_some() {
                    of_hall.extend(self.news_of(hall, player, row).await?);
                } else {
                    let account = self.get(player).await?.filter(|account| account.row.name == row.name);
                    of_hall.extend(account.map(|account| News::Changed(Box::new(account))));
                }
            }
            accounts.push(of_hall);
        }
        Ok(accounts)
    }

    /// Returns the players of a hall of whose accounts it learns when it opens, if the halls are a cluster's.
    ///
    /// They are those whom a token resumes, and those whose names may have lapsed. The others log in, which
    /// updates the hall's copy of their account.
    pub(super) fn to_refresh(&self, hall: &HallPlayers) -> Vec<PlayerId> {
        let registered = hall.players.iter().filter(|(_, row)| row.password.is_some());
        let refreshed = registered.filter(|&(&player, row)| {
            hall.sessions.contains_key(&player) || self.may_have_lapsed(hall, player, row)
        });
        refreshed.map(|(player, _)| *player).collect()
    }

    /// Returns what a hall learns of an account of which it has a copy.
    ///
    /// Nothing of an account that is missing, and neither erased nor lapsed: the table has lost it.
    pub(super) async fn news_of(
        &self,
        hall: &HallPlayers,
        player: PlayerId,
        row: &PlayerRow,
    ) -> Result<Option<News>, StoreError> {
        if let Some(account) = self.get(player).await? {
            return Ok(Some(News::Changed(Box::new(account))));
        }
        if self.is_erased(player).await? {
            return Ok(Some(News::Removed(player, Removal::Erased)));
        }
        let has_lapsed = self.may_have_lapsed(hall, player, row);
        Ok(has_lapsed.then_some(News::Removed(player, Removal::Lapsed)))
    }

    /// Returns whether an account of which a hall has a copy lapses, unless the player was elsewhere since.
    fn may_have_lapsed(&self, hall: &HallPlayers, player: PlayerId, row: &PlayerRow) -> bool {
        row.shared.is_some() && self.has_lapsed(hall.seen_at(player, row), row.has_played)
    }
}
