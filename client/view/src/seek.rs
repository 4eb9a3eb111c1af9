//! Looking for an opponent, and the other ways to a game without choosing a player.

use super::challenge::TermsView;
use super::{Button, Model, Part, Role, parts, start};
use chuhe_app::visit::Visit;
use chuhe_model::actions::action::{InvitationAction, LobbyAction};
use chuhe_model::actions::start_action::StartAction;
use chuhe_model::lobby::challenge::Addressee;
use chuhe_protocol::{ColorChoice, Player, Terms, Unratable};
use chuhe_rules::clock::TimeControl;
use chuhe_texts::Text;
use std::collections::BTreeSet;

/// The ways to a game without choosing a player.
#[derive(Clone, Debug, PartialEq)]
pub struct Ways {
    /// Looks for an opponent on the terms used last, or on the usual ones; ends the search.
    pub seek: Button,
    /// Says these terms, and opens the form with them.
    pub terms: Button,
    /// Opens the form of a game against the computer, or goes on with the one that was left; it stands out once nobody
    /// has come for a while.
    pub computer: Button,
    /// Opens the form of an invitation.
    pub invite: Button,
}

impl Ways {
    /// What the user may do in this visit.
    pub fn of(model: &Model<'_>, visit: &Visit) -> Self {
        let text = model.text;
        let seek = match visit.lobby.sought {
            Some(_) => end_seek(model, "lobby.seek", text.seek_stop),
            None => Button::new("lobby.seek", text.seek_find, LobbyAction::Seek)
                .role(Role::Primary)
                .hint(text.seek_hint)
                .permit(may_seek(model)),
        };
        let [computer, invite] = computer_and_invitation(model);
        let role = if visit.lobby.offers_computer(visit.me, model.now) { Role::Primary } else { Role::Plain };
        Self { seek, terms: change(model, visit), computer: computer.role(role), invite }
    }

    pub(crate) fn parts(&self) -> Vec<Part> {
        parts![&self.seek, &self.terms, &self.computer, &self.invite]
    }
}

fn may_seek(model: &Model<'_>) -> Result<(), String> {
    model.permit(model.app.sessions().shown().may_seek(model.now))
}

/// The terms on which the user looks or would look for an opponent, in the fewest words; a press changes them.
fn change(model: &Model<'_>, visit: &Visit) -> Button {
    let text = model.text;
    let usual = || visit.form_for(Addressee::Anyone, &model.app.desk().settings.challenge).sought();
    let sought = visit.lobby.sought.as_ref().map(|sought| sought.terms.clone());
    let sought = sought.or_else(|| usual().ok()).unwrap_or_default();
    let preferred = sought.first().and_then(|terms| terms_in_short(model, terms).pop());
    let said = preferred.map(|words| match sought.len() {
        ..=1 => words,
        several => text.seek_and_more(&words, several - 1),
    });
    let label = said.map_or_else(|| text.seek_terms.to_owned(), |words| text.seek_change(&words));
    Button::new("lobby.terms", label, LobbyAction::OpenSeekForm).hint(text.seek_terms).permit(may_seek(model))
}

/// The terms that somebody seeks, from all to the fewest words.
pub(crate) fn terms_in_short(model: &Model<'_>, terms: &Terms) -> Vec<String> {
    let (text, control) = (model.text, terms.challenger_time);
    let color = match terms.color {
        ColorChoice::Random => None,
        ColorChoice::Red | ColorChoice::Black => Some(text.color_choice(terms.color)),
    };
    let main = TimeControl { game_ms: control.game_ms, ..TimeControl::UNTIMED };
    let short = text.clock.short(if control.game_ms > 0 { main } else { control });
    let said = |time: &str, color: Option<&str>| {
        [TermsView::game(text, terms), time].into_iter().chain(color).collect::<Vec<_>>().join(" · ")
    };
    vec![said(&text.clock.short(control), color), said(&short, color), said(&short, None)]
}

/// Several terms, each in the fewest words that tell them all apart.
pub(crate) fn told_apart(model: &Model<'_>, sought: &[Terms]) -> Vec<String> {
    let words: Vec<Vec<String>> = sought.iter().map(|terms| terms_in_short(model, terms)).collect();
    let most = words.first().map_or(0, Vec::len);
    let of = |length: usize| words.iter().filter_map(|words| words.get(length).cloned()).collect();
    let differ = |said: &Vec<String>| said.iter().collect::<BTreeSet<_>>().len() == said.len();
    (0..most).rev().map(of).find(differ).unwrap_or_else(|| of(0))
}

/// That a game on these terms is rated, if one can be: untimed ones never are.
pub(crate) fn rated(model: &Model<'_>, sought: &[Terms]) -> Option<String> {
    sought.iter().any(|terms| terms.rated).then(|| model.text.rating_rated.to_owned())
}

/// That a search for a rated game may begin one that is not rated: with a guest.
pub(crate) fn not_with_guests(model: &Model<'_>, is_rated: bool) -> Option<String> {
    is_rated.then(|| model.text.rating_not_with_guest.to_owned())
}

/// That a game on these terms of somebody who seeks would not be rated for a guest, and why.
#[must_use]
pub fn unrated_for_guest(text: &Text, visit: &Visit, sought: &[Terms]) -> Option<String> {
    let is_lost = !visit.account.is_registered && sought.iter().any(|terms| terms.rated);
    is_lost.then(|| text.labelled(text.rating_unrated, text.unratable(Unratable::Guest)))
}

