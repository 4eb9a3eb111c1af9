//! What the user can choose at the table besides the buttons, and the terms of the game.

use super::parts;
use super::view::View;
use crate::core::actions::action::{Action, SettingsAction, TableAction};
use crate::core::actions::start_action::StartAction;
use crate::core::app::visit::Visit;
use crate::core::choices::game_choice::GameChoice;
use crate::core::choices::sound::SoundSettings;
use crate::core::drawing::scene::Rect;
use crate::core::drawing::theme;
use crate::core::drawing::ui_trace;
use crate::core::luzhanqi::BoardPart;
use crate::core::table::Table;
use chuhe_protocol::{GameTerms, PlayerName};
use chuhe_rules::luzhanqi::MineRule;
use chuhe_rules::xiangqi::RuleSet;
use egui::{Sense, Ui};

/// Something that the user can choose at the table besides the buttons.
pub(super) struct Choice {
    pub(super) name: &'static str,
    pub(super) label: String,
    pub(super) hint: String,
    pub(super) action: Option<Action>,
}

impl Choice {
    fn new(name: &'static str, label: &str, action: Action) -> Self {
        Self { name, label: label.to_owned(), hint: String::new(), action: Some(action) }
    }
}

/// Lists these choices: the links of the footer, from the right after those to the dialogs.
pub(super) fn choices(view: &View<'_>, visit: &Visit, table: &Table) -> Vec<Choice> {
    let sound = view.app.settings().sound;
    let label = if sound.muted { view.text.table.unmute } else { view.text.table.mute };
    let mute = SettingsAction::Sound(SoundSettings { muted: !sound.muted, ..sound });
    let mut choices = vec![
        Choice::new("table.mute", label, Action::Settings(mute)),
        Choice::new("table.flip", view.text.flip, Action::Table(TableAction::Flip)),
    ];
    if table.game().luzhanqi().is_some() {
        let label = match table.part() {
            BoardPart::Whole => view.text.table.own_half,
            BoardPart::OwnHalf => view.text.table.whole_board,
        };
        let zoom = Choice::new("table.zoom", label, Action::Table(TableAction::Zoom));
        choices.push(Choice { hint: view.text.table.zoom_hint.to_owned(), ..zoom });
    }
    if view.app.local().is_some() {
        let has_lobby = view.app.has_background_server();
        let back = if has_lobby { view.text.to_lobby } else { view.text.local.menu };
        choices.push(Choice::new("table.menu", back, Action::Start(StartAction::Leave)));
    }
    if let Some(spectators) = visit.spectators().filter(|_| table.seat().is_some()) {
        let names: Vec<&str> = spectators.names.iter().map(PlayerName::as_str).collect();
        let hint = names.join(view.text.list_comma);
        let label = view.text.spectators(spectators.count);
        choices.push(Choice { name: "table.spectators", label, hint, action: None });
    }
    choices
}

/// Shows the server and the terms of the game.
pub(super) fn terms(view: &View<'_>, ui: &Ui, table: &Table, place: Rect) {
    let server = view.app.link().server().filter(|_| view.app.link().is_joined());
    let server = server.map(|server| match view.app.local() {
        Some(local) if local.is_shared() => view.text.local.both_here.to_owned(),
        Some(_) => view.text.local.no_server.to_owned(),
        None => view.text.connected_to(&format!("{}:{}", server.host, server.port)),
    });
    let time = view.text.time_short(table.game().times()[table.me()]);
    let game = view.text.game_choice(GameChoice::of(table.game().terms().game.kind()));
    let special = match &table.game().terms().game {
        GameTerms::Luzhanqi { options, .. } if options.mine != MineRule::default() => {
            Some(format!("{} {}", view.text.mines, view.text.mine_rule(options.mine)))
        }
        GameTerms::Xiangqi { rules, .. } if *rules != RuleSet::Asian => {
            Some(view.text.rule_set(*rules).to_owned())
        }
        GameTerms::Luzhanqi { .. } | GameTerms::Xiangqi { .. } => None,
    };
    let font = theme::plain(theme::TEXT_SMALL);
    let terms = [game.to_owned(), time].into_iter().chain(special);
    let mut message: Vec<String> = server.into_iter().chain(terms).collect();
    let is_cut = |message: &[String]| {
        parts::line(ui.ctx(), &message.join(" · "), font.clone(), view.theme.sub, place.width()).elided
    };
    // if there is too little room, leave out the server first
    if is_cut(&message) && message.len() > 2 {
        message.remove(0);
    }
    let message = message.join(" · ");
    let at = place.left_center();
    let rect = parts::in_two_lines(ui, at, &message, font, view.theme.sub, place.width());
    let response = ui.interact(rect, ui.id().with("terms"), Sense::hover());
    ui_trace::record(ui, "footer.terms", &message, &response);
}
