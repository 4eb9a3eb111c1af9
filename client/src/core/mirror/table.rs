//! The table: the state of the game, the board, the moves, the buttons and the chat.

use super::tree::{Line, Node};
use super::view::View;
use super::{board, lobby};
use crate::core::actions::action::{
    Action, Field, FilesAction, JoinAction, PreferencesAction, SettingsAction, TableAction,
};
use crate::core::actions::start_action::StartAction;
use crate::core::app::local_play::LocalPlay;
use crate::core::app::visit::Visit;
use crate::core::choices::game_choice::GameChoice;
use crate::core::choices::sound::SoundSettings;
use crate::core::luzhanqi::History;
use crate::core::notices::denied::Denied;
use crate::core::table::typed_move::MoveTyping as _;
use crate::core::table::{GivingUp, Permit, Permits, Table, Viewpoint, typed_move};
use crate::core::text_mode::{boards, commands};
use chuhe_protocol::{Claim, ColorChoice, PlayerName, Refusal};
use chuhe_rules::Color;
use chuhe_rules::luzhanqi::Losses;
use chuhe_rules::offers::OfferKind;

/// Two stations as they can be typed.
const SWAP_EXAMPLE: &str = "a6 b6";

pub(super) fn heading(view: &View<'_>) -> String {
    let Some(table) = view.app.table() else { return String::new() };
    let seats = table.game().seats();
    let [red, black] = Color::ALL.map(|side| seats[side].name.as_str());
    match table.viewpoint() {
        Viewpoint::Player(me) => view.text.table.against(seats[me.opponent()].name.as_str()),
        Viewpoint::Spectator => view.text.table.title_watching(red, black),
        Viewpoint::Reader(_) => [red, black].join(view.text.versus),
    }
}

pub(super) fn nodes(view: &View<'_>) -> Vec<Node> {
    let Some(visit) = view.app.visit() else { return Vec::new() };
    let Some(table) = visit.table() else { return Vec::new() };
    let permits = table.permits(view.now, view.app.link().is_joined());
    let mut nodes = questions(view, table, &permits);
    nodes.push(Node::text("table.terms", begins(view, table)));
    nodes.push(Node::text("table.state", state(view, table)));
    if table.game().is_setting_up() {
        nodes.extend(setup(view, table, &permits));
    } else {
        let clocks = commands::clocks(view.app, table, view.now);
        let lines = clocks.into_iter().zip(["clock.own", "clock.opponent"]);
        let lines = lines.map(|(text, id)| Line::new(id, text)).collect();
        nodes.push(Node::list("table.clocks", view.text.time, lines));
    }
    nodes.extend(typing(view, table));
    let recommended = boards::recommended(view.app, table, view.text.local.hint);
    nodes.extend(recommended.map(|text| Node::text("table.recommended", text)));
    nodes.push(board::board(view, view.text.local.board, boards::grid(view.app, table, table.review())));
    nodes.push(moves(view, table));
    if let Some(history) = table.game().luzhanqi().filter(|history| history.has_begun()) {
        nodes.push(losses(view, table, history));
    }
    nodes.push(Node::section("table.buttons", view.text.game, buttons(view, table, &permits)));
    if view.app.local().is_none() && table.room().is_some() {
        let permit = permits.chat().map_err(|denied| view.text.denied(denied));
        nodes.push(lobby::chat(view, visit, table.chat(), permit, view.text.chat));
        nodes.extend(block(view, visit, table));
    }
    nodes.extend(spectators(view, visit));
    nodes
}

/// The cover between the turns of two people at this screen.
pub(super) fn cover(view: &View<'_>) -> Vec<Node> {
    let Some(table) = view.app.table() else { return Vec::new() };
    let hands_over = view.app.local().is_some_and(LocalPlay::hands_over);
    let side = if hands_over { table.me().opponent() } else { table.me() };
    let name = table.game().seats()[side].name.as_str();
    let text = &view.text.local;
    vec![
        Node::text("cover.player", text.cover_title(name, side)),
        Node::text("cover.explained", text.cover_explained(name)),
        Node::button("cover.show", text.sit_down(name), StartAction::SitDown),
    ]
}

