//! Players and challenges of the lobby.

use super::menu;
use super::reply::{Press, Reply};
use super::words::{Named, in_one_word, misunderstood};
use chuhe_app::App;
use chuhe_app::visit::Visit;
use chuhe_model::actions::action::{Action, Field};
use chuhe_model::actions::time_fields::TimeText;
use chuhe_model::actions::verb::Verb;
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::choices::local_choice::LEVELS;
use chuhe_model::choices::preset::Preset;
use chuhe_model::lobby::challenge::{Addressee, ChallengeForm};
use chuhe_model::lobby::invitation::OpenInvitation;
use chuhe_model::lobby::{OpenChallenge, Row};
use chuhe_protocol::{Player, PlayerName, Reach, Seek, SeekAnswer, Terms, Unratable};
use chuhe_rules::clock::{TimeControl, Timestamp};
use chuhe_texts::Text;
use chuhe_view::challenge::{IncomingView, TermsView};
use chuhe_view::invitation::FollowedView;
use chuhe_view::lobby::{LobbyView, PlayersRow, online_count};
use chuhe_view::outgoing::OutgoingView;
use chuhe_view::pages::challenge_named;
use chuhe_view::seek::{TakeView, Ways, unrated_for_guest};
use chuhe_view::{Button, Model};
use strum::VariantArray as _;

/// The most computer players of a level who are known by what they are called while they are not listed.
const MOST_OF_A_LEVEL: u8 = 20;

/// The visit, while the user is in the lobby, also if they play without the server meanwhile.
pub(super) fn lobby(app: &App) -> Option<&Visit> {
    app.sessions()
        .server_visit()
        .filter(|visit| visit.table().is_none() && app.sessions().server_link().is_joined())
}

/// The players who are online and whose names contain the filter, but not the user; in a crowded lobby those of a page.
pub(super) fn online(app: &App, visit: &Visit, filter: &str) -> String {
    let text = app.desk().text();
    let row = |row: Row<'_>| {
        let names: Vec<String> = row.players().map(|player| name(app, visit, player)).collect();
        let names = names.join(text.list_comma);
        match row.game {
            Some((_, kind)) => text.console().is_playing(&names, text.game_choice(GameChoice::of(kind))),
            None => names,
        }
    };
    let is_here = |row: &Row<'_>| row.players().any(|player| player.connected);
    let rows = visit.lobby.rows_with(visit.me, filter, |name| text.called(name));
    let rows: Vec<String> = rows.into_iter().filter(is_here).map(row).collect();
    if let Some(place) = visit.lobby.pages.place() {
        let page = text.profile().page(place.number().saturating_add(1), place.count());
        let rows =
            if rows.is_empty() { text.no_player_found.to_owned() } else { rows.join(text.list_semicolon) };
        return format!("{} · {page} · {rows}", online_count(text, &visit.lobby));
    }
    match visit.lobby.counts() {
        _ if rows.is_empty() && !filter.is_empty() => text.no_player_found.to_owned(),
        [_, 0] if rows.is_empty() => text.lobby_empty.to_owned(),
        [_, away] if rows.is_empty() => text.lobby_away(away),
        _ => text.console().online(&rows.join(text.list_semicolon)),
    }
}

fn name(app: &App, visit: &Visit, player: &Player) -> String {
    let (text, called) = (app.desk().text(), app.desk().text().called(&player.name));
    let level = player.computer_level.and_then(|level| text.level_beside(&player.name, level));
    let doing = match (level, &player.seeking) {
        _ if visit.preferences.blocks(player.id) => text.blocked.to_owned(),
        (Some(level), _) => level,
        (None, _) if !player.connected => text.offline.to_owned(),
        (None, Some(seek)) => text.labelled(text.seek_seeks, &said(app, seek.terms.iter().cloned())),
        (None, None) if player.watching.is_some() => text.watches.to_owned(),
        (None, None) => return called.into_owned(),
    };
    text.aside(&called, &doing)
}

