//! Registered names: the password for joining, and the account dialog.

use super::App;
use chuhe_model::actions::action::{AccountAction, SecretField};
use chuhe_model::connection::link::{OfflineReason, Status};
use chuhe_model::lobby::account::Account;
use chuhe_model::notices::notice::Notice;
use chuhe_protocol::limits::PASSWORD_BYTES;
use chuhe_protocol::{ClientMessage, CloseReason, Password, Refusal, SessionToken};
use chuhe_rules::clock::Timestamp;

impl App {
    /// Sets the text of a password field.
    ///
    /// It keeps a little more of a long text than a password may have: too much for a password, but not for a request.
    pub(super) fn edit_secret(&mut self, field: SecretField, mut secret: Password) {
        let end = secret.0.ceil_char_boundary(PASSWORD_BYTES + 1);
        secret.0.truncate(end);
        match field {
            SecretField::Join => self.join.password = Some(secret),
            SecretField::Old | SecretField::New | SecretField::Again => {
                if let Some(account) = self.account_mut() {
                    account.edit(field, secret);
                }
            }
        }
    }

    fn account_mut(&mut self) -> Option<&mut Account> {
        self.visit.as_mut()?.account.as_mut()
    }

    pub(super) fn act_account(&mut self, action: AccountAction) {
        let Some(visit) = &mut self.visit else { return };
        match action {
            AccountAction::Open => visit.account = Some(Account::new()),
            AccountAction::Close => visit.account = None,
            AccountAction::Register => self.set_password(|_, password| ClientMessage::Register { password }),
            AccountAction::Change => {
                self.set_password(|old, new| ClientMessage::ChangePassword { old, new });
            }
            AccountAction::AskChange(asked) => {
                if let Some(account) = &mut visit.account {
                    (account.changing_password, account.refused) = (asked, None);
                    account.clear();
                }
            }
            AccountAction::AskSignOut(asked) => {
                if let Some(account) = &mut visit.account {
                    account.asked_to_sign_out = asked;
                }
            }
            AccountAction::SignOut => {
                if let Some(account) = &mut visit.account {
                    (account.asked_to_sign_out, account.refused) = (false, None);
                    account.pending = Some(self.out.send(ClientMessage::SignOutEverywhere));
                }
            }
        }
    }

    /// Sends the request made from the old and the new password, if the new one is acceptable.
    fn set_password(&mut self, ask: impl FnOnce(Password, Password) -> ClientMessage) {
        let Some(account) = self.visit.as_mut().and_then(|visit| visit.account.as_mut()) else {
            return;
        };
        if account.pending.is_some() {
            return;
        }
        match account.password() {
            Ok(password) => {
                account.refused = None;
                account.pending = Some(self.out.send(ask(account.old.clone(), password)));
                account.clear();
            }
            Err(error) => self.out.notice(Notice::Password(error)),
        }
    }

    /// Resets the dialog after joining: earlier requests get no answer any more. If the
    /// name is registered now and was not before, the request succeeded.
    pub(super) fn reset_account(&mut self, registered: bool) {
        let Some(visit) = &mut self.visit else { return };
        if registered && !visit.registered {
            visit.account = None;
        }
        visit.registered = registered;
        if let Some(account) = &mut visit.account {
            account.pending = None;
        }
    }

    /// The server confirms a registration or a change of password.
    pub(super) fn registered(&mut self) {
        let Some(visit) = &mut self.visit else { return };
        let was = std::mem::replace(&mut visit.registered, true);
        visit.account = None;
        self.out.notice(if was { Notice::PasswordChanged } else { Notice::Registered });
    }

    /// All other tokens are void; stores the new one.
    pub(super) fn signed_out_everywhere(&mut self, token: SessionToken) {
        if let Some(server) = self.link.server().cloned() {
            self.settings.joined(&server, token);
            self.save();
        }
        if let Some(visit) = &mut self.visit {
            if !visit.registered {
                // a guest's old token becomes void only when the new one is used
                self.out.send(ClientMessage::Resume { token, seen: None, hall: None });
            }
            visit.account = None;
            self.out.notice(Notice::SignedOutEverywhere);
        }
    }

    /// Shows a refusal in the dialog if it answers the pending request; returns whether it does.
    pub(super) fn account_refused(&mut self, request: u32, reason: Refusal, now: Timestamp) -> bool {
        let asked = self.account_mut().filter(|account| account.pending == Some(request));
        let Some(account) = asked else { return false };
        (account.pending, account.refused) = (None, Some((reason, now)));
        true
    }

    /// The server refused to let the player join. Shows the password field if a password is
    /// missing or wrong.
    pub(super) fn join_refused(&mut self, now: Timestamp) {
        let Status::Off(Some(why)) = self.link.status() else { return };
        if why == OfflineReason::ChooseHall {
            // the join form has the list
            self.visit = None;
        }
        let OfflineReason::Refused(reason) = why else { return };
        self.join.refused_at = Some(now);
        self.propose_another_name(reason);
        // the user chooses another hall with the same password
        let is_kept = matches!(reason, Refusal::NoSuchHall | Refusal::HallFull);
        if let Some(password) = self.join.password.as_mut().filter(|_| !is_kept) {
            password.0.clear();
        }
        if matches!(reason, Refusal::NameRegistered | Refusal::WrongPassword) {
            self.join.password.get_or_insert_with(|| Password(String::new()));
            self.visit = None;
        }
    }

    /// Ends the visit and removes the token if the player was signed out from another device.
    pub(super) fn end_signed_out_visit(&mut self) {
        if self.link.status() != Status::Off(Some(OfflineReason::Closed(CloseReason::SignedOut))) {
            return;
        }
        self.visit = None;
        if let Some(server) = self.link.server().cloned() {
            self.settings.forget_seat(&server);
            self.save();
        }
    }
}
