//! Invitations: the user's own with its link, and the one whose link the user has followed.

use super::challenge::TermsView;
use super::connection::{is_joining, joining};
use super::join::{name, password};
use super::pieces::{LocalRow, pieces};
use super::{Button, Fact, Field, Group, GroupKind, Model, Role, Tone, learn, parts};
use chuhe_app::visit::Visit;
use chuhe_model::actions::action::{InvitationAction, JoinAction};
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::choices::local_choice::StartEntry;
use chuhe_model::connection::link::Status;
use chuhe_model::lobby::invitation::{FollowedInvitation, OpenInvitation};
use chuhe_protocol::{InvitationRefusal, Refusal, Terms};

/// An invitation in the lobby: the user's own, or one for whose player they wait.
#[derive(Clone, Debug, PartialEq)]
pub struct InvitationCard {
    /// Identifies the card.
    pub id: &'static str,
    /// What it is about.
    pub heading: String,
    /// How long it is open.
    pub left: String,
    /// What happens next.
    pub explained: String,
    /// The link, which is the label of a button that copies it; none while the two wait for one another.
    pub link: Option<Button>,
    /// What the user can do.
    pub buttons: Vec<Button>,
}

impl InvitationCard {
    /// The cards: those with somebody to wait for, then the user's own that nobody has accepted.
    pub(crate) fn all(model: &Model<'_>, visit: &Visit) -> Vec<Self> {
        let text = &model.text.invitation;
        let button = |id: &'static str, label: &str, action| Button::new(id, label, action);
        let withdraw = button("invitation.withdraw", text.withdraw, InvitationAction::Withdraw);
        let withdraw = withdraw.permit(model.online());
        let wait = |id, heading, open: &OpenInvitation, name: &str, end| {
            let (explained, left) = (seen(model, open, name), left(model, open));
            Self { id, heading, left, explained, link: None, buttons: vec![end] }
        };
        let own = visit.invitations.own.as_ref().map(|open| match &open.invitation.accepted_by {
            Some(name) => {
                let (name, end) = (name.as_str(), withdraw.clone());
                wait("invitation.accepted", text.accepted_by(name), open, name, end)
            }
            None => {
                let share = button("invitation.share", text.share, InvitationAction::Share);
                let share = model.app.desk().shares_links().then_some(share);
                let copy = button("invitation.copy", text.copy, InvitationAction::Copy).role(Role::Primary);
                let code = button("invitation.code", text.code, InvitationAction::ToggleCode);
                let link = model.app.invitation_link().unwrap_or_default();
                Self {
                    id: "invitation.own",
                    heading: text.open.to_owned(),
                    left: left(model, open),
                    explained: text.explained.to_owned(),
                    link: Some(button("invitation.link", &link, InvitationAction::Copy)),
                    buttons: [copy].into_iter().chain(share).chain([code, withdraw.clone()]).collect(),
                }
            }
        });
        let awaited = visit.invitations.awaited().map(|open| {
            let name = open.invitation.name.as_str();
            let end = button("invitation.leave", text.leave, InvitationAction::Leave);
            wait("invitation.awaited", text.waiting(name), open, name, end.permit(model.online()))
        });
        let (own, accepted): (Vec<Self>, Vec<Self>) = own.into_iter().partition(|card| card.link.is_some());
        accepted.into_iter().chain(awaited).chain(own).collect()
    }

    /// The card as a section.
    pub(crate) fn section(&self) -> Group {
        let explained = self.explained.replace('\n', " · ");
        let explained = Fact::new(format!("{}.explained", self.id), explained);
        let link = self.link.as_ref().map(|link| Fact::new(link.id.clone(), link.label.as_str()));
        let parts = parts![explained, link, &self.buttons];
        GroupKind::Section.of(self.id, self.heading.as_str(), parts)
    }
}

/// The time that an invitation is open, in minutes, and at the end in seconds.
fn left(model: &Model<'_>, open: &OpenInvitation) -> String {
    match model.seconds_until(open.expires_at) {
        seconds @ 0..=99 => model.text.seconds_left(seconds),
        seconds => model.text.invitation.minutes_left(seconds.div_ceil(60)),
    }
}