/// Lists who is online, or those whose names contain a part.
pub(super) fn players(app: &App, part: &str) -> Reply {
    let Some(visit) = lobby(app) else { return Reply::line(app.desk().text().console().not_here) };
    let mut reply = if visit.lobby.pages.place().is_some() && visit.lobby.filter().trim() != part {
        // the page is said once it has arrived
        Reply::default()
    } else {
        Reply::lines(std::iter::once(online(app, visit, part)).chain(own_search(app, visit)).collect())
    };
    if visit.lobby.filter() != part {
        reply.actions.push(Action::Edit(Field::Filter, part.to_owned()));
    }
    reply
}

/// Finds the player with whose name, or with what they are called, `typed` begins, and returns the rest of it.
fn player<'a, 't>(text: &Text, visit: &'a Visit, typed: &'t str) -> Option<(&'a Player, &'t str)> {
    let rest = |player: &Player| {
        after(&text.called(&player.name), typed).or_else(|| after(player.name.as_str(), typed))
    };
    let rows = visit.lobby.rows_with(visit.me, "", |name| text.called(name));
    let found = rows.iter().flat_map(Row::players).filter_map(|it| Some((it, rest(it)?)));
    found.min_by_key(|(_, rest)| rest.len())
}

/// What is typed behind a name with which it begins.
fn after<'t>(name: &str, typed: &'t str) -> Option<&'t str> {
    let (start, rest) = typed.split_at_checked(name.len())?;
    let ends = rest.is_empty() || rest.starts_with(char::is_whitespace);
    (start.to_lowercase() == name.to_lowercase() && ends).then_some(rest)
}

/// The name of the player, listed or not, with which or with what they are called `typed` begins.
fn unlisted(text: &Text, typed: &str) -> Option<PlayerName> {
    // what a computer player is called has more words than one, and those of the second of a level most
    let further = |first: &PlayerName| {
        let first = first.clone();
        (2..=MOST_OF_A_LEVEL).filter_map(move |number| PlayerName::parse(&format!("{first}-{number}")).ok())
    };
    let mut computers = LEVELS.map(PlayerName::of_computer).flat_map(|first| further(&first).chain([first]));
    let computer = computers.find(|name| after(&text.called(name), typed).is_some());
    computer.or_else(|| PlayerName::parse(typed.split_whitespace().next()?).ok())
}

pub(super) fn challenge(app: &App, rest: &str, now: Timestamp) -> Reply {
    // the form for the terms is on the screen of the lobby only
    let Some(visit) = lobby(app).filter(|_| !app.sessions().has_background_server()) else {
        return Reply::line(app.desk().text().console().not_here);
    };
    if rest.is_empty() {
        return Reply::line(app.desk().text().console().meaning(Verb::Challenge));
    }
    let text = app.desk().text();
    let Some((player, options)) = player(text, visit, rest) else {
        // in a crowded lobby the server finds who is not on the page, and the form opens
        if let Some(name) = unlisted(text, rest).filter(|_| visit.lobby.pages.place().is_some()) {
            return Reply::action(challenge_named(name));
        }
        return Reply::line(app.desk().text().console().no_such_player(rest));
    };
    let (model, name) = (Model::of(app, now), &*text.called(&player.name));
    let challenge = rows(&model, visit).find_map(|row| match row {
        PlayersRow::Player(row) if row.card.label == name => Some(row.challenge),
        PlayersRow::Player(_) | PlayersRow::Game(_) => None,
    });
    challenge.map_or_else(
        || Reply::line(app.desk().text().console().not_here),
        |it| form(app, &it, Verb::Challenge, options),
    )
}

