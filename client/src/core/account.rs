//! The dialog at one's own name: what is typed and asked there, and what the server said to it.

use super::action::SecretField;
use chuhe_protocol::limits::{PASSWORD_BYTES, PASSWORD_CHARS_MIN};
use chuhe_protocol::{Password, Refusal};
use chuhe_rules::clock::Timestamp;

/// The dialog. What is typed into it is neither kept nor shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// The password that the name has, to be changed.
    pub(crate) old: Password,
    pub(crate) password: Password,
    pub(crate) again: Password,
    /// Whether the user is asked whether he means to sign out everywhere.
    pub(crate) asked_to_sign_out: bool,
    /// Whether another password is typed for a name that has one.
    pub(crate) changing_password: bool,
    /// The request that the server has not answered yet.
    pub(crate) pending: Option<u32>,
    /// Why it would not do what was asked last, and since when.
    pub(crate) refused: Option<(Refusal, Timestamp)>,
}

/// Why what was typed makes no password.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PasswordError {
    /// It is too short.
    TooShort,
    /// It is too long.
    TooLong,
    /// It was typed differently the second time.
    Differ,
}

impl Account {
    pub(crate) fn new() -> Self {
        Self {
            old: Password(String::new()),
            password: Password(String::new()),
            again: Password(String::new()),
            asked_to_sign_out: false,
            changing_password: false,
            pending: None,
            refused: None,
        }
    }

    /// Takes in what was typed.
    pub(crate) fn edit(&mut self, field: SecretField, secret: Password) {
        match field {
            SecretField::Old => self.old = secret,
            SecretField::New => self.password = secret,
            SecretField::Again => self.again = secret,
            SecretField::Join => return,
        }
        self.refused = None;
    }

    /// Forgets what was typed.
    pub(crate) fn clear(&mut self) {
        for typed in [&mut self.old, &mut self.password, &mut self.again] {
            typed.0.clear();
        }
    }

    /// What is wrong already, while it is still being typed.
    #[must_use]
    pub fn wrong(&self) -> Option<PasswordError> {
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

    /// The password, typed twice alike.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn password(&self) -> Result<Password, PasswordError> {
        if let Some(wrong) = self.wrong() {
            Err(wrong)
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
    fn a_password_is_typed_twice_alike_and_what_is_wrong_is_told_at_once() {
        let check = |password: &str, again: &str, wrong, result: Result<(), PasswordError>| {
            let mut account = Account::new();
            account.edit(SecretField::New, Password(password.into()));
            account.edit(SecretField::Again, Password(again.into()));
            assert_eq!(account.wrong(), wrong, "{password} {again}");
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
    fn what_is_typed_is_not_in_its_debug_text() {
        let mut account = Account::new();
        account.edit(SecretField::New, Password("opensesame".into()));
        assert!(!format!("{account:?}").contains("opensesame"));
    }
}
