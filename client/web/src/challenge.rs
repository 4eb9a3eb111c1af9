//! The form with the terms of a challenge.

use super::tree::Node;
use super::view::View;
use chuhe_app::visit::Visit;
use chuhe_model::actions::action::{Action, Field, FormAction, TimePart};
use chuhe_model::actions::time_fields::TimeText;
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::choices::preset::Preset;
use chuhe_model::lobby::challenge::ChallengeForm;
use chuhe_protocol::{ColorChoice, GameKind, TakebackPolicy, Terms};
use chuhe_rules::luzhanqi::MineRule;
use chuhe_rules::xiangqi::RuleSet;
use strum::VariantArray as _;

/// The form, if it is open.
pub(super) fn form(view: &View<'_>, visit: &Visit) -> Option<Node> {
    let (text, form) = (view.text, visit.form()?);
    let opponent = form.opponent.and_then(|opponent| visit.lobby().player(opponent));
    let name = opponent.map_or("", |player| player.name.as_str());
    let games = GameChoice::VARIANTS
        .iter()
        .map(|&game| (text.game_choice(game).to_owned(), game == form.game, FormAction::Game(game)));
    let mut nodes = vec![Node::choice("form.game", text.game, games)];
    nodes.extend(times(view, form));
    let colors = [ColorChoice::Random, ColorChoice::Red, ColorChoice::Black]
        .map(|color| (text.color_choice(color).to_owned(), color == form.color, FormAction::Color(color)));
    nodes.push(Node::choice("form.color", text.colors, colors));
    nodes.extend(match form.game.kind() {
        GameKind::Xiangqi => xiangqi(view, form),
        GameKind::Luzhanqi(_) => luzhanqi(view, form),
    });
    nodes.push(Node::field("form.delay", text.watch_delay_field, &form.watch_delay, Field::WatchDelay));
    let permit = form.terms().map(|_| ()).map_err(|error| text.form_error(error));
    let (send, heading) = match form.opponent {
        Some(_) => (text.send_challenge, text.challenge_to(name)),
        None => (text.invitation.create, text.invitation.heading.to_owned()),
    };
    nodes.push(Node::permitted("form.send", send, permit.clone(), FormAction::Send));
    if form.opponent.is_some() && view.app.may_invite().is_ok() {
        nodes.push(Node::permitted("form.invite", text.invitation.instead, permit, FormAction::Invite));
    }
    nodes.push(Node::button("form.close", text.cancel, FormAction::Close));
    Some(Node::dialog("form", heading, nodes))
}

/// The game and its terms, as the player who accepts sees them, in one line.
pub(super) fn terms(view: &View<'_>, terms: &Terms) -> String {
    let text = view.text;
    let game = text.game_choice(GameChoice::of(terms.game.kind())).to_owned();
    let labelled = |(label, message, bare): (_, String, _)| {
        if bare { message } else { text.labelled(label, &message) }
    };
    let terms = text.challenge_terms(terms).into_iter().map(labelled);
    std::iter::once(game).chain(terms).collect::<Vec<_>>().join(" · ")
}

fn times(view: &View<'_>, form: &ChallengeForm) -> Vec<Node> {
    let text = view.text;
    let chosen = form.preset();
    let presets = Preset::ALL.into_iter().enumerate().map(|(index, preset)| {
        let label = format!("{} · {}", text.preset(preset), text.time_short(preset.control()));
        (label, chosen == Some(preset), FormAction::Preset(index))
    });
    let own = if form.odds { text.your_time } else { text.both_times };
    let mut nodes = vec![
        Node::choice("form.preset", text.time, presets),
        Node::tick("form.odds", text.different_times, form.odds, FormAction::Odds(!form.odds)),
    ];
    nodes.extend(fields(view, "form.time", own, &form.own, Field::OwnTime));
    if form.odds {
        let opponents = text.opponents_time;
        nodes.extend(fields(view, "form.other", opponents, &form.opponents, Field::OpponentTime));
    }
    nodes
}

/// The fields of a side's time.
fn fields(
    view: &View<'_>,
    name: &str,
    whose: &str,
    typed: &TimeText,
    field: impl Fn(TimePart) -> Field,
) -> Vec<Node> {
    let text = view.text;
    let node = |part| {
        let (id, unit) = match part {
            TimePart::GameMinutes => ("game", text.minutes),
            TimePart::MoveSeconds => ("move", text.seconds),
            TimePart::IncrementSeconds => ("increment", text.seconds),
            TimePart::ReadSeconds => ("read", text.seconds),
        };
        let label = format!("{whose} · {} ({unit})", text.time_part(part));
        Node::field(format!("{name}.{id}"), label, typed.part(part), field(part))
    };
    TimePart::ALL.map(node).into()
}

fn xiangqi(view: &View<'_>, form: &ChallengeForm) -> Vec<Node> {
    let text = view.text;
    let rules = [RuleSet::Asian, RuleSet::Chinese, RuleSet::Simple]
        .map(|rules| (text.rule_set(rules).to_owned(), rules == form.rules, FormAction::Rules(rules)));
    let takebacks = [TakebackPolicy::Ask, TakebackPolicy::Off].map(|policy| {
        let label = text.takeback_policy(policy).to_owned();
        (label, policy == form.takeback, FormAction::Takeback(policy))
    });
    vec![
        Node::choice("form.rules", text.repetitions, rules),
        Node::choice("form.takeback", text.takebacks, takebacks),
        Node::field("form.start", text.labelled(text.start, text.start_hint), &form.start, Field::Start),
    ]
}

fn luzhanqi(view: &View<'_>, form: &ChallengeForm) -> Vec<Node> {
    let text = view.text;
    let mines = [MineRule::Stays, MineRule::BothCaptured].map(|rule| {
        (text.mine_rule(rule).to_owned(), rule == form.mine, Action::Form(FormAction::Mine(rule)))
    });
    vec![Node::choice("form.mine", text.mines, mines)]
}