fn rows<'a>(model: &Model<'a>, visit: &'a Visit) -> impl Iterator<Item = PlayersRow> {
    let rows = PlayersRow::all(model, visit);
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
            let link = link.map(|link| app.desk().text().console().invitation(&link));
            Reply { lines: reply.lines.iter().cloned().chain(link).collect(), ..reply }
        }
        None => Reply::line(app.desk().text().console().not_here),
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
        return Reply::line(app.desk().text().console().not_here);
    };
    let ways = Ways::of(&model, visit);
    let mut reply = form(app, if is_looking { &ways.seek } else { &ways.terms }, Verb::Seek, options);
    if is_looking && !reply.then.is_empty() {
        // the first press ends the search on other terms
        reply.then.insert(0, Press::of(ways.terms.id));
    }
    reply
}

/// Opens the form, fills in the terms that the words name, and sends it.
fn form(app: &App, open: &Button, verb: Verb, options: &str) -> Reply {
    let is_search = verb == Verb::Seek;
    let mut named = match Named::read(app, options, is_search) {
        Ok(named) => named,
        Err(word) => return misunderstood(app, word, verb),
    };
    let is_registered = app.sessions().visit().is_some_and(|visit| visit.account.is_registered);
    let is_near = named.reach.is_some_and(|reach| reach != Reach::Anyone);
    if is_search && !is_registered && (is_near || named.rated == Some(true)) {
        // a search that goes on must not end for it
        return Reply::line(app.desk().text().unratable(Unratable::Guest));
    }
    if named.is_lasting && !is_registered {
        return Reply::line(app.desk().text().seek_refused_guest);
    }
    let is_changed = is_search && !options.is_empty();
    let also = match if is_changed { also(app, &mut named) } else { Ok(Vec::new()) } {
        Ok(also) => also,
        Err(why) => return Reply::line(why),
    };
    let game = if is_search { named.games.first() } else { named.games.last() };
    let game = game.map(|&game| Press::of(format!("form.{}", <&str>::from(game))));
    let color = named.color.map(|color| Press::of(format!("form.{color:?}").to_lowercase()));
    let time = named.times.first().map(|&time| {
        let TimeText { game_minutes, move_seconds, increment_seconds, read_seconds } = TimeText::of(time);
        [
            ("game", game_minutes),
            ("move", move_seconds),
            ("increment", increment_seconds),
            ("read", read_seconds),
        ]
        .map(|(part, text)| Press::typed(format!("form.time.{part}"), &text))
    });
    // where the form has no choice, no game is rated
    let rated = named.rated.map(|rated| Press {
        is_optional: !rated,
        ..Press::of(if rated { "form.rated" } else { "form.unrated" })
    });
    // guests have no choice, and look for anyone
    let reach = named.reach.map(|reach| Press {
        is_optional: reach == Reach::Anyone,
        ..Press::of(format!("form.reach.{reach:?}").to_lowercase())
    });
    let then = game.into_iter().chain(color).chain(time.into_iter().flatten()).chain(also).chain(rated);
    // a typed search says itself whether it lasts; guests have no choice
    let lasting = is_changed.then(|| Press {
        is_optional: !named.is_lasting,
        ..Press::of(if named.is_lasting { "form.tell" } else { "form.stop" })
    });
    let then = then.chain(reach).chain(lasting).chain([Press::of("form.send")]).collect();
    let opened = Reply::button(open);
    if opened.actions.is_empty() { opened } else { Reply { then, ..opened } }
}

