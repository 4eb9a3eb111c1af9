//! The first screen: games without a server, and the form for joining one.

use super::tree::Node;
use super::view::View;
use chuhe_model::actions::action::{Field, JoinAction, LibraryAction, SecretField};
use chuhe_model::actions::review_action::ReviewAction;
use chuhe_model::actions::start_action::StartAction;
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::choices::local_choice::{Handicap, LEVELS, LocalKind, StartEntry, TIMES};
use chuhe_model::choices::preset::Preset;
use chuhe_model::connection::link::{OfflineReason, Status};
use chuhe_model::notices::notice;
use chuhe_protocol::ColorChoice;
use strum::VariantArray as _;

pub(super) fn nodes(view: &View<'_>) -> Vec<Node> {
    let (text, chosen) = (view.text, view.app.start_entry());
    let title = |entry| match entry {
        StartEntry::Computer => text.local.play_computer,
        StartEntry::Two => text.local.two_here,
        StartEntry::Join => text.join_title,
        StartEntry::Host => text.local.host_title,
        StartEntry::Review => text.records.review_games,
    };
    let entries = view
        .app
        .start_entries()
        .map(|entry| (title(entry).to_owned(), entry == chosen, StartAction::Show(entry)));
    let entries = Node::choice("start", text.app_name, entries);
    let form = match chosen {
        StartEntry::Computer => computer(view),
        StartEntry::Two => two(view),
        StartEntry::Join => join(view),
        StartEntry::Host => vec![Node::text("host", text.hosting_explained)],
        StartEntry::Review => review(view),
    };
    vec![entries, Node::section("start.form", title(chosen), form)]
}

fn review(view: &View<'_>) -> Vec<Node> {
    let text = view.text;
    let left = view.app.left_review_name().map(|name| {
        Node::button("join.continue_review", text.records.continue_review(&name), ReviewAction::Resume)
    });
    let ways = [
        Node::button("join.review", text.records.review, ReviewAction::Enter),
        Node::button("join.library", text.library, LibraryAction::Open),
    ];
    std::iter::once(Node::text("review", text.local.review_long)).chain(left).chain(ways).collect()
}

fn games(view: &View<'_>, chosen: GameChoice) -> Node {
    let games = GameChoice::VARIANTS
        .iter()
        .map(|&game| (view.text.game_choice(game).to_owned(), game == chosen, StartAction::Game(game)));
    Node::choice("start.game", view.text.game, games)
}

fn times(view: &View<'_>, chosen: Preset) -> Node {
    let label =
        |time: Preset| format!("{} · {}", view.text.preset(time), view.text.time_short(time.control()));
    let times = TIMES.map(|time| (label(time), time == chosen, StartAction::Time(time)));
    Node::choice("start.time", view.text.time, times)
}

fn computer(view: &View<'_>) -> Vec<Node> {
    let (text, choice) = (&view.text.local, view.app.settings().computer);
    let mut nodes = vec![games(view, choice.game)];
    if choice.external().is_none_or(|external| view.app.settings().engine(external.engine).is_none()) {
        let label = |level| format!("{} {}", text.level_of(level), text.level_name(level));
        let levels = LEVELS.map(|level| (label(level), level == choice.level(), StartAction::Level(level)));
        nodes.push(Node::choice("start.level", text.level, levels));
    }
    let sides = [ColorChoice::Red, ColorChoice::Black, ColorChoice::Random]
        .map(|side| (text.side_choice(side).to_owned(), side == choice.side, StartAction::Side(side)));
    nodes.push(Node::choice("start.side", text.side, sides));
    nodes.push(times(view, choice.time));
    if choice.game == GameChoice::Xiangqi {
        let handicaps = Handicap::VARIANTS.iter().map(|&handicap| {
            let label = text.handicap_choice(handicap).to_owned();
            (label, handicap == choice.handicap, StartAction::Handicap(handicap))
        });
        nodes.push(Node::choice("start.handicap", text.handicap, handicaps));
    }
    nodes.extend(begin(view));
    nodes
}

fn two(view: &View<'_>) -> Vec<Node> {
    let choice = view.app.settings().two;
    let mut nodes = vec![games(view, choice.game), times(view, choice.time)];
    if choice.game != GameChoice::Xiangqi {
        nodes.push(Node::text("start.hidden", view.text.local.hidden_note));
    }
    nodes.extend(begin(view));
    nodes
}