/// A button whose permit the table gives.
fn permitted(view: &View<'_>, id: &str, label: &str, permit: Permit, action: impl Into<Action>) -> Node {
    Node::permitted(id, label, permit.map_err(|denied| view.text.denied(denied)), action)
}

/// What the user must know or decide before anything else.
fn questions(view: &View<'_>, table: &Table, permits: &Permits<'_>) -> Vec<Node> {
    let (text, game) = (view.text, table.game());
    let mut nodes = Vec::new();
    if table.is_gone() {
        nodes.push(Node::text("table.gone", text.game_forgotten));
    } else if view.app.is_cut_off() {
        let retry = Node::button("connection.retry", view.app.retry_label(), JoinAction::Retry);
        let leave = Node::button("connection.leave", text.leave_server, JoinAction::Leave);
        nodes.push(Node::section("connection", text.denied_offline, vec![retry, leave]));
    }
    if let Some(asked) = table.asked_to_give_up() {
        let (question, name, label, action) = match asked {
            GivingUp::Resign => (text.resign_question, "resign.yes", text.resign_yes, TableAction::Resign),
            GivingUp::Abort => (text.abort_question, "abort.yes", text.abort, TableAction::Abort),
        };
        let answers = vec![
            permitted(view, name, label, permits.give_up(), action),
            Node::button("resign.no", text.resign_no, TableAction::KeepPlaying),
        ];
        nodes.push(Node::dialog("resign", question, answers));
    }
    let Some(me) = table.seat() else { return nodes };
    let name = game.seats()[me.opponent()].name.as_str();
    if let Some(local) = view.app.local() {
        if local.hands_over() {
            let hand = Node::button("table.hand_over", text.local.hand_over, StartAction::HandOver);
            nodes.push(Node::section("hand_over", text.local.hand_over_to(name), vec![hand]));
        }
        if let Some(failure) = local.failure() {
            let engine = local.external_name().unwrap_or_default();
            let answers = vec![
                Node::button("engine.own", text.engines.use_own, StartAction::UseOwnEngine),
                Node::button("engine.retry", text.engines.retry, StartAction::RetryEngine),
            ];
            nodes.push(Node::section("engine", text.engines.failure(engine, failure), answers));
        }
    }
    for kind in game.open_offers(me.opponent()) {
        let answer = |id, label, accept| {
            permitted(view, id, label, permits.answer(kind), TableAction::Answer(kind, accept))
        };
        let answers = vec![
            answer("offer.accept", text.accept_offer, true),
            answer("offer.decline", text.decline_offer, false),
        ];
        nodes.push(Node::section("offer", text.offered_by(name, kind), answers));
    }
    for kind in game.open_offers(me) {
        let action = TableAction::Withdraw(kind);
        let withdraw = permitted(view, "offer.withdraw", text.withdraw, permits.withdraw(kind), action);
        nodes.push(Node::section("offered", text.offered(kind), vec![withdraw]));
    }
    nodes.extend(absence(view, table, permits, name));
    nodes
}

/// What the user may do while the opponent is away.
fn absence(view: &View<'_>, table: &Table, permits: &Permits<'_>, name: &str) -> Option<Node> {
    let (text, game) = (view.text, table.game());
    game.claimable_at(table.me().opponent()).filter(|_| !game.is_over())?;
    let claim = |id, label, claim| permitted(view, id, label, permits.claim(), TableAction::Claim(claim));
    let claims = vec![
        claim("claim.win", text.claim_win, Claim::Win),
        claim("claim.draw", text.claim_draw, Claim::Draw),
    ];
    Some(Node::section("absence", text.is_offline(name), claims))
}

