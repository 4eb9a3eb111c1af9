//! Players and challenges of the lobby.

use super::reply::Reply;
use super::words::{game_of, has_word};
use chuhe_app::App;
use chuhe_app::visit::Visit;
use chuhe_model::actions::action::{Action, Field, FormAction, InvitationAction, LobbyAction, TimePart};
use chuhe_model::actions::verb::Verb;
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::choices::lang::Lang;
use chuhe_model::lobby::invitation::{FollowedInvitation, OpenInvitation};
use chuhe_model::lobby::{OpenChallenge, Row};
use chuhe_protocol::{Activity, ColorChoice, DeclineReason, Player, Terms};
use chuhe_rules::clock::Timestamp;
use chuhe_texts::Text;

/// The visit, while the user is in the lobby, also if they play without the server meanwhile.
fn lobby(app: &App) -> Option<&Visit> {
    app.server_visit().filter(|visit| visit.table().is_none() && app.server_link().is_joined())
}

/// The players who are online, but not the user.
pub(super) fn online(app: &App, visit: &Visit) -> String {
    let text = app.text();
    let row = |row: Row<'_>| {
        let names: Vec<String> = row.players().map(|player| name(app, player)).collect();
        let names = names.join(text.list_comma);
        match row.game {
            Some((_, kind)) => text.console.is_playing(&names, text.game_choice(GameChoice::of(kind))),
            None => names,
        }
    };
    let rows: Vec<String> = visit.lobby().rows(visit.me()).into_iter().map(row).collect();
    if rows.is_empty() { text.lobby_empty.to_owned() } else { text.console.online(&rows.join("; ")) }
}

fn name(app: &App, player: &Player) -> String {
    match player.computer_level {
        Some(level) => format!("{} ({})", player.name, app.text().computer_of_level(level)),
        None if player.watching.is_some() => format!("{} ({})", player.name, app.text().watches),
        None => player.name.to_string(),
    }
}

pub(super) fn players(app: &App) -> Reply {
    match lobby(app) {
        Some(visit) => Reply::line(online(app, visit)),
        None => Reply::line(app.text().console.not_here),
    }
}

/// Finds the player with whose name `text` begins, and returns the rest of it.
fn player<'a, 't>(visit: &'a Visit, text: &'t str) -> Option<(&'a Player, &'t str)> {
    let rest = |player: &Player| {
        let name = player.name.as_str();
        let start = text.get(..name.len())?;
        let rest = &text[name.len()..];
        let ends = rest.is_empty() || rest.starts_with(char::is_whitespace);
        (start.to_lowercase() == name.to_lowercase() && ends).then_some(rest)
    };
    let rows = visit.lobby().rows(visit.me());
    let found = rows.iter().flat_map(Row::players).filter_map(|it| Some((it, rest(it)?)));
    found.max_by_key(|(player, _)| player.name.as_str().len())
}

/// The colour that a word names.
pub(super) fn color(app: &App, word: &str) -> Option<ColorChoice> {
    let texts = [app.text(), Text::of(Lang::En)];
    let is = |words: fn(&Text) -> &'static str| texts.iter().any(|text| has_word(words(text), word));
    if is(|text| text.console.word_red) {
        Some(ColorChoice::Red)
    } else if is(|text| text.console.word_black) {
        Some(ColorChoice::Black)
    } else {
        is(|text| text.console.word_random).then_some(ColorChoice::Random)
    }
}

/// The minutes and the increment in seconds of a word such as `10+5`; both 0 for no clock.
fn time(app: &App, word: &str) -> Option<[String; 2]> {
    let texts = [app.text(), Text::of(Lang::En)];
    if texts.iter().any(|text| has_word(text.console.word_untimed, word)) {
        return Some([String::new(), String::new()]);
    }
    let (minutes, seconds) = word.split_once('+').unwrap_or((word, "0"));
    let is_number = |part: &str| part.parse::<u16>().is_ok();
    (is_number(minutes) && is_number(seconds)).then(|| [minutes.to_owned(), seconds.to_owned()])
}

pub(super) fn challenge(app: &App, rest: &str) -> Reply {
    // the form for the terms is on the screen of the lobby only
    let Some(visit) = lobby(app).filter(|_| !app.has_background_server()) else {
        return Reply::line(app.text().console.not_here);
    };
    if rest.is_empty() {
        return Reply::line(app.text().console.meaning(Verb::Challenge));
    }
    let Some((player, options)) = player(visit, rest) else {
        return Reply::line(app.text().console.no_such_player(rest));
    };
    form(app, Action::Lobby(LobbyAction::Challenge(player.id)), options)
}

/// Opens an invitation.
pub(super) fn invite(app: &App, options: &str) -> Reply {
    if lobby(app).is_none() || app.has_background_server() {
        return Reply::line(app.text().console.not_here);
    }
    match app.may_invite() {
        Ok(()) => form(app, Action::Invitation(InvitationAction::OpenForm), options),
        Err(denied) => Reply::line(app.text().denied(denied)),
    }
}

/// Opens the form, fills in the terms that the words name, and sends it.
fn form(app: &App, open: Action, options: &str) -> Reply {
    let mut actions = vec![open];
    for word in options.split_whitespace() {
        if let Some(game) = game_of(app, word) {
            actions.push(Action::Form(FormAction::Game(game)));
        } else if let Some(color) = color(app, word) {
            actions.push(Action::Form(FormAction::Color(color)));
        } else if let Some([minutes, seconds]) = time(app, word) {
            let parts = [
                (TimePart::GameMinutes, minutes),
                (TimePart::MoveSeconds, String::new()),
                (TimePart::IncrementSeconds, seconds),
                (TimePart::ReadSeconds, String::new()),
            ];
            let edits = parts.map(|(part, text)| Action::Edit(Field::OwnTime(part), text));
            actions.extend(edits);
        } else {
            return Reply::line(app.text().console.unknown);
        }
    }
    actions.push(Action::Form(FormAction::Send));
    Reply::actions(actions)
}

