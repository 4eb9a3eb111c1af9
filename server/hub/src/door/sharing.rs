//! Accounts that several hubs share: what this hub asks of their owner, and tells it.

use super::Door;
use crate::caller::Caller;
use crate::connection_id::ConnectionId;
use crate::hashes::PasswordHash;
use crate::queries::Purpose;
use crate::record::Query;
use crate::shared_accounts::{AccountChange, AccountQuery};
use crate::step::Step;
use chuhe_protocol::{Password, PlayerId, PlayerName, Refusal};

impl Door {
    /// Queries the account for a login, which counts as an attempt from the connection's address.
    pub(crate) fn begin_shared_login(
        &mut self,
        step: &mut Step,
        connection: ConnectionId,
        request: u32,
        name: PlayerName,
        password: Password,
    ) -> Result<(), Refusal> {
        let Some(address) = self.connections.address(connection) else { return Ok(()) };
        let is_known = self.accounts.is_known_address(&name, address);
        let query = AccountQuery::BeginLogin { name: name.clone(), address, is_known };
        let purpose = Purpose::BeginLogin { name, password };
        self.query(step, connection, request, purpose, Query::Accounts(query))
    }

    /// Queries the account of a player who changes their password, which counts as a login.
    pub(crate) fn begin_shared_password_change(
        &mut self,
        step: &mut Step,
        Caller { connection, player, request }: Caller,
        (old, new): (Password, Password),
    ) -> Result<(), Refusal> {
        let account = self.accounts.get(player).filter(|account| account.is_shared());
        let name = account.ok_or(Refusal::WrongPassword)?.name.clone();
        let Some(address) = self.connections.address(connection) else { return Ok(()) };
        let query = AccountQuery::BeginLogin { name, address, is_known: true };
        let purpose = Purpose::BeginPasswordChange { player, address, old, new };
        self.query(step, connection, request, purpose, Query::Accounts(query))
    }

    /// Claims the name of a guest, whose password is hashed.
    pub(crate) fn claim(
        &mut self,
        step: &mut Step,
        Caller { connection, player, request }: Caller,
        password: PasswordHash,
    ) -> Result<(), Refusal> {
        let Some(row) = self.accounts.to_share(player, password, step.now) else { return Ok(()) };
        let most = self.accounts.most_registered();
        let query = AccountQuery::Claim { player, row: Box::new(row), most };
        self.query(step, connection, request, Purpose::Claim(player), Query::Accounts(query))
    }

    /// Replaces the password of a shared account.
    pub(crate) fn set_shared_password(
        &mut self,
        step: &mut Step,
        Caller { connection, player, request }: Caller,
        to: PasswordHash,
    ) -> Result<(), Refusal> {
        let from = self.accounts.password(player).ok_or(Refusal::WrongPassword)?;
        let query = change_of(player, AccountChange::Password { from, to });
        self.query(step, connection, request, Purpose::SetPassword(player), query)
    }

    /// Signs the player of a shared account out of all hubs.
    pub(crate) fn sign_out_of_all_hubs(
        &mut self,
        step: &mut Step,
        Caller { connection, player, request }: Caller,
    ) -> Result<(), Refusal> {
        let query = change_of(player, AccountChange::SignOut);
        self.query(step, connection, request, Purpose::SignOut(player), query)
    }

    /// Makes a change of a player's preferences in their shared account too, if they have one.
    ///
    /// The hub's copy is changed already.
    pub(crate) fn share_change(&mut self, step: &mut Step, player: PlayerId, change: AccountChange) {
        if self.accounts.is_shared(player) {
            let id = self.queries.next_id();
            step.effects.query(id, change_of(player, change));
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
fn change_of(player: PlayerId, change: AccountChange) -> Query {
    Query::Accounts(AccountQuery::Change { player, change: Box::new(change) })
}