/// Turns on the other games and times that the words name, and turns off the rest.
///
/// The form takes one typed time, which becomes the first; the others are usual ones.
///
/// # Errors
/// Why the form refuses the words, in the user's language.
fn also(app: &App, named: &mut Named) -> Result<Vec<Press>, String> {
    let (text, saved) = (app.desk().text(), &app.desk().settings.challenge);
    let usual = |time: &TimeControl| Preset::ALL.into_iter().find(|preset| preset.control() == *time);
    named.times.sort_by_key(|time| usual(time).is_some());
    let times: Vec<Preset> = named.times.iter().skip(1).filter_map(usual).collect();
    if times.len() + 1 < named.times.len() {
        let names = Preset::ALL.map(|preset| in_one_word(text.preset(preset)));
        return Err(text.console().seek_times(&names.join(text.list_comma)));
    }
    // a search that goes on must not end for terms that are refused
    let mut form = ChallengeForm::new(Addressee::Anyone, saved);
    let (choices, kept) = (&mut form.choices, &saved.also);
    choices.game = named.games.first().copied().unwrap_or(choices.game);
    choices.time = named.times.first().map_or_else(|| choices.time.clone(), |&time| TimeText::of(time));
    (choices.also.games, choices.also.times) = (named.games.clone(), times.clone());
    form.sought().map_err(|error| text.form_error(error))?;
    let games = GameChoice::VARIANTS.iter().filter(|game| named.games.first() != Some(game));
    let games = games.filter(|game| named.games.contains(game) != kept.games.contains(game));
    let times = Preset::ALL.into_iter().filter(|time| times.contains(time) != kept.times.contains(time));
    let names = games.map(|&game| <&str>::from(game)).chain(times.map(<&str>::from));
    // the screen lacks those that are preferred
    Ok(names.map(|name| Press { is_optional: true, ..Press::of(format!("form.also.{name}")) }).collect())
}

pub(super) fn challenges(app: &App, now: Timestamp) -> Reply {
    let Some(visit) = app.sessions().server_visit() else {
        return Reply::line(app.desk().text().console().not_here);
    };
    let incoming = visit.lobby.incoming(visit.me).map(|open| challenged(app, open));
    let outgoing = visit.lobby.outgoing(visit.me).map(|open| challenging(app, open));
    let followed = visit.invitations.followed.as_ref().filter(|followed| followed.awaited().is_none());
    let invited = followed.and_then(|followed| Some(invited(app, followed.open()?)));
    let own = app.invitation_link().map(|link| app.desk().text().console().invitation(&link));
    let seekers = seekers(visit).map(|(player, seek)| seeks(app, player, seek));
    let answers = visit.lobby.answers.iter().map(|answer| answered(app, answer));
    let lines =
        incoming.chain(outgoing).chain(answers).chain(invited).chain(own).chain(waits(app, visit, now));
    let lines: Vec<String> = lines.chain(own_search(app, visit)).chain(seekers).collect();
    if lines.is_empty() {
        return Reply::line(app.desk().text().console().no_challenges);
    }
    Reply::lines(lines)
}

/// Says who challenges the user to what.
pub(super) fn challenged(app: &App, open: &OpenChallenge) -> String {
    offered(app, &app.desk().text().called(&open.name), &open.challenge.terms)
}

/// Says who invites the user to what.
pub(super) fn invited(app: &App, open: &OpenInvitation) -> String {
    offered(app, open.invitation.name.as_str(), &open.invitation.terms)
}

/// Which game it is, and that it is rated if it is.
fn game(app: &App, terms: &Terms) -> String {
    let text = app.desk().text();
    let rated = terms.rated.then(|| text.rating_rated.to_lowercase());
    let game = text.game_choice(GameChoice::of(terms.game.kind())).to_owned();
    std::iter::once(game).chain(rated).collect::<Vec<_>>().join(text.list_comma)
}

fn offered(app: &App, name: &str, terms: &Terms) -> String {
    let (text, time) = (app.desk().text(), app.desk().text().clock.control(terms.opponent_time));
    text.console().challenged(name, &game(app, terms), &time, text.console().color(terms.color))
}

