//! Passwords for joining, and what follows when the server refuses to let the user in.

use crate::desk::Desk;
use crate::entrance::Entrance;
use crate::sessions::Sessions;
use chuhe_model::actions::action::SecretField;
use chuhe_model::connection::link::{OfflineReason, Status};
use chuhe_protocol::limits::PASSWORD_BYTES;
use chuhe_protocol::{Password, Refusal};
use chuhe_rules::clock::Timestamp;

impl Entrance {
    /// Sets the text of a password field.
    ///
    /// It keeps a little more of a long text than a password may have: too much for a password, but not for a request.
    pub(crate) fn edit_secret(&mut self, sessions: &mut Sessions, field: SecretField, mut secret: Password) {
        let end = secret.0.ceil_char_boundary(PASSWORD_BYTES + 1);
        secret.0.truncate(end);
        match field {
            SecretField::Join => self.join.password = Some(secret),
            SecretField::Old | SecretField::New | SecretField::Again => {
                sessions.server.edit_account(field, secret)
            }
        }
    }

    /// The server refused to let the player join. Shows the password field if a password is
    /// missing or wrong.
    pub(crate) fn join_refused(&mut self, sessions: &mut Sessions, desk: &mut Desk, now: Timestamp) {
        let Status::Off(Some(OfflineReason::Refused(reason))) = sessions.server.link.status() else {
            return;
        };
        self.join.refused_at = Some(now);
        self.propose_another_name(desk, reason);
        // the user chooses another hall with the same password
        let is_kept = matches!(reason, Refusal::NoSuchHall | Refusal::HallFull);
        if let Some(password) = self.join.password.as_mut().filter(|_| !is_kept) {
            password.0.clear();
        }
        if matches!(reason, Refusal::NameRegistered | Refusal::WrongPassword) {
            self.join.password.get_or_insert_default();
        }
    }
}
