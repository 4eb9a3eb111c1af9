//! Invitations: the user's own with its link, and the one whose link the user has followed.

use super::challenge::terms;
use super::tree::Node;
use super::view::View;
use crate::core::actions::action::InvitationAction;
use crate::core::app::visit::Visit;

/// The user's own invitation.
pub(super) fn own(view: &View<'_>, visit: &Visit) -> Option<Node> {
    visit.invitation()?;
    let text = &view.text.invitation;
    let nodes = vec![
        Node::text("invitation.explained", text.explained),
        Node::text("invitation.link", view.app.invitation_link().unwrap_or_default()),
        Node::button("invitation.copy", text.copy, InvitationAction::Copy),
        Node::permitted("invitation.withdraw", text.withdraw, view.online(), InvitationAction::Withdraw),
    ];
    Some(Node::section("invitation.own", text.open, nodes))
}

/// The invitation whose link the user has followed, as a dialog.
pub(super) fn dialog(view: &View<'_>, visit: &Visit) -> Option<Node> {
    let followed = visit.followed()?;
    let text = &view.text.invitation;
    let heading = match followed.open() {
        Some(open) => text.from(open.invitation.name.as_str()),
        None if followed.is_waiting() => text.asking.to_owned(),
        None => text.over.to_owned(),
    };
    let mut nodes = Vec::new();
    if let Some(open) = followed.open() {
        nodes.push(Node::text("invitation.terms", terms(view, &open.invitation.terms)));
    }
    nodes.extend(followed.refusal().map(|why| Node::text("invitation.refusal", view.text.refusal(why))));
    if followed.can_be_accepted() {
        let accept = view.text.accept;
        nodes.push(Node::permitted("invitation.accept", accept, view.online(), InvitationAction::Accept));
    }
    let dismiss = if followed.can_be_accepted() { text.later } else { view.text.close };
    nodes.push(Node::button("invitation.dismiss", dismiss, InvitationAction::Dismiss));
    Some(Node::dialog("invitation", heading, nodes))
}