/// Says whom the user waits for, because one of them has accepted the other's invitation.
pub(super) fn waits(app: &App, visit: &Visit, now: Timestamp) -> Vec<String> {
    let text = app.desk().text();
    let ago = |open: &OpenInvitation| text.seen_ago(open.away_s(now).unwrap_or(0));
    let own = visit.invitations.own.as_ref().and_then(|open| {
        let name = open.invitation.accepted_by.as_ref()?;
        Some(text.console().invitation_accepted(name.as_str(), &ago(open)))
    });
    let awaited = visit
        .invitations
        .awaited()
        .map(|open| text.console().invitation_waiting(open.invitation.name.as_str(), &ago(open)));
    own.into_iter().chain(awaited).collect()
}

/// Says whom the user challenges to what.
pub(super) fn challenging(app: &App, open: &OpenChallenge) -> String {
    let (text, terms) = (app.desk().text(), &open.challenge.terms);
    text.console().challenging(
        &text.called(&open.name),
        &game(app, terms),
        &text.clock.control(terms.challenger_time),
    )
}

/// The other players who look for an opponent, but not those whom the user blocks.
pub(super) fn seekers(visit: &Visit) -> impl Iterator<Item = (&Player, &Seek)> {
    let others = visit.lobby.players().filter(|player| player.id != visit.me);
    let others = others.filter(|player| !visit.preferences.blocks(player.id));
    others.filter_map(|player| Some((player, player.seeking.as_deref()?)))
}

/// Says that a player looks for an opponent, on which terms, and how they are played.
pub(super) fn seeks(app: &App, player: &Player, seek: &Seek) -> String {
    let (text, name) = (app.desk().text().console(), &*app.desk().text().called(&player.name));
    let visit = app.sessions().server_visit();
    let unrated = visit.and_then(|visit| unrated_for_guest(app.desk().text(), visit, &seek.terms));
    let terms = said(app, seek.terms.iter().cloned());
    let terms = [terms].into_iter().chain(unrated).collect::<Vec<_>>().join(app.desk().text().list_semicolon);
    match (seek.live, player.connected) {
        (true, _) if seek.terms.len() > 1 => text.sought_several(name, &terms),
        (true, _) => text.sought(name, &terms),
        (false, true) => text.sought_idle(name, &terms),
        (false, false) => text.sought_away(name, &terms),
    }
}

/// Says who of two that were not here together would play the other, and on which terms.
pub(super) fn answered(app: &App, answer: &SeekAnswer) -> String {
    let (text, name) = (app.desk().text(), &*app.desk().text().called(&answer.name));
    let terms = said(app, std::iter::once(answer.terms.mirrored()));
    match (answer.here, answer.own) {
        (true, _) => text.console().answer_here(name, &terms),
        (false, true) => text.labelled(&text.seek_to_be_told(name), &terms),
        (false, false) => text.labelled(&text.seek_answered(name), &terms),
    }
}

/// Says on which terms the user looks for an opponent, if they do, or has not looked since they were away.
pub(super) fn own_search(app: &App, visit: &Visit) -> Option<String> {
    if let Some(kept) = visit.lobby.kept_seek(visit.me) {
        return Some(app.desk().text().console().seek_kept(&said_of_own(app, &kept.terms)));
    }
    let sought = visit.lobby.sought.as_ref()?;
    Some(app.desk().text().console().seeking(&said_of_own(app, &sought.terms)))
}