pub(super) fn challenges(app: &App, now: Timestamp) -> Reply {
    let Some(visit) = app.server_visit() else { return Reply::line(app.text().console.not_here) };
    let incoming = visit.lobby().incoming(visit.me()).map(|open| challenged(app, open));
    let outgoing = visit.lobby().outgoing(visit.me()).map(|open| challenging(app, open));
    let followed = visit.followed().filter(|followed| followed.awaited().is_none());
    let invited = followed.and_then(|followed| Some(invited(app, followed.open()?)));
    let own = app.invitation_link().map(|link| app.text().console.invitation(&link));
    let lines = incoming.chain(outgoing).chain(invited).chain(own).chain(waits(app, visit, now));
    let lines: Vec<String> = lines.collect();
    if lines.is_empty() {
        return Reply::line(app.text().console.no_challenges);
    }
    Reply::lines(lines)
}

/// Says who challenges the user to what.
pub(super) fn challenged(app: &App, open: &OpenChallenge) -> String {
    offered(app, &open.name, &open.challenge.terms)
}

/// Says who invites the user to what.
pub(super) fn invited(app: &App, open: &OpenInvitation) -> String {
    offered(app, open.invitation.name.as_str(), &open.invitation.terms)
}

fn offered(app: &App, name: &str, terms: &Terms) -> String {
    let (text, time) = (app.text(), app.text().time_control(terms.opponent_time));
    let game = text.game_choice(GameChoice::of(terms.game.kind()));
    text.console.challenged(name, game, &time, text.console.color(terms.color))
}

/// Says whom the user waits for, because one of them has accepted the other's invitation.
pub(super) fn waits(app: &App, visit: &Visit, now: Timestamp) -> Vec<String> {
    let text = app.text();
    let ago = |open: &OpenInvitation| text.seen_ago(open.away_s(now).unwrap_or(0));
    let own = visit.invitation().and_then(|open| {
        let name = open.invitation.accepted_by.as_ref()?;
        Some(text.console.invitation_accepted(name.as_str(), &ago(open)))
    });
    let awaited = visit
        .awaited()
        .map(|open| text.console.invitation_waiting(open.invitation.name.as_str(), &ago(open)));
    own.into_iter().chain(awaited).collect()
}

/// Says whom the user challenges to what.
pub(super) fn challenging(app: &App, open: &OpenChallenge) -> String {
    let (text, terms) = (app.text(), &open.challenge.terms);
    let game = text.game_choice(GameChoice::of(terms.game.kind()));
    text.console.challenging(&open.name, game, &text.time_control(terms.challenger_time))
}

/// Answers the challenge of the named player, or the oldest one.
pub(super) fn answer(app: &App, from: &str, accept: bool) -> Reply {
    let answer_to = |followed: &FollowedInvitation| {
        let accepts = accept && followed.can_be_accepted();
        let answer = if accepts { InvitationAction::Accept } else { InvitationAction::Dismiss };
        Reply::action(Action::Invitation(answer))
    };
    if let Some(followed) = app.invited() {
        return answer_to(followed);
    }
    // a player at the board of a finished game can be challenged there
    let Some(visit) = app.server_visit().filter(|_| app.server_link().is_joined()) else {
        return Reply::line(app.text().console.nothing_asked);
    };
    if let Some(followed) = visit.followed().filter(|followed| followed.awaited().is_none()) {
        return answer_to(followed);
    }
    let mut incoming = visit.lobby().incoming(visit.me());
    let open = incoming.find(|open| from.is_empty() || open.name.to_lowercase() == from.to_lowercase());
    let Some(open) = open else { return Reply::line(app.text().console.no_challenges) };
    let challenge = open.challenge.id;
    Reply::action(Action::Lobby(if accept {
        LobbyAction::Accept(challenge)
    } else {
        LobbyAction::Decline(challenge, DeclineReason::Unspecified)
    }))
}

pub(super) fn cancel(app: &App) -> Reply {
    let Some(visit) = app.server_visit() else { return Reply::line(app.text().console.not_here) };
    let open = visit.lobby().outgoing(visit.me()).map(|open| open.challenge.id);
    let invitation = visit.invitation().map(|_| Action::Invitation(InvitationAction::Withdraw));
    let awaited = visit.awaited().map(|_| Action::Invitation(InvitationAction::Leave));
    let challenges = open.map(|id| Action::Lobby(LobbyAction::Cancel(id)));
    let actions: Vec<Action> = challenges.chain(invitation).chain(awaited).collect();
    if actions.is_empty() {
        return Reply::line(app.text().console.no_challenges);
    }
    Reply::actions(actions)
}

pub(super) fn watch(app: &App, rest: &str) -> Reply {
    let rematch = app.table().filter(|_| rest.is_empty()).and_then(|table| table.rematch);
    if let Some(game) = rematch {
        return Reply::action(Action::Lobby(LobbyAction::Watch(game)));
    }
    let Some(visit) = lobby(app) else { return Reply::line(app.text().console.not_here) };
    match player(visit, rest).map(|(player, _)| player.activity) {
        Some(Activity::Playing { game, .. }) => Reply::action(Action::Lobby(LobbyAction::Watch(game))),
        Some(Activity::Idle | Activity::AtBoard { .. }) => Reply::line(app.text().console.not_here),
        None => Reply::line(app.text().console.no_such_player(rest)),
    }
}
