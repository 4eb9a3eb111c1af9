//! The dialog of the user's name: registering it, changing its password, signing out everywhere.

use super::tree::Node;
use super::view::View;
use chuhe_app::visit::Visit;
use chuhe_model::actions::action::{AccountAction, SecretField};
use chuhe_model::lobby::account::Account;
use chuhe_model::notices::notice;

/// The dialog, if it is open.
pub(super) fn dialog(view: &View<'_>, visit: &Visit) -> Option<Node> {
    let (text, account) = (view.text, visit.account()?);
    let mut nodes = if visit.is_registered() { registered(view, account) } else { register(view, account) };
    let wrong = account.error().map(|error| text.password_error(error)).or_else(|| refused(view, account));
    nodes.extend(wrong.map(|wrong| Node::text("account.wrong", wrong)));
    nodes.push(Node::button("account.close", text.close, AccountAction::Close));
    Some(Node::dialog("account.dialog", visit.name().to_string(), nodes))
}

fn refused(view: &View<'_>, account: &Account) -> Option<String> {
    let (reason, since) = account.refused?;
    notice::after(reason, view.now.since(since)).map(|reason| view.text.refusal(reason))
}

/// Whether the request can be sent; the error says why not.
fn may_send(view: &View<'_>, account: &Account) -> Result<(), String> {
    view.online()?;
    if account.pending.is_some() {
        return Err(view.text.refusal(chuhe_protocol::Refusal::RequestPending));
    }
    account.password().map(|_| ()).map_err(|error| view.text.password_error(error))
}

fn register(view: &View<'_>, account: &Account) -> Vec<Node> {
    let text = view.text;
    let send = AccountAction::Register;
    vec![
        Node::text("account.explained", text.register_explained),
        Node::secret("account.password", text.labelled(text.password, text.password_hint), SecretField::New),
        Node::secret("account.again", text.password_again, SecretField::Again),
        Node::permitted("account.register", text.register, may_send(view, account), send),
    ]
}

fn registered(view: &View<'_>, account: &Account) -> Vec<Node> {
    let text = view.text;
    if account.changing_password {
        let label = text.labelled(text.new_password, text.password_hint);
        let send = AccountAction::Change;
        return vec![
            Node::text("account.explained", text.change_explained),
            Node::secret("account.old", text.old_password, SecretField::Old),
            Node::secret("account.password", label, SecretField::New),
            Node::secret("account.again", text.password_again, SecretField::Again),
            Node::permitted("account.change.yes", text.change_password, may_send(view, account), send),
            Node::button("account.change.no", text.cancel, AccountAction::AskChange(false)),
        ];
    }
    if account.asked_to_sign_out {
        return vec![
            Node::text("account.explained", text.sign_out_explained),
            Node::permitted("account.sign_out.yes", text.sign_out_yes, view.online(), AccountAction::SignOut),
            Node::button("account.sign_out.no", text.cancel, AccountAction::AskSignOut(false)),
        ];
    }
    let ask = AccountAction::AskSignOut(true);
    vec![
        Node::text("account.explained", text.registered_explained),
        Node::button("account.sign_out", text.sign_out_everywhere, ask),
        Node::button("account.change", text.change_password, AccountAction::AskChange(true)),
    ]
}
