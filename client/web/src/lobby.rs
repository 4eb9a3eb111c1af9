//! The lobby: challenges, players, running games, the user's own games, and the chat.

use super::tree::{Line, Node};
use super::view::View;
use super::{account, invitation, start};
use chuhe_app::visit::Visit;
use chuhe_model::actions::action::{
    AccountAction, ChatAction, Field, GamesAction, InvitationAction, JoinAction, LobbyAction, LobbyTab,
};
use chuhe_model::actions::start_action::StartAction;
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::lobby::chat::Chat;
use chuhe_model::lobby::games::side_of;
use chuhe_model::lobby::{OpenChallenge, Row};
use chuhe_protocol::{GameId, Player, PlayerResult};
use chuhe_view::challenge::IncomingView;
use chuhe_view::form::FormView;
use chuhe_view::player::PlayerView;

/// The most rows of a list of players or games. A name that is not among them is found by the filter.
const MOST_ROWS: usize = 60;
/// The most lines of a chat.
const MOST_LINES: usize = 50;

pub(super) fn nodes(view: &View<'_>) -> Vec<Node> {
    let Some(visit) = view.app.visit() else { return Vec::new() };
    let mut nodes = Vec::new();
    nodes.extend(card(view));
    nodes.extend(account::dialog(view, visit));
    nodes.extend(FormView::of(&view.model()).map(|form| Node::group(&form.dialog())));
    nodes.extend(invitation::dialog(view, visit));
    nodes.extend(invitation::code(view, visit));
    nodes.extend(state(view, visit).map(|state| Node::text("lobby.state", state)));
    nodes.extend(challenges(view, visit));
    nodes.extend(invitation::own(view, visit));
    nodes.extend(invitation::waits(view, visit));
    nodes.push(tabs(view, visit));
    nodes.push(match visit.tab() {
        // the chat and the links are there with every list
        LobbyTab::Players | LobbyTab::Chat | LobbyTab::More => players(view, visit),
        LobbyTab::Watch => running(view, visit),
        LobbyTab::Games => own_games(view, visit),
    });
    nodes.push(chat(view, visit, visit.lobby().chat(), view.online(), view.text.lobby_chat));
    let invite = view.app.may_invite().map_err(|denied| view.text.denied(denied));
    let heading = view.text.invitation.heading;
    nodes.push(Node::permitted("lobby.invite", heading, invite, InvitationAction::OpenForm));
    nodes.push(Node::button("lobby.computer", view.text.local.play_computer, StartAction::PlayComputer));
    if view.app.is_asked_to_replace() {
        nodes.extend(start::begin(view));
    }
    let own = format!("{} · {}", visit.name(), registration(view, visit));
    nodes.push(Node::button("account", own, AccountAction::Open));
    nodes.push(Node::button("lobby.leave", view.text.leave_server, JoinAction::Leave));
    nodes
}

