//! Shares the registered players of halls that open, and updates the halls' copies of shared accounts.

use super::{Accounts, HallNumber};
use chuhe_hub::{AccountAnswer, AccountRow, PlayerRow, Restored, SharedAccount};
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

    /// Returns the registered players whom a token resumes.
    ///
    /// The others log in, which updates the hall's copy of their account.
    pub(crate) fn signed_in(&self) -> Vec<PlayerId> {
        let is_registered = |id: &&PlayerId| self.players.get(id).is_some_and(|row| row.password.is_some());
        self.sessions.keys().filter(is_registered).copied().collect()
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
            seen_at: self.sessions.get(&player).copied().unwrap_or_default().max(row.joined_at),
            has_played: row.has_played,
        })
    }
}

impl Accounts {
    /// Shares the accounts of halls that open, and returns the accounts of each hall's players.
    ///
    /// If two players registered the same name in different halls, the account goes to the older one,
    /// whose number is lower. The other stays in their hall as long as a token resumes them, and the log
    /// has a line.
    ///
    /// # Errors
    /// If the accounts cannot be used.
    pub(crate) async fn reconcile(
        &self,
        halls: &[HallPlayers],
    ) -> Result<Vec<Vec<SharedAccount>>, StoreError> {
        let mut claims: Vec<(PlayerId, AccountRow, &HallPlayers)> = Vec::new();
        for hall in halls {
            let registered =
                hall.players.iter().filter_map(|(id, row)| Some((*id, hall.to_share(*id, row)?, hall)));
            claims.extend(registered);
        }
        // of several copies of a lost account, the one with most sign-outs comes first
        claims.sort_by_key(|(player, row, hall)| (*player, Reverse(row.sign_outs), hall.number));
        for (player, row, hall) in claims {
            let claimed = self.claim(hall.number, player, &row, u64::MAX).await?;
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
                let account = self.get(player).await?;
                of_hall
                    .extend(account.filter(|account| row.shared.is_some() || account.row.name == row.name));
            }
            accounts.push(of_hall);
        }
        Ok(accounts)
    }
}
