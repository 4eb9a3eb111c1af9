//! Announces what has changed in the lobby, with invitations and in a chat.

use super::lobby;
use super::words::game_word;
use chuhe_app::App;
use chuhe_app::visit::Visit;
use chuhe_model::exchange::hosting::{Hosting, is_this_machine};
use chuhe_model::lobby::chat::ChatLine;
use chuhe_protocol::{ChallengeId, InvitationCode, PageRequest, PlayerId, Refusal, Terms};
use chuhe_rules::clock::Timestamp;
use chuhe_texts::Text;
use std::collections::BTreeSet;

/// A search for an opponent that is older is no news, in seconds.
const NEWS_S: u32 = 10;

/// What the user has heard of the lobby.
#[derive(Debug, Default)]
pub(super) struct HeardLobby {
    /// Whether the user is there with its list of players.
    is_there: bool,
    /// The page of a crowded lobby's list that was said last.
    page: Option<PageRequest>,
    challenges: BTreeSet<ChallengeId>,
    /// Who else looks for an opponent, and on which terms.
    seeks: Vec<(PlayerId, Vec<Terms>)>,
    /// The request of the user's own search.
    search: Option<u32>,
    /// Whether the user has heard that they may play the computer meanwhile.
    offers_computer: bool,
    pub(super) invitations: HeardInvitations,
    chat: HeardChat,
}

/// What the user has heard of the lobby's chat.
#[derive(Debug, Default)]
struct HeardChat {
    /// How many lines.
    count: u64,
    /// How many of them were said before they came.
    recalled: u64,
    /// Whether the connection was lost since the user came: then such lines were said meanwhile.
    was_lost: bool,
}

/// What the user has heard of invitations.
#[derive(Debug, Default)]
pub(super) struct HeardInvitations {
    /// The code of the user's own.
    own: Option<InvitationCode>,
    /// The followed one, with what the server last refused.
    followed: Option<(InvitationCode, Option<Refusal>)>,
    /// Those whose game waits for the user or the other player.
    waits: Vec<InvitationCode>,
}

impl HeardLobby {
    pub(super) fn news(&mut self, app: &App, now: Timestamp, lines: &mut Vec<String>) {
        let visit = app.sessions().server_visit();
        let lobby = visit.filter(|visit| visit.table().is_none() && visit.lobby.is_complete());
        let is_there = lobby.is_some();
        if let Some(visit) = lobby.filter(|_| !self.is_there) {
            let server = app.sessions().server_link().server().map_or("", |server| server.host.as_str());
            lines.push(app.desk().text().console().joined(server, visit.account.name.as_str()));
            lines.push(lobby::online(app, visit, visit.lobby.filter()));
        } else if let Some(visit) = lobby {
            // the page of another request has arrived
            let another = visit.lobby.pages.shown().filter(|&shown| self.page.as_ref() != Some(shown));
            lines.extend(another.map(|_| lobby::online(app, visit, visit.lobby.filter())));
        }
        self.page = lobby.and_then(|visit| visit.lobby.pages.shown().cloned());
        self.is_there = is_there;
        let search = visit.and_then(|visit| match &visit.lobby.sought {
            Some(sought) => Some(sought.request),
            // no request has this number
            None => visit.lobby.kept_seek(visit.me).map(|_| 0),
        });
        let is_new = search != self.search;
        lines.extend(visit.filter(|_| is_new).and_then(|visit| lobby::own_search(app, visit)));
        self.search = search;
        let Some(visit) = visit else {
            self.chat = HeardChat::default();
            return;
        };
        let mut open = BTreeSet::new();
        for challenge in visit.lobby.incoming(visit.me) {
            if !self.challenges.contains(&challenge.challenge.id) {
                lines.push(lobby::challenged(app, challenge));
            }
            open.insert(challenge.challenge.id);
        }
        for challenge in visit.lobby.outgoing(visit.me) {
            if !self.challenges.contains(&challenge.challenge.id) {
                lines.push(lobby::challenging(app, challenge));
            }
            open.insert(challenge.challenge.id);
        }
        self.challenges = open;
        let mut seeks = Vec::new();
        for (player, seek) in lobby::seekers(visit) {
            let found = (player.id, seek.terms.clone());
            // the list of players shows an older search
            if seek.since_ago_s < NEWS_S && !self.seeks.contains(&found) {
                lines.push(lobby::seeks(app, player, seek));
            }
            seeks.push(found);
        }
        self.seeks = seeks;
        let may_play = app.sessions().table().is_none() && app.sessions().server_link().is_joined();
        let offers_computer = may_play && visit.lobby.offers_computer(visit.me, now);
        if offers_computer && !self.offers_computer {
            let text = app.desk().text().console();
            let fitting = visit.lobby.fitting_computer(visit.me, now);
            let line = fitting.map(|(game, level)| text.seek_computer_level(game_word(app, game), level));
            lines.push(line.unwrap_or_else(|| text.seek_computer.to_owned()));
        }
        self.offers_computer = offers_computer;
        self.invitations.news(app, visit, now, lines);
        self.chat.news(app, visit, lines);
    }
}