/// The terms of the user's own search, and that with a guest the game is not rated if they wish that it is.
fn said_of_own(app: &App, sought: &[Terms]) -> String {
    let text = app.desk().text();
    let note = sought.iter().any(|terms| terms.rated).then(|| text.rating_not_with_guest.to_owned());
    let said = std::iter::once(said(app, sought.iter().map(Terms::mirrored))).chain(note);
    said.collect::<Vec<_>>().join(text.list_semicolon)
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
        return Reply::line(app.desk().text().console().nothing_asked);
    };
    if let Some(followed) = FollowedView::in_lobby(&model) {
        return answer_to(followed);
    }
    let is_called = |name: &str, wanted: &str| name.to_lowercase() == wanted.to_lowercase();
    let answer_open = |open: &OpenChallenge| {
        let described = IncomingView::of(&model, open);
        Reply::button(if accept { &described.accept } else { &described.decline })
    };
    let text = app.desk().text();
    let is_by = |open: &OpenChallenge, name: &str| {
        [text.called(&open.name), open.name.as_str().into()].iter().any(|it| is_called(it, name))
    };
    let is_from = |open: &&OpenChallenge| from.is_empty() || is_by(open, from);
    if let Some(open) = visit.lobby.incoming(visit.me).find(is_from) {
        return answer_open(open);
    }
    let mut answers = LobbyView::of(&model, visit).outgoing.into_iter().filter(OutgoingView::is_answer);
    if let Some(answer) =
        answers.find(|it| !from.is_empty() && it.name.as_ref().is_some_and(|name| is_called(name, from)))
    {
        return match answer.go_on {
            _ if !accept => Reply::button(&answer.cancel),
            Some(go_on) => Reply::button(&go_on),
            // the user has accepted already, and the other player is away
            None => Reply::line(text.seek_to_be_told(answer.name.as_deref().unwrap_or(from))),
        };
    }
    let Some((player, words)) = player(text, visit, from).filter(|_| accept) else {
        return Reply::line(text.console().no_challenges);
    };
    let named = match Named::read(app, words, false) {
        Ok(named) => named,
        Err(word) => return misunderstood(app, word, Verb::Accept),
    };
    let name = &*text.called(&player.name);
    let mut incoming = visit.lobby.incoming(visit.me).filter(|open| is_by(open, name));
    if let Some(open) = incoming.find(|open| named.find([&open.challenge.terms].into_iter()).is_some()) {
        return answer_open(open);
    }
    let (take, seek) = (rows(&model, visit).find_map(|row| take(row, name)), player.seeking.as_deref());
    let not_sought = text.console().not_sought(name);
    let (Some(take), Some(seek)) = (take, seek) else {
        // they may have stopped while the user typed
        return Reply::line(if words.is_empty() { text.seek_refused_gone } else { &not_sought });
    };
    let wanted = named.find(take.each.iter().map(|(terms, _)| terms));
    match take.each.iter().find(|(terms, _)| Some(terms) == wanted) {
        Some((_, take)) => Reply::button(take),
        None => Reply::lines(vec![not_sought, seeks(app, player, seek)]),
    }
}

/// How the player of this name is played, if they look for an opponent.
fn take(row: PlayersRow, name: &str) -> Option<TakeView> {
    let PlayersRow::Player(row) = row else { return None };
    row.take.filter(|_| row.card.label.to_lowercase() == name.to_lowercase())
}

/// Cancels what the user has offered to others, and what they wait for.
pub(super) fn cancel(app: &App, now: Timestamp) -> Reply {
    let Some(visit) = app.sessions().server_visit() else {
        return Reply::line(app.desk().text().console().not_here);
    };
    let LobbyView { outgoing, invitations, .. } = LobbyView::of(&Model::of(app, now), visit);
    let text = app.desk().text().console();
    // what another player has answered is not the user's to withdraw
    let offered = outgoing.into_iter().filter(|it| !it.is_answer() || it.go_on.is_none());
    let offered = offered.map(|it| (it.cancel, it.name));
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
    let Some(visit) = lobby(app) else { return Reply::line(app.desk().text().console().not_here) };
    let text = app.desk().text();
    let Some((player, _)) = player(text, visit, rest) else {
        return Reply::line(text.console().no_such_player(rest));
    };
    let model = Model::of(app, now);
    let watch = rows(&model, visit).find_map(|row| match row {
        PlayersRow::Game(row) if row.names.iter().any(|name| *name == text.called(&player.name)) => {
            Some(row.watch)
        }
        PlayersRow::Game(_) | PlayersRow::Player(_) => None,
    });
    watch.map_or_else(|| Reply::line(app.desk().text().console().not_here), |watch| Reply::button(&watch))
}
