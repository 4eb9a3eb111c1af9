//! Queries: requests that need stored data or a long computation, continued by the answer.
//!
//! A connection waits for one query at a time. The answer for a closed connection is dropped, but for
//! a change of password.

use super::Hub;
use crate::caller::Caller;
use crate::floor::archive::{found_in, games_in, record_in};
use crate::queries::{PendingQuery, Purpose};
use crate::record::{Answer, QueryId};
use chuhe_protocol::Refusal;

impl Hub {
    /// Continues with the answer to a query.
    pub(super) fn answered(&mut self, id: QueryId, answer: Answer) {
        let Some(PendingQuery { connection, request, purpose }) = self.door.queries.remove(id) else {
            self.answered_late(answer);
            // the connection that waited for it was closed meanwhile
            return self.update_late_accounts();
        };
        let is_open = self.door.connections.set_query(connection, None);
        if !is_open && !purpose.outlives_connection() {
            self.answered_late(answer);
            return self.update_late_accounts();
        }
        // while the hub is paused nothing can be stored, so no answer can be used
        let paused = self.step.lifecycle.is_paused();
        let answer = if paused {
            self.answered_late(answer);
            Answer::Failed
        } else {
            answer
        };
        let result = match purpose {
            Purpose::Register(player) => self.registered(Caller { connection, player, request }, answer),
            Purpose::LogIn { player, subject, name } => {
                self.logged_in(connection, player, (name, subject), &answer)
            }
            Purpose::ChangePassword { player, subject, address, new } => self.door.old_password_verified(
                &mut self.step,
                connection,
                request,
                (player, subject, address),
                new,
                &answer,
            ),
            Purpose::HashNewPassword(player) => {
                self.new_password_hashed(Caller { connection, player, request }, answer)
            }
            Purpose::Join { name } => self.name_looked_up(connection, name, answer),
            Purpose::BeginLogin { name, password } => {
                self.shared_login_begun(connection, request, (name, password), answer)
            }
            Purpose::BeginPasswordChange { player, address, old, new } => {
                let who = (player, address);
                self.shared_password_change_begun(connection, request, who, (old, new), answer)
            }
            Purpose::Claim(player) => self.claimed(connection, player, answer),
            Purpose::SetPassword(player) => self.shared_password_set(connection, player, answer),
            Purpose::SignOut(player) => self.signed_out_of_all_hubs(connection, player, answer),
            Purpose::Games => games_in(answer).map(|games| self.step.effects.send(connection, games)),
            Purpose::FoundGames => found_in(answer).map(|games| self.step.effects.send(connection, games)),
            Purpose::Record { player, game, from } => {
                record_in(answer, player, game, from).map(|record| self.step.effects.send(connection, record))
            }
        };
        let result = if paused { Err(Refusal::Paused) } else { result };
        match result {
            Err(reason) if !is_open => {
                tracing::warn!(%connection, %reason, "a change of password failed after its connection closed");
            }
            result => self.door.refuse(&mut self.step, connection, request, result),
        }
        if !paused {
            self.update_late_accounts();
        }
    }
}
