//! The account dialog: registering the name, changing its password, signing out everywhere.

use super::{News, Session};
use crate::visit::Account;
use chuhe_model::actions::action::AccountAction;
use chuhe_model::connection::link::{OfflineReason, Status};
use chuhe_model::lobby::account::AccountDialog;
use chuhe_model::notices::notice::Notice;
use chuhe_model::notices::outbox::Outbox;
use chuhe_protocol::{AccountRequest, CloseReason, DoorRequest, Password, Refusal, SessionToken};
use chuhe_rules::clock::Timestamp;

impl Account {
    /// Acts in the dialog.
    pub(crate) fn act(&mut self, action: AccountAction, out: &mut Outbox) {
        match action {
            AccountAction::Open => self.dialog = Some(AccountDialog::default()),
            AccountAction::Close => self.dialog = None,
            AccountAction::Register => {
                self.set_password(|_, new| AccountRequest::Register { password: new }, out)
            }
            AccountAction::Change => {
                self.set_password(|old, new| AccountRequest::ChangePassword { old, new }, out);
            }
            AccountAction::AskChange(asked) => {
                if let Some(dialog) = &mut self.dialog {
                    (dialog.changing_password, dialog.refused) = (asked, None);
                    dialog.clear();
                }
            }
            AccountAction::AskSignOut(asked) => {
                self.dialog.iter_mut().for_each(|dialog| dialog.asked_to_sign_out = asked);
            }
            AccountAction::SignOut => {
                if let Some(dialog) = &mut self.dialog {
                    (dialog.asked_to_sign_out, dialog.refused) = (false, None);
                    dialog.pending = Some(out.send(AccountRequest::SignOutEverywhere));
                }
            }
        }
    }

    /// Sends the request made from the old and the new password, if the new one is acceptable.
    fn set_password(&mut self, ask: impl FnOnce(Password, Password) -> AccountRequest, out: &mut Outbox) {
        let Some(dialog) = self.dialog.as_mut().filter(|dialog| dialog.pending.is_none()) else { return };
        match dialog.password() {
            Ok(password) => {
                dialog.refused = None;
                dialog.pending = Some(out.send(ask(dialog.old.clone(), password)));
            }
            Err(error) => out.notice(Notice::Password(error)),
        }
    }

    /// Resets the dialog after joining: earlier requests get no answer any more. If the
    /// name is registered now and was not before, the request succeeded.
    pub(super) fn reset(&mut self, registered: bool) {
        if registered && !self.is_registered {
            self.dialog = None;
        }
        self.is_registered = registered;
        if let Some(dialog) = &mut self.dialog {
            dialog.pending = None;
        }
    }

    /// The server confirms a registration or a change of password.
    pub(super) fn registered(&mut self, out: &mut Outbox) {
        let was = std::mem::replace(&mut self.is_registered, true);
        self.dialog = None;
        out.notice(if was { Notice::PasswordChanged } else { Notice::Registered });
    }

    /// All other tokens are void.
    pub(super) fn signed_out_everywhere(&mut self, token: SessionToken, out: &mut Outbox) {
        if !self.is_registered {
            // a guest's old token becomes void only when the new one is used
            out.send(DoorRequest::Resume { token, seen: Vec::new(), hall: None });
        }
        self.dialog = None;
        out.notice(Notice::SignedOutEverywhere);
    }

    /// Shows a refusal in the dialog if it answers the pending request; returns whether it does.
    pub(super) fn refused(&mut self, request: u32, reason: Refusal, now: Timestamp) -> bool {
        let asked = self.dialog.as_mut().filter(|dialog| dialog.pending == Some(request));
        let Some(dialog) = asked else { return false };
        dialog.refuse(reason, now);
        true
    }
}

impl Session {
    /// The server refused to let the player join. One who must give a password, or choose a hall, does so in the form.
    pub(super) fn join_refused(&mut self) {
        let Status::Off(Some(why)) = self.link.status() else { return };
        if matches!(
            why,
            OfflineReason::ChooseHall
                | OfflineReason::Refused(Refusal::NameRegistered | Refusal::WrongPassword)
        ) {
            self.end_visit();
        }
        self.news.push(News::Refused);
    }

    /// Ends the visit if the player was signed out from another device.
    pub(super) fn end_signed_out_visit(&mut self) {
        if self.link.status() == Status::Off(Some(OfflineReason::Closed(CloseReason::SignedOut))) {
            self.end_visit();
            self.news.push(News::SignedOut);
        }
    }
}
