//! Players and challenges of the lobby.

use super::menu;
use super::reply::{Press, Reply};
use super::words::{game_of, has_word, is_cross_board, misunderstood};
use chuhe_app::App;
use chuhe_app::visit::Visit;
use chuhe_model::actions::verb::Verb;
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::choices::lang::Lang;
use chuhe_model::lobby::invitation::OpenInvitation;
use chuhe_model::lobby::{OpenChallenge, Row};
use chuhe_protocol::{ColorChoice, GameKind, Player, Seek, Terms};
use chuhe_rules::clock::Timestamp;
use chuhe_texts::Text;
use chuhe_view::challenge::{IncomingView, TermsView};
use chuhe_view::invitation::FollowedView;
use chuhe_view::lobby::{LobbyView, PlayersRow, PlayersView};
use chuhe_view::seek::{TakeView, Ways};
use chuhe_view::{Button, Model};
use strum::VariantArray as _;

/// The visit, while the user is in the lobby, also if they play without the server meanwhile.
fn lobby(app: &App) -> Option<&Visit> {
    app.sessions()
        .server_visit()
        .filter(|visit| visit.table().is_none() && app.sessions().server_link().is_joined())
}

/// The players who are online, but not the user.
pub(super) fn online(app: &App, visit: &Visit) -> String {
    let text = app.desk().text();
    let row = |row: Row<'_>| {
        let names: Vec<String> = row.players().map(|player| name(app, visit, player)).collect();
        let names = names.join(text.list_comma);
        match row.game {
            Some((_, kind)) => text.console.is_playing(&names, text.game_choice(GameChoice::of(kind))),
            None => names,
        }
    };
    let is_here = |row: &Row<'_>| row.players().any(|player| player.connected);
    let rows: Vec<String> = visit.lobby.rows(visit.me).into_iter().filter(is_here).map(row).collect();
    match visit.lobby.counts() {
        [_, 0] if rows.is_empty() => text.lobby_empty.to_owned(),
        [_, away] if rows.is_empty() => text.lobby_away(away),
        _ => text.console.online(&rows.join(text.list_semicolon)),
    }
}

fn name(app: &App, visit: &Visit, player: &Player) -> String {
    let text = app.desk().text();
    let doing = match (player.computer_level, &player.seeking) {
        _ if visit.preferences.blocks(player.id) => text.blocked.to_owned(),
        (Some(level), _) => text.computer_of_level(level),
        (None, _) if !player.connected => text.offline.to_owned(),
        (None, Some(seek)) => text.labelled(text.seek_seeks, &said(app, seek.terms.iter().cloned())),
        (None, None) if player.watching.is_some() => text.watches.to_owned(),
        (None, None) => return player.name.to_string(),
    };
    format!("{} ({doing})", player.name)
}

pub(super) fn players(app: &App) -> Reply {
    match lobby(app) {
        Some(visit) => {
            Reply::lines(std::iter::once(online(app, visit)).chain(own_search(app, visit)).collect())
        }
        None => Reply::line(app.desk().text().console.not_here),
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
    let rows = visit.lobby.rows(visit.me);
    let found = rows.iter().flat_map(Row::players).filter_map(|it| Some((it, rest(it)?)));
    found.max_by_key(|(player, _)| player.name.as_str().len())
}

/// The colour that a word names.
pub(super) fn color(app: &App, word: &str) -> Option<ColorChoice> {
    let texts = [app.desk().text(), Text::of(Lang::En)];
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
    let texts = [app.desk().text(), Text::of(Lang::En)];
    if texts.iter().any(|text| has_word(text.console.word_untimed, word)) {
        return Some([String::new(), String::new()]);
    }
    let (minutes, seconds) = word.split_once('+').unwrap_or((word, "0"));
    let is_number = |part: &str| part.parse::<u16>().is_ok();
    (is_number(minutes) && is_number(seconds)).then(|| [minutes.to_owned(), seconds.to_owned()])
}

pub(super) fn challenge(app: &App, rest: &str, now: Timestamp) -> Reply {
    // the form for the terms is on the screen of the lobby only
    let Some(visit) = lobby(app).filter(|_| !app.sessions().has_background_server()) else {
        return Reply::line(app.desk().text().console.not_here);
    };
    if rest.is_empty() {
        return Reply::line(app.desk().text().console.meaning(Verb::Challenge));
    }
    let Some((player, options)) = player(visit, rest) else {
        return Reply::line(app.desk().text().console.no_such_player(rest));
    };
    let (model, name) = (Model::of(app, now), player.name.as_str());
    let challenge = rows(&model, visit).find_map(|row| match row {
        PlayersRow::Player(row) if row.card.label == name => Some(row.challenge),
        PlayersRow::Player(_) | PlayersRow::Game(_) => None,
    });
    challenge.map_or_else(
        || Reply::line(app.desk().text().console.not_here),
        |it| form(app, &it, Verb::Challenge, options),
    )
}

fn rows<'a>(model: &Model<'a>, visit: &'a Visit) -> impl Iterator<Item = PlayersRow> {
    let rows = PlayersView::of(model, visit).rows;
    rows.into_iter().flat_map(|rows| (0..rows.count).map(|index| (rows.row)(index)).collect::<Vec<_>>())
}

