//! Queries: requests that need stored data or a long computation, continued by the answer.
//!
//! A connection waits for one query at a time. The answer for a closed connection is dropped, but for
//! a change of password.

use super::appealing;
use super::passwords::LoginWith;
use super::profiles::profile_in;
use super::reporting::examined_in;
use super::shared_changes::stored;
use super::{After, Door};
use crate::archive::{found_in, games_in, record_in};
use crate::caller::Caller;
use crate::connection_id::ConnectionId;
use crate::queries::{PendingQuery, Purpose};
use crate::record::{Answer, QueryId};
use crate::shared_accounts::AccountAnswer;
use crate::step::Step;
use chuhe_protocol::Refusal;

impl Door {
    /// Continues with the answer to a query: returns what the hub does for the connection that waits, and
    /// the number of its request.
    pub(crate) fn answered(
        &mut self,
        step: &mut Step,
        id: QueryId,
        answer: Answer,
    ) -> Option<(ConnectionId, u32, Result<After, Refusal>)> {
        let pending = self.queries.remove(id);
        let pending = pending.map(|query| (self.connections.set_query(query.connection, None), query));
        let awaited =
            |(is_open, query): &(bool, PendingQuery)| *is_open || query.purpose.outlives_connection();
        let Some((is_open, PendingQuery { connection, request, purpose })) = pending.filter(awaited) else {
            // the connection that waited for it was closed meanwhile
            self.answered_late(step, answer);
            return None;
        };
        // while the hub is paused nothing can be stored, so no answer can be used
        let paused = step.lifecycle.is_paused();
        let answer = if paused {
            self.answered_late(step, answer);
            Answer::Failed
        } else {
            answer
        };
        let after = self.continue_request(step, connection, request, purpose, answer);
        let after = if paused { Err(Refusal::Paused) } else { after };
        match after {
            Err(reason) if !is_open => {
                tracing::warn!(%connection, %reason, "a change of password failed after its connection closed");
                None
            }
            after => Some((connection, request, after)),
        }
    }

    /// Continues the request that has waited for this answer.
    pub(super) fn continue_request(
        &mut self,
        step: &mut Step,
        connection: ConnectionId,
        request: u32,
        purpose: Purpose,
        answer: Answer,
    ) -> Result<After, Refusal> {
        let caller = |player| Caller { connection, player, request };
        match purpose {
            Purpose::LogIn { player, subject, name, appeal } => {
                let player = self.password_shown(step, connection, player, name, subject, &answer)?;
                let Some(appeal) = appeal else {
                    tracing::info!(%connection, %player, "logged in");
                    return Ok(After::Enters { player, shown: None, seen: Vec::new() });
                };
                tracing::info!(%connection, %player, "has shown the password, only to appeal");
                appealing::after_login(step, self, connection, player, &appeal)?;
            }
            Purpose::AppealName { name, appeal } => {
                appealing::for_name(step, self, connection, &name, &appeal, &answer)?;
            }
            Purpose::Join { name } => return self.name_looked_up(step, connection, name, answer),
            Purpose::Register(player) => return self.claim(step, caller(player), answer),
            Purpose::ChangePassword { player, subject, address, new } => {
                self.old_password_verified(step, caller(player), subject, address, new, &answer)?;
            }
            Purpose::HashNewPassword(player) => return self.set_password(step, caller(player), answer),
            Purpose::BeginLogin { name, password, appeal } => {
                self.login_begun(step, connection, request, LoginWith { name, password, appeal }, answer)?;
            }
            Purpose::BeginPasswordChange { player, address, old, new } => {
                self.password_change_begun(step, caller(player), address, old, new, answer)?;
            }
            Purpose::Claim(player) => self.claimed(step, connection, &*stored(answer, player)?),
            Purpose::SetPassword(player) => self.password_set(step, connection, &*stored(answer, player)?),
            Purpose::SignOut(player) => self.signed_out(step, connection, &*stored(answer, player)?),
            Purpose::Games => step.effects.send(connection, games_in(answer)?),
            Purpose::FoundGames => step.effects.send(connection, found_in(answer)?),
            Purpose::Profile { asker, player } => {
                let message = profile_in(step, self, answer, asker, player)?;
                step.effects.send(connection, message);
            }
            Purpose::Report { player, filing } => {
                self.games_looked_through(step, caller(player), filing, answer)?;
            }
            Purpose::Examination { moderator, report } => {
                self.reports.examinable(report, moderator).map_err(Refusal::Report)?;
                step.effects.send(connection, examined_in(answer, report)?);
            }
            Purpose::Record { player, game, from } => {
                step.effects.send(connection, record_in(answer, player, game, from)?);
            }
        }
        Ok(After::Nothing)
    }

    /// Handles the answer to a query for which no connection waits any more.
    fn answered_late(&mut self, step: &mut Step, answer: Answer) {
        if let Answer::Accounts(AccountAnswer::Stored(account)) = answer {
            self.account_changed(step, *account);
        }
    }
}