/// When the other player was there, if they are away, and what happens once both are.
fn seen(model: &Model<'_>, open: &OpenInvitation, name: &str) -> String {
    let text = &model.text.invitation;
    match open.away_s(model.now) {
        Some(seconds) => format!("{}\n{}", text.seen(name, &model.text.seen_ago(seconds)), text.both),
        None => text.both.to_owned(),
    }
}

/// The link to the user's invitation as a QR code.
#[derive(Clone, Debug, PartialEq)]
pub struct CodeView {
    /// What it is.
    pub heading: &'static str,
    /// The link.
    pub link: Fact,
    /// What the code is for.
    pub explained: Fact,
    /// Closes it.
    pub close: Button,
}

impl CodeView {
    /// The code; `None` unless it is shown.
    pub fn of(model: &Model<'_>) -> Option<Self> {
        model.app.sessions().visit().filter(|visit| visit.invitations.shows_code())?;
        let text = &model.text.invitation;
        Some(Self {
            heading: text.code,
            link: Fact::new("invitation.qr.link", model.app.invitation_link()?),
            explained: Fact::new("invitation.qr.explained", text.code_explained),
            close: Button::new("invitation.qr.close", model.text.close, InvitationAction::ToggleCode),
        })
    }

    /// The dialog as parts.
    pub fn dialog(&self) -> Group {
        let parts = parts![&self.explained, &self.link, &self.close];
        GroupKind::Dialog.of("invitation.qr", self.heading, parts)
    }
}

/// Why a user cannot accept their own invitation.
const OWN: Refusal = Refusal::Invitation(InvitationRefusal::Own);

/// The ways to a game for who has found none behind a link: joining its server, and the computer.
fn instead(model: &Model<'_>) -> Vec<Button> {
    let desk = model.app.desk();
    let ways = [
        ("invited.lobby", model.text.join_title, StartEntry::Join),
        ("invited.computer", model.text.local.play_computer, StartEntry::Computer),
    ];
    let is_there = |(.., entry): &(&str, &str, StartEntry)| desk.start_entries().any(|it| it == *entry);
    let ways = ways.into_iter().filter(is_there);
    ways.map(|(id, label, entry)| Button::new(id, label, InvitationAction::Instead(entry))).collect()
}

/// The invitation whose link the user has followed, before they join or in the lobby.
#[derive(Clone, Debug, PartialEq)]
pub struct FollowedView {
    /// Who invites, or why nobody does.
    pub heading: String,
    /// The game and its terms, as the server has them, once they are known.
    pub offered: Option<Terms>,
    /// The same in words.
    pub terms: Option<TermsView>,
    /// When the player who invites was there, and what happens if the user accepts meanwhile.
    pub away: Option<Fact>,
    /// Why it cannot be accepted.
    pub refusal: Option<Fact>,
    /// The pieces for the first game of somebody who reads no Chinese, before they join.
    pub pieces: Option<LocalRow>,
    /// The name of a user who has not joined.
    pub name: Option<Field>,
    /// The password, if the name is registered.
    pub password: Option<Field>,
    /// Accepts it.
    pub accept: Option<Button>,
    /// Asks the server again.
    pub retry: Option<Button>,
    /// Begins a lesson, for who has not played.
    pub learn: Option<Button>,
    /// What else there is to do where no game is behind the link, before joining.
    pub instead: Vec<Button>,
    /// Closes it.
    pub dismiss: Button,
    /// How joining goes.
    pub state: Option<Fact>,
}

