//! The dialogs over every screen, and what every screen offers.

use super::tree::Node;
use super::{described, kept};
use chuhe_model::actions::action::{HelpAction, PreferencesAction, SettingsAction};
use chuhe_model::choices::lang::Lang;
use chuhe_model::choices::notation_choice::NotationChoice;
use chuhe_model::choices::sound::SoundSettings;
use chuhe_model::help::Page;
use chuhe_protocol::ChallengePolicy;
use chuhe_view::Model as View;
use chuhe_view::quit::QuitView;
use chuhe_view::status::StatusView;
use chuhe_view::trust::TrustView;

/// The open dialogs.
pub(super) fn dialogs(view: &View<'_>) -> Vec<Node> {
    let mut nodes = Vec::new();
    nodes.extend(quit(view));
    nodes.extend(TrustView::of(view).map(|trust| Node::group(&trust.dialog())));
    nodes.extend(kept::library(view));
    nodes.extend(kept::layouts(view));
    if view.app.are_settings_open() {
        nodes.push(settings(view));
    }
    if view.app.help().open {
        nodes.push(help(view));
    }
    nodes.extend(described::nodes(&StatusView::parts(view)));
    nodes
}

/// The buttons that every screen has.
pub(super) fn everywhere(view: &View<'_>) -> Vec<Node> {
    let [settings, help, _] = chuhe_view::everywhere(view);
    [settings, help].iter().map(Node::offered).collect()
}

fn quit(view: &View<'_>) -> Option<Node> {
    let asked = QuitView::of(view)?;
    let explained = Node::text("quit.explained", asked.explained);
    let answers = asked.question.answers.iter().map(Node::offered);
    Some(Node::dialog(
        asked.question.id,
        asked.question.message,
        [explained].into_iter().chain(answers).collect(),
    ))
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