/// Ends the search for an opponent.
pub(crate) fn end_seek(model: &Model<'_>, id: &'static str, label: &'static str) -> Button {
    Button::new(id, label, LobbyAction::EndSeek).permit(model.online())
}

/// The buttons for a game against the computer, and for an invitation.
fn computer_and_invitation(model: &Model<'_>) -> [Button; 2] {
    let (text, local) = (model.text, &model.text.local);
    let computer = computer(model, "lobby.computer", [local.play_computer, local.meanwhile_hint]);
    let invite = Button::new("lobby.invite", text.invitation.heading, InvitationAction::OpenForm);
    let may = model.permit(model.app.sessions().shown().may_invite());
    [computer, invite.hint(text.invitation.hint).permit(may)]
}

/// The button that opens the form of a game against the computer, with its label and hint, or goes on with the game that
/// was left.
pub(crate) fn computer(model: &Model<'_>, id: &'static str, [label, hint]: [&str; 2]) -> Button {
    match start::left(model) {
        Some([game, who, plies]) => {
            let label = format!("{} · {who}", model.text.local.continue_game);
            Button::new(id, label, StartAction::PlayComputer).hint([game, plies, hint.to_owned()].join(" · "))
        }
        None => Button::new(id, label, StartAction::ChooseComputer(true)).hint(hint),
    }
}

/// A player who looks for an opponent, and may be played at once.
#[derive(Clone, Debug, PartialEq)]
pub struct TakeView {
    /// Begins the game on the terms that they prefer; the hint says these in full.
    pub play: Button,
    /// The terms that they seek, from all to the fewest words: where there are several, the later ones are counted only.
    pub terms: Vec<String>,
    /// Begins the game on each of the terms that they seek; on the card of the player.
    pub each: Vec<(Terms, Button)>,
    /// Who is played, or told that the user would.
    pub with: String,
}

impl TakeView {
    /// `None` if the player does not look for an opponent.
    pub(crate) fn of(model: &Model<'_>, visit: &Visit, player: &Player) -> Option<Self> {
        let text = model.text;
        let seeking = player.seeking.as_deref()?;
        let mut sought = seeking.terms.clone();
        let unrated: Vec<Option<String>> =
            sought.iter().map(|terms| unrated_for_guest(text, visit, std::slice::from_ref(terms))).collect();
        // a guest plays the same game, and it changes no rating
        sought.iter_mut().for_each(|terms| terms.rated &= visit.account.is_registered);
        let all = told_apart(model, &sought.iter().map(Terms::mirrored).collect::<Vec<_>>());
        let permit = |terms: &Terms| {
            model.permit(model.app.sessions().shown().may_take_seek(visit, player, terms, model.now))
        };
        let name = &*text.called(&player.name);
        let (play, with) = match (seeking.live, player.connected) {
            (true, _) => (text.seek_play, text.seek_play_with(name)),
            // they are here, and do not look for an opponent now
            (false, true) => (text.seek_ask, text.seek_ask_name(name)),
            // whoever is away is told
            (false, false) => (text.seek_tell, text.seek_tell_name(name)),
        };
        let take = |((index, terms), said): ((usize, &Terms), &String)| {
            let (id, role) = match index {
                0 => ("player.take".to_owned(), Role::Primary),
                _ => (format!("player.take.{index}"), Role::Plain),
            };
            let label = if sought.len() == 1 { play.to_owned() } else { text.labelled(play, said) };
            let why = unrated[index].clone();
            let label = [label].into_iter().chain(why.as_ref().map(|_| text.rating_unrated.to_owned()));
            let label = label.collect::<Vec<_>>().join(" · ");
            let button = Button::new(id, label, LobbyAction::TakeSeek(player.id, index)).role(role);
            let all_terms: Vec<String> = TermsView::of(text, terms).summary.into_iter().chain(why).collect();
            (terms.clone(), button.hint(all_terms.join(" · ")).permit(permit(terms)))
        };
        let each: Vec<_> = sought.iter().enumerate().zip(&all).map(take).collect();
        let (id, label) = (format!("lobby.take.{}", player.name).into(), play.to_owned());
        let (_, play) = each.first()?.clone();
        let preferred = sought.first()?;
        let mut terms = terms_in_short(model, &preferred.mirrored());
        terms.push(TermsView::game(text, preferred).to_owned());
        if sought.len() > 1 {
            terms.iter_mut().for_each(|words| *words = text.seek_and_more(words, sought.len() - 1));
            terms.insert(0, all.join(text.list_comma));
            // for the narrowest place
            terms.push(format!("{} +{}", TermsView::game(text, preferred), sought.len() - 1));
        }
        let is_lost = unrated.iter().any(Option::is_some);
        if let Some(rated) = rated(model, &sought).or(is_lost.then(|| text.rating_unrated.to_owned())) {
            // where there is no room for both, a guest must learn what they might not expect
            let narrowest = if is_lost { Some(rated.clone()) } else { terms.last().cloned() };
            terms.iter_mut().for_each(|words| *words = format!("{words} · {rated}"));
            terms.extend(narrowest);
        }
        if !player.connected {
            let away = terms.iter().map(|words| format!("{} · {words}", text.offline));
            terms = away.chain(terms.iter().cloned()).collect();
        }
        Some(Self { play: Button { id, label, role: Role::Plain, ..play }, terms, each, with })
    }
}