impl FollowedView {
    /// The invitation to a user who has not joined; `None` if they follow no link.
    pub fn before_joining(model: &Model<'_>) -> Option<Self> {
        let (text, followed) = (model.text, model.app.entrance().invited(model.app.sessions())?);
        let may = followed.can_be_accepted();
        let pending = if is_joining(model) { Err(text.refusal(Refusal::RequestPending)) } else { Ok(()) };
        let accept = Button::new("invitation.accept", text.invitation.play, InvitationAction::Accept);
        let is_unanswered = followed.open().is_none() && followed.refusal().is_none();
        let is_off = matches!(model.app.sessions().link().status(), Status::Off(Some(_)));
        let retry = Button::new("invited.retry", text.retry_now, JoinAction::Retry);
        let terms = followed.open().map(|open| &open.invitation.terms);
        Some(Self {
            pieces: terms.and_then(|terms| pieces(model, GameChoice::of(terms.game.kind()))).filter(|_| may),
            name: may.then(|| name("join.name", model)),
            password: password(model).filter(|_| may),
            accept: may.then(|| accept.role(Role::Primary).permit(pending)),
            retry: (is_unanswered && is_off).then_some(retry),
            state: joining(model),
            instead: followed.refusal().map_or_else(Vec::new, |_| instead(model)),
            learn: followed.open().and_then(|open| {
                let game = GameChoice::of(open.invitation.terms.game.kind());
                learn::for_newcomer(model, game.course())
            }),
            ..Self::of(model, followed)
        })
    }

    /// The invitation to a user in the lobby; `None` if they follow no link.
    pub fn in_lobby(model: &Model<'_>) -> Option<Self> {
        let (text, visit) = (model.text, model.app.sessions().visit()?);
        let followed = visit.invitations.followed.as_ref().filter(|followed| followed.awaited().is_none())?;
        let (may, waits) = (followed.can_be_accepted(), followed.is_waiting() && followed.open().is_some());
        let permit = if may { model.online() } else { Err(text.refusal(Refusal::RequestPending)) };
        let accept = Button::new("invitation.accept", text.accept, InvitationAction::Accept);
        let away = followed.open().filter(|open| open.away_s(model.now).is_some());
        let away = away.map(|open| seen(model, open, open.invitation.name.as_str()));
        Some(Self {
            away: away.map(|away| Fact::new("invitation.away", away)),
            accept: (may || waits).then(|| accept.role(Role::Primary).permit(permit)),
            ..Self::of(model, followed)
        })
    }

    fn of(model: &Model<'_>, followed: &FollowedInvitation) -> Self {
        let text = &model.text.invitation;
        let heading = match followed.open() {
            Some(open) => text.from(open.invitation.name.as_str()),
            None if followed.refusal().is_none() => text.asking.to_owned(),
            None if followed.refusal() == Some(OWN) => text.open.to_owned(),
            None => text.over.to_owned(),
        };
        let dismiss = if followed.can_be_accepted() { text.later } else { model.text.close };
        let refusal = followed.refusal().map(|why| model.text.refusal(why));
        let offered = followed.open().map(|open| open.invitation.terms.clone());
        Self {
            heading,
            terms: offered.as_ref().map(|terms| TermsView::of(model.text, terms)),
            offered,
            away: None,
            refusal: refusal.map(|why| Fact::new("invitation.refusal", why).tone(Tone::Wrong)),
            pieces: None,
            name: None,
            password: None,
            accept: None,
            retry: None,
            learn: None,
            instead: Vec::new(),
            dismiss: Button::new("invitation.dismiss", dismiss, InvitationAction::Dismiss),
            state: None,
        }
    }

    /// The invitation as a screen, or as a dialog.
    pub fn group(&self, kind: GroupKind) -> Group {
        let Self { terms, away, refusal, name, password, accept, retry, learn, .. } = self;
        let Self { instead, dismiss, state, .. } = self;
        let pieces = self.pieces.as_ref().map(|row| &row.choice);
        let id = if kind == GroupKind::Dialog { "invitation" } else { "invited" };
        let terms = terms.as_ref().map(|terms| terms.fact("invitation.terms"));
        let parts = parts![
            terms, away, refusal, pieces, name, password, accept, retry, learn, instead, dismiss, state
        ];
        kind.of(id, self.heading.as_str(), parts)
    }
}