/// Which game this is.
pub(super) fn begins(view: &View<'_>, table: &Table) -> String {
    let (text, game) = (view.text, table.game());
    let kind = text.game_choice(GameChoice::of(game.terms().game.kind()));
    match table.viewpoint() {
        Viewpoint::Player(me) => {
            let color = match me {
                Color::Red => ColorChoice::Red,
                Color::Black => ColorChoice::Black,
            };
            let name = game.seats()[me.opponent()].name.as_str();
            text.console.begins(name, kind, text.console.color(color), &text.time_control(game.times()[me]))
        }
        Viewpoint::Spectator | Viewpoint::Reader(_) => {
            let name = |side: Color| text.labelled(text.color(side), game.seats()[side].name.as_str());
            [name(Color::Red), name(Color::Black), kind.to_owned()].join(" · ")
        }
    }
}

/// Whose turn it is, or how the game ended.
pub(super) fn state(view: &View<'_>, table: &Table) -> String {
    let (text, game) = (view.text, table.game());
    if let Some(outcome) = game.outcome() {
        let shared = view.app.local().is_some_and(LocalPlay::is_shared);
        let own = table.viewpoint().own().filter(|_| !shared);
        return text.labelled(text.outcome(outcome, own), &text.reason(outcome));
    }
    if table.is_loading() {
        return text.loading.to_owned();
    }
    if game.is_setting_up() {
        return text.setting_up.to_owned();
    }
    let Some(side) = table.turn() else { return text.nothing.to_owned() };
    let turn = if table.is_my_turn() {
        text.console.your_turn.to_owned()
    } else {
        text.console.their_turn(game.seats()[side].name.as_str())
    };
    let in_check = game.xiangqi().is_some_and(|game| game.position().in_check());
    let near = game.luzhanqi().map(History::view).filter(|view| view.is_draw_near());
    let near = near.map(|view| text.draw_near(view.steps_to_draw()));
    let check = in_check.then(|| text.in_check.to_owned());
    std::iter::once(turn).chain(check).chain(near).collect::<Vec<_>>().join(" · ")
}

/// The set-up of luzhanqi: whether both are ready, and exchanging pieces.
fn setup(view: &View<'_>, table: &Table, permits: &Permits<'_>) -> Option<Node> {
    let (text, history) = (view.text, table.game().luzhanqi()?);
    let mut nodes: Vec<Node> = Color::ALL
        .into_iter()
        .map(|side| {
            let ready = history.view().has_confirmed(side);
            let state = if ready { text.ready } else { text.still_setting_up };
            let name = table.game().seats()[side].name.as_str();
            Node::text(format!("setup.{side:?}"), text.labelled(name, state))
        })
        .collect();
    if permits.arrange().is_ok() {
        nodes.push(Node::text("setup.hint", text.setup_hint));
        let label = text.mirror.swap(SWAP_EXAMPLE);
        nodes.push(Node::swap("setup.swap", [label.as_str(), text.mirror.swap_now]));
    } else if table.seat().is_some() {
        nodes.push(Node::text("setup.hint", text.setup_waiting));
    }
    Some(Node::section("setup", text.setting_up, nodes))
}

/// The field for a typed move, and the legal moves.
fn typing(view: &View<'_>, table: &Table) -> Vec<Node> {
    if !table.may_type() {
        return Vec::new();
    }
    let (text, notation) = (view.text, view.app.notation());
    let label = text.keys.move_hint(typed_move::example(table, notation));
    let play = (Field::Move, TableAction::PlayTyped.into());
    let mut nodes = vec![Node::line("move", [label.as_str(), text.mirror.play], table.typed(), play)];
    let ply = table.game().ply();
    let names = table.names_beginning_with("", notation);
    let moves = table.moves_beginning_with("", notation).into_iter().zip(names);
    // the number of plies is in the name, so that a button of an earlier position plays nothing
    let moves = moves
        .map(|(mv, name)| Node::button(format!("play.{ply}.{name}"), name, TableAction::Play(mv)))
        .collect::<Vec<_>>();
    if !moves.is_empty() {
        nodes.push(Node::more("moves.legal", text.available, moves));
    }
    nodes
}

