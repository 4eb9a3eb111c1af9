//! The dialogs over every screen, and what every screen offers.

use super::kept;
use super::tree::Node;
use super::view::View;
use chuhe_app::Screen;
use chuhe_model::actions::action::{
    Action, HelpAction, PreferencesAction, SettingsAction, TableAction, TrustAction,
};
use chuhe_model::actions::review_action::ReviewAction;
use chuhe_model::actions::set_up_action::SetUpAction;
use chuhe_model::choices::lang::Lang;
use chuhe_model::choices::notation_choice::NotationChoice;
use chuhe_model::choices::sound::SoundSettings;
use chuhe_model::help::Page;
use chuhe_protocol::ChallengePolicy;
use chuhe_view::quit::QuitView;

/// The open dialogs.
pub(super) fn dialogs(view: &View<'_>) -> Vec<Node> {
    let mut nodes = Vec::new();
    nodes.extend(quit(view));
    nodes.extend(trust(view));
    nodes.extend(kept::library(view));
    nodes.extend(kept::layouts(view));
    if view.app.are_settings_open() {
        nodes.push(settings(view));
    }
    if view.app.help().open {
        nodes.push(help(view));
    }
    nodes.extend(challenge_meanwhile(view));
    nodes
}

/// The buttons that every screen has.
pub(super) fn everywhere(view: &View<'_>) -> Vec<Node> {
    vec![
        Node::button("settings", view.text.settings, SettingsAction::Toggle),
        Node::button("help", view.text.help, HelpAction::Toggle),
    ]
}

fn quit(view: &View<'_>) -> Option<Node> {
    let asked = QuitView::of(&view.model())?;
    let explained = Node::text("quit.explained", asked.explained);
    let answers = asked.question.answers.iter().map(Node::offered);
    Some(Node::dialog(
        asked.question.id,
        asked.question.message,
        [explained].into_iter().chain(answers).collect(),
    ))
}

fn trust(view: &View<'_>) -> Option<Node> {
    let (text, prompt) = (view.text, view.app.trust_prompt()?);
    let compared = prompt.compared;
    let mut nodes = vec![
        Node::text("trust.explained", text.certificate_changed_explained),
        Node::text("trust.shown", prompt.mismatch.shown.fingerprint.to_string()),
        Node::tick("trust.compared", text.fingerprint_checked, compared, TrustAction::Compared(!compared)),
    ];
    if compared {
        nodes.push(Node::button("trust.yes", text.trust, TrustAction::Trust));
    }
    nodes.push(Node::button("trust.no", text.do_not_trust, TrustAction::Refuse));
    Some(Node::dialog("trust", text.certificate_changed, nodes))
}

/// A challenge to a user who does not see the lobby.
fn challenge_meanwhile(view: &View<'_>) -> Option<Node> {
    if let Some(open) = view.app.challenge_at_board() {
        return Some(super::lobby::incoming(view, open));
    }
    let visit = view.app.visit()?;
    let watches = visit.table().is_some_and(|table| table.seat().is_none());
    let away = matches!(view.app.screen(), Screen::Review | Screen::SetUp) || watches;
    let open = visit.lobby().incoming(visit.me()).find(|_| away)?;
    let steps = [
        (view.app.set_up().is_some(), Action::SetUp(SetUpAction::Discard)),
        (view.app.reviewing().is_some(), Action::Review(ReviewAction::Leave)),
        (view.app.table().is_some(), Action::Table(TableAction::Leave)),
    ];
    let steps = steps.into_iter().filter_map(|(needed, action)| needed.then_some(action)).collect();
    let see = Node::steps("challenge.see", view.text.to_lobby, steps);
    Some(Node::section("challenge", view.text.challenge_by(&open.name), vec![see]))
}