const fn registration(view: &View<'_>, visit: &Visit) -> &'static str {
    if visit.is_registered() { view.text.registered } else { view.text.not_registered }
}

/// How many players and games there are, and what keeps games from beginning.
fn state(view: &View<'_>, visit: &Visit) -> Option<String> {
    let (text, lobby) = (view.text, visit.lobby());
    let count = lobby.is_complete().then(|| text.lobby_state(lobby.count(), lobby.games()));
    let stopping = lobby.is_shutting_down().then(|| text.shutting_down.to_owned());
    let paused = visit.is_paused().then(|| text.paused.to_owned());
    let parts: Vec<String> = count.into_iter().chain(stopping).chain(paused).collect();
    (!parts.is_empty()).then(|| parts.join(" · "))
}

/// The challenges to the user with their answers, and those by the user.
fn challenges(view: &View<'_>, visit: &Visit) -> Vec<Node> {
    let (text, lobby) = (view.text, visit.lobby());
    let outgoing = lobby.outgoing(visit.me()).map(|open| {
        let id = open.challenge.id;
        let cancel = LobbyAction::Cancel(id);
        let nodes = vec![
            Node::text(format!("challenge.{id}.state"), text.waiting_for_answer),
            Node::permitted(format!("challenge.{id}.cancel"), text.cancel, view.online(), cancel),
        ];
        Node::section(format!("challenge.{id}"), text.challenge_to(&open.name), nodes)
    });
    lobby.incoming(visit.me()).map(|open| incoming(view, open)).chain(outgoing).collect()
}

/// A challenge to the user with the buttons that answer it.
pub(super) fn incoming(view: &View<'_>, open: &OpenChallenge) -> Node {
    let described = IncomingView::of(&view.model(), open);
    let id = format!("challenge.{}", described.id);
    let others = described.reasons.iter().chain([&described.block]);
    let others = others.map(|button| Node::offered_in(&id, button)).collect();
    let nodes = vec![
        Node::text(format!("{id}.terms"), described.summary(view.text).join(" · ")),
        Node::offered_in(&id, &described.accept),
        Node::offered_in(&id, &described.decline),
        Node::more(format!("{id}.because"), described.because, others),
    ];
    Node::section(id, view.text.challenge_by(&described.name), nodes)
}

/// The open card of a player.
fn card(view: &View<'_>) -> Option<Node> {
    let card = PlayerView::of(&view.model())?;
    let facts = [Node::text("player.state", card.state), Node::text("player.score", card.score)];
    let games = card.games.iter().map(|game| Node::offered(&game.open));
    let buttons = card.buttons.iter().chain([&card.close]).map(Node::offered);
    Some(Node::dialog("player.card", card.name, facts.into_iter().chain(games).chain(buttons).collect()))
}

fn tabs(view: &View<'_>, visit: &Visit) -> Node {
    let label = |tab| match tab {
        LobbyTab::Players => view.text.players,
        LobbyTab::Watch => view.text.live_games,
        LobbyTab::Games => view.text.my_games,
        LobbyTab::Chat => view.text.chat,
        LobbyTab::More => view.text.more,
    };
    let tabs = LobbyTab::LISTS.map(|tab| (label(tab).to_owned(), tab == visit.tab(), LobbyAction::Tab(tab)));
    Node::choice("lobby.tab", view.text.live_games_more, tabs)
}

/// The players who match the filter, each with what the user may do.
fn players(view: &View<'_>, visit: &Visit) -> Node {
    let (text, lobby) = (view.text, visit.lobby());
    let mut nodes = vec![Node::field("lobby.filter", text.search, lobby.filter(), Field::Filter)];
    if !lobby.is_complete() {
        nodes.push(Node::text("lobby.loading", text.loading));
        return Node::section("lobby.players", text.players, nodes);
    }
    let rows = lobby.rows(visit.me());
    if rows.is_empty() {
        let is_searched = !lobby.filter().trim().is_empty();
        let message = if is_searched { text.no_player_found } else { text.lobby_empty };
        nodes.push(Node::text("lobby.empty", message));
    }
    for row in rows.iter().take(MOST_ROWS) {
        match row.game {
            None => nodes.extend(player(view, visit, row.first)),
            Some((game, _)) => nodes.push(game_of(view, row, game)),
        }
    }
    if rows.len() > MOST_ROWS {
        nodes.push(Node::text("lobby.more", text.and_more((rows.len() - MOST_ROWS) as u64)));
    }
    Node::section("lobby.players", text.players, nodes)
}

/// The buttons that challenge a player and show their card.
fn player(view: &View<'_>, visit: &Visit, player: &Player) -> [Node; 2] {
    let text = view.text;
    let level = player.computer_level.map(|level| text.computer_of_level(level));
    let registered = player.registered.then(|| text.registered.to_owned());
    let offline = (!player.connected).then(|| text.offline.to_owned());
    let watches = player.watching.is_some().then(|| text.watches.to_owned());
    let challenge = [text.challenge_to(player.name.as_str())];
    let parts = challenge.into_iter().chain(level).chain(registered).chain(watches).chain(offline);
    let permit = view.app.may_challenge(visit, player, view.now);
    let permit = permit.map_err(|denied| text.denied(denied));
    let label = parts.collect::<Vec<_>>().join(" · ");
    let (id, about) = (player.id, text.mirror.about(player.name.as_str()));
    [
        Node::permitted(format!("player.{}", id.0), label, permit, LobbyAction::Challenge(id)),
        Node::button(format!("player.{}.card", id.0), about, LobbyAction::OpenCard(id)),
    ]
}

/// The button that watches a game.
fn game_of(view: &View<'_>, row: &Row<'_>, game: GameId) -> Node {
    let text = view.text;
    let names: Vec<&str> = row.players().map(|player| player.name.as_str()).collect();
    let kind = row.game.map_or("", |(_, kind)| text.game_choice(GameChoice::of(kind)));
    let label = format!("{} · {} · {kind}", text.watch, names.join(text.versus));
    Node::permitted(format!("game.{game}"), label, view.online(), LobbyAction::Watch(game))
}

fn running(view: &View<'_>, visit: &Visit) -> Node {
    let (text, rows) = (view.text, visit.lobby().running());
    let mut nodes: Vec<Node> =
        rows.iter().take(MOST_ROWS).filter_map(|row| Some(game_of(view, row, row.game?.0))).collect();
    if rows.is_empty() {
        nodes.push(Node::text("lobby.empty", text.no_running_games));
    }
    if rows.len() > MOST_ROWS {
        nodes.push(Node::text("lobby.more", text.and_more((rows.len() - MOST_ROWS) as u64)));
    }
    Node::section("lobby.running", text.live_games, nodes)
}

fn own_games(view: &View<'_>, visit: &Visit) -> Node {
    let (text, games) = (view.text, visit.games());
    let mut nodes: Vec<Node> = games
        .rows()
        .iter()
        .map(|game| {
            let side = side_of(game, visit.me());
            let parts = [
                text.open_game.to_owned(),
                game.seats[side.opponent()].name.to_string(),
                text.result(PlayerResult::of(game.outcome, side)).to_owned(),
                text.game_choice(GameChoice::of(game.kind)).to_owned(),
                text.plies(usize::from(game.plies)),
            ];
            let open = GamesAction::Open(game.game);
            Node::permitted(format!("games.{}", game.game), parts.join(" · "), view.online(), open)
        })
        .collect();
    if games.rows().is_empty() {
        let message = match games.refused() {
            _ if games.is_loading() => text.loading.to_owned(),
            Some(reason) => text.refusal(reason),
            None if games.is_filtered() => text.no_games_found.to_owned(),
            None => text.no_games_yet.to_owned(),
        };
        nodes.push(Node::text("lobby.empty", message));
    }
    if games.has_more() && !games.is_loading() {
        nodes.push(Node::permitted("games.more", text.more_games, view.online(), GamesAction::More));
    }
    Node::section("lobby.games", text.my_games, nodes)
}

/// A chat with its field and the ready-made phrases.
pub(super) fn chat(
    view: &View<'_>,
    visit: &Visit,
    chat: &Chat,
    permit: Result<(), String>,
    heading: &str,
) -> Node {
    let text = view.text;
    let (_, count) = chat.since(0);
    let first = count.saturating_sub(chat.lines().len() as u64);
    let skipped = chat.lines().len().saturating_sub(MOST_LINES);
    let lines = chat.lines().enumerate().skip(skipped).map(|(index, line)| {
        let name = if line.from == visit.me() { text.you } else { line.name.as_str() };
        let prefix = line.spectator.then_some(text.spectator_prefix);
        let name = prefix.into_iter().chain([name]).collect::<Vec<_>>().join(" ");
        Line::new(format!("chat.{}", first + index as u64), text.labelled(&name, &line.text))
    });
    let mut nodes = vec![Node::log("chat.lines", heading, lines.collect())];
    match permit {
        Ok(()) => {
            let send = (Field::Chat, ChatAction::Send.into());
            nodes.push(Node::line("chat.field", [text.chat_hint, text.send], chat.draft(), send));
            let phrases = match visit.table() {
                Some(_) => text.table_phrases(),
                None => text.lobby_phrases(),
            };
            let phrases = phrases.into_iter().enumerate().map(|(index, phrase)| {
                Node::button(format!("chat.phrase.{index}"), phrase, ChatAction::Phrase(index))
            });
            nodes.push(Node::more("chat.phrases", text.mirror.phrases, phrases.collect()));
        }
        Err(why) => nodes.push(Node::text("chat.denied", why)),
    }
    Node::section("chat", heading, nodes)
}