/// The moves played, what the rules say about their repetition, and the steps through them.
fn moves(view: &View<'_>, table: &Table) -> Node {
    let (text, game) = (view.text, table.game());
    let last = game.ply();
    let shown = table.review().unwrap_or(last);
    let times = view.app.settings().move_times;
    let line = |ply: usize| {
        let spent = game.spent_ms(ply).filter(|_| times).map(|ms| text.seconds_left(ms / 1_000));
        let moved = boards::moved(view.app, table, ply - 1)?;
        let text = std::iter::once(moved).chain(spent).collect::<Vec<_>>().join(" · ");
        Some(Line { id: format!("ply.{ply}"), text, current: ply == shown && table.review().is_some() })
    };
    let lines: Vec<Line> = (1..=last).filter_map(line).collect();
    let mut nodes = Vec::new();
    if let Some(repetition) = game.repetition() {
        let notations = game.play().notations();
        let write = |ply: usize| Some(notations.get(ply - 1)?.text(view.app.notation()));
        let moves = repetition.moves(text.list_comma, write);
        nodes.push(Node::text("table.repetition", text.repetition(&repetition, &moves)));
    }
    if lines.is_empty() {
        nodes.push(Node::text("moves.none", text.no_moves_yet));
    } else {
        nodes.push(Node::numbered("moves.list", text.moves, lines));
        let steps = [
            ("step.first", text.step_first, 0),
            ("step.back", text.step_back, shown.saturating_sub(1)),
            ("step.forward", text.step_forward, (shown + 1).min(last)),
            ("step.last", text.step_last, last),
        ];
        let steps = steps.into_iter().filter(|(.., ply)| *ply != shown);
        nodes.extend(steps.map(|(id, label, ply)| Node::button(id, label, TableAction::Review(Some(ply)))));
        if table.review().is_some() {
            nodes.push(Node::button("step.current", text.to_current, TableAction::Review(None)));
        }
    }
    Node::section("moves", text.moves, nodes)
}

/// The losses of both sides in luzhanqi, as far as the user knows them.
fn losses(view: &View<'_>, table: &Table, history: &History) -> Node {
    let text = view.text;
    let ply = table.review().unwrap_or(history.ply());
    let labels = match table.viewpoint() {
        Viewpoint::Spectator => [(Color::Red, text.red_losses), (Color::Black, text.black_losses)],
        Viewpoint::Player(me) | Viewpoint::Reader(me) => {
            [(me.opponent(), text.enemy_losses), (me, text.own_losses)]
        }
    };
    let line = |(side, label)| {
        let lost = match history.losses_at(ply, side) {
            Losses::Counted(count) => text.lost_count(count),
            Losses::Known(lost) if lost.is_empty() => text.lost_count(0_u64),
            Losses::Known(lost) => {
                let lost = lost.into_iter().map(|(strength, count)| match count {
                    1 => text.strength(strength).to_lowercase(),
                    count => format!("{count} × {}", text.strength(strength).to_lowercase()),
                });
                lost.collect::<Vec<_>>().join(text.list_comma)
            }
        };
        Line::new(format!("losses.{side:?}"), text.labelled(label, &lost))
    };
    Node::list("losses", text.losses, labels.map(line).into())
}

/// The buttons of the game, as the user's viewpoint and its state allow them.
fn buttons(view: &View<'_>, table: &Table, permits: &Permits<'_>) -> Vec<Node> {
    let text = view.text;
    let mut nodes = match table.viewpoint() {
        Viewpoint::Player(_) if table.game().is_over() || table.is_gone() => after(view, permits),
        Viewpoint::Player(_) if table.game().is_setting_up() => setting_up(view, permits),
        Viewpoint::Player(_) => during(view, table, permits),
        Viewpoint::Spectator => vec![Node::button("table.leave", text.unwatch, TableAction::Leave)],
        Viewpoint::Reader(_) => vec![Node::button("table.leave", text.to_games, TableAction::Leave)],
    };
    if view.app.local().is_some() && !table.game().is_over() {
        let has_lobby = view.app.has_background_server();
        let label = if has_lobby { text.to_lobby } else { text.local.menu };
        nodes.push(Node::button("table.menu", label, StartAction::Leave));
    }
    nodes.push(Node::button("table.flip", text.flip, TableAction::Flip));
    let sound = view.app.settings().sound;
    let muted = SettingsAction::Sound(SoundSettings { muted: !sound.muted, ..sound });
    nodes.push(Node::tick("table.mute", text.table.mute, sound.muted, muted));
    nodes
}