impl HeardChat {
    /// Announces what is said, but not what was said before the user came.
    fn news(&mut self, app: &App, visit: &Visit, lines: &mut Vec<String>) {
        let chat = visit.lobby.chat();
        self.was_lost |= !app.sessions().server_link().is_joined();
        let before = if self.was_lost { 0 } else { chat.recalled().saturating_sub(self.recalled) };
        let (new, count) = chat.since(self.count + before);
        lines.extend(new.map(|line| said(app.desk().text(), line)));
        (self.count, self.recalled) = (count, chat.recalled());
    }
}

impl HeardInvitations {
    /// Announces the invitation to a user who has not joined, and under which name they would play.
    pub(super) fn invited(&mut self, app: &App, lines: &mut Vec<String>) {
        let Some(followed) = app.entrance().invited(app.sessions()) else { return };
        let answered = followed.open().is_some() || followed.refusal().is_some();
        let heard = answered.then(|| (followed.code(), followed.refusal()));
        if let Some(open) = followed.open().filter(|_| heard != self.followed && followed.refusal().is_none())
        {
            lines.push(lobby::invited(app, open));
            lines.push(app.desk().text().console().invited_as(&app.entrance().join.name));
        } else if heard != self.followed {
            lines.extend(followed.refusal().map(|refusal| app.desk().text().refusal(refusal)));
        }
        self.followed = heard;
    }

    /// Announces the link to the user's invitation, and the invitation whose link they follow.
    fn news(&mut self, app: &App, visit: &Visit, now: Timestamp, lines: &mut Vec<String>) {
        let own = visit.invitations.own.as_ref().map(|open| open.invitation.code);
        if own != self.own {
            let text = app.desk().text().console();
            lines.extend(app.invitation_link().map(|link| text.invitation(&link)));
            // only who started a server on this machine knows who else reaches it
            let hosts = matches!(app.entrance().hosting, Hosting::Running { .. });
            let is_page = visit.invitations.own.as_ref().is_none_or(|open| open.invitation.web.is_some());
            let server = app.sessions().server_link().server().filter(|_| !is_page && !hosts);
            let is_here = server.is_some_and(|server| is_this_machine(&server.host));
            lines.extend(is_here.then(|| text.invitation_here.to_owned()));
        }
        self.own = own;
        let own = visit.invitations.own.as_ref().filter(|open| open.invitation.accepted_by.is_some());
        let waits: Vec<InvitationCode> =
            own.into_iter().chain(visit.invitations.awaited()).map(|open| open.invitation.code).collect();
        if waits.iter().any(|code| !self.waits.contains(code)) {
            lines.extend(lobby::waits(app, visit, now));
        }
        self.waits = waits;
        let answered = visit
            .invitations
            .followed
            .as_ref()
            .filter(|followed| !followed.is_waiting() && followed.awaited().is_none());
        let heard = answered.map(|followed| (followed.code(), followed.refusal()));
        if let Some(followed) = answered.filter(|_| heard != self.followed) {
            lines.extend(match followed.refusal() {
                Some(refusal) => Some(app.desk().text().refusal(refusal)),
                None => followed.open().map(|open| lobby::invited(app, open)),
            });
        }
        self.followed = heard;
    }
}

/// The line for a line of chat; one of the user's own is heard as others read it.
pub(super) fn said(text: &Text, line: &ChatLine) -> String {
    let words =
        if line.spectator { format!("{} {}", text.spectator_prefix, line.text) } else { line.text.clone() };
    text.console().said(&text.called(&line.name), &words)
}