/// Opens an invitation.
pub(super) fn invite(app: &App, options: &str, now: Timestamp) -> Reply {
    let model = Model::of(app, now);
    match lobby(app).filter(|_| !app.sessions().has_background_server()) {
        Some(visit) => {
            let reply = form(app, &Ways::of(&model, visit).invite, Verb::Invite, options);
            // there is an invitation already
            let link = app.invitation_link().filter(|_| reply.actions.is_empty());
            let link = link.map(|link| app.desk().text().console.invitation(&link));
            Reply { lines: reply.lines.iter().cloned().chain(link).collect(), ..reply }
        }
        None => Reply::line(app.desk().text().console.not_here),
    }
}

/// Looks for an opponent, on the terms that the words name or on those used last; ends it if the user does already.
pub(super) fn seek(app: &App, options: &str, now: Timestamp) -> Reply {
    let model = Model::of(app, now);
    // also at a board: the search goes on there
    let visit = app.sessions().server_visit().filter(|_| app.sessions().server_link().is_joined());
    let is_looking = visit.is_some_and(|visit| visit.lobby.sought.is_some());
    if let Some(visit) = visit.filter(|_| is_looking && options.is_empty()) {
        return match Reply::button(&Ways::of(&model, visit).seek) {
            reply if reply.actions.is_empty() => reply,
            reply => Reply { lines: vec![app.desk().text().seek_ended.to_owned()], ..reply },
        };
    }
    let Some(visit) = lobby(app).filter(|_| !app.sessions().has_background_server()) else {
        return Reply::line(app.desk().text().console.not_here);
    };
    let mut reply = form(app, &Ways::of(&model, visit).seek, Verb::Seek, options);
    if is_looking && !reply.then.is_empty() {
        // the first press ends the search on other terms
        reply.then.insert(0, Press::of("lobby.seek"));
    }
    reply
}

/// Opens the form, fills in the terms that the words name, and sends it.
fn form(app: &App, open: &Button, verb: Verb, options: &str) -> Reply {
    let mut then = Vec::new();
    let (mut games, mut has_time) = (Vec::new(), false);
    for word in options.split_whitespace() {
        if let Some(game) = game_of(app, word) {
            // the board may be said in a word of its own
            games.pop_if(|last| *last == GameChoice::LuzhanqiClassic && is_cross_board(app, word));
            games.push(game);
        } else if let Some(color) = color(app, word) {
            then.push(Press::of(format!("form.{color:?}").to_lowercase()));
        } else if let Some([minutes, seconds]) = time(app, word).filter(|_| !has_time) {
            has_time = true;
            let parts = [("game", &*minutes), ("move", ""), ("increment", &*seconds), ("read", "")];
            then.extend(parts.map(|(part, text)| Press::typed(format!("form.time.{part}"), text)));
        } else {
            return misunderstood(app, word, verb);
        }
    }
    let is_search = verb == Verb::Seek;
    if let Some(&game) = if is_search { games.first() } else { games.last() } {
        then.insert(0, Press::of(format!("form.{}", <&str>::from(game))));
    }
    if is_search && !options.is_empty() {
        then.extend(also(app, &games));
    }
    then.push(Press::of("form.send"));
    let opened = Reply::button(open);
    if opened.actions.is_empty() { opened } else { Reply { then, ..opened } }
}

