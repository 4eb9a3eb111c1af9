//! What waits in the lobby for others: the user's search, those who would play them, and the challenges by them.

use super::challenge::TermsView;
use super::seek::{end_seek, terms_in_short, told_apart};
use super::{Button, Fact, Group, GroupKind, Model, Role, parts, seek};
use chuhe_app::visit::Visit;
use chuhe_model::actions::action::LobbyAction;
use chuhe_model::lobby::{Lobby, OpenChallenge};
use chuhe_protocol::{Reach, SeekAnswer, Terms};
use chuhe_texts::minutes_and_seconds;

/// A challenge by the user, that they look for an opponent, or a player who would play them.
#[derive(Clone, Debug, PartialEq)]
pub struct OutgoingView {
    /// The other player; `None` if the user looks for anyone.
    pub name: Option<String>,
    /// What the card says of it.
    pub heading: String,
    /// That they wait, or on which terms; the detail is for how long.
    pub waiting: Fact,
    /// What to know of what it may lead to.
    pub note: Option<Fact>,
    /// Goes on with it: looks again, or challenges the player who would play.
    pub go_on: Option<Button>,
    /// Ends it.
    pub cancel: Button,
}

impl OutgoingView {
    pub(super) fn all(model: &Model<'_>, visit: &Visit) -> Vec<Self> {
        let challenges = visit.lobby.outgoing(visit.me);
        let challenges = challenges.map(|open| Self::of(model, &visit.lobby, open));
        let answers = visit.lobby.answers.iter().map(|answer| Self::answer(model, visit, answer));
        let seek = Self::seek(model, visit).or_else(|| Self::kept_seek(model, visit));
        answers.chain(seek).chain(challenges).collect()
    }

    /// That the user looks for an opponent, if they do.
    fn seek(model: &Model<'_>, visit: &Visit) -> Option<Self> {
        let sought = visit.lobby.sought.as_ref()?;
        let terms = first_terms(model, &sought.terms);
        let seconds = visit.lobby.seek(visit.me, model.now).map_or(0, |(_, seconds)| seconds);
        // guests have no rating, and choose nothing
        let reach = visit.account.is_registered.then(|| visit.lobby.reaches(sought, seconds));
        let reach = reach.and_then(Reach::points).map(|points| model.text.reach_now(points));
        let rated = seek::rated(model, &sought.terms);
        let terms: Vec<String> = std::iter::once(terms).chain(rated).chain(reach).collect();
        let waiting = Fact::new("seek.terms", terms.join(" · "));
        Some(Self {
            name: None,
            heading: model.text.seek_looking.to_owned(),
            waiting: waiting.detail(minutes_and_seconds(seconds)),
            note: note(model, &sought.terms),
            go_on: None,
            cancel: end_seek(model, "seek.end", model.text.cancel),
        })
    }

    /// That others may answer the search of the user, who has been away, and how to look again.
    fn kept_seek(model: &Model<'_>, visit: &Visit) -> Option<Self> {
        let (text, kept) = (model.text, visit.lobby.kept_seek(visit.me)?);
        let again = Button::new("seek.again", text.seek_again, LobbyAction::SeekAgain);
        let terms = [first_terms(model, &kept.terms)].into_iter().chain(seek::rated(model, &kept.terms));
        Some(Self {
            name: None,
            heading: text.seek_away_open.to_owned(),
            waiting: Fact::new("seek.terms", terms.collect::<Vec<_>>().join(" · ")),
            note: note(model, &kept.terms),
            go_on: Some(again.permit(model.permit(model.app.sessions().shown().may_seek(model.now)))),
            cancel: end_seek(model, "seek.end", text.seek_away_end),
        })
    }

    /// That one of two who were not here together would play the other.
    fn answer(model: &Model<'_>, visit: &Visit, answer: &SeekAnswer) -> Self {
        let (text, player) = (model.text, answer.player);
        let name = &*text.called(&answer.name);
        let listed = visit.lobby.player(player);
        let permit = match listed {
            _ if !answer.here => Err(text.is_offline(name)),
            Some(listed) => super::permits::may_challenge(model, visit, listed),
            None => model.online(),
        };
        let heading = match (answer.own, answer.here) {
            (false, _) => text.seek_answered(name),
            (true, true) => text.seek_here(name),
            (true, false) => text.seek_to_be_told(name),
        };
        let terms = terms_in_short(model, &answer.terms).into_iter().nth(1).unwrap_or_default();
        let away = (!answer.own && !answer.here).then(|| text.offline.to_owned());
        let rated = seek::rated(model, std::slice::from_ref(&answer.terms));
        let terms = away.into_iter().chain([terms]).chain(rated).collect::<Vec<_>>().join(" · ");
        let ago = text.seen_ago(visit.lobby.answers.ago_s(player, model.now));
        let meet = Button::new(format!("answer.meet.{name}"), text.challenge, LobbyAction::Meet(player));
        let all_terms = TermsView::of(text, &answer.terms.mirrored()).summary.join(" · ");
        let (id, label) =
            (format!("answer.drop.{name}"), if answer.own { text.cancel } else { text.decline });
        let drop = Button::new(id, label, LobbyAction::DropAnswer(player));
        Self {
            name: Some(name.to_owned()),
            heading,
            waiting: Fact::new(format!("answer.{name}"), terms).detail(ago),
            note: None,
            go_on: (answer.here || !answer.own)
                .then(|| meet.role(Role::Primary).hint(all_terms).permit(permit)),
            cancel: drop.permit(model.online()),
        }
    }

    fn of(model: &Model<'_>, lobby: &Lobby, open: &OpenChallenge) -> Self {
        let (text, id) = (model.text, open.challenge.id);
        let is_away = lobby.player(open.other).is_some_and(|player| !player.connected);
        let away = if is_away { format!("{} · ", text.offline) } else { String::new() };
        let waiting = away + text.waiting_for_answer;
        let left = text.seconds_left(model.seconds_until(open.expires_at));
        let cancel = Button::new(format!("challenge.{id}.cancel"), text.cancel, LobbyAction::Cancel(id));
        Self {
            heading: text.challenge_to(&text.called(&open.name)),
            name: Some(text.called(&open.name).into_owned()),
            waiting: Fact::new(format!("challenge.{id}.state"), waiting).detail(left),
            note: None,
            go_on: None,
            cancel: cancel.permit(model.online()),
        }
    }

    /// Whether it is about an answer to a search.
    #[must_use]
    pub fn is_answer(&self) -> bool {
        self.waiting.id.starts_with("answer.")
    }

    pub(super) fn section(&self) -> Group {
        let waiting = self.waiting.clone().detail("");
        let id = format!("{}.by", self.cancel.id);
        GroupKind::Section.of(
            id,
            self.heading.as_str(),
            parts![waiting, &self.note, &self.go_on, &self.cancel],
        )
    }
}

/// The first of the terms that the user seeks, and how many others there are.
fn first_terms(model: &Model<'_>, sought: &[Terms]) -> String {
    match &told_apart(model, sought)[..] {
        [first, others @ ..] if !others.is_empty() => model.text.seek_and_more(first, others.len()),
        few => few.join(model.text.list_comma),
    }
}

/// That a search on these terms may lead to a game that is not rated.
fn note(model: &Model<'_>, sought: &[Terms]) -> Option<Fact> {
    let is_rated = sought.iter().any(|terms| terms.rated);
    seek::not_with_guests(model, is_rated).map(|note| Fact::new("seek.note", note))
}
