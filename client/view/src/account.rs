//! The dialog of the user's name: registering it, changing its password, signing out everywhere.

use super::connection::remaining;
use super::{Button, Fact, Field, Group, GroupKind, Model, Role, Tone, parts, profile, report};
use chuhe_app::visit::Visit;
use chuhe_model::actions::action::{AccountAction, JoinAction, SecretField};
use chuhe_model::exchange::hosting::is_this_machine;
use chuhe_model::lobby::account::AccountDialog;
use chuhe_protocol::Refusal;

/// The open dialog.
#[derive(Clone, Debug, PartialEq)]
pub struct AccountView {
    /// The user's name.
    pub name: String,
    /// That it is registered, if it is.
    pub registered: Option<Fact>,
    /// What can be done.
    pub explained: Fact,
    /// What a question in the dialog means, if one is asked.
    pub asked: Option<Fact>,
    /// The passwords.
    pub fields: Vec<Field>,
    /// What is wrong, or to be considered.
    pub message: Option<Fact>,
    /// The buttons, in rows. The first one does what the fields are for.
    pub rows: Vec<Vec<Button>>,
    /// Closes the dialog.
    pub close: Button,
}

impl AccountView {
    /// The dialog; `None` unless it is open.
    pub fn of(model: &Model<'_>) -> Option<Self> {
        let (text, visit) = (model.text, model.app.sessions().visit()?);
        let account = visit.account.dialog.as_ref()?;
        let is_registered = visit.account.is_registered;
        let explained = match (is_registered, account.changing_password) {
            (false, _) => text.register_explained,
            (true, true) => text.change_explained,
            (true, false) => text.registered_explained,
        };
        let asks = is_registered && !account.changing_password && account.asked_to_sign_out;
        let fields = fields(model, is_registered, account);
        let close = Button::new("account.close", text.close, AccountAction::Close);
        Some(Self {
            name: visit.account.name.to_string(),
            registered: is_registered
                .then(|| Fact::new("account.registered", text.registered).tone(Tone::Good)),
            explained: Fact::new("account.explained", explained),
            asked: asks.then(|| Fact::new("account.asked", text.sign_out_explained)),
            message: message(model, account, !fields.is_empty()),
            rows: rows(model, visit, account, &close),
            fields,
            close,
        })
    }

    /// The dialog as parts.
    pub fn dialog(&self) -> Group {
        let Self { registered, explained, asked, fields, message, rows, .. } = self;
        let is_closed = rows.iter().flatten().any(|button| button.id == self.close.id);
        let close = (!is_closed).then_some(&self.close);
        let parts = parts![registered, explained, asked, fields, message, rows, close];
        GroupKind::Dialog.of("account.dialog", self.name.as_str(), parts)
    }
}

fn fields(model: &Model<'_>, is_registered: bool, account: &AccountDialog) -> Vec<Field> {
    let text = model.text;
    let new = |label: &str| {
        let field = Field::secret("account.password", label, SecretField::New, &account.password);
        field.example(text.password_hint)
    };
    let again = || Field::secret("account.again", text.password_again, SecretField::Again, &account.again);
    match (is_registered, account.changing_password) {
        (false, _) => vec![new(text.password), again()],
        (true, true) => {
            let old = Field::secret("account.old", text.old_password, SecretField::Old, &account.old);
            vec![old, new(text.new_password), again()]
        }
        (true, false) => Vec::new(),
    }
}

/// What is wrong with the passwords, why the last request was refused, or that a password would be readable.
fn message(model: &Model<'_>, account: &AccountDialog, has_fields: bool) -> Option<Fact> {
    let (text, link) = (model.text, model.app.sessions().link());
    let error = account.error().filter(|_| has_fields).map(|error| text.password_error(error));
    // the name is known to be right
    let old_is_wrong =
        |reason| (reason == Refusal::WrongPassword).then(|| text.old_password_wrong.to_owned());
    let refused = |(reason, since)| old_is_wrong(reason).or_else(|| remaining(model, reason, since));
    let wrong = error.or_else(|| account.refused.and_then(refused));
    let is_open =
        link.certificate().is_none() && link.server().is_some_and(|server| !is_this_machine(&server.host));
    let open = (has_fields && is_open).then_some((text.not_encrypted.to_owned(), Tone::Warning));
    let (message, tone) = wrong.map(|wrong| (wrong, Tone::Wrong)).or(open)?;
    Some(Fact::new("account.wrong", message).tone(tone))
}

fn rows(model: &Model<'_>, visit: &Visit, account: &AccountDialog, close: &Button) -> Vec<Vec<Button>> {
    let text = model.text;
    let pending = account.pending.map(|_| text.refusal(Refusal::RequestPending));
    let may_send = model.online().and_then(|()| pending.map_or(Ok(()), Err));
    let may_set = || {
        let password = account.password().map_err(|error| text.password_error(error));
        may_send.clone().and_then(|()| password.map(|_| ()))
    };
    if !visit.account.is_registered {
        let register = Button::new("account.register", text.register, AccountAction::Register);
        return vec![vec![register.role(Role::Primary).permit(may_set()), close.clone()]];
    }
    if account.changing_password {
        let missing = account.old.0.is_empty().then(|| text.old_password_missing.to_owned());
        let permit = missing.map_or(Ok(()), Err).and_then(|()| may_set());
        let change = Button::new("account.change.yes", text.change_password, AccountAction::Change);
        let cancel = Button::new("account.change.no", text.cancel, AccountAction::AskChange(false));
        return vec![vec![change.role(Role::Primary).permit(permit), cancel]];
    }
    let sign_out = if account.asked_to_sign_out {
        let yes = Button::new("account.sign_out.yes", text.sign_out_yes, AccountAction::SignOut);
        let no = Button::new("account.sign_out.no", text.cancel, AccountAction::AskSignOut(false));
        vec![yes.role(Role::Danger).permit(may_send), no]
    } else {
        let ask = AccountAction::AskSignOut(true);
        let ask = Button::new("account.sign_out", text.sign_out_everywhere, ask);
        let here = Button::new("account.sign_out.here", text.sign_out_here, JoinAction::SignOut);
        vec![here, ask.role(Role::Danger).permit(may_send)]
    };
    let change = Button::new("account.change", text.change_password, AccountAction::AskChange(true));
    let profile = profile::show(model, "account.profile", text.profile().own, &visit.account.name);
    let others = report::list(model).into_iter().chain([close.clone()]);
    vec![vec![profile, change], sign_out, others.collect()]
}
