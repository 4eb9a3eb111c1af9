//! The registered accounts of a hub that shares them with no other: its own rows are their table, which
//! answers at once.

use super::Accounts;
use crate::login_throttle::Subject;
use crate::shared_accounts::{AccountAnswer, AccountQuery, AccountRefusal, AccountRow, SharedAccount};
use chuhe_protocol::{PlayerId, PlayerName};
use chuhe_rules::clock::Timestamp;

impl Accounts {
    /// Answers a query about the accounts; `None` if this hub shares them, so that the answer comes later.
    ///
    /// A row changes when the hub continues with the answer, as the copy of a shared account does.
    pub(crate) fn answer(&mut self, query: &AccountQuery, now: Timestamp) -> Option<AccountAnswer> {
        self.own_logins.as_ref()?;
        Some(match query {
            AccountQuery::Find { name } => AccountAnswer::Found(self.own_account_named(name)),
            AccountQuery::BeginLogin { name, address, is_known } => {
                let account = self.own_account_named(name);
                // spelled as its owner does, so that look-alikes share one budget
                let subject = Subject::of(account.as_ref().map_or(name, |account| &account.row.name));
                let logins = self.own_logins.as_mut()?;
                let admitted = logins.admit(subject, *address, *is_known, &self.limits, now);
                AccountAnswer::LoginBegun { account, admitted }
            }
            &AccountQuery::EndLogin { subject, address, is_right } => {
                self.own_logins.as_mut()?.end(subject, address, is_right, &self.limits, now);
                AccountAnswer::Found(None)
            }
            // the hub has checked the name and the number of accounts in this step
            AccountQuery::Claim { player, row, most: _ } => {
                let revision = self.get(*player)?.shared_revision + 1;
                AccountAnswer::Stored(Box::new(SharedAccount {
                    player: *player,
                    revision,
                    row: (**row).clone(),
                }))
            }
            AccountQuery::Change { player, change } => match self.own_account(*player) {
                None => AccountAnswer::Refused(AccountRefusal::Missing),
                Some(mut account) => match account.row.apply(change) {
                    Err(refusal) => AccountAnswer::Refused(refusal),
                    Ok(has_changed) => {
                        account.revision += u64::from(has_changed);
                        AccountAnswer::Stored(account)
                    }
                },
            },
        })
    }

    fn own_account_named(&self, name: &PlayerName) -> Option<Box<SharedAccount>> {
        self.own_account(self.by_registered_name(name)?)
    }

    fn own_account(&self, player: PlayerId) -> Option<Box<SharedAccount>> {
        let account = self.get(player)?;
        let row = self.to_share(player, account.password.clone()?, account.joined_at)?;
        let row = AccountRow { sign_outs: account.shared.unwrap_or_default(), ..row };
        Some(Box::new(SharedAccount { player, revision: account.shared_revision, row }))
    }
}
