//! Shared accounts in memory, in place of those that a server stores.

use super::{oracle, stored::Stored};
use chuhe_hub::{
    AccountAnswer, AccountQuery, AccountRefusal, Answer, LoginTurn, NameKeys, Query, SharedAccount,
};
use chuhe_protocol::{PlayerId, PlayerName};
use std::collections::BTreeMap;

/// The accounts, by player.
#[derive(Clone, Debug, Default)]
pub(crate) struct SharedTable(pub(crate) BTreeMap<PlayerId, SharedAccount>);

impl SharedTable {
    /// Answers any query: those about accounts from here, the others as a hub on its own is answered.
    pub(crate) fn answer(&mut self, stored: &Stored, query: &Query) -> Answer {
        match query {
            Query::Accounts(query) => Answer::Accounts(self.answer_query(query)),
            Query::ListGames { .. }
            | Query::FindGames { .. }
            | Query::ReadGame { .. }
            | Query::Examine { .. }
            | Query::Pair(_)
            | Query::HashPassword { .. }
            | Query::VerifyPassword { .. } => oracle::answer(stored, query),
        }
    }

    fn answer_query(&mut self, query: &AccountQuery) -> AccountAnswer {
        match query {
            AccountQuery::Find { name } => AccountAnswer::Found(self.find(name)),
            AccountQuery::BeginLogin { name, .. } => {
                AccountAnswer::LoginBegun { account: self.find(name), admitted: Ok(LoginTurn::Now) }
            }
            AccountQuery::EndLogin { .. } => AccountAnswer::Found(None),
            AccountQuery::Claim { player, row, most } => {
                if self.find(&row.name).is_some() {
                    return AccountAnswer::Refused(AccountRefusal::NameRegistered);
                }
                if self.0.len() as u64 >= *most {
                    return AccountAnswer::Refused(AccountRefusal::Full);
                }
                let account = SharedAccount { player: *player, revision: 1, row: (**row).clone() };
                self.0.insert(*player, account.clone());
                AccountAnswer::Stored(Box::new(account))
            }
            AccountQuery::Change { player, change } => {
                let Some(account) = self.0.get_mut(player) else {
                    return AccountAnswer::Refused(AccountRefusal::Missing);
                };
                match account.row.apply(change) {
                    Err(refusal) => return AccountAnswer::Refused(refusal),
                    Ok(has_changed) => account.revision += u64::from(has_changed),
                }
                AccountAnswer::Stored(Box::new(account.clone()))
            }
        }
    }

    fn find(&self, name: &PlayerName) -> Option<Box<SharedAccount>> {
        let hashes = |name: &PlayerName| -> Vec<[u8; 32]> { NameKeys::of(name).hashes().collect() };
        let wanted = hashes(name);
        let found = self.0.values().find(|one| hashes(&one.row.name).iter().any(|key| wanted.contains(key)));
        found.cloned().map(Box::new)
    }
}
