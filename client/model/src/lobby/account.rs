//! The account dialog: registering a name, changing its password, signing out everywhere.

use crate::actions::action::SecretField;
use chuhe_protocol::limits::{PASSWORD_BYTES, PASSWORD_CHARS_MIN};
use chuhe_protocol::{Password, Refusal};
use chuhe_rules::clock::Timestamp;

/// The account dialog. Passwords typed into it are neither stored nor shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AccountDialog {
    /// The current password, when it is being changed.
    pub old: Password,
    /// The password as it is typed.
    pub password: Password,
    /// The same password once more.
    pub again: Password,
    /// Whether the confirmation of signing out everywhere is open.
    pub asked_to_sign_out: bool,
    /// Whether the password of a registered name is being changed.
    pub changing_password: bool,
    /// The request the server has not answered yet.
    pub pending: Option<u32>,
    /// The last refusal, and when it came.
    pub refused: Option<(Refusal, Timestamp)>,
}

/// Why a new password is not acceptable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PasswordError {
    /// It is too short.
    TooShort,
    /// It is too long.
    TooLong,
    /// The repetition differs.
    Differ,
}

impl AccountDialog {
    /// Sets the text of a password field.
    pub fn edit(&mut self, field: SecretField, secret: Password) {
        match field {
            SecretField::Old => self.old = secret,
            SecretField::New => self.password = secret,
            SecretField::Again => self.again = secret,
            SecretField::Join => return,
        }
        self.refused = None;
    }

    /// The server has refused the request. An old password that was wrong is typed again; the new one was right.
    pub fn refuse(&mut self, reason: Refusal, now: Timestamp) {
        (self.pending, self.refused) = (None, Some((reason, now)));
        if reason == Refusal::WrongPassword {
            self.old.0.clear();
        }
    }

    /// Clears all password fields.
    pub fn clear(&mut self) {
        for typed in [&mut self.old, &mut self.password, &mut self.again] {
            typed.0.clear();
        }
    }

    /// The error to show while the user is still typing.
    #[must_use]
    pub fn error(&self) -> Option<PasswordError> {
        let (password, again) = (&self.password.0, &self.again.0);
        if password.len() > PASSWORD_BYTES {
            Some(PasswordError::TooLong)
        } else if !password.starts_with(again.as_str()) {
            Some(PasswordError::Differ)
        } else if !again.is_empty() && password.chars().count() < PASSWORD_CHARS_MIN {
            Some(PasswordError::TooShort)
        } else {
            None
        }
    }

    /// The new password, if both fields agree.
    ///
    /// # Errors
    /// Why the password is not acceptable.
    pub fn password(&self) -> Result<Password, PasswordError> {
        if let Some(error) = self.error() {
            Err(error)
        } else if self.password.0.chars().count() < PASSWORD_CHARS_MIN {
            Err(PasswordError::TooShort)
        } else if self.password != self.again {
            Err(PasswordError::Differ)
        } else {
            Ok(self.password.clone())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_password_is_typed_twice_and_errors_show_while_typing() {
        let check = |password: &str, again: &str, wrong, result: Result<(), PasswordError>| {
            let mut account = AccountDialog::default();
            account.edit(SecretField::New, Password(password.into()));
            account.edit(SecretField::Again, Password(again.into()));
            assert_eq!(account.error(), wrong, "{password} {again}");
            assert_eq!(account.password().map(|_| ()), result, "{password} {again}");
        };
        use PasswordError::{Differ, TooLong, TooShort};
        check("", "", None, Err(TooShort));
        check("12345678", "", None, Err(Differ));
        check("12345678", "1234", None, Err(Differ));
        check("12345678", "124", Some(Differ), Err(Differ));
        check("12345678", "123456789", Some(Differ), Err(Differ));
        check("1234567", "12", Some(TooShort), Err(TooShort));
        check("12345678", "12345678", None, Ok(()));
        check("八个汉字就够了吧", "八个汉字就够了吧", None, Ok(()));
        let long = "1".repeat(PASSWORD_BYTES + 1);
        check(&long, &long, Some(TooLong), Err(TooLong));
    }

    #[test]
    fn debug_text_hides_passwords() {
        let mut account = AccountDialog::default();
        account.edit(SecretField::New, Password("opensesame".into()));
        assert!(!format!("{account:?}").contains("opensesame"));
    }
}
