//! The account dialog: registering the name, changing its password, signing out everywhere.

use super::{News, Session};
use chuhe_model::actions::action::{AccountAction, SecretField};
use chuhe_model::connection::link::{OfflineReason, Status};
use chuhe_model::lobby::account::AccountDialog;
use chuhe_model::notices::notice::Notice;
use chuhe_protocol::{ClientMessage, CloseReason, Password, Refusal, SessionToken};
use chuhe_rules::clock::Timestamp;

impl Session {
    /// Sets the text of a password field of the account dialog.
    pub(crate) fn edit_account(&mut self, field: SecretField, secret: Password) {
        if let Some(account) = self.account_mut() {
            account.edit(field, secret);
        }
    }

    fn account_mut(&mut self) -> Option<&mut AccountDialog> {
        self.visit.as_mut()?.account.as_mut()
    }

    pub(crate) fn act_account(&mut self, action: AccountAction) {
        let Some(visit) = &mut self.visit else { return };
        match action {
            AccountAction::Open => visit.account.dialog = Some(AccountDialog::default()),
            AccountAction::Close => visit.account.dialog = None,
            AccountAction::Register => self.set_password(|_, password| ClientMessage::Register { password }),
            AccountAction::Change => {
                self.set_password(|old, new| ClientMessage::ChangePassword { old, new });
            }
            AccountAction::AskChange(asked) => {
                if let Some(account) = &mut visit.account.dialog {
                    (account.changing_password, account.refused) = (asked, None);
                    account.clear();
                }
            }
            AccountAction::AskSignOut(asked) => {
                visit.account.dialog.iter_mut().for_each(|account| account.asked_to_sign_out = asked);
            }
            AccountAction::SignOut => {
                if let Some(account) = &mut visit.account.dialog {
                    (account.asked_to_sign_out, account.refused) = (false, None);
                    account.pending = Some(self.out.send(ClientMessage::SignOutEverywhere));
                }
            }
        }
    }

    /// Sends the request made from the old and the new password, if the new one is acceptable.
    fn set_password(&mut self, ask: impl FnOnce(Password, Password) -> ClientMessage) {
        let mut account = self.visit.iter_mut().filter_map(|visit| visit.account.dialog.as_mut());
        let Some(account) = account.find(|account| account.pending.is_none()) else { return };
        match account.password() {
            Ok(password) => {
                account.refused = None;
                account.pending = Some(self.out.send(ask(account.old.clone(), password)));
            }
            Err(error) => self.out.notice(Notice::Password(error)),
        }
    }

    /// Resets the dialog after joining: earlier requests get no answer any more. If the
    /// name is registered now and was not before, the request succeeded.
    pub(super) fn reset_account(&mut self, registered: bool) {
        let Some(visit) = &mut self.visit else { return };
        if registered && !visit.account.is_registered {
            visit.account.dialog = None;
        }
        visit.account.is_registered = registered;
        if let Some(account) = &mut visit.account.dialog {
            account.pending = None;
        }
    }

    /// The server confirms a registration or a change of password.
    pub(super) fn registered(&mut self) {
        let Some(visit) = &mut self.visit else { return };
        let was = std::mem::replace(&mut visit.account.is_registered, true);
        visit.account.dialog = None;
        self.out.notice(if was { Notice::PasswordChanged } else { Notice::Registered });
    }

    /// All other tokens are void; stores the new one.
    pub(super) fn signed_out_everywhere(&mut self, token: SessionToken) {
        self.news.push(News::Renewed(token));
        if let Some(visit) = &mut self.visit {
            if !visit.account.is_registered {
                // a guest's old token becomes void only when the new one is used
                self.out.send(ClientMessage::Resume { token, seen: None, hall: None });
            }
            visit.account.dialog = None;
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

    /// The server refused to let the player join. One who must give a password, or choose a hall, does so in the form.
    pub(super) fn join_refused(&mut self) {
        let Status::Off(Some(why)) = self.link.status() else { return };
        if matches!(
            why,
            OfflineReason::ChooseHall
                | OfflineReason::Refused(Refusal::NameRegistered | Refusal::WrongPassword)
        ) {
            self.visit = None;
        }
        self.news.push(News::Refused);
    }

    /// Ends the visit if the player was signed out from another device.
    pub(super) fn end_signed_out_visit(&mut self) {
        if self.link.status() == Status::Off(Some(OfflineReason::Closed(CloseReason::SignedOut))) {
            self.visit = None;
            self.news.push(News::SignedOut);
        }
    }
}