/// Turns on the other games of a search that the words name, and turns off those games and times that they do not.
fn also(app: &App, games: &[GameChoice]) -> Vec<Press> {
    let kept = &app.desk().settings.challenge.also;
    let is_wrong = |game: &&GameChoice| games.contains(game) != kept.games.contains(game);
    let others = GameChoice::VARIANTS.iter().filter(|game| games.first() != Some(game));
    let games = others.filter(is_wrong).map(|&game| <&str>::from(game));
    let names = games.chain(kept.times.iter().map(<&str>::from));
    // the screen lacks those that are preferred
    names.map(|name| Press { is_optional: true, ..Press::of(format!("form.also.{name}")) }).collect()
}

pub(super) fn challenges(app: &App, now: Timestamp) -> Reply {
    let Some(visit) = app.sessions().server_visit() else {
        return Reply::line(app.desk().text().console.not_here);
    };
    let incoming = visit.lobby.incoming(visit.me).map(|open| challenged(app, open));
    let outgoing = visit.lobby.outgoing(visit.me).map(|open| challenging(app, open));
    let followed = visit.invitations.followed.as_ref().filter(|followed| followed.awaited().is_none());
    let invited = followed.and_then(|followed| Some(invited(app, followed.open()?)));
    let own = app.invitation_link().map(|link| app.desk().text().console.invitation(&link));
    let seekers = seekers(visit).map(|(player, seek)| seeks(app, player, seek));
    let lines = incoming.chain(outgoing).chain(invited).chain(own).chain(waits(app, visit, now));
    let lines: Vec<String> = lines.chain(own_search(app, visit)).chain(seekers).collect();
    if lines.is_empty() {
        return Reply::line(app.desk().text().console.no_challenges);
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
    let (text, time) = (app.desk().text(), app.desk().text().time_control(terms.opponent_time));
    let game = text.game_choice(GameChoice::of(terms.game.kind()));
    text.console.challenged(name, game, &time, text.console.color(terms.color))
}

/// Says whom the user waits for, because one of them has accepted the other's invitation.
pub(super) fn waits(app: &App, visit: &Visit, now: Timestamp) -> Vec<String> {
    let text = app.desk().text();
    let ago = |open: &OpenInvitation| text.seen_ago(open.away_s(now).unwrap_or(0));
    let own = visit.invitations.own.as_ref().and_then(|open| {
        let name = open.invitation.accepted_by.as_ref()?;
        Some(text.console.invitation_accepted(name.as_str(), &ago(open)))
    });
    let awaited = visit
        .invitations
        .awaited()
        .map(|open| text.console.invitation_waiting(open.invitation.name.as_str(), &ago(open)));
    own.into_iter().chain(awaited).collect()
}

/// Says whom the user challenges to what.
pub(super) fn challenging(app: &App, open: &OpenChallenge) -> String {
    let (text, terms) = (app.desk().text(), &open.challenge.terms);
    let game = text.game_choice(GameChoice::of(terms.game.kind()));
    text.console.challenging(&open.name, game, &text.time_control(terms.challenger_time))
}

/// The other players who look for an opponent, but not those whom the user blocks.
pub(super) fn seekers(visit: &Visit) -> impl Iterator<Item = (&Player, &Seek)> {
    let others = visit.lobby.players().filter(|player| player.id != visit.me);
    let others = others.filter(|player| !visit.preferences.blocks(player.id));
    others.filter_map(|player| Some((player, player.seeking.as_deref()?)))
}

/// Says that a player looks for an opponent, on which terms, and how they are played.
pub(super) fn seeks(app: &App, player: &Player, seek: &Seek) -> String {
    let (text, name) = (&app.desk().text().console, player.name.as_str());
    let terms = said(app, seek.terms.iter().cloned());
    text.sought(name, &terms)
}

/// Says on which terms the user looks for an opponent, if they do.
pub(super) fn own_search(app: &App, visit: &Visit) -> Option<String> {
    let sought = visit.lobby.sought.as_ref()?;
    Some(app.desk().text().console.seeking(&said(app, sought.terms.iter().map(Terms::mirrored))))
}

/// The terms, as a challenged player reads them.
fn said(app: &App, terms: impl Iterator<Item = Terms>) -> String {
    let text = app.desk().text();
    let said = terms.map(|terms| TermsView::of(text, &terms).summary.join(text.list_comma));
    said.collect::<Vec<_>>().join(text.list_semicolon)
}

/// Answers the challenge of the named player, or the oldest one.
pub(super) fn answer(app: &App, from: &str, accept: bool, now: Timestamp) -> Reply {
    let model = Model::of(app, now);
    let answer_to = |followed: FollowedView| {
        Reply::button(&followed.accept.filter(|_| accept).unwrap_or(followed.dismiss))
    };
    if let Some(followed) = FollowedView::before_joining(&model) {
        return answer_to(followed);
    }
    // a player at the board of a finished game can be challenged there
    let Some(visit) = app.sessions().server_visit().filter(|_| app.sessions().server_link().is_joined())
    else {
        return Reply::line(app.desk().text().console.nothing_asked);
    };
    if let Some(followed) = FollowedView::in_lobby(&model) {
        return answer_to(followed);
    }
    // the name of somebody who looks for several games may be followed by one of them
    let named = player(visit, from);
    let game = named.filter(|_| accept).and_then(|(_, rest)| game_of(app, rest.trim()));
    let from = named.filter(|_| game.is_some()).map_or(from, |(player, _)| player.name.as_str());
    let mut incoming = visit.lobby.incoming(visit.me);
    let is_wanted = |kind: GameKind| game.is_none_or(|game| game.kind() == kind);
    let open = incoming.find(|open| {
        let is_from = from.is_empty() || open.name.to_lowercase() == from.to_lowercase();
        is_from && is_wanted(open.challenge.terms.game.kind())
    });
    let Some(open) = open else {
        let take = rows(&model, visit).find_map(|row| take(row, from));
        let take = take.and_then(|take| take.each.into_iter().find(|(kind, _)| is_wanted(*kind)));
        let is_here = player(visit, from).is_some_and(|(_, rest)| rest.is_empty());
        return match take {
            Some((_, take)) if accept => Reply::button(&take),
            // they may have stopped while the user typed
            None if accept && is_here => Reply::line(app.desk().text().seek_refused_gone),
            _ => Reply::line(app.desk().text().console.no_challenges),
        };
    };
    let described = IncomingView::of(&model, open);
    Reply::button(if accept { &described.accept } else { &described.decline })
}

/// How the player of this name is played, if they look for an opponent.
fn take(row: PlayersRow, name: &str) -> Option<TakeView> {
    let PlayersRow::Player(row) = row else { return None };
    row.take.filter(|_| row.card.label.to_lowercase() == name.to_lowercase())
}

/// Cancels what the user has offered to others, and what they wait for.
pub(super) fn cancel(app: &App, now: Timestamp) -> Reply {
    let Some(visit) = app.sessions().server_visit() else {
        return Reply::line(app.desk().text().console.not_here);
    };
    let LobbyView { outgoing, invitations, .. } = LobbyView::of(&Model::of(app, now), visit);
    let text = &app.desk().text().console;
    let offered = outgoing.into_iter().map(|it| (it.cancel, it.name));
    // the last button of an invitation ends it
    let ends = invitations.into_iter().filter_map(|it| Some((it.buttons.into_iter().last()?, it.heading)));
    let ends: Vec<Reply> = offered
        .chain(ends.map(|(button, what)| (button, Some(what))))
        .map(|(button, what)| match (Reply::button(&button), what) {
            (reply, _) if reply.actions.is_empty() => reply,
            (reply, Some(what)) => Reply { lines: vec![text.withdrawn(&what)], ..reply },
            (reply, None) => Reply { lines: vec![app.desk().text().seek_ended.to_owned()], ..reply },
        })
        .collect();
    if ends.is_empty() {
        return Reply::line(text.no_challenges);
    }
    let lines = ends.iter().flat_map(|reply| reply.lines.clone()).collect();
    Reply { lines, ..Reply::actions(ends.into_iter().flat_map(|reply| reply.actions).collect()) }
}

pub(super) fn watch(app: &App, rest: &str, now: Timestamp) -> Reply {
    if app.sessions().visit().is_some_and(|visit| rest.is_empty() && visit.rematch().is_some()) {
        return menu::press(app, now, &["watch.rematch"], "");
    }
    let Some(visit) = lobby(app) else { return Reply::line(app.desk().text().console.not_here) };
    let Some((player, _)) = player(visit, rest) else {
        return Reply::line(app.desk().text().console.no_such_player(rest));
    };
    let model = Model::of(app, now);
    let watch = rows(&model, visit).find_map(|row| match row {
        PlayersRow::Game(row) if row.names.iter().any(|name| name == player.name.as_str()) => Some(row.watch),
        PlayersRow::Game(_) | PlayersRow::Player(_) => None,
    });
    watch.map_or_else(|| Reply::line(app.desk().text().console.not_here), |watch| Reply::button(&watch))
}
