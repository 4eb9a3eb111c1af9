//! What the hub asks of the accounts and tells them, its own or those that several hubs share.

use super::{After, Door};
use crate::connection_id::ConnectionId;
use crate::queries::Purpose;
use crate::record::{Answer, Query};
use crate::shared_accounts::{AccountChange, AccountQuery};
use crate::step::Step;
use chuhe_protocol::{PlayerId, Refusal};

impl Door {
    /// Asks the accounts for what a request of a connection needs, and continues it: at once if they are this
    /// hub's alone, otherwise when their owner answers.
    ///
    /// # Errors
    /// If the request is refused, or the connection waits for another answer.
    pub(super) fn ask(
        &mut self,
        step: &mut Step,
        connection: ConnectionId,
        request: u32,
        purpose: Purpose,
        query: AccountQuery,
    ) -> Result<After, Refusal> {
        match self.accounts.answer(&query, step.now) {
            Some(answer) => {
                self.continue_request(step, connection, request, purpose, Answer::Accounts(answer))
            }
            None => {
                self.query(step, connection, request, purpose, Query::Accounts(query))?;
                Ok(After::Nothing)
            }
        }
    }

    /// Tells the accounts something whose answer no request waits for.
    pub(super) fn tell(&mut self, step: &mut Step, query: AccountQuery) {
        if self.accounts.answer(&query, step.now).is_none() {
            let id = self.queries.next_id();
            step.effects.query(id, Query::Accounts(query));
        }
    }

    /// Makes a change of a player's preferences in their shared account too, if they have one.
    ///
    /// The hub's copy is changed already.
    pub(crate) fn share_change(&mut self, step: &mut Step, player: PlayerId, change: AccountChange) {
        if self.accounts.is_shared(player) {
            self.tell(step, change_of(player, change));
        }
    }

    /// Blocks a player for another in their shared account, if both have one.
    pub(crate) fn share_block(&mut self, step: &mut Step, player: PlayerId, other: PlayerId) {
        if let Some(blocked) = self.accounts.get(other).filter(|account| account.is_shared()) {
            let name = blocked.name.clone();
            self.share_change(step, player, AccountChange::Block(other, name));
        }
    }

    /// Records in the player's shared account that they are here, unless a visit of the last day is recorded.
    pub(crate) fn share_visit(&mut self, step: &mut Step, player: PlayerId) {
        if self.accounts.begin_recording_visit(player, step.now) {
            self.share_change(step, player, AccountChange::Visit(step.now));
        }
    }

    /// Shares the blocks of a player who was a guest until now.
    pub(crate) fn share_blocks_of(&mut self, step: &mut Step, blocked: PlayerId) {
        let blockers: Vec<PlayerId> = self.accounts.blockers(blocked).collect();
        for blocker in blockers {
            self.share_block(step, blocker, blocked);
        }
    }
}

/// Returns the query that changes an account.
pub(super) fn change_of(player: PlayerId, change: AccountChange) -> AccountQuery {
    AccountQuery::Change { player, change: Box::new(change) }
}
