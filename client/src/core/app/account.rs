//! Registered names: the password where one joins, and the dialog at one's own name.

use super::App;
use crate::core::account::Account;
use crate::core::action::{AccountAction, SecretField};
use crate::core::link::{OfflineReason, Status};
use crate::core::notice::Notice;
use chuhe_protocol::{ClientMessage, CloseReason, Password, Refusal, Token};
use chuhe_rules::clock::Timestamp;

impl App {
    /// A password was typed.
    pub(super) fn edit_secret(&mut self, field: SecretField, secret: Password) {
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

    /// Asks for what is made of the old password and the new one, if that was typed twice alike.
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

    /// The user was let in. What he had asked in the dialog will not be answered any more; it is
    /// done if the name is registered now that was not.
    pub(super) fn account_anew(&mut self, registered: bool) {
        let Some(visit) = &mut self.visit else { return };
        if registered && !visit.registered {
            visit.account = None;
        }
        visit.registered = registered;
        if let Some(account) = &mut visit.account {
            account.pending = None;
        }
    }

    /// The name is registered now, or was before and has its new password.
    pub(super) fn registered(&mut self) {
        let Some(visit) = &mut self.visit else { return };
        let was = std::mem::replace(&mut visit.registered, true);
        visit.account = None;
        self.out.notice(if was { Notice::PasswordChanged } else { Notice::Registered });
    }

    /// Every other token is void; the link knows the one that is good.
    pub(super) fn signed_out_everywhere(&mut self, token: Token) {
        if let Some(server) = self.link.server().cloned() {
            self.settings.joined(&server, token);
            self.save();
        }
        if let Some(visit) = &mut self.visit {
            if !visit.registered {
                // only now is a guest's token void that it takes the place of
                self.out.send(ClientMessage::Resume { token, seen: None });
            }
            visit.account = None;
            self.out.notice(Notice::SignedOutEverywhere);
        }
    }

    /// Whether this refusal was of what was asked in the dialog; it is told there.
    pub(super) fn account_refused(&mut self, request: u32, reason: Refusal, now: Timestamp) -> bool {
        let asked = self.account_mut().filter(|account| account.pending == Some(request));
        let Some(account) = asked else { return false };
        (account.pending, account.refused) = (None, Some((reason, now)));
        true
    }

    /// The server would not let the user in: where a password is missing or wrong, he is asked for
    /// it on the screen where one joins.
    pub(super) fn refused_at_the_door(&mut self, now: Timestamp) {
        let Status::Off(Some(OfflineReason::Refused(reason))) = self.link.status() else { return };
        self.join.refused_at = Some(now);
        if let Some(password) = &mut self.join.password {
            password.0.clear();
        }
        if matches!(reason, Refusal::NameRegistered | Refusal::WrongPassword) {
            self.join.password.get_or_insert_with(|| Password(String::new()));
            self.visit = None;
        }
    }

    /// The connection is gone: one who was signed out from elsewhere joins anew, and his token is void.
    pub(super) fn closed_for_good(&mut self) {
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