fn settings(view: &View<'_>) -> Node {
    let (text, settings) = (view.text, view.app.settings());
    let system = (text.language_of_system.to_owned(), settings.language.is_none());
    let languages = Lang::ALL
        .map(|lang| (lang.own_name().to_owned(), settings.language == Some(lang), Some(lang)))
        .into_iter();
    let languages = std::iter::once((system.0, system.1, None)).chain(languages);
    let languages = languages.map(|(label, chosen, lang)| (label, chosen, SettingsAction::Language(lang)));
    let usual = (text.records.notation_of_language.to_owned(), settings.notation.is_none(), None);
    let notations = NotationChoice::ALL.map(|choice| {
        let label = text.records.notation_choice(choice).to_owned();
        (label, settings.notation == Some(choice), Some(choice))
    });
    let notations = std::iter::once(usual).chain(notations);
    let notations = notations.map(|(label, chosen, it)| (label, chosen, SettingsAction::Notation(it)));
    let sound = settings.sound;
    let muted = SettingsAction::Sound(SoundSettings { muted: !sound.muted, ..sound });
    let volumes = SoundSettings::VOLUMES.map(|volume| {
        let action = SettingsAction::Sound(SoundSettings { volume, ..sound });
        (format!("{volume}%"), volume == sound.volume, action)
    });
    let times = SettingsAction::MoveTimes(!settings.move_times);
    let mut nodes = vec![
        Node::choice("settings.language", text.language, languages),
        Node::choice("settings.notation", text.records.notation, notations),
        Node::tick("settings.move_times", text.table.move_times, settings.move_times, times),
        Node::tick("settings.mute", text.table.mute, sound.muted, muted),
        Node::choice("settings.volume", text.table.sounds, volumes),
    ];
    nodes.extend(preferences(view));
    nodes.push(Node::button("settings.close", text.close, SettingsAction::Close));
    Node::dialog("settings.dialog", text.settings, nodes)
}

/// Who may challenge the user, and who is blocked.
fn preferences(view: &View<'_>) -> Vec<Node> {
    let text = view.text;
    let Some(visit) = view.app.server_visit() else { return Vec::new() };
    let known = visit.preferences();
    let policies = [ChallengePolicy::Everyone, ChallengePolicy::Registered, ChallengePolicy::Nobody];
    let policies = policies.map(|policy| {
        let action = PreferencesAction::Policy(policy);
        (text.policy(policy).to_owned(), known.policy() == policy, action)
    });
    let mut nodes = vec![Node::choice("settings.policy", text.challenge_policy, policies)];
    let blocked: Vec<Node> = known
        .blocked()
        .iter()
        .map(|blocked| {
            let label = format!("{} · {}", text.unblock, blocked.name);
            let action = PreferencesAction::Unblock(blocked.player);
            Node::button(format!("settings.unblock.{}", blocked.player.0), label, action)
        })
        .collect();
    if !blocked.is_empty() {
        nodes.push(Node::section("settings.blocked", text.blocked_players, blocked));
    }
    nodes
}

/// The rules of the games as text.
fn help(view: &View<'_>) -> Node {
    let (text, shown) = (view.text, view.app.help().page);
    let pages =
        Page::ALL.map(|page| (text.help_page(page).to_owned(), page == shown, HelpAction::Show(page)));
    let mut nodes = vec![Node::choice("help.page", text.game, pages)];
    for (index, section) in shown.sections().iter().enumerate() {
        let mut passages = Vec::new();
        for (item_index, item) in section.items.iter().enumerate() {
            let passage = text.help_passage(item.topic);
            let id = format!("help.{index}.{item_index}");
            let lines = passage.body.lines().enumerate();
            let lines = lines.map(|(line, text)| Node::text(format!("{id}.{line}"), text));
            passages.push(Node::section(id.clone(), passage.title, lines.collect()));
        }
        nodes.push(Node::section(format!("help.{index}"), text.help_heading(section.heading), passages));
    }
    nodes.push(Node::button("help.close", text.close, HelpAction::Close));
    Node::dialog("help.dialog", text.help, nodes)
}