fn after(view: &View<'_>, permits: &Permits<'_>) -> Vec<Node> {
    let text = view.text;
    let to_menu = view.app.local().is_some() && !view.app.has_background_server();
    let back = if to_menu { text.local.menu } else { text.to_lobby };
    let rematch = OfferKind::Rematch;
    let (offer, leave) = (TableAction::Offer(rematch), TableAction::Leave);
    vec![
        permitted(view, "table.rematch", text.rematch, permits.offer(rematch), offer),
        permitted(view, "table.leave", back, permits.leave(), leave),
    ]
}

fn setting_up(view: &View<'_>, permits: &Permits<'_>) -> Vec<Node> {
    let text = view.text;
    let withdraw = permits.withdraw_formation();
    let confirm = if withdraw.is_ok() {
        let action = TableAction::WithdrawFormation;
        permitted(view, "setup.withdraw", text.withdraw_formation, withdraw, action)
    } else {
        let permit = permits.confirm_formation();
        permitted(view, "setup.confirm", text.confirm_formation, permit, TableAction::Confirm)
    };
    vec![
        confirm,
        permitted(view, "setup.shuffle", text.shuffle, permits.arrange(), TableAction::Shuffle),
        permitted(view, "setup.layouts", text.layouts, permits.arrange(), Action::Files(FilesAction::Open)),
        permitted(view, "table.abort", text.abort, permits.give_up(), TableAction::AskGiveUp),
    ]
}

fn during(view: &View<'_>, table: &Table, permits: &Permits<'_>) -> Vec<Node> {
    let text = view.text;
    let local = view.app.local();
    let offer = |id, label, kind, permit| permitted(view, id, label, permit, TableAction::Offer(kind));
    let mut nodes = Vec::new();
    if table.game().terms().game.has_takebacks() {
        let shared = local.is_some_and(LocalPlay::is_shared);
        let kind = OfferKind::Takeback;
        let permit = if shared { view.app.may_take_back_here() } else { permits.offer(kind) };
        nodes.push(offer("table.takeback", text.takeback, kind, permit));
    }
    if local.is_some_and(|local| !local.is_shared()) {
        let refused = Denied::Refused(Refusal::Illegal(table.game().play().not_your_turn()));
        let permit = if table.is_my_turn() { Ok(()) } else { Err(text.denied(refused)) };
        nodes.push(Node::permitted("table.hint", text.local.hint, permit, StartAction::Hint));
    }
    let draw = if local.is_some() { text.local.draw } else { text.draw };
    nodes.push(offer("table.draw", draw, OfferKind::Draw, permits.offer(OfferKind::Draw)));
    nodes.push(match permits.giving_up() {
        GivingUp::Resign => {
            permitted(view, "table.resign", text.resign, permits.give_up(), TableAction::AskGiveUp)
        }
        GivingUp::Abort => {
            permitted(view, "table.abort", text.abort, permits.give_up(), TableAction::AskGiveUp)
        }
    });
    nodes
}

/// The button that blocks the opponent, or lifts the block.
fn block(view: &View<'_>, visit: &Visit, table: &Table) -> Option<Node> {
    let opponent = table.game().seats()[table.seat()?.opponent()].player;
    Some(if visit.preferences().blocks(opponent) {
        Node::button("table.block", view.text.unblock, PreferencesAction::Unblock(opponent))
    } else {
        Node::button("table.block", view.text.block, PreferencesAction::Block(opponent))
    })
}

/// How many spectators there are, and their names.
fn spectators(view: &View<'_>, visit: &Visit) -> Option<Node> {
    let spectators = visit.spectators()?;
    let names: Vec<&str> = spectators.names.iter().map(PlayerName::as_str).collect();
    let count = view.text.spectators(spectators.count);
    Some(Node::text("table.spectators", view.text.labelled(&count, &names.join(view.text.list_comma))))
}
