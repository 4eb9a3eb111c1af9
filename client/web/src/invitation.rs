//! Invitations: the user's own with its link, and the one whose link the user has followed.

use super::challenge::terms;
use super::start;
use super::tree::Node;
use super::view::View;
use chuhe_app::visit::Visit;
use chuhe_model::actions::action::{Field, InvitationAction, JoinAction};
use chuhe_model::connection::link::Status;
use chuhe_model::lobby::invitation::{FollowedInvitation, OpenInvitation};

/// The user's own invitation.
pub(super) fn own(view: &View<'_>, visit: &Visit) -> Option<Node> {
    visit.invitation().filter(|open| open.invitation.accepted_by.is_none())?;
    let text = &view.text.invitation;
    let mut nodes = vec![
        Node::text("invitation.explained", text.explained),
        Node::text("invitation.link", view.app.invitation_link().unwrap_or_default()),
        Node::button("invitation.copy", text.copy, InvitationAction::Copy),
        Node::button("invitation.code", text.code, InvitationAction::ToggleCode),
        Node::permitted("invitation.withdraw", text.withdraw, view.online(), InvitationAction::Withdraw),
    ];
    if view.app.shares_links() {
        nodes.push(Node::button("invitation.share", text.share, InvitationAction::Share));
    }
    Some(Node::section("invitation.own", text.open, nodes))
}

/// What stands for the QR code of the link: what it is for, and the link itself.
pub(super) fn code(view: &View<'_>, visit: &Visit) -> Option<Node> {
    let link = view.app.invitation_link().filter(|_| visit.shows_code())?;
    let text = &view.text.invitation;
    let nodes = vec![
        Node::text("invitation.qr.explained", text.code_explained),
        Node::text("invitation.qr.link", link),
        Node::button("invitation.qr.close", view.text.close, InvitationAction::ToggleCode),
    ];
    Some(Node::dialog("invitation.qr", text.code, nodes))
}

/// The waits of the user: for the player who has accepted their invitation, and for the one whose
/// invitation they have accepted.
pub(super) fn waits(view: &View<'_>, visit: &Visit) -> Vec<Node> {
    let text = &view.text.invitation;
    let wait = |id, heading, open, name: &str, button| {
        let nodes = vec![Node::text(format!("{id}.explained"), explained(view, open, name)), button];
        Node::section(id, heading, nodes)
    };
    let own = visit.invitation().and_then(|open| {
        let name = open.invitation.accepted_by.as_ref()?.as_str();
        let withdraw = InvitationAction::Withdraw;
        let button = Node::permitted("invitation.withdraw", text.withdraw, view.online(), withdraw);
        Some(wait("invitation.accepted", text.accepted_by(name), open, name, button))
    });
    let awaited = visit.awaited().map(|open| {
        let name = open.invitation.name.as_str();
        let leave = InvitationAction::Leave;
        let button = Node::permitted("invitation.leave", text.leave, view.online(), leave);
        wait("invitation.awaited", text.waiting(name), open, name, button)
    });
    own.into_iter().chain(awaited).collect()
}

/// When the other player was there, and what happens once both are.
fn explained(view: &View<'_>, open: &OpenInvitation, name: &str) -> String {
    let text = &view.text.invitation;
    match open.away_s(view.now) {
        Some(seconds) => {
            let ago = view.text.seen_ago(seconds);
            format!("{} · {}", text.seen(name, &ago), text.both)
        }
        None => text.both.to_owned(),
    }
}

/// The invitation to a user who has not joined: who invites and to what, a name, and one button.
pub(super) fn invited(view: &View<'_>, followed: &FollowedInvitation) -> Vec<Node> {
    let text = &view.text.invitation;
    let heading = match followed.open() {
        Some(open) => text.from(open.invitation.name.as_str()),
        None if followed.refusal().is_none() => text.asking.to_owned(),
        None => text.over.to_owned(),
    };
    let mut nodes = Vec::new();
    nodes.extend(
        followed.open().map(|open| Node::text("invitation.terms", terms(view, &open.invitation.terms))),
    );
    nodes.extend(followed.refusal().map(|why| Node::text("invitation.refusal", view.text.refusal(why))));
    if followed.can_be_accepted() {
        let name = &view.app.join_form().name;
        nodes.push(Node::field("join.name", view.text.name, name, Field::Name));
        nodes.push(Node::button("invitation.accept", text.play, InvitationAction::Accept));
    }
    let status = view.app.link().status();
    let is_unanswered = followed.open().is_none() && followed.refusal().is_none();
    if is_unanswered && matches!(status, Status::Off(Some(_))) {
        nodes.push(Node::button("invited.retry", view.text.retry_now, JoinAction::Retry));
    }
    let dismiss = if followed.can_be_accepted() { text.later } else { view.text.close };
    nodes.push(Node::button("invitation.dismiss", dismiss, InvitationAction::Dismiss));
    nodes.extend(start::state(view, &status).map(|state| Node::text("join.state", state)));
    vec![Node::section("invited", heading, nodes)]
}

/// The invitation whose link the user has followed, as a dialog.
pub(super) fn dialog(view: &View<'_>, visit: &Visit) -> Option<Node> {
    let followed = visit.followed().filter(|followed| followed.awaited().is_none())?;
    let text = &view.text.invitation;
    let heading = match followed.open() {
        Some(open) => text.from(open.invitation.name.as_str()),
        None if followed.is_waiting() => text.asking.to_owned(),
        None => text.over.to_owned(),
    };
    let mut nodes = Vec::new();
    if let Some(open) = followed.open() {
        nodes.push(Node::text("invitation.terms", terms(view, &open.invitation.terms)));
        let name = open.invitation.name.as_str();
        let absence = open.away_s(view.now).map(|_| explained(view, open, name));
        nodes.extend(absence.map(|absence| Node::text("invitation.away", absence)));
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