/// The buttons that start a game, and continue the one that was left.
pub(super) fn begin(view: &View<'_>) -> Vec<Node> {
    let text = &view.text.local;
    let Some((local, table)) = view.app.left_game() else {
        return vec![Node::button("start.play", text.begin, StartAction::Play)];
    };
    if view.app.is_asked_to_replace() {
        let keep = StartAction::Show(view.app.settings().start);
        let answers = vec![
            Node::button("start.replace", text.begin_again, StartAction::Play),
            Node::button("start.keep", view.text.cancel, keep),
        ];
        return vec![Node::dialog("start.replaces", text.replace_left, answers)];
    }
    let who = match local.kind() {
        LocalKind::Computer { level, .. } => {
            local.external_name().map_or_else(|| text.computer(level), str::to_owned)
        }
        LocalKind::Two { .. } => text.two_here.to_owned(),
    };
    let left = format!("{} · {who} · {}", text.continue_game, view.text.plies(table.game().ply()));
    vec![
        Node::button("start.continue", left, StartAction::Continue),
        Node::button("start.play", text.begin_again, StartAction::Play),
        Node::text("start.replaces", text.replaces_game),
    ]
}

fn join(view: &View<'_>) -> Vec<Node> {
    let (text, form) = (view.text, view.app.join_form());
    let mut nodes = Vec::new();
    // a page reaches the server from which it came
    if !view.app.is_page() {
        nodes.push(Node::field("join.host", text.host, &form.host, Field::Host));
        nodes.push(Node::field("join.port", text.port, &form.port, Field::Port));
    }
    nodes.push(Node::field("join.name", text.name, &form.name, Field::Name));
    match form.password {
        Some(_) => nodes.push(Node::secret("join.password", text.password, SecretField::Join)),
        None => {
            nodes.push(Node::button("join.have_password", text.have_password, JoinAction::AskPassword));
        }
    }
    if view.app.is_page() {
        // the browser decides
    } else if view.app.is_tls_required() {
        nodes.push(Node::text("join.tls", text.tls_settled));
    } else {
        nodes.push(Node::tick("join.tls", text.tls, form.tls, JoinAction::Tls(!form.tls)));
    }
    let status = view.app.link().status();
    nodes.push(match status {
        Status::Connecting | Status::LoggingIn { .. } | Status::Lost { .. } => {
            Node::button("join.cancel", text.cancel, JoinAction::Leave)
        }
        Status::Off(_) | Status::Joined => Node::button("join.submit", text.join, JoinAction::Submit),
    });
    nodes.extend(state(view, &status).map(|state| Node::text("join.state", state)));
    if !view.app.is_page() {
        nodes.extend(servers(view));
    }
    nodes
}

/// How the attempt to join goes, or why it failed.
pub(super) fn state(view: &View<'_>, status: &Status) -> Option<String> {
    let text = view.text;
    match status {
        Status::Connecting => Some(text.connecting.to_owned()),
        Status::LoggingIn { .. } => Some(text.logging_in.to_owned()),
        Status::Lost { .. } if view.app.link().is_moving(view.now) => Some(text.hall_moving.to_owned()),
        Status::Lost { .. } => Some(text.paused_retrying.to_owned()),
        Status::Off(Some(OfflineReason::ChooseHall)) => Some(text.choose_hall.to_owned()),
        Status::Off(Some(OfflineReason::Refused(reason))) => {
            let passed_ms = view.app.join_form().refused_at.map_or(0, |since| view.now.since(since));
            notice::after(*reason, passed_ms).map(|reason| text.refusal(reason))
        }
        Status::Off(Some(reason)) => Some(view.app.offline_reason(reason)),
        Status::Off(None) | Status::Joined => None,
    }
}

/// The halls of the server, the servers found on the local network, and those joined last.
fn servers(view: &View<'_>) -> Vec<Node> {
    let (text, form) = (view.text, view.app.join_form());
    let (host, port) = form.address();
    let halls = form.halls.of(&host, port).iter().map(|hall| {
        let players = text.hall_players(hall.players, hall.capacity);
        let players = if hall.has_room() { players } else { text.hall_full.to_owned() };
        let label = format!("{} · {players}", hall.name);
        Node::button(format!("join.hall.{}", hall.name), label, JoinAction::Hall(hall.name.clone()))
    });
    // the lists change by themselves, so the address is in the name
    let nearby = view.app.nearby().enumerate().map(|(index, server)| {
        let address = server.address_and_port();
        let label = format!("{} · {address}", server.name);
        Node::button(format!("join.nearby.{address}"), label, JoinAction::Nearby(index))
    });
    let recent = view.app.settings().recent.iter().enumerate().flat_map(|(index, server)| {
        let address = format!("{}:{}", server.host, server.port);
        let name = format!("{}.{address}", server.name);
        let label = format!("{} · {address}", server.name);
        let forget = format!("{} · {label}", text.forget);
        [
            Node::button(format!("join.recent.{name}"), label, JoinAction::Recent(index)),
            Node::button(format!("join.forget.{name}"), forget, JoinAction::Forget(index)),
        ]
    });
    let lists: [(_, _, Vec<Node>); 3] = [
        ("join.halls", text.hall, halls.collect()),
        ("join.found", text.nearby, nearby.collect()),
        ("join.recents", text.recent, recent.collect()),
    ];
    let lists = lists.into_iter().filter(|(.., nodes)| !nodes.is_empty());
    lists.map(|(id, heading, nodes)| Node::section(id, heading, nodes)).collect()
}
